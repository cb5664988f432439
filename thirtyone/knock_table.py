"""The knocker's fate by value: a table over every hand, upcard and deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import permutations

import numpy as np

from thirtyone.data import loaded
from thirtyone.deals import Deals
from thirtyone.dist import Dist, Table
from thirtyone.hands import DECLARED, DOUBLED, Array, hand_table, value_of
from thirtyone.knock import (
    PLAIN_31,
    check_several,
    counted_outcomes,
    names,
    outcomes_of,
)
from thirtyone.replies import checked_reply, counted, takes
from thirtyone.rules import SCAT, Rules, Value, checked
from thirtyone.scoring import break_even


def knock_table(
    *, opponents: int = 1, reply: str = "stock", rules: Rules = SCAT
) -> Mapping[Value, Dist]:
    """For each value of your own hand, ``knock_odds`` over every such hand, upcard and deal.

    The counts are pooled, so that each deal counts once. Values with which the rules allow no
    knock are left out.

    >>> table = knock_table(opponents=2)
    >>> round(float(table[18].p("lowest")), 4)
    0.085
    """
    checked_reply(reply)
    opponents = check_several(opponents, reply, checked(rules), len(rules.deck) - 4, exact=True)
    if opponents > 1 and rules.suited_knock:
        raise ValueError("where only one suit may knock, ask knock_odds about one hand at a time")
    rows = loaded("knock_table").get(f"{opponents} {reply}") if rules == SCAT else None
    if rows is None:
        return computed_knock_table(opponents, reply, rules)
    outcomes = names(rules)
    return Table(
        {int(value): Dist(dict(zip(outcomes, row, strict=True))) for value, row in rows.items()}
    )


@cache
def computed_knock_table(opponents: int, reply: str, rules: Rules) -> Mapping[Value, Dist]:
    """``knock_table`` worked out anew: takes up to some seconds."""
    by_suit = reply in ("stand", "stock") and not (rules.trips or rules.aces or rules.suited_knock)
    rows = (_counted_rows if by_suit else _pooled_rows)(opponents, reply, rules)
    pooled: dict[Value, dict[str, int]] = {}
    for code, counts in rows:
        value = value_of(code)
        if rules.may_knock(value_of(counted(code)), suited=True) and any(counts.values()):
            before = pooled.get(value, dict.fromkeys(counts, 0))
            pooled[value] = {name: before[name] + counts[name] for name in counts}
    return Table({value: Dist(counts) for value, counts in pooled.items()})


def _counted_rows(opponents: int, reply: str, rules: Rules) -> Iterator[tuple[int, dict[str, int]]]:
    """The outcomes for each code of the knocker's hand, counted suit by suit."""
    size = 3 if reply == "stand" else 4
    deals = Deals(rules.deck, opponents, size, rules, apart=3)
    upcards = len(rules.deck) - 3 - size * opponents
    for code in (*range(4, DECLARED, 2), DECLARED):
        at_most = counted_outcomes(deals, counted(code), code)
        less = counted_outcomes(deals, counted(code), min(code - 1, PLAIN_31))
        yield code, {name: upcards * (at_most[name] - less[name]) for name in at_most}


def _pooled_rows(opponents: int, reply: str, rules: Rules) -> Iterator[tuple[int, dict[str, int]]]:
    """The outcomes against one opponent, from every hand of theirs."""
    for code, counts in enumerate(_pooled_turns(reply, rules)):
        yield code, outcomes_of(counts, counted(code), rules)


def _pooled_turns(reply: str, rules: Rules) -> Array:
    """How often one opponent ends with each code, by the knocker's: counts of shape (256, 256).

    Over every opponent's hand (one for all that differ by suits only), upcard, card drawn, and
    every knocker's hand from the rest, counted by the cards it must not hold.
    """
    table = hand_table(rules)
    hands, codes, deck = table.hands, table.codes.astype(np.intp), np.array(rules.deck)
    knockers = np.ones(len(hands), dtype=bool)
    if rules.suited_knock:
        knockers = (hands // 13 == hands[:, :1] // 13).all(axis=1)
    values, level = np.unique(codes, return_inverse=True)
    against = np.array([DOUBLED[counted(int(code))] for code in values])
    stock = len(deck) - 7
    pooled = np.zeros((256, 256), dtype=np.int64)

    quiet = np.flatnonzero(codes < DECLARED)
    masks = np.zeros((len(quiet), 4), dtype=np.intp)
    np.add.at(masks, (np.arange(len(quiet))[:, None], hands[quiet] // 13), 1 << hands[quiet] % 13)
    masks = np.sort(masks, axis=1)  # the same for hands that differ by suits only
    _, first, repeats = np.unique(masks, axis=0, return_index=True, return_counts=True)
    place_of = np.zeros(52, dtype=np.intp)
    for row, times in zip(quiet[first], repeats, strict=True):
        others = np.setdiff1d(deck, hands[row])
        place_of[others] = range(len(others))
        rows = table.holding((), tuple(hands[row]))
        rows = rows[knockers[rows]]
        place = place_of[hands[rows]]

        # Knockers' hands with one card, and with two, of the others.
        n, kinds = len(others), len(values)
        cells = place * kinds + level[rows, None]
        one = np.bincount(cells.ravel(), minlength=n * kinds).reshape(n, kinds)
        two = np.zeros((n, n, kinds), dtype=np.int64)
        for i, j in permutations(range(3), 2):
            pairs = (place[:, i] * n * kinds) + cells[:, j]
            two += np.bincount(pairs, minlength=n * n * kinds).reshape(n, n, kinds)
        without = np.bincount(level[rows], minlength=kinds) - one

        if reply == "sharp":
            taking = DOUBLED[table.take[row, others]][:, None] > against
        else:
            known = np.empty((n, 0), dtype=np.intp)
            same = np.full(n, row)
            chosen = takes(table, same, others, reply=reply, known=known, knocker=0)
            taking = np.repeat(chosen[:, None], kinds, axis=1)
        if reply == "stand":
            pooled[values, codes[row]] += times * stock * without.sum(axis=0)
            continue
        # Each upcard left lying goes with each other card drawn: hands with neither.
        left = ~taking
        drawn = (left * without).sum(axis=0) - left.sum(axis=0) * one
        drawn += np.einsum("uv,udv->dv", left, two) - left * (without - one)
        for new in range(n):
            pooled[values, table.best[row, others[new]]] += times * drawn[new]
            pooled[values, table.take[row, others[new]]] += times * stock * (taking * without)[new]
    return pooled


def pays_from(*, opponents: int = 1, reply: str = "stock", rules: Rules = SCAT) -> Value:
    """The least value from which on every knock of ``knock_table`` pays.

    That is, from which one is lowest less often than ``break_even``, 31 and ties left out.

    >>> pays_from(), pays_from(reply="mean"), pays_from(opponents=4)
    (18, 19, 14)
    """
    even = break_even(opponents, rules)
    table = knock_table(opponents=opponents, reply=reply, rules=rules)
    fails = [value for value, odds in table.items() if odds.p("lowest") >= even]
    return min(value for value in table if value > max(fails, default=0))
