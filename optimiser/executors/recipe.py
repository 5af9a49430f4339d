"""What the workers of a cluster prepare, and keep for all calls that need it."""

import pickle
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

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
        _prepared[recipe.key] = pickle.loads(recipe.pickled)()  # noqa: S301 - workers trust their scheduler
        while len(_prepared) > KEPT:
            _prepared.popitem(last=False)
    _prepared.move_to_end(recipe.key)
    return _prepared[recipe.key]
