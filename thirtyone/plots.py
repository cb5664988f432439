"""Distributions and odds as plotly figures: fixed axes, large type, a flag for a guess.

A figure has no title and no alternative text: the words belong in a sentence beside it, as
`thirtyone.widgets.Figure` shows it, which also draws it in the theme of the page (``DARK``). Every
whisker and every band is one standard error either way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from thirtyone.checks import number, shown, whole
from thirtyone.dist import Dist, Estimate
from thirtyone.guesses import HIGH, LOW, NEAR, Guess, checked_guesses
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.scoring import break_even

PAPER, INK, GREY, GRID = "#ffffff", "#22242a", "#80796a", "#e9e4d8"
BLUE, GREEN, RED, ORANGE, FLAG = "#2348c7", "#1f7a5a", "#c2281c", "#b8560b", "#e07a1f"
DARK = {  # the same colours in the dark theme
    INK: "#f0ede6",
    GREY: "#8f8c84",
    GRID: "#33353c",
    BLUE: "#9db6ff",
    GREEN: "#5cc79b",
    RED: "#ff8a75",
    ORANGE: "#ffb454",
    FLAG: "#ffb454",
}
HIGHEST_COMMON = 300  # of 1,000: room for the 259 of a dealt hand's 10
LABELLED = 200  # of 1,000: a bar of values with its number over it
EVENINGS = ["first evening", "second evening"]


def values_figure(dist: Dist, guess: Value | Mapping[Value, float] | None = None) -> go.Figure:
    """How many of 1,000 hands have each value, as bars.

    Both axes are fixed, so that figures can be compared: values 0 to 33, counts to 300 (to 1,000
    where a value is more common, or guessed to be). A guess is marked: one value by a line,
    heights of 1,000 for some values by outlined bars, the farthest off with its distance.

    Raises ValueError for anything but a `Dist` of values, or a guess off the axes.

    >>> from thirtyone.hands import hand_values
    >>> bars = values_figure(hand_values(), guess={10: 200}).data[0]
    >>> bars.x[8], bars.y[8]
    (10, 259.4)
    """
    if not isinstance(dist, Dist):
        raise ValueError(f"a Dist of values is drawn, as hand_values() gives, not {shown(dist)}")
    heights = {_value(value): _of_1000(p) for value, p in dist.pmf().items()}
    figure = go.Figure(_bars(heights, "worth %{x}: %{y} of 1,000", LABELLED))
    guessed: dict[Value, float] = {}
    if isinstance(guess, Mapping):
        guessed = {_value(v): number("a guess", n, 0, 1000) for v, n in guess.items()}
        figure.add_bar(
            x=list(guessed),
            y=list(guessed.values()),
            name="your guess",
            marker={"color": "rgba(0,0,0,0)", "line": {"color": ORANGE, "width": 3}},
            hovertemplate="your guess for %{x}: %{y} of 1,000<extra></extra>",
        )
    elif guess is not None:
        _pole(figure, _value(guess), f"your guess: {_value(guess):g}")
    if guessed:
        off = max(guessed, key=lambda value: abs(guessed[value] - heights.get(value, 0)))
        _pole(figure, off, _distance(guessed[off], heights.get(off, 0)), foot=guessed[off])
    highest = max([*heights.values(), *guessed.values()])
    top = HIGHEST_COMMON if highest <= HIGHEST_COMMON else 1000
    marks = _ticks(0, top, 100 if top == HIGHEST_COMMON else 250)
    values = _ticks(0, 30, 5)
    _dress(figure, "value of the hand", [-0.5, 33.5], values, "hands of 1,000", [0, top], marks)
    return figure.update_layout(barmode="overlay", bargap=0.15, showlegend=False)


def knock_figure(
    table: Mapping[Value, Dist],
    *,
    opponents: int = 1,
    rules: Rules = SCAT,
    guess: float | None = None,
) -> go.Figure:
    """How often of 1,000 a knocker is lowest, by the value knocked with, and the break-even.

    ``table`` is what ``knock_table`` returns for that number of opponents by those rules. Below
    the line, at 1 / (2 * opponents + 1) where a failed knock costs two lives, a knock pays (31 left
    out): filled dots; on or above it: open diamonds. A guess where the line lies is marked.

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
            line={"color": GREY, "width": 2},
            marker={
                "size": 14,
                "symbol": ["circle" if p else "diamond-open" for p in pays],
                "color": [GREEN if p else RED for p in pays],
                "line": {"width": 3},
            },
            hovertemplate="knock with %{x}: lowest %{y} of 1,000<extra></extra>",
        )
    )
    figure.add_hline(
        float(1000 * even),
        line={"color": INK, "width": 2},
        annotation={
            "text": f"below {float(1000 * even):.0f} a knock pays",
            "font": {"size": 24, "color": GREEN},
            "xanchor": "right",
            "x": 1,
            "yanchor": "bottom",
        },
    )
    if guess is not None:
        count = number("a guess", guess, 0, 1000)
        figure.add_hline(count, line={"color": FLAG, "width": 3})
        side = "top" if count < 1000 * even else "bottom"
        _flag(figure, 2, count, _distance(count, float(1000 * even)), yanchor=side)
    values, counts = _ticks(5, 30, 5), _ticks(0, 1000, 250)
    what = "lowest, of 1,000 knocks"
    _dress(figure, "value knocked with", [1.5, 31.5], values, what, [-20, 1030], counts)
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
    looks = {LOW: ("triangle-left", FLAG), NEAR: ("circle", GREEN), HIGH: ("triangle-right", FLAG)}
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
    for row, guess in zip(rows, guesses, strict=True):
        what, of, scale = guess.of.partition(", of ")
        figure.add_annotation(
            text=f"<b>{guess.shown}{of.removeprefix(',')}{scale}</b><br>{what}",
            align="left",
            x=0,
            xref="paper",
            xanchor="left",
            y=row - 0.1,
            yanchor="bottom",
            showarrow=False,
        )
    words = {0.1: "a tenth", 0.5: "half", 2: "twice", 10: "tenfold"}
    _dress(figure, "too low ← guess → too high", [-1.1, 1.1], words, "", [len(rows) - 0.5, -1], {})
    figure.update_xaxes(type="log", side="top")  # in sight from the first row on
    return figure.update_layout(height=80 * len(rows) + 140, showlegend=False, margin={"l": 20})


