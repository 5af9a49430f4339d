"""What a first visit to each page is like on a slow machine: the largest paint, and shifts of the layout.

The browser has its processor slowed four times and nothing in its cache; a server process answers it over loopback.
Of three visits the middle one counts. Needs the program chromium.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from benchmarks.report import report
from tests.service.conftest import CENOTE
from tests.service.web.browser.sample import PAGES, fill, imported
from tests.service.web.conftest import served

ROUNDS = 3
SLOWED = 4
SIZES = {"phone": ViewportSize(width=390, height=844), "desktop": ViewportSize(width=1280, height=800)}
LEVELS = ("run", "--preset", "b4", "--seed", "1", "--evaluations", "300", "--workers", "0")
SETTLED = 1000
"""Milliseconds after loading in which a larger paint may still come."""
WATCH = """
window.seen = { paint: 0, shift: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.seen.paint = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""


def main() -> None:
    program = shutil.which("chromium")
    if program is None:
        sys.exit("this needs the program chromium")
    with TemporaryDirectory() as folder, _service(Path(folder)) as (address, paths), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        rows = [_row(browser, f"{address}{path}", name, size) for size in SIZES for name, path in sorted(paths.items())]
        browser.close()
    report("paint", f"First visits, processor slowed {SLOWED} times", rows)


@contextmanager
def _service(folder: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a service over a new database, and the paths of its pages."""
    url = f"sqlite:///{folder}/levels.db"
    subprocess.run([CENOTE, *LEVELS, "--storage", url], check=True, stdout=subprocess.DEVNULL)
    fill(url, folder)
    with served(url) as address:
        yield address, {name: path.format(**imported(url)) for name, path in PAGES.items()}


def _row(browser: Browser, address: str, name: str, size: str) -> dict[str, Any]:
    visits = [_visit(browser, address, size) for _ in range(ROUNDS)]
    return {
        "page": name,
        "screen": size,
        "largest paint ms": median(paint for paint, _ in visits),
        "slowest ms": max(paint for paint, _ in visits),
        "layout shift": median(shift for _, shift in visits),
    }


def _visit(browser: Browser, address: str, size: str) -> tuple[float, float]:
    """Milliseconds until the largest paint, and by how much the layout shifted."""
    with browser.new_context(viewport=SIZES[size], has_touch=size == "phone") as context:
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.add_init_script(WATCH)
        page.goto(address)
        page.wait_for_timeout(SETTLED)
        seen = page.evaluate("window.seen")
        return seen["paint"], seen["shift"]


if __name__ == "__main__":
    main()
