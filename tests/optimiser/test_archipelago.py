"""Islands breed apart, and what they send to each other is decided by the seed alone."""

import json
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimiser.archipelago import candidate_stream
from optimiser.evaluation import Evaluation, evaluate
from optimiser.session import PIPELINED, Session
from tests.optimiser.test_session import AHEAD, FAMILY, SETTINGS, Memory, record

ISLANDS, MIGRATION = 3, 4
APART = replace(SETTINGS, islands=ISLANDS, migration=10_000)
RING = replace(APART, migration=MIGRATION)
LENGTH = 20 * ISLANDS * SETTINGS.batch


@pytest.fixture(scope="module")
def ring():
    return record(RING, until=LENGTH)[1].comparable()


def bred(generation, island):
    """What an island bred for a generation, and how good it was."""
    slots = range(SETTINGS.batch * island, SETTINGS.batch * (island + 1))
    return [(found.operator, found.parents, found.score) for found in generation.candidates if found.slot in slots]


def populations(snapshot):
    """The identities of the levels on each island."""
    identities = [individual["key"] for individual in snapshot["individuals"]]
    return [{identities[index] for index in island["population"]} for island in snapshot["islands"]]


def travellers(snapshot):
    """The level that each island has sent."""
    sent = [island["sent"] for island in snapshot["islands"]]
    return [None if index is None else snapshot["individuals"][index] for index in sent]


def comparable(generations):
    memory = Memory()
    for generation in generations:
        memory.record(generation)
    return memory.comparable()


