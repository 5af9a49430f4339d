"""Levels as objects: drawn, replayed, traced back, listed, and compared by two metrics."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cenote


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[cenote.Stored]:
    """A database that one evolution has filled."""
    storage = f"sqlite:///{tmp_path_factory.mktemp('levels')}/levels.db"
    cenote.evolve("sokoban", {"type": "b", "size": 3}, evaluations=160, seed=1, storage=storage)
    with cenote.open(storage) as stored:
        yield stored


def test_a_level_is_drawn_replayed_and_traced_back(stored: cenote.Stored) -> None:
    best = stored.levels(limit=1)[0]
    assert stored.level(best.id or 0) == best
    assert str(best) == best.board
    assert best._repr_svg_().startswith("<svg")
    assert best.replay() == best.depth
    with pytest.raises(cenote.Error, match="move 1"):
        best.replay("?")
    ancestors = list(best.lineage())
    assert ancestors[0] == best
    assert len(ancestors) == len({level.id for level in ancestors}) > 1
    assert {level.id for level in best.parents} <= {level.id for level in ancestors}


def test_levels_that_were_evolved_in_memory_know_their_parents() -> None:
    result = cenote.evolve("sokoban", {"type": "b", "size": 3}, evaluations=160, seed=1)
    assert result.best is not None
    assert len(list(result.best.lineage())) > 1


def test_a_database_is_asked_by_filter_and_order(stored: cenote.Stored) -> None:
    narrow = stored.levels(order="branching", limit=None, depth_min=6)
    assert [level.metrics["branching"] for level in narrow] == sorted(
        float(level.metrics["branching"] or 0) for level in narrow
    )
    assert min(level.depth for level in narrow) >= 6
    (session,) = stored.sessions()
    assert session == stored.session(session["id"])
    assert stored.pool(session["id"])[0].score == session["best"]
    with pytest.raises(cenote.Error, match="there is no filter 'deep'"):
        stored.levels(deep=3)
    with pytest.raises(cenote.Error, match="there is no level 99999"):
        stored.level(99999)


def test_levels_are_rows_and_frames(stored: cenote.Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = stored.levels(limit=3)
    rows = cenote.rows(levels)
    assert [(row["id"], row["depth"], row["moves"]) for row in rows] == [
        (level.id, level.depth, level.metrics["moves"]) for level in levels
    ]
    # The library is not among those of the tests.
    pandas: Any = ModuleType("pandas")
    pandas.DataFrame = tuple
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    assert cenote.frame(levels) == tuple(rows)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(cenote.Error, match="need pandas"):
        cenote.frame(levels)


LEVEL = cenote.Level("sokoban", "", "b", 3, 1, 0, True, "", None, {}, {})


@given(st.lists(st.tuples(st.integers(0, 9), st.one_of(st.none(), st.integers(0, 9))), max_size=20))
def test_no_level_surpasses_one_of_the_front_and_some_one_each_other(values: list[tuple[int, int | None]]) -> None:
    levels = [replace(LEVEL, metrics={"depth": depth, "branching": width}) for depth, width in values]
    points = {(depth, -width) for depth, width in values if width is not None}
    best = {
        point
        for point in points
        if not any(other != point and other[0] >= point[0] and other[1] >= point[1] for other in points)
    }
    front = cenote.pareto_front(levels, "depth", "-branching")
    assert [(level.metrics["depth"], -(level.metrics["branching"] or 0)) for level in front] == sorted(best)[::-1]


def test_a_metric_that_is_not_there_is_refused() -> None:
    with pytest.raises(cenote.Error, match="there is no metric 'gap'"):
        cenote.pareto_front([LEVEL], "gap", "score")
