"""Curators who judge one level after the other, and take the last judgement back."""

from dataclasses import dataclass
from random import Random
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from storage.curation import CurationState
from tests.journeys.ledger import Key
from tests.journeys.world import BUSY, World, chosen


@dataclass(frozen=True)
class Judge:
    """Somebody judges a level of the triage, and may take that back."""

    change: str
    value: str
    share: float
    is_taken_back: bool

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        change = rng.choice(("state", "rating"))
        value = rng.choice([str(state) for state in CurationState] if change == "state" else [*"12345"])
        return cls(change, value, rng.random(), rng.random() < 0.4)

    def perform(self, world: World) -> None:
        level = chosen(world.some_levels, self.share)
        state, rating = ("state", level), ("rating", level)
        with world.relying_on_service(), world.ledger.locked(state, rating):
            query = "SELECT state, rating || '' FROM curation WHERE level_id = ?"
            before = dict(zip((state, rating), world.rows(query, level)[0], strict=True))
            visit = self._judged(world, level)
            if visit and self.is_taken_back:
                self._take_back(world, before, visit)

    def _judged(self, world: World, level: int) -> str:
        """What the page remembers of the judgement; empty where it was not made."""
        writing = world.ledger.attempt({(self.change, level): self.value})
        said = {"change": self.change, "value": self.value, "search": "order=depth"}
        answer = world.curator.submit(f"/triage?level={level}", f"/triage/{level}", said)
        if not world.done(answer, *BUSY):
            return ""
        writing.acknowledge()
        return parse_qs(urlsplit(answer.headers["location"]).query)["visit"][0]

    def _take_back(self, world: World, before: dict[Key, Any], visit: str) -> None:
        writing = world.ledger.attempt(before)
        if world.done(world.curator.submit("/triage", "/triage/undo", {"visit": visit}), *BUSY):
            writing.acknowledge()
