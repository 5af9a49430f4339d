"""The orimaze family passes the contract of every family."""

from generator import get_declaration, get_family
from generator.capability_contracts import (
    AnimationContract,
    BoundingContract,
    GuidingContract,
    ImportingContract,
    JudgingContract,
    PositionsContract,
    SeedLevelsContract,
)

DECLARATION = get_declaration("orimaze")


class TestOrimaze(
    SeedLevelsContract,
    ImportingContract,
    JudgingContract,
    AnimationContract,
    GuidingContract,
    BoundingContract,
    PositionsContract,
):
    family = get_family("orimaze")
    declaration = DECLARATION
    spaces = (
        DECLARATION.space({"size": [3]}),
        DECLARATION.space({"rows": [3], "cols": [4, 5]}),
        DECLARATION.space({"rows": [4], "cols": [3], "goal": "arrangement"}),
    )
