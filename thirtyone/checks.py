"""What is said of input that will not do."""

from collections.abc import Hashable, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np


class OnlyEstimate(ValueError):
    """The exact count can't be followed here: an estimate can be had."""


def whole(name: str, number: Any, least: int, most: int | None = None) -> int:
    """The number as an int; ValueError unless it is a whole number in these bounds.

    >>> whole("opponents", 9, 1, 8)
    Traceback (most recent call last):
    ValueError: opponents is a whole number from 1 to 8, not 9
    """
    if is_number(number, Integral) and least <= number and (most is None or number <= most):
        return int(number)
    bounds = f"from {least}" if most is None else f"from {least} to {most:,}"
    raise ValueError(f"{name} is a whole number {bounds}, not {shown(number)}")


def number(name: str, value: Any, least: int, most: int, what: str = "number") -> int | float:
    """The value as an int or a float; ValueError unless it is a number in these bounds.

    >>> number("a mark", float("nan"), 0, 34)
    Traceback (most recent call last):
    ValueError: a mark is a number from 0 to 34, not nan
    """
    if is_number(value, Real) and least <= value <= most:
        return int(value) if isinstance(value, Integral) else float(value)
    raise ValueError(f"{name} is a {what} from {least} to {most}, not {shown(value)}")


def is_number(number: object, kind: type) -> bool:
    """Whether it is a number of the kind: True, False and cards, which are ints too, are none."""
    return type(number) is int or (isinstance(number, kind) and not isinstance(number, int))


def check_switch(name: str, switch: object) -> None:
    """ValueError unless it is True or False."""
    if not isinstance(switch, bool | np.bool_):
        raise ValueError(f"{name} is True or False, not {shown(switch)}")


def one_of(name: str, given: object, choices: Sequence[Any]) -> Any:
    """The choice that is given; ValueError for anything else. A bool is no number, nor one a bool.

    >>> one_of("trips", 29, (None, 30, 30.5))
    Traceback (most recent call last):
    ValueError: trips is 29: it may be None, 30, 30.5
    """
    if isinstance(given, Hashable):  # else == may have no one answer
        for choice in choices:
            if isinstance(choice, bool) == isinstance(given, bool | np.bool_) and choice == given:
                return choice
    raise ValueError(f"{name} is {shown(given)}: it may be {', '.join(map(repr, choices))}")


def shown(wrong: object) -> str:
    """What was given in place of something right, cut short where it is long.

    >>> shown("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    """
    try:
        text = repr(wrong)
    except ValueError:  # a whole number of thousands of digits, or something that holds one
        text = "a number too long to print"
    return text if len(text) <= 40 else f"{text[:39]}…"
