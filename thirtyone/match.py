"""Rounds on end: lives or points, the dealer moving on, elimination, and the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from thirtyone.checks import whole
from thirtyone.deck import CardsLike
from thirtyone.game import State, checked_players, deal
from thirtyone.rules import SCAT, Rules, Value, checked

TARGETS = {"french canadian": 31, "jacobs": 31}  # points to win, where the rules say


@dataclass(frozen=True, slots=True)
class Match:
    """A match between rounds. Players are 0 to n - 1 throughout, also when some are out.

    ``score`` is what each has lost so far in lives, or won in points; ``target`` is the points
    (in "no elimination" the hands) to play for, None where lives are lost.
    """

    rules: Rules
    score: tuple[Value, ...]
    dealer: int
    target: int | None = None
    rounds: int = 0

    @property
    def still_in(self) -> tuple[int, ...]:
        """The players who are not out, in order; in a points game all of them."""
        if self.target is not None:
            return tuple(range(len(self.score)))
        return tuple(p for p, lost in enumerate(self.score) if lost < self.rules.losses)

    def lives(self, player: int) -> int:
        """Lives left; a player on the last chance has none. ValueError in a points game."""
        if self.target is not None:
            raise ValueError("a points game has no lives: see score")
        return max(0, self.rules.lives - int(self.score[player]))

    def last_chance(self, player: int) -> bool:
        """Whether this player is in without a life left."""
        return self.target is None and player in self.still_in and self.lives(player) == 0

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: one player, several level after the agreed hands, none before the end."""
        if self.target is None:
            return self.still_in if len(self.still_in) == 1 else ()
        best = max(self.score)
        leaders = tuple(p for p, points in enumerate(self.score) if points == best)
        if self.rules.scoring == "no elimination":
            return leaders if self.rounds >= self.target else ()
        return leaders if best >= self.target and len(leaders) == 1 else ()

    @property
    def over(self) -> bool:
        return bool(self.winners)


def start_match(
    players: int, *, rules: Rules = SCAT, dealer: int = 0, target: int | None = None
) -> Match:
    """A match before its first round.

    A points game is played to ``target`` points, or for so many hands in "no elimination";
    French Canadian and Jacobs to 31 where nothing else is said.

    Raises ValueError for players not from 2 to 9, a dealer who is not there, and a target that is
    missing, or out of place where lives are lost.

    >>> start_match(3).still_in
    (0, 1, 2)
    """
    players = checked_players(players, dealer)
    if checked(rules).scoring == "lives":
        if target is not None:
            raise ValueError("lives are lost here until one player is left: leave target out")
        return Match(rules, (0,) * players, dealer)
    target = TARGETS.get(rules.scoring) if target is None else target
    target = whole("the target of this points game", target, 1)
    return Match(rules, (0,) * players, dealer, target)


def deal_round(match: Match, *, seed: int | None = None, deck: CardsLike | None = None) -> State:
    """The next round of the match; its seats are ``match.still_in``, in order.

    Raises ValueError when the match is over.
    """
    if match.over:
        raise ValueError("the match is over: " + _named(match.winners))
    seats = match.still_in
    dealer = seats.index(match.dealer)
    return deal(len(seats), seed=seed, dealer=dealer, deck=deck, rules=match.rules)


def score_round(match: Match, result: Sequence[Value]) -> Match:
    """The match after a round with this result (as ``State.result``, by seat).

    When all who are left would go out together nobody does: each has one loss to bear. The next
    dealer is the next player still in.

    Raises ValueError for a result of another number of seats.

    >>> match = start_match(2)
    >>> for result in [(2, 0), (2, 0)]:
    ...     match = score_round(match, result)
    >>> match.score, match.winners
    ((4, 0), (1,))
    """
    seats = match.still_in
    if match.over:
        raise ValueError("the match is over: " + _named(match.winners))
    if len(result) != len(seats):
        raise ValueError(f"the result of a round has {len(seats)} figures, not {len(result)}")
    score = list(match.score)
    for player, change in zip(seats, result, strict=True):
        score[player] += change
    if match.target is None and all(score[player] >= match.rules.losses for player in seats):
        for player in seats:
            score[player] = match.rules.losses - 1
    after = replace(match, score=tuple(score), rounds=match.rounds + 1)
    order = [(match.dealer + 1 + i) % len(score) for i in range(len(score))]
    return replace(after, dealer=next(player for player in order if player in after.still_in))


def _named(players: tuple[int, ...]) -> str:
    return "won by player " + " and ".join(map(str, players))
