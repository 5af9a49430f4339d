"""The atlases of the family: of zero-space levels, and of rooms."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.capabilities import Atlas
from generator.errors import SettingError
from generator.messages import SILENCE, Message
from generator.puzzles.sokoban.kinds.free.atlas.atlas import ATLAS as ROOMS
from generator.puzzles.sokoban.kinds.free.limits import TYPES
from generator.puzzles.sokoban.kinds.zero_space.atlas.atlas import ATLAS as ZERO_SPACE
from generator.values import Chapter, Component


class SokobanAtlas:
    """Hands everything on to the atlas of a type."""

    def settings(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        is_free = given.get("type") in TYPES
        if "size" in given and is_free:
            raise SettingError("--size does nothing with --type free; give --cells instead")
        if "cells" in given and not is_free:
            raise SettingError("--cells does nothing without --type free; leave it out or give --type free")
        return _atlas_of(given).settings(given)

    def chapters(self, settings: Mapping[str, Any]) -> Sequence[Chapter]:
        return _atlas_of(settings).chapters(settings)

    def explore(self, settings: Mapping[str, Any], chapter: str) -> Sequence[Component]:
        return _atlas_of(settings).explore(settings, chapter)

    def kept(self, settings: Mapping[str, Any]) -> Message:
        return ROOMS.kept() if settings["type"] in TYPES else SILENCE

    def record(self, settings: Mapping[str, Any], invariant: str) -> tuple[int, str] | None:
        if settings["type"] not in TYPES:
            return None
        boxes, aim = invariant.split()
        return int(boxes), aim


def _atlas_of(settings: Mapping[str, Any]) -> Atlas:
    return ROOMS if settings.get("type") in TYPES else ZERO_SPACE


ATLAS = SokobanAtlas()
