"""Whose turn it is: nobody is kept waiting by one who asks for much."""

import asyncio
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.errors import BusyError
from service.web.fair_queue import Turns


async def begun(turns: Turns, origins: str) -> list[str]:
    """The order in which those who ask at once get their turns, each of which ends when all others wait."""
    order: list[str] = []

    async def work(origin: str) -> None:
        async with turns.turn(origin):
            order.append(origin)
            await asyncio.sleep(0)

    await asyncio.gather(*map(work, origins))
    assert turns.pending == 0
    return order


def test_those_who_wait_get_their_turns_in_rounds() -> None:
    assert "".join(asyncio.run(begun(Turns(1, 20, 10), "aaaaabbcc"))) == "aabcabcaa"


def test_one_origin_never_has_all_places() -> None:
    async def tried() -> None:
        turns = Turns(2, 20, 10)
        async with turns.turn("a"):
            waiting = asyncio.create_task(turns.turn("a").__aenter__())
            await asyncio.sleep(0)
            assert not waiting.done()
            async with turns.turn("b"):
                assert turns.pending == 3
            waiting.cancel()

    asyncio.run(tried())


def test_more_than_can_wait_are_refused_those_of_one_origin_earlier() -> None:
    async def tried() -> None:
        turns = Turns(1, 4, 2)
        asked = [asyncio.create_task(begun(turns, origin)) for origin in "aaabbbcd"]
        done = await asyncio.gather(*asked, return_exceptions=True)
        refused = [isinstance(one, BusyError) for one in done]
        assert refused == [False, False, True, False, False, True, True, True]
        assert "your address" in str(done[2])
        assert "try again in a minute" in str(done[6])

    asyncio.run(tried())


@given(st.text("abc", max_size=12), st.integers(1, 3), st.sets(st.integers(0, 11)))
def test_everybody_who_stays_is_served_and_those_who_leave_take_nothing_with_them(
    origins: str, places: int, leaving: set[int]
) -> None:
    async def tried() -> Counter[str]:
        turns, served = Turns(places, 20, 20), Counter[str]()

        async def work(origin: str) -> None:
            async with turns.turn(origin):
                served[origin] += 1
                await asyncio.sleep(0)
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(work(origin)) for origin in origins]
        await asyncio.sleep(0)
        for place in leaving:
            if place < len(tasks):
                tasks[place].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert turns.pending == 0
        async with turns.turn("late"):
            pass
        return served

    served = asyncio.run(tried())
    for origin in "abc":
        staying = sum(one == origin and place not in leaving for place, one in enumerate(origins))
        assert staying <= served[origin] <= origins.count(origin)


def test_work_that_fails_frees_its_place() -> None:
    async def tried() -> None:
        turns = Turns(1, 2, 2)
        with pytest.raises(ArithmeticError):
            async with turns.turn("a"):
                raise ArithmeticError
        async with turns.turn("a"):
            assert turns.pending == 1

    asyncio.run(tried())
