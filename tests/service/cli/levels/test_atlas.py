"""`cenote atlas`: the same atlas however it was worked out, and a page that says what is proven."""

import json
import re
import signal
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import pytest

from optimiser.atlas import Charted
from service.atlas.enumeration import atlas_named, chart, summary
from storage.atlas import ChapterRow
from storage.database import Database
from tests.patience import PATIENCE
from tests.service.conftest import Invoke, Start, refused

E2 = ("atlas", "--type", "e", "--size", "2", "--workers", "0")
E3 = ("atlas", "--type", "e", "--size", "3", "--workers", "0")
"""576 chapters, of which a kill meets one in the middle; those of e 2 can all be done before the kill comes."""
CONTENT = {
    "atlases": "id, family, settings",
    "atlas_chapters": "atlas_id, number, name, states, images, done",
    "atlas_components": "atlas_id, chapter, number, states, invariant, depth, level_id",
    "levels": "id, identity, depth, proven, moves, nodes, origin, text, solution, genome",
}


class BrokenOffError(Exception):
    """Breaks a run off between two chapters, as a kill does."""


class Breaking:
    """A watcher that breaks off after so many chapters."""

    def __init__(self, after: int) -> None:
        self._left = after

    def planned(self, chapters: Sequence[ChapterRow]) -> None:
        """Nobody looks."""

    def chapter(self, chapter: ChapterRow, found: Sequence[Charted]) -> None:
        self._left -= 1
        if not self._left:
            raise BrokenOffError

    def interrupted(self) -> None:
        """Nobody asks."""


