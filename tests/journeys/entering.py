"""Accounts, their passwords, and the tokens of their programs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Self

from service.accounts.passwords import is_password
from storage.database import Database
from tests.journeys.commanding import ended_well
from tests.journeys.ledger import Key, Writing
from tests.journeys.visitor import Visitor
from tests.journeys.world import BUSY, GONE, NAME, PASSWORD, REFUSED, STRANGER, World, chosen

TOKEN = r'id="token" class="mono" readonly value="([^"]+)"'
RIGHTS = ("author", "curator", "organiser")
ASKED = "/api/sessions"
"""What a program asks for that needs a login."""
GATE = 203
"""The first of the addresses of those who change their passwords."""
GATES = 40
"""How many there are."""


@dataclass(frozen=True)
class LetIn:
    """Somebody gets an account, and soon another password, in the browser or in a terminal.

    Whoever has changed it in a browser is then logged in with two.
    """

    number: int
    way: str
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        way = rng.choice(("page", "page", "terminal"))
        return cls(rng.randrange(10**6), way, rng.choice((None, rng.uniform(0.3, 2))))

    def perform(self, world: World) -> None:
        name, password = self._name, ("password", self._name)
        with world.relying_on_service(), world.ledger.locked(*keys_of(name)), world.secrets.locked(password):
            self._add(world)
            changing = world.secrets.attempt({password: self._new})
            if self.way == "page":
                self._change_by_page(world, changing)
            elif self._is_changed_in_terminal(world):
                changing.acknowledge()

    def _add(self, world: World) -> None:
        account, rights, _ = keys_of(self._name)
        adding = world.ledger.attempt({account: True, rights: " ".join(RIGHTS)})
        first = world.secrets.attempt({("password", self._name): PASSWORD})
        command = world.program.start("account", "add", self._name, "--password-stdin", said=PASSWORD)
        if ended_well(command, None):
            adding.acknowledge()
            first.acknowledge()

    @property
    def _name(self) -> str:
        return f"{NAME} {self.number}"

    @property
    def _new(self) -> str:
        return f"{self.number} boxes in a well"

    def _is_changed_in_terminal(self, world: World) -> bool:
        command = world.program.start("account", "password", self._name, "--password-stdin", said=self._new)
        return ended_well(command, self.kill_after)

    def _change_by_page(self, world: World, changing: Writing) -> None:
        """Log in and change the password, which ends all logins but this one, and log in with another browser too."""
        own, other = (world.browser(GATE + self.number % GATES) for _ in range(2))
        entering = world.ledger.attempt({("login", self._name): True})
        if not self._is_let_in(world, own, PASSWORD):
            return
        said = {"old": PASSWORD, "new": self._new}
        if not world.done(own.submit("/account", "/account/password", said), *BUSY, GONE):
            return
        changing.acknowledge()
        if self._is_let_in(world, other, self._new):
            entering.acknowledge()
            world.browsers[self._name] = own, other

    def _is_let_in(self, world: World, browser: Visitor, password: str) -> bool:
        said = {"name": self._name, "password": password}
        return world.done(browser.submit("/login", "/login", said), *BUSY)


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


def keys_of(name: str) -> tuple[Key, Key, Key]:
    """What is known of an account but for its password: that it is there, what it may do, and that it is logged in."""
    return ("account", name), ("rights", name), ("login", name)


def wrongly_let_in(world: World) -> Iterator[str]:
    """The tokens and passwords that open what they must not, or do not open what they must."""
    held = world.ledger.allowed()
    for name, token in world.tokens.items():
        with Visitor(world.service.address, 252, token) as program:
            status = program.get(ASKED).status_code
        if status not in [200 if value else STRANGER for value in held["token", name]]:
            yield f"{name}, which may be {held['token', name]}, is answered {status}"
    with Database.open_readonly(world.program.url) as database:
        for (_, name), values in world.secrets.allowed().items():
            if None not in values and not any(is_password(database, name, value) for value in values):
                yield f"no password of {name} is right"
            if None not in values and PASSWORD not in values and is_password(database, name, PASSWORD):
                yield f"the password that {name} has changed is still right"