def test_the_first_island_of_several_breeds_what_the_only_one_does():
    apart, alone = record(APART, until=LENGTH)[1], record(until=LENGTH // ISLANDS)[1]
    assert [bred(generation, 0) for generation in apart.generations] == [
        bred(generation, 0) for generation in alone.generations
    ]


def test_islands_breed_differently():
    for generation in record(APART, until=LENGTH)[1].generations:
        assert len({str(bred(generation, island)) for island in range(ISLANDS)}) == ISLANDS


def test_one_pool_has_the_best_of_all_islands():
    generations = record(APART, until=LENGTH)[1].generations
    found = {
        candidate.level.identity: candidate for each in generations for candidate in each.candidates if candidate.level
    }
    last = generations[-1]
    assert last.evaluations == LENGTH
    best = max(candidate.score for candidate in found.values())
    assert last.statistics["best"] == best
    assert len({found[identity].slot // SETTINGS.batch for identity in last.pool}) > 1


def test_after_every_migration_the_best_of_each_island_travels(ring):
    for generation in ring:
        sent = travellers(generation.snapshot)
        if generation.number < MIGRATION:
            assert sent == [None] * ISLANDS
        if generation.number % MIGRATION == 0 and not any(event.kind == "restart" for event in generation.events):
            scores = {individual["key"]: individual["score"] for individual in generation.snapshot["individuals"]}
            for population, level in zip(populations(generation.snapshot), sent, strict=True):
                assert level["score"] == max(scores[identity] for identity in population)


def test_what_was_sent_arrives_on_the_next_island_as_many_generations_later():
    roomy = replace(RING, population=1000, patience=10_000)
    generations = record(roomy, until=LENGTH)[1].generations
    for sent, arrived in zip(generations, generations[MIGRATION:], strict=False):
        if sent.number % MIGRATION == 0:
            after = populations(arrived.snapshot)
            for island, level in enumerate(travellers(sent.snapshot)):
                assert level["key"] in after[(island + 1) % ISLANDS]


def test_until_then_it_makes_no_difference_what_the_neighbour_does():
    """The first island loses everything right after it sent its best; the second one does not know before the next."""

    def second_island(fails):
        session, seen = Session(RING), []
        for number in range(1, 2 * MIGRATION + 3):
            candidates = session.ask()
            seen.append([candidate.to_json() for candidate in candidates[SETTINGS.batch : 2 * SETTINGS.batch]])
            evaluations = evaluated(candidates)
            if fails and number > MIGRATION:
                evaluations[: SETTINGS.batch] = [Evaluation(None)] * SETTINGS.batch
            session.tell(evaluations)
        return seen

    usual, other = second_island(fails=False), second_island(fails=True)
    assert usual == other
    assert len({json.dumps(each) for each in usual}) == len(usual)


def evaluated(candidates):
    return [evaluation_of(json.dumps(candidate.brood)) for candidate in candidates]


@cache
def evaluation_of(brood):
    return evaluate(FAMILY, json.loads(brood), SETTINGS.budget)


def carried_on(session, generations, choose):
    """Generations of a session whose islands take in their results in the order that `choose` says."""
    ended = []
    while len(ended) < generations:
        for island in range(ISLANDS):
            while len(session.archipelago.pending(island)) < PIPELINED:
                session.archipelago.ask(island)
        island = choose(session.archipelago.ready())
        session.take_in(island, evaluated(session.archipelago.pending(island)[0]))
        while session.archipelago.complete:
            ended.append(session.conclude())
    return comparable(ended[:generations])


@pytest.mark.parametrize("seed", range(8))
def test_islands_may_be_ahead_of_each_other_in_any_way(ring, seed):
    rng = np.random.default_rng(seed)
    assert carried_on(Session(RING), 3 * MIGRATION, lambda ready: int(rng.choice(ready))) == ring[: 3 * MIGRATION]


@pytest.mark.parametrize("choose", [min, max])
def test_a_session_whose_islands_are_far_apart_goes_on_from_every_snapshot(ring, choose):
    whole = carried_on(Session(RING), 3 * MIGRATION, choose)
    assert whole == ring[: 3 * MIGRATION]
    for done, generation in enumerate(whole, start=1):
        session = Session.restore(RING, json.loads(json.dumps(generation.snapshot)))
        assert carried_on(session, AHEAD, choose) == ring[done : done + AHEAD]


def test_islands_do_not_wait_for_a_slow_one_before_they_need_what_it_sends():
    session = Session(RING)
    done = [0] * ISLANDS
    for island in range(ISLANDS):
        session.archipelago.ask(island)
    while ready := [island for island in session.archipelago.ready() if island != ISLANDS - 1]:
        session.take_in(ready[0], evaluated(session.archipelago.pending(ready[0])[0]))
        session.archipelago.ask(ready[0])
        done[ready[0]] += 1
    assert done == [2 * MIGRATION - 1, 3 * MIGRATION - 1, 0]


@pytest.mark.parametrize("processes", [1, 2])
def test_the_number_of_workers_changes_nothing(ring, processes):
    assert record(RING, until=LENGTH, processes=processes)[1].comparable() == ring


def test_a_session_goes_on_from_every_snapshot_as_if_never_interrupted(ring):
    for done, generation in enumerate(ring, start=1):
        session = Session.restore(RING, json.loads(json.dumps(generation.snapshot)))
        assert session.snapshot() == generation.snapshot
        until = session.evaluations + AHEAD * ISLANDS * SETTINGS.batch
        assert (
            record(RING, session=session, until=until)[1].comparable()[: len(ring) - done] == ring[done : done + AHEAD]
        )


def test_a_restart_says_which_island_begins_anew():
    generations = record(replace(RING, patience=24), until=LENGTH)[1].generations
    texts = {str(event.text) for generation in generations for event in generation.events if event.kind == "restart"}
    assert texts <= {f"the population of island {n} starts anew after 24 evaluations without gain" for n in (1, 2, 3)}
    assert texts


def test_a_snapshot_of_an_older_program_goes_on_as_the_only_island():
    whole = record(until=160)[1].comparable()
    for done, generation in enumerate(whole, start=1):
        snapshot = json.loads(json.dumps(generation.snapshot))
        (island,) = snapshot.pop("islands")
        old = {**snapshot, **{name: island.pop(name) for name in ("population", "pending")}, "island": island}
        session = Session.restore(SETTINGS, old)
        assert record(session=session, until=160)[1].comparable() == whole[done:]


@given(st.integers(0, 2**70), st.integers(1, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_streams_of_the_first_island_are_those_of_seed_generation_and_slot(seed, generation, slot):
    stream = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, generation, slot])))
    assert candidate_stream(seed, generation, slot).bit_generator.state == stream.bit_generator.state


@given(st.integers(0, 2**64 - 1))
def test_every_candidate_has_a_stream_of_its_own(seed):
    places = [*product(range(1, 6), range(4), range(6))]
    assert len({str(candidate_stream(seed, *place).bit_generator.state) for place in places}) == len(places)
