"""Solutions as moving pictures in SVG: small, sharp at every size, and played by the browser alone."""

from collections.abc import Iterable

from generator import Scene

LONGEST = 8.0
"""Seconds of a replay, unless its changes would follow each other too fast."""
FASTEST, SLOWEST = 0.06, 0.4
"""Seconds for which a change is seen."""
PAUSE = 1.5
"""Seconds for which the solved level is seen before the replay begins again."""


def replay_svg(scenes: Iterable[Scene]) -> str:
    """Scenes painted one over the other, one at a time, for ever."""
    first, *changes = scenes
    step = min(SLOWEST, max(FASTEST, LONGEST / max(1, len(changes))))
    length = step * len(changes) + PAUSE
    clock = f'<animate id="clock" attributeName="x" from="0" to="0" dur="{length:.2f}s" begin="0s;clock.end"/>'
    pieces = [first.svg.removesuffix("</svg>"), f'<rect width="0" height="0">{clock}</rect>']
    for number, scene in enumerate(changes, 1):
        placed = scene.svg.replace("<svg ", f'<svg x="{scene.x}" y="{scene.y}" ', 1)
        seen = (
            f'<set attributeName="visibility" to="visible" begin="clock.begin+{step * number:.2f}s" end="clock.end"/>'
        )
        pieces.append(f'<g visibility="hidden">{seen}{placed}</g>')
    return "".join((*pieces, "</svg>"))
