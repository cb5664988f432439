"""A showdown scored, many at once or one; and when a knock breaks even."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

import numpy as np

from thirtyone.checks import number, one_of, shown, whole
from thirtyone.deck import CardsLike, place
from thirtyone.hands import Array, Mask, three
from thirtyone.rules import SCAT, SWITCH, Rules, Value, checked

# The most that a round costs or brings a seat, by scoring.
MOST = {"lives": 2, "no elimination": 6, "french canadian": 1, "jacobs": 1, "values": 33}


def settle(
    values: Sequence[Value],
    *,
    hands: Sequence[CardsLike] | None = None,
    knocker: int | None = None,
    declared: Collection[int] = (),
    stock_empty: bool = False,
    rules: Rules = SCAT,
) -> tuple[Value, ...]:
    """Lives lost by each seat at the end of a round (in a points game: points won).

    ``values`` are the hands' values as they count (an undeclared 31 as 30), by seat;
    ``declared`` are the seats that declared a 31. ``hands`` are needed only where ties are
    broken by ranks.

    Raises ValueError for values that no hand has, fewer than two, a seat that is not there, and
    hands that are missing, not of three cards each, or hold the same card.

    >>> settle([17, 17, 22], knocker=0)
    (0, 1, 0)
    >>> settle([10, 17, 16, 13], knocker=0)
    (2, 0, 0, 0)
    """
    if not isinstance(values, Sequence) or isinstance(values, str) or len(values) < 2:
        raise ValueError(f"values are those of at least two hands, a list, not {shown(values)}")
    doubled = [2 * number("each of the values", value, 0, 33) for value in values]
    if any(value % 1 for value in doubled):
        raise ValueError(f"values are whole numbers or halves, not {shown(values)}")
    if not isinstance(declared, Collection):
        raise ValueError(f"declared are the seats that did, such as [0], not {shown(declared)}")
    seats, tied = len(doubled), doubled.count(max(doubled)) > 1
    declares = [whole("a seat", seat, 0, seats - 1) for seat in declared]
    if checked(rules).scoring == "jacobs" and hands is None and tied and not declares:
        raise ValueError("ties are broken by ranks here: give hands=, one hand for each seat")
    result = settled(
        np.array([doubled], dtype=np.intp),
        np.array([-1 if knocker is None else whole("a seat", knocker, 0, seats - 1)]),
        np.isin(np.arange(seats), declares)[None],
        np.array([one_of("stock_empty", stock_empty, SWITCH)]),
        np.array([_placed(hands, seats, rules) if hands is not None else [(0, 0, 0)] * seats]),
        rules,
    )
    return tuple(x // 2 if x % 2 == 0 else x / 2 for x in result[0].tolist())


def _placed(hands: Sequence[CardsLike], seats: int, rules: Rules) -> list[tuple[int, ...]]:
    """The hands; ValueError unless there is one a seat, of three cards, each in one of them."""
    if not isinstance(hands, Sequence) or isinstance(hands, str) or len(hands) != seats:
        raise ValueError(f"hands are a list of {seats}, one for each seat, not {shown(hands)}")
    by_seat = {f"the hand of seat {seat}": hand for seat, hand in enumerate(hands)}
    return list(map(three, place(rules.deck, **by_seat), by_seat))


def settled(
    values: Array, knocker: Array, declared: Mask, stock_empty: Mask, hands: Array, rules: Rules
) -> Array:
    """``settle`` for many rounds: lives lost or points won, doubled; shape (rounds, seats).

    ``values``, also doubled, and ``declared`` have that shape, ``hands`` one more axis of three
    cards; by round, ``knocker`` is a seat or -1, and ``stock_empty`` says whether that ended it.
    """
    knocks = knocker[:, None] == np.arange(values.shape[1])
    if rules.late_31 is None:
        declared = declared & ~_any(knocks)
    if rules.scoring == "values":
        score = values
    elif rules.scoring == "lives":
        score = 2 * _lives_lost(values, knocks, declared, rules)
    elif rules.scoring == "no elimination":
        score = 2 * _places(values, knocks, declared)
    else:
        by_ranks = rules.scoring == "jacobs"
        score = 2 * _points(_ranked(values, hands) if by_ranks else values, knocks, declared)
    if rules.stock_empty == "draw":
        score = np.where(stock_empty[:, None] & ~_any(knocks | declared), 0, score)
    return score


def _lives_lost(values: Array, knocks: Mask, declared: Mask, rules: Rules) -> Array:
    lowest = values == values.min(axis=1, keepdims=True)
    if rules.promise:
        kept = _any(knocks & _highest(values))
        lost = np.where(_any(knocks), knocks != kept, lowest)
    else:
        knocker_tied, other_tied = rules.knocker_tied
        alone = lowest.sum(axis=1, keepdims=True) == 1
        knocker_pays = np.where(alone, rules.knocker_lowest, knocker_tied)
        other_pays = np.where(_any(knocks & lowest), other_tied, 1)
        lost = lowest * np.where(knocks, knocker_pays, other_pays)
    knocker_late, other_late = rules.late_31 or (1, 1)
    return np.where(_any(declared), ~declared * np.where(knocks, knocker_late, other_late), lost)


def _places(values: Array, knocks: Mask, declared: Mask) -> Array:
    """The highest, a lowest alone, and those between; a knocker gains or loses a point by it."""
    lowest = values == values.min(axis=1, keepdims=True)
    alone = lowest & (lowest.sum(axis=1, keepdims=True) == 1)
    place = np.where(_highest(values), 3 + knocks, np.where(alone, 1, 2) - knocks)
    return np.where(declared, 6, place)


def _points(values: Array, knocks: Mask, declared: Mask) -> Array:
    """One for a declared 31, else for the highest; a knocker loses a tie."""
    highest = _highest(values)
    tied = highest.sum(axis=1, keepdims=True) > 1
    return np.where(_any(declared), declared, highest & ~(knocks & tied)).astype(np.intp)


def _ranked(values: Array, hands: Array) -> Array:
    """Numbers in the order of the values, ties in that of the ranks from the top."""
    ranks = np.sort(hands % 13, axis=2)
    return values << 12 | ranks[..., 2] << 8 | ranks[..., 1] << 4 | ranks[..., 0]


def _highest(values: Array) -> Mask:
    highest: Mask = values == values.max(axis=1, keepdims=True)
    return highest


def _any(seats: Mask) -> Mask:
    """Whether it is so of any seat: shape (rounds, 1)."""
    result: Mask = np.logical_or.reduce(seats, axis=1, keepdims=True)
    return result


def break_even(opponents: int, rules: Rules = SCAT) -> Fraction:
    """The chance to be alone lowest below which a knock pays, a 31 and ties left out.

    There the knocker's expected loss is that of each opponent: one of them loses a life where the
    knocker does not.

    Raises ValueError where a knock is not about being lowest: for a promise or a points game.

    >>> break_even(1), break_even(2)
    (Fraction(1, 3), Fraction(1, 5))
    """
    if checked(rules).scoring != "lives" or rules.promise:
        raise ValueError("a knock is not about being lowest here: it promises, or goes for points")
    return Fraction(1, rules.knocker_lowest * whole("opponents", opponents, 1, 8) + 1)
