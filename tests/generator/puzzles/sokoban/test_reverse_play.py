"""Reverse mode of the player, run in a real browser: what is pulled is what can be pushed the other way round."""

from heapq import heappop, heappush

import numpy as np
import pytest

from generator import get_family
from generator.puzzles.sokoban.level import Level
from tests.generator.puzzles.sokoban.one_box.boards import boxes_of, random_board
from tests.oracles.replay import Game

FAMILY = get_family("sokoban")
STEPS = {"l": (0, -1), "u": (-1, 0), "r": (0, 1), "d": (1, 0)}
OPPOSITE = str.maketrans("lurdLURD", "rdluRDLU")

IMPORTS = """
const [{ Board, LETTERS }, { BoxReach }, { ReverseGame, readReverse }] = await Promise.all(
    ["board", "reach", "reverse"].map((name) => import(`/families/sokoban/player/${name}.js`)));
const _ = (message, values) => message.replace(/{(\\w+)}/g, (all, name) => values[name]);
const begun = (text, [row, column]) => {
    const board = new Board(text);
    return new ReverseGame(board, board.cell(column, row));
};
"""


@pytest.fixture
def run(scripts):
    return lambda body, argument: scripts.evaluate(f"async (it) => {{{IMPORTS} return ({body})(it); }}", argument)


def text_of(level):
    return "\n".join(level.rows)


def pushed_games(seed, number):
    """Levels with solutions: random boards on which somebody walks about, with goals where the boxes end."""
    rng = np.random.default_rng(seed)
    while number:
        level = random_board(rng, 6, 8)
        game = Game(level)
        for letter in rng.choice(list("lurd"), 120):
            game.play(str(letter))
        moves = [move.direction.upper() if move.box is not None else move.direction for move in game.history]
        while moves and moves[-1].islower():
            down, right = STEPS[moves.pop()]
            game.player = game.player[0] - down, game.player[1] - right
        if not moves:
            continue
        walls, boxes, goals, player = level.cells()
        goals[:] = False
        for box in game.boxes:
            goals[box] = True
        number -= 1
        yield Level.from_cells(walls, boxes, goals, player), "".join(moves), game.player


PLAY = """(games) => games.map(([text, place, moves]) => {
    const game = begun(text, place);
    const legal = [...moves].every((letter) => game.move(
        LETTERS.indexOf(letter.toLowerCase()), letter !== letter.toLowerCase()));
    return [legal, game.lurd, game.solved ? game.solution : null];
})"""


def test_a_solution_backwards_is_a_game_of_pulls_that_is_won(run):
    games = list(pushed_games(5, 60))
    backwards = [moves[::-1].translate(OPPOSITE) for _, moves, _ in games]
    asked = [[text_of(level), place, moves] for (level, _, place), moves in zip(games, backwards, strict=True)]
    for (level, moves, _), turned, (legal, lurd, found) in zip(games, backwards, run(PLAY, asked), strict=True):
        assert legal
        assert lurd == turned
        assert found == moves
        assert FAMILY.check(level, found).moves == found[: len(found) - FAMILY.check(level, found).cut]


RANDOM = """(games) => games.map(([text, place, moves]) => {
    const game = begun(text, place);
    [...moves].forEach((letter) => game.move(LETTERS.indexOf(letter.toLowerCase()), letter !== letter.toLowerCase()));
    const boxes = [...game.boxes.keys()].filter((cell) => game.boxes[cell]).map((cell) => game.board.place(cell));
    return [game.lurd, boxes, game.board.place(game.player)];
})"""


def test_every_game_of_pulls_that_is_won_solves_the_level_the_other_way_round(run):
    """Where pulls at random lead to is where a level begins; from there they are replayed as a reverse game."""
    rng = np.random.default_rng(7)
    boards = [turned(random_board(rng, 6, 8)) for _ in range(60)]
    starts = [free_place(level, rng) for level in boards]
    moves = ["".join(rng.choice(list("lurdLURD"), 150)) for _ in boards]
    asked = [[text_of(level), start, said] for level, start, said in zip(boards, starts, moves, strict=True)]
    games = []
    for level, start, (lurd, boxes, player) in zip(boards, starts, run(RANDOM, asked), strict=True):
        walls, begin, goals, _ = level.cells()
        begin[:] = False
        for box in boxes:
            begin[box["row"], box["column"]] = True
        if lurd != lurd.lower():
            games.append((Level.from_cells(walls, begin, goals, (player["row"], player["column"])), start, lurd))
    assert len(games) > 20
    found = run(PLAY, [[text_of(level), start, lurd] for level, start, lurd in games])
    for (level, _, _), (legal, _, solution) in zip(games, found, strict=True):
        assert legal
        assert FAMILY.check(level, solution).metrics["pushes"] > 0


