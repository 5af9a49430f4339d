"""What happens in a journey, and in which order: a pure function of its seed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, Self

from tests.journeys.browsing import Browse
from tests.journeys.contesting import Answer, Hold, ReadRankings
from tests.journeys.curating import Curate, CurateMany, ForgetSearch, Search
from tests.journeys.entering import LetIn, UseToken
from tests.journeys.evolving import Begin, Kill, Resume, Stop
from tests.journeys.importing import Import
from tests.journeys.judging import Judge
from tests.journeys.keeping import (
    Atlas,
    Backup,
    EndService,
    HoldLock,
    KillJudges,
    Look,
    Rescore,
    Upgrade,
)
from tests.journeys.membership import ChangeRights, LogOut, RemoveAccount
from tests.journeys.organising import Conclude, EraseEmail, RemoveAnswer
from tests.journeys.playing import Leave, Play
from tests.journeys.tending import Delete, Describe, Merge, Prune
from tests.journeys.withdrawing import ReleaseName, RemoveContest
from tests.journeys.world import World


class Action(Protocol):
    """Something that somebody does."""

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        """One of many that are possible."""

    def perform(self, world: World) -> None:
        """Do it; raises AssertionError where the program fails, and Disturbed where a kill has come between."""


@dataclass(frozen=True)
class Round:
    """Actions that are done at once or by turns."""

    at_once: bool
    actions: Sequence[Action]

    def __str__(self) -> str:
        return f"{'at once' if self.at_once else 'by turns'}:\n" + "\n".join(f"  {action}" for action in self.actions)


DECK: Mapping[type[Action], int] = {
    Begin: 4,
    Stop: 2,
    Resume: 3,
    Kill: 3,
    Curate: 5,
    CurateMany: 1,
    Search: 2,
    ForgetSearch: 1,
    Hold: 1,
    Answer: 4,
    ReadRankings: 1,
    RemoveAnswer: 1,
    EraseEmail: 1,
    Conclude: 1,
    RemoveContest: 1,
    ReleaseName: 1,
    Play: 3,
    Leave: 1,
    Judge: 3,
    Import: 3,
    Atlas: 1,
    Backup: 1,
    Upgrade: 1,
    Rescore: 1,
    LetIn: 2,
    UseToken: 2,
    ChangeRights: 1,
    LogOut: 1,
    RemoveAccount: 1,
    Look: 2,
    Browse: 3,
    EndService: 2,
    KillJudges: 1,
    HoldLock: 1,
    Describe: 1,
    Delete: 1,
    Prune: 1,
    Merge: 1,
}
"""How often each kind of action comes before all kinds come again."""
AT_ONCE = 6
"""Actions of a round."""


def plan(seed: int, decks: int) -> list[Round]:
    """The rounds of a journey, in which each kind of action comes as often as its decks say."""
    rng = Random(seed)
    return [dealt for _ in range(decks) for dealt in _dealt(rng)]


def _dealt(rng: Random) -> list[Round]:
    cards = [kind for kind, times in DECK.items() for _ in range(times)]
    rng.shuffle(cards)
    actions = [card.drawn(rng) for card in cards]
    return [Round(rng.random() < 0.8, actions[first : first + AT_ONCE]) for first in range(0, len(actions), AT_ONCE)]
