"""Evaluations for worker processes: importable by name, so that a spawned process finds them."""

import os
import signal
from pathlib import Path

from generator.messages import Message
from generator.puzzles._template.family import TemplateFamily
from generator.values import DEFAULT_REQUEST, Genome, Request, Solution, SolveStatus
from optimiser.evaluation import Evaluation, assess, evaluate


class OffByOne(TemplateFamily):
    """A family whose rules count one move more than its solver."""

    def replay(self, level: str, moves: str) -> int:
        return super().replay(level, moves) + 1


class Scrambled(TemplateFamily):
    """A family that proves three moves of every row at most, and knows a solution of its own making."""

    def solve(self, level: str, budget: int, request: Request = DEFAULT_REQUEST) -> Solution:
        return Solution(SolveStatus.NODE_LIMIT, min(3, super().solve(level, budget).lower_bound), None, "", 3, budget)

    def known_solution(self, genome: Genome) -> str:
        return "11" + super().solve(genome["row"], 1000).moves


def poisonous(family: str, genome: Genome, budget: int) -> Evaluation:
    """Kills its process where the genome names a file as `poison`, which gets a letter for every victim."""
    if "poison" in genome:
        with Path(genome["poison"]).open("a") as victims:
            victims.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
    return evaluate(family, genome, budget)


def mined(mine: Path, family: str, genome: Genome, budget: int) -> Evaluation:
    """Kills the process that first finds the mine, a file, which is gone then."""
    if mine.exists():
        mine.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return evaluate(family, genome, budget)


def lying(family: str, genome: Genome, budget: int) -> Evaluation:
    """Finds that no solution replays as its solver claims."""
    return assess(OffByOne(), genome, budget)


def bounded(family: str, genome: Genome, budget: int) -> Evaluation:
    """Proves little, but knows some way to sort every row."""
    return assess(Scrambled(), genome, budget)


def fussy(family: str, genome: Genome, budget: int) -> Evaluation:
    """Rejects every row that begins with the letter a."""
    if genome["row"].startswith("a"):
        return Evaluation(None, note=Message("it begins with a"))
    return evaluate(family, genome, budget)


def hopeless(family: str, genome: Genome, budget: int) -> Evaluation:
    """Finds no level at all."""
    return Evaluation(None, note=Message("nothing comes out"))
