"""Cards: their faces, the places where they lie, and the deck to pick them from."""

from __future__ import annotations

from collections.abc import Callable

import htpy as h

from thirtyone.deck import GLYPHS, RANKS, SUIT_NAMES, SUITS, Card
from thirtyone.widgets.parts.html import flag
from thirtyone.widgets.parts.spot import Spot

Cell = Callable[[Card], h.Element]

PLAIN = "\ufe0e"  # asks for the glyph as text, not as a coloured picture


def face(c: Card, *, marked: bool | None = None) -> h.Element:
    """A card's face, for the eye alone: what holds it names the card.

    ``marked`` lifts the card out of its hand, or dims it.
    """
    mark = {None: "", True: "t31-marked", False: "t31-dimmed"}[marked]
    glyph = GLYPHS[c.suit] + PLAIN
    return h.span(class_=["t31-face", f"t31-{SUIT_NAMES[c.suit]}", mark], aria_hidden="true")[
        h.span[c.rank, h.br, glyph], h.span[glyph]
    ]


def small(c: Card) -> h.Element:
    """A card as its rank and glyph, for the eye alone."""
    return h.span(aria_hidden="true")[c.rank, GLYPHS[c.suit], PLAIN]


def places(spot: Spot) -> h.Element:
    """The groups of places with the cards that lie there."""
    groups = (
        h.div(".t31-group")[
            h.div(".t31-label", aria_hidden="true")[label],
            h.div(
                ".t31-places",
                role="listbox",
                aria_label=label,
                aria_orientation="horizontal",
                data_columns=str(size),
            )[(_place(spot, i, f"place {i - start + 1} of {size}") for i in span)],
        ]
        for label, (start, size) in zip(spot.labels, spot.spans, strict=True)
        for span in [range(start, start + size)]
    )
    return h.div(".t31-groups")[groups]


def _place(spot: Spot, at: int, where: str) -> h.Element:
    c = spot.slots[at]
    return h.button(
        ".t31-place",
        role="option",
        aria_selected=flag(at == spot.chosen),
        aria_label=f"{c.name if c is not None else 'empty'}, {where}",
        data_do=f"choose {at}",
        data_types=True,
        data_delete=f"remove {at}" if c is not None else None,
    )[face(c) if c is not None else h.span(".t31-empty", aria_hidden="true")["?"]]


def picker(spot: Spot) -> h.Element:
    """The deck as a grid, a row for each suit."""
    return deck_grid(spot.deck, lambda c: _cell(spot, c), ".t31-picker", "Pick a card")


def _cell(spot: Spot, c: Card) -> h.Element:
    here, away = c in spot.slots, c in spot.blocked
    return h.button(
        ".t31-cell",
        role="gridcell",
        aria_selected=flag(here),
        aria_label=f"{c.name}, in use elsewhere" if away else c.name,
        aria_disabled=away and "true",
        data_do=f"pick {c}",
        data_delete=f"remove {spot.slots.index(c)}" if here else None,
    )[small(c)]


def deck_grid(deck: tuple[Card, ...], cell: Cell, kind: str, label: str) -> h.Element:
    """A deck of cards, a row for each suit; ``cell`` makes each card's button."""
    ranks = sum(any(c.rank == rank for c in deck) for rank in RANKS)
    rows = (
        h.div(f".t31-row.t31-{SUIT_NAMES[suit]}", role="row", aria_label=SUIT_NAMES[suit])[
            (cell(c) for c in deck if c.suit == suit)
        ]
        for suit in SUITS
    )
    return h.div(
        kind,
        role="grid",
        aria_label=label,
        aria_multiselectable="true",
        data_columns=str(ranks),
        data_live=kind == ".t31-picker",
        style=f"--columns:{ranks}",
    )[rows]
