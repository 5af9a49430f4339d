"""The sokoban family passes the contract of every family."""

from generator import get_declaration, get_family
from generator.testing import FamilyContract

DECLARATION = get_declaration("sokoban")


class TestSokoban(FamilyContract):
    family = get_family("sokoban")
    declaration = DECLARATION
    spaces = (
        DECLARATION.space({"type": ["b"], "size": [4]}),
        DECLARATION.space({"type": ["b", "e"], "size": [2, 3]}),
        DECLARATION.space({"type": ["b"], "size": [7], "policy": "farthest", "walk": 200, "nodes": 500}),
        DECLARATION.space({"type": ["e"], "size": [3], "policy": "last", "walk": 50}),
    )
