"""Counting the same deals in two ways that share little: by bounds, and by who makes a 31."""

import numpy as np
import pytest

from thirtyone import SCAT, Rules, cards
from thirtyone.deals import TWO, Bounds, Deals, _half, _shapes, _splits, _suit
from thirtyone.deck import pack
from thirtyone.hands import DECLARED

LEFT = tuple(c for c in pack() if c not in cards("KH 8H 2C 5D"))
SUIT = (1 << 13) - 1


@pytest.mark.parametrize("rules", [SCAT, Rules(suited_run=30)], ids=["scat", "runs"])
@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("others", range(1, 9))
def test_nobody_makes_31_is_everybody_at_most_30(others, size, rules):
    deals = Deals(LEFT, others, size, rules)
    assert deals.within(DECLARED - 1) == deals.above(0)


@pytest.mark.parametrize(("others", "apart"), [(7, 4), (8, 3), (3, 4)])
def test_so_it_is_with_one_told_apart(others, apart):
    deals = Deals(LEFT, others, 4, SCAT, apart)
    assert deals.within(DECLARED - 1, 36) == deals.above(0, 36)


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("code", [0, 24, 36, 60])
def test_all_but_one_above_is_the_one_told_apart_within(code, size):
    alike, apart = Deals(LEFT, 3, size, SCAT), Deals(LEFT, 2, size, SCAT, size)
    assert alike.above_but_one(code) == apart.above(code, code)


@pytest.mark.parametrize(("others", "apart"), [(7, 4), (8, 3), (8, 0)])
def test_numbers_stay_where_they_are_exact(others, apart):
    ways = _suit(SUIT, Bounds(DECLARED - 1, DECLARED - 1, others, 4, apart, SCAT))
    assert ways.min() >= 0
    assert ways.max() < 2**30
    assert ways.sum(axis=2).max() < 2**34
    whole, _, other, orders = _splits(others, 4)
    for kind in ways.reshape(-1, ways.shape[2]):
        weights = np.bincount(whole, orders * kind[other])
        assert weights.max() < 2**41


@pytest.mark.parametrize(
    ("code", "others", "apart", "size"),
    [(60, 8, 0, 4), (24, 7, 4, 4), (62, 2, 4, 4), (40, 8, 3, 3)],
)
def test_two_suits_joined_in_whole_numbers(code, others, apart, size):
    """All ways, and those in which a pair of tens is taken out of either suit."""
    bounds = Bounds(code, code + 2, others, size, apart, SCAT)
    suits = (SUIT & ~0b100, SUIT)
    first, second = (_suit(suit, bounds).astype(np.int64).astype(object) for suit in suits)
    numbers = np.zeros((2, len(_shapes(others, size, 26)[0])), dtype=object)
    whole, one, other, orders = _splits(others, size)
    for e in range(apart + 1):
        (plain, pair, _), (plain2, pair2, _) = first[e][:, one], second[apart - e][:, other]
        np.add.at(numbers[0], whole, orders * plain * plain2)
        np.add.at(numbers[1], whole, orders * (pair * plain2 + plain * pair2))
    digits = _half(suits, bounds)[:, apart, :2].astype(object)
    assert list(TWO[:2]) == [0, 1]
    assert (sum(digit << 15 * i for i, digit in enumerate(digits)) == numbers).all()
