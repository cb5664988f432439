"""More players: is a knock riskier, does it still pay, and what does a card taken tell?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import traitlets

from thirtyone.checks import whole
from thirtyone.deck import Card, CardLike, CardsLike, card, cards
from thirtyone.dist import Dist, per_mille
from thirtyone.draws import checked_target
from thirtyone.hands import DECLARED, Array, dist_of, hand_table, hand_value, three
from thirtyone.knock_table import knock_table
from thirtyone.replies import UNDECLARED, checked_reply, taken_values, takes
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.widgets.old.cards import SPACED, card_form_html, picker_html, present, sentence
from thirtyone.widgets.old.chart import chart_html, level, mark_html, number
from thirtyone.widgets.old.guess import Guessing, asked, form_html, said_html
from thirtyone.widgets.old.knock import LOOKS, REPLIES, bar_html, break_even, outcomes
from thirtyone.widgets.old.knock import Setting as Knocking
from thirtyone.widgets.old.panel import differing, note_html, select_html, typed
from thirtyone.widgets.old.swap import NOWHERE, Swap
from thirtyone.widgets.parts.words import listed

INVITATIONS = {
    "opponents": "Click a card to change it. Break-even leaves out ties and 31.",
    "values": "Click a value to read it off. Break-even leaves out ties and 31.",
    "taken": "Click a card to change it.",
}
MOST = 8  # opponents
VIEWS = {"opponents": "Opponents", "values": "Own value", "taken": "Card taken"}
CARD = {"opponents": "Upcard", "values": "Upcard", "taken": "They took"}  # beside the hand
EXAMPLE = (cards("JC 8C 4H"), card("5D"))  # of a card taken
TAKERS = ("mean", "greedy", "sharp")  # the replies that may take a card
HIGHEST = 31


@dataclass(frozen=True)
class Setting:
    """What is looked at, and all that it depends on.

    Fields:
        view: "opponents" (one hand against 1 to 8 who draw), "values" (every own value against
            some) or "taken" (one opponent, who took a card).
        hand, upcard: the hand, and the upcard or, in "taken", the card that they took.
        opponents, reply: those of "values".
        own: the own value that is pointed at there.
        taker: the reply by which the card was taken.
        least: the value that is asked about there.
    """

    view: str
    hand: tuple[Card, ...]
    upcard: Card
    opponents: int = 1
    reply: str = "stock"
    own: Value = 18
    taker: str = "mean"
    least: Value = 18
    rules: Rules = SCAT

    def __post_init__(self) -> None:
        if self.view not in VIEWS:
            raise ValueError(f"{self.view!r} is not a view: {', '.join(map(repr, VIEWS))}")
        whole("opponents", self.opponents, 1, MOST)
        checked_reply(self.reply)
        if break_even(self.knock(1)) is None:
            raise ValueError("under these rules a knock is not about being lowest")
        if self.view == "opponents":
            outcomes(self.knock(1))
        elif self.view == "values":
            knock_table(opponents=self.opponents, reply=self.reply, rules=self.rules)
        else:
            checked_target(self.least)
            evidence(self.hand, self.upcard, self.taker, self.rules)

    def knock(self, opponents: int) -> Knocking:
        """The knock with this hand against so many who only draw."""
        return Knocking(self.hand, self.upcard, opponents, "stock", self.rules)

    @property
    def many(self) -> range:
        """The numbers of opponents for whom the cards suffice."""
        each = 3 if self.view == "values" and self.reply == "stand" else 4
        return range(1, min(MOST, (len(self.rules.deck) - 4) // each) + 1)

    @property
    def value(self) -> Value:
        """What the hand is worth."""
        return hand_value(self.hand, rules=self.rules)

    @property
    def words(self) -> tuple[str, ...]:
        """What the answer depends on in this view."""
        hand = " ".join(map(str, self.hand))
        if self.view == "opponents":
            return hand, f"upcard {self.upcard}"
        if self.view == "values":
            return (Knocking(self.hand, self.upcard, self.opponents, self.reply).others,)
        how = f"an opponent who {REPLIES[self.taker][0]}"
        return hand, f"they took {self.upcard}", how, f"{self.least:g} or more"

    def __repr__(self) -> str:
        return ", ".join(self.words)


class Opponents(Guessing, Swap):
    """A knock against 1 to 8 opponents; with every own value; and after a card was taken.

    Three views, see `Setting`: it opens on one of them, with `hand` and `upcard` (in "taken" the
    card that they took). `setting` can be set and observed, its parts by `change`. With `predict`,
    the key of a prediction, what that view tells waits for a guess, made here or by
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

    setting = traitlets.Instance(Setting)

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
        taker = reply if reply in TAKERS else "mean"
        self.start = self.setting = Setting(
            view, shown, up, opponents, reply, taker=taker, least=least, rules=rules
        )
        example = EXAMPLE if {*EXAMPLE[0], EXAMPLE[1]} <= {*rules.deck} else (shown, up)
        self.opens = {"taken": example, "opponents": (shown, up), family(view): (shown, up)}
        self.laid = dict(self.opens)  # the cards of each kind of view
        self.before: Setting | None = None
        self.invitation = INVITATIONS[view]
        self.ask(predict)
        super().__init__((*shown, up), places=(3, 1), label=("Your hand", CARD[view]), rules=rules)

    def change(self, **changes: Any) -> None:
        """Another setting, unless the engine refuses it."""
        self.setting = replace(self.setting, **changes)

    @traitlets.observe("setting")
    def _moved(self, change: Any) -> None:
        if isinstance(change.old, Setting):
            view = change.new.view
            self.before = change.old if change.old.view == view else None
            self.labels = ("Your hand", CARD[view])
            self.invitation = INVITATIONS[view]
            if self.before is None:
                self.settle_cards()
            else:
                self.follow(change.old, change.new)
            self.refresh()

    def settle_cards(self) -> None:
        """Lay the cards of the setting again, with none chosen or missing."""
        self.fault, self.chosen = "", NOWHERE
        self.cards = (*self.setting.hand, self.setting.upcard)

    def lay(self, hand: tuple[Card, ...], upcard: Card) -> None:
        self.change(hand=hand, upcard=upcard)

    @property
    def locked(self) -> bool:
        """Whether the answer of the view that it opened on waits for a guess."""
        return self.setting.view == self.start.view and self.unguessed

    def do_view(self, view: str) -> str:
        now = self.setting
        self.laid[family(now.view)] = (now.hand, now.upcard)
        hand, upcard = self.laid[family(view)]
        self.change(view=view, hand=hand, upcard=upcard)
        return self.invitation

    def do_type(self, text: str) -> str:
        if self.swapping:
            return super().do_type(text)
        whole = len(cards(SPACED.sub(r"\1", text.strip()))) == 3
        self.chosen = 0 if whole else len(self.slots) - 1  # the hand, or the upcard
        try:
            return super().do_type(text)
        except ValueError:
            self.chosen = NOWHERE
            raise

    def do_opponents(self, text: str) -> str:
        opponents = typed("opponents", text, 1, MOST)
        several = opponents > 1 and self.setting.reply not in ("stock", "stand")
        self.change(opponents=opponents, reply="stock" if several else self.setting.reply)
        if several:
            return "several opponents are counted as ignoring the upcard, or as doing nothing"
        return ""

    def do_reply(self, reply: str) -> str:
        self.change(reply=reply)
        return ""

    def do_own(self, value: str) -> str:
        self.change(own=typed("an own value", value, 2, HIGHEST))
        return ""

    def do_taker(self, taker: str) -> str:
        self.change(taker=taker)
        return ""

    def do_least(self, text: str) -> str:
        try:
            least = checked_target(number(text))
        except ValueError:
            raise ValueError("Ask about a value from 0 to 33.") from None
        self.change(least=least)
        return ""

    def do_reset(self, rest: str = "") -> str:
        self.laid = dict(self.opens)
        self.setting = self.start
        self.settle_cards()
        self.before = None
        return self.invitation

    def render(self) -> str:
        now, locked = self.setting, self.locked
        opened = (now.view, now.words) == (self.start.view, self.start.words)
        guess = self.guess_of(HIGHEST if now.view == "values" else 1000) if opened else None
        before = None if locked else self.before
        picking = self.swapping and now.view != "values"
        if self.fault:
            said = sentence(self.fault)
        else:
            said = "First your guess." if locked else verdict(now)
        if now.view == "values":
            left = curve_controls_html(now, locked=locked)
            body = curve_html(now, before, guess, locked=locked)
        elif now.view == "opponents":
            left, row = self.places_html(), max(2, self.start.opponents)
            body = many_html(now, before, guess, row=row, locked=locked)
        else:
            left, body = self.places_html(), taken_html(now, guess, locked=locked)
        if picking:
            body = picker_html(now.rules.deck, present(self.slots))
        elif self.fault:
            body = ""
        notes = [
            sentence(self.said),
            ghost_html(now, before),
            said_html(self.key, self.guess) if opened else "",
        ]
        return (
            f'<div class="t31-stack"><div class="t31-table"><div>{left}</div>'
            f'<div class="t31-answer"><p class="t31-verdict" role="status">{said}</p>'
            f"{'' if self.key else switch_html(now.view)}{self.third_html(locked)}</div></div>"
            f'<div class="t31-body">{body}</div>{note_html(notes, self.refused)}</div>'
        )

    def third_html(self, locked: bool) -> str:
        """Under the switch: the guess, or a card to type; and a reset."""
        reset = '<button data-do="reset">Reset</button>'
        if locked:
            key = str(self.key)
            return f'<p class="t31-lead">{asked(key)}?</p>{form_html(key)}'
        if self.setting.view == "values":
            return f'<div class="t31-controls">{reset}</div>'
        return f'<div class="t31-controls">{card_form_html("Type a card", "Swap")}{reset}</div>'

    def __repr__(self) -> str:
        now = self.setting
        if self.locked:
            return f"Opponents: {now}: locked until you guess"
        said = verdict(now)
        said = said[0].lower() + said[1:-1]
        if now.view == "values":
            return f"Opponents: {now}: {said}"
        if now.view == "taken":
            return f"Opponents: {now}: {said.partition(': ')[2]}"
        lowest = ", ".join(str(first(now, k)) for k in now.many)
        many = f"against 1 to {now.many[-1]} who draw"
        return f"Opponents: {now}: lowest {lowest} of 1,000 {many}; {said}"


