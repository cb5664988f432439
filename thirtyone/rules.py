"""House rules as data, the presets with their sources, and the scoring of a round.

A preset is a base with a few fields replaced. A reading that no source states says *ours*.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, get_args

from thirtyone.deck import Card, CardsLike, cards, pack

Value = int | float  # an int, or 30.5
Scoring = Literal["lives", "no elimination", "french canadian", "jacobs", "values"]


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules. Every field may be combined with every other, but for the pairs refused.

    Fields:
        lowest_rank: 2 for 52 cards, 7 for the 32 from the seven up.
        trips: what three of one rank are worth: None, 30 or 30.5.
        aces: what three aces are worth: None (as other trips) or 33, declared like a 31.
        suited_run: what three in a row of one suit are worth: None or 30 (A-K-Q stays 31;
            A-2-3 counts, K-A-2 does not).
        blitz: which 31 may be declared: "any", or "court" (an ace with two court cards).
        min_knock: the least value to knock with, or None.
        suited_knock: whether only three cards of one suit may knock.
        knocker_draws: whether the knocker still draws and discards.
        knocker_lowest: lives lost by a knocker who alone is lowest.
        knocker_tied: lives lost by (the knocker, each other) when they tie for lowest.
        late_31: lives lost by (the knocker, each other) to a 31 made after a knock; None where
            such a 31 ends nothing and is only a high hand.
        stock_empty: "take": play goes on while each takes the upcard; "draw": nobody loses.
        promise: whether a knock promises the highest hand.
        scoring: "lives", or one of the points games.

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
    knocker_draws: bool = False
    knocker_lowest: int = 2
    knocker_tied: tuple[int, int] = (0, 1)
    late_31: tuple[int, int] | None = (1, 1)
    stock_empty: Literal["take", "draw"] = "take"
    promise: bool = False
    scoring: Scoring = "lives"

    def __post_init__(self) -> None:
        allowed: dict[str, tuple[object, ...]] = {
            "lowest_rank": (2, 7),
            "trips": (None, 30, 30.5),
            "aces": (None, 33),
            "suited_run": (None, 30),
            "blitz": ("any", "court"),
            "suited_knock": (False, True),
            "knocker_draws": (False, True),
            "knocker_lowest": (1, 2),
            "knocker_tied": ((0, 1), (2, 1), (1, 0), (2, 0)),
            "late_31": (None, (1, 1), (2, 1)),
            "stock_empty": ("take", "draw"),
            "promise": (False, True),
            "scoring": get_args(Scoring),
        }
        for name, values in allowed.items():
            if getattr(self, name) not in values:
                choices = ", ".join(map(repr, values))
                raise ValueError(f"{name} is {getattr(self, name)!r}: it may be {choices}")
        if self.min_knock is not None and not 0 <= self.min_knock <= 31:
            raise ValueError(f"min_knock is {self.min_knock!r}: a value from 0 to 31, or None")
        if self.promise and self.scoring != "lives":
            raise ValueError("a promise costs lives: it does not go with a points game")
        if self.promise or self.scoring != "lives":
            what = "a promise of the highest hand" if self.promise else "a points game"
            default = {field.name: field.default for field in fields(self)}
            for name in ("knocker_lowest", "knocker_tied", "late_31"):
                if getattr(self, name) != default[name]:
                    raise ValueError(f"{what} has no penalties for a knock: leave {name} out")

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards that are played with."""
        return pack(self.lowest_rank)


SCAT = Rules()
FOUR_CORNERS = Rules(knocker_tied=(1, 0), late_31=None, stock_empty="draw")

PRESETS: dict[str, Rules] = {
    # The draw-and-discard game as most play it.
    "SCAT": SCAT,
    # Scat: a knocker who ties, or meets a late 31, pays two and the others one.
    "SCAT_STRICT": replace(SCAT, knocker_tied=(2, 1), late_31=(2, 1)),
    # Scat: trips 30, three aces 33 and declared; a knocker who ties for lowest pays two alone.
    "CADILLAC": replace(SCAT, trips=30, aces=33, knocker_tied=(2, 0)),
    # Scat: trips 30.5; a knock promises the highest hand. Without a knock the lowest lose (ours).
    "GIN": replace(SCAT, trips=30.5, promise=True),
    # Scat with other lives.
    "RIDE_THE_BUS": SCAT,
    # Scat as computer versions have it: the knocker still draws; values are added up (ours).
    "COMPUTER": replace(SCAT, knocker_draws=True, scoring="values"),
    # Scat for points: the highest hand scores one. Tied others each score; a 31 ends it (ours).
    "FRENCH_CANADIAN": replace(SCAT, scoring="french canadian"),
    # French Canadian, knocking with three of one suit only, ties broken by ranks.
    "JACOBS": replace(SCAT, scoring="jacobs", suited_knock=True),
    # A 31 after a knock is only a high hand; a knocker who ties pays one alone (ours).
    "FOUR_CORNERS": FOUR_CORNERS,
    # Four corners: the knocker who beats nobody pays two; trips 30.5.
    "WEST_LANSING": replace(FOUR_CORNERS, trips=30.5, knocker_tied=(2, 0)),
    # Four corners with 32 cards.
    "DUTCH": replace(FOUR_CORNERS, lowest_rank=7),
    # Four corners for points; a 31 ends the hand, also after a knock.
    "NO_ELIMINATION": Rules(stock_empty="draw", scoring="no elimination"),
}


