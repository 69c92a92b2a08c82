"""The house rules that a reader could check by eye, checked."""

from __future__ import annotations

import ast
import fnmatch
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_cache import create_reference_msg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from analyzer.rules import PRESETS
from tests.sources import ROOT, committed_files, imports, module_name, python_files, tree

PRODUCT = python_files("analyzer", "pages", ".")
ALL = python_files("analyzer", "pages", "tests", "benchmarks", "scripts", ".")
OURS = {"analyzer", "pages", "tests", "benchmarks", "scripts", "streamlit_app"}
IMPORT_NAMES = {"fluent": ("fluent-runtime", "fluent-syntax"), "_pytest": ("pytest",), "PIL": ("pillow",)}
"""Distributions of libraries that are imported by another name."""


def place(path: Path, node: ast.AST | None = None) -> str:
    line = getattr(node, "lineno", None)
    return str(path.relative_to(ROOT)) + (f":{line}" if line else "")


def requirements(name: str) -> list[Requirement]:
    lines = (line.split("#")[0].strip() for line in (ROOT / name).read_text(encoding="utf-8").splitlines())
    return [Requirement(line) for line in lines if line]


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


def text_files() -> dict[Path, str]:
    found = {}
    for path in committed_files():
        content = path.read_bytes()
        if b"\0" not in content:
            found[path] = content.decode("utf-8")
    return found


