"""`python -m tests.fuzz.plain TARGET FOLDER [options of engine]`: mutations without a look at coverage.

Several times as many inputs a second as under `engine`, and on every platform; what they reach is up to the folder.
"""

import resource
import sys
from collections.abc import Iterator, Mapping
from itertools import count, islice
from pathlib import Path
from time import monotonic, process_time

from tests.fuzz.mutation import mutated
from tests.fuzz.slow import SECONDS, SlowInputError
from tests.fuzz.target import Target
from tests.fuzz.targets import target_named

_LOOK = 64
"""Inputs from one look at clock and memory to the next."""


def main() -> None:
    """Writes what libFuzzer writes at its end; a finding ends it with a traceback, and lies beside the others.

    Every kernel is compiled by the seeds before a time is taken.
    """
    target, folder = target_named(sys.argv[1]), Path(sys.argv[2])
    for seed in target.seeds:
        target.run(seed)
    options = dict(option[1:].split("=", 1) for option in sys.argv[3:])
    ended, tried = monotonic() + float(options["max_total_time"]), 0
    children = islice(_children(target, folder, int(options["seed"])), int(options["runs"]))
    try:
        while monotonic() < ended and (batch := [*islice(children, _LOOK)]):
            _try(target, batch, options)
            tried += len(batch)
    finally:
        sys.stderr.write(f"stat::number_of_executed_units: {tried}\nstat::peak_rss_mb: {_megabytes()}\n")


def _children(target: Target, folder: Path, seed: int) -> Iterator[bytes]:
    inputs = [*target.seeds, *(file.read_bytes() for file in sorted(folder.iterdir()))]
    for turn in count():
        yield from mutated(inputs, target.mutations, target.longest, f"{target.name} {seed} {turn}")


def _try(target: Target, batch: list[bytes], options: Mapping[str, str]) -> None:
    for content in batch:
        began = process_time()
        try:
            target.run(content)
            if process_time() - began > SECONDS:
                raise SlowInputError(f"{process_time() - began:.1f} seconds")
            assert _megabytes() < int(options["rss_limit_mb"]), f"{_megabytes()} MB"
        except BaseException:
            Path(f"{options['artifact_prefix']}plain").write_bytes(content)
            raise


def _megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
