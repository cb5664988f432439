"""Bars of 1,000, rows of bars, and a frame of columns with a curve: all on fixed axes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import htpy as h

from thirtyone.rules import Value

NUMBER, WORD = 130, 350  # of 1,000: a piece of the bar with room for its number, and its word
LOOKS = {  # how an outcome of a knock looks
    "lowest": "bad",
    "beaten": "bad",
    "tied": "tied",
    "beaten by 31": "blitz",
    "safe": "good",
    "highest": "good",
}


def level(part: float | Fraction, whole: float = 1) -> str:
    """A height, or a place along an axis, in percent; what is outside stays at the edge.

    >>> level(30, 300), level(400, 300)
    ('10.00%', '100.00%')
    """
    return f"{100 * min(max(float(part) / whole, 0), 1):.2f}%"


def guess_mark(guess: float | None, top: float = 1000, words: str = "") -> h.Node:
    """Where on an axis that ends at ``top`` the guess lies; nothing where there is none."""
    if guess is None:
        return None
    return h.i(".t31-guess", style=f"left:{level(guess, top)}")[words and h.b[words]]


def swatch(look: str) -> h.Element:
    """A sample of how something looks, for a key."""
    return h.span(f".t31-swatch.t31-{look}", aria_hidden="true")


# One bar, a piece for each outcome


def bar(counts: Mapping[str, int], guess: float | None = None) -> h.Element:
    """One bar of 1,000 knocks, a piece for each outcome, and the guess of the first."""
    pieces = (
        h.span(f".t31-piece.t31-{LOOKS[outcome]}", style=f"width:{level(n, 1000)}")[
            n >= NUMBER and h.b[n], n >= WORD and h.span[outcome]
        ]
        for outcome, n in counts.items()
        if n
    )
    said = f"Of 1,000 such knocks: {in_words(counts)}"
    if guess is not None:
        said += f"; your guess: {guess:g}"
    return h.div(".t31-bar", role="img", aria_label=said)[pieces, guess_mark(guess)]


def in_words(counts: Mapping[str, int]) -> str:
    """The outcomes with their counts.

    >>> in_words({"lowest": 319, "tied": 54})
    'lowest 319, tied 54'
    """
    return ", ".join(f"{outcome} {n}" for outcome, n in counts.items())


def key(counts: Mapping[str, int], guess: float | None = None) -> h.Element:
    """Each outcome's count with its word, and the guess."""
    items = [h.li[swatch(LOOKS[outcome]), h.b[n], f" {outcome}"] for outcome, n in counts.items()]
    if guess is not None:
        items.append(h.li[swatch("guess"), h.b[f"{guess:g}"], " your guess"])
    return h.ul(".t31-key", aria_label="Of 1,000 such knocks")[items]


def thin(counts: Mapping[str, int]) -> h.Element:
    """A bar of what was before, for the eye alone."""
    return h.div(".t31-thin", aria_hidden="true")[
        (h.span(f".t31-{LOOKS[o]}", style=f"width:{level(n, 1000)}") for o, n in counts.items())
    ]


# Rows of bars


class Row(NamedTuple):
    """A bar in a row of its own: a name, how long it is (of 1), its figure, and a mark on it."""

    name: h.Node
    share: float | Fraction
    figure: str
    mark: h.Node = None


def rows(label: str, of: Iterable[Row]) -> h.Element:
    """Some bars below each other, each with its name before and its figure behind it."""
    return h.ul(".t31-lives", aria_label=label)[
        (
            h.li[
                h.span[row.name],
                h.span(".t31-track", aria_hidden="true")[
                    h.span(style=f"width:{level(row.share)}"), row.mark
                ],
                h.b[row.figure],
            ]
            for row in of
        )
    ]


# Columns, one for each value of a hand


def frame(
    columns: Sequence[h.Element],
    values: Sequence[Value],
    *,
    top: int,
    label: str,
    over: h.Node = None,
    draw: str | None = None,
) -> h.Element:
    """The columns, each a button, between a scale from 0 to ``top`` and their values.

    What is ``over`` them lies in the same frame. With ``draw``, a verb, the columns are sliders
    which a pointer can pull: see `drawing.js`.
    """
    ticks = range(0, top + 1, 100 if top < 500 else 250)
    n = str(len(columns))
    return h.div(".t31-chart", style=f"--columns:{n}")[
        h.div(".t31-scale", aria_hidden="true")[
            (h.span(style=f"bottom:{level(tick, top)}")[f"{tick:,}"] for tick in ticks)
        ],
        h.div(".t31-frame")[
            (h.i(".t31-grid", style=f"bottom:{level(tick, top)}") for tick in ticks),
            h.div(".t31-bars", role="group", aria_label=label, data_columns=n, data_draw=draw)[
                columns
            ],
            over,
        ],
        h.div(".t31-names", aria_hidden="true")[(h.span[f"{value:g}"] for value in values)],
    ]


def mark(kind: str, of_1000: float | Fraction, top: int) -> h.Element:
    """A mark in a column at a height."""
    return h.i(f".t31-{kind}", style=f"bottom:{level(of_1000, top)}")


def curve(points: Iterable[tuple[float, float]], width: float, kind: str) -> h.Element:
    """A line over the columns: places from 0 to ``width``, heights of 1,000."""
    line = " ".join(f"{x:g},{1000 - y:.1f}" for x, y in points)
    return h.svg(
        f".t31-path.t31-path-{kind}",
        viewBox=f"0 0 {width:g} 1000",
        preserveAspectRatio="none",
        aria_hidden="true",
    )[h.Element("polyline")(points=line)]
