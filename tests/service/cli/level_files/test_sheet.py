"""Levels are printed on pages, several on each, with their solutions on the pages behind."""

import json
import re
from base64 import b64decode
from pathlib import Path

import pytest

from generator import family_names, get_declaration
from tests.service.conftest import CORRIDOR, LARGE, Invoke, refused

LONG = "A name that is longer than a line " * 3


@pytest.fixture
def stored(cenote: Invoke, folder: Path) -> None:
    for name in family_names():
        (folder / f"{name}.txt").write_text(get_declaration(name).example.text + "\n")
        assert cenote("import", f"{name}.txt", "--family", name).exit_code == 0


def pages_of(path: Path) -> list[str]:
    return path.read_text().split('<section class="page">')[1:]


def drawings(page: str) -> list[str]:
    return [b64decode(found).decode() for found in re.findall(r"data:image/svg\+xml;base64,([^\"]+)", page)]


@pytest.mark.usefixtures("stored")
def test_levels_of_all_families_share_a_page_and_their_solutions_stand_behind(cenote: Invoke, folder: Path) -> None:
    result = cenote("print", "--order", "id", "--heading", "Evening & night", "-o", "sheet.html")
    count = len(family_names())
    assert (result.exit_code, result.stderr) == (0, f"levels written to sheet.html: {count}\n")
    first, second = pages_of(folder / "sheet.html")
    assert len(drawings(first)) == first.count("<figcaption>") == count
    assert all(picture.startswith("<svg ") for picture in drawings(first))
    assert "Solutions" in second
    assert second.count("<article>") == count
    assert "<header>Evening &amp; night</header>" in first
    assert "page 1 of 2" in first
    assert "Linjat · 2\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}2 · depth" in first


@pytest.mark.usefixtures("stored")
def test_one_level_can_be_printed_alone(cenote: Invoke) -> None:
    result = cenote("print", "--family", "watersort", "--limit", "1")
    assert result.stdout.count('<section class="page">') == 2
    assert "depth 3" in result.stdout
    assert "levels written" not in result.stderr


def test_a_large_level_has_its_own_page_and_a_long_solution_goes_on_behind(cenote: Invoke, folder: Path) -> None:
    walk = "######\n#@-$.#\n######\n"
    (folder / "levels.xsb").write_text(
        f"{CORRIDOR}Title: {LONG}\nAuthor: Ann\nSolution: R\n\n{LARGE}\n{walk}Solution: {'rl' * 4000}rR\n"
    )
    assert cenote("import", "levels.xsb", "--no-solve").exit_code == 0
    assert cenote("print", "--order", "id", "-o", "sheet.html").exit_code == 0
    pages = pages_of(folder / "sheet.html")
    assert [page.count("<figcaption>") for page in pages] == [1, 1, 1, 0, 0, 0]
    assert f"<b>1. {LONG.strip()}</b>" in pages[0]
    assert "Ann · Sokoban" in pages[0]
    assert "no solution is stored" in pages[3]
    assert "(continued)" in pages[5]
    written = re.findall("<pre>(.*?)</pre>", "".join(pages[3:]), re.S)
    assert "".join(written[2:]).replace("\n", "") == f"{'rl' * 4000}rR"


def test_six_solutions_share_a_page_and_their_words_are_not_broken(cenote: Invoke, folder: Path) -> None:
    puzzles = [height * "2.2.2.2.\n" for height in range(9, 15)]
    (folder / "lines.txt").write_text("\n".join(puzzles))
    assert cenote("import", "lines.txt", "--family", "linjat").exit_code == 0
    assert cenote("print", "--order", "id", "-o", "sheet.html").exit_code == 0
    first, second = pages_of(folder / "sheet.html")
    assert (first.count("<figcaption>"), second.count("<article>")) == (6, 6)
    for number, written in enumerate(re.findall("<pre>(.*?)</pre>", second, re.DOTALL), 1):
        solution = json.loads(cenote("show", str(number), "-f", "json").stdout)["solution"]
        assert len(written.split("\n")) > 1
        assert written.replace("\n", " ") == solution


def test_nothing_is_written_where_no_level_is_found(cenote: Invoke, folder: Path) -> None:
    (folder / "level.xsb").write_text(f"{CORRIDOR}\n")
    cenote("import", "level.xsb")
    assert "no level meets these conditions" in refused(cenote("print", "--type", "b", "-o", "sheet.html"))
    assert not (folder / "sheet.html").exists()
