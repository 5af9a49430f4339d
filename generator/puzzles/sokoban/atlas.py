"""The atlas of the family, which is that of a kind of levels."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.capabilities import Atlas, RecordAtlas, SelectiveAtlas
from generator.messages import SILENCE, Message
from generator.puzzles.sokoban.kinds.recognition import KINDS, kind_of_type
from generator.values import Chapter, Exploration


class SokobanAtlas:
    """Hands everything on to the atlas of a kind: the first one where no type is given."""

    def settings(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return _atlas_of(given).settings(given)

    def chapters(self, settings: Mapping[str, Any]) -> Sequence[Chapter]:
        return _atlas_of(settings).chapters(settings)

    def explore(self, settings: Mapping[str, Any], chapter: str) -> Exploration:
        return _atlas_of(settings).explore(settings, chapter)

    def kept(self, settings: Mapping[str, Any]) -> Message:
        atlas = _atlas_of(settings)
        return atlas.kept(settings) if isinstance(atlas, SelectiveAtlas) else SILENCE

    def record(self, settings: Mapping[str, Any], invariant: str) -> tuple[int, str] | None:
        atlas = _atlas_of(settings)
        return atlas.record(settings, invariant) if isinstance(atlas, RecordAtlas) else None

    def searched(self, settings: Mapping[str, Any]) -> Message:
        atlas = _atlas_of(settings)
        return atlas.searched(settings) if isinstance(atlas, RecordAtlas) else SILENCE


def _atlas_of(settings: Mapping[str, Any]) -> Atlas:
    return kind_of_type(settings["type"]).atlas if "type" in settings else KINDS[0].atlas


ATLAS = SokobanAtlas()
