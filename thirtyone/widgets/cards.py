"""A hand of cards to pick from the deck, by mouse, by keyboard or as text."""

from __future__ import annotations

from dataclasses import dataclass, replace

import htpy as h

from thirtyone.deck import Card, CardsLike, place
from thirtyone.rules import SCAT, Rules
from thirtyone.widgets.panel import Message, Panel
from thirtyone.widgets.parts.asked import Followed
from thirtyone.widgets.parts.faces import picker, places
from thirtyone.widgets.parts.html import Html, card_field, reset, said
from thirtyone.widgets.parts.spot import VERBS, Spot


@dataclass(frozen=True)
class State:
    """The cards as they lie."""

    spot: Spot

    def lay(self, spot: Spot) -> State:
        return replace(self, spot=spot)


def with_cards(state: State, held: CardsLike) -> State:
    """Other cards, in the first places."""
    return state.lay(state.spot.laid(held))


def with_blocked(state: State, away: CardsLike) -> State:
    """Other cards in use elsewhere."""
    _, found = place(state.spot.deck, **{"this hand": state.spot.cards, "elsewhere": away})
    return state.lay(replace(state.spot, blocked=found))


def cards_view(spot: Spot, message: Message) -> h.Element:
    """The places, the deck, the field to type in, and what happened last."""
    return h.div(".t31-cards")[
        places(spot),
        picker(spot),
        h.div(".t31-typing", data_live=True)[
            h.form(data_do="type")[h.label[h.span["Type a card"], card_field()], h.button["Add"]],
            reset(),
        ],
        said(message.text, message.refused),
    ]


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
    >>> hand.cards, hand.message.text
    ((K♥, 8♥, 2♣), '2 of clubs added, 3 of 3')
    """

    verbs = VERBS
    greeting = "Pick a card or type one."
    cards = Followed(lambda state: state.spot.cards, with_cards)
    blocked = Followed(lambda state: state.spot.blocked, with_blocked)

    def __init__(
        self,
        cards: CardsLike = "",
        *,
        places: int | tuple[int, ...] = 3,
        label: str | tuple[str, ...] = "Your hand",
        rules: Rules = SCAT,
    ) -> None:
        sizes = (places,) if isinstance(places, int) else places
        labels = (label,) if isinstance(label, str) else label
        super().__init__(State(Spot.of(cards, labels, sizes, rules=rules)))

    @staticmethod
    def view(state: State, message: Message) -> Html:
        return cards_view(state.spot, message)

    @property
    def groups(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each group of places."""
        groups: tuple[tuple[Card, ...], ...] = self.state.spot.groups
        return groups

    def __repr__(self) -> str:
        return repr(self.state.spot)
