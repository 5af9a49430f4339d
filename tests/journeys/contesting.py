"""Contests: organisers hold them, players send in answers on pages, by programs, from BoxMan and in terminals."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from time import monotonic, sleep
from typing import Any, Self

from httpx2 import Response

from tests.journeys.commanding import ended_well
from tests.journeys.world import BUSY, GONE, REFUSED, World, chosen
from tests.patience import PATIENCE

WAYS = ("page", "api", "terminal")
PARTS = {"main": "sokoban", "extra": "linjat", "extra2": "watersort", "special": "orimaze"}
UNKNOWN, MEANWHILE = "there is no contest", "meanwhile"
"""What a command says where somebody has removed the contest, before or while an answer was judged."""
LATER, LATEST = "2900-01-01 12:00", "2901-01-01 12:00"
SOLUTION = """SELECT levels.solution FROM contest_levels JOIN levels ON levels.id = contest_levels.level_id
WHERE contest_levels.contest_id = ? AND contest_levels.part = ?"""


@dataclass(frozen=True)
class Hold:
    """An organiser announces a contest, gives it levels, and opens it by another time."""

    title: str
    way: str
    shares: tuple[float, ...]
    withdrawn: str
    """A part whose level is taken out again, if any."""

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        shares, (_, *others) = tuple(rng.random() for _ in PARTS), PARTS
        return cls(f"contest {rng.randrange(10**9)}", rng.choice(WAYS), shares, rng.choice(("", "", "", *others)))

    def perform(self, world: World) -> None:
        with world.relying_on_service():
            contest = self.held(world)
        world.contests.append(contest)

    def organiser(self, world: World) -> "Organiser":
        """Who holds it."""
        return _ORGANISERS[self.way](world)

    def opened(self, contest: int) -> str:
        """When it opens in the end."""
        return f"2020-01-{1 + contest % 28:02} 12:00"

    def announced(self, world: World) -> tuple[int, str]:
        """The id and the title of the contest, which has no levels yet."""
        with world.ledger.writing(("contest", self.title), value=LATER) as writing:
            contest = self.organiser(world).announce(self.title)
            writing.acknowledge()
        return contest, self.title

    def held(self, world: World) -> int:
        """The id of the contest, which is open."""
        organiser, (contest, _) = self.organiser(world), self.announced(world)
        for (part, family), share in zip(PARTS.items(), self.shares, strict=True):
            level = chosen(world.levels[family], share)
            with world.ledger.writing(("contest level", contest, part), value=level) as writing:
                organiser.put_level(contest, part, level)
                writing.acknowledge()
        if self.withdrawn:
            with world.ledger.writing(("contest level", contest, self.withdrawn), value=None) as writing:
                organiser.remove_level(contest, self.withdrawn)
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

    def remove_level(self, contest: int, part: str) -> None:
        self._send(contest, f"/levels/{part}/removal", {})

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

    def remove_level(self, contest: int, part: str) -> None:
        self._send("DELETE", f"/{contest}/levels/{part}")

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

    def remove_level(self, contest: int, part: str) -> None:
        self._run("remove-level", str(contest), part)

    def set_times(self, contest: int, title: str, opens_at: str, closes_at: str) -> None:
        self._run("edit", str(contest), "--title", title, "--opens", opens_at, "--closes", closes_at)

    def publish(self, contest: int) -> None:
        self._run("publish", str(contest))

    def _run(self, *arguments: str) -> str:
        return self._world.program.run("contest", *arguments).accepted().told


Organiser = _OnPages | _ByProgram | _InTerminal
_ORGANISERS: Mapping[str, type[Organiser]] = {
    "page": _OnPages,
    "api": _ByProgram,
    "terminal": _InTerminal,
}


@dataclass(frozen=True)
class Answer:
    """A player sends in an answer, with a code if nobody else shall have the name."""

    player: int
    way: str
    part: str
    share: float
    kill_after: float | None
    code: str

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        way = rng.choice(("page", "page", "api", "api", "boxman", "terminal"))
        part = "main" if way == "boxman" else rng.choice([*PARTS])
        player, kill_after = rng.randrange(10**6), rng.choice((None, rng.uniform(1, 4)))
        return cls(player, way, part, rng.random(), kill_after, rng.choice(("", f"code {player}")))

    def perform(self, world: World) -> None:
        if not world.contests:
            return
        with world.relying_on_service():
            contest = self._current(world) if self.way == "boxman" else chosen(sorted(world.contests), self.share)
            if contest:
                self.send(world, contest)

    def send(self, world: World, contest: int) -> None:
        """Send it in to a contest, unless that was removed, or the level was taken out of it."""
        name = f"player {self.player}"
        keys = [("answer", name)]
        keys += [("email", name)] if self.way in ("page", "api") else []
        keys += [("name", name)] if self.code else []
        for (solution,) in world.rows(SOLUTION, contest, self.part):
            with world.ledger.writing(*keys) as writing:
                if self._is_taken(world, contest, name, solution):
                    writing.acknowledge()

    def _is_taken(self, world: World, contest: int, name: str, solution: str) -> bool:
        if self.way == "terminal":
            moves = world.folder / f"answer-{self.player}.txt"
            moves.write_text(solution)
            options = ("--name", name, *(("--code", self.code) if self.code else ()))
            command = world.program.start("contest", "submit", str(contest), moves, *options)
            return ended_well(command, self.kill_after, UNKNOWN, MEANWHILE)
        visitor = world.visitor(2 + self.player % 200)
        sent = {"name": name, "country": "China", "email": f"{self.player}@example.org", "answer": solution}
        sent["code"] = self.code
        page = f"/contests/{contest}"
        if self.way == "page":
            return world.done(visitor.submit(page, f"{page}/answers", sent), *BUSY, GONE)
        if self.way == "api":
            return world.done(visitor.send("POST", f"/api/contests/{contest}/submissions", sent), *BUSY, GONE)
        nickname = f"{name}#{self.code}" if self.code else name
        answer = visitor.post_form("/submit_result.php", {"nickname": nickname, "country": "China", "lurd": solution})
        return world.done(answer, *BUSY, REFUSED) and "your solution is correct" in answer.text

    def _current(self, world: World) -> int:
        """The contest that programs are told of; 0 where there is none."""
        answer = world.visitor(2 + self.player % 200).get("/api/competition/")
        return int(answer.json()["id"]) if world.done(answer, GONE) else 0


@dataclass(frozen=True)
class ReadRankings:
    """Somebody looks who has solved what best."""

    way: str
    share: float

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice(WAYS), rng.random())

    def perform(self, world: World) -> None:
        if not world.contests:
            return
        contest = chosen(sorted(world.contests), self.share)
        if self.way == "terminal":
            command = world.program.start("contest", "ranking", str(contest), "-f", "json")
            if ended_well(command, None, UNKNOWN):
                json.loads(command.told)
            return
        with world.relying_on_service():
            page = f"/contests/{contest}" if self.way == "page" else f"/api/contests/{contest}/rankings"
            for address in (page, "/api/competition/submission/?t=main"):
                world.done(world.visitor(250).get(address), GONE)
