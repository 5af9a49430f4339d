"""Figures of levels in as few letters as tell them."""

LONGEST_NUMBER = 10**12
"""Greater numbers are rounded."""


def depth(lower: int, upper: int | None, proven: bool) -> str:
    """A depth where it is proven, else its bounds."""
    if proven or lower == upper:
        return str(lower)
    return f">={lower}" if upper is None else f"{lower}-{upper}"


def proof(proven: bool) -> str:
    """Whether a depth is proven, in a word."""
    return "proven" if proven else "open"


def number(value: float | None) -> str:
    """A figure, with two decimals where it has any, or a dash where it is not known."""
    if value is None:
        return "-"
    if abs(value) >= LONGEST_NUMBER:
        return f"{value:.3g}"
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
