"""Search, storage and service know no puzzle: what one family alone has, it declares.

`moves` is no word of a family: the core calls an answer's text so in `Family.replay`, which is why the metric `moves`,
its length, has a column in the database.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from generator import family_names, get_declaration

ROOT = Path(__file__).parents[1]
PARTS = ("optimiser", "storage", "service")
ENDINGS = (".py", ".html", ".js", ".css")
NEUTRAL = {"pieces", "numbers", "rows", "json", "boards", "grids", "url"}
"""Pieces and formats of a family that are called by words which the program needs for itself."""


def _declared() -> Iterator[str]:
    """What the families are called, their pieces and their formats of files."""
    for name in family_names():
        declaration = get_declaration(name)
        yield from (name, declaration.pieces, *declaration.formats)


def _pattern(word: str) -> str:
    stem = re.sub(r"(?<=x)es$|s$", "", word)
    return rf"{re.escape(stem)}(e?s)?"


UNDECLARED = {"push", "lurd", "pour"}
"""What is done with the pieces, and the notation of it."""
WORDS = sorted({*_declared()} - NEUTRAL | UNDECLARED)
WORD = re.compile(rf"(?<![A-Za-z])({'|'.join(map(_pattern, WORDS))})(?![a-z])", re.IGNORECASE)
OTHER_MEANINGS = re.compile(
    r"\.push\(|border-box|-webkit-box|box-(sizing|shadow)|rich\.box|\bbox=|hx-push-url|^ *Example: cenote .*"
)
"""JavaScript's arrays, boxes of style sheets, those that the library rich draws around tables, and the examples of help
texts, each of which is of some family."""

COMPATIBLE = {
    # The public name of the number of pieces, in one place, with a sentence on it.
    ("optimiser/recorder.py", 'PIECES_KEY = "boxes"'),
    ("optimiser/recorder.py", "boxes once were the only pieces"),
    # Orders in the addresses of searches, as a type that has to be written out.
    ("service/web/levels/search.py", '"-boxes",'),
    ("service/web/levels/search.py", '"boxes",'),
    ("service/web/templates/level_parts.html", 'name == "boxes"'),
    # Keys that the programs BoxMan read.
    ("service/contests/competition.py", '"push": "pushes"'),
    ("service/contests/competition.py", '_FORUM = "mf8"'),
    ("service/web/routes/competition.py", 'form.get("lurd"'),
    ("service/web/routes/competition.py", "push: int"),
    # A field of the public JSON of rankings.
    ("service/web/routes/contests_api.py", "champion_of_pushes: str | None"),
}


def sources() -> Iterator[Path]:
    for part in PARTS:
        for file in sorted((ROOT / part).rglob("*")):
            if file.suffix in ENDINGS and "vendor" not in file.parts:
                yield file


def test_the_declared_words_are_looked_for() -> None:
    assert {"boxes", "linjat", "mf8", "orimaze", "sokoban", "tubes", "watersort", "xsb"} <= {*WORDS}
    assert [word for word in ("box", "Boxes", "tube", "pours", "XSB") if not WORD.fullmatch(word)] == []


def test_only_keys_that_others_rely_on_name_what_one_family_has() -> None:
    found = [
        (file.relative_to(ROOT).as_posix(), line.strip())
        for file in sources()
        for line in file.read_text("utf-8").splitlines()
        if WORD.search(OTHER_MEANINGS.sub("", line))
    ]
    allowed = [(file, line) for file, line in found if any(file == at and part in line for at, part in COMPATIBLE)]
    assert found == allowed
    assert len(allowed) == len(COMPATIBLE), "an exception is left over"
