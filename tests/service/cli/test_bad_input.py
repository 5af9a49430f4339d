"""Files and databases that are not what they should be: one line, exit code 2, and everything as it was."""

import gzip
import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from generator import get_family
from tests.service.conftest import CORRIDOR, LARGE, UNSOLVABLE, Invoke, refused
from tests.storage.conftest import SmallDisk

SOKOBAN = get_family("sokoban")
ROOM = "#######\n#     #\n#@ $. #\n#     #\n#######\n"

FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "there is no level"),
    "blank": (b"\n\n  \n", "there is no level"),
    "prose": (b"These are not the levels that you look for.\n", "there is no level"),
    "binary": (bytes(range(256)) * 40, "binary"),
    "zipped": (gzip.compress(ROOM.encode(), mtime=0), "binary"),
    "utf-16": (ROOM.encode("utf-16-le"), "binary"),
    "truncated": (ROOM[:24].encode(), "line"),
    "wrong letter": (ROOM.replace("$", "%").encode(), "line 3, column 4: '%'"),
    "control character": (ROOM.replace("@", "\x1b").encode(), "line 3, column 2"),
    "boxless": (ROOM.replace("$", " ").replace(".", " ").encode(), "no boxes"),
    "playerless": (ROOM.replace("@", " ").encode(), "no player"),
    "two players": (ROOM.replace(" $", "@$").encode(), "second player"),
    "more goals than boxes": (ROOM.replace("$.", "..").replace("@ ", "@$").encode(), "goals: 2"),
    "open": (ROOM.replace("#     #\n#@", "#      \n#@").encode(), "not closed"),
}


@pytest.mark.parametrize("name", FILES)
def test_bad_level_files_are_refused_in_one_line(cenote: Invoke, folder: Path, name: str) -> None:
    content, told = FILES[name]
    (folder / "levels.xsb").write_bytes(content)
    for command in ("solve", "import"):
        message = refused(cenote(command, "levels.xsb"))
        assert message.startswith("Error: levels.xsb: ")
        assert told in message
        assert len(message) < 400
    assert [path.name for path in folder.iterdir()] == ["levels.xsb"]


@pytest.mark.parametrize(("bad", "told"), [(CORRIDOR[:8], "line 5: rows: 2"), (ROOM.replace("@", " "), "no player")])
@pytest.mark.parametrize("command", ["solve", "import", "optimise-solution"])
def test_a_bad_level_after_a_good_one_is_told_in_one_line(
    cenote: Invoke, folder: Path, command: str, bad: str, told: str
) -> None:
    (folder / "levels.xsb").write_text(f"{CORRIDOR}\n{bad}")
    result = cenote(command, "levels.xsb")
    assert result.exit_code == 1
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("level 2 ")]
    assert line.startswith("level 2 is left out: levels.xsb: line ")
    assert told in line
    assert told in refused(cenote(command, "levels.xsb", "--strict"))


@pytest.mark.parametrize(
    ("part", "times", "told"),
    [
        (b"#" * 2000 + b"\n" + b"#" + b"-" * 1998 + b"#\n", 1000, "rows: 2,000, columns: 2,000"),
        (b"#", 2**26 + 1, "longer than"),
        (b"\n", 1_000_001, "lines"),
    ],
    ids=["2000 by 2000", "64 MiB", "a million lines"],
)
def test_huge_level_files_are_refused_in_one_line(
    cenote: Invoke, folder: Path, part: bytes, times: int, told: str
) -> None:
    """Every command that reads levels does it with the same reader."""
    (folder / "levels.xsb").write_bytes(part * times)
    message = refused(cenote("solve", "levels.xsb"))
    assert told in message
    assert len(message) < 400


def test_who_gives_the_number_of_a_stored_level_for_a_file_hears_how_it_goes_in(cenote: Invoke) -> None:
    told = refused(cenote("solve", "12"))
    assert "12: No such file or directory; a stored level goes in with: cenote show 12 -f file | cenote solve -" in told


