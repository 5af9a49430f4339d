"""Forms speak of their fields where the command line speaks of its options."""

from generator.messages import Message
from service.web.field_names import by_label


def test_an_option_is_named_by_the_label_of_its_field() -> None:
    assert by_label("en", Message("lower --workers")) == "lower worker processes"


def test_a_command_is_left_as_it_is_typed() -> None:
    assert by_label("en", Message("begin with cenote run --size 5")) == "begin with cenote run --size 5"


def test_a_value_that_looks_like_an_option_stays_as_it_was_sent() -> None:
    message = Message("there is no program {name!r}; give --notify-command one that can be run", name="--workers")
    assert by_label("en", message) == "there is no program '--workers'; give notify-command one that can be run"


def test_an_option_in_a_message_within_another_one_is_named_by_its_field_too() -> None:
    assert (
        by_label("en", Message("level 1: {why}", why=Message("lower --workers"))) == "level 1: lower worker processes"
    )
