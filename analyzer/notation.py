"""写法: tiles and melds as text, in and out (rules §1).

Output is always canonical, ``123m456p789s1234567z``. Input may also be Chinese or mixed, simplified or
traditional, with full-width digits and letters: ``一万 5条 東 红中 發 白板 九筒 ２３４ｍ``. A text that could
mean several things is never guessed at: it raises :class:`BadNotation`, whose sentence names the offending
character, its position (counted from 1) and what would be right.

How many copies of a tile there may be is no question of notation: positions look after that.
"""

from collections.abc import Iterable
from typing import Final

from analyzer.errors import BadNotation, BadSeat
from analyzer.tiles import BAI, BEI, DONG, FA, HONOURS, KINDS, NAMES, NAN, SUITS, XI, ZHONG

__all__ = [
    "LONGEST_TEXT",
    "MELD_KINDS",
    "MeldText",
    "format_melds",
    "format_tile",
    "format_tiles",
    "parse_melds",
    "parse_offer",
    "parse_seat",
    "parse_tile",
    "parse_tiles",
]

LONGEST_TEXT: Final = 400
"""The most characters a text may have; all 136 tiles, each written ``一万``, take 272."""

MELD_KINDS: Final = ("chi", "peng", "chong_gang", "xu_gang", "an_gang")
"""吃, 碰, 冲杠, 蓄杠, 暗杠 (rules §3)."""

MeldText = tuple[str, tuple[int, ...], int | None]
"""A meld as written: one of :data:`MELD_KINDS`, the tiles named, the seat it was claimed from or None."""

# One character for one, so that positions in the folded text are positions in the text as it was typed.
_FOLD: Final[dict[int, int]] = {
    **{0xFF01 + offset: 0x21 + offset for offset in range(0x5E)},
    **{0xFF21 + offset: 0x61 + offset for offset in range(26)},
    **{0x41 + offset: 0x61 + offset for offset in range(26)},
    **{ord(space): ord(" ") for space in "\t\r\n\u00a0\u3000"},
}
_SEPARATORS: Final = frozenset(" ,、·・/;|")

# 伍 is how most sets of tiles print the 5 of 万.
_NUMBERS: Final = {
    **{digit: index + 1 for index, digit in enumerate("123456789")},
    **{digit: index + 1 for index, digit in enumerate("一二三四五六七八九")},
    "伍": 5,
}
_ZEROS: Final = frozenset("0〇零")
_SUITS: Final = {
    letter: suit for suit, letters in enumerate(("m万萬", "p筒饼餅", "s条條索", "z")) for letter in letters
}
_HONOURS: Final = {
    **dict.fromkeys(("东", "東", "东风", "東風", "东風", "東风"), DONG),
    **dict.fromkeys(("南", "南风", "南風"), NAN),
    **dict.fromkeys(("西", "西风", "西風"), XI),
    **dict.fromkeys(("北", "北风", "北風"), BEI),
    **dict.fromkeys(("中", "红中", "紅中"), ZHONG),
    **dict.fromkeys(("发", "發", "发财", "發財", "发財", "發财", "青发", "青發"), FA),
    **dict.fromkeys(("白", "白板", "白皮"), BAI),
}

_MELD_NAMES: Final = {
    **{kind: kind for kind in MELD_KINDS},
    "吃": "chi",
    "碰": "peng",
    **dict.fromkeys(("冲杠", "冲槓", "衝槓", "沖槓"), "chong_gang"),
    **dict.fromkeys(("蓄杠", "蓄槓"), "xu_gang"),
    **dict.fromkeys(("暗杠", "暗槓"), "an_gang"),
}
_KINDS: Final = {name: kind for kind, name in enumerate(NAMES)}
_SEATS: Final = {"0": 0, "1": 1, "2": 2, "3": 3, "东": 0, "東": 0, "南": 1, "西": 2, "北": 3}


def parse_tiles(text: str) -> tuple[int, ...]:
    """The kinds (0–33) that ``text`` names, in the order written; none for a text without tiles.

    Raises :class:`BadNotation` for anything that is not surely tiles, and for a text longer than
    :data:`LONGEST_TEXT`.
    """
    folded = _fold(text)
    kinds: list[int] = []
    number_at = -1  # where the digits start that still wait for their suit
    position = 0
    while position < len(folded):
        character = folded[position]
        if character in _NUMBERS:
            if number_at < 0:
                number_at = position
            position += 1
        elif character in _ZEROS:
            raise _bad("notation-zero", text, position)
        elif character in _SUITS:
            if number_at < 0:
                raise _bad("notation-suit-without-number", text, position)
            kinds += _suited(text, folded, number_at, position)
            number_at = -1
            position += 1
        else:
            name = folded[position : position + 2]
            if name not in _HONOURS:
                name = character
            if name not in _HONOURS and name not in _SEPARATORS:
                raise _bad("notation-unknown-character", text, position)
            if number_at >= 0:
                raise _numbers_without_suit(text, number_at, position)
            if name in _HONOURS:
                kinds.append(_HONOURS[name])
            position += len(name)
    if number_at >= 0:
        raise _numbers_without_suit(text, number_at, len(folded))
    return tuple(kinds)


