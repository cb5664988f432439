"""What hands to expect: a guess of the shape first, then the exact bars, then deals laid over."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import traitlets

from thirtyone.checks import whole
from thirtyone.deck import Card, CardsLike, card, cards, shuffled
from thirtyone.dist import Dist, Estimate
from thirtyone.draws import checked_target, unseen
from thirtyone.hands import Array, codes_of, dist_of, hand_value, hand_values
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.widgets.old.cards import picker_html, sentence
from thirtyone.widgets.old.chart import chart_html, level, mark_html, number, of_1000
from thirtyone.widgets.old.guess import Guessing, asked, form_html, said_html
from thirtyone.widgets.old.panel import Panel, differing, note_html, select_html, typed
from thirtyone.widgets.parts.words import listed

VIEWS = {"exactly": "each value", "at least": "that or more", "at most": "that or less"}
TOPS = 300, 500, 1000  # of 1,000: axes; on the first there is room for the 259 of a 10
RARE = Fraction(1, 100)  # what is rarer is counted of 100,000
LABELLED = 100  # of 1,000: a bar with room for its number
HOUSES: tuple[dict[str, Any], ...] = (  # what a hand may be worth beside its suits
    {"trips": None, "aces": None, "suited_run": None},
    {"trips": 30, "aces": None, "suited_run": None},
    {"trips": 30.5, "aces": None, "suited_run": None},
    {"trips": 30, "aces": 33, "suited_run": None},
    {"trips": None, "aces": None, "suited_run": 30},
)
BLOCK, MOST = 2_000, 200_000  # deals that are shuffled at a time, and in all
PAIR = re.compile(r"(\d+(?:\.\d+)?)\s*[: ]\s*(\d+)[\s,;]*")  # a value and its height


@dataclass(frozen=True)
class Setting:
    """Which hands are counted, and how one looks at them.

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
        dealable(self.rules, self.seen)  # refuses what the engine refuses

    @property
    def values(self) -> Dist:
        """The values of the hands that can be dealt."""
        return dealable(self.rules, self.seen)

    @property
    def axis(self) -> list[Value]:
        """Every value under these rules, with what is seen or without: the axis stays fixed."""
        values: list[Value] = list(range(2, 32))
        if self.rules.trips == 30.5:
            values.insert(-1, 30.5)
        return [*values, 33] if self.rules.aces else values

    @property
    def top(self) -> int:
        """Where the axis of hands ends, of 1,000."""
        if self.view != "exactly":
            return TOPS[-1]
        highest = 1000 * max(self.values.pmf().values())
        return next(top for top in TOPS if highest <= top)

    @property
    def side(self) -> str:
        """Which side of the line is counted."""
        return "or less" if self.view == "at most" else "or more"

    def counts(self, value: Value) -> bool:
        """Whether a value lies on that side."""
        return value <= self.line if self.view == "at most" else value >= self.line

    @property
    def share(self) -> Fraction:
        """The share of the hands on that side."""
        return self.values.p(self.counts)

    def heights(self, dist: Dist) -> dict[Value, Fraction]:
        """How high each column is in this view."""
        chance = {"exactly": dist.p, "at least": dist.at_least, "at most": dist.at_most}[self.view]
        return {value: chance(value) for value in self.axis}

    @property
    def words(self) -> tuple[str, ...]:
        """The deck, the rules, what is seen and what is counted."""
        gone = f"without {' '.join(map(str, self.seen))}" if self.seen else "nothing seen"
        deck = f"{len(self.rules.deck)} cards"
        return deck, house(self.rules), gone, f"{self.line:g} {self.side}"

    def __repr__(self) -> str:
        usual = ("plain rules", "nothing seen")
        return ", ".join(word for word in self.words[:3] if word not in usual)


@lru_cache(maxsize=256)
def dealable(rules: Rules, seen: tuple[Card, ...]) -> Dist:
    """The values of the hands that can be dealt, remembered."""
    return hand_values(seen=seen, rules=rules)


def house(rules: Rules) -> str:
    """What a hand may be worth beside its suits, in words.

    >>> from thirtyone import PRESETS
    >>> house(SCAT), house(PRESETS["CADILLAC"])
    ('plain rules', 'three of a kind 30, three aces 33')
    """
    found = (
        ("three of a kind", rules.trips),
        ("three aces", rules.aces),
        ("three in a row of a suit", rules.suited_run),
    )
    return ", ".join(f"{what} {worth:g}" for what, worth in found if worth) or "plain rules"


# Deals. The n-th is the same for one seed, however many are made.


