"""牌面: tiles in HTML, and their names."""

import functools
import hashlib
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final

from analyzer.position import Position
from analyzer.texts import text
from analyzer.tiles import NAMES

__all__ = [
    "FACES_URL",
    "FAVICON",
    "FAVICON_URL",
    "hand_label",
    "tile_html",
    "tile_name",
    "tiles_html",
    "tiles_label",
]

STATIC: Final = Path(__file__).resolve().parents[2] / "static"
FAVICON: Final = STATIC / "favicon.svg"

_VERSION: Final = hashlib.sha256(
    b"".join(path.read_bytes() for path in sorted((STATIC / "tiles").glob("*.svg")))
).hexdigest()[:8]
FACES_URL: Final = f"app/static/tiles/{{name}}.svg?v={_VERSION}"
"""Where a face is served; the version keeps an old one in a browser's cache from being shown."""
FAVICON_URL: Final = "app/static/favicon.svg"


@functools.cache
def tile_name(kind: int, lang: str) -> str:
    """The spoken name: 五万, 5 wan."""
    return text(f"tile-{NAMES[kind]}", lang)


@functools.lru_cache(maxsize=2048)
def tile_html(kind: int, lang: str, *, width: int = 26, mark: str = "") -> str:
    """One face as an image of ``width`` pixels with its name; ``mark`` is a class of the style sheet."""
    name = escape(tile_name(kind, lang))
    return (
        f'<span class="wm-tile {escape(mark)}" style="width:{width}px">'
        f'<img src="{escape(FACES_URL.format(name=NAMES[kind]))}" alt="{name}" title="{name}" '
        f'width="{width}" height="{round(width * 1.4)}"></span>'
    )


def hand_label(position: Position, lang: str) -> str:
    """The hand of ``position`` and its melds as faces for a button's label, which shows the images of its Markdown."""
    groups = (position.hand, *(meld.copies for meld in position.me.melds))
    return " ".join(tiles_label(group, lang) for group in groups if group)


def tiles_label(kinds: Iterable[int], lang: str) -> str:
    """Several faces for a label."""
    return "".join(f"![{tile_name(kind, lang)}]({FACES_URL.format(name=NAMES[kind])})" for kind in kinds)


def tiles_html(kinds: Iterable[int], lang: str, *, width: int = 26) -> str:
    """Several faces in a row."""
    return "".join(tile_html(kind, lang, width=width) for kind in kinds)