def settle(
    values: Sequence[Value],
    *,
    hands: Sequence[CardsLike] | None = None,
    knocker: int | None = None,
    declared: Collection[int] = (),
    stock_empty: bool = False,
    rules: Rules = SCAT,
) -> tuple[Value, ...]:
    """Lives lost by each seat at the end of a round (in a points game: points won).

    ``values`` are the hands' values as they count (an undeclared 31 as 30), by seat;
    ``declared`` are the seats that declared a 31. ``hands`` are needed only where ties are
    broken by ranks.

    Raises ValueError for a seat that is not there, fewer than two values, or missing hands.

    >>> settle([17, 17, 22], knocker=0)
    (0, 1, 0)
    >>> settle([10, 17, 16, 13], knocker=0)
    (2, 0, 0, 0)
    """
    seats = range(len(values))
    if len(seats) < 2:
        raise ValueError(f"a round has at least two hands to compare, not {len(seats)}")
    for seat in (*declared, *(() if knocker is None else (knocker,))):
        if isinstance(seat, bool) or seat not in seats:
            raise ValueError(f"there is no seat {seat!r}: seats are 0 to {len(seats) - 1}")
    if rules.scoring != "lives":
        return _points(values, hands, knocker, declared, stock_empty, rules)
    if declared and (knocker is None or rules.late_31 is not None):
        knocker_pays, other_pays = rules.late_31 or (1, 1)
        return tuple(
            0 if seat in declared else knocker_pays if seat == knocker else other_pays
            for seat in seats
        )
    if knocker is None:
        if stock_empty and rules.stock_empty == "draw":
            return (0,) * len(seats)
        return tuple(int(value == min(values)) for value in values)
    if rules.promise:
        kept = values[knocker] == max(values)
        return tuple(int((seat == knocker) != kept) for seat in seats)
    lowest = [seat for seat in seats if values[seat] == min(values)]
    if knocker not in lowest:
        knocker_pays, other_pays = 0, 1
    elif len(lowest) == 1:
        knocker_pays, other_pays = rules.knocker_lowest, 0
    else:
        knocker_pays, other_pays = rules.knocker_tied
    return tuple(
        0 if seat not in lowest else knocker_pays if seat == knocker else other_pays
        for seat in seats
    )


def _points(
    values: Sequence[Value],
    hands: Sequence[CardsLike] | None,
    knocker: int | None,
    declared: Collection[int],
    stock_empty: bool,
    rules: Rules,
) -> tuple[Value, ...]:
    seats = range(len(values))
    if rules.scoring == "values":
        return tuple(values)
    if rules.scoring == "no elimination":
        if stock_empty and knocker is None and not declared:
            return (0,) * len(seats)
        alone_lowest = values.count(min(values)) == 1
        result = []
        for seat in seats:
            highest, lowest = values[seat] == max(values), values[seat] == min(values)
            if seat in declared:
                result.append(6)
            elif highest:
                result.append(4 if seat == knocker else 3)
            elif lowest and alone_lowest:
                result.append(0 if seat == knocker else 1)
            else:
                result.append(1 if seat == knocker else 2)
        return tuple(result)
    if declared:
        return tuple(int(seat in declared) for seat in seats)
    best = [seat for seat in seats if values[seat] == max(values)]
    if rules.scoring == "jacobs" and len(best) > 1:
        if hands is None or len(hands) != len(seats):
            raise ValueError("ties are broken by ranks here: give hands=, one hand for each seat")
        ranks = [sorted((c % 13 for c in cards(hand)), reverse=True) for hand in hands]
        best = [seat for seat in best if ranks[seat] == max(ranks[other] for other in best)]
    if len(best) > 1:
        best = [seat for seat in best if seat != knocker]
    return tuple(int(seat in best) for seat in seats)
