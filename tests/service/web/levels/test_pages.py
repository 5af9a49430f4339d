"""The page of each level, and what it leads to."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from generator import Entry, get_declaration, get_family
from service.levels.files import ENCODINGS
from service.levels.imports import examined
from service.web.levels.links import unpacked
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.levels import store_level, store_metrics
from storage.lineage import best_line
from storage.queries import LevelRow, best_levels, get_level
from storage.tables.base import Origin
from tests.service.conftest import CORRIDOR, Invoke
from tests.service.web.conftest import browsing
from tests.service.web.levels.conftest import link, stored

EVIL = "<script>alert('&')</script>"


def test_the_page_of_a_level_has_its_figures_and_ways_to_play_it(client: TestClient, best: LevelRow) -> None:
    page = client.get(f"/levels/{best.id}").text
    assert f"Proven: no solution has fewer than {best.depth} pushes." in page
    assert f'href="/play/levels/{best.id}"' in page
    assert f'href="/play/levels/{best.id}?replay"' in page
    assert f'href="/sessions/{best.session}"' in page
    assert f'href="/sessions/like/{best.id}"' in page
    for name in best.metrics:
        assert name.replace("_", " ") in page or name in ("depth", "boxes")
    assert ("<dt>Boxes</dt>" in page, "Pieces" in page) == (True, False)


def large(page: str) -> dict[str, str]:
    """The large figures of a page by their names."""
    found = re.search(r'<dl class="figures large">(.*?)</dl>', page, re.DOTALL)
    assert found
    figures = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", found[1], re.DOTALL)
    return {name: re.sub("<.*?>", "", value).strip() for name, value in figures}


def test_depth_moves_and_difficulty_of_every_family_are_large(
    client: TestClient, database: Database, best: LevelRow
) -> None:
    shown = large(client.get(f"/levels/{best.id}").text)
    assert [*shown] == ["Pushes", "Moves", "Difficulty"]
    assert shown["Difficulty"].startswith("≈ 1,"), "what its rating is expected to be"
    store_metrics(database, best.id, {**best.metrics, "difficulty": 0.274})
    assert large(client.get(f"/levels/{best.id}").text)["Difficulty"] == "27 %"
    assert "difficulty 27 %" in client.get("/levels").text
    for family, text, depth in (("linjat", "2.\n  ", "Layers"), ("watersort", "ba.\nab.", "Pours")):
        shown = large(client.get(f"/levels/{stored(database, text, family)}").text)
        assert [*shown] == [depth, "Difficulty"] or [*shown] == [depth, "Moves", "Difficulty"]
        assert re.search(r"\d", shown["Difficulty"])


@pytest.mark.parametrize(
    ("family", "text", "pieces", "chinese"),
    [
        ("sokoban", "########\n#@-----#\n#-$--.-#\n#------#\n########\n", "Boxes", "箱子"),
        ("linjat", "2.\n  ", "Numbers", "数字个数"),
        ("watersort", "ba.\nab.", "Tubes", "试管数"),
    ],
)
def test_pages_call_pieces_what_their_family_does(
    client: TestClient, database: Database, family: str, text: str, pieces: str, chinese: str
) -> None:
    found = examined(get_family(family), Entry(text), 1000)
    level_id = store_level(database, found.record, Origin.IMPORTED)[0]
    count = found.record.description.pieces
    for language, name in (("en", pieces), ("zh-CN", chinese)):
        page = client.get(f"/levels/{level_id}", headers={"accept-language": language}).text
        assert re.findall(rf"<dt>{name}</dt><dd>(\d+)</dd>", page) == [str(count)]
    filters = client.get("/levels", params={"family": family}).text
    assert f"<legend>{pieces}</legend>" in filters
    assert 'name="boxes_min"' in filters
    assert client.get("/levels").text.count("<legend>Pieces</legend>") == 1


def test_the_page_of_a_level_says_in_both_languages_why_it_is_not_proven(
    client: TestClient, database: Database
) -> None:
    found = examined(get_family("sokoban"), Entry("########\n#@-----#\n#-$--.-#\n#-$--.-#\n########\n"), 3)
    assert found.record is not None
    assert not found.record.proven
    level_id = store_level(database, found.record, Origin.IMPORTED)[0]
    for language, told in (("en", "after {} nodes, with a budget of 3."), ("zh-CN", "共用 {} 个节点")):
        page = client.get(f"/levels/{level_id}", headers={"accept-language": language}).text
        assert told.format(found.record.nodes) in page


def test_a_level_that_nobody_has_solved_is_called_open(client: TestClient, database: Database) -> None:
    puzzle = get_family("sokoban")
    found = examined(puzzle, Entry("########\n#@-----#\n#-$--.-#\n#------#\n########\n"), None)
    level_id = store_level(database, found.record, Origin.IMPORTED)[0]
    page = client.get(f"/levels/{level_id}").text
    assert "Open: every solution has at least" in page
    assert "It is not proven because no solver has searched the level." in page
    assert "replay" not in page
    assert "animation.gif" not in page
    assert client.get(f"/levels/{level_id}/animation.gif").status_code == 422


@pytest.mark.process
def test_what_files_say_about_levels_is_escaped(client: TestClient, database: Database) -> None:
    level_id = stored(database, CORRIDOR, title=EVIL, author=EVIL, comment=EVIL)
    for address in (f"/levels/{level_id}", "/levels?origin=imported", f"/levels/{level_id}/similar"):
        page = client.get(address).text
        assert "&lt;script&gt;" in page
        assert EVIL not in page


@pytest.mark.process
def test_the_link_carries_the_level(client: TestClient, best: LevelRow) -> None:
    found = re.search(r'value="/play\?z=([^"]+)"', client.get(f"/levels/{best.id}").text)
    assert found
    assert unpacked(found[1]) == ("sokoban", best.text)
    assert client.get(f"/play?z={found[1]}").status_code == 200


def test_the_lineage_leads_from_level_to_level_up_to_the_first(client: TestClient, database: Database) -> None:
    made = next(
        row for row in best_levels(database, limit=None) if row.parents and get_level(database, row.parents[0]).parents
    )
    page = client.get(f"/levels/{made.id}?generations=1").text
    onward = re.findall(r'href="/levels/(\d+)#lineage"', page)
    assert onward
    assert set(map(int, onward)) == set(made.parents)
    parent = client.get(f"/levels/{made.parents[0]}").text
    assert "Levels made from it" in parent
    assert f'href="/levels/{made.id}"' in parent
    assert made.name in parent
    assert get_level(database, made.parents[0]).name in page


def test_the_way_goes_on_along_the_search_that_led_to_a_level(client: TestClient, database: Database) -> None:
    rows = best_levels(database, LevelFilter(depth_min=20), "branching", limit=None)
    page = client.get("/levels?depth_min=20&order=branching").text
    address = re.findall(r'class="wrap" href="(/levels/\d+\?search=[^"]+)"', page)[0]
    seen = []
    while address:
        seen.append(int(re.findall(r"/levels/(\d+)", address)[0]))
        page = client.get(address).text
        address = link(page, "next")
    assert seen == [row.id for row in rows]
    assert link(page, "prev").startswith(f"/levels/{rows[-2].id}?")
    assert 'rel="next"' not in client.get(f"/levels/{rows[0].id}").text
    assert client.get(f"/levels/{rows[0].id}?search=colour%3Dred").status_code == 422


@pytest.mark.process
def test_the_lineage_is_a_film_with_what_has_changed_marked(client: TestClient, database: Database) -> None:
    made = next(row for row in best_levels(database, limit=None) if row.parents)
    line = best_line(database, made.id, 100)
    page = client.get(f"/levels/{made.id}").text
    first, second = line[-1].level_id, line[-2].level_id
    assert f'src="/levels/{first}/picture.svg"' in page.partition("data-film")[2]
    assert f'src="/levels/{second}/change.svg?parent={first}"' in page
    family = get_family("sokoban")
    drawn = client.get(f"/levels/{second}/change.svg?parent={first}").text
    assert drawn != family.render(family.parse(get_level(database, second).text))
    same = client.get(f"/levels/{first}/change.svg?parent={first}").text
    assert same == family.render(family.parse(get_level(database, first).text))
    with Image.open(BytesIO(client.get(f"/levels/{made.id}/lineage.gif").content)) as image:
        assert image.n_frames == len(line)
    other = stored(database, "2.\n  ", "linjat")
    assert client.get(f"/levels/{other}/change.svg?parent={first}").status_code == 422


def test_a_level_says_which_island_found_it_and_each_of_its_ancestors(cenote: Invoke, tmp_path: Path) -> None:
    storage = f"sqlite:///{tmp_path}/islands.db"
    options = ("--family", "template", "--islands", "2", "--migration", "1", "--evaluations", "320", "--seed", "1")
    assert cenote("run", *options, "--workers", "0", "--quiet", "--storage", storage).exit_code == 0
    with Database.open_readonly(storage) as database:
        found = next(row for row in best_levels(database, limit=None) if len(row.parents) == 2)
        islands = [ancestor.island for ancestor in (found, *(get_level(database, parent) for parent in found.parents))]
    with browsing(storage) as client:
        page = client.get(f"/levels/{found.id}").text
    assert f"island {found.island}" in page.partition('id="lineage"')[0]
    assert islands[1] is not None
    assert f"island {islands[1]}" in page.partition('id="lineage"')[2]


def test_a_level_without_ancestors_tells_how_it_came(client: TestClient, database: Database) -> None:
    assert "imported" in client.get(f"/levels/{stored(database, CORRIDOR)}").text


@pytest.mark.process
def test_near_duplicates_are_found_among_levels_of_the_same_kind(client: TestClient, best: LevelRow) -> None:
    page = client.get(f"/levels/{best.id}/similar", headers={"HX-Request": "true"}).text
    assert "<html" not in page
    assert re.search(r"Compared with \d+ levels of type b 4", page)
    alone = client.get(f"/levels/{best.id}/similar").text
    assert "<html" in alone


@pytest.mark.process
def test_an_explanation_is_shown_where_the_family_has_one(client: TestClient, database: Database, best) -> None:
    assert client.get(f"/levels/{best.id}/explanation", headers={"HX-Request": "true"}).text.strip() == ""
    assert "/explanation" not in client.get(f"/levels/{best.id}").text
    family = get_family("linjat")
    text = "3 .\n 2 "
    level_id = stored(database, family.format(family.parse(text)), "linjat")
    assert f"/levels/{level_id}/explanation" in client.get(f"/levels/{level_id}").text
    told = client.get(f"/levels/{level_id}/explanation", headers={"HX-Request": "true"}).text
    assert str(next(iter(family.explain(family.parse(text))))) in told


def test_a_browser_that_has_a_picture_does_not_get_it_again(client: TestClient, best: LevelRow) -> None:
    for name, media_type in (("picture.svg", "image/svg+xml"), ("picture.png", "image/png")):
        answer = client.get(f"/levels/{best.id}/{name}")
        assert answer.headers["content-type"] == media_type
        again = client.get(f"/levels/{best.id}/{name}", headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    family = get_family("sokoban")
    assert client.get(f"/levels/{best.id}/picture.svg").text == family.render(family.parse(best.text))


@pytest.mark.process
def test_the_solution_is_shown_as_a_moving_picture(client: TestClient, best: LevelRow) -> None:
    with Image.open(BytesIO(client.get(f"/levels/{best.id}/animation.gif").content)) as image:
        assert image.format == "GIF"
        assert image.n_frames > best.depth


def test_files_of_every_format_bring_the_level_back(client: TestClient, best: LevelRow) -> None:
    family = get_family("sokoban")
    for name, format_ in get_declaration("sokoban").formats.items():
        answer = client.get(f"/levels/{best.id}/file/{name}")
        ending = next(iter(format_.endings), ".txt")
        assert answer.headers["content-disposition"] == f'attachment; filename="cenote-{best.id}{ending}"'
        (entry,) = family.parse_file(answer.text)
        assert family.identity(family.parse(entry.text)) == best.identity
        if "solution" not in format_.lost and entry.solution:
            assert family.replay(family.parse(best.text), entry.solution) == best.depth


def test_a_file_for_the_chinese_program_is_in_its_encoding(client: TestClient, database: Database) -> None:
    level_id = stored(database, CORRIDOR, title="推箱子")
    answer = client.get(f"/levels/{level_id}/file/xsb?encoding=gbk")
    assert "推箱子" in answer.content.decode("gbk")
    assert client.get(f"/levels/{level_id}/file/xsb?encoding=latin-1").status_code == 422


@pytest.mark.parametrize(
    "name", ["", "/picture.svg", "/picture.png", "/animation.gif", "/file/xsb", "/similar", "/explanation"]
)
def test_levels_that_are_not_there_are_not_found(client: TestClient, best: LevelRow, name: str) -> None:
    assert client.get(f"/levels/77777{name}").status_code == 404
    assert client.get(f"/levels/{2**63 - 1}{name}").status_code == 404
    assert client.get(f"/levels/{2**63}{name}").status_code == 422
    assert client.get(f"/levels/0{name}").status_code == 422


def test_files_have_the_encodings_of_the_command_line(client: TestClient, best: LevelRow) -> None:
    for encoding in ENCODINGS:
        assert client.get(f"/levels/{best.id}/file/xsb?encoding={encoding}").status_code == 200
    assert client.get(f"/levels/{best.id}/file/xsb?encoding=ebcdic").status_code == 422


def test_a_format_that_the_family_has_not_is_named_with_those_that_it_has(client: TestClient, best: LevelRow) -> None:
    answer = client.get(f"/levels/{best.id}/file/docx")
    assert answer.status_code == 404
    assert "xsb" in answer.text


def test_guests_see_none_of_it(guest: TestClient) -> None:
    for address in ("/levels", "/levels/1", "/levels/1/picture.svg", "/levels/1/file/xsb"):
        assert guest.get(address).status_code == 303
    for address in ("/api/levels", "/api/levels/1", "/api/levels/1/lineage", "/api/levels/1/similar"):
        assert guest.get(address).status_code == 401
