"""Levels of a file, solved without a database."""

import json
import signal
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from numba.core.compiler_lock import global_compiler_lock

from generator import Solution, get_declaration, get_family
from optimiser import evaluation
from service.levels import examination
from service.sessions import spaces
from tests.patience import PATIENCE
from tests.service.conftest import CORRIDOR, LARGE, TRADE, UNSOLVABLE, Invoke, Start, refused

SOKOBAN = get_family("sokoban")
KEYS = [
    "number",
    "title",
    "status",
    "solved",
    "proven",
    "stopped",
    "counted",
    "pushes",
    "moves",
    "lower_bound",
    "upper_bound",
    "nodes",
    "seconds",
    "solution",
    "reason",
]


@pytest.fixture
def levels(cenote: Invoke, folder: Path) -> Path:
    """Five levels of type b 3, without their solutions."""
    path = folder / "levels.xsb"
    cenote("generate", "--size", "3", "--count", "5", "--seed", "7", "--no-solutions", "-o", path)
    return path


def solved(cenote: Invoke, *arguments: str | Path, stdin: bytes | None = None) -> list[dict]:
    result = cenote("solve", *arguments, "-f", "json", stdin=stdin)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_json_has_an_object_with_the_documented_keys_for_each_level(cenote: Invoke, levels: Path) -> None:
    found = solved(cenote, levels)
    entries = SOKOBAN.parse_file(levels.read_text())
    assert [answer["title"] for answer in found] == [entry.title for entry in entries]
    for answer, entry in zip(found, entries, strict=True):
        assert list(answer) == KEYS
        assert answer["status"] == "solved"
        assert (answer["counted"], answer["proven"]) == ("pushes", True)
        depth = SOKOBAN.replay(SOKOBAN.parse(entry.text), answer["solution"])
        assert answer["pushes"] == answer["lower_bound"] == answer["upper_bound"] == depth
        assert answer["moves"] == len(answer["solution"])
        assert answer["nodes"] > 0
        assert answer["seconds"] >= 0
        assert answer["reason"] == ""


def test_workers_give_the_same_answers_in_the_same_order(cenote: Invoke, levels: Path) -> None:
    alone, together = (solved(cenote, levels, "--workers", workers) for workers in ("0", "2"))
    assert [answer | {"seconds": 0} for answer in alone] == [answer | {"seconds": 0} for answer in together]


def test_ctrl_c_prints_what_the_workers_have_solved(folder: Path, levels: Path, cenote: Invoke, start: Start) -> None:
    cenote("generate", "--size", "9", "--policy", "last", "--seed", "1", "--no-solutions", "-o", "large.xsb")
    (folder / "all.xsb").write_text(levels.read_text() + (folder / "large.xsb").read_text())
    process = start("solve", "all.xsb", "--workers", "2", "--nodes", "500000000", "-f", "jsonl")
    answers = [process.stdout.readline() for _ in range(5)]
    sleep(1)  # the search for the last one has begun
    process.send_signal(signal.SIGINT)
    rest, told = process.communicate(timeout=PATIENCE)
    assert [json.loads(answer)["solved"] for answer in answers] == [True] * 5
    assert (process.returncode, rest) == (130, "")
    assert "interrupted; levels done: 5 of 6" in told


def test_standard_input_is_read(cenote: Invoke, levels: Path) -> None:
    assert len(solved(cenote, "-", stdin=levels.read_bytes())) == 5


def test_every_kind_of_answer(cenote: Invoke, folder: Path) -> None:
    (folder / "unsolvable.xsb").write_text(UNSOLVABLE)
    (unsolvable,) = solved(cenote, folder / "unsolvable.xsb")
    assert (unsolvable["status"], unsolvable["proven"], unsolvable["pushes"]) == ("unsolvable", True, None)
    assert (unsolvable["solved"], unsolvable["stopped"]) == (False, "proven")
    assert unsolvable["reason"]

    (folder / "large.xsb").write_text(LARGE)
    (unsupported,) = solved(cenote, folder / "large.xsb")
    assert (unsupported["status"], unsupported["proven"], unsupported["nodes"]) == ("unsupported", False, 0)
    assert (unsupported["solved"], unsupported["stopped"]) == (False, "unsupported")
    assert "4,900 floor cells; the solver takes 4,096" in unsupported["reason"]

    cenote("generate", "--size", "9", "--policy", "last", "--walk", "500", "--seed", "1", "-o", "big.xsb")
    (open_,) = solved(cenote, "big.xsb", "--nodes", "100")
    assert (open_["status"], open_["proven"], open_["pushes"]) == ("node_limit", False, None)
    assert (open_["solved"], open_["stopped"]) == (False, "nodes")
    assert open_["lower_bound"] > 0
    assert open_["upper_bound"] is None
    assert open_["solution"] is None
    assert open_["nodes"] <= 200


