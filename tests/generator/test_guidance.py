"""Which move has lost a game is found by halving."""

from hypothesis import given
from hypothesis import strategies as st

from generator.guidance import LOST, UNKNOWN, Effort, Outlook, View, guided

OPEN = View(Outlook.OPEN, 3)


@given(st.integers(0, 60), st.data())
def test_the_losing_move_is_the_first_after_which_nothing_helps(moves: int, data: st.DataObject) -> None:
    lost = data.draw(st.integers(0, moves))
    found = guided(moves, lambda number, _nodes, _seconds: LOST if number >= lost else OPEN, Effort())
    assert (found.view, found.since) == (LOST, lost)
    assert found.certain == (lost > 0) or lost == 0


@given(st.integers(1, 60), st.data())
def test_what_is_not_known_is_not_called_lost(moves: int, data: st.DataObject) -> None:
    lost = data.draw(st.integers(1, moves))
    kept = data.draw(st.integers(0, lost - 1))
    views = [OPEN] * (kept + 1) + [UNKNOWN] * (lost - kept - 1) + [LOST] * (moves - lost + 1)
    found = guided(moves, lambda number, _nodes, _seconds: views[number], Effort())
    assert found.since == lost
    assert found.certain == (kept == lost - 1)


def test_a_game_that_is_not_lost_is_looked_at_once() -> None:
    looks: list[int] = []

    def look(number: int, _nodes: int, _seconds: float) -> View:
        looks.append(number)
        return UNKNOWN

    assert guided(9, look).view is UNKNOWN
    assert looks == [9]


def test_when_the_time_is_over_the_losing_move_is_only_bounded() -> None:
    times = iter([0.0, 0.1, 0.2, 5.0])
    found = guided(8, lambda number, _nodes, _seconds: LOST, Effort(seconds=1.0), lambda: next(times))
    assert (found.since, found.certain) == (1, False)
