"""Levels of others enter the database, and levels leave it."""

import json
from pathlib import Path

import pytest

from generator import get_declaration, get_family
from tests.service.conftest import CORRIDOR, TRADE, Invoke, refused

SOKOBAN = get_family("sokoban")

OPEN = "####\n@$-.\n####\n"
"""A corridor that is closed by the edges of its board alone."""


def stored(cenote: Invoke, *arguments: str) -> list[dict]:
    return json.loads(cenote("best", "--order", "id", "--limit", "1000", "-f", "json", *arguments).stdout)


@pytest.fixture
def collection(cenote: Invoke, folder: Path) -> Path:
    """Three levels of type b 3 with title and author, and a corridor with a solution."""
    path = folder / "collection.xsb"
    cenote("generate", "--size", "3", "--count", "3", "--seed", "2", "--no-solutions", "-o", path)
    path.write_text(path.read_text() + f"\n{CORRIDOR}Title: Corridor\nAuthor: Somebody\nSolution:\nR\n")
    return path


def test_import_solves_what_it_can_and_keeps_title_author_and_solution(cenote: Invoke, collection: Path) -> None:
    result = cenote("import", collection)
    assert result.exit_code == 0
    assert result.stdout == "levels: 4; stored and proven: 4\n"
    *zero_space, corridor = stored(cenote, "--origin", "imported")
    assert all(level["proven"] and level["type"] == "b" for level in zero_space)
    assert (corridor["proven"], corridor["depth"], corridor["solution"]) == (True, 1, "R")
    text = cenote("show", str(corridor["id"])).stdout
    assert "Corridor" in text
    assert "Somebody" in text
    assert "levels verified: 4 of 4" in cenote("verify").stdout


def test_import_tells_duplicates_also_when_turned(cenote: Invoke, collection: Path, folder: Path) -> None:
    cenote("import", collection)
    turned = ["\n".join(reversed(entry.text.split("\n"))) for entry in SOKOBAN.parse_file(collection.read_text())]
    (folder / "turned.xsb").write_text("\n\n".join(turned))
    again = cenote("import", "turned.xsb")
    assert again.stdout == "levels: 4; known already: 4\n"
    assert again.stderr.count("is already in the database, as level") == 4
    assert len(stored(cenote)) == 4


def test_import_without_solving_bounds_the_depth_by_the_files_solution(cenote: Invoke, folder: Path) -> None:
    cenote("generate", "--size", "3", "--seed", "2", "-o", "solved.xsb")
    assert cenote("import", "--no-solve", "solved.xsb").stdout == "levels: 1; stored: 1\n"
    (level,) = stored(cenote)
    assert not level["proven"]
    assert level["lower_bound"] == 0
    assert level["upper_bound"] == SOKOBAN.replay(SOKOBAN.parse(level["level"]), level["solution"])
    assert "levels verified: 1 of 1" in cenote("verify").stdout
    assert cenote("import", "solved.xsb").exit_code == 0
    (level,) = stored(cenote)
    assert level["proven"], "a proof is taken over"
    assert "levels verified: 1 of 1" in cenote("verify").stdout


@pytest.mark.parametrize(("options", "solution"), [((), "R"), (("--no-solve",), None)])
def test_solution_that_is_none_is_told_and_not_used(
    cenote: Invoke, folder: Path, options: tuple[str, ...], solution: str | None
) -> None:
    (folder / "wrong.xsb").write_text(CORRIDOR + "Solution: ll\n")
    result = cenote("import", *options, "wrong.xsb")
    assert result.exit_code == 0
    assert "level 1: the file's solution is not used" in result.stderr
    (level,) = stored(cenote)
    assert level["solution"] == solution


