"""What a page keeps of a widget: its last state as plain HTML, for when there is no kernel.

Under the widget lies a second output, which is hidden while the widget lives. A page that is opened
the next day, or exported, shows it in the widget's place. A figure, which lives nowhere, has its
picture as the second output, in place of its sentence as plain text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from html.parser import HTMLParser
from typing import Any
from uuid import uuid4

import IPython.display

display: Any = IPython.display.display
PLACE = '<div class="s31-still"></div>'  # where the still comes; the same in every run
PICTURE = '<div class="s31-picture"></div>'  # where the picture of a figure comes
LEFT_OUT = {"form", "input", "select"}
KEPT = {"class", "style", "viewbox", "preserveaspectratio", "points", "src", "alt"}
NAMED = {"role", "aria-label"}  # kept of a picture
VOID = {"br", "input", "img"}

# While a widget in the cell's output lives, the still is hidden, else what stands before it.
STYLE = {
    PLACE: """
.jp-OutputArea:has([data-lost]) .jp-OutputArea-child:has(.s31-still),
.jp-OutputArea:not(:has([data-lost])) .jp-OutputArea-child:has(+ .jp-OutputArea-child .s31-still)
{ display: none }
""",
    PICTURE: ".jp-OutputArea-child:has(+ .jp-OutputArea-child .s31-picture) { display: none }",
}


class Still:
    """The second output of a widget, or of a figure."""

    def __init__(self, place: str = PLACE) -> None:
        self.id = ""  # while it is shown nowhere
        self.place = place

    def display(self, widget: Mapping[str, Any], html: str) -> None:
        """Show a widget, by its mime bundle, and under it its still."""
        self.id = self.id or uuid4().hex
        display(widget, raw=True)
        display({"text/html": self.place}, raw=True, display_id=self.id)
        self.keep(html)

    def keep(self, html: str) -> None:
        """Let the page keep this HTML from now on."""
        if self.id:
            inside = f"><style>{STYLE[self.place]}</style>{html}<"
            shown = self.place.replace("><", inside)
            display({"text/html": shown}, raw=True, display_id=self.id, update=True)


def inert(html: str, css: str = "") -> str:
    """A widget's HTML to be read only, and its style: under names that are not the live one's.

    Fields and forms are left out, and what is marked ``data-live``; buttons are none.

    >>> inert('<p class="t31"><button class="t31-key" data-do="line 9">9</button><input></p>')
    '<style></style><p class="s31"><span class="s31-key">9</span></p>'
    """
    reader = _Inert()
    reader.feed(html)
    reader.close()
    short = re.sub(r"/\*.*?\*/|\s+", " ", css, flags=re.S)
    return f"<style>{short}</style>{''.join(reader.written)}".replace("t31", "s31")


class _Inert(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []
        self.skipped = 0  # how many elements deep in what is left out

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if self.skipped or tag in LEFT_OUT or given.keys() & {"data-live", "hidden"}:
            self.skipped += tag not in VOID
            return
        names = KEPT | NAMED if given.get("role") == "img" else KEPT
        kept = (f' {n}="{escape(v or "")}"' for n, v in given.items() if n in names)
        self.written.append(f"<{_plain(tag)}{''.join(kept)}>")

    def handle_endtag(self, tag: str) -> None:
        if self.skipped:
            self.skipped -= 1
        else:
            self.written.append(f"</{_plain(tag)}>")

    def handle_data(self, data: str) -> None:
        if not self.skipped:
            self.written.append(escape(data, quote=False))


def _plain(tag: str) -> str:
    return "span" if tag == "button" else tag
