import pytest

from generator.errors import LevelFormatError
from generator.json_values import json_values


@pytest.mark.parametrize("text", ["1 2", "[1, 2]", "\n[1]\n\n2\n", "1\r\n[2]", "[] [1, 2] []"])
def test_values_stand_in_an_array_or_one_after_the_other(text: str) -> None:
    assert list(json_values(text)) == [1, 2]


def test_a_value_in_an_array_may_be_an_array_itself() -> None:
    assert list(json_values('[[1], {"a": [2]}]')) == [[1], {"a": [2]}]


@pytest.mark.parametrize(
    ("text", "refusal"),
    [("[1", "the JSON cannot be read: Expecting .* line 1"), ("[" * 100_000, "its brackets are nested too deeply")],
)
def test_what_is_no_json_is_refused(text: str, refusal: str) -> None:
    with pytest.raises(LevelFormatError, match=refusal):
        list(json_values(text))
