"""A guess before its answer: a widget that has a prediction's key waits for it."""

from __future__ import annotations

from html import escape

from thirtyone.guesses import PREDICTIONS, predict, prediction
from thirtyone.widgets.old.cards import sentence


class Guessing:
    """What a widget adds to ask for the guess of a `key`, and to remember it.

    The guess may as well be made in the notebook, by ``predict(key, guess)``.
    """

    key: str | None = None
    guess: float | None = None

    def ask(self, key: str | None) -> None:
        """Ask for this prediction, or for none; ValueError for a key that there is not."""
        self.key = key
        self.guess = prediction(key) if key is not None else None

    @property
    def unguessed(self) -> bool:
        """Whether a guess is asked for and not made yet."""
        if self.key is not None and self.guess is None:
            self.guess = prediction(self.key)
        return self.key is not None and self.guess is None

    def guess_of(self, top: int) -> float | None:
        """The guess, where it lies on a scale that ends at ``top``: 31, or 1,000."""
        on_scale = self.key is not None and PREDICTIONS[self.key].high == top
        return self.guess if on_scale else None

    def do_guess(self, text: str) -> str:
        if not self.unguessed:  # it was made in the notebook meanwhile
            return ""
        noted = predict(str(self.key), text)  # stores it
        if noted is None or noted.guess is None:
            raise ValueError(noted.text if noted else "First your guess.")
        self.guess = noted.guess
        return noted.text if noted.warns else ""


def asked(key: str) -> str:
    """What is guessed, in words.

    >>> asked("02-below-mean")
    'Hands below the mean, of 1,000'
    """
    return sentence(PREDICTIONS[key].of)


def form_html(key: str, label: str = "Your guess") -> str:
    """The field for a guess, and the button that shows the answer."""
    low, high = PREDICTIONS[key].low, PREDICTIONS[key].high
    return (
        f'<form data-do="guess" novalidate><label>{label} <input type="number" min="{low}" '
        f'max="{high}" step="any" size="5"></label><button class="t31-main">Show</button></form>'
    )


def said_html(key: str | None, guess: float | None) -> str:
    """The guess, and what it is a guess of; nothing where there is none."""
    if key is None or guess is None:
        return ""
    return f"Your guess: <b>{guess:g}</b> ({escape(PREDICTIONS[key].of)})"
