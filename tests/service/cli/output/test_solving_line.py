from generator import SearchProgress
from service.cli.output.solving_line import described


def test_a_search_without_a_solution_says_what_is_left_and_the_least_there_can_be() -> None:
    assert described(SearchProgress(1234, 56_789, None)) == "1,234 to go, at least 56,789 in all"


def test_a_search_with_a_solution_says_its_bounds() -> None:
    assert described(SearchProgress(0, 60, 84)) == "solved in 60-84, looking for less"


def test_a_proven_solution_is_one_number() -> None:
    assert described(SearchProgress(0, 60, 60)).startswith("solved in 60,")
