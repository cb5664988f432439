"""A hand and the upcard, any card of which can be chosen and swapped for another."""

from __future__ import annotations

from thirtyone.deck import Card, card
from thirtyone.widgets.cards import Cards

NOWHERE = -1  # no place is chosen


class Swap(Cards):
    """Three places and one; a place is chosen only until its card is swapped.

    A subclass says what to do with the cards that lie there: see `lay`.
    """

    fault = ""  # why the cards that lie there have no answer

    @property
    def swapping(self) -> bool:
        """Whether a place waits for its card."""
        return self.chosen != NOWHERE

    def lay(self, hand: tuple[Card, ...], upcard: Card) -> None:
        """Take these cards; ValueError where they can't be."""
        raise NotImplementedError

    def changed(self) -> None:
        self.fault = "Pick the missing card."
        if self.complete:
            self.fault, self.chosen = "", NOWHERE
            *hand, upcard = self.cards
            try:
                self.lay(tuple(hand), upcard)
            except ValueError as error:
                self.fault = str(error)

    def do_pick(self, text: str) -> str:
        c = card(text)
        if c not in self.slots:
            return super().do_pick(text)
        at = self.slots.index(c)
        if at != self.chosen:
            return self.do_choose(str(at))
        self.chosen = NOWHERE
        return f"{c.name} stays"
