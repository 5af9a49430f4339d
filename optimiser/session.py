"""A session: ask, evaluate, tell, record, generation by generation."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from statistics import fmean
from types import MappingProxyType
from typing import Any, Self

from deap import tools

from generator import get_family
from generator.messages import Message
from generator.values import REQUIRE
from optimiser.archipelago import Archipelago, Taken, Verdict
from optimiser.archive import Archive, axes_of
from optimiser.distance import level_distances
from optimiser.evaluation import Evaluation
from optimiser.garbage import seldom_collected
from optimiser.individual import Individual
from optimiser.island import Candidate
from optimiser.objective import Objective
from optimiser.operators import success_shares
from optimiser.pool import AddStatus, Pool
from optimiser.recorder import (
    CandidateRecord,
    CellRecord,
    EventRecord,
    GenerationRecord,
    Outcome,
    Recorder,
)
from optimiser.settings import SessionSettings
from optimiser.target import parse_target
from optimiser.workers import Task, Workers

LOGGED = 100
"""Generations that the logbook remembers."""
LOGBOOK_COLUMNS = ("generation", "evaluations", "best", "mean", "worst", "diversity", "archive", "restarts")
"""What `logbook.stream` shows of each generation."""
PIPELINED = 2
"""Generations that are asked for at a time: one is waited for, the next one keeps the workers busy."""


class Session:
    """The state of a search; it never evaluates anything itself.

    The pool is what the session has to show. Beside it stand the islands, whose populations breed and may restart, and
    the archive. Every level that is found and keeps the bounds of the space is offered to the pool, the archive and
    the island that bred it.
    """

    def __init__(self, settings: SessionSettings) -> None:
        family = get_family(settings.family)
        distances = level_distances(family)
        self.settings = settings
        self.objective = Objective(settings.objective, settings.weights)
        self.bounds = [parse_target(text) for text in settings.space.get(REQUIRE, ())]
        self.generation = 0
        self.evaluations = 0
        self.pool = Pool(settings.pool_size, settings.replacement, distances)
        self.archipelago = Archipelago(family, settings, distances)
        self.archive = Archive(axes_of(settings.family, settings.space))
        self.logbook = tools.Logbook()
        self.logbook.header = LOGBOOK_COLUMNS
        self._scores = tools.Statistics(key=attrgetter("score"))
        for name, function in (("best", max), ("mean", fmean), ("worst", min)):
            self._scores.register(name, function)

    @property
    def best(self) -> Individual | None:
        """The best level of the pool, None before any was found."""
        return self.pool.best

    def ask(self) -> list[Candidate]:
        """The candidates of the next generation; call it before `tell` too, so that the workers never wait."""
        return [candidate for island in self._islands for candidate in self.archipelago.ask(island)]

    def tell(self, evaluations: Sequence[Evaluation], events: Iterable[EventRecord] = ()) -> GenerationRecord:
        """Take in the evaluations of the oldest generation that was asked for, in slot order."""
        batch = self.settings.batch
        for island in self._islands:
            self.take_in(island, evaluations[island * batch : (island + 1) * batch])
        return self.conclude(events)

    def take_in(self, island: int, evaluations: Sequence[Evaluation]) -> None:
        """Take in the evaluations of the oldest generation that one island was asked for, in slot order."""
        self.archipelago.take_in(island, [self._judged(evaluation) for evaluation in evaluations])

    def conclude(
        self, events: Iterable[EventRecord] = (), figures: Mapping[str, float] = MappingProxyType({})
    ) -> GenerationRecord:
        """The next generation of the session, which every island has taken in; `figures` join its statistics."""
        taken = self.archipelago.conclude()
        evaluations = [verdict.evaluation for each in taken for verdict in each.verdicts]
        self.generation += 1
        self.evaluations += len(evaluations)
        best = self.best
        cells: list[CellRecord] = []
        records = self._records(taken, cells)
        news = [*self._new_best(best, evaluations), *self._restarts(taken)]
        statistics = {**self._statistics(evaluations), **figures}
        self._log(statistics)
        return GenerationRecord(
            number=self.generation,
            evaluations=self.evaluations,
            candidates=records,
            cells=cells,
            events=[*events, *news],
            statistics=statistics,
            pool=[member.identity for member in self.pool.ranked()],
            snapshot=self.snapshot(),
        )

    def snapshot(self) -> dict[str, Any]:
        """Everything needed to go on, as JSON; pending generations are in it, their evaluations are not."""
        pool, states = self.pool.members, self.archipelago.states
        kept = chain(pool, *(state.individuals for state in states))
        individuals = list({id(individual): individual for individual in kept}.values())
        indices = {id(individual): index for index, individual in enumerate(individuals)}
        return {
            "generation": self.generation,
            "evaluations": self.evaluations,
            "individuals": [individual.to_json() for individual in individuals],
            "pool": [indices[id(member)] for member in pool],
            "islands": [state.to_json(indices) for state in states],
            "archive": self.archive.to_json(),
        }

    @classmethod
    def restore(cls, settings: SessionSettings, snapshot: Mapping[str, Any]) -> Self:
        """The session as it was when the snapshot was taken; its future is the same."""
        session = cls(settings)
        individuals = [Individual.from_json(stored) for stored in snapshot["individuals"]]
        session.generation = snapshot["generation"]
        session.evaluations = snapshot["evaluations"]
        session.pool.extend(individuals[index] for index in snapshot["pool"])
        session.archipelago.load(session.generation, _islands_of(snapshot), individuals)
        session.archive = Archive(axes_of(settings.family, settings.space), snapshot["archive"])
        return session

    @property
    def _islands(self) -> range:
        return range(self.settings.islands)

    def _judged(self, evaluation: Evaluation) -> Verdict:
        level = evaluation.level
        if level is None:
            return Verdict(evaluation, None, evaluation.note)
        broken = [bound for bound in self.bounds if not bound.met(level.metrics)]
        if broken:
            return Verdict(evaluation, None, Message("it does not keep to {bound}", bound=broken[0]))
        score = self.objective.score(level.metrics)
        individual = Individual(level.identity, level.genome, level.text, score, level.metrics)
        return Verdict(evaluation, individual, evaluation.note)

    def _records(self, taken: Iterable[Taken], cells: list[CellRecord]) -> list[CandidateRecord]:
        """What became of all candidates in the order of their slots, which run on from island to island."""
        every = chain.from_iterable(zip(each.candidates, each.verdicts, each.bred, strict=True) for each in taken)
        return [self._record(slot, *found, cells) for slot, found in enumerate(every)]

    def _record(
        self, slot: int, candidate: Candidate, verdict: Verdict, bred: AddStatus, cells: list[CellRecord]
    ) -> CandidateRecord:
        outcome = self._outcome(verdict, bred, cells)
        return CandidateRecord(
            slot=slot,
            operator=candidate.operator,
            parents=candidate.parents,
            outcome=outcome,
            score=None if verdict.individual is None else verdict.individual.score,
            nodes=verdict.evaluation.nodes,
            level=verdict.evaluation.level if outcome in (Outcome.POOLED, Outcome.KEPT) else None,
            note=verdict.note,
        )

    def _outcome(self, verdict: Verdict, bred: AddStatus, cells: list[CellRecord]) -> Outcome:
        """Offer a level to the pool and the archive; `bred` is what its island made of it."""
        level, individual = verdict.evaluation.level, verdict.individual
        if level is None or individual is None:
            return Outcome.FAILED if verdict.evaluation.failed else Outcome.REJECTED
        pooled = self.pool.add(individual)
        cell = self.archive.add(level.description, level.metrics, level.identity, individual.score)
        if cell is not None:
            cells.append(cell)
        if pooled.entered:
            return Outcome.POOLED
        if bred.entered or cell is not None:
            return Outcome.KEPT
        return Outcome.DUPLICATE if AddStatus.DUPLICATE in (pooled, bred) else Outcome.DROPPED

    def _new_best(self, before: Individual | None, evaluations: Sequence[Evaluation]) -> Iterator[EventRecord]:
        best = self.best
        if best is not None and (before is None or best.score > before.score):
            levels = (evaluation.level for evaluation in evaluations if evaluation.level)
            proven = any(level.proven for level in levels if level.identity == best.identity)
            depth = f"{'' if proven else '>='}{best.metrics['depth']}"
            yield EventRecord(
                "best", Message("new best: score {score:g}, depth {depth}", score=best.score, depth=depth)
            )

    def _restarts(self, taken: Sequence[Taken]) -> Iterator[EventRecord]:
        patience = self.settings.patience
        for island, each in enumerate(taken, 1):
            if each.restarted and len(taken) == 1:
                text = Message("the population starts anew after {number} evaluations without gain", number=patience)
                yield EventRecord("restart", text)
            elif each.restarted:
                template = "the population of island {island} starts anew after {number} evaluations without gain"
                yield EventRecord("restart", Message(template, island=island, number=patience))

    def _statistics(self, evaluations: Sequence[Evaluation]) -> dict[str, float]:
        islands = [state.island for state in self.archipelago.states]
        shares = success_shares([island["operators"] for island in islands])
        return {
            **(self._scores.compile(self.pool.members) if len(self.pool) else {}),
            "diversity": self.pool.diversity(),
            "archive": len(self.archive),
            "evaluations": self.evaluations,
            "nodes": sum(evaluation.nodes for evaluation in evaluations),
            "solving_seconds": sum(evaluation.solving_seconds for evaluation in evaluations),
            "restarts": sum(island["epoch"] for island in islands),
            **{f"operator:{name}": share for name, share in shares.items()},
        }

    def _log(self, statistics: Mapping[str, float]) -> None:
        self.logbook.record(generation=self.generation, **statistics)
        if len(self.logbook) > LOGGED:
            del self.logbook[0]


def _islands_of(snapshot: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The islands of a snapshot; older programs had only one, and kept what belongs to it beside it."""
    if "islands" in snapshot:
        islands: Sequence[Mapping[str, Any]] = snapshot["islands"]
        return islands
    return [{**snapshot["island"], "population": snapshot["population"], "pending": snapshot["pending"], "sent": None}]


