"""The population breeds from its members, and starts anew when it stagnates."""

import json

import numpy as np

from generator.puzzles._template.family import TemplateFamily
from generator.values import BROOD, SEEDS
from optimiser.distance import level_distances
from optimiser.individual import Individual
from optimiser.island import Candidate, Island
from optimiser.operators import success_shares
from optimiser.pool import AddStatus, Pool, Replacement
from optimiser.recorder import Parent

SPACE = {"size": 6}


class OnlyCross(TemplateFamily):
    """A family whose first operator never applies."""

    def mutate(self, operator, parents, space, rng):
        return super().mutate(operator, parents, space, rng) if operator == "cross" else None


class Barren(TemplateFamily):
    """A family of which no operator applies."""

    def mutate(self, operator, parents, space, rng):
        return None


def seeded(*rows):
    return {**SPACE, SEEDS: [{"row": text} for text in rows]}


def row(text, score):
    return Individual(text, {"row": text}, text, float(score), {"depth": score})


def island(family=None, capacity=3, patience=5, members=(), space=SPACE):
    family = family or TemplateFamily()
    population = Pool(capacity, Replacement.CROWDING, level_distances(family))
    population.extend(members)
    return Island(family, space, population, patience)


def streams(count):
    return [np.random.default_rng(seed) for seed in range(count)]


def random_candidate(epoch=0):
    return Candidate("random", (), {"row": "abcdef"}, epoch)


MEMBERS = [row("fedcba", 15), row("abcdfe", 1), row("badcfe", 3)]


def test_an_empty_population_breeds_random_genomes():
    candidates = island().breed(streams(8))
    assert {candidate.operator for candidate in candidates} == {"random"}
    assert all(candidate.parents == () for candidate in candidates)
    assert len({candidate.genome["row"] for candidate in candidates}) > 4


def test_a_full_population_breeds_by_operators_alone():
    candidates = island(members=MEMBERS).breed(streams(40))
    assert {candidate.operator for candidate in candidates} == {"shuffle", "cross"}
    known = {Parent(member.identity, member.score) for member in MEMBERS}
    for candidate in candidates:
        assert len(set(candidate.parents)) == TemplateFamily().operators(SPACE)[candidate.operator]
        assert set(candidate.parents) <= known


def test_a_population_with_free_places_goes_on_filling_them():
    operators = [candidate.operator for candidate in island(members=MEMBERS[:2]).breed(streams(60))]
    assert 15 < operators.count("random") < 45


def test_one_member_alone_is_not_crossed():
    assert {candidate.operator for candidate in island(members=MEMBERS[:1]).breed(streams(40))} == {
        "random",
        "shuffle",
    }


def test_another_operator_is_tried_where_one_does_not_apply():
    candidates = island(OnlyCross(), members=MEMBERS).breed(streams(20))
    assert {candidate.operator for candidate in candidates} == {"cross"}


def test_random_is_the_last_resort():
    candidates = island(Barren(), members=MEMBERS).breed(streams(5))
    assert {(candidate.operator, candidate.parents) for candidate in candidates} == {("random", ())}


def test_an_operator_succeeds_where_its_child_beats_its_best_parent():
    bred = island(members=MEMBERS)
    parents = (Parent("badcfe", 3.0), Parent("abcdfe", 1.0))
    bred.admit(Candidate("cross", parents, {}, 0), row("bcadef", 2))
    assert success_shares([bred.operators.to_json()]) == {"shuffle": 0, "cross": 0}
    bred.admit(Candidate("cross", parents, {}, 0), row("cbafde", 4))
    bred.admit(Candidate("shuffle", parents[:1], {}, 0), None)
    assert success_shares([bred.operators.to_json()]) == {"shuffle": 0, "cross": 0.5}


def test_patience_ends_after_evaluations_without_gain():
    bred = island(patience=3)
    assert bred.admit(random_candidate(), row("abcdfe", 1)) is AddStatus.NEW
    bred.admit(random_candidate(), row("abcdef", 0))
    bred.admit(random_candidate(), None)
    assert not bred.restart_if_stale()
    bred.admit(random_candidate(), row("badcfe", 3))
    bred.admit(random_candidate(), row("badcef", 2))
    bred.admit(random_candidate(), row("badcef", 2))
    assert not bred.restart_if_stale(), "the gain in between began the count anew"
    bred.admit(random_candidate(), row("badcef", 2))
    assert bred.restart_if_stale()
    assert len(bred.population) == 0
    assert bred.epoch == 1
    assert not bred.restart_if_stale()