def test_a_solution_of_the_file_is_taken_where_the_solver_has_none_or_a_longer_one(
    cenote: Invoke, folder: Path
) -> None:
    (folder / "trade.xsb").write_text(TRADE)
    solved = cenote("solve", "trade.xsb", "--aim", "moves", "-f", "xsb").stdout_bytes
    assert cenote("import", "-", "--nodes", "1", stdin=solved).stdout == "levels: 1; stored: 1\n"
    (level,) = stored(cenote)
    assert (level["proven"], level["upper_bound"], len(level["solution"])) == (False, 6, 11)
    assert "levels verified: 1 of 1" in cenote("verify").stdout


def test_a_shorter_solution_improves_a_stored_level_whose_depth_is_open(cenote: Invoke, folder: Path) -> None:
    (folder / "trade.xsb").write_text(TRADE)
    for aim in ("moves", "pushes"):
        (folder / f"{aim}.xsb").write_text(cenote("solve", "trade.xsb", "--aim", aim, "-f", "xsb").stdout)
    cenote("import", "--no-solve", "moves.xsb")
    (before,) = stored(cenote)
    result = cenote("import", "--no-solve", "pushes.xsb")
    assert result.stdout == "levels: 1; improved: 1\n"
    assert f"level 1: level {before['id']} of the database has a shorter solution now, of depth 4" in result.stderr
    (after,) = stored(cenote)
    assert (before["upper_bound"], after["upper_bound"], after["moves"]) == (6, 4, 13)
    assert after["solution"] == SOKOBAN.parse_file((folder / "pushes.xsb").read_text())[0].solution
    assert cenote("import", "--no-solve", "moves.xsb").stdout == "levels: 1; known already: 1\n"
    assert stored(cenote) == [after]
    assert "levels verified: 1 of 1" in cenote("verify").stdout


def test_an_evolved_level_whose_depth_is_open_takes_a_shorter_solution(cenote: Invoke, folder: Path) -> None:
    settings = ("--size", "8", "--policy", "last", "--walk", "40", "--nodes", "20")
    cenote("run", *settings, "--evaluations", "4", "--seed", "1", "--workers", "0")
    before = next(level for level in stored(cenote) if not level["proven"])
    shorter = cenote("optimise-solution", str(before["id"]), "--nodes", "200").stdout_bytes
    assert cenote("import", "--no-solve", "-", stdin=shorter).stdout == "levels: 1; improved: 1\n"
    after = next(level for level in stored(cenote) if level["id"] == before["id"])
    assert after["upper_bound"] < before["upper_bound"]
    assert (after["genome"], after["lower_bound"]) == (before["genome"], before["lower_bound"])
    assert cenote("verify").exit_code == 0


def test_import_of_several_files_stores_nothing_when_one_is_wrong(cenote: Invoke, collection: Path) -> None:
    Path("wrong.xsb").write_text("#####\n#@$ #\n#####\n")
    assert "wrong.xsb: line 1: boxes: 1, goals: 0" in refused(cenote("import", collection, "wrong.xsb"))
    assert not Path("cenote.db").exists()


def test_import_leaves_levels_out_that_cannot_be_read_and_stores_the_others(cenote: Invoke, collection: Path) -> None:
    collection.write_text(f"{OPEN}\n{collection.read_text()}")
    result = cenote("import", collection)
    assert result.exit_code == 1
    assert "level 1 is left out: " in result.stderr
    assert "line 2: this row of a level has no wall" in result.stderr
    assert "or read it with --close-edges" in result.stderr
    assert len(stored(cenote)) == 4


def test_import_closes_the_edges_of_levels_where_that_is_asked_for(cenote: Invoke, collection: Path) -> None:
    collection.write_text(f"{OPEN}\n{collection.read_text()}")
    assert cenote("import", collection, "--close-edges").exit_code == 0
    assert "######\n#@$-.#\n######" in [level["level"] for level in stored(cenote)]


def test_strict_import_stores_nothing_of_a_file_with_a_wrong_level(cenote: Invoke, collection: Path) -> None:
    collection.write_text(f"{OPEN}\n{collection.read_text()}")
    assert "has no wall" in refused(cenote("import", collection, "--strict"))
    assert not Path("cenote.db").exists()


