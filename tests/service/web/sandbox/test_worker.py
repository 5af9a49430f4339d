"""Which family reads a text of which nobody said what puzzle it is, and what is compiled before anybody asks."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path

import pytest

from generator import Entry, get_family
from service.errors import RefusedError
from service.web.sandbox import worker
from tests.generator.puzzles.compiled import kernels_of

ZERO_SPACE = "#########\n#@------#\n#-#*#*#-#\n#-$-.---#\n#-#*#$#-#\n#-$-.-*-#\n#-#*#.#-#\n#-------#\n#########"
MAZE = "VH\nH."


def family_of(text: str, family: str = "") -> str:
    return worker.entries(family, text, 1)[0][0]


def test_a_text_is_read_by_the_family_whose_levels_it_has() -> None:
    assert family_of(MAZE) == "orimaze"
    assert family_of("#####\n#@$.#\n#####") == "sokoban"
    with pytest.raises(RefusedError, match="no puzzle has such levels"):
        family_of("?")


def test_an_orimaze_that_became_sokoban_is_sokoban_where_no_family_is_named() -> None:
    text = str(get_family("orimaze").run_tool("to-sokoban", [MAZE], {}).text)
    assert family_of(text) == "sokoban"
    assert worker.listing("", text, 1)[0] == "sokoban"
    assert family_of(text, "orimaze") == "orimaze"


def test_the_family_that_reads_a_whole_text_comes_before_those_that_read_a_part() -> None:
    numbers = "3\n0 2\n2 0\n-1 -1\n\n5\n2 3\n3 2\n4 4\n-1 -1\n-1 -1\n"
    assert worker.listing("", numbers, 2)[0] == "watersort"
    family, listed = worker.listing("", f"{MAZE}\n\nHx\n", 2)
    assert (family, len(listed), isinstance(listed[0], tuple), isinstance(listed[1], tuple)) == (
        "orimaze",
        2,
        True,
        False,
    )


def kernels_after_readiness(level: str) -> list[str]:
    """The kernels that a level of Sokoban needs first, once everything is ready."""
    worker.make_ready(["examination"])
    ready = {name for name, kernel in kernels_of("generator").items() if kernel.signatures}
    assert worker.examination("sokoban", asdict(Entry(level)), 10_000)["record"]["metrics"]["depth"] == 6
    return [name for name, kernel in kernels_of("generator").items() if kernel.signatures and name not in ready]


@pytest.mark.process
def test_nothing_is_left_to_compile_when_a_stranger_imports_a_zero_space_level() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        assert fresh.submit(kernels_after_readiness, ZERO_SPACE).result() == []


def kernels_of_a_second_readiness() -> list[str]:
    """The kernels that hints need when they are made ready again."""
    worker.make_ready(["guidance"])
    ready = {name for name, kernel in kernels_of("generator").items() if kernel.signatures}
    worker.make_ready(["guidance"])
    return [name for name, kernel in kernels_of("generator").items() if kernel.signatures and name not in ready]


@pytest.mark.slow
@pytest.mark.process
def test_hints_are_ready_at_once_on_a_machine_that_has_compiled_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        assert fresh.submit(kernels_of_a_second_readiness).result() == []
    assert list(tmp_path.rglob("*.nbc"))