def turned(level):
    """A level that has the boxes of another one when it is played backwards."""
    walls, boxes, goals, _ = level.cells()
    row, column = np.argwhere(~(walls | goals))[0]
    return Level.from_cells(walls, goals, boxes, (int(row), int(column)))


def free_place(level, rng):
    """A square without a wall, and without a goal, where a box stands in reverse mode."""
    walls, _, goals, _ = level.cells()
    row, column = rng.permutation(np.argwhere(~(walls | goals)))[0]
    return int(row), int(column)


WAYS = """(games) => games.map(([text, place, anywhere]) => {
    const game = begun(text, place);
    const boxes = [...game.boxes.keys()].filter((cell) => game.boxes[cell]);
    return boxes.map((box) => {
        const reach = new BoxReach(game, box, anywhere);
        return [...reach.cells].map((cell) => [game.board.place(cell), game.board.place(reach.way(cell).start),
            reach.way(cell).moves]);
    });
})"""


@pytest.mark.parametrize("anywhere", [False, True])
def test_a_box_is_pulled_to_what_brute_force_finds_on_ways_as_short(run, anywhere):
    rng = np.random.default_rng(3)
    levels = [random_board(rng, 5, 7) for _ in range(80)]
    asked = [[text_of(turned(level)), level.player, anywhere] for level in levels]
    for level, found in zip(levels, run(WAYS, asked), strict=True):
        for box, ways in zip(boxes_of(level), found, strict=True):
            best = pulled(level, box, anywhere)
            assert {(cell["row"], cell["column"]) for cell, _, _ in ways} == set(best)
            for cell, start, moves in ways:
                begin = (start["row"], start["column"]) if anywhere else level.player
                assert pull(level, box, begin, moves) == (cell["row"], cell["column"])
                pulls = sum(map(str.isupper, moves))
                assert (pulls, len(moves)) == best[cell["row"], cell["column"]]


def pulled(level, box, anywhere):
    """The least (pulls, moves) to every cell that a box can be pulled to, all others standing still."""
    free = free_cells(level, box)
    starts = free - {box} if anywhere else {level.player}
    costs, queue = {}, [(0, 0, box, start) for start in starts]
    while queue:
        pulls, moves, at, player = heappop(queue)
        if (at, player) in costs:
            continue
        costs[at, player] = pulls, moves
        for down, right in STEPS.values():
            onward = player[0] + down, player[1] + right
            if onward not in free or onward == at:
                continue
            heappush(queue, (pulls, moves + 1, at, onward))
            if at == (player[0] - down, player[1] - right):
                heappush(queue, (pulls + 1, moves + 1, player, onward))
    found = {}
    for (at, _), cost in costs.items():
        found[at] = min(cost, found.get(at, cost))
    return {at: cost for at, cost in found.items() if at != box}


def pull(level, box, player, moves):
    """Where a box comes to be, all others standing still."""
    free = free_cells(level, box)
    for letter in moves:
        down, right = STEPS[letter.lower()]
        behind, player = (player[0] - down, player[1] - right), (player[0] + down, player[1] + right)
        assert player in free
        assert player != box
        if letter.isupper():
            assert behind == box
            box = player[0] - down, player[1] - right
    return box


def free_cells(level, box):
    walls, boxes, _, _ = level.cells()
    return {(int(row), int(column)) for row, column in np.argwhere(~(walls | boxes))} | {box}


ROOM = "########\n#------#\n#-@$--.#\n#------#\n########"


def test_a_text_of_a_game_backwards_begins_with_the_jump_to_its_place(run):
    said = run(
        """([text, said]) => {
            const level = new Board(text);
            return said.map((moves) => {
                try {
                    const game = readReverse(moves, level, _);
                    return [game.answer, game.solved && game.solution];
                } catch (error) {
                    return error.message;
                }
            });
        }""",
        [ROOM, ["[rrr] LLL", "[rrr]ul", "[]", "[rrrr]", "[ll]", "LLL", "[rrr]LLLLLL", "[rrrrrrrrr]"]],
    )
    assert said[:3] == [["[rrr]LLL", "RRR"], ["[rrr]ul", False], ["[]", False]]
    place = "The player cannot begin there."
    assert said[3:] == [
        place,
        place,
        "Write moves backwards as a jump in brackets and l, u, r, d.",
        "Move 5 runs into a wall or a box.",
        place,
    ]
