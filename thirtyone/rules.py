"""House rules as data, the presets with their sources, and the scoring of a round.

Two public descriptions of the game are the sources: one of *Scat* (also 31, Blitz, Cadillac, Ride
the Bus), here "the Scat page", and one of *Thirty-one* (Four corners, the Dutch form, Cut Throat),
"the Thirty-one page". Where neither states a rule that a game needs, the reading is ours, and said
to be.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Literal, get_args

from thirtyone.checks import shown, whole
from thirtyone.deck import Card, CardsLike, cards, pack

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
        return "\n".join(sentence for sentence in _sentences(self).values() if sentence)


def checked(rules: Rules) -> Rules:
    """The rules themselves; ValueError for anything else, such as the name of a preset."""
    if not isinstance(rules, Rules):
        raise ValueError(f'rules takes Rules such as SCAT or PRESETS["DUTCH"], not {rules!r}')
    return rules


def differences(a: Rules, b: Rules) -> str:
    """What changes from one set of rules to another, a line for each rule.

    >>> print(differences(SCAT, PRESETS["SCAT_STRICT"]))
    A 31 made after a knock ends the round: everyone else loses 1.
      → A 31 made after a knock ends the round: the knocker loses 2 lives, everyone else 1.
    A knocker who ties for lowest loses nothing, and the others in the tie 1 each.
      → A knocker who ties for lowest loses 2 lives, and the others in the tie 1 each.
    """
    one, other = _sentences(checked(a)), _sentences(checked(b))
    changed = [(one[key], other[key]) for key in one if one[key] != other[key]]
    return "\n".join(
        f"{was or '(no such rule)'}\n  → {now or '(no such rule)'}" for was, now in changed
    )


def _lives(number: int) -> str:
    return "nothing" if number == 0 else "1 life" if number == 1 else f"{number} lives"


def _sentences(rules: Rules) -> dict[str, str]:
    """The game in plain sentences, by what each is about; empty where there is no such rule."""
    r = rules
    tied_knocker, tied_other = r.knocker_tied
    knock = "At the start of a turn one may knock instead"
    if not r.first_turn_knock:
        knock += ", but not on one's first turn"
    if r.suited_knock:
        knock += ", with three cards of one suit"
    if r.min_knock is not None:
        knock += f", with at least {r.min_knock:g}"
    knock += ". Every other player then has one last turn"
    knock += ", on which one may also stand." if r.may_stand else "."
    if r.knocker_draws:
        knock += " The knocker too still draws and discards."
    caller = "may call for an immediate showdown, in which nobody draws and the caller knocks"
    thirty_one = "31" if r.blitz == "any" else "31 of an ace and two court cards"
    late = "A 31 made after a knock ends the round: "
    if r.late_31 is None:
        late = "A 31 made after a knock ends nothing: it is just a high hand."
    elif r.scoring != "lives" or r.late_31 == (1, 1):
        late += "everyone else loses 1." if r.scoring == "lives" else "it scores as declared."
    else:
        late += f"the knocker loses {r.late_31[0]} lives, everyone else {r.late_31[1]}."
    showdown = {
        "lives": "At the showdown the lowest hand loses 1 life, each of them if several are.",
        "no elimination": "The highest hand scores 3 (a knocker's 4), a declared 31 scores 6, the "
        "lowest 1 (a knocker's 0), those between 2 (a knocker's 1); tied hands take the better "
        "place.",
        "french canadian": "The highest hand scores 1 point, each of them if several are, but a "
        "knocker loses a tie.",
        "jacobs": "The highest hand scores 1 point; ties fall first by the ranks of the cards, "
        "then against the knocker.",
        "values": "Each hand's value is added to its player's score.",
    }[r.scoring]
    if r.promise:
        showdown = (
            "A knock promises the highest hand: if the knocker is highest or tied highest, "
            "everyone else loses 1 life, and otherwise the knocker does. Without a knock the "
            "lowest lose 1."
        )
    fixed = r.promise or r.scoring != "lives"
    return {
        "cards": f"{len(r.deck)} cards, "
        + ("2 to ace." if r.lowest_rank == 2 else "seven to ace.")
        + " Ace 11; king, queen, jack and ten 10; the others their pips.",
        "value": "A hand of three cards is worth the largest sum in one suit.",
        "trips": f"Three of one rank are worth {r.trips:g}." if r.trips else "",
        "aces": f"Three aces are worth {r.aces} and are declared like a 31." if r.aces else "",
        "run": f"Three in a row of one suit are worth {r.suited_run}." if r.suited_run else "",
        "turn": "On a turn one draws from the stock or takes the upcard, and throws another card.",
        "throw down": f"Before looking at the cards the first player {caller}."
        if r.throw_down
        else "",
        "hammer": f"On the first turn the first player {caller}." if r.hammer else "",
        "knock": knock,
        "31": f"A {thirty_one} is declared when it is dealt or made and ends the round"
        + (": everyone else loses 1 life." if r.scoring == "lives" else "."),
        "late": late,
        "showdown": showdown,
        "lowest": "" if fixed else f"A knocker alone lowest loses {_lives(r.knocker_lowest)}.",
        "tied": ""
        if fixed
        else f"A knocker who ties for lowest loses {_lives(tied_knocker)}, and the others in the "
        f"tie {f'{tied_other} each' if tied_other else 'nothing'}.",
        "stock": "When the stock is empty play goes on while each player takes the upcard; the "
        "first who will not ends the round."
        if r.stock_empty == "take"
        else "When the stock is empty and nobody has knocked, the round is a draw.",
        "lives": ""
        if r.scoring != "lives"
        else f"{r.lives} lives"
        + (", then a last chance: out at the next loss." if r.last_chance else "."),
    }


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
    checked(rules)
    numbers = isinstance(values, list | tuple) and all(
        isinstance(v, int | float) and not isinstance(v, bool) and 0 <= v <= 33 for v in values
    )
    if not numbers:
        raise ValueError(f"values are numbers from 0 to 33, one a seat, not {shown(values)}")
    seats = range(len(values))
    if len(seats) < 2:
        raise ValueError(f"a round has at least two hands to compare, not {len(seats)}")
    for seat in (*declared, *(() if knocker is None else (knocker,))):
        whole("a seat", seat, 0, len(seats) - 1)
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
