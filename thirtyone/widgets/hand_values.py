"""What hands to expect: a guess of the shape first, then the exact bars, then deals laid over."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, ClassVar

import htpy as h
import numpy as np

from thirtyone.checks import whole
from thirtyone.deck import Card, CardsLike, cards, shuffled
from thirtyone.dist import Dist, Estimate
from thirtyone.draws import checked_target, unseen
from thirtyone.hands import Array, codes_of, dist_of, hand_value, hand_values
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.widgets.panel import Action, Message, Panel, Step, script, style
from thirtyone.widgets.parts import bars, html
from thirtyone.widgets.parts.asked import Asked, Asking, Followed
from thirtyone.widgets.parts.bars import level
from thirtyone.widgets.parts.faces import picker
from thirtyone.widgets.parts.spot import Spot
from thirtyone.widgets.parts.words import listed, number, of_1000, sentence, target, typed

VIEWS = {"exactly": "each value", "at least": "that or more", "at most": "that or less"}
DECKS = {"2": "52 cards", "7": "32 cards"}  # by the lowest rank
TOPS = 300, 500, 1000  # of 1,000: axes; on the first there is room for the 259 of a 10
RARE = Fraction(1, 100)  # what is rarer is counted of 100,000
LABELLED = 100  # of 1,000: a bar with room for its number
# What a hand may be worth beside its suits: the fields of Rules, and what is usual together.
HOUSE = {"trips": "three of a kind", "aces": "three aces", "suited_run": "three in a row of a suit"}
HOUSES = (None, None, None), (30, None, None), (30.5, None, None), (30, 33, None), (None, None, 30)
BLOCK, MOST = 20_000, 200_000  # hands that are dealt at a time, and in all
PAIR = re.compile(r"(\d+(?:\.\d+)?)\s*[: ]\s*(\d+)[\s,;]*")  # a value and its height
DOTS = "A dot is a share of your hands, with its standard error; ▲: above the frame"


@dataclass(frozen=True)
class Setting:
    """Which hands are counted, and how one looks at them; ValueError where the engine refuses it.

    >>> now = Setting()
    >>> now, now.share
    (52 cards, Fraction(628, 5525))
    """

    rules: Rules = SCAT
    seen: tuple[Card, ...] = ()
    view: str = "exactly"
    line: Value = 20

    def __post_init__(self) -> None:
        checked_target(self.line)
        if self.view not in VIEWS:
            raise ValueError(f"{self.view!r} is not a view: {', '.join(map(repr, VIEWS))}")
        _ = self.values

    @cached_property
    def values(self) -> Dist:
        """The values of the hands that can be dealt."""
        return hand_values(seen=self.seen, rules=self.rules)

    @property
    def axis(self) -> list[Value]:
        """Every value under these rules, with what is seen or without: the axis stays fixed."""
        return sorted({*range(2, 32), *filter(None, (self.rules.trips, self.rules.aces))})

    @property
    def top(self) -> int:
        """Where the axis of hands ends, of 1,000."""
        tops = TOPS if self.view == "exactly" else TOPS[-1:]
        return next(top for top in tops if 1000 * max(self.values.pmf().values()) <= top)

    @property
    def side(self) -> str:
        """Which side of the line is counted."""
        return "or less" if self.view == "at most" else "or more"

    def counts(self, value: Value) -> bool:
        """Whether a value lies on that side."""
        return value <= self.line if self.view == "at most" else value >= self.line

    @cached_property
    def share(self) -> Fraction:
        """The share of the hands on that side."""
        return self.values.p(self.counts)

    @property
    def counted(self) -> tuple[int, int]:
        """The same as a count, and of how many: 1,000, or 100,000 where they are rare."""
        scale = 1000 if self.share >= RARE or not self.share else 100_000
        return round(scale * self.share), scale

    def heights(self, dist: Dist) -> dict[Value, Fraction]:
        """How high each column is in this view, of 1."""
        chance = {"exactly": dist.p, "at least": dist.at_least, "at most": dist.at_most}[self.view]
        return {value: chance(value) for value in self.axis}

    @property
    def words(self) -> tuple[str, ...]:
        """The deck, the rules, what is seen and what is counted."""
        gone = f"without {' '.join(map(str, self.seen))}" if self.seen else "nothing seen"
        cards = f"{len(self.rules.deck)} cards"
        return cards, house(self.rules), gone, f"{self.line:g} {self.side}"

    def __repr__(self) -> str:
        usual = ("plain rules", "nothing seen")
        return ", ".join(word for word in self.words[:3] if word not in usual)


def house(rules: Rules) -> str:
    """What a hand may be worth beside its suits, in words.

    >>> from thirtyone import PRESETS
    >>> house(SCAT), house(PRESETS["CADILLAC"])
    ('plain rules', 'three of a kind 30, three aces 33')
    """
    worth = {what: getattr(rules, name) for name, what in HOUSE.items()}
    return ", ".join(f"{what} {value:g}" for what, value in worth.items() if value) or "plain rules"


@dataclass(frozen=True, kw_only=True)
class State(Asked):
    """What is counted, what was drawn, what was dealt.

    Fields:
        shown: whether the bars are, but for a guess that is wanted.
        drawn: the heights drawn, of 1,000, by value.
        seed, asked: what hands are dealt from, and how many.
        dealt: those dealt so far.
        more, picking: what is open.
    """

    shown: bool = False
    drawn: Mapping[Value, int] = field(default_factory=dict)
    seed: int = 0
    asked: int = 0
    dealt: Dist | None = None
    more: bool = False
    picking: bool = False

    @property
    def locked(self) -> bool:
        return not self.shown or self.guess.wanted

    @property
    def source(self) -> tuple[Any, ...]:
        """What the hands dealt depend on."""
        return self.setting.rules, self.setting.seen, self.seed

    @property
    def number(self) -> int:
        """How many hands are dealt so far."""
        return self.dealt.total if self.dealt is not None else 0

    def hands(self, count: int, after: int) -> Array:
        """So many hands of the seed, after others: the n-th is the same however many are dealt."""
        deck = unseen(self.setting.rules, self.setting.seen)
        return shuffled(deck, seed=self.seed, count=count, after=after)[:, :3]

    @property
    def seen(self) -> Spot:
        """The cards that are seen, to pick more."""
        deck = len(self.setting.rules.deck)
        return Spot.of(self.setting.seen, ("Seen cards",), (deck,), rules=self.setting.rules)

    @property
    def houses(self) -> list[Rules]:
        """The rules to choose from: what it opened with, and the common ones."""
        now = self.setting.rules
        usual = [replace(now, **dict(zip(HOUSE, worth, strict=True))) for worth in HOUSES]
        opened = replace(self.start.rules, lowest_rank=now.lowest_rank)
        return list(dict.fromkeys([*usual, opened, now]))


def draw(state: State, text: str) -> State:
    if not text.strip() or PAIR.sub("", text.strip()):
        raise ValueError("Type a value and its height, such as 7: 50.")
    drawn = {number(value): int(height) for value, height in PAIR.findall(text)}
    axis = state.setting.axis
    for value, height in drawn.items():
        if value not in axis:
            raise ValueError(f"No hand is worth {value:g}: the values are 2 to {axis[-1]}.")
        if height > 1000:
            raise ValueError(f"{height:,} of 1,000 hands? A height is 0 to 1,000.")
    heights = {**state.drawn, **drawn}
    return replace(state, drawn={value: height for value, height in heights.items() if height})


def show(state: State, _: str = "") -> State:
    if not state.drawn and not state.shown:
        raise ValueError("First draw what you expect: pull up at least one bar.")
    return replace(state, shown=True)


def deal(state: State, text: str) -> tuple[State, str]:
    count = typed("the number of hands", text, 1)
    n = state.asked + count
    if n > MOST:
        raise ValueError(f"{MOST:,} hands are the most here. Another seed deals others.")
    new = replace(state, asked=n, before=None)
    if count > 1:
        return new, ""
    hand = tuple(Card(int(c)) for c in state.hands(1, n - 1)[0])
    value = hand_value(hand, rules=state.setting.rules)
    return new, f"hand {n:,}: {' '.join(map(str, hand))} is worth {value:g}"


def deck(state: State, lowest_rank: str) -> tuple[State, str]:
    old = state.setting
    rules = replace(old.rules, lowest_rank=typed("the lowest rank", lowest_rank, 2, 14))
    gone = [str(c) for c in old.seen if c not in rules.deck]
    new = state.to(rules=rules, seen=tuple(c for c in old.seen if c in rules.deck))
    return new, f"{listed(gone, 'and')} not in this deck: no longer seen" if gone else ""


def house_chosen(state: State, at: str) -> State:
    houses = state.houses
    return state.to(rules=houses[typed("the house", at, 0, len(houses) - 1)])


def dealing(state: State, after: int) -> Callable[[State], State]:
    """Deal a block of the hands that were asked for: a piece of work."""
    hands = state.hands(min(BLOCK, state.asked - after), after)
    more = dist_of(np.bincount(codes_of(hands, state.setting.rules), minlength=256))
    return lambda now: replace(now, dealt=Dist(Counter(now.dealt) + Counter(more)))


class HandValues(Asking, Panel):
    """An empty frame to draw the shape of all hands in; then the exact bars, and deals over them.

    `setting` can be set and observed, its parts by `change`. `drawn` maps values to the heights
    drawn, of 1,000; `values` is the exact distribution. With ``shown=True`` it opens on the exact
    bars. With `predict`, the key of a prediction, the bars wait for that guess too, made here or by
    ``predict(key, guess)``.

    Raises ValueError as `hand_values` does, and for a line outside 0 to 33.

    >>> values = HandValues()
    >>> values
    Hand values of 52 cards: draw your guess, then show the bars
    >>> values.act("draw 9:60 10:200")
    >>> values.act("show")
    >>> values
    Hand values of 52 cards: of 1,000 hands, 114 are worth 20 or more; mean 13.09
    """

    _esm = script("drawing")
    _css = style("hand_values")
    verbs: ClassVar = {
        "draw": draw,
        "show": show,
        "line": lambda state, text: state.to(line=target("line", text)),
        "deal": deal,
        "seed": lambda state, text: replace(state, seed=typed("seed", text, 0)),
        "view": lambda state, view: state.to(view=view),
        "deck": deck,
        "house": house_chosen,
        "pick": lambda state, text: state.to(seen=state.seen.pick(text)[0].cards),
        "remove": lambda state, at: state.to(seen=state.seen.remove(at)[0].cards),
        "more": lambda state, _: replace(state, more=not state.more),
        "picking": lambda state, _: replace(state, picking=not state.picking),
    }
    guessing = staticmethod(show)
    drawn = Followed(lambda state: state.drawn)
    values = Followed(lambda state: state.setting.values)

    def __init__(
        self,
        *,
        seen: CardsLike = "",
        line: Value | Fraction = 20,
        view: str = "exactly",
        shown: bool = False,
        seed: int = 0,
        rules: Rules = SCAT,
        predict: str | None = None,
    ) -> None:
        setting = Setting(rules, cards(seen), view, number(line))
        super().__init__(State.of(setting, predict, shown=shown, seed=whole("seed", seed, 0)))

    @classmethod
    def after(cls, state: State, action: Action) -> Step:
        """Hands are dealt at once, or a block of them, and the others when that is seen."""
        new, said, work = super().after(state, action)
        if new.source != state.source:
            new = replace(new, dealt=None)
        elif new.asked == state.asked:
            return new, said, work
        pieces = [partial(dealing, new, start) for start in range(new.number, new.asked, BLOCK)]
        return (pieces[0]()(new) if pieces else new), said, pieces[1:]

    @staticmethod
    def view(state: State, message: Message) -> html.Html:
        notes: list[h.Node] = [sentence(message.text)]
        if state.locked:
            body = [frame(state), frame_controls(state)]
        else:
            body = [answered(state, message.working), controls(state)]
            notes += [ghost(state.setting, state.before), state.guess.said]
            if state.dealt is not None and not any(notes):
                notes = [DOTS]
        opened = state.more and not state.locked
        return h.div(class_=["t31-stack", opened and state.picking and "t31-low"])[
            body, html.note(notes, message.refused), opened and more(state)
        ]

    def __repr__(self) -> str:
        state: State = self.state
        how = f"{verdict(state.setting)}; mean {float(state.setting.values.mean):.2f}"
        if state.locked:
            how = "locked until you guess" if state.shown else "draw your guess, then show the bars"
        return f"Hand values of {state.setting}: {how}"


def verdict(now: Setting) -> str:
    """How many hands lie on the line's side."""
    n, scale = now.counted
    return f"of {scale:,} hands, {n:,} {'is' if n == 1 else 'are'} worth {now.line:g} {now.side}"