def content(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row but for what is time."""
    with closing(sqlite3.connect(path)) as database:
        return {
            table: database.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3").fetchall()
            for table, columns in CONTENT.items()
        }


@pytest.fixture
def whole(cenote: Invoke, folder: Path) -> Path:
    """The database of an atlas that was worked out at one go, in one process."""
    assert cenote(*E2, "--storage", "sqlite:///whole.db").exit_code == 0
    return folder / "whole.db"


def test_the_page_shows_the_deepest_level_its_solution_and_the_claim(cenote: Invoke) -> None:
    page = cenote("atlas", "--type", "b", "--size", "3", "--workers", "0").stdout
    assert page.startswith("the deepest of all b 3: 8 pushes, ")
    assert "#@------#\n" in page
    assert "proven: all 192 states were met, and no level of b 3 needs more\n" in page
    assert "up to symmetry 63\n" in page
    solution = page.rpartition("solution\n")[2].strip()
    assert sum(letter.isupper() for letter in solution) == 8


def test_classes_may_have_nothing_that_is_kept(cenote: Invoke) -> None:
    page = cenote("atlas", "--family", "orimaze", "--rows", "2", "--cols", "3", "--workers", "0").stdout
    assert page.startswith("the deepest of all corner 2 3: 6 moves\n")
    assert "V.H\nHHV\n" in page
    assert "proven: all 192 states were met, and no level of corner 2 3 needs more\n" in page
    words = " ".join(page.split())
    assert "components 80, up to symmetry 80; kept are all that have a level" in words
    assert "levels 32 " in words
    assert "unexplained" not in page


def test_a_large_atlas_of_orimazes_counts_more_than_it_keeps(cenote: Invoke) -> None:
    asked = ("atlas", "--family", "orimaze", "--rows", "2", "--cols", "7", "--workers", "0", "-f", "json")
    found = json.loads(cenote(*asked).stdout)
    assert found["kept"] == "the deepest 2 of each class at most, of those that have a level"
    assert min(found["components"], found["levels"]) > sum(found["depths"].values())


def test_an_atlas_of_an_older_program_counts_what_it_keeps(cenote: Invoke, folder: Path) -> None:
    asked = ("atlas", "--family", "orimaze", "--rows", "2", "--cols", "3", "--workers", "0", "-f", "json")
    cenote(*asked)
    with closing(sqlite3.connect(folder / "cenote.db")) as connection, connection:
        connection.execute("UPDATE atlas_chapters SET components = NULL, levels = NULL WHERE number = 0")
    found = json.loads(cenote(*asked).stdout)
    assert (found["components"], found["levels"]) == (sum(found["depths"].values()), None)


def test_the_atlas_of_water_sort_shows_the_deepest_and_how_many_there_are(cenote: Invoke) -> None:
    rules = ("--family", "watersort", "--pours", "ball", "--workers", "0")
    page = cenote("atlas", *rules).stdout
    assert page.startswith("the longest of all 3x4+1 ball: 18 pours\n")
    assert "proven: all 995 levels of 3x4+1 ball were searched completely, and no level needs more\n" in page
    assert re.search(r"^ +4 +18 +pours +3 +\d+$", page, re.MULTILINE)
    record = json.loads(cenote("atlas", *rules, "-f", "json").stdout)["records"][0]
    shown = json.loads(cenote("show", str(record["level"]), "-f", "json").stdout)
    assert (record["levels"], record["depth"], shown["depth"], shown["origin"]) == (3, 18, 18, "atlas")


def test_the_answer_as_json(cenote: Invoke) -> None:
    found = json.loads(cenote(*E2, "-f", "json").stdout)
    assert (found["settings"], found["depth"], found["proven"]) == ({"type": "e", "size": 2}, 6, True)
    assert (found["states"], found["states_up_to_symmetry"], found["classes_up_to_symmetry"]) == (192, 52, 19)
    assert found["depths"] == {"0": 14, "2": 6, "4": 5, "6": 2}
    assert found["components_up_to_symmetry"] == sum(found["depths"].values())
    assert (found["unexplained"], found["kept"]) == ({"0,0,1/1,1,1": 2}, None)
    assert found["deepest"]["depth"] == found["depth"]


def test_the_components_of_b_4_are_as_many_as_were_counted_before(cenote: Invoke) -> None:
    """And just one class up to symmetry has two that line counts and sign do not tell apart."""
    found = json.loads(cenote("atlas", "--type", "b", "--size", "4", "--workers", "0", "-f", "json").stdout)
    assert (found["components"], found["unexplained"]) == (430, {"2,1,3/3,3,3": 2})


def test_an_atlas_is_worked_out_once(cenote: Invoke, whole: Path) -> None:
    before = content(whole)
    assert cenote(*E2, "--storage", "sqlite:///whole.db").stdout.startswith("the deepest of all e 2: 6 pushes")
    assert content(whole) == before


def test_its_levels_are_found_by_their_origin(cenote: Invoke, whole: Path) -> None:
    found = json.loads(cenote("best", "--origin", "atlas", "-f", "json", "--storage", "sqlite:///whole.db").stdout)
    assert found
    assert {level["proven"] for level in found} == {True}
    assert cenote("verify", "--storage", "sqlite:///whole.db").exit_code == 0


@pytest.mark.process
def test_two_workers_find_what_one_process_finds(cenote: Invoke, folder: Path, whole: Path) -> None:
    assert cenote(*E2[:-1], "2", "--storage", "sqlite:///two.db").exit_code == 0
    assert content(folder / "two.db") == content(whole)


def test_broken_off_and_resumed_is_as_if_nothing_had_happened(cenote: Invoke, folder: Path, whole: Path) -> None:
    name = atlas_named("sokoban", {"type": "e", "size": 2})
    with Database.create("sqlite:///parts.db") as database:
        for after in (1, 5, 3):
            with pytest.raises(BrokenOffError):
                chart(database, name, 0, Breaking(after))
        found = summary(database, 1, name)
    assert (found.done, found.chapters, found.complete) == (9, 19, False)
    assert cenote(*E2, "--storage", "sqlite:///parts.db").exit_code == 0
    assert content(folder / "parts.db") == content(whole)


@pytest.mark.process
def test_killed_and_resumed_is_as_if_nothing_had_happened(cenote: Invoke, start: Start, folder: Path) -> None:
    assert cenote(*E3, "--storage", "sqlite:///whole.db").exit_code == 0
    done = 0
    for workers in ("1", "0"):
        process = start(*E3[:-1], workers, "--storage", "sqlite:///killed.db")
        await_chapters(process, folder / "killed.db", done + 3)
        process.kill()
        process.communicate()
        done = chapters_done(folder / "killed.db")
    assert cenote(*E3, "--storage", "sqlite:///killed.db").exit_code == 0
    assert content(folder / "killed.db") == content(folder / "whole.db")


def await_chapters(process: "subprocess.Popen[str]", path: Path, count: int) -> None:
    """Wait until so many are done, or the process is, where this one was not given a turn for long."""
    deadline = monotonic() + PATIENCE
    while chapters_done(path) < count and process.poll() is None:
        assert monotonic() < deadline
        sleep(0.01)


def chapters_done(path: Path) -> int:
    if not path.exists():
        return 0
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE)) as database:
        try:
            return int(database.execute("SELECT sum(done) FROM atlas_chapters").fetchone()[0] or 0)
        except sqlite3.OperationalError:  # the tables are just being made
            return 0


def test_what_has_no_atlas_is_refused_in_one_line(cenote: Invoke) -> None:
    assert "sizes 2 to 5, not 6" in refused(cenote("atlas", "--type", "b", "--size", "6"))
    assert "linjat has no atlas" in refused(cenote("atlas", "--family", "linjat"))
    assert "--type" in refused(cenote("atlas", "--family", "linjat", "--type", "b"))
    assert "--type cannot be 'w'; choose from: b, e, free" in refused(cenote("atlas", "--type", "w"))


@pytest.mark.process
def test_while_one_process_works_on_an_atlas_others_are_refused_and_it_can_be_stopped(
    cenote: Invoke, start: Start, folder: Path
) -> None:
    command = ("atlas", "--type", "e", "--size", "3", "--workers", "0", "--storage", "sqlite:///busy.db")
    process = start(*command)
    await_chapters(process, folder / "busy.db", 1)
    process.send_signal(signal.SIGSTOP)  # so that it is at work for as long as that takes
    assert "another process is at work on this atlas" in refused(cenote(*command))
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGCONT)
    page, said = process.communicate()
    assert process.returncode == 0
    assert "finishing this class" in said
    assert page.startswith("the deepest of e 3 so far: ")
    assert "not proven yet: " in page
    assert "the same command goes on" in page


def test_rooms_have_a_record_for_each_number_of_boxes_in_moves_and_in_pushes(cenote: Invoke) -> None:
    command = ("atlas", "--type", "free", "--cells", "6", "--workers", "0")
    page = cenote(*command).stdout
    assert page.startswith("the longest of all free 6: 5 moves\n")
    assert "proven: all 35 rooms of free 6 were searched completely, and no level needs more\n" in page
    found = json.loads(cenote(*command, "-f", "json").stdout)
    records = {(one["pieces"], one["aim"]): (one["depth"], one["levels"]) for one in found["records"]}
    assert records[1, "moves"] == (5, 1)
    assert records[1, "pushes"] == (4, 1)
    assert {pieces for pieces, _ in records} == {1, 2, 3, 4}
    assert cenote("verify").exit_code == 0
