"""A hand and the upcard, to ask the engine about."""

from __future__ import annotations

from typing import Any

from thirtyone.deck import Card
from thirtyone.widgets.old.cards import Cards


class HandAndUpcard(Cards):
    """Three places and one; when all four cards lie there, they are laid before the engine.

    A subclass says what to do with them: see `lay`.
    """

    fault = ""  # why the cards that lie there have no answer

    def lay(self, hand: tuple[Card, ...], upcard: Card) -> None:
        """Take these cards; ValueError where they have no answer, such as an illegal knock."""
        raise NotImplementedError

    def follow(self, old: Any, new: Any) -> None:
        """Lay the cards of a setting, where they are not those of the one before."""
        if (old.hand, old.upcard) != (new.hand, new.upcard):
            self.cards = (*new.hand, new.upcard)

    def changed(self) -> None:
        self.fault = "Pick the missing card."
        if self.complete:
            self.fault = ""
            *hand, upcard = self.cards
            try:
                self.lay(tuple(hand), upcard)
            except ValueError as error:
                self.fault = str(error)
