"""Calls in this process, each when its result is asked for."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Concatenate, Generic, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Prepared = TypeVar("Prepared")


@dataclass(frozen=True, slots=True)
class Later(Generic[Result]):
    """A call that is made when its result is asked for."""

    result: Callable[[], Result]

    def done(self) -> bool:
        """No worker is waited for."""
        return True


class Here(Generic[Prepared]):
    """An executor without workers."""

    places = 1
    task_seconds = math.inf

    def __init__(self, prepare: Callable[[], Prepared]) -> None:
        self._prepare = prepare

    @cached_property
    def _prepared(self) -> Prepared:
        return self._prepare()

    def start(self) -> None:
        """Prepare what calls need."""
        _ = self._prepared

    def submit(
        self,
        function: Callable[Concatenate[Prepared, Parameters], Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Later[Result]:
        """A call that is made when its result is asked for."""
        return Later(partial(function, self._prepared, *args, **kwargs))

    def alone(
        self,
        tries: int,
        function: Callable[Concatenate[Prepared, Parameters], Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Result:
        """What a call returns; if this process dies, nobody is left to try again."""
        return function(self._prepared, *args, **kwargs)

    def take_idle_deaths(self) -> int:
        """There are no workers."""
        return 0

    def close(self) -> None:
        """There is nothing to end."""

    def abandon(self) -> None:
        """There is nothing to end."""
