"""What curators say of levels, and searches that they keep, on pages, by programs and in terminals."""

from dataclasses import dataclass
from random import Random
from typing import Any, Self

from httpx2 import Response

from storage.curation import CurationState
from tests.journeys.commanding import ended_well
from tests.journeys.ledger import Key
from tests.journeys.world import BUSY, GONE, World, chosen

WAYS = ("page", "board", "script", "api", "terminal")
TAGS = ("dense", "symmetric", "late", "two keys")
UNKNOWN_SEARCH = "there is no search"
"""What a command says where somebody else was quicker."""
COMMANDS = {"state": "move", "rating": "rate", "note": "note", "tag": "tag", "untag": "untag"}


@dataclass(frozen=True)
class Curate:
    """Somebody changes one thing that is said of a level."""

    change: str
    value: str
    way: str
    share: float
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        change = rng.choice([*COMMANDS])
        values = {
            "state": [str(state) for state in CurationState],
            "rating": ["1", "2", "3", "4", "5"],
            "note": [f"note {rng.randrange(10**6)}"],
        }
        value = rng.choice(values.get(change, TAGS))
        return cls(change, value, rng.choice(WAYS), rng.random(), rng.choice((None, None, rng.uniform(0, 3))))

    def perform(self, world: World) -> None:
        level = chosen(world.some_levels, self.share)
        with world.relying_on_service(), world.ledger.writing(self._key(level), value=self._written) as writing:
            if self._is_done(world, level):
                writing.acknowledge()

    @property
    def _written(self) -> Any:
        return {"untag": None, "tag": True}.get(self.change, self.value)

    def _key(self, level: int) -> Key:
        return ("tag", level, self.value) if self.change in ("tag", "untag") else (self.change, level)

    def _is_done(self, world: World, level: int) -> bool:
        if self.way == "terminal":
            command = ("curate", COMMANDS[self.change], str(level), self.value, "--by", "journey")
            return ended_well(world.program.start(*command), self.kill_after)
        return world.done(self._asked(world, level), *BUSY)

    def _asked(self, world: World, level: int) -> Response:
        if self.way == "api":
            return world.curator.send("PATCH", f"/api/levels/{level}/curation", self._body)
        if self.way == "board" and self.change == "state":
            return world.curator.submit("/curation", f"/curation/{level}", {"state": self.value})
        page = f"/levels/{level}/curation"
        said = {"change": self.change, "value": self.value}
        return world.curator.submit(page, page, said, script=self.way == "script")

    @property
    def _body(self) -> dict[str, Any]:
        named = {"tag": "add_tags", "untag": "remove_tags"}.get(self.change)
        if named:
            return {named: [self.value]}
        return {self.change: int(self.value) if self.change == "rating" else self.value}


@dataclass(frozen=True)
class CurateMany:
    """Somebody changes several levels at once."""

    task: str
    value: str
    way: str
    shares: tuple[float, ...]

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        task = rng.choice(("state", "rating", "tag", "untag"))
        values = {"state": [str(state) for state in CurationState], "rating": ["1", "2", "3", "4", "5"]}
        shares = tuple(rng.random() for _ in range(4))
        return cls(task, rng.choice(values.get(task, TAGS)), rng.choice(("page", "api", "terminal")), shares)

    def perform(self, world: World) -> None:
        levels = sorted({chosen(world.some_levels, share) for share in self.shares})
        said = Curate(self.task, self.value, "api", 0, None)
        keys = [said._key(level) for level in levels]
        with world.relying_on_service(), world.ledger.writing(*keys, value=said._written) as writing:
            if self.way == "terminal":
                command = ("curate", COMMANDS[self.task], *map(str, levels), self.value)
                done = ended_well(world.program.start(*command), None)
            elif self.way == "api":
                done = world.done(world.curator.send("POST", "/api/curation", {"levels": levels, **said._body}), *BUSY)
            else:
                name = "tag" if self.task == "untag" else self.task
                fields = {"task": self.task, "level": levels, name: self.value}
                done = world.done(world.curator.submit("/levels", "/curation/levels", fields), *BUSY)
            if done:
                writing.acknowledge()


@dataclass(frozen=True)
class Search:
    """Somebody keeps a search."""

    name: str
    depth: int
    way: str

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        way = rng.choice(("page", "terminal", "api", "api"))
        name = f"shared {rng.randrange(3)}" if way == "api" else f"own {rng.randrange(10**9)}"
        return cls(name, rng.randint(1, 9), way)

    def perform(self, world: World) -> None:
        query = f"type=b&depth_min={self.depth}"
        with world.relying_on_service(), world.ledger.writing(("search", self.name), value=query) as writing:
            if self._is_done(world, query):
                writing.acknowledge()

    def _is_done(self, world: World, query: str) -> bool:
        if self.way == "api":
            return world.done(world.curator.send("PUT", f"/api/searches/{self.name}", {"query": query}), *BUSY)
        if self.way == "page":
            fields = {"name": self.name, "query": query}
            return world.done(world.curator.submit("/levels", "/searches", fields), *BUSY)
        options = ("--type", "b", "--min-depth", str(self.depth))
        return ended_well(world.program.start("curate", "search", "save", self.name, *options), None)


@dataclass(frozen=True)
class ForgetSearch:
    """Somebody deletes a search."""

    way: str
    share: float
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice(("page", "api", "terminal")), rng.random(), rng.choice((None, rng.uniform(0.3, 2))))

    def perform(self, world: World) -> None:
        names = [row[0] for row in world.rows("SELECT name FROM saved_searches ORDER BY name")]
        if not names:
            return
        name = chosen(names, self.share)
        with world.relying_on_service(), world.ledger.writing(("search", name), value=None) as writing:
            if self._is_done(world, name):
                writing.acknowledge()

    def _is_done(self, world: World, name: str) -> bool:
        if self.way == "terminal":
            command = world.program.start("curate", "search", "delete", name)
            return ended_well(command, self.kill_after, UNKNOWN_SEARCH)
        if self.way == "api":
            return world.done(world.curator.send("DELETE", f"/api/searches/{name}"), *BUSY, GONE)
        return world.done(world.curator.submit("/searches", "/searches/removal", {"name": name}), *BUSY, GONE)
