"""What the sokoban family offers on the command line, without its solvers."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.errors import SettingError
from generator.family import Aim, CellStyle, FileFormat, Option, Space, Tool
from generator.puzzles.sokoban.commands import TOOLS
from generator.puzzles.sokoban.free.limits import TYPES as FREE_TYPES
from generator.puzzles.sokoban.free.space import OPTIONS, PRESETS, free_space, refuse_free_settings
from generator.puzzles.sokoban.limits import (
    HULLS,
    LARGEST,
    POLICIES,
    SLIDING,
    SMALLEST,
    TYPES,
    fits_word,
    sizes_of,
)
from generator.puzzles.sokoban.notation.formats import FORMATS
from generator.puzzles.sokoban.pictures.terminal import CELLS
from generator.puzzles.sokoban.techniques import AIMS, TECHNIQUES

_SEED_WALKS = ((15, 10_000), (20, 100_000), (LARGEST, 1_000_000))
"""The walk lengths of the forum's collection, by the largest size that has them."""

EXHAUSTIVE_BUDGET = 4_000_000
"""States for one candidate where whole components are searched: every component of b 5x5 fits."""

ASTAR_BUDGET = 200_000
"""States for one candidate where A* must do; it takes about as long as a component of b 5x5."""

LONGEST_HULL_WALK = 100_000
"""Steps of the longest walk by default in types w and g, where the player's way between two boxes is searched."""

EXHAUSTIBLE = 5
"""The largest size whose components are mostly small enough to be searched completely."""


_TYPE_HELP = "level type: b, e, s, w, g (an interpretation) are zero-space levels; free: walls anywhere"
_SIZE_HELP = f"inner walls along a side, {SMALLEST} to {LARGEST}; w and g to 32, s from 7 to 47 [5, of s 8]"


class SokobanDeclaration:
    """Zero-space levels by type, size and the policy that chooses the other end of the puzzle; free rooms."""

    options: Sequence[Option] = (
        Option("type", str, _TYPE_HELP, (*TYPES, *FREE_TYPES), multiple=True),
        Option("size", int, _SIZE_HELP, multiple=True),
        Option("hull", str, "g only: walls of an L, with a corner open that the seed chooses, or of a square", HULLS),
        Option("policy", str, "how the other end is chosen [deepest to size 5, else farthest]", POLICIES),
        Option("walk", int, "slides of the random walk of policy last or farthest [as the forum's levels]"),
        Option("threshold", int, "farthest only: reject walks that stay within so many pushes by distance [0]"),
        Option("sweeps", int, "deepest only: repeat from the deepest state so often for a deeper pair [1]"),
        *OPTIONS,
    )
    presets: Mapping[str, Mapping[str, Any]] = {
        "b5": {"type": ["b"]},
        "b4": {"type": ["b"], "size": [4]},
        "e4": {"type": ["e"], "size": [4]},
        "e5": {"type": ["e"], "size": [5]},
        "small": {"type": ["b", "e"], "size": [3, 4, 5]},
        "b10": {"type": ["b"], "size": [10]},
        "s8": {"type": ["s"], "size": [8]},
        "w5": {"type": ["w"], "size": [5]},
        "g5": {"type": ["g"], "size": [5]},
        **PRESETS,
    }
    formats: Mapping[str, FileFormat] = FORMATS
    tools: Sequence[Tool] = TOOLS
    cells: Mapping[str, CellStyle] = CELLS
    aims: Mapping[str, Aim] = AIMS
    techniques: Mapping[str, str] = TECHNIQUES
    objectives: Mapping[str, Mapping[str, float]] = {}
    player = "player/index.js"

    def objective(self, space: Space) -> str:
        return ""

    def space(self, settings: Mapping[str, Any]) -> Space:
        types = sorted(set(settings.get("type") or ["b"]))
        if set(types) & set(FREE_TYPES):
            return free_space(settings)
        refuse_free_settings(settings)
        sizes = sorted(set(settings.get("size") or [8 if types == ["s"] else 5]))
        _refuse_sizes(types, sizes)
        hull = _hull(types, settings.get("hull"))
        fits = all(fits_word(type_, size) for type_ in types for size in sizes)
        small = max(sizes) <= EXHAUSTIBLE and set(types) <= set(SLIDING)
        policy = settings.get("policy") or ("deepest" if small else "farthest")
        if policy == "deepest" and not fits:
            raise SettingError(
                "policy deepest searches whole components, which b allows to size 6 and e to size 5; "
                "use --policy farthest beyond"
            )
        exhaustive = policy == "deepest" or small
        budget = settings.get("nodes") or (EXHAUSTIVE_BUDGET if exhaustive else ASTAR_BUDGET)
        space = {"types": types, "sizes": sizes, **hull, "policy": policy, "budget": budget}
        walk = next(length for largest, length in _SEED_WALKS if max(sizes) <= largest)
        walk = walk if set(types) <= set(SLIDING) else min(walk, LONGEST_HULL_WALK)
        return {**space, **_policy_settings(policy, walk, settings)}

    def budget(self, space: Space) -> int:
        return int(space["budget"])


def _refuse_sizes(types: Sequence[str], sizes: Sequence[int]) -> None:
    for type_ in types:
        made = sizes_of(type_)
        for wrong in [size for size in sizes if size not in made]:
            between = f"{made[0]} and {made[-1]}"
            raise SettingError(f"size {wrong} of type {type_} is not between {between}; give --size in that range")


def _hull(types: Sequence[str], hull: str | None) -> Mapping[str, str]:
    """The setting of type g, where it is among the types."""
    if "g" in types:
        return {"hull": hull or HULLS[0]}
    if hull is not None:
        raise SettingError("--hull does nothing without type g; leave it out or give --type g")
    return {}


def _policy_settings(policy: str, walk: int, settings: Mapping[str, Any]) -> Mapping[str, int]:
    belongs = {"last": {"walk": walk}, "farthest": {"walk": walk, "threshold": 0}, "deepest": {"sweeps": 1}}
    given = {name: settings[name] for name in ("walk", "threshold", "sweeps") if settings.get(name) is not None}
    for name, value in given.items():
        if name not in belongs[policy]:
            raise SettingError(f"--{name} does nothing with policy {policy}; leave it out or choose another --policy")
        least = 0 if name == "threshold" else 1
        if not least <= value <= 100_000_000:
            raise SettingError(f"--{name} {value} is not between {least} and 100000000")
    return belongs[policy] | given


DECLARATION = SokobanDeclaration()
