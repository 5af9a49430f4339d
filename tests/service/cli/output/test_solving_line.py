from itertools import count

from generator import SearchProgress
from service.cli.output.solving_line import Pace, described, described_briefly


def test_a_search_without_a_solution_says_what_is_left_and_the_least_there_can_be() -> None:
    assert described(SearchProgress(56_789, None, remaining=1234)) == "1,234 to go, at least 56,789 in all"


def test_a_search_that_does_not_know_what_is_left_says_the_least_there_can_be() -> None:
    assert described(SearchProgress(56_789, None)) == "at least 56,789"


def test_a_search_with_a_solution_says_its_bounds() -> None:
    assert described(SearchProgress(60, 84)) == "solved in 60-84, looking for less"


def test_a_proven_solution_is_one_number() -> None:
    assert described(SearchProgress(60, 60)).startswith("solved in 60,")


def test_states_a_second_are_told_once_they_are_known() -> None:
    assert described(SearchProgress(60, None), 123_456.7) == "at least 60, 123,000 states/s"


def test_the_pace_is_that_of_the_last_second() -> None:
    pace = Pace(clock=count().__next__)
    assert [pace.after(states) for states in (100, 300, 900)] == [None, 200, 600]


def test_a_search_that_begins_anew_has_no_pace_yet() -> None:
    pace = Pace(clock=count().__next__)
    assert [pace.after(states) for states in (100, 300, 20, 50, None)] == [None, 200, None, 30, None]


def test_a_narrow_terminal_shows_the_bounds_and_the_pace() -> None:
    known, unknown = SearchProgress(179, 191, states=1), SearchProgress(124, None, states=1)
    assert described_briefly(known, 88_123.0) == "179-191, 88,000 states/s"
    assert described_briefly(unknown) == "at least 124"
