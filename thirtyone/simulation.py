"""What many rounds come to. Round i of a seed is ``deal(deck=...)`` of that seed's i-th deck."""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import starmap
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thirtyone.checks import shown, whole
from thirtyone.deck import Card
from thirtyone.dist import Estimate, Table, checked_sample
from thirtyone.game import checked_players, deal, step, view
from thirtyone.hands import Array
from thirtyone.rounds import (
    BLOCK,
    ENDS,
    TURNS,
    Rounds,
    decks_of,
    how_it_ended,
    play_from_deal,
)
from thirtyone.rules import SCAT, Rules, checked
from thirtyone.strategies import Marks, Strategy, published_marks

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

LONGEST = 10_000  # actions of a round, before it is said never to end
ENOUGH = 0.5  # seconds: a block that takes so long is made no longer
AHEAD = 1_000  # blocks: so many are given to an executor before the first is done


@dataclass(frozen=True, slots=True)
class Simulation:
    """What so many rounds came to. Every figure is an ``Estimate`` with its standard error.

    Attributes:
        players, rounds, seed, rules: what was played; ``rounds`` is what was done of it.
        lost: by seat, lives lost a round (points won, in a points game).
        gain: by seat, the others' mean loss less one's own (in points: own less theirs).
        loses: by seat, the chance to lose a life (to win a point).
        ends: the chance of each way to end.
        knocks: by the knocker's own turn, from 0: the chance that the round is knocked then.
        knocked_by: by seat, the chance to be the knocker.
    """

    players: int
    rounds: int
    seed: int
    rules: Rules
    lost: tuple[Estimate, ...]
    gain: tuple[Estimate, ...]
    loses: tuple[Estimate, ...]
    ends: Mapping[str, Estimate]
    knocks: Mapping[int, Estimate]
    knocked_by: tuple[Estimate, ...]

    @property
    def net(self) -> None:
        """Gone: the opposite of ``gain``."""
        raise AttributeError("net is now gain, its sign turned: the others' loss less one's own")

    def __repr__(self) -> str:
        what = "lives lost" if self.rules.scoring == "lives" else "points won"
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds:,} rounds"
        lines = [f"{rounds} with {self.players} players, seed {self.seed}"]
        lines += [f"seat {seat}: {what} {lost}" for seat, lost in enumerate(self.lost)]
        lines += [f"{end}: {share}" for end, share in self.ends.items() if share.value]
        return "\n".join(lines)


Tally = dict[str, NDArray[np.int64]]


def gains(result: Array, rules: Rules) -> Array:
    """By round and seat, what the others lose on average less one's own (in points: the opposite).

    In whole numbers, 2 * (players - 1) to a life: the result is doubled.
    """
    gain: Array = result.sum(axis=1, keepdims=True) - result.shape[1] * result
    return gain if rules.scoring == "lives" else -gain


def mean_of(
    total: int | Fraction, squares: int | Fraction, scale: int, n: int, seed: int
) -> Estimate:
    """The mean of n exact figures with this sum and sum of squares, each over the scale."""
    spread = n * squares - total**2  # n² times the variance, exact: 0 only where all are equal
    stderr = math.sqrt(spread / n) / (n * scale) if n > 1 else math.nan
    return Estimate(float(total / (n * scale)), stderr, n, seed)


def _tally(rounds: Rounds, rules: Rules) -> Tally:
    """Sums over rounds, whole numbers: what is added up is the same in whatever order."""
    result = rounds.result.astype(np.int64)
    players, gain = result.shape[1], gains(result, rules)
    knocked = rounds.knocker[rounds.knocker >= 0]
    turns = np.minimum(rounds.turn[rounds.turn >= 0], TURNS)
    return {
        "rounds": np.array([len(result)]),
        "lost": result.sum(axis=0),
        "lost squared": (result**2).sum(axis=0),
        "gain": gain.sum(axis=0),
        "gain squared": (gain**2).sum(axis=0),
        "loses": (result > 0).sum(axis=0),
        "ends": np.bincount(rounds.end, minlength=len(ENDS)),
        "knocked by": np.bincount(knocked, minlength=players),
        "knocks": np.bincount(turns, minlength=TURNS + 1),
    }