@lru_cache(maxsize=2 * MOST // BLOCK)
def block(deck: tuple[Card, ...], seed: int, number: int) -> Array:
    """A run of hands dealt: shape (BLOCK, 3), card indices.

    The rows from ``number * BLOCK`` on of ``shuffled(deck, seed=seed, count=...)``.
    """
    draws = number * BLOCK * len(deck)  # that the shuffles before took from the generator
    generator = np.random.Generator(np.random.PCG64(seed).advance(draws))
    return shuffled(deck, seed=generator, count=BLOCK)[:, :3]


@lru_cache(maxsize=2 * MOST // BLOCK)
def tally(rules: Rules, seen: tuple[Card, ...], seed: int, number: int, count: int) -> Array:
    """How many of the first hands of a run have each code: shape (256,)."""
    hands = block(unseen(rules, seen), seed, number)[:count]
    return np.bincount(codes_of(hands, rules), minlength=256)


def simulated(now: Setting, seed: int, count: int) -> Dist:
    """The values of the first so many hands that a seed deals.

    >>> simulated(Setting(), 0, 3)
    outcome  count  of 1,000
    12           1       334  ██████████████████
    15           1       333  ██████████████████
    19           1       333  ██████████████████
    """
    runs = [(start // BLOCK, min(BLOCK, count - start)) for start in range(0, count, BLOCK)]
    return dist_of(np.sum([tally(now.rules, now.seen, seed, *run) for run in runs], axis=0))


def nth_hand(now: Setting, seed: int, n: int) -> tuple[Card, ...]:
    """The n-th hand that a seed deals, counted from 1."""
    number, row = divmod(n - 1, BLOCK)
    return tuple(Card(int(c)) for c in block(unseen(now.rules, now.seen), seed, number)[row])


class HandValues(Guessing, Panel):
    """An empty frame to draw the shape of all hands in; then the exact bars, and deals over them.

    `setting` can be set and observed, its parts by `change`. `drawn` maps values to the heights
    drawn, of 1,000. With ``shown=True`` it opens on the exact bars. With `predict`, the key of a
    prediction, the bars wait for that guess too, made here or by ``predict(key, guess)``.

    Raises ValueError as `hand_values` does, and for a line outside 0 to 33.

    >>> values = HandValues()
    >>> values
    Hand values of 52 cards: draw your guess, then show the bars
    >>> values.act("draw 9:60 10:200")
    >>> values.act("show")
    >>> values
    Hand values of 52 cards: of 1,000 hands, 114 are worth 20 or more; mean 13.09
    """

    setting = traitlets.Instance(Setting)

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
        self.start = self.setting = Setting(rules, cards(seen), view, number(line))
        self.before: Setting | None = None
        self.drawn: dict[Value, int] = {}
        self.shown = self.opens_shown = shown
        self.seed = self.opens_seed = whole("seed", seed, 0)
        self.dealt = 0
        self.more = self.picking = False  # what is open
        self.ask(predict)
        super().__init__()
        self.refresh()

    @property
    def values(self) -> Dist:
        """The exact distribution."""
        return self.setting.values

    @property
    def locked(self) -> bool:
        """Whether the bars are not to be seen yet."""
        return not self.shown or self.unguessed

    def change(self, **changes: Any) -> None:
        """Another setting, unless the engine refuses it."""
        self.setting = replace(self.setting, **changes)

    @traitlets.observe("setting")
    def _moved(self, change: Any) -> None:
        if isinstance(change.old, Setting):
            self.before = change.old
            self.refresh()

    def do_draw(self, text: str) -> str:
        if not text.strip() or PAIR.sub("", text.strip()):
            raise ValueError("Type a value and its height, such as 7: 50.")
        drawn = {number(value): int(height) for value, height in PAIR.findall(text)}
        for value, height in drawn.items():
            if value not in self.setting.axis:
                top = self.setting.axis[-1]
                raise ValueError(f"No hand is worth {value:g}: the values are 2 to {top}.")
            if height > 1000:
                raise ValueError(f"{height:,} of 1,000 hands? A height is 0 to 1,000.")
        self.drawn = {v: height for v, height in (self.drawn | drawn).items() if height}
        return ""

    def do_show(self, _: str = "") -> str:
        self._want_drawn()
        self.shown = True
        return ""

    def do_guess(self, text: str) -> str:
        self._want_drawn()
        said = super().do_guess(text)
        self.shown = True
        return said

    def _want_drawn(self) -> None:
        if not self.drawn and not self.opens_shown:
            raise ValueError("First draw what you expect: pull up at least one bar.")

    def do_line(self, text: str) -> str:
        try:
            line = checked_target(number(text))
        except ValueError:
            raise ValueError("The line is a value from 0 to 33.") from None
        self.change(line=line)
        return ""

    def do_deal(self, text: str) -> str:
        count = typed("the number of hands", text, 1)
        if self.dealt + count > MOST:
            raise ValueError(f"{MOST:,} hands are the most here. Another seed deals others.")
        self.dealt += count
        self.before = None
        if count > 1:
            return ""
        hand = nth_hand(self.setting, self.seed, self.dealt)
        value = hand_value(hand, rules=self.setting.rules)
        return f"hand {self.dealt:,}: {' '.join(map(str, hand))} is worth {value:g}"

    def do_seed(self, text: str) -> str:
        self.seed = typed("seed", text, 0)
        return ""

    def do_view(self, view: str) -> str:
        self.change(view=view)
        return ""

    def do_deck(self, lowest_rank: str) -> str:
        rules = replace(
            self.setting.rules, lowest_rank=typed("the lowest rank", lowest_rank, 2, 14)
        )
        kept = tuple(c for c in self.setting.seen if c in rules.deck)
        gone = [str(c) for c in self.setting.seen if c not in kept]
        self.change(rules=rules, seen=kept)
        return f"{listed(gone, 'and')} not in this deck: no longer seen" if gone else ""

    def do_house(self, at: str) -> str:
        self.change(rules=self.houses[typed("the house", at, 0, len(self.houses) - 1)])
        return ""

    @property
    def houses(self) -> list[Rules]:
        """The rules to choose from: what it opened with, and the common ones."""
        now, opened = self.setting.rules, self.start.rules
        kept = replace(opened, lowest_rank=now.lowest_rank)
        return list(dict.fromkeys([*(replace(now, **fields) for fields in HOUSES), kept, now]))

    def do_pick(self, text: str) -> str:
        c, seen = card(text), self.setting.seen
        if c in seen:
            self.change(seen=tuple(other for other in seen if other != c))
        else:
            self.change(seen=(*seen, c))
        return ""

    def do_more(self, _: str = "") -> str:
        self.more = not self.more
        return ""

    def do_picking(self, _: str = "") -> str:
        self.picking = not self.picking
        return ""

    def do_reset(self, _: str = "") -> str:
        self.setting, self.drawn, self.shown = self.start, {}, self.opens_shown
        self.before, self.dealt, self.more, self.picking = None, 0, False, False
        self.seed = self.opens_seed
        return ""

    def render(self) -> str:
        now, notes, more = self.setting, [sentence(self.said)], ""
        if self.locked:
            wanted = self.key if self.unguessed else None
            body = frame_html(now, self.drawn, wanted=wanted, first=self.shown)
        else:
            dealt = simulated(now, self.seed, self.dealt) if self.dealt else None
            body = answer_html(now, self.drawn, dealt, self.seed, self.before)
            body += controls_html(now, self.more)
            notes += [ghost_html(now, self.before), said_html(self.key, self.guess)]
            if dealt is not None and not any(notes):
                notes = [
                    "A dot is a share of your hands, with its standard error; ▲: above the frame"
                ]
            if self.more:
                more = more_html(now, self.houses, self.seed, self.picking)
        low = " t31-low" if more and self.picking else ""
        return f'<div class="t31-stack{low}">{body}{note_html(notes, self.refused)}{more}</div>'

    def __repr__(self) -> str:
        what = f"Hand values of {self.setting}"
        if self.locked:
            how = "locked until you guess" if self.shown else "draw your guess, then show the bars"
            return f"{what}: {how}"
        said = verdict(self.setting)
        return f"{what}: {said[0].lower()}{said[1:-1]}; mean {float(self.values.mean):.2f}"


def counted(now: Setting) -> tuple[int, int]:
    """The hands on the line's side, and of how many: 1,000, or 100,000 where they are rare."""
    scale = 1000 if now.share >= RARE or not now.share else 100_000
    return round(scale * now.share), scale


def verdict(now: Setting) -> str:
    """How many hands lie on the line's side."""
    n, scale = counted(now)
    return f"Of {scale:,} hands, {n:,} {'is' if n == 1 else 'are'} worth {now.line:g} {now.side}."


def frame_html(
    now: Setting, drawn: Mapping[Value, int], *, wanted: str | None = None, first: bool = False
) -> str:
    """The frame to draw a guess in, and what shows the bars: a button, or the guess ``wanted``."""
    head = "First your guess." if first else "What are hands worth? Draw your guess."
    lead = "Pull up the bars: of 1,000 hands, how many have each value?"
    if drawn:
        lead = f"Your bars add up to <b>{sum(drawn.values()):,}</b>; all hands are 1,000."
    away = "" if drawn else ' aria-disabled="true"'
    show = f'<button class="t31-main" data-do="show"{away}>Show</button>'
    if wanted is not None:
        show = form_html(wanted, asked(wanted))
    columns = [slider_html(value, drawn.get(value, 0), now.top) for value in now.axis]
    label = "Your guess: hands of 1,000, by value"
    chart = chart_html(columns, now.axis, top=now.top, label=label, drawn="draw")
    return (
        f'<div class="t31-answer"><p class="t31-verdict" role="status">{head}</p>'
        f'<p class="t31-lead">{lead}</p><div class="t31-strip"></div>{chart}'
        '<p class="t31-lead t31-kept"></p></div>'
        '<div class="t31-controls"><form data-do="draw"><label>Or type <input type="text" '
        'autocomplete="off" placeholder="7: 50" aria-label="A value and its height"></label>'
        f'<button>Set</button></form>{show}<button data-do="reset">Reset</button></div>'
    )


def slider_html(value: Value, height: int, top: int) -> str:
    """A bar to pull up."""
    return (
        '<button class="t31-column" role="slider" aria-orientation="vertical" '
        f'data-name="{value:g}" aria-label="Worth {value:g}" '
        f'aria-valuemin="0" aria-valuemax="{top}" aria-valuenow="{height}" '
        f'style="--drawn:{level(height, top)}">'
        '<i class="t31-drawn"></i></button>'
    )


def answer_html(
    now: Setting,
    drawn: Mapping[Value, int],
    dealt: Dist | None = None,
    seed: int = 0,
    before: Setting | None = None,
) -> str:
    """The verdict, the exact bars with the line, and the deals over them."""
    total, mean = now.values.total, now.values.mean
    below = round(1000 * now.values.p(lambda value: value < mean))
    return (
        f'<div class="t31-answer"><p class="t31-verdict" role="status">{verdict(now)}</p>'
        f'<p class="t31-lead">Exactly <b>{int(now.share * total):,}</b> of the {total:,}. '
        f"The mean is <b>{float(mean):.2f}</b>; {below:,} of 1,000 lie below it.</p>"
        f"{strip_html(now)}{bars_html(now, drawn, dealt, before)}"
        f'<p class="t31-lead t31-kept" role="status">{dealt_text(now, dealt, seed)}</p></div>'
    )


def at_line(now: Setting) -> float:
    """Where between the columns the line stands, from 0 to 1."""
    left = sum(not now.counts(v) if now.side == "or more" else now.counts(v) for v in now.axis)
    return left / len(now.axis)


def at_mean(now: Setting) -> float:
    """Where the mean is, from 0 to 1 along the columns."""
    mean = now.values.mean
    i = min(sum(value <= mean for value in now.axis), len(now.axis) - 1) - 1
    part = (mean - now.axis[i]) / (now.axis[i + 1] - now.axis[i])
    return (i + 0.5 + float(part)) / len(now.axis)


def strip_html(now: Setting) -> str:
    """How many hands lie on either side of the line, above it."""
    n, scale = counted(now)
    left, right = (scale - n, n) if now.side == "or more" else (n, scale - n)
    return (
        f'<div class="t31-strip" aria-hidden="true"><p style="--at:{level(at_line(now))}">'
        f"<b>{left:,}</b><span>← →</span><b>{right:,}</b></p></div>"
    )


def bars_html(
    now: Setting,
    drawn: Mapping[Value, int],
    dealt: Dist | None = None,
    before: Setting | None = None,
) -> str:
    """A column for each value, with what was guessed, what was there before, what was dealt."""
    guess = {value: Fraction(n, 1000) for value, n in drawn.items()}
    if drawn and now.view != "exactly":
        guess = now.heights(Dist(drawn))  # as if the heights drawn added up to 1,000
    exact, met = now.heights(now.values), now.heights(dealt) if dealt is not None else {}
    was = {}
    if before is not None and (before.rules, before.seen) != (now.rules, now.seen):
        was = now.heights(before.values)
    columns = []
    for value, share in exact.items():
        of_1000 = float(1000 * share)
        inside = f'<i class="t31-fill" style="height:{level(of_1000, now.top)}"></i>'
        if value in was:
            inside += mark_html("was", 1000 * was[value], now.top)
        if value in guess:
            height = level(1000 * guess[value], now.top)
            inside += f'<i class="t31-drawn" style="--drawn:{height}"></i>'
        if dealt is not None and met[value]:
            inside += dot_html(met[value], dealt.total, now.top)
        if now.view == "exactly" and of_1000 >= LABELLED and dealt is None:
            inside += f'<b style="bottom:{level(of_1000, now.top)}">{of_1000:.0f}</b>'
        side = " t31-counted" if now.counts(value) else ""
        words = {"exactly": "", "at least": " or more", "at most": " or less"}[now.view]
        columns.append(
            f'<button class="t31-column{side}" data-do="line {value:g}" '
            f'aria-label="{value:g}{words}: {of_1000:,.1f} of 1,000">{inside}</button>'
        )
    over = f'<i class="t31-rule" style="left:{level(at_line(now))}"></i>'
    if now.view == "exactly":
        over += f'<i class="t31-mean" style="left:{level(at_mean(now))}"><b>mean</b></i>'
    label = "Hands of 1,000, by value"
    return chart_html(columns, now.axis, top=now.top, label=label, over=over)


def dot_html(share: Fraction, n: int, top: int) -> str:
    """The share of n hands dealt as a dot, with its standard error on either side."""
    error = Estimate.of_share(int(share * n), n, seed=0).stderr
    low, high = max(float(share) - error, 0), min(float(share) + error, top / 1000)
    bar = ""
    if low < high:
        over = " t31-open" if 1000 * (float(share) + error) > top else ""
        bar = (
            f'<i class="t31-error{over}" style="bottom:{level(1000 * low, top)};'
            f'height:{level(1000 * (high - low), top)}"></i>'
        )
    return bar + mark_html("off" if 1000 * share > top else "dot", 1000 * share, top)


def dealt_text(now: Setting, dealt: Dist | None, seed: int) -> str:
    """How many of the hands dealt lie on the line's side, with the standard error."""
    if dealt is None:
        return ""
    n, share = dealt.total, dealt.p(now.counts)
    hits = int(share * n)
    said = f"<b>{n:,}</b> {'hand' if n == 1 else 'hands'} dealt (seed {seed}): {hits:,}"
    if 0 < hits < n:
        found = of_1000(Estimate.of_share(hits, n, seed))
        said += f", that is <b>{found}</b> of 1,000,"
    return f"{said} {'is' if hits == 1 else 'are'} worth {now.line:g} {now.side}."


def ghost_html(now: Setting, before: Setting | None) -> str:
    """How the verdict's number has changed with the last control."""
    if before is None or before.words == now.words:
        return ""
    old, new = counted(before), counted(now)
    if old[1] == new[1]:
        change = f"{old[0]:,} → {new[0]:,}"
    else:  # of 1,000 and of 100,000
        change = " → ".join(f"{float(1000 * setting.share):.3g}" for setting in (before, now))
    return f"<b>{change}</b> (before: {differing(before.words, now.words)})"


def controls_html(now: Setting, more: bool) -> str:
    """What moves the line, deals hands, and opens the rest."""
    deals = "".join(f'<button data-do="deal {n}">+{n:,}</button>' for n in (1, 20, 2_000))
    return (
        '<div class="t31-controls"><label>Worth <input type="number" min="0" max="33" step="any" '
        f'data-do="line" value="{now.line:g}" aria-label="The line"> {now.side}</label>'
        f'<span class="t31-joined" role="group" aria-label="Deal hands">Deal {deals}</span>'
        f'<button data-do="more" aria-expanded="{str(more).lower()}">More</button>'
        '<button data-do="reset">Reset</button></div>'
    )


def more_html(now: Setting, houses: Sequence[Rules], seed: int, picking: bool) -> str:
    """The views, the deck, the rules and the seed, and the cards that are seen."""
    decks = {"2": "52 cards", "7": "32 cards"}
    rules = {str(i): house(choice) for i, choice in enumerate(houses)}
    picker = picker_html(now.rules.deck, now.seen) if picking else ""
    return (
        '<div class="t31-controls t31-tight">'
        f"{select_html('view', 'Bars', VIEWS, now.view)}"
        f"{select_html('deck', 'Deck', decks, str(now.rules.lowest_rank))}"
        f"{select_html('house', 'Rules', rules, str(houses.index(now.rules)))}"
        '<label>Seed <input type="number" min="0" step="1" data-do="seed" '
        f'value="{seed}"></label><button data-do="picking" '
        f'aria-expanded="{str(picking).lower()}">Seen cards</button></div>{picker}'
    )
