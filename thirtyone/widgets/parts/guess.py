"""A guess before its answer: a widget that has a prediction's key waits for it."""

from __future__ import annotations

from dataclasses import dataclass

import htpy as h

from thirtyone.guesses import PREDICTIONS, prediction
from thirtyone.widgets.parts.html import lead, verdict
from thirtyone.widgets.parts.words import sentence


@dataclass(frozen=True)
class Guess:
    """The learner's guess of a prediction, as a part of a widget's state.

    The panel stores what is guessed in it, and hears what ``predict`` stores in the notebook.

    Fields:
        key: the prediction; None where no guess is asked for.
        value: the guess; None while it is not made.
    """

    key: str | None = None
    value: float | None = None

    @classmethod
    def of(cls, key: str | None) -> Guess:
        """With what is stored already; ValueError for a key that there is not."""
        return cls(key, prediction(key)) if key is not None else NONE

    @property
    def wanted(self) -> bool:
        """Whether it is asked for and not made yet."""
        return self.key is not None and self.value is None

    @property
    def asked(self) -> str:
        """What is guessed, in words.

        >>> Guess("02-below-mean").asked
        'Hands below the mean, of 1,000'
        """
        return sentence(PREDICTIONS[str(self.key)].of)

    def on(self, top: int) -> float | None:
        """The guess, where it lies on a scale that ends at ``top``: 31, or 1,000."""
        on_scale = self.key is not None and PREDICTIONS[self.key].high == top
        return self.value if on_scale else None

    def form(self, label: str = "Your guess") -> h.Element:
        """The field for it, and the button that shows the answer."""
        asked = PREDICTIONS[str(self.key)]
        return h.form(data_do="guess", novalidate=True)[
            h.label[
                f"{label} ",
                h.input(
                    type="number", min=str(asked.low), max=str(asked.high), step="any", size="5"
                ),
            ],
            h.button(".t31-main")["Show"],
        ]

    def question(self, words: str = "", label: str = "Your guess") -> h.Node:
        """What stands in the answer's place: the question, by default what is guessed."""
        return [verdict("First your guess."), lead(words or f"{self.asked}?"), self.form(label)]

    @property
    def said(self) -> h.Node:
        """The guess, and what it is a guess of; nothing where there is none."""
        if self.key is None or self.value is None:
            return None
        return h.fragment["Your guess: ", h.b[f"{self.value:g}"], f" ({PREDICTIONS[self.key].of})"]


NONE = Guess()  # where none is asked for
