"""Contests: organisers hold them, players send in answers on pages, by programs, from BoxMan and in terminals."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from time import monotonic, sleep
from typing import Any, Self

from httpx2 import Response

from tests.journeys.commanding import ended_well
from tests.journeys.world import BUSY, REFUSED, World, chosen
from tests.patience import PATIENCE

PARTS = {"main": "sokoban", "extra": "linjat", "extra2": "watersort", "special": "orimaze"}
LATER, LATEST = "2900-01-01 12:00", "2901-01-01 12:00"
SOLUTION = """SELECT levels.solution FROM contest_levels JOIN levels ON levels.id = contest_levels.level_id
WHERE contest_levels.contest_id = ? AND contest_levels.part = ?"""


@dataclass(frozen=True)
class Hold:
    """An organiser announces a contest, gives it levels, and opens it by another time."""

    title: str
    way: str
    shares: tuple[float, ...]

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        shares = tuple(rng.random() for _ in PARTS)
        return cls(f"contest {rng.randrange(10**9)}", rng.choice(("page", "api", "terminal")), shares)

    def perform(self, world: World) -> None:
        with world.relying_on_service():
            contest = self.held(world)
        world.contests.append(contest)

    def organiser(self, world: World) -> "Organiser":
        """Who holds it."""
        return _WAYS[self.way](world)

    def opened(self, contest: int) -> str:
        """When it opens in the end."""
        return f"2020-01-{1 + contest % 28:02} 12:00"

    def held(self, world: World) -> int:
        """The id of the contest, which is open."""
        organiser = self.organiser(world)
        with world.ledger.writing(("contest", self.title), value=LATER) as writing:
            contest = organiser.announce(self.title)
            writing.acknowledge()
        for (part, family), share in zip(PARTS.items(), self.shares, strict=True):
            level = chosen(world.levels[family], share)
            with world.ledger.writing(("contest level", contest, part), value=level) as writing:
                organiser.put_level(contest, part, level)
                writing.acknowledge()
        opened = self.opened(contest)
        with world.ledger.writing(("contest", self.title), value=opened) as writing:
            organiser.set_times(contest, self.title, opened, LATEST)
            writing.acknowledge()
        return contest


def _persisted(ask: Callable[[], Response]) -> Response:
    """The answer to what is asked again as long as others write to the database, which may take them long."""
    deadline = monotonic() + PATIENCE
    while (answer := ask()).status_code in BUSY and monotonic() < deadline:
        sleep(0.5)
    return answer


class _OnPages:
    """An organiser who fills in the forms."""

    def __init__(self, world: World) -> None:
        self._world = world

    def announce(self, title: str) -> int:
        fields = {"title": title, "opens_at": LATER, "closes_at": LATEST, "text": "solve it"}
        answer = _persisted(lambda: self._world.curator.submit("/contests/new", "/contests", fields))
        assert answer.status_code == 303, answer.text
        return int(answer.headers["location"].split("/")[2])

    def put_level(self, contest: int, part: str, level: int) -> None:
        self._send(contest, "/levels", {"part": part, "level_id": level})

    def set_times(self, contest: int, title: str, opens_at: str, closes_at: str) -> None:
        self._send(contest, "", {"title": title, "opens_at": opens_at, "closes_at": closes_at, "text": "solve it"})

    def publish(self, contest: int) -> None:
        self._send(contest, "/publication", {})

    def _send(self, contest: int, action: str, fields: dict[str, Any]) -> None:
        page = f"/contests/{contest}"
        answer = _persisted(lambda: self._world.curator.submit(f"{page}/organise", page + action, fields))
        assert answer.status_code == 303, answer.text


class _ByProgram:
    """An organiser who sends JSON."""

    def __init__(self, world: World) -> None:
        self._world = world

    def announce(self, title: str) -> int:
        return int(self._send("POST", "", {"title": title, "opens_at": LATER, "closes_at": LATEST}).json()["id"])

    def put_level(self, contest: int, part: str, level: int) -> None:
        self._send("PUT", f"/{contest}/levels/{part}", {"level_id": level})

    def set_times(self, contest: int, title: str, opens_at: str, closes_at: str) -> None:
        self._send("PUT", f"/{contest}", {"title": title, "opens_at": opens_at, "closes_at": closes_at})

    def publish(self, contest: int) -> None:
        self._send("POST", f"/{contest}/publication")

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Response:
        answer = _persisted(lambda: self._world.curator.send(method, f"/api/contests{path}", body))
        assert self._world.done(answer)
        return answer


class _InTerminal:
    """An organiser who types commands."""

    def __init__(self, world: World) -> None:
        self._world = world

    def announce(self, title: str) -> int:
        told = self._run("create", title, "--opens", LATER, "--closes", LATEST)
        return int(told.split(";")[0].split()[1])

    def put_level(self, contest: int, part: str, level: int) -> None:
        self._run("add-level", str(contest), part, str(level))

    def set_times(self, contest: int, title: str, opens_at: str, closes_at: str) -> None:
        self._run("edit", str(contest), "--title", title, "--opens", opens_at, "--closes", closes_at)

    def publish(self, contest: int) -> None:
        self._run("publish", str(contest))

    def _run(self, *arguments: str) -> str:
        return self._world.program.run("contest", *arguments).accepted().told


Organiser = _OnPages | _ByProgram | _InTerminal
_WAYS: Mapping[str, type[Organiser]] = {
    "page": _OnPages,
    "api": _ByProgram,
    "terminal": _InTerminal,
}


@dataclass(frozen=True)
class Answer:
    """A player sends in an answer."""

    player: int
    way: str
    part: str
    share: float
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        way = rng.choice(("page", "page", "api", "api", "boxman", "terminal"))
        part = "main" if way == "boxman" else rng.choice([*PARTS])
        return cls(rng.randrange(10**6), way, part, rng.random(), rng.choice((None, rng.uniform(1, 4))))

    def perform(self, world: World) -> None:
        if not world.contests:
            return
        with world.relying_on_service():
            contest = self._current(world) if self.way == "boxman" else chosen(sorted(world.contests), self.share)
            self.send(world, contest)

    def send(self, world: World, contest: int) -> None:
        """Send it in to a contest."""
        name = f"player {self.player}"
        keys = [("answer", name), ("email", name)][: 2 if self.way in ("page", "api") else 1]
        ((solution,),) = world.rows(SOLUTION, contest, self.part)
        with world.ledger.writing(*keys) as writing:
            if self._is_taken(world, contest, name, solution):
                writing.acknowledge()

    def _is_taken(self, world: World, contest: int, name: str, solution: str) -> bool:
        if self.way == "terminal":
            moves = world.folder / f"answer-{self.player}.txt"
            moves.write_text(solution)
            command = world.program.start("contest", "submit", str(contest), moves, "--name", name)
            return ended_well(command, self.kill_after)
        visitor = world.visitor(2 + self.player % 200)
        sent = {"name": name, "country": "China", "email": f"{self.player}@example.org", "answer": solution}
        page = f"/contests/{contest}"
        if self.way == "page":
            return world.done(visitor.submit(page, f"{page}/answers", sent), *BUSY)
        if self.way == "api":
            return world.done(visitor.send("POST", f"/api/contests/{contest}/submissions", sent), *BUSY)
        answer = visitor.post_form("/submit_result.php", {"nickname": name, "country": "China", "lurd": solution})
        return world.done(answer, *BUSY, REFUSED) and "your solution is correct" in answer.text

    def _current(self, world: World) -> int:
        return int(world.visitor(2 + self.player % 200).json("/api/competition/")["id"])


@dataclass(frozen=True)
class ReadRankings:
    """Somebody looks who has solved what best."""

    way: str
    share: float

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice(("page", "api", "terminal")), rng.random())

    def perform(self, world: World) -> None:
        if not world.contests:
            return
        contest = chosen(sorted(world.contests), self.share)
        if self.way == "terminal":
            json.loads(world.program.run("contest", "ranking", str(contest), "-f", "json").accepted().told)
            return
        with world.relying_on_service():
            guest = world.visitor(250)
            guest.page(f"/contests/{contest}" if self.way == "page" else f"/api/contests/{contest}/rankings")
            guest.page("/api/competition/submission/?t=main")
