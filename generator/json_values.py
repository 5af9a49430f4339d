"""The values of a text in JSON, however it lists them."""

import json
import re
from collections.abc import Iterator
from typing import Any

from generator.errors import LevelFormatError

_ITEM = re.compile(r"\S")


def json_values(text: str) -> Iterator[Any]:
    """The values of a text one after the other; an array counts as the values in it. Raises LevelFormatError."""
    decoder, at = json.JSONDecoder(), 0
    while start := _ITEM.search(text, at):
        try:
            item, at = decoder.raw_decode(text, start.start())
        except RecursionError as error:
            raise LevelFormatError("the JSON cannot be read: its brackets are nested too deeply") from error
        except ValueError as error:
            raise LevelFormatError("the JSON cannot be read: {error}", error=error) from error
        yield from item if isinstance(item, list) else [item]
