"""Worker processes come and go; what was submitted is evaluated, in order."""

import json
import math
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from generator import get_declaration, get_family
from optimiser.errors import EvaluationError, ReplayMismatchError, WorkerLostError, WorkerStartError
from optimiser.evaluation import evaluate
from optimiser.workers import Workers, task_size
from tests.optimiser.evaluations import lying, mined, poisonous
from tests.patience import PATIENCE

SPACE = {"size": 5}
GENOMES = [{"row": row} for row in ("edcba", "abcde", "bacde", "edcab", "cabde", "abced", "badce", "acbde")]
PARENT = """
import os, sys, time
from optimiser.workers import Workers
workers = Workers("template", {"size": 5}, 1000, 2)
print("ready", flush=True)
time.sleep(60)
"""


class Deadly:
    """An object that ends the process which unpickles it."""

    def __reduce__(self):
        return os._exit, (3,)


class Frail:
    """An object that ends the processes which unpickle it, one for each letter in a file."""

    def __init__(self, lives):
        self.lives = lives

    def __reduce__(self):
        return end_one, (self.lives,)


def end_one(lives):
    left = lives.read_text()
    if left:
        lives.write_text(left[1:])
        os.kill(os.getpid(), signal.SIGKILL)


def kill_children():
    """Kill the worker processes, those that are just starting too, and return how many there were."""
    children = multiprocessing.active_children()
    for child in children:
        child.kill()
    return len(children)


def kill_again_and_again(rounds, done):
    while rounds > 0 and not done.wait(0.05):
        rounds -= kill_children() > 0


def untimed(evaluations):
    return [replace(evaluation, solving_seconds=0) for evaluation in evaluations]


def alone(genomes):
    return [[genome] for genome in genomes]


def expected(genomes):
    return untimed(evaluate(get_family("template"), [genome], 1000) for genome in genomes)


@pytest.mark.parametrize("processes", [0, 1, 2])
def test_evaluations_come_in_the_order_of_the_genomes(processes):
    with Workers("template", SPACE, 1000, processes) as workers:
        first, second = workers.submit(alone(GENOMES)), workers.submit(alone(GENOMES[::-1]))
        assert untimed(workers.collect(first)) == expected(GENOMES)
        assert untimed(workers.collect(second)) == expected(GENOMES[::-1])
        assert untimed(workers.collect(workers.submit(alone(GENOMES[:1])))) == expected(GENOMES[:1])
        assert workers.take_events() == []


@pytest.mark.parametrize("processes", [0, 2])
def test_only_the_most_promising_of_a_brood_is_evaluated(processes):
    family, space = get_family("sokoban"), get_declaration("sokoban").space({"size": [3], "policy": "apart", "walk": 9})
    genomes = [family.random_genome(space, np.random.default_rng(seed)) for seed in range(4)]
    promises = {json.dumps(genome): family.promise(family.generate(genome)) for genome in genomes}
    least, *_, most = sorted(genomes, key=lambda genome: promises[json.dumps(genome)])
    assert promises[json.dumps(least)] < promises[json.dumps(most)]
    with Workers("sokoban", space, 1000, processes) as workers:
        found = workers.collect(workers.submit([[least, most], [most, least], [least]]))
    assert untimed(found) == untimed(evaluate(get_family("sokoban"), [genome], 1000) for genome in (most, most, least))


@pytest.mark.parametrize(
    ("seconds", "share", "size"),
    [
        (5.0, 16, 1),
        (0.05, 16, 5),  # a quarter of a second
        (0.05, 1, 1),
        (0.03, 4, 4),
        (0.004, 16, 16),
        (0.004, 1, 7),  # a fortieth of a second
        (0.0001, 1, 16),
    ],
)
def test_quick_evaluations_travel_together_and_leave_no_worker_without_its_share(seconds, share, size):
    assert task_size(16, seconds, 0.25, share) == size
    assert task_size(16, seconds, math.inf, share) == 16


@pytest.mark.process
def test_a_genome_that_kills_its_workers_is_given_up_after_three_and_spares_the_others(tmp_path):
    victims = tmp_path / "victims"
    poisoned = [*GENOMES[:3], {"row": "edcba", "poison": str(victims)}, *GENOMES[3:]]
    with Workers("template", SPACE, 1000, 2, poisonous) as workers:
        workers.collect(workers.submit(alone(GENOMES)))
        first, second = workers.submit(alone(poisoned)), workers.submit(alone(GENOMES))
        evaluations = untimed(workers.collect(first))
        assert evaluations[:3] + evaluations[4:] == expected(GENOMES)
        assert (evaluations[3].level, evaluations[3].failed) == (None, True)
        assert str(evaluations[3].note) == "its worker process died, 3 times"
        assert victims.read_text() == "xxx"
        assert {event.kind for event in workers.take_events()} == {"worker"}
        third = workers.submit(alone(GENOMES))
        assert untimed(workers.collect(second)) == expected(GENOMES)
        assert untimed(workers.collect(third)) == expected(GENOMES)


@pytest.mark.process
def test_one_death_loses_nothing(tmp_path):
    mine = tmp_path / "mine"
    with Workers("template", SPACE, 1000, 2, partial(mined, mine)) as workers:
        mine.touch()
        assert untimed(workers.collect(workers.submit(alone(GENOMES)))) == expected(GENOMES)
        assert not mine.exists()
        assert len(workers.take_events()) == 1
        assert workers.take_events() == []


