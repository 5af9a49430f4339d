import pytest

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.notation.files import parse_file
from tests.generator.puzzles.sokoban.notation.fragments import BOARD, OTHER

YASC_FILE = f"""::::::::::::::::::::::::::::
::      File Format 0.17  ::
::::::::::::::::::::::::::::
Collection: Wells
Date Created: 2026-01-01 12:00:00

First well

{OTHER}

Author: A. Author

Snapshot 1
[]U[rr]d*

Reverse Mode Snapshot
[ll]2(uR)

SaveGame
R*

Solution/Moves (2/2)
2R
Solver: a program

Second well

5#|#pb.#|5#

Solution/Pushes (1/1)
Optimizer: a program
Time: 00:01

(R)
"""


def test_a_file_of_yasc_with_snapshots_and_solutions():
    one, two = parse_file(YASC_FILE)
    assert (one.title, one.author, one.text, one.solution) == ("First well", "A. Author", OTHER, "RR")
    assert one.comment == "Collection: Wells\nDate Created: 2026-01-01 12:00:00\nSolver: a program"
    assert (two.title, two.text, two.solution) == ("Second well", BOARD, "R")
    assert two.comment == "Optimizer: a program\nTime: 00:01"


@pytest.mark.parametrize(
    "solution",
    [
        "Solution: 2R",
        "Solution\n2(R)",
        "Best Solution (2/2)\nR R",
        "Solution:\n R\n1R",
        "solution: RR*",
        "Solution (2/2): 2R",
    ],
)
def test_counts_and_the_position_mark_in_a_solution(solution):
    assert parse_file(f"{OTHER}\n{solution}\n")[0].solution == "RR"


@pytest.mark.parametrize("line", ["Snapshot", "Snapshot of my cat", "SaveGames", "Solution: (2/2) see", "dull 12"])
def test_words_without_a_game_stay_words(line):
    (entry,) = parse_file(f"{BOARD}\n\n{line}\n\nanother line\n")
    assert (entry.solution, entry.comment) == ("", f"{line}\nanother line")


@pytest.mark.parametrize("title", ["dull", "druid", "Lulu", "Rudd 12"])
def test_a_title_of_move_letters_is_no_part_of_the_solution_before_it(title):
    one, two = parse_file(f"{BOARD}\nSolution (1/1)\nR\n\n{title}\n\n{OTHER}\n")
    assert (one.solution, two.title) == ("R", title)


@pytest.mark.parametrize(
    ("moves", "problem"),
    [("3(R", "move 4: a bracket is still open"), ("99999999R", "longer than 16,777,216"), ("R)", "closes no bracket")],
)
def test_counts_that_are_wrong_are_refused_with_the_line(moves, problem):
    with pytest.raises(LevelFormatError, match="line 4: in this solution, .*" + problem):
        parse_file(f"{BOARD}\nSolution: {moves}\n")


def test_the_counted_solutions_of_a_whole_file_are_bounded():
    solution = "Solution: 9999999R\n"
    with pytest.raises(LevelFormatError, match="line 10: the counts up to here make more than 67,108,864 letters"):
        parse_file(f"{BOARD}\n" + solution * 50)
