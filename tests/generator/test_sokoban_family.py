"""The sokoban family passes the contract of every family."""

from generator import get_declaration, get_family
from generator.capability_contracts import (
    AnimationContract,
    GuidingContract,
    ImportingContract,
    JudgingContract,
    PositionsContract,
    SeedLevelsContract,
    ShorteningContract,
)

DECLARATION = get_declaration("sokoban")
OUTLINE = """
###########
#         #
# # # # # #
#   #     #
# # # # # #
#         #
###########
"""


class TestSokoban(
    SeedLevelsContract,
    ImportingContract,
    ShorteningContract,
    JudgingContract,
    AnimationContract,
    GuidingContract,
    PositionsContract,
):
    family = get_family("sokoban")
    declaration = DECLARATION
    spaces = (
        DECLARATION.space({"type": ["b"], "size": [4]}),
        DECLARATION.space({"type": ["b", "e"], "size": [2, 3]}),
        DECLARATION.space({"type": ["b"], "size": [7], "policy": "farthest", "walk": 200, "nodes": 500}),
        DECLARATION.space({"type": ["e"], "size": [3], "policy": "last", "walk": 50}),
        DECLARATION.space({"type": ["b", "e"], "size": [4], "policy": "apart", "walk": 300}),
        DECLARATION.space({"type": ["b", "e"], "outline": OUTLINE, "sweeps": 2}),
        DECLARATION.space({"type": ["g", "w"], "size": [2, 3], "walk": 50, "nodes": 2000}),
        DECLARATION.space({"type": ["free"], "boxes": [1, 2], "rows": [3, 5], "cols": [4], "effort": 2000}),
        DECLARATION.space({"type": ["free"], "cells": 8, "aim": "moves", "effort": 3000, "nodes": 3000}),
        DECLARATION.space({"type": ["free"], "cells": 9, "boxes": [2], "effort": 3000, "nodes": 3000}),
        DECLARATION.space({"type": ["free"], "boxes": [2], "rows": [9], "cols": [8], "effort": 0, "nodes": 3000}),
    )
