"""Answers to a level, grouped by what players call the same solution."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from generator import defaults, get_family
from storage.submissions import SubmissionRow

LONGEST = 100_000
"""Letters of an answer that is looked into; longer ones are each an idea of their own."""


class Idea(NamedTuple):
    """Answers that are the same but for what does not matter, the best first."""

    answers: Sequence[SubmissionRow]

    @property
    def players(self) -> Sequence[str]:
        """Everybody who had the idea, the best first."""
        return [*dict.fromkeys(row.player for row in self.answers)]


def grouped(
    family: str, text: str, rows: Iterable[SubmissionRow], moves: Mapping[int, str], order: Sequence[str]
) -> list[Idea]:
    """The ideas of answers to a level, the one with the best answer first; `moves` are by the ids of answers."""
    puzzle = get_family(family)
    level = puzzle.parse(text)
    found: dict[str, list[SubmissionRow]] = {}
    known: dict[str, str] = {}
    for row in sorted(rows, key=lambda row: (*(row.metrics[name] for name in order), row.received_at, row.id)):
        if row.digest not in known:
            answer = moves[row.id]
            known[row.digest] = defaults.idea(puzzle, level, answer) if len(answer) <= LONGEST else row.digest
        found.setdefault(known[row.digest], []).append(row)
    return [Idea(answers) for answers in found.values()]
