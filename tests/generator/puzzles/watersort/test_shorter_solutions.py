"""Known solutions are made shorter: by the solver, and beyond it window by window."""

from collections import deque

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import IllegalMoveError
from generator.puzzles.watersort.files import parse_file
from generator.puzzles.watersort.level import Level, parse_level
from generator.puzzles.watersort.position_kernels import bound
from generator.puzzles.watersort.pours import format_moves, moves_in, played, positions
from generator.puzzles.watersort.search import Ending, kernel_rules, moves_of, packed, searched
from generator.puzzles.watersort.search_kernels import Order, Target
from generator.puzzles.watersort.shorter_solutions import WindowSearch, between, shortened, shorter_ways
from generator.puzzles.watersort.solver import solve
from generator.values import Request
from tests.generator.puzzles.watersort.published import Article
from tests.generator.puzzles.watersort.strategies import knowns, random_level

PLENTY = 100_000
MEGABYTES = 2048
LARGE = random_level(22, 5, 3, seed=4)


def words(level, ways):
    return np.array([packed(tubes, level.capacity) for tubes in ways])


def searching(level, nodes=PLENTY, is_over=lambda: False):
    return WindowSearch(kernel_rules(level), nodes, MEGABYTES, is_over)


def distances(reached, start):
    """How many pours lead from a position to each that is reached from it."""
    found, queue = {start: 0}, deque([start])
    while queue:
        position = queue.popleft()
        for other in reached[position] - found.keys():
            found[other] = found[position] + 1
            queue.append(other)
    return found


@st.composite
def wandering(draw):
    """A level that can be solved, and a way to its end that wanders first."""
    known = draw(knowns().filter(lambda one: one.least))
    way = [tuple(sorted(known.level.tubes))]
    for _ in range(draw(st.integers(0, 8))):
        following = sorted(other for other in known.reached[way[-1]] if known.remaining.get(other))
        if following:
            way.append(draw(st.sampled_from(following)))
    while known.remaining[way[-1]]:
        way.append(min(known.reached[way[-1]], key=lambda other: known.remaining.get(other, 1 << 30)))
    return known, way


@settings(max_examples=60)
@given(st.data())
def test_the_least_pours_from_a_position_to_another_one_are_found(data):
    known = data.draw(knowns().filter(lambda one: one.least))
    start, target = (data.draw(st.sampled_from(sorted(known.remaining))) for _ in range(2))
    rules = kernel_rules(known.level)._replace(completing=0)
    tubes, wanted = (packed(one, known.level.capacity) for one in (start, target))
    *_, found = searched(tubes, rules, Order(PLENTY, 1, 0), MEGABYTES, Target(wanted, int(bound(wanted, rules))))
    least = distances(known.reached, start).get(target)
    assert (None if found.way is None else len(found.way) - 1) == least
    if found.way is not None:
        assert found.way[-1].tolist() == wanted.tolist()


@settings(max_examples=60)
@given(wandering())
def test_a_window_gives_the_shortest_way_if_there_is_a_shorter_one(found):
    known, way = found
    for begin in range(0, len(way) - 1, 3):
        window = way[begin : begin + 5]
        is_end = begin + 5 >= len(way)
        goals = [one for one in known.remaining if known.remaining[one] == 0] if is_end else [window[-1]]
        near = distances(known.reached, window[0])
        least = min(near[goal] for goal in goals if goal in near)
        ending, shorter = between(words(known.level, window), is_end, searching(known.level))
        assert ending is (Ending.SOLVED if least < len(window) - 1 else Ending.UNSOLVABLE)
        assert (len(window) if shorter is None else len(shorter)) - 1 == least


@settings(max_examples=60)
@given(wandering(), st.integers(1, 4))
def test_windows_that_grow_end_with_the_least_pours(found, shortest):
    known, way = found
    lengths = [len(way) - 1]
    for shorter in shorter_ways(words(known.level, way), searching(known.level), shortest):
        moves = moves_of(known.level, shorter)
        assert played(known.level, format_moves(moves))[0] == moves
        lengths.append(len(moves))
    assert lengths == sorted(set(lengths), reverse=True)
    assert lengths[-1] == known.least


def test_a_level_beyond_the_solver_is_solved_in_fewer_pours():
    nodes = 3000
    known = solve(LARGE, 400_000, Request("any")).moves
    assert solve(LARGE, nodes).upper_bound in (None, len(known.split()))
    found = [len(played(LARGE, moves)[0]) for moves in shortened(LARGE, known, nodes, Request())]
    assert found == sorted(set(found), reverse=True)
    assert found[-1] < len(known.split())


def test_nothing_is_searched_when_the_time_is_over():
    known = solve(LARGE, 400_000, Request("any")).moves
    times = iter(range(0, 1000, 10))
    assert [*shortened(LARGE, known, 100, Request(seconds=10), clock=lambda: next(times))] == []
    assert [*shortened(LARGE, known, 100, Request(stopped=lambda: True))] == []


def test_where_no_window_can_be_settled_there_is_no_longer_one():
    known = solve(LARGE, 400_000, Request("any")).moves
    tubes = [*positions(LARGE, played(LARGE, known)[0])]
    asked = []
    search = searching(LARGE, nodes=0, is_over=lambda: bool(asked.append(1)))
    assert [*shorter_ways(words(LARGE, tubes), search, 32)] == []
    one_round, windows = 1, 6
    assert len(asked) == one_round + 2 * windows


def test_the_article_printed_a_longer_solution_than_needed(shared):
    article = Article(shared)
    (entry,) = parse_file(f"LOOSE\n{article.numbers('14')}")
    level = parse_level(entry.text)
    (shorter,) = shortened(level, article.solution, 1_000_000, Request())
    assert [len(played(level, moves)[0]) for moves in (article.solution, shorter)] == [46, 39]
    assert [*shortened(level, shorter, 1_000_000, Request())] == []


def test_windows_alone_take_the_articles_solution_nearly_to_the_least(shared):
    article = Article(shared)
    (entry,) = parse_file(f"LOOSE\n{article.numbers('14')}")
    level = parse_level(entry.text)
    *_, last = shortened(level, article.solution, 200, Request())
    assert len(played(level, last)[0]) <= 41


def test_pours_that_change_nothing_are_left_out():
    level = Level(("ab", "ab", "", ""), 2)
    way = played(level, "AC BC AD DA AB")[0]
    tubes = [*positions(level, way)]
    assert [len(shorter) - 1 for shorter in shorter_ways(words(level, tubes), searching(level, nodes=1))] == [3]


def test_what_is_no_solution_is_refused_at_once():
    level = random_level(4, 4, 2)
    with pytest.raises(IllegalMoveError):
        shortened(level, format_moves([next(moves_in(level, level.tubes))]), PLENTY, Request())
