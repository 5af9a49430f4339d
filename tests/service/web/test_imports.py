"""Levels are imported in the browser: seen first, and stored with the checks of `cenote import`."""

import html
import re
from dataclasses import replace
from io import BytesIO

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from generator import defaults, get_declaration, get_family
from service.levels.pictures import png
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.queries import best_levels
from tests.generator.puzzles.watersort.vision.scenes import Scene, drawn
from tests.service.conftest import CORRIDOR, TRADE

pytestmark = pytest.mark.process

TEXT = f"{CORRIDOR}\nTitle: Straight on\nSolution: R\n\n#####\n#@@$.\n#####\n"


def token(page: str) -> str:
    return re.findall(r'name="csrf" value="([^"]+)"', page)[0]


def looked_at(client: TestClient, **sent) -> str:
    csrf = token(client.get("/levels/import").text)
    files = {"file": sent.pop("file")} if "file" in sent else None
    return client.post("/levels/import", data={"csrf": csrf, **sent}, files=files).text


def stored(client: TestClient, page: str, **more: str) -> str:
    text = html.unescape(
        re.findall(r'<textarea name="text" hidden aria-hidden="true">\n(.*?)</textarea>', page, re.S)[0]
    )
    family = re.findall(r'name="family" value="(\w*)"', page)[0]
    return client.post("/levels/import/store", data={"csrf": token(page), "text": text, "family": family, **more}).text


def imported(url: str) -> list:
    with Database.open_readonly(url) as database:
        return best_levels(database, LevelFilter(origin="imported"), "id", limit=None)


def test_levels_are_seen_before_they_are_stored(client: TestClient, url: str) -> None:
    before = len(imported(url))
    page = looked_at(client, text=CORRIDOR)
    assert "1 level can be stored" in page
    assert "/play/picture.svg?z=" in page
    assert len(imported(url)) == before
    page = stored(client, page)
    row = imported(url)[-1]
    assert (len(imported(url)), row.proven) == (before + 1, True)
    assert f'href="/levels/{row.id}"' in page
    assert "stored and proven" in page
    assert "known already" in stored(client, looked_at(client, text=CORRIDOR))


@pytest.mark.parametrize("content", [b"\x7fELF\x02\x01\x01\0\0 levels", bytes(range(256))])
def test_a_file_without_text_is_refused_in_a_line(client: TestClient, content: bytes) -> None:
    page = looked_at(client, file=("levels.bin", content, "application/octet-stream"))
    assert re.findall(r'role="alert">(.*?)<', page) == [
        "this file holds no text; choose a text file or a picture of a level"
    ]
    assert re.search(r'<textarea class="code" name="text"[^>]*>\s*</textarea>', page)


def test_what_a_small_budget_leaves_open_is_proven_with_a_larger_one(client: TestClient, url: str) -> None:
    text = TRADE
    page = looked_at(client, text=text)
    assert 'name="nodes" value="300000" min="1" max="10000000"' in page
    page = stored(client, page, nodes="1")
    row = imported(url)[-1]
    assert (row.proven, row.budget) == (False, 1)
    assert "1 level is not proven" in page
    assert "Search again with 10 nodes" in page
    page = stored(client, page, nodes="300000")
    assert imported(url)[-1].id == row.id
    assert imported(url)[-1].proven
    assert "not proven" not in page


def test_many_levels_share_the_largest_budget(client: TestClient) -> None:
    page = looked_at(client, text="\n\n".join(CORRIDOR for _ in range(20)))
    assert 'max="3000000"' in page
    refused = client.post("/levels/import/store", data={"csrf": token(page), "text": CORRIDOR, "nodes": 10**9})
    assert refused.status_code == 422


def test_the_page_says_of_which_puzzles_screenshots_are_read(client: TestClient) -> None:
    assert "or a screenshot of Water sort. Screenshots of other puzzles" in client.get("/levels/import").text


def test_a_file_tells_what_is_wrong_with_each_level(client: TestClient, url: str) -> None:
    page = looked_at(client, file=("levels.xsb", TEXT.encode(), "text/plain"))
    assert "1 level can be stored" in page
    assert 'class="message bad small"><strong>Level 2</strong>' in page
    page = stored(client, page)
    assert "Straight on" in page
    assert re.search(r"not stored</span>\s+<span", page)


def test_a_refused_text_comes_back_with_the_reason(client: TestClient) -> None:
    page = looked_at(client, text="no level at all", family="sokoban")
    assert "no level at all</textarea>" in page
    assert 'role="alert"' in page
    assert "there is nothing to import" in looked_at(client, text=" ")
    assert "choose a puzzle whose pictures" in looked_at(
        client, file=("a.png", b"\x89PNG\r\n\x1a\n" + bytes(100), "image/png"), family="linjat"
    )


def test_a_screenshot_is_shown_beside_the_level_that_was_read(client: TestClient, url: str) -> None:
    family = get_family("watersort")
    text = get_declaration("watersort").example.text
    picture = png(defaults.render(family, family.parse(text)), 32, "#ffffff")
    page = looked_at(client, file=("shot.png", picture, "image/png"), family="watersort")
    drawn = re.findall(r'src="(/levels/import/drawings/[^"]+)"', page)
    assert client.get(drawn[0]).content.startswith(b"\x89PNG")
    assert "/play/picture.svg?z=" in page
    stored(client, page)
    row = imported(url)[-1]
    assert row.identity == family.identity(family.parse(text))
    assert client.get("/levels/import/drawings/nothing.png").status_code == 404


def test_a_doubtful_screenshot_is_stored_once_somebody_has_compared_it(client: TestClient, url: str) -> None:
    family = get_family("watersort")
    with Image.open(BytesIO(drawn(family.parse("bdda..\nacdc..\nabcb..\ndbca.."), Scene(), 1))) as whole:
        cropped = whole.crop((0, 0, round(0.9 * whole.width), whole.height))
    page = looked_at(client, file=("shot.png", filed(cropped), "image/png"), family="watersort")
    assert "This reading is doubtful:" in page
    assert "there may be further ones beside them, or cut off at the edge" in page
    assert '<input type="checkbox" name="compared" required>' in page
    stored(client, page)
    assert imported(url)[-1].type == "4x4+1"


def test_what_was_found_is_shown_also_where_no_level_can_be_read(client: TestClient) -> None:
    family = get_family("watersort")
    uneven = drawn(replace(family.parse("bdda..\nacdc..\nabcb..\ndbca.."), tubes=("abc", "abc", "ab", "")), Scene(), 1)
    page = looked_at(client, file=("shot.png", uneven, "image/png"), family="watersort")
    assert "the 3 colours have 2, 3, 3 units instead of equally many" in page
    picture = re.findall(r'src="(/levels/import/drawings/[^"]+)"', page)
    assert client.get(picture[0]).content.startswith(b"\x89PNG")
    empty = looked_at(client, file=("white.png", filed(Image.new("RGB", (90, 90))), "image/png"), family="watersort")
    assert "no tubes were found" in empty
    assert "/levels/import/drawings/" not in empty


def filed(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def test_guests_import_nothing(guest: TestClient) -> None:
    assert guest.get("/levels/import").status_code == 303
