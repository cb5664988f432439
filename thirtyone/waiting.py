"""Knock now or wait? The best marks to knock at, and what silence tells.

All of it by simulation: every figure carries its standard error and its seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from thirtyone.checks import whole
from thirtyone.deck import Card, shuffled
from thirtyone.dist import Estimate, checked_sample
from thirtyone.draws import unseen
from thirtyone.game import View, checked_players
from thirtyone.hands import DECLARED, DOUBLED, Array, hand_table, value_of
from thirtyone.knock import knock_lives
from thirtyone.rules import SCAT, Rules, Value, checked
from thirtyone.simulation import BLOCK, Play, decks_of, play_from_deal
from thirtyone.strategies import Marks, published_marks

RARE = 0.01  # a turn that fewer of all seats reach is not determined
MARKS = (*range(12, 31), 32)  # the marks that are tried; no hand reaches the last


@dataclass(frozen=True, slots=True)
class KnockOrWait:
    """Knocking against playing on, in lives: what the others lose on average less one's own.

    Attributes:
        knock: the gain of knocking now, a Fraction where it is exact.
        wait: the gain of playing on, and knocking when the strategy does.
        difference: knocking less waiting, from rounds with the same cards.
        knock_loses, wait_loses: the chance to lose a life.
    """

    knock: Fraction | Estimate
    wait: Estimate
    difference: Estimate
    knock_loses: Estimate
    wait_loses: Estimate

    @property
    def verdict(self) -> str:
        """ "knock" or "wait", or "level" within two standard errors."""
        if abs(self.difference.value) <= 2 * self.difference.stderr:
            return "level"
        return "knock" if self.difference.value > 0 else "wait"


def knock_or_wait(
    view: View, *, strategy: Marks | None = None, rounds: int = 20_000, seed: int = 0
) -> KnockOrWait:
    """What knocking now is worth against playing on, with that strategy in every seat.

    The cards that the seat can't see are dealt anew in each round, but those that others were
    seen to take and have not thrown; nobody holds a 31. What the others' silence tells is left
    out. Knocking is exact against one opponent, who then replies by "mean".

    Raises ValueError when the seat may not knock now, and for a strategy that is no ``Marks``.

    >>> from thirtyone.game import deal, view
    >>> state = deal(2, deck="KH QS 8H 7S AC 4D 5C 3D 6D 9S 2H 2D 2S 2C 3H 3C", dealer=1)
    >>> knock_or_wait(view(state, 0), strategy=Marks(), rounds=2_000).verdict
    'wait'
    """
    if not isinstance(view, View):
        raise ValueError(f"a View is wanted, as view(state, seat) gives it, not {view!r}")
    strategy = strategy or published_marks(view.players, rules=view.rules)
    rounds, seed = _check(rounds, seed, strategy)
    if "knock" not in view.legal:
        raise ValueError(
            "this seat may not knock now: " + (", ".join(view.legal) or "not its turn")
        )
    assert view.upcard is not None
    play = _sampled(view, strategy, rounds, seed)
    count = len(play.going)
    gains, loses = [], []
    for now in (True, False):
        one = deepcopy(play)
        one.turn(np.full(count, now))
        result = one.finish().result
        gains.append(_gain(result, view.seat, view.rules))
        loses.append(result[:, view.seat] > 0)

    def estimate(x: NDArray[np.float64] | NDArray[np.bool_]) -> Estimate:
        return Estimate(float(x.mean()), float(x.std()) / sqrt(count), count, seed)

    knock: Fraction | Estimate = estimate(gains[0])
    if view.players == 2 and view.rules.scoring == "lives":
        own, other = knock_lives(
            view.hand,
            view.upcard,
            reply="mean",
            held=tuple(_held(view)),
            seen=_buried(view),
            rules=view.rules,
        )
        knock = other - own
    return KnockOrWait(
        knock, estimate(gains[1]), estimate(gains[0] - gains[1]), *map(estimate, loses)
    )


def _held(view: View) -> dict[Card, int]:
    """The cards that others were seen to take and still hold, with their seats."""
    thrown = Counter(c for _, c in view.discards)
    taken = Counter(c for _, c in view.takes)
    last_taker = {c: seat for seat, c in view.takes}
    return {
        c: seat for c, seat in last_taker.items() if taken[c] == thrown[c] and seat != view.seat
    }


def _buried(view: View) -> tuple[Card, ...]:
    """The cards that lie under the upcard."""
    passed = {c for _, c in view.discards}
    return tuple(sorted(passed - {*_held(view), view.upcard, *view.hand}))


def _sampled(view: View, strategy: Marks, rounds: int, seed: int) -> Play:
    """Rounds at this moment, the hidden cards dealt anew; nobody holds what would be declared."""
    rules, players = view.rules, view.players
    held = _held(view)
    hidden = unseen(rules, view.hand, [c for _, c in view.discards])
    cards = shuffled(hidden, seed=seed, count=rounds)
    table, rows, used = hand_table(rules), [], 0
    for seat in range(players):
        known = list(view.hand) if seat == view.seat else [c for c in held if held[c] == seat]
        missing = 3 - len(known)
        hands = np.column_stack(
            [np.tile(np.array(known, dtype=np.intp), (rounds, 1)), cards[:, used : used + missing]]
        )
        rows.append(table.index(hands))
        used += missing
    others = [seat for seat in range(players) if seat != view.seat]
    quiet = (table.codes[np.stack([rows[seat] for seat in others])] < DECLARED).all(axis=0)
    if not quiet.any():
        raise ValueError("too few cards are hidden: in every deal somebody would hold a 31")
    first = (view.dealer + 1) % players
    place = (view.seat - first) % players
    turns = [view.turn + ((seat - first) % players < place) for seat in range(players)]
    count = int(quiet.sum())
    return Play(
        np.stack(rows)[:, quiet],
        np.full(count, int(view.upcard or 0)),
        cards[quiet, used:],
        seat=view.seat,
        turns=turns,
        strategies=(strategy,) * players,
        rules=rules,
    )


def _gain(result: Array, seat: int, rules: Rules) -> NDArray[np.float64]:
    """What the others lose on average less the seat's own (in points: own less theirs)."""
    players = result.shape[1]
    own = result[:, seat]
    gain: NDArray[np.float64] = ((result.sum(axis=1) - own) / (players - 1) - own) / 2
    return gain if rules.scoring == "lives" else -gain


