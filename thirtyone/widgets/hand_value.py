"""What a hand is worth, suit by suit."""

from __future__ import annotations

from dataclasses import dataclass, replace

import htpy as h

from thirtyone.deck import GLYPHS, SUIT_NAMES, SUITS, Card, CardsLike
from thirtyone.hands import hand_value, hand_values
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.widgets.cards import Cards, cards_view, with_cards
from thirtyone.widgets.panel import Message, Panel, style
from thirtyone.widgets.parts import html
from thirtyone.widgets.parts.asked import Followed
from thirtyone.widgets.parts.bars import level
from thirtyone.widgets.parts.faces import PLAIN
from thirtyone.widgets.parts.spot import VERBS, Spot
from thirtyone.widgets.parts.words import worth

LONGEST = 31  # the bars' fixed axis


@dataclass(frozen=True)
class State:
    """The cards as they lie, the last hand that was whole, and the one before it."""

    spot: Spot
    rules: Rules
    hand: tuple[Card, ...] = ()
    before: tuple[Card, ...] = ()

    def lay(self, spot: Spot) -> State:
        new = replace(self, spot=spot)
        if not spot.complete or spot.cards == self.hand:
            return new
        return replace(new, hand=spot.cards, before=self.hand)

    @property
    def value(self) -> Value | None:
        return hand_value(self.hand, rules=self.rules) if self.spot.complete else None


class HandValue(Panel):
    """A hand whose four suit sums are shown, the best of them lit: swap a card and see.

    `cards` can be set and observed, as in `Cards`. `value`, what the hand is worth, can be
    observed; it is None while a card is missing.

    >>> hand = HandValue("KD 9C 4C")
    >>> hand
    Hand value: K♦ 9♣ 4♣ is worth 13: clubs 9 + 4; beats 56.1 % of hands
    >>> hand.act("pick AC")
    >>> hand.value
    20
    """

    _css = style("hand_value")
    verbs = VERBS
    greeting = Cards.greeting
    cards = Followed(lambda state: state.spot.cards, with_cards)
    value = Followed(lambda state: state.value)

    def __init__(self, hand: CardsLike = "KD 9C 4C", *, rules: Rules = SCAT) -> None:
        spot = Spot.of(hand, ("Your hand",), (3,), rules=rules)
        super().__init__(State(spot, rules).lay(spot))

    @staticmethod
    def view(state: State, message: Message) -> html.Html:
        missing = state.spot.slots.count(None)
        more = "one more card" if missing == 1 else f"{missing} more cards"
        answer = html.verdict(f"Pick {more}.") if missing else answered(state)
        return html.columns(cards_view(state.spot, message), h.div(".t31-answer")[answer])

    def __repr__(self) -> str:
        state: State = self.state
        if state.value is None:
            return f"Hand value: {state.spot}"
        hand, (value, _, words) = " ".join(map(str, state.hand)), worth(state.hand, state.rules)
        share = beaten(value, state.rules)[0]
        return f"Hand value: {hand} is worth {value}: {words}; beats {share} of hands"


def beaten(value: Value, rules: Rules) -> tuple[str, int, int, int]:
    """The share of all hands that are worth less, as text; how many; how many as much; of all."""
    hands = hand_values(rules=rules)
    less = hands.p(lambda other: other < value)
    count = int(less * hands.total)
    return f"{float(100 * less):.1f} %", count, hands.get(value, 0), hands.total


def answered(state: State) -> h.Node:
    """The value, the four suits as bars, how many hands it beats, and what was there before."""
    value, _, words = worth(state.hand, state.rules)
    share, less, equal, total = beaten(value, state.rules)
    counts = f" of hands: {less:,} of the {total:,} are worth less, {equal:,} as much."
    rows = (suit_row(state.hand, suit, value) for suit in SUITS)
    was: h.Node = None
    if state.before:
        old = hand_value(state.before, rules=state.rules)
        was = [f"{' '.join(map(str, state.before))} was worth {old}: ", h.b[f"{old} → {value}"]]
    return [
        h.p(".t31-verdict.t31-number", role="status")[h.b[str(value)], f" {words}"],
        h.ul(".t31-suits", aria_label="Points in each suit")[rows],
        html.lead("Beats ", h.b[share], counts),
        html.lead("Adding all three would be ", h.b[sum(c.points for c in state.hand)], "."),
        h.p(".t31-ghost")[was],
    ]


def suit_row(hand: tuple[Card, ...], suit: str, value: Value) -> h.Element:
    """A suit's bar on a fixed axis, a piece for each card; lit where it makes the value."""
    points = [c.points for c in hand if c.suit == suit]
    pieces = (h.span(style=f"width:{level(n, LONGEST)}")[n] for n in points)
    return h.li(class_=[f"t31-{SUIT_NAMES[suit]}", sum(points) == value and "t31-lit"])[
        h.span(".t31-suit")[GLYPHS[suit], PLAIN, " ", h.span[SUIT_NAMES[suit]]],
        h.span(".t31-track", aria_hidden="true")[pieces],
        h.b[sum(points)],
    ]
