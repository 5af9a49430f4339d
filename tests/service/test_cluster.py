"""Commands with --cluster give what they give without it."""

import json
from pathlib import Path

import pytest

from tests.optimiser.executors.clusters import DaskMachines
from tests.optimiser.executors.conftest import machines  # noqa: F401 - a fixture
from tests.service.conftest import Invoke, refused
from tests.service.records import everything

pytestmark = pytest.mark.process

RUN = ("run", "--type", "b", "--size", "3", "--seed", "5", "--quiet")


@pytest.fixture
def cluster(machines: DaskMachines) -> tuple[str, str]:  # noqa: F811
    """The option that names a running cluster."""
    return "--cluster", machines.address


def both(cenote: Invoke, cluster: tuple[str, str], *command: str | Path) -> tuple[str, str]:
    """What a command prints in this process, and on a cluster."""
    alone, elsewhere = cenote(*command), cenote(*command, *cluster)
    assert (alone.exit_code, elsewhere.exit_code) == (0, 0), elsewhere.output
    return alone.stdout, elsewhere.stdout


def test_a_session_in_parts_here_and_on_a_cluster_is_the_session_in_one(
    cenote: Invoke, folder: Path, cluster: tuple[str, str]
) -> None:
    cenote(*RUN, "--islands", "2", "--evaluations", "192", "--workers", "0", "--storage", "sqlite:///whole.db")
    cenote(*RUN, "--islands", "2", "--evaluations", "64", *cluster, "--storage", "sqlite:///parts.db")
    for evaluations, where in (("128", ("--workers", "0")), ("192", cluster)):
        result = cenote("resume", "1", "--evaluations", evaluations, *where, "-q", "--storage", "sqlite:///parts.db")
        assert result.exit_code == 0, result.output
    assert everything(folder / "parts.db") == everything(folder / "whole.db")


def test_an_atlas_is_the_same(cenote: Invoke, cluster: tuple[str, str]) -> None:
    atlas = ("atlas", "--type", "e", "--size", "2", "-f", "json", "--storage")
    alone, elsewhere = (
        json.loads(cenote(*atlas, url, *where).stdout)
        for url, where in (("sqlite:///a.db", ("--workers", "0")), ("sqlite:///b.db", cluster))
    )
    for found in (alone, elsewhere):
        found["deepest"].pop("created_at")
    assert alone == elsewhere
    assert alone["complete"]


def test_generated_levels_are_the_same(cenote: Invoke, cluster: tuple[str, str]) -> None:
    command = ("generate", "--type", "b", "--size", "3", "--count", "20", "--seed", "1")
    assert len({*both(cenote, cluster, *command)}) == 1


def test_answers_of_the_solver_are_the_same(cenote: Invoke, folder: Path, cluster: tuple[str, str]) -> None:
    (folder / "rows.txt").write_text("edcba\n\nabcde\n\nbacde\n\n" * 5)
    alone, elsewhere = both(cenote, cluster, "solve", "rows.txt", "--family", "template", "-f", "json")
    without_seconds = [[{**answer, "seconds": 0} for answer in json.loads(text)] for text in (alone, elsewhere)]
    assert without_seconds[0] == without_seconds[1]
    assert len(without_seconds[0]) == 15


def test_stored_levels_are_verified(cenote: Invoke, cluster: tuple[str, str]) -> None:
    cenote(*RUN, "--evaluations", "64", "--workers", "0")
    alone, elsewhere = both(cenote, cluster, "verify")
    assert alone == elsewhere
    assert alone.startswith("levels verified: ")


def test_options_that_contradict_each_other_are_refused(cenote: Invoke) -> None:
    both = cenote(*RUN, "--cluster", "tcp://127.0.0.1:1", "--workers", "2")
    assert refused(both).startswith("Error: Give either --cluster or --workers, not both.")
    assert refused(cenote(*RUN, "--reconnect", "3")).startswith("Error: Give --cluster too, or leave out --reconnect.")
    assert "local:8 for eight workers" in refused(cenote(*RUN, "--cluster", "somewhere"))
    assert "need the address of a scheduler" in refused(cenote("worker", "local:2"))


def test_a_scheduler_that_is_not_there_is_told_in_one_line(cenote: Invoke) -> None:
    result = cenote(*RUN, "--cluster", "tcp://127.0.0.1:9")
    assert result.exit_code == 2
    said = "Error: nothing answers at tcp://127.0.0.1:9; start a scheduler there with: dask scheduler"
    assert result.stderr.splitlines()[-1] == said
