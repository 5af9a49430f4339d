"""What the processes of the service do with texts of visitors beside judging: lists of levels, and how games stand."""

import json

from generator import family_names, get_declaration
from generator.messages import Message
from service.web.sandbox import worker
from tests.fuzz.target import PART, parts, text_target
from tests.generator.puzzles.sokoban.notation.fragments import BOARD, FRAGMENTS, OTHER

MOST_LEVELS = 200
MOST_NODES = 300

_EXAMPLES = tuple(get_declaration(name).example for name in family_names())
_TEXTS = (PART, *family_names(), *(example.text for example in _EXAMPLES), *FRAGMENTS, "\n\n", "Title: a", "|", "1 2 3")
_GAMES = (
    *(PART, *family_names(), *(example.text for example in _EXAMPLES), *(example.solution for example in _EXAMPLES)),
    *(BOARD, OTHER, "rR", "lL", "UU", "9(rl)", "AB", "BA", "A1-B1 ", "C1-C3", "\u0661", "\ud800", "9" * 9),
)


def _list(text: str) -> None:
    """Each level of a text is described, or a reason says why it is none."""
    family, text = parts(text, 2)
    name, found = worker.listing(family if family in family_names() else "", text, MOST_LEVELS)
    assert name in family_names()
    for one in json.loads(json.dumps(found)):
        assert isinstance(one[0], dict) or str(Message.from_json(one))


def _examine(text: str) -> None:
    """A level of a text is refused with a reason, or is a record that can be stored."""
    family, text = parts(text, 2)
    name, found = worker.listing(family if family in family_names() else "", text, 1)
    for one in found:
        if isinstance(one[0], dict):
            said = worker.examination(name, one[0], MOST_NODES)
            assert any(said.values())
            json.dumps(said, allow_nan=False)


def _guide(text: str) -> None:
    """However a game stands, what is said of it can be sent and read again."""
    family, level, moves, known = parts(text, 4)
    said = worker.guidance(family if family in family_names() else "sokoban", level, moves, known, [])
    assert worker.guidance_of(json.loads(json.dumps(said))).since == said["since"]


_LISTS = [f"{name}{PART}{get_declaration(name).example.text}" for name in family_names()]
_STARTED = [
    f"{name}{PART}{example.text}{PART}{PART}{example.solution}"
    for name, example in zip(family_names(), _EXAMPLES, strict=True)
]

TARGETS = (
    text_target("sandbox-listings", _list, _TEXTS, [*_LISTS, f"{PART}{_EXAMPLES[0].text}"], mutations=6),
    text_target("sandbox-examinations", _examine, _TEXTS, _LISTS, mutations=2),
    text_target("sandbox-guidances", _guide, _GAMES, _STARTED, longest=400, mutations=2),
)
