"""Every page that there is, and whoever looks at some of them meanwhile."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Self
from urllib.parse import quote

from generator import family_names, get_declaration
from tests.journeys.visitor import Visitor
from tests.journeys.world import GONE, World, chosen, rows_of

GENERAL = (
    *(
        "/",
        "/published",
        "/contests",
        "/contests/new",
        "/login",
        "/play",
        "/api",
        "/api/openapi.json",
        "/messages.json",
        "/searches",
    ),
    *("/daily/2026-01-01", "/manifest.webmanifest", "/sw.js", "/play/offline", "/levels/import", "/triage"),
    *("/log", "/api/log", "/healthz", "/metrics", "/api/status", "/api/status?all=true"),
    *("/sessions", "/api/sessions", "/api/contests", "/api/curation", "/api/tags", "/api/searches", "/curation"),
    *(
        page.format(family)
        for family in family_names()
        if not family.startswith("_")
        for page in ("/sessions/new?family={}", "/families/{}/showcase.svg")
    ),
)
GALLERIES = (
    *("", "order=-depth", "order=depth", "order=-score", "order=score", "order=-branching", "order=boxes", "order=-id"),
    *("order=-moves", "type=b", "size=3", "proven=true", "proven=false", "origin=imported", "origin=atlas"),
    *("state=shortlisted", "state=approved&order=-id", "tag=dense", "rating_min=3", "objective=deep", "session=1"),
    *("depth_min=3&depth_max=9", "boxes_min=1&boxes_max=4", "branching_min=0.5", "limit=100"),
    *(f"family={family}" for family in family_names() if not family.startswith("_")),
)
OF_LEVEL = (
    *("/levels/{}", "/play/levels/{}", "/levels/{}/picture.svg", "/levels/{}/curation?everything=true"),
    *("/api/levels/{}", "/api/levels/{}/lineage", "/api/levels/{}/curation"),
)
"""Pages of a level that cost little."""
EXPENSIVE_OF_LEVEL = (
    *("/levels/{}?generations=32", "/levels/{}/picture.png", "/levels/{}/similar", "/api/levels/{}/similar"),
    *("/levels/{}/lineage.gif", "/sheet?ids={}", "/contests/add?level={}"),
    *("/levels/{}/explanation", "/curation/{}/repetitions?before=candidate", "/api/levels/{}/curation/repetitions"),
)
OF_SOLVED = ("/levels/{}/animation.gif", "/levels/{}/replay.svg")
"""Pages of a level whose solution is short enough to be replayed."""
OF_EVOLVED = ("/sessions/like/{}",)
"""Pages of a level that a session has found."""
EVOLVED = "SELECT id FROM levels WHERE session_id IS NOT NULL ORDER BY id DESC LIMIT 4"
OF_PUBLISHED = ("/published/{}", "/published/{}/picture.svg")
OF_PAIR = ("/compare?ids={}&ids={}", "/compare/similarity?ids={}&ids={}", "/levels/{}/change.svg?parent={}")
"""Pages of two levels of a family."""
FILE = "/levels/{}/file/{}"
OF_SESSION = (
    *("/sessions/{}", "/api/sessions/{}", "/api/sessions/{}/history", "/api/sessions/{}/pool"),
    *("/api/sessions/{}/archive", "/levels?session={}", "/sessions/{}/clone", "/sessions/compare?ids={}"),
)
REMOVAL = "/sessions/{}/removal"
"""A page of a session that rests."""
OF_CONTEST = (
    *("/contests/{}", "/contests/{}/organise", "/contests/{}/bundle.zip", "/contests/{}/bundle.zip?answers=true"),
    *("/contests/{}/answers", "/contests/{}/proposal"),
    *("/api/contests/{}", "/api/contests/{}/rankings", "/api/contests/{}/submissions", "/api/competition/{}"),
)
OF_CONTESTS = ("/api/competition/", "/api/competition/submission/?t=main")
"""Pages of whichever contest is open."""
OF_PART = ("/contests/{}/{}/picture.svg", "/contests/{}/{}/play", "/contests/{}/ideas?part={}")
FILE_OF_PART = "/contests/{}/{}/level.{}"
OF_ANSWER = ("/contests/{}/answers/{}.txt",)
SEARCH = "/api/searches/{}"


def all_pages(world: World) -> Iterator[str]:
    """Every page of every level, session, contest and answer."""
    path = world.program.path
    levels = rows_of(path, "SELECT id, family FROM levels ORDER BY id")
    yield from GENERAL
    if world.service.is_public:
        yield "/account"
    yield from (f"{prefix}?{query}" for prefix in ("/levels", "/api/levels") for query in GALLERIES)
    yield from filled(OF_LEVEL, [level for level, _ in levels])
    yield from pages_of_some(world)
    yield from filled((*OF_SESSION, REMOVAL), [row[0] for row in rows_of(path, "SELECT id FROM sessions")])
    yield from filled(OF_CONTEST, [row[0] for row in rows_of(path, "SELECT id FROM contests")])
    for contest, part, family in rows_of(path, "SELECT contest_id, part, family FROM contest_levels"):
        yield from (page.format(contest, part) for page in OF_PART)
        yield from (FILE_OF_PART.format(contest, part, format_) for format_ in get_declaration(family).formats)
    answers = (
        "SELECT contest_id, submissions.id FROM submissions JOIN contest_levels ON contest_level_id = contest_levels.id"
    )
    yield from (page.format(*row) for row in rows_of(path, answers) for page in OF_ANSWER)
    yield from (SEARCH.format(quote(name, safe="")) for (name,) in rows_of(path, "SELECT name FROM saved_searches"))
    published = rows_of(path, "SELECT level_id FROM curation WHERE state = 'published'")
    yield from filled(OF_PUBLISHED, [row[0] for row in published])


def pages_of_some(world: World) -> Iterator[str]:
    """The pages that cost much, of two levels of each family and of the last ones that came in."""
    some = [level for levels in world.levels.values() for level in levels[:2]]
    newest = [row[0] for row in world.rows("SELECT id FROM levels ORDER BY id DESC LIMIT 4")]
    yield from filled(EXPENSIVE_OF_LEVEL, [*some, *newest])
    yield from filled(OF_EVOLVED, [row[0] for row in world.rows(EVOLVED)])
    for family, levels in world.levels.items():
        yield from filled(OF_SOLVED, levels[:1])
        yield from (page.format(*levels[:2]) for page in OF_PAIR)
        yield from (FILE.format(levels[0], format_) for format_ in get_declaration(family).formats)


def filled(pages: Iterable[str], ids: Iterable[int]) -> Iterator[str]:
    """The pages of all these."""
    pages = [*pages]
    return (page.format(each) for each in ids for page in pages)


def faults(visitor: Visitor, pages: Iterable[str]) -> list[str]:
    """The pages that do not answer with 200, and what they say.

    Repetitions are for scripts; others are led back where there are none.
    """
    answers = ((page, visitor.get(page, script="/repetitions" in page)) for page in pages)
    return [
        f"{page}: {answer.status_code} {answer.text[-300:]}" for page, answer in answers if answer.status_code != 200
    ]


@dataclass(frozen=True)
class Browse:
    """Somebody looks at some pages."""

    shares: tuple[float, ...]

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(tuple(rng.random() for _ in range(6)))

    def perform(self, world: World) -> None:
        levels = [row[0] for row in world.rows("SELECT id FROM levels")]
        sessions = [row[0] for row in world.rows("SELECT id FROM sessions")]
        with world.relying_on_service():
            for share in self.shares:
                level, session = chosen(levels, share), chosen(sessions, share)
                pages = (*GENERAL, *OF_LEVEL, *OF_SESSION, *(f"/levels?{query}" for query in GALLERIES))
                page = chosen(pages, share * 7 % 1)
                address = page.format(session if page in OF_SESSION else level)
                answer = world.curator.get(address)
                assert answer.status_code == 200 or (answer.status_code == GONE and _is_gone(world, page, address)), (
                    f"{address} answers {answer.status_code}: {answer.text[-2000:]}"
                )


def _is_gone(world: World, page: str, address: str) -> bool:
    """Whether the level or the session of a page was deleted a moment ago."""
    table = "sessions" if page in OF_SESSION else "levels"
    named = re.findall(r"\d+", address) if page in (*OF_SESSION, *OF_LEVEL) else []
    return bool(named) and not world.rows(f"SELECT 1 FROM {table} WHERE id = ?", *named)
