"""A plotly figure with a sentence beside it, at a thousandth of a FigureWidget's traffic."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets
import plotly.graph_objects as go


class Figure(ipywidgets.Output):  # type: ignore[misc]
    """Shows a plotly figure through JupyterLab's own renderer, under a sentence that says it.

    The sentence is the figure's alternative text: what one should see in it. `show` puts another
    figure in its place.

    >>> Figure(go.Figure(go.Bar(y=[1, 2])), "Two bars, the second twice as high.")
    Figure: Two bars, the second twice as high.
    """

    def __init__(self, figure: go.Figure, text: str) -> None:
        super().__init__()
        self.show(figure, text)

    def show(self, figure: go.Figure, text: str) -> None:
        """Replace the figure and its sentence."""
        self.text = text
        drawing = {
            **figure.to_plotly_json(),
            "config": {"displaylogo": False, "showSendToCloud": False, "responsive": True},
        }
        said = f'<p style="font-size:1.25em;margin:.4em 0" role="status">{escape(text)}</p>'
        self.outputs = tuple(
            {"output_type": "display_data", "data": data, "metadata": {}}
            for data in (
                {"text/html": said, "text/plain": text},
                {"application/vnd.plotly.v1+json": drawing, "text/plain": text},
            )
        )

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        # ipywidgets would cut the sentence, which is all that a reader without a kernel has.
        return {**super()._repr_mimebundle_(**options), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"Figure: {self.text}"
