"""What one more card does to a hand, and several."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from numbers import Real

import numpy as np

from thirtyone.checks import shown, whole
from thirtyone.deck import Card, CardLike, CardsLike, place
from thirtyone.dist import Dist
from thirtyone.hands import DOUBLED, Array, codes_of, dist_of, three
from thirtyone.rules import SCAT, Rules, Value, checked


def unseen(rules: Rules, *places: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of the deck that lie in none of the places."""
    gone = {c for where in places for c in where}
    return tuple(c for c in rules.deck if c not in gone)


def one_upcard(found: tuple[Card, ...]) -> tuple[Card, ...]:
    """The upcard, or none; ValueError for several cards."""
    if len(found) > 1:
        raise ValueError(f"there is one upcard, not {len(found)}: " + " ".join(map(str, found)))
    return found


def _after_each(hand: tuple[Card, ...], new: Sequence[Card], rules: Rules) -> Array:
    """The code of the best three after each of the new cards."""
    pairs = np.array(list(combinations(hand, 2)))
    kept = np.empty((len(new), 3, 3), dtype=np.intp)  # new card, pair kept, its cards
    kept[:, :, :2] = pairs
    kept[:, :, 2] = np.array(new, dtype=np.intp)[:, None]
    best: Array = codes_of(kept, rules).max(axis=1)
    return np.maximum(best, codes_of(np.array(hand), rules))


def draw_values(
    hand: CardsLike, upcard: CardLike | None = None, *, seen: CardsLike = "", rules: Rules = SCAT
) -> Dist:
    """The best value of three after one draw from the stock: each unseen card equally likely.

    Raises ValueError for a card in two places, or when no card is left to draw.

    >>> draw_values("KS QS 4D", "2S").mean, draw_values("KS QS 4D", "2S").at_least(24)
    (Fraction(1033, 48), Fraction(3, 16))
    """
    found, up, seen = place(checked(rules).deck, hand=hand, upcard=upcard, seen=seen)
    stock = unseen(rules, three(found), one_upcard(up), seen)
    if not stock:
        raise ValueError("no card is left to draw: every other card is seen")
    return dist_of(np.bincount(_after_each(found, stock, rules), minlength=256))


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
    found, up, seen = place(checked(rules).deck, hand=hand, upcard=upcard, seen=seen)
    stock = unseen(rules, three(found), one_upcard(up), seen)
    least = 2 * checked_target(target)
    reached = DOUBLED[_after_each(found, stock, rules)] >= least
    return tuple(c for c, ok in zip(stock, reached, strict=True) if ok)


def checked_target(target: Value) -> Value:
    """The target itself; ValueError unless it is a number from 0 to 33."""
    if isinstance(target, bool) or not isinstance(target, Real) or not 0 <= target <= 33:
        raise ValueError(f"a target is a value from 0 to 33, not {shown(target)}")
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
    back. The work grows some twentyfold with each draw: four take a few seconds.

    Raises ValueError for draws that are not a whole number from 0, or more than the stock has.

    >>> chance_within("2S 4S 7S", 14, 2)
    Fraction(24, 49)
    """
    found, up, seen = place(checked(rules).deck, hand=hand, upcard=upcard, seen=seen)
    stock = unseen(rules, three(found), one_upcard(up), seen)
    draws = whole("draws", draws, 0, len(stock))
    least = 2 * checked_target(target)
    if DOUBLED[codes_of(np.array(found), rules)] >= least:
        return Fraction(1)

    @cache
    def reaching(kept: frozenset[Card]) -> frozenset[Card]:
        """The cards with which this hand reaches the target."""
        others = unseen(rules, tuple(kept))
        reached = DOUBLED[_after_each(tuple(kept), others, rules)] >= least
        return frozenset(c for c, ok in zip(others, reached, strict=True) if ok)

    @cache
    def chance(kept: frozenset[Card], left: frozenset[Card], draws: int) -> Fraction:
        good = reaching(kept) & left
        if draws == 1:
            return Fraction(len(good), len(left))
        later = Fraction(0)
        for new in left - good:
            four = kept | {new}
            later += max(chance(four - {c}, left - {new}, draws - 1) for c in four)
        return (len(good) + later) / len(left)

    return chance(frozenset(found), frozenset(stock), draws) if draws else Fraction(0)
