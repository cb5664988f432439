"""A hand of cards to pick from the deck, by mouse, by keyboard or as text."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import traitlets

from thirtyone.checks import whole
from thirtyone.deck import (
    GLYPHS,
    RANKS,
    SUIT_NAMES,
    SUITS,
    Card,
    CardsLike,
    card,
    cards,
    place,
)
from thirtyone.rules import SCAT, Rules, checked
from thirtyone.widgets.old.panel import Panel, typed

Slots = tuple[Card | None, ...]

SPACED = re.compile(r"\b(10|[2-9TJQKA])\s+(?=[CDHS♣♦♥♠](?:[\s,]|$))", re.IGNORECASE)
PLAIN = "\ufe0e"  # asks for the glyph as text, not as a coloured picture


class Cards(Panel):
    """Places for cards and the deck to fill them from.

    `cards` is the tuple of cards that lie there. It can be set, also as text, and observed.
    Cards `blocked` are in use elsewhere and can't be picked. Several groups of places share one
    deck when `places` and `label` are tuples.

    Raises ValueError for a text that is no card, a card that is there twice, blocked or not in
    the rules' deck, and for more cards than places.

    >>> hand = Cards("KH 8H")
    >>> hand
    Your hand: K♥ 8♥, 1 of 3 places empty
    >>> hand.act("pick 2C")
    >>> hand.cards, hand.said
    ((K♥, 8♥, 2♣), '2 of clubs added, 3 of 3')
    """

    cards = traitlets.Any(())
    blocked = traitlets.Any(())
    slots = traitlets.Any(())
    invitation = "Pick a card or type one."

    def __init__(
        self,
        cards: CardsLike = "",
        *,
        places: int | tuple[int, ...] = 3,
        label: str | tuple[str, ...] = "Your hand",
        rules: Rules = SCAT,
    ) -> None:
        self.rules = checked(rules)
        sizes = (places,) if isinstance(places, int) else places
        self.sizes = tuple(whole("the number of places", size, 1) for size in sizes)
        self.labels = (label,) if isinstance(label, str) else label
        self.chosen = 0
        super().__init__()
        self.slots = (None,) * sum(self.sizes)
        self.cards = cards
        self.opening = self.slots
        self.say(self.invitation)

    @property
    def groups(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each group of places."""
        return tuple(
            tuple(c for c in self.slots[start : start + size] if c is not None)
            for start, size in self.spans
        )

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Where each group starts, and its size."""
        return [(sum(self.sizes[:i]), size) for i, size in enumerate(self.sizes)]

    @property
    def complete(self) -> bool:
        """Whether every place has its card."""
        return bool(self.slots) and None not in self.slots

    @traitlets.validate("cards")
    def _read(self, proposal: Any) -> tuple[Card, ...]:
        found, _ = place(
            self.rules.deck, **{"this hand": proposal.value, "elsewhere": self.blocked}
        )
        if len(found) > sum(self.sizes):
            raise ValueError(f"{len(found)} cards for {sum(self.sizes)} places: leave some out")
        return found

    @traitlets.validate("blocked")
    def _read_blocked(self, proposal: Any) -> tuple[Card, ...]:
        _, found = place(self.rules.deck, **{"this hand": self.cards, "elsewhere": proposal.value})
        return found

    @traitlets.observe("cards")
    def _lay_out(self, change: Any) -> None:
        if change.new != present(self.slots):
            slots = laid_out(change.new, sum(self.sizes))
            self.chosen = first_place(slots)
            self.slots = slots

    @traitlets.observe("slots")
    def _follow(self, change: Any) -> None:
        self.cards = present(change.new)
        self.changed()
        self.refresh()

    @traitlets.observe("blocked")
    def _show(self, _: Any) -> None:
        self.refresh()

    def changed(self) -> None:
        """What a subclass works out anew when the cards have changed."""

    def after(self, slots: Slots, at: int) -> int:
        """Where the next card goes: the first empty place from `at` on, else `at` itself."""
        turn = [*range(at, len(slots)), *range(at)]
        return next((i for i in turn if slots[i] is None), at)

    def do_choose(self, at: str) -> str:
        self.chosen = typed("a place", at, 0, len(self.slots) - 1)
        here = self.slots[self.chosen]
        if here is None:
            return "the next card goes here"
        return f"the next card replaces {here.name}"

    def do_pick(self, text: str) -> str:
        new = card(text)
        if new in self.slots:
            return self.do_remove(str(self.slots.index(new)))
        return self._put((new,))

    def do_type(self, text: str) -> str:
        found = cards(SPACED.sub(r"\1", text.strip()))
        if not found:
            raise ValueError("Type a card, such as KH or 10 D.")
        return self._put(found)

    def do_remove(self, at: str) -> str:
        place = typed("a place", at, 0, len(self.slots) - 1)
        old = self.slots[place]
        if old is None:
            return "this place is empty"
        self.chosen = place
        self.slots = tuple(None if c == old else c for c in self.slots)
        return f"{old.name} removed, {self._count(self.chosen)}"

    def do_reset(self, _: str = "") -> str:
        self.chosen = first_place(self.opening)
        self.slots = self.opening
        return self.invitation

    def _put(self, new: tuple[Card, ...]) -> str:
        """Lay one card on the chosen place, a whole group's at once, or some on empty places."""
        place(self.rules.deck, **{"this hand": new, "elsewhere": self.blocked})
        start, size = self.group_of(self.chosen)
        whole, slots = range(start, start + size), list(self.slots)
        old = slots[self.chosen]
        if len(new) == 1:
            targets = [self.chosen]
        elif len(new) == size:
            targets = list(whole)
            slots[start : start + size] = [None] * size
        else:
            targets = [i for i in whole if slots[i] is None][: len(new)]
            if len(targets) < len(new):
                more = f", or all {size} of this hand" if size > 1 else ": here is one place"
                raise ValueError(f"Type one card{more}.")
        for at, c in zip(targets, new, strict=True):
            if c in slots:
                raise ValueError(f"{c} is there already: each card is only once in the deck")
            slots[at] = c
        self.chosen, self.slots = self.after(tuple(slots), targets[-1]), tuple(slots)
        if len(new) == 1 and old is not None:
            return f"{new[0].name} replaces {old.name}"
        return f"{', '.join(c.name for c in new)} added, {self._count(targets[-1])}"

    def group_of(self, at: int) -> tuple[int, int]:
        """Where the group of a place starts, and its size."""
        return next(span for span in reversed(self.spans) if span[0] <= at)

    def _count(self, at: int) -> str:
        start, size = self.group_of(at)
        return f"{len(present(self.slots[start : start + size]))} of {size}"

    def render(self) -> str:
        return (
            f'<div class="t31-cards">{self.places_html()}'
            f"{picker_html(self.rules.deck, present(self.slots), self.blocked)}"
            f"{self.typing_html()}</div>"
        )

    def places_html(self) -> str:
        """The groups of places with the cards that lie there."""
        groups = []
        for label, (start, size) in zip(map(escape, self.labels), self.spans, strict=True):
            faces = "".join(
                place_html(self.slots[i], i, f"place {i - start + 1} of {size}", i == self.chosen)
                for i in range(start, start + size)
            )
            groups.append(
                f'<div class="t31-group"><div class="t31-label" aria-hidden="true">{label}</div>'
                f'<div class="t31-places" role="listbox" aria-label="{label}" '
                f'aria-orientation="horizontal" data-columns="{size}">{faces}</div></div>'
            )
        return f'<div class="t31-groups">{"".join(groups)}</div>'

    def typing_html(self) -> str:
        """The field to type a card in, and what happened last."""
        kind = "t31-said t31-refused" if self.refused else "t31-said"
        return (
            '<div class="t31-typing"><form data-do="type"><label><span>Type a card</span>'
            '<input type="text" data-typed autocomplete="off" autocapitalize="off" '
            'spellcheck="false" size="8" placeholder="KH, 10 D"></label>'
            "<button>Add</button></form>"
            '<button data-do="reset">Reset</button></div>'
            f'<p class="{kind}" role="status">{sentence(self.said)}</p>'
        )

    def __repr__(self) -> str:
        empty = self.slots.count(None)
        rest = f"{empty} of {len(self.slots)} places empty" if empty else ""
        held = [" ".join(map(str, group)) for group in self.groups]
        shown = [f"{label}: {h}" for label, h in zip(self.labels, held, strict=True) if h]
        return ", ".join([*shown, rest] if rest else shown)


