"""A certificate lists just the positions that pours lead to, and a program that knows the rules alone accepts it."""

import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings

from generator.errors import SettingError, UnsupportedLevelError
from generator.puzzles.watersort.certificate import certified
from generator.puzzles.watersort.level import Level, format_level, parse_level
from generator.puzzles.watersort.tools import run
from generator.puzzles.watersort.variants import Pour
from tests.generator.puzzles.watersort.strategies import RULES, known, knowns, random_level
from tests.installing import ROOT

BLIND = Level(("abcc", "aabc", "acbb", ""), 4)
"""A level without solution."""


def checked(text: str) -> "subprocess.CompletedProcess[str]":
    """What the program that users have says of a certificate."""
    command = [sys.executable, ROOT / "examples/check_certificate.py"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


@settings(max_examples=150)
@given(knowns())
def test_a_certificate_lists_what_can_be_reached_and_levels_with_a_solution_have_none(found):
    if found.least is not None:
        with pytest.raises(UnsupportedLevelError, match="the level has a solution"):
            certified(found.level, 100_000)
        return
    listed = certified(found.level, 100_000).positions
    assert listed[0] == found.level.tubes
    assert sorted(tuple(sorted(tubes)) for tubes in listed) == sorted(found.reached)


@pytest.mark.process
@pytest.mark.parametrize("rules", RULES)
def test_the_program_judges_by_the_rules_of_the_level(rules):
    levels = (random_level(5, 4, 1, seed, rules) for seed in range(50))
    level = next(level for level in levels if known(level).least is None)
    written = " ".join(tube or "-" for tube in level.tubes)
    answer = checked("\n".join(certified(level, 100_000).lines()))
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout == f"right: there is no solution for {written} (positions: {len(known(level).reached)})\n"


@pytest.mark.process
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: lines[:-1], "which is not listed"),
        (lambda lines: [*lines[:5], *lines[6:]], "which is not listed"),
        (lambda lines: [*lines, "aaaa bbbb cccc -"], "is an end of the game"),
        (lambda lines: [line.replace("pours whole", "pours ball") for line in lines], "which is not listed"),
    ],
)
def test_the_program_refuses_a_certificate_that_was_changed(change, said):
    level = replace(BLIND, pour=Pour.WHOLE)
    answer = checked("\n".join(change([*certified(level, 1000).lines()])))
    assert answer.returncode == 1
    assert answer.stderr.startswith("wrong: ")
    assert said in answer.stderr


def test_the_tool_prints_the_certificate_and_tells_it_in_fields():
    answer = run("certify", [format_level(BLIND)], {"nodes": 1000})
    first, *rules_and_positions = str(answer.text).splitlines()
    assert first.startswith("water sort without a solution")
    assert rules_and_positions[:4] == ["capacity 4", "pours water", "ends together", "abcc aabc acbb -"]
    assert (answer.fields["capacity"], answer.fields["pours"], answer.fields["ends"]) == (4, "water", "together")
    assert len(answer.fields["positions"]) == len(rules_and_positions) - 3 == len(known(BLIND).reached)


def test_what_takes_too_many_positions_is_refused():
    with pytest.raises(UnsupportedLevelError, match="more than 3 positions can be reached"):
        certified(BLIND, 3)
    with pytest.raises(SettingError, match="--nodes 0 is not between"):
        run("certify", [format_level(BLIND)], {"nodes": 0})


def test_units_of_unknown_colour_cannot_be_certified():
    level = parse_level("abc..\nc?b..\n?ca..\n???..")
    assert not level.is_known
    with pytest.raises(UnsupportedLevelError, match="not known"):
        certified(level, 1000)
