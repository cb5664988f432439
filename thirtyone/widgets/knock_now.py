"""Knock now or wait? What each gains in lives, with its error, and which is better."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import htpy as h

from thirtyone.checks import whole
from thirtyone.deck import Card, CardLike, CardsLike, card, cards
from thirtyone.game import View
from thirtyone.hands import three
from thirtyone.rounds import BLOCK
from thirtyone.rules import SCAT, Rules
from thirtyone.strategies import published_marks
from thirtyone.waiting import KnockOrWait, knock_or_wait, weighings
from thirtyone.widgets.cards import cards_view
from thirtyone.widgets.panel import Action, Message, Panel, Step, style
from thirtyone.widgets.parts import html
from thirtyone.widgets.parts.asked import AskedOfHand, AskingOfHand, Worded, of_setting
from thirtyone.widgets.parts.gains import axis, figure, signed, supported
from thirtyone.widgets.parts.spot import VERBS
from thirtyone.widgets.parts.words import differing, sentence, typed

ROUNDS, MORE, MOST = 20_000, 4, 320_000  # at first; so many times as many; and no more
SEED = 0
TURNS = ("first", "second", "third", "fourth", "fifth", "sixth")
PLAYERS = (2, 3, 4, 5, 6)
UPCARD = 3  # its place


@dataclass(frozen=True, repr=False)
class Setting(Worded):
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
        if "knock" not in self.view.legal:
            raise ValueError("these rules allow no knock here: there is nothing to weigh")

    @property
    def view(self) -> View:
        """What the first player after the dealer sees."""
        return View.opening(
            self.hand, self.upcard, players=self.players, turn=self.turn, rules=self.rules
        )

    @property
    def words(self) -> tuple[str, ...]:
        hand = " ".join(map(str, self.hand))
        turn = f"{TURNS[self.turn]} turn"
        return hand, f"upcard {self.upcard}", f"{self.players} players", turn

    @property
    def answer(self) -> KnockOrWait:
        """What knocking and waiting are worth."""
        return knock_or_wait(self.view, rounds=self.rounds, seed=self.seed)

    def pieces(self) -> Iterator[Callable[[], Action]]:
        """The same as work: an answer from more and more rounds."""
        answers = weighings(self.view, rounds=self.rounds, seed=self.seed)
        for start in range(0, self.rounds, BLOCK):
            yield partial(counted, answers, min(start + BLOCK, self.rounds))


def counted(answers: Iterator[KnockOrWait], rounds: int) -> Action:
    """The next answer, unless there is one from as many rounds already."""
    both = next(answers)
    return lambda state: state if state.done >= rounds else replace(state, both=both, done=rounds)


@dataclass(frozen=True, kw_only=True)
class State(AskedOfHand):
    """The hand that is asked about.

    Fields:
        both: what knocking and waiting are worth; None while nothing is counted.
        done: the rounds that it is from.
        was: the answer before the last change, in short.
    """

    both: KnockOrWait | None = None
    done: int = 0
    was: str = ""

    def to(self, **changes: Any) -> State:
        """Another question begins with as many rounds as ever."""
        return super().to(**{"rounds": ROUNDS, **changes})

    def put(self, setting: Setting) -> State:
        new = super().put(setting)
        if setting.words == self.setting.words:  # the same with more rounds, or another seed
            return replace(new, before=self.before)
        if self.both is None:  # not counted yet: what was answered last is the one before
            return replace(new, before=self.before)
        return replace(new, both=None, done=0, was=short(self.both))


def players(state: State, text: str) -> tuple[State, str]:
    return state.to(players=typed("players", text, min(PLAYERS), max(PLAYERS))), f"{text} players"


def turn(state: State, text: str) -> tuple[State, str]:
    new = state.to(turn=typed("turn", text, 0, len(TURNS) - 1))
    return new, f"your {TURNS[new.setting.turn]} turn"


def more(state: State, _: str) -> tuple[State, str]:
    rounds = MORE * state.setting.rounds
    if rounds > MOST:
        return state, f"{MOST:,} rounds are the most here"
    return state.to(rounds=rounds), f"{rounds:,} rounds: {MORE} times as many, half the error"


class KnockNow(AskingOfHand, Panel):
    """A hand, the upcard, the players and one's turn: what knocking now gains, and what waiting.

    `hand`, `upcard`, `players` and `turn` (0 is the first) can be set; the `setting` that they
    make can be observed. Everybody plays by the best marks known. With `predict`, the key of a
    prediction, what waiting gains stays hidden until a guess of it is made, here or by
    ``predict(key, guess)``; it is then marked.

    Raises ValueError as `knock_or_wait` does.

    >>> wait = KnockNow()
    >>> wait.upcard = "8S"
    >>> wait.setting
    K♥ 9♥ 2♣, upcard 8♠, 2 players, first turn
    """

    _css = style("knock_now")
    kind = "Knock now"
    greeting = "What you pick becomes the upcard. To swap another card, click that first."
    ended = "stopped: what was counted is kept"
    verbs: ClassVar = {**VERBS, "players": players, "turn": turn, "more": more}
    players = of_setting("players")
    turn = of_setting("turn")

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
        super().__init__(
            State.opening(start, predict, home=UPCARD, both=start.answer, done=start.rounds)
        )

    @classmethod
    def after(cls, state: State, action: Action) -> Step:
        """Another setting is counted anew, more rounds of the same beside what there is."""
        new, said, work = super().after(state, action)
        return new, said, work if new.setting == state.setting else new.setting.pieces()

    @staticmethod
    def told(state: State) -> str:
        said = verdict(state.both)
        return f"{said[0].lower()}{said[1:]}"

    @staticmethod
    def view(state: State, message: Message) -> html.Html:
        """The cards; beside them the question, and the answer or what it waits for."""
        answer = locked(state) if state.locked else answered(state, working=message.working)
        beside = h.div[controls(state), answer]
        return html.columns(cards_view(state.spot, message), beside)


def verdict(both: KnockOrWait | None) -> str:
    """Which is better, by how much, to the digits that the error of the difference supports.

    >>> verdict(Setting(cards("KH 7H 5H"), card("5D")).answer).partition(":")[0]
    'Knock'
    """
    if both is None:
        return "Counting …"
    digits = supported(both.difference.stderr)
    gains = {
        "waiting": f"{float(both.wait):+.{digits}f} by waiting",
        "knocking": f"{float(both.knock):+.{digits}f} by knocking",
    }
    order = ("waiting", "knocking") if both.verdict == "wait" else ("knocking", "waiting")
    said = signed(", ".join(gains[way] for way in order))
    away = abs(both.difference.value)
    error = f"{away:.{digits}f} ± {both.difference.stderr:.{digits}f}"
    return f"{sentence(both.verdict)}: {said} (by {error})"


def short(both: KnockOrWait) -> str:
    """The same in short."""
    digits = supported(both.difference.stderr)
    return f"{both.verdict}, by {abs(both.difference.value):.{digits}f}"


def answered(state: State, *, working: bool = False) -> h.Element:
    """The verdict, both gains on one axis, how often each loses a life, and what it was before.

    The guess is one of the opening. A fault is said in the place of all that.
    """
    opening = state.setting.words == state.start.words
    guess = state.guess if opening else replace(state.guess, value=None)
    return h.div(class_=["t31-answer t31-weighed", state.fault and "t31-stale"])[
        html.verdict(sentence(state.fault) or verdict(state.both)),
        gains(state, guess.value),
        losing(state.both),
        ghost(state),
        source(state, working),
        html.lead(guess.said),
    ]


def gains(state: State, guess: float | None = None) -> h.Element:
    """Both gains in lives a round, each as a bar from nothing, with its error."""
    knock, wait = (state.both.knock, state.both.wait) if state.both else (None, None)
    rows = (("knock", knock, None), ("wait", None if state.locked else wait, guess))
    return h.div[
        h.p["gain in lives a round, from −1 to +1"],
        h.ul(".t31-lives.t31-gains", aria_label="Gain in lives a round")[
            (
                h.li[h.span[way], axis(gain, guess=mark), h.b[figure(gain)]]
                for way, gain, mark in rows
            )
        ],
    ]


def losing(both: KnockOrWait | None) -> h.Element:
    """How often one loses a life either way."""
    if both is None:
        return html.lead()
    knock, wait = (round(1000 * chance.value) for chance in (both.knock_loses, both.wait_loses))
    error = 1000 * max(both.knock_loses.stderr, both.wait_loses.stderr)
    return html.lead(
        f"You lose lives in {knock} of 1,000 rounds by knocking, {wait} by waiting "
        f"(± {error:.{supported(error)}f})."
    )


def ghost(state: State) -> h.Element:
    """What the verdict was before the last change."""
    if not state.was or state.before is None:
        return h.p(".t31-ghost")
    changed = differing(state.before.words, state.setting.words)
    return h.p(".t31-ghost")[f"Before ({changed}): {state.was}."]


def source(state: State, working: bool) -> h.Element:
    """Where the figures come from: rounds, seed and the marks that everybody plays by."""
    now: Setting = state.setting
    marks = published_marks(now.players, rules=now.rules).marks
    shown = ", ".join(f"{mark:g}" for mark in marks[:4])
    return h.p(".t31-note")[
        working and h.span["Counting … ", html.stop(), " "],
        f"{state.done or now.rounds:,} rounds, seed {now.seed}; whiskers: two standard errors. "
        f"Marks by turn: {shown} …",
    ]


def locked(state: State) -> h.Element:
    """What knocking gains, and the question of what waiting does."""
    return h.div(".t31-answer")[
        html.verdict("First your guess."),
        gains(state),
        html.lead(f"{state.guess.asked}?"),
        state.guess.form(),
    ]


def controls(state: State) -> h.Element:
    """The number of players, whose turn of one's own it is, and more rounds."""
    now: Setting = state.setting
    options = {str(n): f"{n} players" for n in PLAYERS}
    turns = {str(n): f"{word} turn" for n, word in enumerate(TURNS)}
    return h.div(".t31-controls.t31-few", data_live=True)[
        html.select("players", "Number of players", options, str(now.players)),
        html.select("turn", "Your turn", turns, str(now.turn)),
        None if state.locked else html.button(f"{MORE} × rounds", "more"),
    ]
