"""A session: ask, evaluate, tell, record, generation by generation."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from statistics import fmean
from typing import Any, Self

from deap import tools

from generator import get_family
from generator.messages import SILENCE, Message
from generator.values import REQUIRE
from optimiser.archipelago import Archipelago
from optimiser.archive import Archive, axes_of
from optimiser.distance import level_distances
from optimiser.evaluation import Evaluation
from optimiser.individual import Individual
from optimiser.island import Candidate, Island
from optimiser.objective import Objective
from optimiser.pool import AddStatus, Pool
from optimiser.recorder import (
    CandidateRecord,
    CellRecord,
    EventRecord,
    GenerationRecord,
    LevelRecord,
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
        self.pending: deque[list[Candidate]] = deque()
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
        candidates = self.archipelago.breed(self.generation + len(self.pending) + 1)
        self.pending.append(candidates)
        return candidates

    def tell(self, evaluations: Sequence[Evaluation], events: Iterable[EventRecord] = ()) -> GenerationRecord:
        """Take in the evaluations of the oldest pending generation, in slot order."""
        candidates = self.pending.popleft()
        self.generation += 1
        self.evaluations += len(candidates)
        best = self.best
        cells: list[CellRecord] = []
        records = [
            self._take_in(slot, candidate, evaluation, cells)
            for slot, (candidate, evaluation) in enumerate(zip(candidates, evaluations, strict=True))
        ]
        self.archipelago.migrate(self.generation)
        news = self._news(best, evaluations)
        statistics = self._statistics(evaluations)
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
        pool = self.pool.members
        individuals = list({id(member): member for member in (*pool, *self.archipelago.individuals())}.values())
        indices = {id(individual): index for index, individual in enumerate(individuals)}
        return {
            "generation": self.generation,
            "evaluations": self.evaluations,
            "individuals": [individual.to_json() for individual in individuals],
            "pool": [indices[id(member)] for member in pool],
            **self.archipelago.to_json(indices),
            "archive": self.archive.to_json(),
            "pending": [[candidate.to_json() for candidate in candidates] for candidates in self.pending],
        }

    @classmethod
    def restore(cls, settings: SessionSettings, snapshot: Mapping[str, Any]) -> Self:
        """The session as it was when the snapshot was taken; its future is the same."""
        session = cls(settings)
        individuals = [Individual.from_json(stored) for stored in snapshot["individuals"]]
        session.generation = snapshot["generation"]
        session.evaluations = snapshot["evaluations"]
        session.pool.extend(individuals[index] for index in snapshot["pool"])
        session.archipelago.load(snapshot, individuals)
        session.archive = Archive(axes_of(settings.family, settings.space), snapshot["archive"])
        session.pending.extend([Candidate.from_json(stored) for stored in asked] for asked in snapshot["pending"])
        return session

    def _take_in(
        self, slot: int, candidate: Candidate, evaluation: Evaluation, cells: list[CellRecord]
    ) -> CandidateRecord:
        island = self.archipelago.island_of(slot)
        broken = self._broken_bound(evaluation)
        level = None if broken else evaluation.level
        score = None
        if level is None:
            island.admit(candidate, None)
            outcome = Outcome.FAILED if evaluation.failed else Outcome.REJECTED
        else:
            score = self.objective.score(level.metrics)
            outcome = self._offer(island, candidate, level, score, cells)
        return CandidateRecord(
            slot=slot,
            operator=candidate.operator,
            parents=candidate.parents,
            outcome=outcome,
            score=score,
            nodes=evaluation.nodes,
            level=level if outcome in (Outcome.POOLED, Outcome.KEPT) else None,
            note=broken or evaluation.note,
        )

    def _broken_bound(self, evaluation: Evaluation) -> Message:
        """Which bound of the space a level does not keep; silence where it keeps all of them."""
        broken = [bound for bound in self.bounds if evaluation.level and not bound.met(evaluation.level.metrics)]
        return Message("it does not keep to {bound}", bound=broken[0]) if broken else SILENCE

    def _offer(
        self, island: Island, candidate: Candidate, level: LevelRecord, score: float, cells: list[CellRecord]
    ) -> Outcome:
        individual = Individual(level.identity, level.genome, level.text, score, level.metrics)
        pooled = self.pool.add(individual)
        bred = island.admit(candidate, individual)
        cell = self.archive.add(level.description, level.metrics, level.identity, score)
        if cell is not None:
            cells.append(cell)
        if pooled.entered:
            return Outcome.POOLED
        if bred.entered or cell is not None:
            return Outcome.KEPT
        return Outcome.DUPLICATE if AddStatus.DUPLICATE in (pooled, bred) else Outcome.DROPPED

    def _news(self, before: Individual | None, evaluations: Sequence[Evaluation]) -> list[EventRecord]:
        news = []
        best = self.best
        if best is not None and (before is None or best.score > before.score):
            levels = (evaluation.level for evaluation in evaluations if evaluation.level)
            proven = any(level.proven for level in levels if level.identity == best.identity)
            depth = f"{'' if proven else '>='}{best.metrics['depth']}"
            news.append(
                EventRecord("best", Message("new best: score {score:g}, depth {depth}", score=best.score, depth=depth))
            )
        return news + [EventRecord("restart", self._restarted(island)) for island in self.archipelago.restarted()]

    def _restarted(self, island: int) -> Message:
        patience = self.settings.patience
        if self.settings.islands == 1:
            return Message("the population starts anew after {number} evaluations without gain", number=patience)
        return Message(
            "the population of island {island} starts anew after {number} evaluations without gain",
            island=island,
            number=patience,
        )

    def _statistics(self, evaluations: Sequence[Evaluation]) -> dict[str, float]:
        shares = self.archipelago.success_shares()
        return {
            **(self._scores.compile(self.pool.members) if len(self.pool) else {}),
            "diversity": self.pool.diversity(),
            "archive": len(self.archive),
            "evaluations": self.evaluations,
            "nodes": sum(evaluation.nodes for evaluation in evaluations),
            "solving_seconds": sum(evaluation.solving_seconds for evaluation in evaluations),
            "restarts": self.archipelago.epochs,
            **{f"operator:{name}": share for name, share in shares.items()},
        }

    def _log(self, statistics: Mapping[str, float]) -> None:
        self.logbook.record(generation=self.generation, **statistics)
        if len(self.logbook) > LOGGED:
            del self.logbook[0]


def run(
    session: Session,
    workers: Workers,
    recorder: Recorder,
    should_stop: Callable[[Session], bool],
    on_generation: Callable[[GenerationRecord], None],
) -> None:
    """Go on with a session until `should_stop` says so, which is asked before every generation.

    A session ends only between generations, and the generations do not depend on when it will end. Stopped
    anywhere and resumed, it is the session that was never stopped. While the results of one generation are taken in
    and recorded, the next one, which was bred before, is evaluated. A stop throws that work away.
    """

    def submit(candidates: Sequence[Candidate]) -> list[Task]:
        return workers.submit([candidate.brood for candidate in candidates])

    running = deque(map(submit, session.pending))
    while not should_stop(session):
        while len(running) < PIPELINED:
            running.append(submit(session.ask()))
        record = session.tell(workers.collect(running.popleft()), workers.take_events())
        recorder.record(record)
        on_generation(record)
