"""What the sokoban family offers on the command line, without its solvers."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.errors import SettingError
from generator.family import Option, Space
from generator.puzzles.sokoban.limits import LARGEST, POLICIES, SMALLEST, TYPES, fits_word

_SEED_WALKS = ((15, 10_000), (20, 100_000), (LARGEST, 1_000_000))
"""The walk lengths of the forum's collection, by the largest size that has them."""

EXHAUSTIVE_BUDGET = 4_000_000
"""States for one candidate where whole components are searched: every component of b 5x5 fits."""

ASTAR_BUDGET = 200_000
"""States for one candidate where A* must do; it takes about as long as a component of b 5x5."""

EXHAUSTIBLE = 5
"""The largest size whose components are mostly small enough to be searched completely."""


class SokobanDeclaration:
    """Zero-space levels by type, size and the policy that chooses the other end of the puzzle."""

    options: Sequence[Option] = (
        Option("type", str, "level type: b boxes and inner walls, e the outer wall too", TYPES, multiple=True),
        Option("size", int, f"inner walls along a side, {SMALLEST} to {LARGEST}", multiple=True),
        Option("policy", str, "how the other end is chosen [deepest to size 5, else farthest]", POLICIES),
        Option("walk", int, "slides of the random walk of policy last or farthest [as the forum's levels]"),
        Option("threshold", int, "farthest only: reject walks that stay within so many pushes by distance [0]"),
        Option("sweeps", int, "deepest only: repeat from the deepest state so often for a deeper pair [1]"),
    )
    presets: Mapping[str, Mapping[str, Any]] = {
        "b5": {"type": ["b"], "size": [5]},
        "b4": {"type": ["b"], "size": [4]},
        "e4": {"type": ["e"], "size": [4]},
        "e5": {"type": ["e"], "size": [5]},
        "small": {"type": ["b", "e"], "size": [3, 4, 5]},
        "b10": {"type": ["b"], "size": [10]},
    }

    def space(self, settings: Mapping[str, Any]) -> Space:
        types = sorted(set(settings.get("type") or ["b"]))
        sizes = sorted(set(settings.get("size") or [5]))
        for wrong in [size for size in sizes if not SMALLEST <= size <= LARGEST]:
            raise SettingError(f"size {wrong} is not between {SMALLEST} and {LARGEST}; give --size in that range")
        fits = all(fits_word(type_, size) for type_ in types for size in sizes)
        policy = settings.get("policy") or ("deepest" if max(sizes) <= EXHAUSTIBLE else "farthest")
        if policy == "deepest" and not fits:
            raise SettingError(
                "policy deepest searches whole components, which b allows to size 6 and e to size 5; "
                "use --policy farthest beyond"
            )
        exhaustive = policy == "deepest" or max(sizes) <= EXHAUSTIBLE
        budget = settings.get("nodes") or (EXHAUSTIVE_BUDGET if exhaustive else ASTAR_BUDGET)
        space = {"types": types, "sizes": sizes, "policy": policy, "budget": budget}
        return {**space, **_policy_settings(policy, max(sizes), settings)}

    def budget(self, space: Space) -> int:
        return int(space["budget"])


def _policy_settings(policy: str, size: int, settings: Mapping[str, Any]) -> Mapping[str, int]:
    walk = next(length for largest, length in _SEED_WALKS if size <= largest)
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
