"""Contests, their levels and the answers to them, in real files."""

from dataclasses import replace

import pytest

from optimiser.recorder import LevelRecord
from storage.audit import Actor, audit_entries
from storage.contests import (
    Announcement,
    ContestLevelRow,
    ContestState,
    NewContestLevel,
    Part,
    change_contest,
    contest_level,
    contest_levels,
    create_contest,
    get_contest,
    known_answers,
    list_contests,
    next_part,
    publish_answers,
    put_level,
    remove_contest,
    remove_level,
)
from storage.database import Database
from storage.errors import ContestFixedError, LevelInContestError, QuotaError, UnknownContestError, UnknownPlayerError
from storage.levels import store_level
from storage.people.players import erase_emails
from storage.submissions import (
    NewSubmission,
    Quotas,
    removals,
    remove_submission,
    store_submission,
    submissions,
    submitted_answer,
)
from storage.tables.base import Origin
from storage.tables.levels import Level
from tests.storage.records import level

MAY = Announcement("May", "", "2026-05-01T00:00:00.000+00:00", "2026-05-22T00:00:00.000+00:00")
OVER = Announcement("May", "", "2025-05-01T00:00:00.000+00:00", "2025-05-22T00:00:00.000+00:00")


BY = Actor("anian", "192.0.2.7")


def new_level(part: Part, level_id: int | None = None) -> NewContestLevel:
    text = "#@$" + " " * part.place + ".#"
    return NewContestLevel(part, level_id, "sokoban", text, "Title", "author", "R", {"moves": 1, "pushes": 1})


def new_submission(judged: ContestLevelRow, **changes: object) -> NewSubmission:
    answer = NewSubmission(judged, "Anna", "", "", "2026-05-02", "digest", {"moves": 1, "pushes": 1}, "R")
    return replace(answer, **changes)


def test_a_contest_comes_back_as_it_was_made_and_changed(database: Database) -> None:
    number = create_contest(database, MAY, BY)
    change_contest(database, number, replace(MAY, title="May 2026"), BY)
    row = get_contest(database, number)
    assert (row.title, row.created_by, row.published_at) == ("May 2026", "anian", None)
    assert list_contests(database) == [row]
    states = [row.state(time) for time in ("2026-04-30", MAY.opens_at, "2026-05-21", MAY.closes_at)]
    assert states == [ContestState.UPCOMING, ContestState.OPEN, ContestState.OPEN, ContestState.CLOSED]


def test_levels_are_listed_by_part_without_the_hidden_answer(database: Database) -> None:
    number = create_contest(database, MAY, BY)
    for part in (Part.SPECIAL, Part.EXTRA2, Part.MAIN):
        put_level(database, number, new_level(part), BY)
    assert [row.part for row in contest_levels(database, number)] == [Part.MAIN, Part.EXTRA2, Part.SPECIAL]
    assert not hasattr(contest_level(database, number, "main"), "answer")
    assert known_answers(database, number)[Part.MAIN].answer == "R"
    with pytest.raises(UnknownContestError, match="no level in the part 'extra'"):
        contest_level(database, number, "extra")


def test_a_level_can_be_replaced_until_an_answer_has_come_in(database: Database) -> None:
    number = create_contest(database, MAY, BY)
    put_level(database, number, new_level(Part.MAIN), BY)
    put_level(database, number, replace(new_level(Part.MAIN), title="Better"), BY)
    (row,) = contest_levels(database, number)
    assert row.title == "Better"
    store_submission(database, new_submission(row))
    for change in (
        lambda: put_level(database, number, new_level(Part.MAIN), BY),
        lambda: remove_level(database, number, Part.MAIN, BY),
    ):
        with pytest.raises(ContestFixedError, match=f"Main level: it has answers in contest {number}"):
            change()
    remove_level(database, number, Part.EXTRA, BY)
    assert contest_levels(database, number) == [row]


def test_an_answer_does_not_count_for_a_level_that_has_taken_the_place_of_the_one_it_was_judged_by(
    database: Database,
) -> None:
    number = create_contest(database, MAY, BY)
    put_level(database, number, new_level(Part.MAIN), BY)
    (judged,) = contest_levels(database, number)
    put_level(database, number, replace(new_level(Part.MAIN), text="#@ $.#"), BY)
    (row,) = contest_levels(database, number)
    assert row.id == judged.id
    with pytest.raises(UnknownContestError, match="removed from the contest or replaced meanwhile"):
        store_submission(database, new_submission(judged))
    remove_contest(database, number, BY)
    with pytest.raises(UnknownContestError, match="removed from the contest or replaced meanwhile"):
        store_submission(database, new_submission(row))


