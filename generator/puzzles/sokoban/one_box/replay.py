"""Solutions in point-push/1, to LURD and back."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.lurd import too_many_moves
from generator.puzzles.sokoban.notation.point_push import Pair
from generator.puzzles.sokoban.notation.ruler import cell_name
from generator.puzzles.sokoban.one_box.position import LETTERS, Position
from generator.puzzles.sokoban.one_box.reach import BoxPath, BoxReach
from generator.puzzles.sokoban.one_box.walk import walk


class _Push(NamedTuple):
    """Where a box was, which is where the player stands now, and where it is."""

    box: int
    target: int


MOST_WORK = 1_000_000
"""Cells that are looked at for the ways of one solution: a few seconds, ten times what honest solutions take."""


def moves_of_pairs(level: Level, pairs: Sequence[Pair], most: int) -> str:
    """The moves, at most so many, that a solution in point-push/1 stands for.

    Raises IllegalMoveError, of which the step is the number of the pair.
    """
    position = Position.of(level)
    played, moves, work = [], 0, 0
    for number, pair in enumerate(pairs, 1):
        path = _played(position, pair, number)
        played.append(path.moves)
        moves, work = moves + len(path.moves), work + path.work
        if moves > most:
            raise too_many_moves(most)
        if work > MOST_WORK:
            raise IllegalMoveError(
                "the paths of these pairs take too long to find; write the solution in letters", number
            )
    return "".join(played)


def pairs_of_moves(level: Level, moves: str) -> list[Pair]:
    """A solution in point-push/1, from moves that are legal and in the right case.

    Pushes of one box are one pair as far as a replay of the pair ends in the same state: boxes on the same cells,
    and the player in the same region. Steps after the last push have no place in this notation.
    """
    position = Position.of(level)
    pairs = []
    for run in _runs(_pushes(position, moves)):
        for path in _merged(position, run):
            pairs.append(Pair(position.cell(path.cells[0]), position.cell(path.cells[-1])))
            position.push(path.cells[0], path.cells[-1], path.player)
    return pairs


def box_path(position: Position, box: int, target: int) -> BoxPath | None:
    """The way of a box to a cell as BoxReach finds it, at once where that is a straight line."""
    return _straight(position, box, target) or BoxReach(position, box, target).path(target)


def _played(position: Position, pair: Pair, number: int) -> BoxPath:
    box, target = (position.number(cell) for cell in pair)
    if box not in position.boxes:
        raise IllegalMoveError("{pair}: there is no box on {cell}", number, pair=pair, cell=cell_name(pair.box))
    path = None if target is None else box_path(position, box, target)
    if path is None:
        raise IllegalMoveError(
            "{pair}: the box cannot be pushed there while the others stay where they are", number, pair=pair
        )
    position.push(box, path.cells[-1], path.player)
    return path


def _straight(position: Position, box: int, target: int) -> BoxPath | None:
    """The only way with the fewest pushes, where nothing is between a box and a target on its line."""
    for direction, step in enumerate(position.steps):
        cells = range(box + step, target + step, step)
        if len(cells) and cells[-1] == target and all(position.free[cell] for cell in cells):
            moves = walk(position.free, position.steps, position.player, box - step, box)
            if moves is None:
                return None
            # A walk looks at no cell that is farther away than its goal.
            work = min(len(position.free), 2 * len(moves) ** 2 + len(cells))
            return BoxPath((box, *cells), moves + LETTERS[direction].upper() * len(cells), work)
    return None


def _pushes(position: Position, moves: str) -> Iterator[_Push]:
    steps = dict(zip(LETTERS, position.steps, strict=True))
    player = position.player
    for letter in moves:
        step = steps[letter.lower()]
        player += step
        if letter.isupper():
            yield _Push(player, player + step)


def _runs(pushes: Iterator[_Push]) -> Iterator[list[_Push]]:
    """The pushes, as many in a list as follow each other with one box."""
    run: list[_Push] = []
    for push in pushes:
        if run and push.box != run[-1].target:
            yield run
            run = []
        run.append(push)
    if run:
        yield run


def _merged(position: Position, run: list[_Push]) -> Iterator[BoxPath]:
    """Ways that together do what a run of pushes does, each as long as possible; the caller plays them."""
    while run:
        count, path = _longest(position, run)
        run = run[count:]
        yield path


def _longest(position: Position, run: list[_Push]) -> tuple[int, BoxPath]:
    """The way of the longest beginning of a run that ends in the same state, and how many pushes that has."""
    box = run[0].box
    straight = _straight(position, box, run[-1].target)
    if straight is not None and len(straight.cells) == len(run) + 1:
        return len(run), straight
    reach = BoxReach(position, box)
    ways = ((count, reach.path(run[count - 1].target)) for count in range(len(run), 0, -1))
    return next(
        (count, path)
        for count, path in ways
        if path is not None and reach.is_joined(path.cells[-1], path.player, run[count - 1].box)
    )
