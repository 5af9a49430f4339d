import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.notation.counts import DEEPEST, CountError, expand, shorten

MOST = 1_000_000

counted = st.recursive(
    st.tuples(st.text("rRlL#-", min_size=1, max_size=3), st.integers(1, 12)).map(
        lambda run: (f"{run[1]}{run[0]}", run[0][0] * run[1] + run[0][1:])
    ),
    lambda inner: st.tuples(st.lists(inner, max_size=3), st.integers(1, 4)).map(
        lambda group: (
            f"{group[1]}({''.join(text for text, _ in group[0])})",
            "".join(meant for _, meant in group[0]) * group[1],
        )
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", ""),
        ("3r4U", "rrrUUUU"),
        ("2(3(dr)R)", "drdrdrRdrdrdrR"),
        ("2(3(#-)#)", "#-#-#-##-#-#-#"),
        ("3#4-p.#", "###----p.#"),
        ("--3#|3#-#|#pb.#|5#", "--###|###-#|#pb.#|#####"),
        ("9999999()", ""),
        ("(R)", "R"),
    ],
)
def test_the_examples_of_the_file_format_of_yasc(text, meant):
    assert expand(text, MOST) == meant


@given(counted)
def test_counts_and_groups_mean_what_they_say(pair):
    text, meant = pair
    assert expand(text, MOST) == meant


@given(st.text("rRlLuUdD#-|", max_size=300))
def test_expand_undoes_shorten_which_never_writes_a_bracket(text):
    short = shorten(text)
    assert expand(short, MOST) == text
    assert len(short) <= len(text)
    assert not re.search(r"[()]|[12][^0-9]", re.sub(r"[0-9]{2,}", "9", short))


@pytest.mark.parametrize(
    ("text", "at", "problem"),
    [
        ("rr3", 2, "nothing follows"),
        ("2(r", 3, "still open"),
        ("r)", 1, "closes no bracket"),
        ("(r3)", 2, "here a bracket closes"),
        ("r0r", 1, "a count of 0"),
        ("9999999r", 0, "longer than 1,000,000 letters"),
        ("9" * 5000 + "r", 0, "longer than"),
        ("999999(r)99r", 9, "longer than"),
        ("9999(9999(9999(r)))", 17, "longer than"),
        ("(" * 1000, DEEPEST, "more than 32 brackets"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text, at, problem):
    with pytest.raises(CountError, match=problem) as caught:
        expand(text, MOST)
    assert caught.value.at == at


def test_long_texts_take_no_longer_than_their_length():
    assert expand("(r)" * 30_000, MOST) == "r" * 30_000
    assert expand("2r" * 30_000, MOST) == "r" * 60_000
