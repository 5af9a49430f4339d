import subprocess
import sys

import pytest
from hypothesis import given

from generator import SolveStatus
from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.portfolio import MOST_PLACES
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.quick import FIRST_LOOK, any_solution
from generator.puzzles.sokoban.search.solver import least_pushes
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.compiled import compiled_twice
from tests.generator.puzzles.sokoban.search.test_portfolio import STORE
from tests.generator.puzzles.sokoban.strategies import levels

PLENTY = 30_000


@given(levels())
def test_the_answer_encloses_the_least_pushes(level):
    room = room_of(level)
    if room is None:
        return
    least, found = least_pushes(room, Search(PLENTY)), any_solution(room, Search(PLENTY))
    assert found.status is least.status
    if found.status is SolveStatus.SOLVED:
        assert found.lower <= least.upper <= found.upper


# All but the larger table that the first look asks for, which is small and seldom.
COMPILED_LATER = """
import sys
from generator import Request, get_family
from tests.generator.puzzles.compiled import kernels_of
family, request = get_family("sokoban"), Request("any")
family.warm_solver(request)
found = kernels_of("generator.puzzles.sokoban.search.")
kernels = [kernel for name, kernel in found.items() if name.rpartition(".")[2] not in ("_home", "move_table")]
warm = [len(kernel.signatures) for kernel in kernels]
print(family.solve(family.parse(sys.argv[1]), 30_000, request).status)
print([kernel.__name__ for kernel, before in zip(kernels, warm) if len(kernel.signatures) > before], sum(warm) > 0)
"""


def test_a_warm_solver_has_nothing_left_to_compile():
    told = subprocess.run([sys.executable, "-c", COMPILED_LATER, STORE], capture_output=True, text=True, check=True)
    assert told.stdout == "solved\n[] True\n"


def test_a_level_too_large_for_its_features_has_the_whole_budget_for_pushes():
    rows = [
        "#" * 32,
        "#@" + " " * 29 + "#",
        f"# {'$' * 28} #",
        *["#" + " " * 30 + "#"] * 27,
        f"# {'.' * 28} #",
        "#" * 32,
    ]
    room = room_of(parse_level("\n".join(rows)))
    assert 4 * len(room.cells) * room.boxes > MOST_PLACES
    answer = any_solution(room, Search(nodes=FIRST_LOOK + 1_000))
    assert answer == least_pushes(room, Search(nodes=FIRST_LOOK + 1_000))
    assert answer.nodes > FIRST_LOOK


@pytest.mark.slow
@pytest.mark.parametrize(("numbers", "nodes"), [(range(1, 10), 60_000), ([89], 1_000_000)])
def test_levels_for_people_are_solved(shared, numbers, nodes):
    entries = parse_file((shared / "levels" / "sokoban" / "xsokoban90.txt").read_text())
    for number in numbers:
        level = parse_level(entries[number - 1].text)
        room = room_of(level)
        answer = any_solution(room, Search(nodes))
        assert answer.status is SolveStatus.SOLVED
        assert replay(level, moves_of(room, answer.pushes)).pushes == answer.upper >= answer.lower


def test_every_kernel_but_the_one_that_widens_numbers_is_compiled_once():
    assert any_solution(room_of(parse_level(STORE)), Search(PLENTY)).status is SolveStatus.SOLVED
    assert compiled_twice("generator.puzzles.sokoban.search.") == []