def answer(head: str, lead: h.Node, over: h.Node, chart: h.Node, below: h.Node = None) -> h.Node:
    """What both the frame and the bars stand in, so that neither moves the other."""
    return h.div(".t31-answer")[
        html.verdict(head),
        html.lead(lead),
        h.div(".t31-strip", aria_hidden="true")[over],
        chart,
        h.p(".t31-lead.t31-kept", role="status")[below],
    ]


# The frame to draw in


def frame(state: State) -> h.Node:
    """The frame, in which what was drawn stands."""
    now, drawn = state.setting, state.drawn
    head = "First your guess." if state.shown else "What are hands worth? Draw your guess."
    lead: h.Node = "Pull up the bars: of 1,000 hands, how many have each value?"
    if drawn:
        total = h.b[f"{sum(drawn.values()):,}"]
        lead = h.fragment["Your bars add up to ", total, "; all hands are 1,000."]
    columns = [slider(value, drawn.get(value, 0), now.top) for value in now.axis]
    label = "Your guess: hands of 1,000, by value"
    chart = bars.frame(columns, now.axis, top=now.top, label=label, draw="draw")
    return answer(head, lead, None, chart)


def drawn_to(height: float | Fraction, top: int) -> str:
    """The style of a bar that was drawn so high."""
    return f"--drawn:{level(height, top)}"


