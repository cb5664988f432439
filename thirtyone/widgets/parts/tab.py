"""A widget of several tabs, which share the verdict's place and the note's: the state of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Self

import htpy as h

from thirtyone.widgets.parts import html
from thirtyone.widgets.parts.asked import Asked, AskedOfHand
from thirtyone.widgets.parts.faces import picker, places
from thirtyone.widgets.parts.guess import NONE, Guess
from thirtyone.widgets.parts.words import sentence


@dataclass(frozen=True, kw_only=True)
class Tab(Asked):
    """The state of a tab. A setting's `pieces` are what is to be counted before all is in sight.

    Fields:
        counted: how many of the pieces are.
        others: the other tabs, by name: each makes its state, as it was left or as it opens.
    """

    name: ClassVar[str]
    greeting: ClassVar[str]
    verbs: ClassVar[Mapping[str, Callable[[Any, str], Any]]]
    counted: int = 0
    others: Mapping[str, Callable[[], Tab]] = field(default_factory=dict)

    @property
    def told(self) -> str:
        """What the answer comes to."""
        raise NotImplementedError

    @property
    def verdict(self) -> str:
        """The sentence that matters."""
        return f"{sentence(self.told)}."

    @staticmethod
    def figure(setting: Any) -> tuple[str, str]:
        """The number that the answer of a setting turns on: its name, and what it is."""
        raise NotImplementedError

    def left(self) -> h.Node:
        """What stands beside the verdict, where that is not the cards."""

    def body(self) -> h.Node:
        """The answer, below."""
        raise NotImplementedError

    @property
    def missing(self) -> list[Callable[[], Callable[[Self], Self]]]:
        """What is still to be counted: pieces of work."""
        pieces = self.setting.pieces
        return [partial(counting, pieces[i], i + 1) for i in range(self.counted, len(pieces))]

    @property
    def here(self) -> Guess:
        """The guess, where the setting is the one that it is of."""
        return self.guess if self.setting.words == self.start.words else NONE

    def put(self, setting: Any) -> Self:
        if type(setting) is not type(self.setting):
            raise ValueError(f"this is no setting of the view {self.name!r}: {setting}")
        new = super().put(setting)
        before = None if self.missing else new.before
        return new if new is self else replace(new, before=before, counted=0)

    def finished(self) -> Self:
        """With all counted."""
        for piece in self.missing:
            self = piece()(self)
        return self

    def at(self, name: str) -> Tab:
        """Another tab, from which this one is found again as it is."""
        if name == self.name:
            return self
        if name not in self.others:
            views = ", ".join(map(repr, [self.name, *self.others]))
            raise ValueError(f"{name!r} is not a view: {views}")
        left = replace(self, others={})
        return replace(self.others[name](), others={**self.others, self.name: lambda: left})


def counting(piece: Callable[[], Any], number: int) -> Callable[[Any], Any]:
    """Count one piece."""
    piece()
    return lambda state: replace(state, counted=number)


def recounted(old: Tab, step: tuple[Tab, Any, Any]) -> tuple[Tab, Any, Any]:
    """A step; where it leads to another setting, its work is what is missing of that."""
    new, said, _ = step
    return step if new.setting == old.setting else (new, said, new.missing)


def tab_view(state: Tab, message: Any, tabs: h.Node) -> h.Element:
    """The cards or controls, beside them the verdict, the tabs and the guess; below the answer."""
    left, body, fault, form = state.left(), state.body(), "", None
    if isinstance(state, AskedOfHand):
        left, fault, form = places(state.spot), state.fault, html.card_form("Type a card", "Swap")
        if state.spot.choosing or fault:
            body = state.spot.choosing and picker(state.spot)
    counting = message.working and h.span["Counting … ", html.stop()]
    verdict: str = state.verdict
    below: h.Node = h.div(".t31-controls")[form, html.reset(), counting]
    if state.locked:
        verdict = "First your guess."
        below = [html.lead(f"{state.guess.asked}?"), state.guess.form()]
    notes = [sentence(message.text), ghost(state), state.here.said]
    return h.div(".t31-stack")[
        h.div(".t31-table")[
            h.div[left], h.div(".t31-answer")[html.verdict(sentence(fault) or verdict), tabs, below]
        ],
        h.div(".t31-body")[body],
        html.note(notes, message.refused),
    ]


def ghost(state: Tab) -> h.Node:
    """How the figure has changed with the last control."""
    now, before = state.setting, state.before
    if state.locked or state.missing or before is None or before.words == now.words:
        return None
    (name, old), (_, new) = state.figure(before), state.figure(now)
    return h.fragment[f"{name} ", html.change(f"{old} → {new}", before.words, now.words)]
