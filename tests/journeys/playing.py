"""Whoever plays stored levels or leaves them, as the page of the player reports it, and the ratings that come of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from tests.journeys.curating import Curate
from tests.journeys.ledger import Key
from tests.journeys.world import BUSY, NAME, STRANGER, World, chosen

PUBLISHED = "SELECT level_id FROM curation WHERE state = 'published' ORDER BY level_id"
MISCOUNTED = """SELECT level_id, plays, (SELECT count(score) FROM plays WHERE plays.level_id = level_ratings.level_id)
FROM level_ratings WHERE plays <> (SELECT count(score) FROM plays WHERE plays.level_id = level_ratings.level_id)"""
OWNER = "the owner of the machine"
LEAVERS = range(243, 250)
"""The addresses of guests who leave levels, and do nothing else."""
ANY = 0
"""Stands for all levels: who has just begun another one has not tried the next."""


@dataclass(frozen=True)
class Play:
    """Somebody solves a level or looks at its solution: a guest, or the curator where there is no guest.

    The number of moves is that of no other game, so that the game is known by it.
    """

    guest: int | None
    outcome: str
    moves: int
    share: float

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        guest = rng.choice((None, rng.randrange(200)))
        return cls(guest, rng.choice(("solved", "solved", "shown")), rng.randrange(10**5, 10**9), rng.random())

    def perform(self, world: World) -> None:
        levels = world.some_levels if self.guest is None else [row[0] for row in world.rows(PUBLISHED)]
        if not levels:
            return
        level, before = chosen(levels, self.share), world.ends
        players = [OWNER, NAME if self.guest is None else f"guest {self.guest}"]
        is_first = world.meet(level, players[world.service.is_public])
        with world.relying_on_service(), world.ledger.writing(("play", level, self.moves)) as writing:
            is_taken = self._is_taken(world, level)
            if before % 2 or world.ends != before:  # nobody knows as whom he has played
                for player in players:
                    world.meet(level, player)
            elif is_taken and is_first:
                writing.acknowledge()

    def _is_taken(self, world: World, level: int) -> bool:
        visitor = world.curator if self.guest is None else world.visitor(2 + self.guest)
        said = {"outcome": self.outcome, "moves": self.moves}
        if self.outcome == "solved":
            ((said["answer"],),) = world.rows("SELECT solution FROM levels WHERE id = ?", level)
        return world.done(visitor.send("POST", f"/api/levels/{level}/plays", said), *BUSY, STRANGER)


@dataclass(frozen=True)
class Leave:
    """A guest leaves a published level half-way, and may come back to solve it.

    Each number of moves is that of no other game.
    """

    guest: int
    moves: int
    share: float
    comes_back: bool

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.choice(LEAVERS), rng.randrange(10**5, 10**9), rng.random(), rng.random() < 0.5)

    def perform(self, world: World) -> None:
        Curate("state", "published", "api", self.share, None).perform(world)
        level, before = chosen(world.some_levels, self.share), world.ends
        if not world.meet(level, OWNER):  # as whom guests play on a machine of one's own
            return
        is_known = world.service.is_public and world.meet(ANY, f"guest {self.guest}")
        left, solved = ("left", level, self.moves), ("play", level, self.moves + 1)
        with world.relying_on_service(), world.ledger.locked(left, solved):
            steps: list[dict[Key, Any]] = [{left: True}, {left: None, solved: True}]
            for values in steps[: 1 + self.comes_back]:
                writing = world.ledger.attempt(values)
                if not self._is_taken(world, level, is_left=solved not in values):
                    return
                if is_known and before % 2 == 0 and world.ends == before:
                    writing.acknowledge()

    def _is_taken(self, world: World, level: int, *, is_left: bool) -> bool:
        said = {"outcome": "left", "moves": self.moves}
        if not is_left:
            ((answer,),) = world.rows("SELECT solution FROM levels WHERE id = ?", level)
            said = {"outcome": "solved", "moves": self.moves + 1, "answer": answer}
        visitor = world.visitor(self.guest)
        return world.done(visitor.send("POST", f"/api/levels/{level}/plays", said), *BUSY, STRANGER)


def miscounted(world: World) -> Iterator[str]:
    """The levels whose rating comes of more games than were played, or of fewer."""
    for level, rated, played in world.rows(MISCOUNTED):
        yield f"level {level} is rated by {rated} games, and {played} were played"
