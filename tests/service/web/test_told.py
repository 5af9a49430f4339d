"""What the program says beside the pages comes out in their language: options, figures, events, refusals."""

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict

import pytest
from fastapi.testclient import TestClient

from generator import SolveStatus, family_names, get_declaration, get_family
from generator.errors import PuzzleError
from generator.messages import Message
from optimiser.evaluation import appraised
from optimiser.objective import PRESETS
from optimiser.pool import Replacement
from service.contests.announcements import announcement
from service.contests.submissions import entrant
from service.errors import ServiceError
from service.sessions.settings import asked_objective, family_settings, options_of
from service.sessions.sizes import AXIS, REQUIRED, SIZES
from service.web.app import create_app
from service.web.languages import LANGUAGES, counted_name, counted_unit, translated
from service.web.pages import TEMPLATES, environment
from service.web.settings import WebSettings
from storage.contests import Part
from storage.tables.base import Origin
from tests.service.web.conftest import browsing, token

CHINESE = "zh_Hans"
HEADERS = {"accept-language": "zh-CN"}
CORRIDOR = "#####\n#@$.#\n#####"
GRID = "3..\n   \n 2."
TUBES = "ab.\nba."
WORD = re.compile(r"[A-Za-z]{2,}")
NAMED = re.compile(r"'[^']*'|\([a-z_-]+\)|“[^”]*”|--[\w-]+|<[^>]*>|\[[a-z]+\]|cenote [a-z ]+|/api/\w+")
"""What is quoted, or an option, a mark, or a command."""
NAMES = {"XSB", "XML", "MiB", "UTC", "Linjat", "SokobanLevels", "level"} | {
    word
    for name in family_names()
    for declaration in (get_declaration(name),)
    for words in (
        *((option.name, *option.choices) for option in options_of(name)),
        (name, *declaration.presets, *declaration.formats, *declaration.objectives, *PRESETS),
    )
    for text in words
    for word in WORD.findall(text)
}


