"""A way of slides without those that take one another back, each time by playing the whole way anew."""

from collections.abc import Callable, Collection, Sequence


def cancelled(start: int, way: Sequence[int], horizon: int, slides_from: Callable[[int], Collection[int]]) -> list[int]:
    """What is left of a way when every new slide cancels with the one that it takes back.

    That is the last slide of those that touch its box, at most `horizon` slides behind, and both cancel if what is left
    without them is legal.
    """
    left: list[int] = []
    for slide in way:
        touching = [place for place, other in enumerate(left) if abs(other - slide) <= 1]
        taken_back = touching and left[touching[-1]] == slide and len(left) - touching[-1] <= horizon
        without = left[: touching[-1]] + left[touching[-1] + 1 :] if taken_back else []
        left = without if taken_back and _is_legal(start, without, slides_from) else [*left, slide]
    return left


def _is_legal(start: int, way: Sequence[int], slides_from: Callable[[int], Collection[int]]) -> bool:
    tree = start
    for slide in way:
        if slide not in slides_from(tree):
            return False
        tree ^= 3 << slide
    return True
