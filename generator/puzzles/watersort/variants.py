"""The rules that differ between games: how much a pour moves, and when the level is solved."""

from enum import IntEnum


class Pour(IntEnum):
    """How much of the top run is poured onto the same colour or into an empty tube."""

    WATER = 0
    """As much as fits."""
    WHOLE = 1
    """All of it, so that it has to fit."""
    BALL = 2
    """One unit, as in ball sort."""


class End(IntEnum):
    """When a level is solved."""

    TOGETHER = 0
    """Every colour is in one tube."""
    LOOSE = 1
    """Every tube has one colour, which may be in several tubes: the end test of nameofcsdn's article."""


POURS = {pour.name.lower(): pour for pour in Pour}
ENDS = {end.name.lower(): end for end in End}
