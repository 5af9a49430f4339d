import subprocess
import sys

import pytest

from generator.errors import SettingError
from generator.puzzles.sokoban.declaration import DECLARATION
from generator.puzzles.sokoban.kinds.zero_space.limits import POLICIES, TYPES
from generator.puzzles.sokoban.kinds.zero_space.space import (
    ASTAR_BUDGET,
    EXHAUSTIVE_BUDGET,
    PARTING_BROOD,
    PARTING_TRIES,
)


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ({}, {"types": ["b"], "sizes": [5], "policy": "deepest", "sweeps": 1, "budget": EXHAUSTIVE_BUDGET}),
        ({"size": [6]}, {"policy": "apart", "walk": PARTING_TRIES, "brood": PARTING_BROOD, "budget": ASTAR_BUDGET}),
        ({"size": [6], "policy": "farthest"}, {"walk": 10_000, "threshold": 0, "budget": ASTAR_BUDGET}),
        ({"size": [6], "policy": "deepest"}, {"policy": "deepest", "sweeps": 1, "budget": EXHAUSTIVE_BUDGET}),
        ({"policy": "deceptive"}, {"policy": "deceptive", "sweeps": 1, "budget": EXHAUSTIVE_BUDGET}),
        ({"objective": "deceptive"}, {"policy": "deceptive"}),
        ({"objective": "deceptive", "policy": "last"}, {"policy": "last"}),
        ({"objective": "deceptive", "size": [7]}, {"policy": "apart"}),
        ({"type": ["e"], "size": [5]}, {"types": ["e"], "policy": "deepest", "budget": EXHAUSTIVE_BUDGET}),
        ({"size": [4, 10]}, {"sizes": [4, 10], "policy": "apart", "budget": ASTAR_BUDGET}),
        ({"type": ["b", "s"], "size": [8]}, {"policy": "farthest", "walk": 10_000}),
        ({"policy": "last"}, {"policy": "last", "walk": 10_000, "budget": EXHAUSTIVE_BUDGET}),
        ({"size": [15], "policy": "last"}, {"walk": 10_000}),
        ({"size": [16], "policy": "last"}, {"walk": 100_000}),
        ({"size": [20], "policy": "last"}, {"walk": 100_000}),
        ({"size": [21], "policy": "last"}, {"walk": 1_000_000}),
        ({"size": [2, 48], "policy": "farthest"}, {"sizes": [2, 48], "walk": 1_000_000}),
        ({"type": ["s"]}, {"sizes": [8], "policy": "farthest", "walk": 10_000, "budget": ASTAR_BUDGET}),
        ({"type": ["w"]}, {"sizes": [5], "policy": "farthest", "walk": 10_000, "budget": ASTAR_BUDGET}),
        ({"type": ["w"], "size": [32]}, {"walk": 100_000}),
        ({"type": ["g"]}, {"hull": "L"}),
        ({"type": ["b", "g"], "hull": "square"}, {"types": ["b", "g"], "hull": "square"}),
    ],
)
def test_what_is_not_said_is_completed(settings, wanted):
    space = DECLARATION.space(settings)
    assert {name: space[name] for name in wanted} == wanted


def test_what_is_said_is_taken():
    said = {"type": ["e", "b", "e"], "size": [3, 2, 3], "policy": "farthest", "walk": 7, "threshold": 4, "nodes": 99}
    wanted = {"types": ["b", "e"], "sizes": [2, 3], "policy": "farthest", "walk": 7, "threshold": 4, "budget": 99}
    assert DECLARATION.space(said) == wanted
    assert DECLARATION.budget(wanted) == 99
    assert DECLARATION.space({"policy": "deepest", "sweeps": 3})["sweeps"] == 3


def test_only_what_the_policy_reads_is_kept():
    common = {"types", "sizes", "policy", "budget"}
    assert DECLARATION.space({"policy": "last"}).keys() - common == {"walk"}
    assert DECLARATION.space({"policy": "farthest"}).keys() - common == {"walk", "threshold"}
    assert DECLARATION.space({"policy": "deepest"}).keys() - common == {"sweeps"}
    assert DECLARATION.space({"policy": "apart"}).keys() - common == {"walk", "brood"}


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"size": [1]}, "size 1 of type b is not between 2 and 48; give --size in that range"),
        ({"type": ["s"], "size": [5]}, "size 5 of type s is not between 7 and 47; give --size in that range"),
        ({"type": ["b", "w"], "size": [33]}, "size 33 of type w is not between 2 and 32"),
        ({"type": ["w"], "policy": "deepest"}, "policy deepest searches whole components"),
        ({"type": ["s"], "policy": "apart"}, "policy apart makes levels of type b and e; use --policy farthest for"),
        ({"policy": "apart", "threshold": 9}, "--threshold does nothing with policy apart; leave it out"),
        ({"hull": "L"}, "--hull does nothing without type g; leave it out or give --type g"),
        ({"size": [5, 49]}, "size 49 of type b is not between 2 and 48; give --size in that range"),
        ({"size": [7], "policy": "deepest"}, "b allows to size 6 and e to size 5; use --policy farthest beyond"),
        ({"type": ["b", "s"], "size": [8], "policy": "deceptive"}, "policy deceptive searches whole components"),
        ({"type": ["b", "e"], "size": [6], "policy": "deepest"}, "use --policy farthest beyond"),
        ({"policy": "deepest", "walk": 9}, "--walk does nothing with policy deepest; leave it out or choose another"),
        ({"policy": "deepest", "threshold": 9}, "--threshold does nothing with policy deepest; leave it out"),
        ({"policy": "last", "threshold": 0}, "--threshold does nothing with policy last; leave it out"),
        ({"policy": "last", "sweeps": 2}, "--sweeps does nothing with policy last; leave it out"),
        ({"policy": "farthest", "sweeps": 2}, "--sweeps does nothing with policy farthest; leave it out"),
        ({"policy": "last", "walk": 0}, "--walk 0 is not between 1 and 100000000"),
        ({"policy": "farthest", "threshold": -1}, "--threshold -1 is not between 0 and 100000000"),
        ({"policy": "last", "walk": 100_000_001}, "--walk 100000001 is not between 1 and 100000000"),
        ({"type": ["free"], "size": [7]}, "--size does nothing with type free; give --rows and --cols"),
        ({"sweeps": 0}, "--sweeps 0 is not between 1 and 100000000"),
    ],
)
def test_what_cannot_be_made_is_refused_with_the_remedy(settings, why):
    with pytest.raises(SettingError) as refusal:
        DECLARATION.space(settings)
    assert why in str(refusal.value)


def test_sessions_of_policy_deceptive_have_its_objective():
    assert DECLARATION.objective(DECLARATION.space({"policy": "deceptive"})) == "deceptive"
    assert DECLARATION.objective(DECLARATION.space({})) == ""
    assert DECLARATION.objective(DECLARATION.space({"type": ["free"]})) == ""


def test_options_offer_the_known_words():
    options = {option.name: option for option in DECLARATION.options}
    assert options["type"].choices == (*TYPES, "free")
    assert options["policy"].choices == POLICIES
    assert options["type"].multiple
    assert options["size"].multiple


def test_the_declaration_does_without_numba():
    program = "import sys; from generator import get_declaration; get_declaration('sokoban'); "
    program += "sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
