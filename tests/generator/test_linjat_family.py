"""The linjat family passes the contract of every family."""

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

DECLARATION = get_declaration("linjat")


class TestLinjat(
    SeedLevelsContract,
    ImportingContract,
    ShorteningContract,
    JudgingContract,
    AnimationContract,
    GuidingContract,
    PositionsContract,
):
    family = get_family("linjat")
    declaration = DECLARATION
    spaces = (
        DECLARATION.space({"mode": "easy", "effort": 5}),
        DECLARATION.space({"mode": "expert", "rows": [5, 6], "cols": [5], "numbers": [5, 6, 7], "effort": 20}),
        DECLARATION.space({"rows": [12], "cols": [11], "numbers": [20], "effort": 5}),
    )
