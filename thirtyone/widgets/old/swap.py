"""A hand and the upcard, any card of which can be chosen and swapped for another."""

from __future__ import annotations

from thirtyone.deck import card
from thirtyone.widgets.old.cards import first_place
from thirtyone.widgets.old.hand_and_upcard import HandAndUpcard

NOWHERE = -1  # no place is chosen


class Swap(HandAndUpcard):
    """A hand and an upcard; a place is chosen only until its card is swapped."""

    @property
    def swapping(self) -> bool:
        """Whether a place waits for its card."""
        return self.chosen != NOWHERE

    def changed(self) -> None:
        if self.complete:
            self.chosen = NOWHERE
        super().changed()

    def do_pick(self, text: str) -> str:
        c = card(text)
        if c not in self.slots:
            if not self.swapping:
                raise ValueError("Click the card to swap first.")
            return super().do_pick(text)
        at = self.slots.index(c)
        if at != self.chosen:
            return self.do_choose(str(at))
        self.chosen = NOWHERE if self.complete else first_place(self.slots)
        return f"{c.name} stays"
