"""The settings of zero-space levels, as they are declared: nothing here is slow to import."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.errors import SettingError
from generator.messages import Message, option_named
from generator.puzzles.sokoban.kinds.zero_space.boards.drawing import read_outline
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Outline, Size, longer_side
from generator.puzzles.sokoban.kinds.zero_space.limits import (
    EXHAUSTIVE,
    HULLS,
    LARGEST,
    OUTLINED,
    PARTING,
    POLICIES,
    SLIDING,
    SMALLEST,
    TYPES,
    fits_word,
    is_exhaustible,
    sizes_of,
)
from generator.settings import within
from generator.values import BROOD, Condition, Option, Space

_SEED_WALKS = ((15, 10_000), (20, 100_000), (LARGEST, 1_000_000))
"""The walk lengths of the forum's collection, by the largest size that has them."""

EXHAUSTIVE_BUDGET = 4_000_000
"""States for one candidate where whole components are searched: every component of b 5x5 fits."""

ASTAR_BUDGET = 200_000
"""States for one candidate where A* must do; it takes about as long as a component of b 5x5."""

PARTING_TRIES = 1_000_000
"""Slides that policy apart tries by default, a fraction of a second; more still part the ends further."""

PARTING_BROOD = 4
"""Children of policy apart for each that is solved."""

LONGEST_HULL_WALK = 100_000
"""Steps of the longest walk by default in types w and g, where the player's way between two boxes is searched."""

DECEPTIVE = "deceptive"
"""The policy and the objective of levels that look easy and are not."""

_ZERO_SPACE = Condition("type", TYPES)
_SIZE_HELP = Message(
    "inner walls along a side, {least} to {most}; w and g up to 32, s from 7 to 47 [5; 8 for s]",
    least=SMALLEST,
    most=LARGEST,
)
_OUTLINE_HELP = "a drawing of the board, of any outline, with '#' for walls and '-' for floor, instead of --size"
_POLICY_HELP = (
    "how the other end of a level is chosen: the deepest state, both ends far apart, or the farthest or last state of "
    "a random walk [deepest up to size 5, beyond that apart for b and e, else farthest]"
)
_WALK_HELP = "last, farthest: slides of the random walk [as in the forum's levels]; apart: slides to try [1000000]"

OPTIONS: Sequence[Option] = (
    Option("size", int, _SIZE_HELP, multiple=True, only=_ZERO_SPACE),
    Option("outline", str, _OUTLINE_HELP, is_file=True, only=Condition("type", OUTLINED), instead_of=("size",)),
    Option(
        "hull",
        str,
        "inner walls in the shape of an L, whose open corner the seed chooses, or of a square",
        HULLS,
        only=Condition("type", ("g",)),
    ),
    Option("policy", str, _POLICY_HELP, POLICIES, only=_ZERO_SPACE),
    Option("walk", int, _WALK_HELP, only=Condition("policy", ("farthest", "last", "apart"))),
    Option(
        "threshold",
        int,
        "reject walks that get no farther than this many pushes [0]",
        only=Condition("policy", ("farthest",)),
    ),
    Option(
        "sweeps",
        int,
        "how many times to search again from the pair that was found [1]",
        only=Condition("policy", EXHAUSTIVE),
    ),
)

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "b5": {"type": ["b"]},
    "b4": {"type": ["b"], "size": [4]},
    "e4": {"type": ["e"], "size": [4]},
    "e5": {"type": ["e"], "size": [5]},
    "small": {"type": ["b", "e"], "size": [3, 4, 5]},
    "b10": {"type": ["b"], "size": [10]},
    "s8": {"type": ["s"], "size": [8]},
    "w5": {"type": ["w"], "size": [5]},
    "g5": {"type": ["g"], "size": [5]},
}


