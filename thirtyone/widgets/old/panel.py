"""What every widget here is: HTML rendered in Python from a state, and actions sent back.

The browser side (``panel.js``) knows no game. It patches the HTML into the page, so that the
focus and half-typed text survive, and reports what was clicked, chosen or typed as one line of
text: a verb and its object.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import anywidget
import traitlets

from thirtyone.checks import whole

HERE = Path(__file__).parent


class Panel(anywidget.AnyWidget):
    """A widget that is a pure function of its state: a subclass says how to `render` it.

    An action ``"pick KH"`` calls the method ``do_pick("KH")``, which returns the sentence to say.
    """

    _esm = HERE / "panel.js"
    _css = HERE / "panel.css"
    html = traitlets.Unicode().tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)

    said = ""
    refused = False

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(lambda _, content, buffers: self.act(content["action"]))

    def act(self, action: str) -> None:
        """Do what a click or a key asks for. A refusal is said in the widget, never raised."""
        verb, _, rest = action.partition(" ")
        self.busy = True
        with self.hold_sync():  # one message, however much changes
            try:
                self.say(self.deed(verb)(rest))
            except ValueError as error:
                self.say(str(error), refused=True)
            finally:
                self.busy = False

    def deed(self, verb: str) -> Callable[[str], str]:
        """The method that a verb calls; ValueError for a verb that means nothing here."""
        method: Callable[[str], str] | None = getattr(self, f"do_{verb}", None)
        if method is None:
            raise ValueError(f'"{verb[:20]}" is not something to do here')
        return method

    def say(self, sentence: str, *, refused: bool = False) -> None:
        """Show a sentence, which a screen reader reads out."""
        self.said, self.refused = sentence, refused
        self.refresh()

    def refresh(self) -> None:
        """Show the present state."""
        self.html = self.render()

    def render(self) -> str:
        """The present state as HTML."""
        raise NotImplementedError


def note_html(notes: Sequence[str], refused: bool = False) -> str:
    """What happened last and what has changed, in one line; of a refusal only the first note."""
    kind = "t31-note t31-refused" if refused else "t31-note"
    shown = " · ".join(filter(None, notes[:1] if refused else notes))
    return f'<p class="{kind}" role="status">{shown}</p>'


def select_html(verb: str, label: str, options: Mapping[str, str], chosen: str) -> str:
    """A choice among values, each with its words."""
    inside = "".join(
        f'<option value="{value}"{" selected" if value == chosen else ""}>{words}</option>'
        for value, words in options.items()
    )
    return f'<select data-do="{verb}" aria-label="{label}">{inside}</select>'


def typed(name: str, text: str, least: int, most: int | None = None) -> int:
    """The whole number that was typed; ValueError for anything else.

    >>> typed("opponents", "two", 1, 8)
    Traceback (most recent call last):
    ValueError: opponents is a whole number from 1 to 8, not 'two'
    """
    return whole(name, int(text) if text.strip().isdecimal() else text, least, most)


def differing(words: Sequence[str], others: Sequence[str]) -> str:
    """The words that stand elsewhere differently.

    >>> differing(("52 cards", "nothing seen"), ("32 cards", "nothing seen"))
    '52 cards'
    """
    pairs = zip(words, others, strict=True)
    return ", ".join(mine for mine, theirs in pairs if mine != theirs)
