"""Chapters of an atlas are worked out in order, wherever, and what they claim is checked."""

import multiprocessing

import pytest

from generator import Component, get_family
from optimiser.atlas import atlas_of, explore, explored, measured_level
from optimiser.errors import NoAtlasError, ReplayMismatchError, WorkerLostError

SETTINGS = {"type": "e", "size": 2}


def names():
    return [chapter.name for chapter in atlas_of("sokoban").chapters(SETTINGS)]


SMALLEST = names()[0]


def test_every_component_has_its_level_solved_and_measured():
    for name in names():
        for found in explored(get_family("sokoban"), SETTINGS, name).components:
            component, level = found.component, found.level
            assert (level is None) == (component.depth == 0)
            if level is not None:
                assert level.proven
                assert level.lower_bound == level.metrics["depth"] == component.depth
                family = get_family("sokoban")
                assert family.replay(family.parse(level.text), level.solution) == component.depth


@pytest.mark.process
def test_processes_change_nothing():
    alone = [*explore("sokoban", SETTINGS, names(), SMALLEST, 0)]
    assert [*explore("sokoban", SETTINGS, names(), SMALLEST, 2)] == alone


def test_a_wrong_depth_is_a_bug_that_is_told():
    family = get_family("sokoban")
    real = next(c for name in names() for c in family.atlas.explore(SETTINGS, name).components if c.depth)
    wrong = Component(real.states, real.invariant, real.depth + 2, real.text)
    with pytest.raises(ReplayMismatchError, match="this is a bug"):
        measured_level(family, wrong)


@pytest.mark.process
def test_a_worker_that_dies_is_told_with_the_remedy():
    found = explore("sokoban", SETTINGS, names() * 50, SMALLEST, 1)
    next(found)
    for process in multiprocessing.active_children():
        process.kill()
    with pytest.raises(WorkerLostError, match="give the same command again"):
        list(found)


def test_a_family_without_an_atlas_says_so():
    with pytest.raises(NoAtlasError, match="template has no atlas"):
        atlas_of("template")