def slider(value: Value, height: int, top: int) -> h.Element:
    """A bar to pull up."""
    return h.button(
        ".t31-column",
        role="slider",
        aria_orientation="vertical",
        data_name=f"{value:g}",
        aria_label=f"Worth {value:g}",
        aria_valuemin="0",
        aria_valuemax=str(top),
        aria_valuenow=str(height),
        style=drawn_to(height, top),
    )[h.i(".t31-drawn")]


def frame_controls(state: State) -> h.Element:
    """A height to type, and what shows the bars: a button, or the guess that is wanted."""
    reveal = html.button("Show", "show", main=True, fixed=not state.drawn)
    height = h.input(
        type="text", autocomplete="off", placeholder="7: 50", aria_label="A value and its height"
    )
    return h.div(".t31-controls", data_live=True)[
        h.form(data_do="draw")[h.label["Or type ", height], h.button["Set"]],
        state.guess.form(state.guess.asked) if state.guess.wanted else reveal,
        html.reset(),
    ]


# The exact bars


def answered(state: State, working: bool) -> h.Node:
    """The verdict, the exact bars with the line, and the deals over them."""
    now = state.setting
    values, mean = now.values, h.b[f"{float(now.values.mean):.2f}"]
    below = round(1000 * values.p(lambda value: value < values.mean))
    lead = h.fragment[
        *("Exactly ", h.b[f"{int(now.share * values.total):,}"], f" of the {values.total:,}. "),
        *("The mean is ", mean, f"; {below:,} of 1,000 lie below it."),
    ]
    head, dealt = f"{sentence(verdict(now))}.", dealt_words(state, working)
    return answer(head, lead, sides(now), chart(state), dealt)


