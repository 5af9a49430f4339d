"""The audit log keeps every deed, in the order in which they were done."""

import pytest

from generator.messages import Message
from storage.audit import Deed, audit_entries, enter, record, session_subject, verbatim
from storage.database import Database


def test_deeds_are_listed_the_newest_first(database: Database) -> None:
    record(database, Deed("anian", "login", address="192.0.2.1"))
    record(
        database, Deed("bea", "remove-answer", "contest 3", Message("answer {id} of {player}", id=7, player="mallory"))
    )
    entries = audit_entries(database, 10)
    assert [(entry.who, entry.action, entry.subject) for entry in entries] == [
        ("bea", "remove-answer", "contest 3"),
        ("anian", "login", ""),
    ]
    assert entries[0].created_at > entries[1].created_at
    assert str(entries[0].detail) == "answer 7 of mallory"


@pytest.mark.parametrize("detail", ["", "main: level 8", "[old] walls", '["walls"]', '["a", 3]', "{doors}"])
def test_details_that_older_programs_wrote_are_read(database: Database, detail: str) -> None:
    row = {
        "created_at": database.now(),
        "who": "anian",
        "address": "",
        "action": "session-named",
        "subject": "session 1",
    }
    columns, values = ", ".join(row), ", ".join("?" * len(row))
    with database.begin() as connection:
        query = f"INSERT INTO audit ({columns}, detail) VALUES ({values}, ?)"
        connection.exec_driver_sql(query, (*row.values(), detail))
    (entry,) = audit_entries(database, 1)
    assert str(entry.detail) == detail


@pytest.mark.parametrize("name", ["[new] walls", '["walls", {}]', "{doors}", "levels: {count}"])
def test_names_in_details_stay_as_they_are(database: Database, name: str) -> None:
    record(database, Deed("anian", "session-named", session_subject(1), verbatim(name)))
    (entry,) = audit_entries(database, 1)
    assert (str(entry.about), str(entry.detail)) == ("session 1", name)


def test_the_log_is_read_page_by_page(database: Database) -> None:
    for number in range(5):
        record(database, Deed("anian", "login", str(number)))
    first = audit_entries(database, 2)
    assert [entry.subject for entry in first] == ["4", "3"]
    assert [entry.subject for entry in audit_entries(database, 9, first[-1].id)] == ["2", "1", "0"]


def test_a_deed_that_is_not_done_is_not_entered(database: Database) -> None:
    with pytest.raises(ArithmeticError), database.begin() as connection:  # noqa: PT012 - both belong together
        enter(connection, Deed("anian", "remove-contest", "contest 1"), database.now())
        raise ArithmeticError
    assert audit_entries(database, 1) == []
