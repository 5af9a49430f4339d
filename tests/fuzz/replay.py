"""`python -m tests.fuzz.replay GROUP...`: the known inputs of every target, and so many mutations of each.

Counted in inputs and not in seconds, without coverage, and within the address space that the sandbox has.
"""

import json
import resource
import sys
from collections.abc import Iterator
from itertools import chain

from service.web.sandbox.pool import LIMITS
from tests.fuzz.mutation import mutated
from tests.fuzz.saved import known
from tests.fuzz.target import Target
from tests.fuzz.targets import targets
from tests.memory import most_memory

MEGABYTES = 1000
"""Memory that no input may take, with what the program takes itself."""


def main() -> None:
    """Writes the number of inputs of each target as JSON; the first finding ends it with a traceback."""
    resource.setrlimit(resource.RLIMIT_AS, (LIMITS.megabytes * 2**20,) * 2)
    sys.stdout.write(json.dumps({target.name: _replayed(target) for target in targets(sys.argv[1:])}) + "\n")


def _replayed(target: Target) -> int:
    """Try all inputs of a target, and return how many there are."""
    count = 0
    for content in _inputs(target):
        count += 1
        try:
            target.run(content)
            megabytes = most_memory() // 2**20
            assert megabytes < MEGABYTES, f"{megabytes} MB"
        except Exception as error:
            error.add_note(f"found by {target.name} with {content!r}")
            raise
    return count


def _inputs(target: Target) -> Iterator[bytes]:
    inputs = known(target)
    return chain(inputs, mutated(inputs, target.mutations, target.longest, target.name))


if __name__ == "__main__":
    main()
