"""The languages of the pages: ordinary gettext catalogues, compiled when the service starts."""

from functools import cache
from io import BytesIO
from pathlib import Path

from babel import Locale, negotiate_locale
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
    """The catalogue of a language."""
    file = _FOLDER / language / "LC_MESSAGES" / "messages.po"
    if not file.is_file():
        return NullTranslations()
    compiled = BytesIO()
    with file.open("rb") as source:
        write_mo(compiled, read_po(source, language))
    compiled.seek(0)
    return Translations(compiled)


@cache
def messages(language: str) -> dict[str, str]:
    """Every message by its English text, for the scripts of the pages."""
    file = _FOLDER / language / "LC_MESSAGES" / "messages.po"
    if not file.is_file():
        return {}
    with file.open("rb") as source:
        return {str(message.id): str(message.string) for message in read_po(source, language) if message.string}


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
