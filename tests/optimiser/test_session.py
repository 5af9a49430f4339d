"""One seed is one session: however many workers, however often interrupted."""

import json
from dataclasses import asdict, replace
from functools import partial

import pytest

from generator import defaults, get_declaration, get_family
from generator.values import BROOD
from optimiser.distance import level_distances
from optimiser.errors import ReplayMismatchError, UnknownMetricError
from optimiser.evaluation import evaluate
from optimiser.objective import PRESETS
from optimiser.pool import Replacement
from optimiser.recorder import Outcome
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.workers import Workers
from tests.measured import decided
from tests.optimiser.evaluations import bounded, fussy, hopeless, lying, mined

FAMILY = get_family("template")
SETTINGS = SessionSettings(
    family="template",
    space={"size": 7},
    seed=1,
    objective="deep",
    weights=PRESETS["deep"].weights,
    budget=1000,
    batch=8,
    patience=80,
)
BROODY = replace(SETTINGS, space={**SETTINGS.space, BROOD: 3})
LENGTH = 400
AHEAD = 3


class Memory:
    """A recorder that keeps everything, as JSON would bring it back."""

    def __init__(self):
        self.generations = []

    def record(self, generation):
        self.generations.append(generation)
        json.dumps(asdict(generation), allow_nan=False)

    @property
    def candidates(self):
        return [candidate for generation in self.generations for candidate in generation.candidates]

    def comparable(self):
        """Everything but the time that solving took and what befell the workers."""
        return [
            replace(
                generation,
                events=[event for event in generation.events if event.kind != "worker"],
                statistics=decided(generation.statistics),
            )
            for generation in self.generations
        ]


def record(settings=SETTINGS, until=LENGTH, processes=0, evaluation=evaluate, session=None):
    """The session and its record, up to the first generation that ends with `until` evaluations or more."""
    session = session or Session(settings)
    memory = Memory()
    announced = []
    with Workers(settings.family, settings.space, settings.budget, processes, evaluation) as workers:
        run(session, workers, memory, lambda session: session.evaluations >= until, announced.append)
    assert announced == memory.generations
    return session, memory


@pytest.fixture(scope="module")
def uninterrupted():
    return record()


@pytest.mark.parametrize("processes", [1, 2])
def test_the_number_of_workers_changes_nothing(uninterrupted, processes):
    _, memory = record(processes=processes)
    assert memory.comparable() == uninterrupted[1].comparable()


def test_a_session_goes_on_from_every_snapshot_as_if_never_interrupted(uninterrupted):
    whole = uninterrupted[1].comparable()
    for done, generation in enumerate(whole, start=1):
        stored = json.loads(json.dumps(generation.snapshot))
        session = Session.restore(SETTINGS, stored)
        assert session.snapshot() == generation.snapshot
        _, memory = record(session=session, until=session.evaluations + AHEAD * SETTINGS.batch)
        assert memory.comparable()[: len(whole) - done] == whole[done : done + AHEAD]


def test_interrupted_after_every_generation_it_is_still_the_same_session(uninterrupted):
    session, snapshots = Session(SETTINGS), []
    while session.evaluations < LENGTH:
        _, memory = record(session=session, until=session.evaluations + 1)
        snapshots.append(json.loads(json.dumps(memory.generations[-1].snapshot)))
        session = Session.restore(SETTINGS, snapshots[-1])
    assert snapshots == [generation.snapshot for generation in uninterrupted[1].generations]


def test_with_broods_neither_workers_nor_interruptions_change_anything():
    _, memory = record(BROODY, until=80)
    whole = memory.comparable()
    assert record(BROODY, until=80, processes=2)[1].comparable() == whole
    for done, generation in enumerate(whole, start=1):
        session = Session.restore(BROODY, json.loads(json.dumps(generation.snapshot)))
        assert record(BROODY, until=80, session=session)[1].comparable() == whole[done:]


def test_with_broods_fewer_evaluations_go_deeper():
    space = get_declaration("sokoban").space({"size": [4], "policy": "apart", "walk": 20})
    broody, plain = (
        record(replace(SETTINGS, family="sokoban", space={**space, BROOD: brood}), until=24)[1] for brood in (4, 1)
    )
    assert broody.generations[2].statistics["mean"] > plain.generations[2].statistics["mean"]


@pytest.mark.process
def test_the_loss_of_a_worker_changes_nothing_but_the_events(uninterrupted, tmp_path):
    mine = tmp_path / "mine"
    mine.touch()
    _, memory = record(processes=2, evaluation=partial(mined, mine))
    assert not mine.exists()
    assert memory.comparable() == uninterrupted[1].comparable()
    assert "worker" in {event.kind for generation in memory.generations for event in generation.events}


def test_another_seed_is_another_session(uninterrupted):
    _, memory = record(replace(SETTINGS, seed=2))
    assert memory.comparable()[0].candidates != uninterrupted[1].comparable()[0].candidates


def test_it_stops_at_the_end_of_the_generation_that_reaches_the_number(uninterrupted):
    session, memory = record(until=33)
    assert session.evaluations == 40
    assert memory.comparable() == uninterrupted[1].comparable()[:5]


def test_a_session_that_is_at_its_end_does_nothing(uninterrupted):
    _, memory = record(session=uninterrupted[0])
    assert memory.generations == []


def test_it_finds_the_deepest_row(uninterrupted):
    assert uninterrupted[0].best.text == "gfedcba"


def test_the_pool_has_ten_different_levels_and_the_record_names_them(uninterrupted):
    session, memory = uninterrupted
    assert len({member.identity for member in session.pool.members}) == 10
    assert list(memory.generations[-1].pool) == [member.identity for member in session.pool.ranked()]
    scores = [member.score for member in session.pool.ranked()]
    assert scores == sorted(scores, reverse=True)


