"""The ancestors of a level, each shown once, however deep the chain."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optimiser.recorder import Parent
from storage.audit import Actor
from storage.database import Database
from storage.errors import UnknownLevelError
from storage.levels import store_level
from storage.lineage import LineageNode, ancestry, best_line, children
from storage.queries import best_levels
from storage.recorder import DatabaseRecorder, start_session
from storage.tables.base import Origin
from storage.upkeep.retention import delete_session
from tests.storage.records import SETTINGS, candidate, generation, level


@pytest.fixture
def recorder(database: Database) -> DatabaseRecorder:
    return DatabaseRecorder(database, start_session(database, SETTINGS))


def ids(database: Database) -> dict[str, int]:
    return {row.identity: row.id for row in best_levels(database, limit=None)}


def shape(node: LineageNode, names: dict[int, str]) -> str:
    """A tree as a text: the level, a star where it is a mention, its parents in brackets."""
    parents = " ".join(shape(parent, names) for parent in node.parents)
    return names[node.level_id] + ("*" if node.reference else "") + (f"({parents})" if parents else "")


def tree(database: Database, key: str) -> str:
    found = ids(database)
    return shape(ancestry(database, found[key]), {level_id: key for key, level_id in found.items()})


def test_a_chain_tells_operator_and_gain_of_each_step(database: Database, recorder: DatabaseRecorder) -> None:
    steps = [
        candidate(0, level("a", 10)),
        candidate(1, level("b", 14), parents=(Parent("a", 10.0),), operator="exchange"),
        candidate(2, level("c", 13), parents=(Parent("b", 14.0),), operator="other end"),
    ]
    recorder.record(generation(1, steps))
    nodes = list(ancestry(database, ids(database)["c"]).walk())
    assert [(distance, node.depth, node.score, node.operator, node.gain) for distance, node in nodes] == [
        (0, 13, 13.0, "other end", -1.0),
        (1, 14, 14.0, "exchange", 4.0),
        (2, 10, 10.0, None, None),
    ]


def test_the_gain_of_a_crossover_is_over_the_better_parent_which_comes_first(
    database: Database, recorder: DatabaseRecorder
) -> None:
    child = candidate(2, level("c", 20), parents=(Parent("a", 10.0), Parent("b", 14.0)), operator="cross")
    recorder.record(generation(1, [candidate(0, level("a")), candidate(1, level("b")), child]))
    assert tree(database, "c") == "c(b a)"
    assert ancestry(database, ids(database)["c"]).gain == 6.0


def test_a_level_that_is_reached_twice_is_shown_once(database: Database, recorder: DatabaseRecorder) -> None:
    family = [
        candidate(0, level("root")),
        candidate(1, level("a"), "root"),
        candidate(2, level("b"), "root"),
        candidate(3, level("c"), "a", "b"),
    ]
    recorder.record(generation(1, family))
    assert tree(database, "c") == "c(a(root) b(root*))"


def test_a_level_found_again_keeps_its_first_parents(database: Database, recorder: DatabaseRecorder) -> None:
    recorder.record(generation(1, [candidate(0, level("a")), candidate(1, level("b"), "a")]))
    recorder.record(generation(2, [candidate(0, level("c")), candidate(1, level("b"), "c")]))
    assert tree(database, "b") == "b(a)"


@pytest.mark.parametrize("first", ["at random", "in a file", "by another session"])
def test_a_level_that_was_there_before_has_no_parents_whatever_makes_it_again(
    database: Database, recorder: DatabaseRecorder, first: str
) -> None:
    if first == "in a file":
        store_level(database, level("a"), Origin.IMPORTED)
    elif first == "by another session":
        other = DatabaseRecorder(database, start_session(database, SETTINGS))
        other.record(generation(1, [candidate(0, level("a"))]))
    else:
        recorder.record(
            generation(1, [candidate(0, level("a")), candidate(1, level("x")), candidate(2, level("a"), "x")])
        )
    recorder.record(generation(2, [candidate(0, level("b"), "a")]))
    recorder.record(generation(3, [candidate(0, level("a"), "b")]))
    assert (tree(database, "a"), tree(database, "b")) == ("a", "b(a)")
    assert len(best_line(database, ids(database)["a"], 50)) == 1


def test_parents_stay_known_when_the_session_that_found_them_is_deleted(
    database: Database, recorder: DatabaseRecorder
) -> None:
    recorder.record(generation(1, [candidate(0, level("a")), candidate(1, level("b"), "a")]))
    other = start_session(database, SETTINGS)
    DatabaseRecorder(database, other).record(generation(1, [candidate(0, level("c"), "b")]))
    delete_session(database, 1, Actor("anian"))
    assert tree(database, "c") == "c(b(a))"


def test_a_chain_of_thousands_is_no_trouble(database: Database, recorder: DatabaseRecorder) -> None:
    chain = [candidate(0, level("0"))]
    chain += [candidate(n, level(str(n)), str(n - 1)) for n in range(1, 5000)]
    recorder.record(generation(1, chain, pool=[], cells=[]))
    root = ancestry(database, ids(database)["4999"])
    distance, last = list(root.walk())[-1]
    assert (distance, last.parents) == (4999, [])
    assert repr(root)


def test_an_unknown_level_is_said_to_be_unknown(database: Database) -> None:
    with pytest.raises(UnknownLevelError, match="no level 5; cenote best lists levels"):
        ancestry(database, 5)


@given(
    parents=st.lists(st.sets(st.integers(0, 10**6), max_size=2), min_size=1, max_size=25),
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_ancestor_has_one_place_of_its_own(database: Database, parents: list[set[int]]) -> None:
    """In any history, the levels of the tree are just those that the edges reach, each once in full."""
    session = start_session(database, SETTINGS)
    edges = {n: {parent % n for parent in found} if n else set() for n, found in enumerate(parents)}
    names = [f"{session}/{n}" for n in edges]
    born = [candidate(n, level(names[n]), *(names[p] for p in sorted(edges[n]))) for n in edges]
    DatabaseRecorder(database, session).record(generation(1, born, pool=[], cells=[]))
    reached, waiting = set(), [len(parents) - 1]
    while waiting:
        n = waiting.pop()
        reached.add(names[n])
        waiting += edges[n]
    identities = {level_id: key for key, level_id in ids(database).items()}
    nodes = [node for _, node in ancestry(database, ids(database)[names[-1]]).walk()]
    assert sorted(identities[node.level_id] for node in nodes if not node.reference) == sorted(reached)
    assert all(not node.parents for node in nodes if node.reference)


def test_the_line_of_best_parents_is_followed_only_as_far_as_asked(
    database: Database, recorder: DatabaseRecorder
) -> None:
    steps = [candidate(0, level("0", 10)), candidate(1, level("other", 5))]
    for number in range(1, 300):
        parents = (Parent("other", 5.0), Parent(f"{number - 1}", 10.0))
        steps.append(candidate(number + 1, level(f"{number}", 12), parents=parents, operator="cross"))
    recorder.record(generation(1, steps))
    found = ids(database)
    line = best_line(database, found["299"], 12)
    assert [node.level_id for node in line] == [found[f"{number}"] for number in range(299, 287, -1)]
    assert {(node.operator, node.gain) for node in line} == {("cross", 2.0)}
    assert [[parent.level_id for parent in node.parents[1:]] for node in line] == [[found["other"]]] * 12
    assert len(best_line(database, found["299"], 1000)) == 300


def test_the_line_of_an_unknown_level_is_refused(database: Database) -> None:
    with pytest.raises(UnknownLevelError):
        best_line(database, 12, 3)


def test_children_come_in_the_order_in_which_they_were_made(database: Database, recorder: DatabaseRecorder) -> None:
    made = [candidate(slot, level(f"c{slot}", 8 + slot), "a") for slot in range(1, 6)]
    recorder.record(generation(1, [candidate(0, level("a")), *made]))
    recorder.record(generation(2, [candidate(0, level("c1"), "a")]))
    found = ids(database)
    first = children(database, found["a"], 3)
    rest = children(database, found["a"], 3, after=first[-1].step)
    assert [child.level_id for child in (*first, *rest)] == [found[f"c{place}"] for place in (1, 2, 3, 4, 5, 1)]
    assert [(child.operator, child.gain) for child in first] == [
        ("exchange", 4.0),
        ("exchange", 5.0),
        ("exchange", 6.0),
    ]
    assert children(database, found["c1"], 3) == []
