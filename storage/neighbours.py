"""The levels that stand nearest to a level by their figures, for comparisons that are too costly with all of them."""

from typing import NamedTuple

from sqlalchemy import Connection, Select, func, select

from storage.database import Database
from storage.levels import among
from storage.lineage import unknown_level
from storage.tables.levels import Level


class Neighbour(NamedTuple):
    """A level of the same family, type and size as another one."""

    level_id: int
    text: str


def nearest_in_depth(database: Database, level_id: int, most: int) -> list[Neighbour]:
    """The levels of the same family, type and size whose depth is nearest to that of a level, which is none of them.

    Raises UnknownLevelError.
    """
    with database.read() as connection:
        ids = connection.execute(_nearest(connection, level_id, most)).scalars().all()
        chosen = select(Level.id, Level.text).where(among(Level.id, ids))
        texts = dict(connection.execute(chosen).all())
    return [Neighbour(found, texts[found]) for found in ids]


def sample_of_kind(database: Database, level_id: int, most: int) -> list[str]:
    """The texts of at most so many levels of the family, type and size of a level, evenly spread over all of them.

    Raises UnknownLevelError.
    """
    columns = (Level.family, Level.type, Level.size)
    with database.read() as connection:
        kind = connection.execute(select(*columns).where(Level.id == level_id)).one_or_none()
        if kind is None:
            raise unknown_level(level_id)
        alike = select(Level.id).where(*(column == value for column, value in zip(columns, kind, strict=True)))
        ids = sorted(connection.execute(alike).scalars())
        chosen = ids[:: -(-len(ids) // most)]
        return list(connection.execute(select(Level.text).where(among(Level.id, chosen)).order_by(Level.id)).scalars())


def _nearest(connection: Connection, level_id: int, most: int) -> Select[int]:
    columns = (Level.family, Level.type, Level.size, Level.depth)
    level = connection.execute(select(*columns).where(Level.id == level_id)).one_or_none()
    if level is None:
        raise unknown_level(level_id)
    like = select(Level.id, Level.depth).where(
        Level.family == level.family, Level.type == level.type, Level.size == level.size, Level.id != level_id
    )
    # One after the other by depth: each half ends after so many entries of an index.
    deeper = like.where(Level.depth >= level.depth).order_by(Level.depth).limit(most).subquery()
    shallower = like.where(Level.depth < level.depth).order_by(Level.depth.desc()).limit(most).subquery()
    both = select(deeper.c.id, deeper.c.depth).union_all(select(shallower.c.id, shallower.c.depth)).subquery()
    return select(both.c.id).order_by(func.abs(both.c.depth - level.depth), both.c.id).limit(most)
