"""A showdown scored: one round, and many at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

import numpy as np

from thirtyone.checks import shown, whole
from thirtyone.deck import CardsLike, cards
from thirtyone.hands import Array, Mask
from thirtyone.rules import SCAT, Rules, Value, checked


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

    Raises ValueError for a seat that is not there, fewer than two values, or missing hands.

    >>> settle([17, 17, 22], knocker=0)
    (0, 1, 0)
    >>> settle([10, 17, 16, 13], knocker=0)
    (2, 0, 0, 0)
    """
    checked(rules)
    numbers = isinstance(values, list | tuple) and all(
        isinstance(v, int | float) and not isinstance(v, bool) and 0 <= v <= 33 for v in values
    )
    if not numbers:
        raise ValueError(f"values are numbers from 0 to 33, one a seat, not {shown(values)}")
    seats = range(len(values))
    if len(seats) < 2:
        raise ValueError(f"a round has at least two hands to compare, not {len(seats)}")
    for seat in (*declared, *(() if knocker is None else (knocker,))):
        whole("a seat", seat, 0, len(seats) - 1)
    if rules.scoring != "lives":
        return _points(values, hands, knocker, declared, stock_empty, rules)
    if declared and (knocker is None or rules.late_31 is not None):
        knocker_pays, other_pays = rules.late_31 or (1, 1)
        return tuple(
            0 if seat in declared else knocker_pays if seat == knocker else other_pays
            for seat in seats
        )
    if knocker is None:
        if stock_empty and rules.stock_empty == "draw":
            return (0,) * len(seats)
        return tuple(int(value == min(values)) for value in values)
    if rules.promise:
        kept = values[knocker] == max(values)
        return tuple(int((seat == knocker) != kept) for seat in seats)
    lowest = [seat for seat in seats if values[seat] == min(values)]
    if knocker not in lowest:
        knocker_pays, other_pays = 0, 1
    elif len(lowest) == 1:
        knocker_pays, other_pays = rules.knocker_lowest, 0
    else:
        knocker_pays, other_pays = rules.knocker_tied
    return tuple(
        0 if seat not in lowest else knocker_pays if seat == knocker else other_pays
        for seat in seats
    )


def _points(
    values: Sequence[Value],
    hands: Sequence[CardsLike] | None,
    knocker: int | None,
    declared: Collection[int],
    stock_empty: bool,
    rules: Rules,
) -> tuple[Value, ...]:
    seats = range(len(values))
    if rules.scoring == "values":
        return tuple(values)
    if rules.scoring == "no elimination":
        if stock_empty and knocker is None and not declared:
            return (0,) * len(seats)
        alone_lowest = values.count(min(values)) == 1
        result = []
        for seat in seats:
            highest, lowest = values[seat] == max(values), values[seat] == min(values)
            if seat in declared:
                result.append(6)
            elif highest:
                result.append(4 if seat == knocker else 3)
            elif lowest and alone_lowest:
                result.append(0 if seat == knocker else 1)
            else:
                result.append(1 if seat == knocker else 2)
        return tuple(result)
    if declared:
        return tuple(int(seat in declared) for seat in seats)
    best = [seat for seat in seats if values[seat] == max(values)]
    if rules.scoring == "jacobs" and len(best) > 1:
        if hands is None or len(hands) != len(seats):
            raise ValueError("ties are broken by ranks here: give hands=, one hand for each seat")
        ranks = [sorted((c % 13 for c in cards(hand)), reverse=True) for hand in hands]
        best = [seat for seat in best if ranks[seat] == max(ranks[other] for other in best)]
    if len(best) > 1:
        best = [seat for seat in best if seat != knocker]
    return tuple(int(seat in best) for seat in seats)


def settled(
    values: Array, hands: Array, knocker: Array, declared: Mask, drawn: Mask, rules: Rules
) -> Array:
    """``settle`` for many rounds: lives lost or points won, doubled; shape (rounds, seats)."""
    if rules.scoring == "values":
        return values
    seats = np.arange(values.shape[1])
    knocks = knocker[:, None] == seats
    knocked, ended = (knocker >= 0)[:, None], declared.any(axis=1, keepdims=True)
    if rules.scoring == "jacobs":  # ranks from the top break ties
        ranks = np.sort(hands % 13, axis=2)
        values = values << 12 | ranks[..., 2] << 8 | ranks[..., 1] << 4 | ranks[..., 0]
    lowest = values == values.min(axis=1, keepdims=True)
    highest = values == values.max(axis=1, keepdims=True)
    if rules.scoring == "no elimination":
        alone = lowest & (lowest.sum(axis=1, keepdims=True) == 1)
        result = np.where(highest, 3 + knocks, np.where(alone, 1 - knocks, 2 - knocks))
        result = np.where(declared, 6, result)
    elif rules.scoring in ("french canadian", "jacobs"):
        tied = highest.sum(axis=1, keepdims=True) > 1
        result = np.where(ended, declared, highest & ~(knocks & tied)).astype(np.intp)
    else:
        alone = lowest.sum(axis=1, keepdims=True) == 1
        in_it = (lowest & knocks).any(axis=1, keepdims=True)
        if rules.promise:
            kept = (highest & knocks).any(axis=1, keepdims=True)
            result = np.where(knocked, knocks != kept, lowest).astype(np.intp)
        else:
            pays, others = rules.knocker_tied
            tied_knocker = np.where(knocks, np.where(alone, rules.knocker_lowest, pays), others)
            result = np.where(lowest, np.where(in_it, tied_knocker, 1), 0)
        late, everyone = rules.late_31 or (1, 1)
        costs = np.where(knocks, late, np.where(knocked, everyone, 1))
        result = np.where(ended, np.where(declared, 0, costs), result)
    return 2 * np.where(drawn[:, None], 0, result)


def break_even(opponents: int, rules: Rules = SCAT) -> Fraction:
    """The chance of being lowest below which a knock pays, 31 left out: 1 / (nk + 1).

    A failed knock costs n lives, any other costs each of the k opponents 1/k of one.

    >>> break_even(2)
    Fraction(1, 5)
    """
    if checked(rules).promise or rules.scoring != "lives":
        raise ValueError("by these rules a knock is not about being lowest")
    return Fraction(1, rules.knocker_lowest * whole("opponents", opponents, 1, 8) + 1)
