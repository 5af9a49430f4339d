"""Levels as entries of a file, with their figures as comment."""

from collections.abc import Iterable, Iterator

from generator import Entry, defaults, get_declaration, get_family
from optimiser.recorder import LevelRecord
from service.figures import ascii_only, depth, exact, number
from storage.queries import LevelRow


def entries_of(rows: Iterable[LevelRow]) -> Iterator[Entry]:
    """Stored levels with their solutions."""
    for row in rows:
        figures = _figures(
            row.lower_bound, row.upper_bound, row.proven, row.moves, row.branching, _pieces(row.family, row.pieces)
        )
        yield Entry(
            text=row.text,
            title=row.title or row.name,
            author=row.author,
            comment="\n".join(filter(None, (figures, row.comment))),
            solution=solution_of(row),
        )


def solution_of(row: LevelRow) -> str:
    """The solution of a stored level; one that was too long to be stored is made again."""
    if row.solution or row.upper_bound is None:
        return row.solution or ""
    family = get_family(row.family)
    return defaults.known_solution(family, family.generate(row.genome))


def entry_of_record(record: LevelRecord, title: str, solution: str) -> Entry:
    """A level that no session found."""
    figures = _figures(
        record.lower_bound,
        record.upper_bound,
        record.proven,
        record.metrics.get("moves"),
        record.metrics.get("branching"),
        _pieces(record.family, record.description.pieces),
    )
    return Entry(text=record.text, title=title, comment=figures, solution=solution)


def _figures(
    lower: int, upper: int | None, proven: bool, moves: float | None, branching: float | None, pieces: str
) -> str:
    proof = "proven" if proven else "not proven"
    moved = "" if moves is None else f"moves {exact(moves)}, {pieces}, "
    return ascii_only(f"depth {depth(lower, upper, proven)} ({proof}), {moved}branching {number(branching)}")


def _pieces(family: str, count: int) -> str:
    return f"{get_declaration(family).pieces} {exact(count)}"
