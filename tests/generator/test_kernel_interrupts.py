"""What Ctrl-C waits for."""

from concurrent.futures import ThreadPoolExecutor

import numba
import pytest

from generator.kernel_interrupts import compiling, when_compiled


def interrupt() -> None:
    raise KeyboardInterrupt


def test_an_act_comes_at_once_where_nothing_is_compiled() -> None:
    with pytest.raises(KeyboardInterrupt):
        when_compiled(interrupt)


def test_an_act_waits_for_the_kernel_that_is_compiled_and_comes_once() -> None:
    acts: list[str] = []
    with compiling():
        when_compiled(lambda: acts.append("interrupted"))
        assert acts == []
    assert acts == ["interrupted"]
    with compiling():
        pass
    assert acts == ["interrupted"]


def test_an_act_ends_the_kernels_that_need_the_one_that_is_compiled() -> None:
    reached = []

    def compile_both() -> None:
        with compiling():
            with compiling():
                when_compiled(interrupt)
            reached.append("outer")

    with pytest.raises(KeyboardInterrupt):
        compile_both()
    assert reached == []


def test_an_act_does_not_wait_for_what_another_thread_compiles() -> None:
    acts: list[str] = []
    with ThreadPoolExecutor(1) as pool, compiling():
        when_compiled(lambda: acts.append("main thread"))

        def compile_another() -> list[str]:
            with compiling():
                return acts.copy()

        assert pool.submit(compile_another).result() == []
    assert acts == ["main thread"]


def test_an_interrupted_kernel_is_compiled_by_the_next_call() -> None:
    """numba keeps nothing half done of what a kernel that it calls has interrupted."""

    @numba.njit
    def inner(number: int) -> int:
        return number + 1

    compile_inner = inner.compile

    def compile_interrupted(signature: object) -> object:
        with compiling():
            when_compiled(interrupt)
            return compile_inner(signature)

    inner.compile = compile_interrupted

    @numba.njit
    def outer(number: int) -> int:
        return 2 * inner(number)

    with pytest.raises(KeyboardInterrupt):
        outer(3)
    inner.compile = compile_inner
    assert outer(3) == 8
