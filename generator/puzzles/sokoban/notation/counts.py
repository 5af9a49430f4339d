"""Text with counts, as run-length encoding writes it: `3#-` is `###-`, and `2(3(dr)R)` is `drdrdrRdrdrdrR`."""

import re
from typing import Any

from generator.messages import MessageError

DEEPEST = 32
"""Brackets within brackets."""

COUNTS = re.compile(r"[0-9()]")

_TOKEN = re.compile(r"(?P<count>[0-9]*)(?:(?P<letters>[^0-9()]+)|(?P<open>\()|(?P<close>\)))")
_RUN = re.compile(r"([^0-9()])\1{2,}")


class CountError(MessageError, ValueError):
    """A text is not as counts and brackets must be; `at` is the index of the offender."""

    def __init__(self, template: str, at: int, /, **values: Any) -> None:
        super().__init__(template, **values)
        self.at = at


class _Group:
    """An open bracket: how often it is repeated, what was read in it, and how long that is."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.parts: list[str] = []
        self.size = 0

    def add(self, part: str) -> None:
        self.parts.append(part)
        self.size += len(part)


def expand(text: str, most: int) -> str:
    """The text with its counts multiplied out, of at most `most` letters; nothing longer is made on the way.

    Raises CountError.
    """
    groups = [_Group(1)]
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise CountError("a count must stand before what it repeats, but nothing follows this one", at)
        count = _count(token["count"], at, most)
        room = most - sum(group.size for group in groups)
        if token["letters"]:
            letters = token["letters"]
            _refuse_excess(count + len(letters) - 1, room, at, most)
            groups[-1].add(letters[0] * count + letters[1:])
        elif token["open"]:
            groups.append(_Group(count))
            _refuse_depth(groups, at)
        else:
            _close(groups, token["count"], at, most, room)
        at = token.end()
    if len(groups) > 1:
        raise CountError("a bracket is still open at the end; close it with ')'", len(text))
    return "".join(groups[0].parts)


def shorten(text: str) -> str:
    """The text with counts for runs of three and more, without brackets, which not every program knows."""
    return _RUN.sub(lambda run: f"{len(run[0])}{run[1]}", text)


def _close(groups: list[_Group], count: str, at: int, most: int, room: int) -> None:
    if count:
        raise CountError("a count must stand before what it repeats, but here a bracket closes", at)
    if len(groups) == 1:
        raise CountError("')' closes no bracket; remove it", at)
    inner = groups.pop()
    _refuse_excess(inner.size * (inner.count - 1), room, at, most)
    groups[-1].add("".join(inner.parts) * inner.count)


def _count(digits: str, at: int, most: int) -> int:
    if not digits:
        return 1
    if len(digits) > len(str(most)):
        raise _excess(at, most)
    count = int(digits)
    if not count:
        raise CountError("a count of 0; leave out what is not there", at)
    return count


def _refuse_depth(groups: list[_Group], at: int) -> None:
    if len(groups) - 1 > DEEPEST:
        raise CountError("more than {most} brackets are open here; nest them less", at, most=DEEPEST)


def _refuse_excess(size: int, room: int, at: int, most: int) -> None:
    if size > room:
        raise _excess(at, most)


def _excess(at: int, most: int) -> CountError:
    return CountError(
        "with its counts multiplied out this is longer than {most:,} letters; make it shorter", at, most=most
    )
