"""A plotly figure as plain HTML: it needs no script, so a page keeps it without a kernel.

What is drawn is what `thirtyone.plots` makes: bars, lines with bands, marks with whiskers, lines
and shades from edge to edge, flags and words; on axes whose ends and marks are fixed. Everything
has its place in percent of a frame, so that the picture is as wide as the page and its type stays
large. What lies beyond the frame is an arrow at its edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import log10
from typing import Any, NamedTuple

import htpy as h
import plotly.graph_objects as go

from thirtyone.plots import DARK, FLAG, INK

FIELD = re.compile(r"%\{(\w+):?([^}]*)\}")  # of a plotly template: a name and a format
MOVED = {"left": 0, "center": -50, "right": -100, "bottom": 0, "middle": 50, "top": 100}  # percent
MANY = 30  # letters under an axis: too many for a phone
HALF = 0.42  # of the room of a bar, either way


class Axis(NamedTuple):
    """An axis from one end to the other, and its marks with their words."""

    title: str
    ends: tuple[float, float]
    marks: dict[Any, str]
    names: Sequence[str]  # of places that are no numbers
    log: bool

    def at(self, place: Any) -> float:
        """A place on the axis in percent of its length, within or beyond its ends."""
        number = self.names.index(place) if isinstance(place, str) else float(place)
        low, high = self.ends
        return 100 * ((log10(number) if self.log else number) - low) / (high - low)


def picture(figure: go.Figure) -> h.Element:
    """The figure's picture; ValueError for one of other things, or without fixed axes."""
    layout = figure.layout
    across, up = _axis(layout.xaxis), _axis(layout.yaxis)
    behind = [_shape(shape, across, up) for shape in layout.shapes if shape.layer == "below"]
    before = [_shape(shape, across, up) for shape in layout.shapes if shape.layer != "below"]
    on_top, title = layout.xaxis.side == "top", across.title and h.p(".f31-across")[across.title]
    many = sum(len(word) + 1 for word in across.marks.values()) > MANY
    room = max(map(len, up.marks.values()), default=0)
    drawn = [_trace(trace, across, up) for trace in figure.data]
    return h.div(
        ".f31-picture",
        role="img",
        aria_label=", by ".join(filter(None, (up.title, across.title))),
        style=f"--tall:{layout.height};--room:{room}ch",
    )[
        layout.showlegend and _key(figure),
        on_top and title,
        up.title and h.p(".f31-up")[up.title],
        h.div(class_=["f31-plot", on_top and "f31-scaled-above", many and "f31-many"])[
            (h.i(".f31-grid", style=_css(bottom=up.at(mark))) for mark in up.marks if up.title),
            behind,
            before,
            drawn,
            (_note(note, across, up) for note in layout.annotations),
            (h.b(".f31-y", style=_css(bottom=up.at(at)))[word] for at, word in up.marks.items()),
            (
                h.b(".f31-x", style=_css(left=across.at(at)))[word]
                for at, word in across.marks.items()
            ),
        ],
        not on_top and title,
    ]


def tone(colour: str) -> str:
    """A colour of the light theme with that of the dark one, as CSS.

    >>> tone("#22242a"), tone("#abcdef")
    ('light-dark(#22242a,#f0ede6)', '#abcdef')
    """
    return f"light-dark({colour},{DARK[colour]})" if colour in DARK else colour


def _axis(axis: Any) -> Axis:
    if axis.range is None or axis.tickvals is None:
        raise ValueError("a figure is drawn on axes with two ends, and marks with their words")
    marks = dict(zip(axis.tickvals, axis.ticktext, strict=True))
    return Axis(
        axis.title.text or "", axis.range, marks, axis.categoryarray or (), axis.type == "log"
    )


def _within(percent: float) -> float:
    return min(max(percent, 0), 100)


def _css(**lengths: float) -> str:
    """A place in percent of the frame."""
    return "".join(f"{name}:{round(length, 2):g}%;" for name, length in lengths.items())


def _key(figure: go.Figure) -> h.Element:
    """What each line is."""
    named = [trace for trace in figure.data if trace.showlegend is not False]
    return h.ul(".f31-key")[
        (
            h.li[h.i(class_=_look(trace), style=f"--tone:{_colour(trace)}"), trace.name]
            for trace in named
        )
    ]


def _look(trace: Any) -> str:
    if trace.type == "bar":
        return "f31-outlined" if trace.marker.line.color else "f31-full"
    return "f31-dashed" if trace.line.dash == "dash" else "f31-drawn"


def _colour(trace: Any, n: int = 0) -> str:
    """The colour of a trace, or of one of its points."""
    line = getattr(trace, "line", None)  # bars have none
    own = trace.marker.line.color or trace.marker.color or (line and line.color)
    return tone(_each(own, n) or INK)


def _each(said: Any, n: int) -> Any:
    """What is said of one point, or of all."""
    return said[n] if isinstance(said, tuple) else said


def _hover(trace: Any, n: int) -> str | None:
    """What the pointer finds at a point."""
    template = (trace.hovertemplate or "").removesuffix("<extra></extra>")
    point = {"x": trace.x[n], "y": trace.y[n], "text": _each(trace.text, n)}
    return FIELD.sub(lambda field: format(point[field[1]], field[2]), template) or None


