"""Names of players: which of them look alike, and whom they belong to."""

import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import scrypt

from generator.messages import Message
from service.contests.plain_text import required_line
from service.errors import RefusedError

LONGEST_NAME = 40
LONGEST_CODE = 60

_VISIBLE = "LNSP"
"""First letters of the categories of Unicode that show something by themselves: letters, numbers, symbols, marks."""
_ROUNDS = 2
"""What a letter looks like may itself look like another one, once it is small: 0 like O, and that like o."""


def player_name(said: str) -> str:
    """A name as it is kept. Raises RefusedError."""
    name = required_line(Message("name"), said, LONGEST_NAME)
    if not any(unicodedata.category(letter)[0] in _VISIBLE for letter in name):
        raise RefusedError("this name is invisible; give one with letters")
    return name


@lru_cache(maxsize=2**16)
def skeleton(name: str) -> str:
    """What all names have in common that look like this one, whatever their capitals.

    The letters that look alike are those of Unicode Technical Standard 39. Unlike there, small and capital letters are
    one, so a letter also looks like another one if their capitals do.
    """
    found = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    for _ in range(_ROUNDS):
        found = "".join(map(_look, unicodedata.normalize("NFD", found))).casefold()
    return found.replace("i", "l")  # the capital of one looks like the other


def digest_of_code(code: str, name: str) -> str:
    """What is stored of the code of a name, which takes long to guess; empty where there is none."""
    return scrypt(code.encode(), salt=skeleton(name).encode(), n=2**12, r=8, p=1).hex()[:64] if code else ""


def meant(whom: str) -> Callable[[str, str], bool]:
    """Whether a name and an email address are those of somebody, who is named by either."""
    if "@" in whom:
        return lambda _, email: email.casefold() == whom.strip().casefold()
    return lambda name, _: skeleton(name) == skeleton(whom)


@cache
def _look(letter: str) -> str:
    """What a small letter looks like, or else its capital, as far as that is in ASCII."""
    small, capital = (_prototypes().get(form, form) for form in (letter, letter.upper()))
    return capital.casefold() if capital.isascii() and not small.isascii() else small


@cache
def _prototypes() -> dict[str, str]:
    """One for all letters that look alike. In the library's data it is known to each, and each to it."""
    from confusable_homoglyphs.confusables import confusables_data

    pairs = ((letter, [found["c"] for found in known]) for letter, known in confusables_data.items())
    alone = {letter: known[0].strip("\u200e") for letter, known in pairs if len(known) == 1}
    return {
        letter: min(letter, other, key=lambda one: (not one.isascii(), one)) if alone.get(other) == letter else other
        for letter, other in alone.items()
    }
