"""Sessions on boards of any outline, from the drawing to the levels that other commands know."""

import json
from pathlib import Path

from tests.service.conftest import Invoke, refused

DRAWING = "#######\n#     #\n# # # ###\n#       #\n# # # # #\n#       #\n# # # # #\n#   #   #\n#########\n"
RUN = ("run", "--type", "e", "--outline", "board.txt", "--seed", "5", "--workers", "0", "--evaluations", "32")


def test_levels_evolve_on_a_drawn_board_and_other_commands_know_them(cenote: Invoke, folder: Path) -> None:
    drawing = folder / "board.txt"
    drawing.write_text(DRAWING)
    begun = cenote(*RUN)
    assert begun.exit_code == 0, begun.output
    assert "e 9x9" in begun.stdout
    drawing.unlink()
    assert cenote("resume", "1", "--evaluations", "64").exit_code == 0
    assert cenote("verify").exit_code == 0
    best = json.loads(cenote("best", "-f", "json").stdout)[0]
    assert (best["type"], best["size"], best["boxes"], best["proven"]) == ("e", 3, 7, True)
    (folder / "levels.xsb").write_text(cenote("best", "-f", "file").stdout)
    solved = json.loads(cenote("solve", "levels.xsb", "-f", "json").stdout)[0]
    assert (solved["lower_bound"], solved["upper_bound"]) == (best["depth"], best["depth"])
    assert cenote("import", "levels.xsb", "--storage", "sqlite:///other.db").exit_code == 0


def test_a_drawing_that_cannot_be_used_is_refused_with_its_place(cenote: Invoke, folder: Path) -> None:
    (folder / "board.txt").write_text(DRAWING.replace("# # # ###", "# # - ###"))
    assert "line 3, column 5" in refused(cenote(*RUN))


def test_a_board_has_a_size_or_an_outline(cenote: Invoke, folder: Path) -> None:
    (folder / "board.txt").write_text(DRAWING)
    assert "leave one of them out" in refused(cenote(*RUN, "--size", "4"))
    assert "not w" in refused(cenote(*RUN, "--type", "w"))


def test_a_board_on_which_no_box_could_ever_slide_is_refused_before_a_session_begins(
    cenote: Invoke, folder: Path
) -> None:
    (folder / "board.txt").write_text("#######\n#     #\n# # ###\n#   ###\n#######\n")
    assert "no box can slide anywhere in this outline in type e; draw more rooms" in refused(cenote(*RUN))
    assert not list(folder.glob("*.db"))
