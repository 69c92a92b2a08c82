#!/bin/sh
# Writes constraints.txt: one exact version of every package, for all supported Pythons and systems at once.
set -eu
cd "$(dirname "$0")/.."
command -v "${UV:-uv}" >/dev/null || { echo "This needs uv: pip install uv, or name it: make constraints UV=/path/to/uv." >&2; exit 1; }

new=$(mktemp)
trap 'rm -f "$new"' EXIT
"${UV:-uv}" pip compile --quiet --upgrade --universal --fork-strategy fewest --python-version 3.11 \
    --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
    requirements.txt requirements-dev.txt --output-file "$new" >/dev/null
{ sed -n '/^#/p' constraints.txt; cat "$new"; } >"$new.whole"
mv "$new.whole" constraints.txt
