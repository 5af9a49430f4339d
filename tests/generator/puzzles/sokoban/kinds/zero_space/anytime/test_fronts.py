import numpy as np
import pytest

from generator.puzzles.sokoban.kinds.zero_space.anytime.fronts import FACINGS, LAST, across, towards
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry

SHAPES = [("b", 9), ("e", 8), ("b", 3), ("e", 2)]


def crossed(shape):
    """The slides of a board, and the cells over which they lead."""
    slides = np.flatnonzero(shape.face[:-1] >= 0)
    return slides, shape.cells[slides] + shape.cells[slides + 1]


@pytest.mark.parametrize("name", [("b", 9), ("e", 8)])
def test_a_front_comes_from_every_corner_in_both_directions(name):
    shape = geometry(*name)
    slides, middles = crossed(shape)
    orders = [across(shape, facing)[slides] for facing in range(FACINGS)]
    assert len({tuple(order) for order in orders}) == FACINGS
    begins = [middles[order == order.min()].mean(axis=0) for order in orders]
    ends = [middles[order == order.max()].mean(axis=0) for order in orders]
    middle = np.array([shape.height - 1, shape.width - 1])
    for begin, end in zip(begins, ends, strict=True):
        assert (np.sign(begin - middle) == -np.sign(end - middle)).all()
    assert {tuple(np.sign(begin - middle)) for begin in begins} == {(-1, -1), (-1, 1), (1, -1), (1, 1)}


@pytest.mark.parametrize("name", [("b", 12), ("e", 10)])
def test_a_front_passes_strip_after_strip_until_the_last_ones_which_it_passes_together(name):
    shape = geometry(*name)
    slides, middles = crossed(shape)
    down, strip = (middles[np.argsort(across(shape, 0)[slides], kind="stable")] // 4).T
    early = int(np.argmax(strip >= shape.size + 1 - LAST))
    assert (np.diff(strip[:early]) >= 0).all()
    assert (np.diff(down[early:]) >= 0).all()
    assert len(set(strip[early:])) >= LAST - 1


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("turn", [0.0, 0.4])
def test_a_front_comes_nearer_to_its_centre_all_the_time(name, turn):
    shape = geometry(*name)
    slides, middles = crossed(shape)
    centre = shape.cells[0].astype(float)
    order = towards(shape, centre, turn)[slides]
    away = np.abs(middles / 2 - centre).max(axis=1)
    by_time = away[np.argsort(order, kind="stable")]
    assert (np.diff((by_time + 1) // 2) <= 0).all()


def test_a_front_goes_round_its_rings_from_one_direction():
    shape = geometry("e", 12)
    slides, middles = crossed(shape)
    centre = np.array([13.0, 13.0])
    order = towards(shape, centre, 0.25)[slides]
    away = np.abs(middles / 2 - centre).max(axis=1)
    ring = np.flatnonzero(away == 8)
    by_time = (middles[ring[np.argsort(order[ring], kind="stable")]] / 2 - centre) / 8
    angles = np.unwrap(np.arctan2(by_time[:, 0], by_time[:, 1]))
    assert (np.diff(angles) >= -0.4).all()
    assert angles[-1] - angles[0] > 5.5
