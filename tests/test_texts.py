"""The texts: complete in both languages, and every id and parameter that the code names exists."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor
from hypothesis import given
from hypothesis import strategies as st

from analyzer import errors
from analyzer.errors import AnalyzerError, BadNotation, BadSeat
from analyzer.texts import LANGUAGES, describe, text
from tests.sources import ROOT, python_files, tree

LOCALES = ROOT / "analyzer" / "locales"
SOURCES = python_files("analyzer", "pages", ".")
ERRORS = {name for name in errors.__all__ if isinstance(getattr(errors, name), type)}


class _Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: fluent.VariableReference) -> None:
        self.names.add(node.id.name)


def resource(path: Path) -> fluent.Resource:
    return FluentParser().parse(path.read_text(encoding="utf-8"))


def messages(lang: str) -> dict[str, fluent.Message]:
    return {
        entry.id.name: entry
        for path in sorted((LOCALES / lang).glob("*.ftl"))
        for entry in resource(path).body
        if isinstance(entry, fluent.Message)
    }


def variables(message: fluent.Message) -> set[str]:
    visitor = _Variables()
    visitor.visit(message)
    return visitor.names


MESSAGES = {lang: messages(lang) for lang in LANGUAGES}


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call that names a message, and where it stands."""
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call):
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
                )
                if name in ERRORS or name == "text":
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def literal_id(call: ast.Call) -> str | None:
    first = call.args[0] if call.args else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None


@pytest.mark.parametrize(
    "path", sorted(LOCALES.rglob("*.ftl")), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_file_is_well_formed(path: Path) -> None:
    junk = [entry.content for entry in resource(path).body if isinstance(entry, fluent.Junk)]
    assert not junk, f"not Fluent: {junk[0]!r}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_id_is_given_once(lang: str) -> None:
    count = Counter(
        entry.id.name
        for path in (LOCALES / lang).glob("*.ftl")
        for entry in resource(path).body
        if isinstance(entry, (fluent.Message, fluent.Term))
    )
    assert [name for name, times in count.items() if times > 1] == []


def test_languages_have_the_same_files_and_ids() -> None:
    chinese, english = (MESSAGES[lang] for lang in LANGUAGES)
    assert set(chinese) ^ set(english) == set(), "in one language only"
    assert chinese
    files = [{path.name for path in (LOCALES / lang).glob("*.ftl")} for lang in LANGUAGES]
    assert files[0] == files[1]
    assert {path.name for path in LOCALES.iterdir()} == set(LANGUAGES)


def test_languages_use_the_same_parameters() -> None:
    chinese, english = (MESSAGES[lang] for lang in LANGUAGES)
    differing = {
        name: (variables(chinese[name]), variables(english[name]))
        for name in chinese.keys() & english.keys()
        if variables(chinese[name]) != variables(english[name])
    }
    assert differing == {}


def test_every_id_in_the_code_exists() -> None:
    named = [(where, literal_id(call)) for where, call in calls()]
    unknown = [f"{where}: {name}" for where, name in named if name and name not in MESSAGES["en"]]
    assert unknown == []
    assert any(name for _, name in named)


def test_every_call_gives_the_parameters_its_message_needs() -> None:
    lacking = []
    for where, call in calls():
        name = literal_id(call)
        if name in MESSAGES["en"] and all(keyword.arg for keyword in call.keywords):
            needed = variables(MESSAGES["en"][name])
            given_ = {keyword.arg for keyword in call.keywords} - {"lang"}
            if needed != given_:
                lacking.append(f"{where}: {name} takes {sorted(needed)}, not {sorted(map(str, given_))}")
    assert lacking == []


def test_every_message_is_used() -> None:
    literals: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                literals.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                # f"route-{name}" may name any message that begins so.
                parts = [
                    re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in node.values
                ]
                if any(part != ".+" and "-" in part for part in parts):
                    patterns.append(re.compile("".join(parts)))
    unused = [
        name
        for name in MESSAGES["en"]
        if name not in literals and not any(pattern.fullmatch(name) for pattern in patterns)
    ]
    assert unused == []


def test_text_fills_in_its_parameters() -> None:
    assert text("notation-not-one-tile", "en", text="1m2m", count=2) == (
        "“1m2m” names 2 tiles; write exactly one, such as 5m."
    )
    assert "1m2m" in text("notation-not-one-tile", text="1m2m", count=2)


def test_text_joins_lists_and_describes_errors() -> None:
    faults = (BadSeat("notation-seat", text="9"), BadSeat("notation-seat", text="x"))
    said = text("notation-meld-kind", "en", text=faults)
    assert "; ".join(describe(fault, "en") for fault in faults) in said
    assert "5m、8p" in text("notation-meld-kind", text=("5m", "8p"))
    assert "5m, 8p" in text("notation-meld-kind", "en", text=["5m", "8p"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_unknown_message_is_refused(lang: str) -> None:
    with pytest.raises(LookupError, match="no-such-message"):
        text("no-such-message", lang)
    with pytest.raises(LookupError, match="no-such-message"):
        describe(AnalyzerError("no-such-message"), lang)


def test_unknown_language_is_refused() -> None:
    with pytest.raises(LookupError, match="'fr'"):
        text("notation-seat", "fr", text="9")


def test_missing_parameter_is_refused() -> None:
    with pytest.raises(LookupError, match="notation-seat"):
        text("notation-seat", "en")


values = st.recursive(
    st.text()
    | st.integers()
    | st.floats()
    | st.booleans()
    | st.none()
    | st.binary()
    | st.builds(lambda digits: 7**digits, st.integers(0, 9000)),
    lambda inner: (
        st.lists(inner, max_size=3) | st.builds(lambda value: BadSeat("notation-seat", text=value), inner)
    ),
    max_leaves=5,
)


@given(value=values, lang=st.sampled_from(LANGUAGES))
def test_describe_writes_one_printable_line_for_any_value(value: object, lang: str) -> None:
    line = describe(BadNotation("notation-seat", text=value), lang)
    assert line
    assert all(character.isprintable() or character == "\u3000" or character.isspace() for character in line)
    assert line.splitlines() == [line]
    assert line.encode("utf-8")


def test_describe_shortens_what_it_quotes() -> None:
    line = describe(BadNotation("notation-seat", text="1" * 10_000), "en")
    assert len(line) < 200
    assert "1…" in line


def test_fluent_is_not_loaded_before_a_text_is_asked_for() -> None:
    script = "import analyzer.texts, sys; print([name for name in sys.modules if name.startswith(('fluent', 'babel'))])"
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"