def family(view: str) -> str:
    """Which views share their cards."""
    return "taken" if view == "taken" else "opponents"


def first(now: Setting, opponents: int) -> int:
    """How often of 1,000 the knocker is lowest."""
    return next(iter(outcomes(now.knock(opponents)).counts.values()))


def even(now: Setting, opponents: int) -> Fraction:
    """The chance of being lowest at which a knock breaks even, 31 and ties left out."""
    return break_even(now.knock(opponents)) or Fraction(0)


def standing(now: Setting, opponents: int) -> tuple[str, str]:
    """How often lowest against break-even, and what that means; an estimate may be too close."""
    found, line = outcomes(now.knock(opponents)), even(now, opponents)
    if found.estimates is not None:
        lowest = next(iter(found.estimates.values()))
        if not lowest.differs_from(line):
            return "≈", "too close"
    return ("&lt;", "pays") if found.first < line else ("≥", "doesn't pay")


def pays(now: Setting, opponents: int) -> bool:
    """Whether this knock is lowest less often than that."""
    return standing(now, opponents)[1] == "pays"


@lru_cache(maxsize=256)
def mark(opponents: int, reply: str, rules: Rules, line: Fraction) -> Value | None:
    """The own value from which on every knock pays; None where none does."""
    found = None
    table = knock_table(opponents=opponents, reply=reply, rules=rules)
    for value, odds in reversed([*table.items()]):
        if odds.p("lowest") >= line:
            break
        found = value
    return found


