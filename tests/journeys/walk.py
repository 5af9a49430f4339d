"""A journey from its first round to the verdict: what was done, and what went wrong."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tests.journeys.plan import AT_ONCE, Action, Round, plan
from tests.journeys.verdict import Verdict, judge
from tests.journeys.world import Disturbed, World


@dataclass
class Journey:
    """What became of a journey; the faults of its rounds name the seed by which it can be repeated."""

    seed: int
    actions: Counter[str] = field(default_factory=Counter)
    disturbed: int = 0
    """Actions that a kill has come between."""
    faults: list[str] = field(default_factory=list)
    """What went wrong in a round, and why there is no verdict if there is none."""
    verdict: Verdict = field(default_factory=Verdict)

    @property
    def wrong(self) -> list[str]:
        """Everything that went wrong."""
        found = self.verdict.everything
        return [*self.faults, *([f"JOURNEY_SEED={self.seed}, at the end", *found] if found else [])]


def walk(world: World, seed: int, decks: int) -> Journey:
    """Go on a journey, as far as nothing fails, and judge it."""
    journey = Journey(seed)
    for number, round_ in enumerate(plan(seed, decks), 1):
        wrong = [*_done(world, round_, journey), *world.program.deleted_files(), *world.program.troubles()]
        if wrong:
            journey.faults = ["\n\n".join([f"JOURNEY_SEED={seed}, round {number}, {round_}", *wrong])]
            break
    try:
        journey.verdict = judge(world)
    except Exception as error:  # noqa: BLE001 - what has failed before is told too
        journey.faults += [f"JOURNEY_SEED={seed}, at the end: {type(error).__name__}: {error}"]
    return journey


def _done(world: World, round_: Round, journey: Journey) -> Iterator[str]:
    journey.actions.update(type(action).__name__ for action in round_.actions)
    with ThreadPoolExecutor(AT_ONCE if round_.at_once else 1) as threads:
        for fault in threads.map(lambda action: _performed(world, action), round_.actions):
            if fault is None:
                journey.disturbed += 1
            elif fault:
                yield fault


def _performed(world: World, action: Action) -> str | None:
    """What went wrong, empty where nothing did, and None where the action was disturbed."""
    try:
        action.perform(world)
    except Disturbed:
        return None
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told with the action and the seed
        return f"{action}: {type(error).__name__}: {error}"
    return ""