def _value(value: Value) -> int | float:
    """The value, if it has a place on an axis of values."""
    return number("a value", value, 0, 33)


def _of_1000(chance: Fraction) -> float:
    return round(float(1000 * chance), 1)


def _ticks(low: float, high: float, step: float, spec: str = ",") -> dict[float, str]:
    """Where an axis has its marks, and their words."""
    places = [round(low + k * step, 6) for k in range(round((high - low) / step) + 1)]
    return {x: "0" if not x else format(x, spec).replace("-", "−") for x in places}


def _dress(
    figure: go.Figure,
    x: str,
    x_range: list[float],
    x_ticks: Mapping[Any, str],
    y: str,
    y_range: list[float],
    y_ticks: Mapping[Any, str],
) -> None:
    """The look that all figures share."""
    axis = {"fixedrange": True, "gridcolor": GRID, "zeroline": False, "ticks": ""}
    across = {"tickvals": [*x_ticks], "ticktext": [*x_ticks.values()], "linecolor": INK}
    up = {"tickvals": [*y_ticks], "ticktext": [*y_ticks.values()], "automargin": True}
    figure.update_layout(
        template="none",
        height=420,
        margin={"l": 80, "r": 20, "t": 30, "b": 70},
        paper_bgcolor=PAPER,
        plot_bgcolor=PAPER,
        font={"size": 18, "color": INK, "family": 'system-ui, "Noto Sans", sans-serif'},
        barcornerradius=5,
        dragmode=False,
        showlegend=sum(trace.showlegend is not False for trace in figure.data) > 1,
        legend={"x": 0, "y": 1.02, "yanchor": "bottom", "orientation": "h"},
        xaxis={**axis, **across, "title": x, "range": x_range, "showgrid": False},
        yaxis={**axis, **up, "title": y, "range": y_range},
    )


