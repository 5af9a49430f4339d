"""The scripts with which a level is played, so that a browser asks for all of them at once."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from posixpath import join, normpath

from generator import get_declaration
from generator.registry import folder_of
from service.web.levels.player import player_of

STATIC = Path(__file__).parents[1] / "static"
FRAME = "/static/player/frame.js"
IMPORTED = re.compile(r'^import [^;]*?from "([^"]+)";', re.MULTILINE)


@cache
def modules_of(family: str) -> Sequence[str]:
    """The addresses of the frame, the player of a family and all that they import; nothing where there is no player."""
    if not get_declaration(family).player:
        return ()
    found: dict[str, None] = {}
    waiting = [FRAME, player_of(family)]
    while waiting:
        address = waiting.pop()
        if address not in found:
            found[address] = None
            imported = IMPORTED.findall(_file(address).read_text("utf-8"))
            waiting += [normpath(join(address, "..", name)) for name in imported]
    return tuple(found)


def _file(address: str) -> Path:
    """Where the script lies that is served at an address."""
    _, room, *rest = address.split("/")
    return folder_of(rest[0]).joinpath(*rest[1:]) if room == "families" else STATIC.joinpath(*rest)
