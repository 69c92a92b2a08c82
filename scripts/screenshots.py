"""Take the README's pictures from the running app: both screens, light and dark.

``python scripts/screenshots.py [FOLDER]`` writes PNG files below ``docs/screens`` or FOLDER.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from tests.browser import FLAGS, SIZES, find_browser, serve, settle  # noqa: E402

PICTURES = {
    "discard": "/",
    "points": "/?rules=hongzhong&hand=5m2255588p558s&indicator=4m&dealer=1&melds0=peng:8m@3",
}
"""What is shown: a name and the link that opens it."""


def ready(page: Page) -> None:
    """Wait until the answer and every tile of the picker are drawn."""
    settle(page)
    page.locator(".wm-verdict").wait_for()
    page.wait_for_function("[...document.images].every(image => image.complete)")
    page.locator(".tray .tile img").last.evaluate("image => image.decode()")


def main(folder: Path) -> None:
    """Write every picture below ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    browser = find_browser()  # looks for Playwright's own too, so not inside it
    with serve() as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=list(FLAGS))
        for size, options in SIZES.items():
            for scheme in ("light", "dark"):
                context = chromium.new_context(base_url=server.url, color_scheme=scheme, **options)
                for name, link in PICTURES.items():
                    page = context.new_page()
                    page.goto(link)
                    ready(page)
                    page.screenshot(path=folder / f"{name}-{size}-{scheme}.png")
                    page.close()
                context.close()
        chromium.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screens")
