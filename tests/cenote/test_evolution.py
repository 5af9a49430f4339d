"""Evolution in a call and by hand: the same levels, in memory and stored, in any thread."""

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import cenote

SMALL: dict[str, Any] = {"family": "sokoban", "settings": {"type": "b", "size": 3}, "seed": 1}


def boards(levels: Any) -> list[str]:
    return [level.board for level in levels]


@pytest.fixture
def storage(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/levels.db"


def test_a_call_a_search_by_hand_and_a_database_find_the_same_levels(storage: str) -> None:
    called = cenote.evolve(**SMALL, evaluations=80)
    search = cenote.Search(**SMALL)
    waiting = deque([search.ask()])
    while search.evaluations < 80:
        waiting.append(search.ask())
        search.tell(search.evaluate(waiting.popleft()))
    stored = cenote.evolve(**SMALL, evaluations=80, storage=storage)
    assert boards(called.levels) == boards(search.pool) == boards(stored.levels)
    assert {cell: level.board for cell, level in called.archive.items()} == {
        cell: level.board for cell, level in stored.archive.items()
    }
    assert (called.evaluations, called.reason, called.session, stored.session) == (80, "evaluations", None, 1)


def test_worker_processes_change_no_level() -> None:
    assert boards(cenote.evolve(**SMALL, evaluations=32, workers=1).levels) == boards(
        cenote.evolve(**SMALL, evaluations=32).levels
    )


def test_it_runs_in_threads_and_ends_where_progress_says_no(storage: str) -> None:
    def evolve(where: str) -> cenote.Result:
        return cenote.evolve(**SMALL, storage=where, progress=lambda progress: progress.evaluations < 48)

    with ThreadPoolExecutor() as threads:
        results = list(threads.map(evolve, ["", storage]))
    assert [result.evaluations for result in results] == [48, 48]
    assert [result.reason for result in results] == ["interrupted", "interrupted"]
    assert boards(results[0].levels) == boards(results[1].levels)


def test_any_function_of_the_metrics_is_an_objective() -> None:
    result = cenote.evolve(**SMALL, evaluations=48, objective=lambda metrics: -float(metrics["branching"] or 0))
    found = [float(level.metrics["branching"] or 0) for level in result.levels]
    assert found == sorted(found)
    assert [level.score for level in result.levels] == [-value for value in found]


@pytest.mark.parametrize("stored", [False, True])
def test_bounds_sizes_and_axes_are_kept(storage: str, stored: bool) -> None:
    chosen: dict[str, Any] = {"require": ["depth<=12"], "pool": 3, "batch": 8, "axes": [("depth", 6)]}
    place = storage if stored else ""
    result = cenote.evolve(**SMALL, **chosen, evaluations=80, target="depth>=99", storage=place)
    assert len(result.levels) == 3
    assert max(level.depth for level in result.levels) <= 12
    assert {cell: level.depth // 6 for cell, level in result.archive.items()} == {
        cell: cell[0] for cell in result.archive
    }


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({}, "nothing ends this"),
        ({"evaluations": 1, "require": ["nosuch<=3"]}, "there is no metric 'nosuch'"),
        ({"evaluations": 1, "objective": "nosuch"}, "there is no objective 'nosuch'"),
        ({"evaluations": 1, "pool": 0}, "numbers from 1 on"),
        ({"evaluations": 1, "axes": [("nosuch", 2)]}, "there is no metric 'nosuch'"),
        ({"evaluations": 1, "axes": [("depth", 0)]}, "axis 'depth:0' is not METRIC:WIDTH"),
        ({"evaluations": 1, "storage": "sqlite:///x.db", "objective": lambda metrics: 0}, "by name or weights"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(cenote.Error, match=reason) as refusal:
        cenote.evolve(**SMALL, **options)
    assert "\n" not in str(refusal.value)
