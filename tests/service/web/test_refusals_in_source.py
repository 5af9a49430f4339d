"""Every refusal that stands in the source has its translation, so that none is forgotten where a new one is written."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from service.web.languages import LANGUAGES, program

ROOT = Path(__file__).parents[3]
PARTS = ("generator", "optimiser", "storage", "service")
ELSEWHERE = re.compile(r"service/cli/|_template/|generator/testing\.py")
"""What no page ever shows."""
SAYING = re.compile(r"\w*(Error|HTTPException|EventRecord|unsupported)")
"""What is called with a message."""

Assigned = Mapping[str, ast.expr]


def pattern_of(said: ast.expr, assigned: Assigned) -> str:
    """What a string of the source may come out as, as a regular expression."""
    match said:
        case ast.Constant(str(text)):
            return re.escape(text)
        case ast.JoinedStr(pieces):
            return "".join(pattern_of(piece, assigned) for piece in pieces)
        case ast.FormattedValue(ast.Name() | ast.IfExp() as value):
            return f"(?:{pattern_of(value, assigned)}|.+)"
        case ast.BinOp(left, ast.Add(), right):
            return pattern_of(left, assigned) + pattern_of(right, assigned)
        case ast.IfExp(_, one, other):
            return f"(?:{pattern_of(one, assigned)}|{pattern_of(other, assigned)})"
        case ast.Name(name) if name in assigned:
            return pattern_of(assigned[name], {})
        case _:
            return ".+"


def messages_of(file: Path) -> Iterator[str]:
    """The messages of a file as regular expressions."""
    for part in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        assigned = {
            target.id: node.value
            for node in ast.walk(part)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(part):
            if isinstance(node, ast.Call) and SAYING.fullmatch(ast.unparse(node.func)):
                said = (pattern_of(argument, assigned) for argument in node.args)
                yield from (pattern for pattern in said if re.search(r"\\ .*\\ ", pattern))


def refusals() -> set[str]:
    files = (file for part in PARTS for file in (ROOT / part).rglob("*.py"))
    return {text for file in files if not ELSEWHERE.search(file.as_posix()) for text in messages_of(file)}


def test_refusals_are_found_in_the_source() -> None:
    assert len(refusals()) > 150


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_every_refusal_of_the_source_is_translated(language: str) -> None:
    known = program(language)
    assert [text for text in sorted(refusals()) if not any(re.fullmatch(text, message) for message in known)] == []
