"""The figures: what is drawn, marked and said, and that nothing in them can phone home."""

import plotly.graph_objects as go
import pytest
from as_read import page

from thirtyone import Dist, Estimate, hand_values, knock_table
from thirtyone.guesses import Guess
from thirtyone.plots import (
    contest_figure,
    gains_figure,
    guesses_figure,
    knock_figure,
    running_figure,
    values_figure,
)
from thirtyone.widgets import Figure
from thirtyone.widgets.parts.still import PICTURE


def test_a_bar_is_the_count_of_1000_hands():
    (bars,) = values_figure(hand_values()).data
    heights = dict(zip(bars.x, bars.y, strict=True))
    assert (heights[10], heights[9], heights[21], heights[22]) == (259.4, 47.1, 32.2, 4.3)
    assert len(heights) == 30


def test_the_axes_stay_fixed_whatever_is_drawn():
    usual, rare = values_figure(hand_values()), values_figure(hand_values(held="AS KS"))
    assert usual.layout.xaxis.range == rare.layout.xaxis.range == (-0.5, 33.5)
    assert usual.layout.yaxis.range == (0, 300)
    assert rare.layout.yaxis.range == (0, 1000)
    assert values_figure(hand_values(), guess={22: 300}).layout.yaxis.range == (0, 300)
    assert values_figure(hand_values(), guess={22: 301}).layout.yaxis.range == (0, 1000)


def test_a_guess_is_marked_as_a_value_or_as_heights():
    line = values_figure(hand_values(), guess=15)
    assert line.layout.shapes[0].x0 == 15
    assert line.layout.annotations[0].text == "your guess: 15"
    bars = values_figure(hand_values(), guess={10: 200, 9: 47}).data[1]
    assert (bars.name, bars.x, bars.y) == ("your guess", (10, 9), (200.0, 47.0))


def test_the_knock_curve_parts_where_knocking_pays():
    curve, *_ = knock_figure(knock_table()).data
    assert curve.x == tuple(range(2, 32))
    symbols = dict(zip(curve.x, curve.marker.symbol, strict=True))
    assert (symbols[17], symbols[18]) == ("diamond-open", "circle")


@pytest.mark.parametrize(("opponents", "even"), [(1, "333"), (2, "200"), (8, "59")])
def test_the_break_even_line_moves_with_the_opponents(opponents, even):
    table = {18: Dist({"lowest": 1, "tied": 0, "beaten by 31": 0, "safe": 3})}
    figure = knock_figure(table, opponents=opponents)
    assert figure.layout.shapes[0].y0 == pytest.approx(1000 / (2 * opponents + 1))
    assert figure.layout.annotations[0].text == f"below {even} a knock pays"
    assert figure.data[0].y == (250.0,)


@pytest.mark.parametrize(
    "figure", [values_figure(hand_values(), 13), knock_figure({18: Dist({"lowest": 1})})]
)
def test_every_figure_is_legible_from_the_back_row_and_has_no_title(figure):
    assert figure.layout.font.size >= 18
    assert figure.layout.paper_bgcolor == "#ffffff"
    assert figure.layout.title.text is None


def drawn(figure, text="Look."):
    return page(Figure(figure, text).html)


def placed(found):
    """The places of some elements, as they stand in their styles."""
    return [dict(part.split(":", 1) for part in one["style"].split(";") if part) for one in found]


def test_a_figure_stands_under_its_sentence_and_asks_for_nothing():
    shown = Figure(values_figure(hand_values()), "The peak & the cliff.")
    assert repr(shown) == "Figure: The peak & the cliff."
    assert page(shown.html).texts("figcaption") == ["The peak & the cliff."]
    assert "http" not in shown.html and "<script" not in shown.html
    assert len(shown.html) < 40_000
    shown.show(values_figure(Dist({31: 1})), "One bar.")
    assert repr(shown) == "Figure: One bar."


def test_a_page_keeps_the_picture_and_the_sentence(monkeypatch):
    shown = []
    monkeypatch.setattr(
        "thirtyone.widgets.parts.still.display", lambda data, **how: shown.append(data)
    )
    figure = Figure(values_figure(hand_values()), "The peak.")
    assert not shown
    figure._ipython_display_()
    assert shown[:2] == [{"text/plain": "Figure: The peak."}, {"text/html": PICTURE}]
    assert figure.html in shown[2]["text/html"]
    figure.show(values_figure(Dist({31: 1})), "One bar.")
    assert page(shown[3]["text/html"]).texts("figcaption") == ["One bar."]


def test_the_picture_has_what_the_figure_has():
    seen = drawn(values_figure(hand_values(), {22: 20}))
    bars = seen.all(".f31-full")
    assert len(bars) == 30
    assert bars[8]["title"] == "worth 10: 259.4 of 1,000"
    assert placed(bars)[8]["height"] == "86.47%"  # of an axis to 300
    assert seen.texts(".f31-flag") == ["your guess: 20, 16 too high"]
    assert seen.texts(".f31-x") == ["0", "5", "10", "15", "20", "25", "30"]
    assert seen.texts(".f31-y") == ["0", "100", "200", "300"]


def test_colours_are_those_of_the_theme():
    assert (
        "light-dark(#2348c7,#9db6ff)"
        in drawn(values_figure(hand_values())).all(".f31-full")[0]["style"]
    )


def test_whiskers_are_one_standard_error_and_an_arrow_where_they_are_cut():
    results = {"a": Estimate(-0.2, 0.06, 9, 0), "b": Estimate(-0.47, 0.06, 9, 0)}
    whole, cut = drawn(contest_figure(results)).all(".f31-whisker")
    assert placed([whole, cut])[0]["width"] == "20%"  # 0.12 of the axis of 0.6
    assert "f31-cut-low" in cut["class"] and "f31-cut" not in whole["class"]
    assert placed([cut])[0]["left"] == "0%"


def test_what_lies_beyond_the_frame_is_an_arrow_at_its_edge():
    gains = {14: Estimate(-0.3, 0.01, 9, 0), 22: Estimate(0.0, 0.0, 9, 0)}
    far, near = drawn(gains_figure(gains)).all(".f31-mark")
    assert "f31-down" in far["class"] and "f31-circle" in near["class"]
    assert placed([far])[0]["bottom"] == "0%"


def test_lines_have_a_key_and_a_band():
    seen = drawn(running_figure({"one": [1, 0] * 50, "other": [0, -1] * 50}))
    assert seen.texts("li") == ["one", "other"]
    assert len(seen.all("path")) == 4


def test_words_of_a_guess_are_text_only():
    seen = drawn(guesses_figure([Guess("<i onclick='x'>hands</i>", 5, 10)]))
    assert seen.all("[onclick]") == []


@pytest.mark.parametrize(
    ("figure", "why"),
    [
        (go.Figure(go.Bar(y=[1, 2])), "axes with two ends"),
        (values_figure(hand_values()).add_trace(go.Pie()), "not of a pie"),
    ],
)
def test_what_is_no_such_figure_is_refused(figure, why):
    with pytest.raises(ValueError, match=why):
        Figure(figure, "Look.")