def laid_out(found: tuple[Card, ...], places: int) -> Slots:
    """The cards in the first places, the others empty."""
    return found + (None,) * (places - len(found))


def first_place(slots: Slots) -> int:
    """The place that is chosen at first: the first empty one, else the last."""
    return slots.index(None) if None in slots else len(slots) - 1


def present(slots: Slots) -> tuple[Card, ...]:
    """The cards that lie there."""
    return tuple(c for c in slots if c is not None)


def sentence(text: str) -> str:
    """The text as a sentence of HTML: a capital, escaped."""
    return escape(text[:1].upper() + text[1:])


def face_html(c: Card, *, marked: bool | None = None) -> str:
    """A card's face, for the eye alone: what holds it names the card.

    ``marked`` lifts the card out of its hand, or dims it.
    """
    mark = {None: "", True: " t31-marked", False: " t31-dimmed"}[marked]
    glyph = GLYPHS[c.suit] + PLAIN
    return (
        f'<span class="t31-face t31-{SUIT_NAMES[c.suit]}{mark}" aria-hidden="true">'
        f"<span>{c.rank}<br>{glyph}</span><span>{glyph}</span></span>"
    )


def place_html(c: Card | None, at: int, where: str, chosen: bool) -> str:
    """One place, with its card or empty."""
    name = c.name if c is not None else "empty"
    delete = f' data-delete="remove {at}"' if c is not None else ""
    face = face_html(c) if c is not None else '<span class="t31-empty" aria-hidden="true">?</span>'
    return (
        f'<button class="t31-place" role="option" aria-selected="{str(chosen).lower()}" '
        f'aria-label="{name}, {where}" data-do="choose {at}"{delete}>{face}</button>'
    )


