"""Selected levels become one file to print, in the language of the visitor."""

import re

import pytest
from fastapi.testclient import TestClient

from tests.service.web.test_imports import looked_at, stored, token

pytestmark = pytest.mark.process


def test_selected_levels_are_printed(client: TestClient) -> None:
    page = stored(client, looked_at(client, text="#####\n#@$.#\n#####\nTitle: Straight on\n"))
    number = re.findall(r'href="/levels/(\d+)"', page)[0]
    csrf = token(client.get("/levels/import").text)
    answer = client.post("/sheet", data={"csrf": csrf, "level": [number, number]}, follow_redirects=False)
    assert answer.headers["location"] == f"/sheet?ids={number}"
    sheet = client.get(f"/sheet?ids={number}")
    assert sheet.headers["content-disposition"] == 'attachment; filename="cenote-sheet.html"'
    assert "<b>1. Straight on</b>" in sheet.text
    assert "depth 1" in sheet.text
    assert "page 2 of 2" in sheet.text
    chinese = client.get(f"/sheet?ids={number}", headers={"accept-language": "zh-CN"}).text
    assert '<html lang="zh-Hans">' in chinese
    assert "第 2 页" in chinese
    assert "Solutions" not in chinese


def test_a_sheet_has_at_least_one_level_and_at_most_a_hundred(client: TestClient) -> None:
    assert client.get("/sheet").status_code == 422
    assert client.get("/sheet?" + "&".join(f"ids={number}" for number in range(1, 102))).status_code == 422
    assert client.get("/sheet?ids=99999").status_code == 404
