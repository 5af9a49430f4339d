"""The modules of the player agree with the family: paints, places of tubes, rules, and what counts as solved."""

import numpy as np
import pytest

from generator.puzzles.watersort.colours import COLOURS
from generator.puzzles.watersort.level import Level, format_level
from generator.puzzles.watersort.picture import rack_of
from generator.puzzles.watersort.pours import is_solved, moves_in, positions
from generator.puzzles.watersort.variants import ENDS, POURS, End
from tests.generator.puzzles.watersort.player.playing import generated


def test_paints_are_those_of_the_pictures(run):
    assert run("() => PAINTS", None) == [colour.paint for colour in COLOURS]


STANDING = """(sizes) => sizes.map(([tubes, capacity]) => {
    const rack = new Rack(tubes, capacity);
    const cells = [...Array(rack.rows).keys()].flatMap(
        (row) => [...Array(rack.columns).keys()].map((column) => ({ column, row })));
    const tops = cells.filter((cell) => rack.placeAt(cell) !== null && rack.heightAt(cell) === capacity);
    const corners = tops.map(({ column, row }) => [column, row]);
    return [rack.columns, rack.rows, corners, tops.map((cell) => rack.placeAt(cell))];
})"""


def test_tubes_stand_as_in_the_pictures(run):
    sizes = [(tubes, capacity) for tubes in range(2, 27) for capacity in (2, 5, 16)]
    for (tubes, capacity), (columns, rows, corners, places) in zip(sizes, run(STANDING, sizes), strict=True):
        rack = rack_of(Level(("",) * tubes, capacity))
        assert (columns, rows) == (rack.width, rack.rows * rack.height)
        assert places == [*range(tubes)]
        assert corners == [[*rack.corner(place)] for place in places]


PLAYED = """(games) => games.map(([text, pours]) => {
    const puzzle = new Puzzle(text);
    const known = (tubes) => ({ tubes, unsorted: puzzle.unsorted(tubes), pours: puzzle.pours(tubes).map(pourName) });
    let { tubes } = puzzle;
    return [known(tubes), ...pours.map(([source, target]) => {
        tubes = moved(tubes, { source, target }, puzzle.amount(tubes, { source, target }));
        return known(tubes);
    })];
})"""


def random_game(level, rng, length=25):
    """Pours made at random, as long as there are any."""
    moves = []
    for _ in range(length):
        *_, tubes = positions(level, moves)
        choices = [*moves_in(level, tubes)]
        if not choices:
            break
        moves.append(choices[rng.integers(len(choices))])
    return moves


def unsorted(level, tubes):
    """How many colours are not together, or where that is enough how many tubes have several."""
    if level.end is End.LOOSE:
        return sum(len(set(tube)) > 1 for tube in tubes)
    return sum(colour * level.capacity not in tubes for colour in level.colours)


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("pours", POURS)
def test_what_may_be_poured_and_what_is_solved_is_what_the_family_says(run, pours, ends):
    rng = np.random.default_rng(5)
    rules = {"pours": pours, "ends": ends}
    levels = [generated(seed, colours=(3, 6), capacity=2 + seed % 4, empty=(1, 2), **rules) for seed in range(12)]
    levels += [generated(seed, colours=(4,), fill="backward", steps=8, **rules) for seed in range(8)]
    games = [(level, random_game(level, rng)) for level in levels]
    found = run(PLAYED, [(format_level(level), moves) for level, moves in games])
    for (level, moves), states in zip(games, found, strict=True):
        for tubes, state in zip(positions(level, moves), states, strict=True):
            assert tuple(state["tubes"]) == tubes
            assert state["pours"] == [str(move) for move in moves_in(level, tubes)]
            assert state["unsorted"] == unsorted(level, tubes)
            assert (state["unsorted"] == 0) == is_solved(level, tubes)
