"""Draw or take? What each unseen card makes of the hand, against the upcard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

import htpy as h

from thirtyone.deck import Card, CardLike, CardsLike, card, cards, place
from thirtyone.dist import Dist
from thirtyone.draws import chance_within, checked_target, draw_values
from thirtyone.hands import best_discard, hand_value, three, value_after
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.widgets.panel import Message, Panel, style
from thirtyone.widgets.parts import html
from thirtyone.widgets.parts.asked import AskedOfHand, AskingOfHand
from thirtyone.widgets.parts.bars import Row, guess_mark, rows
from thirtyone.widgets.parts.faces import deck_grid, places, small
from thirtyone.widgets.parts.spot import NOWHERE, VERBS, Spot, read
from thirtyone.widgets.parts.words import sentence, target

GOAL = 24  # at first, when it is a value
LONGEST = 31  # the axis of values
DRAWS = {1: "one draw", 2: "two draws", 3: "three draws"}
GOALS = {"mean": "best mean", "value": "at least"}


@dataclass(frozen=True)
class Setting:
    """All that the choice depends on. The goal is a value to reach, or (None) the best mean.

    >>> now = Setting(cards("KS QS 4D"), card("2S"), goal=24)
    >>> now, now.take, now.outs, now.draw.total
    (K♠ Q♠ 4♦, upcard 2♠, at least 24, 22, 9, 48)
    """

    hand: tuple[Card, ...]
    upcard: Card
    seen: tuple[Card, ...] = ()
    goal: Value | None = None
    rules: Rules = SCAT

    def __post_init__(self) -> None:
        three(self.hand)
        if self.goal is not None:
            checked_target(self.goal)
        _ = self.draw  # refuses what the engine refuses

    @cached_property
    def draw(self) -> Dist:
        """The values after a draw from the stock."""
        return draw_values(self.hand, self.upcard, seen=self.seen, rules=self.rules)

    @cached_property
    def take(self) -> Value:
        """The value with the upcard, which must then be kept."""
        return value_after(self.hand, self.upcard, must_keep=True, rules=self.rules)

    @cached_property
    def value(self) -> Value:
        """What the hand is worth now."""
        return hand_value(self.hand, rules=self.rules)

    def serves(self, value: Value) -> bool:
        """Whether a value reaches the goal or, where that is the mean, betters the hand."""
        return value > self.value if self.goal is None else value >= self.goal

    @property
    def outs(self) -> int:
        """How many of the cards that can come serve."""
        return sum(count for value, count in self.draw.items() if self.serves(value))

    @cached_property
    def within(self) -> Mapping[int, Fraction]:
        """The chance of reaching the goal, a value, within so many draws."""
        assert self.goal is not None
        asked: dict[str, Any] = {"seen": self.seen, "rules": self.rules}
        return {
            n: chance_within(self.hand, self.goal, n, self.upcard, **asked)
            for n in DRAWS
            if n <= self.draw.total
        }

    @property
    def words(self) -> tuple[str, ...]:
        """The hand, the upcard, what is seen and the goal."""
        seen = f"seen {' '.join(map(str, self.seen))}" if self.seen else "nothing seen"
        goal = "the mean" if self.goal is None else f"at least {self.goal:g}"
        return " ".join(map(str, self.hand)), f"upcard {self.upcard}", seen, goal

    @property
    def figure(self) -> str:
        """The number that the goal turns on, as text."""
        if self.goal is None:
            return f"{float(self.draw.mean):.2f}"
        return f"{self.outs} of {self.draw.total}"

    def __repr__(self) -> str:
        return ", ".join(word for word in self.words if word not in ("nothing seen", "the mean"))


@dataclass(frozen=True, kw_only=True)
class State(AskedOfHand):
    """The choice that is asked about.

    Fields:
        aim: the goal, when it is a value.
        several: whether several draws have a bar each.
        draws: the number of draws that the guess is about.
    """

    aim: Value
    several: bool
    draws: int

    def put(self, setting: Setting) -> Self:
        new, goal = super().put(setting), setting.goal
        if goal is None:
            return replace(new, several=False)
        return replace(new, aim=goal)

    def held(self, spot: Spot) -> dict[str, Any]:
        seen = tuple(c for c in self.setting.seen if c not in spot.cards)
        return {**super().held(spot), "seen": seen}


def pick(state: State, text: str) -> tuple[State, str]:
    c, seen = card(text), state.setting.seen
    if state.spot.choosing or c in state.spot.slots:
        return VERBS["pick"](state, text)
    if c in seen:
        kept = tuple(other for other in seen if other != c)
        return state.to(seen=kept), f"{c.name} may come again"
    return state.to(seen=(*seen, c)), f"{c.name} is seen: it can't come"


def type_card(state: State, text: str) -> tuple[State, str]:
    if state.spot.choosing:
        return VERBS["type"](state, text)
    new, spot, seen = read(text), state.spot, state.setting.seen
    if not new:
        raise ValueError("Type a card that you have seen, such as KH or 10 D.")
    place(spot.deck, **{"your cards": spot.cards, "seen already": seen, "what you typed": new})
    return state.to(seen=(*seen, *new)), f"{', '.join(c.name for c in new)} seen: can't come"


def goal(state: State, text: str) -> State:
    if text == "mean":
        return state.to(goal=None)
    return state.to(goal=state.aim if text == "value" else target("goal", text))


def several(state: State, _: str) -> State:
    if state.several:
        return replace(state, several=False)
    return replace(state.to(goal=state.aim), several=True)


class Draw(AskingOfHand, Panel):
    """A hand and the upcard: what each card of the deck makes of it, and whether to draw or take.

    `setting` can be set and observed, its parts by `change`: `hand`, `upcard`, the cards that are
    `seen` elsewhere, and the `goal`, a value to reach or None for the best mean. With ``draws=3``
    it opens on the chances within several draws. With `predict`, the key of a prediction, the
    answers wait for a guess, made here or by ``predict(key, guess)``.

    Raises ValueError as `draw_values` does, and for a goal outside 0 to 33.

    >>> draw = Draw()
    >>> draw
    Draw: K♠ Q♠ 4♦, upcard 2♠. Take: 22 against a mean of 21.52.
    >>> draw.act("goal value")
    >>> draw
    Draw: K♠ Q♠ 4♦, upcard 2♠, at least 24. Draw: 9 of 48 reach 24, taking never does.
    """

    _css = style("draw")
    verbs: ClassVar = {**VERBS, "pick": pick, "type": type_card, "goal": goal, "several": several}
    greeting = "Seen a card go? Click it. To swap one of yours, click that first."

    def __init__(
        self,
        hand: CardsLike = "KS QS 4D",
        upcard: CardLike = "2S",
        *,
        seen: CardsLike = "",
        goal: Value | None = None,
        draws: int = 1,
        rules: Rules = SCAT,
        predict: str | None = None,
    ) -> None:
        if draws not in DRAWS:
            raise ValueError(f"draws is 1, 2 or 3, not {draws!r}")
        aim = GOAL if goal is None else goal
        start = Setting(cards(hand), card(upcard), cards(seen), aim if draws > 1 else goal, rules)
        more: dict[str, Any] = {"aim": aim, "several": draws > 1, "draws": draws}
        super().__init__(State.opening(start, predict, home=NOWHERE, **more))

    @staticmethod
    def view(state: State, message: Message) -> html.Html:
        """The cards, and the answer beside them; below what each card of the deck makes."""
        now, shown = state.setting, not (state.fault or state.locked)
        if state.fault:
            answer: h.Node = html.verdict(sentence(state.fault))
        else:
            answer = answered(state) if shown else state.guess.question()
        notes: list[h.Node] = [sentence(message.text)]
        if shown:
            notes += [ghost(now, state.before), state.guess.said]
        return h.div(".t31-stack")[
            h.div(".t31-table")[places(state.spot), h.div(".t31-answer")[answer]],
            deck_grid(now.rules.deck, lambda c: cell(state, c, shown), ".t31-map", "The deck"),
            h.p(".t31-lead.t31-kept", hidden=state.several)[shown and discard(now)],
            controls(state),
            html.note(notes, message.refused),
        ]

    def __repr__(self) -> str:
        state: State = self.state
        if state.unanswered:
            return f"Draw: {state.unanswered}"
        said = "Locked until you guess." if state.locked else verdict(state)
        return f"Draw: {state.setting}. {said}"


def verdict(state: State) -> str:
    """Which way serves the goal better, and by what; or what several draws come to."""
    now = state.setting
    take, count, goal, mean = now.take, now.draw.total, now.goal, f"{float(now.draw.mean):.2f}"
    if goal is None:
        if take == now.draw.mean:
            return f"Either: {take:g}, and a mean of {mean}."
        if take > now.draw.mean:
            return f"Take: {take:g} against a mean of {mean}."
        return f"Draw: a mean of {mean} against {take:g}."
    if take >= goal:
        if now.outs == count:
            return f"Either: both are sure of {goal:g}."
        return f"Take: {take:g} is sure, drawing has {now.outs} of {count}."
    if state.several:
        most, chance = max(now.within.items())
        return f"{sentence(DRAWS[most])}: {goal:g} in {round(1000 * chance)} of 1,000."
    if not now.outs:
        return f"Neither way reaches {goal:g} now."
    reach = "reaches" if now.outs == 1 else "reach"
    return f"Draw: {now.outs} of {count} {reach} {goal:g}, taking never does."


def answered(state: State) -> h.Node:
    """The verdict, taking and drawing as bars on one axis, and how many cards serve."""
    now, total, goal = state.setting, state.setting.draw.total, state.setting.goal
    label = "Value, or mean value" if goal is None else f"Of 1,000 times, {goal:g} or more"
    serve = "help" if goal is None else f"reach {goal:g}"
    scale = "" if goal is None else " The bars are of 1,000."
    some, rest = h.b[now.outs], h.b[total - now.outs]
    count = h.fragment[some, f" of the {total} cards {serve}, ", rest, f" don't.{scale}"]
    return [
        html.verdict(verdict(state)),
        rows(label, compared(state)),
        html.lead(None if state.several else count),
    ]


def compared(state: State) -> list[Row]:
    """Taking and drawing; where there is a value to reach, several draws have a bar each.

    The guess is marked where it belongs: at the mean, or at its number of draws.
    """
    now, name = state.setting, f"take {state.setting.upcard}"
    top = LONGEST if now.goal is None else 1000
    guess = state.guess.on(top) if now.goal == state.start.goal else None
    mark = guess_mark(guess, top)
    if now.goal is None:
        mean = float(now.draw.mean)
        taken = Row(name, now.take / LONGEST, f"{now.take:g}")
        return [taken, Row("draw, mean", mean / LONGEST, f"{mean:.2f}", mark)]
    sure = now.take >= now.goal
    drawn = [
        Row(DRAWS[n], chance, f"{round(1000 * chance):,}", mark if n == state.draws else None)
        for n, chance in now.within.items()
        if state.several or n == 1
    ]
    return [Row(name, float(sure), f"{1000 * sure:,}"), *drawn]


def cell(state: State, c: Card, shown: bool) -> h.Element:
    """One card of the deck, and what it makes."""
    now, there = state.setting, state.spot.slots
    kind, words, figure = "", "", ""
    if c == there[-1]:
        kind, words, figure = "mine", "the upcard", "up"
    elif c in there:
        kind, words = "mine", "in your hand"
    elif c in now.seen:
        kind, words = "gone", "seen"
    elif shown:
        value = value_after(now.hand, c, rules=now.rules)
        thrown = best_discard(now.hand, c, rules=now.rules).name
        figure = f"{value:g}"
        if now.serves(value):
            kind, words = "serves", f"makes {figure}, throw the {thrown}"
        elif value > now.value:
            kind, words = "better", f"makes only {figure}, throw the {thrown}"
        else:
            words = f"no help, {figure}"
    name = f"{c.name}, {words}" if words else c.name
    return h.button(
        class_=["t31-spot", kind and f"t31-{kind}"],
        role="gridcell",
        aria_selected=html.flag(kind == "gone"),
        aria_label=name,
        title=name,
        data_do=f"pick {c}",
    )[small(c), h.b[figure]]


def discard(now: Setting) -> h.Node:
    """Which card to throw after taking the upcard, and why."""
    thrown = best_discard(now.hand, now.upcard, must_keep=True, rules=now.rules)
    left = {c: (*(other for other in now.hand if other != c), now.upcard) for c in now.hand}
    worth = {c: hand_value(kept, rules=now.rules) for c, kept in left.items()}
    rivals = [c for c in now.hand if c != thrown and worth[c] == worth[thrown]]
    means = {c: draw_values(left[c], rules=now.rules).mean for c in (thrown, *rivals)}
    why = f": {worth[thrown]:g} is left either way"
    if not rivals:
        second = max(worth[c] for c in now.hand if c != thrown)
        why = f": that leaves {worth[thrown]:g}, any other at most {second:g}."
    elif means[thrown] > (best := max(means[c] for c in rivals)):
        mean = f"a mean of {float(means[thrown]):.2f}, else {float(best):.2f}."
        why += f", but one more draw then makes {mean}"
    elif any(c.points == thrown.points for c in rivals):
        why += ", and nothing else decides."
    else:
        why += ", and it has the fewest pips."
    return [f"If you take the {now.upcard}, throw the ", h.b[str(thrown)], why]


def ghost(now: Setting, before: Setting | None) -> h.Node:
    """How the number that the goal turns on has changed with the last control."""
    if before is None or before == now:
        return None
    return html.change(f"{before.figure} → {now.figure}", before.words, now.words)


def controls(state: State) -> h.Element:
    """The goal, a card to type, several draws."""
    mean, swap = state.setting.goal is None, state.spot.choosing
    aim = html.field("goal", state.aim, 0, 33, step="any", label="The value to reach", hidden=mean)
    form = ("A card of yours", "Swap") if swap else ("A card that is seen", "Seen")
    return h.div(".t31-controls.t31-tight", data_live=True)[
        h.label["Goal ", html.select("goal", "Goal", GOALS, "mean" if mean else "value")],
        aim,
        h.button(data_do="several", aria_pressed=html.flag(state.several))["Several draws"],
        html.card_form(*form),
        html.reset(),
    ]
