"""The figures' right values: one bar, NumPy's numbers, the break-even by the rules played."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from thirtyone import SCAT, Dist, Estimate, draw_values, hand_values
from thirtyone.plots import (
    DARK,
    FLAG,
    GREY,
    GRID,
    INK,
    PAPER,
    binomial_figure,
    contest_figure,
    gains_figure,
    guessed_hands,
    knock_figure,
    rematch_figure,
    running_figure,
    silence_figure,
    values_figure,
)


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


def test_a_guess_at_the_line_is_marked_beside_it():
    figure = knock_figure({20: Dist({"lowest": 1, "safe": 2})}, guess=250)
    assert [shape.y0 for shape in figure.layout.shapes] == [pytest.approx(1000 / 3), 250]
    flag = figure.layout.annotations[1]
    assert (flag.text, flag.y, flag.yanchor) == ("your guess: 250, 83 too low", 250, "top")


def test_a_half_value_has_its_place():
    table = {30: Dist({"lowest": 1, "safe": 9}), Fraction(61, 2): Dist({"lowest": 0, "safe": 1})}
    assert knock_figure(table).data[0].x == (30, 30.5)


# Figures with errors


def estimate(value, stderr=0.001):
    return Estimate(value, stderr, 900, 0)


def test_a_guess_of_hands_is_marked_only_where_there_is_one():
    assert guessed_hands(22, 96) == {22: 4.3}
    figure = values_figure(hand_values(), guessed_hands(22, 96))
    assert (figure.data[1].x, figure.data[1].y) == ((22,), (4.3,))
    assert figure.layout.annotations[0].text == "your guess: 4.3, right"
    assert len(values_figure(hand_values(), guessed_hands(22, None)).data) == 1


@pytest.mark.parametrize("tries", [1, 10, 100])
def test_the_bars_of_so_many_tries_add_up_and_have_their_mean(tries):
    bars = binomial_figure(tries, Fraction(1, 4)).data[0]
    assert bars.x == tuple(range(tries + 1))
    assert sum(bars.y) == pytest.approx(1000, abs=1)
    assert sum(x * y for x, y in zip(bars.x, bars.y, strict=True)) == pytest.approx(
        250 * tries, 0.01
    )


def test_a_sure_hit_has_a_bar_of_its_height():
    figure = binomial_figure(2, 1)
    assert (figure.data[0].y, figure.layout.yaxis.range) == ((0, 0, 1000), (0, 1000))
    assert binomial_figure(10, 0.1).layout.yaxis.range == (0, 500)


def test_what_is_level_with_the_best_mark_is_shaded_and_the_guess_marked():
    gains = {
        19: estimate(-0.03),
        21: estimate(-0.005),
        22: estimate(0.0, 0.0),
        23: estimate(-0.006),
    }
    figure = gains_figure(gains, np.int64(19))
    shaded = [(s.x0, s.x1) for s in figure.layout.shapes if s.type == "rect"]
    assert shaded == [(20.5, 21.5), (21.5, 22.5)]
    words = [note.text for note in figure.layout.annotations]
    assert words == ["level with the best", "your guess: 19, 2 too low"]
    assert figure.data[0].y == (-0.03, -0.005, 0.0, -0.006)
    assert figure.data[0].error_y.array == (0.001, 0.001, 0.0, 0.001)


def test_two_humps_are_two_shades_and_the_axis_can_be_finer():
    gains = {17: estimate(0.002), 19: estimate(0.0), 21: estimate(-0.003), 23: estimate(0.0015)}
    figure = gains_figure(gains, level=0.001, lowest=-0.008)
    assert [s.x0 for s in figure.layout.shapes if s.type == "rect"] == [16.5, 22.5]
    assert figure.layout.yaxis.range == (-0.008, 0.002)
    assert [note.text for note in figure.layout.annotations] == ["level with the best"]


def test_silence_has_two_curves_of_1000_and_a_guess_where_one_was_made():
    silent, never = (
        {0: estimate(0.114), 2: estimate(0.445)},
        {0: estimate(0.114), 2: estimate(0.509)},
    )
    figure = silence_figure(silent, never, {2: 80, 3: None})
    assert [trace.y for trace in figure.data] == [(114.0, 509.0), (114.0, 445.0), (80,)]
    assert figure.data[1].error_y.array == (1.0, 1.0)
    assert (figure.data[2].x, figure.data[2].name) == ((2,), "your guess")
    assert figure.layout.annotations[0].text == "your guess: 80, 365 too low"
    assert len(silence_figure(silent, never, {2: None}).data) == 2


def test_the_mean_settles_and_its_band_narrows_with_the_root_of_the_rounds():
    lives = np.tile([1.0, -1.0, -1.0, 1.0], 250)
    band, line = running_figure({"even": lives}).data
    assert (line.x[0], line.x[-1], line.y[-1]) == (10, 1000, 0.0)
    middle = len(line.x)
    widths = [band.y[-1 - i] - band.y[i] for i in range(middle)]
    assert widths[0] == pytest.approx(2 / 10**0.5, abs=0.001)
    assert widths[-1] == pytest.approx(2 / 1000**0.5, abs=0.001)
    assert band.x == (*line.x, *reversed(line.x))


def test_two_names_have_two_lines_apart_in_colour_and_dash():
    figure = running_figure({"one": [1, 0] * 5, "other": range(10)})
    lines = [trace for trace in figure.data if trace.mode == "lines"]
    assert [line.name for line in lines] == ["one", "other"]
    assert len({(line.line.color, line.line.dash) for line in lines}) == 2


def test_a_contest_has_a_row_for_each_name_with_its_error():
    figure = contest_figure({"always 18": estimate(-0.38, 0.004), "best": estimate(0.0)})
    assert figure.data[0].y == ("always 18", "best")
    assert figure.data[0].error_x.array == (0.004, 0.001)


def test_of_all_who_play_again_the_best_of_the_first_evening_is_lit_and_on_top():
    figure = rematch_figure(np.array([5.0, 18.0, -2.0]), [1, -4, 0])
    assert [trace.y for trace in figure.data] == [(5.0, 1.0), (-2.0, 0.0), (18.0, -4.0)]
    assert [trace.name for trace in figure.data] == ["another", "another", "the luckiest"]


@pytest.mark.parametrize(
    ("guess", "height", "away"), [(5, 5, "13 too low"), (60, 40, "42 too high"), (18, 18, "right")]
)
def test_the_luckiest_as_guessed_is_marked_on_the_first_evening(guess, height, away):
    figure = rematch_figure([5, 18], [1, -4], guess)
    assert (figure.data[-1].x, figure.data[-1].y) == (("first evening",), (height,))
    (flag,) = figure.layout.annotations
    assert (flag.x, flag.y, flag.text) == ("first evening", height, f"your guess: {guess}, {away}")


def test_of_many_heights_guessed_the_farthest_off_has_the_flag():
    (flag,) = values_figure(hand_values(), {10: 200, 9: 47}).layout.annotations
    assert (flag.x, flag.text) == (10, "your guess: 200, 59 too low")


def test_a_mark_off_the_axis_of_marks_is_not_drawn():
    figure = gains_figure({12: estimate(-0.3), 22: estimate(0.0), 32: estimate(0.1)})
    assert figure.data[0].x == (22,)


def luminance(colour):
    linear = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in linear]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colour", [c for c in DARK if c not in (GRID, FLAG)])
def test_every_colour_is_seen_in_both_themes(colour):
    least = 3 if colour == GREY else 4.5  # nothing is written in grey
    assert contrast(colour, PAPER) >= least
    assert contrast(DARK[colour], "#1b1c20") >= least
    assert contrast(INK, FLAG) >= 4.5 <= contrast(INK, DARK[FLAG])  # what is written on a flag


@pytest.mark.parametrize(
    "figure",
    [
        binomial_figure(10, 0.1),
        gains_figure({22: estimate(0.0)}),
        silence_figure({1: estimate(0.1)}, {1: estimate(0.1)}),
        running_figure({"a": range(10)}),
        contest_figure({"a": estimate(0.0)}),
        rematch_figure([1], [2]),
    ],
)
def test_these_too_are_legible_from_the_back_row_and_have_no_title(figure):
    assert figure.layout.font.size >= 18
    assert figure.layout.title.text is None
