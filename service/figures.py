"""Figures of levels in as few letters as tell them, for tables, pages and the comments of files."""

import math
import re

from generator.numerals import LARGEST_WRITTEN_OUT, power_of_ten

NOTHING = "-"
"""What stands for a figure that is not known."""
LARGEST_COUNT = 2**63
"""The database holds no count that is greater."""

_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_POWER = re.compile("(?<=[0-9]) × 10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")

_SIGN_OF_SIZES = re.compile(r"(?<=\d)([x+])(?=\d)")
_SIGNS = {"x": "\N{MULTIPLICATION SIGN}", "+": "+"}

_EXPONENT = re.compile(r"(?<![\w.])-?[0-9](\.[0-9]+)?e\+[0-9]+\b")


def depth(lower: int, upper: int | None, proven: bool) -> str:
    """A depth where it is proven, else its bounds."""
    if proven or lower == upper:
        return exact(lower)
    return f">={exact(lower)}" if upper is None else f"{exact(lower)}-{exact(upper)}"


def kind(type_: str, size: int) -> str:
    """What kind of level it is; the type of some families says the size already."""
    return type_ if str(size) in type_ else f"{type_} {size}"


def sized(text: str) -> str:
    """A text with its sizes, typed such as 9x6 or 5x4+2, as people write them."""
    return _SIGN_OF_SIZES.sub(lambda found: f"\N{NO-BREAK SPACE}{_SIGNS[found[1]]}\N{NO-BREAK SPACE}", text)


def proof(proven: bool) -> str:
    """Whether a depth is proven, in a word."""
    return "proven" if proven else "open"


def exact(value: float | None) -> str:
    """A count, to the last digit."""
    return number(value, 0, LARGEST_COUNT)


def counted(count: int, word: str) -> str:
    """So many things, in English."""
    return f"{exact(count)} {word}{'' if count == 1 else 's'}"


def number(value: float | None, digits: int = 2, largest: int = LARGEST_WRITTEN_OUT) -> str:
    """A figure such as 7, 0.67, 1,234 or 5.7 × 10²⁹, with so many decimals where it has any."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return NOTHING
    if abs(value) > largest:
        return _power(value)
    text = f"{value:,.{digits}f}" if isinstance(value, float) else f"{value:,}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def duration(seconds: float) -> str:
    """A time as minutes and seconds, or hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def utc(stored: str) -> str:
    """A stored time to the minute."""
    return f"{stored[:10]} {stored[11:16]} UTC"


def age(seconds: float) -> str:
    """A time that has passed, in the largest unit of which it has one."""
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if count := int(seconds // length):
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return "just now"


def size(number: float) -> str:
    """Bytes of a file or a disk."""
    return f"{number / 1e9:,.1f} GB" if number >= 1e9 else f"{number / 1e6:,.1f} MB"


def rewritten(message: str) -> str:
    """A message of a session, whose own figures are written like 5.7e+29, with figures like all others."""
    return _EXPONENT.sub(lambda found: number(float(found[0])), message)


def ascii_only(text: str) -> str:
    """A text whose powers of ten are written as 5.7e29, for those who cannot read the others."""
    return _POWER.sub(lambda found: f"e{found[1].translate(_LOWERED)}", text).replace("∞", "infinite")


def _power(value: float) -> str:
    if value in (math.inf, -math.inf):
        return "∞" if value > 0 else "-∞"
    return power_of_ten(value)
