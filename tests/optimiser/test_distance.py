"""Distances among individuals are those of their levels, whatever was asked before."""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from generator import get_family
from optimiser.distance import REMEMBERED, level_distances
from optimiser.individual import Individual

TEXTS = st.lists(st.text("abcde", min_size=5, max_size=5), min_size=1, max_size=6)


def individual(text):
    return Individual(text, {}, text, 0.0, {})


@dataclass
class Asked:
    """A family whose levels differ by their letters, and what was asked of it."""

    name: str = "letters"
    calls: list = field(default_factory=list)

    def distances(self, text, others):
        self.calls.append((text, tuple(others)))
        return [sum(one != other for one, other in zip(text, each, strict=True)) / len(text) for each in others]

    def find_similar(self, *_):
        return []


@given(st.lists(st.tuples(st.text("abcde", min_size=5, max_size=5), TEXTS), max_size=12))
def test_they_are_those_of_the_levels_in_any_order_of_asking(asked):
    distances, fresh = level_distances(Asked()), Asked()
    for text, others in asked:
        assert distances(individual(text), list(map(individual, others))) == fresh.distances(text, others)


def test_a_level_is_compared_once_with_each_other():
    family = Asked()
    distances = level_distances(family)
    one, *others = map(individual, ("aaaaa", "aaaab", "aaabb", "aabbb"))
    assert distances(one, others[:2]) == [0.2, 0.4]
    assert distances(one, others) == [0.2, 0.4, 0.6]
    assert family.calls == [("aaaaa", ("aaaab", "aaabb")), ("aaaaa", ("aabbb",))]


def test_only_the_latest_are_remembered():
    family = Asked()
    distances = level_distances(family)
    other = individual("00000")
    for number in [*range(REMEMBERED + 1), 0]:
        distances(individual(f"{number:05}"), [other])
    assert len(family.calls) == REMEMBERED + 2


def test_a_family_of_the_program_is_asked_for_its_own():
    family = get_family("template")
    distances = level_distances(family)
    one, other = individual("abcde"), individual("abced")
    assert distances(one, [one, other]) == [0.0, distances(other, [one])[0]]