def run(
    session: Session,
    workers: Workers,
    recorder: Recorder,
    should_stop: Callable[[Session], bool],
    on_generation: Callable[[GenerationRecord], object] = lambda _: None,
) -> None:
    """Go on with a session until `should_stop` says so, which is asked before every generation.

    A session ends only between generations, and the generations do not depend on when it will end. Stopped
    anywhere and resumed, it is the session that was never stopped. While the results of one generation are taken in
    and recorded, the next one, which was bred before, is evaluated, and islands go on without waiting for the others. A
    stop throws that work away.
    """
    archipelago = session.archipelago
    islands = range(session.settings.islands)

    def submit(candidates: Sequence[Candidate]) -> list[Task]:
        return workers.submit([candidate.brood for candidate in candidates], len(islands))

    with seldom_collected():
        running = [deque(map(submit, archipelago.pending(island))) for island in islands]
        while not should_stop(session):
            while not archipelago.complete:
                # Generation by generation, so that every island has something to do before one has more.
                for ahead in range(PIPELINED):
                    for island in islands:
                        if len(running[island]) == ahead:
                            running[island].append(submit(archipelago.ask(island)))
                island = workers.first_done({island: running[island][0] for island in archipelago.ready()})
                session.take_in(island, workers.collect(running[island].popleft()))
            record = session.conclude(workers.take_events(), workers.figures())
            recorder.record(record)
            on_generation(record)
