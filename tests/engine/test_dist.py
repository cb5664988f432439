"""Distributions and estimates."""

import math
from fractions import Fraction
from math import inf, nan

import numpy as np
import pytest

from thirtyone import Dist, Estimate, card, cards, hand_values
from thirtyone.dist import Table, per_mille

DIE = Dist({6: 1, 5: 1, 4: 1, 3: 1, 2: 1, 1: 1})


def test_probabilities_are_fractions_that_sum_to_one():
    assert sum(DIE.pmf().values()) == 1
    assert all(type(p) is Fraction for p in DIE.pmf().values())
    assert list(DIE) == [1, 2, 3, 4, 5, 6]
    assert DIE.cdf() == {x: Fraction(x, 6) for x in range(1, 7)}
    assert DIE.p(3) == Fraction(1, 6)
    assert DIE.p(7) == 0
    assert DIE.p(lambda x: x % 2 == 0) == Fraction(1, 2)
    assert (DIE.at_least(5), DIE.at_most(5)) == (Fraction(1, 3), Fraction(5, 6))


def test_moments():
    assert DIE.mean == Fraction(7, 2)
    assert DIE.variance == Fraction(35, 12)
    assert DIE.stdev == pytest.approx(1.7078251276599330)
    assert type(DIE.stdev) is float
    assert (DIE.median, DIE.mode) == (3, 1)
    assert [DIE.quantile(q) for q in (0, 0.5, Fraction(5, 6), 1)] == [1, 3, 5, 6]
    assert hand_values().median == 11
    assert hand_values().mode == 10
    assert round(float(hand_values().mean), 2) == 13.09


def test_a_half_point_is_exact():
    assert Dist({30: 1, 30.5: 1}).mean == Fraction(121, 4)


def test_map_and_given():
    assert DIE.map(lambda x: x % 2) == Dist({0: 1, 1: 1})
    assert dict(DIE.given(lambda x: x > 4)) == {5: 1, 6: 1}
    with pytest.raises(ValueError, match="nothing is left"):
        DIE.given(lambda x: x > 6)


def test_equality_is_of_probabilities_and_counts_are_kept():
    half = Dist({"a": 2, "b": 2, "c": 0})
    assert half == Dist({"b": 1, "a": 1})
    assert hash(half) == hash(Dist({"b": 1, "a": 1}))
    assert half != Dist({"a": 1, "b": 2})
    assert half != {"a": 2, "b": 2, "c": 0}
    assert (half["a"], half.total, len(half)) == (2, 4, 3)


def test_it_cannot_be_changed():
    with pytest.raises(TypeError):
        DIE[1] = 2
    with pytest.raises(AttributeError):
        DIE.total = 3
    with pytest.raises(AttributeError):
        DIE.other = 3


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ({}, "a distribution needs at least one case"),
        ({1: 0}, "all counts are 0"),
        ({1: -1}, "the count of 1 is a whole number from 0, not -1"),
        ({1: 0.5}, "is a whole number from 0, not 0.5"),
        ({1: True}, "is a whole number from 0, not True"),
        ({1: card("4C")}, "is a whole number from 0, not 4♣"),
        ({"a": None}, "the count of 'a' is a whole number from 0, not None"),
        ({nan: 1, 2: 1}, "neither nan nor infinite"),
        ({inf: 1}, "neither nan nor infinite"),
        ([1, 2], "a Dist is made from a mapping of outcomes to counts such as {10: 3, 20: 1}"),
        ({1, 2}, "such as {10: 3, 20: 1}, not {1, 2}"),
        ("ab", "not 'ab'"),
        (None, "not None"),
        (np.ones(2), "a Dist is made from a mapping"),
    ],
)
def test_a_dist_is_made_from_whole_counts_of_outcomes(counts, says):
    with pytest.raises(ValueError) as raised:
        Dist(counts)
    assert says in str(raised.value)


def test_counts_and_outcomes_may_be_numpys_or_huge():
    assert Dist({np.int64(3): np.uint8(1), np.float64(4): np.int16(1)}).mean == Fraction(7, 2)
    assert Dist({10**400: 10**400, -(10**400): 10**400}).mean == 0


