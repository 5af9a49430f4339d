"""Answers on their way into a contest, with a real database."""

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from service.contests.announcements import announcement
from service.contests.competition import competition, current
from service.contests.names import skeleton
from service.contests.submissions import SHORTEST_BOUND, accepted, boards_of, entrant, longest, require_open
from service.contests.verdicts import judged
from service.errors import NotOpenError, RefusedError
from storage import contests
from storage.audit import Actor, audit_entries
from storage.contests import ContestState, KnownAnswer, NewContestLevel, Part
from storage.database import Database
from storage.errors import ContestFixedError, NameTakenError, UnknownContestError, UnknownPlayerError
from storage.people.players import release_name
from storage.submissions import remove_submission, submissions, submitted_answer
from storage.tables.contests import Player

CORRIDOR = "######\n#@$-.#\n######"
CIRCULAR = "######\n#-@--#\n#-*--#\n#----#\n######"


class Clock:
    """The server's clock, to be set by hand."""

    def __init__(self) -> None:
        self.time = "2026-05-10T12:00:00.000+00:00"

    def __call__(self) -> str:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(tmp_path: Path, clock: Clock) -> Iterator[Database]:
    """Contest 1 is open from 1 May until 22 May at noon."""
    with Database.create(f"sqlite:///{tmp_path}/levels.db", now=clock) as database:
        may = announcement("May", "", "2026-05-01 12:00", "2026-05-22T14:00+02:00")
        contests.create_contest(database, may, Actor("anian"))
        for part, level in ((Part.EXTRA, CIRCULAR), (Part.MAIN, CORRIDOR)):
            new = NewContestLevel(part, None, "sokoban", level, "", "", "RR", {"moves": 2, "pushes": 2})
            contests.put_level(database, 1, new, Actor("anian"))
        yield database


def send(database: Database, answer: str, name: str = "Anna", code: str = "") -> tuple[str, bool]:
    received_at = database.now()
    require_open(contests.get_contest(database, 1), received_at)
    levels = contests.contest_levels(database, 1)
    verdicts = list(judged(boards_of(levels, contests.known_answers(database, 1)), answer))
    receipt = accepted(database, levels, verdicts, entrant(name, "", "", code), received_at)
    return str(receipt.level.part), receipt.is_new


def test_the_level_that_an_answer_solves_is_found(database: Database) -> None:
    assert send(database, "rrlllr") == ("main", True)
    assert send(database, "ldrurrdllr") == ("extra", True)
    assert [(row.part, row.player, row.metrics["pushes"]) for row in submissions(database, 1)] == [
        ("main", "Anna", 2),
        ("extra", "Anna", 2),
    ]
    assert submitted_answer(database, 1, 1) == "RR"


def test_a_level_that_begins_solved_needs_a_push(database: Database) -> None:
    with pytest.raises(RefusedError, match="Extra level: move 2: the moves end here without a push"):
        send(database, "lr")


def test_an_equal_answer_is_kept_once_for_each_player(database: Database) -> None:
    assert send(database, "RR") == ("main", True)
    assert send(database, "2r") == ("main", False)
    assert send(database, "rrl", " Anna ") == ("main", False)
    assert send(database, "rrl", "Bertil") == ("main", True)
    assert send(database, "rlrr") == ("main", True)
    first, second, third = submissions(database, 1)
    assert first.digest == second.digest != third.digest


def test_an_answer_to_a_contest_that_is_removed_while_it_is_judged_is_refused(database: Database) -> None:
    levels, received_at = contests.contest_levels(database, 1), database.now()
    verdicts = list(judged(boards_of(levels, contests.known_answers(database, 1)), "RR"))
    contests.remove_contest(database, 1, Actor("anian"))
    with pytest.raises(UnknownContestError, match="meanwhile"):
        accepted(database, levels, verdicts, entrant("Anna", "", ""), received_at)


