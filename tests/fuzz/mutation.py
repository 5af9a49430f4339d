"""Changes of inputs from a seed, so that CI tries the same ones wherever it runs."""

from collections.abc import Iterator, Sequence
from random import Random


def mutated(inputs: Sequence[bytes], count: int, longest: int, seed: str) -> Iterator[bytes]:
    """So many children of each input, most of them with a few changes."""
    rng = Random(seed)
    for parent in inputs:
        for _ in range(count):
            child = parent
            for _ in range(1 << rng.randrange(4)):
                child = _changed(child, rng.choice(inputs), rng)
            yield child[:longest]


def _changed(content: bytes, other: bytes, rng: Random) -> bytes:
    """An input with a byte more, less or changed, a span twice or not at all, or a span of another input."""
    first, after = sorted(rng.randrange(len(content) + 1) for _ in range(2))
    match rng.randrange(6):
        case 0:
            return content[:first] + rng.randbytes(1) + content[first:]
        case 1:
            return content[:first] + content[first + 1 :]
        case 2:
            return content[:first] + rng.randbytes(1) + content[first + 1 :]
        case 3:
            return content[:after] + content[first:]
        case 4:
            return content[:first] + content[after:]
        case _:
            begin, end = sorted(rng.randrange(len(other) + 1) for _ in range(2))
            return content[:first] + other[begin:end] + content[after:]
