"""Compiled kernels are kept where the user may write, never serve an old source, and count no references."""

import ast
import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.errors import NumbaError
from numpy.typing import NDArray

import generator
from generator.kernel_cache import KEPT, SOURCES, source_digest
from generator.kernels import kernel

CALLED = """
from generator.kernels import kernel

@kernel
def answer(number):
    return number + {added}
"""
CALLER = """
from generator.first_kernels import answer
from generator.kernels import kernel

@kernel
def asked(number):
    return 10 * answer(number)
"""
COMPILED = """
import os
import sys
from numba.core import event

class Told(event.Listener):
    def on_start(self, event):
        name = event.data["dispatcher"].py_func.__name__
        os.write(1, f"{name}:{'child' if os.getpid() != parent else 'itself'} ".encode())
    def on_end(self, event):
        pass

parent = os.getpid()
event.register("numba:compile", Told())
"""
ASK = """
from generator.second_kernels import asked
print(asked(4))
"""
ASK_TWICE = """
import signal
from generator.second_kernels import asked

# A process that a shell has begun in the background ignores Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    asked(4)
except KeyboardInterrupt:
    print("interrupted")
print(asked(4))
"""
ASK_TOGETHER = """
from generator import kernel_sharing
from generator.second_kernels import asked

kernel_sharing.PATIENCE = float(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
print(asked(4))
"""
BY_A_CHILD = ["asked:child", "answer:child"]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the generator with a kernel that calls one of another file."""
    shutil.copytree(
        Path(generator.__file__).parent, tmp_path / "generator", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tmp_path / "generator/first_kernels.py").write_text(CALLED.format(added=1))
    (tmp_path / "generator/second_kernels.py").write_text(CALLER)
    return tmp_path


def ask(tree: Path, script: str = COMPILED + ASK, **environment: str) -> list[str]:
    """The kernels that a process compiled for the caller's answer, and where, and then the answer."""
    known = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "PYTHONPATH")}
    # Kept bytecode is told from edited sources by the second and the length alone.
    command = [sys.executable, "-B", "-c", script]
    done = subprocess.run(command, cwd=tree, env=known | environment, capture_output=True, text=True, check=True)
    return [word for word in done.stdout.split() if not word.startswith("are_equal")]


def test_an_edit_of_a_kernel_reaches_those_of_other_files_that_call_it(tree: Path) -> None:
    places = {"NUMBA_CACHE_DIR": str(tree / "cache")}
    assert ask(tree, **places) == [*BY_A_CHILD, "50"]
    (tree / "generator/first_kernels.py").write_text(CALLED.format(added=2))
    assert ask(tree, **places) == [*BY_A_CHILD, "60"]


def test_the_second_start_finds_what_the_first_has_compiled(tree: Path) -> None:
    for protected in (tree / "generator").rglob("*"):
        protected.chmod(0o555)
    places = {"XDG_CACHE_HOME": str(tree / "home")}
    assert ask(tree, **places) == [*BY_A_CHILD, "50"]
    assert ask(tree, **places) == ["50"]
    assert list((tree / "home").rglob("*.nbc"))


def test_a_copy_of_the_program_finds_what_another_has_compiled(tree: Path, tmp_path: Path) -> None:
    places = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert ask(tree, **places) == [*BY_A_CHILD, "50"]
    shutil.copytree(tree / "generator", tmp_path / "copy/generator")
    assert ask(tmp_path / "copy", **places) == ["50"]


def test_code_that_a_kernel_has_in_another_one_is_kept_for_a_third(tree: Path) -> None:
    places = {"NUMBA_CACHE_DIR": str(tree / "cache")}
    assert ask(tree, **places) == [*BY_A_CHILD, "50"]
    (code,) = (tree / "cache").rglob("linked-*answer*.nbc")
    written = code.stat().st_mtime_ns
    for kept in (tree / "cache").rglob("*second_kernels*"):
        kept.unlink()
    assert ask(tree, **places) == ["asked:child", "50"]
    assert code.stat().st_mtime_ns == written