def test_files_of_several_families_are_imported_together(cenote: Invoke, collection: Path) -> None:
    cenote("generate", "--family", "linjat", "--count", "1", "--seed", "1", "-o", "one.linjat")
    assert cenote("import", collection, "one.linjat").exit_code == 0
    assert [level["family"] for level in stored(cenote)] == ["sokoban"] * 4 + ["linjat"]


def test_import_of_the_shared_collections(cenote: Invoke, shared: Path) -> None:
    files = sorted(path for path in (shared / "levels/sokoban").glob("*.txt") if path.name != "boxoban_medium_50.txt")
    result = cenote("import", "--no-solve", *files[:4])
    assert result.exit_code == 0, result.stderr
    count = len(stored(cenote))
    assert count > 20
    assert f"levels verified: {count} of {count}" in cenote("verify").stdout


def test_export_and_import_are_inverse(cenote: Invoke, evolved: str, folder: Path) -> None:
    result = cenote("export", "--storage", evolved, "--min-depth", "30", "-o", "deep.xsb")
    assert result.exit_code == 0
    entries = SOKOBAN.parse_file((folder / "deep.xsb").read_text())
    assert f"levels written to deep.xsb: {len(entries)}" in result.stderr
    cenote("import", "deep.xsb")
    before = stored(cenote, "--storage", evolved, "--min-depth", "30")
    after = stored(cenote)
    names = ("level", "depth", "proven", "moves", "branching", "boxes", "solution")
    figures = [sorted([level[name] for name in names] for level in levels) for levels in (before, after)]
    assert figures[0] == figures[1]


def test_export_overwrites_nothing_unasked_and_writes_no_empty_file(cenote: Invoke, evolved: str, folder: Path) -> None:
    (folder / "mine.xsb").write_text("mine")
    export = ("export", "--storage", evolved, "-o", "mine.xsb")
    assert "overwrite it with --force" in refused(cenote(*export))
    assert "no level meets these conditions" in refused(cenote(*export, "--force", "--min-depth", "1000"))
    assert (folder / "mine.xsb").read_text() == "mine"
    assert cenote(*export, "--force", "--limit", "2").exit_code == 0
    assert len(SOKOBAN.parse_file((folder / "mine.xsb").read_text())) == 2


def test_a_file_may_have_a_name_as_long_as_the_system_allows(cenote: Invoke, evolved: str, folder: Path) -> None:
    longest = 83 * "深" + ".xsb"
    assert cenote("export", "-o", folder / longest, "--storage", evolved).exit_code == 0
    assert [path.name for path in folder.iterdir()] == [longest]
    too_long = folder / (84 * "深" + ".xsb")
    assert f"{too_long}: File name too long" in refused(cenote("export", "-o", too_long, "--storage", evolved))


def test_a_file_has_levels_of_one_family(cenote: Invoke) -> None:
    cenote("generate", "--family", "template", "--store")
    cenote("generate", "--size", "3", "--store")
    assert "choose one of these with --family: sokoban, template" in refused(cenote("export"))
    assert cenote("export", "--family", "template").exit_code == 0


def test_no_level_goes_into_a_file_that_looks_like_one_of_another_family(cenote: Invoke, folder: Path) -> None:
    (folder / "puzzle.txt").write_text(f"{get_declaration('linjat').example.text}\n")
    assert cenote("import", "puzzle.txt", "--family", "linjat", "--no-solve").exit_code == 0
    message = refused(cenote("export", "-o", "mine.xsb"))
    assert "mine.xsb would look like a file of sokoban, but the levels are of linjat; end its name in .txt" in message
    assert not (folder / "mine.xsb").exists()
    assert cenote("export", "-o", "mine.linjat").exit_code == 0
    written = cenote("export", "-o", "mine.puzzle")
    assert (written.exit_code, written.stderr) == (0, "levels written to mine.puzzle: 1, in format rows\n")
    assert cenote("export", "-o", "mine.xsb", "-f", "rows").exit_code == 0, "who names the format knows what he does"
