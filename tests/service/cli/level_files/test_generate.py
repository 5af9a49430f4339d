"""Levels without evolution."""

import json
from pathlib import Path

import numpy as np
import pytest

from generator import get_declaration, get_family
from service.levels.json_objects import KEYS
from tests.service.conftest import Invoke, refused

SOKOBAN = get_family("sokoban")
BATCH = ("generate", "--type", "b", "--size", "3", "--count", "4", "--seed", "1")


def test_genome_i_comes_from_its_own_stream(cenote: Invoke) -> None:
    found = json.loads(cenote(*BATCH, "-f", "json").stdout)
    space = get_declaration("sokoban").space({"type": ["b"], "size": [3]})
    for number, level in enumerate(found):
        stream = np.random.Generator(np.random.PCG64(np.random.SeedSequence([1, number])))
        assert level["genome"] == SOKOBAN.random_genome(space, stream)
        assert tuple(level) == KEYS
        assert (level["id"], level["session"], level["parents"]) == (None, None, [])


def test_xsb_holds_proven_depths_and_their_solutions(cenote: Invoke) -> None:
    entries = SOKOBAN.parse_file(cenote(*BATCH).stdout)
    found = json.loads(cenote(*BATCH, "-f", "json").stdout)
    assert [entry.text for entry in entries] == [level["level"] for level in found]
    for entry, level in zip(entries, found, strict=True):
        assert f"depth {level['depth']} (proven)" in entry.comment
        assert SOKOBAN.replay(SOKOBAN.parse(entry.text), entry.solution) == level["depth"]


@pytest.mark.parametrize("policy", ["last", "farthest"])
def test_unproven_levels_have_the_solution_of_their_walk(cenote: Invoke, policy: str) -> None:
    arguments = ("--size", "8", "--policy", policy, "--walk", "300", "--nodes", "50", "--count", "2", "--seed", "3")
    found = json.loads(cenote("generate", *arguments, "-f", "json").stdout)
    assert len(found) == 2
    for level in found:
        assert not level["proven"]
        assert level["lower_bound"] < level["upper_bound"]
        assert SOKOBAN.replay(SOKOBAN.parse(level["level"]), level["solution"]) == level["upper_bound"]
    assert "(not proven)" in cenote("generate", *arguments).stdout


def test_a_solution_too_long_to_be_stored_is_written_nevertheless(cenote: Invoke, folder: Path) -> None:
    arguments = ("--size", "10", "--policy", "last", "--walk", "20000", "--nodes", "50", "--seed", "1")
    assert cenote("generate", *arguments, "--store", "-o", "deep.xsb").exit_code == 0
    (entry,) = SOKOBAN.parse_file((folder / "deep.xsb").read_text())
    assert len(entry.solution) > 200_000
    assert SOKOBAN.replay(SOKOBAN.parse(entry.text), entry.solution) == 40_000
    assert SOKOBAN.parse_file(cenote("export").stdout)[0].solution == entry.solution
    assert "cenote show 1 -f file" in cenote("show", "1").stdout
    assert json.loads(cenote("show", "1", "-f", "json").stdout)["solution"] is None
    assert cenote("verify").exit_code == 0


def test_solutions_may_be_left_out(cenote: Invoke) -> None:
    entries = SOKOBAN.parse_file(cenote(*BATCH, "--no-solutions").stdout)
    assert [entry.solution for entry in entries] == [""] * 4


def test_table_has_a_line_for_each_level(cenote: Invoke) -> None:
    lines = cenote(*BATCH, "-f", "table").stdout.splitlines()
    assert lines[0].split() == ["type", "depth", "proven", "moves", "boxes", "branching", "nodes"]
    assert [line.split()[0] for line in lines[2:]] == ["0", "1", "2", "3"]


def test_stored_levels_are_in_the_database_once_and_verify(cenote: Invoke) -> None:
    first = json.loads(cenote(*BATCH, "--store", "-f", "json").stdout)
    again = json.loads(cenote(*BATCH, "--store", "-f", "json").stdout)
    assert [level["id"] for level in first] == [level["id"] for level in again]
    stored = json.loads(cenote("best", "--origin", "generated", "-f", "json", "--order", "id").stdout)
    assert [level | {"created_at": None, "name": None} for level in stored] == first[: len(stored)]
    assert f"levels verified: {len(stored)} of {len(stored)}" in cenote("verify").stdout


def test_output_file_is_not_overwritten_unasked(cenote: Invoke, folder: Path) -> None:
    (folder / "levels.xsb").write_text("mine")
    assert "overwrite it with --force" in refused(cenote(*BATCH, "-o", "levels.xsb"))
    assert (folder / "levels.xsb").read_text() == "mine"
    assert cenote(*BATCH, "-o", "levels.xsb", "--force").exit_code == 0
    assert len(SOKOBAN.parse_file((folder / "levels.xsb").read_text())) == 4


def test_thresholds_that_nothing_meets_are_told(cenote: Invoke, folder: Path) -> None:
    arguments = ("--size", "4", "--policy", "farthest", "--walk", "10", "--threshold", "1000", "-o", "none.xsb")
    assert "genomes without a level: 1; " in refused(cenote("generate", *arguments))
    assert list(folder.iterdir()) == []


def test_genomes_without_a_level_are_counted(cenote: Invoke) -> None:
    arguments = ("--size", "4", "--policy", "farthest", "--walk", "50", "--threshold", "24")
    result = cenote("generate", *arguments, "--count", "12", "--seed", "3", "-f", "json")
    missing = 12 - len(json.loads(result.stdout))
    assert 0 < missing < 12
    assert f"genomes without a level: {missing};" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--count", "0"), "0 is not in the range"),
        (("--count", "many"), "'many' is not a valid integer"),
        (("--policy", "best"), "--policy cannot be 'best'; choose from: "),
        (("--size", "49"), "size 49 of type b is not between 2 and 48"),
        (("--sweeps", "2", "--policy", "last"), "--sweeps does nothing with policy last"),
        (("-o", "nowhere/levels.xsb"), "No such file or directory"),
        (("-o", "."), "exists already"),
        (("--store", "--storage", "sqlite:///nowhere/levels.db"), "there is no folder"),
    ],
)
def test_wrong_values_are_refused(cenote: Invoke, arguments: tuple[str, ...], told: str) -> None:
    assert told in refused(cenote("generate", "--size", "3", *arguments))
