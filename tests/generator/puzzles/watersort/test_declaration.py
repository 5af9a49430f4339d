import pytest

from generator.errors import SettingError
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.declaration import DECLARATION
from generator.puzzles.watersort.limits import BUDGET


def test_classic_levels_are_those_of_the_game_from_level_72_on():
    space = DECLARATION.space({})
    assert (space["colours"], space["capacity"], space["empty"]) == ([12], 4, [2])
    assert (space["pours"], space["ends"], space["fill"]) == ("water", "together", "random")
    assert "steps" not in space
    assert DECLARATION.space(DECLARATION.presets["classic"]) == space
    assert next(iter(DECLARATION.presets)) == "classic"
    assert DECLARATION.budget(space) == BUDGET


def test_what_is_said_is_taken():
    said = {"colours": (9, 7, 9), "capacity": 5, "empty": [3, 1], "pours": "ball", "ends": "loose", "nodes": 99}
    space = DECLARATION.space({**said, "fill": "backward", "steps": 30})
    assert [space[name] for name in ("colours", "capacity", "empty", "steps")] == [[7, 9], 5, [1, 3], 30]
    assert (space["pours"], space["ends"], space["fill"]) == ("ball", "loose", "backward")
    assert DECLARATION.budget(space) == 99


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"colours": [0]}, "--colours 0 is not between 1 and 24"),
        ({"colours": [3, 25]}, "--colours 25 is not between 1 and 24"),
        ({"empty": [0]}, "--empty 0 is not between 1 and 6"),
        ({"empty": [7]}, "--empty 7 is not between 1 and 6"),
        ({"capacity": 0}, "--capacity 0 is not between 2 and 16"),
        ({"capacity": 1}, "--capacity 1 is not between 2 and 16"),
        ({"capacity": 17}, "--capacity 17 is not between 2 and 16"),
        ({"capacity": 13, "colours": [4, 16]}, "tubes of more than 12 units may have 15 colours at most; give fewer"),
        ({"colours": [24], "empty": [3]}, "there are more than 26 tubes; give fewer --colours or --empty"),
        ({"steps": 5}, "--steps is for --fill backward alone, and between 1 and 10000"),
        ({"steps": 0, "fill": "backward"}, "--steps is for --fill backward alone, and between 1 and 10000"),
        ({"steps": 10_001, "fill": "backward"}, "--steps is for --fill backward alone, and between 1 and 10000"),
    ],
)
def test_refusals_name_the_remedy(settings, why):
    with pytest.raises(SettingError, match=why):
        DECLARATION.space(settings)


def test_every_letter_of_a_level_has_a_look():
    assert set(DECLARATION.cells) >= {*LETTERS, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ", " ", "."}
    assert all(len(style.letters) == 2 for style in DECLARATION.cells.values())
