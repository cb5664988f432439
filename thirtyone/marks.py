"""The search for the best marks to knock at."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from numbers import Real

import numpy as np

from thirtyone.checks import shown, whole
from thirtyone.dist import Estimate, Table, checked_sample
from thirtyone.game import checked_players
from thirtyone.hands import DOUBLED
from thirtyone.rounds import BLOCK, decks_of, play_from_deal
from thirtyone.rules import SCAT, Rules, Value, checked
from thirtyone.simulation import gains, mean_of
from thirtyone.strategies import Marks, published_marks

RARE = 0.01  # a turn that fewer of all seats reach is not determined


MARKS = (*range(12, 31), 32)  # the marks that are tried; no hand reaches the last


@dataclass(frozen=True, slots=True)
class BestMarks:
    """The marks that no single change of one player improves by more than could be told.

    Attributes:
        marks: the least value to knock with, by own turn; later turns as the last.
        reached: by own turn, the share of seats that come to it with nobody having knocked.
        changes: for each turn and other mark for it, what one player gains by that, in lives.
        players, rules, rounds, seed: what was simulated; rounds for each figure.
    """

    marks: tuple[Value, ...]
    reached: tuple[float, ...]
    changes: Mapping[tuple[int, Value], Estimate]
    players: int
    rules: Rules
    rounds: int
    seed: int

    @property
    def not_excluded(self) -> float:
        """The largest gain of a change that two standard errors do not exclude."""
        return max(gain.value + 2 * gain.stderr for gain in self.changes.values())

    @property
    def stderr(self) -> float:
        """The largest standard error among the gains that are not clearly below nothing."""
        near = [gain for gain in self.changes.values() if gain.value + 2 * gain.stderr > 0]
        return max((gain.stderr for gain in near), default=0.0)


def best_marks(
    players: int,
    *,
    rules: Rules = SCAT,
    start: tuple[Value, ...] = Marks().marks,
    rounds: int = 200_000,
    seed: int = 0,
    tolerance: float = 0.001,
    sweeps: int = 40,
) -> BestMarks:
    """The best marks by own turn, found by iterated best response.

    All seats but one play the same marks and take by the plain mean. The one, each seat in turn,
    changes one mark. Where some change gains more than the ``tolerance`` (lives lost less the
    mean of the others, averaged over seats) and more than two standard errors, everybody's mark
    moves a point that way; until none does. Near the end many marks are nearly as good as each
    other, and with a small tolerance the search may go round in circles.
    Turns that fewer than 1 % of seats reach are not determined: they are left out.

    Raises ValueError for players not from 2 to 9, a game for points, or bad rounds or seed, and
    RuntimeError when after so many ``sweeps`` over all turns there is still a change that gains.
    """
    if checked(rules).scoring != "lives":
        raise ValueError("marks are reckoned in lives: not for a points game")
    players = checked_players(players)
    rounds, seed = checked_sample(rounds, seed)
    sweeps = whole("sweeps", sweeps, 1)
    numeric = isinstance(tolerance, Real) and not isinstance(tolerance, bool)
    if not numeric or not 0 <= tolerance <= 1:
        raise ValueError(f"the tolerance is in lives, from 0 to 1, not {shown(tolerance)}")
    marks, sweep = Marks(start).marks, 0
    for size in (max(1, rounds // 4), rounds):  # a rough search first
        changed = True
        while changed:
            if sweep == sweeps:
                raise RuntimeError(f"no marks that last were found in {sweeps} sweeps: {marks}")
            reached = _reached(players, marks, rules, seed + sweep)
            marks = (marks + (marks[-1],) * len(reached))[: len(reached)]
            changes: dict[tuple[int, Value], Estimate] = {}
            changed = False
            for turn in range(len(marks)):
                by_mark = _changes(players, marks, turn, rules, size, seed + sweep)
                best, gain = max(by_mark.items(), key=lambda item: item[1].value)
                if gain.value > tolerance and gain.differs_from(0):
                    nearer = marks[turn] + (1 if best > marks[turn] else -1)
                    marks, changed = (*marks[:turn], nearer, *marks[turn + 1 :]), True
                changes |= {(turn, mark): gain for mark, gain in by_mark.items()}
            sweep += 1
    return BestMarks(marks, reached, Table(changes), players, rules, rounds, seed + sweep - 1)


def _reached(players: int, marks: tuple[Value, ...], rules: Rules, seed: int) -> tuple[float, ...]:
    """By own turn, the share of seats that come to it free to knock, while that is not rare."""
    play = play_from_deal(
        decks_of(rules, seed, 0, 2 * BLOCK), players, (Marks(marks),) * players, rules=rules
    )
    play.finish()
    shares = play.asked / (2 * BLOCK * players)
    rare = int(np.argmax(shares[1:] < RARE)) + 1  # the first turn may be barred
    return tuple(float(share) for share in shares[:rare])


def _changes(
    players: int, marks: tuple[Value, ...], turn: int, rules: Rules, rounds: int, seed: int
) -> dict[Value, Estimate]:
    """What one player gains by each other mark for one turn, all with the same decks.

    Every round that comes to this turn is played on twice, with a knock and without: a mark says
    which of the two counts.
    """
    others = [mark for mark in MARKS if mark != marks[turn]]
    sums = np.zeros((len(others), 2), dtype=np.int64)
    blocks = -(-rounds // BLOCK)
    for block in range(blocks):
        seat = block % players
        decks = decks_of(rules, seed, block * BLOCK, BLOCK)
        play = play_from_deal(decks, players, (Marks(marks),) * players, rules=rules)
        while len(play.going) and (play.seat, play.turns[seat]) != (seat, turn):
            play.turn(play.knocks())
        may = play.may_knock()
        values = DOUBLED[play.table.codes[play.rows[seat, may]]]
        here = play.going[may]
        both = []
        for knocks in (may, np.zeros_like(may)):
            one = deepcopy(play)
            one.turn(knocks)
            both.append(gains(one.finish().result[here], rules)[:, seat])
        better = both[0] - both[1]  # of knocking
        now = values >= 2 * marks[turn]
        for i, mark in enumerate(others):
            then = values >= 2 * mark
            gained = better * (then.astype(np.int64) - now)
            sums[i] += gained.sum(), (gained**2).sum()
    figures = zip(others, sums.tolist(), strict=True)
    unit, done = 2 * (players - 1), blocks * BLOCK
    return {mark: mean_of(one, squares, unit, done, seed) for mark, (one, squares) in figures}


def mark_gains(
    players: int, *, turn: int = 0, rounds: int = 100_000, rules: Rules = SCAT, seed: int = 0
) -> Mapping[Value, Estimate]:
    """What one player gains, in lives a round, by another mark on one turn (0 is the first).

    Everybody plays by the published marks; the one, each seat in turn, has every mark that is
    tried in place of the published one, in rounds with the same cards: so the differences are
    finer than the gains. The published mark is among them and gains nothing.

    Raises ValueError for a turn that has no mark of its own, and as ``best_marks``.

    >>> gains = mark_gains(2, rounds=40_000)
    >>> gains[19], gains[22].value
    (-0.0294 ± 0.0028, 0.0)
    """
    if checked(rules).scoring != "lives":
        raise ValueError("marks are reckoned in lives: not for a points game")
    strategy = published_marks(checked_players(players), rules=rules)
    rounds, seed = checked_sample(rounds, seed)
    marks = strategy.marks
    turn = whole("turn", turn, 0, len(marks) - 1)
    gains = _changes(players, marks, turn, rules, rounds, seed)
    gains[marks[turn]] = Estimate(0.0, 0.0, next(iter(gains.values())).n, seed)
    return Table({mark: gains[mark] for mark in sorted(gains)})
