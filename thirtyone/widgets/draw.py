"""Draw or take? What each unseen card makes of the hand, against the upcard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import traitlets

from thirtyone.deck import (
    GLYPHS,
    SUIT_NAMES,
    SUITS,
    Card,
    CardLike,
    CardsLike,
    card,
    cards,
    place,
)
from thirtyone.dist import Dist
from thirtyone.draws import chance_within, checked_target, draw_values
from thirtyone.hands import best_discard, hand_value, three, value_after
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.widgets.old.cards import PLAIN, SPACED, Slots, card_form_html, sentence
from thirtyone.widgets.old.chart import level, number
from thirtyone.widgets.old.guess import Guessing, asked, form_html, said_html
from thirtyone.widgets.old.panel import differing, note_html, select_html
from thirtyone.widgets.old.swap import NOWHERE, Swap

GOAL = 24  # at first, when it is a value
LONGEST = 31  # the axis of values
DRAWS = {1: "one draw", 2: "two draws", 3: "three draws"}


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

    @property
    def draw(self) -> Dist:
        """The values after a draw from the stock."""
        return draw_values(self.hand, self.upcard, seen=self.seen, rules=self.rules)

    @property
    def take(self) -> Value:
        """The value with the upcard, which must then be kept."""
        return value_after(self.hand, self.upcard, must_keep=True, rules=self.rules)

    @property
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

    @property
    def words(self) -> tuple[str, ...]:
        """The hand, the upcard, what is seen and the goal."""
        seen = f"seen {' '.join(map(str, self.seen))}" if self.seen else "nothing seen"
        goal = "the mean" if self.goal is None else f"at least {self.goal:g}"
        return " ".join(map(str, self.hand)), f"upcard {self.upcard}", seen, goal

    def __repr__(self) -> str:
        return ", ".join(word for word in self.words if word not in ("nothing seen", "the mean"))


@lru_cache(maxsize=256)
def within(now: Setting, draws: int) -> Fraction:
    """The chance of reaching the goal, a value, within so many draws.

    Remembered, for three take half a second.
    """
    assert now.goal is not None
    return chance_within(now.hand, now.goal, draws, now.upcard, seen=now.seen, rules=now.rules)


class Draw(Guessing, Swap):
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

    setting = traitlets.Instance(Setting)
    invitation = "Seen a card go? Click it. To swap one of yours, click that first."

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
        if goal is None and draws > 1:
            goal = GOAL
        start = Setting(cards(hand), card(upcard), cards(seen), goal, rules)
        self.start = self.setting = start
        self.before: Setting | None = None
        self.aim = GOAL if goal is None else goal  # the goal, when it is a value
        self.draws, self.several = draws, draws > 1
        self.ask(predict)
        super().__init__(
            (*start.hand, start.upcard),
            places=(3, 1),
            label=("Your hand", "Upcard"),
            rules=rules,
        )

    def change(self, **changes: Any) -> None:
        """Another setting, unless the engine refuses it."""
        self.setting = replace(self.setting, **changes)

    @traitlets.observe("setting")
    def _moved(self, change: Any) -> None:
        if isinstance(change.old, Setting):
            self.before = change.old
            self.follow(change.old, change.new)
            self.refresh()

    def lay(self, hand: tuple[Card, ...], upcard: Card) -> None:
        seen = tuple(c for c in self.setting.seen if c not in (*hand, upcard))
        self.change(hand=hand, upcard=upcard, seen=seen)

    def do_pick(self, text: str) -> str:
        c, seen = card(text), self.setting.seen
        if self.swapping or c in self.slots:
            return super().do_pick(text)
        if c in seen:
            self.change(seen=tuple(other for other in seen if other != c))
            return f"{c.name} may come again"
        self.change(seen=(*seen, c))
        return f"{c.name} is seen: it can't come"

    def do_type(self, text: str) -> str:
        if self.swapping:
            return super().do_type(text)
        seen = cards(SPACED.sub(r"\1", text.strip()))
        if not seen:
            raise ValueError("Type a card that you have seen, such as KH or 10 D.")
        deck, old = self.rules.deck, self.setting.seen
        place(deck, **{"your cards": self.cards, "seen already": old, "what you typed": seen})
        self.change(seen=(*old, *seen))
        return f"{', '.join(c.name for c in seen)} seen: can't come"

    def do_goal(self, goal: str) -> str:
        if goal == "value":
            self.change(goal=self.aim)
        elif goal == "mean":
            self.change(goal=None)
            self.several = False
        else:
            try:
                aim = checked_target(number(goal))
            except ValueError:
                raise ValueError("The goal is a value from 0 to 33.") from None
            self.change(goal=aim)
            self.aim = aim
        return ""

    def do_several(self, _: str = "") -> str:
        self.several = not self.several
        if self.several and self.setting.goal is None:
            self.change(goal=self.aim)
        return ""

    def do_reset(self, rest: str = "") -> str:
        self.setting = self.start
        self.several = self.draws > 1
        self.aim = GOAL if self.start.goal is None else self.start.goal
        super().do_reset(rest)
        self.before, self.chosen = None, NOWHERE
        return self.invitation

    def render(self) -> str:
        now = self.setting
        shown = not (self.unguessed or self.fault)
        if shown:
            asked_here = now.goal == self.start.goal
            guess = self.guess_of(LONGEST if now.goal is None else 1000) if asked_here else None
            answer = answer_html(now, guess, several=self.several, marked=self.draws)
        elif self.fault:
            answer = f'<p class="t31-verdict" role="status">{sentence(self.fault)}</p>'
        else:
            answer = locked_html(str(self.key))
        notes = [sentence(self.said)]
        if shown:
            notes += [ghost_html(now, self.before), said_html(self.key, self.guess)]
        thrown = discard_text(now) if shown else ""
        there = (*now.hand, now.upcard) if shown else self.slots
        hidden = " hidden" if self.several else ""
        return (
            f'<div class="t31-stack"><div class="t31-table">{self.places_html()}'
            f'<div class="t31-answer">{answer}</div></div>{map_html(now, there, shown=shown)}'
            f'<p class="t31-lead t31-kept"{hidden}>{thrown}</p>{self.controls_html()}'
            f"{note_html(notes, self.refused)}</div>"
        )

    def controls_html(self) -> str:
        """The goal, a card to type, several draws."""
        goal = self.setting.goal
        hidden = " hidden" if goal is None else ""
        field = (
            f'<input type="number" min="0" max="33" step="any" data-do="goal" '
            f'value="{self.aim:g}" aria-label="The value to reach"{hidden}>'
        )
        goals = {"mean": "best mean", "value": "at least"}
        choice = select_html("goal", "Goal", goals, "mean" if goal is None else "value")
        seen = "A card of yours" if self.swapping else "A card that is seen"
        return (
            f'<div class="t31-controls t31-tight"><label>Goal {choice}</label>{field}'
            f'<button data-do="several" aria-pressed="{str(self.several).lower()}">'
            "Several draws</button>"
            f"{card_form_html(seen, 'Swap' if self.swapping else 'Seen')}"
            '<button data-do="reset">Reset</button></div>'
        )

    def __repr__(self) -> str:
        said = "Locked until you guess." if self.unguessed else verdict(self.setting)
        return f"Draw: {self.setting}. {said}"


def verdict(now: Setting, *, several: bool = False) -> str:
    """Which way serves the goal better, and by what; or what several draws come to.

    >>> verdict(Setting(cards("KS QS 4D"), card("2S"), goal=22))
    'Take: 22 is sure, drawing has 10 of 48.'
    """
    take, count = now.take, now.draw.total
    if now.goal is None:
        mean = now.draw.mean
        if take == mean:
            return f"Either: {take:g}, and a mean of {float(mean):.2f}."
        if take > mean:
            return f"Take: {take:g} against a mean of {float(mean):.2f}."
        return f"Draw: a mean of {float(mean):.2f} against {take:g}."
    if take >= now.goal:
        if now.outs == count:
            return f"Either: both are sure of {now.goal:g}."
        return f"Take: {take:g} is sure, drawing has {now.outs} of {count}."
    if several:
        most = max(n for n in DRAWS if n <= count)
        return f"{DRAWS[most].capitalize()}: {now.goal:g} in {_of_1000(now, most)} of 1,000."
    if not now.outs:
        return f"Neither way reaches {now.goal:g} now."
    reach = "reaches" if now.outs == 1 else "reach"
    return f"Draw: {now.outs} of {count} {reach} {now.goal:g}, taking never does."


def answer_html(
    now: Setting, guess: float | None = None, *, several: bool = False, marked: int = 1
) -> str:
    """The verdict, taking and drawing as bars on one axis, and how many cards serve.

    Where there is a value to reach, ``several`` draws have a bar each. The guess is marked at the
    mean, or at the ``marked`` number of draws.
    """
    take, total = now.take, now.draw.total
    if now.goal is None:
        mean, top = float(now.draw.mean), LONGEST
        bars = [
            (f"take {now.upcard}", float(take), f"{take:g}"),
            ("draw, mean", mean, f"{mean:.2f}"),
        ]
        label, serve = "Value, or mean value", "help"
    else:
        top = 1000
        sure = [(f"take {now.upcard}", top if take >= now.goal else 0)]
        offered = [n for n in DRAWS if (several or n == 1) and n <= total]
        drawn = [(DRAWS[n], _of_1000(now, n)) for n in offered]
        bars = [(name, height, f"{height:,}") for name, height in sure + drawn]
        label, serve = f"Of 1,000 times, {now.goal:g} or more", f"reach {now.goal:g}"
    mark = "" if guess is None else f'<i class="t31-guess" style="left:{level(guess, top)}"></i>'
    at = 1 if now.goal is None else marked
    rows = "".join(
        f'<li><span>{name}</span><span class="t31-track" aria-hidden="true">'
        f'<span style="width:{level(height, top)}"></span>'
        f"{mark if i == at else ''}</span><b>{number}</b></li>"
        for i, (name, height, number) in enumerate(bars)
    )
    count = f"<b>{now.outs}</b> of the {total} cards {serve}, <b>{total - now.outs}</b> don't."
    if now.goal is not None:
        count += " The bars are of 1,000."
    return (
        f'<p class="t31-verdict" role="status">{verdict(now, several=several)}</p>'
        f'<ul class="t31-lives" aria-label="{label}">{rows}</ul>'
        f'<p class="t31-lead">{"" if several else count}</p>'
    )


def _of_1000(now: Setting, draws: int) -> int:
    return round(1000 * within(now, draws))


def locked_html(key: str) -> str:
    """The question, in the place of its answer."""
    return (
        '<p class="t31-verdict" role="status">First your guess.</p>'
        f'<p class="t31-lead">{asked(key)}?</p>{form_html(key)}'
    )


def map_html(now: Setting, there: Slots, *, shown: bool = True) -> str:
    """The deck, a row for each suit: what each card that can come makes of the hand.

    ``there`` are the hand and, last, the upcard as they lie.
    """
    rows = []
    for suit in SUITS:
        spots = "".join(spot_html(now, there, c, shown) for c in now.rules.deck if c.suit == suit)
        rows.append(
            f'<div role="row" class="t31-row t31-{SUIT_NAMES[suit]}" '
            f'aria-label="{SUIT_NAMES[suit]}">{spots}</div>'
        )
    columns = len(now.rules.deck) // len(SUITS)
    return (
        f'<div class="t31-map" role="grid" aria-label="The deck" aria-multiselectable="true" '
        f'data-columns="{columns}" '
        f'style="--columns:{columns}">{"".join(rows)}</div>'
    )


def spot_html(now: Setting, there: Slots, c: Card, shown: bool) -> str:
    """One card of the deck, and what it makes."""
    kind, words, mark, selected = "", "", "", "false"
    if c == there[-1]:
        kind, words, mark = " t31-mine", "the upcard", "up"
    elif c in there:
        kind, words = " t31-mine", "in your hand"
    elif c in now.seen:
        kind, words, selected = " t31-gone", "seen", "true"
    elif shown:
        value = value_after(now.hand, c, rules=now.rules)
        thrown = best_discard(now.hand, c, rules=now.rules)
        if now.serves(value):
            kind, words = " t31-serves", f"makes {value:g}, throw the {thrown.name}"
        elif value > now.value:
            kind, words = " t31-better", f"makes only {value:g}, throw the {thrown.name}"
        else:
            words = f"no help, {value:g}"
        mark = f"{value:g}"
    name = f"{c.name}, {words}" if words else c.name
    return (
        f'<button role="gridcell" class="t31-spot{kind}" aria-selected="{selected}" '
        f'aria-label="{name}" title="{name}" data-do="pick {c}">'
        f'<span aria-hidden="true">{c.rank}{GLYPHS[c.suit]}{PLAIN}</span>'
        f"<b>{mark}</b></button>"
    )


def discard_text(now: Setting) -> str:
    """Which card to throw after taking the upcard, and why."""
    thrown = best_discard(now.hand, now.upcard, must_keep=True, rules=now.rules)
    left = {c: (*(other for other in now.hand if other != c), now.upcard) for c in now.hand}
    worth = {c: hand_value(kept, rules=now.rules) for c, kept in left.items()}
    head = f"If you take the {now.upcard}, throw the <b>{thrown}</b>"
    rivals = [c for c in now.hand if c != thrown and worth[c] == worth[thrown]]
    if not rivals:
        second = max(worth[c] for c in now.hand if c != thrown)
        return f"{head}: that leaves {worth[thrown]:g}, any other at most {second:g}."
    means = {c: draw_values(left[c], rules=now.rules).mean for c in (thrown, *rivals)}
    best = max(means[c] for c in rivals)
    either = f"{head}: {worth[thrown]:g} is left either way"
    if means[thrown] > best:
        return (
            f"{either}, but one more draw then makes a mean of {float(means[thrown]):.2f}, "
            f"else {float(best):.2f}."
        )
    same = any(c.points == thrown.points for c in rivals)
    return f"{either}, and {'nothing else decides' if same else 'it has the fewest pips'}."


def figure(now: Setting) -> str:
    """The number that the goal turns on, as text."""
    if now.goal is None:
        return f"{float(now.draw.mean):.2f}"
    return f"{now.outs} of {now.draw.total}"


def ghost_html(now: Setting, before: Setting | None) -> str:
    """How that number has changed with the last control."""
    if before is None or before == now:
        return ""
    return f"<b>{figure(before)} → {figure(now)}</b> (before: {differing(before.words, now.words)})"
