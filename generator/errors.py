"""What can go wrong with a puzzle, as exceptions that say what to do."""

from typing import Any

from generator.messages import Message, MessageError


class PuzzleError(MessageError):
    """Root of every error that a puzzle family raises."""


class LevelFormatError(PuzzleError, ValueError):
    """A text is not a level; the message names line, column, offender and what would be right."""

    def __init__(
        self, template: str | Message, line: int | None = None, column: int | None = None, /, **values: Any
    ) -> None:
        problem = template if isinstance(template, Message) else Message(template, **values)
        super().__init__(_placed(problem, line, column))
        self.line = line
        self.column = column


class UnclosedLevelError(LevelFormatError):
    """The inside of a level reaches the edge of its board."""


class UnreadablePictureError(PuzzleError, ValueError):
    """No level can be read from a picture; the message says what was found in it and what was not."""

    def __init__(self, template: str | Message, /, drawing: bytes = b"", **values: Any) -> None:
        super().__init__(template, **values)
        self.drawing = drawing
        """A PNG of the picture with what was found in it; empty where that is nothing."""


class DoubtfulPictureError(UnreadablePictureError):
    """A level was read from a picture, but not surely enough; somebody who compares both may take it over.

    It has all that a PictureReading has; the picture with what was found in it is `drawing`.
    """

    def __init__(self, template: str | Message, /, drawing: bytes, text: str, confidence: float, **values: Any) -> None:
        super().__init__(template, drawing, **values)
        self.text = text
        self.confidence = confidence


class MissingExtraError(PuzzleError):
    """An optional part of the program is not installed; the message says how it is."""


class SettingError(PuzzleError, ValueError):
    """A family was asked for something that it does not make (a type, a size, a policy ...)."""


class GenomeError(PuzzleError, ValueError):
    """A genome does not describe a level."""


class GenerationError(PuzzleError):
    """A genome is well formed, yet its level does not come out (a threshold was not met)."""


class UnsupportedLevelError(PuzzleError):
    """A level is well formed, but of a kind that this version cannot solve."""


class IllegalMoveError(PuzzleError, ValueError):
    """A sequence of moves breaks the rules of its puzzle.

    `step` is the 1-based number of the first bad move, 0 where there is no move at all.
    """

    def __init__(self, template: str | Message, step: int, /, **values: Any) -> None:
        problem = template if isinstance(template, Message) else Message(template, **values)
        place = "move {step}: {problem}" if step else "there are no moves: {problem}"
        super().__init__(place, step=step, problem=problem)
        self.step = step


class UnknownFamilyError(PuzzleError, LookupError):
    """No puzzle family has that name."""


class BrokenFamilyError(UnknownFamilyError):
    """An installed package registers a puzzle family that cannot be used."""


def _placed(problem: Message, line: int | None, column: int | None) -> Message:
    if line is None:
        return problem
    if column is None:
        return Message("line {line}: {problem}", line=line, problem=problem)
    return Message("line {line}, column {column}: {problem}", line=line, column=column, problem=problem)
