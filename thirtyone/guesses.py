"""What a learner has guessed, kept in a small file beside the notebooks.

Nothing here is random and nothing is raised at a guess, however odd: a notebook always runs on.
"""

from __future__ import annotations

import json
import math
import os
import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from html import escape
from numbers import Rational, Real
from pathlib import Path
from typing import TypeVar

from thirtyone.deck import Card
from thirtyone.dist import Dist

_LOOK = {  # the word carries the meaning, the colour only repeats it
    "todo": ("To do", "#5a5a5a"),
    "right": ("Right", "#0a6b2d"),
    "wrong": ("Not yet", "#9a3412"),
    "noted": ("Noted", "#1d4ed8"),
    "again": ("Once more", "#9a3412"),
}


_NUMBER = re.compile(
    r"[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,2})?|[+-]?\d{1,40} ?/ ?\d{1,40}",
    re.I | re.A,
)


_SUM = re.compile(r"(?=.*[-+*/^])[\d\s.+*/^()-]+\d\)?", re.A)


_THOUSANDS = re.compile(r"[1-9]\d{0,2}(,\d{3}){1,5}", re.A)


T = TypeVar("T")


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


def amount(number: int | str) -> int | Fraction:
    value = Fraction(number)
    return int(value) if value.denominator == 1 else value


TEXTS = tomllib.loads(Path(__file__).with_name("exercises.toml").read_text(encoding="utf-8"))


def find(key: str, table: Mapping[str, T]) -> T:
    name = str(key)[:40]
    if name in table:
        return table[name]
    near = get_close_matches(name, table, n=3, cutoff=0)
    raise ValueError(f"no such key as {name!r}; the nearest are {', '.join(near)}")


def number_meant(answer: object, *more: object, percent: bool) -> Fraction | str | None:
    """The number meant, or the sentence that says why there is none; None for text that is none."""
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
    plain = _NUMBER.fullmatch(number)
    if not plain and _SUM.fullmatch(number):
        return "Leave off the quotation marks, and Python works it out. A power is written **."
    if not plain or re.search(r"/ ?0+$", number):
        return None
    if share and not percent:
        return "A plain number is wanted here, without the percent sign."
    return Fraction(number.replace(" ", "")) / (100 if share else 1)


GUESSES_FILE = ".thirtyone-predictions.json"


SPOILT_FILE = ".thirtyone-predictions-spoilt.json"


VERDICTS = LOW, NEAR, HIGH = "too low", "within a tenth of the answer", "too high"


@dataclass(frozen=True)
class Prediction:
    """A guess that a notebook asks for, and what it turns out to be."""

    of: str  # what is guessed, in a few words
    answer: int | Fraction | None  # None where the guess is a name (a seat), not an amount
    low: int  # the least and the greatest guess that make sense
    high: int


@dataclass(frozen=True, repr=False)
class Guess:
    """A learner's guess of an amount, beside the answer.

    >>> Guess("hands worth 22", 480, 96), Guess("hands worth 22", 480, 96).verdict
    (hands worth 22: 480 → 96, 'too high')
    """

    of: str
    guess: int | float
    answer: int | Fraction

    @property
    def ratio(self) -> Fraction:
        """How many times the answer the guess is."""
        return Fraction(self.guess) / self.answer

    @property
    def verdict(self) -> str:
        """One of VERDICTS."""
        if abs(self.ratio - 1) <= Fraction(1, 10):
            return NEAR
        return LOW if self.ratio < 1 else HIGH

    @property
    def shown(self) -> str:
        """The guess and the answer, to three figures or as whole numbers."""
        return f"{_short(self.guess)} → {_short(self.answer)}"

    def __repr__(self) -> str:
        return f"{self.of}: {self.shown}"


def _short(number: float | Fraction) -> str:
    """Three significant figures, or as many as the whole number has."""
    x = float(number)
    return f"{x:,.0f}" if abs(x) >= 100 else f"{x:.3g}"


def _prediction(of: str, range: tuple[int, int], answer: int | str | None = None) -> Prediction:
    return Prediction(of, None if answer is None else amount(answer), *range)


PREDICTIONS = {key: _prediction(**texts) for key, texts in TEXTS["predictions"].items()}


