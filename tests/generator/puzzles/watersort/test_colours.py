from generator.puzzles.watersort.colours import COLOURS, LETTERS, NAMES, PAINTS
from generator.puzzles.watersort.limits import MOST_COLOURS
from tests.generator.puzzles.watersort.published import NAMES as ARTICLE

ENGLISH = ["yellow", "green", "emerald", "cyan", "blue", "purple", "brown", "orange", "red", "slate", "tan", "pink"]
"""The colours of the article in its order; the tenth is a grey blue."""


def test_no_two_colours_look_or_are_called_alike():
    assert len(set(PAINTS.values())) == len(set(NAMES.values())) == len(set(LETTERS)) == MOST_COLOURS


def test_the_first_colours_are_those_of_the_article_in_its_order():
    assert len(ARTICLE) == 12
    assert [colour.name for colour in COLOURS[: len(ARTICLE)]] == ENGLISH


def test_colours_differ_so_much_that_they_are_told_apart():
    """By the weighted distance of Riemersma's low-cost approximation, in which black and white are 765 apart."""
    paints = [[int(paint[at : at + 2], 16) for at in (1, 3, 5)] for paint in PAINTS.values()]
    apart = [_distance(one, other) for place, one in enumerate(paints) for other in paints[:place]]
    assert min(apart) > 80


def _distance(one, other):
    red = (one[0] + other[0]) / 2
    squares = [(a - b) ** 2 for a, b in zip(one, other, strict=True)]
    return ((2 + red / 256) * squares[0] + 4 * squares[1] + (2 + (255 - red) / 256) * squares[2]) ** 0.5
