"""Questions to a database of levels."""

from collections.abc import Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import Any, Self

from cenote.levels import Level, level_of_row
from optimiser.archive import Cell
from service.errors import ServiceError
from service.levels.bounds import metric_bounds
from service.levels.json_objects import session_object
from service.settings import storage_url
from storage import queries
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.queries import LevelRow


class Stored:
    """A database that is open for reading, also while sessions write to it; to be closed, best with `with`."""

    def __init__(self, storage: str = "") -> None:
        """`storage` is a URL such as `sqlite:///cenote.db`. Raises Error where there is no database."""
        self._database = Database.open_readonly(storage_url(storage or None))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database; levels that were read stay, but their parents can no longer be looked up."""
        self._database.close()

    def levels(
        self, order: str = "-depth", limit: int | None = 10, where: Sequence[str] = (), **wanted: Any
    ) -> list[Level]:
        """The first levels in an order: a figure such as `depth`, the greatest first where a "-" stands before it.

        `where` are bounds on any metric, such as `"square=0"`; `wanted` are fields of `storage.queries.LevelFilter`:
        session, family, type, size, depth_min, proven, tag ...
        """
        known = LevelFilter.__dataclass_fields__
        for name in wanted.keys() - known.keys():
            raise ServiceError("there is no filter {name!r}; there are: {names}", name=name, names=", ".join(known))
        bounds = metric_bounds(where, wanted.get("family"))
        return self._levels(queries.best_levels(self._database, LevelFilter(**wanted), order, limit, bounds))

    def level(self, id: int) -> Level:  # noqa: A002  (what users call it)
        """One level. Raises Error where there is none."""
        return self._level(queries.get_level(self._database, id))

    def sessions(self) -> list[dict[str, Any]]:
        """All sessions with their settings, the oldest first."""
        return [session_object(row) for row in queries.list_sessions(self._database)]

    def session(self, id: int) -> dict[str, Any]:  # noqa: A002  (what users call it)
        """One session. Raises Error where there is none."""
        return session_object(queries.get_session(self._database, id))

    def pool(self, session: int) -> list[Level]:
        """The pool of a session as of its last generation, the best first."""
        return self._levels(queries.pool(self._database, session))

    def archive(self, session: int) -> Mapping[Cell, Level]:
        """The best level of every cell of a session's archive."""
        return {row.cell: self.level(row.level_id) for row in queries.archive(self._database, session)}

    def _levels(self, rows: Sequence[LevelRow]) -> list[Level]:
        return [self._level(row) for row in rows]

    def _level(self, row: LevelRow) -> Level:
        return level_of_row(row, partial(self._parents, row.parents))

    def _parents(self, ids: Sequence[int]) -> list[Level]:
        return [self.level(parent) for parent in ids]


def open_storage(storage: str = "") -> Stored:
    """Open a database of levels for reading: the named one, or that of CENOTE_STORAGE, or `sqlite:///cenote.db`."""
    return Stored(storage)