def test_times_and_levels_stay_once_the_answers_are_public(database: Database) -> None:
    number = create_contest(database, OVER, BY)
    put_level(database, number, new_level(Part.MAIN), BY)
    publish_answers(database, number, BY)
    before = audit_entries(database, 99), contest_levels(database, number)
    for change in (
        lambda: change_contest(database, number, replace(OVER, opens_at="2026-04-01T00:00:00.000+00:00"), BY),
        lambda: change_contest(database, number, replace(OVER, closes_at="2999-05-22T00:00:00.000+00:00"), BY),
        lambda: put_level(database, number, new_level(Part.MAIN), BY),
        lambda: put_level(database, number, new_level(Part.EXTRA), BY),
        lambda: remove_level(database, number, Part.MAIN, BY),
    ):
        with pytest.raises(ContestFixedError, match=f"answers to contest {number} are public, .* start a new contest"):
            change()
    assert (audit_entries(database, 99), contest_levels(database, number)) == before
    change_contest(database, number, replace(OVER, title="May 2026", text="Thanks to all!"), BY)
    row = get_contest(database, number)
    assert (row.title, row.text) == ("May 2026", "Thanks to all!")
    assert (row.opens_at, row.closes_at) == (OVER.opens_at, OVER.closes_at)


def test_answers_become_public_once_and_the_contest_stays(database: Database) -> None:
    number = create_contest(database, OVER, BY)
    publish_answers(database, number, BY)
    before = get_contest(database, number), audit_entries(database, 99)
    publish_answers(database, number, BY)
    with pytest.raises(ContestFixedError, match="are public, so it cannot be deleted"):
        remove_contest(database, number, BY)
    assert (get_contest(database, number), audit_entries(database, 99)) == before


def test_an_answer_that_was_public_is_not_removed_in_silence(database: Database) -> None:
    number = create_contest(database, OVER, BY)
    put_level(database, number, new_level(Part.MAIN), BY)
    (row,) = contest_levels(database, number)
    for digest in ("one", "two", "three"):
        assert store_submission(database, new_submission(row, digest=digest))
    remove_submission(database, number, 1, BY)
    assert removals(database, get_contest(database, number)) == (0, None)
    publish_answers(database, number, BY)
    assert removals(database, get_contest(database, number)) == (0, None), "nobody had seen it"
    remove_submission(database, number, 2, BY)
    removed = removals(database, get_contest(database, number))
    assert removed == (1, audit_entries(database, 1)[0].created_at)


def test_a_contest_is_forgotten_with_its_levels_until_an_answer_has_come_in(database: Database) -> None:
    mistaken, number = (create_contest(database, MAY, BY) for _ in range(2))
    for contest in (mistaken, number):
        put_level(database, contest, new_level(Part.MAIN), BY)
    remove_contest(database, mistaken, BY)
    assert [row.id for row in list_contests(database)] == [number]
    assert contest_levels(database, mistaken) == []
    (row,) = contest_levels(database, number)
    store_submission(database, new_submission(row))
    with pytest.raises(ContestFixedError, match=f"contest {number} has answers"):
        remove_contest(database, number, BY)
    assert contest_levels(database, number) == [row]


def test_a_contest_keeps_its_level_when_the_stored_one_goes(database: Database) -> None:
    record: LevelRecord = level("one")
    stored, _ = store_level(database, record, Origin.IMPORTED)
    number = create_contest(database, MAY, BY)
    put_level(database, number, new_level(Part.MAIN, stored), BY)
    with database.begin() as connection:
        connection.execute(Level.__table__.delete())
    row = contest_level(database, number, "main")
    assert (row.level_id, row.text) == (None, "#@$.#")


def test_a_level_that_is_deleted_on_its_way_into_a_contest_is_there_as_its_copy(database: Database) -> None:
    number = create_contest(database, MAY, BY)
    put_level(database, number, new_level(Part.MAIN, 99), BY)
    row = contest_level(database, number, "main")
    assert (row.level_id, row.text) == (None, "#@$.#")


def test_a_contest_has_a_level_once(database: Database) -> None:
    number = create_contest(database, MAY, BY)
    put_level(database, number, new_level(Part.MAIN), BY)
    with pytest.raises(LevelInContestError, match=r"in the contest already \(Main level\)"):
        put_level(database, number, replace(new_level(Part.MAIN), part=Part.EXTRA), BY)
    put_level(database, number, new_level(Part.MAIN), BY)
    put_level(database, create_contest(database, MAY, BY), new_level(Part.EXTRA), BY)


def test_answers_are_kept_in_the_order_they_came_in_and_equal_ones_once(database: Database) -> None:
    number = create_contest(database, MAY, BY)
    put_level(database, number, new_level(Part.MAIN), BY)
    put_level(database, number, new_level(Part.EXTRA), BY)
    main, extra = contest_levels(database, number)
    assert store_submission(database, new_submission(main, received_at="2026-05-03"))
    assert not store_submission(database, new_submission(main, received_at="2026-05-04"))
    assert store_submission(database, new_submission(extra, received_at="2026-05-02", answer="RR"))
    assert store_submission(database, new_submission(main, player="Bertil"))
    assert [(row.id, row.part, row.player) for row in submissions(database, number)] == [
        (2, Part.EXTRA, "Anna"),
        (3, Part.MAIN, "Bertil"),
        (1, Part.MAIN, "Anna"),
    ]
    assert submitted_answer(database, number, 2) == "RR"
    other = create_contest(database, MAY, BY)
    for wrong in ((number, 4), (other, 2)):
        with pytest.raises(UnknownContestError, match="no answer"):
            submitted_answer(database, *wrong)


