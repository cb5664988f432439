"""A plotly figure with a sentence over it, as a picture that a page keeps without a kernel."""

from __future__ import annotations

import re
from pathlib import Path

import htpy as h
import plotly.graph_objects as go

from thirtyone.widgets.parts.picture import picture
from thirtyone.widgets.parts.still import PICTURE, Still

CSS = Path(__file__).parent / "style/figure.css"


class Figure:
    """Shows one of the figures of `thirtyone.plots` under a sentence that says what to see in it.

    The picture follows the theme and the width of the page. `show` puts another in its place.

    >>> from thirtyone import hand_values
    >>> from thirtyone.plots import values_figure
    >>> Figure(values_figure(hand_values()), "The peak is at 10: 259 of 1,000 hands.")
    Figure: The peak is at 10: 259 of 1,000 hands.
    """

    def __init__(self, figure: go.Figure, text: str) -> None:
        self.still = Still(PICTURE)
        self.show(figure, text)

    def show(self, figure: go.Figure, text: str) -> None:
        """Replace the figure and its sentence."""
        self.html, self.text = _drawn(figure, text), text
        self.still.keep(self.html)

    def _ipython_display_(self) -> None:
        self.still.display({"text/plain": repr(self)}, self.html)

    def __repr__(self) -> str:
        return f"Figure: {self.text}"


def _drawn(figure: go.Figure, text: str) -> str:
    """The sentence and the picture, with their style."""
    css = re.sub(r"/\*.*?\*/|\s+", " ", CSS.read_text(encoding="utf-8"), flags=re.S)
    shown = h.figure(".f31-figure")[h.figcaption(role="status")[text], picture(figure)]
    return f"<style>{css}</style>{shown}"