def verdict(now: Setting) -> str:
    """What the view comes to."""
    if now.view == "opponents":
        return f"Knocking with {now.value:g} {against(now)}."
    if now.view == "values":
        start = mark(now.opponents, now.reply, now.rules, even(now, now.opponents))
        whom = f"Against {now.opponents}, knocking"
        return f"{whom} pays from {start:g}." if start is not None else f"{whom} never pays."
    found = evidence(now.hand, now.upcard, now.taker, now.rules)
    stranger, _, chose = found.of_1000(now.least)
    than = f"not {stranger}" if chose != stranger else "as for a stranger"
    return f"{now.least:g} or more: {chose} of 1,000, {than}."


def against(now: Setting) -> str:
    """Against how many it pays, in words.

    >>> against(Setting("opponents", cards("8H 6H 2C"), card("5D")))
    'pays against 4 to 8 only'
    """
    good = [k for k in now.many if pays(now, k)]
    if not good:
        return "doesn't pay against anyone"
    some = listed([str(k) for k in good], "and")
    if len(good) > 2 and good == [*range(good[0], good[-1] + 1)]:
        some = f"{good[0]} to {good[-1]}"
    return f"pays against {some}" if good == [*now.many] else f"pays against {some} only"


def ghost_html(now: Setting, before: Setting | None) -> str:
    """How the view's number has changed with the last control."""
    if before is None or before.words == now.words:
        return ""
    old, new = (figure(setting) for setting in (before, now))
    return f"{old[0]} <b>{old[1]} → {new[1]}</b> (before: {differing(before.words, now.words)})"


