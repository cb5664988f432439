"""Counting the same deals in two ways that share little: by bounds, and by who makes a 31."""

import numpy as np
import pytest

from thirtyone import SCAT, Rules, cards
from thirtyone.deals import Deals, _splits, _suit
from thirtyone.deck import pack
from thirtyone.hands import DECLARED

LEFT = tuple(c for c in pack() if c not in cards("KH 8H 2C 5D"))


@pytest.mark.parametrize("rules", [SCAT, Rules(suited_run=30)], ids=["scat", "runs"])
@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("others", range(1, 9))
def test_nobody_makes_31_is_everybody_at_most_30(others, size, rules):
    deals = Deals(LEFT, others, size, rules)
    assert deals.within(DECLARED - 1) == deals.above(0, late=True)


@pytest.mark.parametrize(("others", "apart"), [(7, 4), (8, 3), (3, 4)])
def test_so_it_is_with_one_told_apart(others, apart):
    deals = Deals(LEFT, others, 4, SCAT, apart)
    assert deals.within(DECLARED - 1, 36) == deals.above(0, 36, late=True)


@pytest.mark.parametrize(("others", "apart"), [(7, 4), (8, 3), (8, 0)])
def test_numbers_stay_where_they_are_exact(others, apart):
    ways = _suit((1 << 13) - 1, DECLARED - 1, DECLARED - 1, apart, others, 4, SCAT)
    assert ways.min() >= 0
    assert ways.max() < 2**30
    whole, _, other, orders = _splits(others, 4)
    for kind in ways.reshape(-1, ways.shape[2]):
        weights = np.bincount(whole, orders * kind[other])
        assert weights.max() < 2**41