def begin(tree: Path, patience: float) -> "subprocess.Popen[str]":
    """A process that is about to ask, and waits for others that compile the same for so many seconds."""
    process = subprocess.Popen(
        [sys.executable, "-B", "-c", COMPILED + ASK_TOGETHER, str(patience)],
        cwd=tree,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        | {"NUMBA_CACHE_DIR": str(tree / "cache")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_of_processes_that_need_a_kernel_at_the_same_time_one_compiles_it(tree: Path) -> None:
    processes = [begin(tree, 100.0) for _ in range(3)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    answers = sorted(process.communicate()[0].split() for process in processes)
    assert answers == [["50"], ["50"], [*BY_A_CHILD, "50"]]


def test_a_process_that_stands_still_while_it_compiles_is_not_waited_for_without_end(tree: Path) -> None:
    begin(tree, 0.0).communicate("\n")
    kept = [path for path in (tree / "cache").rglob("*") if path.suffix in (".nbi", ".nbc")]
    locks = [path.open("w") for path in (tree / "cache").rglob("*.lock")]
    for path in kept:
        path.unlink()
    for lock in locks:
        fcntl.flock(lock, fcntl.LOCK_EX)
    assert locks
    assert begin(tree, 0.1).communicate("\n")[0].split() == [*BY_A_CHILD, "50"]
    for lock in locks:
        lock.close()


def test_a_process_compiles_itself_what_its_child_dies_of(tree: Path) -> None:
    dying = "parent != os.getpid() and os.kill(os.getpid(), 9)"
    script = COMPILED.replace("        os.write", f"        {dying}\n        os.write") + ASK
    assert ask(tree, script, NUMBA_CACHE_DIR=str(tree / "cache")) == ["asked:itself", "answer:itself", "50"]


def test_ctrl_c_ends_the_waiting_for_a_child_whose_work_is_not_lost(tree: Path) -> None:
    interrupting = "parent != os.getpid() and name == 'asked' and os.kill(parent, 2)"
    script = COMPILED.replace("        os.write", f"        {interrupting}\n        os.write") + ASK_TWICE
    told = ask(tree, script, NUMBA_CACHE_DIR=str(tree / "cache"))
    assert sorted(told) == sorted([*BY_A_CHILD, "interrupted", "50"])


@pytest.mark.parametrize(("daemon", "where"), [(False, "itself"), (True, "child")])
def test_a_process_has_no_child_beside_threads_that_are_no_daemons(tree: Path, daemon: bool, where: str) -> None:
    script = f"from threading import Timer\ntimer = Timer(9, int)\ntimer.daemon = {daemon}\ntimer.start()\n"
    told = ask(tree, f"{script}{COMPILED}{ASK}timer.cancel()\n", NUMBA_CACHE_DIR=str(tree / "cache"))
    assert told == [f"asked:{where}", f"answer:{where}", "50"]


def test_only_the_last_states_of_the_kernels_are_kept(tree: Path) -> None:
    for number in range(KEPT + 2):
        old = tree / f"cache/kernels/{number}"
        old.mkdir(parents=True)
        os.utime(old, (number, number))
    ask(tree, NUMBA_CACHE_DIR=str(tree / "cache"))
    kept = {path.name for path in (tree / "cache/kernels").iterdir()}
    assert kept == {source_digest(tree / "generator"), *map(str, range(KEPT + 2)[-KEPT + 1 :])}


def test_a_place_that_cannot_be_written_does_not_end_the_program(tree: Path) -> None:
    (tree / "file").write_text("")
    assert ask(tree, NUMBA_CACHE_DIR=str(tree / "file"), TMPDIR=str(tree)) == [*BY_A_CHILD, "50"]


def test_kernels_see_nothing_of_ours_that_is_not_in_the_digest() -> None:
    """A constant of another file would be compiled into them, and an edit of it would not be seen."""
    for path in SOURCES.rglob("*kernel*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("generator"):
                assert "kernel" in node.module.rpartition(".")[2], f"{path} imports {node.module}"


def all_kernels() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every kernel with the file that it is written in."""
    for path in SOURCES.rglob("*kernel*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            made = [ast.unparse(decorator) for decorator in getattr(node, "decorator_list", ())]
            if isinstance(node, ast.FunctionDef) and made and made[0].startswith("kernel"):
                yield f"{path.relative_to(SOURCES)}: {node.name}", node


def test_kernels_are_in_files_of_one_subject_and_take_few_arguments() -> None:
    long = {path.name for path in SOURCES.rglob("*kernel*.py") if len(path.read_text("utf-8").splitlines()) > 400}
    assert long == set()
    assert {name for name, node in all_kernels() if len(node.args.args) > 8} == set()


def test_every_kernel_says_what_arrays_it_takes() -> None:
    """By their types and shapes, unless they are in a named tuple, which says it."""
    shape = re.compile(r"(int\d+|float64|bool|any)\W{0,3}\s*\(")
    for name, node in all_kernels():
        doc = ast.get_docstring(node) or ""
        assert doc, f"{name} has no docstring"
        if any(argument.annotation and "NDArray" in ast.unparse(argument.annotation) for argument in node.args.args):
            assert shape.search(doc), f"{name} does not say what its arrays are"


def test_the_digest_is_of_names_and_contents(tmp_path: Path) -> None:
    digests = {source_digest(tmp_path)}
    for name, content in (("a_kernels.py", "1"), ("a_kernels.py", "2"), ("b_kernels.py", "2"), ("notes.txt", "3")):
        (tmp_path / name).write_text(content)
        digests.add(source_digest(tmp_path))
    assert len(digests) == 4


def total(arrays: tuple[NDArray[np.int64], NDArray[np.int64]]) -> int:
    found = 0
    for turn in range(3):
        found += arrays[turn % 2][turn]
    return found


def made(size: int) -> float:
    return np.zeros(size).sum()


def machine_code(made: Any) -> str:
    """What numba makes of a kernel; what it keeps on disk cannot be looked into."""
    unkept = njit(_nrt=made.targetoptions["_nrt"])(made.py_func)
    assert unkept((np.arange(3), np.arange(4))) == 3
    return "".join(unkept.inspect_llvm().values())


def test_numba_leaves_the_counting_of_references_out_unless_a_kernel_allocates() -> None:
    assert "NRT_decref" in machine_code(kernel(allocates=True)(total))
    assert "NRT_decref" not in machine_code(kernel(total))


def test_a_kernel_that_allocates_without_saying_so_is_refused() -> None:
    with pytest.raises(NumbaError, match="No implementation of function"):
        kernel(made)(3)


@kernel
def sum_of(pair: tuple[int, int]) -> int:
    return pair[0] + pair[1]


@kernel
def added(one: int, other: int) -> int:
    return one + other


@kernel
def asks_with_many_types(numbers: NDArray[np.int16]) -> int:
    """numbers: int16 (n,)."""
    first, last = numbers[0], numbers[-1]
    return added(first, 1) + added(len(numbers), last) + sum_of((first, len(numbers))) + sum_of((1, 2))


def test_a_kernel_that_other_kernels_call_can_be_called_from_python_too() -> None:
    assert asks_with_many_types(np.array([5, 6, 7], np.int16)) == 6 + 10 + 8 + 3
    assert added(30, 12) == 42


@kernel
def part_of(whole: int, parts: int) -> int:
    if parts < 0:
        raise ValueError("fewer than no parts")
    return whole // parts


@kernel
def tenths(parts: int) -> int:
    return part_of(10, parts)


def test_what_a_called_kernel_raises_comes_out_of_the_one_that_calls_it() -> None:
    assert tenths(5) == 2
    with pytest.raises(ValueError, match="fewer than no parts"):
        tenths(-1)
    with pytest.raises(ZeroDivisionError):
        tenths(0)


def test_a_kernel_is_compiled_once_for_constants_and_numbers_of_every_width() -> None:
    assert asks_with_many_types(np.array([5, 6, 7], np.int16)) == 6 + 10 + 8 + 3
    # Kept code is not compiled at all.
    compiled = [len(one.linked().signatures) for one in (added, sum_of)]  # type: ignore[attr-defined]
    assert max(compiled) <= 1
