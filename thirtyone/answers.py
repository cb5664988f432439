"""What a learner types in answer to a notebook: the number meant by it, and what is said of it.

`exercises` and `guesses` stand on this. What they ask is in `exercises.toml`, by key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from html import escape
from numbers import Rational, Real
from pathlib import Path
from typing import TypeVar

from thirtyone.checks import shown
from thirtyone.deck import Card
from thirtyone.dist import Dist

T = TypeVar("T")

TEXTS = tomllib.loads(Path(__file__).with_name("exercises.toml").read_text(encoding="utf-8"))

_LOOK = {  # the word carries the meaning, the colour only repeats it
    "todo": ("To do", "#5a5a5a"),
    "right": ("Right", "#0a6b2d"),
    "wrong": ("Not yet", "#9a3412"),
    "noted": ("Noted", "#1d4ed8"),
    "again": ("Once more", "#9a3412"),
}

# Numbers as people write them: 14, .5, 1e-3, 3/8; sums, which Python works out; 22,100; and 0,114.
_NUMBER = re.compile(
    r"[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,2})?|[+-]?\d{1,40} ?/ ?\d{1,40}",
    re.I | re.A,
)
_SUM = re.compile(r"(?=.*[-+*/^])[\d\s.+*/^()-]+\d\)?", re.A)
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(,\d{3}){1,5}", re.A)
_DECIMAL_COMMA = re.compile(r"[+-]?\d{0,9},\d{1,9}", re.A)


@dataclass(frozen=True, repr=False)
class Feedback:
    """What is said of an answer (`state` todo, right, wrong) or a guess (noted, again).

    `code` is one line to try.
    """

    state: str
    text: str
    code: str = ""
    guess: int | float | None = None  # the one that was noted
    warns: bool = False  # whether something went wrong with its file

    def __repr__(self) -> str:
        line = f" In one line: {self.code}" if self.code else ""
        return f"{_LOOK[self.state][0]}. {self.text}{line}"

    def _repr_html_(self) -> str:
        word, colour = _LOOK[self.state]
        line = f" In one line: <code>{escape(self.code)}</code>" if self.code else ""
        return (
            f'<div role="status" style="border-left:.4em solid {colour};padding:.4em .8em">'
            f"<strong>{word}.</strong> {escape(self.text)}{line}</div>"
        )


def asked_by(key: object, table: Mapping[str, T]) -> T:
    """What the table has under this key; ValueError that names the nearest keys if nothing.

    >>> asked_by("00-lowst", {"00-value": 1, "00-lowest": 2})
    Traceback (most recent call last):
    ValueError: no such key as '00-lowst'; the nearest are 00-lowest, 00-value
    """
    if isinstance(key, str) and key in table:
        return table[key]
    near = get_close_matches(shown(key), table, n=3, cutoff=0)
    raise ValueError(f"no such key as {shown(key)}; the nearest are {', '.join(near)}")


def amount(number: int | str) -> int | Fraction:
    """A number of `exercises.toml`, where a fraction is text."""
    value = Fraction(number)
    return int(value) if value.denominator == 1 else value


def number_meant(answer: object, *more: object, percent: bool) -> Fraction | str | None:
    """The number meant, or the sentence that says why there is none; None for text that is none.

    >>> number_meant("12.5 %", percent=True), number_meant(22, 100, percent=False)[:19]
    (Fraction(1, 8), 'Leave out the comma')
    """
    if more:
        return (
            "Leave out the comma: Python reads 1,500 as two numbers, 1 and 500. "
            "A decimal comma is written as a point, 5.5."
        )
    if isinstance(answer, str):
        return _number_in_text(answer.strip(), percent)
    if isinstance(answer, Dist):
        return "That is a whole distribution. One number is wanted: ask it, as in .p(7) or .mean."
    if isinstance(answer, bool | Card) or not isinstance(answer, Real | Decimal):
        return f"One number is wanted here, and this is of the type {type(answer).__name__}."
    if isinstance(answer, Rational):
        return Fraction(int(answer.numerator), int(answer.denominator))
    try:
        return Fraction(float(answer))
    except (ValueError, OverflowError):
        return "That is no finite number."


def _number_in_text(text: str, percent: bool) -> Fraction | str | None:
    share = text.endswith("%")
    number = text.removesuffix("%").rstrip()
    if _THOUSANDS.fullmatch(number):
        number = number.replace(",", "")
    if _DECIMAL_COMMA.fullmatch(number):
        return f"A decimal comma is written as a point: {number.replace(',', '.')}."
    plain = _NUMBER.fullmatch(number)
    if not plain and _SUM.fullmatch(number):
        return "Leave off the quotation marks, and Python works it out. A power is written **."
    if not plain or re.search(r"/ ?0+$", number):
        return None
    if share and not percent:
        return "A plain number is wanted here, without the percent sign."
    return Fraction(number.replace(" ", "")) / (100 if share else 1)
