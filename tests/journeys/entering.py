"""Accounts, their passwords, and the tokens of their programs."""

import re
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Self

from service.accounts.passwords import is_password
from storage.database import Database
from tests.journeys.commanding import ended_well
from tests.journeys.visitor import Visitor
from tests.journeys.world import BUSY, GONE, NAME, PASSWORD, REFUSED, STRANGER, World, chosen

TOKEN = r'id="token" class="mono" readonly value="([^"]+)"'
RIGHTS = ("author", "curator", "organiser")
ASKED = "/api/sessions"
"""What a program asks for that needs a login."""
GATE = 203
"""The first of the addresses of those who change their passwords."""


@dataclass(frozen=True)
class LetIn:
    """Somebody gets an account, and soon another password, in the browser or in a terminal."""

    number: int
    way: str
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        way = rng.choice(("page", "page", "terminal"))
        return cls(rng.randrange(10**6), way, rng.choice((None, rng.uniform(0.3, 2))))

    def perform(self, world: World) -> None:
        name, key = self._name, ("password", self._name)
        with world.ledger.writing(("account", name)) as writing, world.secrets.writing(key, value=PASSWORD) as first:
            command = world.program.start("account", "add", name, "--password-stdin", said=PASSWORD)
            if ended_well(command, None):
                writing.acknowledge()
                first.acknowledge()
        with world.relying_on_service(), world.secrets.writing(key, value=self._new) as changing:
            if self._is_changed(world):
                changing.acknowledge()

    @property
    def _name(self) -> str:
        return f"{NAME} {self.number}"

    @property
    def _new(self) -> str:
        return f"{self.number} boxes in a well"

    def _is_changed(self, world: World) -> bool:
        if self.way == "terminal":
            command = world.program.start("account", "password", self._name, "--password-stdin", said=self._new)
            return ended_well(command, self.kill_after)
        visitor = world.visitor(GATE + self.number % 40)
        entered = visitor.submit("/login", "/login", {"name": self._name, "password": PASSWORD})
        if not world.done(entered, *BUSY):
            return False
        said = {"old": PASSWORD, "new": self._new}
        return world.done(visitor.submit("/account", "/account/password", said), *BUSY, GONE)


@dataclass(frozen=True)
class UseToken:
    """Somebody makes a token, a program notes something with it, and some tokens are made worthless again."""

    number: int
    share: float
    is_removed: bool

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.randrange(10**9), rng.random(), rng.random() < 0.6)

    def perform(self, world: World) -> None:
        with world.relying_on_service():
            token = self._made(world)
            if token is None:
                return
            with Visitor(world.service.address, 251, token) as program:
                self._note(world, program)
            if self.is_removed:
                self._remove(world)

    @property
    def _name(self) -> str:
        return f"token {self.number}"

    def _made(self, world: World) -> str | None:
        """The token, unless it is refused: on a machine of one's own there are none."""
        with world.ledger.writing(("token", self._name)) as writing:
            answer = world.curator.submit("/account", "/account/tokens", {"name": self._name, "scope": RIGHTS})
            if not world.done(answer, *BUSY, GONE, REFUSED):
                return None
            found = re.search(TOKEN, answer.text)
            assert found, f"the page shows no token: {answer.text[-3000:]}"
            writing.acknowledge()
        world.tokens[self._name] = found[1]
        return found[1]

    def _note(self, world: World, program: Visitor) -> None:
        level, note = chosen(world.some_levels, self.share), f"noted by program {self.number}"
        with world.ledger.writing(("note", level), value=note) as writing:
            if world.done(program.send("PATCH", f"/api/levels/{level}/curation", {"note": note}), *BUSY):
                writing.acknowledge()

    def _remove(self, world: World) -> None:
        ((token,),) = world.rows("SELECT id FROM api_tokens WHERE name = ?", self._name)
        with world.ledger.writing(("token", self._name), value=None) as writing:
            if world.done(world.curator.submit("/account", f"/account/tokens/{token}/removal", {}), *BUSY, GONE):
                writing.acknowledge()


def wrongly_let_in(world: World) -> Iterator[str]:
    """The tokens and passwords that open what they must not, or do not open what they must."""
    if not world.service.is_public:
        world.end_service(signal.SIGTERM, public=True)
    held = world.ledger.allowed()
    for name, token in world.tokens.items():
        with Visitor(world.service.address, 252, token) as program:
            status = program.get(ASKED).status_code
        if status not in [200 if value else STRANGER for value in held["token", name]]:
            yield f"{name}, which may be {held['token', name]}, is answered {status}"
    with Database.open_readonly(world.program.url) as database:
        for (_, name), values in world.secrets.allowed().items():
            if values != [None] and not any(value and is_password(database, name, value) for value in values):
                yield f"no password of {name} is right"
            if None not in values and PASSWORD not in values and is_password(database, name, PASSWORD):
                yield f"the password that {name} has changed is still right"