def test_every_level_that_matters_is_stored_before_it_is_referred_to(uninterrupted):
    stored = set()
    for generation in uninterrupted[1].generations:
        for candidate in generation.candidates:
            assert {parent.identity for parent in candidate.parents} <= stored
        for candidate in generation.candidates:
            assert (candidate.level is not None) == (candidate.outcome in (Outcome.POOLED, Outcome.KEPT))
            if candidate.level is not None:
                stored.add(candidate.level.identity)
        assert set(generation.pool) <= stored
        assert {cell.identity for cell in generation.cells} <= stored


def test_every_candidate_is_recorded_with_its_origin(uninterrupted):
    for generation in uninterrupted[1].generations:
        assert [candidate.slot for candidate in generation.candidates] == list(range(SETTINGS.batch))
    for candidate in uninterrupted[1].candidates:
        assert len(candidate.parents) == {"random": 0, **FAMILY.operators({})}[candidate.operator]
        assert candidate.score is not None
    assert {candidate.operator for candidate in uninterrupted[1].candidates} == {"random", "shuffle", "cross"}
    assert {candidate.outcome for candidate in uninterrupted[1].candidates} >= {
        Outcome.POOLED,
        Outcome.DROPPED,
        Outcome.DUPLICATE,
    }


def test_the_archive_is_the_sum_of_its_recorded_cells(uninterrupted):
    session, memory = uninterrupted
    cells = {cell.cell: (cell.identity, cell.score) for generation in memory.generations for cell in generation.cells}
    assert session.archive.to_json() == [[list(cell), *best] for cell, best in cells.items()]


def test_a_restart_is_an_event_and_loses_nothing(uninterrupted):
    restarted = [
        generation
        for generation in uninterrupted[1].generations
        if "restart" in {event.kind for event in generation.events}
    ]
    assert restarted
    for generation in restarted:
        assert generation.snapshot["islands"][0]["population"] == []
        assert len(generation.pool) == 10
    bests = [generation.statistics["best"] for generation in uninterrupted[1].generations]
    assert bests == sorted(bests)
    assert uninterrupted[1].generations[-1].statistics["restarts"] == len(restarted)


def test_a_new_best_is_an_event(uninterrupted):
    texts = [
        str(event.text)
        for generation in uninterrupted[1].generations
        for event in generation.events
        if event.kind == "best"
    ]
    assert texts[-1] == "new best: score 21, depth 21"
    assert len(texts) == len({generation.statistics["best"] for generation in uninterrupted[1].generations})


def test_a_new_best_that_is_not_proven_is_told_as_a_bound():
    _, memory = record(evaluation=bounded, until=8)
    texts = [str(event.text) for event in memory.generations[0].events]
    assert texts == [f"new best: score {memory.generations[0].statistics['best']:g}, depth >=3"]


def test_statistics_describe_the_pool_and_the_generation(uninterrupted):
    session, memory = uninterrupted
    last = memory.generations[-1]
    scores = [member.score for member in session.pool.members]
    assert last.statistics["best"] == max(scores)
    assert last.statistics["worst"] == min(scores)
    assert last.statistics["mean"] == pytest.approx(sum(scores) / 10)
    assert last.statistics["diversity"] == session.pool.diversity() > 0.3
    assert last.statistics["nodes"] == sum(candidate.nodes for candidate in last.candidates)
    assert last.statistics["evaluations"] == last.evaluations == LENGTH
    assert last.statistics["archive"] == len(session.archive)
    assert {"operator:shuffle", "operator:cross", "restarts", "solving_seconds"} <= set(last.statistics)


def test_a_snapshot_stays_small(uninterrupted):
    assert max(len(json.dumps(generation.snapshot)) for generation in uninterrupted[1].generations) < 8000


def test_the_logbook_has_a_line_for_each_generation(uninterrupted):
    session, memory = uninterrupted
    assert session.logbook.select("best") == [generation.statistics["best"] for generation in memory.generations]


def test_rejected_candidates_are_recorded_with_the_reason():
    session, memory = record(evaluation=fussy)
    rejected = [candidate for candidate in memory.candidates if candidate.outcome is Outcome.REJECTED]
    assert rejected
    assert {(candidate.score, candidate.level, str(candidate.note)) for candidate in rejected} == {
        (None, None, "it begins with a")
    }
    assert not any(member.text.startswith("a") for member in session.pool.members)


def test_a_session_that_finds_nothing_goes_on_and_says_so():
    session, memory = record(evaluation=hopeless, until=80)
    assert session.best is None
    assert "best" not in memory.generations[-1].statistics
    assert memory.generations[-1].pool == []
    assert memory.generations[-1].statistics["restarts"] == 1


def test_a_wrong_solution_stops_the_session_before_anything_is_recorded():
    with pytest.raises(ReplayMismatchError):
        record(evaluation=lying)


def test_an_objective_that_the_family_does_not_know_stops_the_session_at_once():
    with pytest.raises(UnknownMetricError, match="'beauty'"):
        record(replace(SETTINGS, objective="custom", weights={"beauty": 1.0}))


def test_an_elitist_pool_is_less_diverse(uninterrupted):
    session, _ = record(replace(SETTINGS, replacement=Replacement.ELITIST))
    assert session.pool.diversity() < uninterrupted[0].pool.diversity()
    assert len({member.identity for member in session.pool.members}) == 10


def test_the_distance_is_the_familys_and_symmetric(uninterrupted):
    distances = level_distances(FAMILY)
    one, other = uninterrupted[0].pool.members[:2]
    assert distances(one, [other]) == distances(other, [one]) == defaults.distances(FAMILY, one.text, [other.text])
    assert distances(one, [one]) == [0]
