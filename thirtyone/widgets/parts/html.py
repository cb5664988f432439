"""Controls, and what is said beside them.

What `panel.js` understands, whatever the widget: an element with ``data-do="verb …"`` acts when it
is clicked (a button), changed (a field, whose value is added) or submitted (a form, whose first
field's value is added). ``data-columns`` makes a group of buttons in which the arrow keys move;
``data-delete`` is what Delete does on a button. A letter typed on a button goes to the field with
``data-typed``, after a click on the button where it has ``data-types``. A button with
``data-clears`` empties what is typed in forms. What is marked ``data-live`` is left out of the
still that a page keeps without a kernel; so are forms and fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import htpy as h

from thirtyone.rules import Value
from thirtyone.widgets.parts.words import differing, sentence

Html = h.Renderable


def flag(on: bool) -> str:
    """The value of an attribute such as aria-pressed."""
    return str(on).lower()


def button(words: str, verb: str, *, main: bool = False, fixed: bool = False) -> h.Element:
    """A button with words on it; ``fixed`` where it does nothing yet."""
    return h.button(".t31-main" if main else "", data_do=verb, aria_disabled=fixed and "true")[
        words
    ]


def reset() -> h.Element:
    """The way back to the opening."""
    return h.button(data_do="reset", data_clears=True)["Reset"]


def stop() -> h.Element:
    """Ends what is still being worked out."""
    return h.button(data_do="stop", data_live=True)["Stop"]


def select(verb: str, label: str, options: Mapping[str, str], chosen: str) -> h.Element:
    """A choice among values, each with its words."""
    return h.select(data_do=verb, aria_label=label)[
        (h.option(value=v, selected=v == chosen)[words] for v, words in options.items())
    ]


def field(
    verb: str,
    value: Value,
    low: int,
    high: int | None = None,
    *,
    step: str = "1",
    label: str | None = None,
    hidden: bool = False,
) -> h.VoidElement:
    """A number to type, or to step through."""
    return h.input(
        type="number",
        min=str(low),
        max=high and str(high),
        step=step,
        data_do=verb,
        value=f"{value:g}" if isinstance(value, float) else str(value),
        aria_label=label,
        hidden=hidden,
    )


def card_field(label: str | None = None) -> h.VoidElement:
    """A field to type cards in."""
    return h.input(
        type="text",
        data_typed=True,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        size="8",
        placeholder="KH, 10 D",
        aria_label=label,
    )


def card_form(label: str, words: str) -> h.Element:
    """The same with its button, where there is no room for a label to be seen."""
    return h.form(data_do="type")[card_field(label), h.button[words]]


def columns(left: h.Node, right: h.Node) -> h.Element:
    """The cards, and the answer beside them or, where it is narrow, below."""
    return h.div(".t31-columns")[left, right]


def verdict(words: h.Node, *, status: bool = True) -> h.Element:
    """The one sentence that matters."""
    return h.p(".t31-verdict", role=status and "status")[words]


def lead(*words: h.Node, status: bool = False) -> h.Element:
    """What one should know beside it."""
    return h.p(".t31-lead", role=status and "status")[words]


def said(text: str, refused: bool) -> h.Element:
    """What happened last, or why nothing did."""
    return h.p(class_=["t31-said", refused and "t31-refused"], role="status")[sentence(text)]


def change(figures: str, before: Sequence[str], now: Sequence[str]) -> h.Node:
    """How figures have changed ("319 → 488"), and what was otherwise before, in words."""
    return h.fragment[h.b[figures], f" (before: {differing(before, now)})"]


def note(notes: Sequence[h.Node], refused: bool = False) -> h.Element:
    """What happened last and what has changed, in one line; of a refusal only the first note."""
    shown = [part for part in (notes[:1] if refused else notes) if part]
    between = [(" · ", part) if i else part for i, part in enumerate(shown)]
    return h.p(class_=["t31-note", refused and "t31-refused"], role="status")[between]
