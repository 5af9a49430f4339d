"""Small records as a session would hand them over."""

from collections.abc import Sequence
from typing import Any

from generator import Description
from generator.messages import Message
from optimiser.pool import Replacement
from optimiser.recorder import (
    CandidateRecord,
    CellRecord,
    EventRecord,
    GenerationRecord,
    LevelRecord,
    Outcome,
    Parent,
)
from optimiser.settings import SessionSettings

SETTINGS = SessionSettings(
    family="sokoban",
    space={"types": ["b"], "sizes": [5], "policy": "deepest"},
    seed=7,
    objective="deep",
    weights={"depth": 1.0},
    replacement=Replacement.ELITIST,
    budget=1_000_000,
    pool_size=10,
    batch=16,
    population=12,
    patience=400,
    stop={"evaluations": 5000},
    program="0.1.0",
)


def level(identity: str, depth: int = 10, **changes: Any) -> LevelRecord:
    values = {
        "identity": identity,
        "family": "sokoban",
        "description": Description(type="b", size=5, pieces=24),
        "text": f"#####\n#@$.#\n##### {identity}",
        "solution": "R" * depth,
        "lower_bound": depth,
        "upper_bound": depth,
        "proven": True,
        "nodes": 1000,
        "budget": 1_000_000,
        "metrics": {"depth": depth, "moves": 3 * depth, "branching": depth / 4, "detour": None},
        "genome": {"type": "b", "size": 5, "tree": [1, 2, 3], "key": identity},
    }
    return LevelRecord(**(values | changes))


def unproven(identity: str, depth: int = 10, **changes: Any) -> LevelRecord:
    return level(identity, depth, **{"upper_bound": None, "proven": False, "solution": ""} | changes)


def candidate(slot: int, record: LevelRecord | None, *parents: str, **changes: Any) -> CandidateRecord:
    """A candidate that scores its depth and whose parents scored 5."""
    values = {
        "slot": slot,
        "operator": "exchange" if parents else "random",
        "parents": tuple(Parent(parent, 5.0) for parent in parents),
        "outcome": Outcome.POOLED if record else Outcome.DROPPED,
        "score": float(record.lower_bound) if record else 1.0,
        "nodes": 1000,
        "level": record,
    }
    return CandidateRecord(**(values | changes))


def generation(number: int, candidates: Sequence[CandidateRecord], **changes: Any) -> GenerationRecord:
    identities = [found.level.identity for found in candidates if found.level is not None]
    values = {
        "number": number,
        "evaluations": 16 * number,
        "candidates": candidates,
        "cells": [CellRecord((24, number, slot), identity, 10.0) for slot, identity in enumerate(identities)],
        "events": [EventRecord("best", Message("generation {number}", number=number))],
        "statistics": {"best": 10.0, "mean": 8.5, "diversity": 0.25, "restarts": float(number)},
        "pool": identities[:10],
        "snapshot": {"generation": number},
    }
    return GenerationRecord(**(values | changes))


def full_generation(session_id: int, number: int) -> GenerationRecord:
    """Sixteen new levels; from generation 2 on, each has a parent in the generation before."""
    candidates = []
    for slot in range(16):
        parents = [f"{session_id}-{number - 1}-{slot}"] if number > 1 else []
        candidates.append(candidate(slot, level(f"{session_id}-{number}-{slot}"), *parents))
    return generation(number, candidates)