def test_a_database_is_neither_read_as_a_level_file_nor_overwritten(cenote: Invoke, folder: Path) -> None:
    """Whoever opens its file drops the locks that this process has on it, and whoever replaces it loses everything."""
    (folder / "corridor.xsb").write_text(CORRIDOR)
    url = f"sqlite:///{folder}/levels.db"
    cenote("import", "corridor.xsb", "--storage", url)
    (folder / "other.db").symlink_to("levels.db")
    here = "--storage", url
    for name in ("levels.db", "other.db"):
        for command in (("similar", name, *here), ("import", name, *here), ("solve", name)):
            assert refused(cenote(*command)) == f"Error: {name} is a database; give another file\n"
        for command in (("export", "-o", name, *here), ("generate", "-o", name), ("ratings", "export", name, *here)):
            assert refused(cenote(*command, "--force")) == f"Error: {name} is a database; give another file\n"
    log = refused(cenote("serve", "--access-log", "levels.db", *here))
    assert log == "Error: levels.db is a database; give another file\n"
    assert [level["id"] for level in json.loads(cenote("best", *here, "-f", "json").stdout)] == [1]


def test_bad_standard_input_is_refused(cenote: Invoke) -> None:
    assert "standard input: there is no level" in refused(cenote("solve", "-", stdin=b""))


@pytest.mark.parametrize("command", ["solve", "import"])
def test_what_is_no_file_is_refused(cenote: Invoke, folder: Path, command: str) -> None:
    (folder / "levels").mkdir()
    assert "levels: Is a directory" in refused(cenote(command, "levels"))
    assert "nothing.xsb: No such file or directory" in refused(cenote(command, "nothing.xsb"))
    assert "Is a directory" not in refused(cenote(command, "levels/nothing.xsb"))
    (folder / "pipe").symlink_to("pipe")
    assert "pipe: " in refused(cenote(command, "pipe"))
    assert "x" * 300 in refused(cenote(command, "x" * 300))
    assert not (folder / "cenote.db").exists()


def test_unsolvable_and_unsupported_levels_are_answers_and_no_errors(cenote: Invoke, folder: Path) -> None:
    (folder / "levels.xsb").write_text(f"{UNSOLVABLE}\n{LARGE}")
    result = cenote("solve", "levels.xsb", "-f", "json")
    assert result.exit_code == 0
    assert [level["status"] for level in json.loads(result.stdout)] == ["unsolvable", "unsupported"]
    result = cenote("import", "levels.xsb")
    assert result.exit_code == 0
    assert "level 1: unsolvable, not stored: some line does not have as many boxes as goals" in result.stderr
    assert result.stdout == "levels: 2; unsolvable: 1, stored: 1\n"


def test_file_names_that_no_terminal_can_show(cenote: Invoke, folder: Path) -> None:
    name = os.fsdecode(b"levels\xff\n.xsb")
    (folder / name).write_text("")
    result = cenote("solve", name)
    assert result.exit_code == 2
    assert result.stderr_bytes.count(b"\n") == 1


def _missing(_: Path) -> None:
    """Leave nothing there."""


def _garbage(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 100)


def _damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def _foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE recipes (name)")
    database.close()


