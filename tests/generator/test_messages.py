"""Messages carry a template and its values, and are the same behind every border of a process."""

import copy
import json
import pickle
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import IllegalMoveError, LevelFormatError, SettingError
from generator.messages import Message, MessageError, levels, minutes, seconds
from service.errors import NotOpenError, for_program, message_of_program


class Version(NamedTuple):
    """A value with a text of its own."""

    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


VALUES = st.recursive(
    st.text() | st.integers(-(10**30), 10**30) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.builds(lambda value: Message("it is {value}", value=value), inner),
)
MESSAGES = st.builds(
    lambda one, rest: Message(
        "{one}, and {rest}", one=one, rest=[Message("so {value}", value=value) for value in rest]
    ),
    VALUES,
    st.lists(VALUES, max_size=3),
)
FRENCH = {"{one}, and {rest}": "{one} et {rest}", "so {value}": "donc {value}", "; ": " ; ", "boxes": "caisses"}
ERRORS = (
    SettingError("size must be between {least} and {most}", least=2, most=7),
    LevelFormatError("{letter!r} is no wall", 3, 7, letter="q"),
    IllegalMoveError("the player runs into {what}", 12, what=Message("a wall")),
    NotOpenError("the contest ended at {time}", is_over=True, time="noon"),
)


def test_a_message_is_told_in_english_by_itself() -> None:
    assert str(Message("{count:,} {what}, {name!r}", count=12345, what="boxes", name="a")) == "12,345 boxes, 'a'"


def test_where_there_are_no_moves_no_move_is_blamed() -> None:
    assert str(IllegalMoveError("the moves end here", 0)) == "there are no moves: the moves end here"
    assert str(IllegalMoveError("the moves end here", 1)) == "move 1: the moves end here"


def test_a_text_without_values_may_have_braces() -> None:
    assert str(Message("{boxes} {")) == "{boxes} {"


def test_values_are_never_templates() -> None:
    assert str(Message("a {value}", value="{other} {")) == "a {other} {"


def test_messages_within_a_message_are_told_in_its_language_and_other_values_are_not() -> None:
    message = Message("{one}, and {rest}", one=Message("boxes"), rest=[Message("so {value}", value="boxes")] * 2)
    assert message.translated(lambda text: FRENCH.get(text, text)) == "caisses et donc boxes ; donc boxes"
    assert str(message) == "boxes, and so boxes; so boxes"


def test_other_values_of_a_list_are_told_as_they_are() -> None:
    assert str(Message("{found} is no type", found=["b", 4])) == "b; 4 is no type"


def test_a_named_tuple_is_one_value() -> None:
    assert str(Message("{version} is old", version=Version(3, 4))) == "3.4 is old"


def test_an_error_within_a_message_is_its_message() -> None:
    assert Message("no: {error}", error=ERRORS[0]).values["error"] == ERRORS[0].message


@given(MESSAGES)
def test_a_message_is_the_same_behind_json_and_pickle(message: Message) -> None:
    assert Message.from_json(json.loads(json.dumps(message.to_json()))) == message
    assert pickle.loads(pickle.dumps(message)) == message


@given(MESSAGES)
def test_a_message_is_read_from_the_lines_of_another_process(message: Message) -> None:
    assert message_of_program(f"Error: a\n{for_program(message)}\nthe end") == message
    assert not message_of_program(f"Error: {message.template}")


@pytest.mark.parametrize("error", ERRORS, ids=str)
def test_an_error_is_the_same_in_another_process(error: MessageError) -> None:
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(other), str(other), other.message) == (type(error), str(error), error.message)
        assert vars(other) == vars(error)


def test_an_error_says_where_it_is() -> None:
    assert str(ERRORS[1]) == "line 3, column 7: 'q' is no wall"
    assert str(ERRORS[2]) == "move 12: the player runs into a wall"


@pytest.mark.parametrize(
    ("count", "told"), [(0.5, "0.5 minutes"), (1, "1 minute"), (1.0, "1 minute"), (10.0, "10 minutes")]
)
def test_one_minute_is_no_minutes(count: float, told: str) -> None:
    assert str(minutes(count)) == told


def test_one_of_a_kind_is_singular() -> None:
    assert [str(word(number)) for word in (seconds, levels) for number in (1, 2)] == [
        "1 second",
        "2 seconds",
        "1 level",
        "2 levels",
    ]
