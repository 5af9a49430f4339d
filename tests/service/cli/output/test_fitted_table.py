"""Tables on terminals of every width: nothing is cut, and what is left out is named."""

import io
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from service.cli.output.console import printed
from service.cli.output.fitted_table import WORD, FittedTable
from tests.service.conftest import TRADE, Invoke

LEFT_OUT = "left out because the terminal is narrow: "
WIDTHS = (40, 60, 80, 120)
STYLES = re.compile(r"\x1b\[[0-9;]*m")
HUGE = 9_007_199_254_740_993


def shown(table: FittedTable, width: int, *, terminal: bool = True) -> str:
    file = io.StringIO()
    printed(Console(file=file, width=width, force_terminal=terminal, color_system=None), table)
    return file.getvalue()


def left_out(text: str) -> Sequence[str]:
    """The columns that a table says it has left out; the line may itself be broken."""
    _, found, names = " ".join(text.split()).partition(LEFT_OUT)
    return names.split(", ") if found else ()


words = st.text("abcdefgh012345", min_size=1, max_size=12)


@given(
    st.lists(st.lists(words, min_size=5, max_size=5), max_size=4),
    st.integers(10, 130),
    st.permutations(["two", "three", "four"]),
)
def test_every_cell_is_whole_or_its_column_is_named(rows: list[list[str]], width: int, drops: list[str]) -> None:
    names = ["one", "two", "three", "four", "five"]
    table = FittedTable([(name, kind) for name, kind in zip(names, ["right", "left", "text"] * 2, strict=False)], drops)
    for row in rows:
        table.add_row(*row)
    text = shown(table, width)
    gone = left_out(text)
    assert set(gone) == set(drops[: len(gone)])
    kept = [place for place, name in enumerate(names) if name not in gone]
    body = text.partition(LEFT_OUT[:8])[0].splitlines()
    assert body[0].split() == [names[place] for place in kept]
    assert [line.split() for line in body[2:] if line.strip()] == [[row[place] for place in kept] for row in rows]
    assert len(gone) == len(drops) or max(map(len, body)) <= width


def test_long_texts_are_broken_into_lines_and_lose_no_letter() -> None:
    table = FittedTable([("id", "right"), ("title", "text")])
    table.add_row("780", "x" * 100)
    lines = shown(table, 40).splitlines()
    assert sum(line.count("x") for line in lines) == 100
    assert max(map(len, lines)) <= 40
    assert lines[2].split()[0] == "780"


def test_files_get_all_columns_in_lines_as_long_as_they_are() -> None:
    table = FittedTable([("id", "right"), ("title", "text"), ("seed", "right")], drops=("title", "seed"))
    table.add_row("780", "x" * 1000, "7")
    assert shown(table, 40, terminal=False).splitlines()[2].split() == ["780", "x" * 1000, "7"]


FEW_MOVES = "rRRurDrdLLL"


@pytest.fixture
def full(cenote: Invoke, folder: Path) -> Path:
    """A database with something in every table that is listed, under long names and with large numbers."""
    (folder / "trade.xsb").write_text(f"{TRADE}Title: A level with a rather long title, as collections have them\n")
    for command in (
        ("import", "trade.xsb"),
        ("generate", "--size", "3", "--seed", "7", "--store"),
        ("generate", "--family", "template", "--store"),
        ("curate", "move", "1", "2", "3", "shortlisted", "--by", "Anna-Katharina"),
        ("curate", "rate", "1", "2", "3", "5", "--by", "Anna-Katharina"),
        ("curate", "tag", "1", "2", "3", "narrow at the beginning", "--by", "Anna-Katharina"),
        ("curate", "note", "1", "the end is too easy, but the beginning is not", "--by", "Anna-Katharina"),
        ("curate", "search", "save", "deep and narrow", "--min-depth", "80", "--by", "Anna-Katharina"),
        ("contest", "create", "The contest in May", "--opens", "2020-05-01 12:00", "--closes", "2999-05-22 12:00"),
        ("contest", "add-level", "1", "main", "1"),
        ("contest", "submit", "1", FEW_MOVES, "--name", "Anna-Katharina Berg", "--country", "Liechtenstein"),
    ):
        assert cenote(*command).exit_code == 0, command
    with closing(sqlite3.connect("cenote.db")) as database, database:
        database.execute("UPDATE levels SET depth = ?, lower_bound = ?, moves = ?", (HUGE, HUGE, HUGE))
        database.execute("UPDATE levels SET branching = 123456.78, score = 654321.25, session_id = NULL")
    return folder


TABLES = {
    "best": "best",
    "similar": "similar trade.xsb --threshold 1",
    "board": "curate list",
    "history": "curate history 1",
    "tags": "curate tags",
    "searches": "curate search list",
    "contests": "contest list",
    "answers": "contest answers 1",
    "ranking": "contest ranking 1",
    "log": "account log",
    "generate": "generate --size 3 --seed 7 -f table",
}


WIDE = ("curate list", "contest ranking 1")
"""What is wider than most terminals."""


def test_no_command_cuts_anything_on_a_narrow_terminal(
    cenote: Invoke, full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one test, for the database takes longer to fill than to list."""
    for command in TABLES.values():
        monkeypatch.delenv("TTY_COMPATIBLE", raising=False)
        whole = cenote(*command.split()).stdout
        monkeypatch.setenv("TTY_COMPATIBLE", "1")
        for width in WIDTHS:
            monkeypatch.setenv("COLUMNS", str(width))
            monkeypatch.setenv("NO_COLOR", "1")
            narrow = STYLES.sub("", cenote(*command.split()).stdout)
            assert "…" not in narrow, (command, width)
            gone = left_out(narrow)
            for line in whole.splitlines():
                cut = missing(line, narrow)
                assert not cut or gone, (command, width, cut)
            assert width < 120 or not gone or command in WIDE, (command, gone)


def missing(line: str, text: str) -> set[str]:
    return {word for word in line.split() if len(word) <= WORD} - set(text.split()) - {"-"}


@pytest.mark.parametrize("width", WIDTHS)
def test_a_ranking_never_hides_the_player(
    cenote: Invoke, full: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(width))
    text = cenote("contest", "ranking", "1").stdout
    assert "Anna-Katharina" in text
    assert "player" in text
    assert width < 80 or "Liechtenstein" in text


def test_the_best_levels_have_their_names_on_the_narrowest_terminal(
    cenote: Invoke, full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    text = STYLES.sub("", cenote("best").stdout)
    assert "name" not in left_out(text)
    assert "collections have them" in " ".join(text.split())


def test_a_board_names_its_levels_on_the_narrowest_terminal(
    cenote: Invoke, full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    gone = left_out(STYLES.sub("", cenote("curate", "list").stdout))
    assert "type" in gone
    assert "title or name" not in gone
