"""Hostile input in every text field, upload, link and kept value: what is drawn of it anywhere is drawn as text.

The fields are found in the source, so a new one fails here until it is tried.  What is drawn is found in the messages
to the browser: unless Streamlit is known to show a text as it is, its Markdown or HTML has to be escaped.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any, Final

import pytest
import streamlit
from streamlit.testing.v1 import AppTest

from analyzer.ledger import Entry, Ledger
from analyzer.rules import PRESETS
from analyzer.texts import LANGUAGES
from pages.ui import storage
from pages.ui.links import to_query
from pages.ui.seats import WAYS, Draft
from pages.ui.shell import PAGES
from pages.ui.state import EXAMPLE
from tests.sources import ROOT, python_files, tree
from tests.test_hostile import HARM, OWN, SHORT

FIELDS: Final = {
    "text_input",
    "text_area",
    "chat_input",
    "file_uploader",
    "camera_input",
    "audio_input",
    "data_editor",
}
"""What a person can put text or a file into, by Streamlit's name for it."""
TAKES: Final = {
    "hands_title": "hands_keep",
    "rules_name": "rules_save_new",
    "new_name": "rename_do",
    "seats_name": "begin",
    "review_text": "read",
}
"""By what a field's key begins with, what the key of the button begins with that takes what is in it."""
ROUNDS: Final = (
    (SHORT, "<b onload=harm>", "<u>harm</u>"),
    ("![harm](http://evil.example.com/p)", "[harm](//e.com/)", "[harm](//e)"),
)
"""HTML and Markdown, for fields of more and of less room."""
KEPT: Final = ("practice", "recent", "rules", "saved", "seats", "table")

Place = tuple[str, str]
"""A page, and what of it is on the screen."""


def views() -> list[str]:
    """The parts of the rules page."""
    for node in ast.walk(tree(ROOT / "pages" / "rules.py")):
        if isinstance(node, ast.Assign) and any(getattr(each, "id", "") == "VIEWS" for each in node.targets):
            return list(ast.literal_eval(node.value))
    raise AssertionError("the rules page has no VIEWS")


PLACES: Final[tuple[Place, ...]] = (
    *[(name, "") for name in PAGES if name not in ("rules", "table")],
    *[("rules", view) for view in views()],
    *[("table", way) for way in WAYS],
    ("table", "begun"),
)


# What is drawn


