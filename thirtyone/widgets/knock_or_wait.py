"""Knock now or wait? What each gains in lives, with its error, and which is better."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from html import escape
from math import floor, log10
from typing import Any

import numpy as np
import traitlets

from thirtyone.checks import whole
from thirtyone.deck import Card, CardLike, CardsLike, card, cards, place
from thirtyone.dist import Estimate
from thirtyone.game import State, view
from thirtyone.hands import DECLARED, codes_of, three
from thirtyone.rules import SCAT, Rules
from thirtyone.strategies import published_marks
from thirtyone.waiting import KnockOrWait, knock_or_wait
from thirtyone.widgets.old.cards import sentence
from thirtyone.widgets.old.chart import level
from thirtyone.widgets.old.guess import asked, form_html, said_html
from thirtyone.widgets.old.one_knock import OneKnock
from thirtyone.widgets.old.panel import differing, select_html, typed

ROUNDS, MORE, MOST = 20_000, 4, 320_000  # at first; so many times as many; and no more
SEED = 0
TURNS = ("first", "second", "third", "fourth", "fifth", "sixth")
PLAYERS = (2, 3, 4, 5, 6)


@dataclass(frozen=True)
class Setting:
    """All that the answer depends on. ``turn`` is how many turns everybody has had.

    >>> Setting(cards("KH 9H 2C"), card("5D"))
    K♥ 9♥ 2♣, upcard 5♦, 2 players, first turn
    """

    hand: tuple[Card, ...]
    upcard: Card
    players: int = 2
    turn: int = 0
    rules: Rules = SCAT
    rounds: int = ROUNDS
    seed: int = SEED

    def __post_init__(self) -> None:
        whole("players", self.players, min(PLAYERS), max(PLAYERS))
        whole("turn", self.turn, 0, len(TURNS) - 1)
        if self.rules.scoring != "lives":
            raise ValueError("knocking and waiting are weighed in lives: not in a points game")

    @property
    def words(self) -> tuple[str, ...]:
        hand = " ".join(map(str, self.hand))
        turn = f"{TURNS[self.turn]} turn"
        return hand, f"upcard {self.upcard}", f"{self.players} players", turn

    def __repr__(self) -> str:
        return ", ".join(self.words)


@lru_cache(maxsize=256)
def found(now: Setting) -> KnockOrWait:
    """What knocking and waiting are worth to the first player after the dealer.

    Of the cards that were thrown before, only the upcard counts as seen.
    """
    deck = now.rules.deck
    place(deck, **{"the hand": now.hand, "the upcard": (now.upcard,)})
    if codes_of(np.array([now.hand]), now.rules)[0] >= DECLARED:
        raise ValueError("a 31 is declared: there is nothing to weigh")
    rest = tuple(c for c in deck if c not in (*now.hand, now.upcard))
    held = 3 * (now.players - 1)  # they lie hidden: which ones, the view does not show
    state = State(
        now.rules,
        dealer=now.players - 1,
        hands=(now.hand, *(rest[i : i + 3] for i in range(0, held, 3))),
        stock=rest[held:],
        pile=(now.upcard,),
        to_act=0,
        phase="turn",
        turns=(now.turn,) * now.players,
        discards=((None, now.upcard),),
    )
    return knock_or_wait(view(state, 0), rounds=now.rounds, seed=now.seed)


class KnockNow(OneKnock):
    """A hand, the upcard, the players and one's turn: what knocking now gains, and what waiting.

    `hand`, `upcard`, `players` and `turn` (0 is the first) can be set; the `setting` that they
    make can be observed. Everybody plays by the best marks known. With `predict`, the key of a
    prediction, what waiting gains stays hidden until a guess of it is made (in lives a round), here
    or by ``predict(key, guess)``; it is then marked.

    Raises ValueError as `knock_or_wait` does.

    >>> wait = KnockNow()
    >>> wait.upcard = "8S"
    >>> wait.setting
    K♥ 9♥ 2♣, upcard 8♠, 2 players, first turn
    """

    setting: traitlets.Instance[Setting] = traitlets.Instance(Setting)

    def __init__(
        self,
        hand: CardsLike = "KH 9H 2C",
        upcard: CardLike = "5D",
        *,
        players: int = 2,
        turn: int = 0,
        rules: Rules = SCAT,
        seed: int = SEED,
        predict: str | None = None,
    ) -> None:
        start = Setting(three(cards(hand)), card(upcard), players, turn, rules, seed=seed)
        found(start)  # refuses what the engine refuses
        super().__init__(start, predict)

    @property
    def players(self) -> int:
        return self.setting.players

    @players.setter
    def players(self, players: int) -> None:
        self.change(players=players)

    @property
    def turn(self) -> int:
        return self.setting.turn

    @turn.setter
    def turn(self, turn: int) -> None:
        self.change(turn=turn)

    def check(self, **changes: Any) -> Setting:
        """Another setting starts with as many rounds as ever."""
        new = replace(self.setting, **{"rounds": ROUNDS, **changes})
        found(new)
        return new

    @traitlets.observe("setting")
    def _moved(self, change: Any) -> None:
        if isinstance(change.old, Setting):
            if change.new.words != change.old.words:
                self.before = change.old
            self.follow(change.old, change.new)
            self.refresh()

    @property
    def locked(self) -> bool:
        """Whether what waiting gains waits for a guess."""
        return self.unguessed

    def do_players(self, text: str) -> str:
        self.change(players=typed("players", text, min(PLAYERS), max(PLAYERS)))
        return f"{text} players"

    def do_turn(self, text: str) -> str:
        self.change(turn=typed("turn", text, 0, len(TURNS) - 1))
        return f"your {TURNS[self.turn]} turn"

    def do_more(self, _: str = "") -> str:
        rounds = MORE * self.setting.rounds
        if rounds > MOST:
            return f"{MOST:,} rounds are the most here"
        self.change(rounds=rounds)
        return f"{rounds:,} rounds: {MORE} times as many, half the error"

    def render(self) -> str:
        now = self.setting
        if self.locked:
            answer = locked_html(now, str(self.key))
        else:  # the guess is one of the opening
            guess = self.guess if now.words == self.start.words else None
            answer = answer_html(now, self.before, guess, self.fault)
            answer += f'<p class="t31-lead">{said_html(self.key, guess)}</p>'
        return (
            f'<div class="t31-columns">{super().render()}<div>'
            f"{controls_html(now, locked=self.locked)}{answer}</div></div>"
        )

    def __repr__(self) -> str:
        if self.locked:
            return f"Knock now: {self.setting}: locked until you guess"
        said = verdict(self.setting)
        return f"Knock now: {self.setting}: {said[0].lower()}{said[1:]}"


def verdict(now: Setting) -> str:
    """Which is better, by how much, to the digits that the error of the difference supports.

    >>> verdict(Setting(cards("KH 7H 5H"), card("5D"))).partition(":")[0]
    'Knock'
    """
    both = found(now)
    digits = supported(both.difference.stderr)
    gains = {
        "waiting": f"{both.wait.value:+.{digits}f} by waiting",
        "knocking": f"{float(_middle(both.knock)):+.{digits}f} by knocking",
    }
    order = ("waiting", "knocking") if both.verdict == "wait" else ("knocking", "waiting")
    said = signed(", ".join(gains[way] for way in order))
    away = abs(both.difference.value)
    error = f"{away:.{digits}f} ± {both.difference.stderr:.{digits}f}"
    return f"{sentence(both.verdict)}: {said} (difference {error})"


def supported(stderr: float) -> int:
    """How many decimal places a figure with this error has where its error has one figure.

    >>> supported(0.011), supported(0.0054), supported(0)
    (2, 3, 3)
    """
    return max(0, -floor(log10(stderr))) if stderr > 0 else 3


def _middle(gain: Fraction | Estimate) -> float | Fraction:
    return gain.value if isinstance(gain, Estimate) else gain


def answer_html(
    now: Setting,
    before: Setting | None = None,
    guess: float | None = None,
    fault: str = "",
) -> str:
    """The verdict, both gains on one axis, how often each loses a life, and what it was before.

    A ``fault`` is said in their place.
    """
    said = sentence(fault) or verdict(now)
    both = found(now)
    stale = " t31-stale" if fault else ""
    loses = [round(1000 * chance.value) for chance in (both.knock_loses, both.wait_loses)]
    error = 1000 * max(both.knock_loses.stderr, both.wait_loses.stderr)
    return (
        f'<div class="t31-answer t31-weighed{stale}">'
        f'<p class="t31-verdict" role="status">{said}</p>{gains_html(both, guess)}'
        f'<p class="t31-lead">You lose lives in {loses[0]} of 1,000 rounds by knocking, '
        f"{loses[1]} by waiting (± {error:.{supported(error)}f}).</p>"
        f"{ghost_html(now, before)}{source_html(now)}</div>"
    )


def gains_html(both: KnockOrWait, guess: float | None = None, *, locked: bool = False) -> str:
    """Both gains in lives a round, each as a bar from nothing, with its error."""
    rows = [("knock", both.knock, None), ("wait", None if locked else both.wait, guess)]
    items = "".join(
        f"<li><span>{way}</span>{axis_html(gain, guess=mark)}<b>{figure(gain)}</b></li>"
        for way, gain, mark in rows
    )
    return (
        "<div><p>gain in lives a round, from −1 to +1</p>"
        f'<ul class="t31-lives t31-gains" aria-label="Gain in lives a round">{items}</ul></div>'
    )


def axis_html(gain: Fraction | Estimate | None, *, guess: float | None = None) -> str:
    """A gain on the axis from -1 to +1 life, its two standard errors either way, and a guess.

    None leaves the axis empty.
    """
    marks = '<i class="t31-zero"></i>'
    if gain is not None:
        middle = float(_middle(gain))
        low, high = sorted((0.0, middle))
        look = "t31-less" if middle < 0 else "t31-more"
        marks = f'<i class="t31-gain {look}" style="{_from_to(low, high)}"></i>{marks}'
        if isinstance(gain, Estimate) and gain.stderr > 0:
            off = 2 * gain.stderr
            marks += f'<i class="t31-spread" style="{_from_to(middle - off, middle + off)}"></i>'
    if guess is not None:
        marks += f'<i class="t31-guess" style="left:{level((guess + 1) / 2)}"></i>'
    return f'<span class="t31-track t31-axis" aria-hidden="true">{marks}</span>'


def _from_to(low: float, high: float) -> str:
    """Where a mark on the axis starts and ends, in CSS."""
    return f"left:{level((low + 1) / 2)};right:{level((1 - high) / 2)}"


def figure(gain: Fraction | Estimate | None) -> str:
    """A gain to the digits that its error supports; a fraction is exact.

    >>> figure(Estimate(0.3896, 0.0078, 20_000, 0)), figure(Fraction(9, 40)), figure(None)
    ('+0.3896 ± 0.0078', '+0.225 exactly', '?')
    """
    if gain is None:
        return "?"
    if isinstance(gain, Estimate):
        return signed(f"{'+' * (gain.value >= 0)}{gain!r}")
    return signed(f"{float(gain):+.3f} exactly")


def signed(text: str) -> str:
    """The figure with a minus sign as it is printed."""
    return text.replace("-", "−")


def ghost_html(now: Setting, before: Setting | None) -> str:
    """What the verdict was before the last change."""
    words = ""
    if before is not None and before.words != now.words:
        words = f"Before ({escape(differing(before.words, now.words))}): {_short(before)}."
    return f'<p class="t31-ghost">{words}</p>'


def _short(now: Setting) -> str:
    both = found(now)
    digits = supported(both.difference.stderr)
    return f"{both.verdict}, by {abs(both.difference.value):.{digits}f}"


def source_html(now: Setting) -> str:
    """Where the figures come from: rounds, seed and the marks that everybody plays by."""
    marks = published_marks(now.players, rules=now.rules).marks
    shown = ", ".join(f"{mark:g}" for mark in marks[:4])
    return (
        f'<p class="t31-note">{now.rounds:,} rounds, seed {now.seed}; whiskers: two standard '
        f"errors. Marks by turn: {shown} …</p>"
    )


def locked_html(now: Setting, key: str) -> str:
    """What knocking gains, and the question of what waiting does."""
    return (
        '<div class="t31-answer"><p class="t31-verdict" role="status">First your guess.</p>'
        f"{gains_html(found(now), locked=True)}"
        f'<p class="t31-lead">{asked(key)}?</p>{form_html(key)}</div>'
    )


def controls_html(now: Setting, *, locked: bool = False) -> str:
    """The number of players, whose turn of one's own it is, and more rounds."""
    players = {str(n): f"{n} players" for n in PLAYERS}
    turns = {str(n): f"{word} turn" for n, word in enumerate(TURNS)}
    more = "" if locked else f'<button data-do="more">{MORE} × rounds</button>'
    return (
        '<div class="t31-controls t31-few">'
        f"{select_html('players', 'Number of players', players, str(now.players))}"
        f"{select_html('turn', 'Your turn', turns, str(now.turn))}{more}</div>"
    )
