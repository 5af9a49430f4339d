"""Atlases: the only place that joins family, optimiser and storage to work one out."""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from generator.capabilities import RecordAtlas, SelectiveAtlas
from generator.messages import SILENCE, Message
from generator.registry import brief_of
from optimiser.atlas import Charted, Explored, atlas_of, explore
from optimiser.errors import WaitEndedError
from optimiser.executors import Where
from service.sessions.stop_conditions import Interruption
from service.settings import program_version
from storage.atlas import ChapterRow, ComponentRow, begin_atlas, chapters_of, components_of, find_atlas, record_chapter
from storage.database import Database
from storage.locks import atlas_lock


class Name(NamedTuple):
    """Which atlas: the family, and the settings as it has completed them."""

    family: str
    settings: Mapping[str, Any]

    def __str__(self) -> str:
        brief = brief_of(self.family)
        others = [str(value) for name, value in self.settings.items() if f"{{{name}}}" not in brief]
        return " ".join(filter(None, (brief.format(**self.settings), *others)))


class Record(NamedTuple):
    """The greatest depth by an aim of the levels with so many pieces, and how many there are; the id of one of them."""

    pieces: int
    aim: str
    depth: int
    levels: int
    level_id: int | None


class Watcher(Protocol):
    """Sees an atlas grow."""

    def planned(self, chapters: Sequence[ChapterRow]) -> None:
        """The chapters are known, and work on those begins that are not done."""

    def chapter(self, chapter: ChapterRow, found: Sequence[Charted]) -> None:
        """A chapter is recorded."""

    def interrupted(self) -> None:
        """The user has asked for a stop; called from a signal handler."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What an atlas says, as far as it is worked out.

    By symmetry `chapters`, `states` and `components` stand for `all_chapters`, `all_states` and `all_components`.
    `levels` is None where they are not counted, and where only the stored components are. `depths` counts the stored
    components by the depth of their deepest level; `deepest` is the id of the deepest of all, `depth` its depth.
    `unexplained` are chapters in which components share all that is known to set them apart, with the number of such
    components. Where components are records, `records` has the best of each number of pieces and aim.
    """

    chapters: int
    done: int
    all_chapters: int
    states: int
    all_states: int
    components: int
    all_components: int
    levels: int | None
    depths: Mapping[int, int]
    depth: int
    deepest: int | None
    unexplained: Mapping[str, int]
    records: Sequence[Record]

    @property
    def complete(self) -> bool:
        """Whether every chapter is done, so that nothing deeper can exist."""
        return self.done == self.chapters


def atlas_named(family: str, given: Mapping[str, Any]) -> Name:
    """The atlas of these settings. Raises NoAtlasError or SettingError."""
    return Name(family, atlas_of(family).settings(given))


def kept_of(name: Name) -> Message:
    """Which components an atlas keeps; empty where it keeps all."""
    atlas = atlas_of(name.family)
    return atlas.kept(name.settings) if isinstance(atlas, SelectiveAtlas) else SILENCE


def searched_in(name: Name) -> Message:
    """What an atlas of records searches one by one."""
    atlas = atlas_of(name.family)
    return atlas.searched(name.settings) if isinstance(atlas, RecordAtlas) else SILENCE


def chart(database: Database, name: Name, where: Where, watcher: Watcher) -> int:
    """Work an atlas out, or go on with it, until it is complete or the user stops it, and return its id.

    What is stored does not depend on where it is done, nor on how often it was stopped or killed. Raises
    AtlasBusyError, and whatever breaks a chapter off; the chapters before it stay.
    """
    atlas_id = find_atlas(database, *name) or _begun(database, name)
    with atlas_lock(database.path, atlas_id), Interruption(watcher.interrupted).watched() as interruption:
        chapters = chapters_of(database, atlas_id)
        watcher.planned(chapters)
        waiting = [chapter for chapter in chapters if not chapter.done]
        place = where if isinstance(where, int) else replace(where, ended=lambda: interruption.requested)
        with suppress(WaitEndedError), closing(_explored(name, waiting, chapters[-1], place)) as found:
            for chapter, explored in found:
                record_chapter(database, atlas_id, chapter.number, explored)
                watcher.chapter(chapter, explored.components)
                if interruption.requested:
                    break
    return atlas_id


def summary(database: Database, atlas_id: int, name: Name) -> Summary:
    """What an atlas says so far."""
    chapters, components = chapters_of(database, atlas_id), components_of(database, atlas_id)
    deepest = max(components, key=lambda component: component.depth, default=None)
    found, all_found, levels = _totals(chapters, components)
    return Summary(
        chapters=len(chapters),
        done=sum(chapter.done for chapter in chapters),
        all_chapters=sum(chapter.images for chapter in chapters),
        states=sum(chapter.states for chapter in chapters),
        all_states=sum(chapter.states * chapter.images for chapter in chapters),
        components=found,
        all_components=all_found,
        levels=levels,
        depths=dict(sorted(Counter(component.depth for component in components).items())),
        depth=deepest.depth if deepest else 0,
        deepest=deepest.level_id if deepest else None,
        unexplained=_unexplained(chapters, components),
        records=_records(name, components),
    )


def _begun(database: Database, name: Name) -> int:
    # The largest first: deep levels come early, and in the end no process waits long for another.
    chapters = sorted(atlas_of(name.family).chapters(name.settings), key=lambda chapter: -chapter.states)
    return begin_atlas(database, name.family, name.settings, chapters, program_version())


def _explored(
    name: Name, waiting: Sequence[ChapterRow], smallest: ChapterRow, where: Where
) -> Generator[tuple[ChapterRow, Explored]]:
    if waiting:
        found = explore(name.family, name.settings, [chapter.name for chapter in waiting], smallest.name, where)
        with closing(found):
            yield from zip(waiting, found, strict=True)


def _totals(chapters: Sequence[ChapterRow], components: Sequence[ComponentRow]) -> tuple[int, int, int | None]:
    """Components up to symmetry, all components, and all levels, which are None unless every chapter has counted."""
    done = [chapter for chapter in chapters if chapter.done]
    counted = [
        (one.images, one.components, one.levels)
        for one in done
        if one.components is not None and one.levels is not None
    ]
    if not counted or len(counted) < len(done):
        return len(components), sum(chapters[component.chapter].images for component in components), None
    found = sum(found for _, found, _ in counted)
    all_found = sum(images * found for images, found, _ in counted)
    return found, all_found, sum(images * levels for images, _, levels in counted)


def _records(name: Name, components: Sequence[ComponentRow]) -> list[Record]:
    atlas = atlas_of(name.family)
    best: dict[tuple[int, str], Record] = {}
    for component in components:
        kind = atlas.record(name.settings, component.invariant) if isinstance(atlas, RecordAtlas) else None
        if kind is None:
            continue
        known = best.get(kind, Record(*kind, 0, 0, None))
        if component.depth > known.depth:
            known = Record(*kind, component.depth, 0, component.level_id)
        if component.depth == known.depth:
            known = known._replace(levels=known.levels + component.states)
        best[kind] = known
    return [best[kind] for kind in sorted(best)]


def _unexplained(chapters: Sequence[ChapterRow], components: Sequence[ComponentRow]) -> dict[str, int]:
    alike = Counter((component.chapter, component.invariant) for component in components)
    found: Counter[str] = Counter()
    for (chapter, _), count in alike.items():
        if count > 1:
            found[chapters[chapter].name] += count
    return dict(found)