def test_xsb_is_the_file_with_solutions(cenote: Invoke, levels: Path) -> None:
    before = SOKOBAN.parse_file(levels.read_text())
    after = SOKOBAN.parse_file(cenote("solve", levels, "-f", "xsb").stdout)
    assert [entry.text for entry in after] == [entry.text for entry in before]
    assert all(SOKOBAN.replay(SOKOBAN.parse(entry.text), entry.solution) for entry in after)


@pytest.mark.parametrize(("name", "asked"), [("new.xsb", ()), ("new.sok", ()), ("new", ())])
def test_answers_go_to_a_file_as_its_ending_says(
    cenote: Invoke, folder: Path, levels: Path, name: str, asked: tuple[str, ...]
) -> None:
    told = cenote("solve", levels, *asked, "-o", name)
    assert (told.stdout, told.stderr) == ("", f"answers written to {name}\n")
    entries = SOKOBAN.parse_file((folder / name).read_text())
    assert all(SOKOBAN.replay(SOKOBAN.parse(entry.text), entry.solution) for entry in entries)
    assert len(entries) == 5


def test_an_existing_file_is_not_replaced_by_answers(cenote: Invoke, folder: Path, levels: Path) -> None:
    before = levels.read_text()
    assert "exists already" in refused(cenote("solve", levels, "-o", levels))
    assert levels.read_text() == before
    assert cenote("solve", levels, "-f", "jsonl", "-o", levels, "--force").exit_code == 0
    assert len(levels.read_text().splitlines()) == 5


def test_table_has_a_line_for_each_level(cenote: Invoke, levels: Path) -> None:
    lines = cenote("solve", levels).stdout.splitlines()
    assert len(lines) == 2 + 5
    assert lines[0].split() == ["title", "solved", "proven", "stopped", "pushes", "moves", "nodes", "seconds", "reason"]
    assert all("yes     yes     proven" in line for line in lines[2:])


def test_titles_are_printed_as_they_are(cenote: Invoke, folder: Path) -> None:
    (folder / "odd.xsb").write_text(CORRIDOR + "Title: [red]Müller[/red] :smile:\n", encoding="latin-1")
    assert "[red]Müller[/red] :smile:" in cenote("solve", folder / "odd.xsb").stdout
    assert solved(cenote, folder / "odd.xsb")[0]["title"] == "[red]Müller[/red] :smile:"


BY_PUSHES = ("--without", "slides")
"""Asks for the search by pushes, which small and zero-space levels do without."""

ROOM = """\
########
#  .   #
# $ $# #
#. @ . #
# $# $ #
#   .  #
########
"""


STORE = """\
##############
#      #     #
# $ $$ #     #
#      ## ####
# $ $   #  ###
#  $$ @ $ ..##
#    # ##.. ##
#    #  #..###
##   ####.. ##
#     ########
##############
"""


@pytest.fixture
def rooms(folder: Path) -> Path:
    path = folder / "rooms.xsb"
    path.write_text(f"{ROOM}\n{TRADE}")
    return path


def test_the_aim_says_what_the_bounds_count(cenote: Invoke, rooms: Path) -> None:
    by_pushes, by_moves = (solved(cenote, rooms, "--aim", aim)[1] for aim in ("pushes", "moves"))
    assert (by_pushes["counted"], by_moves["counted"]) == ("pushes", "moves")
    assert (by_pushes["pushes"], by_pushes["moves"], by_pushes["upper_bound"]) == (4, 13, 4)
    assert (by_moves["pushes"], by_moves["moves"], by_moves["upper_bound"]) == (6, 11, 11)
    assert by_pushes["proven"]
    assert by_moves["proven"]


