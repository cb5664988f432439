"""More players: is a knock riskier, does it still pay, and what does a card taken tell?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import htpy as h

from thirtyone.checks import whole
from thirtyone.deck import Card, CardLike, CardsLike, card, cards
from thirtyone.hands import hand_value, three
from thirtyone.replies import checked_reply
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.scoring import break_even
from thirtyone.widgets import evidence, own_values
from thirtyone.widgets.evidence import Evidence
from thirtyone.widgets.knock import Fate, fate
from thirtyone.widgets.knock import Setting as Knocking
from thirtyone.widgets.own_values import OwnValues
from thirtyone.widgets.panel import Action, Message, Panel, Step, style
from thirtyone.widgets.parts import bars, html
from thirtyone.widgets.parts.asked import AskedOfHand, Asking, Worded
from thirtyone.widgets.parts.spot import NOWHERE, VERBS
from thirtyone.widgets.parts.tab import Tab, recounted, tab_view
from thirtyone.widgets.parts.words import listed

MOST = 8  # opponents
EXAMPLE = (cards("JC 8C 4H"), card("5D"))  # of a card taken


# One hand against 1 to 8


@dataclass(frozen=True, repr=False)
class Setting(Worded):
    """The knock with a hand, against those who only draw."""

    hand: tuple[Card, ...]
    upcard: Card
    rules: Rules = SCAT

    def __post_init__(self) -> None:
        break_even(1, self.rules)
        self.fate(1)

    def fate(self, opponents: int) -> Fate:
        """What becomes of it against so many."""
        return fate(Knocking(self.hand, self.upcard, opponents, "stock", self.rules))

    def lowest(self, opponents: int) -> int:
        """How often of 1,000 the knocker is lowest."""
        return next(iter(self.fate(opponents).counts.values()))

    def standing(self, opponents: int) -> tuple[str, str]:
        """How often lowest against break-even, and what that means; an estimate may be close."""
        result, even = self.fate(opponents), break_even(opponents, self.rules)
        if result.estimates is not None:
            lowest = next(iter(result.estimates.values()))
            if not lowest.differs_from(even):
                return "≈", "too close"
        return ("<", "pays") if result.first < even else ("≥", "doesn't pay")

    @property
    def pieces(self) -> list[Callable[[], Fate]]:
        """The first number is counted already."""
        return [partial(self.fate, opponents) for opponents in self.many[1:]]

    @property
    def many(self) -> range:
        """The numbers of opponents for whom the cards suffice."""
        return range(1, min(MOST, (len(self.rules.deck) - 4) // 4) + 1)

    @property
    def words(self) -> tuple[str, ...]:
        return " ".join(map(str, self.hand)), f"upcard {self.upcard}"


@dataclass(frozen=True, kw_only=True)
class AgainstMany(Tab, AskedOfHand):
    """One hand against 1 to 8 opponents. Those are in sight who are counted, and one more.

    Fields:
        row: the number of opponents that is guessed about.
    """

    row: int = 2
    name = "opponents"
    greeting = "Click a card to change it. Break-even leaves out ties and 31."
    verbs = VERBS

    @property
    def shown(self) -> range:
        """The numbers of opponents whose answer is in sight."""
        now: Setting = self.setting
        return now.many[: 1 if self.locked else 1 + self.counted]

    @property
    def told(self) -> str:
        lowest = ", ".join(str(self.setting.lowest(k)) for k in self.shown)
        whom = f"against 1 to {self.shown[-1]} who draw"
        return f"lowest {lowest} of 1,000 {whom}; {self.verdict[0].lower()}{self.verdict[1:-1]}"

    @property
    def verdict(self) -> str:
        now = self.setting
        pays = "…" if self.missing else against(now)
        return f"Knocking with {hand_value(now.hand, rules=now.rules):g} {pays}."

    @staticmethod
    def figure(setting: Setting) -> tuple[str, str]:
        return "lowest against one", str(setting.lowest(1))

    def body(self) -> h.Node:
        now, guess = self.setting, self.here.on(1000)
        before = None if self.locked else self.before
        looks = {bars.LOOKS[outcome]: outcome for outcome in now.fate(1).counts}
        looks["even"] = "break-even"
        if guess is not None:
            looks["guess"] = "your guess"
        if before is not None:
            looks["was"] = "before"
        estimated = [k for k in self.shown if now.fate(k).estimates is not None]
        about = f" (estimated from {estimated[0]} on)" if estimated else ""
        return [
            h.ul(".t31-legend")[
                (h.li[bars.swatch(look), what] for look, what in looks.items()),
                h.li[f"lowest, of 1,000{about}"],
            ],
            h.ol(".t31-many", aria_label="Opponents who only draw")[
                (row(self, k, guess if k == self.row else None, before) for k in now.many)
            ],
        ]


def row(state: AgainstMany, k: int, guess: float | None, before: Setting | None) -> h.Element:
    """One number of opponents: the bar, how often lowest, break-even, and what that means."""
    now, even = state.setting, break_even(k, state.setting.rules)
    was: h.Node = None
    bar: h.Element = h.span(".t31-track")
    lowest, sign, word = "?", "of", "?"
    if k in state.shown:
        bar = bars.bar(now.fate(k).counts, guess)
        lowest, (sign, word) = str(now.lowest(k)), now.standing(k)
        if before is not None:
            was = h.i(".t31-was", style=f"left:{bars.level(before.fate(k).first)}")
    return h.li[
        h.b[k],
        h.span(".t31-over")[bar, h.i(".t31-even", style=f"left:{bars.level(even)}"), was],
        h.b[lowest],
        h.span[f"{sign} {1000 * float(even):.0f}"],
        h.span[word],
    ]


def against(now: Setting) -> str:
    """Against how many it pays, in words.

    >>> against(Setting(cards("8H 6H 2C"), card("5D")))
    'pays against 4 to 8 only'
    """
    good = [k for k in now.many if now.standing(k)[1] == "pays"]
    if not good:
        return "doesn't pay against anyone"
    some = listed([str(k) for k in good], "and")
    if len(good) > 2 and good == [*range(good[0], good[-1] + 1)]:
        some = f"{good[0]} to {good[-1]}"
    return f"pays against {some}" if good == [*now.many] else f"pays against {some} only"


# The three together

TABS = {"opponents": "Opponents", "values": "Own value", "taken": "Card taken"}


def verb(name: str, state: Tab, text: str) -> Any:
    """A verb of the tab in view."""
    if name not in state.verbs:
        raise ValueError(f'"{name}" is not something to do here')
    return state.verbs[name](state, text)


def view(state: Tab, name: str) -> tuple[Tab, str]:
    """Another tab."""
    new = state.at(name)
    return new, new.greeting


class Opponents(Asking, Panel):
    """A knock against 1 to 8 opponents; with every own value; and after a card was taken.

    Three widgets, of which `view` is shown: "opponents" (one hand against 1 to 8 who draw),
    "values" (`OwnValues`: every own value against some) or "taken" (`Evidence`: one opponent, who
    took a card). It opens on one of them, with `hand` and `upcard` (in "taken" the card that they
    took). The `setting` of that view can be set and observed, its parts by `change`. With
    `predict`, the key of a prediction, what that view tells waits for a guess, made here or by
    ``predict(key, guess)``; it is then marked there, in the row of `opponents` or of two, and the
    other views, which might answer what is asked next, are left out.

    Raises ValueError as `knock_odds`, `knock_table` and `taken_values` do, and for rules under
    which a knock is not about being lowest.

    >>> opponents = Opponents()
    >>> opponents
    Opponents: K♥ 8♥ 2♣, upcard 5♦: lowest 315, 96, 28, 8, 2, 1, 0, 0 of 1,000 against 1 to 8 \