def predict(key: str, guess: object = ..., *more: object) -> Feedback | None:
    """Write a guess down beside the notebook, so that it can be compared later.

    Returns None (and shows nothing) while the guess is still `...`. A guess that is no
    number, out of range or can't be stored gets a sentence. Only an unknown `key` raises
    (`ValueError`).

    >>> predict("00-lowest", 7)
    Once more. A guess from 1 to 4 makes sense here.
    """
    asked = find(key, PREDICTIONS)
    if guess is ...:
        return None
    of_1000 = asked.of.endswith("of 1,000")
    value = number_meant(guess, *more, percent=of_1000)
    sensible = f"A guess from {asked.low:,} to {asked.high:,} makes sense here."
    if value is None or isinstance(value, str):
        return Feedback("again", value or f"That can't be read as a number. {sensible}")
    share = isinstance(guess, str) and guess.rstrip().endswith("%")
    if of_1000 and (share or 0 < value < 1):
        return Feedback("again", f"Of 1,000: did you mean {_short(1000 * value)}?")
    if not asked.low <= value <= asked.high or (asked.answer is None and value % 1):
        return Feedback("again", sensible)
    stored = _stored_guesses()
    if stored is None and Path(GUESSES_FILE).is_file():
        with suppress(OSError):
            Path(GUESSES_FILE).replace(SPOILT_FILE)
    plain = int(value) if value.denominator == 1 else float(value)
    if not _store_guesses({**(stored or {}), key: plain}):
        kept = "Your guess could not be saved. Keep it in mind and read on."
        return Feedback("noted", kept, guess=plain, warns=True)
    said = f"Your guess is {plain:,}. Now read on and see."
    if stored is None:
        said += f" Earlier ones can't be read: they are in {SPOILT_FILE}."
    return Feedback("noted", said, guess=plain, warns=stored is None)


def prediction(key: str) -> int | float | None:
    """The guess stored for `key`, or None; ValueError for an unknown `key`."""
    return _sound(find(key, PREDICTIONS), (_stored_guesses() or {}).get(key))


def guesses() -> tuple[Guess, ...]:
    """Every stored guess of an amount beside its answer, in the order of the course."""
    stored = _stored_guesses() or {}
    return tuple(
        Guess(asked.of, guess, asked.answer)
        for key, asked in PREDICTIONS.items()
        if asked.answer is not None and (guess := _sound(asked, stored.get(key))) is not None
    )


def summed_up(guesses: Sequence[Guess]) -> str:
    """How many guesses were too low, near and too high, and which was farthest off.

    >>> summed_up([Guess("hands worth 22", 480, 96), Guess("different hands", 22_000, 22_100)])
    'You made 2 guesses: 0 too low, 1 within a tenth of the answer, 1 too high. \
Farthest off: hands worth 22, 480 → 96 (your guess → the answer).'
    """
    if not guesses:
        return (
            "No guess is stored beside this page yet. "
            "Make some in the predict cells, then run this cell again."
        )
    counts = Counter(guess.verdict for guess in guesses)
    farthest = max(guesses, key=lambda guess: abs(math.log(max(guess.ratio, Fraction(1, 10**9)))))
    made = "1 guess" if len(guesses) == 1 else f"{len(guesses)} guesses"
    said = f"You made {made}: " + ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)
    off = f" Farthest off: {farthest.of}, {farthest.shown} (your guess → the answer)."
    return said + "." + (off if counts[NEAR] < len(guesses) else "")


def _sound(asked: Prediction, guess: object) -> int | float | None:
    """What was found in the file, if it is a guess that makes sense there."""
    if isinstance(guess, bool) or not isinstance(guess, int | float):
        return None
    return guess if asked.low <= guess <= asked.high else None


def _stored_guesses() -> dict[str, object] | None:
    """The guesses in the file; None where it can't be read as such."""
    try:
        found = json.loads(Path(GUESSES_FILE).read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _store_guesses(guesses: dict[str, object]) -> bool:
    """Replace the file in one step, so that no reader ever meets half of it."""
    draft = Path(f"{GUESSES_FILE}.{os.getpid()}")
    try:
        draft.write_text(json.dumps(guesses, indent=1), encoding="utf-8")
        draft.replace(GUESSES_FILE)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        return False
    return True
