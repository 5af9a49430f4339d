"""What a level is taken to be worth before anybody has played it."""

import pytest

from service.ratings.prior import prior


def test_a_level_that_half_of_the_players_are_expected_to_solve_is_an_average_one() -> None:
    assert prior("sokoban", 200, {"difficulty": 0.5}).rating == 1500


def test_levels_that_more_players_are_expected_to_fail_begin_higher() -> None:
    ratings = [prior("sokoban", 9, {"difficulty": share}).rating for share in (0.0, 0.1, 0.4, 0.8, 1.0)]
    assert ratings == sorted(set(ratings))
    assert ratings[0] > 400
    assert ratings[-1] < 2600


@pytest.mark.parametrize("family", ["sokoban", "linjat", "watersort"])
def test_where_there_is_no_estimate_depth_decides_and_less_is_known(family: str) -> None:
    shallow, deep = (prior(family, depth, {"difficulty": None}) for depth in (5, 300))
    assert shallow.rating < 1500 < deep.rating
    assert deep.deviation > prior("sokoban", 300, {"difficulty": 0.9}).deviation


def test_a_difficulty_that_is_no_share_of_players_is_not_taken_for_one() -> None:
    assert prior("linjat", 20, {"difficulty": 4000.0}).rating == 1500


def test_a_deeper_level_than_anybody_has_seen_is_not_off_the_scale() -> None:
    assert prior("sokoban", 10**9, {}).rating == 2100
    assert prior("sokoban", 0, {}).rating == 900