@pytest.fixture(scope="module")
def client(evolved: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A browser on the same machine; one for all tests, since the processes that read levels take time to start."""
    copy = tmp_path_factory.mktemp("said") / "levels.db"
    shutil.copy(evolved.removeprefix("sqlite:///"), copy)
    with browsing(f"sqlite:///{copy}") as client:
        yield client


def english(message: Message) -> list[str]:
    """The English words of what is told in Chinese that are no names; all of it where it is not translated."""
    text = translated(CHINESE, message)
    if text == str(message):
        return [text]
    return [word for word in WORD.findall(NAMED.sub("", text)) if word not in NAMES]


def refused(text: str) -> list[str]:
    """The English words that are left of a refusal on a page."""
    found = re.search(r'class="message bad"[^>]*>(.*?)</p>', text, re.DOTALL)
    assert found, text[-2000:]
    refusal = re.sub(r"&#39;.*?&#39;", "", found[1])
    assert re.search("[\u4e00-\u9fff]", refusal), refusal
    return [word for word in WORD.findall(NAMED.sub("", refusal)) if word not in NAMES]


def untranslated(texts: Iterator[str | Message]) -> list[str]:
    return [
        f"{language}: {text}"
        for language in [*LANGUAGES][1:]
        for text in texts
        if translated(language, text) == str(text)
    ]


def words() -> Iterator[str | Message]:
    """What families and the optimiser call things, as pages show it."""
    for name in family_names():
        declaration = get_declaration(name)
        yield from (declaration.pieces, declaration.task)
        for introduction in declaration.introductions.values():
            yield from (introduction.title, introduction.help)
        for option in options_of(name):
            yield from (option.name, option.help)
        for aim in declaration.aims.values():
            yield from (aim.help, aim.metric.replace("_", " "))
        for metric, declared in declaration.metrics.items():
            yield from (metric.replace("_", " "), declared.unit, declared.help, *filter(None, [declared.single]))
        yield from declaration.techniques.values()
        yield from (tool.help for tool in declaration.tools)
        yield from (field for format_ in declaration.formats.values() for field in format_.lost)
        yield from declaration.objectives
        for preset in declaration.presets.values():
            space = declaration.space(preset)
            yield from (key for key in space if key != "budget")
            yield from (operator.replace("_", " ") for operator in get_family(name).operators(space))
    for option in (REQUIRED, AXIS, *SIZES):
        yield from (option.name, option.help)
    yield from (*PRESETS, *Replacement, *(part.label.template for part in Part), *Origin)


def test_one_of_a_unit_is_said_in_the_singular_and_chinese_counts_all_numbers_alike() -> None:
    pushes = get_declaration("sokoban").metrics["depth"]
    assert [counted_unit("en", pushes, count) for count in (0, 1, 2)] == ["pushes", "push", "pushes"]
    assert [counted_unit("zh_Hans", pushes, count) for count in (1, 2)] == ["次推动", "次推动"]


def test_what_was_counted_of_an_answer_is_said_in_the_singular_too() -> None:
    metrics = get_declaration("sokoban").metrics
    said = {
        (language, name): counted_name(language, metrics, name, 1)
        for language in LANGUAGES
        for name in ("moves", "pushes")
    }
    assert [*said.values()] == ["move", "push", "步", "次推动"]
    assert [counted_name("en", metrics, name, 2) for name in ("moves", "pushes", "box_lines")] == [
        "moves",
        "pushes",
        "box lines",
    ]


@pytest.mark.parametrize(
    ("language", "shown"), [("en", "1 move, 1 push"), ("zh_Hans", "1 步\N{FULLWIDTH COMMA}1 次推动")]
)
def test_pages_of_contests_count_one_move_and_one_push(language: str, shown: str) -> None:
    figures = """{% import "contest_parts.html" as parts %}{{ parts.figures(metrics, "sokoban") }}"""
    metrics = {"moves": 1, "pushes": 1, "box_lines": 1}
    assert environment(language).from_string(figures).render(metrics=metrics).strip() == shown


def test_whatever_answers_are_ranked_by_has_a_singular() -> None:
    ranked = [(name, order[0]) for name in family_names() for order in get_declaration(name).rankings]
    alike = [key for name, key in ranked if counted_name("en", get_declaration(name).metrics, key, 1) == key]
    assert ranked
    assert alike == []


def test_every_depth_has_a_singular() -> None:
    depths = {name: get_declaration(name).metrics["depth"] for name in family_names()}
    assert [name for name, depth in depths.items() if not depth.single] == []


def test_every_word_of_every_family_has_its_translation() -> None:
    assert untranslated(words()) == []


@pytest.mark.parametrize(("name", "text"), [("sokoban", CORRIDOR), ("linjat", GRID), ("watersort", TUBES)])
def test_every_figure_has_its_translation(name: str, text: str) -> None:
    family = get_family(name)
    level = family.parse(text)
    metrics = appraised(family, level, family.solve(level, 1000))
    assert untranslated(metric.replace("_", " ") for metric in (*metrics, "moves", "pushes")) == []


def test_everything_that_programs_are_told_has_its_translation() -> None:
    described = create_app(WebSettings("sqlite:///levels.db", "key")).openapi()
    operations = [operation for methods in described["paths"].values() for operation in methods.values()]
    texts = [
        text["description"]
        for text in (*operations, *described["components"]["schemas"].values())
        if "description" in text
    ]
    assert untranslated(" ".join(text.split()) for text in texts) == []


SETTINGS: tuple[tuple[str, str, Mapping[str, list[str | int]]], ...] = (
    ("sokoban", "b99", {}),
    ("sokoban", "", {"colour": ["red"]}),
    ("sokoban", "", {"size": ["many"]}),
    ("sokoban", "", {"size": [60]}),
    ("sokoban", "", {"type": ["q"]}),
    ("sokoban", "", {"type": ["b", "free"]}),
    ("sokoban", "", {"hull": ["L"]}),
    ("sokoban", "", {"size": [10], "policy": ["deepest"]}),
    ("sokoban", "", {"type": ["w"], "policy": ["apart"]}),
    ("sokoban", "", {"policy": ["last"], "sweeps": [2]}),
    ("sokoban", "", {"walk": [10, 20]}),
    ("sokoban", "", {"nodes": [0]}),
    ("sokoban", "", {"policy": ["last"], "walk": [0]}),
    ("sokoban", "", {"boxes": [2]}),
    ("sokoban", "", {"type": ["free"], "boxes": [10], "rows": [1], "cols": [2]}),
    ("sokoban", "", {"type": ["free"], "boxes": [100]}),
    ("sokoban", "", {"type": ["free"], "size": [5]}),
    ("sokoban", "", {"type": ["free"], "walk": [5]}),
    ("sokoban", "", {"type": ["free"], "walls": ["fixed"]}),
    ("sokoban", "", {"type": ["free"], "effort": [-1]}),
    ("linjat", "", {"rows": [1]}),
    ("linjat", "", {"numbers": [35], "rows": [5], "cols": [5]}),
    ("linjat", "", {"effort": [0]}),
)


@pytest.mark.parametrize(("family", "preset", "given"), SETTINGS)
def test_settings_are_refused_in_chinese(family: str, preset: str, given: Mapping[str, list[str | int]]) -> None:
    with pytest.raises(PuzzleError) as refusal:
        get_declaration(family).space(family_settings(family, preset, given))
    assert english(refusal.value.message) == []


ANSWERS = (
    ("sokoban", CORRIDOR, "l"),
    ("sokoban", CORRIDOR, ""),
    ("sokoban", CORRIDOR, "x"),
    ("sokoban", CORRIDOR, "(r"),
    ("sokoban", CORRIDOR, "3"),
    ("sokoban", CORRIDOR, "999999999(r)"),
    ("sokoban", CORRIDOR, "0r"),
    ("sokoban", "#####\n#@*-#\n#####", ""),
    ("linjat", GRID, ""),
    ("linjat", GRID, "A1-B2"),
    ("linjat", GRID, "A1-A9"),
    ("linjat", GRID, "A2-B2"),
    ("linjat", GRID, "A1-B1"),
    ("linjat", GRID, "A1-C1"),
    ("linjat", GRID, "A1-C1 A1-C1"),
)


@pytest.mark.parametrize(("family", "level", "answer"), ANSWERS)
def test_answers_are_refused_in_chinese(family: str, level: str, answer: str) -> None:
    puzzle = get_family(family)
    with pytest.raises(PuzzleError) as refusal:
        puzzle.check(puzzle.parse(level), answer)
    assert english(refusal.value.message) == []


UNSOLVABLE = (
    ("sokoban", "######\n#@$ .#\n##.$##\n######"),
    ("linjat", "2..\n   \n  ."),
    ("watersort", "ab\nba"),
)


@pytest.mark.parametrize(("family", "text"), UNSOLVABLE)
def test_why_a_level_is_not_solved_is_told_in_chinese(family: str, text: str) -> None:
    puzzle = get_family(family)
    solution = puzzle.solve(puzzle.parse(text), 1000)
    assert solution.status is not SolveStatus.SOLVED
    assert solution.reason
    assert english(solution.reason) == []


def test_the_level_that_an_answer_does_not_solve_stands_before_a_chinese_colon() -> None:
    reason = Message("no solution is stored")
    said = translated(CHINESE, Message("{part}: {reason}", part=Part("extra").label, reason=reason))
    assert "\N{FULLWIDTH COLON}" in said
    assert ":" not in said


def test_a_tool_can_answer_in_chinese() -> None:
    family = get_family("sokoban")
    answer = family.run_tool("path", ["######\n#@$ .#\n######"], {"box": "C2", "to": "D2"})
    assert str(answer.text).startswith("C2-D2: pushes 1, moves 1")
    assert "推动 1" in translated(CHINESE, answer.text)


LEVELS = (
    ("sokoban", "nothing at all"),
    ("sokoban", "#####\n#@$ #\n#####"),
    ("sokoban", "#####\n# $.#\n#####"),
    ("sokoban", "#####\n#@ @#\n#$ .#\n#####"),
    ("sokoban", "#####\n#@  #\n#####"),
    ("sokoban", "####\n#@$.\n####"),
    ("sokoban", "#####\n#@$q#\n#####"),
    ("sokoban", "#" * 2000),
    ("sokoban", "\0\1\2"),
    ("sokoban", "5#|#@$.#|999999999#"),
    ("sokoban", "3(3(3(#"),
    ("sokoban", "[soko]####|#@$.#"),
    ("sokoban", "http://sokoban.ws/sokoplayer/?w=4&h=9&lvl=QQQQ|H__H"),
    ("sokoban", "<SokobanLevels><Level><L>#q</L></Level></SokobanLevels>"),
    ("sokoban", "<SokobanLevels></SokobanLevels>"),
    ("sokoban", '<?xml version="1.0"?><html></html>'),
    ("sokoban", '<!DOCTYPE a [<!ENTITY b "c">]><SokobanLevels></SokobanLevels>'),
    ("sokoban", "#####\n#@$.#\n#####\nSolution: (r"),
    ("linjat", ""),
    ("linjat", "x.\n  "),
    ("linjat", "..\n  "),
    ("linjat", "2"),
    ("linjat", "2\n" * 100),
    ("linjat", '{"puzzle": 3}'),
    ("linjat", '{"puzzle": ["2.", "  "], "solution": 5}'),
)


@pytest.mark.parametrize(("family", "text"), LEVELS)
def test_levels_are_refused_in_chinese(family: str, text: str) -> None:
    puzzle = get_family(family)
    with pytest.raises(PuzzleError) as refusal:
        puzzle.parse_file(text)
    assert english(refusal.value.message) == []


@pytest.mark.parametrize(
    ("family", "text", "shown"),
    [
        ("orimaze", "VH\nH.", "2 × 2 角"),
        ("orimaze", "VH\nH.\n--\n.H\nVH", "2 × 2 排列"),
        ("watersort", "BALL LOOSE\nab..\nba..", "2 × 2 + 2 单球 每管一色"),
    ],
)
def test_words_in_the_type_of_a_level_are_chinese_too(family: str, text: str, shown: str) -> None:
    puzzle = get_family(family)
    described = puzzle.describe(puzzle.parse(text))
    written = environment(CHINESE).from_string("{{ kind_of(type, size) }}|{{ type|typed }}").render(asdict(described))
    assert written.replace("\N{NO-BREAK SPACE}", " ") == f"{shown}|{shown}"


def test_the_type_that_is_looked_for_is_chinese_whatever_it_is(client: TestClient) -> None:
    text = client.get("/levels", params={"type": "2x2 corner {x}"}, headers=HEADERS).text
    assert "2 × 2 角 {x}" in text.replace("\N{NO-BREAK SPACE}", " ")


def test_every_template_shows_types_so() -> None:
    shown = {file.name: re.findall(r"\btype ?\| ?(\w+)", file.read_text("utf-8")) for file in TEMPLATES.glob("*.html")}
    assert {name: filters for name, filters in shown.items() if {*filters} - {"typed"}} == {}


EVENTS = (
    Message("new best: score {score:g}, depth {depth}", score=12.5, depth="44"),
    Message("the population starts anew after {number} evaluations without gain", number=4000),
    Message("a worker process died; evaluated again one at a time: {number} candidates", number=3),
)


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_events_are_told_in_chinese(event: Message) -> None:
    assert english(event) == []
    assert re.findall(r"[\d.]+", translated(CHINESE, event)) == re.findall(r"[\d.]+", str(event))


def test_an_explanation_is_given_in_chinese() -> None:
    family = get_family("linjat")
    lines = [*family.explain(family.parse("4. .\n .2 \n3.  \n  . \n2   "))]
    assert [word for line in lines for word in english(line)] == []


@pytest.mark.parametrize(
    "address",
    [
        "/levels/999999",
        "/sessions/999999",
        "/contests/999999",
        "/nowhere",
        "/levels?order=beauty",
        "/levels?size=many",
        "/levels?limit=0",
        "/levels?after=x",
        "/compare?ids=1",
        "/play?z=!",
        "/play?family=chess&level=x",
        "/play?level=nothing",
        "/levels/1/file/docx",
    ],
)
def test_pages_say_in_chinese_what_is_wrong(client: TestClient, address: str) -> None:
    assert refused(client.get(address, headers=HEADERS).text) == []


def test_pieces_of_pages_say_in_chinese_what_is_wrong(client: TestClient) -> None:
    answer = client.get("/levels/999999/curation", headers={**HEADERS, "hx-request": "true"})
    assert answer.text.startswith("没有关卡 999999")


def test_programs_are_told_in_english_what_is_wrong(client: TestClient) -> None:
    answer = client.get("/api/levels/999999", headers=HEADERS)
    assert answer.json() == {"detail": "there is no level 999999; cenote best lists levels"}


def test_forms_say_in_chinese_what_is_wrong(client: TestClient) -> None:
    csrf = token(client)
    session = {"csrf": csrf, "family": "sokoban", "preset": "b4", "option-size": "99", "evaluations": "10"}
    assert refused(client.post("/sessions", data=session, headers=HEADERS).text) == []
    assert (
        refused(client.post("/sessions", data={**session, "evaluations": "0", "minutes": "x"}, headers=HEADERS).text)
        == []
    )
    assert refused(client.post("/login", data={"csrf": csrf, "name": "x", "password": "y"}, headers=HEADERS).text) == []
    assert refused(client.post("/login", data={"name": "x", "password": "y"}, headers=HEADERS).text) == []
    assert refused(client.post("/play", data={"csrf": csrf, "text": "#@q"}, headers=HEADERS).text) == []


def test_a_contest_says_in_chinese_why_it_takes_no_answer(client: TestClient) -> None:
    for opens, closes, answer in (
        ("2999-01-01", "2999-02-01", "还没有开始"),
        ("1999-01-01", "1999-02-01", "结束"),
        ("1999-01-01", "2999-02-01", "还没有关卡"),
    ):
        form = {"csrf": token(client), "title": "May", "opens_at": opens, "closes_at": closes}
        contest = client.post("/contests", data=form).headers["location"].removesuffix("/organise")
        form = {"csrf": token(client), "name": "Anna", "answer": "R"}
        page = client.post(f"{contest}/answers", data=form, headers=HEADERS).text
        assert refused(page) == []
        assert answer in page


def test_a_contest_says_in_chinese_what_is_wrong_with_an_answer(client: TestClient) -> None:
    form = {"csrf": token(client), "title": "May", "opens_at": "1999-01-01", "closes_at": "2999-02-01"}
    contest = client.post("/contests", data=form).headers["location"].removesuffix("/organise")
    for part, level in (("main", 1), ("extra2", 2)):
        put = client.post(f"{contest}/levels", data={"csrf": token(client), "part": part, "level_id": level})
        assert put.status_code == 303
    for fields in ({"answer": "u"}, {"answer": ""}, {"answer": "R", "name": " "}, {"answer": "R", "email": "nobody"}):
        form = {"csrf": token(client), "name": "Anna", **fields}
        page = client.post(f"{contest}/answers", data=form, headers=HEADERS).text
        assert refused(page) == []
    wrong = {"csrf": token(client), "title": "", "opens_at": "1999-01-01", "closes_at": "2999-02-01"}
    assert refused(client.post("/contests", data=wrong, headers=HEADERS).text) == []
    wrong |= {"title": "May", "opens_at": "soon"}
    assert refused(client.post("/contests", data=wrong, headers=HEADERS).text) == []


@pytest.mark.parametrize(
    "refusal",
    [
        lambda: asked_objective("pretty", {}),
        lambda: asked_objective("deep", {"depth": 1.0}),
        lambda: entrant("n" * 41, "", ""),
        lambda: entrant("a\u202eb", "", ""),
        lambda: entrant("Anna", "", "nobody"),
        lambda: announcement("May", "", "2026-05-02", "2026-05-01"),
        lambda: announcement("t" * 121, "", "2026-05-01", "2026-05-02"),
    ],
)
def test_the_service_refuses_in_chinese(refusal: Callable[[], object]) -> None:
    with pytest.raises(ServiceError) as refused_:
        refusal()
    assert english(refused_.value.message) == []
