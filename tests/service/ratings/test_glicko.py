"""Glicko-2 against the example of its paper, and what holds for all games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.ratings.glicko import rated, rested
from storage.ratings import Bout, Strength

strengths = st.builds(Strength, st.floats(600, 2600), st.floats(30, 350), st.floats(0.03, 0.09))
bouts = st.builds(Bout, strengths, st.sampled_from([0.0, 1.0]), st.floats(0.1, 1))


def test_the_example_of_the_paper() -> None:
    """A player of 1500 beats one of 1400 and loses to those of 1550 and 1700."""
    opponents = [Strength(1400, 30, 0.06), Strength(1550, 100, 0.06), Strength(1700, 300, 0.06)]
    games = [Bout(opponent, score) for opponent, score in zip(opponents, (1.0, 0.0, 0.0), strict=True)]
    after = rated(Strength(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_one_who_was_expected_to_win_every_game_and_lost_them_all_is_less_steady() -> None:
    """The zero is looked for by the other branch of the paper's step 5."""
    after = rated(Strength(2200, 50, 0.06), [Bout(Strength(1200, 50, 0.06), 0.0)] * 10)
    assert after.rating < 2100
    assert after.volatility > 0.06


@given(strengths, st.lists(bouts, min_size=1, max_size=6))
def test_wins_never_lower_a_rating(before: Strength, games: list[Bout]) -> None:
    assert rated(before, [game._replace(score=1.0) for game in games]).rating >= before.rating


@given(strengths, bouts)
def test_a_game_that_counts_for_less_moves_a_rating_less(before: Strength, game: Bout) -> None:
    whole, half = (rated(before, [game._replace(weight=weight)]) for weight in (1.0, 0.5))
    assert abs(half.rating - before.rating) < abs(whole.rating - before.rating)


@given(strengths, st.integers(0, 10_000))
def test_what_is_known_of_a_player_grows_old_but_never_beyond_a_newcomer(before: Strength, days: int) -> None:
    after = rested(before, days)
    assert before.deviation <= after.deviation <= 350
    assert after.rating == before.rating


def test_without_games_nothing_changes() -> None:
    assert rated(Strength(1600, 80, 0.06), []) == Strength(1600, 80, 0.06)
