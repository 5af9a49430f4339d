"""The languages of the pages: ordinary gettext catalogues, compiled when the service starts."""

from functools import cache
from io import BytesIO
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from fastapi import Request

LANGUAGES = {"en": "English", "zh_Hans": "简体中文"}
"""Every language by its name in itself; the first is that of the source."""
COOKIE = "language"

_FOLDER = Path(__file__).parent / "translations"
_SPOKEN = {"zh": "zh_Hans", "zh_CN": "zh_Hans", "zh_SG": "zh_Hans", "zh_Hans_CN": "zh_Hans"}


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
    found = ((message.id, message.string) for message in _read(language, domain))
    return {text: said for text, said in found if isinstance(text, str) and isinstance(said, str) and text and said}


def _read(language: str, domain: str) -> Catalog:
    """The catalogue of a domain; that of the language of the source is empty."""
    file = _FOLDER / language / "LC_MESSAGES" / f"{domain}.po"
    if language == next(iter(LANGUAGES)):
        return Catalog(language)
    with file.open("rb") as source:
        return read_po(source, language)


def language_of(request: Request) -> str:
    """The language that a visitor has chosen, else the best of those that his browser asks for."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    accepted = [part.partition(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")]
    found = negotiate_locale([tag.replace("-", "_") for tag in accepted], [*LANGUAGES, *_SPOKEN], sep="_")
    return _SPOKEN.get(found or "", found or "en")


def tag(language: str) -> str:
    """A language as HTML names it."""
    return language.replace("_", "-")


def locale_of(language: str) -> Locale:
    """How numbers and times are written in a language."""
    return Locale.parse(language)
