"""Pictures of every page in both themes, in both languages, on desktop and phone, to be looked at.

python -m tests.service.web.browser.screenshots FOLDER [NAME...]
"""

import subprocess
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser import chromium
from tests.service.conftest import CENOTE
from tests.service.web.browser.extreme_sample import EMPTY_PAGES, GUEST_PAGES, LONG_PAGES, admit, lengthen
from tests.service.web.browser.playing import game_of
from tests.service.web.browser.sample import PAGES, fill, imported
from tests.service.web.conftest import served

WIDTHS = {"phone": ViewportSize(width=390, height=844), "desktop": ViewportSize(width=1280, height=900)}
THEMES = ("light", "dark")
LANGUAGES = {"en": "en-GB", "zh": "zh-CN"}
DOCUMENTS = {
    "service-home": ("home", "desktop", "light"),
    "service-new": ("session-new", "desktop", "light"),
    "service-session": ("session", "desktop", "light"),
    "service-levels": ("levels", "desktop", "light"),
    "service-level": ("level", "desktop", "light"),
    "service-triage": ("triage", "desktop", "dark"),
    "service-curation": ("curation", "desktop", "light"),
    "service-play": ("player", "phone", "dark"),
    "service-contest": ("contest-closed", "desktop", "light"),
}
"""The pictures of the README and the manual: which page, on what, in which theme."""
COLOURS = 256
"""Colours of a picture; with as many it needs a third of the bytes."""
SESSION = ("run", "--preset", "b4", "--seed", "1", "--evaluations", "300", "--workers", "0")


def main() -> None:
    """Write a picture of each page into a folder."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=[""], help="only pages whose names begin so")
    parser.add_argument(
        "--documents", action="store_true", help="only what the README and the manual show, as much as fits a screen"
    )
    asked = parser.parse_args()
    folder: Path = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made, _pages(Path(made)) as addresses, chromium() as browser:
        if asked.documents:
            for name, (page, size, theme) in DOCUMENTS.items():
                _take(browser, addresses[page], folder / f"{name}.png", size, theme, full_page=False)
        else:
            wanted = [page for page in addresses if page.startswith(tuple(asked.names))]
            for page, size, theme, language in product(wanted, WIDTHS, THEMES, LANGUAGES):
                picture = folder / f"{page}-{size}-{theme}-{language}.png"
                _take(browser, addresses[page], picture, size, theme, LANGUAGES[language])


@contextmanager
def _pages(folder: Path) -> Iterator[dict[str, str]]:
    """The addresses of all pages by their names, of services over new databases."""
    full, empty, long = (f"sqlite:///{folder}/{name}.db" for name in ("levels", "empty", "long"))
    subprocess.run([CENOTE, *SESSION, "--storage", full], check=True, stdout=subprocess.DEVNULL)
    fill(full, folder)
    lengthen(long, folder)
    for url in (full, empty):
        admit(url)
    own = {name: path.format(**imported(full)) for name, path in PAGES.items()}
    with ExitStack() as running:
        services = (
            (own, served(full)),
            (GUEST_PAGES, served(full, "--public")),
            (EMPTY_PAGES, served(empty)),
            (LONG_PAGES, served(long)),
        )
        yield {
            name: f"{address}{path}"
            for paths, service in services
            for address in (running.enter_context(service),)
            for name, path in paths.items()
        }


def _take(
    browser: Browser,
    address: str,
    picture: Path,
    size: str,
    theme: str,
    locale: str = LANGUAGES["en"],
    *,
    full_page: bool = True,
) -> None:
    settings = {"viewport": WIDTHS[size], "locale": locale, "has_touch": size == "phone"}
    with browser.new_context(**settings, color_scheme=theme, reduced_motion="reduce") as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(address)
        _show_all(page)
        page.screenshot(path=picture, full_page=full_page)
    with Image.open(picture) as shown:
        shown.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(picture, optimize=True)


def _show_all(page: Page) -> None:
    """Wait for what a page shows only when one comes to it."""
    if page.locator("#player-stage").count():
        game_of(page)
    page.locator("img[loading=lazy]").evaluate_all("found => found.forEach((one) => { one.loading = 'eager'; })")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 0)")


if __name__ == "__main__":
    main()
