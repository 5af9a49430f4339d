"""Orimazes of two rows or columns as levels of Sokoban: the fewest pushes are known, and the way back is found."""

from collections.abc import Iterator

import numpy as np
import pytest

from generator import get_family
from generator.errors import LevelFormatError, SettingError
from generator.puzzles.orimaze.level import Level, Position, format_level, parse_level
from generator.puzzles.orimaze.sokoban.conversion import converted, recognised
from generator.puzzles.orimaze.sokoban.player import is_solution
from generator.puzzles.orimaze.tools import run
from generator.values import Request
from tests.oracles import orimaze as oracle

SOKOBAN, ORIMAZE = get_family("sokoban"), get_family("orimaze")
CORNER = "VH\nH."


def arrangements(height: int, width: int, count: int) -> Iterator[Level]:
    """So many unsolved levels of a size, each with the least moves of a random one of its component."""
    rng = np.random.Generator(np.random.PCG64(height * 10 + width))
    starts = list(oracle.all_positions(height, width))
    for number in rng.permutation(len(starts))[:count]:
        others = sorted(oracle.distances(starts[number]).keys() - {starts[number]})
        if others:
            yield Level(Position(starts[number]), Position(others[int(rng.integers(len(others)))]))


def fewest_pushes(text: str) -> tuple[int, int | None]:
    """What the search by pushes, which knows neither orimazes nor slides, proves of a level."""
    found = SOKOBAN.solve(SOKOBAN.parse(text), 3_000_000, Request(without=frozenset({"slides"})))
    return found.lower_bound, found.upper_bound


@pytest.mark.parametrize(("height", "width", "count"), [(2, 2, 32), (2, 3, 60), (3, 2, 60), (2, 4, 12), (4, 2, 12)])
def test_the_fewest_pushes_are_twice_the_moves_and_the_turns_of_gates(height, width, count):
    for level in arrangements(height, width, count):
        found = converted(level)
        assert found.pushes == 2 * (found.moves + found.turns)
        assert fewest_pushes(found.board.text) == (found.pushes, found.pushes)
        accepted = SOKOBAN.check(SOKOBAN.parse(found.board.text), found.solution)
        assert (accepted.moves, accepted.metrics["pushes"]) == (found.solution, found.pushes)


def test_two_rows_and_columns_have_no_gates_so_that_a_move_is_two_pushes():
    for start in oracle.all_positions(2, 2):
        for goal, moves in oracle.distances(start).items():
            found = converted(Level(Position(start), Position(goal)))
            assert found.pushes == 2 * moves
            assert not moves or fewest_pushes(found.board.text) == (found.pushes, found.pushes)


@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 3), (5, 2), (2, 8)])
def test_a_conversion_is_recognised_and_turned_back(height, width):
    rows = tuple("".join("HV"[(row + column) % 2] for column in range(width)) for row in range(height))
    start = (*rows[:-1], rows[-1][:-1] + ".")
    level = Level(Position(start), Position(max(oracle.distances(start).items(), key=lambda found: found[1])[0]))
    text = converted(level).board.text
    assert recognised(text) == level
    assert recognised(text.replace("-", " ")) == level
    (entry,) = ORIMAZE.parse_file(f"{text}\nTitle: A conversion\nSolution: rrDD\n")
    assert (entry.text, entry.title, entry.solution) == (format_level(level), "A conversion", "")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("@", "-", "the player is not in the upper left corner"),
        ("-#\n", "##\n", "its walls are others"),
        ("$", "-", "boxes or goals are elsewhere"),
        ("###\n", "##x\n", "'x' is no letter of a level of Sokoban"),
    ],
)
def test_other_levels_of_sokoban_are_refused(old, new, reason):
    text = converted(parse_level(CORNER)).board.text
    with pytest.raises(LevelFormatError, match=reason):
        recognised(text.replace(old, new, 1))


def test_the_arrangement_of_a_shortest_solution_takes_the_place_of_the_corner():
    answer = run("to-sokoban", [CORNER], {})
    assert (answer.fields["pushes"], answer.fields["moves"], answer.fields["turns"]) == (6, 3, 0)
    (entry,) = SOKOBAN.parse_file(str(answer.text))
    assert entry.text == answer.fields["level"]
    assert entry.comment == "6 pushes at least: 3 moves of the orimaze and 0 turns of gates"
    assert SOKOBAN.replay(SOKOBAN.parse(entry.text), entry.solution) == 6


def test_moves_against_the_rules_are_no_solution():
    found = converted(parse_level(CORNER))
    assert is_solution(found.board, found.solution)
    wrong = found.solution.replace("d", "u", 1), found.solution[:-1], found.solution.lower()
    assert not any(is_solution(found.board, moves) for moves in wrong)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("HHH\nHHH\nHH.", "only orimazes of two rows or two columns .* this one has 3 and 3"),
        ("VH\nV.", "no solution"),
        ("HV\nV.\n--\n.V\nVH", "no solution"),
    ],
)
def test_what_cannot_be_converted_is_refused(text, reason):
    with pytest.raises(SettingError, match=reason):
        converted(parse_level(text))


def test_only_declared_tools_are_run():
    with pytest.raises(SettingError, match="orimaze has no tool 'relay'"):
        run("relay", [CORNER], {})


@pytest.mark.parametrize("solved", ["HV\nH.", "HV\nH.\n--\nHV\nH."])
def test_a_level_that_is_solved_from_the_start_is_not_converted_by_the_tool(solved: str) -> None:
    """A level of Sokoban is not solved before a push, so that 0 pushes would be wrong there."""
    with pytest.raises(SettingError, match="solved from the start"):
        run("to-sokoban", [solved], {})
