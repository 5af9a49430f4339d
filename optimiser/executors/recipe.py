"""What the workers of a cluster prepare, and keep for all calls that need it."""

import fcntl
import pickle
import platform
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from generator.kernel_cache import cache_folder

KEPT = 4
"""How many things a worker keeps prepared, those that were used last."""

_prepared: OrderedDict[str, Any] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Recipe:
    """How something is prepared, pickled, under a key that names it."""

    key: str
    pickled: bytes

    @classmethod
    def of(cls, prepare: Callable[[], Any]) -> "Recipe":
        """The recipe that calls this function."""
        pickled = pickle.dumps(prepare)
        return cls(sha256(pickled).hexdigest(), pickled)


def call(recipe: Recipe, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Call a function in a worker, with what the recipe prepares and with arguments."""
    return function(prepared(recipe), *args, **kwargs)


def prepared(recipe: Recipe) -> Any:
    """What a recipe prepares, made once in this process."""
    if recipe.key not in _prepared:
        with _compiled_once(recipe.key):
            _prepared[recipe.key] = pickle.loads(recipe.pickled)()  # noqa: S301 - workers trust their scheduler
        while len(_prepared) > KEPT:
            _prepared.popitem(last=False)
    _prepared.move_to_end(recipe.key)
    return _prepared[recipe.key]


@contextmanager
def _compiled_once(key: str) -> Iterator[None]:
    """The first process of this machine compiles kernels; the others wait, and load what it has compiled."""
    marker = cache_folder() / f"{platform.node()}-{key}.compiled"
    if marker.exists():
        yield
        return
    with marker.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if marker.exists():
            fcntl.flock(lock, fcntl.LOCK_UN)
        yield
        marker.touch()
