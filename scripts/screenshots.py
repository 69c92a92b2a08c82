"""Take the README's pictures from the running app, on both screens and in both themes.

``python scripts/screenshots.py [FOLDER]`` writes PNG files below ``docs/screens`` or FOLDER.
"""

import sys
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from tests.browser import FLAGS, SIZES, find_browser, serve, settle  # noqa: E402

DISCARD = "/"
POINTS = "/?rules=hongzhong&hand=5m2255588p558s&indicator=4m&dealer=1&melds0=peng:8m@3"

PICTURES: tuple[tuple[str, str, str, Literal["light", "dark"]], ...] = (
    ("discard", DISCARD, "desktop", "light"),
    ("discard", DISCARD, "phone", "dark"),
    ("points", POINTS, "phone", "light"),
)
"""A name, the link that opens what is shown, the screen and the theme."""


def ready(page: Page) -> None:
    """Wait until the answer and every tile of the picker are drawn."""
    settle(page)
    page.locator('.wm-run[data-state="done"]').wait_for()
    page.wait_for_function("[...document.images].every(image => image.complete)")
    page.locator(".tray .tile img").last.evaluate("image => image.decode()")


def main(folder: Path) -> None:
    """Write every picture below ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    browser = find_browser()  # looks for Playwright's own too, so not inside it
    with serve() as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=list(FLAGS))
        for name, link, size, scheme in PICTURES:
            context = chromium.new_context(base_url=server.url, color_scheme=scheme, **SIZES[size])
            page = context.new_page()
            page.goto(link)
            ready(page)
            page.screenshot(path=folder / f"{name}-{size}-{scheme}.png")
            context.close()
        chromium.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screens")