def at_line(now: Setting) -> float:
    """Where between the columns the line stands, from 0 to 1."""
    return sum((now.side == "or less") == now.counts(v) for v in now.axis) / len(now.axis)


def at_mean(now: Setting) -> float:
    """Where the mean is, from 0 to 1 along the columns."""
    column = np.interp(float(now.values.mean), now.axis, range(len(now.axis)))
    return float(column + 0.5) / len(now.axis)


def sides(now: Setting) -> h.Element:
    """How many hands lie on either side of the line, above it."""
    n, scale = now.counted
    left, right = (scale - n, n) if now.side == "or more" else (n, scale - n)
    place = f"--at:{level(at_line(now))}"
    return h.p(style=place)[h.b[f"{left:,}"], h.span["← →"], h.b[f"{right:,}"]]


def chart(state: State) -> h.Element:
    """A column for each value, with what was guessed, what was there before, what was dealt."""
    now, drawn, before, dealt = state.setting, state.drawn, state.before, state.dealt
    top, single = now.top, now.view == "exactly"
    guess = {value: Fraction(n, 1000) for value, n in drawn.items()}
    if drawn and not single:
        guess = now.heights(Dist(drawn))  # as if the heights drawn added up to 1,000
    moved = before is not None and (before.rules, before.seen) != (now.rules, now.seen)
    was = now.heights(before.values) if moved else {}
    met = now.heights(dealt) if dealt is not None else {}

    def column(value: Value, share: Fraction) -> h.Element:
        height, figure = level(1000 * share, top), f"{float(1000 * share):,.1f} of 1,000"
        labelled = single and 1000 * share >= LABELLED and dealt is None
        return h.button(
            class_=["t31-column", now.counts(value) and "t31-counted"],
            data_do=f"line {value:g}",
            aria_label=f"{value:g}{'' if single else f' {now.side}'}: {figure}",
        )[
            h.i(".t31-fill", style=f"height:{height}"),
            value in was and bars.mark("was", 1000 * was[value], top),
            value in guess and h.i(".t31-drawn", style=drawn_to(1000 * guess[value], top)),
            dealt is not None and dot(met[value], dealt.total, top),
            labelled and h.b(style=f"bottom:{height}")[f"{float(1000 * share):.0f}"],
        ]

    columns = [column(value, share) for value, share in now.heights(now.values).items()]
    over = [
        h.i(".t31-rule", style=f"left:{level(at_line(now))}"),
        single and h.i(".t31-mean", style=f"left:{level(at_mean(now))}")[h.b["mean"]],
    ]
    return bars.frame(columns, now.axis, top=top, label="Hands of 1,000, by value", over=over)


