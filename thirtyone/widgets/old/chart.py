"""A frame of columns on a fixed axis, one for each value of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from thirtyone.dist import Estimate
from thirtyone.rules import Value


def chart_html(
    columns: Sequence[str],
    values: Sequence[Value],
    *,
    top: int,
    label: str,
    over: str = "",
    drawn: str = "",
) -> str:
    """The columns, each a button, between a scale from 0 to ``top`` and their values.

    What is ``over`` them lies in the same frame. With ``drawn``, a verb, the columns are sliders
    which a pointer can pull.
    """
    ticks = range(0, top + 1, 100 if top < 500 else 250)
    scale = "".join(f'<span style="bottom:{level(n, top)}">{n:,}</span>' for n in ticks)
    lines = "".join(f'<i class="t31-grid" style="bottom:{level(n, top)}"></i>' for n in ticks)
    below = "".join(f"<span>{value:g}</span>" for value in values)
    draw = f' data-draw="{drawn}"' if drawn else ""
    return (
        f'<div class="t31-chart" style="--columns:{len(columns)}">'
        f'<div class="t31-scale" aria-hidden="true">{scale}</div>'
        f'<div class="t31-frame">{lines}<div class="t31-bars" role="group" aria-label="{label}" '
        f'data-columns="{len(columns)}"{draw}>{"".join(columns)}</div>{over}</div>'
        f'<div class="t31-names" aria-hidden="true">{below}</div></div>'
    )


def level(part: float | Fraction, whole: float = 1) -> str:
    """A height, or a place along an axis, in percent; what is outside stays at the edge.

    >>> level(30, 300), level(400, 300)
    ('10.00%', '100.00%')
    """
    return f"{100 * min(max(float(part) / whole, 0), 1):.2f}%"


def mark_html(kind: str, of_1000: float | Fraction, top: int) -> str:
    """A mark in a column at a height."""
    return f'<i class="t31-{kind}" style="bottom:{level(of_1000, top)}"></i>'


def of_1000(share: Estimate) -> Estimate:
    """A share as a count of 1,000.

    >>> of_1000(Estimate(0.25, 0.05, n=75, seed=0))
    250 ± 50
    """
    return replace(share, value=1000 * share.value, stderr=1000 * share.stderr)


def number(text: str | Value | Fraction) -> Value:
    """A value that was typed or given, as an int where it is whole.

    >>> number("30.5"), number("20"), number(20.0)
    (30.5, 20, 20)
    """
    value = float(text)
    return int(value) if value.is_integer() else value
