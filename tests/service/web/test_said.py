"""What the program says beside the pages, options, figures, events and refusals, comes out in the page's language."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator import family_names, get_declaration, get_family
from generator.errors import IllegalMoveError, LevelFormatError, PuzzleError
from optimiser.objective import PRESETS
from optimiser.pool import Replacement
from service.asking import options_of
from service.contests.submitting import entrant
from service.errors import RefusedError
from service.web.app import create_app
from service.web.languages import LANGUAGES, catalogue
from service.web.said import said
from service.web.settings import WebSettings
from storage.contests import Part
from storage.models import Origin

ROOT = Path(__file__).parents[3]
CHINESE = "zh_Hans"
NAME = re.compile(r"\{\w+\}")
HAN = re.compile(r"[\u4e00-\u9fff]")
LEVEL = "#####\n#@$.#\n#####"
GRID = "2.\n  "


def is_chinese(text: str) -> bool:
    """Whether no English word is left but names: what stands in quotes, behind two dashes, or of a notation."""
    rest = re.sub(r"'[^']*'|“[^”]*”|--\w+|\b(?:XSB|LURD|XML|JSON|MiB|UTC|Linjat|SokobanLevels|Level|L)\b|<[^>]*>", "", text)
    return bool(HAN.search(text)) and not re.search(r"[A-Za-z]{2,}", rest)


@pytest.fixture(params=[name for name in LANGUAGES if name != "en"])
def known(request: pytest.FixtureRequest) -> dict[str, str]:
    return catalogue(request.param, "program")


def test_every_option_of_every_family_is_explained(known: dict[str, str]) -> None:
    shown = [word for name in family_names() for option in options_of(name) for word in (option.name, option.help)]
    assert [text for text in shown if said(CHINESE, text) == text] == []
    assert known
