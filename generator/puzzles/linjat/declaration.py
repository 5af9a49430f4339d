"""What the linjat family offers on the command line, without its solvers."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.declaration import Declaration
from generator.errors import SettingError
from generator.messages import Message
from generator.puzzles.linjat.introductions import INTRODUCTIONS, SHOWCASE
from generator.puzzles.linjat.level import DOT, VALUES
from generator.puzzles.linjat.limits import BUDGET, LARGEST_SIDE, LEAST_SIDE, MOST_EFFORT, MOST_NUMBERS, VERSION
from generator.puzzles.linjat.metrics import METRICS
from generator.puzzles.linjat.modes import MODES, SELECTION, annealing_weights
from generator.settings import number_given, numbers_given
from generator.values import PIECES, Aim, Axis, CellStyle, Entry, FileFormat, Introduction, Metric, Option, Space

_SIDES = {"least": LEAST_SIDE, "most": LARGEST_SIDE}


class LinjatDeclaration(Declaration):
    """Grids of a mode: their sizes, how many numbers, and what a deduction is worth."""

    pieces = "numbers"
    columns: Sequence[str] = ("numbers", "branching", "difficulty")
    archive: Sequence[Axis] = (Axis(PIECES), Axis("depth", 4), Axis("branching", 1.0))
    options: Sequence[Option] = (
        Option("mode", str, "what a deduction is worth, and by default sizes and numbers [hard]", (*MODES,)),
        Option("rows", int, Message("rows of the grid, {least} to {most} [by the mode]", **_SIDES), multiple=True),
        Option("cols", int, Message("columns of the grid, {least} to {most} [by the mode]", **_SIDES), multiple=True),
        Option(
            "numbers", int, Message("numbers on the grid, 1 to {most} [by the mode]", most=MOST_NUMBERS), multiple=True
        ),
        Option("effort", int, "candidates tried while numbers are changed for a better score [by the mode]"),
    )
    presets: Mapping[str, Mapping[str, Any]] = {mode: {"mode": mode} for mode in ("hard", *MODES)}
    introductions: Mapping[str, Introduction] = INTRODUCTIONS
    title = "Linjat"
    task = "Draw a line through every number, as long as the number says, so that all dots are covered."
    showcase = SHOWCASE
    example = Entry("2.\n  ", solution="A1-B1")
    formats: Mapping[str, FileFormat] = {
        "rows": FileFormat((".txt", ".linjat")),
        "json": FileFormat((".json", ".jsonl"), lost=("title", "author", "comment")),
    }
    cells: Mapping[str, CellStyle] = {
        **{value: CellStyle(f"{value} ", "bold", "", "") for value in VALUES},
        DOT: CellStyle("· ", "bold red", "", ""),
    }
    aims: Mapping[str, Aim] = {
        "layers": Aim("the solution, and the layers in which it is deduced", "layers", least=False)
    }
    objectives: Mapping[str, Mapping[str, float]] = {
        **{f"linjat-{name}": mode.weights for name, mode in MODES.items()},
        "linjat-selection": SELECTION,
    }
    metrics: Mapping[str, Metric] = METRICS
    is_explained = True
    is_guided = True
    player = "player/index.js"

    def objective(self, space: Space) -> str:
        return f"linjat-{space['mode']}"

    def space(self, settings: Mapping[str, Any]) -> Space:
        name = settings.get("mode") or "hard"
        mode = MODES[name]
        rows = numbers_given(settings, "rows", [mode.height], LEAST_SIDE, LARGEST_SIDE)
        cols = numbers_given(settings, "cols", [mode.width], LEAST_SIDE, LARGEST_SIDE)
        numbers = numbers_given(settings, "numbers", mode.numbers, 1, MOST_NUMBERS)
        if max(numbers) >= min(rows) * min(cols):
            raise SettingError("the numbers fill the smallest grid; give fewer --numbers, or more --rows and --cols")
        effort = number_given(settings, "effort", mode.effort, 1, MOST_EFFORT)
        budget = settings.get("nodes") or BUDGET
        weights = annealing_weights(name, settings.get("weights") or {})
        sizes = {"rows": rows, "cols": cols, "numbers": numbers}
        made = {"effort": effort, "weights": weights, "version": VERSION}
        return {"mode": name, **sizes, **made, "budget": budget}


DECLARATION = LinjatDeclaration()
