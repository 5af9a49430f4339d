"""The watersort family passes the contract of every family."""

from generator import get_declaration, get_family
from generator.capability_contracts import (
    AnimationContract,
    BoundingContract,
    GuidingContract,
    ImportingContract,
    JudgingContract,
    PositionsContract,
    RevealingContract,
    SeedLevelsContract,
    ShorteningContract,
)

DECLARATION = get_declaration("watersort")


class TestWaterSort(
    SeedLevelsContract,
    ImportingContract,
    BoundingContract,
    ShorteningContract,
    JudgingContract,
    AnimationContract,
    GuidingContract,
    PositionsContract,
    RevealingContract,
):
    family = get_family("watersort")
    declaration = DECLARATION
    spaces = (
        DECLARATION.space({"colours": (4, 5), "empty": (1, 2)}),
        DECLARATION.space({"colours": (6,), "capacity": 5, "pours": "whole", "ends": "loose"}),
        DECLARATION.space({"colours": (4,), "pours": "ball"}),
        DECLARATION.space({"colours": (7,), "capacity": 3, "fill": "backward", "steps": 30}),
        DECLARATION.space({"colours": (16,), "empty": (2,), "nodes": 5000}),
        DECLARATION.space({"colours": (4,), "hidden": 60}),
    )
