"""What is said of input that will not do."""

from numbers import Integral


class OnlyEstimate(ValueError):
    """Only an estimate can be had: the exact count is not to be followed."""


def whole(name: str, number: object, least: int, most: int | None = None) -> int:
    """The number as an int; ValueError unless it is a whole number in these bounds.

    >>> whole("opponents", 9, 1, 8)
    Traceback (most recent call last):
    ValueError: opponents is a whole number from 1 to 8, not 9
    """
    if isinstance(number, Integral) and not isinstance(number, bool):
        found = int(number)
        if found >= least and (most is None or found <= most):
            return found
    bounds = f"from {least}" if most is None else f"from {least} to {most:,}"
    raise ValueError(f"{name} is a whole number {bounds}, not {shown(number)}")


def shown(wrong: object) -> str:
    """What was given in place of something right, cut short where it is long.

    >>> shown("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    """
    text = repr(wrong)
    return text if len(text) <= 40 else f"{text[:39]}…"
