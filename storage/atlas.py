"""Atlases: their chapters are planned once, and each is kept in a transaction of its own when it is worked out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.sqlite import insert

from generator import Chapter
from optimiser.atlas import Explored
from storage.database import Database
from storage.levels import Discovery, insert_levels, stored_levels, take_over_proofs
from storage.tables.atlases import Atlas, AtlasChapter, AtlasComponent
from storage.tables.base import Origin


@dataclass(frozen=True, slots=True)
class ChapterRow:
    """A chapter of an atlas and how far it is; `components` and `levels` are None where only the kept are known."""

    number: int
    name: str
    states: int
    images: int
    done: bool
    components: int | None
    levels: int | None


@dataclass(frozen=True, slots=True)
class ComponentRow:
    """A component of an atlas; `level_id` is None where it has no level, or where that was deleted."""

    chapter: int
    number: int
    states: int
    invariant: str
    depth: int
    level_id: int | None


def find_atlas(database: Database, family: str, settings: Mapping[str, Any]) -> int | None:
    """The id of the atlas of these settings, or None where none was begun."""
    with database.read() as connection:
        return _find(connection, family, settings)


def begin_atlas(
    database: Database, family: str, settings: Mapping[str, Any], chapters: Sequence[Chapter], program: str
) -> int:
    """Enter an atlas with all its chapters, in the order in which they are to be worked off, and return its id.

    One that is there already, because another process has entered it a moment ago, stays as it is.
    """
    now = database.now()
    row = {
        "family": family,
        "settings": dict(settings),
        "program": program,
        "created_at": now,
        "updated_at": now,
    }
    with database.begin() as connection:
        known = _find(connection, family, settings)
        if known is not None:
            return known
        atlas_id = int(connection.execute(insert(Atlas), row).lastrowid)
        rows = [
            {
                "atlas_id": atlas_id,
                "number": number,
                "name": chapter.name,
                "states": chapter.states,
                "images": chapter.images,
                "done": False,
            }
            for number, chapter in enumerate(chapters)
        ]
        connection.execute(insert(AtlasChapter), rows)
    return atlas_id


def record_chapter(database: Database, atlas_id: int, number: int, found: Explored) -> None:
    """Keep the components of a chapter and their levels, or nothing of them."""
    now = database.now()
    records = [charted.level for charted in found.components if charted.level is not None]
    with database.begin() as connection:
        ids: dict[str, int] = {}
        if records:
            family = records[0].family
            insert_levels(connection, [(record, Discovery(Origin.ATLAS), now) for record in records])
            stored = stored_levels(connection, family, [record.identity for record in records])
            take_over_proofs(connection, records, stored)
            ids = {identity: level.id for identity, level in stored.items()}
        rows = [
            {
                "atlas_id": atlas_id,
                "chapter": number,
                "number": index,
                "states": charted.component.states,
                "invariant": charted.component.invariant,
                "depth": charted.component.depth,
                "level_id": None if charted.level is None else ids[charted.level.identity],
            }
            for index, charted in enumerate(found.components)
        ]
        if rows:
            connection.execute(insert(AtlasComponent), rows)
        chapter = update(AtlasChapter).where(AtlasChapter.atlas_id == atlas_id, AtlasChapter.number == number)
        counted = found.counts._asdict() if found.counts else {}
        connection.execute(chapter.values(done=True, **counted))
        connection.execute(update(Atlas).where(Atlas.id == atlas_id).values(updated_at=now))


def chapters_of(database: Database, atlas_id: int) -> list[ChapterRow]:
    """The chapters of an atlas, in their order."""
    query = select(
        AtlasChapter.number,
        AtlasChapter.name,
        AtlasChapter.states,
        AtlasChapter.images,
        AtlasChapter.done,
        AtlasChapter.components,
        AtlasChapter.levels,
    ).where(AtlasChapter.atlas_id == atlas_id)
    with database.read() as connection:
        rows = connection.execute(query.order_by(AtlasChapter.number)).all()
    return [ChapterRow(*row) for row in rows]


def components_of(database: Database, atlas_id: int) -> list[ComponentRow]:
    """The components of an atlas that were found so far, by chapter."""
    query = select(
        AtlasComponent.chapter,
        AtlasComponent.number,
        AtlasComponent.states,
        AtlasComponent.invariant,
        AtlasComponent.depth,
        AtlasComponent.level_id,
    ).where(AtlasComponent.atlas_id == atlas_id)
    with database.read() as connection:
        rows = connection.execute(query.order_by(AtlasComponent.chapter, AtlasComponent.number)).all()
    return [ComponentRow(*row) for row in rows]


def _find(connection: Connection, family: str, settings: Mapping[str, Any]) -> int | None:
    rows = connection.execute(select(Atlas.id, Atlas.settings).where(Atlas.family == family))
    return next((atlas_id for atlas_id, stored in rows if stored == dict(settings)), None)
