"""Throws texts at the parsers of Sokoban's formats, led by coverage; CONTRIBUTING.md says how to run it.

An input byte below 128 is its ASCII letter, any other a piece that level files are made of.
"""

import sys

import atheris

with atheris.instrument_imports(include=["generator"]):
    from generator.errors import LevelFormatError
    from generator.puzzles.sokoban.notation.files import format_file, parse_file
    from generator.puzzles.sokoban.notation.formats import FORMATS

from tests.generator.puzzles.sokoban.notation.fragments import FRAGMENTS


def fuzz_one_text(content: bytes) -> None:
    """A text is refused in one line, or its levels and notes are the same after a way through every format.

    The same as written, that is: a line of a comment that looks like the end of one is quoted.
    """
    text = "".join(chr(byte) if byte < 128 else FRAGMENTS[byte % len(FRAGMENTS)] for byte in content)
    try:
        entries = parse_file(text)
    except LevelFormatError as error:
        if "\n" in str(error):
            raise
        return
    for format_ in FORMATS:
        written = "".join(format_file(entries, format_))
        again = parse_file(written)
        assert "".join(format_file(again, format_)) == written
        assert [(entry.level, entry.title) for entry in again] == [(entry.level, entry.title) for entry in entries]


if __name__ == "__main__":
    atheris.Setup(sys.argv, fuzz_one_text)
    atheris.Fuzz()
