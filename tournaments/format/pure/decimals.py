"""The edge where exact fractions become decimals: the only place that rounds.

Halves are rounded away from zero, as a club treasurer does it.
"""

from decimal import Decimal
from fractions import Fraction
from math import isqrt


def as_decimal(value: int | Fraction, places: int = 2) -> Decimal:
    """The value rounded to that many decimal places, exactly so many shown."""
    scaled = Fraction(value) * _scale(places)
    size = (2 * abs(scaled.numerator) + scaled.denominator) // (2 * scaled.denominator)
    return _shifted(size if scaled >= 0 else -size, places)


def root_as_decimal(square: Fraction, places: int = 2) -> Decimal:
    """The square root of a fraction that is not negative, rounded once and correctly."""
    scaled = 4 * square * _scale(places) ** 2
    return _shifted((isqrt(scaled.numerator // scaled.denominator) + 1) // 2, places)


def _scale(places: int) -> int:
    if places < 0:
        raise ValueError("places must not be negative")
    return int(10**places)


def _shifted(digits: int, places: int) -> Decimal:
    return Decimal(f"{digits}E-{places}")
