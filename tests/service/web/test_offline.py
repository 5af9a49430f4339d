"""What browsers keep of the player, and what they must not."""

import json
import re
from io import BytesIO

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from service.web.icons import INSTALLED, TOUCH, Icon, drawn
from tests.service.conftest import CORRIDOR
from tests.service.web.conftest import NAME, log_in


def kept(client: TestClient) -> list[str]:
    answer = client.get("/sw.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    found = re.search(r"^const KEPT = (.*);$", answer.text, re.MULTILINE)
    assert found
    addresses: list[str] = json.loads(found[1])
    return addresses


def test_everything_that_is_kept_is_there_for_guests_and_the_same_for_all(guest: TestClient) -> None:
    for address in kept(guest):
        assert guest.get(address).status_code == 200, address
    assert log_in(guest) == 303
    with_login = {address: guest.get(address).text for address in kept(guest) if not address.startswith("/play")}
    guest.cookies.clear()
    assert with_login == {address: guest.get(address).text for address in with_login}


def test_the_page_that_is_kept_is_asked_for_without_cookies_and_names_nobody(guest: TestClient) -> None:
    assert 'credentials: "omit"' in guest.get("/sw.js").text
    assert NAME not in guest.get("/play/offline").text


def test_every_script_of_the_player_is_kept(client: TestClient) -> None:
    addresses = set(kept(client))
    asked, waiting = set(), {"/static/player/offline.js", *(a for a in addresses if a.endswith("player/index.js"))}
    while waiting:
        address = waiting.pop()
        asked.add(address)
        for name in re.findall(r'(?:from|import)\s*\(?\s*"([^"]+)"', client.get(address).text):
            found = name if name.startswith("/") else f"{address.rsplit('/', 1)[0]}/{name.removeprefix('./')}"
            waiting |= {found} - asked
    assert asked <= addresses


def test_a_page_of_the_player_can_be_installed_and_says_what_a_link_shows(client: TestClient) -> None:
    manifest = client.get("/manifest.webmanifest").json()
    assert (manifest["start_url"], manifest["display"]) == ("/play", "standalone")
    assert all(client.get(icon["src"]).status_code == 200 for icon in manifest["icons"])
    page = client.get("/play", params={"level": f"{CORRIDOR}Title: Along\n"}).text
    assert '<meta property="og:title" content="Along">' in page
    found = re.search(r'<meta property="og:image" content="http://localhost(/[^"]+)">', page)
    assert found
    picture = client.get(found[1].replace("&amp;", "&"))
    assert picture.content.startswith(b"\x89PNG")


def test_phones_find_an_icon_of_the_size_that_they_are_told_of(client: TestClient) -> None:
    icons = {icon["src"]: icon for icon in client.get("/manifest.webmanifest").json()["icons"]}
    pixels = {address: icon for address, icon in icons.items() if icon["type"] == "image/png"}
    assert sorted((icon["sizes"], icon["purpose"]) for icon in pixels.values()) == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    for address, icon in pixels.items():
        size = "{}x{}".format(*Image.open(BytesIO(client.get(address).content)).size)
        assert size == icon["sizes"]
    touch = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', client.get("/play").text)
    assert touch
    assert Image.open(BytesIO(client.get(touch[1]).content)).size == (180, 180)


@pytest.mark.parametrize("icon", [*INSTALLED, TOUCH], ids=str)
def test_the_icons_are_those_that_the_command_draws(client: TestClient, icon: Icon) -> None:
    served, anew = (Image.open(BytesIO(png)) for png in (client.get(icon.address).content, drawn(icon)))
    assert (served.mode, served.tobytes()) == (anew.mode, anew.tobytes())
    alpha, _ = served.convert("RGBA").getchannel("A").getextrema()
    assert (alpha == 255) is icon.fills, "systems cut the corners themselves"


def test_a_link_to_a_stored_level_shows_its_picture(client: TestClient) -> None:
    for path in ("/levels/8", "/play/levels/8"):
        found = re.search(r'<meta property="og:image" content="http://localhost(/[^"]+)">', client.get(path).text)
        assert found
        assert client.get(found[1].replace("&amp;", "&")).headers["content-type"] == "image/png"