def _trace(trace: Any, across: Axis, up: Axis) -> Iterator[h.Node]:
    if trace.type not in ("bar", "scatter"):
        raise ValueError(f"a figure is drawn of bars, lines and marks, not of a {trace.type}")
    if trace.type == "bar":
        yield from (_bar(trace, n, across, up) for n in range(len(trace.x)))
        return
    if trace.fill or "lines" in trace.mode:
        yield _line(trace, across, up)
    if "markers" in trace.mode:
        for n, (x, y) in enumerate(zip(trace.x, trace.y, strict=True)):
            if trace.error_x.array:
                yield _whisker("along", across, x, trace.error_x.array[n], _css(bottom=up.at(y)))
            if trace.error_y.array:
                yield _whisker("upright", up, y, trace.error_y.array[n], _css(left=across.at(x)))
            yield _mark(trace, n, across.at(x), up.at(y))


def _bar(trace: Any, n: int, across: Axis, up: Axis) -> h.Element:
    left, right = across.at(trace.x[n] - HALF), across.at(trace.x[n] + HALF)
    place = _css(left=left, width=right - left, height=_within(up.at(trace.y[n])))
    look = f".f31-bar.{_look(trace)}"
    return h.i(look, style=f"{place}--tone:{_colour(trace)}", title=_hover(trace, n))[
        trace.text and h.b[trace.text[n]]
    ]


def _line(trace: Any, across: Axis, up: Axis) -> h.Element:
    """A line, or a band in its colour; a gap lifts the pen."""
    path, pen = "", "M"
    for x, y in zip(trace.x, trace.y, strict=True):
        if x is None:
            pen = "M"
        else:
            path += f"{pen}{across.at(x):.2f} {100 - up.at(y):.2f}"
            pen = "L"
    if trace.fill:
        look = f"fill:{tone(trace.fillcolor)};opacity:{trace.opacity}"
    else:
        look = f"stroke:{tone(trace.line.color)};stroke-width:{trace.line.width}"
    dash = trace.line.dash == "dash" and "12 8"
    return h.svg(".f31-line", viewBox="0 0 100 100", preserveAspectRatio="none")[
        h.Element("path")(d=path, style=look, stroke_dasharray=dash)
    ]


def _mark(trace: Any, n: int, left: float, bottom: float) -> h.Element | None:
    """A point's mark; beyond the frame an arrow at its edge."""
    beyond = {"leftwards": left < 0, "rightwards": left > 100}
    beyond |= {"down": bottom < 0, "up": bottom > 100}
    shape = next((way for way, is_so in beyond.items() if is_so), None)
    symbol = shape or _each(trace.marker.symbol, n) or "circle"
    place = _css(left=_within(left), bottom=_within(bottom))
    size = f"--size:{trace.marker.size};--tone:{_colour(trace, n)}"
    return h.i(f".f31-mark.f31-{symbol}", style=place + size, title=_hover(trace, n))


def _whisker(way: str, axis: Axis, place: float, error: float, beside: str) -> h.Node:
    """One standard error either way; an arrow where it is cut at the end of the axis."""
    low, high = sorted((axis.at(place - error), axis.at(place + error)))
    if not error or low > 100 or high < 0:
        return None
    start, end = _within(low), _within(high)
    span = ("left", "width") if way == "along" else ("bottom", "height")
    cut = [low < 0 and "f31-cut-low", high > 100 and "f31-cut-high"]
    style = _css(**dict(zip(span, (start, end - start), strict=True))) + beside
    return h.i(class_=["f31-whisker", f"f31-{way}", *cut], style=style)


def _shape(shape: Any, across: Axis, up: Axis) -> h.Element:
    """A line or a shade from edge to edge."""
    left, right = (
        (0, 100) if str(shape.xref).endswith("domain") else map(across.at, (shape.x0, shape.x1))
    )
    low, high = (0, 100) if str(shape.yref).endswith("domain") else map(up.at, (shape.y0, shape.y1))
    left, right, low, high = map(_within, (left, right, low, high))
    place = _css(left=left, width=right - left, bottom=low, height=high - low)
    if shape.type == "rect":
        return h.i(".f31-shade", style=f"{place}--tone:{tone(shape.fillcolor)}")
    return h.i(".f31-rule", style=f"{place}--tone:{tone(shape.line.color)};--w:{shape.line.width}")


def _note(note: Any, across: Axis, up: Axis) -> h.Element:
    """Words at a place, or a flag that flies from it."""
    left = 100 * note.x if note.xref and note.xref != "x" else across.at(note.x)
    bottom = 100 * note.y if note.yref and note.yref != "y" else up.at(note.y)
    moved = f"translate({MOVED[note.xanchor]}%,{MOVED[note.yanchor]}%)"
    aside = (
        f"margin-left:{note.xshift or 0}px;transform:{moved};--tone:{tone(note.font.color or INK)}"
    )
    kind = f"flag.f31-to-{note.xanchor}" if note.bgcolor == FLAG else "note"
    size = note.font.size or 18
    if note.bgcolor == FLAG:
        aside += f";max-width:{left if note.xanchor == 'right' else 100 - left:.0f}%"
    return h.span(f".f31-{kind}", style=f"{_css(left=left, bottom=bottom)}{aside};--type:{size}")[
        (_words(line) for line in note.text.split("<br>"))
    ]


def _words(line: str) -> h.Element:
    """A line of a note; all of it is bold or nothing."""
    return (h.b if line.startswith("<b>") else h.span)[re.sub("</?b>", "", line)]
