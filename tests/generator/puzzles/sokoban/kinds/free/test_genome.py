import json

import pytest

from generator.errors import GenomeError
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome
from generator.puzzles.sokoban.kinds.free.room import Room

STORED = {"type": "free", "room": ["-.#", "---"], "walls": "evolve", "budget": 9, "effort": 5, "seed": 7}


def test_a_genome_is_read_as_it_was_written():
    genome = FreeGenome(Room(("-.#", "---")), "evolve", 9, 5, 7)
    assert genome.to_json() == STORED
    assert FreeGenome.from_json(json.loads(json.dumps(STORED))) == genome


@pytest.mark.parametrize(
    "wrong",
    [
        {"room": []},
        {"room": [""]},
        {"room": ["-.-", "--"]},
        {"room": ["-$-"]},
        {"room": ["---"]},
        {"room": ["." * 20, "." * 20]},
        {"room": ["." + "-" * 20]},
        {"room": 5},
        {"walls": "none"},
        {"budget": 0},
        {"budget": "many"},
        {"budget": float("inf")},
        {"effort": -1},
        {"seed": 2**53},
        {"seed": None},
    ],
)
def test_what_is_no_genome_is_refused(wrong):
    with pytest.raises(GenomeError, match="genome"):
        FreeGenome.from_json({**STORED, **wrong})


@pytest.mark.parametrize("missing", ["room", "walls", "budget", "effort", "seed"])
def test_a_genome_says_everything(missing):
    with pytest.raises(GenomeError, match=missing):
        FreeGenome.from_json({name: value for name, value in STORED.items() if name != missing})
