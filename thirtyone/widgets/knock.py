"""Does knocking pay? The knocker's fate of 1,000 times, and the lives that it costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, ClassVar, NamedTuple

import htpy as h

from thirtyone.checks import OnlyEstimate, whole
from thirtyone.deck import Card, CardLike, CardsLike, card, cards
from thirtyone.dist import Estimate, per_mille
from thirtyone.hands import three
from thirtyone.knock import estimate_knock_odds, knock_lives, knock_odds
from thirtyone.rules import SCAT, Rules
from thirtyone.widgets.cards import cards_view
from thirtyone.widgets.panel import Action, Message, Panel, Step
from thirtyone.widgets.parts import bars, html
from thirtyone.widgets.parts.asked import AskedOfHand, AskingOfHand, Worded, of_setting
from thirtyone.widgets.parts.spot import VERBS
from thirtyone.widgets.parts.words import REPLIES, of_1000, opposed, sentence, typed

ROUNDS, SEED = 20_000, 31  # of an estimate
BARELY, WELL = Fraction(1, 20), Fraction(1, 2)  # differences in lives, put in words
LIVES = 2  # the longest bar of lives: what a knock costs at worst
MORE = "more"
UPCARD = 3  # its place

Lives = tuple[Fraction, Fraction]


@dataclass(frozen=True, repr=False)
class Setting(Worded):
    """All that the fate of a knock depends on; ValueError where the engine refuses it.

    >>> setting = Setting(cards("KH 8H 2C"), card("5D"))
    >>> setting
    K♥ 8♥ 2♣, upcard 5♦, 1 opponent who uses the upcard
    >>> fate(setting).counts
    {'lowest': 319, 'tied': 54, 'beaten by 31': 2, 'safe': 625}
    """

    hand: tuple[Card, ...]
    upcard: Card
    opponents: int = 1
    reply: str = "mean"
    rules: Rules = SCAT

    def __post_init__(self) -> None:
        whole("opponents", self.opponents, 1, 8)  # here, for True would find the fate of 1
        fate(self)

    @property
    def asked(self) -> dict[str, Any]:
        """What the engine is asked beyond the cards."""
        return {"opponents": self.opponents, "reply": self.reply, "rules": self.rules}

    @property
    def others(self) -> str:
        """The opponents in words."""
        return opposed(self.opponents, self.reply)

    @property
    def words(self) -> tuple[str, ...]:
        """The hand, the upcard and the opponents."""
        return " ".join(map(str, self.hand)), f"upcard {self.upcard}", self.others


class Fate(NamedTuple):
    """What becomes of a knock: counts of 1,000; where the engine can't say exactly, estimates.

    ``first`` is the share of the first outcome, not rounded.
    """

    counts: Mapping[str, int]
    first: Fraction | float
    estimates: Mapping[str, Estimate] | None = None


@lru_cache(maxsize=512)
def fate(now: Setting) -> Fate:
    """The counts: exact, or an estimate where the engine can give only that."""
    try:
        odds = knock_odds(now.hand, now.upcard, **now.asked)
    except OnlyEstimate:
        estimates = estimate_knock_odds(now.hand, now.upcard, **now.asked, rounds=ROUNDS, seed=SEED)
        hits = [round(e.value * e.n) for e in estimates.values()]
        counts = dict(zip(estimates, per_mille(hits), strict=True))
        return Fate(counts, next(iter(estimates.values())).value, estimates)
    first = next(iter(odds.pmf().values()))
    return Fate(dict(zip(odds, per_mille(list(odds.values())), strict=True)), first)


@lru_cache(maxsize=512)
def lives(now: Setting) -> Lives | None:
    """The knocker's own lives and the average opponent's (in a points game: points).

    None where the engine can't give them; with "jacobs" ties go by ranks, not values.
    """
    if fate(now).estimates is not None or now.rules.scoring == "jacobs":
        return None
    return knock_lives(now.hand, now.upcard, **now.asked)


@dataclass(frozen=True, kw_only=True)
class State(AskedOfHand):
    """The knock that is asked about.

    Fields:
        lives: what it costs; None where that can't be said, or is not counted yet.
        offered: the replies that can be chosen.
    """

    lives: Lives | None = None
    offered: tuple[str, ...] = tuple(REPLIES)

    @property
    def locked(self) -> bool:
        return self.guess.wanted and self.setting != self.start


def opponents(state: State, text: str) -> tuple[State, str]:
    new = state.to(opponents=typed("opponents", text, 1, 8))
    return new, f"against {new.setting.others}"


def reply(state: State, text: str) -> tuple[State, str]:
    if text == MORE:
        return replace(state, offered=tuple(REPLIES)), "now all five replies can be chosen"
    new = state.to(reply=text)
    return new, f"against {new.setting.others}"


def counted(now: Setting) -> Callable[[State], State]:
    """Count the lives, which with several opponents takes a while: a piece of work."""
    result = lives(now)
    return lambda state: replace(state, lives=result)


class Knock(AskingOfHand, Panel):
    """A hand to knock with, the upcard, the opponents: what becomes of 1,000 such knocks.

    `hand`, `upcard`, `opponents` and `reply` can be set; the `setting` that they make can be
    observed. With `predict`, the key of a prediction, whatever differs from the opening setting
    stays locked until a guess of 1,000 is made, here or by ``predict(key, guess)``; it is then
    marked on the bar.

    Raises ValueError as `knock_odds` does.

    >>> knock = Knock()
    >>> knock.upcard = "KD"
    >>> knock
    Knock: K♥ 8♥ 2♣, upcard K♦, 1 opponent who uses the upcard: \