def _bars(heights: Mapping[Any, float], says: str, labelled: float) -> go.Bar:
    """A bar for each height; those from ``labelled`` on with their number."""
    return go.Bar(
        x=list(heights),
        y=list(heights.values()),
        text=[f"{height:.0f}" if height >= labelled else "" for height in heights.values()],
        textposition="outside",
        name="hands",
        marker_color=BLUE,
        hovertemplate=says + "<extra></extra>",
    )


def _distance(guess: float, answer: float) -> str:
    """A guess with how far it is off.

    >>> _distance(250, 1000 / 3), _distance(20, 4.3), _distance(22, 22)
    ('your guess: 250, 83 too low', 'your guess: 20, 16 too high', 'your guess: 22, right')
    """
    off = round(guess - answer, 1 if abs(guess - answer) < 10 else 0)
    away = f"{abs(off):g} too {'high' if off > 0 else 'low'}" if off else "right"
    return f"your guess: {guess:g}, {away}"


def _flag(figure: go.Figure, x: float | str, y: float, text: str, **place: Any) -> None:
    """A flag that flies from a point to the right, and what it says."""
    flag = {"text": text, "font": {"color": INK, "size": 24}, "bgcolor": FLAG, "showarrow": False}
    figure.add_annotation({"xanchor": "left", "yanchor": "bottom"} | flag | place, x=x, y=y)


def _pole(figure: go.Figure, x: Value, text: str, foot: float | None = None) -> None:
    """A guess at a value: a pole from its foot, or the base line, and its flag at the top."""
    line = {"line": {"color": FLAG, "width": 3}}
    if foot is None:
        figure.add_vline(x, **line)
    else:
        figure.add_shape(type="line", x0=x, x1=x, y0=foot, y1=1000, **line)
    side = "right" if x > 22 else "left"
    _flag(figure, x, 1, text, yref="paper", yanchor="top", xanchor=side)


# Figures with errors


def guessed_hands(value: Value, hands: float | None) -> dict[Value, float] | None:
    """A guess that so many of the 22,100 hands have a value, as ``values_figure`` marks it.

    None where there is no guess.

    >>> guessed_hands(22, 442), guessed_hands(22, None)
    ({22: 20.0}, None)
    """
    if hands is None:
        return None
    return {_value(value): round(1000 * number("a guess", hands, 0, 22_100) / 22_100, 1)}


def binomial_figure(tries: int, chance: float | Fraction) -> go.Figure:
    """Of 1,000 people who try so many times, how many hit never, once, twice and so on, as bars.

    ``chance`` is that of a hit, the same in each try, whatever the others bring.

    Raises ValueError for tries not from 1 to 100, or a chance not from 0 to 1.

    >>> bars = binomial_figure(10, Fraction(628, 5525)).data[0]
    >>> bars.x[:3], bars.y[:3]
    ((0, 1, 2), (299.2, 383.7, 221.4))
    """
    tries, p = whole("tries", tries, 1, 100), number("a chance", chance, 0, 1)
    heights = [1000 * comb(tries, k) * p**k * (1 - p) ** (tries - k) for k in range(tries + 1)]
    rounded = {hits: round(height, 1) for hits, height in enumerate(heights)}
    figure = go.Figure(_bars(rounded, "%{x} hits: %{y} of 1,000", 0.5 if tries <= 20 else 1001))
    ends, counts = [-0.5, tries + 0.5], _ticks(0, tries, 1 if tries <= 20 else 10)
    top = 500 if max(heights) <= 450 else 1000
    people = _ticks(0, top, top / 4, ",.0f")
    _dress(figure, f"hits in {tries} tries", ends, counts, "people of 1,000", [0, top], people)
    return figure.update_layout(bargap=0.15)


