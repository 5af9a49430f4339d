"""The languages of the pages: ordinary gettext catalogues, compiled when the service starts."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale, negotiate_locale
from babel.dates import format_datetime
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from fastapi import Request

from generator import family_names
from generator.messages import Message
from generator.registry import folder_of
from generator.values import Metric

LANGUAGES = {"en": "English", "zh_Hans": "简体中文"}
"""Every language by its name in itself; the first is that of the source."""
COOKIE = "language"
_UNSPACED = {"zh_Hans"}
"""Languages whose full stop brings its own space."""
TIME, TIME_FORMAT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"), "%Y-%m-%d %H:%M UTC"
"""How messages write a time, see `service.figures.utc`."""
ON_PAGES = {
    "there is no level {id}; cenote best lists levels": "there is no level {id}; look for levels in the gallery",
    "there is no level {name!r}; cenote best lists levels": (
        "there is no level {name!r}; look for levels in the gallery"
    ),
    "there is no session {id}; cenote sessions lists them": "there is no session {id}; the page of sessions lists them",
    "there is no session {name!r}; cenote sessions lists them": (
        "there is no session {name!r}; the page of sessions lists them"
    ),
    "there is no contest {id}; cenote contest list shows them": (
        "there is no contest {id}; the page of contests lists them"
    ),
    "there is no search {name!r}; cenote curate search list shows them": (
        "there is no search {name!r}; the gallery lists them"
    ),
}
"""What pages say instead of naming a command."""

_FOLDER = Path(__file__).parent / "translations"
_SPOKEN = {"zh": "zh_Hans", "zh_CN": "zh_Hans", "zh_SG": "zh_Hans", "zh_Hans_CN": "zh_Hans"}
_BY_TAG = {tag.lower(): language for tag, language in ({name: name for name in LANGUAGES} | _SPOKEN).items()}


@cache
def translations(language: str) -> NullTranslations:
    """The messages of the templates in a language."""
    compiled = BytesIO()
    write_mo(compiled, _read(language, "messages"))
    compiled.seek(0)
    return Translations(compiled)


@cache
def catalogue(language: str, domain: str) -> dict[str, str]:
    """The messages of a domain that have one form, by their English text."""
    return _single_forms(_read(language, domain))


@cache
def program(language: str) -> dict[str, str]:
    """What the program says beside the pages, by its English text; every family brings what it says itself."""
    said = catalogue(language, "program")
    for name in family_names():
        file = folder_of(name) / "translations" / f"{language}.po"
        if file.is_file():
            said = said | _single_forms(_parsed(file, language))
    return said


def translated(language: str, message: Message | str, reworded: Callable[[str], str] = str) -> str:
    """What the program says, in a language and in the words of pages; English where nobody has translated it.

    Every template is `reworded` in that language, before its values stand in it.
    """
    found = message if isinstance(message, Message) else Message(message)
    locale = locale_of(language)
    shown = Message(found.template, **{name: _in_locale(value, locale) for name, value in found.values.items()})

    def translate(template: str) -> str:
        said = ON_PAGES.get(template, template)
        return reworded(program(language).get(said, said))

    return shown.translated(translate)


def counted_unit(language: str, metric: Metric, count: int) -> str:
    """The unit of a metric as it stands after a number; languages without a plural have the single form alone."""
    return translated(language, metric.single if metric.single and _is_single(language, count) else metric.unit)


def counted_name(language: str, metrics: Mapping[str, Metric], name: str, count: int) -> str:
    """What was counted of an answer as it stands after a number; it is named as the unit of some metric is."""
    units = (metric for metric in (metrics.get(name), *metrics.values()) if metric and metric.unit == name)
    metric = next((unit for unit in units if unit.single), None)
    return counted_unit(language, metric, count) if metric else translated(language, name.replace("_", " "))


def _is_single(language: str, count: int) -> bool:
    forms = locale_of(language).plural_form
    return not forms.tags or forms(count) == "one"


def _in_locale(value: Any, locale: Locale) -> Any:
    """A value of a message, whose time is written as everywhere on the pages."""
    if not isinstance(value, str) or not TIME.fullmatch(value):
        return value
    time = datetime.strptime(value, TIME_FORMAT).replace(tzinfo=UTC)
    return f"{format_datetime(time, locale=locale)} UTC"


def _read(language: str, domain: str) -> Catalog:
    """The catalogue of a domain; that of the language of the source is empty."""
    if language == next(iter(LANGUAGES)):
        return Catalog(language)
    return _parsed(_FOLDER / language / "LC_MESSAGES" / f"{domain}.po", language)


def _parsed(file: Path, language: str) -> Catalog:
    with file.open("rb") as source:
        return read_po(source, language)


def _single_forms(found: Catalog) -> dict[str, str]:
    pairs = ((message.id, message.string) for message in found)
    return {text: said for text, said in pairs if isinstance(text, str) and isinstance(said, str) and text and said}


def language_of(request: Request) -> str:
    """The language that a visitor has chosen, else the best of those that his browser asks for."""
    chosen = request.cookies.get(COOKIE)
    return chosen if chosen in LANGUAGES else _best_of(request.headers.get("accept-language", ""))


@lru_cache(maxsize=256)
def _best_of(accept_language: str) -> str:
    accepted = [part.partition(";")[0].strip() for part in accept_language.split(",")]
    found = negotiate_locale([tag.replace("-", "_") for tag in accepted], [*_BY_TAG], sep="_")
    # what is found is spelt as the browser spells it, which may be EN
    return _BY_TAG.get((found or "en").lower(), "en")


def tag(language: str) -> str:
    """A language as HTML names it."""
    return language.replace("_", "-")


def sentence_gap(language: str) -> str:
    """What stands between two sentences."""
    return "" if language in _UNSPACED else " "


@cache
def locale_of(language: str) -> Locale:
    """How numbers and times are written in a language."""
    return Locale.parse(language)
