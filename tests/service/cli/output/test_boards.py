"""Boards as they are drawn on terminals of different kinds."""

import io

import pytest
from rich.console import Console

from generator import family_names, get_declaration
from service.cli.output.boards import Picture, board_of, gallery, small_boards

CELLS = get_declaration("sokoban").cells
LEVEL = "#####\n#@$.#\n#-*-#\n#+--#\n#####"
PICTURE = Picture("sokoban", LEVEL, ("level 1",))


def console(width: int = 80, *, colour: bool = True, encoding: str = "utf-8") -> Console:
    system = "truecolor" if colour else None
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    return Console(file=file, width=width, force_terminal=True, color_system=system, legacy_windows=False)


def test_without_colours_a_board_is_its_text() -> None:
    assert board_of(console(colour=False), PICTURE).plain == f"{LEVEL}\nlevel 1"
    assert board_of(console(), Picture("template", "cba", ())).plain == "cba"


def test_with_no_color_letters_show_walls_also_in_the_live_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = console()
    assert board_of(terminal, PICTURE).plain == f"{LEVEL}\nlevel 1"
    (small,) = small_boards(terminal, [PICTURE], 80, 24)
    lines = terminal.render_lines(small, pad=False)
    assert [line for row in lines if (line := "".join(part.text for part in row).strip())] == [
        *LEVEL.split("\n"),
        "level 1",
    ]


def test_a_big_board_has_square_cells_and_every_letter_has_its_own_look() -> None:
    lines = board_of(console(), PICTURE).split("\n")
    assert [len(line) for line in lines[:5]] == [10] * 5
    looks = {(cell.letters.strip() and cell.ink, cell.letters, cell.ground) for cell in CELLS.values()}
    assert len(looks) == len(CELLS)


@pytest.mark.parametrize("family", [*family_names(), "template"])
@pytest.mark.parametrize("width", [5, 40, 80])
def test_levels_of_every_family_are_drawn_on_every_terminal(family: str, width: int) -> None:
    declaration = get_declaration(family)
    text = declaration.example.text
    picture = Picture(family, text, ("level 1",))
    for colour in (True, False):
        terminal = console(width, colour=colour)
        board = board_of(terminal, picture)
        terminal.print(board, gallery(terminal, [picture] * 3), *small_boards(terminal, [picture] * 3, width, 24))
        assert board.plain.count("\n") >= (len(text.split("\n")) + 1) // 2
        cells = declaration.cells
        if cells and colour and 2 * len(text.split("\n")[0]) <= width:
            drawn = [
                "".join(cells[letter].letters if letter in cells else f"{letter} " for letter in row)
                for row in text.split("\n")
            ]
            assert board.plain.split("\n")[:-1] == drawn


def test_a_board_wider_than_the_terminal_is_drawn_small() -> None:
    lines = board_of(console(9), PICTURE).split("\n")
    assert [line.plain for line in lines] == ["\N{UPPER HALF BLOCK}" * 5] * 3 + ["level 1"]
    first, second = (lines[0].spans[at].style for at in (0, 1))
    wall, player = CELLS["#"].dot, CELLS["@"].dot
    assert (first.color.name, first.bgcolor.name) == (wall, wall)
    assert (second.color.name, second.bgcolor.name) == (wall, player)


def test_a_terminal_without_unicode_gets_no_blocks() -> None:
    assert board_of(console(9, encoding="ascii"), PICTURE).plain == f"{LEVEL}\nlevel 1"


@pytest.mark.parametrize("width", [9, 20, 40, 80, 200])
def test_a_gallery_shows_every_board_within_the_width(width: int) -> None:
    terminal = console(width)
    lines = terminal.render_lines(gallery(terminal, [PICTURE] * 10), pad=False)
    texts = ["".join(segment.text for segment in line) for line in lines]
    assert max(map(len, texts)) <= width
    assert sum(text.count("level 1") for text in texts) == 10


@pytest.mark.parametrize(("width", "height", "count"), [(8, 4, 0), (9, 4, 1), (18, 4, 2), (100, 4, 10), (100, 3, 0)])
def test_small_boards_fill_a_place(width: int, height: int, count: int) -> None:
    assert len(small_boards(console(), [PICTURE] * 10, width, height)) == count
