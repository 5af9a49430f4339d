"""Evaluations for worker processes: importable by name, so that a spawned process finds them."""

import os
import signal
from contextlib import suppress
from pathlib import Path
from time import sleep

from generator import DEFAULT_REQUEST, Family, Made, Request, Solution, SolveStatus, Witness
from generator.messages import Message
from generator.puzzles._template.family import TemplateFamily
from optimiser.evaluation import Brood, Evaluation, evaluate


class OffByOne(TemplateFamily):
    """A family whose rules count one move more than its solver."""

    def replay(self, level: str, moves: str) -> int:
        return super().replay(level, moves) + 1


class Scrambled(TemplateFamily):
    """A family that proves three moves of every row at most, and knows a solution of its own making."""

    def solve(self, level: str, budget: int, request: Request = DEFAULT_REQUEST, witness: Witness = None) -> Solution:
        return Solution(SolveStatus.NODE_LIMIT, min(3, super().solve(level, budget).lower_bound), None, "", 3, budget)

    def known_solution(self, made: Made[str]) -> str:
        return "11" + super().solve(made.level, 1000).moves


def poisonous(family: Family[str], brood: Brood, budget: int) -> Evaluation:
    """Kills its process where the genome names a file as `poison`, which gets a letter for every victim."""
    if "poison" in brood[0]:
        with Path(brood[0]["poison"]).open("a") as victims:
            victims.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
    return evaluate(family, brood, budget)


def mined(mine: Path, family: Family[str], brood: Brood, budget: int) -> Evaluation:
    """Kills the process that first finds the mine, a file, which is gone then."""
    with suppress(FileNotFoundError):
        mine.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return evaluate(family, brood, budget)


def lying(family: Family[str], brood: Brood, budget: int) -> Evaluation:
    """Finds that no solution replays as its solver claims."""
    return evaluate(OffByOne(), brood, budget)


def bounded(family: Family[str], brood: Brood, budget: int) -> Evaluation:
    """Proves little, but knows some way to sort every row."""
    return evaluate(Scrambled(), brood, budget)


def fussy(family: Family[str], brood: Brood, budget: int) -> Evaluation:
    """Rejects every row that begins with the letter a."""
    if brood[0]["row"].startswith("a"):
        return Evaluation(None, note=Message("it begins with a"))
    return evaluate(family, brood, budget)


def hopeless(family: Family[str], brood: Brood, budget: int) -> Evaluation:
    """Finds no level at all."""
    return Evaluation(None, note=Message("nothing comes out"))


def slow(family: Family[str], brood: Brood, budget: int) -> Evaluation:
    """Takes its time, so that others have time to kill its worker."""
    sleep(0.1)
    return evaluate(family, brood, budget)
