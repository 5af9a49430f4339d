"""Ratings and games as one file that anybody may use: tables without names, and a word on what they are."""

import csv
from collections.abc import Iterable
from dataclasses import astuple, fields, replace
from io import TextIOWrapper
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from service.ratings.plays import WEIGHT_OF_STRANGERS
from storage.database import Database
from storage.ratings import LevelRatingRow, PlayRow, finished_plays, level_ratings

README = f"""Ratings of puzzle levels, and the games that they come from.

To the extent possible under law, whoever made this file has waived all copyright and related rights to it:
CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/

ratings.csv, a line for each level that was played:
  family, identity   the puzzle, and what identifies a level in it
  rating, deviation  how hard it is for players (Glicko-2), and the standard deviation
  plays              finished games
plays.csv, a line for each finished game:
  family, identity   the level
  player, kind       a number that stands for the player in this file alone; an account, a contestant or a stranger
  day                when it was decided, in UTC
  score              1 if the player solved the level, 0 if not
  weight             how much it counts: 1, and {WEIGHT_OF_STRANGERS} for strangers
  moves              how many moves the player made
"""


def write_export(database: Database, file: BinaryIO) -> tuple[int, int]:
    """Write the ratings and games of a database as a zip file; how many there are of each."""
    ratings = [
        replace(row, rating=round(row.rating), deviation=round(row.deviation)) for row in level_ratings(database)
    ]
    numbers: dict[int, int] = {}
    plays = (replace(row, player=numbers.setdefault(row.player, len(numbers) + 1)) for row in finished_plays(database))
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        with _opened(archive, "README.txt") as text:
            text.write(README)
        return _table(archive, "ratings.csv", LevelRatingRow, ratings), _table(archive, "plays.csv", PlayRow, plays)


def _table(archive: ZipFile, name: str, kind: type[Any], rows: Iterable[Any]) -> int:
    with _opened(archive, name) as text:
        lines = csv.writer(text, lineterminator="\n")
        lines.writerow(field.name for field in fields(kind))
        written = 0
        for row in rows:
            lines.writerow(astuple(row))
            written += 1
    return written


def _opened(archive: ZipFile, name: str) -> TextIOWrapper:
    # ZipInfo has a fixed time of its own, so that the same games make the same bytes.
    info = ZipInfo(name)
    info.compress_type = ZIP_DEFLATED
    return TextIOWrapper(archive.open(info, "w"), encoding="utf-8")