def test_a_contest_keeps_so_many_answers_of_a_player_and_from_an_address(database: Database) -> None:
    number = create_contest(database, MAY, BY)
    for part in (Part.MAIN, Part.EXTRA):
        put_level(database, number, new_level(part), BY)
    main, extra = contest_levels(database, number)

    def stored(judged: ContestLevelRow, digest: str, **changes: object) -> bool:
        return store_submission(database, new_submission(judged, digest=digest, **changes), quotas=Quotas(2, 3))

    assert stored(main, "one", sender="here")
    assert stored(extra, "two", sender="here")
    assert not stored(main, "one", sender="here"), "it is kept already"
    with pytest.raises(QuotaError, match="has 2 answers of this player"):
        stored(main, "three", sender="elsewhere")
    assert stored(main, "one", player="Bertil", sender="here")
    with pytest.raises(QuotaError, match="has 3 answers from your address"):
        stored(main, "one", player="Cecilia", sender="here")
    assert stored(main, "one", player="Cecilia", sender="elsewhere")
    for player in ("David", "Eva", "Fritz", "Gun"):
        assert stored(main, "one", player=player), "the command line has no address"
    other = create_contest(database, MAY, BY)
    put_level(database, other, new_level(Part.MAIN), BY)
    assert stored(contest_levels(database, other)[0], "one", sender="here"), "another contest has room of its own"


def test_every_change_is_in_the_audit_log_with_who_did_it_and_from_where(database: Database) -> None:
    number = create_contest(database, OVER, BY)
    change_contest(database, number, replace(OVER, title="Other"), BY)
    put_level(database, number, new_level(Part.MAIN, None), BY)
    with pytest.raises(UnknownContestError):
        remove_level(database, number + 1, Part.MAIN, BY)
    remove_level(database, number, Part.MAIN, BY)
    publish_answers(database, number, BY)
    entries = audit_entries(database, 99)[::-1]
    assert [entry.action for entry in entries] == [
        "contest-created",
        "contest-changed",
        "level-put",
        "level-removed",
        "answers-published",
    ]
    assert {(entry.who, entry.address, entry.subject) for entry in entries} == {(*BY, f"contest {number}")}
    assert "Other" in str(entries[1].detail)


def test_email_addresses_are_erased_and_nothing_of_them_is_left(database: Database) -> None:
    number = create_contest(database, MAY, BY)
    put_level(database, number, new_level(Part.MAIN), BY)
    (row,) = contest_levels(database, number)
    for player, digest in (("Anna", "one"), ("Anna", "two"), ("Bertil", "one")):
        email = f"{player}.Lind@example.org".lower()
        store_submission(database, new_submission(row, player=player, digest=digest, email=email))
    assert erase_emails(database, lambda player, _: player == "Anna", BY) == 2
    assert [row.email for row in submissions(database, number)] == ["", "", "bertil.lind@example.org"]
    assert erase_emails(database, lambda _, email: email.startswith("bertil"), BY) == 1
    with pytest.raises(UnknownPlayerError, match="no answer has an email address"):
        erase_emails(database, lambda *_: True, BY)
    first, second = audit_entries(database, 2)
    assert (first.action, first.subject, str(first.detail)) == ("emails-erased", "answers: 1", "3")
    assert str(second.detail) == "1, 2"
    with database.read() as connection:
        connection.exec_driver_sql("SELECT 1")
    path = database.path
    database.close()
    assert b"lind@example" not in path.read_bytes()


def test_unknown_contests_are_told_with_the_way_to_list_them(database: Database) -> None:
    for ask in (
        lambda: get_contest(database, 7),
        lambda: change_contest(database, 7, MAY, BY),
        lambda: put_level(database, 7, new_level(Part.MAIN), BY),
        lambda: remove_level(database, 7, Part.MAIN, BY),
        lambda: contest_level(database, 7, "main"),
    ):
        with pytest.raises(UnknownContestError, match="there is no contest 7; cenote contest list"):
            ask()


def test_the_next_part_is_the_first_without_a_level() -> None:
    taken = list[Part]()
    for _ in range(5):
        taken.append(next_part(taken))
    assert taken == ["main", "extra", "extra2", "extra3", "extra4"]
    assert next_part(["extra", "special"]) is Part.MAIN
    assert sorted([Part.SPECIAL, *reversed(taken)], key=lambda part: part.place) == [*taken, "special"]


@pytest.mark.parametrize("name", ["", "extra1", "extra0", "extra100", "Main", "extra03"])
def test_what_is_no_part_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not a valid Part"):
        Part(name)
