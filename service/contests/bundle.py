"""A contest as one file for forums and players: its levels in every format, pictures, and a manifest."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from generator import Entry, defaults, get_declaration, get_family
from service.levels.pictures import LONGEST_STILL, fitting_cell, png
from service.settings import program_version
from storage.contests import ContestLevelRow, ContestRow, KnownAnswer, Part

MANIFEST = "manifest.json"


class Piece(NamedTuple):
    """A file of the bundle."""

    name: str
    content: bytes


def write_bundle(
    file: BinaryIO,
    contest: ContestRow,
    levels: Sequence[ContestLevelRow],
    answers: Mapping[Part, KnownAnswer],
    links: Mapping[Part, str],
) -> None:
    """Write the bundle of a contest as a zip file, with those answers and addresses of players that are given.

    The same contest makes the same bytes.
    """
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        files = []
        for piece in (piece for level in levels for piece in _pieces(level, answers, links)):
            _add(archive, piece)
            files.append({"name": piece.name, "bytes": len(piece.content), "sha256": sha256(piece.content).hexdigest()})
        manifest = {**_told(contest, levels), "files": files}
        _add(archive, Piece(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=2).encode()))


def _told(contest: ContestRow, levels: Iterable[ContestLevelRow]) -> Mapping[str, Any]:
    return {
        "program": f"cenote {program_version()}",
        "contest": contest.id,
        "title": contest.title,
        "text": contest.text,
        "opens_at": contest.opens_at,
        "closes_at": contest.closes_at,
        "levels": [
            {"part": level.part, "family": level.family, "title": level.title, "author": level.author}
            for level in levels
        ],
    }


def _pieces(level: ContestLevelRow, answers: Mapping[Part, KnownAnswer], links: Mapping[Part, str]) -> Iterator[Piece]:
    family = get_family(level.family)
    entry = Entry(level.text, level.title, level.author)
    for name, format_ in get_declaration(level.family).formats.items():
        # What has no ending of its own is for pasting: the code of a forum, the address of a player.
        ending = format_.endings[0] if format_.endings else f".{name}.txt"
        yield Piece(f"{level.part}/level{ending}", "".join(defaults.format_file(family, [entry], name)).encode())
    svg = defaults.render(family, family.parse(level.text))
    yield Piece(f"{level.part}/level.svg", svg.encode())
    yield Piece(f"{level.part}/level.png", png(svg, fitting_cell(svg, LONGEST_STILL)))
    if level.part in links:
        yield Piece(f"{level.part}/play.txt", f"{links[level.part]}\n".encode())
    if level.part in answers:
        answer = answers[level.part]
        figures = ", ".join(f"{name} {count}" for name, count in answer.metrics.items())
        yield Piece(f"{level.part}/answer.txt", f"{answer.answer}\n".encode())
        yield Piece(f"{level.part}/figures.txt", f"{figures}\n".encode())


def _add(archive: ZipFile, piece: Piece) -> None:
    # ZipInfo has a fixed time of its own, so that the bytes do not depend on the clock.
    archive.writestr(ZipInfo(piece.name), piece.content, ZIP_DEFLATED)