def zero_space(settings: Mapping[str, Any]) -> Space:
    """The space of levels that settings describe. Raises SettingError."""
    types = sorted(set(settings.get("type") or ["b"]))
    sizes = _sizes(types, settings)
    hull = _hull(types, settings.get("hull"))
    fits = all(fits_word(type_, size) for type_ in types for size in sizes)
    small = all(is_exhaustible(type_, size) for type_ in types for size in sizes)
    best = DECEPTIVE if settings.get("objective") == DECEPTIVE else "deepest"
    parting = set(types) <= set(PARTING)
    policy = settings.get("policy") or (best if small else "apart" if parting else "farthest")
    if policy in EXHAUSTIVE and not fits:
        raise SettingError(
            "policy {policy} searches whole components, which b allows to size 6 and e to size 5; "
            "use --policy farthest beyond",
            policy=policy,
        )
    if policy == "apart" and not parting:
        raise SettingError("policy apart makes levels of type b and e; use --policy farthest for others")
    exhaustive = policy in EXHAUSTIVE or small
    budget = settings.get("nodes") or (EXHAUSTIVE_BUDGET if exhaustive else ASTAR_BUDGET)
    drawn = {"outline": sizes[0].text} if isinstance(sizes[0], Outline) else {}
    lengths = [*map(longer_side, sizes)]
    space = {"types": types, "sizes": lengths, **drawn, **hull, "policy": policy, "budget": budget}
    walk = next(length for longest, length in _SEED_WALKS if max(lengths) <= longest)
    walk = walk if set(types) <= set(SLIDING) else min(walk, LONGEST_HULL_WALK)
    return {**space, **_policy_settings(policy, walk, settings)}


def refuse_zero_space_settings(settings: Mapping[str, Any]) -> None:
    """Refuse settings of zero-space levels where free rooms are made. Raises SettingError."""
    for name in [option.name for option in OPTIONS if settings.get(option.name) not in (None, ())]:
        remedy = Message("give --rows and --cols, or a preset of free rooms" if name == "size" else "leave it out")
        raise SettingError("{option} does nothing with type free; {remedy}", option=option_named(name), remedy=remedy)


def _sizes(types: Sequence[str], settings: Mapping[str, Any]) -> list[Size]:
    """The sizes that were given, or the only outline."""
    drawing = settings.get("outline")
    if drawing is None:
        sizes = sorted(set(settings.get("size") or [8 if types == ["s"] else 5]))
        _refuse_sizes(types, sizes)
        return [*sizes]
    if settings.get("size"):
        raise SettingError("--size does nothing where --outline draws the board; leave one of them out")
    for other in [type_ for type_ in types if type_ not in OUTLINED]:
        raise SettingError("--outline draws boards of type b and e, not {type}; leave it out", type=other)
    return [read_outline(drawing, tuple(types))]


def _refuse_sizes(types: Sequence[str], sizes: Sequence[int]) -> None:
    for type_ in types:
        made = sizes_of(type_)
        for wrong in [size for size in sizes if size not in made]:
            raise SettingError(
                "size {size} of type {type} is not between {least} and {most}; give --size in that range",
                size=wrong,
                type=type_,
                least=made[0],
                most=made[-1],
            )


def _hull(types: Sequence[str], hull: str | None) -> Mapping[str, str]:
    """The setting of type g, where it is among the types."""
    if "g" in types:
        return {"hull": hull or HULLS[0]}
    if hull is not None:
        raise SettingError("--hull does nothing without type g; leave it out or give --type g")
    return {}


def _policy_settings(policy: str, walk: int, settings: Mapping[str, Any]) -> Mapping[str, int]:
    belongs = {
        **{name: {"sweeps": 1} for name in EXHAUSTIVE},
        "farthest": {"walk": walk, "threshold": 0},
        "last": {"walk": walk},
        "apart": {"walk": PARTING_TRIES, BROOD: PARTING_BROOD},
    }
    given = {name: settings[name] for name in ("walk", "threshold", "sweeps") if settings.get(name) is not None}
    for name, value in given.items():
        if name not in belongs[policy]:
            raise SettingError(
                "{option} does nothing with policy {policy}; leave it out or choose another --policy",
                option=option_named(name),
                policy=policy,
            )
        within(name, value, 0 if name == "threshold" else 1, 100_000_000)
    return belongs[policy] | given
