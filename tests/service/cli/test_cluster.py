"""Commands with --cluster give what they give without it."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import cenote as api
from service.cli.output import console
from service.web.app import create_app
from service.web.settings import WebSettings
from storage.database import Database
from tests.optimiser.executors.clusters import DaskMachines, dask_machines, wait_until
from tests.optimiser.executors.conftest import machines  # noqa: F401 - a fixture
from tests.patience import PATIENCE
from tests.service.cli.test_processes import await_generations
from tests.service.conftest import Invoke, Start, refused
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
    many = cenote(*RUN, "--cluster", "local:100000")
    assert refused(many) == "Error: local:100000 has too many workers for one machine; give at most local:512\n"


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--family", "chess", "there is no puzzle family 'chess'; there are: linjat, "),
        ("--memory-limit", "much", "much is no size of memory; give one such as 2GB, 0 for no limit, or auto"),
        ("--memory-limit", "-5", "a worker cannot live with -5 of memory; give it at least "),
        ("--memory-limit", "1MB", "a worker cannot live with 1MB of memory; give it at least "),
    ],
)
def test_a_worker_refuses_at_once_what_it_cannot_do(cenote: Invoke, option: str, value: str, said: str) -> None:
    assert refused(cenote("worker", "tcp://127.0.0.1:9", option, value)).startswith(f"Error: {said}")


def test_a_scheduler_that_is_not_there_is_told_in_one_line(cenote: Invoke) -> None:
    result = cenote(*RUN, "--cluster", "tcp://127.0.0.1:9")
    assert result.exit_code == 2
    said = "Error: nothing answers at tcp://127.0.0.1:9; start a scheduler there with: dask scheduler"
    assert result.stderr.splitlines()[-1] == said
    assert json.loads(cenote("sessions", "-f", "json").stdout) == []


def test_a_session_is_left_as_it_was_where_its_cluster_is_not_there(cenote: Invoke) -> None:
    cenote(*RUN, "--evaluations", "32", "--workers", "0")
    before = cenote("sessions", "-f", "json").stdout
    further = ("resume", "1", "--evaluations", "64", "--cluster")
    assert "nothing answers at tcp://127.0.0.1:9" in refused(cenote(*further, "tcp://127.0.0.1:9"))
    assert "tls://127.0.0.1:9 needs certificates" in refused(cenote(*further, "tls://127.0.0.1:9"))
    assert cenote("sessions", "-f", "json").stdout == before


def test_a_session_that_waits_for_workers_says_so_to_everybody_and_says_nothing_of_compiling(
    cenote: Invoke, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "PATIENCE", 0.0)
    with dask_machines(folder / "logs", 0) as empty:
        result = cenote(*RUN, "--evaluations", "64", "--cluster", empty.address, "--reconnect", "0.05")
    assert result.exit_code == 2
    assert f"Error: no worker has joined {empty.address} for 0.05 minutes" in result.stderr
    waits = f"waiting for workers; start some on any machine with: cenote worker {empty.address}"
    assert waits in result.stderr
    assert console.COMPILING not in result.stderr
    (session,) = json.loads(cenote("status", "-f", "json").stdout)["sessions"]
    assert (session["state"], session["warnings"]) == ("interrupted", {"cluster": 1})
    assert session["last_warning"]["text"] == waits


def warnings(cenote: Invoke) -> dict[str, int]:
    """How often the only session waited, by what for; none before there is a session."""
    told = cenote("status", "-f", "json")
    sessions = json.loads(told.stdout)["sessions"] if told.exit_code == 0 else []
    return sessions[0]["warnings"] if sessions else {}


@pytest.mark.parametrize("lost", [pytest.param("nothing", marks=pytest.mark.slow), "worker", "scheduler"])
def test_ctrl_c_ends_a_session_that_waits_for_its_cluster(
    cenote: Invoke, start: Start, folder: Path, lost: str
) -> None:
    run = ("run", "--family", "template", "--seed", "5", "--quiet", "--evaluations")
    with dask_machines(folder / "logs", int(lost != "nothing")) as few:
        process = start(*run, str(10**7), "--cluster", few.address)
        if lost != "nothing":
            await_generations(folder / "cenote.db", 3)
            few.kill_scheduler() if lost == "scheduler" else few.workers[0].terminate()
        wait_until(lambda: warnings(cenote) == {"cluster": 1})
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert told.startswith("session 1: stopped and saved after ")
    (session,) = json.loads(cenote("sessions", "-f", "json").stdout)
    assert session["state"] == "stopped"
    evaluations = str(session["evaluations"] + 64)
    cenote("resume", "1", "--evaluations", evaluations, "-q", "--workers", "0")
    cenote(*run, evaluations, "--workers", "0", "--storage", "sqlite:///whole.db")
    assert everything(folder / "cenote.db") == everything(folder / "whole.db")


ATLAS = ("atlas", "--type", "e", "--size", "2")


@pytest.mark.parametrize(
    ("command", "lost", "code", "told"),
    [
        (ATLAS, "nothing", 0, "not proven yet: 0 of "),
        pytest.param(ATLAS, "scheduler", 0, "not proven yet: 0 of ", marks=pytest.mark.slow),
        (("generate", "--family", "template"), "scheduler", 130, ""),
        (("verify",), "nothing", 130, ""),
    ],
)
def test_ctrl_c_ends_every_command_that_waits_for_its_cluster(
    start: Start, folder: Path, command: tuple[str, ...], lost: str, code: int, told: str
) -> None:
    Database.create("sqlite:///cenote.db").close()
    said = folder / "said"
    with dask_machines(folder / "logs", 0) as empty, said.open("w") as error:
        process = start(*command, "--cluster", empty.address, stderr=error)
        wait_until(lambda: "waiting for workers" in said.read_text())
        if lost == "scheduler":
            empty.kill_scheduler()
            wait_until(lambda: "is gone; waiting 10 minutes for it" in said.read_text())
        process.send_signal(signal.SIGINT)
        answer, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told in answer) == (code, True)
    assert "Traceback" not in said.read_text()
    assert console.COMPILING not in said.read_text()


def test_an_evolution_from_python_is_the_same(cluster: tuple[str, str]) -> None:
    settings: dict[str, Any] = {"family": "sokoban", "settings": {"type": "b", "size": 3}, "seed": 5}
    alone, elsewhere = (api.evolve(**settings, evaluations=64, cluster=place) for place in (None, cluster[1]))
    assert [level.board for level in alone.levels] == [level.board for level in elsewhere.levels]
    with pytest.raises(api.Error, match="give either workers or cluster"):
        api.evolve(**settings, evaluations=1, workers=1, cluster=api.Cluster("tcp://127.0.0.1:9"))


def entered(folder: Path) -> str:
    """The address of a new database."""
    url = f"sqlite:///{folder}/levels.db"
    Database.create(url).close()
    return url


def test_those_who_start_sessions_on_the_pages_choose_the_cluster_of_the_service(
    machines: DaskMachines,  # noqa: F811
    folder: Path,
) -> None:
    settings = WebSettings(entered(folder), "key", cluster=machines.cluster)
    new = {"family": "sokoban", "settings": {"type": ["b"], "size": [3]}, "evaluations": 10**7, "cluster": True}
    choice = f'value="true" checked> On the cluster {machines.address}, instead of worker processes here'
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        assert choice in client.get("/sessions/new").text
        assert client.post("/api/sessions", json=new).status_code == 201
        assert choice in client.get("/sessions/1").text
        wait_until(lambda: client.get("/api/status").json()["sessions"][0]["workers"] == 2)
        assert 'cenote_session_workers{session="1"} 2.0' in client.get("/metrics").text
        client.post("/api/sessions/1/stop")
        wait_until(lambda: client.get("/api/sessions/1").json()["activity"] == "stopped")
        reached = client.get("/api/sessions/1").json()["evaluations"]
        client.post("/api/sessions/1/resume", json={"evaluations": reached + 16})
        wait_until(lambda: client.get("/api/sessions/1").json()["activity"] == "finished")
        assert client.get("/api/sessions/1").json()["statistics"].keys() >= {"solving_seconds"}
        assert "cluster_workers" not in client.get("/api/sessions/1").json()["statistics"]


def test_a_service_without_a_cluster_says_how_it_gets_one(folder: Path) -> None:
    app = create_app(WebSettings(entered(folder), "key"))
    with TestClient(app, base_url="http://localhost") as client:
        assert "On the cluster" not in client.get("/sessions/new").text
        answer = client.post("/api/sessions", json={"family": "linjat", "cluster": True})
    assert answer.status_code == 422
    assert "begin it with cenote serve --cluster ADDRESS" in answer.text
