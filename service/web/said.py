"""What the rest of the program says in English, in the language of a page.

The catalogues have whole messages, and patterns with names in braces for what stands there in single messages.
What stands for a name may be a message itself, and some messages are lists of others.
"""

import re
from functools import cache

from service.web.languages import program

_NAME = re.compile(r"\{(\w+)\}")
_LABELLED = re.compile(r"([\w.]+): (.+)", re.DOTALL)
LONGEST = 1000
"""Letters of a text that may be a message; longer ones hold what a visitor sent, and take long to be compared."""
_SEPARATORS = (re.compile(r"; (?=[\w.]+: )"), re.compile("; "))
"""Between the messages of a list; the first is for labelled ones, in which the second may stand."""


def said(language: str, text: str) -> str:
    """A message of the program in a language; English where nobody has translated it."""
    return text if len(text) > LONGEST else _translated(language, text) or text


def _translated(language: str, text: str) -> str | None:
    whole = program(language).get(text)
    return whole or _listed(language, text) or _labelled(language, text) or _filled(language, text)


def _listed(language: str, text: str) -> str | None:
    """A list of messages, all of which are known."""
    for separator in _SEPARATORS:
        pieces = separator.split(text)
        if len(pieces) > 1:
            known = [found for piece in pieces if (found := _translated(language, piece))]
            if len(known) == len(pieces):
                return said(language, "; ").join(known)
    return None


def _labelled(language: str, text: str) -> str | None:
    """A message behind the name of what it is about, such as `main: the player runs into a wall`."""
    found = _LABELLED.fullmatch(text)
    about = found and _translated(language, found[2])
    return said(language, found[1]) + said(language, ": ") + about if found and about else None


def _filled(language: str, text: str) -> str | None:
    """A message with values; single words are names of things, and stay as they are."""
    for pattern, translation in _patterns(language):
        if found := pattern.fullmatch(text):
            values = found.groupdict().items()
            return translation.format_map(
                {name: said(language, value) if " " in value else value for name, value in values}
            )
    return None


@cache
def _patterns(language: str) -> list[tuple[re.Pattern[str], str]]:
    """The messages with names in braces, those first that say most before the first name, and in all."""
    named = [(text, said) for text, said in program(language).items() if _NAME.search(text)]
    named.sort(key=lambda pair: (-pair[0].index("{"), -len(_NAME.sub("", pair[0]))))
    return [(_pattern(text), said) for text, said in named]


def _pattern(text: str) -> re.Pattern[str]:
    pieces = _NAME.split(text)
    names = pieces[1::2]
    quoted = (
        _group(piece, piece in names[: place // 2]) if place % 2 else re.escape(piece)
        for place, piece in enumerate(pieces)
    )
    return re.compile("".join(quoted), re.DOTALL)


def _group(name: str, is_repeated: bool) -> str:
    return f"(?P={name})" if is_repeated else f"(?P<{name}>.+?)"
