"""From which own value on does a knock pay, against one opponent or several?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, ClassVar

import htpy as h

from thirtyone.knock_table import check_table, knock_table, pays_from
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.scoring import break_even
from thirtyone.widgets.parts import bars, html
from thirtyone.widgets.parts.asked import Worded
from thirtyone.widgets.parts.tab import Tab
from thirtyone.widgets.parts.words import REPLIES, opposed, typed

VALUES = range(2, 32)
start = lru_cache(maxsize=256)(pays_from)


@dataclass(frozen=True, repr=False)
class Setting(Worded):
    """The opponents, what they do, the rules; and the own value that is pointed at."""

    opponents: int = 1
    reply: str = "stock"
    own: Value = 18
    rules: Rules = SCAT

    def __post_init__(self) -> None:
        check_table(**self.asked)
        break_even(self.opponents, self.rules)
        if not self.rules.may_knock(max(30, self.rules.trips or 0), suited=True):
            raise ValueError("under these rules nobody may knock")

    @property
    def asked(self) -> dict[str, Any]:
        """What the engine is asked."""
        return {"opponents": self.opponents, "reply": self.reply, "rules": self.rules}

    @property
    def pieces(self) -> list[Callable[[], Any]]:
        """Under house rules the table, which takes up to some seconds."""
        return [] if self.rules == SCAT else [partial(start, **self.asked)]

    @property
    def many(self) -> range:
        """The numbers of opponents for whom the cards suffice."""
        each = 3 if self.reply == "stand" else 4
        return range(1, min(8, (len(self.rules.deck) - 4) // each) + 1)

    @property
    def line(self) -> float:
        """Break-even, of 1,000."""
        return float(1000 * break_even(self.opponents, self.rules))

    @property
    def lowest(self) -> Mapping[Value, float]:
        """How often of 1,000 a knock with each own value is lowest."""
        table = knock_table(**self.asked)
        return {value: float(1000 * odds.p("lowest")) for value, odds in table.items()}

    @property
    def words(self) -> tuple[str, ...]:
        return (opposed(self.opponents, self.reply),)


def opponents(state: OwnValues, text: str) -> tuple[OwnValues, str]:
    number, reply = typed("opponents", text, 1, 8), state.setting.reply
    if number == 1 or reply in ("stock", "stand"):
        return state.to(opponents=number), ""
    new = state.to(opponents=number, reply="stock")
    return new, "several opponents are counted as ignoring the upcard, or as doing nothing"


@dataclass(frozen=True, kw_only=True)
class OwnValues(Tab):
    """How often a knock with each own value is lowest, and from which on it pays.

    >>> OwnValues.of(Setting(4)).verdict
    'Against 4, knocking pays from 14.'
    """

    name = "values"
    greeting = "Click a value to read it off. Break-even leaves out ties and 31."
    verbs: ClassVar = {
        "opponents": opponents,
        "reply": lambda state, reply: state.to(reply=reply),
        "own": lambda state, text: state.to(own=typed("an own value", text, 2, 31)),
    }

    @property
    def shown(self) -> bool:
        """Whether the answer is there to be seen."""
        return not (self.locked or self.missing)

    @property
    def told(self) -> str:
        value = "…" if self.missing else self.figure(self.setting)[1]
        return f"against {self.setting.opponents}, knocking pays from {value}"

    @staticmethod
    def figure(setting: Setting) -> tuple[str, str]:
        return "pays from", f"{start(**setting.asked):g}"

    def left(self) -> h.Node:
        return [controls(self.setting), marks(self.setting, shown=self.shown)]

    def body(self) -> h.Node:
        now, guess = self.setting, self.here.on(31)
        lowest = now.lowest if self.shown else {}
        before = self.before.lowest if lowest and self.before else {}
        over = [
            curve(before, "was"),
            curve(lowest, "now"),
            h.i(".t31-level", style=f"bottom:{bars.level(now.line, 1000)}")[
                h.b[f"{now.line:.0f}", h.span[": below it a knock pays"]]
            ],
            guess is not None and bars.guess_mark(guess - 1.5, len(VALUES), "your guess"),
        ]
        columns = [column(now, value, lowest.get(value)) for value in VALUES]
        label = "Lowest, of 1,000 knocks, by own value"
        return [
            bars.frame(columns, VALUES, top=1000, label=label, over=over),
            html.lead(in_words(now, lowest.get(now.own)), status=True),
        ]


def controls(now: Setting) -> h.Element:
    """How many opponents, and what they do."""
    several = now.opponents > 1
    replies = {r: REPLIES[r][several] for r in (("stock", "stand") if several else REPLIES)}
    return h.div(".t31-controls.t31-tight")[
        h.label[
            html.field("opponents", now.opponents, 1, 8, label="Number of opponents"),
            " opponents" if several else " opponent",
        ],
        "who ",
        html.select("reply", "What they do", replies, now.reply),
    ]


def marks(now: Setting, *, shown: bool) -> h.Node:
    """From which own value a knock pays, for each number of opponents or for each reply."""
    if now.reply in ("stock", "stand"):
        what, here = f"against 1 to {now.many[-1]}", str(now.opponents)
        calls = {str(k): {**now.asked, "opponents": k} for k in now.many}
    else:
        what, here = "by reply", now.reply
        calls = {reply: {**now.asked, "reply": reply} for reply in REPLIES}
    if now.pieces:
        calls = {here: now.asked}
    label = f"Knocking pays from, {what}"
    items = (
        h.li(class_=name == here and "t31-here")[name, h.b[f"{start(**a):g}" if shown else "?"]]
        for name, a in calls.items()
    )
    return [h.p(".t31-label")[f"{label}:"], h.ul(".t31-marks", aria_label=label)[items]]


def column(now: Setting, value: Value, lowest: float | None) -> h.Element:
    """One own value, to be clicked."""
    words, mark = "", None
    if lowest is not None:
        look, word = ("pays", "pays") if lowest < now.line else ("fails", "doesn't pay")
        words = f": lowest {lowest:,.0f} of 1,000, {word}"
        mark = bars.mark(f"dot-{look}", lowest, 1000)
    return h.button(
        ".t31-column",
        aria_pressed=html.flag(value == now.own),
        data_do=f"own {value}",
        aria_label=f"{value}{words}",
    )[mark]


def curve(lowest: Mapping[Value, float], kind: str) -> h.Element:
    """A line through the columns' heights."""
    points = ((2 * value - 3, height) for value, height in lowest.items())
    return bars.curve(points, 2 * len(VALUES), kind)


def in_words(now: Setting, lowest: float | None) -> h.Node:
    """The own value pointed at."""
    if lowest is None:
        return None
    sign, word = ("under", "pays") if lowest < now.line else ("not under", "doesn't pay")
    return [
        *("With ", h.b[f"{now.own:g}"], " you are lowest in ", h.b[f"{lowest:.0f}"]),
        f" of 1,000: {sign} {now.line:.0f}, so it {word}.",
    ]