def _older(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '0000'")
    database.close()


def _newer(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


READING = (
    ("sessions",),
    ("best",),
    ("show", "1"),
    ("lineage", "1"),
    ("export",),
    ("verify",),
    ("resume",),
    ("rescore", "--objective", "deep"),
    ("appraise",),
    ("similar", "corridor.xsb"),
    ("contest", "list"),
    ("contest", "submit", "1", "R", "--name", "Anna"),
)
WRITING = (
    ("run", "--size", "3", "--evaluations", "1", "--workers", "0"),
    ("generate", "--size", "3", "--store"),
    ("import", "corridor.xsb"),
    ("contest", "create", "May", "--opens", "2026-05-01", "--closes", "2026-06-01"),
)


@pytest.fixture(scope="module")
def stored(cenote: Invoke, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one level, which tests copy."""
    path = tmp_path_factory.mktemp("stored") / "cenote.db"
    cenote("generate", "--size", "3", "--store", "--storage", f"sqlite:///{path}")
    return path


@pytest.fixture
def made(stored: Path, folder: Path) -> Path:
    (folder / "corridor.xsb").write_text(CORRIDOR)
    return Path(shutil.copy(stored, folder / "cenote.db"))


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_garbage, "is not a SQLite database"),
        (_foreign, "another application"),
        (_older, "cenote db upgrade"),
        (_newer, "newer cenote"),
        (_folder, "cannot be opened"),
    ],
)
@pytest.mark.parametrize("arguments", READING + WRITING, ids=" ".join)
def test_wrong_databases_are_refused_and_left_alone(
    cenote: Invoke, made: Path, arguments: tuple[str, ...], spoil: Callable[[Path], None], told: str
) -> None:
    spoil(made)
    before = made.read_bytes() if made.is_file() else b""
    message = refused(cenote(*arguments))
    assert "cenote.db" in message
    if spoil is not _folder:
        assert told in message
        assert made.read_bytes() == before


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_missing_databases_are_refused_with_the_way_to_make_one(
    cenote: Invoke, folder: Path, arguments: tuple[str, ...]
) -> None:
    message = refused(cenote(*arguments))
    assert "there is no database at" in message
    assert "cenote run" in message
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_damaged_databases_give_one_line(cenote: Invoke, made: Path, arguments: tuple[str, ...]) -> None:
    _damaged(made)
    assert "cenote.db" in refused(cenote(*arguments))


def test_a_database_that_is_not_there_may_have_a_name_that_is_no_text(cenote: Invoke, tmp_path: Path) -> None:
    missing = f"sqlite:///{tmp_path}/\udcff 1.db"
    shown = missing.replace("\udcff", "\\udcff")
    assert f"to begin: cenote run --storage '{shown}'" in refused(cenote("best", "--storage", missing))


def test_a_read_only_database_can_be_read_and_not_written(cenote: Invoke, disk: SmallDisk | None) -> None:
    if disk is None:
        pytest.skip("this user may not mount a small disk")
    url = f"sqlite:///{disk.folder}/levels.db"
    cenote("generate", "--size", "3", "--store", "--storage", url)
    disk.protect()
    assert len(json.loads(cenote("best", "--storage", url, "-f", "json").stdout)) == 1
    assert cenote("verify", "--storage", url).exit_code == 0
    for arguments in (*WRITING[:2], ("rescore", "--objective", "deep"), ("resume",)):
        assert "is not writable" in refused(cenote(*arguments, "--storage", url))
    new = f"sqlite:///{disk.folder}/new.db"
    assert "is not writable" in refused(cenote(*WRITING[0], "--storage", new))
    target = disk.folder / "levels.xsb"
    assert f"{target}: Read-only file system" in refused(cenote("generate", "--size", "3", "-o", target))


def test_a_full_disk_leaves_no_part_of_a_file_and_the_old_one_whole(cenote: Invoke, disk: SmallDisk | None) -> None:
    if disk is None:
        pytest.skip("this user may not mount a small disk")
    target = disk.folder / "levels.xsb"
    generate = ("generate", "--size", "10", "--policy", "last", "--walk", "20000", "--nodes", "50", "--seed", "1")
    target.write_text("old")
    disk.fill(leave=100_000)
    assert f"{target}: No space left on device" in refused(cenote(*generate, "-o", target, "--force"))
    assert target.read_text() == "old"
    assert sorted(path.name for path in disk.folder.iterdir()) == ["ballast", "levels.xsb"]
    disk.empty()
    assert cenote(*generate, "-o", target, "--force").exit_code == 0
    assert len(SOKOBAN.parse_file(target.read_text())) == 1
