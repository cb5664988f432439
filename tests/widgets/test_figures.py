"""The figures: what is drawn, marked and said, and that nothing in them can phone home."""

import plotly.graph_objects as go
import pytest

from thirtyone import Dist, hand_values, knock_table
from thirtyone.plots import knock_figure, values_figure
from thirtyone.widgets import Figure


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


def test_a_figure_is_shown_under_its_sentence_and_cannot_be_uploaded():
    shown = Figure(go.Figure(go.Bar(y=[1, 2])), "Two bars & no more.")
    assert repr(shown) == "Figure: Two bars & no more."
    said, drawn = (output["data"] for output in shown.outputs)
    assert "Two bars &amp; no more." in said["text/html"]
    config = drawn["application/vnd.plotly.v1+json"]["config"]
    assert (config["showSendToCloud"], config["displaylogo"]) == (False, False)
    assert drawn["text/plain"] == "Two bars & no more."
    long = "A sentence, " * 20
    assert Figure(go.Figure(), long)._repr_mimebundle_()["text/plain"] == f"Figure: {long}"
    shown.show(go.Figure(go.Bar(y=[3])), "One bar.")
    assert repr(shown) == "Figure: One bar."
    drawing = shown.outputs[1]["data"]["application/vnd.plotly.v1+json"]
    assert list(drawing["data"][0]["y"]) == [3]
