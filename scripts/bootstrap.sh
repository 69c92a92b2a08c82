#!/bin/sh
# Makes the virtual environment and installs what the app (`bootstrap.sh run`) or the tests (`bootstrap.sh test`)
# need. A second call finds its stamp and returns at once.
#
#   VENV    the folder of the environment (.venv)
#   PYTHON  the Python to make it from (else the first of 3.11 or newer that has venv)
#   UV      the uv to use where there is one (uv); UV= uses none
set -eu
cd "$(dirname "$0")/.."

what=${1:-run}
venv=${VENV:-.venv}
uv=${UV-uv}
case $what in
    run) files="requirements.txt" ;;
    test) files="requirements.txt requirements-dev.txt" ;;
    *) echo "bootstrap: expected run or test: '$what'" >&2; exit 2 ;;
esac

say() { echo "$*" >&2; }

bin() {
    # Windows keeps its programs elsewhere.
    if [ -d "$venv/Scripts" ]; then echo "$venv/Scripts"; else echo "$venv/bin"; fi
}

works() {
    # The environment's Python starts: false after the folder was moved or the system's Python replaced.
    "$(bin)/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

# What the stamp holds: the files' contents, since a checkout changes their times.
wanted=$(cat $files constraints.txt | cksum)
if [ -f "$venv/.stamp-$what" ] && [ "$(cat "$venv/.stamp-$what")" = "$wanted" ] && works; then
    exit 0
fi

pip_is_set_up() {
    # Whether this machine tells pip where to find packages; uv reads none of that.
    env | grep -Eq '^PIP_(INDEX_URL|EXTRA_INDEX_URL|FIND_LINKS|NO_INDEX|CONFIG_FILE)=' && return
    for file in /etc/pip.conf "${XDG_CONFIG_DIRS:-/etc/xdg}/pip/pip.conf" \
        "${XDG_CONFIG_HOME:-${HOME:-}/.config}/pip/pip.conf" "${HOME:-}/.pip/pip.conf" \
        "${HOME:-}/Library/Application Support/pip/pip.conf"; do
        [ -f "$file" ] && return
    done
    return 1
}

find_python() {
    # Prints the first Python of 3.11 or newer that can make an environment; else says why there is none.
    old= bare=
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        path=$(command -v "$candidate") || continue
        version=$("$path" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
        if ! "$path" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            old="${old:+$old, }$version ($path)"
        elif ! "$path" -c 'import ensurepip, venv' 2>/dev/null; then
            bare="$version ($path)"
        else
            echo "$path"
            return
        fi
    done
    if [ -n "$bare" ]; then
        say "Python $bare can't make a virtual environment: install its venv" \
            "(Debian, Ubuntu: apt install python3-venv) and run this again."
    elif [ -n "$old" ]; then
        say "This needs Python 3.11 or newer, found only $old: install a newer one" \
            "(python.org, your system's packages, or uv) and run this again, or name it: make PYTHON=/path/to/python3."
    else
        say "This needs Python 3.11 or newer, and none was found${PYTHON:+ at '$PYTHON'}: install it" \
            "(python.org, your system's packages, or uv) and run this again, or name it: make PYTHON=/path/to/python3."
    fi
    return 1
}

have_uv() { [ -n "$uv" ] && command -v "$uv" >/dev/null 2>&1; }

with_uv() {
    # Much faster where it works. No Python of its own is fetched if the machine has one that serves.
    have_uv && ! pip_is_set_up || return 1
    works || "$uv" venv --quiet --clear --seed --python "${PYTHON:->=3.11}" "$venv" || return 1
    "$uv" pip install --quiet --python "$(bin)/python" $requirements --constraint constraints.txt
}

with_pip() {
    if ! works; then
        if python=$(find_python); then
            "$python" -m venv --clear "$venv" || return 1
        else
            return 1
        fi
    fi
    "$(bin)/python" -m pip --version >/dev/null 2>&1 || "$(bin)/python" -m ensurepip >/dev/null || return 1
    # Compiling every file of every package would take longer than all the rest; Python compiles what it imports.
    "$(bin)/python" -m pip install -qq --disable-pip-version-check --prefer-binary --no-compile \
        $requirements --constraint constraints.txt || {
        say "The packages could not be installed, see above: this needs a package index that pip can reach" \
            "(a proxy or a mirror is set up with 'pip config')."
        return 1
    }
}

requirements=
for file in $files; do requirements="$requirements --requirement $file"; done
say "Setting up $venv for 'make $what' (once; about half a minute) …"
with_uv || with_pip || exit 1
echo "$wanted" >"$venv/.stamp-$what"
