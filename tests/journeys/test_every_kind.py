"""Every page is opened for each kind of level, and shows it."""

import json
import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner, Result
from fastapi.testclient import TestClient

from generator import get_declaration
from service.cli import cli
from service.web.app import create_app
from service.web.settings import WebSettings
from tests.journeys.browsing import (
    EXPENSIVE_OF_LEVEL,
    GALLERIES,
    GENERAL,
    OF_CONTEST,
    OF_CONTESTS,
    OF_EVOLVED,
    OF_LEVEL,
    OF_PART,
    OF_PUBLISHED,
    OF_SESSION,
    filled,
)
from tests.journeys.world import rows_of

pytestmark = pytest.mark.process

LINJAT = ("--family", "linjat", "--rows", "4", "--cols", "5", "--numbers", "4", "--effort", "30", "--mode")
WATER = ("--family", "watersort", "--colours", "3", "--capacity", "3")
SESSIONS = (
    *(("--type", type_, "--size", "3") for type_ in "bewg"),
    ("--type", "s", "--size", "7", "--walk", "200", "--nodes", "500"),
    ("--type", "free", "--rows", "4", "--cols", "4", "--boxes", "2", "--effort", "2000"),
    *((*LINJAT, mode) for mode in ("easy", "medium", "hard", "expert")),
    *(
        (*WATER, "--pours", pours, "--ends", ends)
        for pours in ("water", "whole", "ball")
        for ends in ("together", "loose")
    ),
    (*WATER, "--fill", "backward", "--steps", "6"),
    (*WATER, "--hidden", "30"),
    *(("--family", "orimaze", "--size", "3", "--goal", goal) for goal in ("corner", "arrangement")),
)
"""A session on each kind of level that can be asked for."""
TITLE = "<b>Заголовок & 深い 穴</b> '\"%s{}"
ROOM = "\n".join(["#" * 72, "#@$." + 67 * "-" + "#", *["#" + 70 * "-" + "#"] * 20, "#" * 72, ""])
PLAIN = f"""Title: {TITLE}
Author: ‮anian
Comment: two boxes

######
#----#
#@$$.#
#---.#
######

"""
IMPORTS = (
    ("solved", "sokoban", PLAIN, ()),
    ("unsolved", "sokoban", "#######\n#@-$--#\n#-$---#\n#-..--#\n#######\n", ("--no-solve",)),
    ("bounded", "sokoban", "#######\n#@$--.#\n#######\nSolution: RRR\n", ("--no-solve",)),
    ("large", "sokoban", ROOM, ("--nodes", "1")),
)
"""Files of others: proven, without any solution, with one that is not proven to be the shortest, and too large."""
UNSOLVED = ((*LINJAT, "hard"), WATER)
"""Families of which levels are taken in without being solved."""
KINDS = """SELECT id, family, type, proven, coalesce(solution, '') <> '' AS solved, title <> '' AS titled,
    EXISTS (SELECT * FROM lineage WHERE child_id = levels.id) AS derived, origin FROM levels"""


class Kind(NamedTuple):
    """A level as one of a kind."""

    id: int
    family: str
    solution: str


class Site:
    """The service in this process over one level of each kind."""

    def __init__(self, client: TestClient, path: Path) -> None:
        self.client = client
        self.path = path
        self.kinds = [Kind(*row) for level in _kinds(path) for row in rows_of(path, ONE, level)]

    def require_page(self, address: str, *, script: bool = False) -> Any:
        """An answer that has to be there."""
        answer = self.client.get(address, headers={"HX-Request": "true"} if script else {})
        assert answer.status_code == 200, f"{address} answers {answer.status_code}: {answer.text[-500:]}"
        return answer


ONE = "SELECT id, family, coalesce(solution, '') FROM levels WHERE id = ?"


def _kinds(path: Path) -> list[int]:
    """Of each type the deepest and the shallowest, and of each family one for all else that a page looks at."""
    found: dict[tuple[Any, ...], int] = {}
    for row in rows_of(path, f"{KINDS} ORDER BY depth"):
        level, family, type_, *looked_at = row
        found[family, type_, "deepest"] = level
        found.setdefault((family, type_, "shallowest"), level)
        found.setdefault((family, *looked_at), level)
    return sorted(set(found.values()))