def test_any_solution_comes_with_bounds_of_the_least_pushes(cenote: Invoke, rooms: Path) -> None:
    for found, least in zip(solved(cenote, rooms, "--aim", "any"), solved(cenote, rooms), strict=True):
        assert (found["status"], found["counted"]) == ("solved", "pushes")
        assert found["lower_bound"] <= least["pushes"] <= found["upper_bound"] == found["pushes"]


def test_a_solution_that_may_not_be_the_shortest_is_not_called_proven(cenote: Invoke, folder: Path) -> None:
    (folder / "store.xsb").write_text(STORE)
    (found,) = solved(cenote, "store.xsb", "--aim", "any")
    assert (found["status"], found["solved"], found["proven"], found["stopped"]) == ("solved", True, False, "found")
    assert found["lower_bound"] < found["upper_bound"]
    assert f"{found['lower_bound']}-{found['upper_bound']}" in cenote("solve", "store.xsb", "--aim", "any").stdout


def test_zero_space_levels_are_solved_by_moves_too(cenote: Invoke, levels: Path) -> None:
    by_pushes, by_moves = (solved(cenote, levels, "--aim", aim) for aim in ("pushes", "moves"))
    for fewest, least in zip(by_pushes, by_moves, strict=True):
        assert least["proven"]
        assert least["moves"] <= fewest["moves"]
        assert least["pushes"] >= fewest["pushes"]


@pytest.mark.parametrize("technique", get_declaration("sokoban").techniques)
def test_the_least_pushes_are_the_same_without_a_technique(
    cenote: Invoke, levels: Path, rooms: Path, technique: str
) -> None:
    for path in (levels, rooms):
        full, without = solved(cenote, path), solved(cenote, path, *BY_PUSHES, "--without", technique)
        assert [level["pushes"] for level in without] == [level["pushes"] for level in full]
        assert all(level["proven"] for level in without)


def test_all_techniques_can_be_switched_off_together(cenote: Invoke, rooms: Path) -> None:
    without = [part for name in get_declaration("sokoban").techniques for part in ("--without", name)]
    expected = [level["pushes"] for level in solved(cenote, rooms)]
    assert [level["pushes"] for level in solved(cenote, rooms, *without)] == expected


def test_no_time_leaves_bounds_and_is_not_called_unsolvable(cenote: Invoke, rooms: Path) -> None:
    proven = solved(cenote, rooms)
    for level, known in zip(solved(cenote, rooms, *BY_PUSHES, "--seconds", "0"), proven, strict=True):
        assert (level["status"], level["proven"], level["solution"]) == ("node_limit", False, None)
        assert level["lower_bound"] <= known["pushes"]
        assert (level["solved"], level["stopped"]) == (False, "seconds")
    table = cenote("solve", rooms, *BY_PUSHES, "--seconds", "0").stdout
    assert table.count(" seconds ") == 1 + 2


def test_little_memory_is_a_limit_like_few_nodes(cenote: Invoke, folder: Path) -> None:
    """A room so open that its states do not fit into a megabyte."""
    rows = ["@-------", "-$-$-$--", "--------", "-$-$-$--", "-----...", "-----..."]
    (folder / "open.xsb").write_text("\n".join(["#" * 10, *(f"#{row}#" for row in rows), "#" * 10]))
    (level,) = solved(cenote, "open.xsb", *BY_PUSHES, "--memory", "1", "--without", "matching")
    assert (level["status"], level["stopped"]) == ("node_limit", "memory")
    assert 0 < level["nodes"] < 20_000


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--aim", "beauty"), "sokoban has no aim 'beauty'; give --aim pushes or moves or any"),
        (("--without", "luck"), "there is no technique 'luck' in sokoban; --without takes slides, both-ends, "),
        (("--seconds", "-1"), "--seconds"),
        (("--seconds", "nan"), "--seconds"),
        (("--memory", "0"), "--memory"),
        (("--nodes", "0"), "--nodes"),
    ],
)
def test_wrong_options_are_refused(cenote: Invoke, rooms: Path, arguments: tuple[str, ...], told: str) -> None:
    assert told in refused(cenote("solve", rooms, *arguments))


