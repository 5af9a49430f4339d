"""Genomes: the text of a level, or a position in whose component the deepest level is looked for."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from generator.errors import GenerationError, GenomeError, LevelFormatError
from generator.puzzles.orimaze.level import ALONG_ROW, Level, Position, format_level, parse_level
from generator.puzzles.orimaze.limits import MOST_EXPLORED, MOST_STEPS
from generator.puzzles.orimaze.measure import figures
from generator.puzzles.orimaze.search import component_of
from generator.values import Genome, Made, Metrics

LEVEL, DEEPEST, FARTHEST = "level", "deepest", "farthest"


class Making(NamedTuple):
    """What is known of a level that was found in its component: a solution, and what is counted of the component."""

    moves: str
    figures: Metrics


def genome_of(level: Level) -> Genome:
    """A genome that generates just this level."""
    return {LEVEL: format_level(level)}


def deepest_genome(position: Position) -> Genome:
    """The genome of the deepest level of a component, of which this position has an H in the corner."""
    return {DEEPEST: format_level(Level(position))}


def farthest_genome(position: Position) -> Genome:
    """The genome of the two positions of a component that are farthest apart."""
    return {FARTHEST: format_level(Level(position))}


def base_of(genome: Genome) -> Position:
    """The position of a genome that its children are made from. Raises GenomeError."""
    for kind in (LEVEL, DEEPEST, FARTHEST):
        if kind in genome:
            return _parsed(genome[kind]).start
    raise GenomeError("this is not the genome of an orimaze: it has neither a level nor a position")


def generated(genome: Genome) -> Made[Level]:
    """The level of a genome, with a solution where one is known. Raises GenomeError or GenerationError."""
    for kind, make in _MAKERS.items():
        if kind in genome:
            return make(_parsed(genome[kind]).start)
    base_of(genome)
    return Made(_parsed(genome[LEVEL]))


def _parsed(text: object) -> Level:
    try:
        return parse_level(str(text))
    except LevelFormatError as error:
        raise GenomeError("this genome does not give a level: {error}", error=error) from error


def _deepest(position: Position) -> Made[Level]:
    """The position of the component that is farthest from all that have an H in the corner.

    Where the component is too large, it is one of the positions nearest to the one that is given.
    """
    if position.rows[0][0] != ALONG_ROW:
        raise GenomeError("the position of this genome has no H in the corner")
    component = component_of(position, MOST_EXPLORED)
    distances = component.distances(component.solved(Level(position)))
    if not distances.depth:
        raise GenerationError("all positions of the component have an H in the corner")
    farthest = distances.farthest
    level = Level(component.position(farthest))
    return Made(level, Making(component.way_down(farthest, distances), figures(level, component, farthest)))


def _farthest(position: Position) -> Made[Level]:
    """The two positions of the component that are farthest apart, or the best that were found within bounds."""
    component = component_of(position, MOST_EXPLORED)
    if len(component) == 1:
        raise GenerationError("no piece can be moved")
    start, goal = component.farthest_pair(max(4, MOST_STEPS // len(component)))
    level = Level(component.position(start), component.position(goal))
    distances = component.distances(component.solved(level))
    return Made(level, Making(component.way_down(start, distances), figures(level, component, start)))


_MAKERS: Mapping[str, Callable[[Position], Made[Level]]] = {DEEPEST: _deepest, FARTHEST: _farthest}
