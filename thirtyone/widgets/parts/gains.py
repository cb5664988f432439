"""Gains in lives: as figures that say what their error supports, and on an axis from -1 to +1."""

from __future__ import annotations

from fractions import Fraction
from math import floor, isfinite, log10

import htpy as h

from thirtyone.dist import Estimate
from thirtyone.widgets.parts.bars import level

Gain = Fraction | Estimate


def supported(stderr: float) -> int:
    """How many decimal places a figure with this error has where its error has one figure.

    >>> supported(0.011), supported(0.0054), supported(0)
    (2, 3, 3)
    """
    return max(0, -floor(log10(stderr))) if stderr and isfinite(stderr) else 3


def figure(gain: Gain | None) -> str:
    """A gain to the digits that its error supports; a fraction is exact.

    >>> figure(Estimate(0.3896, 0.0078, 20_000, 0)), figure(Fraction(9, 40)), figure(None)
    ('+0.3896 ± 0.0078', '+0.225 exactly', '?')
    """
    if gain is None:
        return "?"
    if isinstance(gain, Estimate):
        return signed(f"{'+' * (gain.value >= 0)}{gain!r}")
    return signed(f"{float(gain):+.3f} exactly")


def signed(text: str) -> str:
    """The figure with a minus sign as it is printed."""
    return text.replace("-", "−")


def axis(gain: Gain | None, *, guess: float | None = None) -> h.Element:
    """A gain as a bar from nothing, its two standard errors either way, and a guess.

    None leaves the axis empty.
    """
    marks: list[h.Node] = [h.i(".t31-zero")]
    if gain is not None:
        low, high = sorted((0.0, float(gain)))
        look = "less" if float(gain) < 0 else "more"
        marks.insert(0, h.i(f".t31-gain.t31-{look}", style=_from_to(low, high)))
        if isinstance(gain, Estimate) and isfinite(gain.stderr):
            off = 2 * gain.stderr
            marks.append(h.i(".t31-spread", style=_from_to(gain.value - off, gain.value + off)))
    if guess is not None:
        marks.append(h.i(".t31-guess", style=f"left:{level((guess + 1) / 2)}"))
    return h.span(".t31-track.t31-axis", aria_hidden="true")[marks]


def _from_to(low: float, high: float) -> str:
    """Where a mark on the axis starts and ends, in CSS."""
    return f"left:{level((low + 1) / 2)};right:{level((1 - high) / 2)}"
