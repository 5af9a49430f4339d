"""Evaluations that take as long as hard ones and cost nothing, for workers that are many on few cores."""

import json
import time
from dataclasses import replace
from hashlib import sha256
from typing import Any

from generator import Family
from optimiser.evaluation import Brood, Evaluation, evaluate

SHORTEST, LONGEST = 0.05, 5.0
"""Seconds of a nap; short ones are as much more frequent as they are shorter."""


def nap_of(brood: Brood) -> float:
    """The seconds that are slept over a brood, which it decides alone."""
    drawn = int.from_bytes(sha256(json.dumps(brood).encode()).digest()[:8], "little") / 2**64
    return float(SHORTEST * (LONGEST / SHORTEST) ** drawn)


def slept_over(family: Family[Any], brood: Brood, budget: int) -> Evaluation:
    """An evaluation that takes a nap besides."""
    nap = nap_of(brood)
    time.sleep(nap)
    evaluation = evaluate(family, brood, budget)
    return replace(evaluation, solving_seconds=nap)
