"""`python -m tests.fuzz.engine TARGET CORPUS [libFuzzer's options]`: one target, led by coverage."""

import sys
from pathlib import Path
from time import process_time

import atheris

from tests.fuzz.slow import SECONDS, SlowInputError
from tests.fuzz.target import Target

_OURS = ("generator", "optimiser", "storage", "service")
_ROOT = Path(__file__).parents[2]


def main() -> None:
    """Every kernel is compiled by the seeds before a time is taken."""
    with atheris.instrument_imports(include=[*_OURS], exclude=_kernels()):
        from tests.fuzz.targets import target_named

        target = target_named(sys.argv.pop(1))
    for seed in target.seeds:
        target.run(seed)
    atheris.Setup(sys.argv, lambda content: _run(target, content))
    atheris.Fuzz()


def _run(target: Target, content: bytes) -> None:
    began = process_time()
    target.run(content)
    if process_time() - began > SECONDS:
        raise SlowInputError(f"{process_time() - began:.1f} seconds")


def _kernels() -> list[str]:
    """The modules that numba compiles, which takes nothing but Python as it is."""
    found = (file for file in (_ROOT / "generator").rglob("*.py") if file.stem.endswith(("kernels", "kernel")))
    return [".".join(file.relative_to(_ROOT).with_suffix("").parts) for file in found]


if __name__ == "__main__":
    main()