def play_block(
    players: int, strategies: tuple[Strategy, ...], rules: Rules, seed: int, start: int, count: int
) -> Tally:
    """The tally of some rounds of a seed: by tables where all strategies are marks."""
    decks = decks_of(rules, seed, start, count)
    marks = tuple(s for s in strategies if isinstance(s, Marks))
    if len(marks) == players:
        return _tally(play_from_deal(decks, players, marks, rules=rules).finish(), rules)
    played = [_stepped(deck, players, strategies, rules) for deck in decks.tolist()]
    return _tally(Rounds(*(np.array(column) for column in zip(*played, strict=True))), rules)


def _stepped(
    deck: Sequence[int], players: int, strategies: Sequence[Strategy], rules: Rules
) -> tuple[list[int], int, int, int, list[int]]:
    """One round by the step engine, as a row of ``Rounds``."""
    state = deal(players, deck=[Card(i) for i in deck], rules=rules)
    action = ""
    for _ in range(LONGEST):
        if state.to_act is None:
            break
        action = strategies[state.to_act](view(state, state.to_act))
        state = step(state, action)
    if state.result is None:
        raise ValueError(
            "these strategies never end a round: they take each other's cards for ever"
        )
    turn = -1 if state.knocker is None else state.turns[state.knocker] - 1
    values = [round(2 * value) for value in state.values]
    result = [round(2 * value) for value in state.result]
    knocker = -1 if state.knocker is None else state.knocker
    return values, knocker, turn, how_it_ended(state, action), result


def simulate(
    players: int,
    *,
    strategies: Sequence[Strategy] | None = None,
    rounds: int = 100_000,
    rules: Rules = SCAT,
    seed: int = 0,
    executor: Executor | None = None,
) -> Simulation:
    """Play many rounds and say what they came to, each figure with its standard error.

    ``strategies`` has one for each seat; by default all play ``published_marks``. Seat 0 deals.
    Rounds in which all play by ``Marks`` go some hundred times as fast as others. ``executor`` may
    be any executor of ``concurrent.futures``: for one seed the result is the same with each and
    without, as long as strategies choose by their view alone. (Only what can be pickled goes to
    other processes: no lambdas.) An interrupted simulation returns the first rounds, which are
    done.

    Raises ValueError for players not from 2 to 9, another number of strategies, or no rounds.

    >>> simulate(2, strategies=[Marks()] * 2, rounds=1_000).ends["showdown"]
    0.8980 ± 0.0096
    """
    checked(rules)
    players = checked_players(players)
    rounds, seed = checked_sample(rounds, seed)
    if executor is not None and (isinstance(executor, type) or not hasattr(executor, "submit")):
        raise ValueError(f"an executor is one of concurrent.futures, not {shown(executor)}")
    if strategies is None:
        strategies = (published_marks(players, rules=rules),) * players
    chosen = tuple(strategies) if isinstance(strategies, Sequence) else (strategies,)
    if len(chosen) != players:
        raise ValueError(
            f"{players} players need {players} strategies, not {len(chosen)}: a list, one a seat"
        )
    for strategy in chosen:
        if not callable(strategy) or isinstance(strategy, type):
            raise ValueError(f"{shown(strategy)} is no strategy: give one such as Marks((22, 25))")
    total: Tally = {}
    try:
        for tally in _tallies((players, chosen, rules, seed), rounds, executor):
            total = {name: total.get(name, np.int64(0)) + tally[name] for name in tally}
    except KeyboardInterrupt:
        if not total:
            raise
    return summary(players, seed, rules, total)


