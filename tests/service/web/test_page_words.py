"""What the program says, in the words of pages: times as a language writes them, and pages instead of commands."""

import pytest

from generator.messages import Message
from service.figures import utc
from service.web.languages import LANGUAGES, ON_PAGES, translated


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "the contest ended at Feb 1, 2020, 1:30:00\u202fPM UTC; choose one that is open"),
        ("zh_Hans", "比赛已于 2020年2月1日 13:30:00 UTC 结束\uff1b请选择正在进行的比赛"),
    ],
)
def test_times_in_messages_are_those_of_the_language(language: str, shown: str) -> None:
    ended = Message("the contest ended at {time}; choose one that is open", time=utc("2020-02-01T13:30:00.000+00:00"))
    assert translated(language, ended) == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_name_no_command_where_they_have_a_page(language: str) -> None:
    for template in ON_PAGES:
        assert "cenote" in template
        said = translated(language, Message(template, id=1, name="deep"))
        assert "cenote" not in said
        assert "1" in said or "deep" in said
