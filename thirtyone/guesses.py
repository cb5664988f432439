"""What a learner has guessed, kept in a small file beside the notebooks.

>>> predict("00-lowest", 7)
Once more. A guess from 1 to 4 makes sense here.

Nothing here is random and nothing is raised at a guess, however odd: a notebook always runs on.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any
from weakref import WeakSet

from thirtyone.answers import TEXTS, Feedback, amount, asked_by, number_meant
from thirtyone.checks import number, shown
from thirtyone.files import locked, write_whole

GUESSES_FILE = ".thirtyone-predictions.json"  # in the folder of the notebook
SPOILT_FILE = ".thirtyone-predictions-spoilt.json"  # what was in it and could not be read

# Whoever waits for a guess in this kernel: its ``stored(key, guess)`` is called at each.
listeners: WeakSet[Any] = WeakSet()


VERDICTS = LOW, NEAR, HIGH = "too low", "within a tenth of the answer", "too high"

MOST = 10**9  # no guess makes sense beyond


@dataclass(frozen=True)
class Prediction:
    """A guess that a notebook asks for, and what it turns out to be."""

    of: str  # what is guessed, in a few words
    answer: int | Fraction | None  # None where the guess is a name (a seat), not an amount
    low: int  # the least and the greatest guess that make sense
    high: int


def _prediction(of: str, range: tuple[int, int], answer: int | str | None = None) -> Prediction:
    return Prediction(of, None if answer is None else amount(answer), *range)


PREDICTIONS = {key: _prediction(**texts) for key, texts in TEXTS["predictions"].items()}


@dataclass(frozen=True, repr=False)
class Guess:
    """A learner's guess of an amount, beside the answer.

    Raises ValueError for a guess that is no number, or an answer that is none above 0.

    >>> Guess("hands worth 22", 480, 96), Guess("hands worth 22", 480, 96).verdict
    (hands worth 22: 480 → 96, 'too high')
    """

    of: str
    guess: int | float
    answer: int | Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.of, str):
            raise ValueError(f"what is guessed is said in words, not by {shown(self.of)}")
        object.__setattr__(self, "guess", number("a guess", self.guess, -MOST, MOST))
        if not number("the answer to a guess", self.answer, 0, MOST):
            raise ValueError("a guess is told as a multiple of its answer, which can't be 0")

    @property
    def ratio(self) -> Fraction:
        """How many times the answer the guess is."""
        return Fraction(self.guess) / Fraction(self.answer)

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


def predict(key: str, guess: object = ..., *more: object) -> Feedback | None:
    """Write a guess down beside the notebook, so that it can be compared later.

    Returns None (and shows nothing) while the guess is still `...`. A guess that is no
    number, out of range or can't be stored gets a sentence. Only an unknown `key` raises
    (`ValueError`).

    >>> predict("00-adding", "a quarter")
    Once more. That can't be read as a number. A guess from 0 to 1,000 makes sense here.
    """
    asked = asked_by(key, PREDICTIONS)
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
    plain = int(value) if value.denominator == 1 else float(value)
    spoilt = None
    with suppress(OSError):
        spoilt = _store(key, plain)
    for listener in tuple(listeners):
        listener.stored(key, plain)
    if spoilt is None:
        kept = "Your guess could not be saved. Keep it in mind and read on."
        return Feedback("noted", kept, guess=plain, warns=True)
    said = f"Your guess is {plain:,}. Now read on and see."
    if spoilt:
        said += f" Earlier ones can't be read: they are in {SPOILT_FILE}."
    return Feedback("noted", said, guess=plain, warns=spoilt)


def prediction(key: str) -> int | float | None:
    """The guess stored for `key`, or None; ValueError for an unknown `key`."""
    return _sound(asked_by(key, PREDICTIONS), (_stored() or {}).get(key))


def guesses() -> tuple[Guess, ...]:
    """Every stored guess of an amount beside its answer, in the order of the course."""
    stored = _stored() or {}
    return tuple(
        Guess(asked.of, guess, asked.answer)
        for key, asked in PREDICTIONS.items()
        if asked.answer is not None and (guess := _sound(asked, stored.get(key))) is not None
    )


def summed_up(guesses: Sequence[Guess]) -> str:
    """How many guesses were too low, near and too high, and which was farthest off.

    Raises ValueError for anything but a list of `Guess`es, as `guesses()` returns it.

    >>> summed_up([Guess("hands worth 22", 480, 96), Guess("different hands", 22_000, 22_100)])
    'You made 2 guesses: 0 too low, 1 within a tenth of the answer, 1 too high. \
Farthest off: hands worth 22, 480 → 96 (your guess → the answer).'
    """
    if not checked_guesses(guesses):
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


def checked_guesses(guesses: Sequence[Guess]) -> Sequence[Guess]:
    """The guesses, if they are such, in an order; else ValueError."""
    if isinstance(guesses, list | tuple) and all(isinstance(guess, Guess) for guess in guesses):
        return guesses
    raise ValueError(f"guesses are a list as guesses() gives it, not {shown(guesses)}")


def _sound(asked: Prediction, guess: object) -> int | float | None:
    """What was found in the file, if it is a guess that makes sense there."""
    if isinstance(guess, bool) or not isinstance(guess, int | float):
        return None
    return guess if asked.low <= guess <= asked.high else None


def _stored() -> dict[str, object] | None:
    """The guesses in the file; None where it can't be read as such."""
    try:
        result = json.loads(Path(GUESSES_FILE).read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        return None
    return result if isinstance(result, dict) else None


def _store(key: str, guess: int | float) -> bool:
    """Add a guess to the file; whether the file could not be read and was moved away first."""
    path = Path(GUESSES_FILE)
    with locked(path):
        stored = _stored()
        if stored is None and path.is_file():
            path.replace(SPOILT_FILE)
        write_whole(path, json.dumps({**(stored or {}), key: guess}, indent=1).encode())
    return stored is None
