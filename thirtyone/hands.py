"""What a hand is worth, and the table of all hands of a deck that every fast path reads.

Inside, a value is a *code*, a small int in the order of values: twice the value, but 63 for a 31
that may be declared. So 30.5 is 61, an undeclarable 31 is 62, and three declared aces are 66.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, permutations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from thirtyone.checks import check_switch
from thirtyone.deck import POINTS, Card, CardLike, CardsLike, pack, place
from thirtyone.dist import Dist
from thirtyone.rules import SCAT, Rules, Value, checked

Array = NDArray[np.intp]
Mask = NDArray[np.bool_]
Codes = NDArray[np.uint8]
Merits = TypeVar("Merits", Codes, NDArray[np.uint16])
ACE, COURT = 12, (9, 10, 11)  # ranks
DECLARED = 63  # the least code that may be declared
NO_CODE = 255  # where the table has no entry: the card is in the hand already
CODES = np.arange(256)
DOUBLED = np.where(CODES == DECLARED, 62, CODES)  # code -> twice the value


def value_of(code: int | np.integer) -> Value:
    """The value that a code stands for."""
    doubled = int(DOUBLED[code])
    return doubled / 2 if doubled % 2 else doubled // 2


def suit_code(ranks: tuple[int, ...], rules: Rules) -> int:
    """The code of one to three cards of one suit, given by their ranks in rising order."""
    points = sum(POINTS[r] for r in ranks)
    if points == 31:
        court = ranks[0] in COURT and ranks[1] in COURT
        return DECLARED if rules.blitz == "any" or court else 62
    run = ranks == (0, 1, ACE) or (len(ranks) == 3 and ranks[2] - ranks[0] == 2)
    if run and rules.suited_run:
        points = max(points, rules.suited_run)
    return 2 * points


def trips_code(rank: int, rules: Rules) -> int:
    """The code of three of a rank, apart from their suits."""
    if rules.aces and rank == ACE:
        return 2 * rules.aces
    return round(2 * rules.trips) if rules.trips else 0


@cache
def suit_codes(rules: Rules) -> Array:
    """For each set of ranks of one suit, as a 13-bit mask, the code of the best three of them."""
    codes = np.zeros(1 << 13, dtype=np.intp)
    for size in (1, 2, 3):
        for ranks in combinations(range(13), size):
            codes[sum(1 << r for r in ranks)] = suit_code(ranks, rules)
    masks = np.arange(1 << 13)
    for r in range(13):  # larger sets after the smaller ones that they hold
        with_r = masks[(masks >> r & 1) == 1]
        codes[with_r] = np.maximum(codes[with_r], codes[with_r ^ 1 << r])
    return codes


def codes_of(hands: Array, rules: Rules) -> Array:
    """The codes of many hands of three: indices of shape (..., 3) to codes of shape (...)."""
    masks = np.bitwise_or.reduce(1 << hands.astype(np.int64), axis=-1)
    suits = masks[..., None] >> np.arange(0, 52, 13) & (1 << 13) - 1
    best: Array = suit_codes(rules.only("value"))[suits].max(axis=-1)
    if rules.trips or rules.aces:
        ranks = hands % 13
        alike = (ranks[..., 0] == ranks[..., 1]) & (ranks[..., 1] == ranks[..., 2])
        trips = np.array([trips_code(r, rules) for r in range(13)])[ranks[..., 0]]
        best = np.maximum(best, np.where(alike, trips, 0))
    return best


@lru_cache(maxsize=1 << 15)
def code_of(hand: tuple[Card, ...], rules: Rules) -> int:
    """The code of one hand of three: as `codes_of`, without its arrays."""
    suits = [tuple(sorted(c % 13 for c in hand if c // 13 == suit)) for suit in range(4)]
    ranks = {c % 13 for c in hand}
    best = max(suit_code(suit, rules) for suit in suits)
    return max(best, trips_code(ranks.pop(), rules)) if len(ranks) == 1 else best


def three(hand: tuple[Card, ...], what: str = "a hand") -> tuple[Card, ...]:
    """The hand itself; ValueError unless it has three cards."""
    if len(hand) != 3:
        held = " ".join(map(str, hand)) or "nothing"
        raise ValueError(f"{what} is three cards, not {len(hand)}: {held}")
    return hand


def hand_value(hand: CardsLike, *, rules: Rules = SCAT) -> Value:
    """What three cards are worth: the largest of the four suit sums, or a house rule's value.

    Raises ValueError unless the hand is three cards of the rules' deck.

    >>> hand_value("KS 8S 5S"), hand_value("KC QD JH")
    (23, 10)
    """
    (hand,) = place(checked(rules).deck, hand=hand)
    return value_of(code_of(three(hand), rules))


def value_after(
    hand: CardsLike, card: CardLike, *, must_keep: bool = False, rules: Rules = SCAT
) -> Value:
    """The best value of three among the hand and one more card.

    With ``must_keep`` the new card stays, as one that was taken from the pile must.

    Raises ValueError for a card that is in the hand already.

    >>> value_after("QD 7D 4D", "AD"), value_after("KH 8H 2C", "2D", must_keep=True)
    (28, 18)
    """
    hand, new = _hand_and_card(hand, card, must_keep, rules)
    left = [(*pair, new) for pair in combinations(hand, 2)]
    return value_of(max(code_of(kept, rules) for kept in (left if must_keep else [*left, hand])))


def best_discard(
    hand: CardsLike, card: CardLike, *, must_keep: bool = False, rules: Rules = SCAT
) -> Card:
    """The card to throw from the hand and one more card.

    The one that leaves the highest value; then the most promising hand (highest mean value after
    one more draw from all cards not in it); then the one of fewest pips; then of lowest index.

    >>> best_discard("KH 8H 2C", "5D"), best_discard("KH 8H 2C", "2D", must_keep=True)
    (2♣, 2♣)
    """
    hand, new = _hand_and_card(hand, card, must_keep, rules)
    table = hand_table(rules)
    thrown = table.take_throw if must_keep else table.throw
    return Card(thrown[table.row_of[hand], new])


def _hand_and_card(
    hand: CardsLike, card: CardLike, must_keep: bool, rules: Rules
) -> tuple[tuple[Card, ...], Card]:
    hand, new = place(checked(rules).deck, hand=hand, card=card)
    check_switch("must_keep", must_keep)
    if len(new) != 1:
        raise ValueError(f"one card is wanted here, not {len(new)}")
    return three(hand), new[0]


def hand_values(*, held: CardsLike = "", seen: CardsLike = "", rules: Rules = SCAT) -> Dist:
    """The values of a hand dealt from the unseen cards; all 22,100 hands when nothing is seen.

    ``held`` are cards known to be in the hand, ``seen`` cards known to be elsewhere.

    Raises ValueError for a card in two places, more than three held, or too few cards left.

    >>> hand_values().total, hand_values()[31], hand_values(held="AS KS").p(31)
    (22100, 24, Fraction(3, 50))
    """
    held, seen = place(checked(rules).deck, held=held, seen=seen)
    table = hand_table(rules)
    return dist_of(np.bincount(table.codes[table.holding(held, seen)], minlength=256))


def dist_of(counts: Array) -> Dist:
    """The distribution of values of counts by code."""
    values: dict[Value, int] = {}
    for code in np.flatnonzero(counts[:NO_CODE]):
        value = value_of(code)
        values[value] = values.get(value, 0) + int(counts[code])
    if not values:
        raise ValueError("no hand can be dealt: too many cards are held or seen")
    return Dist(values)


@dataclass(frozen=True, eq=False)
class HandTable:
    """Every hand of a deck and, made when first asked for, what becomes of it with one more card.

    Rows are hands, columns card indices 0 to 51; a card of the hand itself, or outside the deck,
    has NO_CODE, or h for a row. With n cards there are h = n (n-1) (n-2) / 6 hands.
    """

    rules: Rules
    hands: Array  # (h, 3) card indices, rising
    codes: Codes  # (h,) what the hand is worth

    @cached_property
    def row_of(self) -> Array:
        """The row of three cards in any order: shape (52, 52, 52), h where they are no hand."""
        rows = np.full((52, 52, 52), len(self.hands))
        for a, b, c in permutations(self.hands.T):
            rows[a, b, c] = np.arange(len(self.hands))
        return rows

    @cached_property
    def take(self) -> Codes:
        """The code of the best three with the card kept: shape (h, 52)."""
        return self._best_with(np.append(self.codes, np.uint8(NO_CODE)))

    @cached_property
    def best(self) -> Codes:
        """The code of the best three after a draw: shape (h, 52)."""
        return np.maximum(self.take, self.codes[:, None])

    @cached_property
    def promise(self) -> Array:
        """Twice the values after a draw, summed over all cards not in the hand: shape (h,)."""
        doubled = np.where(CODES == NO_CODE, 0, DOUBLED).astype(np.uint8)
        promise: Array = doubled.take(self.best).sum(axis=1, dtype=np.intp)
        return promise

    @cached_property
    def kept(self) -> NDArray[np.int32]:
        """The row of the hand that the best discard leaves after a draw: shape (h, 52)."""
        places, order = self._preference
        return order[np.maximum(self._best_with(places), places[:-1, None])]

    @cached_property
    def take_kept(self) -> NDArray[np.int32]:
        """The row of the hand that is left so with the card kept: shape (h, 52)."""
        places, order = self._preference
        return order[self._best_with(places)]

    @cached_property
    def throw(self) -> NDArray[np.uint8]:
        """The card thrown for `kept`: shape (h, 52)."""
        return self._thrown(self.kept)

    @cached_property
    def take_throw(self) -> NDArray[np.uint8]:
        """The card thrown for `take_kept`: shape (h, 52)."""
        return self._thrown(self.take_kept)

    def index(self, hands: Array) -> Array:
        """The rows of hands of shape (..., 3), in any order of their cards."""
        rows: Array = self.row_of[tuple(np.moveaxis(hands, -1, 0))]
        return rows

    def holding(self, held: tuple[Card, ...], seen: tuple[Card, ...]) -> Array:
        """The rows of the hands that hold all of ``held`` and none of ``seen``."""
        if len(held) > 3:
            raise ValueError(f"a hand is three cards: {len(held)} can't be held")
        tally = np.zeros(52, dtype=np.int8)
        tally[list(held)], tally[list(seen)] = 1, -3
        return np.flatnonzero(tally[self.hands] @ (1, 1, 1) == len(held))

    @cached_property
    def _preference(self) -> tuple[NDArray[np.uint16], NDArray[np.int32]]:
        """Each row's place, the best hand last, and the row at each place; the last is no hand.

        What is left of four cards is preferred by its value, then its promise; then the card
        thrown has few pips and a low index where those left have many and high ones.
        """
        pips = np.array(POINTS)[self.hands % 13].sum(axis=1)
        order = np.lexsort((self.hands.sum(axis=1), pips, self.promise, self.codes))
        places = np.append(order.argsort(), len(order)).astype(np.uint16)
        return places, np.append(order, len(order)).astype(np.int32)

    def _best_with(self, merits: Merits) -> Merits:
        """The highest merit among the hands that one more card and two of each hand make.

        Merits are by row, and highest for the last, which is no hand; shape (h, 52).
        """
        merit_of = merits.take(self.row_of).reshape(52 * 52, 52)
        a, b, c = self.hands.T
        one, two, three = (merit_of.take(52 * x + y, axis=0) for x, y in ((a, b), (a, c), (b, c)))
        best: Merits = np.maximum(np.maximum(one, two), three)
        return best

    def _thrown(self, kept: NDArray[np.int32]) -> NDArray[np.uint8]:
        """The card missing in the hand kept: the difference of the indices' sums, modulo 256."""
        sums = np.append(self.hands.sum(axis=1), 0).astype(np.uint8)
        thrown = sums[:-1, None] + np.arange(52, dtype=np.uint8) - sums.take(kept)
        return np.where(kept == len(self.hands), np.uint8(NO_CODE), thrown)


def hand_table(rules: Rules) -> HandTable:
    """The table of a deck under rules; made once for all rules that value hands alike."""
    return _hand_table(rules.only("value"))


@lru_cache(maxsize=16)  # some 15 MB each
def _hand_table(rules: Rules) -> HandTable:
    deck = np.array(pack(rules.lowest_rank))
    top, middle, low = np.ogrid[: len(deck), : len(deck), : len(deck)]
    hands = deck[np.argwhere((low < middle) & (middle < top))[:, ::-1]]
    return HandTable(rules, hands, codes_of(hands, rules).astype(np.uint8))
