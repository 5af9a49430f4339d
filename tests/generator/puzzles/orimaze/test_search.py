"""The solver and the components, beside a search that knows nothing but the rules."""

import subprocess
import sys

import pytest

from generator import Request, SolveStatus
from generator.puzzles.orimaze.level import Level, parse_level
from generator.puzzles.orimaze.limits import MOST_EXPLORED
from generator.puzzles.orimaze.moves import played
from generator.puzzles.orimaze.search import component_of
from generator.puzzles.orimaze.solver import solve
from tests.generator.puzzles.compiled import compiled_twice
from tests.generator.puzzles.orimaze.samples import LONGEST_5X5, positions
from tests.oracles import orimaze as oracle

ASKED = Request()
SHAPES = [(2, 3), (3, 2), (3, 4), (4, 3), (3, 5), (5, 2)]


@pytest.mark.parametrize(("height", "width"), SHAPES)
def test_least_moves_to_the_corner_are_those_of_the_oracle(height, width):
    for position in positions(height, width, 60):
        level = Level(position)
        solution, least = solve(level, 10_000, ASKED), oracle.least_moves(position.rows, oracle.in_corner)
        assert solution.proven
        assert solution.upper_bound == least
        assert least is None or len(played(level, solution.moves)[0]) == least


@pytest.mark.parametrize(("height", "width"), SHAPES)
def test_least_moves_to_an_arrangement_are_those_of_the_oracle(height, width):
    for position in positions(height, width, 20):
        found = oracle.distances(position.rows)
        for rows, least in [*found.items()][::3]:
            level = Level(position, type(position)(rows))
            solution = solve(level, len(found), ASKED)
            assert solution.proven
            assert solution.upper_bound == least == len(played(level, solution.moves)[0])


def test_an_arrangement_that_cannot_be_reached_is_proven_so():
    other_lines = solve(parse_level("VH\nH.\n--\nVH\nV."), 1000, ASKED)
    no_way = solve(parse_level("HV\nV.\n--\nVH\nV."), 1000, ASKED)
    alike = solve(parse_level("H.V\nHVH\nHVH\n---\nHV.\nHVH\nHVH"), 1000, ASKED)
    assert [one.status for one in (other_lines, no_way, alike)] == [SolveStatus.UNSOLVABLE] * 3
    assert "the numbers of H" in str(other_lines.reason)


def test_the_longest_published_level_takes_199_moves():
    level = parse_level(LONGEST_5X5)
    solution = solve(level, 10_000, ASKED)
    assert (solution.lower_bound, solution.upper_bound) == (199, 199)
    component = component_of(level.start, MOST_EXPLORED)
    assert component.distances(component.solved(level)).depth == 199


@pytest.mark.parametrize("budget", [1, 2, 10, 500])
def test_a_spent_budget_leaves_a_bound_and_no_verdict(budget):
    solution = solve(parse_level(LONGEST_5X5), budget, ASKED)
    assert solution.status is SolveStatus.NODE_LIMIT
    assert 1 <= solution.lower_bound < 199
    assert solution.nodes <= budget


@pytest.mark.parametrize(("height", "width"), SHAPES)
def test_components_have_the_positions_distances_and_ways_of_the_oracle(height, width):
    for position in positions(height, width, 20):
        found = oracle.distances(position.rows)
        component = component_of(position, MOST_EXPLORED)
        assert component.complete
        assert {component.position(number).rows for number in range(len(component))} == {*found}
        from_here = component.distances(component.solved(Level(position, position)))
        assert {component.position(n).rows: int(far) for n, far in enumerate(from_here.distance)} == found
        to_corner = component.distances(component.solved(Level(position)))
        if len(to_corner.order):
            assert component.ways(to_corner)[0] == oracle.shortest_ways(position.rows, oracle.in_corner)
            assert to_corner.depth == oracle.deepest(frozenset(found))


@pytest.mark.parametrize(("height", "width"), [(3, 3), (3, 4), (4, 3)])
def test_the_farthest_pair_is_as_far_apart_as_any(height, width):
    for position in positions(height, width, 25):
        component = component_of(position, MOST_EXPLORED)
        one, other = (component.position(number) for number in component.farthest_pair(1000))
        assert oracle.distances(one.rows)[other.rows] == oracle.diameter(frozenset(oracle.distances(position.rows)))


def test_a_component_that_is_too_large_is_told_and_its_first_positions_are_the_nearest():
    start = parse_level(LONGEST_5X5).start
    component = component_of(start, 100)
    assert (len(component), component.complete) == (100, False)
    far = component.distances(component.solved(Level(start, start))).distance
    assert [*far] == sorted(far)


COMPILED_LATER = """
from generator import Request, get_family
from generator.puzzles.orimaze import search_kernels
kernels = [one for one in vars(search_kernels).values() if hasattr(one, "signatures")]
family = get_family("orimaze")
family.warm_solver(Request())
warm = [len(kernel.signatures) for kernel in kernels]
family.solve(family.parse("VVH\\nVHV\\nH.V"), 10_000)
print([kernel.__name__ for kernel, before in zip(kernels, warm) if len(kernel.signatures) > before], sum(warm) > 0)
"""


def test_a_warm_solver_has_nothing_left_to_compile():
    told = subprocess.run([sys.executable, "-c", COMPILED_LATER], capture_output=True, text=True, check=True)
    assert told.stdout == "[] True\n"


def test_every_kernel_is_compiled_once():
    assert solve(parse_level("VVH\nVHV\nH.V"), 10_000, ASKED).proven
    assert compiled_twice("generator.puzzles.orimaze.") == []
