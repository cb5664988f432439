"""The rules in plain sentences: a function each, of the fields of ``Rules`` that it needs.

Its parameters are named after those fields; an empty sentence says that there is no such rule.
"""

from __future__ import annotations

CALLER = "may call for an immediate showdown, in which nobody draws and the caller knocks"
SHOWDOWNS = {
    "lives": "At the showdown the lowest hand loses 1 life, each of them if several are.",
    "no elimination": "The highest hand scores 3 (a knocker's 4), a declared 31 scores 6, the "
    "lowest 1 (a knocker's 0), those between 2 (a knocker's 1); tied hands take the better place.",
    "french canadian": "The highest hand scores 1 point, each of them if several are, but a "
    "knocker loses a tie.",
    "jacobs": "The highest hand scores 1 point; ties fall first by the ranks of the cards, then "
    "against the knocker.",
    "values": "Each hand's value is added to its player's score.",
}
PROMISE = (
    "A knock promises the highest hand: if the knocker is highest or tied highest, everyone else "
    "loses 1 life, and otherwise the knocker does. Without a knock the lowest lose 1."
)


def cards(lowest_rank: int) -> str:
    deck = "52 cards, 2 to ace." if lowest_rank == 2 else "32 cards, seven to ace."
    return f"{deck} Ace 11; king, queen, jack and ten 10; the others their pips."


def value() -> str:
    return "A hand of three cards is worth the largest sum in one suit."


def trips(trips: float | None) -> str:
    return f"Three of one rank are worth {trips:g}." if trips else ""


def aces(aces: int | None) -> str:
    return f"Three aces are worth {aces} and are declared like a 31." if aces else ""


def suited_run(suited_run: int | None) -> str:
    return f"Three in a row of one suit are worth {suited_run}." if suited_run else ""


def turn() -> str:
    return "On a turn one draws from the stock or takes the upcard, and throws another card."


def throw_down(throw_down: bool) -> str:
    return f"Before looking at the cards the first player {CALLER}." if throw_down else ""


def hammer(hammer: bool) -> str:
    return f"On the first turn the first player {CALLER}." if hammer else ""


def knock(
    first_turn_knock: bool,
    suited_knock: bool,
    min_knock: float | None,
    may_stand: bool,
    knocker_draws: bool,
) -> str:
    first = "" if first_turn_knock else ", but not on one's first turn"
    suited = ", with three cards of one suit" if suited_knock else ""
    least = "" if min_knock is None else f", with at least {min_knock:g}"
    stand = ", on which one may also stand" if may_stand else ""
    draws = " The knocker too still draws and discards." if knocker_draws else ""
    return (
        f"At the start of a turn one may knock instead{first}{suited}{least}. "
        f"Every other player then has one last turn{stand}.{draws}"
    )


def blitz(blitz: str, scoring: str) -> str:
    which = "31" if blitz == "any" else "31 of an ace and two court cards"
    costs = ": everyone else loses 1 life" if scoring == "lives" else ""
    return f"A {which} is declared when it is dealt or made and ends the round{costs}."


def late_31(late_31: tuple[int, int] | None, scoring: str, promise: bool) -> str:
    said = "A 31 made after a knock ends the round: "
    if scoring != "lives":
        return f"{said}it scores as declared."
    if late_31 is None and not promise:
        return "A 31 made after a knock ends nothing: it is just a high hand."
    if late_31 == (2, 1) and not promise:
        return f"{said}the knocker loses 2 lives, everyone else 1."
    return f"{said}everyone else loses 1."


def showdown(scoring: str, promise: bool) -> str:
    return PROMISE if promise and scoring == "lives" else SHOWDOWNS[scoring]


def lowest(knocker_lowest: int, scoring: str, promise: bool) -> str:
    said = f"A knocker alone lowest loses {_lives(knocker_lowest)}."
    return said if scoring == "lives" and not promise else ""


def tied(knocker_tied: tuple[int, int], scoring: str, promise: bool) -> str:
    loses, others = _lives(knocker_tied[0]), "1 each" if knocker_tied[1] else "nothing"
    said = f"A knocker who ties for lowest loses {loses}, and the others in the tie {others}."
    return said if scoring == "lives" and not promise else ""


def stock(stock_empty: str) -> str:
    if stock_empty == "draw":
        return "When the stock is empty and nobody has knocked, the round is a draw."
    return (
        "When the stock is empty play goes on while each player takes the upcard; the first who "
        "will not ends the round."
    )


def lives(lives: int, last_chance: bool, scoring: str) -> str:
    last = ", then a last chance: out at the next loss" if last_chance else ""
    return f"{lives} lives{last}." if scoring == "lives" else ""


def _lives(number: int) -> str:
    return "nothing" if number == 0 else "1 life" if number == 1 else f"{number} lives"
