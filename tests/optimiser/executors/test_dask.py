"""Sessions on a cluster are those of one process, whatever becomes of its workers and its scheduler."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from functools import partial

import psutil
import pytest
from distributed import Client

from optimiser.errors import ClusterError
from optimiser.evaluation import evaluate
from optimiser.executors import Cluster, executor_at, require_reachable
from optimiser.executors.cluster import TlsFiles
from optimiser.workers import Workers
from tests.optimiser.evaluations import mined, poisonous, slow
from tests.optimiser.executors.calls import nap, notebook, nothing, said
from tests.optimiser.executors.clusters import CENOTE, ROOT, dask_machines, evaluating, wait_until
from tests.optimiser.executors.dask_calls import tick_of, unlucky
from tests.optimiser.test_session import SETTINGS, record
from tests.patience import PATIENCE

pytestmark = pytest.mark.process

FEW = 80
GENOMES = [{"row": row} for row in ("edcba", "abcde", "bacde", "edcab", "cabde", "abced", "badce", "acbde")]


@pytest.fixture(scope="module")
def serial():
    return record(until=FEW)[1].comparable()


def on(cluster, evaluation=evaluate):
    return record(until=FEW, processes=cluster, evaluation=evaluation)[1].comparable()


def cancel_waits():
    """Cancel whatever waits for a result, as happens where machines are busy."""
    for client in tuple(Client._instances):
        loop = client.loop.asyncio_loop
        waits = [task for task in asyncio.all_tasks(loop) if task.get_coro().__qualname__ == "wait_for"]
        for wait in waits:
            loop.call_soon_threadsafe(wait.cancel)


def at_work(machines):
    """The processes that evaluate."""
    return [pid for worker in machines.workers for pid in evaluating(worker.pid)]


def broken_versions(folder, version="9.9.9"):
    """A folder for PYTHONPATH that makes cenote another version."""
    information = folder / f"cenote-{version}.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: cenote\nVersion: {version}\n")
    return {"PYTHONPATH": str(folder)}


def test_a_session_on_a_cluster_is_that_of_one_process(machines, serial):
    assert on(machines.cluster) == serial


def test_the_islands_of_a_session_do_not_wait_for_each_other_and_change_nothing(machines):
    islands = replace(SETTINGS, islands=3)
    alone, elsewhere = (record(islands, FEW, where)[1] for where in (0, machines.cluster))
    assert elsewhere.comparable() == alone.comparable()


def test_workers_keep_their_memory_as_local_processes_do_and_an_idle_scheduler_wakes_seldom(machines, tmp_path):
    with closing(executor_at(machines.cluster, partial(notebook, "x", tmp_path))) as executor:
        executor.start()
    with Client(machines.address, set_as_default=False) as client:
        assert client.run_on_scheduler(tick_of) == 500
    assert all("MALLOC_TRIM_THRESHOLD_" not in psutil.Process(worker).environ() for worker in at_work(machines))


def test_two_sessions_share_a_cluster(machines, serial):
    found = []
    other = threading.Thread(target=lambda: found.append(on(machines.cluster)))
    other.start()
    found.append(on(machines.cluster))
    other.join()
    assert found == [serial, serial]


def test_workers_that_are_killed_at_any_moment_change_nothing(machines, serial):
    kills, done, chance = [], threading.Event(), random.Random(1)

    def storm():
        while not done.wait(0.7) and len(kills) < 4:
            kills.extend([0] * machines.kill_workers(chance))

    killer = threading.Thread(target=storm)
    killer.start()
    try:
        assert on(machines.cluster, slow) == serial
        while not kills:  # the killer may come too late for the first session
            assert on(machines.cluster, slow) == serial
    finally:
        done.set()
        killer.join()


def test_a_worker_that_dies_is_no_loss(machines, tmp_path):
    mine = tmp_path / "mine"
    mine.touch()
    with Workers("template", {"size": 5}, 1000, machines.cluster, partial(mined, mine)) as workers:
        found = workers.collect(workers.submit([[genome] for genome in GENOMES]))
        assert workers.take_events() == []
    assert [evaluation.failed for evaluation in found] == [False] * len(GENOMES)
    assert not mine.exists()


def test_a_wait_that_the_loop_of_dask_cancels_goes_on(machines):
    with closing(executor_at(machines.cluster, nothing)) as executor:
        pending = executor.submit(nap, 1.5)
        cancelling = threading.Timer(0.5, cancel_waits)
        cancelling.start()
        assert pending.result() == 1.5
        cancelling.join()


def test_a_worker_that_dies_while_a_session_connects_is_no_loss(machines, tmp_path):
    wait_until(lambda: evaluating(machines.workers[0].pid) != [])
    told, worker = [], evaluating(machines.workers[0].pid)[0]
    os.kill(worker, signal.SIGSTOP)
    death = threading.Timer(2.0, os.kill, (worker, signal.SIGKILL))
    death.start()
    cluster = replace(machines.cluster, tell=lambda message: told.append(str(message)))
    with closing(executor_at(cluster, partial(notebook, "cenote", tmp_path))) as executor:
        executor.start()
        assert executor.submit(said, 3).result() == ("cenote", 3)
    death.join()
    assert told == []


def test_workers_that_others_kill_are_not_held_against_a_call_however_many(machines, tmp_path):
    with closing(executor_at(machines.cluster, partial(notebook, "cenote", tmp_path))) as executor:
        assert executor.alone(2, unlucky, 4) == 4


def test_a_candidate_that_kills_its_workers_fails_as_it_does_with_local_processes(machines, tmp_path):
    found, events = [], []
    for where in (1, machines.cluster):
        genomes = [*GENOMES[:3], {"row": "edcba", "poison": str(tmp_path / f"victims-{len(found)}")}, *GENOMES[3:]]
        with Workers("template", {"size": 5}, 1000, where, poisonous) as workers:
            evaluations = workers.collect(workers.submit([[genome] for genome in genomes]))
            found.append([replace(evaluation, solving_seconds=0) for evaluation in evaluations])
            events.append(workers.take_events())
    assert found[0] == found[1]
    assert found[1][3].failed
    assert [event.kind for event in events[1]] == ["worker"]
    assert len((tmp_path / "victims-1").read_text()) >= 3


def test_a_scheduler_that_comes_back_changes_nothing_and_one_that_does_not_ends_the_session(tmp_path, serial):
    with dask_machines(tmp_path / "logs", 1) as machines:
        restart = threading.Timer(2.0, lambda: (machines.kill_scheduler(), time.sleep(0.5), machines.start_scheduler()))
        with Workers(SETTINGS.family, SETTINGS.space, SETTINGS.budget, machines.cluster, slow) as workers:
            restart.start()
            workers.collect(workers.submit([[genome] for genome in GENOMES * 3]))
            restart.join()
            found = workers.collect(workers.submit([[genome] for genome in GENOMES]))
        assert not any(evaluation.failed for evaluation in found)
        assert on(machines.cluster) == serial
        with Workers("template", {"size": 5}, 1000, replace(machines.cluster, minutes=0.01), slow) as workers:
            tasks = workers.submit([[genome] for genome in GENOMES])
            machines.kill_scheduler()
            with pytest.raises(ClusterError, match=r"has not come back for 0.01 minutes; start it, and .* resume"):
                workers.collect(tasks)


def test_workers_that_join_late_are_waited_for_and_then_used_until_they_are_stopped(tmp_path, serial):
    with dask_machines(tmp_path / "logs", 0) as machines:
        with pytest.raises(ClusterError, match=r"no worker has joined .*; start some with cenote worker tcp://"):
            executor_at(replace(machines.cluster, minutes=0.05), partial(notebook, "x", tmp_path)).start()
        late = threading.Timer(1.0, machines.start_worker)
        late.start()
        assert on(machines.cluster) == serial
        late.join()
        machines.workers[0].send_signal(signal.SIGINT)
        assert machines.workers[0].wait(PATIENCE) == 0
        assert "Traceback" not in machines.complaints(0)


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow), signal.SIGKILL]
)
def test_a_worker_that_is_stopped_while_it_compiles_leaves_nothing_behind(tmp_path, number):
    cache = tmp_path / "cache"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(cache)}
    command = [*CENOTE, "worker", "tcp://127.0.0.1:9", "--workers=1", "--family=sokoban"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as worker:
        wait_until(lambda: any(cache.rglob("*.nbi")))
        children = psutil.Process(worker.pid).children(recursive=True)
        worker.send_signal(number)
        _, complaints = worker.communicate(timeout=PATIENCE)
    assert worker.returncode == (-signal.SIGKILL if number == signal.SIGKILL else 0)
    assert len(children) > 1
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []
    assert complaints == ""


def test_a_worker_of_another_version_is_refused_with_the_remedy(machines, tmp_path):
    count = len(machines.workers)
    with closing(executor_at(machines.cluster, partial(notebook, "x", tmp_path))) as executor:
        executor.start()
    worker = machines.start_worker(environment=broken_versions(tmp_path / "site"))
    assert worker.wait(PATIENCE) == 2
    last = machines.complaints(count).splitlines()[-1]
    assert last.startswith(f"Error: the workers at {machines.address} have cenote 0.1.0, numba ")
    assert last.endswith("; install the same on all")
    assert "this machine has cenote 9.9.9" in last


def test_a_session_of_another_version_is_refused_with_the_remedy(machines, tmp_path):
    environment = {**os.environ, "PYTHONPATH": f"{broken_versions(tmp_path / 'site')['PYTHONPATH']}:{ROOT}"}
    command = [*CENOTE, "run", "--family", "template", f"--storage=sqlite:///{tmp_path}/x.db", "--cluster"]
    ended = subprocess.run([*command, machines.address], env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith("Error: the worker tcp://127.0.0.1:")
    assert "has cenote 0.1.0" in ended.stderr
    assert "the session has cenote 9.9.9" in ended.stderr


def test_a_scheduler_of_another_version_is_refused_with_the_remedy(tmp_path):
    with dask_machines(tmp_path / "logs", 1, environment=broken_versions(tmp_path / "site")) as machines:
        refusal = (
            r"^the scheduler at .* has cenote 9.9.9, .* the session has cenote 0.1.0, .* install the same in both$"
        )
        with pytest.raises(ClusterError, match=refusal):
            executor_at(machines.cluster, int).start()


def test_two_clusters_serve_two_sessions_over_tls_and_without(machines, tmp_path, serial):
    tls = certificates(tmp_path)
    with dask_machines(tmp_path / "logs", 1, tls) as others:
        assert others.address.startswith("tls://")
        found = []
        other = threading.Thread(target=lambda: found.append(on(machines.cluster)))
        other.start()
        assert on(others.cluster) == serial
        other.join()
        assert found == [serial]
        plain = others.address.replace("tls", "tcp")
        for strange in (replace(others.cluster, tls=certificates(tmp_path / "strangers")), Cluster(plain)):
            with pytest.raises(ClusterError, match=r"check the port, whether it is tcp:// or tls://, and the cert"):
                executor_at(strange, int).start()


def certificates(folder):
    """An authority of its own, and a certificate that it has signed."""
    folder.mkdir(exist_ok=True)
    tls = TlsFiles(folder / "cert.pem", folder / "cert.pem", folder / "key.pem")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=cenote"]
    subprocess.run([*command, "-keyout", tls.key, "-out", tls.certificate], check=True, capture_output=True)
    return tls


def test_workers_on_this_machine_need_an_address_only(tmp_path):
    executor = executor_at(Cluster("local:1"), partial(notebook, "cenote", tmp_path))
    executor.start()
    try:
        assert executor.places == 1
        assert executor.submit(said, 3).result() == ("cenote", 3)
    finally:
        executor.close()


@pytest.mark.parametrize("banner", [b"", b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.0 400 Bad Request\r\n\r\n"])
def test_what_listens_but_is_no_scheduler_is_told_so(banner, monkeypatch):
    monkeypatch.setattr("optimiser.executors.dask_contact.ANSWER", 1.0)
    with greeting(banner) as port, pytest.raises(ClusterError, match="does not answer as a Dask scheduler does; check"):
        require_reachable(Cluster(f"tcp://127.0.0.1:{port}"))


@contextmanager
def greeting(banner):
    """A port where everybody is told the same and then kept waiting."""
    taken = ExitStack()

    def welcome():
        with suppress(OSError):
            while True:
                taken.enter_context(server.accept()[0]).sendall(banner)

    with closing(socket.create_server(("127.0.0.1", 0))) as server, taken:
        greeter = threading.Thread(target=welcome)
        greeter.start()
        try:
            yield server.getsockname()[1]
        finally:
            server.shutdown(socket.SHUT_RDWR)
            greeter.join()


def test_an_encrypted_cluster_needs_certificates_that_can_be_used(tmp_path):
    good, broken = certificates(tmp_path), tmp_path / "broken.pem"
    broken.write_text("this is no certificate")
    refusals = {
        TlsFiles(): r"^tls://127.0.0.1:9 needs certificates; give --tls-ca-file, --tls-cert and --tls-key",
        TlsFiles(tmp_path / "lost.pem", good.certificate, good.key): r"^there is no file .*lost.pem",
        replace(good, ca=broken): r"^the certificates for tls://127.0.0.1:9 cannot be used: .*; check --tls-ca-file",
        replace(good, key=certificates(tmp_path / "other").key): r"cannot be used: .*mismatch",
    }
    for files, refusal in refusals.items():
        with pytest.raises(ClusterError, match=refusal):
            require_reachable(Cluster("tls://127.0.0.1:9", tls=files))


@pytest.mark.parametrize("address", ["tcp://host:8786", "local:2"])
def test_certificates_for_a_cluster_that_is_not_encrypted_are_refused(tmp_path, address):
    with pytest.raises(ClusterError, match=r"is not encrypted; give tls://HOST:PORT, or leave out the certificates"):
        Cluster(address, tls=TlsFiles(ca=tmp_path / "ca.pem"))


@pytest.mark.parametrize(
    "address",
    ["", "host:8786", "tcp://host", "http://host:80", "tcp://host:0", "tcp://host:65536", "local:0", "local:x"],
)
def test_what_is_no_cluster_is_refused(address):
    with pytest.raises(ClusterError, match="is not a cluster; give the address of a Dask scheduler"):
        Cluster(address)


@pytest.mark.parametrize("command", [["run", "--cluster", "local:2"], ["worker", "tcp://127.0.0.1:1"]])
def test_without_dask_one_line_says_what_to_install(tmp_path, command):
    (tmp_path / "distributed.py").write_text("raise ModuleNotFoundError('no Dask here')")
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}"}
    ended = subprocess.run(
        [*CENOTE, *command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 2
    assert ended.stderr == "Error: a cluster needs more libraries; install them with: pip install 'cenote[cluster]'\n"


def test_sessions_of_one_machine_know_nothing_of_dask():
    commands = "service.cli.sessions.run, service.cli.levels.atlas"
    code = f"import sys, {commands}; print({{'dask', 'distributed'}} & sys.modules.keys())"
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert ended.stdout == "set()\n"


@pytest.mark.slow
def test_two_minutes_of_kills_change_nothing(machines):
    whole = record(until=FEW)[1].comparable()
    assert on(machines.cluster) == whole
    done, chance = threading.Event(), random.Random(1)

    def storm():
        while not done.wait(2):
            machines.kill_workers(chance)

    killer = threading.Thread(target=storm)
    killer.start()
    try:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            assert on(machines.cluster, slow) == whole
    finally:
        done.set()
        killer.join()
