"""Many rounds at once: the step engine's rounds, played in NumPy through the table of hands.

Seats take their turns in the same order in every round, so that each turn is one pass over all
rounds that still go on. Round i of a seed is ``deal(deck=...)`` of that seed's i-th deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from thirtyone.deck import shuffled
from thirtyone.game import State
from thirtyone.hands import DECLARED, DOUBLED, Array, Mask, hand_table
from thirtyone.replies import takes
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.scoring import settled

BLOCK = 20_000  # rounds played at a time, in one task of an executor
TURNS = 40  # what happens after more turns of one's own is counted with these
ENDS = (
    "31 dealt", "31 made", "31 made after a knock", "showdown", "stock gone",
    "stock gone after a knock", "drawn",
)  # fmt: skip
DEALT, MADE, MADE_LATE, SHOWDOWN, STOPPED, STOPPED_LATE, DRAWN = range(len(ENDS))


@dataclass(frozen=True, slots=True, eq=False)
class Rounds:
    """Played rounds: arrays by round, and by round and seat."""

    values: Array  # (rounds, seats) doubled values at the end
    knocker: Array  # (rounds,) seat, or -1
    turn: Array  # (rounds,) turns that the knocker had had before, or -1
    end: Array  # (rounds,) index into ENDS
    result: Array  # (rounds, seats) lives lost or points won, doubled: values may be halves


@dataclass(frozen=True, slots=True, eq=False)
class _Moves:
    """Where each hand (a row of the table) goes with each card: flat, at 52 * row + card.

    An entry is 64 * the row of the hand kept + the card thrown; of a card of the hand itself,
    never read.
    """

    drawn: NDArray[np.int32]
    taken: NDArray[np.int32]  # the card stays
    by_rule: Mapping[str, NDArray[np.int32]]  # as taken, and -1 where the rule does not take it
    row_of: NDArray[np.int32]  # the row of three cards in any order, at 52 * (52 * a + b) + c


@lru_cache(maxsize=16)  # some 20 MB each
def _moves(rules: Rules) -> _Moves:
    table = hand_table(rules)
    drawn = (64 * table.kept + table.throw).ravel()
    taken = (64 * table.take_kept + table.take_throw).ravel()
    every = np.arange(len(table.hands))
    none_known = np.empty((len(every), 0), dtype=np.intp)
    by_rule = {}
    for rule in ("mean", "greedy"):
        chosen = [
            takes(table, every, upcard, reply=rule, known=none_known, knocker=0)
            for upcard in range(52)
        ]
        by_rule[rule] = np.where(np.stack(chosen, axis=1).ravel(), taken, -1)
    return _Moves(drawn, taken, by_rule, table.row_of.astype(np.int32).ravel())


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """What was done on one turn, by round: knocked, took or (otherwise) drew, moved at all."""

    going: Array
    knocked: Mask
    took: Mask
    moved: Mask
    thrown: Array


class Tables(Protocol):
    """A strategy that many rounds at once can follow."""

    @property
    def take(self) -> str: ...

    def mark(self, turn: int) -> Value: ...


class Play:
    """Many rounds in progress, each at the same seat's turn; ``turn`` plays one turn of them all.

    Arrays over the rounds still ``going`` (their numbers): ``rows`` of the hands, a line for each
    seat, ``upcard``, ``drawn`` from the stock, ``knocker`` (-1 for none).
    """

    def __init__(
        self,
        rows: NDArray[np.integer],
        upcard: Array,
        stock: Array,
        *,
        seat: int,
        turns: Sequence[int],
        strategies: Sequence[Tables],
        rules: Rules,
    ) -> None:
        """``stock`` is a row of cards for each round; ``turns`` how many each seat has had."""
        players, count = rows.shape
        self.table, self.moves = hand_table(rules), _moves(rules.only("value"))
        self.rules, self.strategies, self.players = rules, strategies, players
        self.seat, self.turns, self.played = seat, list(turns), 0
        self.stock, self.stock_size = stock.astype(np.uint8).ravel(), stock.shape[1]
        self.end = np.full(count, SHOWDOWN)
        self.knocked_by, self.knocked_at = np.full(count, -1), np.full(count, -1)
        self.final = rows.astype(np.int32)
        self.declared: Mask = np.zeros((players, count), dtype=bool)
        self.asked = np.zeros(TURNS + 1, dtype=np.int64)  # by own turn: who might have knocked
        self.going = np.arange(count)
        self.rows, self.upcard = self.final.copy(), upcard.astype(np.int32)
        self.drawn = np.zeros(count, dtype=np.int32)
        self.knocker = np.full(count, -1, dtype=np.int8)

    def declare_dealt(self) -> None:
        """End the rounds in which somebody was dealt a 31: each holder declares it."""
        self.declared = self.table.codes[self.rows] >= DECLARED
        dealt = np.flatnonzero(self.declared.any(axis=0))
        self.end[dealt] = DEALT
        self._drop(dealt)

    def may_knock(self) -> Mask:
        """In which rounds the seat to act may knock."""
        may: Mask = self.knocker < 0
        if self._some_stock_is_gone:
            may &= self.drawn < self.stock_size
        hands = _may_knock(self.rules, min(self.turns[self.seat], 1))
        if not hands.all():
            may &= hands.take(self.rows[self.seat])
        return may

    def knocks(self) -> Mask:
        """In which rounds the seat to act knocks by its marks."""
        had, may = self.turns[self.seat], self.may_knock()
        self.asked[min(had, TURNS)] += np.count_nonzero(may)
        least = _least_code(self.strategies[self.seat].mark(had))
        may &= self.table.codes.take(self.rows[self.seat]) >= least
        return may

    def turn(self, knocks: Mask) -> Turn:
        """Play the turn of the seat to act, who knocks in these rounds.

        Who moves takes the upcard or draws, keeps the best three and throws the fourth.
        """
        seat, going, row, upcard = self.seat, self.going, self.rows[self.seat], self.upcard
        self._knock(np.flatnonzero(knocks))
        moved = ~knocks | self.rules.knocker_draws
        taking = self.moves.by_rule[self.strategies[seat].take].take(52 * row + upcard)
        top = self.stock_size * going + self.drawn
        stands = None
        if self._some_stock_is_gone:
            gone = self.drawn >= self.stock_size
            better = DOUBLED[self.table.take[row, upcard]] > DOUBLED[self.table.codes[row]]
            improving = np.where(better, self.moves.taken.take(52 * row + upcard), -1)
            taking = np.where(gone, improving, taking)
            stands = moved & gone & ~better
            moved &= ~stands
            top -= gone  # who stands draws nothing
        took = taking >= 0
        kept = np.where(took, taking, self.moves.drawn.take(52 * row + self.stock.take(top)))
        thrown = kept & 63

        self.rows[seat] = np.where(moved, kept >> 6, row)
        self.upcard = np.where(moved, thrown, upcard)
        self.drawn += moved & ~took
        self.turns[seat] += 1
        self.seat, self.played = (seat + 1) % self.players, self.played + 1
        self._end_rounds(seat, moved, stands)
        return Turn(going, knocks, took, moved, thrown)

    @property
    def _some_stock_is_gone(self) -> bool:
        """Whether it can be: in so many turns somebody may have drawn the last card."""
        return bool(self.played >= self.stock_size)

    def _knock(self, here: Array) -> None:
        self.knocker[here] = self.seat
        self.knocked_by[self.going[here]] = self.seat
        self.knocked_at[self.going[here]] = self.turns[self.seat]

    def _end_rounds(self, seat: int, moved: Mask, stands: Mask | None) -> None:
        """By a 31 of that seat, by a stock that is gone, or by the knocker's next turn."""
        rules, free = self.rules, self.knocker < 0
        draws = rules.stock_empty == "draw"
        made = moved & (self.table.codes.take(self.rows[seat]) >= DECLARED)
        if rules.late_31 is None:
            made &= free
        stopped = drawn = np.zeros(len(free), dtype=bool)
        if stands is not None:
            stopped = stands & (free | (not rules.may_stand and not draws))
        if draws and self._some_stock_is_gone:
            drawn = ~made & free & (self.drawn >= self.stock_size)
        over = np.flatnonzero(made | stopped | drawn | (self.knocker == self.seat))

        made, free, rounds = made[over], free[over], self.going[over]
        ends = np.where(made, np.where(free, MADE, MADE_LATE), SHOWDOWN)
        ends = np.where(stopped[over], np.where(free, STOPPED, STOPPED_LATE), ends)
        ends[drawn[over]] = DRAWN
        self.declared[seat, rounds[made]] = True
        self.end[rounds], self.final[:, rounds] = ends, self.rows[:, over]
        self._drop(over)

    def _drop(self, over: Array) -> None:
        if len(over):
            going = np.ones(len(self.going), dtype=bool)
            going[over] = False
            still = np.flatnonzero(going)
            self.going, self.upcard = self.going.take(still), self.upcard.take(still)
            self.rows = self.rows.take(still, axis=1)
            self.drawn, self.knocker = self.drawn.take(still), self.knocker.take(still)

    def finish(self) -> Rounds:
        """Play to the end."""
        while len(self.going):
            self.turn(self.knocks())
        final = self.final.T
        values, hands = DOUBLED[self.table.codes[final]], self.table.hands[final]
        stock_empty, declared = self.end >= STOPPED, self.declared.T
        result = settled(values, self.knocked_by, declared, stock_empty, hands, self.rules)
        return Rounds(values, self.knocked_by, self.knocked_at, self.end, result)


