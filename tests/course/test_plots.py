"""The figures' right values: one bar, NumPy's numbers, the break-even by the rules played."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from thirtyone import SCAT, Dist, draw_values, hand_values
from thirtyone.plots import knock_figure, values_figure


def test_one_value_alone_is_one_bar():
    figure = values_figure(draw_values("AS KS QS"))
    assert (figure.data[0].x, figure.data[0].y) == ((31,), (1000.0,))
    assert figure.layout.yaxis.range == (0, 1000)
    assert values_figure(Dist({31: 1}), {}).data[0].y == (1000.0,)


@pytest.mark.parametrize("guess", [np.int64(15), np.float32(15), Fraction(15), 15.0])
def test_a_guess_is_any_number_between_the_ends_of_the_axis(guess):
    figure = values_figure(hand_values(), guess)
    assert figure.layout.shapes[0].x0 == 15
    assert figure.layout.annotations[0].text == "your guess: 15"
    heights = values_figure(hand_values(), {guess: guess}).data[1]
    assert (heights.x, heights.y) == ((15,), (15,))


@pytest.mark.parametrize("guess", [0, 33, 30.5, {0: 0, 33: 1000}])
def test_so_are_the_ends(guess):
    assert values_figure(hand_values(), guess).data


def test_a_knocker_who_pays_one_life_breaks_even_later():
    rules = replace(SCAT, knocker_lowest=1)
    table = {18: Dist({"lowest": 45, "safe": 55}), 19: Dist({"lowest": 30, "safe": 70})}
    for opponents, even, looks in (
        (1, 500, ("circle", "circle")),
        (2, 1000 / 3, ("diamond-open", "circle")),
        (8, 1000 / 9, ("diamond-open", "diamond-open")),
    ):
        figure = knock_figure(table, opponents=opponents, rules=rules)
        assert figure.layout.shapes[0].y0 == pytest.approx(even)
        assert figure.data[0].marker.symbol == looks


def test_at_break_even_a_knock_does_not_pay():
    """A third of 1,000, rounded to 333.3 for the eye, is not below 333.33."""
    figure = knock_figure({20: Dist({"lowest": 1, "safe": 2})})
    assert figure.data[0].y == (333.3,)
    assert figure.data[0].marker.symbol == ("diamond-open",)


def test_a_half_value_has_its_place():
    table = {30: Dist({"lowest": 1, "safe": 9}), Fraction(61, 2): Dist({"lowest": 0, "safe": 1})}
    assert knock_figure(table).data[0].x == (30, 30.5)
