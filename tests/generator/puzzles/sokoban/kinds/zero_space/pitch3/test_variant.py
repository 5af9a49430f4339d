import pytest

from generator.puzzles.sokoban.declaration import DECLARATION
from generator.puzzles.sokoban.family import FAMILY
from generator.values import Entry


def _entry(settings, seed, comment=""):
    space = DECLARATION.space({"size": [3], "walk": 20, **settings})
    rng_genome = {"type": space["types"][0], "size": 3, "seed": seed, "policy": "farthest", "walk": 20, "threshold": 0}
    genome = rng_genome | ({"hull": space["hull"]} if "hull" in space else {})
    return Entry(text=FAMILY.format(FAMILY.generate(genome).level), title="one", comment=comment)


@pytest.mark.parametrize(("seed", "variant"), [(4, "L-NE"), (5, "L-SE"), (6, "L-NW"), (7, "L-SW")])
def test_files_say_that_type_g_is_an_interpretation_and_which(seed, variant):
    text = "".join(FAMILY.format_file([_entry({"type": ["g"]}, seed, "by hand")], "xsb"))
    assert f"g variant={variant} (interpretation)" in text
    assert "by hand" in text
    again = FAMILY.parse_file(text)
    assert "".join(FAMILY.format_file(again, "xsb")) == text


def test_the_open_corner_is_where_its_name_says():
    """The block in the upper left covers rows and columns 2 and 3."""
    corners = {"L-NE": (2, 3), "L-SE": (3, 3), "L-NW": (2, 2), "L-SW": (3, 2)}
    for seed, variant in enumerate(corners):
        level = FAMILY.parse(_entry({"type": ["g"]}, seed).text)
        walls = level.cells().walls[2:4, 2:4]
        assert walls.sum() == 3
        row, column = corners[variant]
        assert not walls[row - 2, column - 2]


def test_the_square_hull_is_named_and_other_types_are_not():
    text = "".join(
        FAMILY.format_file([_entry({"type": ["g"], "hull": "square"}, 1), _entry({"type": ["w"]}, 1)], "xsb")
    )
    assert text.count("variant") == text.count("g variant=square (interpretation)") == 1
