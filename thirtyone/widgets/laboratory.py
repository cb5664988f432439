"""The strategy laboratory: a strategy in each seat, and rounds until the errors are small."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, replace
from html import escape
from threading import RLock
from typing import Any

import traitlets

from thirtyone.checks import whole
from thirtyone.rounds import BLOCK
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.simulation import Simulation, Tally, play_block, summary
from thirtyone.strategies import Counter, Marks, Strategy, at_random, beginner, published_marks
from thirtyone.widgets.knock_or_wait import axis_html, figure, supported
from thirtyone.widgets.old.cards import sentence
from thirtyone.widgets.old.chart import number
from thirtyone.widgets.old.guess import Guessing, asked, form_html, said_html
from thirtyone.widgets.old.panel import Panel, note_html, select_html, typed

SEED, FEW, MOST = 31, 10, 1_000_000  # rounds: what one button adds, and where a run ends
STEPPED = 50  # rounds at a time where a seat does not play by marks alone
PAUSE = 0.2  # seconds between two blocks: the kernel is free, and one sees the errors shrink
PLAYERS = (2, 3, 4)
OWN = "own marks"
PLAYS = {  # what a seat can play, but for one's own marks
    "best marks": "knocks at the best marks known",
    "always 18": "knocks with 18 on every turn",
    "beginner": "takes what improves, knocks from 21",
    "counter": "best marks, counts every card seen",
    "random": "does anything that is legal",
}


@dataclass(frozen=True)
class Setting:
    """Who plays what, and the seed of the decks. A play is a name of PLAYS, or a tuple of marks.

    >>> Setting(("always 18", (22, 25)))
    seat 1 always 18, seat 2 marks 22 25; seed 31
    """

    plays: tuple[str | tuple[Value, ...], ...] = ("always 18", "best marks")
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
        """A strategy for each seat, made anew: a random one begins at its beginning."""
        return tuple(self._strategy(seat, play) for seat, play in enumerate(self.plays))

    def _strategy(self, seat: int, play: str | tuple[Value, ...]) -> Strategy:
        best = published_marks(self.players, rules=self.rules)
        if not isinstance(play, str):
            return Marks(play)
        named: dict[str, Strategy] = {
            "best marks": best,
            "always 18": Marks((18,)),
            "beginner": beginner(),
            "counter": Counter(best),
            "random": at_random(seat),
        }
        return named[play]

    def __repr__(self) -> str:
        seats = enumerate(map(words, self.plays), start=1)
        return ", ".join(f"seat {seat} {said}" for seat, said in seats) + f"; seed {self.seed}"


def words(play: str | tuple[Value, ...]) -> str:
    """What a seat plays, in words."""
    return play if isinstance(play, str) else f"marks {marks_text(play)}"


def marks_text(marks: tuple[Value, ...]) -> str:
    """Marks as they are typed; the last goes for all later turns."""
    shown = list(marks)
    while len(shown) > 1 and shown[-1] == shown[-2]:
        shown.pop()
    return " ".join(f"{mark:g}" for mark in shown)


class Laboratory(Guessing, Panel):
    """Strategies against each other: lives lost a round, with errors that sharpen as it runs.

    `plays` has for each seat a name ("best marks", "always 18", "beginner", "counter", "random")
    or a tuple of marks by own turn. Round i of a seed has the same cards whoever plays; ``result``
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

    setting = traitlets.Instance(Setting)
    running = traitlets.Bool(False)

    def __init__(
        self,
        plays: tuple[str | tuple[Value, ...], ...] | list[Any] = ("always 18", "best marks"),
        *,
        seed: int = SEED,
        rules: Rules = SCAT,
        predict: str | None = None,
    ) -> None:
        chosen = tuple(play if isinstance(play, str) else tuple(play) for play in plays)
        self.start = self.setting = Setting(chosen, seed, rules)
        self.ask(predict)
        self.own: dict[str, tuple[Value, ...]] = {}  # the marks last typed for each seat
        self.lock = RLock()  # JupyterLab's messages may come in another thread than the run's
        super().__init__()
        self.clear()
        self.say("")

    def act(self, action: str) -> None:
        with self.lock:
            super().act(action)

    def clear(self) -> None:
        """Forget what was played."""
        self.running = False
        self.total: Tally = {}
        self.strategies = self.setting.strategies()

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return int(self.total["rounds"][0]) if self.total else 0

    @property
    def result(self) -> Simulation | None:
        """What they came to; None before the first."""
        now = self.setting
        return summary(now.players, now.seed, now.rules, self.total) if self.total else None

    def play(self, rounds: int) -> None:
        """Play so many more rounds, and show what all came to."""
        now = self.setting
        tally = play_block(now.players, self.strategies, now.rules, now.seed, self.rounds, rounds)
        self.total = {name: self.total.get(name, 0) + tally[name] for name in tally}
        self.refresh()

    @property
    def portion(self) -> int:
        """How many rounds come next in a run: few at first, so that one sees the error shrink."""
        by_tables = all(isinstance(strategy, Marks) for strategy in self.strategies)
        portion = min(BLOCK, max(FEW, self.rounds)) if by_tables else STEPPED
        return min(portion, MOST - self.rounds)

    async def run(self) -> None:
        """Play on until it is stopped or has played enough, with a pause after each block."""
        strategies = self.strategies
        while self._goes_on(strategies):
            await asyncio.sleep(PAUSE)

    def _goes_on(self, strategies: tuple[Strategy, ...]) -> bool:
        """Play the next block of a run, unless the run is over."""
        with self.lock:
            if self.strategies is not strategies:  # all has begun anew
                return False
            if self.running and self.portion:
                self.play(self.portion)
                return True
            self.running = False
            self.refresh()
            return False

    @property
    def locked(self) -> bool:
        """Whether nothing is played until a guess is made."""
        return self.unguessed

    def change(self, **changes: Any) -> None:
        """Another setting, with which all begins anew."""
        self.setting = replace(self.setting, **changes)

    @traitlets.observe("setting")
    def _moved(self, change: Any) -> None:
        if isinstance(change.old, Setting):
            self.clear()
            self.refresh()

    def do_run(self, _: str = "") -> str:
        if self.locked:
            raise ValueError("First your guess.")
        if self.rounds >= MOST:
            return f"{MOST:,} rounds are the most here"
        if not self.running:
            self.running = True
            try:
                self.task = asyncio.get_running_loop().create_task(self.run())
            except RuntimeError:  # outside a notebook nothing else waits
                asyncio.run(self.run())
        return ""

    def do_stop(self, _: str = "") -> str:
        self.running = False
        return "stopped: what was played is kept"

    def do_few(self, _: str = "") -> str:
        if self.locked:
            raise ValueError("First your guess.")
        self.play(FEW)
        return ""

    def do_players(self, text: str) -> str:
        players = typed("players", text, min(PLAYERS), max(PLAYERS))
        plays = self.setting.plays + ("best marks",) * players
        self.change(plays=plays[:players])
        return f"{text} players; all begins anew"

    def do_seat(self, text: str) -> str:
        seat, _, play = text.partition(" ")
        if play == OWN:
            best = published_marks(self.setting.players, rules=self.setting.rules).marks
            return self._seat(seat, self.own.get(seat, best))
        return self._seat(seat, play)

    def do_marks(self, text: str) -> str:
        seat, _, values = text.partition(" ")
        try:
            marks = tuple(number(mark) for mark in re.split(r"[\s,;]+", values.strip()))
            Marks(marks)
        except ValueError:
            raise ValueError(
                "Marks are values from 0 to 34, one a turn, such as 22 23 25."
            ) from None
        said = self._seat(seat, marks)
        self.own[seat] = marks
        return said

    def _seat(self, at: str, play: str | tuple[Value, ...]) -> str:
        plays = list(self.setting.plays)
        seat = typed("a seat", at, 0, len(plays) - 1)
        plays[seat] = play
        self.change(plays=tuple(plays))
        return f"seat {seat + 1} plays {words(play)}; all begins anew"

    def do_rotate(self, _: str = "") -> str:
        last, *others = reversed(self.setting.plays)
        self.change(plays=(last, *reversed(others)))
        return "everybody moves on a seat; all begins anew"

    def do_seed(self, text: str) -> str:
        self.change(seed=typed("seed", text, 0))
        return f"seed {self.setting.seed}; all begins anew"

    def do_reset(self, _: str = "") -> str:
        self.setting = self.start
        self.clear()
        return ""

    def render(self) -> str:
        return laboratory_html(
            self.setting,
            self.result,
            running=self.running,
            key=self.key if self.locked else None,
            note=note_html((sentence(self.said), said_html(self.key, self.guess)), self.refused),
        )

    def __repr__(self) -> str:
        if self.locked:
            return f"Laboratory: {self.setting}: locked until you guess"
        if self.result is None:
            return f"Laboratory: {self.setting}: no rounds yet"
        said = verdict(self.result)
        return f"Laboratory: {self.setting}: {self.rounds:,} rounds: {said[0].lower()}{said[1:-1]}"


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