def parse_tile(text: str) -> int:
    """The kind of the one tile that ``text`` names.

    Raises :class:`BadNotation` as :func:`parse_tiles`, and for any other number of tiles than one.
    """
    if text in _KINDS:  # canonical, as programs write it
        return _KINDS[text]
    kinds = parse_tiles(text)
    if len(kinds) != 1:
        raise BadNotation("notation-not-one-tile", text=_shown(text), count=len(kinds))
    return kinds[0]


def format_tile(kind: int) -> str:
    """Canonical text of one kind, 0–33: ``"5m"``."""
    return NAMES[_checked(kind)]


def format_tiles(tiles: Iterable[int]) -> str:
    """Canonical text of kinds (0–33) in any order: sorted, each suit's digits before its letter."""
    digits = ["", "", "", ""]
    for kind in sorted(tiles):
        digits[_checked(kind) // 9] += str(kind % 9 + 1)
    return "".join(group + letter for group, letter in zip(digits, SUITS, strict=True) if group)


def parse_melds(text: str) -> tuple[MeldText, ...]:
    """副露: the melds of the command line's form ``"chi:123m@3 peng:5p@1 an_gang:9s"``, in the order written.

    Melds stand apart by spaces, commas or semicolons. Kinds may be Chinese, then the colon may be left out
    (``吃123m@北``); the seat after ``@`` is 0–3 or 东南西北. Nothing says yet that such a meld could be made:
    an ``an_gang`` may name no tile, a ``chi`` four, a seat may be missing or one too many.

    Raises :class:`BadNotation`, or :class:`BadSeat` for a seat that doesn't exist.
    """
    folded = _fold(text)
    for mark in ":@":
        folded = mark.join(part.strip(" ") for part in folded.split(mark))
    for separator in ",、;":
        folded = folded.replace(separator, " ")
    return tuple(_parse_meld(written) for written in folded.split(" ") if written)


def format_melds(melds: Iterable[MeldText]) -> str:
    """The text that :func:`parse_melds` reads back as ``melds``, tiles within a meld sorted."""
    return " ".join(
        f"{kind}:{format_tiles(tiles)}" + ("" if source is None else f"@{source}")
        for kind, tiles, source in melds
    )


def parse_offer(text: str) -> tuple[int, int]:
    """The kind and the seat of a tile on offer, written ``5s@3`` or ``五条@北``.

    Raises :class:`BadNotation`, or :class:`BadSeat` for a seat that doesn't exist.
    """
    tile, mark, seat = _fold(text).partition("@")
    if not mark:
        raise BadNotation("notation-offer", text=_shown(text))
    return parse_tile(tile), parse_seat(seat)


def parse_seat(text: str) -> int:
    """The seat 0–3 that ``text`` names, by number or as 东南西北. Raises :class:`BadSeat`."""
    seat = _SEATS.get(text)
    if seat is None:
        seat = _SEATS.get(_fold(text).strip(" "))
    if seat is None:
        raise BadSeat("notation-seat", text=_shown(text))
    return seat


def _fold(text: str) -> str:
    """``text`` with plain, lower-case letters, digits and separators, of the same length."""
    if len(text) > LONGEST_TEXT:
        raise BadNotation("notation-too-long", length=len(text), limit=LONGEST_TEXT)
    return text.translate(_FOLD)


def _suited(text: str, folded: str, start: int, end: int) -> list[int]:
    """The kinds that the numbers ``folded[start:end]`` and the suit behind them name."""
    suit = _SUITS[folded[end]]
    kinds = []
    for position in range(start, end):
        number = _NUMBERS[folded[position]]
        if suit == SUITS.index("z") and number > len(HONOURS):
            raise _bad("notation-honour-number", text, position)
        kinds.append(9 * suit + number - 1)
    return kinds


def _parse_meld(written: str) -> MeldText:
    name, colon, rest = written.partition(":")
    if not colon:
        # A Chinese kind ends by itself; an English one would run into the tiles.
        name = next((name for name in _MELD_NAMES if not name.isascii() and written.startswith(name)), "")
        rest = written.removeprefix(name)
    if name not in _MELD_NAMES:
        raise BadNotation("notation-meld-kind", text=_shown(written))
    kind = _MELD_NAMES[name]
    tiles_text, mark, seat = rest.partition("@")
    tiles = parse_tiles(tiles_text)
    if not tiles and kind != "an_gang":
        raise BadNotation("notation-meld-without-tiles", text=_shown(written))
    return kind, tiles, parse_seat(seat) if mark else None


def _checked(kind: int) -> int:
    if not 0 <= kind < KINDS:
        raise ValueError(f"a tile is an int 0–{KINDS - 1}, not {kind!r}")
    return kind


def _bad(message: str, text: str, position: int) -> BadNotation:
    return BadNotation(message, text=_shown(text), character=_shown(text[position]), position=position + 1)


def _numbers_without_suit(text: str, start: int, end: int) -> BadNotation:
    return BadNotation(
        "notation-number-without-suit",
        text=_shown(text),
        character=_shown(text[start:end]),
        position=start + 1,
    )


def _shown(text: str, longest: int = 40) -> str:
    """``text`` as a sentence can quote it: what can't be printed as its code point, a long text cut off."""
    cut = text[: longest - 1] + "…" if len(text) > longest else text
    return "".join(character if character.isprintable() else f"U+{ord(character):04X}" for character in cut)
