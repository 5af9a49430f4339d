"""The commands that single families have."""

import json
from pathlib import Path

import pytest

from generator import family_names, get_declaration, get_family
from service.cli import COMMANDS, family_tools
from tests.service.conftest import Invoke, refused

SOKOBAN = get_family("sokoban")
ROOM = "#######\n#-----#\n#-@$--#\n#-----#\n#-$.-.#\n#-----#\n#######\n"
TOOL_NAMES = [tool.name for tools in family_tools().values() for tool in tools]


@pytest.fixture
def room(folder: Path) -> Path:
    path = folder / "room.xsb"
    path.write_text(f"#####\n#@$.#\n#####\n\n{ROOM}")
    return path


def test_no_tool_hides_another_command() -> None:
    assert len({*TOOL_NAMES, *COMMANDS}) == len(TOOL_NAMES) + len(COMMANDS)


def test_every_declared_tool_is_a_command_that_help_lists(cenote: Invoke) -> None:
    text = cenote("--help").output
    for family in family_names():
        for tool in get_declaration(family).tools:
            assert f"  {tool.name} " in text
            assert tool.help.split()[0] in cenote(tool.name, "--help").output


def test_a_path_is_its_cells_and_its_moves(cenote: Invoke, room: Path) -> None:
    result = cenote("path", room, "--number", "2", "--box", "d3", "--to", "F5")
    assert result.exit_code == 0
    assert result.stdout == "D3-F5: pushes 4, moves 6\nD3 E3 F3 F4 F5\nRRurDD\n"
    result = cenote("path", room, "--number", "2", "--box", "D3", "--to", "F5", "-f", "json")
    assert json.loads(result.stdout) == {
        "box": "D3",
        "to": "F5",
        "pushes": 4,
        "moves": 6,
        "cells": ["D3", "E3", "F3", "F4", "F5"],
        "lurd": "RRurDD",
    }


@pytest.mark.parametrize(
    ("box", "to", "told"),
    [
        ("C3", "F5", "there is no box on C3; the boxes are on D3, C5"),
        ("D3", "D3", "the box is on D3 already"),
        (
            "D3",
            "C5",
            "the box on D3 cannot be pushed to C5 while the others stay where they are; it can be pushed to B2, C2",
        ),
        ("D3", "H3", "--to H3 is outside this level, whose cells are A1 to G7"),
        ("D3", "A1", "cannot be pushed to A1"),
        ("3D", "A1", "--box '3D' is not a cell; write its column in letters and its row in digits, such as C5"),
    ],
)
def test_a_path_that_is_not_there_is_refused_with_what_there_is(
    cenote: Invoke, room: Path, box: str, to: str, told: str
) -> None:
    message = refused(cenote("path", room, "--number", "2", "--box", box, "--to", to))
    assert told in message
    assert len(message) < 400


def test_a_box_that_cannot_be_pushed_at_all(cenote: Invoke, folder: Path) -> None:
    (folder / "stuck.xsb").write_text("######\n#$@-.#\n######\n")
    assert "it cannot be pushed at all" in refused(cenote("path", "stuck.xsb", "--box", "B2", "--to", "E2"))


def test_a_tool_needs_its_options_and_its_level(cenote: Invoke, room: Path) -> None:
    assert "'--to'" in refused(cenote("path", room, "--box", "D3"))
    assert "so there is no --number 3" in refused(cenote("path", room, "--number", "3", "--box", "D3", "--to", "F5"))
    assert "nothing.xsb: No such file" in refused(cenote("path", "nothing.xsb", "--box", "D3", "--to", "F5"))


@pytest.mark.parametrize("moves", ["uRR", "u2R", " u R\nR "])
def test_a_level_is_reconstructed_from_its_moves(cenote: Invoke, folder: Path, moves: str) -> None:
    board = "######\n#-$-.#\n#@####\n###___\n"
    (folder / "moves.txt").write_text(moves)
    assert cenote("lurd2xsb", moves).stdout == board
    assert cenote("lurd2xsb", "moves.txt").stdout == board
    assert cenote("lurd2xsb", "-", stdin=moves.encode()).stdout == board
    found = json.loads(cenote("lurd2xsb", moves, "-f", "json").stdout)
    assert found == {"level": board.replace("_", "-").strip(), "boxes": 1, "solution": "uRR"}
    (folder / "level.xsb").write_text(board)
    assert cenote("check", "level.xsb", moves).exit_code == 0


@pytest.mark.parametrize(
    ("moves", "told"), [("lurd", "no push"), ("rL", "move 2"), ("RxR", "'x' is not a move"), ("", "no push")]
)
def test_moves_of_no_level_are_refused(cenote: Invoke, moves: str, told: str) -> None:
    assert told in refused(cenote("lurd2xsb", moves))


def test_a_solution_becomes_point_push_and_comes_back(cenote: Invoke, room: Path) -> None:
    moves = "RRurDDlllldR"
    result = cenote("point-push", room, moves, "--number", "2")
    assert result.stdout == "D3-F5, C5-D5\n"
    found = json.loads(cenote("point-push", room, moves, "--number", "2", "-f", "json").stdout)
    assert found == {"pairs": ["D3-F5", "C5-D5"], "solution": moves}
    assert cenote("check", room, result.stdout, "--number", "2").stdout.endswith(f"\n{moves}\n")
    assert "not solved" in refused(cenote("point-push", room, "RR", "--number", "2"))
