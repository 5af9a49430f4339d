"""The saved inputs of every target: what fuzzing found to reach other code than the seeds, and what once failed."""

import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

from tests.fuzz.target import Target

CORPUS = Path(__file__).parent / "corpus"
MOST_SAVED = 40
"""Inputs of a target that are saved at most; those that once failed stay besides."""
MOST_TRIED = 600
"""Inputs of a target of which these are chosen."""
FAILED = "failed-"
"""What the names of inputs begin with that were findings."""

Step = tuple[str, int, int]
Trace = Callable[..., Any]
_ROOT = CORPUS.parents[2]
_OURS = tuple(str(_ROOT / part) for part in ("generator", "optimiser", "storage", "service"))


def known(target: Target) -> Sequence[bytes]:
    """The seeds of a target and its saved inputs, in the order of their names."""
    folder = CORPUS / target.name
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return [*target.seeds, *(file.read_bytes() for file in files)]


def renew(target: Target, folder: Path) -> None:
    """Save the shortest inputs of a folder that between them reach what all of it does, in place of the saved ones."""
    found = {file.read_bytes() for file in folder.iterdir()} - {*target.seeds}
    saved = CORPUS / target.name
    saved.mkdir(parents=True, exist_ok=True)
    for old in saved.iterdir():
        if not old.name.startswith(FAILED):
            old.unlink()
    for content in islice(_telling(target, found), MOST_SAVED):
        (saved / sha256(content).hexdigest()[:16]).write_bytes(content)


def _telling(target: Target, inputs: Iterable[bytes]) -> Iterator[bytes]:
    """The inputs that reach a step which neither the seeds nor a shorter one have reached."""
    reached: set[Step] = set()
    for seed in target.seeds:
        reached |= _reached(target, seed)
    for content in sorted(inputs, key=lambda content: (len(content), content))[:MOST_TRIED]:
        steps = _reached(target, content)
        if not steps <= reached:
            reached |= steps
            yield content


def _reached(target: Target, content: bytes) -> set[Step]:
    """Every step from line to line of our own files that an input makes."""
    steps: set[Step] = set()

    def begun(frame: FrameType, *_: object) -> Trace | None:
        file, last = frame.f_code.co_filename, 0
        if not file.startswith(_OURS):
            return None

        def stepped(frame: FrameType, *_: object) -> Trace:
            nonlocal last
            steps.add((file, last, frame.f_lineno))
            last = frame.f_lineno
            return stepped

        return stepped

    threading.settrace(begun)
    sys.settrace(begun)
    try:
        target.run(content)
    finally:
        sys.settrace(None)
        threading.settrace(None)
    return steps
