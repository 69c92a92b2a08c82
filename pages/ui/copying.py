"""带走结果: an answer as plain text for a chat, as a picture, and on paper.

A page says its answer as a :class:`Sheet`; the hand is told from the position. The text is made here, the picture
is drawn by the browser from the same parts, and the paper is the page itself, printed without its controls.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import streamlit as st

from analyzer.notation import format_tiles
from analyzer.texts import text
from analyzer.tiles import HONOURS, NAMES, rank_of, suit_of
from pages.ui import state
from pages.ui.answers import Pen
from pages.ui.faces import FACES_URL

__all__ = ["Line", "Row", "Sheet", "address", "bar", "paper", "plain", "rows", "spoken"]

_HERE: Final = Path(__file__).parent
_HTML: Final = """
<div class="copying">
  <div class="acts" role="group">
    <button type="button" class="text"></button><button type="button" class="picture"></button
    ><button type="button" class="print"></button>
  </div>
  <p class="done" role="status" aria-live="polite"></p>
  <textarea class="box" readonly hidden></textarea>
  <figure hidden><img alt=""><figcaption></figcaption></figure>
</div>
"""

_component = st.components.v2.component(
    "copying",
    html=_HTML,
    css=(_HERE / "copying.css").read_text(encoding="utf-8"),
    js=(_HERE / "copying.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an answer: tiles and what is said of them."""

    told: str
    tiles: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a page answers, in words of the page's language."""

    verdict: str
    notes: tuple[str, ...] = ()
    """Sentences below the verdict."""
    lines: tuple[Line, ...] = ()
    """The main figures, a line each."""


@dataclass(frozen=True, slots=True)
class Row:
    """What lies before the player: a label, and tiles group by group."""

    label: str
    groups: tuple[tuple[int, ...], ...]
    told: tuple[str, ...]
    """The groups in words."""


def rows(pen: Pen) -> tuple[Row, ...]:
    """The player's own tiles and the indicator, as far as there are any."""

    def row(name: str, *groups: tuple[int, ...], told: tuple[str, ...] | None = None) -> Row:
        words = tuple(spoken(group, pen.lang) for group in groups) if told is None else told
        return Row(text(f"copying-{name}", pen.lang), groups, words)

    position, me = pen.position, pen.position.me
    found = [row("hand", position.hand)] if position.hand else []
    if me.melds:
        told = tuple(
            text(
                "copying-meld",
                pen.lang,
                kind=text(f"meld-{meld.kind.replace('_', '-')}", pen.lang),
                tiles=spoken(meld.tiles, pen.lang),
            )
            for meld in me.melds
        )
        found.append(row("melds", *(meld.copies for meld in me.melds), told=told))
    if me.gangs:
        found.append(row("gangs", me.gangs))
    if position.indicator is not None:
        found.append(row("indicator", (position.indicator,)))
    if position.laizi is not None:
        found.append(row("laizi", (position.laizi,)))
    return tuple(found)


def spoken(kinds: tuple[int, ...], lang: str) -> str:
    """Tiles as a player says them: 一三五万 五六七筒 东风."""
    return " ".join(_suits(kinds, lang))


def _suits(kinds: tuple[int, ...], lang: str) -> Iterator[str]:
    for suit, group in groupby(sorted(kinds), key=suit_of):
        if suit == suit_of(HONOURS[0]):
            for kind in group:
                yield text(f"tile-{NAMES[kind]}", lang)
        else:
            numbers = "".join(text(f"copying-{rank_of(kind)}", lang) for kind in group)
            yield text(f"copying-suit-{suit}", lang, numbers=numbers)


def plain(pen: Pen, sheet: Sheet, link: str) -> str:
    """The answer as text that reads well in a chat; the last line is the link to it."""
    lang = pen.lang
    lines = [text("copying-head", lang, app=text("app-title", lang), rules=pen.game(pen.position.rules))]
    for row in rows(pen):
        lines.append(text("copying-row", lang, label=row.label, told="  ".join(row.told)))
    if pen.position.hand:
        lines.append(format_tiles(pen.position.hand))
    lines += ["", text("copying-verdict", lang, verdict=sheet.verdict), *sheet.notes]
    for line in sheet.lines:
        tiles = spoken(line.tiles, lang)
        lines.append(text("copying-line", lang, told=f"{tiles} {line.told}".strip()))
    return "\n".join([*lines, "", link])


def address() -> str:
    """The link to what is on the screen."""
    return f"{(st.context.url or '').split('?')[0]}?{urlencode(state.share_query(), safe=':@')}"


def bar(pen: Pen, sheet: Sheet, key: str = "copying") -> None:
    """复制文字, 存成图片, 打印: the three ways to take an answer along."""
    lang, position = pen.lang, pen.position
    _component(
        key=key,
        data=[
            {
                "text": plain(pen, sheet, address()),
                "title": text("app-title", lang),
                "rules": pen.game(pen.position.rules),
                "rows": [
                    {"label": row.label, "groups": [list(group) for group in row.groups]} for row in rows(pen)
                ],
                "laizi": position.laizi,
                "verdict": sheet.verdict,
                "notes": list(sheet.notes),
                "lines": [{"tiles": list(line.tiles), "told": line.told} for line in sheet.lines],
                "file": f"{text('copying-file', lang)}-{format_tiles(position.hand)}.png",
                "faces": FACES_URL,
                "kinds": list(NAMES),
                "labels": {
                    name: text(f"copying-do-{name}", lang)
                    for name in (
                        "group",
                        "text",
                        "picture",
                        "print",
                        "copied",
                        "by-hand",
                        "saved",
                        "failed",
                        "hold",
                    )
                },
            }
        ],
    )


def paper(pen: Pen) -> str:
    """The hand as it stands at the top of a printed page, in place of the picker."""
    told = "".join(
        f"<p><b>{pen.say('copying-label', label=row.label)}</b> "
        + "".join(
            f'<span class="wm-group">{"".join(pen.tile(kind, 30) for kind in group)}</span>'
            for group in row.groups
        )
        + "</p>"
        for row in rows(pen)
    )
    head = pen.say("copying-head", app=text("app-title", pen.lang), rules=pen.game(pen.position.rules))
    return f'<section class="wm-paper" aria-hidden="true"><h2>{head}</h2>{told}</section>'