def invoke(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(cli, list(map(str, arguments)), prog_name="cenote")
    assert result.exit_code == 0, f"cenote {' '.join(map(str, arguments))}: {result.output}"
    return result


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database with every kind of level, curated, and a contest with levels of each family."""
    folder = tmp_path_factory.mktemp("kinds")
    url = f"sqlite:///{folder}/levels.db"
    for options in SESSIONS:
        invoke("run", *options, "--seed", "1", "--evaluations", "16", "--workers", "0", "-q", "--storage", url)
    invoke("resume", "1", "--evaluations", "64", "--workers", "0", "-q", "--storage", url)
    invoke("atlas", "--type", "b", "--size", "2", "--workers", "0", "--storage", url)
    for name, family, text, options in IMPORTS:
        (folder / f"{name}.xsb").write_text(text, "utf-8")
        invoke("import", folder / f"{name}.xsb", "--family", family, *options, "--storage", url)
    invoke("generate", "--size", "4", "--seed", "3", "--store", "--storage", url)
    for options in UNSOLVED:
        file = folder / f"{options[1]}.txt"
        invoke("generate", *options, "--seed", "9", "--no-solutions", "-o", file)
        invoke("import", file, "--family", options[1], "--no-solve", "--storage", url)
    return url


@pytest.fixture(scope="module")
def site(url: str) -> Iterator[Site]:
    with TestClient(create_app(WebSettings(url, "key")), base_url="http://localhost", follow_redirects=False) as client:
        yield Site(client, Path(url.removeprefix("sqlite:///")))


def test_there_is_every_kind_of_level(site: Site) -> None:
    rows = rows_of(site.path, KINDS)
    assert {row[2] for row in rows if row[1] == "sokoban"} >= {"b", "e", "w", "g", "s", "free"}
    assert len({row[2] for row in rows if row[1] == "watersort"}) >= 6
    assert {row[2] for row in rows if row[1] == "orimaze"} == {"3x3 corner", "3x3 arrangement"}
    assert {(bool(row[3]), bool(row[4])) for row in rows} == {(True, True), (False, True), (False, False)}
    assert {row[7] for row in rows} == {"evolved", "imported", "atlas", "generated"}
    assert {row[5] for row in rows} == {row[6] for row in rows} == {True, False}


def test_every_page_of_every_kind_of_level_is_there(site: Site) -> None:
    for page in filled((*OF_LEVEL, *EXPENSIVE_OF_LEVEL), [kind.id for kind in site.kinds]):
        site.require_page(page, script="/repetitions" in page)


def test_a_session_like_each_that_found_a_level_can_be_started(site: Site) -> None:
    found = rows_of(site.path, "SELECT min(id) FROM levels WHERE origin = 'evolved' GROUP BY family, type")
    for page in filled(OF_EVOLVED, [row[0] for row in found]):
        site.require_page(page)


def test_the_page_of_a_level_shows_its_title(site: Site) -> None:
    ((level,),) = rows_of(site.path, "SELECT id FROM levels WHERE title = ?", TITLE)
    text = site.require_page(f"/levels/{level}").text
    assert TITLE in unescape(text)
    assert TITLE not in text


def test_the_player_is_given_every_kind_of_level(site: Site) -> None:
    for kind in site.kinds:
        if kind.solution:
            assert site.require_page(f"/levels/{kind.id}/replay.svg").text.startswith("<svg")
        text = site.require_page(f"/play/levels/{kind.id}").text
        found = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL)
        assert found, "the page has no game"
        game = json.loads(found[1])
        assert (game["family"], game.get("solution") or "") == (kind.family, kind.solution)


@pytest.mark.slow
def test_pictures_of_every_kind_of_level(site: Site) -> None:
    for kind in site.kinds:
        assert site.require_page(f"/levels/{kind.id}/picture.svg").text.startswith("<svg")
        assert site.require_page(f"/levels/{kind.id}/picture.png").content.startswith(b"\x89PNG")
        address = f"/levels/{kind.id}/animation.gif"
        if kind.solution and kind.family == "sokoban":
            assert site.require_page(address).content.startswith(b"GIF8")
        elif not kind.solution:
            assert site.client.get(address).status_code == 422


@pytest.mark.slow
def test_every_kind_of_level_in_every_format(site: Site) -> None:
    for kind in site.kinds:
        for format_ in get_declaration(kind.family).formats:
            assert site.require_page(f"/levels/{kind.id}/file/{format_}").content.strip()


def test_every_kind_of_level_is_compared_with_the_next(site: Site) -> None:
    for one, other in zip(site.kinds, site.kinds[1:], strict=False):
        site.require_page(f"/compare?ids={one.id}&ids={other.id}")
        if one.family == other.family:
            site.require_page(f"/levels/{one.id}/change.svg?parent={other.id}")
    for one, other in zip(site.kinds[::5], site.kinds[1::5], strict=False):
        site.require_page(f"/compare/similarity?ids={one.id}&ids={other.id}")


def test_every_kind_of_level_is_curated_and_shown_on_the_board(site: Site) -> None:
    ids = [kind.id for kind in site.kinds]
    changes = {"levels": ids, "state": "approved", "rating": 5, "add_tags": ["each kind"]}
    assert site.client.post("/api/curation", json=changes).json() == {"changed": ids}
    board = site.require_page("/curation").text
    assert all(f'href="/levels/{level}"' in board for level in ids[-40:])
    for page in filled(("/curation/{}/repetitions?before=candidate",), ids):
        site.require_page(page, script=True)
    site.client.post("/api/curation", json={"levels": ids, "state": "published"})
    for page in (*filled(OF_PUBLISHED, ids), "/daily/2026-01-01", "/published"):
        site.require_page(page)


def test_every_kind_of_level_with_a_solution_is_held_a_contest_with(site: Site) -> None:
    solved = [kind for kind in site.kinds if kind.solution]
    for first in range(0, len(solved), 4):
        contest = _contest_with(site, solved[first : first + 4])
        for page in (*filled(OF_CONTEST, [contest]), *OF_CONTESTS):
            site.require_page(page)
    sent = site.client.post("/api/contests/1/submissions", json={"name": "anian", "answer": solved[0].solution})
    assert sent.status_code == 201, sent.text
    assert site.require_page("/contests/1/answers/1.txt").text.strip() == solved[0].solution
    site.require_page("/contests/1/ideas?part=main")
    site.require_page("/contests/1/compare?one=1&other=1")


def _contest_with(site: Site, kinds: Sequence[Kind]) -> int:
    """Hold a contest with levels, send in their solutions, and look at all its pages."""
    said = {"title": "each kind", "opens_at": "2020-01-01", "closes_at": "2900-01-01"}
    contest = int(site.client.post("/api/contests", json=said).json()["id"])
    for part, kind in zip(("main", "extra", "extra2", "special"), kinds, strict=False):
        put = site.client.put(f"/api/contests/{contest}/levels/{part}", json={"level_id": kind.id})
        assert put.status_code == 200, put.text
        for page in OF_PART:
            site.require_page(page.format(contest, part))
        for format_ in get_declaration(kind.family).formats:
            site.require_page(f"/contests/{contest}/{part}/level.{format_}")
    return contest


def test_sessions_and_galleries_of_every_kind_of_level(site: Site) -> None:
    for page in filled(OF_SESSION, [row[0] for row in rows_of(site.path, "SELECT id FROM sessions")]):
        site.require_page(page)
    for query in GALLERIES:
        site.require_page(f"/levels?{query}")
        site.require_page(f"/api/levels?{query}")


@pytest.mark.slow
def test_commands_show_every_kind_of_level(site: Site, url: str, tmp_path: Path) -> None:
    for kind in site.kinds:
        for command in (("show", kind.id), ("show", kind.id, "-f", "json"), ("lineage", kind.id)):
            assert invoke(*map(str, command), "--storage", url).stdout
        for ending in ("svg", "png"):
            picture = tmp_path / f"{kind.id}.{ending}"
            invoke("render", str(kind.id), "-o", picture, "--storage", url)
            assert picture.stat().st_size
    invoke("best", "--limit", "1000", "--storage", url)
    invoke("best", "--limit", "1000", "-f", "csv", "--storage", url)
    for family in ("sokoban", "linjat", "watersort", "orimaze"):
        target = tmp_path / f"{family}.txt"
        invoke("export", "--family", family, "--limit", "20", "-o", target, "--storage", url)
        assert target.stat().st_size


def test_pages_of_no_level_are_there(site: Site) -> None:
    carried = re.search(r"/play\?z=([\w-]+)", site.require_page("/levels/1").text)
    assert carried
    for page in (*GENERAL, f"/play/picture.svg?z={carried[1]}", f"/play?z={carried[1]}"):
        site.require_page(page)
