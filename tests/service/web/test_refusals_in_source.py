"""Every message that stands in the source has its translation, so that none is forgotten where a new one is written."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from service.web.languages import LANGUAGES, program

ROOT = Path(__file__).parents[3]
PARTS = ("generator", "optimiser", "storage", "service")
ELSEWHERE = re.compile(r"service/cli/|_template/|generator/testing/")
"""What no page ever shows."""
SAYING = re.compile(r"\w*(Error|HTTPException|Message|unsupported|_report)")
"""What is called with a template, or with a message."""
FOREIGN = re.compile(r"click\.\w+|(FileNotFound|IsADirectory|Value|Type|Key|Assertion|Command|OS)Error")

Known = Mapping[str, ast.expr]


def assigned(body: list[ast.stmt]) -> Known:
    """What names stand for that are given a value in a body."""
    return {
        target.id: node.value
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def templates_of(said: ast.expr, known: Known) -> Iterator[str]:
    """The templates that an argument may be; messages and texts from elsewhere are none."""
    match said:
        case ast.Constant(str(text)):
            yield text
        case ast.IfExp(_, one, other):
            yield from templates_of(one, known)
            yield from templates_of(other, known)
        case ast.Name(name) if name in known:
            yield from templates_of(known[name], {})


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


@cache
def assigned_in(file: Path) -> Known:
    """What names stand for anywhere in a file."""
    return assigned(parsed(file).body)


@cache
def calls_of(file: Path) -> Sequence[tuple[ast.Call, Known]]:
    """The calls of a file that are given messages, each with what names stand for there."""
    tree = parsed(file)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and is_saying(ast.unparse(node.func))]
    if not calls:
        return []
    constants = {name: value for name, value in assigned_in(file).items() if name.isupper()}
    known: dict[int, Known] = {}
    saying = {id(call) for call in calls}
    # An inner function comes after the one that it is in.
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            said = {id(node) for node in ast.walk(function)} & saying
            if said:
                names = {**constants, **assigned(function.body)}
                known |= dict.fromkeys(said, names)
    return [(call, known.get(id(call), constants)) for call in calls]


def is_saying(name: str) -> bool:
    return bool(SAYING.fullmatch(name)) and not FOREIGN.fullmatch(name)


def files(*, with_commands: bool) -> Iterator[Path]:
    found = (file for part in PARTS for file in sorted((ROOT / part).rglob("*.py")))
    return (file for file in found if with_commands or not ELSEWHERE.search(file.as_posix()))


@cache
def templates() -> frozenset[str]:
    """Every template of the source that says something."""
    found = {
        template
        for file in files(with_commands=False)
        for call, known in calls_of(file)
        for argument in call.args
        for template in templates_of(argument, known)
    }
    constants = {
        value.value
        for file in files(with_commands=False)
        for value in assigned_in(file).values()
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and names_in(value.value)
    }
    return frozenset(
        template for template in found | constants if re.search(r"[a-z]", re.sub(r"\{.*?\}", "", template))
    )


def names_in(template: str) -> set[str]:
    """The names of the values of a template; none where it is a text without values, which may have any braces."""
    try:
        fields = [name for _, name, _, _ in Formatter().parse(template)]
    except ValueError:
        return set()
    names = {name for name in fields if name is not None}
    return names if all(name.isidentifier() for name in names) else set()


def test_messages_are_found_in_the_source() -> None:
    assert len(templates()) > 250


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_every_message_of_the_source_is_translated(language: str) -> None:
    known = program(language)
    assert [template for template in sorted(templates()) if template not in known] == []


def test_messages_are_not_put_together_where_they_are_said() -> None:
    """What is put together of pieces has no translation, and its values are lost."""
    made = [
        f"{file.relative_to(ROOT)}:{call.lineno}"
        for file in files(with_commands=True)
        for call, _ in calls_of(file)
        if call.args and isinstance(call.args[0], ast.JoinedStr | ast.BinOp)
    ]
    assert made == []
