"""Glicko-2 by Mark Glickman ("Example of the Glicko-2 system", 2022), with games that may count for less than one.

The names in the formulas are those of the paper. A level is rated like a player: it wins a game that its player loses.
"""

from collections.abc import Callable, Iterable
from math import exp, fsum, log, pi, sqrt

from storage.ratings import Bout, Strength

TAU = 0.5
"""How much volatility may change; the paper recommends 0.3 to 1.2."""
MEAN = 1500.0
SCALE = 173.7178
"""Of the ratings that are shown, to those of the formulas."""
WIDEST = 350.0
"""The deviation of somebody of whom nothing is known."""
_CONVERGED = 1e-6


def rated(before: Strength, bouts: Iterable[Bout]) -> Strength:
    """The strength after the games of a period, each against the strength of its opponent before it."""
    mu, phi, sigma = (before.rating - MEAN) / SCALE, before.deviation / SCALE, before.volatility
    precision, gains = [], []
    for opponent, score, weight in bouts:
        g = _g(opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-g * (mu - (opponent.rating - MEAN) / SCALE)))
        precision.append(weight * g * g * expected * (1 - expected))
        gains.append(weight * g * (score - expected))
    if not precision:
        return before
    v, gain = 1 / fsum(precision), fsum(gains)
    sigma = _volatility(phi, sigma, v, v * gain)
    phi = 1 / sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    return Strength(MEAN + SCALE * (mu + phi * phi * gain), SCALE * phi, sigma)


def rested(before: Strength, periods: int) -> Strength:
    """The strength of a player after so many periods without a game: what is known of it grows old."""
    deviation = sqrt(before.deviation**2 + periods * (SCALE * before.volatility) ** 2)
    return before._replace(deviation=min(WIDEST, deviation))


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Step 5 of the paper: the zero of a falling function, by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + v + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (TAU * TAU)

    return exp(_zero(f, a, _other_end(f, a, delta * delta - phi * phi - v)) / 2)


def _other_end(f: Callable[[float], float], a: float, excess: float) -> float:
    if excess > 0:
        return log(excess)
    k = 1
    while f(a - k * TAU) < 0:
        k += 1
    return a - k * TAU


def _zero(f: Callable[[float], float], a: float, b: float) -> float:
    f_a, f_b = f(a), f(b)
    while abs(b - a) > _CONVERGED:
        c = a + (a - b) * f_a / (f_b - f_a)
        f_c = f(c)
        if f_c * f_b <= 0:
            a, f_a = b, f_b
        else:
            f_a /= 2
        b, f_b = c, f_c
    return a
