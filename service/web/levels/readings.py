"""Pictures with what was found in them, kept for a while, so that a page can show them."""

from collections import OrderedDict
from secrets import token_urlsafe

MOST = 20
"""Pictures that are kept; the oldest goes first."""

_DRAWN: OrderedDict[str, bytes] = OrderedDict()


def keep_drawing(png: bytes) -> str:
    """Keep a picture, and return the word under which it is found."""
    word = token_urlsafe(16)
    _DRAWN[word] = png
    while len(_DRAWN) > MOST:
        _DRAWN.popitem(last=False)
    return word


def drawing(word: str) -> bytes | None:
    """The picture of a word, None once it is forgotten."""
    return _DRAWN.get(word)
