"""What fuzzing has found stays mended, and mutations of it find nothing either."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.saved import CORPUS, MOST_SAVED, known
from tests.fuzz.target import encoded, joined, text_target
from tests.fuzz.targets import GROUPS, targets

ROOT = Path(__file__).parents[2]
MOST_BYTES = 500_000
"""Bytes of the saved inputs of all targets."""


@pytest.mark.process
@pytest.mark.parametrize("group", GROUPS)
def test_no_known_input_and_no_mutation_of_one_is_a_finding(group: str) -> None:
    """In a process of its own, whose memory is bounded as that of the sandbox is."""
    command = [sys.executable, "-m", "tests.fuzz.replay", group]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    counts = json.loads(done.stdout)
    for target in targets([group]):
        assert counts[target.name] == len(known(target)) * (1 + target.mutations)


def test_saved_inputs_are_those_of_targets_and_few_and_small() -> None:
    """Where the seeds reach as much as fuzzing did, there are none."""
    names = {target.name for target in targets()}
    folders = {folder.name for folder in CORPUS.iterdir()}
    assert folders <= names
    assert len(folders) > len(names) / 2
    files = [file for name in folders for file in (CORPUS / name).iterdir()]
    assert len(files) <= (MOST_SAVED + 10) * len(names)
    assert sum(file.stat().st_size for file in files) < MOST_BYTES


def test_an_input_is_the_text_that_it_was_made_of() -> None:
    pieces = ["#####", "王明", "\n"]
    assert joined(encoded("#####\na王明#", pieces), pieces) == "#####\na王明#"


@pytest.mark.parametrize("error", [ValueError("what nobody foresees"), MemoryError()])
def test_an_error_that_nobody_foresees_is_a_finding(error: Exception) -> None:
    def parse(_: str) -> None:
        raise error

    with pytest.raises(type(error)):
        text_target("service-anything", parse, ["a"], ["a"]).run(b"a")


def test_a_refusal_of_several_lines_is_a_finding() -> None:
    from service.errors import RefusedError

    def parse(text: str) -> None:
        raise RefusedError(text)

    target = text_target("service-anything", parse, ["a\nb"], ["a"])
    target.run(b"a")
    with pytest.raises(AssertionError, match="more than one line"):
        target.run(b"\x80")