def laboratory_html(
    now: Setting,
    result: Simulation | None,
    *,
    running: bool = False,
    key: str | None = None,
    note: str = "",
) -> str:
    """The verdict, the seats with what they play and what they gain, and the controls."""
    if key is not None:
        said = "First your guess."
        controls = f'<p class="t31-lead">{asked(key)}?</p>{form_html(key)}'
    else:
        said, controls = verdict(result), controls_html(now, running=running)
    seats = "".join(seat_html(now, result, seat) for seat in range(now.players))
    status = "" if running else ' role="status"'  # not read out at every block
    done = f"{result.rounds:,} rounds" if result else "no rounds yet"
    return (
        f'<div class="t31-stack"><p class="t31-verdict"{status}>{said}</p>'
        f'<div class="t31-controls t31-few">{controls}</div>'
        f'<p class="t31-lead"><b>{done}</b>; gain in lives a round, −1 to +1, ± 2 standard errors. '
        "Seat 1 deals.</p>"
        f'<ol class="t31-laboratory">{seats}</ol>{note or note_html(())}</div>'
    )


def seat_html(now: Setting, result: Simulation | None, seat: int) -> str:
    """One seat: what it plays, its gain on the axis, and the lives that it loses."""
    play = now.plays[seat]
    chosen = play if isinstance(play, str) else OWN
    plays = {f"{seat} {name}": name for name in (*PLAYS, OWN)}
    choice = select_html("seat", f"What seat {seat + 1} plays", plays, f"{seat} {chosen}")
    if isinstance(play, str):
        how = PLAYS[play]
    else:
        how = (
            f'<form data-do="marks {seat}"><input type="text" autocomplete="off" '
            f'placeholder="{escape(marks_text(play))}" aria-label="Marks of seat {seat + 1}">'
            "<button>Set</button></form>"
        )
    gain = result.gain[seat] if result else None
    lost = f"loses {result.lost[seat]!r} a round" if result else ""
    return (
        f"<li><b>Seat {seat + 1}</b>{choice}{axis_html(gain)}<b>{figure(gain)}</b>"
        f'<span class="t31-how">{how}</span><span class="t31-lost">{lost}</span></li>'
    )


def controls_html(now: Setting, *, running: bool) -> str:
    """Ten rounds, a run or its end; the players, the seed, and a reset."""
    run = "stop" if running else "run"
    players = {str(n): f"{n} players" for n in PLAYERS}
    return (
        f'<button data-do="few">+{FEW} rounds</button>'
        f'<button class="t31-main" data-do="{run}">{run.capitalize()}</button>'
        f"{select_html('players', 'Number of players', players, str(now.players))}"
        '<button data-do="rotate">Move seats</button>'
        f'<label>Seed <input type="number" min="0" step="1" data-do="seed" value="{now.seed}">'
        '</label><button data-do="reset">Reset</button>'
    )
