"""What can go wrong with a puzzle, as exceptions that say what to do."""


class PuzzleError(Exception):
    """Root of every error that a puzzle family raises."""


class LevelFormatError(PuzzleError, ValueError):
    """A text is not a level; the message names line, column, offender and what would be right."""

    def __init__(self, problem: str, line: int | None = None, column: int | None = None) -> None:
        place = "" if line is None else f"line {line}: " if column is None else f"line {line}, column {column}: "
        super().__init__(place + problem)
        self.line = line
        self.column = column


class UnreadablePictureError(PuzzleError, ValueError):
    """No level can be read from a picture; the message says what was found in it and what was not."""


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
    """A sequence of moves breaks the rules of its puzzle; `step` is the 1-based number of the first bad move."""

    def __init__(self, problem: str, step: int) -> None:
        super().__init__(f"move {step}: {problem}")
        self.step = step


class UnknownFamilyError(PuzzleError, LookupError):
    """No puzzle family has that name."""
