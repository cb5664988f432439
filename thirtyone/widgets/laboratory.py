"""The strategy laboratory: a strategy in each seat, and rounds until the errors are small."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar

import htpy as h
import numpy as np

from thirtyone.checks import whole
from thirtyone.rounds import BLOCK
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.simulation import Simulation, Tally, play_block, summary
from thirtyone.strategies import Counter, Marks, Strategy, at_random, beginner, published_marks
from thirtyone.widgets.panel import Action, Message, Panel, Step, style
from thirtyone.widgets.parts import html
from thirtyone.widgets.parts.asked import Asked, Asking, Followed
from thirtyone.widgets.parts.gains import axis, figure, supported
from thirtyone.widgets.parts.words import number, sentence, typed

SEED, FEW, MOST = 31, 10, 1_000_000  # rounds: what one button adds, and where a run ends
STEPPED = 50  # rounds at a time where a seat does not play by marks alone
PLAYERS = (2, 3, 4)
OWN = "own marks"
PLAYS = {  # what a seat can play, but for one's own marks
    "best marks": "knocks at the best marks known",
    "always 18": "knocks with 18 on every turn",
    "beginner": "takes what improves, knocks from 21",
    "counter": "best marks, counts every card seen",
    "random": "does anything that is legal",
}
Play = str | tuple[Value, ...]  # a name of PLAYS, or marks


@dataclass(frozen=True)
class Setting:
    """Who plays what, and the seed of the decks.

    >>> Setting(("always 18", (22, 25)))
    seat 1 always 18, seat 2 marks 22 25; seed 31
    """

    plays: tuple[Play, ...] = ("always 18", "best marks")
    seed: int = SEED
    rules: Rules = SCAT

    def __post_init__(self) -> None:
        if len(self.plays) not in PLAYERS:
            raise ValueError(f"2 to 4 seats can be filled here, not {len(self.plays)}")
        if self.rules.scoring != "lives":
            raise ValueError("the laboratory counts lives: not a points game")
        whole("seed", self.seed, 0)
        for play in self.plays:
            if isinstance(play, str) and play not in PLAYS:
                raise ValueError(f"{play!r} is not played here: {', '.join(PLAYS)}, or marks")
        self.strategies()  # refuses marks that are none

    @property
    def players(self) -> int:
        return len(self.plays)

    def strategies(self) -> tuple[Strategy, ...]:
        """A strategy for each seat."""
        best = published_marks(self.players, rules=self.rules)
        named: dict[str, Strategy] = {
            "best marks": best,
            "always 18": Marks((18,)),
            "beginner": beginner(),
            "counter": Counter(best),
        }
        return tuple(
            Marks(play) if not isinstance(play, str) else named.get(play) or at_random(seat)
            for seat, play in enumerate(self.plays)
        )

    def tally(self, start: int, rounds: int) -> Tally:
        """The sums of so many rounds from the start-th on."""
        return play_block(self.players, self.strategies(), self.rules, self.seed, start, rounds)

    def portion(self, played: int) -> int:
        """How many rounds come next: few at first, so that one sees the error shrink."""
        by_tables = all(isinstance(strategy, Marks) for strategy in self.strategies())
        portion = min(BLOCK, max(FEW, played)) if by_tables else STEPPED
        return min(portion, MOST - played)

    def __repr__(self) -> str:
        seats = enumerate(map(words, self.plays), start=1)
        return ", ".join(f"seat {seat} {said}" for seat, said in seats) + f"; seed {self.seed}"


def words(play: Play) -> str:
    """What a seat plays, in words."""
    return play if isinstance(play, str) else f"marks {marks_text(play)}"


def marks_text(marks: tuple[Value, ...]) -> str:
    """Marks as they are typed; the last goes for all later turns."""
    shown = list(marks)
    while len(shown) > 1 and shown[-1] == shown[-2]:
        shown.pop()
    return " ".join(f"{mark:g}" for mark in shown)


@dataclass(frozen=True, kw_only=True)
class State(Asked):
    """Who plays, and what the rounds so far came to.

    Fields:
        rounds: how many have been played.
        result: what they came to; None before the first.
        total: the same as sums, to which more can be added.
        own: by seat, the marks that were last typed there.
    """

    rounds: int = 0
    result: Simulation | None = None
    total: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    own: Mapping[int, tuple[Value, ...]] = field(default_factory=dict)

    def put(self, setting: Setting) -> State:
        """With another setting all begins anew."""
        new = super().put(setting)
        return new if new is self else replace(new, rounds=0, result=None, total={})

    def with_rounds(self, tally: Tally) -> State:
        """With more rounds added."""
        total = {name: self.total.get(name, np.int64(0)) + tally[name] for name in tally}
        now: Setting = self.setting
        result = summary(now.players, now.seed, now.rules, total)
        return replace(self, rounds=result.rounds, result=result, total=total)


def played(state: State, rounds: int) -> State:
    """So many more rounds."""
    return state.with_rounds(state.setting.tally(state.rounds, rounds))


def few(state: State, _: str) -> Step:
    return played(unlocked(state), FEW), "", ()


def unlocked(state: State) -> State:
    if state.locked:
        raise ValueError("First your guess.")
    return state


def run(state: State, _: str) -> Step:
    if unlocked(state).rounds >= MOST:
        return state, f"{MOST:,} rounds are the most here", None
    return state, "", blocks(state.setting, state.rounds)


def blocks(setting: Setting, done: int) -> Iterator[Callable[[], Action]]:
    """The blocks of a run, each a piece of work."""
    while rounds := setting.portion(done):
        yield partial(block, setting, done, rounds)
        done += rounds


def block(setting: Setting, start: int, rounds: int) -> Action:
    tally = setting.tally(start, rounds)
    return lambda state: state.with_rounds(tally)


def players(state: State, text: str) -> tuple[State, str]:
    wanted = typed("players", text, min(PLAYERS), max(PLAYERS))
    plays = state.setting.plays + ("best marks",) * wanted
    return state.to(plays=plays[:wanted]), f"{text} players; all begins anew"


def seat(state: State, text: str) -> tuple[State, str]:
    at, _, play = text.partition(" ")
    if play != OWN:
        return seated(state, at, play)
    best = published_marks(state.setting.players, rules=state.setting.rules).marks
    return seated(state, at, state.own.get(seat_number(state, at), best))


def marks(state: State, text: str) -> tuple[State, str]:
    at, _, values = text.partition(" ")
    try:
        new = tuple(number(mark) for mark in re.split(r"[\s,;]+", values.strip()))
        Marks(new)
    except ValueError:
        fault = "Marks are values from 0 to 34, one a turn, such as 22 23 25."
        raise ValueError(fault) from None
    state, said = seated(state, at, new)
    return replace(state, own={**state.own, seat_number(state, at): new}), said


def seat_number(state: State, text: str) -> int:
    return typed("a seat", text, 0, state.setting.players - 1)


def seated(state: State, text: str, play: Play) -> tuple[State, str]:
    at = seat_number(state, text)
    plays = (*state.setting.plays[:at], play, *state.setting.plays[at + 1 :])
    return state.to(plays=plays), f"seat {at + 1} plays {words(play)}; all begins anew"


def rotate(state: State, _: str) -> tuple[State, str]:
    *others, last = state.setting.plays
    return state.to(plays=(last, *others)), "everybody moves on a seat; all begins anew"


def seed(state: State, text: str) -> tuple[State, str]:
    new = state.to(seed=typed("seed", text, 0))
    return new, f"seed {new.setting.seed}; all begins anew"


class Laboratory(Asking, Panel):
    """Strategies against each other: lives lost a round, with errors that sharpen as it runs.

    `plays` has for each seat a name ("best marks", "always 18", "beginner", "counter", "random")
    or a tuple of marks by own turn. Round i of a seed has the same cards whoever plays; `result`
    is what ``simulate`` finds for these strategies, this seed and so many rounds. In a notebook
    the rounds are played between messages, so that the kernel stays free and the stop is heard.
    With `predict`, the key of a prediction, nothing is played until a guess of it is made.

    Raises ValueError for a play that is unknown, or another number of seats than 2 to 4.

    >>> laboratory = Laboratory(["best marks", "best marks"])
    >>> laboratory.play(10)
    >>> laboratory
    Laboratory: seat 1 best marks, seat 2 best marks; seed 31: \
