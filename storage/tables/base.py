"""What all tables have in common: their base, and types of columns."""

import json
import operator
import zlib
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    Boolean,
    Dialect,
    Float,
    Integer,
    MetaData,
    Text,
    TypeDecorator,
)
from sqlalchemy.orm import DeclarativeBase

from generator.messages import Message
from optimiser.recorder import PIECES_KEY
from storage.errors import NumberTooLargeError


class SessionState(StrEnum):
    """What a session is doing; one that was killed still says `running`, while nobody holds its lock."""

    RUNNING = "running"
    STOPPED = "stopped"
    FINISHED = "finished"


class Origin(StrEnum):
    """Where a level comes from."""

    EVOLVED = "evolved"
    GENERATED = "generated"
    IMPORTED = "imported"
    ATLAS = "atlas"


FIGURES = (
    "family",
    "type",
    "size",
    PIECES_KEY,
    "depth",
    "branching",
    "moves",
    "score",
    "difficulty",
    "proven",
    "origin",
    "session_id",
)
"""The columns of a level that filters and orders look at."""


BITS = 63
"""Of the largest integer that SQLite holds, without its sign."""


class Count(TypeDecorator[int]):
    """An integer of 64 bits, also where it is numpy's: sqlite3 would quietly store the bytes of a numpy integer.

    Raises NumberTooLargeError.
    """

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: int | None, _: Dialect) -> int | None:
        if value is None:
            return None
        number = operator.index(value)
        if number.bit_length() > BITS:
            raise NumberTooLargeError(
                "a number is too large for the database, which holds up to {most}", most=2**BITS - 1
            )
        return number


class Packed(TypeDecorator[str]):
    """A text that may be long, as zlib's bytes; what an older program stored as text is read too."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, _: Dialect) -> Any:
        return None if value is None else zlib.compress(value.encode())

    def process_result_value(self, value: Any, _: Dialect) -> str | None:
        return zlib.decompress(value).decode() if isinstance(value, bytes) else value


class Told(TypeDecorator[Message]):
    """A message: as JSON where it has values, else, and in what an older program stored, the English sentence."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Message | None, _: Dialect) -> str | None:
        if value is None:
            return None
        plain = not value.values and not value.template.startswith("[")
        return value.template if plain else json.dumps(value.to_json(), ensure_ascii=False)

    def process_result_value(self, value: str | None, _: Dialect) -> Message | None:
        if value is None:
            return None
        if not value.startswith("["):
            return Message(value)
        try:
            return Message.from_json(json.loads(value))
        except (ValueError, TypeError, AttributeError):  # an older program stored what somebody called something
            return Message(value)


class Base(DeclarativeBase):
    """Root of the models; the naming convention lets a later migration name what it drops."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        int: Count(),
        float: Float(),
        bool: Boolean(),
        str: Text(),
        dict[str, Any]: JSON(none_as_null=True),
        Message: Told(),
    }
