"""One hand and one upcard to ask about: any of the four cards can be swapped for another."""

from __future__ import annotations

from typing import Any

from thirtyone.deck import Card, CardLike, CardsLike, card, cards
from thirtyone.hands import three
from thirtyone.widgets.old.guess import Guessing
from thirtyone.widgets.old.hand_and_upcard import HandAndUpcard


class OneKnock(Guessing, HandAndUpcard):
    """A hand and an upcard in a `setting`, an immutable dataclass with fields of these names.

    A subclass says by `change` how a setting is checked and taken.
    """

    setting: Any
    invitation = "What you pick becomes the upcard. To swap another card, click that first."

    def __init__(self, start: Any, predict: str | None) -> None:
        self.start = self.setting = start
        self.before: Any = None  # the setting before the last change
        self.ask(predict)
        super().__init__(
            (*start.hand, start.upcard),
            places=(3, 1),
            label=("Your hand", "Upcard"),
            rules=start.rules,
        )

    @property
    def hand(self) -> tuple[Card, ...]:
        found: tuple[Card, ...] = self.setting.hand
        return found

    @hand.setter
    def hand(self, hand: CardsLike) -> None:
        self._set(three(cards(hand)), self.upcard)

    @property
    def upcard(self) -> Card:
        found: Card = self.setting.upcard
        return found

    @upcard.setter
    def upcard(self, upcard: CardLike) -> None:
        self._set(self.hand, card(upcard))

    def _set(self, hand: tuple[Card, ...], upcard: Card) -> None:
        self.check(hand=hand, upcard=upcard)
        self.cards = (*hand, upcard)

    def check(self, **changes: Any) -> Any:
        """The setting with these changes; ValueError where the engine refuses it."""
        raise NotImplementedError

    def change(self, **changes: Any) -> None:
        """Another setting, unless the engine refuses it."""
        self.setting = self.check(**changes)

    def lay(self, hand: tuple[Card, ...], upcard: Card) -> None:
        self.change(hand=hand, upcard=upcard)

    def do_reset(self, rest: str = "") -> str:
        self.setting = self.start
        said = super().do_reset(rest)
        self.before = None
        return said
