"""A plot of two shares against each other, as SVG."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

SIDE, MARGIN, MOST = 420, 56, 0.9
"""The length of an axis and the room beside it, in pixels, and the largest share shown."""
TICKS = (0.0, 0.2, 0.4, 0.6, 0.8)


def scatter(across: NDArray[np.float64], up: NDArray[np.float64]) -> str:
    """Estimated and observed shares of players who did not solve a level, one dot for each level."""
    size = SIDE + 2 * MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">',
            '<g font-family="sans-serif" font-size="13" fill="#333">',
            f'<rect width="{size}" height="{size}" fill="#fff"/>',
            *_axes(),
            *(
                f'<circle cx="{_x(one):.1f}" cy="{_y(other):.1f}" r="3.5" fill="#0b6e99" fill-opacity="0.55"/>'
                for one, other in zip(across.tolist(), up.tolist(), strict=True)
            ),
            "</g></svg>\n",
        ]
    )


def _axes() -> Iterator[str]:
    for tick in TICKS:
        text = f"{tick:.0%}"
        yield f'<path d="M{_x(tick):.1f} {_y(0)}V{_y(MOST)}M{_x(0)} {_y(tick):.1f}H{_x(MOST)}" stroke="#ddd"/>'
        yield f'<text x="{_x(tick):.1f}" y="{_y(0) + 20}" text-anchor="middle">{text}</text>'
        yield f'<text x="{MARGIN - 8}" y="{_y(tick) + 4:.1f}" text-anchor="end">{text}</text>'
    yield f'<path d="M{_x(0)} {_y(0)}L{_x(MOST)} {_y(MOST)}" stroke="#999" stroke-dasharray="5 4"/>'
    middle = MARGIN + SIDE / 2
    yield f'<text x="{middle}" y="{SIDE + MARGIN + 42}" text-anchor="middle">estimated share that fails</text>'
    yield (
        f'<text x="16" y="{middle}" text-anchor="middle" transform="rotate(-90 16 {middle})">share that failed</text>'
    )


def _x(share: float) -> float:
    return MARGIN + SIDE * share / MOST


def _y(share: float) -> float:
    return MARGIN + SIDE - SIDE * share / MOST
