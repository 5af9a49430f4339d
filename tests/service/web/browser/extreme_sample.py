"""What pages show at the ends: nothing at all, guests, and a level whose every word and figure is long."""

from pathlib import Path

from sqlalchemy import update

from service.accounts.passwords import keep_account
from storage.database import Database
from storage.tables.levels import Level
from tests.service.web.browser.sample import do, moment

TITLE = "The Corridor That Goes On, and On, and On, until Nobody Remembers Where It Began or What It Was For"
WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
LENGTH = 98
LONG = f"""\
{"#" * LENGTH}
#@$ {" " * (LENGTH - 6)}.#
{"#" * LENGTH}
Title: {TITLE}
Author: {WORD}
Comment: {WORD} {TITLE}
"""

GUEST_PAGES = {
    "guest-home": "/",
    "guest-play": "/play",
    "guest-daily": "/daily",
    "guest-published": "/published",
    "guest-contests": "/contests",
    "guest-contest": "/contests/1",
    "guest-contest-closed": "/contests/2",
    "guest-contest-upcoming": "/contests/3",
    "guest-login": "/login",
}
EMPTY_PAGES = {
    "empty-home": "/",
    "empty-levels": "/levels",
    "empty-sessions": "/sessions",
    "empty-triage": "/triage",
    "empty-curation": "/curation",
    "empty-searches": "/searches",
    "empty-contests": "/contests",
    "empty-daily": "/daily",
    "empty-published": "/published",
    "empty-log": "/log",
}
LONG_PAGES = {
    "long-home": "/",
    "long-levels": "/levels",
    "long-level": "/levels/1",
    "long-player": "/play/levels/1",
    "long-triage": "/triage",
    "long-curation": "/curation",
    "long-compare": "/compare?ids=1&ids=2",
    "long-published": "/published",
    "long-daily": "/daily",
    "long-contests": "/contests",
    "long-contest": "/contests/1",
    "long-organise": "/contests/1/organise",
    "long-import": "/levels/import",
}


def admit(url: str) -> None:
    """Give a database an account, without which nobody serves guests."""
    with Database.create(url) as database:
        keep_account(database, "anian", "a long enough password")


def lengthen(url: str, folder: Path) -> None:
    """Fill a new database with two levels that are long in every way, one of them published, and a contest of them."""
    (folder / "long.xsb").write_text(f"{LONG}\n{LONG.replace('@$ ', ' @$')}")
    do(
        url,
        ("import", folder / "long.xsb"),
        ("curate", "move", 1, "published"),
        ("curate", "move", 2, "approved"),
        ("curate", "tag", 1, WORD[:40]),
        ("curate", "note", 1, f"{WORD} {TITLE}"),
        ("curate", "rate", 1, 5),
        ("contest", "create", TITLE, "--opens", moment(-1), "--closes", moment(9), "--text", f"{WORD} {TITLE}"),
        ("contest", "add-level", 1, "main", 1),
    )
    (folder / "answer.txt").write_text("R" * (LENGTH - 4))
    with Database.open(url) as database, database.begin() as connection:
        deep = {"lower_bound": 12_345_678, "upper_bound": 9_876_543_210, "proven": False, "nodes": 10**12}
        connection.execute(update(Level).where(Level.id == 2).values(deep))
    do(url, ("contest", "submit", 1, folder / "answer.txt", "--name", WORD[:30], "--country", WORD[:30]))