def figure(now: Setting) -> tuple[str, str]:
    """The number that the view turns on: what it is, and how much."""
    if now.view == "opponents":
        return "lowest against one", str(first(now, 1))
    if now.view == "values":
        start = mark(now.opponents, now.reply, now.rules, even(now, now.opponents))
        return "pays from", "never" if start is None else f"{start:g}"
    chose = evidence(now.hand, now.upcard, now.taker, now.rules).of_1000(now.least)[2]
    return "once they took it", str(chose)


def switch_html(view: str) -> str:
    """Which view is shown."""
    buttons = "".join(
        f'<button data-do="view {name}" aria-pressed="{str(name == view).lower()}">{words}</button>'
        for name, words in VIEWS.items()
    )
    return f'<div class="t31-switch" role="group" aria-label="View">{buttons}</div>'


# One hand against 1 to 8


def many_html(
    now: Setting,
    before: Setting | None = None,
    guess: float | None = None,
    *,
    row: int = 2,
    locked: bool = False,
) -> str:
    """A bar of 1,000 knocks for each number of opponents, with its break-even mark.

    The guess is marked in its ``row``; ``locked``, only one opponent is shown.
    """
    rows = "".join(
        row_html(now, k, before, guess if k == row else None, hidden=locked and k > 1)
        for k in now.many
    )
    key = "".join(
        f'<li><span class="t31-swatch t31-{LOOKS[name]}" aria-hidden="true"></span>{name}</li>'
        for name in outcomes(now.knock(1)).counts
    )
    counted = [1] if locked else now.many  # the others are not worked out before the guess
    estimated = [k for k in counted if outcomes(now.knock(k)).estimates is not None]
    about = f" (estimated from {estimated[0]} on)" if estimated else ""
    marks = [("even", "break-even")]
    marks += [("guess", "your guess")] if guess is not None else []
    marks += [("was", "before")] if before is not None and not locked else []
    key += "".join(
        f'<li><span class="t31-swatch t31-{look}" aria-hidden="true"></span>{what}</li>'
        for look, what in marks
    )
    return (
        f'<ul class="t31-legend">{key}<li>lowest, of 1,000{about}</li></ul>'
        f'<ol class="t31-many" aria-label="Opponents who only draw">{rows}</ol>'
    )