def card_form_html(label: str, button: str) -> str:
    """A field to type cards in, for a widget that has no room for a label to be seen."""
    return (
        '<form data-do="type"><input type="text" data-typed autocomplete="off" '
        'autocapitalize="off" spellcheck="false" placeholder="KH, 10 D" '
        f'aria-label="{label}"><button>{button}</button></form>'
    )


def picker_html(
    deck: tuple[Card, ...], picked: tuple[Card, ...], blocked: tuple[Card, ...] = ()
) -> str:
    """The deck as a grid, a row for each suit."""
    ranks = [rank for rank in RANKS if any(c.rank == rank for c in deck)]
    rows = []
    for suit in SUITS:
        cells = []
        for c in (c for c in deck if c.suit == suit):
            here = c in picked
            away = ' aria-disabled="true"' if c in blocked else ""
            delete = f' data-delete="pick {c}"' if here else ""
            name = f"{c.name}, in use elsewhere" if c in blocked else c.name
            cells.append(
                f'<button role="gridcell" class="t31-cell" aria-selected="{str(here).lower()}" '
                f'aria-label="{name}" data-do="pick {c}"{delete}{away}>'
                f'<span aria-hidden="true">{c.rank}{GLYPHS[suit]}{PLAIN}</span></button>'
            )
        rows.append(
            f'<div role="row" class="t31-row t31-{SUIT_NAMES[suit]}" '
            f'aria-label="{SUIT_NAMES[suit]}">{"".join(cells)}</div>'
        )
    return (
        f'<div class="t31-picker" role="grid" aria-label="Pick a card" aria-multiselectable="true" '
        f'data-columns="{len(ranks)}" style="--columns:{len(ranks)}">{"".join(rows)}</div>'
    )
