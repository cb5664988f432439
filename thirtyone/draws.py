"""What one more card does to a hand, and several."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate, chain, combinations
from math import ceil, comb, perm

import numpy as np

from thirtyone.checks import number, whole
from thirtyone.deck import Card, CardLike, CardsLike, place
from thirtyone.dist import Dist
from thirtyone.hands import DOUBLED, Array, Codes, code_of, dist_of, hand_table, three
from thirtyone.rules import SCAT, Rules, Value, checked

MOST_STATES = 10**7  # of cards drawn and hands held: they take half a second and 100 MB


def unseen(rules: Rules, *places: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of the deck that lie in none of the places."""
    gone = {c for where in places for c in where}
    return tuple(c for c in rules.deck if c not in gone)


def _hand_and_stock(
    hand: CardsLike, upcard: CardLike | None, seen: CardsLike, rules: Rules
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The hand of three and the cards that may be drawn; ValueError where cards can't lie so."""
    hand, up, seen = place(checked(rules).deck, hand=hand, upcard=upcard, seen=seen)
    if len(up) > 1:
        raise ValueError(f"there is one upcard, not {len(up)}: " + " ".join(map(str, up)))
    return three(hand), unseen(rules, hand, up, seen)


def _after_each(hand: tuple[Card, ...], stock: tuple[Card, ...], rules: Rules) -> Codes:
    """The code of the best three after each card of the stock."""
    table = hand_table(rules)
    codes: Codes = table.best[table.row_of[hand]].take(stock)
    return codes


def draw_values(
    hand: CardsLike, upcard: CardLike | None = None, *, seen: CardsLike = "", rules: Rules = SCAT
) -> Dist:
    """The best value of three after one draw from the stock: each unseen card equally likely.

    Raises ValueError for a card in two places, or when no card is left to draw.

    >>> draw_values("KS QS 4D", "2S").mean, draw_values("KS QS 4D", "2S").at_least(24)
    (Fraction(1033, 48), Fraction(3, 16))
    """
    hand, stock = _hand_and_stock(hand, upcard, seen, rules)
    if not stock:
        raise ValueError("no card is left to draw: every other card is seen")
    return dist_of(np.bincount(_after_each(hand, stock, rules), minlength=256))


def outs(
    hand: CardsLike,
    target: Value,
    upcard: CardLike | None = None,
    *,
    seen: CardsLike = "",
    rules: Rules = SCAT,
) -> tuple[Card, ...]:
    """The unseen cards with which the hand reaches at least the target, in index order.

    Raises ValueError for a target outside 0 to 33.

    >>> outs("KS QS 4D", 26, "2S")
    (6♠, 7♠, 8♠, 9♠, 10♠, J♠, A♠)
    """
    hand, stock = _hand_and_stock(hand, upcard, seen, rules)
    reached = DOUBLED[_after_each(hand, stock, rules)] >= 2 * checked_target(target)
    return tuple(c for c, ok in zip(stock, reached, strict=True) if ok)


def checked_target(target: Value) -> Value:
    """The target itself; ValueError unless it is a number from 0 to 33."""
    number("a target", target, 0, 33, "value")
    return target


def chance_within(
    hand: CardsLike,
    target: Value,
    draws: int,
    upcard: CardLike | None = None,
    *,
    seen: CardsLike = "",
    rules: Rules = SCAT,
) -> Fraction:
    """The chance of having reached the target within so many draws from the stock.

    Each discard is chosen to maximise the chance that remains; what was thrown does not come
    back. Five draws from a whole deck can be followed, more where few cards are left.

    Raises ValueError for draws that are not a whole number from 0, more than the stock has, or too
    many to be followed.

    >>> chance_within("2S 4S 7S", 14, 2)
    Fraction(24, 49)
    """
    hand, stock = _hand_and_stock(hand, upcard, seen, rules)
    draws, least = whole("draws", draws, 0, len(stock)), ceil(2 * checked_target(target))
    most = _most_draws(len(stock))
    if draws > most:
        raise ValueError(f"{draws} draws of {len(stock)} cards can't be followed: at most {most}")
    if DOUBLED[code_of(hand, rules)] >= least:
        return Fraction(1)
    return _best_chance(hand, stock, least, draws, rules) if draws else Fraction(0)


def _most_draws(stock: int) -> int:
    """How many draws from so many cards can be followed: not too many cards drawn and hands."""
    states = accumulate(comb(stock, drawn) * comb(drawn + 3, 3) for drawn in range(stock))
    return sum(total <= MOST_STATES for total in states)


def _best_chance(
    hand: tuple[Card, ...], stock: tuple[Card, ...], least: int, draws: int, rules: Rules
) -> Fraction:
    """The chance of a doubled value of at least so much within one or more draws.

    After t draws there is a state for each set of t cards drawn and each three of these and the
    hand that may be held. Its *ways* are the orders of the draws to come in which the value is
    reached, of perm(n - t, draws - t) with n cards in the stock. Before the last draw these are the
    cards that reach it; earlier the sum, over the next card, of the most ways that a discard
    leaves. (A hand that has the value keeps it, and so all its ways.)

    The ways are arrays by set, for each three places among the cards: 0, 1 and 2 are the hand's,
    those of the cards drawn follow.
    """
    table, bits = hand_table(rules), 1 << np.arange(52)
    sets = _sets(stock, draws - 1)
    cards = [*hand, *sets.T]
    held = {places: table.row_of[tuple(cards[i] for i in places)] for places in _threes(len(cards))}
    met = np.zeros(len(table.hands), dtype=bool)
    for rows in held.values():
        met[rows] = True
    reaching = np.zeros(len(met), dtype=np.int64)  # by row, a bit for each card
    reaching[met] = (DOUBLED[table.best[met]] >= least) @ bits
    left = bits[list(stock)].sum() - bits[sets].sum(axis=1)
    ways = {places: np.bitwise_count(reaching[rows] & left) for places, rows in held.items()}

    for drawn in reversed(range(draws - 1)):
        larger, sets = sets, _sets(stock, drawn)
        later, ways = ways, {places: np.zeros(len(sets)) for places in _threes(3 + drawn)}
        for new in range(3, 4 + drawn):  # the place of the next card among those drawn by then
            others = bits[larger].sum(axis=1) - bits[larger[:, new - 3]]
            before = np.searchsorted(bits[sets].sum(axis=1), others)
            old = [place for place in range(4 + drawn) if place != new]
            for places, kept in zip(ways, combinations(old, 3), strict=True):
                four = sorted((*kept, new))
                most = reduce(np.maximum, [later[left] for left in combinations(four, 3)])
                ways[places] += np.bincount(before, most, len(sets))
    return Fraction(int(ways[0, 1, 2][0]), perm(len(stock), draws))


def _sets(stock: tuple[Card, ...], size: int) -> Array:
    """All sets of so many cards, shape (sets, size), in the order of their bits as a number."""
    cards = chain.from_iterable(combinations(reversed(stock), size))
    return np.fromiter(cards, np.intp).reshape(comb(len(stock), size), size)[::-1]


def _threes(places: int) -> combinations[tuple[int, int, int]]:
    return combinations(range(places), 3)