@pytest.mark.parametrize("q", [50, -0.1, nan, "0.5", None, True, [0.5], {0.5}, 10**400])
def test_quantiles_are_shares(q):
    with pytest.raises(ValueError, match="q is a share from 0 to 1, not "):
        DIE.quantile(q)


def test_a_quantile_may_be_any_kind_of_number():
    assert DIE.quantile(np.float64(0.5)) == DIE.quantile(Fraction(1, 2)) == DIE.median
    assert (DIE.quantile(np.int64(1)), DIE.quantile(np.uint8(0))) == (6, 1)


NO_NUMBERS = ["3", None, nan, True, [3], {3}, (3,), card("3C"), np.array([3, 4])]


@pytest.mark.parametrize("wrong", NO_NUMBERS, ids=repr)
def test_a_number_is_asked_for_by_a_number(wrong):
    with pytest.raises(ValueError, match="is no outcome here: 1, 2, 3, 4, 5, 6"):
        DIE.p(wrong)
    for chance in (DIE.at_least, DIE.at_most):
        with pytest.raises(ValueError, match="is no number, as the outcomes here are"):
            chance(wrong)


@pytest.mark.parametrize("wrong", ["lowset", 3, None, nan, True, ["safe"], {"safe"}], ids=repr)
def test_an_outcome_in_words_is_asked_for_by_its_word(wrong):
    odds = Dist({"lowest": 2, "safe": 1})
    with pytest.raises(ValueError, match="is no outcome here: 'lowest', 'safe'"):
        odds.p(wrong)


def test_what_may_be_asked_for():
    assert DIE.p(np.int64(3)) == DIE.p(3.0) == DIE.p(Fraction(3)) == Fraction(1, 6)
    assert DIE.p(10**400) == DIE.p(2.5) == DIE.at_least(10**400) == 0
    assert DIE.at_least(np.uint8(5)) == DIE.at_most(np.float64(2)) == Fraction(1, 3)
    assert DIE.map(lambda x: x > 4).p(True) == Fraction(1, 3)
    assert Dist(dict.fromkeys(cards("2C 3C"), 1)).p(card("3C")) == Fraction(1, 2)
    assert Dist({(1, 2): 1, (1, 3): 3}).p((1, 2)) == Fraction(1, 4)


@pytest.mark.parametrize("wrong", [20, "20", None, True, [20]])
def test_map_and_given_take_functions(wrong):
    for name in ("map", "given"):
        with pytest.raises(ValueError, match=f"{name} takes a function of the outcome such as"):
            getattr(DIE, name)(wrong)


def test_words_have_no_moments():
    odds = Dist({"lowest": 2, "safe": 1})
    for name in ("mean", "median", "variance", "stdev"):
        with pytest.raises(ValueError, match="these outcomes are no numbers"):
            getattr(odds, name)
    for ask in (odds.at_least, odds.at_most, odds.quantile):
        with pytest.raises(ValueError, match="these outcomes are no numbers"):
            ask(0.5)


def test_text_and_table():
    odds = Dist({"lowest": 2, "safe": 1, "tied": 0})
    assert repr(odds) == (
        "outcome  count  of 1,000\n"
        "lowest       2       667  ██████████████████\n"
        "safe         1       333  █████████\n"
        "tied         0         0"
    )
    html = odds._repr_html_()
    assert html.count("<tr>") == 4
    assert "<td" in html and ">667<" in html and 'scope="row"' in html
    assert "&lt;b&gt;" in Dist({"<b>": 1})._repr_html_()


@pytest.mark.parametrize("counts", [[1, 1, 1], [2, 3, 995, 7], [1], [0, 5, 0], [10**30, 1]])
def test_shares_of_1000_add_up(counts):
    shares = per_mille(counts)
    assert sum(shares) == 1000
    assert all(abs(s - 1000 * n / sum(counts)) < 1 for s, n in zip(shares, counts, strict=True))


