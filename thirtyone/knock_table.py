"""The knocker's fate by value: a table over every hand, upcard and deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from thirtyone.data import loaded
from thirtyone.deals import Deals
from thirtyone.dist import Dist, Table
from thirtyone.hands import DECLARED, DOUBLED, Array, HandTable, hand_table, value_of
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
    opponents = check_table(opponents, reply, rules)
    rows = loaded("knock_table").get(f"{opponents} {reply}") if rules == SCAT else None
    if rows is None:
        return computed_knock_table(opponents, reply, rules)
    outcomes = names(rules)
    return Table(
        {int(value): Dist(dict(zip(outcomes, row, strict=True))) for value, row in rows.items()}
    )


def check_table(opponents: object, reply: str, rules: Rules) -> int:
    """The number of opponents; ValueError where there is no ``knock_table`` for them."""
    checked_reply(reply)
    opponents = check_several(opponents, reply, checked(rules), len(rules.deck) - 4, exact=True)
    if opponents > 1 and rules.suited_knock:
        raise ValueError("where only one suit may knock, ask knock_odds about one hand at a time")
    return opponents


@cache
def computed_knock_table(opponents: int, reply: str, rules: Rules) -> Mapping[Value, Dist]:
    """``knock_table`` worked out anew: takes up to some seconds."""
    by_suit = reply in ("stand", "stock") and not (rules.trips or rules.aces or rules.suited_knock)
    rows = _counted_rows(opponents, reply, rules) if by_suit else _pooled_rows(reply, rules)
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


def _pooled_rows(reply: str, rules: Rules) -> Iterator[tuple[int, dict[str, int]]]:
    """The outcomes for each code of the knocker's hand, against one opponent.

    Over every opponent's hand (one for all that differ by suits only), upcard, card drawn, and
    every knocker's hand from the rest, counted by the cards that it holds. The last axis of all
    counts is the knocker's code, by its place among those there are.
    """
    table, deck = hand_table(rules), np.array(rules.deck)
    codes, holding = _knockers(rules)
    both = holding.sum(axis=0, dtype=np.uint8)  # hands with two cards, shape (52, 52, codes)
    against = np.array([DOUBLED[counted(int(code))] for code in codes])
    stock = len(deck) - 7
    pooled = np.zeros((256, len(codes)), dtype=np.int64)
    for row, times in _alike(table):
        hand, others = table.hands[row], np.setdiff1d(deck, table.hands[row])
        a, b, c = holding[hand]
        two = (both - a - b - c)[np.ix_(others, others)].astype(np.int64)
        one = two.sum(axis=1) // 2
        without = one.sum(axis=0) // 3 - one
        if reply == "stand":
            pooled[table.codes[row]] += times * stock * without.sum(axis=0)
            continue
        if reply == "sharp":
            taking = DOUBLED[table.take[row, others]][:, None] > against
        else:
            same, known = np.full(len(others), row), np.empty((len(others), 0), dtype=np.intp)
            chosen = takes(table, same, others, reply=reply, known=known, knocker=0)
            taking = chosen[:, None] & (against >= 0)
        # Each upcard left lying goes with each other card drawn: hands with neither.
        left = (~taking).astype(np.int64)
        drawn = (left * without).sum(axis=0) - left.sum(axis=0) * one
        drawn += np.einsum("uv,udv->dv", left, two) - left * (without - one)
        np.add.at(pooled, table.best[row, others], times * drawn)
        np.add.at(pooled, table.take[row, others], times * stock * taking * without)
    for code, counts in zip(codes.tolist(), pooled.T, strict=True):
        yield code, outcomes_of(counts, counted(code), rules)


def _knockers(rules: Rules) -> tuple[Array, NDArray[np.uint8]]:
    """The codes of hands that may knock, and which of them three cards have: 0 or 1 for each.

    The second array has shape (52, 52, 52, codes).
    """
    table = hand_table(rules)
    hands, codes = table.hands, table.codes
    if rules.suited_knock:
        suited = (hands // 13 == hands[:, :1] // 13).all(axis=1)
        hands, codes = hands[suited], codes[suited]
    kinds, level = np.unique(codes.astype(np.intp), return_inverse=True)
    holding = np.zeros((52, 52, 52, len(kinds)), dtype=np.uint8)
    for a, b, c in permutations(hands.T):
        holding[a, b, c, level] = 1
    return kinds, holding


def _alike(table: HandTable) -> Iterator[tuple[int, int]]:
    """One hand that is not declared for all that differ by suits only: its row, and how many."""
    quiet = np.flatnonzero(table.codes < DECLARED)
    suits, ranks = table.hands[quiet] // 13, 1 << table.hands[quiet] % 13
    masks = np.stack([np.where(suits == suit, ranks, 0).sum(axis=1) for suit in range(4)], axis=1)
    masks.sort(axis=1)
    _, first, repeats = np.unique(masks, axis=0, return_index=True, return_counts=True)
    return zip(quiet[first].tolist(), repeats.tolist(), strict=True)


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