class Markup(HTMLParser):
    """Collects what an input has become but text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name.startswith("on") or (
                name in ("src", "href") and re.search(r"^x$|evil|script:|//e$", value or "")
            ):
                self.found.append(f"{tag} {name}={value}")
        if tag in ("script", "svg", "iframe", "u"):
            self.found.append(tag)


SHOWN_AS_IT_IS: Final = {
    "Code.code_text",
    "Text.body",
    "Selectbox.options",
    "Selectbox.raw_value",
    "TextInput.value",
    "TextInput.default",
    "TextInput.placeholder",
    "TextArea.value",
    "TextArea.default",
    "DownloadButton.url",
    # What our own scripts get: they write no HTML (test_house), and the browser tests look at them.
    "BidiComponent.json",
    "BidiComponent.mixed",
    "BidiComponent.js_content",
}
"""Texts in which Streamlit reads neither Markdown nor HTML."""
AS_HTML: Final = {"Html.body", "PlotlyChart.spec"}


FACE: Final = re.compile(r"!\[[\w ]+\]\(app/static/tiles/\w+\.svg\?v=\w+\)")
"""A tile as the pages themselves write it into a label."""


def strings(message: Any) -> Iterator[tuple[str, str]]:
    """Every text of a message to the browser, with the field that it stands in."""
    for field, value in message.ListFields():
        for each in value if field.is_repeated and not isinstance(value, str) else [value]:
            if isinstance(each, str):
                yield f"{message.DESCRIPTOR.name}.{field.name}", each
            elif hasattr(each, "ListFields"):
                yield from strings(each)


def faults(at: AppTest) -> list[str]:
    """What is on the screen that was put in as text and is drawn as more."""
    found = []
    for node in at._tree:
        proto = getattr(node, "proto", None)
        for where, said in strings(proto) if hasattr(proto, "ListFields") else ():
            if where in SHOWN_AS_IT_IS or where.endswith(".id"):
                continue
            if where in AS_HTML:
                texts = [said] if where != "PlotlyChart.spec" else list(json_texts(json.loads(said)))
                found += [f"{where}: {each}" for text in texts for each in Markup(text).found]
            elif re.search(r"harm|evil", said) and re.search(r"(?<!\\)[<\[!]|https?://", FACE.sub("", said)):
                found.append(f"{where}: {said}")
    return found


def json_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from json_texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from json_texts(each)


# The app, and a way round it


def app(shelves: dict[str, storage.Shelf], **query: str) -> AppTest:
    """A session whose browser has answered; it begins with rules of its own."""
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    for name, value in {**to_query(EXAMPLE, LANGUAGES[0]), "cap": "77", **query}.items():
        at.query_params[name] = value
    at.session_state["speed"] = "instant"
    at.session_state["hands"] = True  # the list behind its button is open
    at.session_state["storage_shelves"] = shelves
    return at.run()


def go(at: AppTest, place: Place) -> AppTest:
    page, part = place
    if page == "rules":
        at.session_state["rules_shown"] = part
    elif page == "table":
        shelves, shown = (
            at.session_state["storage_shelves"],
            at.session_state["storage_shelves"]["seats"].value,
        )
        names = (shown or Draft()).names
        table = Ledger(tuple(name or "·" * (1 + seat) for seat, name in enumerate(names)))
        for winner in range(4):
            table = table.add(Entry.won(winner, {(winner + 1) % 4: 3}, source=(winner + 1) % 4))
        at.session_state["storage_shelves"] = {
            **shelves,
            "seats": storage.Shelf(
                ready=True, value=Draft(names, WAYS[0] if part == "begun" else part, seed=1)
            ),
            "table": storage.Shelf(ready=True, value=table if part == "begun" else None),
        }
    at.switch_page(f"pages/{page}.py").run()
    assert not at.exception
    return at


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[str, int]]:
    """By the key of a field, the call of the source that has drawn it."""
    found: dict[str, tuple[str, int]] = {}

    def watched(draw: Callable[..., Any]) -> Callable[..., Any]:
        def drawn_by(*args: Any, **kwargs: Any) -> Any:
            caller = sys._getframe(1)
            found[kwargs["key"]] = caller.f_code.co_filename, caller.f_lineno
            return draw(*args, **kwargs)

        return drawn_by

    for name in FIELDS:
        monkeypatch.setattr(streamlit, name, watched(getattr(streamlit, name)))
    return found


def calls() -> set[tuple[str, int]]:
    """Every call of the pages that draws a field."""
    found = set()
    for path in [*python_files("pages"), ROOT / "streamlit_app.py"]:
        for node in ast.walk(tree(path)):
            if not isinstance(node, ast.Call):
                continue
            free = any(word.arg == "accept_new_options" for word in node.keywords)
            if free or (isinstance(node.func, ast.Attribute) and node.func.attr in FIELDS):
                found.add((str(path), node.lineno))
    return found


@pytest.mark.parametrize("values", ROUNDS, ids=["html", "markdown"])
def test_every_field_takes_markup_as_text(values: tuple[str, ...], drawn: dict[str, tuple[str, int]]) -> None:
    link = {**dict.fromkeys(OWN, HARM[values is ROUNDS[1]]), "game": values[0]}
    at, tried = app(dict.fromkeys(KEPT, storage.Shelf(ready=True)), **link), set()
    for place in PLACES:
        tried |= fill(go(at, place), values) | upload(at, values[0])
    for place in PLACES:  # what was put in on one page is drawn on others
        assert faults(go(at, place)) == [], place
    assert calls(), "no field is found in the source"
    assert calls() - {drawn[key] for key in tried} == set(), "fields that nothing hostile was put into"


def fill(at: AppTest, values: tuple[str, ...]) -> set[str]:
    """Put into every field the longest value that it has room for, and have it taken; the keys of the fields."""
    ran(at)  # what the link said is on the screen
    fields = {each.key: each for each in (*at.text_input, *at.text_area)}
    for field in fields.values():
        field.set_value(next(each for each in values if len(each) <= (field.proto.max_chars or 100)))
    if fields:
        ran(at.run())
    takes = {button for key, button in TAKES.items() if any(field.startswith(key) for field in fields)}
    for key in [each.key for each in at.button if takes and not each.disabled]:
        if key is not None and key.startswith(tuple(takes)):
            ran(at.button(key=key).click().run())
    return set(fields)


def upload(at: AppTest, value: str) -> set[str]:
    """Offer files of every kind to whatever takes files; the keys of the boxes."""
    offered = set()
    for content in files(value) if at.file_uploader else ():
        for number in range(len(at.file_uploader)):
            offered.add(at.file_uploader[number].key)
            at.file_uploader[number].upload(f"{value}.json", content, "application/json")
            ran(at.run())
    return offered


def ran(at: AppTest) -> None:
    assert not at.exception
    assert faults(at) == []


def files(value: str) -> list[bytes]:
    """Files that nobody should offer, the last of them one of rule sets."""
    fields = PRESETS["facai"].to_fields()
    entries: list[Any] = [
        {"name": HARM[0], "base": HARM[1], "fields": {**fields, value: value, "cap": value, "gold": HARM[1]}},
        {"name": HARM[0], "base": value, "fields": fields},
        {value: value},
        value,
        {"name": value, "base": "facai", "fields": {**fields, "cap": 78}},
    ]
    held = [{"format": "wuhan-mahjong-rules", "version": 1, "rules": [each]} for each in entries]
    others: list[Any] = [
        value,
        {"format": value},
        {"format": "wuhan-mahjong-rules", "version": value, "rules": []},
    ]
    return [value.encode(), *(json.dumps(each).encode() for each in [*others, *held])]


def test_what_a_browser_keeps_is_quoted_as_text() -> None:
    at = app(dict.fromkeys(KEPT, storage.Shelf(ready=True)))
    for place in (
        ("play", ""),
        ("table", "begun"),
    ):  # a name is declared by the page that keeps something under it
        go(at, place)
    assert set(storage._names) == set(KEPT), "names that are not tried here"
    for value in (HARM[0], {HARM[0]: SHORT}, [{"name": HARM[1], "hand": {SHORT: SHORT, "hand": HARM[0]}}]):
        kept = json.dumps({"form": storage.FORM, "revision": 1, "by": SHORT, "value": value})
        for held in (str(value), kept):
            shelves = {
                name: storage.taken(storage.Shelf(), storage._names[name], held, "seen") for name in KEPT
            }
            assert all(shelf.unread is not None for shelf in shelves.values())
            for page, part in (("study", ""), ("rules", "own"), ("play", ""), ("table", "")):
                at.session_state["storage_shelves"] = shelves
                at.session_state["rules_shown"] = part
                at.session_state["hands_which"] = "saved"
                ran(at.switch_page(f"pages/{page}.py").run())
                assert at.warning, "nobody is told"