lowest 488, tied 65, beaten by 31 10, safe 437 of 1,000
    """

    kind = "Knock"
    verbs: ClassVar = {**VERBS, "opponents": opponents, "reply": reply}
    greeting = "What you pick becomes the upcard. To swap another card, click that first."
    opponents = of_setting("opponents")
    reply = of_setting("reply")

    def __init__(
        self,
        hand: CardsLike = "KH 8H 2C",
        upcard: CardLike = "5D",
        *,
        opponents: int = 1,
        reply: str = "mean",
        rules: Rules = SCAT,
        predict: str | None = None,
    ) -> None:
        start = Setting(three(cards(hand)), card(upcard), opponents, reply, rules)
        offered = tuple(REPLIES)[: 2 if reply in ("stock", "mean") else None]
        state = State.opening(start, predict, home=UPCARD, lives=lives(start), offered=offered)
        super().__init__(state)

    @classmethod
    def after(cls, state: State, action: Action) -> Step:
        """Another setting has its odds at once, and its lives when they are counted."""
        new, said, work = super().after(state, action)
        if new.setting == state.setting:
            return new, said, work
        if new.setting.opponents == 1:
            return replace(new, lives=lives(new.setting)), said, ()
        return replace(new, lives=None), said, [partial(counted, new.setting)]

    @staticmethod
    def view(state: State, message: Message) -> html.Html:
        """The cards; beside them the opponents and the answer, or the question in its place."""
        answer = locked(state) if state.locked else answered(state, working=message.working)
        return html.columns(cards_view(state.spot, message), h.div[controls(state), answer])

    @staticmethod
    def told(state: State) -> str:
        about = "about " if fate(state.setting).estimates else ""
        return f"{about}{bars.in_words(fate(state.setting).counts)} of 1,000"


def verdict(state: State) -> str:
    """Whether knocking pays: whether it costs the knocker less than the average opponent."""
    estimates = fate(state.setting).estimates
    if estimates is not None:
        return estimated_verdict(state.setting, next(iter(estimates.values())))
    if state.lives is None:
        return "Of 1,000 such knocks:"
    own, other = state.lives
    gain = other - own if state.setting.rules.scoring == "lives" else own - other
    if gain >= WELL:
        return "Knocking pays well."
    if gain >= BARELY:
        return "Knocking pays."
    if gain > 0:
        return "Knocking pays, barely."
    if gain == 0:
        return "Knocking breaks even."
    if gain > -BARELY:
        return "Knocking nearly pays."
    return "Knocking doesn't pay." if gain > -WELL else "Knocking costs dear."


def estimated_verdict(now: Setting, lowest: Estimate) -> str:
    """The same by the break-even chance, as far as the standard error allows."""
    even = break_even(now)
    if even is None:
        return "An estimate:"
    if not lowest.differs_from(even):
        return "Too close to call."
    return "Knocking pays." if lowest.value < even else "Knocking doesn't pay."


def break_even(now: Setting) -> Fraction | None:
    """The chance of being lowest at which a knock pays neither side, 31 left out.

    A failed knock costs n lives, another costs each of the k opponents 1/k: 1 / (nk + 1). None
    where a knock is not about being lowest.
    """
    if now.rules.scoring != "lives" or now.rules.promise:
        return None
    return Fraction(1, now.rules.knocker_lowest * now.opponents + 1)


def answered(state: State, *, working: bool = False) -> h.Element:
    """The verdict and the lives, the bar of 1,000 with the guess on it, and what it was before.

    The guess is one of what differs from the opening. A fault is said in their place.
    """
    now = state.setting
    guess = state.guess.value if now != state.start else None
    counts = fate(now).counts
    return h.div(class_=["t31-answer", state.fault and "t31-stale"])[
        h.div(role="status")[
            h.p(".t31-verdict")[sentence(state.fault) or verdict(state)], costs(state, working)
        ],
        bars.bar(counts, guess),
        bars.key(counts, guess),
        ghost(now, state.before),
    ]


def ghost(now: Setting, before: Setting | None) -> h.Element:
    """The state before the last change, as a thin bar, and how its first outcome has moved."""
    if before is None:
        return h.div(".t31-ghost")
    old, new = fate(before).counts, fate(now).counts
    outcome = next(iter(new))
    return h.div(".t31-ghost")[
        bars.thin(old),
        h.p[html.change(f"{outcome} {old[outcome]} → {new[outcome]}", before.words, now.words)],
    ]


def costs(state: State, working: bool) -> h.Element:
    """The lives that a knock costs (or points that it scores) on average, as two bars."""
    now = state.setting
    estimates = fate(now).estimates
    if estimates is not None:
        outcome, share = next(iter(estimates.items()))
        even = break_even(now)
        beside = f", break-even {round(1000 * even)}" if even is not None else ""
        return h.p(".t31-lives")[
            h.span[f"{outcome} {of_1000(share)}{beside}"],
            h.span[f"estimated from {share.n:,} knocks"],
        ]
    if state.lives is None:
        return h.p(".t31-lives")[working and h.span["Counting the lives … ", html.stop()]]
    lost = now.rules.scoring == "lives"
    longest = LIVES if lost else max(state.lives)
    they = "your opponent" if now.opponents == 1 else "each opponent"
    who = ("you lose", f"{they} loses") if lost else ("you score", f"{they} scores")
    return bars.rows(
        f"{'Lives lost' if lost else 'Points scored'} by a knock, on average",
        (
            bars.Row(whose, each / longest, f"{float(each):.3f}")
            for whose, each in zip(who, state.lives, strict=True)
        ),
    )


def locked(state: State) -> h.Element:
    """The question in the place of its answer, until a guess is made."""
    now, was = state.setting, ""
    outcome = next(iter(fate(now).counts))
    if state.before is not None:
        was = f"Before it was {fate(state.before).counts[outcome]}. "
    words = f"{was}Of 1,000 knocks with {now}: in how many are you {outcome}?"
    return h.div(".t31-answer")[state.guess.question(words, "Your guess of 1,000")]


def controls(state: State) -> h.Element:
    """The number of opponents, and what they do."""
    several = state.setting.opponents > 1
    replies = {reply: REPLIES[reply][several] for reply in state.offered}
    if len(replies) < len(REPLIES):
        replies[MORE] = "more …"
    return h.div(".t31-controls", data_live=True)[
        h.label[
            html.field("opponents", state.setting.opponents, 1, 8, label="Number of opponents"),
            f" {'opponents' if several else 'opponent'}",
        ],
        "who ",
        html.select("reply", "What they do", replies, state.setting.reply),
    ]
