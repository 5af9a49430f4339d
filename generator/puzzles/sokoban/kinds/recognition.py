"""Which kind a space, a genome or a level is of: the only place that lists the kinds."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.errors import GenomeError
from generator.puzzles.sokoban.kinds.free.kind import KIND as FREE
from generator.puzzles.sokoban.kinds.kind import Kind, Known
from generator.puzzles.sokoban.kinds.zero_space.kind import KIND as ZERO_SPACE
from generator.puzzles.sokoban.level import Level
from generator.values import Genome, Space

KINDS: Sequence[Kind] = (ZERO_SPACE, FREE)
"""Every kind of level; the last one takes the levels that are of no other."""


class Recognition(NamedTuple):
    """The kind of a level, and what it knows of it: the witness of this family."""

    kind: Kind
    known: Known


def kind_of_space(space: Space) -> Kind:
    """The kind that makes the levels of a space."""
    return kind_of_type(space["types"][0])


def kind_of_type(type_: str) -> Kind:
    """The kind that has a type, which is known."""
    return next(kind for kind in KINDS if type_ in kind.types)


def kind_of_genome(genome: Genome) -> Kind:
    """The kind that makes the level of a genome. Raises GenomeError."""
    for kind in KINDS:
        if genome.get("type") in kind.types:
            return kind
    raise GenomeError("this is not a genome of this version: its type is {type!r}", type=genome.get("type"))


def recognised(level: Level, witness: Recognition | None = None) -> Recognition:
    """The kind of a level, by its witness if there is one, else by a look at it."""
    if witness is not None:
        return witness
    found = ((kind, kind.recognise(level)) for kind in KINDS)
    return next(Recognition(kind, known) for kind, known in found if known is not None)