10 rounds: too close to call
    """

    _css = style("laboratory")
    kind = "Laboratory"
    ended = "stopped: what was played is kept"
    verbs: ClassVar = {
        "few": few,
        "run": run,
        "players": players,
        "seat": seat,
        "marks": marks,
        "rotate": rotate,
        "seed": seed,
    }
    result = Followed(lambda state: state.result)
    rounds = Followed(lambda state: state.rounds)

    def __init__(
        self,
        plays: Sequence[Any] = ("always 18", "best marks"),
        *,
        seed: int = SEED,
        rules: Rules = SCAT,
        predict: str | None = None,
    ) -> None:
        chosen = tuple(play if isinstance(play, str) else tuple(play) for play in plays)
        super().__init__(State.of(Setting(chosen, seed, rules), predict))

    def play(self, rounds: int) -> None:
        """Play so many more rounds, and show what all came to."""
        self.do(lambda state: played(state, rounds))

    @classmethod
    def after(cls, state: State, action: Action) -> Step:
        """Another setting ends a run."""
        new, said, work = super().after(state, action)
        return new, said, work if new.setting == state.setting else ()

    @staticmethod
    def told(state: State) -> str:
        if state.result is None:
            return "no rounds yet"
        said = verdict(state.result)
        return f"{state.rounds:,} rounds: {said[0].lower()}{said[1:-1]}"

    @staticmethod
    def view(state: State, message: Message) -> html.Html:
        """The verdict, the seats with what they play and what they gain, and the controls."""
        done = f"{state.rounds:,} rounds" if state.rounds else "no rounds yet"
        beside = "; gain in lives a round, −1 to +1, ± 2 standard errors. Seat 1 deals."
        working = message.working  # then it is not read out at every block
        said = "First your guess." if state.locked else verdict(state.result)
        if state.locked:
            controls: h.Node = [html.lead(f"{state.guess.asked}?"), state.guess.form()]
        else:
            controls = control(state.setting, working=working)
        return h.div(".t31-stack")[
            html.verdict(said, status=not working),
            h.div(".t31-controls.t31-few", data_live=not state.locked)[controls],
            html.lead(h.b[done], beside),
            h.ol(".t31-laboratory")[(row(state, at) for at in range(state.setting.players))],
            html.note((sentence(message.text), state.guess.said), message.refused),
        ]


def verdict(result: Simulation | None) -> str:
    """Which seat gains, as far as two standard errors allow."""
    if result is None:
        return "Who gains? Let them play."
    best = max(range(result.players), key=lambda seat: result.gain[seat].value)
    gain = result.gain[best]
    if not gain.differs_from(0):
        return "Too close to call."
    digits = supported(gain.stderr)
    return (
        f"Seat {best + 1} gains {gain.value:.{digits}f} ± {gain.stderr:.{digits}f} lives a round."
    )


def row(state: State, at: int) -> h.Element:
    """One seat: what it plays, its gain on the axis, and the lives that it loses."""
    play, result = state.setting.plays[at], state.result
    plays = {f"{at} {name}": name for name in (*PLAYS, OWN)}
    chosen = play if isinstance(play, str) else OWN
    gain = result.gain[at] if result else None
    return h.li[
        h.b[f"Seat {at + 1}"],
        html.select("seat", f"What seat {at + 1} plays", plays, f"{at} {chosen}"),
        axis(gain),
        h.b[figure(gain)],
        h.span(".t31-how")[PLAYS[play] if isinstance(play, str) else own_marks(at, play)],
        h.span(".t31-lost")[f"loses {result.lost[at]!r} a round" if result else None],
    ]


def own_marks(at: int, marks: tuple[Value, ...]) -> h.Element:
    """The field for one's own marks."""
    return h.form(data_do=f"marks {at}")[
        h.input(
            type="text",
            autocomplete="off",
            placeholder=marks_text(marks),
            aria_label=f"Marks of seat {at + 1}",
        ),
        h.button["Set"],
    ]


def control(now: Setting, *, working: bool) -> list[h.Node]:
    """Ten rounds, a run or its end; the players, the seed, and a reset."""
    run = "stop" if working else "run"
    options = {str(n): f"{n} players" for n in PLAYERS}
    return [
        html.button(f"+{FEW} rounds", "few"),
        html.button(run.capitalize(), run, main=True),
        html.select("players", "Number of players", options, str(now.players)),
        html.button("Move seats", "rotate"),
        h.label["Seed ", html.field("seed", now.seed, 0)],
        html.reset(),
    ]
