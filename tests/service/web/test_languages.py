"""The catalogues hold every message of the pages and the players, with the same names in braces."""

import ast
import re
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

from service.web.languages import LANGUAGES, program, translations

ROOT = Path(__file__).parents[3]
TRANSLATIONS = ROOT / "service" / "web" / "translations"
NAMES = re.compile(r"%\((\w+)\)s|\{(\w+)(?:!r)?(?::[^}]*)?\}")

COMMAND = re.compile("cenote [a-z ]+")
SENTENCE = re.compile(r"(?:\b[A-Za-z]{2,}\b[ ,.]+){4}")
"""More English words in a row than the names of keys."""


def extracted() -> set[str]:
    with (TRANSLATIONS / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    found: set[str] = set()
    for folder in ("service/web", "generator/puzzles"):
        places = [(pattern.removeprefix(f"{folder}/"), method) for pattern, method in methods]
        chosen = {pattern.removeprefix(f"{folder}/"): value for pattern, value in options.items()}
        for _, _, message, _, _ in extract_from_dir(ROOT / folder, places, chosen):
            found.update(forms(message))
    return found


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """A message, or its singular and plural."""
    return [text or ""] if text is None or isinstance(text, str) else [*text]


def catalogue(language: str, domain: str = "messages") -> Catalog:
    text = (TRANSLATIONS / language / "LC_MESSAGES" / f"{domain}.po").read_bytes()
    return read_po(BytesIO(text), language)


def messages(language: str, domain: str = "messages") -> list[Message]:
    return [message for message in catalogue(language, domain) if message.id]


@pytest.fixture(scope="module", params=[name for name in LANGUAGES if name != "en"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_messages_are_found_in_templates_and_in_scripts() -> None:
    assert {
        "Log in",
        "Skip to the content",
        "Select some levels first",
        "This box cannot be pushed now.",
    } <= extracted()


def test_every_message_is_translated(language: str) -> None:
    translated = {form for message in messages(language) if all(forms(message.string)) for form in forms(message.id)}
    assert sorted(extracted() - translated) == []


def test_no_translation_is_left_over(language: str) -> None:
    assert sorted({form for message in messages(language) for form in forms(message.id)} - extracted()) == []


@pytest.mark.parametrize("domain", ["messages", "program"])
def test_translations_name_what_their_messages_name(language: str, domain: str) -> None:
    for message in messages(language, domain):
        assert name_the_same(*forms(message.id), *forms(message.string)), message.id


def test_no_translation_holds_an_english_sentence(language: str) -> None:
    said = [*program(language).values(), *(form for message in messages(language) for form in forms(message.string))]
    assert [text for text in said if SENTENCE.search(COMMAND.sub("", text))] == []


def test_translations_of_families_name_what_their_messages_name(language: str) -> None:
    assert all(name_the_same(*pair) for pair in program(language).items())


def test_what_only_a_family_says_is_in_its_own_catalogue(language: str) -> None:
    families = {*(ROOT / "generator" / "puzzles").rglob("*.py")}
    others = {file for part in ("generator", "optimiser", "storage", "service") for file in (ROOT / part).rglob("*.py")}
    only = texts(families) - texts(others - families)
    assert [message.id for message in messages(language, "program") if message.id in only] == []


def texts(files: Iterable[Path]) -> set[str]:
    """The texts of sources, as they stand and as pages show names."""
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    found = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return found | {text.replace("_", " ") for text in found}


def name_the_same(first: str, *others: str) -> bool:
    return all(sorted(NAMES.findall(other)) == sorted(NAMES.findall(first)) for other in others)


def test_the_source_needs_no_catalogue() -> None:
    assert translations("en").gettext("Log in") == "Log in"