def test_public_methods_are_those_promised():
    own = {name for name in vars(Dist) if not name.startswith("_")}
    assert own == {
        "total", "p", "pmf", "cdf", "at_least", "at_most", "mean", "median", "mode",
        "variance", "stdev", "quantile", "map", "given",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "stderr", "text"),
    [
        (0.318815, 0.00147, "0.3188 ± 0.0015"),
        (0.318815, 0.0147, "0.319 ± 0.015"),
        (12.3456, 1.2, "12.3 ± 1.2"),
        (440.2, 31.0, "440 ± 31"),
        (0.0, 0.0, "0 (1,000 equal rounds)"),
        (2.0, 0.0, "2 (1,000 equal rounds)"),
    ],
)
def test_an_estimate_prints_what_its_error_supports(value, stderr, text):
    assert repr(Estimate(value, stderr, n=1000, seed=1)) == text
    assert float(Estimate(value, stderr, n=1000, seed=1)) == value


@pytest.mark.parametrize(
    ("count", "n", "text"),
    [
        (1, 1, "1 (one round)"),
        (0, 1, "0 (one round)"),
        (3, 3, "1 (3 equal rounds)"),
        (0, 10, "under 3 in 10"),
        (10, 10, "over 7 in 10"),
        (0, 100_000, "under 3 in 100,000"),
        (100_000, 100_000, "over 99,997 in 100,000"),
        (1, 10, "0.100 ± 0.095"),
    ],
)
def test_a_share_of_none_or_all_is_a_bound(count, n, text):
    assert repr(Estimate.of_share(count, n, seed=1)) == text


def test_the_bound_holds_nineteen_times_in_twenty():
    for n in (4, 10, 100, 1_000, 10**6):
        assert (1 - 3 / n) ** n < 0.05
        assert 2 * Estimate.of_share(0, n, seed=1).stderr == 3 / n
    assert Estimate.of_share(20, 100, seed=1).stderr == math.sqrt(0.2 * 0.8 / 100)


@pytest.mark.parametrize(
    ("estimate", "differs"),
    [
        (Estimate(0.3, 0.1, 100, 1), True),
        (Estimate(-0.3, 0.1, 100, 1), True),
        (Estimate(0.2, 0.1, 100, 1), False),
        (Estimate(2.0, math.nan, 1, 1), False),
        (Estimate(2.0, 0.0, 10, 1), False),
        (Estimate(2.0, 0.0, 1_000, 1), True),
        (Estimate(0.0, 0.0, 1_000, 1), False),
        (Estimate.of_share(1, 1, 1), False),
        (Estimate.of_share(10, 10, 1), False),
        (Estimate.of_share(1_000, 1_000, 1), True),
    ],
)
def test_nothing_is_decided_within_two_errors_or_by_few_equal_rounds(estimate, differs):
    assert estimate.differs_from(0) is differs


def test_a_share_of_none_of_many_rounds_differs_from_what_lies_beyond_its_bound():
    assert Estimate.of_share(0, 1_000, 1).differs_from(Fraction(1, 3))
    assert not Estimate.of_share(0, 1_000, 1).differs_from(0.003)


@pytest.mark.parametrize("count", [-1, 11, 0.5, True])
def test_a_share_is_of_rounds(count):
    with pytest.raises(ValueError, match="count is a whole number from 0 to 10"):
        Estimate.of_share(count, 10, seed=1)


def test_a_table_is_a_mapping_that_cannot_be_changed():
    table = Table({"a": 1, "b": 2})
    assert table == {"a": 1, "b": 2} and list(table) == ["a", "b"] and len(table) == 2
    assert repr(table) == "{'a': 1, 'b': 2}"
    for change in (lambda: table.update(a=3), lambda: setattr(table, "c", 3)):
        with pytest.raises(AttributeError):
            change()
    with pytest.raises(TypeError):
        table["a"] = 3
    assert {name for name in dir(table) if not name.startswith("_")} == {
        "get", "items", "keys", "values",
    }  # fmt: skip
