"""What an opponent does with the last turn after your knock, exactly and sampled.

Every figure is conditional on what is known while a hand is in play: no opponent holds a hand
that would have been declared (a 31, or three aces where they count 33).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from thirtyone.checks import shown
from thirtyone.deck import Card, CardLike, CardsLike, cards, place, shuffled
from thirtyone.dist import Dist, Table
from thirtyone.draws import unseen
from thirtyone.hands import (
    DECLARED,
    DOUBLED,
    NO_CODE,
    Array,
    HandTable,
    Mask,
    dist_of,
    hand_table,
    three,
)
from thirtyone.rules import SCAT, Rules, Value, checked

REPLIES = ("stand", "stock", "greedy", "mean", "sharp")
BLOCK = 20_000  # simulated rounds at a time, to bound memory
UNDECLARED = 60  # the code of a 31 (or 33) that was not declared: it counts 30


@dataclass(frozen=True, slots=True)
class Situation:
    """What the knocker knows, each card checked to lie in one place, and how opponents reply.

    ``held``, ``took`` and ``threw`` are known of the next opponent; ``threw`` alone may be the
    upcard, for it lies there. Where nobody knocks yet, no upcard is left.
    """

    rules: Rules
    reply: str
    hand: tuple[Card, ...]
    upcard: tuple[Card, ...]
    held: tuple[Card, ...] = ()
    took: tuple[Card, ...] = ()
    threw: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()

    @classmethod
    def of(
        cls, rules: Rules, reply: str, *, knocks: bool = True, **places: CardsLike | None
    ) -> Situation:
        """The situation, with every card parsed; ValueError for cards that can't lie so."""
        read = {name: cards(() if c is None else c) for name, c in places.items()}
        knock = cls(checked(rules), checked_reply(reply), **read)
        up, took, threw = knock.upcard, knock.took, knock.threw
        if threw == up:
            read.pop("threw", None)
        place(rules.deck, **read)
        three(knock.hand)
        for what, moved in (("took", took), ("threw", threw)):
            if len(moved) > 1:
                raise ValueError(f"{what} is one card, not {len(moved)}: one turn moves one card")
        if threw and not took:
            raise ValueError(f"threw={threw[0]} says nothing without took: give the card they took")
        if len(knock.held) + len(took) > 3:
            raise ValueError("an opponent's hand is three cards: held and took are more")
        if knocks and len(up) != 1:
            raise ValueError(f'a knock leaves one upcard, not {len(up)}: give a card such as "5D"')
        return knock

    @property
    def code(self) -> int:
        """The knocker's value as it counts at the showdown."""
        table = hand_table(self.rules)
        return counted(int(table.codes[table.index(np.array(self.hand))]))

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that opponents hold or that lie in the stock."""
        return unseen(self.rules, self.hand, self.upcard, self.seen, self.threw)


def counted(code: int) -> int:
    """The code as it counts at the showdown when it was not declared."""
    return UNDECLARED if code >= DECLARED else code


def checked_reply(reply: str) -> str:
    """The reply itself; ValueError for an unknown one."""
    if not isinstance(reply, str) or reply not in REPLIES:
        raise ValueError(f"{shown(reply)} is not a reply: " + ", ".join(map(repr, REPLIES)))
    return reply


def takes(
    table: HandTable, rows: Array, upcard: Array | int, *, reply: str, known: Array, knocker: int
) -> Mask:
    """Whether each hand (a row of the table) takes the upcard by the reply's rule.

    ``known`` are the further cards that each of these players knows, shape (hands, cards);
    ``knocker`` is the code of the knocker's hand.
    """
    taking: Mask = np.zeros(len(rows), dtype=np.bool_)
    kept = DOUBLED[table.take[rows, upcard]]
    if reply == "greedy":
        taking = kept > DOUBLED[table.codes[rows]]
    elif reply == "sharp":
        taking = kept > DOUBLED[knocker]
    elif reply == "mean":
        columns = np.column_stack([np.broadcast_to(upcard, rows.shape), known])
        drawn = DOUBLED[table.best[rows[:, None], columns]]  # what is known will not be drawn
        left = len(table.rules.deck) - 3 - columns.shape[1]
        taking = kept * left >= table.promise[rows] - drawn.sum(axis=1)
    return taking


def _known(knock: Situation, thrown: Array) -> Array:
    """What each such opponent knows beyond their hand and the upcard: shape (hands, cards)."""
    gone = () if knock.threw == knock.upcard else knock.threw
    seen = np.array(knock.seen + gone, dtype=np.intp)
    return np.column_stack([np.tile(seen, (len(thrown), 1)), thrown])


def _opponents(knock: Situation) -> tuple[HandTable, Array, Array]:
    """The hands that the next opponent may hold: rows of the table, and the card each threw.

    The second array has shape (hands, 1) where they were seen to take a card, but not which one
    they threw; else (hands, 0).
    """
    table = hand_table(knock.rules)
    quiet = table.codes < DECLARED
    upcard = () if knock.upcard == knock.threw else knock.upcard
    elsewhere = knock.hand + upcard + knock.seen  # never in the next opponent's hand
    if not knock.took:
        rows = table.holding(knock.held, elsewhere)
        rows = rows[quiet[rows]]
        return table, rows, np.empty((len(rows), 0), dtype=np.intp)
    if knock.reply in ("stand", "stock"):
        raise ValueError(
            f'an opponent who replies "{knock.reply}" never takes a card: '
            'with took the reply is "greedy", "mean" or "sharp"'
        )
    took = int(knock.took[0])
    before = table.holding(knock.threw, elsewhere + knock.took)
    thrown = table.take_throw[before, took].astype(np.intp)
    known = np.tile(np.array(knock.seen, dtype=np.intp), (len(before), 1))
    chose = takes(table, before, took, reply=knock.reply, known=known, knocker=knock.code)
    chose &= quiet[before]
    if knock.threw:
        chose &= thrown == knock.threw[0]
    hands, thrown = table.hands[before[chose]], thrown[chose, None]
    rows = table.index(np.where(hands == thrown, took, hands))
    held = np.isin(table.hands[rows], knock.held).sum(axis=1) == len(knock.held)
    possible = held & quiet[rows]
    return table, rows[possible], thrown[possible, len(knock.threw) :]


def last_turn(knock: Situation) -> Array:
    """How often the next opponent ends with each code: counts of shape (256,).

    Each hand they may hold counts once for each card of the stock, drawn or not.
    """
    table, rows, thrown = _opponents(knock)
    deck = np.array(knock.unseen)
    stock: int = len(deck) - 3 - thrown.shape[1]
    if not len(rows) or (stock < 1 and knock.reply != "stand"):
        raise ValueError("too few unseen cards are left for such an opponent to hold and draw")
    if knock.reply == "stand":
        return np.bincount(table.codes[rows], minlength=256) * max(stock, 1)

    upcard, known = int(knock.upcard[0]), _known(knock, thrown)
    taking = takes(table, rows, upcard, reply=knock.reply, known=known, knocker=knock.code)
    drawing = rows[~taking]
    counts = np.bincount(table.best[drawing[:, None], deck].ravel(), minlength=256)
    if thrown.shape[1]:
        counts -= np.bincount(table.best[drawing, thrown[~taking, 0]], minlength=256)
    counts[NO_CODE] = 0  # a card of one's own hand is not in the stock
    return counts + np.bincount(table.take[rows[taking], upcard], minlength=256) * stock


def sampled_turns(knock: Situation, opponents: int, rounds: int, seed: int) -> Iterator[Array]:
    """The codes with which opponents end in simulated rounds: shapes (rounds kept, opponents).

    Rounds in which somebody holds what would have been declared are left out. The card that each
    opponent throws is the next one's upcard.
    """
    table, possible, thrown = _opponents(knock)
    if not len(possible):
        raise ValueError("too few unseen cards are left for such an opponent to hold")
    for done in range(0, rounds, BLOCK):
        rng = np.random.default_rng((seed, done))
        which = rng.integers(len(possible), size=min(BLOCK, rounds - done))
        # The next opponent's cards go to the end of each deck: the others never reach them.
        theirs = np.zeros((len(which), 52), dtype=np.bool_)
        gone = np.column_stack([table.hands[possible[which]], thrown[which]])
        np.put_along_axis(theirs, gone, True, axis=1)
        deck = shuffled(knock.unseen, seed=rng, count=len(which), last=theirs[:, knock.unseen])
        dealt = (table.index(deck[:, 3 * i : 3 * i + 3]) for i in range(opponents - 1))
        rows = np.stack([possible[which], *dealt])
        quiet = (table.codes[rows] < DECLARED).all(axis=0)
        stock = deck[quiet, 3 * (opponents - 1) :]
        yield _ends(knock, rows[:, quiet], stock, thrown[which[quiet]])


def _ends(knock: Situation, rows: Array, stock: Array, thrown: Array) -> Array:
    """The codes with which opponents end whose hands and stocks these are."""
    table = hand_table(knock.rules)
    if knock.reply == "stand":
        return table.codes[rows].T.astype(np.intp)
    each = np.arange(len(stock))
    upcard, drawn = np.full(len(each), knock.upcard[0]), np.zeros(len(each), dtype=np.intp)
    known = _known(knock, thrown)
    ends = np.empty((len(each), len(rows)), dtype=np.intp)
    for seat, row in enumerate(rows):
        taking = takes(table, row, upcard, reply=knock.reply, known=known, knocker=knock.code)
        new = np.where(taking, upcard, stock[each, drawn])
        drawn += ~taking
        ends[:, seat] = np.where(taking, table.take[row, new], table.best[row, new])
        upcard = np.where(taking, table.take_throw[row, new], table.throw[row, new])
        known = known[:, : len(knock.seen)]
    return ends


def reply_values(
    hand: CardsLike,
    upcard: CardLike,
    *,
    reply: str = "stock",
    held: CardsLike = "",
    seen: CardsLike = "",
    rules: Rules = SCAT,
) -> Dist:
    """One opponent's final value when you knock with ``hand`` and leave ``upcard``.

    The replies: "stand" keeps the hand; "stock" draws; "greedy" takes the upcard when it improves
    the hand; "mean" when the value with it is at least the mean value after a draw; "sharp", who
    knows your value, when the value with it beats yours. Who does not take draws, and each keeps
    the best three of four (a card taken stays). ``held`` are cards that the opponent has.

    Raises ValueError for cards that can't lie so, or an unknown reply.

    >>> values = reply_values("KH 8H 2C", "5D", reply="mean")
    >>> round(float(values.at_most(17)), 4)
    0.6248
    """
    knock = Situation.of(rules, reply, hand=hand, upcard=upcard, held=held, seen=seen)
    return dist_of(last_turn(knock))


def taken_values(
    hand: CardsLike,
    *,
    reply: str = "mean",
    took: CardLike,
    threw: CardsLike = "",
    seen: CardsLike = "",
    rules: Rules = SCAT,
) -> Dist:
    """The values of an opponent's hand after they chose to take a card and threw another.

    Given that they chose by that reply's rule and threw by ``best_discard``: evidence, not the
    same as holding the card by chance. Each hand they may have had before counts once.

    Raises ValueError for a reply that never takes a card, or a choice that nobody would make.

    >>> float(round(taken_values("JC 8C 4H", took="5D").at_least(18), 3))
    0.363
    """
    places = {"hand": hand, "upcard": None, "took": took, "threw": threw, "seen": seen}
    knock = Situation.of(rules, reply, knocks=False, **places)
    if not knock.took:
        raise ValueError('took is the card that they took, such as "5D", not nothing')
    table, rows, _ = _opponents(knock)
    if not len(rows):
        raise ValueError(f'nobody who replies "{reply}" would take {took} and throw so')
    return dist_of(np.bincount(table.codes[rows], minlength=256))


class Taken(NamedTuple):
    """What an opponent's hand is worth with a card, by what is known of how they came to it.

    All are given that nobody holds what would have been declared.

    Fields:
        stranger: nothing is known but the cards that you see; they have another card.
        dealt: the card was dealt to them.
        chose: they chose to take it. A case is a hand that they may have had before.
        left: the counts of those cases in which they would leave it, by the value with it.
    """

    stranger: Dist
    dealt: Dist
    chose: Dist
    left: Mapping[Value, int]


def taken_evidence(
    hand: CardsLike, *, reply: str = "mean", took: CardLike, rules: Rules = SCAT
) -> Taken:
    """``taken_values`` beside what the same hand is worth where the card was not chosen.

    Raises ValueError as ``taken_values`` does.

    >>> taken = taken_evidence("JC 8C 4H", took="5D")
    >>> [float(round(dist.at_least(18), 3)) for dist in taken[:3]], sum(taken.left.values())
    ([0.195, 0.09, 0.363], 12171)
    """
    chose = taken_values(hand, reply=reply, took=took, rules=rules)
    known = Situation.of(rules, reply, knocks=False, hand=hand, upcard=None, took=took)
    table = hand_table(rules)
    rows = table.holding((), known.hand + known.took)
    rows = rows[table.codes[rows] < DECLARED]
    dealt = table.codes[table.holding(known.took, known.hand)]
    with_it = table.take[rows, int(known.took[0])]
    all_with_it = dist_of(np.bincount(with_it[with_it < DECLARED], minlength=256))
    left = {value: n - chose.get(value, 0) for value, n in all_with_it.items()}
    return Taken(
        stranger=dist_of(np.bincount(table.codes[rows], minlength=256)),
        dealt=dist_of(np.bincount(dealt[dealt < DECLARED], minlength=256)),
        chose=chose,
        left=Table({value: n for value, n in left.items() if n}),
    )