def test_without_nodes_a_search_takes_its_seconds(cenote: Invoke, folder: Path) -> None:
    cenote("generate", "--size", "8", "--policy", "farthest", "--seed", "4", "--no-solutions", "-o", "large.xsb")
    by_default, (timed,) = solved(cenote, "large.xsb", "--nodes", "1000"), solved(cenote, "large.xsb", "--seconds", "2")
    assert by_default[0]["nodes"] <= 1000 < timed["nodes"]
    assert timed["upper_bound"] is not None


def test_a_solution_that_is_not_proven_is_a_solution(cenote: Invoke, folder: Path) -> None:
    cenote("generate", "--size", "8", "--policy", "farthest", "--seed", "4", "--no-solutions", "-o", "large.xsb")
    (found,) = solved(cenote, "large.xsb", "--nodes", "100000")
    assert (found["status"], found["solved"], found["proven"], found["stopped"]) == ("solved", True, False, "nodes")
    assert found["lower_bound"] < found["upper_bound"] == found["pushes"]


@pytest.mark.parametrize(("family", "counted"), [("watersort", "pours"), ("linjat", "layers")])
def test_other_families_count_what_is_theirs(cenote: Invoke, family: str, counted: str) -> None:
    cenote("generate", "--family", family, "--seed", "1", "--no-solutions", "-o", "levels.txt")
    (found,) = solved(cenote, "levels.txt")
    assert found == {**solved(cenote, "levels.txt", "--family", family)[0], "seconds": found["seconds"]}
    assert found["counted"] == counted
    assert found[counted] == found["upper_bound"]
    assert "pushes" not in found


def test_lines_of_json_are_the_objects_of_the_array(cenote: Invoke, levels: Path) -> None:
    lines = [json.loads(line) for line in cenote("solve", levels, "-f", "jsonl").stdout.splitlines()]
    assert [{**line, "seconds": 0} for line in lines] == [{**one, "seconds": 0} for one in solved(cenote, levels)]


