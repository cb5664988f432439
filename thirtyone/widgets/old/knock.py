"""Does knocking pay? The knocker's fate of 1,000 times, and the lives that it costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from html import escape
from typing import Any

import traitlets

from thirtyone.checks import whole
from thirtyone.deck import Card, CardLike, CardsLike, card, cards
from thirtyone.dist import Estimate, per_mille
from thirtyone.knock import estimate_knock_odds, knock_lives, knock_odds
from thirtyone.rules import SCAT, Rules
from thirtyone.widgets.old.cards import sentence
from thirtyone.widgets.old.chart import of_1000
from thirtyone.widgets.old.guess import form_html
from thirtyone.widgets.old.one_knock import OneKnock
from thirtyone.widgets.old.panel import differing, select_html, typed

ROUNDS, SEED = 20_000, 31  # of an estimate
BARELY, WELL = Fraction(1, 20), Fraction(1, 2)  # differences in lives, put in words
LIVES = 2  # the longest bar of lives: what a knock costs at worst
MORE = "more"
NUMBER, WORD = 130, 350  # of 1,000: a piece of the bar with room for its number, and its word

# What one opponent does, and several; the first two are offered first.
REPLIES = {
    "stock": ("ignores the upcard", "ignore the upcard"),
    "mean": ("uses the upcard", "use the upcard"),
    "stand": ("does nothing", "do nothing"),
    "greedy": ("takes any improvement", "take any improvement"),
    "sharp": ("knows your value", "know your value"),
}
LOOKS = {  # how an outcome's piece of the bar looks
    "lowest": "bad",
    "beaten": "bad",
    "tied": "tied",
    "beaten by 31": "blitz",
    "safe": "good",
    "highest": "good",
}


@dataclass(frozen=True)
class Fate:
    """What becomes of a knock: counts of 1,000, and lives; or estimates in their place.

    ``first`` is the share of the first outcome, not rounded. ``lives`` are the knocker's own and
    the average opponent's (in a points game: points).
    """

    counts: Mapping[str, int]
    first: Fraction | float
    lives: tuple[Fraction, Fraction] | None = None
    estimates: Mapping[str, Estimate] | None = None


@dataclass(frozen=True)
class Setting:
    """All that the fate of a knock depends on.

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

    @property
    def asked(self) -> dict[str, Any]:
        """What the engine is asked beyond the cards."""
        return {"opponents": self.opponents, "reply": self.reply, "rules": self.rules}

    @property
    def others(self) -> str:
        """The opponents in words."""
        one, several = REPLIES[self.reply]
        k = self.opponents
        return f"1 opponent who {one}" if k == 1 else f"{k} opponents who {several}"

    @property
    def words(self) -> tuple[str, ...]:
        """The hand, the upcard and the opponents."""
        return " ".join(map(str, self.hand)), f"upcard {self.upcard}", self.others

    def __repr__(self) -> str:
        return ", ".join(self.words)


@lru_cache(maxsize=256)
def fate(now: Setting) -> Fate:
    """What becomes of the knock, with the lives where the engine can give them."""
    found = outcomes(now)
    if found.estimates or now.rules.scoring == "jacobs":  # there ties go by ranks, not values
        return found
    return replace(found, lives=knock_lives(now.hand, now.upcard, **now.asked))


@lru_cache(maxsize=512)
def outcomes(now: Setting) -> Fate:
    """The counts: exact, or an estimate where the engine can give only that."""
    try:
        odds = knock_odds(now.hand, now.upcard, **now.asked)
    except ValueError as error:
        if "estimate_knock_odds" not in str(error):
            raise
        estimates = estimate_knock_odds(now.hand, now.upcard, **now.asked, rounds=ROUNDS, seed=SEED)
        hits = [round(e.value * e.n) for e in estimates.values()]
        counts = dict(zip(estimates, per_mille(hits), strict=True))
        return Fate(counts, next(iter(estimates.values())).value, estimates=estimates)
    first = next(iter(odds.pmf().values()))
    return Fate(dict(zip(odds, per_mille(list(odds.values())), strict=True)), first)


