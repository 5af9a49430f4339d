"""Looking at what a database holds."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from generator import get_family
from optimiser.target import parse_target
from service.levels.json_objects import KEYS
from storage.database import Database
from storage.queries import pool
from tests.service.conftest import Invoke, refused

SOKOBAN = get_family("sokoban")


def levels(cenote: Invoke, url: str, *arguments: str) -> list[dict]:
    result = cenote("best", "--storage", url, "-f", "json", *arguments)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def test_best_orders_by_depth_and_json_has_just_the_documented_keys(cenote: Invoke, evolved: str) -> None:
    found = levels(cenote, evolved)
    assert len(found) == 10
    assert all(tuple(level) == KEYS for level in found)
    depths = [level["depth"] for level in found]
    assert depths == sorted(depths, reverse=True)


def test_json_level_is_what_its_family_says(cenote: Invoke, evolved: str) -> None:
    for found in levels(cenote, evolved):
        level = SOKOBAN.parse(found["level"])
        assert SOKOBAN.format(SOKOBAN.generate(found["genome"]).level) == found["level"]
        assert SOKOBAN.replay(level, found["solution"]) == found["depth"] == found["metrics"]["depth"]
        assert found["lower_bound"] == found["upper_bound"] == found["depth"]
        assert found["proven"] is True
        assert len(found["solution"]) == found["moves"]
        assert found["objective"] == "deep"
        assert found["score"] == found["depth"]
        assert all(isinstance(parent, int) for parent in found["parents"])


@pytest.mark.parametrize(
    ("arguments", "holds"),
    [
        (("--session", "1"), lambda level: level["session"] == 1),
        (("--min-depth", "30"), lambda level: level["depth"] >= 30),
        (("--max-depth", "30"), lambda level: level["depth"] <= 30),
        (("--min-depth", "20", "--max-depth", "24"), lambda level: 20 <= level["depth"] <= 24),
        (("--min-branching", "6"), lambda level: level["branching"] >= 6),
        (("--max-branching", "6"), lambda level: level["branching"] <= 6),
        (("--boxes", "15"), lambda level: level["boxes"] == 15),
        (("--type", "b", "--size", "4"), lambda level: (level["type"], level["size"]) == ("b", 4)),
        (("--proven",), lambda level: level["proven"]),
        (("--objective", "deep"), lambda level: level["objective"] == "deep"),
        (("--family", "sokoban", "--origin", "evolved"), lambda level: level["family"] == "sokoban"),
    ],
)
def test_filters_keep_what_they_say(cenote: Invoke, evolved: str, arguments: tuple[str, ...], holds) -> None:
    every = levels(cenote, evolved, "--limit", "1000000")
    found = levels(cenote, evolved, "--limit", "1000000", *arguments)
    assert {level["id"] for level in found} == {level["id"] for level in every if holds(level)}
    assert found


@pytest.mark.parametrize(
    "arguments",
    [
        ("--boxes", "14"),
        ("--min-boxes", "16"),
        ("--max-boxes", "14"),
        ("--unproven",),
        ("--type", "e"),
        ("--size", "5"),
        ("--state", "approved"),
        ("--tag", "dense"),
        ("--min-rating", "1"),
    ],
)
def test_filters_leave_out_the_rest(cenote: Invoke, evolved: str, arguments: tuple[str, ...]) -> None:
    assert levels(cenote, evolved, *arguments) == []
    assert cenote("best", "--storage", evolved, *arguments).stdout == "no level was found\n"


@pytest.mark.parametrize("name", ["depth", "score", "branching", "boxes", "moves", "id"])
def test_order_goes_both_ways(cenote: Invoke, evolved: str, name: str) -> None:
    up = [level[name] for level in levels(cenote, evolved, "--order", name)]
    down = [level[name] for level in levels(cenote, evolved, "--order", f"-{name}")]
    assert up == sorted(up)
    assert down == sorted(down, reverse=True)


def test_csv_has_a_line_for_every_level_with_all_metrics(cenote: Invoke, evolved: str) -> None:
    rows = list(csv.DictReader(io.StringIO(cenote("best", "--storage", evolved, "-f", "csv").stdout)))
    found = levels(cenote, evolved)
    assert [int(row["id"]) for row in rows] == [level["id"] for level in found]
    assert [float(row["branching"]) for row in rows] == [level["branching"] for level in found]
    assert [int(row["box_lines"]) for row in rows] == [level["metrics"]["box_lines"] for level in found]


def test_json_and_csv_say_who_made_a_level_and_what_curators_think_of_it(cenote: Invoke, folder: Path) -> None:
    board = "#####\n#@$.#\n#####"
    (folder / "level.xsb").write_text(f"{board}\nTitle: Corridor\nAuthor: nobody\n")
    for command in (
        "import level.xsb",
        "curate move 1 approved",
        "curate rate 1 4",
        "curate tag 1 b",
        "curate tag 1 a",
    ):
        assert cenote(*command.split()).exit_code == 0
    (level,) = json.loads(cenote("best", "-f", "json").stdout)
    said = {"title": "Corridor", "author": "nobody", "origin": "imported", "state": "approved", "rating": 4}
    assert level | said | {"tags": ["a", "b"], "level": board} == level
    assert level["created_at"][:2] == "20"
    assert json.loads(cenote("show", "1", "-f", "json").stdout) == level
    (row,) = csv.DictReader(io.StringIO(cenote("best", "-f", "csv").stdout))
    assert row | {key: str(value) for key, value in said.items()} | {"tags": "a, b", "level": board} == row
    assert row["created_at"] == level["created_at"]


def test_xsb_holds_levels_with_solutions_that_replay(cenote: Invoke, evolved: str) -> None:
    entries = SOKOBAN.parse_file(cenote("best", "--storage", evolved, "-f", "xsb").stdout)
    found = levels(cenote, evolved)
    assert [entry.text for entry in entries] == [level["level"] for level in found]
    for entry, level in zip(entries, found, strict=True):
        assert SOKOBAN.replay(SOKOBAN.parse(entry.text), entry.solution) == level["depth"]
        assert f"depth {level['depth']} (proven)" in entry.comment


def test_table_shows_every_figure(cenote: Invoke, evolved: str) -> None:
    lines = cenote("best", "--storage", evolved, "--limit", "1").stdout.splitlines()
    (level,) = levels(cenote, evolved, "--limit", "1")
    assert lines[0].split() == [
        "id",
        "type",
        "depth",
        "proven",
        "moves",
        "boxes",
        "branching",
        "score",
        "session",
        "name",
    ]
    assert lines[2].endswith(f"  {level['name']}")
    assert lines[2].split()[:5] == [str(level["id"]), "b", "4", str(level["depth"]), "proven"]
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("bound", ["branching>1.6", "branching<=1.6", "moves>=99", "depth!=46"])
def test_levels_are_listed_by_bounds_on_any_metric(cenote: Invoke, evolved: str, bound: str) -> None:
    target = parse_target(bound)
    every = levels(cenote, evolved, "--limit", "1000")
    kept = [level for level in every if target.met(level["metrics"])]
    assert levels(cenote, evolved, "--limit", "1000", "--where", bound) == kept
    one = str(every[-1]["metrics"]["branching"])
    exact = levels(cenote, evolved, "--where", f"branching={one}", "--where", f"depth={every[-1]['depth']}")
    assert every[-1] in exact


def test_the_pool_of_a_session_is_listed_as_its_last_table_shows_it(cenote: Invoke, evolved: str) -> None:
    with Database.open_readonly(evolved) as database:
        shown = {row.id for row in pool(database, 1)}
    assert {level["id"] for level in levels(cenote, evolved, "--session", "1", "--pool")} == shown
    assert {level["id"] for level in levels(cenote, evolved, "--session", "1")} != shown
    assert "--session" in refused(cenote("best", "--pool", "--storage", evolved))


def test_bounds_on_what_nobody_measures_are_refused(cenote: Invoke, evolved: str) -> None:
    anywhere = refused(cenote("best", "--where", "beauty=1", "--storage", evolved))
    assert "no family has a metric 'beauty'; their metrics are: alive, " in anywhere
    assert "no metric 'square'; the family measures: " in refused(
        cenote("best", "--family", "sokoban", "--where", "square=0")
    )
    assert "'depth>=90'" in refused(cenote("best", "--where", "depth", "--storage", evolved))


def test_a_level_is_shown_by_its_name(cenote: Invoke, evolved: str) -> None:
    (level,) = levels(cenote, evolved, "--limit", "1")
    said = level["name"].lower().replace(" ", "-")
    for command in ("show", "lineage"):
        by_name = cenote(command, said, "--storage", evolved)
        assert by_name.exit_code == 0
        assert by_name.stdout == cenote(command, str(level["id"]), "--storage", evolved).stdout
    assert level in levels(cenote, evolved, "--called", level["name"])


@pytest.mark.parametrize(
    "asked",
    [("show", "\udcff"), ("best", "--called", "\udcff"), ("best", "--tag", "\udcff")],
)
def test_bytes_that_are_no_text_are_refused_in_one_line(cenote: Invoke, evolved: str, asked: tuple[str, ...]) -> None:
    """As the operating system hands over an argument that is not UTF-8."""
    assert "UTF-8" in refused(cenote(*asked, "--storage", evolved))


def run(cenote: Invoke, *arguments: str) -> None:
    result = cenote("run", "--evaluations", "48", "--seed", "3", "--workers", "0", "-q", *arguments)
    assert result.exit_code == 0, result.output


def listed(cenote: Invoke, *arguments: str) -> list[dict]:
    return json.loads(cenote("best", "-f", "json", "--limit", "1000", *arguments).stdout)


def is_ordered(levels: list[dict], key: str) -> bool:
    values = [level[key] for level in levels]
    return values == sorted(values, reverse=True)


def test_the_best_levels_are_those_of_the_objective_that_they_were_found_for(cenote: Invoke) -> None:
    run(cenote, "--family", "template", "--weight", "depth=-1")
    assert is_ordered(listed(cenote), "score")
    assert not is_ordered(listed(cenote), "depth")
    run(cenote, "--family", "template", "--objective", "deep")
    assert is_ordered(listed(cenote), "depth"), "scores under two objectives cannot be compared"
    first, second = listed(cenote, "--session", "1"), listed(cenote, "--session", "2")
    assert is_ordered(first, "score")
    assert is_ordered(second, "score")
    assert {level["objective"] for level in first} == {"depth=-1"}
    assert {level["objective"] for level in second} == {"deep"}, "also of those that the first session had found"
    assert is_ordered(listed(cenote, "--session", "1", "--order", "-depth"), "depth")


def test_levels_that_no_session_found_are_not_hidden_behind_the_others(cenote: Invoke) -> None:
    run(cenote, "--family", "template", "--weight", "depth=-1")
    assert cenote("generate", "--family", "template", "--size", "6", "--store").exit_code == 0
    found = listed(cenote)
    assert is_ordered(found, "depth")
    assert None in {level["session"] for level in found}


def test_a_list_of_several_families_says_which(cenote: Invoke, folder: Path) -> None:
    (folder / "level.xsb").write_text("#####\n#@$.#\n#####\n")
    assert cenote("import", "level.xsb").exit_code == 0
    assert "family" not in cenote("best").stdout
    assert cenote("generate", "--family", "template", "--store").exit_code == 0
    header, _, *rows = cenote("best").stdout.splitlines()
    assert header.split()[:3] == ["id", "family", "type"]
    assert {row.split()[1] for row in rows} == {"sokoban", "template"}
    said = "depth has a unit of its own in each of sokoban, template"
    assert said in cenote("best", "--limit", "1").stderr
    assert said in cenote("best", "--where", "depth>=0").stderr
    one_family = ("--family", "sokoban"), ("--max-branching", "0.5"), ("--where", "boxes_off_goal>=0")
    for comparable in (*one_family, ("--order", "id"), ("--type", "other")):
        assert said not in cenote("best", *comparable).stderr
    assert cenote("curate", "move", "1", "2", "candidate").exit_code == 0
    assert "template" in cenote("curate", "list").stdout


@pytest.mark.parametrize("command", ["best", "export"])
def test_a_family_that_is_not_there_is_refused_with_those_that_are(cenote: Invoke, evolved: str, command: str) -> None:
    message = refused(cenote(command, "--storage", evolved, "--family", "nosuch"))
    assert "there is no puzzle family 'nosuch'; there are: linjat, orimaze, sokoban, watersort" in message


def test_show_has_the_board_every_metric_and_the_solution(cenote: Invoke, evolved: str) -> None:
    (level,) = levels(cenote, evolved, "--limit", "1")
    text = cenote("show", str(level["id"]), "--storage", evolved).stdout
    board, figures, solution = text.split("\n\n")
    assert board == level["level"]
    assert all(name.replace("_", " ") in figures for name in level["metrics"])
    assert "".join(solution.removeprefix("solution\n").split()) == level["solution"]
    assert json.loads(cenote("show", str(level["id"]), "--storage", evolved, "-f", "json").stdout) == level
    entries = SOKOBAN.parse_file(cenote("show", str(level["id"]), "--storage", evolved, "-f", "xsb").stdout)
    assert [entry.text for entry in entries] == [level["level"]]


def test_show_writes_a_picture_and_overwrites_nothing_unasked(cenote: Invoke, evolved: str, folder: Path) -> None:
    show = ("show", "1", "--storage", evolved, "--svg", folder / "level.svg")
    assert cenote(*show).exit_code == 0
    assert ElementTree.parse(folder / "level.svg").getroot().tag.endswith("svg")
    (folder / "level.svg").write_text("mine")
    assert "overwrite it with --force" in refused(cenote(*show))
    assert (folder / "level.svg").read_text() == "mine"
    assert cenote(*show, "--force").exit_code == 0
    assert (folder / "level.svg").read_text() != "mine"
    assert [path.name for path in folder.iterdir()] == ["level.svg"]


def test_lineage_leads_from_a_level_to_random_ones_and_adds_up(cenote: Invoke, evolved: str) -> None:
    best = levels(cenote, evolved, "--limit", "1")[0]
    chain = json.loads(cenote("lineage", str(best["id"]), "--storage", evolved, "-f", "json").stdout)
    found = {level["id"]: level for level in chain}
    assert chain[0]["id"] == best["id"]
    assert chain[0]["parents"] == best["parents"]
    for level in chain:
        parents = [found[parent] for parent in level["parents"]]
        if parents:
            assert level["gain"] == level["score"] - max(parent["score"] for parent in parents)
            assert level["operator"] in SOKOBAN.operators({"types": ["b"]})
        else:
            assert (level["operator"], level["gain"]) == (None, None)
    assert not chain[-1]["parents"]


def test_lineage_tree_names_level_operator_and_gain_of_each_step(cenote: Invoke, evolved: str) -> None:
    best = levels(cenote, evolved, "--limit", "1")[0]
    arguments = ("lineage", str(best["id"]), "--storage", evolved)
    lines = cenote(*arguments).stdout.splitlines()
    chain = json.loads(cenote(*arguments, "-f", "json").stdout)
    assert {int(line.strip("│├└─ ").split()[0]) for line in lines} == {level["id"] for level in chain}
    assert lines[0] == (f"{best['id']}  depth {best['depth']} proven  by {chain[0]['operator']}  {chain[0]['gain']:+g}")
    assert lines[-1].endswith("random")


def test_sessions_lists_settings_and_state(cenote: Invoke, evolved: str) -> None:
    (session,) = json.loads(cenote("sessions", "--storage", evolved, "-f", "json").stdout)
    assert session["id"] == 1
    assert session["state"] == "finished"
    assert session["evaluations"] == 304
    text = cenote("sessions", "--storage", evolved).stdout
    assert "sokoban b 4x4 " in text
    assert "304" in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("show", "100000"), "there is no level 100000"),
        (("show", "best"), "there is no level 'best'; cenote best lists levels"),
        (("show", "9" * 40), "is not in the range"),
        (("lineage", "100000"), "there is no level 100000"),
        (("best", "--session", "7"), "there is no session 7"),
        (("best", "--order", "beauty"), "'beauty' is not one of"),
        (("best", "--limit", "0"), "0 is not in the range"),
        (("best", "--min-branching", "many"), "'many' is not a valid float"),
        (("best", "-f", "xml"), "'xml' is not one of"),
        (("verify", "--session", "7"), "there is no session 7"),
        (("show", "1", "--svg", "nowhere/level.svg"), "No such file or directory"),
    ],
)
def test_wrong_questions_are_refused(cenote: Invoke, evolved: str, arguments: tuple[str, ...], told: str) -> None:
    assert told in refused(cenote(*arguments, "--storage", evolved))


def test_the_lineage_is_written_as_a_film(cenote: Invoke, evolved: str, tmp_path: Path) -> None:
    made = next(level for level in levels(cenote, evolved, "--limit", "50") if level["parents"])
    film = tmp_path / "lineage.gif"
    asked = ("lineage", made["id"], "--film", film, "--storage", evolved)
    assert cenote(*asked).exit_code == 0
    with Image.open(film) as image:
        assert image.n_frames > 1
    assert "exists already" in cenote(*asked).stderr
    assert cenote(*asked, "--force").exit_code == 0
