import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import SolveStatus
from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search import exact_attempt, push_kernels
from generator.puzzles.sokoban.search.bound_kernels import GROUPS
from generator.puzzles.sokoban.search.exact_attempt import ExactAttempt
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import ALL_PRUNINGS, Search
from generator.puzzles.sokoban.search.solver import entered, least_pushes
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.strategies import levels

PLENTY = 30_000


@pytest.fixture
def small_slices():
    """Slices of a few expansions, after which a table may take any work."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_attempt, "SLICE", 3)
        patch.setattr(exact_attempt, "CONFLICT_WORK", 1 << 30)
        yield


def attempt_of(room, both_ends):
    attempt = exact_attempt.exact_attempt(push_kernels.search, entered, room, Search(PLENTY, both_ends))
    assert isinstance(attempt, ExactAttempt)
    return attempt


def end_of(attempt):
    while attempt.status == kernel_constants.RUNNING:
        attempt.advance()
    return attempt.answer()


@pytest.mark.usefixtures("small_slices")
@given(levels(), st.booleans(), st.integers(0, 6), st.sampled_from([0, 2, 8]), st.booleans(), st.booleans())
def test_what_is_known_at_any_time_takes_nothing_from_the_proof(level, both_ends, slices, more, lower, with_conflicts):
    room = room_of(level)
    if room is None or not level.boxes_off_goal:
        return
    least = least_pushes(room, Search(PLENTY))
    if least.upper is None:
        return
    attempt = attempt_of(room, both_ends)
    for _ in range(slices):
        if attempt.status == kernel_constants.RUNNING:
            attempt.advance()
    if attempt.status != kernel_constants.RUNNING:
        return
    if lower:
        attempt.learn_lower(least.upper)
    attempt.learn(least.upper + more)
    if with_conflicts:
        attempt.take_conflicts()
    answer = end_of(attempt)
    assert (answer.status, answer.lower) == (SolveStatus.SOLVED, least.upper)
    if answer.upper is not None:
        assert replay(level, moves_of(room, answer.pushes)).pushes == answer.upper == least.upper
    else:
        assert more == 0


@pytest.mark.usefixtures("small_slices")
@pytest.mark.parametrize(("prunings", "known"), [(ALL_PRUNINGS, True), (ALL_PRUNINGS & ~GROUPS, False)])
def test_conflicts_are_switched_off_with_the_groups(prunings, known):
    room = room_of(parse_level("#######\n#@-$-.#\n#--$-.#\n#######"))
    attempt = exact_attempt.exact_attempt(push_kernels.search, entered, room, Search(PLENTY, prunings=prunings))
    attempt.take_conflicts()
    assert (len(attempt.room.floor.conflicts.more) > 0) is known


@given(levels())
def test_without_anything_known_it_is_the_search_for_the_least_pushes(level):
    room = room_of(level)
    if room is None or not level.boxes_off_goal:
        return
    if exact_attempt.exact_attempt(push_kernels.search, entered, room, Search(PLENTY)) is None:
        assert least_pushes(room, Search(PLENTY)).status is SolveStatus.UNSOLVABLE
    else:
        assert end_of(attempt_of(room, both_ends=False)) == least_pushes(room, Search(PLENTY))
