"""Rounds on end: lives or points, the dealer moving on, elimination, and the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from thirtyone.checks import number, shown, whole
from thirtyone.deck import CardsLike
from thirtyone.game import State, checked_players, deal
from thirtyone.rules import SCAT, Rules, Value, checked
from thirtyone.scoring import MOST

TARGETS = {"french canadian": 31, "jacobs": 31}  # points to win, where the rules say


@dataclass(frozen=True, slots=True)
class Match:
    """A match between rounds. Players are 0 to n - 1 throughout, also when some are out.

    ``score`` is what each has lost so far in lives, or won in points; ``target`` is the points
    (in "no elimination" the hands) to play for, None where lives are lost.

    Raises ValueError for a score that nobody can have, a dealer who is not in, and a target that
    is missing, or out of place where lives are lost.
    """

    rules: Rules
    score: tuple[Value, ...]
    dealer: int
    target: int | None = None
    rounds: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.score, tuple):
            raise ValueError(f"a score is a tuple, one figure a player, not {shown(self.score)}")
        checked_players(len(self.score), self.dealer)
        for figure in self.score:
            _figure("a figure of the score", figure, checked(self.rules), 10**9)
        if self.rules.scoring != "lives":
            whole("the target of this points game", self.target, 1)
        elif self.target is not None:
            raise ValueError("lives are lost here until one player is left: leave target out")
        if self.dealer not in self.still_in:
            raise ValueError(f"player {self.dealer} is out: the dealer is one of {self.still_in}")
        whole("rounds", self.rounds, 0)

    @property
    def still_in(self) -> tuple[int, ...]:
        """The players who are not out, in order; in a points game all of them."""
        return _still_in(self.score, self.rules)

    def lives(self, player: int) -> int:
        """Lives left; a player on the last chance has none. ValueError in a points game."""
        if self.target is not None:
            raise ValueError("a points game has no lives: see score")
        player = whole("a player", player, 0, len(self.score) - 1)
        return max(0, self.rules.lives - int(self.score[player]))

    def last_chance(self, player: int) -> bool:
        """Whether this player is in without a life left."""
        player = whole("a player", player, 0, len(self.score) - 1)
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
    target = TARGETS.get(checked(rules).scoring) if target is None else target
    return Match(rules, (0,) * players, dealer, target)


def deal_round(match: Match, *, seed: int | None = None, deck: CardsLike | None = None) -> State:
    """The next round of the match; its seats are ``match.still_in``, in order.

    Raises ValueError when the match is over.
    """
    seats = _going_on(match).still_in
    dealer = seats.index(match.dealer)
    return deal(len(seats), seed=seed, dealer=dealer, deck=deck, rules=match.rules)


def score_round(match: Match, result: Sequence[Value]) -> Match:
    """The match after a round with this result (as ``State.result``, by seat).

    When all who are left would go out together nobody does: each has one loss to bear. The next
    dealer is the next player still in.

    Raises ValueError for a result of another number of seats, or that no round can have.

    >>> match = start_match(2)
    >>> for result in [(2, 0), (2, 0)]:
    ...     match = score_round(match, result)
    >>> match.score, match.winners
    ((4, 0), (1,))
    """
    seats, rules = _going_on(match).still_in, match.rules
    if not isinstance(result, Sequence) or len(result) != len(seats):
        raise ValueError(f"the result of a round has {len(seats)} figures, not {shown(result)}")
    score = list(match.score)
    for player, figure in zip(seats, result, strict=True):
        score[player] += _figure("a figure of the result", figure, rules, MOST[rules.scoring])
    if not _still_in(score, rules):
        for player in seats:
            score[player] = rules.losses - 1
    dealer = _next_dealer(match.dealer, score, rules)
    return replace(match, score=tuple(score), dealer=dealer, rounds=match.rounds + 1)


def _still_in(score: Sequence[Value], rules: Rules) -> tuple[int, ...]:
    points = rules.scoring != "lives"
    return tuple(p for p, lost in enumerate(score) if points or lost < rules.losses)


def _next_dealer(dealer: int, score: Sequence[Value], rules: Rules) -> int:
    after = [(dealer + 1 + i) % len(score) for i in range(len(score))]
    return next(player for player in after if player in _still_in(score, rules))


def _figure(name: str, figure: object, rules: Rules, most: int) -> Value:
    in_halves = rules.scoring == "values"
    return number(name, figure, 0, most) if in_halves else whole(name, figure, 0, most)


def _going_on(match: Match) -> Match:
    if not isinstance(match, Match):
        raise ValueError(f"a match is what start_match and score_round return, not {shown(match)}")
    if match.over:
        won = " and ".join(map(str, match.winners))
        raise ValueError(f"the match is over: won by player {won}")
    return match