def row_html(
    now: Setting, k: int, before: Setting | None, guess: float | None, *, hidden: bool
) -> str:
    """One number of opponents: the bar, how often lowest, break-even, and what that means."""
    line = even(now, k)
    marks = f'<i class="t31-even" style="left:{level(line)}"></i>'
    if hidden:
        bar, lowest, sign, word = '<span class="t31-track"></span>', "?", "of", "?"
    else:
        bar, lowest = bar_html(outcomes(now.knock(k)).counts, guess), str(first(now, k))
        sign, word = standing(now, k)
        if before is not None:
            was = float(outcomes(before.knock(k)).first)
            marks += f'<i class="t31-was" style="left:{level(was)}"></i>'
    return (
        f'<li><b>{k}</b><span class="t31-over">{bar}{marks}</span><b>{lowest}</b>'
        f"<span>{sign} {1000 * float(line):.0f}</span><span>{word}</span></li>"
    )


# Every own value against some


def curve_controls_html(now: Setting, *, locked: bool = False) -> str:
    """How many opponents, what they do, and from which value a knock pays for each choice."""
    several = now.opponents > 1
    offered = ("stock", "stand") if several else tuple(REPLIES)
    replies = {reply: REPLIES[reply][several] for reply in offered}
    return (
        '<div class="t31-controls t31-tight"><label><input type="number" min="1" max="8" step="1" '
        f'data-do="opponents" value="{now.opponents}" aria-label="Number of opponents"> '
        f"{'opponents' if several else 'opponent'}</label>"
        f"who {select_html('reply', 'What they do', replies, now.reply)}</div>"
        f"{marks_html(now, locked=locked)}"
    )


def marks_html(now: Setting, *, locked: bool = False) -> str:
    """From which own value a knock pays, for each number of opponents or for each reply."""
    if now.reply in ("stock", "stand"):
        what, chosen = f"against 1 to {now.many[-1]}", str(now.opponents)
        calls = {str(k): (k, now.reply) for k in now.many}
    else:
        what, chosen = "by reply", now.reply
        calls = {reply: (1, reply) for reply in REPLIES}
    if now.rules != SCAT:  # whose tables are there already
        calls = {chosen: calls[chosen]}
    items = ""
    for name, (k, reply) in calls.items():
        start = None if locked else mark(k, reply, now.rules, even(now, k))
        look = ' class="t31-here"' if name == chosen else ""
        items += f"<li{look}>{name}<b>{'?' if start is None else f'{start:g}'}</b></li>"
    return (
        f'<p class="t31-label">Knocking pays from, {what}:</p>'
        f'<ul class="t31-marks" aria-label="Knocking pays from, {what}">{items}</ul>'
    )


def curve_html(
    now: Setting, before: Setting | None = None, guess: float | None = None, *, locked: bool = False
) -> str:
    """How often of 1,000 a knock with each own value is lowest, and the line of break-even."""
    lowest = {} if locked else curve(now)
    line = 1000 * even(now, now.opponents)
    columns = []
    for value in range(2, HIGHEST + 1):
        inside, words = "", ""
        if value in lowest:
            look, words = ("pays", "pays") if lowest[value] < line else ("fails", "doesn't pay")
            inside = mark_html(f"dot-{look}", lowest[value], 1000)
            words = f": lowest {lowest[value]:,.0f} of 1,000, {words}"
        chosen = str(value == now.own).lower()
        columns.append(
            f'<button class="t31-column" aria-pressed="{chosen}" data-do="own {value}" '
            f'aria-label="{value}{words}">{inside}</button>'
        )
    old = curve(before) if before is not None and not locked else {}
    over = f"{path_html(old, 'was')}{path_html(lowest, 'now')}"
    over += (
        f'<i class="t31-level" style="bottom:{level(line, 1000)}">'
        f"<b>{float(line):.0f}<span>: below it a knock pays</span></b></i>"
    )
    if guess is not None:
        at = level(guess - 1.5, HIGHEST - 1)
        over += f'<i class="t31-guess" style="left:{at}"><b>your guess</b></i>'
    label = "Lowest, of 1,000 knocks, by own value"
    chart = chart_html(columns, range(2, HIGHEST + 1), top=1000, label=label, over=over)
    return f'{chart}<p class="t31-lead" role="status">{own_text(now, lowest, line)}</p>'


