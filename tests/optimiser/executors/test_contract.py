"""What callers may rely on, wherever the work is done."""

from functools import partial

import pytest

from optimiser.errors import ReplayMismatchError
from optimiser.executors import WorkerDiedError, executor_at
from tests.optimiser.executors.calls import deadly, nap, notebook, refused, said

WHERE = [
    pytest.param(0, id="here"),
    pytest.param(2, id="processes", marks=pytest.mark.process),
    pytest.param("dask", id="dask", marks=pytest.mark.process),
]
ELSEWHERE = WHERE[1:]


@pytest.fixture
def place(where, request):
    return request.getfixturevalue("machines").cluster if where == "dask" else where


@pytest.fixture
def executor(place, tmp_path):
    (tmp_path / "notebooks").mkdir()
    executor = executor_at(place, partial(notebook, "cenote", tmp_path / "notebooks"))
    executor.start()
    yield executor
    executor.close()


@pytest.mark.parametrize("where", WHERE)
def test_calls_get_what_was_prepared_and_their_own_arguments(executor):
    calls = [executor.submit(said, number, twice=number > 5) for number in range(10)]
    assert [call.result() for call in calls] == [
        ("cenote", 2 * number if number > 5 else number) for number in range(10)
    ]


@pytest.mark.parametrize("where", WHERE)
def test_results_may_be_asked_for_in_any_order(executor):
    calls = [executor.submit(said, number) for number in range(10)]
    assert [call.result()[1] for call in reversed(calls)] == [*reversed(range(10))]


@pytest.mark.parametrize("where", WHERE)
def test_each_process_prepares_itself_once(executor, tmp_path):
    for _ in range(3):
        [call.result() for call in [executor.submit(said, number) for number in range(5)]]
    assert {path.read_text() for path in (tmp_path / "notebooks").iterdir()} == {"x"}


@pytest.mark.parametrize("where", WHERE)
def test_an_error_comes_back_as_it_was_raised_and_the_next_call_goes_on(executor):
    wrong, right = executor.submit(refused, 3), executor.submit(said, 4)
    with pytest.raises(ReplayMismatchError, match=r"^cenote does not replay: 3$"):
        wrong.result()
    assert right.result() == ("cenote", 4)
    with pytest.raises(ReplayMismatchError, match=r"^cenote does not replay: 5$"):
        executor.alone(2, refused, 5)


@pytest.mark.parametrize("where", WHERE)
def test_a_closed_executor_can_be_used_again(executor):
    assert executor.submit(said, 1).result() == ("cenote", 1)
    executor.close()
    assert executor.submit(said, 2).result() == ("cenote", 2)


@pytest.mark.parametrize("where", WHERE)
def test_it_has_places(executor, where):
    assert executor.places == {0: 1}.get(where, 2)
    assert executor.task_seconds > 0


@pytest.mark.parametrize("where", ELSEWHERE)
def test_a_call_that_goes_on_killing_its_worker_is_told_and_spares_what_comes_after(executor, tmp_path):
    deaths = tmp_path / "deaths"
    deaths.write_text("x" * 100)
    with pytest.raises(WorkerDiedError):
        executor.submit(deadly, deaths, 1).result()
    deaths.write_text("")
    assert executor.submit(said, 2).result() == ("cenote", 2)


@pytest.mark.parametrize("where", ELSEWHERE)
def test_alone_a_call_gets_further_workers(executor, tmp_path):
    deaths = tmp_path / "deaths"
    deaths.write_text("x")
    assert executor.alone(2, deadly, deaths, 1) == 1
    deaths.write_text("x" * 100)
    with pytest.raises(WorkerDiedError):
        executor.alone(2, deadly, deaths, 1)
    assert 90 <= len(deaths.read_text()) <= 98


@pytest.mark.parametrize("where", WHERE[1:2])
def test_what_is_abandoned_ends_at_once_and_the_next_call_goes_on(executor):
    endless = executor.submit(nap, 10_000)
    executor.abandon()
    with pytest.raises(WorkerDiedError):
        endless.result()
    assert executor.submit(said, 4).result() == ("cenote", 4)
