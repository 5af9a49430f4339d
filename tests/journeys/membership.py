"""What becomes of accounts: their rights change, they log out everywhere, they are removed."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from tests.journeys.commanding import ended_well
from tests.journeys.entering import ASKED, RIGHTS, LetIn, keys_of
from tests.journeys.world import BUSY, GONE, NAME, STRANGER, World, chosen

UNKNOWN = "there is no account"
"""What a command says where the account was removed a moment ago."""
LOG = "/api/log"
"""What only organisers read."""
FORBIDDEN = 403


@dataclass(frozen=True)
class ChangeRights:
    """Somebody is given some rights, and the others are withdrawn."""

    rights: tuple[str, ...]
    share: float
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        rights = tuple(right for right in RIGHTS if rng.random() < 0.5)
        return cls(rights, rng.random(), rng.choice((None, rng.uniform(0.3, 2))))

    def perform(self, world: World) -> None:
        names = _members(world)
        if not names:
            return
        name = chosen(names, self.share)
        changes = [f"--{'give' if right in self.rights else 'take'}={right}" for right in RIGHTS]
        with world.ledger.writing(("rights", name), value=" ".join(self.rights)) as writing:
            if ended_well(world.program.start("account", "rights", name, *changes), self.kill_after, UNKNOWN):
                writing.acknowledge()


@dataclass(frozen=True)
class LogOut:
    """Somebody who is logged in with two browsers logs out everywhere; where nobody is, somebody is let in before."""

    let_in: LetIn
    share: float

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(LetIn(rng.randrange(10**6), "page", None), rng.random())

    def perform(self, world: World) -> None:
        if not world.browsers:
            self.let_in.perform(world)
        names = sorted(world.browsers)
        if not names:
            return
        name = chosen(names, self.share)
        with world.relying_on_service(), world.ledger.locked(("login", name)):
            browser, _ = world.browsers[name]
            if browser.get(ASKED).status_code == STRANGER:
                return
            writing = world.ledger.attempt({("login", name): None})
            if world.done(browser.submit("/account", "/account/logout", {}), *BUSY, GONE):
                writing.acknowledge()


@dataclass(frozen=True)
class RemoveAccount:
    """Somebody may log in no longer; the curator of the journey stays."""

    share: float
    kill_after: float | None

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(rng.random(), rng.choice((None, rng.uniform(0.3, 2))))

    def perform(self, world: World) -> None:
        names = _members(world)
        if not names:
            return
        name = chosen(names, self.share)
        password = ("password", name)
        with (
            world.ledger.writing(*keys_of(name), value=None) as writing,
            world.secrets.writing(password, value=None) as forgetting,
        ):
            if ended_well(world.program.start("account", "remove", name), self.kill_after, UNKNOWN):
                writing.acknowledge()
                forgetting.acknowledge()


def wrong_browsers(world: World) -> Iterator[str]:
    """The browsers that are let in though they are logged out, are not though they are in, or may do what is wrong."""
    held = world.ledger.allowed()
    for name, browsers in world.browsers.items():
        logins, rights = held["login", name], held["rights", name]
        expected = {_answer(is_in, may) for is_in in logins for may in rights}
        for browser in browsers:
            status = browser.get(LOG).status_code
            if status not in expected:
                yield f"a browser of {name}, logged in {logins} with the rights {rights}, is answered {status}"


def _answer(is_in: Any, rights: str | None) -> int:
    """What the log answers to somebody."""
    if not is_in or rights is None:
        return STRANGER
    return 200 if "organiser" in rights else FORBIDDEN


def _members(world: World) -> list[str]:
    """Everybody who has an account but the curator."""
    return [row[0] for row in world.rows("SELECT name FROM accounts WHERE name <> ? ORDER BY name", NAME)]