def gains_figure(
    gains: Mapping[Value, Estimate],
    guess: Value | None = None,
    *,
    level: float = 0.005,
    lowest: float = -0.1,
) -> go.Figure:
    """What each mark gains, in lives a round, with whiskers; shaded: what is level with the best.

    ``gains`` are as ``mark_gains`` returns them. Level are those that gain at most ``level`` less
    than the best. The axes are fixed: gains from ``lowest`` to a quarter as much above nothing,
    marks from 14 to 30. A guess at the best mark is a flag, with its distance to what is level.

    Raises ValueError for gains that are empty or no estimates, and numbers that make no axis.

    >>> gains = {21: Estimate(-0.02, 0.01, 900, 0), 22: Estimate(0.0, 0.0, 900, 0)}
    >>> gains_figure(gains).data[0].error_y.array, len(gains_figure(gains).layout.shapes)
    ((0.01, 0.0), 2)
    """
    marks = {_value(mark): gain for mark, gain in _estimates(gains).items()}
    marks = {mark: gain for mark, gain in marks.items() if 14 <= mark <= 30} or marks
    within, bottom = number("level", level, 0, 1), number("lowest", lowest, -2, 2)
    if bottom >= 0:
        raise ValueError(f"lowest is the end of the axis below nothing, not {shown(lowest)}")
    figure = go.Figure(_dots(marks, "knock from %{x} on: %{y:+.4f} lives a round"))
    best = max(gain.value for gain in marks.values())
    level_marks = [mark for mark, gain in marks.items() if gain.value >= best - within]
    for mark in level_marks:
        look = {"fillcolor": GRID, "line_width": 0, "layer": "below"}
        figure.add_vrect(mark - 0.5, mark + 0.5, **look)
    place = {"yref": "paper", "y": 0, "yanchor": "bottom", "showarrow": False}
    first = min(level_marks) - 0.4
    figure.add_annotation(text="level with the best", x=first, xanchor="left", **place)
    figure.add_hline(0, line={"color": INK, "width": 2})
    if guess is not None:
        nearest = min(level_marks, key=lambda mark: abs(mark - _value(guess)))
        _pole(figure, _value(guess), _distance(_value(guess), nearest))
    what, lives = "gain in lives a round", _ticks(bottom, -bottom / 4, -bottom / 4, "+.3g")
    _dress(
        figure, "first mark", [13.5, 30.5], _ticks(14, 30, 2), what, [bottom, -bottom / 4], lives
    )
    return figure


def silence_figure(
    silent: Mapping[int, Estimate],
    never: Mapping[int, Estimate],
    guess: Mapping[int, float | None] | None = None,
) -> go.Figure:
    """The share of strong hands, of 1,000, by turns had in silence, and where nobody ever knocks.

    Turn 0 is the fresh deal. A guess at a turn is a flag with its distance; None is no guess.

    Raises ValueError for shares that are empty or no estimates, and a guess off the axis.

    >>> share = {0: Estimate(0.114, 0.001, 900, 0), 1: Estimate(0.265, 0.002, 900, 0)}
    >>> [trace.name for trace in silence_figure(share, share).data]
    ['if nobody ever knocked', 'nobody has knocked yet']
    """
    figure = go.Figure()
    looks = {"if nobody ever knocked": (never, GREY, "dash")}
    looks["nobody has knocked yet"] = (silent, BLUE, "solid")
    for name, (shares, colour, dash) in looks.items():
        turns = {whole("a turn", turn, 0, 40): share for turn, share in _estimates(shares).items()}
        dots = _dots(turns, "after %{x} turns: %{y:.0f} of 1,000", scale=1000, colour=colour)
        line = {"color": colour, "width": 4, "dash": dash}
        figure.add_trace(dots.update(name=name, mode="lines+markers", line=line))
    if guess is not None and not isinstance(guess, Mapping):
        raise ValueError(f"a guess is a count by turn, not {shown(guess)}")
    guesses = {turn: count for turn, count in (guess or {}).items() if count is not None}
    if guesses:
        figure.add_scatter(
            x=[whole("a turn", turn, 0, 40) for turn in guesses],
            y=[number("a guess", count, 0, 1000) for count in guesses.values()],
            name="your guess",
            mode="markers",
            showlegend=False,
            marker={"color": FLAG, "size": 18, "symbol": "diamond"},
            hovertemplate="your guess: %{y} of 1,000<extra></extra>",
        )
    for turn, count in guesses.items():
        answer = 1000 * silent[turn].value if turn in silent else count
        _flag(figure, turn, count, _distance(count, answer), xshift=12, yanchor="middle")
    counts, what = _ticks(0, 1000, 250), "turns that everybody has had"
    _dress(figure, what, [-0.3, 5.3], _ticks(0, 5, 1), "of 1,000 hands", [0, 1000], counts)
    return figure


