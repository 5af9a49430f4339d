"""A database with something for every page, and the addresses of the pages over it."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from click.testing import CliRunner

from service.cli import cli
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.queries import best_levels
from tests.service.conftest import TRADE

LEVEL = 8
"""A level of the session that has filled the database before."""

LINJAT = """\
; Lines
. 4...
8  . 4
   5..
   .6
   . .
   . 4
 .3..
..4. .
.3.3.
Solution: B1-E1 A1-A8 F1-F4 D2-D6 E2-E7 F5-F8 B7-D7 B8-E8 A9-C9 D9-F9
"""

FILES = {
    "trade.xsb": f"{TRADE}Title: Trade\nAuthor: nobody\n",
    "lines.txt": LINJAT,
    "few-moves.txt": "rRRurDrdLLL",
    "few-pushes.txt": "rRdrruulDrdLL",
}

CURATION = (
    ("curate", "move", LEVEL, 31, 34, "candidate"),
    ("curate", "move", 40, 41, "shortlisted"),
    ("curate", "move", 50, "approved"),
    ("curate", "move", 51, "published"),
    ("curate", "move", 52, "rejected"),
    ("curate", "rate", LEVEL, 40, 4),
    ("curate", "tag", LEVEL, 41, "symmetric"),
    ("curate", "note", LEVEL, "A quiet beginning, then one long way round."),
    ("curate", "search", "save", "deep and narrow", "--min-depth", 20, "--max-branching", 6),
)

PAGES = {
    "home": "/",
    "sessions": "/sessions",
    "session-new": "/sessions/new",
    "session": "/sessions/1",
    "session-clone": "/sessions/1/clone",
    "session-like": f"/sessions/like/{LEVEL}",
    "session-compare": "/sessions/compare?ids=1",
    "session-removal": "/sessions/1/removal",
    "levels": "/levels",
    "levels-import": "/levels/import",
    "triage": "/triage",
    "level": f"/levels/{LEVEL}",
    "level-similar": f"/levels/{LEVEL}/similar",
    "level-explanation": "/levels/{linjat}/explanation",
    "play": "/play",
    "player": f"/play/levels/{LEVEL}",
    "player-linjat": "/play/levels/{linjat}",
    "curation": "/curation",
    "curation-level": f"/levels/{LEVEL}/curation",
    "compare": f"/compare?ids={LEVEL}&ids=31",
    "searches": "/searches",
    "contests": "/contests",
    "contest": "/contests/1",
    "contest-closed": "/contests/2",
    "contest-player": "/contests/1/main/play",
    "contest-organise": "/contests/1/organise",
    "contest-new": "/contests/new",
    "contest-ideas": "/contests/2/ideas",
    "contest-add": f"/contests/add?level={LEVEL}",
    "contest-proposal": "/contests/1/proposal",
    "published": "/published",
    "log": "/log",
    "api": "/api",
    "login": "/login",
    "missing": "/levels/999999",
}
"""The addresses of all pages by their names; in braces those of imported levels, by their family."""


def fill(url: str, folder: Path) -> None:
    """Add levels of two families, curation and contests to a database as the fixture `evolved` gives it.

    The files that are read on the way are left in the folder.
    """
    for name, text in FILES.items():
        (folder / name).write_text(text)
    do(url, ("import", folder / "trade.xsb"), ("import", folder / "lines.txt", "--family", "linjat"))
    do(url, *CURATION)
    for number, title, opens in ((1, "November", -1), (2, "October", -30)):
        do(url, *_contest(number, title, opens, imported(url)["sokoban"], folder))
    do(
        url,
        ("contest", "edit", 2, "--closes", moment(-9)),
        ("contest", "publish", 2),
        ("contest", "create", "December", "--opens", moment(9), "--closes", moment(30)),
    )


def imported(url: str) -> dict[str, int]:
    """The imported level of each family."""
    with Database.open_readonly(url) as database:
        return {row.family: row.id for row in best_levels(database, LevelFilter(origin="imported"), "id", 10)}


def do(url: str, *commands: Sequence[object]) -> None:
    """Carry out commands on a database."""
    for command in commands:
        result = CliRunner().invoke(cli, [*map(str, command), "--storage", url])
        assert result.exit_code == 0, (command, result.output)


def _contest(number: int, title: str, opens: float, extra: int, folder: Path) -> Iterator[Sequence[object]]:
    """A contest with two levels and answers of three players, two of whom have the same one."""
    text = "Two levels.\nThe best answers by moves and by pushes win."
    yield "contest", "create", title, "--opens", moment(opens), "--closes", moment(9), "--text", text
    yield "contest", "add-level", number, "main", LEVEL
    yield "contest", "add-level", number, "extra", extra
    for name, country, answer in (
        ("Anna", "Sweden", "few-moves.txt"),
        ("Bertil", "Denmark", "few-pushes.txt"),
        ("安妮", "中国", "few-moves.txt"),
    ):
        yield "contest", "submit", number, folder / answer, "--name", name, "--country", country


def moment(days: float) -> str:
    """A time so many days from now."""
    return (datetime.now(UTC) + timedelta(days=days)).isoformat()
