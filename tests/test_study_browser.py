"""The study page in a real browser, on a desktop and on a phone: taps in, answers out."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from analyzer import compiler
from analyzer.advice import Option, discards, valued
from analyzer.expectation.playouts import Speed
from analyzer.notation import parse_tile, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position
from analyzer.rules import PRESETS
from analyzer.texts import LANGUAGES, text
from analyzer.tiles import NAMES
from pages.ui.state import EXAMPLE
from pages.ui.worth import WorthPen
from tests.browser import SIZES, SPEED, pick, settle, wide
from tests.pages import first_at, first_on

pytestmark = pytest.mark.browser

DESKTOP = pytest.mark.parametrize("page", ["desktop"], indirect=True)
ZH, EN = LANGUAGES
HAND = "135m567p22445s11z5z"


def key(page: Any, tile: str) -> Any:
    return page.locator(f'.key[data-tile="{tile}"]')


def tiles_of(notation: str) -> list[str]:
    return [NAMES[kind] for kind in parse_tiles(notation)]


def tap(page: Any, notation: str) -> None:
    for tile in tiles_of(notation):
        key(page, tile).click()


def mode(page: Any, name: str) -> None:
    page.locator(f'.modes [data-value="{name}"]').click()


def choose(page: Any, row: str, value: object) -> None:
    page.locator(f'.choices .{row} [data-value="{value}"]').click()


def in_hand(page: Any) -> list[str]:
    """The tiles in the tray, as soon as there is one."""
    page.locator(".tray > *").first.wait_for()
    found = page.locator(".tray .tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.tile)")
    return sorted(found)


def holds(page: Any, tiles: list[str]) -> None:
    """Waits until the tray holds these tiles."""
    expect(page.locator(".tray .tile")).to_have_count(len(tiles))
    assert in_hand(page) == sorted(tiles)


def verdict(page: Any) -> Any:
    return page.locator(".wm-verdict h2")


def best_of(position: Position) -> Option:
    """The action that the page comes to once its run has ended."""
    compiler.warm_up(block=True)
    return valued(position, discards(position).options, speed=Speed(SPEED))[0]


def played_out(page: Any) -> None:
    """Waits until the figures are the last ones."""
    page.locator('.wm-run[data-state="done"]').wait_for()
    settle(page)


def advice(position: Position, lang: str = ZH) -> str:
    return WorthPen(position, lang).deed(best_of(position))


def start_over(page: Any) -> None:
    page.locator(".clear").click()
    expect(page.get_by_text(text("guide-title", ZH))).to_be_visible()


# ------------------------------------------------------------------------------------------- the first sight


def test_the_example_is_analysed_at_first_start_and_english_keeps_the_hand(page: Any) -> None:
    expect(verdict(page)).to_be_visible()
    expect(page.locator(".tray .advised .flag")).to_have_text(WorthPen(EXAMPLE, ZH).action(best_of(EXAMPLE)))
    expect(page.locator(f"html[lang={ZH}]")).to_be_attached()
    assert page.title() == text("app-title", ZH)
    assert wide(page) == []
    if page.viewport_size["width"] < 700:  # the verdict without scrolling, the keys one tap away
        box = verdict(page).bounding_box()
        assert box["y"] + box["height"] < 844
        expect(page.locator(".unfold")).to_be_visible()
        expect(key(page, "1m")).to_be_hidden()
        page.locator(".unfold").click()
        expect(key(page, "1m")).to_be_visible()
        assert key(page, "1m").bounding_box()["width"] >= 34
    before = in_hand(page)
    page.get_by_text(text("language-en", ZH), exact=True).click()
    expect(verdict(page)).to_have_text(re.compile("^[ -~]+$"))
    holds(page, before)
    expect(page.locator('.modes [data-value="hand"]')).to_have_text(text("picker-mode-hand", EN))
    expect(page.locator(f"html[lang={EN}]")).to_be_attached()
    told = text("picker-left", EN, tile=text("tile-8m", EN), n=3)
    expect(key(page, "8m")).to_have_attribute("aria-label", told)


# -------------------------------------------------------------------------------------- tap, laizi, advice


@pytest.mark.parametrize("page", first_on("phone"), indirect=True)
def test_a_hand_is_tapped_in_its_laizi_set_and_the_discard_read(page: Any) -> None:
    start_over(page)
    mode(page, "indicator")
    key(page, "4m").click()
    expect(page.locator("[data-laizi='5m']")).to_be_visible()
    expect(key(page, "5m").locator(".badge")).to_have_text(text("picker-laizi-mark", ZH))
    tap(page, HAND)
    position = Position(hand=parse_tiles(HAND), indicator=parse_tile("4m"))
    expect(verdict(page)).to_have_text(advice(position))
    holds(page, tiles_of(HAND))
    best = best_of(position)
    assert best.tile is not None
    expect(page.locator(".tray .advised")).to_have_attribute("data-tile", NAMES[best.tile])
    expect(page.locator(".told")).to_have_text(advice(position))
    row = page.locator(".wm-option.best")
    expect(row.locator(".sum")).to_contain_text(str(best.accepts_total))


@DESKTOP
def test_tiles_go_in_and_out_by_pointer_and_by_keyboard(page: Any) -> None:
    before = in_hand(page)
    page.locator(".clear").click()
    holds(page, [])
    page.locator(".undo").click()
    holds(page, before)
    expect(verdict(page)).to_be_visible()
    start_over(page)
    for name in NAMES:
        told = text("picker-left", ZH, tile=text(f"tile-{name}", ZH), n=4)
        expect(key(page, name)).to_have_attribute("aria-label", told)
    # counts fall, and a fifth copy is refused
    tap(page, "2222m")
    expect(key(page, "2m").locator(".left")).to_have_text("0")
    expect(key(page, "2m")).to_have_attribute("aria-disabled", "true")
    key(page, "2m").click(force=True)
    expect(page.locator(".say")).to_have_text(text("picker-none-left", ZH, tile=text("tile-2m", ZH)))
    holds(page, ["2m"] * 4)
    page.locator(".tray .tile").first.click()
    expect(key(page, "2m").locator(".left")).to_have_text("1")
    holds(page, ["2m"] * 3)
    # the same by keys
    start_over(page)
    key(page, "1m").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    holds(page, ["1m", "2m", "2p"])
    page.keyboard.type("5s5z")
    holds(page, ["1m", "2m", "2p", "5s", "5z"])
    page.keyboard.press("Backspace")
    holds(page, ["1m", "2m", "2p", "5s"])
    page.keyboard.press("Control+z")
    holds(page, ["1m", "2m", "2p", "5s", "5z"])
    page.locator('.modes [data-value="hand"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('.modes [data-value="indicator"]')).to_have_attribute("aria-checked", "true")
    expect(page.locator('.modes [data-value="indicator"]')).to_be_focused()


@DESKTOP
def test_quick_taps_are_one_run_and_none_is_lost(page: Any) -> None:
    start_over(page)
    settle(page)
    page.evaluate(
        """() => { window.runs = 0
        const app = document.querySelector('[data-testid=stApp]')
        new MutationObserver(() => { if (app.dataset.testScriptState === 'running') window.runs += 1 })
            .observe(app, { attributeFilter: ['data-test-script-state'] }) }"""
    )
    page.evaluate(
        """tiles => {
        const roots = [...document.querySelectorAll('*')].map(e => e.shadowRoot).filter(Boolean)
        const picker = roots.find(root => root.querySelector('.picker'))
        for (const tile of tiles) picker.querySelector(`.key[data-tile="${tile}"]`).click() }""",
        tiles_of("135m567p22445s1z5z"),
    )
    page.wait_for_url(re.compile("hand=135m567p22445s15z"))  # the verdict before may still be there
    settle(page)
    assert page.evaluate("window.runs") == 1
    holds(page, tiles_of("135m567p22445s1z5z"))
    # an answer to older taps never takes back newer ones
    start_over(page)
    tiles = tiles_of("1123456789m1123z")
    for tile in tiles:
        key(page, tile).click()
        page.wait_for_timeout(120 if len(in_hand(page)) % 3 else 300)  # some taps fall into a running script
    expect(verdict(page)).to_be_visible()
    settle(page)
    holds(page, tiles)


# -------------------------------------------------------------------------------------- melds and the table


@pytest.mark.parametrize("page", first_on("phone"), indirect=True)
def test_melds_and_seen_tiles_count(page: Any) -> None:
    start_over(page)
    mode(page, "indicator")
    key(page, "4m").click()
    mode(page, "melds")
    choose(page, "meld", "peng")
    choose(page, "source", 2)
    key(page, "2z").click()
    choose(page, "meld", "chi")
    expect(key(page, "8p")).to_have_attribute("aria-disabled", "true")
    key(page, "1p").click()
    mode(page, "seen")
    tap(page, "3s3s")
    mode(page, "pond")
    choose(page, "owner", 1)
    key(page, "5z").click()
    mode(page, "hand")
    tap(page, "1355m2244s")
    me = Player(melds=(Meld(MeldKind.PENG, parse_tiles("2z"), 2), Meld(MeldKind.CHI, parse_tiles("123p"), 3)))
    position = Position(
        hand=parse_tiles("1355m2244s"),
        indicator=parse_tile("4m"),
        players=(me, Player(gangs=parse_tiles("5z")), Player(), Player()),
        visible=parse_tiles("33s"),
    )
    expect(verdict(page)).to_have_text(advice(position))
    expect(key(page, "3s").locator(".left")).to_have_text("2")
    expect(key(page, "5z").locator(".left")).to_have_text("3")
    page.locator(".row.player0 .meld").first.click()
    expect(page.locator(".row.player0 .meld")).to_have_count(1)
    page.locator(".undo").click()
    expect(page.locator(".row.player0 .meld")).to_have_count(2)


@pytest.mark.audit
@DESKTOP
def test_hidden_gangs_calls_and_reloads(page: Any) -> None:
    # another player's hidden gang is told without its tile
    mode(page, "melds")
    choose(page, "owner", 2)
    choose(page, "meld", "an_gang")
    page.locator(".hidden").click()
    expect(page.locator(".row.player2 .meld img[src*=back]")).to_have_count(4)
    page.wait_for_url(re.compile("melds2=an_gang:"))
    expect(verdict(page)).to_be_visible()
    # a call takes its tiles out of a full hand
    page.goto("/")
    settle(page)
    start_over(page)
    tap(page, "1123m567p22445s1z")
    mode(page, "melds")
    key(page, "2s").click()
    expect(page.locator(".row.player0 .meld")).to_have_count(1)
    holds(page, tiles_of("1123m567p445s1z"))
    expect(verdict(page)).to_be_visible()
    page.wait_for_url(re.compile("melds0=peng:2s"))
    page.reload()
    settle(page)
    expect(page.locator(".row.player0 .meld")).to_have_count(1)
    holds(page, tiles_of("1123m567p445s1z"))


# --------------------------------------------------------------------------------------------------- links


def ranked(page: Any) -> list[list[str]]:
    """The actions of the ranked table with their scores, best first."""
    rows = page.locator(".wm-options").first.locator(".wm-option:not(.head)")
    found: list[list[str]] = rows.evaluate_all(
        "rows => rows.map(each => [each.dataset.action, each.dataset.tile, each.querySelector('.score').textContent])"
    )
    assert len(found) > 1
    return found


@pytest.mark.parametrize("page", first_on("phone"), indirect=True)
def test_the_share_link_shows_the_same_answer_elsewhere(
    page: Any, open_page: Callable[..., Any], request: pytest.FixtureRequest
) -> None:
    start_over(page)
    mode(page, "indicator")
    key(page, "4m").click()
    mode(page, "melds")
    choose(page, "source", 2)
    key(page, "2z").click()
    mode(page, "hand")
    tap(page, "135m567p22445s")
    page.wait_for_url(re.compile("hand=135m567p22445s"))  # the server has had the last tap
    played_out(page)
    page.get_by_role("button", name=text("share", ZH)).click()
    link = page.get_by_test_id("stCode").inner_text().strip()
    here = request.node.callspec.params["page"]
    other = open_page(link, size=next(size for size in SIZES if size != here))
    played_out(other)
    expect(verdict(other)).to_have_text(verdict(page).inner_text())
    holds(other, in_hand(page))
    assert ranked(other) == ranked(page)
    # The address of the page is that link too.
    assert urlsplit(page.url).query == urlsplit(link).query


# ------------------------------------------------------------------------------------------------ mistakes


@pytest.mark.parametrize("page", first_on("phone"), indirect=True)
def test_a_mistake_is_named_and_the_last_good_hand_kept(page: Any) -> None:
    played_out(page)
    before, told = in_hand(page), verdict(page).inner_text()
    box = page.get_by_label(text("picker-write", ZH), exact=True)
    box.fill("135m567p22445k")
    box.press("Enter")
    fault = page.get_by_test_id("stAlert")
    expect(fault).to_contain_text("k")
    holds(page, before)
    expect(verdict(page)).to_have_text(told)
    expect(box).to_have_value("135m567p22445k")
    box.fill("一三五万567p22445s")
    box.press("Enter")
    expect(fault).to_have_count(0)
    holds(page, before)
    expect(box).to_have_value("135m567p22445s")
    # forgotten when the hand is tapped
    box.fill("10m")
    box.press("Enter")
    expect(fault).to_be_visible()
    page.locator(".tray .tile").first.click()
    expect(fault).to_have_count(0)
    expect(box).to_have_value("13m567p22445s")


# ----------------------------------------------------------------------------------------------- dark, play


@DESKTOP
def test_the_advice_is_played_rules_switched_and_text_read_in_both_themes(page: Any) -> None:
    played_out(page)
    ground = "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
    contrast = """() => {
        const parse = c => c.match(/[\\d.]+/g).map(Number)
        const light = c => { const [r, g, b] = parse(c).map(v => v / 255)
            .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            return 0.2126 * r + 0.7152 * g + 0.0722 * b }
        const ground = getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor
        const ink = getComputedStyle(document.querySelector('.wm-verdict h2')).color
        const [a, b] = [light(ground), light(ink)].sort((x, y) => y - x)
        return (a + 0.05) / (b + 0.05) > 7 }"""
    page.wait_for_function(contrast)
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"before => {ground} !== before", arg=light)
    page.wait_for_function(contrast)
    page.get_by_role("button", name=re.compile("接着看")).click()
    expect(verdict(page)).to_have_text(text("verdict-waiting", ZH, distance=best_of(EXAMPLE).distance))
    expect(page.locator(".tray .tile")).to_have_count(10)
    page.locator(".undo").click()
    expect(page.locator(".tray .tile")).to_have_count(11)
    pick(
        page.locator(".st-key-rules_choice").get_by_role("combobox"),
        page.get_by_role("option", name=text("rules-facai", ZH), exact=True),
    )
    expect(key(page, "6z").locator(".badge")).to_have_text(text("picker-gang-mark", ZH))
    assert PRESETS["facai"].gang_honours == parse_tiles("5z6z")


# ------------------------------------------------------------------------------ another's tile, the table, what-if


@pytest.mark.parametrize(("size", "lang"), first_at("phone", (EN, ZH)))
def test_anothers_tile_the_whole_table_and_playing_on(
    open_page: Callable[..., Any], size: str, lang: str
) -> None:
    page = open_page(f"/?hand=3446m5567s99s&indicator=2p&melds0=peng:2z@2&lang={lang}", size=size)
    mode(page, "offer")
    choose(page, "giver", 3)
    key(page, "5s").click()
    expect(page.locator(".tray .offered")).to_have_attribute("data-tile", "5s")
    page.wait_for_url(re.compile("offer=5s@3"))
    played_out(page)
    rows = page.locator(".wm-option[data-action]")
    expect(rows).to_have_count(3)
    expect(page.locator(".tray .offered .flag")).not_to_be_empty()
    expect(page.locator(".wm-compared")).to_contain_text("±")
    # the table: a peng of the player on the right, and what that player discarded
    page.locator(".spread").click()
    place = page.locator(".place1")
    place.locator(".adder").nth(0).click()
    choose(page, "source", 0)
    key(page, "8m").click()
    place.locator(".adder").nth(1).click()
    key(page, "1z").click()
    key(page, "5z").click()
    expect(place.locator(".group")).to_have_count(3)
    expect(key(page, "8m").locator(".left")).to_have_text("1")
    page.wait_for_url(re.compile("melds1=peng:8m@0&gangs1=5z&discards1=1z"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # an action is played by a tap, and taken back
    played_out(page)
    page.locator('.wm-do[data-play^="peng"]').click()
    expect(page.locator(".row.player0 .meld")).to_have_count(2)
    expect(page.locator(".tray .offered")).to_have_count(0)
    page.locator(".st-key-undo").get_by_role("button").first.click()
    expect(page.locator(".tray .offered")).to_have_count(1)
    expect(place.locator(".group")).to_have_count(3)


@DESKTOP
def test_examples_open_and_steps_go_by_keyboard(page: Any) -> None:
    row = page.locator(".st-key-about")
    expect(row.get_by_role("button")).to_have_count(4)
    assert row.bounding_box()["height"] < 50, "the small buttons take more than one line"
    page.get_by_role("button", name=text("another", ZH)).click()
    example = page.get_by_role("button", name=text("example-third-feed", ZH))
    expect(example.locator("img").first).to_have_css("width", "20px")  # as soon as it is loaded
    example.click()
    expect(page.locator(".wm-example")).to_contain_text(text("example-third-feed-line", ZH))
    expect(page.locator(".wm-compared")).to_be_visible()
    expect(page.get_by_role("button", name=text("example-third-feed", ZH))).to_have_count(0)
    settle(page)
    page.locator("body").press("Control+z")
    expect(page.locator(".wm-example")).to_have_count(0)
    expect(page.locator(".tray .tile")).to_have_count(11)
    settle(page)
    page.locator("body").press("Control+Shift+z")
    expect(page.locator(".wm-example")).to_be_visible()
