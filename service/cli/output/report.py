"""What a session leaves behind on the screen: its best levels and what to type next."""

import shlex
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from service.cli.output.boards import Picture, gallery
from service.cli.output.console import printed
from service.cli.output.tables import level_table
from service.figures import depth, exact, number, proof
from service.sessions.stop_conditions import ENDINGS, StopReason
from service.settings import storage_url
from storage.database import Database
from storage.queries import LevelRow, SessionRow, get_session, pool
from storage.tables.base import SessionState


def print_report(console: Console, database: Database, session_id: int, reason: StopReason, storage: str) -> None:
    """The ten best of a session as boards, their figures, and what to type next."""
    row, levels = get_session(database, session_id), pool(database, session_id)
    if levels:
        pictures = [Picture(level.family, level.text, _caption(level)) for level in levels]
        printed(console, gallery(console, pictures), level_table(levels), "")
    printed(console, summary(row, reason), "")
    for line in _next(row, levels, storage):
        printed(console, line)


def summary(row: SessionRow, reason: StopReason) -> str:
    """How a session ended, in one line."""
    best = "no level yet" if row.best is None else f"best score {number(row.best)}"
    return f"session {row.id}: {ENDINGS[reason]} after {exact(row.evaluations)} evaluations, {best}, seed {row.seed}"


def _caption(level: LevelRow) -> Sequence[str]:
    figures = f"{depth(level.lower_bound, level.upper_bound, level.proven)} {proof(level.proven)}"
    return [f"level {level.id}", figures]


def _next(row: SessionRow, levels: Sequence[LevelRow], storage: str) -> Iterator[Text]:
    where = "" if storage == storage_url(None) else f" --storage {shlex.quote(storage)}"
    more = "" if row.state == SessionState.STOPPED else " --minutes 5"
    commands = [(f"cenote resume {row.id}{more}", "go on")]
    if levels:
        commands = [
            (f"cenote show {levels[0].id}", "the best level with its solution"),
            (f"cenote best --session {row.id} --pool -f file", "these levels as a file for other programs"),
            (f"cenote lineage {levels[0].id}", "where the best level comes from"),
            *commands,
        ]
    width = max(len(command + where) for command, _ in commands)
    for command, meaning in commands:
        yield Text.assemble((f"{command}{where}".ljust(width), "bold"), f"   {meaning}", no_wrap=True)