def running_figure(gains: Mapping[str, Sequence[float]]) -> go.Figure:
    """How the mean gain settles as rounds are played: its line and a band of one standard error.

    ``gains`` has one or two names, each with what every single round brought, in lives. The axis
    of rounds is logarithmic, from 10 to 200,000; that of gains fixed from -1 to +1.

    Raises ValueError for other than one or two names, or fewer than ten rounds.

    >>> line = running_figure({"a coin": [1, -1] * 50}).data[1]
    >>> line.x[0], line.y[0], line.x[-1]
    (10, 0.0, 100)
    """
    if not isinstance(gains, Mapping) or not 1 <= len(gains) <= 2:
        raise ValueError(f"gains are those of one or two names, not {shown(gains)}")
    figure = go.Figure()
    for (name, brought), colour in zip(gains.items(), (BLUE, GREEN), strict=False):
        lives = _lives(brought, 10)
        n = np.unique(np.geomspace(10, len(lives), 120).round().astype(int))
        mean = lives.cumsum()[n - 1] / n
        error = lives.std() / np.sqrt(n)
        edge = np.concatenate([mean - error, (mean + error)[::-1]])
        figure.add_scatter(
            x=[*n.tolist(), *n[::-1].tolist()],
            y=edge.round(4).tolist(),
            fill="toself",
            mode="none",
            fillcolor=colour,
            opacity=0.25,
            hoverinfo="skip",
            showlegend=False,
        )
        figure.add_scatter(
            x=n.tolist(),
            y=mean.round(4).tolist(),
            name=str(name),
            mode="lines",
            line={"color": colour, "width": 4, "dash": "solid" if colour == BLUE else "dash"},
            hovertemplate="after %{x:,} rounds: %{y:+.3f} lives a round<extra></extra>",
        )
    figure.add_hline(0, line={"color": INK, "width": 2})
    played, ticks = {10**k: f"{10**k:,}" for k in range(1, 6)}, _ticks(-1, 1, 0.5, "+g")
    what = "mean gain in lives a round"
    _dress(figure, "rounds played", [1, 5.35], played, what, [-1, 1], ticks)
    return figure.update_xaxes(type="log").update_layout(showlegend=True)


def contest_figure(results: Mapping[str, Estimate]) -> go.Figure:
    """What each strategy gains, in lives a round, with whiskers; fixed from -0.5 to +0.1.

    Raises ValueError for results that are empty or no estimates.

    >>> contest_figure({"always 18": Estimate(-0.38, 0.004, 900, 0)}).data[0].x
    (-0.38,)
    """
    names = [str(name) for name in _estimates(results)]
    figure = go.Figure(
        go.Scatter(
            x=[round(gain.value, 4) for gain in results.values()],
            y=names,
            error_x={"array": [round(gain.stderr, 4) for gain in results.values()]},
            mode="markers",
            marker={"color": BLUE, "size": 14},
            hovertemplate="%{y}: %{x:+.3f} lives a round<extra></extra>",
        )
    )
    figure.add_vline(0, line={"color": INK, "width": 2})
    rows, lives = dict(zip(names, names, strict=True)), _ticks(-0.5, 0.1, 0.1, "+g")
    ends = [len(names) - 0.5, -0.5]
    _dress(figure, "gain in lives a round", [-0.5, 0.1], lives, "", ends, rows)
    figure.update_yaxes(type="category", categoryarray=names)
    return figure.update_layout(height=120 + 60 * len(names))


