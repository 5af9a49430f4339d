"""Language and theme: the visitor's choice, else what his browser says."""

import pytest
from fastapi.testclient import TestClient

from tests.service.web.conftest import token


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-DE,de;q=0.9", "en"),
        ("en-GB,zh;q=0.5", "en"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("EN-GB, de", "en"),
        ("ZH-cn", "zh-Hans"),
        ("", "en"),
        ("*;q=x, ,", "en"),
    ],
)
def test_the_browser_says_which_language_is_spoken(client: TestClient, accepted: str, language: str) -> None:
    assert f'<html lang="{language}"' in client.get("/login", headers={"accept-language": accepted}).text


def test_a_chosen_language_is_remembered(client: TestClient) -> None:
    form = {"csrf": token(client), "language": "zh_Hans", "back": "/levels?type=b"}
    assert client.post("/language", data=form).headers["location"] == "/levels?type=b"
    assert "登录" in client.get("/login", headers={"accept-language": "en"}).text


def test_a_chosen_theme_is_remembered(client: TestClient) -> None:
    client.post("/theme", data={"csrf": token(client), "theme": "dark"})
    assert 'data-theme="dark"' in client.get("/login").text


def test_scripts_get_the_same_catalogue(client: TestClient) -> None:
    assert client.get("/messages.json", headers={"accept-language": "en"}).json() == {}
    assert client.get("/messages.json", headers={"accept-language": "zh"}).json()["Log in"] == "登录"
