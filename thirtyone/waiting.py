"""Knock now or wait? And what silence tells.

All of it by simulation: every figure carries its standard error and its seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
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
from thirtyone.hands import DECLARED, Array, hand_table, value_of
from thirtyone.knock import knock_lives
from thirtyone.rounds import BLOCK, Play, decks_of, play_from_deal
from thirtyone.rules import SCAT, Rules, Value, checked
from thirtyone.strategies import Marks, published_marks


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
    rounds, seed = check_sample(rounds, seed, strategy)
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
        gains.append(gain_of(result, view.seat, view.rules))
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


def gain_of(result: Array, seat: int, rules: Rules) -> NDArray[np.float64]:
    """What the others lose on average less the seat's own (in points: own less theirs)."""
    players = result.shape[1]
    own = result[:, seat]
    gain: NDArray[np.float64] = ((result.sum(axis=1) - own) / (players - 1) - own) / 2
    return gain if rules.scoring == "lives" else -gain


def check_sample(rounds: object, seed: object, strategy: object) -> tuple[int, int]:
    """The rounds and the seed; ValueError unless they and the strategy will do."""
    if not isinstance(strategy, Marks):
        raise ValueError(f"the strategy is one of marks, such as Marks((22, 25)), not {strategy!r}")
    return checked_sample(rounds, seed)


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
    rounds, seed = check_sample(rounds, seed, strategy)
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
