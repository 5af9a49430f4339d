"""What a family declares before any of its code is needed: cheap to import, no numba behind it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from generator.values import Aim, Axis, CellStyle, Entry, FileFormat, Introduction, Metric, Option, Space, Tool


class Declaration(ABC):
    """Root of the declarations; a family gives `example`, `metrics` and `space`, and whatever differs from the rest."""

    example: Entry
    """A small level with its solution, by which programs see to it that all is loaded before somebody waits."""

    metrics: Mapping[str, Metric]
    """What `measure` and `appraise` count, by name; every family has `depth` and `branching`."""

    is_default: bool = False
    """Whether it is this family that is meant where none is named."""

    pieces: str = "pieces"
    """What the pieces of a level are called, see `Description`."""

    columns: Sequence[str] = ("branching",)
    """The metrics that a table of levels shows beside the depth."""

    archive: Sequence[Axis] = (Axis("depth", 4), Axis("branching", 1.0))
    """The axes of the archive of a session, which keeps the best level of every cell."""

    title: str = ""
    """What people call the puzzle, such as "Water sort"; where it is empty, they call it by its name."""

    options: Sequence[Option] = ()
    """The settings of this family, in the order in which help shows them."""

    brief: str = ""
    """How lists name the levels of a session, with settings in braces, such as `{colours}x{capacity}+{empty}`.

    What else is unlike the default settings follows. Where it is empty, lists name kinds and sizes.
    """

    presets: Mapping[str, Mapping[str, Any]] = {"default": {}}
    """Named settings; the first is the default."""

    introductions: Mapping[str, Introduction] = {}
    """Presets as people see them who choose one; a preset without an introduction shows its name and the example."""

    task: str = ""
    """What a player has to do, in one sentence."""

    formats: Mapping[str, FileFormat] = {"text": FileFormat((".txt",), ("title", "author", "comment", "solution"))}
    """The formats of level files by name; the first is the family's own."""

    techniques: Mapping[str, str] = {}
    """The techniques of the solver that can be switched off, each with a line on what it is."""

    objectives: Mapping[str, Mapping[str, float]] = {}
    """What makes a level good in this family alone: weights of metrics by a name, which no other family has."""

    is_explained: bool = False
    """Whether the way to a solution can be explained step by step, see `Explaining`."""

    is_guided: bool = False
    """Whether players of a level can ask how the game stands, see `Guiding`."""

    cells: Mapping[str, CellStyle] = {}
    """The look of every letter of a level where each is a cell of a board; empty where levels are other text."""

    pictures: Sequence[str] = ()
    """The endings of the pictures that levels are read from, see `PictureReader`."""

    tools: Sequence[Tool] = ()
    """The commands that only this family has, see `Tools`; their names are unlike those of all other commands."""

    atlas: Sequence[Option] = ()
    """The settings that name an atlas, see `Enumeration`."""

    player: str = ""
    """The file in the family's folder with which a level is played in a browser; empty where there is none.

    It is an ES module with the function `createPlayer`, as `service/web/static/player/frame.js` describes it; it
    and all that it imports lie in a folder of their own, which is served to everybody.
    """

    @property
    def showcase(self) -> Entry:
        """A level that shows visitors what the puzzle is like, small enough to be played on a phone at once."""
        return self.example

    @property
    def aims(self) -> Mapping[str, Aim]:
        """What the solver may look for, by name; the first is the default, in the unit of the depth."""
        unit = self.metrics["depth"].unit
        return {unit: Aim(f"the least {unit}", unit)}

    @property
    def rankings(self) -> Sequence[Sequence[str]]:
        """How answers to contests are ranked: by the first metric of each, less being better, then by the others.

        They are names of the metrics of a `CheckedSolution`. Two rankings have two champions and give points.
        """
        return ((next(iter(self.aims.values())).metric,),)

    @abstractmethod
    def space(self, settings: Mapping[str, Any]) -> Space:
        """Complete and check the settings of a session; `nodes` is the budget where the user names one.

        A session that begins with the levels of a file has the file's text as `seed-levels`, see `SeedLevels`;
        `objective` is the name of the objective that the user asks for, if any, and `weights` are those of its metrics.

        Raises SettingError with the remedy.
        """

    def budget(self, space: Space) -> int:
        """The node budget for one candidate of this space."""
        return int(space["budget"])

    def objective(self, space: Space) -> str:
        """The one of `objectives` that a session of this space has by default; empty where that is depth."""
        return ""