def test_without_a_budget_a_search_goes_on_until_there_is_a_solution(
    cenote: Invoke, levels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The budget of the family is lowered, for a level that needs more takes long."""
    space_of = spaces.space_of
    monkeypatch.setattr("service.cli.level_files.solve.space_of", lambda *asked: (space_of(*asked)[0], 3))
    result = cenote("solve", levels, *BY_PUSHES, "-f", "json")
    found = json.loads(result.stdout)
    assert all(level["solved"] for level in found)
    assert "level 1: no solution within 3 nodes; going on with up to 30, Ctrl-C gives the best so far" in result.stderr
    assert "level 1: no solution within 30 nodes; going on with up to 300" in result.stderr
    limited = cenote("solve", levels, *BY_PUSHES, "--nodes", "3", "-f", "json")
    assert "going on" not in limited.stderr
    assert not json.loads(limited.stdout)[0]["solved"]


def test_seconds_do_not_count_compilation(cenote: Invoke, levels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second that goes by within the lock of numba's compiler is no second of the search."""

    def compiled_first(*arguments: Any) -> Solution:
        with global_compiler_lock:
            sleep(1)
        return evaluation.solved(*arguments)

    monkeypatch.setattr(examination, "solved", compiled_first)
    # However busy the machine is, each search takes two seconds by this clock.
    monkeypatch.setattr(examination, "perf_counter", count(0.0, 2.0).__next__)
    told = [level["seconds"] for level in solved(cenote, levels)]
    assert len(told) == 5
    assert all(seconds <= 1 for seconds in told)


@pytest.mark.parametrize("format_", ["json", "jsonl", "table", "xsb"])
def test_ctrl_c_ends_a_search_with_its_bounds_and_keeps_the_answers_before(
    cenote: Invoke, folder: Path, monkeypatch: pytest.MonkeyPatch, format_: str
) -> None:
    """The third level is never begun, and the second one would take hours."""
    cenote("generate", "--size", "3", "--count", "2", "--seed", "7", "--no-solutions", "-o", "small.xsb")
    cenote("generate", "--size", "9", "--policy", "last", "--seed", "1", "--no-solutions", "-o", "large.xsb")
    small, last = SOKOBAN.parse_file((folder / "small.xsb").read_text())
    (large,) = SOKOBAN.parse_file((folder / "large.xsb").read_text())
    (folder / "all.xsb").write_text("".join(SOKOBAN.format_file([small, large, last], "xsb")))
    begun = []

    def interrupted_second(*arguments: Any) -> Solution:
        begun.append(arguments)
        if len(begun) == 2:
            signal.raise_signal(signal.SIGINT)
        return evaluation.solved(*arguments)

    monkeypatch.setattr(examination, "solved", interrupted_second)
    result = cenote("solve", "all.xsb", "--nodes", "500000000", "-f", format_)
    assert result.exit_code == 130
    assert "interrupted; levels done: 2 of 3" in result.stderr
    if format_ == "table":
        assert [line.split()[8] for line in result.stdout.splitlines()[2:]] == ["proven", "interrupted"]
    elif format_ == "xsb":
        assert [entry.text for entry in SOKOBAN.parse_file(result.stdout)] == [small.text, large.text]
    else:
        lines = result.stdout.splitlines()
        first, second = json.loads(result.stdout) if format_ == "json" else map(json.loads, lines)
        assert (first["solved"], first["stopped"]) == (True, "proven")
        assert (second["proven"], second["stopped"]) == (False, "interrupted")
        assert second["lower_bound"] > 0


def test_a_level_that_cannot_be_read_is_left_out_and_the_others_are_solved(cenote: Invoke, folder: Path) -> None:
    (folder / "all.xsb").write_text(f"####\n@$-.\n####\n\n{CORRIDOR}")
    result = cenote("solve", "all.xsb", "-f", "json")
    assert result.exit_code == 1
    assert result.stderr.startswith("level 1 is left out: all.xsb: line 2: this row of a level has no wall")
    (answer,) = json.loads(result.stdout)
    assert (answer["number"], answer["solved"]) == (2, True)
    both = solved(cenote, "all.xsb", "--close-edges")
    assert [(answer["number"], answer["pushes"]) for answer in both] == [(1, 2), (2, 1)]
    assert "has no wall" in refused(cenote("solve", "all.xsb", "--strict"))


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ("ab.\nba.", "ab.\nbz.", "line 5, column 2: 'z' is not a unit"),
        ("; 2 x 3\n3 .\n 2 ", "; 2 x 3\n3 .\n 9 ", "line 7, column 2: '9' is not a cell"),
        ("VH\nH.", "VH\nHx", "the level from line 4 on: line 2, column 2: 'x' is none of"),
    ],
)
def test_one_wrong_level_is_left_out_in_every_family(
    cenote: Invoke, folder: Path, right: str, wrong: str, problem: str
) -> None:
    (folder / "all.txt").write_text(f"{right}\n\n{wrong}\n\n{right}\n")
    result = cenote("solve", "all.txt", "-f", "json")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"level 2 is left out: all.txt: {problem}")
    assert [answer["number"] for answer in json.loads(result.stdout)] == [1, 3]
    assert problem in refused(cenote("solve", "all.txt", "--strict"))


def test_a_family_that_reads_a_whole_file_comes_before_those_that_read_a_part(cenote: Invoke, folder: Path) -> None:
    """Lines of numbers without 0 and 1 are rows of Linjat as well."""
    (folder / "all.txt").write_text("3\n0 2\n2 0\n-1 -1\n\n5\n2 3\n3 2\n4 4\n-1 -1\n-1 -1\n")
    result = cenote("convert", "all.txt", "-", "--to", "json")
    assert result.exit_code == 0
    assert result.stdout.count('"tubes"') == 2


def test_edges_are_closed_where_a_family_has_any(cenote: Invoke, folder: Path) -> None:
    cenote("generate", "--family", "watersort", "--count", "1", "-o", "one.txt")
    told = refused(cenote("solve", "one.txt", "--family", "watersort", "--close-edges"))
    assert "levels of watersort have no open edges; leave --close-edges out" in told


def test_a_file_that_no_family_reads_is_refused_with_the_names_of_all(cenote: Invoke, folder: Path) -> None:
    (folder / "prose.txt").write_text("This is no level at all?\n")
    told = refused(cenote("solve", "prose.txt"))
    assert "there is no level in this text" in told
    assert "if the family is another one, give --family: linjat, orimaze, sokoban, watersort" in told
    assert "--family" not in refused(cenote("solve", "prose.txt", "--family", "sokoban"))
