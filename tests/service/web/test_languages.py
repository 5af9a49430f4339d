"""The catalogues hold every message of the pages and the players, with the same names in braces."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

from service.web.languages import LANGUAGES, translations

ROOT = Path(__file__).parents[3]
TRANSLATIONS = ROOT / "service" / "web" / "translations"
NAMES = re.compile(r"%\((\w+)\)s|\{(\w+)\}")


def extracted() -> set[str]:
    with (TRANSLATIONS / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    found: set[str] = set()
    for folder in ("service/web", "generator/puzzles"):
        places = [(pattern.removeprefix(f"{folder}/"), method) for pattern, method in methods]
        chosen = {pattern.removeprefix(f"{folder}/"): value for pattern, value in options.items()}
        for _, _, message, _, _ in extract_from_dir(ROOT / folder, places, chosen):
            found.update([message] if isinstance(message, str) else message)
    return found


def catalogue(language: str) -> Catalog:
    text = (TRANSLATIONS / language / "LC_MESSAGES" / "messages.po").read_bytes()
    return read_po(BytesIO(text), language)


@pytest.fixture(scope="module", params=[name for name in LANGUAGES if name != "en"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_messages_are_found_in_templates_and_in_scripts() -> None:
    assert {"Log in", "To the content"} <= extracted()


def test_every_message_is_translated(language: str) -> None:
    translated = {message.id for message in catalogue(language) if message.id and message.string}
    assert sorted(extracted() - translated) == []


def test_no_translation_is_left_over(language: str) -> None:
    assert sorted({message.id for message in catalogue(language) if message.id} - extracted()) == []


def test_translations_name_what_their_messages_name(language: str) -> None:
    for message in catalogue(language):
        if message.id:
            assert sorted(NAMES.findall(message.id)) == sorted(NAMES.findall(message.string)), message.id


def test_the_source_needs_no_catalogue() -> None:
    assert translations("en").gettext("Log in") == "Log in"
