"""Strategies: functions from what a seat can see to an action, short enough to read aloud.

All of them declare a 31, throw by ``best_discard``, and with an empty stock take the upcard only
when it improves their hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from thirtyone.data import loaded
from thirtyone.deck import Card
from thirtyone.draws import draw_values
from thirtyone.game import View
from thirtyone.hands import best_discard, hand_value, value_after
from thirtyone.knock import knock_lives
from thirtyone.rules import PRESETS, SCAT, Rules, Value

Strategy = Callable[[View], str]
DEFAULT_MARKS: tuple[Value, ...] = (22, 23, 25, 25, 26, 27)


@dataclass(frozen=True, slots=True)
class Marks:
    """Knocks at a value that depends on how many turns it has had; else takes or draws by a rule.

    ``marks`` are the least values to knock with on one's first turn, second turn and so on, the
    last for all later ones. ``take`` is "mean" (the upcard when the value with it is at least the
    mean value after a draw) or "greedy" (when it improves the hand).

    >>> Marks((22, 25))
    Marks(marks=(22, 25), take='mean')
    """

    marks: tuple[Value, ...] = DEFAULT_MARKS
    take: Literal["mean", "greedy"] = "mean"

    def __post_init__(self) -> None:
        if not isinstance(self.marks, list | tuple):
            raise ValueError(f"marks are one for each turn, such as (22, 25), not {self.marks!r}")
        object.__setattr__(self, "marks", tuple(self.marks))
        numbers = all(isinstance(m, int | float) and not isinstance(m, bool) for m in self.marks)
        if not self.marks or not numbers or not all(0 <= m <= 34 for m in self.marks):
            raise ValueError(f"marks are values from 0 to 34, one a turn, not {self.marks!r}")
        if self.take not in ("mean", "greedy"):
            raise ValueError(f'take is "mean" or "greedy", not {self.take!r}')

    def mark(self, turn: int) -> Value:
        """The least value to knock with after so many turns of one's own."""
        return self.marks[min(turn, len(self.marks) - 1)]

    def __call__(self, view: View) -> str:
        if "knock" in view.legal and hand_value(view.hand, rules=view.rules) >= self.mark(
            view.turn
        ):
            return "knock"
        if routine := _routine(view):
            return routine
        if self.take == "greedy":
            return _take_if(_with_upcard(view) > hand_value(view.hand, rules=view.rules))
        return _take_if(_with_upcard(view) >= _mean(view))


def published_marks(players: int, *, rules: Rules = SCAT) -> Marks:
    """The best marks known for so many players: those of the nearest number worked out.

    Games that were not worked out, and points games, get ``Marks()``. The marks are in
    ``data/marks.json``.

    >>> published_marks(2).marks[:4]
    (22, 23, 25, 25)
    """
    alike = [name for name in PRESETS if _round_of(PRESETS[name]) == _round_of(rules)]
    known = {
        int(key.split()[1]): entry["marks"]
        for key, entry in loaded("marks").items()
        if key.split()[0] in alike
    }
    if not known:
        return Marks()
    return Marks(tuple(known[min(known, key=lambda number: (abs(number - players), number))]))


def _round_of(rules: Rules) -> Rules:
    """The rules as far as a round goes, in which lives play no part."""
    return replace(rules, lives=SCAT.lives, last_chance=SCAT.last_chance)


def beginner(knock_at: Value = 21) -> Marks:
    """Draws below a mark, or takes what improves the hand; knocks from the mark on."""
    return Marks((knock_at,), take="greedy")


def maximiser(view: View) -> str:
    """Makes its hand as good as it can be expected to be, and knocks when a draw adds under 1."""
    if routine := _routine(view):
        return routine
    mean = _mean(view)
    if "knock" in view.legal and mean - hand_value(view.hand, rules=view.rules) < 1:
        return "knock"
    return _take_if(_with_upcard(view) >= mean)


@dataclass(frozen=True, slots=True)
class Counter:
    """Plays by marks, but reckons with every card that it has seen, thrown or taken."""

    marks: Marks = Marks()

    def __call__(self, view: View) -> str:
        value = hand_value(view.hand, rules=view.rules) if "knock" in view.legal else 0
        if "knock" in view.legal and value >= self.marks.mark(view.turn):
            return "knock"
        return _routine(view) or _take_if(_with_upcard(view) >= _mean(view, _seen(view)))


def calculator(view: View) -> str:
    """Knocks when it expects to lose fewer lives by it than its opponents do, worked out exactly.

    It expects one opponent to use the upcard ("mean") and several to draw ("stock"), with no trips
    among several. Raises ValueError in a points game, where no lives are lost.
    """
    rules, opponents = view.rules, view.players - 1
    if rules.scoring != "lives":
        raise ValueError("the calculator reckons in lives: it does not play points games")
    if "knock" in view.legal and view.upcard is not None:
        if opponents > 1 and not rules.promise:
            rules = replace(rules, trips=None, aces=None)
        own, other = knock_lives(
            view.hand,
            view.upcard,
            opponents=opponents,
            reply="mean" if opponents == 1 else "stock",
            seen=_seen(view),
            rules=rules,
        )
        if own < other:
            return "knock"
    return _routine(view) or _take_if(_with_upcard(view) >= _mean(view, _seen(view)))


def at_random(seed: int = 0) -> Strategy:
    """Takes any legal action, each as likely as any other."""
    rng = random.Random(seed)
    return lambda view: rng.choice(view.legal)


def _routine(view: View) -> str | None:
    """The action that all agree on; None for the choice between the stock and the upcard."""
    for action in ("declare", "look"):
        if action in view.legal:
            return action
    if view.legal[0].startswith("discard"):
        *hand, new = view.hand
        must_keep = f"discard {new.rank}{new.suit}" not in view.legal
        thrown = best_discard(hand, new, must_keep=must_keep, rules=view.rules)
        return f"discard {thrown.rank}{thrown.suit}"
    if "draw" not in view.legal:
        improves = _with_upcard(view) > hand_value(view.hand, rules=view.rules)
        return "take" if improves else view.legal[-1]
    return None


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