def curve(now: Setting) -> dict[Value, float]:
    """How often of 1,000 a knock with each own value is lowest."""
    table = knock_table(opponents=now.opponents, reply=now.reply, rules=now.rules)
    return {value: float(1000 * odds.p("lowest")) for value, odds in table.items()}


def path_html(heights: Mapping[Value, float], kind: str) -> str:
    """A line through the columns' heights."""
    points = " ".join(f"{2 * value - 3:g},{1000 - y:.1f}" for value, y in heights.items())
    return (
        f'<svg class="t31-path t31-path-{kind}" viewBox="0 0 {2 * (HIGHEST - 1)} 1000" '
        f'preserveAspectRatio="none" aria-hidden="true"><polyline points="{points}"/></svg>'
    )


def own_text(now: Setting, lowest: Mapping[Value, float], line: Fraction) -> str:
    """The own value pointed at, in words."""
    if now.own not in lowest:
        return ""
    sign, word = ("under", "pays") if lowest[now.own] < line else ("not under", "doesn't pay")
    return (
        f"With <b>{now.own:g}</b> you are lowest in <b>{lowest[now.own]:.0f}</b> of 1,000: {sign} "
        f"{float(line):.0f}, so it {word}."
    )


# A card taken


@dataclass(frozen=True)
class Evidence:
    """What an opponent's hand is worth, by what one knows of it.

    All are given that nobody holds what would have been declared.

    Fields:
        stranger: nothing known but the cards that you see.
        dealt: the card was dealt to them.
        chose: they chose to take it. A case is a hand that they may have had before.
        left: what those who would leave the card would have with it.
    """

    stranger: Dist
    dealt: Dist
    chose: Dist
    left: Dist

    def of_1000(self, least: Value) -> list[int]:
        """How many strangers, dealt and choosers of 1,000 have at least a value."""
        return [round(1000 * d.at_least(least)) for d in (self.stranger, self.dealt, self.chose)]

    def table(self, least: Value) -> list[int]:
        """Of 1,000: who take the card and then have so much, and less; who leave it, the same."""
        counts = []
        for values in (self.chose, self.left):
            high = sum(n for value, n in values.items() if value >= least)
            counts += [high, values.total - high]
        return per_mille(counts)

    def both_ways(self, least: Value) -> tuple[Fraction, Fraction | None]:
        """Of who take it, the share that has so much; and of who have it (or None) that takes."""
        take, leave = (
            sum(n for value, n in values.items() if value >= least)
            for values in (self.chose, self.left)
        )
        of_high = Fraction(take, take + leave) if take + leave else None
        return Fraction(take, self.chose.total), of_high


@lru_cache(maxsize=256)
def evidence(hand: tuple[Card, ...], took: Card, taker: str, rules: Rules) -> Evidence:
    """The hands that an opponent may have, before and after the card.

    >>> found = evidence(*EXAMPLE, "mean", SCAT)
    >>> found.of_1000(18), found.table(18)
    ([195, 90, 363], [107, 188, 135, 570])
    """
    chose = taken_values(hand, reply=taker, took=took, rules=rules)
    table = hand_table(rules)
    quiet = table.codes < DECLARED

    def values(rows: Array) -> Dist:
        return dist_of(np.bincount(table.codes[rows], minlength=256))

    strangers = table.holding((), (*hand, took))
    strangers = strangers[quiet[strangers]]
    dealt = table.holding((took,), hand)
    known = np.empty((len(strangers), 0), dtype=np.intp)
    own = min(round(2 * hand_value(hand, rules=rules)), UNDECLARED)
    leave = ~takes(table, strangers, int(took), reply=taker, known=known, knocker=own)
    with_it = table.take[strangers[leave], took]
    return Evidence(
        stranger=values(strangers),
        dealt=values(dealt[quiet[dealt]]),
        chose=chose,
        left=dist_of(np.bincount(with_it, minlength=256)),
    )