def test_a_bomb_of_counts_is_refused_by_its_length_before_it_is_written_out(database: Database) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(RefusedError, match="longer than 100,000 letters"):
            send(database, "Rl9999900(rl)rr")
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()
    assert submissions(database, 1) == []


def test_the_longest_answer_takes_little_room(database: Database) -> None:
    moves = "R" + "lr" * (SHORTEST_BOUND // 2 - 1) + "R"
    assert len(moves) == SHORTEST_BOUND
    assert send(database, moves) == ("main", True)
    assert submitted_answer(database, 1, 1) == moves
    assert database.path.stat().st_size + Path(f"{database.path}-wal").stat().st_size < 10**6
    with pytest.raises(RefusedError, match="more than 100,000 moves"):
        send(database, f"R{moves}")


@given(st.integers(0, 5_000_000))
def test_the_bound_is_generous_and_does_not_tell_what_the_organisers_know(moves: int) -> None:
    most = longest(KnownAnswer("r" * moves, {}))
    assert most >= max(SHORTEST_BOUND, 8 * moves)
    assert (most / SHORTEST_BOUND).is_integer()
    assert int(most / SHORTEST_BOUND).bit_count() == 1


def test_answers_of_older_programs_are_read(database: Database) -> None:
    send(database, "RR")
    with database.begin() as connection:
        connection.exec_driver_sql("UPDATE submissions SET answer = 'rlRR'")
    assert submitted_answer(database, 1, 1) == "rlRR"


def test_an_answer_is_removed_together_with_its_entry_in_the_audit_log(database: Database) -> None:
    send(database, "RR", "Anna")
    send(database, "RR", "Bertil")
    remove_submission(database, 1, 1, Actor("anian", "192.0.2.7"))
    assert [row.player for row in submissions(database, 1)] == ["Bertil"]
    entry, *others = audit_entries(database, 9)
    assert (entry.who, entry.address, entry.action, entry.subject) == (
        "anian",
        "192.0.2.7",
        "answer-removed",
        "contest 1",
    )
    assert "answer 1 of Anna to Main level" in str(entry.detail)
    for contest, answer in ((1, 1), (2, 2)):
        with pytest.raises(UnknownContestError, match="has no answer"):
            remove_submission(database, contest, answer, Actor("anian"))
    assert audit_entries(database, 9) == [entry, *others]


@pytest.mark.parametrize(
    ("time", "is_over"), [("2026-05-01T11:59:59.999+00:00", False), ("2026-05-22T12:00:00.000+00:00", True)]
)
def test_the_clock_of_the_server_decides(database: Database, clock: Clock, time: str, is_over: bool) -> None:
    clock.time = time
    with pytest.raises(NotOpenError) as refusal:
        send(database, "RR")
    assert refusal.value.is_over is is_over
    assert submissions(database, 1) == []


@pytest.mark.parametrize("time", ["2026-05-01T12:00:00.000+00:00", "2026-05-22T11:59:59.999+00:00"])
def test_the_first_and_the_last_moment_are_in_time(database: Database, clock: Clock, time: str) -> None:
    clock.time = time
    assert send(database, "RR") == ("main", True)
    assert submissions(database, 1)[0].received_at == time


def test_answers_become_public_only_when_it_is_over(database: Database, clock: Clock) -> None:
    with pytest.raises(ContestFixedError, match="not over"):
        contests.publish_answers(database, 1, Actor("anian"))
    clock.time = "2026-06-01T00:00:00.000+00:00"
    assert not contests.get_contest(database, 1).shows_answers(clock.time)
    contests.publish_answers(database, 1, Actor("anian"))
    row = contests.get_contest(database, 1)
    assert row.shows_answers(clock.time)
    assert not replace(row, closes_at="2026-07-01").shows_answers(clock.time), "an older program opened it again"


@pytest.mark.parametrize(
    ("name", "kept"), [("Anna", "Anna"), ("  Anna   Lind ", "Anna Lind"), ("\uff21nna", "Anna"), ("张三", "张三")]
)
def test_names_that_look_equal_are_equal(name: str, kept: str) -> None:
    assert entrant(name, "", "").name == kept


@pytest.mark.parametrize(
    "name",
    [
        *("", " \t ", "a\x00", "a\u200bb", "\u202eanna", "\ud800", "x" * 41),
        *("\u3164", "\u2800", "\uffa0", "\u1160", "A\u3164", "\ufe0f", "\u0301", "\u00ad", "\U000e0100"),
    ],
)
def test_names_that_nobody_can_read_are_refused(name: str) -> None:
    with pytest.raises(RefusedError, match="name"):
        entrant(name, "", "")


def test_a_name_belongs_to_whoever_used_it_first_with_a_code(database: Database) -> None:
    send(database, "RR", "Anna")
    send(database, "RlRr", "Anna", "sesame")
    for name in ("Anna", "ANNA", "\u0410nna", "\u0430nn\u0430"):
        for code in ("", "other"):
            with pytest.raises(NameTakenError, match="belongs to a player with a code"):
                send(database, "rlRR", name, code)
    assert send(database, "rlRR", "\u0430nna", " sesame ") == ("main", True)
    assert send(database, "RR", "Bertil") == ("main", True)
    release_name(database, "ANNA", skeleton("ANNA"), Actor("anian"))
    assert send(database, "rlrlRR", "Anna", "mine") == ("main", True)
    with pytest.raises(NameTakenError):
        send(database, "rlrlrlRR", "Anna", "sesame")
    (entry,) = audit_entries(database, 1)
    assert (entry.action, entry.subject, str(entry.detail)) == ("name-released", "player ANNA", "")
    with pytest.raises(UnknownPlayerError, match="belongs to nobody"):
        release_name(database, "Bertil", skeleton("Bertil"), Actor("anian"))


def test_a_code_is_not_stored_as_it_is_nor_alike_for_two_names(database: Database) -> None:
    for name in ("Anna", "Bertil"):
        send(database, "RR", name, "sesame")
    with database.read() as connection:
        codes = connection.execute(select(Player.code)).scalars().all()
    assert len({*codes, "sesame"}) == 3
    assert all("sesame" not in code for code in codes)


def test_a_code_binds_no_name_where_the_answer_is_refused(database: Database) -> None:
    with pytest.raises(RefusedError):
        send(database, "l", "Anna", "sesame")
    assert send(database, "RR", "Anna") == ("main", True)


def test_the_current_contest_is_the_newest_open_one(database: Database) -> None:
    for title, opens, closes in (
        ("April", "2026-04-01", "2026-04-20"),
        ("Jubilee", "2026-05-05", "2026-05-06"),
        ("Summer", "2026-06-01", "2026-06-20"),
    ):
        contests.create_contest(database, announcement(title, "", opens, closes), Actor("anian"))
    rows = contests.list_contests(database)
    assert [row.title for row in rows] == ["Summer", "Jubilee", "May", "April"]

    def title_at(time: str) -> str:
        found = current(rows, time)
        assert found
        return found.title

    assert title_at("2026-03-01") == "April"
    assert title_at("2026-04-10") == "April"
    assert title_at("2026-05-05T12") == "Jubilee"
    assert title_at("2026-05-07") == "May"
    assert title_at("2026-05-30") == "Jubilee"
    assert title_at("2026-07-01") == "Summer"
    assert current([], "2026-07-01") is None


def test_programs_are_told_the_levels_once_it_has_begun(database: Database) -> None:
    contest, levels = contests.get_contest(database, 1), contests.contest_levels(database, 1)
    before = competition(contest, levels, "2026-04-30")
    assert before == {
        "id": 1,
        "begin": "2026-05-01 12:00:00",
        "end": "2026-05-22 12:00:00",
        "main": [],
        "extra": [],
        "extra2": [],
    }
    after = competition(contest, levels, "2026-05-02")
    assert after["main"] == {"level": "######|#@$-.#|######", "title": "", "author": ""}
    assert after["extra2"] is None
    assert contest.state("2026-05-02") is ContestState.OPEN
