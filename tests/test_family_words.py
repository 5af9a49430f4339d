"""Search, storage and service know no puzzle: what one family alone has, it declares."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = ("optimiser", "storage", "service")
ENDINGS = (".py", ".html", ".js", ".css")
WORD = re.compile(r"(?<![A-Za-z])(box(es)?|push(es)?|sokoban)(?![a-z])", re.IGNORECASE)
OTHER_MEANINGS = re.compile(r"\.push\(|border-box|box-(sizing|shadow)|rich\.box|\bbox=|hx-push-url")
"""JavaScript's arrays, boxes of style sheets, and those that the library rich draws around tables."""

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
    ("service/web/routes/competition.py", "push: int"),
    # A field of the public JSON of rankings.
    ("service/web/routes/contests_api.py", "champion_of_pushes: str | None"),
}


def sources() -> Iterator[Path]:
    for part in PARTS:
        for file in sorted((ROOT / part).rglob("*")):
            if file.suffix in ENDINGS and "vendor" not in file.parts:
                yield file


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
