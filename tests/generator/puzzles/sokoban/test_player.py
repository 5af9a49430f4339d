"""The player for the browser, run in a real one: what it reaches, counts and reads is what the family says."""

from itertools import accumulate

import numpy as np
import pytest

from generator import get_declaration, get_family
from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.notation.lurd import SolutionMetrics
from generator.puzzles.sokoban.one_box.position import Position
from generator.puzzles.sokoban.one_box.reach import BoxReach
from generator.puzzles.sokoban.pictures.ground import Ground
from generator.puzzles.sokoban.solutions.submission import read_moves
from tests.generator.puzzles.sokoban.one_box.boards import boxes_of, random_board
from tests.oracles import one_box as oracle
from tests.oracles.replay import Game, count
from tests.patience import PATIENCE

FAMILY = get_family("sokoban")

IMPORTS = """
const [{ Board, LETTERS }, { Game }, { BoxReach }, { groundOf }, { readMoves }] = await Promise.all(
    ["board", "game", "reach", "ground", "lurd"].map((name) => import(`/families/sokoban/player/${name}.js`)));
const begun = (text) => new Game(new Board(text));
const play = (game, moves) => [...moves.toLowerCase()].forEach((letter) => game.move(LETTERS.indexOf(letter)));
"""

CORRIDOR = "########\n#------#\n#-@$--.#\n#------#\n########"


@pytest.fixture
def run(scripts):
    """Runs a function of the modules of the player: `run("(game, level) => ...", level)`."""
    return lambda body, argument: scripts.evaluate(f"async (it) => {{{IMPORTS} return ({body})(it); }}", argument)


def text_of(level):
    return "\n".join(level.rows)


