"""Strategies: functions from what a seat can see to an action, short enough to read aloud.

All of them declare a 31, throw by ``best_discard``, and with an empty stock take the upcard only
when it improves their hand: that is their ``routine``. Between the stock and the upcard two rules
are told apart: by the *plain* mean of a draw no thought is given to the cards that passed; by the
*counted* mean, as the reply "mean" has it too, cards seen are not expected from the stock.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from numbers import Real
from typing import Literal

from thirtyone.checks import shown, whole
from thirtyone.data import loaded
from thirtyone.deck import Card
from thirtyone.draws import draw_values
from thirtyone.game import View, checked_players
from thirtyone.hands import best_discard, hand_value, value_after
from thirtyone.knock import knock_lives
from thirtyone.rules import PRESETS, SCAT, Rules, Value, checked

Strategy = Callable[[View], str]
DEFAULT_MARKS: tuple[Value, ...] = (22, 23, 25, 25, 26, 27)


@dataclass(frozen=True, slots=True)
class Marks:
    """Knocks at a value that depends on how many turns it has had; else takes or draws by a rule.

    ``marks`` are the least values to knock with on one's first turn, second turn and so on, the
    last for all later ones. ``take`` is "mean" (the upcard when the value with it is at least the
    plain mean after a draw: cards seen are not counted) or "greedy" (when it improves the hand).

    Raises ValueError for marks that are not values from 0 to 34, or another rule.

    >>> Marks((22, 25))
    Marks(marks=(22, 25), take='mean')
    """

    marks: tuple[Value, ...] = DEFAULT_MARKS
    take: Literal["mean", "greedy"] = "mean"

    def __post_init__(self) -> None:
        if not isinstance(self.marks, list | tuple):
            raise ValueError(
                f"marks are one for each turn, such as (22, 25), not {shown(self.marks)}"
            )
        numbers = all(isinstance(m, Real) and not isinstance(m, bool | Card) for m in self.marks)
        if not self.marks or not numbers or not all(0 <= m <= 34 for m in self.marks):
            raise ValueError(f"marks are values from 0 to 34, one a turn, not {shown(self.marks)}")
        plain = tuple(int(m) if m == int(m) else float(m) for m in self.marks)
        object.__setattr__(self, "marks", plain)
        if self.take not in ("mean", "greedy"):
            raise ValueError(f'take is "mean" or "greedy", not {shown(self.take)}')

    def mark(self, turn: int) -> Value:
        """The least value to knock with after so many turns of one's own."""
        return self.marks[min(whole("turn", turn, 0), len(self.marks) - 1)]

    def __call__(self, view: View) -> str:
        if action := routine(view):
            return action
        if "knock" in view.legal and _value(view) >= self.mark(view.turn):
            return "knock"
        if self.take == "greedy":
            return _take_if(_with_upcard(view) > _value(view))
        return _take_if(_with_upcard(view) >= _mean(view))


def published_marks(players: int, *, rules: Rules = SCAT) -> Marks:
    """The best marks known for so many players: those of the nearest number worked out.

    Games that were not worked out, and points games, get ``Marks()``. The marks are in
    ``data/marks.json``.

    Raises ValueError for players not from 2 to 9.

    >>> published_marks(2).marks[:4]
    (22, 23, 25, 25)
    """
    players = checked_players(players)
    played = checked(rules).only("value", "turn", "score")
    alike = [name for name in PRESETS if PRESETS[name].only("value", "turn", "score") == played]
    known = {
        int(key.split()[1]): entry["marks"]
        for key, entry in loaded("marks").items()
        if key.split()[0] in alike
    }
    if not known:
        return Marks()
    return Marks(tuple(known[min(known, key=lambda number: (abs(number - players), number))]))


def beginner(knock_at: Value = 21) -> Marks:
    """Draws below a mark, or takes what improves the hand; knocks from the mark on."""
    return Marks((knock_at,), take="greedy")


def maximiser(view: View) -> str:
    """Makes its hand as good as it can be expected to be, and knocks when a draw adds under 1.

    It goes by the plain mean.
    """
    if action := routine(view):
        return action
    mean = _mean(view)
    if "knock" in view.legal and mean - _value(view) < 1:
        return "knock"
    return _take_if(_with_upcard(view) >= mean)


