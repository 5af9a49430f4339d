"""Whoever plays stored levels, as the page of the player reports it, and the ratings that come of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Self

from tests.journeys.world import BUSY, NAME, STRANGER, World, chosen

PUBLISHED = "SELECT level_id FROM curation WHERE state = 'published' ORDER BY level_id"
MISCOUNTED = """SELECT level_id, plays, (SELECT count(score) FROM plays WHERE plays.level_id = level_ratings.level_id)
FROM level_ratings WHERE plays <> (SELECT count(score) FROM plays WHERE plays.level_id = level_ratings.level_id)"""
OWNER = "the owner of the machine"


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


def miscounted(world: World) -> Iterator[str]:
    """The levels whose rating comes of more games than were played, or of fewer."""
    for level, rated, played in world.rows(MISCOUNTED):
        yield f"level {level} is rated by {rated} games, and {played} were played"
