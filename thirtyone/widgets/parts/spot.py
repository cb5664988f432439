"""The spot: places for cards that can be chosen, filled and swapped, as a value."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from thirtyone.checks import whole
from thirtyone.deck import Card, CardsLike, card, cards, place
from thirtyone.rules import SCAT, Rules, checked
from thirtyone.widgets.parts.words import typed

SPACED = re.compile(r"\b(10|[2-9TJQKA])\s+(?=[CDHS♣♦♥♠](?:[\s,]|$))", re.IGNORECASE)
NOWHERE = -1  # no place is chosen


def read(text: str) -> tuple[Card, ...]:
    """Cards as people type them, also "10 D" with a space."""
    return cards(SPACED.sub(r"\1", text.strip()))


@dataclass(frozen=True)
class Spot:
    """Groups of places that share one deck, and the place that the next card goes to.

    With a ``home`` (a place, or NOWHERE) the choice goes back there once every place is filled:
    click a card, pick another, and they are swapped. Without one it stays where it is.

    Fields:
        slots: the cards that lie there; None where a place is empty.
        chosen: the place that the next card goes to.
        labels, sizes: the groups.
        blocked: cards that are in use elsewhere.
    """

    slots: tuple[Card | None, ...]
    chosen: int
    labels: tuple[str, ...]
    sizes: tuple[int, ...]
    home: int | None = None
    blocked: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = field(default=SCAT.deck, repr=False)

    @classmethod
    def of(
        cls,
        held: CardsLike,
        labels: tuple[str, ...],
        sizes: tuple[int, ...],
        *,
        home: int | None = None,
        rules: Rules = SCAT,
    ) -> Spot:
        """These cards in the first places; ValueError as `laid`."""
        sizes = tuple(whole("the number of places", size, 1) for size in sizes)
        empty = cls((None,) * sum(sizes), 0, labels, sizes, home, deck=checked(rules).deck)
        return empty.laid(held)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that lie there."""
        return tuple(c for c in self.slots if c is not None)

    @property
    def complete(self) -> bool:
        """Whether every place has its card."""
        return None not in self.slots

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Where each group starts, and its size."""
        return [(sum(self.sizes[:i]), size) for i, size in enumerate(self.sizes)]

    @property
    def groups(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each group of places."""
        slots = (self.slots[start : start + size] for start, size in self.spans)
        return tuple(tuple(c for c in group if c is not None) for group in slots)

    @property
    def choosing(self) -> bool:
        """Whether a place was chosen that is not the one at home."""
        return self.chosen not in (NOWHERE, self.home)

    def laid(self, held: CardsLike) -> Spot:
        """These cards in the first places, the others empty; ValueError for what can't be."""
        found, _ = place(self.deck, **{"this hand": held, "elsewhere": self.blocked})
        if len(found) > len(self.slots):
            raise ValueError(f"{len(found)} cards for {len(self.slots)} places: leave some out")
        slots = found + (None,) * (len(self.slots) - len(found))
        at = slots.index(None) if None in slots else len(slots) - 1
        return replace(self, slots=slots, chosen=self._next(slots, at))

    def _next(self, slots: tuple[Card | None, ...], at: int) -> int:
        """Where the next card goes, after one went to a place: the first that is empty, if any."""
        turn = [*range(at, len(slots)), *range(at)]
        rest = at if self.home is None else self.home
        return next((i for i in turn if slots[i] is None), rest)

    def choose(self, at: str) -> tuple[Spot, str]:
        chosen = typed("a place", at, 0, len(self.slots) - 1)
        here = self.slots[chosen]
        words = "the next card goes here" if here is None else f"the next card replaces {here.name}"
        return replace(self, chosen=chosen), words

    def pick(self, text: str) -> tuple[Spot, str]:
        c = card(text)
        if c not in self.slots:
            return self._put((c,))
        at = self.slots.index(c)
        if self.home is None:
            return self.remove(str(at))
        if at != self.chosen:
            return self.choose(str(at))
        return replace(self, chosen=self._next(self.slots, at)), f"{c.name} stays"

    def type(self, text: str) -> tuple[Spot, str]:
        new = read(text)
        if not new:
            raise ValueError("Type a card, such as KH or 10 D.")
        return self._put(new)

    def remove(self, at: str) -> tuple[Spot, str]:
        place = typed("a place", at, 0, len(self.slots) - 1)
        old = self.slots[place]
        if old is None:
            return self, "this place is empty"
        spot = replace(self, slots=(*self.slots[:place], None, *self.slots[place + 1 :]))
        return replace(spot, chosen=place), f"{old.name} removed, {spot._count(place)}"

    def _put(self, new: tuple[Card, ...]) -> tuple[Spot, str]:
        """Lay one card on the chosen place, a whole group's at once, or some on empty places."""
        place(self.deck, **{"this hand": new, "elsewhere": self.blocked})
        start, size = self._group(new)
        group, slots = range(start, start + size), list(self.slots)
        old = None
        if len(new) == 1:
            targets = [self.chosen if self.chosen in group else start]
            old = slots[targets[0]]
        elif len(new) == size:
            targets = list(group)
            slots[start : start + size] = [None] * size
        else:
            targets = [i for i in group if slots[i] is None][: len(new)]
            if len(targets) < len(new):
                more = f", or all {size} of this hand" if size > 1 else ": here is one place"
                raise ValueError(f"Type one card{more}.")
        for at, c in zip(targets, new, strict=True):
            if c in slots:
                raise ValueError(f"{c} is there already: each card is only once in the deck")
            slots[at] = c
        laid = tuple(slots)
        spot = replace(self, slots=laid, chosen=self._next(laid, targets[-1]))
        if old is not None:
            return spot, f"{new[0].name} replaces {old.name}"
        return spot, f"{', '.join(c.name for c in new)} added, {spot._count(targets[-1])}"

    def _group(self, new: tuple[Card, ...]) -> tuple[int, int]:
        """Where the group starts that these cards go to, and its size: the chosen place's.

        Cards that are too many for it, but just enough for another, go there; with no place
        chosen a single card goes to the last group.
        """
        start, size = next((s for s in reversed(self.spans) if s[0] <= self.chosen), self.spans[-1])
        if len(new) > size:
            return next((s for s in self.spans if s[1] == len(new)), (start, size))
        return start, size

    def _count(self, at: int) -> str:
        start, size = next(span for span in reversed(self.spans) if span[0] <= at)
        return f"{sum(c is not None for c in self.slots[start : start + size])} of {size}"

    def __repr__(self) -> str:
        empty = self.slots.count(None)
        rest = f"{empty} of {len(self.slots)} places empty" if empty else ""
        held = [" ".join(map(str, group)) for group in self.groups]
        shown = [f"{label}: {h}" for label, h in zip(self.labels, held, strict=True) if h]
        return ", ".join([*shown, rest] if rest else shown)


class WithSpot(Protocol):
    """A state with cards in it, which knows what follows when they lie otherwise."""

    @property
    def spot(self) -> Spot: ...

    def lay(self, spot: Spot) -> Any: ...


def _verb(name: str) -> Callable[[WithSpot, str], tuple[Any, str]]:
    def act(state: WithSpot, text: str) -> tuple[Any, str]:
        spot, said = getattr(state.spot, name)(text)
        return state.lay(spot), said

    return act


VERBS = {name: _verb(name) for name in ("choose", "pick", "type", "remove")}
