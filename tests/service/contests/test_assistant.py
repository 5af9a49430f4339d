"""Which levels the assistant takes."""

from service.contests.assistant import Candidate, best, nearest, wanted_rating
from storage.contests import Part

LEVELS = [Candidate(number, "sokoban", f"level {number}", 1000.0 + 10 * number) for number in range(101)]


def test_a_part_is_as_hard_as_it_was_in_former_contests() -> None:
    former = {Part.MAIN: [1700.0, 1900.0, 1710.0]}
    assert wanted_rating(Part.MAIN, former, LEVELS) == 1710


def test_without_former_contests_the_main_level_is_harder_than_the_extra_one() -> None:
    assert wanted_rating(Part.MAIN, {}, LEVELS) == 1750
    assert wanted_rating(Part.EXTRA, {}, LEVELS) == 1500


def test_those_nearest_in_difficulty_are_weighed() -> None:
    first, *further = nearest(LEVELS, 1500)
    assert first[0].rating == 1500
    assert {candidate.rating for candidate in first} == {1440.0 + 10 * number for number in range(12)}
    assert [len(batch) for batch in further] == [12] * 4


def test_a_level_like_a_former_one_is_passed_over_for_one_that_is_as_good() -> None:
    likenesses = {LEVELS[50]: 0.95, LEVELS[51]: 0.30, LEVELS[90]: 0.10}
    assert best(Part.MAIN, 1500, likenesses).candidate is LEVELS[51]


def test_a_near_duplicate_is_taken_only_where_nothing_else_is_left() -> None:
    likenesses = {LEVELS[50]: 0.94, LEVELS[51]: 0.93, LEVELS[100]: 0.86}
    chosen = best(Part.MAIN, 1500, likenesses, {LEVELS[50], LEVELS[51]})
    assert (chosen.candidate, chosen.is_alike) == (LEVELS[100], False)
    left = best(Part.MAIN, 1500, {LEVELS[50]: 0.94}, {LEVELS[50]})
    assert (left.candidate, left.is_alike) == (LEVELS[50], True)


def test_without_anything_to_compare_with_difficulty_decides() -> None:
    proposal = best(Part.MAIN, 1500, {LEVELS[49]: None, LEVELS[50]: None})
    assert (proposal.candidate, proposal.likeness) == (LEVELS[50], None)
