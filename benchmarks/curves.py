"""A plot of shares that fall by powers of ten, as SVG: a board for each curve, and the curves beside them."""

from collections.abc import Iterator, Sequence
from math import floor, log10
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT, LEFT, TOP, BELOW = 420, 420, 300, 24, 56
"""The lengths of the axes, and the room beside them, in pixels."""
BOARD, SCALE = 200, 1.5
"""The height of a board, and by how much it is made larger."""
COLOURS = ("#0b6e99", "#b3471b")


class Curve(NamedTuple):
    """A name, the picture that belongs to it, and shares from 0 to 1 after 0, 1, 2 ... steps."""

    name: str
    picture: str
    shares: NDArray[np.float64]


def curves(drawn: Sequence[Curve], across: str, up: str) -> str:
    """Shares on a logarithmic axis down to the least one."""
    least = floor(log10(min(float(curve.shares.min()) for curve in drawn)))
    steps = len(drawn[0].shares) - 1
    width, height = LEFT + WIDTH + 24, TOP + HEIGHT + BELOW
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
            '<g font-family="sans-serif" font-size="13" fill="#333">',
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            *_axes(steps, least, across, up),
            *(part for place, curve in enumerate(drawn) for part in _curve(curve, place, steps, least)),
            "</g></svg>\n",
        ]
    )


def _axes(steps: int, least: int, across: str, up: str) -> Iterator[str]:
    for tick in range(0, steps + 1, 8):
        x = _x(tick, steps)
        yield f'<path d="M{x:.1f} {TOP}V{TOP + HEIGHT}" stroke="#ddd"/>'
        yield f'<text x="{x:.1f}" y="{TOP + HEIGHT + 20}" text-anchor="middle">{tick}</text>'
    for power in range(least, 1, 2 if least < -5 else 1):
        y = _y(power, least)
        yield f'<path d="M{LEFT} {y:.1f}H{LEFT + WIDTH}" stroke="#ddd"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{_share(power)}</text>'
    yield f'<text x="{LEFT + WIDTH / 2}" y="{TOP + HEIGHT + 44}" text-anchor="middle">{across}</text>'
    yield f'<text x="{LEFT}" y="{TOP - 9}">{up}</text>'


def _share(power: int) -> str:
    """A power of ten as people read shares."""
    return f"{10.0 ** (power + 2):g} %" if power > -3 else f"1 in 10<tspan dy='-5' font-size='9'>{-power}</tspan>"


def _curve(curve: Curve, place: int, steps: int, least: int) -> Iterator[str]:
    colour, top = COLOURS[place], TOP + place * (BOARD + 40)
    points = " ".join(
        f"{_x(step, steps):.1f},{_y(log10(share), least):.1f}" for step, share in enumerate(curve.shares.tolist())
    )
    yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
    middle = 3 * steps // 5
    x, y = _x(middle, steps), _y(log10(float(curve.shares[middle])), least)
    yield f'<text x="{x + 8:.1f}" y="{y - 8:.1f}" fill="{colour}">{curve.name}</text>'
    yield f'<text x="20" y="{top}" fill="{colour}" font-weight="bold">{curve.name}</text>'
    yield f'<g transform="translate(20 {top + 10}) scale({SCALE})">{curve.picture}</g>'


def _x(step: int, steps: int) -> float:
    return LEFT + WIDTH * step / steps


def _y(power: float, least: int) -> float:
    return TOP + HEIGHT * power / least
