"""Distributions and odds as plotly figures: fixed axes, large type, white paper in every theme.

A figure has no title and no alternative text: the words belong in a sentence beside it, as
`thirtyone.widgets.Figure` shows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import plotly.graph_objects as go

from thirtyone.checks import number, shown
from thirtyone.dist import Dist
from thirtyone.guesses import HIGH, LOW, NEAR, Guess, checked_guesses
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.scoring import break_even

INK, GREY, GRID = "#1a1a1a", "#8a8a86", "#d9d9d4"
BLUE, ORANGE = "#1f6f9f", "#c94d0c"  # apart for colour-blind eyes too, and in lightness
HIGHEST_COMMON = 300  # of 1,000: room for the 259 of a dealt hand's 10


def values_figure(dist: Dist, guess: Value | Mapping[Value, float] | None = None) -> go.Figure:
    """How many of 1,000 hands have each value, as bars.

    Both axes are fixed, so that figures can be compared: values 0 to 33, counts to 300 (to 1,000
    where a value is more common, or guessed to be). A guess is marked: one value by a line,
    heights of 1,000 for some values by outlined bars.

    Raises ValueError for anything but a `Dist` of values, or a guess off the axes.

    >>> from thirtyone.hands import hand_values
    >>> bars = values_figure(hand_values(), guess={10: 200}).data[0]
    >>> bars.x[8], bars.y[8]
    (10, 259.4)
    """
    if not isinstance(dist, Dist):
        raise ValueError(f"a Dist of values is drawn, as hand_values() gives, not {shown(dist)}")
    heights = {_value(value): _of_1000(p) for value, p in dist.pmf().items()}
    figure = go.Figure(
        go.Bar(
            x=list(heights),
            y=list(heights.values()),
            name="hands",
            marker_color=BLUE,
            hovertemplate="worth %{x}: %{y} of 1,000<extra></extra>",
        )
    )
    guessed: dict[Value, float] = {}
    if isinstance(guess, Mapping):
        guessed = {_value(v): number("a guess", n, 0, 1000) for v, n in guess.items()}
        figure.add_bar(
            x=list(guessed),
            y=list(guessed.values()),
            name="your guess",
            marker={"color": "rgba(0,0,0,0)", "line": {"color": ORANGE, "width": 4}},
            hovertemplate="your guess for %{x}: %{y} of 1,000<extra></extra>",
        )
    elif guess is not None:
        mark = {
            "text": f"your guess: {_value(guess):g}",
            "xshift": 8,
            "font": {"color": ORANGE, "size": 20},
        }
        line = {"color": ORANGE, "width": 4, "dash": "dash"}
        figure.add_vline(_value(guess), line=line, annotation=mark)
    highest = max([*heights.values(), *guessed.values()])
    top = HIGHEST_COMMON if highest <= HIGHEST_COMMON else 1000
    _dress(figure, "value of the hand", [-0.5, 33.5], 5, "hands of 1,000", [0, top])
    return figure.update_layout(barmode="overlay", bargap=0.15)


def knock_figure(
    table: Mapping[Value, Dist], *, opponents: int = 1, rules: Rules = SCAT
) -> go.Figure:
    """How often of 1,000 a knocker is lowest, by the value knocked with, and the break-even.

    ``table`` is what ``knock_table`` returns for that number of opponents by those rules. Below
    the line, at 1 / (2 * opponents + 1) where a failed knock costs two lives, a knock pays (31 left
    out): filled dots; on or above it: open diamonds.

    Raises ValueError for a table that is empty or not such, and for rules by which a knock is not
    about being lowest.

    >>> table = {18: Dist({"lowest": 391, "safe": 609}), 21: Dist({"lowest": 142, "safe": 858})}
    >>> curve = knock_figure(table).data[0]
    >>> curve.y, curve.marker.symbol
    ((391.0, 142.0), ('diamond-open', 'circle'))
    """
    even = break_even(opponents, rules)
    if not isinstance(table, Mapping) or not table:
        raise ValueError(f"a table of knocks is drawn, as knock_table gives, not {shown(table)}")
    if wrong := [o for o in table.values() if not isinstance(o, Dist) or "lowest" not in o]:
        raise ValueError(f"a value's odds of being lowest are drawn, not {shown(wrong[0])}")
    lowest = {_value(value): odds.p("lowest") for value, odds in table.items()}
    pays = [chance < even for chance in lowest.values()]
    figure = go.Figure(
        go.Scatter(
            x=list(lowest),
            y=list(map(_of_1000, lowest.values())),
            mode="lines+markers",
            line={"color": BLUE, "width": 3},
            marker={
                "size": 13,
                "symbol": ["circle" if p else "diamond-open" for p in pays],
                "color": [BLUE if p else ORANGE for p in pays],
                "line": {"width": 2},
            },
            hovertemplate="knock with %{x}: lowest %{y} of 1,000<extra></extra>",
        )
    )
    figure.add_hline(
        float(1000 * even),
        line={"color": INK, "width": 3, "dash": "dash"},
        annotation={
            "text": f"below {float(1000 * even):.0f} a knock pays",
            "font": {"size": 20},
            "xanchor": "right",
            "x": 1,
            "yanchor": "bottom",
        },
    )
    _dress(figure, "value knocked with", [1.5, 31.5], 5, "lowest, of 1,000 knocks", [-20, 1030])
    return figure


def guesses_figure(guesses: Sequence[Guess]) -> go.Figure:
    """Each guess as a multiple of its answer: left of the line too low, right of it too high.

    The axis is logarithmic and fixed, so that half and twice are as far off; what is off more than
    tenfold stands at its edge. Shaded: within a tenth of the answer.

    Raises ValueError for anything but a list of `Guess`es, as `guesses()` returns it.

    >>> marks = guesses_figure([Guess("hands worth 22", 480, 96)]).data[1]
    >>> marks.x, marks.marker.symbol
    ((5.0,), ('triangle-right',))
    """
    looks = {LOW: ("triangle-left", ORANGE), NEAR: ("circle", INK), HIGH: ("triangle-right", BLUE)}
    rows = list(range(len(checked_guesses(guesses))))
    ends = [round(min(max(float(guess.ratio), 0.1), 10), 3) for guess in guesses]
    marks = [looks[guess.verdict] for guess in guesses]
    figure = go.Figure(
        [
            go.Scatter(
                x=[x for end in ends for x in (1, end, None)],
                y=[y for row in rows for y in (row, row, None)],
                mode="lines",
                line={"color": GREY, "width": 6},
                hoverinfo="skip",
            ),
            go.Scatter(
                x=ends,
                y=rows,
                mode="markers",
                marker={
                    "size": 18,
                    "symbol": [symbol for symbol, _ in marks],
                    "color": [colour for _, colour in marks],
                },
                text=[repr(guess) for guess in guesses],
                hovertemplate="%{text}<extra></extra>",
            ),
        ]
    )
    figure.add_vrect(0.9, 1.1, fillcolor=GRID, line_width=0, layer="below")
    figure.add_vline(1, line={"color": INK, "width": 2})
    small = {"size": 16}  # so that nothing is cut off on a phone
    for row, guess in zip(rows, guesses, strict=True):
        what, of, scale = guess.of.partition(", of ")
        figure.add_annotation(
            text=f"<b>{guess.shown}{of.removeprefix(',')}{scale}</b><br>{what}",
            bgcolor="rgba(255, 255, 255, 0.8)",
            font=small,
            align="left",
            x=0,
            xref="paper",
            xanchor="left",
            y=row - 0.49,
            showarrow=False,
        )
    _dress(figure, "too low ← guess → too high", [-1.1, 1.1], 1, "", [len(rows) - 0.5, -1])
    figure.update_xaxes(type="log", tickvals=[0.1, 0.5, 2, 10], tickangle=0, tickfont=small)
    figure.update_xaxes(ticktext=["a tenth", "half", "twice", "tenfold"], title_font_size=18)
    figure.update_xaxes(side="top")  # in sight from the first row on
    figure.update_yaxes(visible=False)
    height = 66 * len(rows) + 140
    return figure.update_layout(height=height, showlegend=False, margin={"l": 20, "t": 80, "b": 20})


def _value(value: Value) -> int | float:
    """The value, if it has a place on an axis of values."""
    return number("a value", value, 0, 33)


def _of_1000(chance: Fraction) -> float:
    return round(float(1000 * chance), 1)


def _dress(
    figure: go.Figure, x: str, x_range: list[float], x_step: int, y: str, y_range: list[float]
) -> None:
    """The look that all figures share."""
    axis = {"fixedrange": True, "gridcolor": GRID, "zeroline": False, "linecolor": INK}
    figure.update_layout(
        template="none",
        height=420,
        margin={"l": 80, "r": 20, "t": 20, "b": 70},
        paper_bgcolor="#ffffff",
        plot_bgcolor="#ffffff",
        font={"size": 18, "color": INK},
        showlegend=len(figure.data) > 1,
        legend={"x": 1, "xanchor": "right", "y": 1},
        xaxis={**axis, "title": x, "range": x_range, "dtick": x_step, "showgrid": False},
        yaxis={**axis, "title": y, "range": y_range},
    )
