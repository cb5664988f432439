"""What an opponent does with the last turn after your knock, exactly and sampled.

Every figure is conditional on what is known while a hand is in play: no opponent holds a hand
that would have been declared (a 31, or three aces where they count 33).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from thirtyone.deck import Card, CardLike, CardsLike, place, shuffled
from thirtyone.dist import Dist
from thirtyone.draws import unseen
from thirtyone.hands import (
    DECLARED,
    DOUBLED,
    NO_CODE,
    Array,
    HandTable,
    codes_of,
    dist_of,
    hand_table,
    three,
)
from thirtyone.rules import SCAT, Rules, checked

Reply = Literal["stand", "stock", "greedy", "mean", "sharp"]
REPLIES: tuple[Reply, ...] = get_args(Reply)
BLOCK = 20_000  # simulated rounds at a time, to bound memory
UNDECLARED = 60  # the code of a 31 (or 33) that was not declared: it counts 30


@dataclass(frozen=True, slots=True)
class Knock:
    """What the knocker knows, each card checked to lie in one place.

    ``held``, ``took`` and ``threw`` are known of the next opponent; ``threw`` alone may be the
    upcard, for it lies there.
    """

    rules: Rules
    hand: tuple[Card, ...]
    upcard: tuple[Card, ...]
    held: tuple[Card, ...]
    took: tuple[Card, ...]
    threw: tuple[Card, ...]
    seen: tuple[Card, ...]

    @property
    def code(self) -> int:
        """The knocker's value as it counts at the showdown."""
        return counted(int(codes_of(np.array(self.hand), self.rules)))

    @property
    def elsewhere(self) -> tuple[Card, ...]:
        """The cards that were never in the next opponent's hand."""
        upcard = () if self.upcard == self.threw else self.upcard
        return self.hand + upcard + self.seen


def counted(code: int) -> int:
    """The code as it counts at the showdown when it was not declared."""
    return UNDECLARED if code >= DECLARED else code


def knock_of(
    hand: CardsLike,
    upcard: CardLike | None,
    held: CardsLike,
    took: CardsLike,
    threw: CardsLike,
    seen: CardsLike,
    rules: Rules,
    *,
    knocks: bool = True,
) -> Knock:
    """The knock, with every card parsed; ValueError for cards that can't lie so.

    Where nobody ``knocks`` yet, no upcard is left.
    """
    deck = checked(rules).deck
    (gone,) = place(deck, threw=threw)
    (up,) = place(deck, upcard=upcard)
    there = dict(hand=hand, upcard=upcard, held=held, took=took, seen=seen)
    if gone != up:
        there["threw"] = threw
    own, up, kept, taken, out, *_ = place(deck, **there)
    for what, found in (("took", taken), ("threw", gone)):
        if len(found) > 1:
            raise ValueError(f"{what} is one card, not {len(found)}: one turn moves one card")
    if gone and not taken:
        raise ValueError(f"threw={gone[0]} says nothing without took: give the card they took")
    if len(kept) + len(taken) > 3:
        raise ValueError("an opponent's hand is three cards: held and took are more")
    if knocks and len(up) != 1:
        raise ValueError(f'a knock leaves one upcard, not {len(up)}: give a card such as "5D"')
    return Knock(rules, three(own), up, kept, taken, gone, out)


def checked_reply(reply: str) -> str:
    """The reply itself; ValueError for an unknown one."""
    if reply not in REPLIES:
        raise ValueError(f"{reply!r} is not a reply: " + ", ".join(map(repr, REPLIES)))
    return reply


def takes(
    table: HandTable, rows: Array, upcard: Array | int, *, reply: str, known: Array, knocker: int
) -> NDArray[np.bool_]:
    """Whether each hand (a row of the table) takes the upcard by the reply's rule.

    ``known`` are the further cards that each of these players knows, shape (hands, cards);
    ``knocker`` is the code of the knocker's hand.
    """
    taking: NDArray[np.bool_] = np.zeros(len(rows), dtype=bool)
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


def _opponents(knock: Knock, reply: str) -> tuple[HandTable, Array, Array]:
    """The hands that the next opponent may hold: rows of the table, and the card each threw.

    The second array has shape (hands, 0) where they were not seen to take a card.
    """
    table = hand_table(knock.rules)
    quiet = table.codes < DECLARED
    if not knock.took:
        rows = table.holding(knock.held, knock.elsewhere)
        rows = rows[quiet[rows]]
        return table, rows, np.empty((len(rows), 0), dtype=np.intp)
    if reply in ("stand", "stock"):
        raise ValueError(
            f'an opponent who replies "{reply}" never takes a card: '
            'with took the reply is "greedy", "mean" or "sharp"'
        )
    took = int(knock.took[0])
    before = table.holding(knock.threw, (*knock.elsewhere, *knock.took))
    before = before[quiet[before]]
    seen = np.tile(np.array(knock.seen, dtype=np.intp), (len(before), 1))
    chose = takes(table, before, took, reply=reply, known=seen, knocker=knock.code)
    thrown = table.take_throw[before, took].astype(np.intp)
    if knock.threw:
        chose &= thrown == knock.threw[0]
    before, thrown = before[chose], thrown[chose]
    hands = table.hands[before]
    rows = table.index(np.where(hands == thrown[:, None], took, hands))
    held = np.isin(table.hands[rows], knock.held).sum(axis=1) == len(knock.held)
    possible = held & quiet[rows]
    return table, rows[possible], thrown[possible, None]


