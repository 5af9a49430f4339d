"""What the watersort family offers on the command line, without its solver."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.declaration import Declaration
from generator.errors import SettingError
from generator.messages import Message
from generator.puzzles.watersort.arrangements import UNKNOWN
from generator.puzzles.watersort.colours import PAINTS
from generator.puzzles.watersort.introductions import INTRODUCTIONS, SHOWCASE
from generator.puzzles.watersort.level import FREE, TUBES
from generator.puzzles.watersort.limits import (
    BUDGET,
    COLOURS_BEYOND,
    LARGEST_CAPACITY,
    LEAST_CAPACITY,
    MOST_COLOURS,
    MOST_EMPTY,
    MOST_STEPS,
    MOST_TUBES,
    USUAL_CAPACITY,
)
from generator.puzzles.watersort.metrics import METRICS
from generator.puzzles.watersort.variants import ENDS, POURS
from generator.settings import number_given, numbers_given
from generator.values import (
    PIECES,
    Aim,
    Axis,
    CellStyle,
    Condition,
    Entry,
    FileFormat,
    Introduction,
    Metric,
    Option,
    Space,
    Tool,
    ToolInput,
)

COLOURS, CAPACITY, EMPTY = 12, 4, 2
FILLS = ("random", "backward")
_POURS = Option("pours", str, "a pour moves what fits, only whole runs, or one ball [water]", (*POURS,))
_ENDS = Option("ends", str, "colours are each together in one tube, or each tube has one colour [together]", (*ENDS,))


class WaterSortDeclaration(Declaration):
    """Racks of tubes: how many colours, how much a tube holds, how many are empty, and the rules."""

    pieces = "tubes"
    columns: Sequence[str] = ("colours", "branching", "rhythm")
    archive: Sequence[Axis] = (Axis(PIECES), Axis("depth", 4), Axis("branching", 1.0))
    options: Sequence[Option] = (
        Option(
            "colours",
            int,
            Message("colours, 1 to {most} [{default}]", most=MOST_COLOURS, default=COLOURS),
            multiple=True,
        ),
        Option(
            "capacity",
            int,
            Message(
                "units in a full tube, {least} to {most} [{default}]",
                least=LEAST_CAPACITY,
                most=LARGEST_CAPACITY,
                default=CAPACITY,
            ),
        ),
        Option(
            "empty", int, Message("empty tubes, 1 to {most} [{default}]", most=MOST_EMPTY, default=EMPTY), multiple=True
        ),
        _POURS,
        _ENDS,
        Option(
            "fill", str, "tubes filled at random, or pours undone from the end, which can be solved [random]", FILLS
        ),
        Option(
            "steps",
            int,
            Message("how many pours are undone, to {most} [10 for every colour]", most=MOST_STEPS),
            only=Condition("fill", ("backward",)),
        ),
        Option("hidden", int, "percent of the units below the runs on top that are hidden at first [0]"),
    )
    brief = "{colours}x{capacity}+{empty}"
    presets: Mapping[str, Mapping[str, Any]] = {
        "classic": {},
        "small": {"colours": (8,)},
        "tiny": {"colours": (4,)},
        "ball": {"colours": (8,), "pours": "ball"},
    }
    introductions: Mapping[str, Introduction] = INTRODUCTIONS
    title = "Water sort"
    task = "Pour until every colour is together in one tube."
    showcase = SHOWCASE
    example = Entry("ba.\nab.", solution="AC BA BC")
    formats: Mapping[str, FileFormat] = {
        "boards": FileFormat((".txt", ".tubes")),
        "numbers": FileFormat((".in",), lost=("author", "comment", "solution")),
        "json": FileFormat((".json", ".jsonl")),
    }
    cells: Mapping[str, CellStyle] = {
        **{letter: CellStyle(f"{letter} ", "bold black", paint, paint) for letter, paint in PAINTS.items()},
        **{letter: CellStyle(f"{letter} ", "bold", "", "") for letter in f"{TUBES} "},
        FREE: CellStyle("· ", "bright_black", "", ""),
        UNKNOWN: CellStyle("? ", "bold", "", ""),
    }
    pictures: Sequence[str] = (".png", ".jpg", ".jpeg", ".webp")
    aims: Mapping[str, Aim] = {
        "pours": Aim("the least pours", "pours"),
        "any": Aim("any solution, sooner", "pours", least=False),
    }
    techniques: Mapping[str, str] = {
        "deadlocks": "positions in which no tube can ever be emptied are left out",
        "completing": "a colour is poured into its own tube at once where waiting cannot help",
    }
    objectives: Mapping[str, Mapping[str, float]] = {"rhythm": {"depth": 1.0, "rhythm": 2.0}}
    metrics: Mapping[str, Metric] = METRICS
    atlas: Sequence[Option] = (
        Option("colours", int, "colours of the levels [3]"),
        Option("capacity", int, "units in a full tube [4]"),
        Option("empty", int, "empty tubes [1]"),
        _POURS,
        _ENDS,
    )
    tools: Sequence[Tool] = (
        Tool(
            "relay",
            "Pour a few times, and print the position from which to search on.",
            "level.txt --depth 20",
            (ToolInput.LEVEL, ToolInput.COMMENT, ToolInput.TITLE, ToolInput.AUTHOR),
            (Option("depth", int, "how many pours"),),
        ),
        Tool(
            "strategy",
            "Tell how many pours are enough whatever the hidden units are, and how many are needed on average.",
            "level.txt",
            (ToolInput.LEVEL,),
            (Option("nodes", int, "positions that are searched at most", default=100_000),),
        ),
        Tool(
            "certify",
            "Prove that a level has no solution, by a list of positions that any program can check.",
            "level.txt",
            (ToolInput.LEVEL,),
            (Option("nodes", int, "positions that are searched at most", default=1_000_000),),
        ),
    )
    is_explained = True
    is_guided = True
    player = "player/index.js"

    def space(self, settings: Mapping[str, Any]) -> Space:
        colours = numbers_given(settings, "colours", [COLOURS], 1, MOST_COLOURS)
        empty = numbers_given(settings, "empty", [EMPTY], 1, MOST_EMPTY)
        capacity = number_given(settings, "capacity", CAPACITY, LEAST_CAPACITY, LARGEST_CAPACITY)
        if capacity > USUAL_CAPACITY and max(colours) > COLOURS_BEYOND:
            raise SettingError(
                "tubes of more than {usual} units may have {most} colours at most; give fewer --colours",
                usual=USUAL_CAPACITY,
                most=COLOURS_BEYOND,
            )
        if max(colours) + max(empty) > MOST_TUBES:
            raise SettingError("there are more than {most} tubes; give fewer --colours or --empty", most=MOST_TUBES)
        fill, steps = settings.get("fill") or FILLS[0], settings.get("steps")
        if steps is not None and (fill != "backward" or not 1 <= steps <= MOST_STEPS):
            raise SettingError("--steps is for --fill backward alone, and between 1 and {most}", most=MOST_STEPS)
        hidden = number_given(settings, "hidden", 0, 0, 100)
        return {
            "colours": colours,
            "capacity": capacity,
            "empty": empty,
            "pours": settings.get("pours") or "water",
            "ends": settings.get("ends") or "together",
            "fill": fill,
            **({"steps": steps} if steps else {}),
            **({"hidden": hidden} if hidden else {}),
            "budget": settings.get("nodes") or BUDGET,
        }


DECLARATION = WaterSortDeclaration()