def _check(rounds: object, seed: object, strategy: object) -> tuple[int, int]:
    """The rounds and the seed; ValueError unless they and the strategy will do."""
    if not isinstance(strategy, Marks):
        raise ValueError(f"the strategy is one of marks, such as Marks((22, 25)), not {strategy!r}")
    return checked_sample(rounds, seed)


@dataclass(frozen=True, slots=True)
class Thresholds:
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


def best_thresholds(
    players: int,
    *,
    rules: Rules = SCAT,
    start: Sequence[Value] = Marks().marks,
    rounds: int = 200_000,
    seed: int = 0,
    tolerance: float = 0.001,
    sweeps: int = 40,
) -> Thresholds:
    """The best marks by own turn, found by iterated best response.

    All seats but one play the same marks, take and discard by the mean rule. The one, each seat in
    turn, changes one mark. Where some change gains more than the ``tolerance`` (lives lost less the
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
    rounds, seed = _check(rounds, seed, Marks(tuple(start)))
    marks, sweep = tuple(start), 0
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
                found = _changes(players, marks, turn, rules, size, seed + sweep)
                best = max(found, key=lambda mark: found[mark].value)
                if found[best].value > max(tolerance, 2 * found[best].stderr):
                    nearer = marks[turn] + (1 if best > marks[turn] else -1)
                    marks, changed = (*marks[:turn], nearer, *marks[turn + 1 :]), True
                changes |= {(turn, mark): gain for mark, gain in found.items()}
            sweep += 1
    return Thresholds(
        marks, reached, MappingProxyType(changes), players, rules, rounds, seed + sweep - 1
    )


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
    sums = np.zeros((len(others), 2))
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
        gains = []
        for knocks in (may, np.zeros_like(may)):
            one = deepcopy(play)
            one.turn(knocks)
            gains.append(_gain(one.finish().result[here], seat, rules))
        better = gains[0] - gains[1]  # of knocking
        now = values >= 2 * marks[turn]
        for i, mark in enumerate(others):
            then = values >= 2 * mark
            gained = better * (then.astype(np.int64) - now)
            sums[i] += gained.sum(), (gained**2).sum()
    done = blocks * BLOCK

    def estimate(total: float, squares: float) -> Estimate:
        mean = total / done
        return Estimate(mean, sqrt((squares / done - mean**2) / done), done, seed)

    return {mark: estimate(*sums[i]) for i, mark in enumerate(others)}


def hand_values_after(
    turns: int,
    *,
    players: int = 2,
    strategy: Marks | None = None,
    rounds: int = 100_000,
    seed: int = 0,
    rules: Rules = SCAT,
) -> Mapping[Value, Estimate]:
    """An opponent's value when everybody has had so many turns and nobody has knocked.

    Of the opponent who acted last; all play by the strategy. The shares are of the rounds that
    come so far. Against it stands ``hand_values()`` of a fresh deal.

    Raises ValueError for turns that are not a whole number from 0, or that no round reaches.

    >>> hand_values_after(2, strategy=Marks(), rounds=5_000)[21]
    0.0961 ± 0.0048
    """
    players = checked_players(players)
    strategy = strategy or published_marks(players, rules=checked(rules))
    rounds, seed = _check(rounds, seed, strategy)
    turns = whole("turns", turns, 0)
    counts = np.zeros(256, dtype=np.int64)
    for start in range(0, rounds, BLOCK):
        decks = decks_of(checked(rules), seed, start, min(BLOCK, rounds - start))
        play = play_from_deal(decks, players, (strategy,) * players, rules=rules)
        for _ in range(turns * players):
            play.turn(play.knocks())
        silent = play.rows[play.seat - 1, play.knocker < 0]
        counts += np.bincount(play.table.codes[silent], minlength=256)
    n = int(counts.sum())
    if not n:
        raise ValueError(f"no round comes so far that everybody has had {turns} turns in silence")
    codes = np.flatnonzero(counts)
    return MappingProxyType({value_of(c): Estimate.of_share(counts[c], n, seed) for c in codes})