def _least_code(mark: Value) -> int:
    """The least code of a value that reaches the mark."""
    return int(np.searchsorted(DOUBLED[: DECLARED + 1], 2 * mark)) if mark <= 31 else DECLARED + 1


def play_from_deal(
    decks: Array, players: int, strategies: Sequence[Tables], *, rules: Rules = SCAT
) -> Play:
    """Rounds just dealt, one from each deck (a row of cards in the order dealt) by seat 0."""
    first = 1 % players
    row_of = _moves(rules.only("value")).row_of
    rows = np.empty((players, len(decks)), dtype=np.int32)
    for seat in range(players):
        a, b, c = decks[:, (seat - first) % players : 3 * players : players].T
        rows[seat] = row_of.take(52 * (52 * a + b) + c)
    upcard, stock = decks[:, 3 * players], decks[:, 3 * players + 1 :]
    play = Play(
        rows, upcard, stock, seat=first, turns=[0] * players, strategies=strategies, rules=rules
    )
    play.declare_dealt()
    return play


@cache
def _may_knock(rules: Rules, turns: int) -> Mask:
    """Whether each hand, a row of the table, may knock after so many own turns."""
    table = hand_table(rules)
    suits = table.hands // 13
    one_suit: Mask = (suits == suits[:, :1]).all(axis=1)
    return rules.may_knock(DOUBLED[table.codes] / 2, one_suit, turns=turns)


def decks_of(rules: Rules, seed: int, start: int, count: int) -> Array:
    """The decks of a seed from the start-th on: the same, however many are asked for at a time."""
    return shuffled(rules.deck, seed=seed, count=count, after=start)


def how_it_ended(state: State, last: str) -> int:
    """The index into ENDS of a round that is over; ``last`` is its last action."""
    knocked = state.knocker is not None
    if state.declared:
        return DEALT if not any(state.turns) else MADE_LATE if knocked else MADE
    if last == "stop":
        return STOPPED_LATE if knocked else STOPPED
    return SHOWDOWN if knocked else DRAWN