def test_children_of_an_earlier_population_do_not_bring_it_back():
    bred = island(patience=1)
    bred.admit(random_candidate(), None)
    assert bred.restart_if_stale()
    assert bred.admit(random_candidate(epoch=0), row("fedcba", 15)) is AddStatus.NOT_ADDED
    assert len(bred.population) == 0
    assert not bred.restart_if_stale(), "nor do they count against the new one"
    assert bred.admit(random_candidate(epoch=1), row("abcdfe", 1)) is AddStatus.NEW


def test_an_island_goes_on_from_what_was_stored():
    bred = island(members=MEMBERS)
    for candidate in bred.breed(streams(30)):
        bred.admit(candidate, row(candidate.genome["row"], 2))
    again = island(members=bred.population.members)
    again.load(json.loads(json.dumps(bred.to_json())))
    assert again.breed(streams(30)) == bred.breed(streams(30))
    assert again.to_json() == bred.to_json()


def test_a_candidate_survives_storage():
    for candidate in island(members=MEMBERS).breed(streams(5)):
        assert Candidate.from_json(json.loads(json.dumps(candidate.to_json()))) == candidate


def test_every_candidate_has_as_many_siblings_as_the_space_wants():
    bred = island(members=MEMBERS, space={**SPACE, BROOD: 5}).breed(streams(20))
    assert {len(candidate.brood) for candidate in bred} == {5}
    assert any(len({genome["row"] for genome in candidate.brood}) > 2 for candidate in bred)
    random = island(space={**SPACE, BROOD: 5}).breed(streams(1))[0]
    assert (random.operator, len({genome["row"] for genome in random.brood})) == ("random", 5)
    assert Candidate.from_json(json.loads(json.dumps(random.to_json()))) == random


def test_seeds_and_spaces_without_broods_have_no_siblings():
    first, second = island(space={**seeded("badcfe"), BROOD: 5}).breed(streams(2))
    assert (first.operator, first.siblings, second.operator) == ("seed", (), "random")
    assert all(candidate.siblings == () for candidate in island(members=MEMBERS).breed(streams(9)))


def test_candidates_of_the_first_version_have_no_siblings():
    stored = random_candidate().to_json()
    del stored["siblings"]
    assert Candidate.from_json(stored) == random_candidate()


def test_every_epoch_begins_with_the_seeds():
    bred = island(patience=1, space=seeded("badcfe", "fedcba"))
    first = bred.breed(streams(3))
    assert [candidate.operator for candidate in first] == ["seed", "seed", "random"]
    assert [candidate.genome["row"] for candidate in first[:2]] == ["badcfe", "fedcba"]
    assert all(candidate.parents == () for candidate in first)
    bred.admit(first[0], row("badcfe", 3))
    bred.admit(first[1], row("fedcba", 1))
    assert "seed" not in [candidate.operator for candidate in bred.breed(streams(9))]
    assert bred.restart_if_stale()
    again = bred.breed(streams(3))
    assert [candidate.operator for candidate in again] == ["seed", "seed", "random"]
    assert [candidate.epoch for candidate in again] == [1, 1, 1]


def test_a_restored_island_sows_what_is_left_of_its_seeds():
    space = seeded("badcfe", "fedcba", "abcdfe")
    bred = island(space=space)
    bred.breed(streams(1))
    again = island(space=space)
    again.load(json.loads(json.dumps(bred.to_json())))
    rows = [candidate.genome["row"] for candidate in again.breed(streams(2))]
    assert rows == ["fedcba", "abcdfe"]


def test_sessions_of_the_first_version_say_nothing_of_seeds():
    bred = island()
    stored = bred.to_json()
    del stored["sown"]
    bred.load(stored)
    assert bred.breed(streams(1))[0].operator == "random"
