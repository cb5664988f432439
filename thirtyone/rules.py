"""House rules as data, and the presets with their sources.

Two public descriptions of the game are the sources: one of *Scat* (also 31, Blitz, Cadillac, Ride
the Bus), here "the Scat page", and one of *Thirty-one* (Four corners, the Dutch form, Cut Throat),
"the Thirty-one page". Where neither states a rule that a game needs, the reading is ours, and said
to be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache, partial
from inspect import signature
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from thirtyone import rulebook
from thirtyone.checks import number, one_of, shown, whole
from thirtyone.deck import Card, pack

Value = int | float  # an int, or 30.5
Touched = Literal["value", "turn", "score", "match"]
Say = Callable[..., str]  # a function of the rulebook
Choices = tuple[object, ...] | Callable[[str, object], object]
T = TypeVar("T")
Truth = TypeVar("Truth", bool, NDArray[np.bool_])
SWITCH = (False, True)


def _rule(default: T, touches: set[Touched], choices: Choices, *says: Say) -> T:
    """A field of ``Rules``, with all that is to be said of it in one place.

    ``choices`` are its values, or a check of one; ``touches`` is what depends on it; ``says`` are
    the sentences that it stands in, and those before it that depend on no field.
    """
    return field(default=default, metadata={"touches": touches, "choices": choices, "says": says})


def _least_value(name: str, given: object) -> Value | None:
    return None if given is None else number(f"{name}, where there is one,", given, 0, 31)


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules. Every field may be combined with every other where it then plays a part.

    ``print(rules)`` gives the game in plain sentences; ``differences`` compares two.

    Fields, in the order in which they are read out:
        lowest_rank: 2 for 52 cards, 7 for the 32 from the seven up.
        trips: what three of one rank are worth: None, 30 or 30.5.
        aces: what three aces are worth: None (as other trips) or 33, declared like a 31.
        suited_run: what three in a row of one suit are worth: None or 30 (A-K-Q stays 31;
            A-2-3 counts, K-A-2 does not).
        throw_down: whether the first player may call an immediate showdown before looking at
            the cards.
        hammer: whether the first player may do so on the first turn.
        first_turn_knock: whether one may knock on one's first turn.
        suited_knock: whether only three cards of one suit may knock.
        min_knock: the least value to knock with, or None.
        may_stand: whether a last turn may be passed.
        knocker_draws: whether the knocker still draws and discards.
        blitz: which 31 may be declared: "any", or "court" (an ace with two court cards).
        late_31: lives lost by (the knocker, each other) to a 31 made after a knock; None where
            such a 31 ends nothing and is only a high hand.
        scoring: "lives", or one of the points games.
        promise: whether a knock promises the highest hand.
        knocker_lowest: lives lost by a knocker who alone is lowest.
        knocker_tied: lives lost by (the knocker, each other) when they tie for lowest.
        stock_empty: "take": play goes on while each takes the upcard; "draw": nobody loses.
        lives: how many lives each player has.
        last_chance: whether a player without lives plays on until the next loss.

    Raises ValueError for a value that a field cannot have, and for a field that plays no part in
    the others: penalties for a knock in a promise or a points game, lives in a points game.

    >>> Rules(trips=30.5).trips
    30.5
    """

    lowest_rank: int = _rule(2, {"value"}, (2, 7), rulebook.cards, rulebook.value)
    trips: int | float | None = _rule(None, {"value"}, (None, 30, 30.5), rulebook.trips)
    aces: int | None = _rule(None, {"value"}, (None, 33), rulebook.aces)
    suited_run: int | None = _rule(None, {"value"}, (None, 30), rulebook.suited_run)
    throw_down: bool = _rule(False, {"turn"}, SWITCH, rulebook.turn, rulebook.throw_down)
    hammer: bool = _rule(False, {"turn"}, SWITCH, rulebook.hammer)
    first_turn_knock: bool = _rule(True, {"turn"}, SWITCH, rulebook.knock)
    suited_knock: bool = _rule(False, {"turn"}, SWITCH, rulebook.knock)
    min_knock: int | float | None = _rule(None, {"turn"}, _least_value, rulebook.knock)
    may_stand: bool = _rule(False, {"turn"}, SWITCH, rulebook.knock)
    knocker_draws: bool = _rule(False, {"turn"}, SWITCH, rulebook.knock)
    blitz: Literal["any", "court"] = _rule("any", {"value"}, ("any", "court"), rulebook.blitz)
    late_31: tuple[int, int] | None = _rule(
        (1, 1), {"turn", "score"}, (None, (1, 1), (2, 1)), rulebook.late_31
    )
    scoring: Literal["lives", "no elimination", "french canadian", "jacobs", "values"] = _rule(
        "lives", {"score"}, tuple(rulebook.SHOWDOWNS), rulebook.showdown
    )
    promise: bool = _rule(False, {"score"}, SWITCH, rulebook.showdown)
    knocker_lowest: int = _rule(2, {"score"}, (1, 2), rulebook.lowest)
    knocker_tied: tuple[int, int] = _rule(
        (0, 1), {"score"}, ((0, 1), (2, 1), (1, 0), (2, 0)), rulebook.tied
    )
    stock_empty: Literal["take", "draw"] = _rule(
        "take", {"turn", "score"}, ("take", "draw"), rulebook.stock
    )
    lives: int = _rule(3, {"match"}, partial(whole, least=1), rulebook.lives)
    last_chance: bool = _rule(True, {"match"}, SWITCH, rulebook.lives)

    def __post_init__(self) -> None:
        for rule in fields(self):
            given, choices = getattr(self, rule.name), rule.metadata["choices"]
            check = choices if callable(choices) else partial(one_of, choices=choices)
            object.__setattr__(self, rule.name, check(rule.name, given))
        values = asdict(self)
        for rule in fields(self):
            without = values | {rule.name: rule.default}
            if without != values and _said(without) == _said(values):
                raise ValueError(f"{rule.name} plays no part in these rules: leave it out")

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards that are played with."""
        return pack(self.lowest_rank)

    @property
    def losses(self) -> int:
        """How many lives lost put a player out."""
        return self.lives + self.last_chance

    def may_knock(self, value: Value | NDArray[Any], suited: Truth, *, turns: int = 1) -> Truth:
        """Whether a hand of this value, of one suit or not, may knock after so many own turns.

        Of a number and a bool, or of arrays of them by round.

        >>> Rules(min_knock=20).may_knock(np.array([19, 20]), np.array([True, False])).tolist()
        [False, True]
        """
        enough: Any = value >= (self.min_knock or 0)
        may: Truth = enough & (suited | (not self.suited_knock))
        return may & (self.first_turn_knock or turns > 0)

    def only(self, *touched: Touched) -> Rules:
        """The rules that touch these, every other at its default: equal for games alike in them.

        >>> Rules(trips=30, lives=5, hammer=True).only("value") == Rules(trips=30)
        True
        """
        return _only(self, touched)

    def __str__(self) -> str:
        return "\n".join(sentence for sentence in _said(asdict(self)).values() if sentence)


@cache
def _only(rules: Rules, touched: tuple[str, ...]) -> Rules:
    kept = [rule.name for rule in fields(rules) if not rule.metadata["touches"].isdisjoint(touched)]
    return Rules(**{name: getattr(rules, name) for name in kept})


def _said(values: dict[str, Any]) -> dict[Say, str]:
    """What each function of the rulebook says of the fields, in their order."""
    says = dict.fromkeys(say for rule in fields(Rules) for say in rule.metadata["says"])
    return {say: say(**{name: values[name] for name in _needs(say)}) for say in says}


@cache
def _needs(say: Say) -> tuple[str, ...]:
    return tuple(signature(say).parameters)


def checked(rules: Rules) -> Rules:
    """The rules themselves; ValueError for anything else, such as the name of a preset."""
    if not isinstance(rules, Rules):
        raise ValueError(f'rules takes Rules such as SCAT or PRESETS["DUTCH"], not {shown(rules)}')
    return rules


def differences(a: Rules, b: Rules) -> str:
    """What changes from one set of rules to another, a line for each rule.

    >>> print(differences(SCAT, PRESETS["SCAT_STRICT"]))
    A 31 made after a knock ends the round: everyone else loses 1.
      → A 31 made after a knock ends the round: the knocker loses 2 lives, everyone else 1.
    A knocker who ties for lowest loses nothing, and the others in the tie 1 each.
      → A knocker who ties for lowest loses 2 lives, and the others in the tie 1 each.
    """
    one, other = _said(asdict(checked(a))), _said(asdict(checked(b)))
    changed = [(one[say], other[say]) for say in one if one[say] != other[say]]
    return "\n".join(
        f"{was or '(no such rule)'}\n  → {now or '(no such rule)'}" for was, now in changed
    )


SCAT = Rules()
FOUR_CORNERS = Rules(knocker_tied=(1, 0), late_31=None, stock_empty="draw", may_stand=True, lives=4)

PRESETS: dict[str, Rules] = {
    "SCAT": SCAT,
    "SCAT_STRICT": replace(SCAT, knocker_tied=(2, 1), late_31=(2, 1)),
    "CADILLAC": replace(SCAT, trips=30, aces=33, knocker_tied=(2, 0), lives=4),
    "GIN": replace(SCAT, trips=30.5, promise=True, last_chance=False),
    "RIDE_THE_BUS": replace(SCAT, lives=5, last_chance=False),
    "COMPUTER": replace(SCAT, knocker_draws=True, first_turn_knock=False, scoring="values"),
    "FRENCH_CANADIAN": replace(SCAT, scoring="french canadian"),
    "JACOBS": replace(SCAT, scoring="jacobs", suited_knock=True),
    "FOUR_CORNERS": FOUR_CORNERS,
    "WEST_LANSING": replace(
        FOUR_CORNERS, trips=30.5, knocker_tied=(2, 0), lives=3, last_chance=False
    ),
    "DUTCH": replace(FOUR_CORNERS, lowest_rank=7),
    "NO_ELIMINATION": Rules(stock_empty="draw", may_stand=True, scoring="no elimination"),
}

SOURCES: Mapping[str, str] = {
    "SCAT": "The Scat page, its main game. Ours: with the stock empty nobody can knock, and after "
    "a knock the first who will not take ends the round.",
    "SCAT_STRICT": "The Scat page, among its variations: the stricter penalties.",
    "CADILLAC": "The Scat page: Cadillac, with four nickels and then poverty.",
    "GIN": "The Scat page: the form in which a loser collects letters. Ours: without a knock the "
    "lowest lose 1.",
    "RIDE_THE_BUS": "The Scat page: five losses, from the back of the bus to off it.",
    "COMPUTER": "The Scat page, of computer versions. Ours: hand values are added up, with no "
    "lives, to a target agreed beforehand.",
    "FRENCH_CANADIAN": "The Scat page: for points, to 31. Ours: tied players who did not knock "
    "each score 1; a declared 31 scores 1 and ends the hand; if several reach 31 together, play "
    "goes on until one leads.",
    "JACOBS": "The Scat page: as French Canadian, with its own knock and ties. Ours: hands that "
    "are still tied are scored as there.",
    "FOUR_CORNERS": "The Thirty-one page: its regular version, played for the corners of a note. "
    "Ours: a knocker who ties for lowest loses 1, doubled only when alone.",
    "WEST_LANSING": "The Thirty-one page: Cut Throat, with three tokens.",
    "DUTCH": "The Thirty-one page: Eenendertigen, with 32 cards.",
    "NO_ELIMINATION": "The Thirty-one page: the version without tokens. Ours: for a number of "
    "hands agreed beforehand.",
}
