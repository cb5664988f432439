"""The rules in plain sentences."""

from __future__ import annotations

from typing import Any


def _lives(number: int) -> str:
    return "nothing" if number == 0 else "1 life" if number == 1 else f"{number} lives"


def sentences(rules: Any) -> dict[str, str]:
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
