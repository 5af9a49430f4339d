"""What the rest of the program says in English, in the language of a page.

The catalogue `program` has whole messages, and patterns with names in braces for what stands there in single messages.
"""

import re
from functools import cache

from service.web.languages import catalogue

_NAME = re.compile(r"\{(\w+)\}")


def said(language: str, text: str) -> str:
    """A message of the program in a language; English where nobody has translated it."""
    whole = catalogue(language, "program")
    if text in whole:
        return whole[text]
    for pattern, translation in _patterns(language):
        if found := pattern.fullmatch(text):
            return _NAME.sub(lambda name: found[name[1]], translation)
    return text


@cache
def _patterns(language: str) -> list[tuple[re.Pattern[str], str]]:
    """The messages with names in braces, those with most letters of their own first."""
    named = [(text, said) for text, said in catalogue(language, "program").items() if _NAME.search(text)]
    named.sort(key=lambda pair: -len(_NAME.sub("", pair[0])))
    return [(_pattern(text), said) for text, said in named]


def _pattern(text: str) -> re.Pattern[str]:
    pieces = _NAME.split(text)
    quoted = (f"(?P<{piece}>.+)" if place % 2 else re.escape(piece) for place, piece in enumerate(pieces))
    return re.compile("".join(quoted), re.DOTALL)