def dot(share: Fraction, n: int, top: int) -> h.Node:
    """The share of n hands dealt as a dot, with its standard error on either side."""
    if not share:
        return None
    error = Estimate.of_share(int(share * n), n, seed=0).stderr
    low, high = max(float(share) - error, 0), min(float(share) + error, top / 1000)
    spread = f"bottom:{level(1000 * low, top)};height:{level(1000 * (high - low), top)}"
    beyond = 1000 * (float(share) + error) > top
    return [
        low < high and h.i(class_=["t31-error", beyond and "t31-open"], style=spread),
        bars.mark("off" if 1000 * share > top else "dot", 1000 * share, top),
    ]


def dealt_words(state: State, working: bool) -> h.Node:
    """How many of the hands dealt lie on the line's side, with the standard error."""
    now, dealt, n = state.setting, state.dealt, state.number
    if dealt is None:
        return None
    hands = f"{f' of {state.asked:,}' if n < state.asked else ''} {'hand' if n == 1 else 'hands'}"
    said = h.fragment[h.b[f"{n:,}"], f"{hands} dealt (seed {state.seed})"]
    if working:
        return h.fragment["Counting … ", said, " ", html.stop()]
    hits = int(dealt.p(now.counts) * n)
    share = h.b[str(of_1000(Estimate.of_share(hits, n, state.seed)))]
    exactly = 0 < hits < n and h.fragment[", that is ", share, " of 1,000,"]
    counted = f" {'is' if hits == 1 else 'are'} worth {now.line:g} {now.side}."
    return h.fragment[said, f": {hits:,}", exactly, counted]


def ghost(now: Setting, before: Setting | None) -> h.Node:
    """How the verdict's number has changed with the last control."""
    if before is None or before.words == now.words:
        return None
    old, new = before.counted, now.counted
    figures = f"{old[0]:,} → {new[0]:,}"
    if old[1] != new[1]:  # of 1,000 and of 100,000
        figures = " → ".join(f"{float(1000 * each.share):.3g}" for each in (before, now))
    return html.change(figures, before.words, now.words)


# Controls


def controls(state: State) -> h.Element:
    """What moves the line, deals hands, and opens the rest."""
    now = state.setting
    line = html.field("line", now.line, 0, 33, step="any", label="The line")
    return h.div(".t31-controls", data_live=True)[
        h.label["Worth ", line, f" {now.side}"],
        h.span(".t31-joined", role="group", aria_label="Deal hands")[
            "Deal ", (html.button(f"+{n:,}", f"deal {n}") for n in (1, 20, 2_000))
        ],
        h.button(data_do="more", aria_expanded=html.flag(state.more))["More"],
        html.reset(),
    ]


def more(state: State) -> h.Node:
    """The views, the deck, the rules and the seed, and the cards that are seen."""
    now = state.setting
    houses = {str(i): house(rules) for i, rules in enumerate(state.houses)}
    chosen = str(state.houses.index(now.rules))
    return [
        h.div(".t31-controls.t31-tight", data_live=True)[
            html.select("view", "Bars", VIEWS, now.view),
            html.select("deck", "Deck", DECKS, str(now.rules.lowest_rank)),
            html.select("house", "Rules", houses, chosen),
            h.label["Seed ", html.field("seed", state.seed, 0)],
            h.button(data_do="picking", aria_expanded=html.flag(state.picking))["Seen cards"],
        ],
        state.picking and picker(state.seen),
    ]
