"""Numbers that are too long to be read, in a few letters."""

from decimal import Decimal

LARGEST_WRITTEN_OUT = 10**6
"""Greater numbers are written with a power of ten."""

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def power_of_ten(value: float) -> str:
    """A number such as 5.7 × 10²⁹."""
    # A whole number may be too large for a float, but never for a decimal number.
    factor, exponent = f"{Decimal(value):.1e}".split("e")
    return f"{factor.removesuffix('.0')} × 10{str(int(exponent)).translate(_RAISED)}"


def ways(count: int) -> str:
    """A number of ways, such as 1,234 or 5.7 × 10²⁹."""
    return f"{count:,}" if count <= LARGEST_WRITTEN_OUT else power_of_ten(count)
