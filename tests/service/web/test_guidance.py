"""Hints: how a game stands, for everybody, but not while its level is in a contest."""

from datetime import UTC, datetime, timedelta

from fastapi.testclient import TestClient

from generator import get_family
from generator.puzzles.sokoban.guidance import states_of
from tests.service.conftest import Invoke
from tests.service.web.conftest import browsing

ROOM = "########\n#------#\n#-@$--.#\n#------#\n########"
MIRRORED = "########\n#------#\n#.--$@-#\n#------#\n########"
LINES = {"family": "linjat", "level": "2.\n  "}
TUBES = {"family": "watersort", "level": "ba.\nab."}


def hint(client: TestClient, **played: str) -> dict[str, object]:
    answer = client.post("/api/play/guidance", json={"family": "sokoban", "level": ROOM, **played})
    assert answer.status_code == 200, answer.text
    said: dict[str, object] = answer.json()
    return said


def test_a_game_is_open_or_lost_since_some_move(guest: TestClient) -> None:
    found = hint(guest, moves="R")
    assert (found["outlook"], found["left"], found["proven"], found["step"]) == ("open", 2, True, "RR")
    lost = hint(guest, moves="urDru")
    assert (lost["outlook"], lost["since"], lost["certain"]) == ("lost", 3, True)
    refused = guest.post("/api/play/guidance", json={"family": "sokoban", "level": ROOM, "moves": "lll"})
    assert (refused.status_code, "wall" in refused.json()["detail"]) == (422, True)


def test_every_family_says_what_to_do_next_and_why(client: TestClient) -> None:
    assert (hint(client, **LINES)["step"], hint(client, **LINES, moves="A1-B1")["left"]) == ("A1-B1", 0)
    wrong = hint(client, **LINES, moves="A1-A2")
    assert (wrong["outlook"], wrong["step"], wrong["since"]) == ("lost", "-A1-A2", 1)
    assert "A1-A2" in str(wrong["why"])
    pour = hint(client, **TUBES)
    assert (pour["left"], str(pour["why"])[:8]) == (3, "pour the")


def position(level: str, moves: str) -> str:
    """The level that is left after some moves."""
    states = states_of(get_family("sokoban").parse(level), moves)
    return "\n".join(states[-1].level.rows)


def test_levels_of_open_contests_and_their_positions_have_no_hints_however_they_are_written(
    url: str, cenote: Invoke, tmp_path: object
) -> None:
    now = datetime.now(UTC)
    with browsing(url) as client:
        level = client.get("/api/levels/8").json()
        asked = {"family": "sokoban", "level": level["text"] if "text" in level else level["level"]}
        assert client.post("/api/play/guidance", json=asked).status_code == 200
        for opens, closes, status in ((-1, 1, 422), (-3, -2, 200)):
            times = ("--opens", (now + timedelta(hours=opens)).isoformat())
            ends = ("--closes", (now + timedelta(hours=closes)).isoformat())
            made = cenote("contest", "create", f"May {opens}", *times, *ends, "--storage", url)
            assert made.exit_code == 0, made.output
            number = 1 if opens == -1 else 2
            assert cenote("contest", "add-level", number, "main", 8, "--storage", url).exit_code == 0
            if number == 2:
                assert cenote("contest", "remove", 1, "--storage", url).exit_code == 0
            moved = position(str(asked["level"]), level["solution"][:12])[::-1]
            mirrored = "\n".join(row[::-1] for row in str(asked["level"]).split("\n"))
            bare = str(asked["level"])
            at = bare.index("#", bare.index("-"))  # the end of a row
            inner = next(
                place
                for place in range(at + 2, len(bare))
                if bare[place] == "#" and "\n" not in bare[place - 1 : place + 2]
            )
            for text, said in (
                (f"{bare[:inner]}-{bare[inner + 1 :]}", "a position of a level in a contest"),
                (asked["level"], "this level is in a contest"),
                (mirrored, "this level is in a contest"),
                (moved, "a position of a level in a contest"),
            ):
                answer = client.post("/api/play/guidance", json={**asked, "level": text})
                assert answer.status_code == status, answer.text
                assert status == 200 or said in answer.json()["detail"]
            in_chinese = client.post("/api/play/guidance", json=asked, headers={"Accept-Language": "zh-CN"})
            assert status == 200 or "比赛" in in_chinese.json()["detail"]


def test_an_address_may_ask_forty_times_a_minute(url: str) -> None:
    with browsing(url) as client:
        asked = {"family": "chess", "level": ROOM}
        answers = [client.post("/api/play/guidance", json=asked).status_code for _ in range(41)]
    assert answers == [*(40 * [422]), 429]