def taken_html(now: Setting, guess: float | None = None, *, locked: bool = False) -> str:
    """How often three opponents have at least a value, and the 2 × 2 table behind the third."""
    found = evidence(now.hand, now.upcard, now.taker, now.rules)
    stranger, dealt, chose = found.of_1000(now.least)
    mark = "" if guess is None else f'<i class="t31-guess" style="left:{level(guess, 1000)}"></i>'
    rows = "".join(
        f'<li><span>{who}</span><span class="t31-track" aria-hidden="true">'
        f'<span style="width:{level(0 if hidden else n, 1000)}"></span>{guessed}</span>'
        f"<b>{'?' if hidden else n}</b></li>"
        for who, n, hidden, guessed in (
            ("a stranger", stranger, False, ""),
            (f"dealt the {now.upcard}", dealt, locked, ""),
            (f"took the {now.upcard}", chose, locked, mark),
        )
    )
    takers = {reply: REPLIES[reply][0] for reply in TAKERS}
    return (
        '<div class="t31-halves"><div class="t31-answer"><div class="t31-controls t31-tight">'
        '<label>Worth <input type="number" min="0" max="33" step="any" data-do="least" '
        f'value="{now.least:g}" aria-label="At least"> or more</label>'
        f"{select_html('taker', 'What they do', takers, now.taker)}</div>"
        f'<ul class="t31-lives" aria-label="Of 1,000 such opponents">{rows}</ul></div>'
        f"{'' if locked else table_html(now, found)}</div>"
        f"{'' if locked else both_ways_html(now, found)}"
    )


def table_html(now: Setting, found: Evidence) -> str:
    """The 2 × 2 table of 1,000: who takes the card, and who has so much with it."""
    take_high, take_low, leave_high, leave_low = found.table(now.least)
    take, high = take_high + take_low, take_high + leave_high
    rows = "".join(
        f'<tr><th scope="row">{what}</th>' + "".join(f"<td>{n:,}</td>" for n in numbers) + "</tr>"
        for what, numbers in (
            (f"take the {now.upcard}", (take_high, take_low, take)),
            ("leave it", (leave_high, leave_low, leave_high + leave_low)),
            ("all", (high, 1000 - high, 1000)),
        )
    )
    return (
        '<table class="t31-two"><caption>1,000 hands they may have had (no 31):</caption>'
        f'<tr><th scope="col">with the {now.upcard}</th><th scope="col">{now.least:g} or more</th>'
        f'<th scope="col">less</th><th scope="col">all</th></tr>{rows}</table>'
    )


def both_ways_html(now: Setting, found: Evidence) -> str:
    """The table read along its first row, and down its first column."""
    take_high, take_low, leave_high, _ = found.table(now.least)
    of_takers, of_high = found.both_ways(now.least)
    take, high, what = take_high + take_low, take_high + leave_high, f"{now.least:g} or more"
    return (
        f'<p class="t31-lead">Of the {take} who take it, {take_high} then have {what}: '
        f"{share_html(of_takers, take_high, take)}</p>"
        f'<p class="t31-lead">Of the {high} who with it have {what}, {take_high} take it: '
        f"{share_html(of_high, take_high, high)}</p>"
    )


def share_html(share: Fraction | None, part: int, whole: int) -> str:
    """A share of 1,000, beside the counts that it is of: these were rounded before."""
    if share is None:
        return "of nobody there is no share."
    of_1000 = round(1000 * share)
    rounded = bool(whole) and of_1000 == round(Fraction(1000 * part, whole))
    return f"<b>{of_1000}</b> of 1,000{'' if rounded else ', unrounded'}."
