"""Tiles and melds as text, in and out (rules §1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import AnalyzerError, BadNotation, BadSeat
from analyzer.notation import (
    LONGEST_TEXT,
    MELD_KINDS,
    format_melds,
    format_tile,
    format_tiles,
    parse_melds,
    parse_offer,
    parse_seat,
    parse_tile,
    parse_tiles,
)
from analyzer.tiles import KINDS, NAMES

kinds = st.integers(0, KINDS - 1)
seats = st.none() | st.integers(0, 3)
# Much of it nearly tiles: random unicode alone would stop at the first character.
mixed = st.text(
    st.sampled_from(
        "0123456789一二三九万萬筒饼条索mpszMPSZ东東南西北中红发財白板皮 ,、@:：１Ｍ〇\u200b\ud800\n"
    )
)
melds = st.lists(
    st.tuples(
        st.sampled_from(MELD_KINDS), st.lists(kinds, min_size=1, max_size=4).map(sorted).map(tuple), seats
    )
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("123m456p789s1234567z", "123m456p789s1234567z"),
        ("一万 5条 東 红中 發 白板 九筒", "1m9p5s1567z"),
        ("一萬 五條 九餅", "1m9p5s"),
        ("一万 五索 九饼", "1m9p5s"),
        ("123万45条", "123m45s"),
        ("一二三万四五条", "123m45s"),
        ("1二3万", "123m"),
        ("１２３ｍ４５Ｐ", "123m45p"),
        ("123M456P789S12Z", "123m456p789s12z"),
        ("伍萬", "5m"),
        ("东南西北中发白", "1234567z"),
        ("東風 南风 西風 北风", "1234z"),
        ("红中 紅中 中", "555z"),
        ("发财 發財 發财 青发 发", "66666z"),
        ("白 白板 白皮", "777z"),
        ("中发白", "567z"),
        ("北中", "45z"),
        ("1m,2p、3s，4z·5z・6z/7z;1m；1p|2p　3p\t4p\n5p", "11m122345p3s4567z"),
    ],
)
def test_rules_1_input_forms(text: str, canonical: str) -> None:
    assert format_tiles(parse_tiles(text)) == canonical


def test_every_kind_by_its_chinese_names() -> None:
    written = [
        number + suit for suits in ("万", "筒", "条") for suit in suits for number in "一二三四五六七八九"
    ] + list("东南西北中发白")
    assert [parse_tile(name) for name in written] == list(range(KINDS))


def test_tiles_keep_the_order_written() -> None:
    assert parse_tiles("31m白2p") == (2, 0, 33, 10)


def test_honours_are_not_in_riichi_order() -> None:
    """Rules §1: z5–z7 are 中 发 白."""
    assert parse_tiles("567z") == parse_tiles("中发白")


@pytest.mark.parametrize(
    ("text", "message", "character", "position"),
    [
        ("12", "notation-number-without-suit", "12", 1),
        ("5m12", "notation-number-without-suit", "12", 3),
        ("12 3m", "notation-number-without-suit", "12", 1),
        ("12东", "notation-number-without-suit", "12", 1),
        ("5m一二东", "notation-number-without-suit", "一二", 3),
        ("0m", "notation-zero", "0", 1),
        ("1〇m", "notation-zero", "〇", 2),
        ("８ｚ", "notation-honour-number", "８", 1),
        ("12389z", "notation-honour-number", "8", 4),
        ("九z", "notation-honour-number", "九", 1),
        ("m", "notation-suit-without-number", "m", 1),
        ("5mp", "notation-suit-without-number", "p", 3),
        ("东万", "notation-suit-without-number", "万", 2),
        ("1 m", "notation-number-without-suit", "1", 1),
        ("12q", "notation-unknown-character", "q", 3),
        ("红", "notation-unknown-character", "红", 1),
        ("红发", "notation-unknown-character", "红", 1),
        ("中财", "notation-unknown-character", "财", 2),
        ("1m-9m", "notation-unknown-character", "-", 3),
        ("1m\u200b", "notation-unknown-character", "U+200B", 3),
        ("\ud800", "notation-unknown-character", "U+D800", 1),
        ("𝟏m", "notation-unknown-character", "𝟏", 1),
        ("٣m", "notation-unknown-character", "٣", 1),
    ],
)
def test_what_is_not_surely_tiles_is_named(text: str, message: str, character: str, position: int) -> None:
    with pytest.raises(BadNotation) as raised:
        parse_tiles(text)
    assert raised.value.message == message
    assert raised.value.params["character"] == character
    assert raised.value.params["position"] == position


@pytest.mark.parametrize("parse", [parse_tiles, parse_tile, parse_melds, parse_offer, parse_seat])
def test_a_very_long_text_is_refused(parse) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadNotation) as raised:
        parse("1m" * LONGEST_TEXT)
    assert raised.value.params == {"length": 2 * LONGEST_TEXT, "limit": LONGEST_TEXT}


def test_all_tiles_of_the_game_fit() -> None:
    assert len(parse_tiles("一万" * 136)) == 136


def test_errors_quote_a_bounded_part_of_the_text() -> None:
    with pytest.raises(BadNotation) as raised:
        parse_tiles("1m" * 100 + "q")
    assert raised.value.params["position"] == 201
    assert len(str(raised.value.params["text"])) <= 40


@pytest.mark.parametrize("text", ["", "12m", "东南"])
def test_exactly_one_tile(text: str) -> None:
    with pytest.raises(BadNotation) as raised:
        parse_tile(text)
    assert raised.value.message == "notation-not-one-tile"


@pytest.mark.parametrize("kind", [-1, KINDS])
def test_no_text_for_an_int_that_is_no_kind(kind: int) -> None:
    with pytest.raises(ValueError, match=str(kind)):
        format_tile(kind)
    with pytest.raises(ValueError, match=str(kind)):
        format_tiles([kind])


def test_one_tile_in_and_out() -> None:
    assert [parse_tile(format_tile(kind)) for kind in range(KINDS)] == list(range(KINDS))
    assert tuple(format_tile(kind) for kind in range(KINDS)) == NAMES


@given(st.lists(kinds, max_size=136))
def test_parse_after_format_is_the_identity(tiles: list[int]) -> None:
    assert parse_tiles(format_tiles(tiles)) == tuple(sorted(tiles))


@given(mixed)
def test_format_after_parse_is_canonical(text: str) -> None:
    try:
        canonical = format_tiles(parse_tiles(text))
    except BadNotation:
        return
    assert format_tiles(parse_tiles(canonical)) == canonical


@given(st.text(max_size=500) | mixed)
def test_any_text_raises_nothing_but_an_analyzer_error(text: str) -> None:
    quoted: list[object] = []
    for parse in (parse_tiles, parse_tile, parse_melds, parse_offer, parse_seat):
        try:
            parse(text)
        except AnalyzerError as error:
            quoted += error.params.values()
    # What a sentence quotes can be printed and encoded anywhere.
    assert all(str(value).isprintable() for value in quoted)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("chi:123m@3 peng:5p@1 an_gang:9s", "chi:123m@3 peng:5p@1 an_gang:9s"),
        ("xu_gang:1z@2, chong_gang:2z@0; an_gang:", "xu_gang:1z@2 chong_gang:2z@0 an_gang:"),
        ("吃：一二三万＠北，暗杠九条、碰 : 5筒 @ 東", "chi:123m@3 an_gang:9s peng:5p@0"),
        ("冲杠1z@0 蓄杠2z@1 暗杠", "chong_gang:1z@0 xu_gang:2z@1 an_gang:"),
        ("CHI:312M@3", "chi:123m@3"),
        ("衝槓:東@南 蓄槓:南@西 暗槓:西", "chong_gang:1z@1 xu_gang:2z@2 an_gang:3z"),
        ("peng:5p", "peng:5p"),
    ],
)
def test_melds(text: str, canonical: str) -> None:
    assert format_melds(parse_melds(text)) == canonical


def test_melds_as_values() -> None:
    assert parse_melds("chi:312m@3 an_gang:9s") == (("chi", (2, 0, 1), 3), ("an_gang", (26,), None))


@pytest.mark.parametrize(
    ("text", "kind_of_error", "message"),
    [
        ("pong:5p@1", BadNotation, "notation-meld-kind"),
        ("chi:123m@3 5p", BadNotation, "notation-meld-kind"),
        ("peng5p@1", BadNotation, "notation-meld-kind"),
        (":5p", BadNotation, "notation-meld-kind"),
        ("chi:@3", BadNotation, "notation-meld-without-tiles"),
        ("碰", BadNotation, "notation-meld-without-tiles"),
        ("peng:5@1", BadNotation, "notation-number-without-suit"),
        ("chi:123m:@1", BadNotation, "notation-unknown-character"),
        ("peng:5p@", BadSeat, "notation-seat"),
        ("peng:5p@4", BadSeat, "notation-seat"),
        ("peng:5p@1@2", BadSeat, "notation-seat"),
        ("peng:5p@中", BadSeat, "notation-seat"),
    ],
)
def test_melds_that_cannot_be_read(text: str, kind_of_error: type[AnalyzerError], message: str) -> None:
    with pytest.raises(kind_of_error) as raised:
        parse_melds(text)
    assert raised.value.message == message


@given(melds)
def test_melds_in_and_out(written: list[tuple[str, tuple[int, ...], int | None]]) -> None:
    assert parse_melds(format_melds(written[:12])) == tuple(written[:12])


def test_an_offered_tile() -> None:
    assert parse_offer("5s@3") == parse_offer("五条 @ 北") == (22, 3)
    with pytest.raises(BadNotation) as raised:
        parse_offer("5s")
    assert raised.value.message == "notation-offer"


def test_seats() -> None:
    assert [parse_seat(text) for text in "东南西北"] == [parse_seat(text) for text in "0123"] == [0, 1, 2, 3]
