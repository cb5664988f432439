"""What does a card taken tell? A hand that chose a card is not one to which it was dealt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

import htpy as h

from thirtyone.deck import Card
from thirtyone.dist import per_mille
from thirtyone.draws import checked_target
from thirtyone.replies import Taken, taken_evidence
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.widgets.parts import bars, html
from thirtyone.widgets.parts.asked import AskedOfHand, Worded
from thirtyone.widgets.parts.spot import VERBS
from thirtyone.widgets.parts.tab import Tab
from thirtyone.widgets.parts.words import REPLIES, number

TAKERS = {reply: REPLIES[reply][0] for reply in ("mean", "greedy", "sharp")}

known = lru_cache(maxsize=256)(taken_evidence)


@dataclass(frozen=True, repr=False)
class Setting(Worded):
    """Your hand, the card that an opponent took (`upcard`), by which reply; the value asked about.

    >>> from thirtyone.deck import card, cards
    >>> Setting(cards("JC 8C 4H"), card("5D")).counts
    (195, 90, 363)
    """

    hand: tuple[Card, ...]
    upcard: Card
    taker: str = "mean"
    least: Value = 18
    rules: Rules = SCAT

    def __post_init__(self) -> None:
        checked_target(self.least)
        _ = self.taken

    pieces = ()  # all is counted at once

    @property
    def taken(self) -> Taken:
        """What the engine says."""
        return known(self.hand, reply=self.taker, took=self.upcard, rules=self.rules)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many strangers, dealt and choosers of 1,000 have at least the value."""
        stranger, dealt, chose, _ = self.taken
        return tuple(round(1000 * d.at_least(self.least)) for d in (stranger, dealt, chose))

    @property
    def cells(self) -> list[int]:
        """Who take it and then have so much, and less; who would leave it, the same: cases."""
        return [n for values in self.taken[2:] for n in self.high_and_low(values)]

    def high_and_low(self, values: Mapping[Value, int]) -> tuple[int, int]:
        high = sum(n for value, n in values.items() if value >= self.least)
        return high, sum(values.values()) - high

    @property
    def words(self) -> tuple[str, ...]:
        hand, how = " ".join(map(str, self.hand)), f"an opponent who {TAKERS[self.taker]}"
        return hand, f"they took {self.upcard}", how, f"{self.least:g} or more"


def least(state: Evidence, text: str) -> Evidence:
    try:
        value = checked_target(number(text))
    except ValueError:
        raise ValueError("Ask about a value from 0 to 33.") from None
    return state.to(least=value)


@dataclass(frozen=True, kw_only=True)
class Evidence(Tab, AskedOfHand):
    """What an opponent's hand is worth who took a card, beside one who has it by chance."""

    name = "taken"
    greeting = "Click a card to change it."
    verbs: ClassVar = {
        **VERBS,
        "taker": lambda state, taker: state.to(taker=taker),
        "least": least,
    }

    @property
    def told(self) -> str:
        stranger, _, chose = self.setting.counts
        than = f"not {stranger}" if chose != stranger else "as for a stranger"
        return f"{chose} of 1,000, {than}"

    @property
    def verdict(self) -> str:
        return f"{self.setting.least:g} or more: {self.told}."

    @staticmethod
    def figure(setting: Setting) -> tuple[str, str]:
        return "once they took it", str(setting.counts[2])

    def body(self) -> h.Node:
        now, shown = self.setting, not self.locked
        return [
            h.div(".t31-halves")[
                h.div(".t31-answer")[controls(now), shares(self)], shown and two_by_two(now)
            ],
            shown and both_ways(now),
        ]


def controls(setting: Setting) -> h.Element:
    """The value asked about, and by what they took the card."""
    return h.div(".t31-controls.t31-tight", data_live=True)[
        h.label[
            "Worth ",
            html.field("least", setting.least, 0, 33, step="any", label="At least"),
            " or more",
        ],
        html.select("taker", "What they do", TAKERS, setting.taker),
    ]


def shares(state: Evidence) -> h.Element:
    """How often three opponents have at least the value; two of them wait for the guess."""
    took, rows = state.setting.upcard, []
    for who, n in zip(("a stranger", "dealt", "took"), state.setting.counts, strict=True):
        name = who if who == "a stranger" else f"{who} the {took}"
        guess = bars.guess_mark(state.here.on(1000)) if who == "took" else None
        hidden = state.locked and who != "a stranger"
        rows.append(bars.Row(name, 0 if hidden else n / 1000, "?" if hidden else str(n), guess))
    return bars.rows("Of 1,000 such opponents", rows)


def two_by_two(setting: Setting) -> h.Element:
    """The table of 1,000: who takes the card, and who has so much with it."""
    take_high, take_low, leave_high, leave_low = per_mille(setting.cells)
    high, took = take_high + leave_high, setting.upcard
    rows = {
        f"take the {took}": (take_high, take_low, take_high + take_low),
        "leave it": (leave_high, leave_low, leave_high + leave_low),
        "all": (high, 1000 - high, 1000),
    }
    heads = (f"with the {took}", f"{setting.least:g} or more", "less", "all")
    return h.table(".t31-two")[
        h.caption["1,000 hands they may have had (no 31):"],
        h.tr[(h.th(scope="col")[head] for head in heads)],
        (
            h.tr[h.th(scope="row")[what], (h.td[f"{n:,}"] for n in numbers)]
            for what, numbers in rows.items()
        ),
    ]


def both_ways(now: Setting) -> list[h.Element]:
    """The table read along its first row, and down its first column."""
    what, cases, rounded = f"{now.least:g} or more", now.cells, per_mille(now.cells)
    lines = (("who take it", 1, f"then have {what}"), (f"who with it have {what}", 2, "take it"))
    return [
        html.lead(
            f"Of the {rounded[0] + rounded[other]} {who}, {rounded[0]} {part}: ",
            share((cases[0], cases[other]), (rounded[0], rounded[other])),
        )
        for who, other, part in lines
    ]


def share(cases: tuple[int, int], rounded: tuple[int, int]) -> h.Node:
    """The first of two as a share of 1,000, beside counts of 1,000 in all that were rounded."""
    if not sum(cases):
        return "of nobody there is no share."
    of_1000 = of_both(cases)
    same = sum(rounded) and of_1000 == of_both(rounded)
    return [h.b[of_1000], f" of 1,000{'' if same else ', unrounded'}."]


def of_both(counts: tuple[int, int]) -> int:
    return round(Fraction(1000 * counts[0], sum(counts)))
