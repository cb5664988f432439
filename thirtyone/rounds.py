"""Many rounds at once: the step engine's rounds, played in NumPy through the table of hands.

Seats take their turns in the same order in every round, so that each turn is one pass over all
rounds that still go on. Round i of a seed is ``deal(deck=...)`` of that seed's i-th deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
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


TURNS = 40  # what happens after more turns of one's own is counted with these


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


@cache
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
    return _Moves(drawn, taken, by_rule, table.row_of.ravel())


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
        rules, row = self.rules, self.rows[self.seat]
        may: Mask = self.knocker < 0
        if self.played >= self.stock_size:
            may &= self.drawn < self.stock_size
        if not (rules.first_turn_knock or self.turns[self.seat]):
            may[:] = False
        if rules.min_knock:
            may &= DOUBLED[self.table.codes[row]] >= 2 * rules.min_knock
        if rules.suited_knock:
            may &= _suited(rules.only("value"))[row]
        return may

    def knocks(self) -> Mask:
        """In which rounds the seat to act knocks by its marks."""
        had, may = self.turns[self.seat], self.may_knock()
        self.asked[min(had, TURNS)] += np.count_nonzero(may)
        mark = self.strategies[self.seat].mark(had)
        may &= self.table.codes.take(self.rows[self.seat]) >= _code_of(mark)
        return may

    def turn(self, knocks: Mask) -> Turn:
        """Play the turn of the seat to act."""
        rules, table, seat, going = self.rules, self.table, self.seat, self.going
        row, upcard = self.rows[seat], self.upcard
        knocking = np.flatnonzero(knocks)
        self.knocker[knocking] = seat
        self.knocked_by[going[knocking]] = seat
        self.knocked_at[going[knocking]] = self.turns[seat]
        self.turns[seat] += 1
        self.seat = (seat + 1) % self.players

        # Each takes the upcard or draws, keeps the best three, and throws the fourth.
        rows = 52 * row
        kept = self.moves.by_rule[self.strategies[seat].take].take(rows + upcard)
        moved = ~knocks | rules.knocker_draws
        place = self.stock_size * going + self.drawn
        passes = None
        if self.played >= self.stock_size:  # else nobody can have drawn the last card
            gone = self.drawn >= self.stock_size
            better = DOUBLED[table.take[row, upcard]] > DOUBLED[table.codes[row]]
            kept = np.where(gone, np.where(better, self.moves.taken[rows + upcard], -1), kept)
            passes = moved & gone & ~better
            moved &= ~passes
            place -= gone
        self.played += 1
        taken = kept >= 0
        kept = np.where(taken, kept, self.moves.drawn.take(rows + self.stock.take(place)))
        thrown = kept & 63
        self.drawn += moved & ~taken
        self.upcard = np.where(moved, thrown, upcard)
        self.rows[seat] = np.where(moved, kept >> 6, row)
        self._end_rounds(moved, passes, seat)
        return Turn(going, knocks, taken, moved, thrown)

    def _end_rounds(self, moved: Mask, passes: Mask | None, seat: int) -> None:
        """By a 31, by a stock that is gone, or by the knocker's next turn."""
        rules, free = self.rules, self.knocker < 0
        made = moved & (self.table.codes.take(self.rows[seat]) >= DECLARED)
        if rules.late_31 is None:
            made &= free
        ended = made | (self.knocker == self.seat)
        no_draws = rules.stock_empty == "draw"
        stops = drawn_out = np.zeros(len(free), dtype=bool)
        if passes is not None:
            stops = passes & (free | (not rules.may_stand and not no_draws))
        if no_draws and self.played >= self.stock_size:
            drawn_out = ~made & free & (self.drawn >= self.stock_size)
        over = np.flatnonzero(ended | stops | drawn_out)
        made, free, stops, drawn_out = made[over], free[over], stops[over], drawn_out[over]
        kinds = np.where(made, np.where(free, MADE, MADE_LATE), SHOWDOWN)
        kinds = np.where(stops, np.where(free, STOPPED, STOPPED_LATE), kinds)
        kinds[drawn_out] = DRAWN
        rounds = self.going[over]
        self.declared[seat, rounds[made]] = True
        self.end[rounds], self.final[:, rounds] = kinds, self.rows[:, over]
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


def _code_of(mark: Value) -> int:
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
def _suited(rules: Rules) -> Mask:
    suits = hand_table(rules).hands // 13
    alike: Mask = (suits == suits[:, :1]).all(axis=1)
    return alike


def decks_of(rules: Rules, seed: int, start: int, count: int) -> Array:
    """The decks of a seed from the start-th on: the same, however many are asked for at a time."""
    rng = np.random.Generator(np.random.PCG64(seed).advance(start * len(rules.deck)))
    return shuffled(rules.deck, seed=rng, count=count)


def how_it_ended(state: State, last: str) -> int:
    """The index into ENDS of a round that is over; ``last`` is its last action."""
    knocked = state.knocker is not None
    if state.declared:
        return DEALT if not any(state.turns) else MADE_LATE if knocked else MADE
    if last == "stop":
        return STOPPED_LATE if knocked else STOPPED
    return SHOWDOWN if knocked else DRAWN