def random_games(seed, count, length):
    """Boards and what was played on them, in the right case, with the state at the end."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        game = Game(level := random_board(rng, 6, 8))
        for letter in rng.choice(list("lurd"), length):
            game.play(str(letter))
        yield level, "".join(x.direction if x.box is None else x.direction.upper() for x in game.history), game


WAYS = """(levels) => levels.map((text) => {
    const game = begun(text);
    const boxes = [...game.boxes.keys()].filter((cell) => game.boxes[cell]);
    return boxes.map((box) => {
        const reach = new BoxReach(game, box);
        return [...reach.cells].map((cell) => [game.board.place(cell), reach.path(cell)]);
    });
})"""


def test_a_box_reaches_what_brute_force_finds_on_ways_as_short(run):
    rng = np.random.default_rng(3)
    levels = [random_board(rng, 5, 7) for _ in range(120)]
    for level, found in zip(levels, run(WAYS, [text_of(level) for level in levels]), strict=True):
        for box, ways in zip(boxes_of(level), found, strict=True):
            best = oracle.reach(level, box)
            assert {(cell["row"], cell["column"]) for cell, _ in ways} == set(best)
            for cell, moves in ways:
                assert_way(level, box, (cell["row"], cell["column"]), moves, best)


def assert_way(level, box, target, moves, best):
    game = Game(level)
    number = game.boxes[box]
    played = [game.play(letter.lower()) for letter in moves]
    assert {move.box for move in played} <= {None, number}
    assert game.boxes[target] == number
    assert (count(game.history)[1], len(moves)) == best[target]


def test_boxes_of_a_large_level_reach_what_the_family_says(run):
    space = get_declaration("sokoban").space({"type": ["b"], "size": [12], "walk": 2000})
    level = FAMILY.generate(FAMILY.random_genome(space, np.random.default_rng(5))).level
    (found,) = run(WAYS, [text_of(level)])
    for box, ways in zip(boxes_of(level), found, strict=True):
        position = Position.of(level)
        cells = BoxReach(position, position.number(box)).cells
        assert {(cell["row"], cell["column"]) for cell, _ in ways} == {position.cell(cell) for cell in cells}


def test_a_large_open_board_takes_no_time(run):
    """A flood for each place of the box would take minutes."""
    rows = ["#" * 100, *["#" + "-" * 98 + "#"] * 98, "#" * 100]
    rows[50] = "#" + "-" * 48 + "$" + "-" * 48 + ".#"
    rows[60] = "#@" + "-" * 97 + "#"
    seconds, cells, pushes = run(
        """(text) => {
            const game = begun(text);
            const begin = performance.now();
            const reach = new BoxReach(game, game.board.cell(49, 50));
            const path = reach.path(game.board.cell(97, 2));
            return [(performance.now() - begin) / 1000, reach.cells.size, path.match(/[LURD]/g).length];
        }""",
        "\n".join(rows),
    )
    assert (cells, pushes) == (98 * 98 - 1, 48 + 48)
    assert seconds < PATIENCE


COUNTS = """(games) => games.map(([text, moves]) => {
    const game = begun(text);
    play(game, moves);
    return [game.lurd, game.counts, game.solved];
})"""


TWO_BOXES = "########\n#--$--.#\n#-@$--.#\n########"


@pytest.mark.parametrize(
    ("moves", "counts"),
    [
        ("R", (1, 1, 1, 1, 1, 1)),
        ("RR", (2, 2, 1, 1, 1, 1)),
        ("RlrR", (4, 2, 1, 1, 2, 3)),
        ("RllurR", (6, 2, 2, 2, 2, 4)),
    ],
)
def test_the_counts_of_players_are_those_of_the_forum(run, moves, counts):
    ((lurd, found, _),) = run(COUNTS, [[TWO_BOXES, moves]])
    assert lurd == moves
    assert SolutionMetrics(**found) == counts


def test_counts_of_random_games_are_those_of_the_family(run):
    games = list(random_games(11, 60, 150))
    answers = run(COUNTS, [[text_of(level), moves] for level, moves, _ in games])
    for (_, moves, game), (lurd, found, _) in zip(games, answers, strict=True):
        assert lurd == moves
        assert SolutionMetrics(**found) == count(game.history)


def test_a_level_that_begins_solved_needs_a_push(run):
    text = "#######\n#-----#\n#-@*--#\n#-----#\n#######"
    moves = "lrRurrdL"
    steps = [*accumulate(moves)]
    found = [solved for _, _, solved in run(COUNTS, [[text, said] for said in steps])]
    assert found == [is_solution(text, said) for said in steps]
    assert found.index(True) == found.count(False) == len(moves) - 1


def is_solution(text, moves):
    try:
        return FAMILY.check(FAMILY.parse(text), moves).cut == 0
    except IllegalMoveError:
        return False


def test_every_place_in_a_game_is_as_if_it_had_been_played_to_there(run):
    level, moves, _ = next(random_games(31, 1, 400))
    states = run(
        """([text, moves]) => {
            const state = (game) => JSON.stringify([[...game.boxes], game.player, game.counts, game.unplaced]);
            const whole = begun(text);
            play(whole, moves);
            const places = [399, 0, 1, 250, 100, 101, 7, 300].filter((place) => place <= whole.length);
            return places.map((place) => {
                whole.seek(place);
                const fresh = begun(text);
                play(fresh, moves.slice(0, place));
                return [state(whole), state(fresh)];
            });
        }""",
        [text_of(level), moves],
    )
    assert all(sought == fresh for sought, fresh in states)


def test_moves_that_were_taken_back_stay_until_another_one_is_made(run):
    lengths = run(
        """(text) => {
            const game = begun(text);
            play(game, "rrr");
            game.seek(0);
            play(game, "r");
            const kept = game.length;
            play(game, "u");
            return [kept, game.length, game.lurd];
        }""",
        CORRIDOR,
    )
    assert lengths == [3, 2, "Ru"]


def test_a_run_is_the_last_straight_push_and_what_was_walked_since(run):
    places = run(
        """(text) => {
            const game = begun(text);
            play(game, "rrldru");
            const starts = [game.runStart];
            game.seek(starts[0]);
            return [...starts, game.runStart, game.runEnd];
        }""",
        CORRIDOR,
    )
    assert places == [0, 0, 2]


@pytest.mark.parametrize("text", ["rrll", "3r2(dU)l", "2(3(dr)R)", " R r\nl ", "12(r)"])
def test_counts_in_moves_are_multiplied_out(run, text):
    assert run("(text) => readMoves(text, 1000, (message) => message)", text) == read_moves(text).lower()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("rrq", "is not a move"),
        ("3", "A count must stand before"),
        ("2(r3)", "A count must stand before"),
        ("(r", "still open"),
        ("r)", "never opened"),
        ("9999999(r)", "more than"),
        ("9(9(9(9(9(9(9(9(9(9(r))))))))))", "more than"),
        ("(" * 40, "nested too deeply"),
    ],
)
def test_what_is_no_text_of_moves_is_refused_with_the_reason(run, text, problem):
    refusal = run(
        """(text) => {
            try {
                return readMoves(text, 1000, (message) => message);
            } catch (error) {
                return error.message;
            }
        }""",
        text,
    )
    assert problem in refusal


RING = "\n".join(
    (
        "###########",
        "#         #",
        "# # # # # #",
        "#         #",
        "# # ### # #",
        "#   ###   #",
        "# # ### # #",
        "#         #",
        "###########",
    )
)
"""An outline around a hole."""


@pytest.mark.parametrize(
    "settings",
    [
        {"type": ["b"], "size": [4]},
        {"type": ["e"], "size": [4]},
        {"type": ["s"], "walk": 500},
        {"type": ["free"], "boxes": [3], "rows": [7], "cols": [8]},
        {"type": ["e"], "outline": RING},
    ],
)
def test_the_ground_is_that_of_the_pictures(run, settings):
    space = get_declaration("sokoban").space(settings)
    level = FAMILY.generate(FAMILY.random_genome(space, np.random.default_rng(2))).level
    found = run(
        """(text) => {
            const board = new Board(text);
            const ground = groundOf(board);
            const columns = [...Array(board.columns).keys()];
            return [...Array(board.rows).keys()].map((row) => columns.map((column) => ground[board.cell(column, row)]));
        }""",
        text_of(level),
    )
    ground = Ground.of(level)
    expected = np.where(ground.floor, 1, 0)
    for number, mask in ((2, ground.across), (3, ground.along), (4, ground.blocks), (5, ground.pegs)):
        expected[mask] = number
    assert np.array_equal(found, expected)


def test_a_box_that_is_left_between_its_slots_is_warned_of(run):
    space = get_declaration("sokoban").space({"type": ["b"], "size": [5], "policy": "last", "walk": 50})
    level = FAMILY.generate(FAMILY.random_genome(space, np.random.default_rng(4))).level
    warnings = run(
        """async (text) => {
            const { createPlayer } = await import("/families/sokoban/player/index.js");
            const host = { _: (message) => message, changed() {}, moved() {}, announce() {} };
            const player = createPlayer(text, host);
            const game = begun(text);
            const ground = groundOf(game.board);
            const push = (isWanted) => {
                for (const box of game.boxes.keys()) {
                    if (!game.boxes[box] || box === game.lastPushed) continue;
                    const reach = new BoxReach(game, box);
                    const target = [...reach.cells].find(isWanted);
                    if (target === undefined) continue;
                    player.tap(game.board.place(box));
                    player.tap(game.board.place(target));
                    play(game, reach.path(target));
                    return player.warning;
                }
            };
            const isSlot = (cell) => ground[cell] > 1;
            return [push(isSlot), push(isSlot), push((cell) => !isSlot(cell)), push(isSlot)];
        }""",
        text_of(level),
    )
    assert warnings[:3] == ["", "", ""]
    assert "left between two slots" in warnings[3]