who draw; knocking with 18 pays against 1 to 8
    >>> opponents.act("view values")
    >>> opponents
    Opponents: 1 opponent who ignores the upcard: against 1, knocking pays from 18
    """

    _css = style("opponents")
    kind = "Opponents"
    verbs: ClassVar = {"view": view} | {
        name: partial(verb, name)
        for tab in (AgainstMany, OwnValues, Evidence)
        for name in tab.verbs
    }

    def __init__(
        self,
        hand: CardsLike = "KH 8H 2C",
        upcard: CardLike = "5D",
        *,
        view: str = "opponents",
        opponents: int = 1,
        reply: str = "stock",
        least: Value = 18,
        rules: Rules = SCAT,
        predict: str | None = None,
    ) -> None:
        shown, up = three(cards(hand)), card(upcard)
        row = max(2, whole("opponents", opponents, 1, MOST))
        taker = reply if checked_reply(reply) in evidence.TAKERS else "mean"
        lies = view != "taken" and {*EXAMPLE[0], EXAMPLE[1]} <= {*rules.deck}
        hand_taken, took = EXAMPLE if lies else (shown, up)
        tabs: dict[str, Callable[..., Tab]] = {
            "opponents": lambda predict=None: AgainstMany.opening(
                Setting(shown, up, rules), predict, home=NOWHERE, row=row
            ),
            "values": lambda predict=None: OwnValues.of(
                own_values.Setting(opponents, reply, rules=rules), predict
            ),
            "taken": lambda predict=None: Evidence.opening(
                evidence.Setting(hand_taken, took, taker, least, rules),
                predict,
                home=NOWHERE,
                upcard="They took",
            ),
        }
        if view not in tabs:
            raise ValueError(f"{view!r} is not a view: {', '.join(map(repr, tabs))}")
        state = tabs.pop(view)(predict)
        self.greeting = state.greeting
        super().__init__(replace(state, others=tabs).finished())

    @classmethod
    def after(cls, state: Tab, action: Action) -> Step:
        return recounted(state, super().after(state, action))

    @staticmethod
    def view(state: Tab, message: Message) -> html.Html:
        return tab_view(state, message, tabs(state.name) if state.guess.key is None else None)

    @staticmethod
    def told(state: Tab) -> str:
        return state.told

    def change(self, *, view: str | None = None, **changes: Any) -> None:
        """Another view, or what is asked there, unless the engine refuses it."""
        self.do(lambda state: (state.at(view) if view else state).to(**changes))


def tabs(shown: str) -> h.Element:
    """Which view is shown."""
    return h.div(".t31-switch", role="group", aria_label="View")[
        (
            h.button(data_do=f"view {view}", aria_pressed=html.flag(view == shown))[words]
            for view, words in TABS.items()
        )
    ]
