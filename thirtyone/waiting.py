"""Knock now or wait? And what silence tells.

All of it by simulation: every figure carries its standard error and its seed.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from thirtyone.checks import number, shown, whole
from thirtyone.deck import Card, shuffled
from thirtyone.dist import FEW, Estimate, Table, checked_sample
from thirtyone.draws import unseen
from thirtyone.game import View, checked_players
from thirtyone.hands import DECLARED, Array, codes_of, hand_table, value_of
from thirtyone.knock import knock_lives
from thirtyone.rounds import BLOCK, TURNS, Play, decks_of, play_from_deal
from thirtyone.rules import SCAT, Rules, Value, checked
from thirtyone.simulation import gains, mean_of
from thirtyone.strategies import Marks, published_marks


@dataclass(frozen=True, slots=True)
class KnockOrWait:
    """Knocking against playing on, in lives: what the others lose on average less one's own.

    ``knock`` less ``wait`` is ``difference``.

    Attributes:
        knock: the gain of knocking now, a Fraction where it is exact.
        wait: the gain of playing on, and knocking when the strategy does.
        difference: knocking less waiting, from rounds with the same cards.
        knock_loses, wait_loses: the chance to lose a life (to win a point, in a points game).
    """

    knock: Fraction | Estimate
    wait: Estimate
    difference: Estimate
    knock_loses: Estimate
    wait_loses: Estimate

    @property
    def verdict(self) -> str:
        """Either "knock" or "wait"; "level" within two standard errors, or if few rounds agree."""
        if not self.difference.differs_from(0):
            return "level"
        return "knock" if self.difference.value > 0 else "wait"


def knock_or_wait(
    view: View, *, strategy: Marks | None = None, rounds: int = 20_000, seed: int = 0
) -> KnockOrWait:
    """What knocking now is worth against playing on, with that strategy in every seat.

    The cards that the seat can't see are dealt anew in each round: the others' hands, but for what
    they were seen to take and have not thrown, and as many cards of the stock as are left. Nobody
    holds a 31. What the others' silence tells is left out.

    Where lives are lost, knocking is exact against one opponent who takes by "greedy", or by "mean"
    while no cards but the hand and the upcard are known to lie elsewhere (the reply "mean" counts
    those, and marks don't). The difference then profits from that: what knocking came to in these
    rounds, less what it is known to be, says how lucky the cards were (a control variate).

    Raises ValueError when the seat may not knock now, and for a strategy that is no ``Marks``.

    >>> from thirtyone.game import deal, view
    >>> state = deal(2, deck="KH QS 8H 7S AC 4D 5C 3D 6D 9S 2H 2D 2S 2C 3H 3C", dealer=1)
    >>> knock_or_wait(view(state, 0), strategy=Marks(), rounds=2_000).verdict
    'wait'
    """
    last = deque(weighings(view, strategy=strategy, rounds=rounds, seed=seed), maxlen=1)
    if not last:
        raise ValueError("in each of these deals somebody would hold a 31: ask for more rounds")
    return last[0]


def weighings(
    view: View, *, strategy: Marks | None = None, rounds: int = 20_000, seed: int = 0
) -> Iterator[KnockOrWait]:
    """``knock_or_wait`` as its rounds come: an answer after each 20,000, which the last completes.

    >>> view = View.opening("KH 9H 2C", "5D")
    >>> [answer.wait.n > 18_000 * blocks for blocks, answer in enumerate(weighings(view), 1)]
    [True]
    """
    if not isinstance(view, View):
        raise ValueError(f"a View is wanted, as view(state, seat) gives it, not {shown(view)}")
    strategy = _checked(strategy, view.players, view.rules)
    rounds, seed = checked_sample(rounds, seed)
    if "knock" not in view.legal:
        raise ValueError(
            "this seat may not knock now: " + (", ".join(view.legal) or "not its turn")
        )
    if codes_of(np.array(view.hand), view.rules) >= DECLARED:
        raise ValueError("a 31 that was kept quiet is not weighed: it counts 30 while it stays")
    exact = _exact(view, strategy)
    sums = np.zeros((5, 5), dtype=np.int64)  # of the products of any two figures, the first being 1
    for start in range(0, rounds, BLOCK):
        rows, stock = _dealt(view, seed, start, min(BLOCK, rounds - start))
        knocks, waits = (_result(view, strategy, rows, stock, now) for now in (True, False))
        gain = gains(knocks, view.rules)[:, view.seat]
        more = gain - gains(waits, view.rules)[:, view.seat]
        losing = [result[:, view.seat] > 0 for result in (knocks, waits)]
        figures = np.stack([np.ones_like(gain), gain, more, *losing])
        sums += figures @ figures.T
        if sums[0, 0]:
            yield _weighed(sums, exact, 2 * (view.players - 1), seed)


def _weighed(sums: Array, exact: Fraction | None, scale: int, seed: int) -> KnockOrWait:
    """What these sums come to: of gains by knocking, of differences, of rounds in which one loses.

    Gains are in whole numbers, a life being the ``scale``.
    """
    n, x, d, *lost = sums[0].tolist()
    (xx, xd), (_, dd) = sums[1:3, 1:3].tolist()

    def mean(total: Fraction | int, squares: Fraction | int) -> Estimate:
        return mean_of(total, squares, scale, n, seed)

    loses = [Estimate.of_share(count, n, seed) for count in lost]
    if exact is None:
        wait = mean(x - d, xx - 2 * xd + dd)
        return KnockOrWait(mean(x, xx), wait, mean(d, dd), *loses)
    # How far the gain by knocking lies above the exact one, in each round: c.
    mu = 2 * exact
    c, cc, cd = x - n * mu, xx - 2 * mu * x + n * mu**2, xd - mu * d
    spread = n * cc - c**2
    slope = (n * cd - c * d) / spread if n >= FEW and spread else 0
    difference = mean(d - slope * c, dd - 2 * slope * cd + slope**2 * cc)
    wait = Estimate(float(exact) - difference.value, difference.stderr, n, seed)
    return KnockOrWait(exact, wait, difference, *loses)


def _exact(view: View, strategy: Marks) -> Fraction | None:
    """The gain of knocking, where the last turn of one opponent is a reply; else None."""
    rules, buried = view.rules, _buried(view)
    replies = view.players == 2 and rules.scoring == "lives" and not rules.knocker_draws
    if not replies or view.upcard is None or (strategy.take == "mean" and buried):
        return None
    held = tuple(_held(view))
    own, other = knock_lives(
        view.hand, view.upcard, reply=strategy.take, held=held, seen=buried, rules=rules
    )
    return other - own


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


def _dealt(view: View, seed: int, start: int, count: int) -> tuple[Array, Array]:
    """Some rounds of a seed, dealt anew as far as cards are hidden: hands by seat, and stocks.

    Hands are rows of the table. Rounds in which somebody would hold a 31 are left out.
    """
    held, table = _held(view), hand_table(view.rules)
    hidden = unseen(view.rules, view.hand, [c for _, c in view.discards])
    if len(hidden) < 3 * (view.players - 1) - len(held) + view.stock:
        raise ValueError(f"{len(hidden)} cards are hidden here: too few for the others and a stock")
    cards = shuffled(hidden, seed=seed, count=count, after=start)
    rows, used = [], 0
    for seat in range(view.players):
        known = view.hand if seat == view.seat else [c for c in held if held[c] == seat]
        dealt = cards[:, used : used + 3 - len(known)]
        hands = np.column_stack([np.tile(np.array(known, dtype=np.intp), (count, 1)), dealt])
        rows.append(table.index(hands))
        used += dealt.shape[1]
    hands, stock = np.stack(rows), cards[:, used : used + view.stock]
    quiet = (table.codes[hands] < DECLARED).all(axis=0)
    return hands[:, quiet], stock[quiet]


def _result(view: View, strategy: Marks, hands: Array, stock: Array, knocks: bool) -> Array:
    """What these rounds come to by seat, doubled, when the seat to act knocks now or doesn't."""
    players, count = hands.shape
    first = (view.dealer + 1) % players
    place = (view.seat - first) % players
    play = Play(
        hands,
        np.full(count, int(view.upcard or 0)),
        stock,
        seat=view.seat,
        turns=[view.turn + ((seat - first) % players < place) for seat in range(players)],
        strategies=(strategy,) * players,
        rules=view.rules,
    )
    play.turn(np.full(count, knocks))
    return play.finish().result


def _checked(strategy: Marks | None, players: int, rules: Rules) -> Marks:
    """The strategy, by default the published one; ValueError for one that is no marks."""
    if strategy is None:
        return published_marks(players, rules=rules)
    if not isinstance(strategy, Marks):
        raise ValueError(f"the strategy is one of marks, Marks((22, 25)), not {shown(strategy)}")
    return strategy


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

    Raises ValueError for turns that are not a whole number from 0 to 40, or that no round reaches.

    >>> hand_values_after(2, strategy=Marks(), rounds=5_000)[21]
    0.0961 ± 0.0048
    """
    players = checked_players(players)
    strategy = _checked(strategy, players, checked(rules))
    rounds, seed = checked_sample(rounds, seed)
    turns = whole("turns", turns, 0, TURNS)
    counts = np.zeros(256, dtype=np.int64)
    for start in range(0, rounds, BLOCK):
        decks = decks_of(rules, seed, start, min(BLOCK, rounds - start))
        play = play_from_deal(decks, players, (strategy,) * players, rules=rules)
        for _ in range(turns * players):
            play.turn(play.knocks())
        silent = play.rows[play.seat - 1, play.knocker < 0]
        counts += np.bincount(play.table.codes[silent], minlength=256)
    n = int(counts.sum())
    if not n:
        raise ValueError(f"no round comes so far that everybody has had {turns} turns in silence")
    codes = np.flatnonzero(counts)
    return Table({value_of(c): Estimate.of_share(counts[c], n, seed) for c in codes})


def at_least(hands: Mapping[Value, Estimate], value: Value) -> Estimate:
    """The share of hands worth at least so much, of those that ``hand_values_after`` estimates.

    >>> at_least(hand_values_after(2, strategy=Marks(), rounds=5_000), 20)
    0.4583 ± 0.0081
    """
    shares = list(hands.values()) if isinstance(hands, Mapping) else []
    if not shares or not all(isinstance(share, Estimate) for share in shares):
        raise ValueError(f"shares as hand_values_after gives them are wanted, not {shown(hands)}")
    one, value = shares[0], number("a value", value, 0, 34)
    count = sum(round(share.value * share.n) for own, share in hands.items() if own >= value)
    return Estimate.of_share(count, one.n, one.seed)
