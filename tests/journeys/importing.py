"""Levels from outside, which come in from terminals and through the pages."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Self

import numpy as np

from generator import Entry, get_declaration, get_family
from generator.errors import GenerationError
from tests.journeys.commanding import ended_well
from tests.journeys.world import BUSY, World

SPACES: Mapping[str, Mapping[str, Any]] = {
    "linjat": {"rows": [4], "cols": [4], "numbers": [3], "effort": 5},
    "watersort": {"colours": [4], "capacity": 3},
    "orimaze": {"rows": [3], "cols": [4]},
}
"""Settings of levels to be imported; those of sokoban are corridors, of which every length is another level.

No session makes levels of these sizes, for one that a session has found before goes with it.
"""
PAGE = "/levels/import"
SHOWN = 'action="/levels/import/store"'
"""What the page has that shows the levels of a file before they are stored."""


@dataclass(frozen=True)
class Import:
    """Somebody imports a file of levels."""

    family: str
    seed: int
    count: int
    way: str
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        family, way = rng.choice(("sokoban", "linjat", "watersort", "orimaze")), rng.choice(("page", "terminal"))
        return cls(family, rng.randrange(10**6), rng.randint(1, 6), way, rng.choice((None, rng.uniform(0.5, 4))))

    def perform(self, world: World) -> None:
        family: Any = get_family(self.family)
        levels = [self._level(number) for number in range(self.count)]
        entries = [Entry(level, f"import {self.seed}-{number}") for number, level in enumerate(levels)]
        text = "".join(family.format_file(entries, next(iter(get_declaration(self.family).formats))))
        keys = [("level", self.family, family.identity(family.parse(level))) for level in levels]
        with world.relying_on_service(), world.ledger.writing(*dict.fromkeys(keys)) as writing:
            if self._by_page(world, text) if self.way == "page" else self._in_terminal(world, text):
                writing.acknowledge()

    def _in_terminal(self, world: World, text: str) -> bool:
        file = world.folder / f"{self.family}-{self.seed}.txt"
        file.write_text(text)
        return ended_well(world.program.start("import", file, "--family", self.family), self.kill_after)

    def _by_page(self, world: World, text: str) -> bool:
        """Whether the page says of every level that it is stored; first it shows what is in the file."""
        seen = world.curator.submit(PAGE, PAGE, {"family": self.family}, file=text.encode())
        if not world.done(seen, *BUSY):
            return False
        assert SHOWN in seen.text, f"{PAGE} does not show the levels of a file: {seen.text[-3000:]}"
        answer = world.curator.submit(PAGE, f"{PAGE}/store", {"family": self.family, "text": text})
        return world.done(answer, *BUSY) and answer.text.count('<a href="/levels/') >= self.count

    def _level(self, number: int) -> str:
        if self.family == "sokoban":
            width = 5 + (self.seed + number) % 60
            return f"{'#' * width}\n#@$.{'-' * (width - 5)}#\n{'#' * width}\n"
        return _made(self.family, np.random.Generator(np.random.PCG64([self.seed, number])))


def _made(name: str, rng: np.random.Generator) -> str:
    """A level of a family; some genomes have none."""
    family, space = get_family(name), get_declaration(name).space(SPACES[name])
    while True:
        with suppress(GenerationError):
            return str(family.format(family.generate(family.random_genome(space, rng)).level))
