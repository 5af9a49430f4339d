import pytest

from generator.errors import SettingError
from generator.puzzles.linjat.declaration import DECLARATION
from generator.puzzles.linjat.modes import FINE, MODES, SELECTION
from generator.puzzles.linjat.rules import CHEATS, COUNTS, Rule


@pytest.mark.parametrize(
    ("mode", "rows", "cols", "numbers"),
    [
        ("easy", 9, 6, [7, 8, 9, 10]),
        ("medium", 10, 7, [15, 16, 17, 18, 19, 20]),
        ("hard", 11, 8, [19, 20, 21, 22]),
        ("expert", 13, 9, [23, 24, 25, 26]),
    ],
)
def test_a_mode_has_the_grid_and_numbers_of_the_original(mode, rows, cols, numbers):
    space = DECLARATION.space(DECLARATION.presets[mode])
    assert {name: space[name] for name in ("mode", "rows", "cols", "numbers")} == {
        "mode": mode,
        "rows": [rows],
        "cols": [cols],
        "numbers": numbers,
    }


def test_hard_is_what_is_made_where_nothing_is_said():
    assert DECLARATION.space({}) == DECLARATION.space(DECLARATION.presets["hard"])
    assert next(iter(DECLARATION.presets)) == "hard"


def test_what_is_said_is_taken():
    said = {"mode": "easy", "rows": [5, 4, 5], "cols": [16], "numbers": [9, 3], "effort": 7, "nodes": 99}
    space = DECLARATION.space(said)
    assert [space[name] for name in ("rows", "cols", "numbers", "effort")] == [[4, 5], [16], [3, 9], 7]
    assert DECLARATION.budget(space) == 99


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"rows": [1]}, "--rows 1 is not between 2 and 16"),
        ({"cols": [8, 17]}, "--cols 17 is not between 2 and 16"),
        ({"numbers": [0]}, "--numbers 0 is not between 1 and 64"),
        ({"rows": [16], "cols": [16], "numbers": [65]}, "--numbers 65 is not between 1 and 64"),
        ({"rows": [4], "cols": [5]}, "the numbers fill the smallest grid; give fewer --numbers, or more --rows"),
        ({"rows": [3, 9], "cols": [3, 9], "numbers": [9]}, "the numbers fill the smallest grid"),
        ({"effort": 0}, "--effort 0 is not between 1 and 10000000"),
        ({"effort": 10_000_001}, "--effort 10000001 is not between 1 and 10000000"),
    ],
)
def test_refusals_name_the_remedy(settings, why):
    with pytest.raises(SettingError, match=why):
        DECLARATION.space(settings)


@pytest.mark.parametrize("mode", MODES)
def test_a_session_of_the_mode_is_made_for_its_weights_without_cheats(mode):
    made = DECLARATION.space({"mode": mode})["weights"]
    for rule in Rule:
        assert made[rule] == (FINE if rule in CHEATS else MODES[mode].weights[COUNTS[rule]])
    assert made[-1] == MODES[mode].widest


def test_an_objective_of_layers_is_what_levels_are_made_for():
    """In such a measure that the commonest layers weigh what they do in the mode."""
    cheats = dict.fromkeys(CHEATS, FINE)
    deep = DECLARATION.space({"mode": "hard", "weights": {"depth": 1.0}})["weights"]
    assert deep == [cheats.get(rule, 3) for rule in Rule] + [0]
    pairs = DECLARATION.space({"mode": "hard", "weights": {"square": 2.0, "width_max": -0.5}})["weights"]
    assert pairs == [cheats.get(rule, 3 if rule is Rule.SQUARE else 0) for rule in Rule] + [-1]
    chosen = DECLARATION.space({"mode": "medium", "weights": SELECTION})["weights"]
    assert chosen == [cheats.get(rule, 3 * SELECTION[COUNTS[rule]]) for rule in Rule] + [-6]


@pytest.mark.parametrize("objective", [{"difficulty": 1.0}, {"depth": 1.0, "branching": -4.0}, {"depth": 0.0}, {}])
def test_for_other_objectives_levels_are_made_as_the_mode_says_or_without_any_aim(objective):
    made = DECLARATION.space({"mode": "hard", "weights": objective})["weights"]
    expected = [*MODES["hard"].weights.values()]
    if objective == {"depth": 0.0}:
        expected = [0] * len(expected)
    assert [weight for weight in made if weight != FINE] == [
        weight for place, weight in enumerate(expected) if place not in CHEATS
    ]
