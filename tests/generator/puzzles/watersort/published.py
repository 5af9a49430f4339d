"""Levels of others, with what is known about them, and what nameofcsdn's article prints."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.variants import End, Pour

VARIANTS: Mapping[str, tuple[Pour, End]] = {
    "optimal_pours": (Pour.WATER, End.TOGETHER),
    "optimal_pours_full_only": (Pour.WHOLE, End.TOGETHER),
    "optimal_pours_loose_goal": (Pour.WATER, End.LOOSE),
}
NAMES = ["黄色", "绿色", "翠绿", "青色", "蓝色", "紫色", "棕色", "橙色", "红色", "灰蓝", "褐色", "粉色"]
"""The article's names of its colours, from 0 on."""

_SOLUTION = re.compile(r"(?:deep = \d+ from \d+ to \d+\n?)+")


class Instance(NamedTuple):
    """A level and its least pours, None where it has no solution."""

    name: str
    level: Level
    least: int | None


def instances(shared: Path) -> list[Instance]:
    """Every level under each of the rules for which its least pours are known."""
    text = (shared / "levels/watersort/instances.json").read_text("utf-8")
    found = []
    for item in json.loads(text)["instances"]:
        tubes = tuple("".join(LETTERS[colour - 1] for colour in tube) for tube in item["tubes"])
        for variant, rules in VARIANTS.items():
            least = None if item[variant] == "unsolvable" else item[variant]
            found.append(Instance(f"{item['name']} {variant}", Level(tubes, item["capacity"], *rules), least))
    return found


class Article:
    """What nameofcsdn's article gives its programs and what they print."""

    def __init__(self, shared: Path) -> None:
        self.text = (shared / "seeds/003_4a5473830eaae3ae.txt").read_text("utf-8")

    def numbers(self, head: str) -> str:
        """The lines of numbers that begin with some."""
        return re.search(rf"^{head}\n(?:-?\d+(?: -?\d+)*\n)+", self.text, re.MULTILINE)[0]

    @property
    def solution(self) -> str:
        """The printed pours, the last one first."""
        return _SOLUTION.search(self.text)[0]

    def rankings(self, first: str) -> Sequence[str]:
        """The six lines with the names of colours of which that is the first one, as letters of colours."""
        begin = self.text.index(f"\n{first}") + 1
        lines = self.text[begin:].splitlines()[:6]
        return ["".join(LETTERS[NAMES.index(name)] for name in line.split()) for line in lines]