def _tallies(
    game: tuple[int, tuple[Strategy, ...], Rules, int], rounds: int, executor: Executor | None
) -> Iterator[Tally]:
    """The tallies of all rounds, block by block in their order, with a progress bar if many.

    By tables blocks are of one size; else that is found by time: one round, then two, four and so
    on, until a block takes long enough. (The first round makes the tables: it says nothing.)
    """
    start, size = 0, BLOCK if all(isinstance(s, Marks) for s in game[1]) else 1
    while start < rounds and size < BLOCK:
        began, count = monotonic(), min(size, rounds - start)
        yield play_block(*game, start, count)
        start += count
        if start > 1 and monotonic() - began > ENOUGH:
            break
        size *= 2
    starts = range(start, rounds, size)
    tallies = _played(((*game, at, min(size, rounds - at)) for at in starts), executor)
    if len(starts) > 1:
        from tqdm.auto import tqdm  # imported here: only long runs need it

        off = bool(os.environ.get("TQDM_DISABLE"))  # which its form for notebooks overlooks
        tallies = tqdm(tallies, total=len(starts), unit="block", delay=2, leave=False, disable=off)
    yield from tallies


def _played(tasks: Iterable[tuple[Any, ...]], executor: Executor | None) -> Iterator[Tally]:
    """The tally of each task, in order; when they are wanted no more, the rest is called off."""
    if executor is None:
        yield from starmap(play_block, tasks)
        return
    waiting: deque[Future[Tally]] = deque()
    try:
        for task in tasks:
            waiting.append(executor.submit(play_block, *task))
            if len(waiting) == AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def summary(players: int, seed: int, rules: Rules, total: Tally) -> Simulation:
    """What so many rounds came to."""
    n = int(total["rounds"][0])

    def means(name: str, scale: int) -> tuple[Estimate, ...]:
        sums = zip(total[name].tolist(), total[f"{name} squared"].tolist(), strict=True)
        return tuple(mean_of(one, squares, scale, n, seed) for one, squares in sums)

    def share(count: int) -> Estimate:
        return Estimate.of_share(count, n, seed)

    return Simulation(
        players,
        n,
        seed,
        rules,
        means("lost", 2),
        means("gain", 2 * (players - 1)),
        tuple(map(share, total["loses"])),
        Table({end: share(c) for end, c in zip(ENDS, total["ends"], strict=True)}),
        Table({turn: share(c) for turn, c in enumerate(total["knocks"]) if c}),
        tuple(map(share, total["knocked by"])),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """Rounds of two strategies, which change seats after each.

    Attributes:
        lives: by round, what the one gains: lives that the other loses less its own.
    """

    lives: NDArray[np.float64]
    seed: int

    @property
    def gain(self) -> Estimate:
        """The mean of those."""
        lives = self.lives.astype(np.int64)  # of two players one loses what the other gains
        return mean_of(int(lives.sum()), int((lives**2).sum()), 1, len(lives), self.seed)

    def totals(self, rounds: int) -> NDArray[np.float64]:
        """The lives gained on each evening of so many rounds; rounds left over do not count."""
        played = len(self.lives)
        evenings = self.lives[: played - played % whole("rounds", rounds, 1, played)]
        totals: NDArray[np.float64] = evenings.reshape(-1, rounds).sum(axis=1)
        return totals

    def ahead(self, rounds: int = 1) -> Estimate:
        """The share of such evenings on which the one has lost fewer lives than the other."""
        totals = self.totals(rounds)
        return Estimate.of_share(int((totals > 0).sum()), len(totals), self.seed)


def duel(one: Marks, other: Marks, *, rounds: int = 100_000, seed: int = 0) -> Duel:
    """Two strategies of marks against each other by the rules of Scat; ``one`` deals first.

    Raises ValueError for a strategy of another kind.

    >>> duel(Marks((18,)), Marks(), rounds=2_000).ahead()
    0.465 ± 0.011
    """
    rounds, seed = checked_sample(rounds, seed)
    for strategy in (one, other):
        if not isinstance(strategy, Marks):
            raise ValueError(f"strategies of marks play a duel, not {shown(strategy)}")
    lives = np.empty(rounds)
    for start in range(0, rounds, BLOCK):
        decks = decks_of(SCAT, seed, start, min(BLOCK, rounds - start))
        for seat, pair in enumerate(((one, other), (other, one))):
            result = play_from_deal(decks[seat::2], 2, pair, rules=SCAT).finish().result
            gained = (result[:, 1 - seat] - result[:, seat]) / 2
            lives[start : start + BLOCK][seat::2] = gained
    return Duel(lives, seed)