class Knock(OneKnock):
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

    setting: traitlets.Instance[Setting] = traitlets.Instance(Setting)

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
        start = Setting(cards(hand), card(upcard), opponents, reply, rules)
        fate(start)  # refuses what the engine refuses
        self.offered = list(REPLIES)[: 2 if reply in ("stock", "mean") else None]
        super().__init__(start, predict)

    @property
    def opponents(self) -> int:
        return self.setting.opponents

    @opponents.setter
    def opponents(self, opponents: int) -> None:
        self.change(opponents=opponents)

    @property
    def reply(self) -> str:
        return self.setting.reply

    @reply.setter
    def reply(self, reply: str) -> None:
        self.change(reply=reply)

    def check(self, **changes: Any) -> Setting:
        new = replace(self.setting, **changes)
        fate(new)
        return new

    @traitlets.observe("setting")
    def _moved(self, change: Any) -> None:
        if isinstance(change.old, Setting):
            self.before = change.old
            self.follow(change.old, change.new)
            self.refresh()

    @property
    def locked(self) -> bool:
        """Whether the answer waits for a guess."""
        return self.unguessed and self.setting != self.start

    def do_opponents(self, text: str) -> str:
        self.opponents = typed("opponents", text, 1, 8)
        return f"against {self.setting.others}"

    def do_reply(self, reply: str) -> str:
        if reply == MORE:
            self.offered = list(REPLIES)
            return "now all five replies can be chosen"
        self.reply = reply
        return f"against {self.setting.others}"

    def render(self) -> str:
        if self.locked:
            answer = locked_html(self.setting, self.before, str(self.key))
        else:  # the guess is one of what differs from the opening
            guess = self.guess if self.setting != self.start else None
            answer = answer_html(self.setting, self.before, guess, self.fault)
        controls = controls_html(self.setting, self.offered)
        return f'<div class="t31-columns">{super().render()}<div>{controls}{answer}</div></div>'

    def __repr__(self) -> str:
        if self.locked:
            return f"Knock: {self.setting}: locked until you guess"
        shown = ", ".join(f"{outcome} {n}" for outcome, n in fate(self.setting).counts.items())
        about = "about " if fate(self.setting).estimates else ""
        return f"Knock: {self.setting}: {about}{shown} of 1,000"


def verdict(now: Setting) -> str:
    """Whether knocking pays: whether it costs the knocker less than the average opponent."""
    found = fate(now)
    if found.estimates is not None:
        return estimated_verdict(now, next(iter(found.estimates.values())))
    if found.lives is None:
        return "Of 1,000 such knocks:"
    own, other = found.lives
    gain = other - own if now.rules.scoring == "lives" else own - other
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
    if abs(lowest.value - even) < 2 * lowest.stderr:
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


def answer_html(
    now: Setting,
    before: Setting | None = None,
    guess: float | None = None,
    fault: str = "",
) -> str:
    """The verdict and the lives, the bar of 1,000 with the guess on it, and what it was before.

    A ``fault`` is said in their place.
    """
    said = sentence(fault) or verdict(now)
    counts = fate(now).counts
    stale = " t31-stale" if fault else ""
    return (
        f'<div class="t31-answer{stale}"><div role="status"><p class="t31-verdict">{said}</p>'
        f"{lives_html(now)}</div>{bar_html(counts, guess)}{key_html(counts, guess)}"
        f"{ghost_html(now, before)}</div>"
    )


def bar_html(counts: Mapping[str, int], guess: float | None) -> str:
    """One bar of 1,000 knocks, a piece for each outcome."""
    pieces = "".join(
        f'<span class="t31-piece t31-{LOOKS[outcome]}" style="width:{n / 10}%">'
        f"{f'<b>{n}</b>' if n >= NUMBER else ''}"
        f"{f'<span>{outcome}</span>' if n >= WORD else ''}</span>"
        for outcome, n in counts.items()
        if n
    )
    listed = ", ".join(f"{outcome} {n}" for outcome, n in counts.items())
    mark, said = "", ""
    if guess is not None:
        said = f"; your guess: {guess:g}"
        mark = f'<span class="t31-guess" style="left:{guess / 10}%"></span>'
    return (
        f'<div class="t31-bar" role="img" aria-label="Of 1,000 such knocks: {listed}{said}">'
        f"{pieces}{mark}</div>"
    )


