"""House rules as data, and the presets with their sources.

Two public descriptions of the game are the sources: one of *Scat* (also 31, Blitz, Cadillac, Ride
the Bus), here "the Scat page", and one of *Thirty-one* (Four corners, the Dutch form, Cut Throat),
"the Thirty-one page". Where neither states a rule that a game needs, the reading is ours, and said
to be.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Literal, get_args

from thirtyone.checks import shown, whole
from thirtyone.deck import Card, pack
from thirtyone.rulebook import sentences

Value = int | float  # an int, or 30.5
Scoring = Literal["lives", "no elimination", "french canadian", "jacobs", "values"]


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules. Every field may be combined with every other, but for the pairs refused.

    ``print(rules)`` gives the game in plain sentences; ``differences`` compares two.

    Fields:
        lowest_rank: 2 for 52 cards, 7 for the 32 from the seven up.
        trips: what three of one rank are worth: None, 30 or 30.5.
        aces: what three aces are worth: None (as other trips) or 33, declared like a 31.
        suited_run: what three in a row of one suit are worth: None or 30 (A-K-Q stays 31;
            A-2-3 counts, K-A-2 does not).
        blitz: which 31 may be declared: "any", or "court" (an ace with two court cards).
        min_knock: the least value to knock with, or None.
        suited_knock: whether only three cards of one suit may knock.
        first_turn_knock: whether one may knock on one's first turn.
        knocker_draws: whether the knocker still draws and discards.
        hammer: whether the first player may call an immediate showdown on the first turn.
        throw_down: whether the first player may do so before looking at the cards.
        may_stand: whether a last turn may be passed.
        knocker_lowest: lives lost by a knocker who alone is lowest.
        knocker_tied: lives lost by (the knocker, each other) when they tie for lowest.
        late_31: lives lost by (the knocker, each other) to a 31 made after a knock; None where
            such a 31 ends nothing and is only a high hand.
        stock_empty: "take": play goes on while each takes the upcard; "draw": nobody loses.
        promise: whether a knock promises the highest hand.
        scoring: "lives", or one of the points games.
        lives: how many lives each player has.
        last_chance: whether a player without lives plays on until the next loss.

    Raises ValueError for a value that a field cannot have and for rules that contradict.

    >>> Rules(trips=30.5).trips
    30.5
    """

    lowest_rank: int = 2
    trips: Value | None = None
    aces: int | None = None
    suited_run: int | None = None
    blitz: Literal["any", "court"] = "any"
    min_knock: Value | None = None
    suited_knock: bool = False
    first_turn_knock: bool = True
    knocker_draws: bool = False
    hammer: bool = False
    throw_down: bool = False
    may_stand: bool = False
    knocker_lowest: int = 2
    knocker_tied: tuple[int, int] = (0, 1)
    late_31: tuple[int, int] | None = (1, 1)
    stock_empty: Literal["take", "draw"] = "take"
    promise: bool = False
    scoring: Scoring = "lives"
    lives: int = 3
    last_chance: bool = True

    def __post_init__(self) -> None:
        allowed: dict[str, tuple[object, ...]] = {
            "lowest_rank": (2, 7),
            "trips": (None, 30, 30.5),
            "aces": (None, 33),
            "suited_run": (None, 30),
            "blitz": ("any", "court"),
            "knocker_lowest": (1, 2),
            "knocker_tied": ((0, 1), (2, 1), (1, 0), (2, 0)),
            "late_31": (None, (1, 1), (2, 1)),
            "stock_empty": ("take", "draw"),
            "scoring": get_args(Scoring),
        }
        switches = [field.name for field in fields(self) if isinstance(field.default, bool)]
        for name, values in (allowed | dict.fromkeys(switches, (False, True))).items():
            if getattr(self, name) not in values:
                choices = ", ".join(map(repr, values))
                raise ValueError(f"{name} is {getattr(self, name)!r}: it may be {choices}")
        least = 0 if self.min_knock is None else self.min_knock
        if isinstance(least, bool) or not isinstance(least, int | float) or not 0 <= least <= 31:
            raise ValueError(f"min_knock is {self.min_knock!r}: a value from 0 to 31, or None")
        whole("lives", self.lives, 1)
        if self.promise and self.scoring != "lives":
            raise ValueError("a promise costs lives: it does not go with a points game")
        points = self.scoring != "lives"
        penalties = ("knocker_lowest", "knocker_tied", "late_31") * (self.promise or points)
        for name in penalties + ("lives", "last_chance") * points:
            if getattr(self, name) != type(self).__dataclass_fields__[name].default:
                what = "a points game" if points else "a promise of the highest hand"
                has = "lives" if name in ("lives", "last_chance") else "penalties for a knock"
                raise ValueError(f"{what} has no {has}: leave {name} out")

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards that are played with."""
        return pack(self.lowest_rank)

    @property
    def losses(self) -> int:
        """How many lives lost put a player out."""
        return self.lives + self.last_chance

    def __str__(self) -> str:
        return "\n".join(sentence for sentence in sentences(self).values() if sentence)


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
    one, other = sentences(checked(a)), sentences(checked(b))
    changed = [(one[key], other[key]) for key in one if one[key] != other[key]]
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

SOURCES = MappingProxyType(
    {
        "SCAT": "The Scat page, its main game. Ours: with the stock empty nobody can knock, and "
        "after a knock the first who will not take ends the round.",
        "SCAT_STRICT": "The Scat page, among its variations: the stricter penalties.",
        "CADILLAC": "The Scat page: Cadillac, with four nickels and then poverty.",
        "GIN": "The Scat page: the form in which a loser collects letters. Ours: without a knock "
        "the lowest lose 1.",
        "RIDE_THE_BUS": "The Scat page: five losses, from the back of the bus to off it.",
        "COMPUTER": "The Scat page, of computer versions. Ours: hand values are added up, with no "
        "lives, to a target agreed beforehand.",
        "FRENCH_CANADIAN": "The Scat page: for points, to 31. Ours: tied players who did not "
        "knock each score 1; a declared 31 scores 1 and ends the hand; if several reach 31 "
        "together, play goes on until one leads.",
        "JACOBS": "The Scat page: as French Canadian, with its own knock and ties. Ours: hands "
        "that are still tied are scored as there.",
        "FOUR_CORNERS": "The Thirty-one page: its regular version, played for the corners of a "
        "note. Ours: a knocker who ties for lowest loses 1, doubled only when alone.",
        "WEST_LANSING": "The Thirty-one page: Cut Throat, with three tokens.",
        "DUTCH": "The Thirty-one page: Eenendertigen, with 32 cards.",
        "NO_ELIMINATION": "The Thirty-one page: the version without tokens. Ours: for a number of "
        "hands agreed beforehand.",
    }
)
