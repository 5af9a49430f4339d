"""Names that look alike, and names that do not."""

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.contests.names import player_name, skeleton
from service.errors import RefusedError

names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)


@pytest.mark.parametrize(
    "alike",
    [
        ("Anna", "ANNA", "\u0410nna", "Ann\u0430", "\uff21nna", "A\U0001d427na"),
        ("paypal", "PaypaI", "PayPa1"),
        ("\u0410\u041d\u041d\u0410", "\u0430\u043d\u043d\u0430", "AHHA"),
        ("Bob", "\u0412ob", "\u0432ob", "\u0392ob"),
        ("Hans", "\u041dans", "\u0397ans"),
        ("modern", "modem"),
        ("Al\u00e9n", "Ale\u0301n"),
        ("oo", "00", "\u043eO"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(alike: tuple[str, ...]) -> None:
    assert len({skeleton(name) for name in alike}) == 1


def test_other_names_have_others() -> None:
    names = [
        "Anna",
        "Anne",
        "Ann\u00e9",
        "Bertil",
        "\u5f20\u4e09",
        "\u674e\u56db",
        "\u0418\u0432\u0430\u043d",
        "Player 2",
        "Player 3",
    ]
    assert len({skeleton(name) for name in names}) == len(names)
    letters = [letter for letter in string.ascii_lowercase if letter not in "il"]
    assert len({skeleton(letter) for letter in letters}) == len(letters)


@given(names)
def test_capitals_and_the_form_of_the_letters_make_no_difference(name: str) -> None:
    assert skeleton(name) == skeleton(name.casefold()) == skeleton(unicodedata.normalize("NFKC", name))


@given(names)
def test_a_name_that_is_kept_shows_something_and_is_kept_the_same_again(name: str) -> None:
    try:
        kept = player_name(name)
    except RefusedError:
        return
    assert any(unicodedata.category(letter)[0] in "LNSP" for letter in kept)
    assert player_name(kept) == kept