def last_turn(knock: Knock, reply: str) -> Array:
    """How often the next opponent ends with each code: counts of shape (256,).

    Each hand they may hold counts once for each card of the stock, drawn or not.
    """
    table, rows, thrown = _opponents(knock, reply)
    deck = np.array(unseen(knock.rules, knock.hand, knock.upcard, knock.seen, knock.threw))
    stock = len(deck) - 3 - (0 if knock.threw else thrown.shape[1])
    if not len(rows) or (stock < 1 and reply != "stand"):
        raise ValueError("too few unseen cards are left for such an opponent to hold and draw")
    if reply == "stand":
        return np.bincount(table.codes[rows], minlength=256) * max(stock, 1)

    upcard = int(knock.upcard[0])
    known = _known(knock, thrown)
    taking = takes(table, rows, upcard, reply=reply, known=known, knocker=knock.code)
    drawing = rows[~taking]
    ends = table.best[drawing[:, None], deck]
    counts = np.bincount(ends.ravel(), minlength=256)
    if thrown.shape[1] and not knock.threw:
        counts -= np.bincount(table.best[drawing, thrown[~taking, 0]], minlength=256)
    counts[NO_CODE] = 0  # a card of one's own hand is not in the stock
    return counts + np.bincount(table.take[rows[taking], upcard], minlength=256) * stock


def _known(knock: Knock, thrown: Array) -> Array:
    """What each such opponent knows beyond their hand and the upcard: shape (hands, cards)."""
    seen = np.tile(np.array(knock.seen, dtype=np.intp), (len(thrown), 1))
    return seen if knock.threw == knock.upcard else np.column_stack([seen, thrown])


def sampled_turns(knock: Knock, reply: str, opponents: int, rounds: int, seed: int) -> Array:
    """The codes with which the opponents end in simulated rounds: shape (rounds kept, opponents).

    Rounds in which somebody holds what would have been declared are left out. The card that each
    opponent throws is the next one's upcard.
    """
    blocks = [
        _sampled(knock, reply, opponents, min(BLOCK, rounds - done), (seed, done))
        for done in range(0, rounds, BLOCK)
    ]
    return np.concatenate(blocks)


def _sampled(knock: Knock, reply: str, opponents: int, rounds: int, seed: tuple[int, int]) -> Array:
    rng = np.random.default_rng(seed)
    table, possible, thrown = _opponents(knock, reply)
    if not len(possible):
        raise ValueError("too few unseen cards are left for such an opponent to hold")
    which = rng.integers(len(possible), size=rounds)
    first, thrown = table.hands[possible[which]], thrown[which]

    # The next opponent's cards go to the end of each shuffled deck: the others never reach them.
    rest = unseen(knock.rules, knock.hand, knock.upcard, knock.seen, knock.threw)
    deck = shuffled(rest, seed=rng, count=rounds)
    gone = np.column_stack([first, thrown])
    theirs = (deck[:, :, None] == gone[:, None, :]).any(axis=2)
    deck = np.take_along_axis(deck, theirs.argsort(axis=1, kind="stable"), axis=1)
    hands = [first, *(deck[:, 3 * i : 3 * i + 3] for i in range(opponents - 1))]
    rows = np.stack([table.index(hand) for hand in hands])
    quiet = (table.codes[rows] < DECLARED).all(axis=0)
    rows, stock, thrown = rows[:, quiet], deck[quiet, 3 * (opponents - 1) :], thrown[quiet]
    if reply == "stand":
        return table.codes[rows].T.astype(np.intp)

    each = np.arange(rows.shape[1])
    upcard, drawn = np.full(len(each), knock.upcard[0]), np.zeros(len(each), dtype=np.intp)
    known = _known(knock, thrown)
    ends = np.empty((len(each), opponents), dtype=np.intp)
    for seat, row in enumerate(rows):
        taking = takes(table, row, upcard, reply=reply, known=known, knocker=knock.code)
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
    checked_reply(reply)
    knock = knock_of(hand, upcard, held, "", "", seen, rules)
    return dist_of(last_turn(knock, reply))


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
    checked_reply(reply)
    knock = knock_of(hand, None, "", took, threw, seen, rules, knocks=False)
    if not knock.took:
        raise ValueError('took is the card that they took, such as "5D", not nothing')
    table, rows, _ = _opponents(knock, reply)
    if not len(rows):
        raise ValueError(f'nobody who replies "{reply}" would take {took} and throw so')
    return dist_of(np.bincount(table.codes[rows], minlength=256))