def rematch_figure(
    first: Sequence[float], again: Sequence[float], guess: float | None = None
) -> go.Figure:
    """Lives ahead on a first evening and on a second, a line for each player; the best is lit.

    The axis is fixed, from -40 to +40. A guess at the best of the first is marked by a diamond, at
    the edge where it is more than 40.

    Raises ValueError for evenings that are empty, or of different numbers of players.

    >>> rematch_figure([5, -2, 18], [1, 0, -4]).data[-1].y
    (18.0, -4.0)
    """
    before, after = _lives(first, 1), _lives(again, 1)
    if len(before) != len(after):
        began = "1 player" if len(before) == 1 else f"{len(before)} players"
        raise ValueError(f"{began} began and {len(after)} came again: each plays both evenings")
    luckiest = int(before.argmax())
    figure = go.Figure()
    for player in sorted(range(len(before)), key=lambda player: player == luckiest):
        lit = player == luckiest
        figure.add_scatter(
            x=EVENINGS,
            y=[float(before[player]), float(after[player])],
            name="the luckiest" if lit else "another",
            mode="lines+markers",
            line={"color": BLUE if lit else GREY, "width": 5 if lit else 2},
            marker={"size": 14 if lit else 9},
            hovertemplate="%{x}: %{y:+} lives<extra></extra>",
        )
    if guess is not None:
        lives = number("a guess", guess, 0, 1000)
        height = min(lives, 40)
        figure.add_scatter(
            x=["first evening"],
            y=[height],
            name="your guess",
            mode="markers",
            marker={"color": FLAG, "size": 18, "symbol": "diamond"},
            hoverinfo="skip",
        )
        text = _distance(lives, before[luckiest])
        _flag(figure, "first evening", height, text, xanchor="right", yanchor="middle", xshift=-14)
    figure.add_hline(0, line={"color": INK, "width": 2})
    evenings = {name: name for name in EVENINGS}
    ends = [-0.5 if guess is None else -0.9, 1.35]
    _dress(figure, "", ends, evenings, "lives ahead", [-40, 40], _ticks(-40, 40, 20, "+g"))
    figure.update_xaxes(type="category", categoryarray=EVENINGS)
    return figure.update_layout(showlegend=False)


def _estimates(figures: Mapping[Any, Estimate]) -> Mapping[Any, Estimate]:
    """The figures; ValueError unless there are some, each with its error."""
    if not isinstance(figures, Mapping) or not figures:
        raise ValueError(f"estimates by name or number are drawn, not {shown(figures)}")
    if wrong := [figure for figure in figures.values() if not isinstance(figure, Estimate)]:
        raise ValueError(f"an Estimate is drawn with its error, not {shown(wrong[0])}")
    return figures


def _lives(rounds: Sequence[float], least: int) -> NDArray[np.float64]:
    """What each round or evening brought; ValueError for too few, or what is no number."""
    try:
        lives = np.asarray(rounds)
    except ValueError:  # lists of different lengths
        lives = np.empty(0)
    fits = lives.ndim == 1 and len(lives) >= least and lives.dtype.kind in "iuf"
    if not fits or not np.isfinite(lives).all():
        numbers = "1 number" if least == 1 else f"{least} numbers"
        raise ValueError(f"a list of at least {numbers} is wanted, not {shown(rounds)}")
    return lives.astype(np.float64)


def _dots(
    figures: Mapping[Any, Estimate], says: str, *, scale: int = 1, colour: str = BLUE
) -> go.Scatter:
    """A dot for each figure, with a whisker of one standard error."""
    return go.Scatter(
        x=list(figures),
        y=[round(scale * figure.value, 4) for figure in figures.values()],
        error_y={"array": [round(scale * figure.stderr, 4) for figure in figures.values()]},
        mode="markers",
        marker={"color": colour, "size": 13},
        hovertemplate=says + "<extra></extra>",
    )