def makefile_targets() -> dict[str, str]:
    """Every target with what ``make help`` says of it, empty for those it does not list."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return {
        name: said or ""
        for name, said in re.findall(r"^([a-z][a-z-]*):(?!=)(?:.*?## (.*))?", text, re.MULTILINE)
    }


# Safety


def test_no_call_allows_unsafe_content() -> None:
    found = [
        place(path, node)
        for path in ALL
        for node in ast.walk(tree(path))
        if isinstance(node, ast.keyword) and (node.arg or "").startswith("unsafe_allow")
    ]
    assert not found, f"escape the content instead: {found}"


def test_no_script_writes_markup_from_data() -> None:
    banned = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(")
    scripts = [
        *PRODUCT,
        *[path for path in committed_files() if path.suffix in (".js", ".mjs", ".html", ".css")],
    ]
    found = [place(path) for path in scripts if banned.search(path.read_text(encoding="utf-8"))]
    assert not found, f"use textContent and createElement: {found}"


def test_no_sentence_that_quotes_an_input_is_read_as_markdown() -> None:
    raw = {"text", "code", "html"}
    found = [
        place(path, node)
        for path in python_files("pages")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "st"
        and node.func.attr not in raw
        and any(isinstance(each, ast.Name) and each.id == "describe" for each in ast.walk(node))
    ]
    assert not found, f"use told() of pages/ui/plain.py: {found}"


def test_server_is_configured_safely() -> None:
    config = toml(".streamlit/config.toml")
    assert config["server"]["maxUploadSize"] <= 2
    assert config["server"]["maxMessageSize"] <= 20
    assert config["server"]["headless"] is True
    assert config["server"].get("enableXsrfProtection", True) is True
    assert config["server"].get("enableCORS", True) is True
    assert config["browser"]["gatherUsageStats"] is False
    assert config["client"]["showErrorDetails"] == "type"
    assert config["client"]["showErrorLinks"] is False  # they carry the error to other machines
    assert config["client"]["toolbarMode"] == "minimal"


# Rules are data


def _texts_compared(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Compare):
        operands = [node.left, *node.comparators]
    elif isinstance(node, ast.MatchValue):
        operands = [node.value]
    else:
        return []
    inside = [each for operand in operands for each in ast.walk(operand)]
    return [each.value for each in inside if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def test_no_code_asks_which_rule_set_it_has() -> None:
    found = [
        f"{place(path, node)}: {name}"
        for path in PRODUCT
        if module_name(path) != "analyzer.rules.presets"
        for node in ast.walk(tree(path))
        for name in _texts_compared(node)
        if name in PRESETS
    ]
    assert not found, f"ask for the field, not for the game: {found}"


# What is committed


def test_no_message_is_sent_by_its_name() -> None:
    """What Streamlit does with names is the reason, tried here; once it does not, the setting can go."""

    def element(place: int) -> ForwardMsg:
        message = ForwardMsg()
        message.metadata.delta_path[:] = [0, place]
        message.delta.fragment_id = "part"
        message.delta.new_element.html.body = str(place)
        return message

    queue, large = ForwardMsgQueue(), element(1)
    large.hash = "large"
    queue.enqueue(element(0))
    queue.enqueue(create_reference_msg(large))
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["part"])
    assert [list(left.metadata.delta_path) for left in queue.flush()] == [[0, 1]]
    config = toml(".streamlit/config.toml")
    assert config["global"]["minCachedMessageSize"] > 1e6 * config["server"]["maxMessageSize"]


@pytest.mark.parametrize("path", sorted((ROOT / "pages").rglob("*.css")), ids=lambda path: path.name)
def test_every_block_of_a_style_sheet_is_closed(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert text.count("{") == text.count("}"), "all rules after it belong to a block that was left open"


def test_no_file_names_a_machine() -> None:
    # Put together here, or this file would find itself.
    folders = "|".join(["work", "root", "home", "tmp", "Users"])
    hosts = "|".join([r"pypi\.org", r"pythonhosted\.org", r"npmjs\.org", r"deb\.debian\.org"])
    banned = re.compile(rf"(?<![\w.$}}/-])/(?:{folders})/[\w.]|{hosts}")
    found = [
        f"{place(path)}:{number}: {line.strip()[:80]}"
        for path, content in text_files().items()
        for number, line in enumerate(content.splitlines(), 1)
        if banned.search(line)
    ]
    assert not found, "\n".join(found)


def test_nothing_is_left_to_do_or_skipped() -> None:
    left = re.compile("|".join(["TO" + "DO", "FIX" + "ME", r"\bXX" + r"X\b"]))
    found = [place(path) for path, content in text_files().items() if left.search(content)]
    skips = [
        place(path, node)
        for path in python_files("tests")
        if path.name != "conftest.py"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and node.attr in ("skip", "skipif", "xfail", "importorskip")
    ]
    assert not found + skips


def test_nothing_reads_beside_the_project() -> None:
    banned = ".." + "/shared"
    found = [
        place(path, node)
        for path in ALL
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and banned in node.value
    ]
    assert not found


def test_package_holds_its_data() -> None:
    patterns = toml("pyproject.toml")["tool"]["setuptools"]["package-data"]["analyzer"]
    names = [
        path.relative_to(ROOT / "analyzer").as_posix() for path in committed_files() if _in_package(path)
    ]
    lost = [name for name in names if not any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)]
    assert lost == [], "would be missing from an installed package"
    assert all(fnmatch.filter(names, pattern) for pattern in patterns)


def _in_package(path: Path) -> bool:
    return path.is_relative_to(ROOT / "analyzer") and path.suffix != ".py"


# Requirements


def test_constraints_pin_every_requirement_within_its_range() -> None:
    pins = {canonicalize_name(pin.name): pin for pin in requirements("constraints.txt")}
    for wanted in [*requirements("requirements.txt"), *requirements("requirements-dev.txt")]:
        pin = pins.get(canonicalize_name(wanted.name))
        assert pin is not None, f"{wanted.name} has no pin: run make constraints"
        (version,) = pin.specifier
        assert wanted.specifier.contains(version.version), f"{pin} is outside {wanted}"


def test_constraints_are_exact_and_name_no_source() -> None:
    pins = requirements("constraints.txt")
    assert all([each.operator for each in pin.specifier] == ["=="] and pin.url is None for pin in pins)
    names = [canonicalize_name(pin.name) for pin in pins]
    assert names == sorted(set(names)), "a package is pinned twice or out of order"
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if line.startswith("-")]


def _distributions(import_name: str) -> tuple[str, ...]:
    return IMPORT_NAMES.get(import_name, (canonicalize_name(import_name),))


@pytest.mark.parametrize(
    ("folders", "files"),
    [
        (("analyzer", "pages", "."), ("requirements.txt",)),
        (("tests", "scripts"), ("requirements.txt", "requirements-dev.txt")),
    ],
    ids=["product", "tests"],
)
def test_every_import_is_required(folders: tuple[str, ...], files: tuple[str, ...]) -> None:
    required = {canonicalize_name(each.name) for name in files for each in requirements(name)}
    lacking = {
        f"{place(path)}:{line}: {name}"
        for path in python_files(*folders)
        for name, line in imports(path)
        if (top := name.split(".")[0]) not in sys.stdlib_module_names | OURS
        and not required.intersection(_distributions(top))
    }
    assert not lacking, f"add to {files[-1]}: {sorted(lacking)}"


def test_python_versions_agree() -> None:
    project = toml("pyproject.toml")
    assert project["project"]["requires-python"] == ">=3.11"
    assert project["tool"]["mypy"]["python_version"] == "3.11"
    assert project["tool"]["ruff"]["target-version"] == "py311"
    assert "sys.version_info < (3, 11)" in (ROOT / "scripts" / "bootstrap.sh").read_text(encoding="utf-8")


# Commands and documents


def test_every_command_in_the_documents_exists() -> None:
    targets = makefile_targets()
    documents = [
        path
        for path in committed_files()
        if path.suffix in (".md", ".py", ".sh", ".txt") or "Makefile" in path.name
    ]
    named = [
        (place(path), command)
        for path in documents
        for command in re.findall(
            r"(?:`|^\s*|')make ([a-z][a-z-]*)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    unknown = [f"{where}: make {command}" for where, command in named if command not in targets]
    assert unknown == []


def test_readme_starts_with_the_two_commands() -> None:
    first_screen = "\n".join((ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:30])
    assert "make run" in first_screen
    assert "make test" in first_screen


def test_links_in_the_documents_lead_somewhere() -> None:
    broken = [
        f"{place(path)}: {target}"
        for path in committed_files()
        if path.suffix == ".md"
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", path.read_text(encoding="utf-8"))
        if not (path.parent / target).exists()
    ]
    assert broken == []


def test_help_lists_every_target() -> None:
    targets = makefile_targets()
    phony = set(
        re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[
            0
        ].split()
    )
    assert phony == set(targets)
    assert [name for name, said in targets.items() if not said and not name.startswith("setup-")] == []
    shown = subprocess.run(
        ["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert all(f"make {name} " in shown for name, said in targets.items() if said)


def test_every_target_calls_a_script_that_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    scripts = re.findall(r"python ([\w/]+\.py)", makefile) + re.findall(
        r"^\t@?(scripts/\S+)", makefile, re.MULTILINE
    )
    modules = re.findall(r"python -m ((?:analyzer|tests|benchmarks)[\w.]*)", makefile)
    called = [*scripts, *[module.replace(".", "/") + ".py" for module in modules]]
    assert len(called) > 5
    assert [name for name in called if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("name", [".ci/run", "scripts/bootstrap.sh", "scripts/constraints.sh"])
def test_script_is_runnable(name: str) -> None:
    script = ROOT / name
    assert os.access(script, os.X_OK)
    shell = script.read_text(encoding="utf-8").splitlines()[0].split("/")[-1].split()[-1]
    interpreter = shutil.which(shell)
    assert interpreter is not None
    checked = subprocess.run([interpreter, "-n", str(script)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