@dataclass(frozen=True, slots=True)
class Counter:
    """Plays by marks, but takes by the counted mean: it reckons with every card that it has seen.

    Raises ValueError for marks that are no ``Marks``.

    >>> Counter(Marks((22, 25)))
    Counter(marks=Marks(marks=(22, 25), take='mean'))
    """

    marks: Marks = Marks()

    def __post_init__(self) -> None:
        if not isinstance(self.marks, Marks):
            raise ValueError(f"a counter takes Marks((22, 25)) or such, not {shown(self.marks)}")

    def __call__(self, view: View) -> str:
        if action := routine(view):
            return action
        if "knock" in view.legal and _value(view) >= self.marks.mark(view.turn):
            return "knock"
        return _take_if(_with_upcard(view) >= _mean(view, _seen(view)))


def calculator(view: View) -> str:
    """Knocks when it expects to lose fewer lives by it than its opponents do, worked out exactly.

    It expects one opponent to use the upcard ("mean") and several to draw ("stock"), with no trips
    among several, and does not knock while too few cards are unseen for them to do so. It takes by
    the counted mean. Raises ValueError in a points game, where no lives are lost.
    """
    if action := routine(view):
        return action
    rules, opponents, seen = view.rules, view.players - 1, _seen(view)
    if rules.scoring != "lives":
        raise ValueError("the calculator reckons in lives: it does not play points games")
    unseen = len(rules.deck) - len(view.hand) - 1 - len(seen)
    if "knock" in view.legal and view.upcard is not None and unseen >= 4 * opponents:
        reply = "mean" if opponents == 1 else "stock"
        rules = rules if opponents == 1 else replace(rules, trips=None, aces=None)
        own, other = knock_lives(
            view.hand, view.upcard, opponents=opponents, reply=reply, seen=seen, rules=rules
        )
        if own < other:
            return "knock"
    return _take_if(_with_upcard(view) >= _mean(view, seen))


@dataclass(frozen=True, slots=True)
class at_random:
    """Takes any legal action, each as likely as any other.

    The choice hangs on the seed and on what the seat sees, and on nothing else: so it is the same
    in every run, and in every process of a pool.

    Raises ValueError for a seed that is not a whole number from 0.

    >>> at_random(1)
    at_random(seed=1)
    """

    seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", whole("seed", self.seed, 0))

    def __call__(self, view: View) -> str:
        legal = _acting(view).legal
        seen = (self.seed, view.seat, view.hand, view.discards, view.takes, legal)
        return random.Random(repr(seen)).choice(legal)


def routine(view: View) -> str | None:
    """The action that all agree on; None for the choice between the stock, the upcard and a knock.

    They declare a 31, throw by ``best_discard``, and with an empty stock take the upcard only when
    it improves the hand.

    Raises ValueError for what is no view, and where the seat is not to act.

    >>> from thirtyone.game import deal, step, view
    >>> state = step(deal(2, deck="KH QS 8H 7S 2C 4D 5C 3D 6D", dealer=1), "draw")
    >>> routine(view(state, 0))
    'discard 2C'
    """
    legal = _acting(view).legal
    for action in ("declare", "look"):
        if action in legal:
            return action
    if legal[0].startswith("discard"):
        *hand, new = view.hand
        must_keep = f"discard {new.rank}{new.suit}" not in legal
        thrown = best_discard(hand, new, must_keep=must_keep, rules=view.rules)
        return f"discard {thrown.rank}{thrown.suit}"
    if "draw" not in legal:
        return "take" if _with_upcard(view) > _value(view) else legal[-1]
    return None


def _acting(view: View) -> View:
    """The view itself; ValueError unless it is that of a seat that is to act."""
    if not isinstance(view, View):
        raise ValueError(f"a View is wanted, as view(state, seat) gives it, not {shown(view)}")
    if not view.legal:
        raise ValueError("this seat is not to act: a strategy is asked when it is its turn")
    return view


def _value(view: View) -> Value:
    return hand_value(view.hand, rules=view.rules)


def _take_if(takes: bool) -> str:
    return "take" if takes else "draw"


def _with_upcard(view: View) -> Value:
    """The best value with the upcard kept."""
    assert view.upcard is not None, "there is an upcard at the start of every turn"
    return value_after(view.hand, view.upcard, must_keep=True, rules=view.rules)


def _seen(view: View) -> tuple[Card, ...]:
    """The cards whose place is known, but for one's own and the upcard."""
    known = {c for _, c in (*view.discards, *view.takes)}
    return tuple(sorted(known - {*view.hand, view.upcard}))


def _mean(view: View, seen: tuple[Card, ...] = ()) -> Fraction:
    """The mean value after a draw, all cards but one's own, the upcard and these being unseen."""
    return draw_values(view.hand, view.upcard, seen=seen, rules=view.rules).mean
