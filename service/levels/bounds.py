"""Bounds on the metrics of stored levels, as users write them."""

from collections.abc import Iterable, Sequence

from generator import family_names, get_declaration
from optimiser.errors import UnknownMetricError
from optimiser.objective import metric
from optimiser.target import Target, parse_target


def metric_bounds(texts: Iterable[str], family: str | None) -> Sequence[Target]:
    """The bounds of texts such as `square=0` on metrics of a family, or of any family.

    Raises TargetError and UnknownMetricError.
    """
    bounds = [parse_target(text) for text in texts]
    families = family_names() if family is None else (family,)
    known = {name: None for puzzle in families for name in get_declaration(puzzle).metrics}
    for bound in bounds:
        if family is None and bound.metric not in known:
            raise UnknownMetricError(
                "no family has a metric {name!r}; their metrics are: {names}",
                name=bound.metric,
                names=", ".join(sorted(known)),
            )
        metric(known, bound.metric)
    return bounds
