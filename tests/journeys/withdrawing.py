"""What organisers take back: contests that nobody has answered, and names that belong to players."""

from dataclasses import dataclass
from random import Random
from typing import Self

from tests.journeys.commanding import ended_well
from tests.journeys.contesting import PARTS, UNKNOWN, WAYS, Hold
from tests.journeys.world import BUSY, GONE, REFUSED, World, chosen

UNANSWERED = """SELECT id, title FROM contests WHERE published_at IS NULL AND NOT EXISTS (SELECT * FROM submissions
JOIN contest_levels ON contest_level_id = contest_levels.id WHERE contest_id = contests.id) ORDER BY id"""
ANSWERED, UNOWNED = "has answers", "belongs to nobody"
"""What a command says where somebody else was quicker."""


@dataclass(frozen=True)
class RemoveContest:
    """An organiser removes a contest without answers; where there is none, one that was announced just now."""

    announced: Hold
    way: str
    share: float
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(Hold.drawn(rng), rng.choice(WAYS), rng.random(), rng.choice((None, rng.uniform(0.3, 2))))

    def perform(self, world: World) -> None:
        with world.relying_on_service():
            found = [row for row in world.rows(UNANSWERED) if row[0] in world.contests]
            contest, title = chosen(found, self.share) if found else self.announced.announced(world)
            parts = (("contest level", contest, part) for part in PARTS)
            with world.ledger.writing(("contest", title), *parts, value=None) as writing:
                if self._is_done(world, contest):
                    writing.acknowledge()
                    while contest in world.contests:
                        world.contests.remove(contest)

    def _is_done(self, world: World, contest: int) -> bool:
        if self.way == "terminal":
            command = world.program.start("contest", "remove", str(contest))
            return ended_well(command, self.kill_after, ANSWERED, UNKNOWN)
        if self.way == "api":
            return world.done(world.curator.send("DELETE", f"/api/contests/{contest}"), *BUSY, REFUSED, GONE)
        page = f"/contests/{contest}"
        return world.done(world.curator.submit(f"{page}/organise", f"{page}/removal", {}), *BUSY, REFUSED, GONE)


@dataclass(frozen=True)
class ReleaseName:
    """An organiser lets anybody use a name again that belongs to a player."""

    way: str
    share: float
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice(WAYS), rng.random(), rng.choice((None, rng.uniform(0.3, 2))))

    def perform(self, world: World) -> None:
        names = [row[0] for row in world.rows("SELECT name FROM players ORDER BY name")]
        contests = [row[0] for row in world.rows("SELECT id FROM contests ORDER BY id")]
        if not names or not contests:
            return
        name, contest = chosen(names, self.share), chosen(contests, self.share)
        with world.relying_on_service(), world.ledger.writing(("name", name), value=None) as writing:
            if self._is_done(world, contest, name):
                writing.acknowledge()

    def _is_done(self, world: World, contest: int, name: str) -> bool:
        if self.way == "terminal":
            return ended_well(world.program.start("contest", "release-name", name), self.kill_after, UNOWNED)
        if self.way == "api":
            return world.done(world.curator.send("DELETE", f"/api/contests/names/{name}"), *BUSY, GONE)
        page = f"/contests/{contest}"
        said = {"name": name}
        return world.done(world.curator.submit(f"{page}/organise", f"{page}/names/release", said), *BUSY, GONE)