def key_html(counts: Mapping[str, int], guess: float | None) -> str:
    """Each outcome's count with its word, and the guess."""
    items = "".join(
        f'<li><span class="t31-swatch t31-{LOOKS[outcome]}" aria-hidden="true"></span>'
        f"<b>{n}</b> {outcome}</li>"
        for outcome, n in counts.items()
    )
    if guess is not None:
        items += (
            '<li><span class="t31-swatch t31-guess" aria-hidden="true"></span>'
            f"<b>{guess:g}</b> your guess</li>"
        )
    return f'<ul class="t31-key" aria-label="Of 1,000 such knocks">{items}</ul>'


def ghost_html(now: Setting, before: Setting | None) -> str:
    """The state before the last change, as a thin bar, and how its first outcome has moved."""
    if before is None:
        return '<div class="t31-ghost"></div>'
    old, new = fate(before).counts, fate(now).counts
    outcome = next(iter(new))
    pieces = "".join(
        f'<span class="t31-{LOOKS[o]}" style="width:{n / 10}%"></span>' for o, n in old.items()
    )
    return (
        f'<div class="t31-ghost"><div class="t31-thin" aria-hidden="true">{pieces}</div>'
        f"<p><b>{outcome} {old[outcome]} → {new[outcome]}</b> "
        f"(before: {differing(before.words, now.words)})</p></div>"
    )


def lives_html(now: Setting) -> str:
    """The lives that a knock costs (or points that it scores) on average, as two bars."""
    found = fate(now)
    if found.estimates is not None:
        outcome, share = next(iter(found.estimates.items()))
        even = break_even(now)
        beside = f", break-even {round(1000 * even)}" if even is not None else ""
        return (
            f'<p class="t31-lives"><span>{outcome} {of_1000(share)}{beside}</span>'
            f"<span>estimated from {share.n:,} knocks</span></p>"
        )
    if found.lives is None:
        return '<p class="t31-lives"></p>'
    lost = now.rules.scoring == "lives"
    longest = LIVES if lost else max(found.lives)
    they = "your opponent" if now.opponents == 1 else "each opponent"
    who = ("you lose", f"{they} loses") if lost else ("you score", f"{they} scores")
    rows = "".join(
        f"<li><span>{whose}</span>"
        f'<span class="t31-track" aria-hidden="true">'
        f'<span style="width:{float(100 * lives / longest):.1f}%"></span></span>'
        f"<b>{float(lives):.3f}</b></li>"
        for whose, lives in zip(who, found.lives, strict=True)
    )
    what = "Lives lost" if lost else "Points scored"
    return f'<ul class="t31-lives" aria-label="{what} by a knock, on average">{rows}</ul>'


def locked_html(now: Setting, before: Setting | None, key: str) -> str:
    """The question in the place of its answer, until a guess is made."""
    last = fate(before).counts if before is not None else {}
    outcome = next(iter(fate(now).counts))
    was = f"Before it was {last[outcome]}. " if last else ""
    return (
        f'<div class="t31-answer"><p class="t31-verdict" role="status">First your guess.</p>'
        f'<p class="t31-lead">{was}Of 1,000 knocks with {escape(str(now))}: in how many are you '
        f"{outcome}?</p>"
        f"{form_html(key, 'Your guess of 1,000')}</div>"
    )


def controls_html(now: Setting, offered: list[str]) -> str:
    """The number of opponents, and what they do."""
    replies = {reply: REPLIES[reply][now.opponents > 1] for reply in offered}
    if len(offered) < len(REPLIES):
        replies[MORE] = "more …"
    return (
        '<div class="t31-controls"><label><input type="number" min="1" max="8" step="1" '
        f'data-do="opponents" value="{now.opponents}" aria-label="Number of opponents"> '
        f"{'opponent' if now.opponents == 1 else 'opponents'}</label>"
        f"who {select_html('reply', 'What they do', replies, now.reply)}</div>"
    )
