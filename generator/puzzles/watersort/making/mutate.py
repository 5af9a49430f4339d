"""Mutation operators: they move units and tubes, or add and remove colours and empty tubes."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import Level, Place, Places, Tubes, parse_level
from generator.puzzles.watersort.limits import MOST_SEEDS, MOST_TUBES
from generator.puzzles.watersort.making.generation import filled, hidden_in, shuffled_back
from generator.puzzles.watersort.making.genome import Backward, genome_of
from generator.puzzles.watersort.runs import buried
from generator.puzzles.watersort.variants import ENDS, POURS
from generator.values import SEEDS, Genome, Space, Specimen

AGAIN = 1 / 3
"""How likely an operator that swaps two units swaps two more."""

STEPS_BACK = 4
"""Pours that are undone at most by one mutation."""

HIDE = "hide_units"
"""The operator that changes what is hidden."""

Operator = Callable[[Level, Space, np.random.Generator], Tubes | None]


def random_genome(space: Space, rng: np.random.Generator) -> Genome:
    """A level with random tubes or shuffled backward, as the space says; where it has seeds, one of these."""
    if space.get(SEEDS):
        return dict(space[SEEDS][rng.integers(len(space[SEEDS]))])
    hidden = space.get("hidden", 0)
    colours, empty, capacity = int(rng.choice(space["colours"])), int(rng.choice(space["empty"])), space["capacity"]
    if space["fill"] == "backward":
        steps = int(space.get("steps", 10 * colours))
        seed = int(rng.integers(MOST_SEEDS))
        return Backward(colours, capacity, empty, space["pours"], space["ends"], steps, seed, hidden).to_json()
    tubes = filled(colours, capacity, empty, rng)
    places = hidden_in(tubes, hidden, rng) if hidden else frozenset()
    return genome_of(Level(tubes, capacity, POURS[space["pours"]], ENDS[space["ends"]], places))


def operators(space: Space) -> Mapping[str, int]:
    """Those that a space leaves something to change for."""
    names = [*_UNITS]
    if len(space["colours"]) > 1:
        names += ["add_colour", "remove_colour"]
    if len(space["empty"]) > 1:
        names += ["add_tube", "remove_tube"]
    if space["fill"] == "backward":
        names.append("undo_pours")
    if 0 < space.get("hidden", 0) < 100:
        names.append(HIDE)
    return {**dict.fromkeys(names, 1), "cross_tubes": 2}


def mutate(operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator) -> Genome | None:
    """The child of one application of an operator, or None where it does not apply."""
    levels = [parse_level(parent.text) for parent in parents]
    level = levels[0]
    if operator == HIDE:
        return _hidden_otherwise(level, space, rng)
    tubes = _crossed(levels, rng) if operator == "cross_tubes" else _OPERATORS[operator](level, space, rng)
    if tubes is None or tubes == level.tubes:
        return None
    return genome_of(Level(tubes, level.capacity, level.pour, level.end, _hidden(level, tubes, space, rng)))


def _hidden(level: Level, tubes: Tubes, space: Space, rng: np.random.Generator) -> Places:
    """What is hidden in a child: places that were below a run on top before stay as they were."""
    percent = space.get("hidden", 0)
    return hidden_in(tubes, percent, rng, _marks(level)) if percent else frozenset()


def _marks(level: Level) -> dict[Place, bool]:
    """Whether the units below the runs on top are hidden."""
    below = [(place, height) for place, tube in enumerate(level.tubes) for height in range(buried(tube))]
    return {at: at in level.hidden for at in below}


def _hidden_otherwise(level: Level, space: Space, rng: np.random.Generator) -> Genome | None:
    """In one tube other units are hidden."""
    chosen = _filled_place(level, rng)
    kept = {(place, height): hides for (place, height), hides in _marks(level).items() if place != chosen}
    hidden = hidden_in(level.tubes, space["hidden"], rng, kept)
    return None if hidden == level.hidden else genome_of(replace(level, hidden=hidden))


def _swap_units(level: Level, space: Space, rng: np.random.Generator) -> Tubes | None:
    """Two units, and perhaps two more, change places."""
    units, places = list("".join(level.tubes)), [*map(len, level.tubes)]
    for _ in range(int(rng.geometric(1 - AGAIN))):
        one, other = rng.integers(len(units), size=2)
        units[one], units[other] = units[other], units[one]
    return _poured_in(units, places)


def _rotate_units(level: Level, space: Space, rng: np.random.Generator) -> Tubes | None:
    """Three units change places in a circle."""
    units, places = list("".join(level.tubes)), [*map(len, level.tubes)]
    chosen = rng.choice(len(units), size=min(3, len(units)), replace=False).tolist()
    moved = [units[place] for place in chosen]
    for place, unit in zip(chosen[1:] + chosen[:1], moved, strict=True):
        units[place] = unit
    return _poured_in(units, places)


def _shuffle_tube(level: Level, space: Space, rng: np.random.Generator) -> Tubes | None:
    """The units of one tube in another order."""
    place = _filled_place(level, rng)
    tube = "".join(rng.permutation(list(level.tubes[place])))
    return (*level.tubes[:place], tube, *level.tubes[place + 1 :])


def _turn_tube(level: Level, space: Space, rng: np.random.Generator) -> Tubes | None:
    """One tube upside down."""
    place = _filled_place(level, rng)
    return (*level.tubes[:place], level.tubes[place][::-1], *level.tubes[place + 1 :])


def _add_colour(level: Level, space: Space, rng: np.random.Generator) -> Tubes | None:
    """A full tube of another colour, which changes places with units everywhere."""
    if len(level.colours) + 1 not in space["colours"] or len(level.tubes) == MOST_TUBES:
        return None
    fresh = next(letter for letter in LETTERS if letter not in level.colours)
    full = [place for place, tube in enumerate(level.tubes) if tube]
    tubes = [*level.tubes[: full[-1] + 1], fresh * level.capacity, *level.tubes[full[-1] + 1 :]]
    units, places = list("".join(tubes)), [*map(len, tubes)]
    for place in [at for at, unit in enumerate(units) if unit == fresh]:
        other = rng.integers(len(units))
        units[place], units[other] = units[other], units[place]
    return _poured_in(units, places)


def _remove_colour(level: Level, space: Space, rng: np.random.Generator) -> Tubes | None:
    """A colour is taken out, and the units of one tube fill its places."""
    if len(level.colours) - 1 not in space["colours"]:
        return None
    colour = level.colours[int(rng.integers(len(level.colours)))]
    place = _filled_place(level, rng)
    spare = [unit for unit in level.tubes[place] if unit != colour]
    rest = [*level.tubes[:place], *level.tubes[place + 1 :]]
    holes = Counter("".join(rest))[colour]
    fill = iter([*spare, *[""] * (holes - len(spare))])
    return tuple("".join(next(fill) if unit == colour else unit for unit in tube) for tube in rest)


def _add_tube(level: Level, space: Space, rng: np.random.Generator) -> Tubes | None:
    """One more empty tube."""
    if level.empty + 1 not in space["empty"] or len(level.tubes) == MOST_TUBES:
        return None
    return (*level.tubes, "")


def _remove_tube(level: Level, space: Space, rng: np.random.Generator) -> Tubes | None:
    """One empty tube less."""
    if level.empty - 1 not in space["empty"] or "" not in level.tubes:
        return None
    tubes = list(level.tubes)
    tubes.remove("")
    return tuple(tubes)


def _undo_pours(level: Level, space: Space, rng: np.random.Generator) -> Tubes | None:
    """A position some pours before this one."""
    return shuffled_back(level, int(rng.integers(1, STEPS_BACK + 1)), rng)[0]


def _crossed(levels: Sequence[Level], rng: np.random.Generator) -> Tubes | None:
    """Some tubes of one level; the units of its other tubes in the order in which another level has them."""
    one, other = levels
    if one.colours != other.colours or one.capacity != other.capacity:
        return None
    kept = rng.random(len(one.tubes)) < 0.5
    loose = Counter("".join(tube for tube, keeps in zip(one.tubes, kept, strict=True) if not keeps))
    order = []
    for unit in "".join(other.tubes):
        if loose[unit]:
            loose[unit] -= 1
            order.append(unit)
    rest = iter(order)
    return tuple(
        tube if keeps else "".join(next(rest) for _ in tube) for tube, keeps in zip(one.tubes, kept, strict=True)
    )


def _poured_in(units: Sequence[str], heights: Sequence[int]) -> Tubes:
    """Units put into tubes up to these heights."""
    rest = iter(units)
    return tuple("".join(next(rest) for _ in range(height)) for height in heights)


def _filled_place(level: Level, rng: np.random.Generator) -> int:
    places = [index for index, tube in enumerate(level.tubes) if tube]
    return places[rng.integers(len(places))]


_UNITS: Mapping[str, Operator] = {
    "swap_units": _swap_units,
    "rotate_units": _rotate_units,
    "shuffle_tube": _shuffle_tube,
    "turn_tube": _turn_tube,
}

_OPERATORS: Mapping[str, Operator] = {
    **_UNITS,
    "add_colour": _add_colour,
    "remove_colour": _remove_colour,
    "add_tube": _add_tube,
    "remove_tube": _remove_tube,
    "undo_pours": _undo_pours,
}
