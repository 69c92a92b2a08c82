"""Take pictures of every page from the running app, on both screens and in both themes.

``python scripts/screenshots.py [FOLDER] [PAGE …]`` writes PNG files below ``docs/screens`` or FOLDER, of every page or
of those that are named, with few colours, so that they stay small.
"""

import contextlib
import io
import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any, Final, Literal

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from analyzer.ledger import Entry, Ledger  # noqa: E402
from analyzer.practice import Level, Practice, Sitting, choose  # noqa: E402
from analyzer.progress import DAY, TOPICS  # noqa: E402
from analyzer.rules import preset  # noqa: E402
from analyzer.store import Store, now  # noqa: E402
from pages.ui.practising import Evening, Hints  # noqa: E402
from pages.ui.shell import PAGES  # noqa: E402
from pages.ui.storage import FORM  # noqa: E402
from pages.ui.visitor import COOKIE  # noqa: E402
from tests.browser import FLAGS, SIZES, find_browser, serve, settle  # noqa: E402

THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
COLOURS: Final = 128
"""Of a picture; tiles, felt and charts need no more."""

LINKS: Final = {
    "play": "rules=facai",
    "drills": "drill=waits,tenpai,score:hongzhong:2:12:10:0",
    "tenpai": "rules=hongzhong&hand=23467m567p88s&indicator=1m&melds0=peng:2z@2&gangs0=5z&wall=40",
}
"""What a page is opened with, where its own beginning is not what it shows best."""

TAPS: Final = {"review": ".st-key-example button"}
"""What is tapped on a page that shows nothing of its own before."""

CHARTS: Final = ("progress", "review", "table", "strength")
"""Pages whose first sight has a chart, which comes after all else."""

LEDGER: Final = Ledger(
    ("甲", "乙", "丙", "丁"),
    (
        Entry.won(1, {0: 24, 2: 12, 3: 12}, source=0, hand=("small",)),
        Entry.won(1, {0: 20, 2: 20, 3: 40}, hand=("pengpenghu",)),
        Entry.won(3, {0: 8, 1: 16, 2: 8}, source=1, hand=("small",)),
        Entry.drawn(),
        Entry.won(0, {1: 50, 2: 50, 3: 50}, hand=("qingyise",)),
        Entry.won(2, {0: 16, 1: 8, 3: 8}, source=0, hand=("small",)),
        Entry.won(0, {1: 12, 2: 24, 3: 12}, source=2, hand=("small",)),
    ),
)
"""An evening that has begun: what the browser of the table page has kept."""


def practised() -> Evening:
    """A deal at the practice table in its middle, where another's tile can be claimed."""
    practice = Practice(preset("facai"), 12, dealer=1, seat=2)
    while practice.offer is None or len(practice.acts) < 24:
        position, offer, able = practice.position, practice.offer, practice.choices
        if practice.thinking is not None:
            practice = practice.played_on()
        else:
            practice = practice.act(choose(position, offer, able, level=Level.SHAPE, seed=0))
    return Evening(Sitting(practice), practice.levels, Hints.ALWAYS)


KEPT: Final = {"table": LEDGER.to_json(), "practice": practised().to_json()}
"""What the browser has kept from another visit."""


def history(url: str) -> str:
    """Some weeks of answers, drawn by lot, in the database at ``url``; the token that opens them."""
    chance = random.Random(7)
    with Store(url) as store:
        mine, token = store.new_profile()
        for day in range(24, -1, -1):
            for number in range(chance.choice((0, 4, 6, 8, 8, 10))):
                topic, right = chance.choice(TOPICS), chance.random() < 0.9 - 0.014 * day
                valued = topic in ("discard", "call", "gang")
                store.answered(
                    mine,
                    topic=topic,
                    rules="hongzhong",
                    question=f"{day} {number}",
                    correct=right,
                    seconds=chance.uniform(4, 12 + day / 2),
                    given="",
                    loss=(0.0 if right else chance.uniform(1, 9)) if valued else None,
                    at=now() - day * DAY + number,
                )
    return token


def ready(page: Page) -> None:
    """Wait until the answer, its last figures, every tile and every chart are drawn."""
    settle(page)
    expect(page.locator('.wm-run[data-state="running"]')).to_have_count(0, timeout=60_000)
    settle(page)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=60_000)
    for chart in page.get_by_test_id("stPlotlyChart").all():
        chart.locator(".main-svg").first.wait_for()
    page.wait_for_function("[...document.images].every(image => image.complete)")
    for tile in page.locator(".tray .tile img").all()[-1:]:
        tile.evaluate("image => image.decode()")


def begin(page: Page, name: str) -> None:
    """Go to where a page has most to show."""
    if name == "drills":
        page.locator(".st-key-drills_invited button").click()
        page.locator(".wm-drill").wait_for()


def save(page: Page, path: Path) -> None:
    """Write what the screen shows with few colours."""
    with Image.open(io.BytesIO(page.screenshot(animations="disabled"))) as shot:
        few = shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(path, optimize=True)


def take(
    browser: Browser, url: str, name: str, size: str, scheme: Literal["light", "dark"], token: str, path: Path
) -> None:
    """One picture, of a session of its own."""
    options: dict[str, Any] = SIZES[size]
    context = browser.new_context(base_url=url, color_scheme=scheme, **options)
    for shelf, value in KEPT.items():
        kept = json.dumps({"form": FORM, "revision": 1, "by": "pictures", "value": value})
        context.add_init_script(f"localStorage.setItem('wuhan-mahjong/{shelf}', {json.dumps(kept)})")
    if name == "progress":
        context.add_cookies([{"name": COOKIE, "value": token, "url": url}])
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"/{'' if name == PAGES[0] else name}?{LINKS.get(name, '')}")
    if name in TAPS:
        page.locator(TAPS[name]).click()
    if name in CHARTS:
        page.locator(".main-svg").first.wait_for()
    ready(page)
    begin(page, name)
    ready(page)
    save(page, path)
    context.close()


def main(folder: Path, names: list[str]) -> None:
    """Write every picture below ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    browser = find_browser()  # looks for Playwright's own too, so not inside it
    with tempfile.TemporaryDirectory() as kept, contextlib.ExitStack() as stack:
        database = f"sqlite:///{kept}/history.db"
        token = history(database)
        server = stack.enter_context(serve(ANALYZER_DATABASE=database))
        playwright = stack.enter_context(sync_playwright())
        chromium = playwright.chromium.launch(executable_path=browser, args=list(FLAGS))
        for name in names:
            for size in SIZES:
                for scheme in THEMES:
                    path = folder / f"{name}-{size}-{scheme}.png"
                    take(chromium, server.url, name, size, scheme, token, path)
        chromium.close()


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screens",
        sys.argv[2:] or list(PAGES),
    )
