"""Families are found by name, and nothing of them is imported before that."""

import subprocess
import sys

import pytest

from generator import PuzzleError, family_names, get_declaration, get_family
from generator.errors import UnknownFamilyError


def test_names_are_sorted_and_hide_what_begins_with_an_underscore():
    names = family_names()
    assert list(names) == sorted(names)
    assert not any(name.startswith("_") for name in names)


def test_template_is_found_by_name_though_not_listed():
    assert get_family("template").name == "template"
    assert get_declaration("template").presets


@pytest.mark.parametrize("name", ["sudoku", "", "testing", "_secret", "../sokoban", "os"])
@pytest.mark.parametrize("find", [get_family, get_declaration])
def test_unknown_family_is_refused_with_the_names_that_there_are(find, name):
    with pytest.raises(UnknownFamilyError, match="there are: ") as caught:
        find(name)
    assert repr(name) in str(caught.value)
    assert all(known in str(caught.value) for known in family_names())
    assert isinstance(caught.value, PuzzleError)


def test_listing_and_declaring_families_imports_no_solver():
    script = """
import sys
from generator import family_names, get_declaration
for name in (*family_names(), "template"):
    get_declaration(name)
print(*(name for name in sys.modules if name == "numba" or name.endswith(".family")))
"""
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (answer.stdout.split(), answer.stderr) == (["generator.family"], "")
