"""The commands that only this family has."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.errors import SettingError
from generator.messages import Message
from generator.puzzles.orimaze.level import parse_level
from generator.puzzles.orimaze.sokoban.conversion import converted
from generator.values import Answer


def run(name: str, inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
    """Run a tool. Raises PuzzleError."""
    if name != "to-sokoban":
        raise SettingError("orimaze has no tool {name!r}", name=name)
    return _to_sokoban(inputs[0])


def _to_sokoban(text: str) -> Answer:
    """A level file in XSB; its comment is in English, because files are for exchange."""
    level = parse_level(text)
    if level.is_solved(level.start):
        raise SettingError("this level is solved from the start, so its conversion would have nothing to push")
    found = converted(level)
    counts = (found.pushes, "push", "pushes"), (found.moves, "move", "moves"), (found.turns, "turn", "turns")
    pushes, moves, turns = (f"{count} {one if count == 1 else many}" for count, one, many in counts)
    comment = f"{pushes} at least: {moves} of the orimaze and {turns} of gates"
    lines = [found.board.text, "Title: Orimaze", f"Comment: {comment}", f"Solution: {found.solution}"]
    fields = {
        "level": found.board.text,
        "solution": found.solution,
        "pushes": found.pushes,
        "moves": found.moves,
        "turns": found.turns,
    }
    return Answer(Message("{board}", board="\n".join(lines)), fields)