@pytest.mark.process
def test_workers_that_died_while_idle_are_replaced():
    with Workers("template", SPACE, 1000, 2) as workers:
        for child in multiprocessing.active_children():
            child.kill()
            child.join()
        assert untimed(workers.collect(workers.submit(alone(GENOMES)))) == expected(GENOMES)


@pytest.mark.slow
@pytest.mark.process
def test_replacements_that_are_killed_while_they_start_are_replaced_too(tmp_path):
    lives = tmp_path / "lives"
    lives.write_text("")
    with Workers("template", {**SPACE, "frail": Frail(lives)}, 1000, 2) as workers:
        for letters in ("x", "xxx", "xxxx"):
            lives.write_text(letters)
            kill_children()
            assert untimed(workers.collect(workers.submit(alone(GENOMES)))) == expected(GENOMES)
            assert lives.read_text() == ""


@pytest.mark.process
def test_workers_that_are_killed_at_any_moment_for_a_while_change_nothing():
    done = threading.Event()
    with Workers("template", SPACE, 1000, 2) as workers:
        for _ in range(3):
            # Twice, for a candidate is given up that was with a worker at three kills, as it may be on a busy machine.
            killer = threading.Thread(target=kill_again_and_again, args=(2, done))
            killer.start()
            try:
                while killer.is_alive():
                    tasks = workers.submit(alone(GENOMES)), workers.submit(alone(GENOMES[::-1]))
                    assert untimed(workers.collect(tasks[0])) == expected(GENOMES)
                    assert untimed(workers.collect(tasks[1])) == expected(GENOMES[::-1])
            finally:
                done.set()
                killer.join()
            done.clear()


@pytest.mark.slow
@pytest.mark.process
def test_workers_of_which_no_replacement_ever_starts_are_reported(tmp_path):
    lives = tmp_path / "lives"
    lives.write_text("")
    with Workers("template", {**SPACE, "frail": Frail(lives)}, 1000, 1) as workers:
        lives.write_text("x" * 100)
        kill_children()
        with pytest.raises(WorkerStartError, match="use fewer"):
            workers.collect(workers.submit(alone(GENOMES)))


@pytest.mark.slow
@pytest.mark.process
def test_a_session_in_which_no_candidate_gets_through_ends_with_one_line(tmp_path):
    poisoned = [{**genome, "poison": str(tmp_path / "victims")} for genome in GENOMES * 2]
    with Workers("template", SPACE, 1000, 1, poisonous) as workers:
        with pytest.raises(WorkerLostError, match="die over every candidate, 16 in a row"):
            workers.collect(workers.submit(alone(poisoned)))
        assert untimed(workers.collect(workers.submit(alone(GENOMES)))) == expected(GENOMES)


@pytest.fixture
def interruptible():
    """Let this process heed Ctrl-C: in the background it may not, and its children would inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.process
@pytest.mark.usefixtures("interruptible")
def test_control_c_does_not_reach_the_workers():
    with Workers("template", SPACE, 1000, 2) as workers:
        before = {child.pid for child in multiprocessing.active_children()}
        for pid in before:
            os.kill(pid, signal.SIGINT)
        time.sleep(0.2)
        assert untimed(workers.collect(workers.submit(alone(GENOMES)))) == expected(GENOMES)
        assert {child.pid for child in multiprocessing.active_children()} == before
        assert workers.take_events() == []


@pytest.mark.process
def test_workers_end_with_a_parent_that_is_killed():
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE)
    with parent:
        assert parent.stdout.readline() == b"ready\n"
        parent.kill()
        # Its children hold the other end of the pipe: it closes when the last of them has ended.
        with suppress(subprocess.TimeoutExpired):
            assert parent.communicate(timeout=PATIENCE) == (b"", None)
            return
    pytest.fail("a worker outlived its parent")


@pytest.mark.process
def test_workers_that_are_killed_once_while_they_begin_are_begun_again(tmp_path):
    lives = tmp_path / "lives"
    lives.write_text("x")
    with Workers("template", {**SPACE, "frail": Frail(lives)}, 1000, 1) as workers:
        assert lives.read_text() == ""
        assert untimed(workers.collect(workers.submit(alone(GENOMES)))) == expected(GENOMES)


@pytest.mark.process
def test_workers_that_cannot_start_are_reported_at_once():
    with pytest.raises(WorkerStartError, match="use fewer"):
        Workers("template", {"size": 5, "trap": Deadly()}, 1000, 2)


@pytest.mark.parametrize("processes", [0, 1])
def test_a_wrong_solution_comes_back_as_a_loud_bug(processes):
    with Workers("template", SPACE, 1000, processes, lying) as workers:
        tasks = workers.submit(alone(GENOMES))
        with pytest.raises(ReplayMismatchError, match=r'claims depth 10 and replays to 11.*{"row": "edcba"}'):
            workers.collect(tasks)


@pytest.mark.parametrize("processes", [0, 1])
def test_any_other_bug_comes_back_with_its_genome(processes):
    with Workers("template", SPACE, 1000, processes) as workers:
        tasks = workers.submit(alone([*GENOMES, {"row": "zzz"}]))
        with pytest.raises(EvaluationError, match=r'{"row": "zzz"}'):
            workers.collect(tasks)
