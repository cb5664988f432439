"""The notebooks' instant checks, and the small file that remembers a learner's guesses.

>>> check("00-value", 24)
Not yet. Only cards of one suit are added. Which suits do you hold here, and what does each come to?
>>> check("00-value", 14)
Right. Clubs 10 + 4 = 14, diamonds 10: the larger counts. In one line: hand_value("10C JD 4C")

Nothing here is random and nothing is raised at an answer, however odd: a notebook always runs on.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from html import escape
from numbers import Rational, Real
from pathlib import Path
from typing import TypeVar

from thirtyone.deck import Card
from thirtyone.dist import Dist

GUESSES_FILE = ".thirtyone-predictions.json"
TOLERANCE = Fraction(4, 1000)  # relative: what rounding to three significant figures may cost
CLOSE = Fraction(5, 100)  # relative: near enough to ask for more figures

_LOOK = {  # the word carries the meaning, the colour only repeats it
    "todo": ("To do", "#5a5a5a"),
    "right": ("Right", "#0a6b2d"),
    "wrong": ("Not yet", "#9a3412"),
    "noted": ("Noted", "#1d4ed8"),
}
_NUMBER = re.compile(
    r"[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,2})?|[+-]?\d{1,15} ?/ ?\d{1,15}", re.I
)
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(,\d{3}){1,5}")
T = TypeVar("T")


@dataclass(frozen=True, repr=False)
class Feedback:
    """One answer's verdict: `state` is todo, right, wrong or noted; `code` one line to try."""

    state: str
    text: str
    code: str = ""

    def __repr__(self) -> str:
        line = f" In one line: {self.code}" if self.code else ""
        return f"{_LOOK[self.state][0]}. {self.text}{line}"

    def _repr_html_(self) -> str:
        word, colour = _LOOK[self.state]
        line = f" In one line: <code>{escape(self.code)}</code>" if self.code else ""
        return (
            f'<div role="status" style="border-left:.4em solid {colour};padding:.4em .8em">'
            f"<strong>{word}.</strong> {escape(self.text)}{line}</div>"
        )


@dataclass(frozen=True)
class Exercise:
    """A question of a notebook: an int is wanted exactly, a Fraction to three figures."""

    unit: str
    answer: int | Fraction
    why: str  # said after a right answer
    hint: str  # for a wrong answer that has none of its own
    wrong: Mapping[int | Fraction, str]  # the well-known wrong answers, each with its hint
    one_line: str = ""  # how to compute it


EXERCISES = {
    "00-value": Exercise(
        unit="points",
        answer=14,
        why="Clubs 10 + 4 = 14, diamonds 10: the larger counts.",
        one_line='hand_value("10C JD 4C")',
        hint="Add up each suit by itself. The larger sum is the value.",
        wrong={
            24: "Only cards of one suit are added. "
            "Which suits do you hold here, and what does each come to?",
            20: "10♣ and J♦ are of different suits, so they can't be added. "
            "Which card goes with the 10♣?",
        },
    ),
    "00-lowest": Exercise(
        unit="seat",
        answer=1,
        why="The values are 10, 17, 16 and 13. "
        "Three court cards of three suits look grand and are worth 10.",
        one_line='[hand_value(h) for h in ("KC QD JH", "9S 8S 3D", "AH 5H 2C", "8D 7C 5D")]',
        hint="The answer is a seat, from 1 to 4. Value each hand suit by suit first.",
        wrong={
            3: "It looks as if you added cards of different suits. "
            "Take each hand suit by suit and keep only its best suit.",
            4: "One high card isn't the whole story: seat 4 has two diamonds. "
            "What do 8♦ and 5♦ make together?",
        },
    ),
    "00-tie": Exercise(
        unit="lives",
        answer=0,
        why="A tie for lowest saves the knocker; the other player on 17 loses one.",
        one_line="settle([17, 17, 22], knocker=0)",
        hint="You lose 0, 1 or 2 lives. Look again at who pays at the showdown.",
        wrong={
            2: "The double penalty is only for a knocker who is lowest alone. "
            "Is anyone level with you?",
            1: "That is true for the other player on 17. "
            "What happens to a knocker who ties for lowest?",
        },
    ),
    "00-take": Exercise(
        unit="points",
        answer=28,
        why="11 + 10 + 7 = 28; the 4♦ goes.",
        one_line='value_after("QD 7D 4D", "AD")',
        hint="All four cards are diamonds. Throw the smallest and add the other three.",
        wrong={
            32: "You must throw one card. Which of the four diamonds helps least?",
            25: "Throwing the 7♦ leaves 11 + 10 + 4. Is there a smaller card to throw?",
        },
    ),
    "00-outcome": Exercise(
        unit="hands",
        answer=Fraction(25120, 221),
        why="1,000 × 2,512 / 22,100 is about 114. "
        "The next hand may well be a 24: the chance speaks of many deals.",
        one_line="1000 * hand_values().at_least(20)",
        hint="What share of the 22,100 hands is worth 20 or more? Take that share of 1,000.",
        wrong={
            0: "A chance of about 1 in 9 says how often, not whether. "
            "Roughly how many ninths are there in 1,000?",
            500: "Two possibilities need not be equally likely. "
            "What share of the 22,100 hands is it?",
        },
    ),
    "01-how-many": Exercise(
        unit="hands",
        answer=22_100,
        why="52 × 51 × 50 deals in order, six orders to a hand: 22,100.",
        one_line="hand_values().total",
        hint="Count the ways to deal three cards in order, then divide by the orders of one hand.",
        wrong={
            132_600: "You counted K♠ 8♠ 5♠ and 8♠ K♠ 5♠ as two hands. "
            "In how many orders can the same three cards come?",
            140_608: "A card that has been dealt can't be dealt again: "
            "how many are left for the second card?",
        },
    ),
    "01-31": Exercise(
        unit="chance",
        answer=Fraction(6, 5525),
        why="4 suits × 1 ace × C(4, 2) = 24 hands of 22,100: once in about 921 deals.",
        one_line="hand_values().p(31)",
        hint="Count the hands of an ace and two ten-point cards of its suit; divide by 22,100.",
        wrong={
            Fraction(1, 30): "The 30 values are not equally likely: the 22,100 hands are. "
            "How many hands make 31?",
            Fraction(3, 11050): "That is right for one suit (one ace, two of the four "
            "ten-point cards). In how many suits can it happen?",
        },
    ),
    "01-three-suits": Exercise(
        unit="chance",
        answer=Fraction(169, 425),
        why="8,788 of 22,100, about 40 %. All of them are worth 11 or less.",
        one_line="(52*39*26) / (52*51*50)",
        hint="Deal the cards one by one: how many of those left are of a suit not yet seen?",
        wrong={
            Fraction(3, 8): "After the first card 39 of the other 51 are of another suit: "
            "a little more than 3/4. And then?",
            Fraction(169, 1700): "13 × 13 × 13 is for one choice of three suits. "
            "In how many ways can the three suits be chosen from four?",
        },
    ),
    "01-21": Exercise(
        unit="hands",
        answer=624,
        why="4 × 4 × 39 = 624. The other 88 are three cards of one suit that add to 21.",
        one_line="4 * 4 * 39",
        hint="Choose the suit, then the ten-point card, then the third card, and multiply.",
        wrong={
            16: "4 suits × 4 ten-point cards is right for the pair. "
            "How many third cards of another suit are there for each?",
            800: "50 cards are left, but 11 of them are of the same suit and would change "
            "the value. How many are of another suit?",
        },
    ),
    "01-ten-nine": Exercise(
        unit="times",
        answer=Fraction(1433, 260),
        why="5,732 hands against 1,040: 5.5 times.",
        one_line="hand_values().p(10) / hand_values().p(9)",
        hint="Divide the number of hands worth 10 by the number of hands worth 9.",
        wrong={
            1: "Count the ranks that are worth 9 and the ranks that are worth 10.",
            4: "Four ranks (10 J Q K) is most of it. But the other cards must also stay "
            "below: are there more of those under a 10 or under a 9?",
        },
    ),
    "01-cliff": Exercise(
        unit="chance",
        answer=1,
        why="Two cards make at most 21, so every hand of 22 or more is of one suit: "
        "hence the cliff from 712 hands at 21 to 96 at 22.",
        hint="What is the most that two cards of one suit can make? What does a 22 need, then?",
        wrong={
            Fraction(22, 425): "That is the share of one-suit hands among all hands. "
            "You know more: it is worth at least 22. How much can two cards make?",
            Fraction(79, 143): "That is the chance of at least 22 for a one-suit hand. "
            "Here the 22 is given and the suit is asked.",
        },
    ),
    "04-cost": Exercise(
        unit="lives",
        answer=Fraction(492451, 777375),
        why="2 × 0.3150 + 1 × 0.0035 = 0.6335.",
        one_line='knock_lives("KH 8H 2C", "5D", reply="stock")[0]',
        hint="Multiply each chance by the lives that its outcome costs you, and add up.",
        wrong={
            Fraction(16324, 51825): "Being lowest alone costs a knocker two lives, "
            "and a 31 costs you one.",
            Fraction(582334, 777375): "A tie costs a knocker nothing, "
            "and a 31 costs one life, not two.",
        },
    ),
    "04-break-even": Exercise(
        unit="chance",
        answer=Fraction(1, 3),
        why="2p = 1 − p, so p = 1/3. A knock must succeed two times in three.",
        one_line="1 / (2*1 + 1)",
        hint="Call the chance p. You lose 2p lives on average, your opponent 1 − p.",
        wrong={
            Fraction(1, 2): "At one half you lose 1 life on average and your opponent one half. "
            "Where is 2p equal to 1 − p?",
            Fraction(2, 3): "That is the chance of not being lowest.",
        },
    ),
    "04-upcard": Exercise(
        unit="chance",
        answer=Fraction(189799, 388755),
        why="0.488: the verdict turns. A knock offers the upcard to the next player.",
        one_line='knock_odds("KH 8H 2C", "KD", reply="mean").p("lowest")',
        hint="Ask for this very hand with this upcard: KD in place of 5D.",
        wrong={
            Fraction(82613, 259125): "Your hand hasn't changed, but the card you leave on the "
            "pile has. Would you take that king?",
            Fraction(391377, 1_000_000): "The table averages over all hands of 18 and all "
            "upcards. Ask for this hand and this upcard.",
        },
    ),
}

PREDICTIONS = {  # key: least and greatest guess that makes sense
    "00-lowest": (1, 4),
    "00-adding": (0, 1000),
    "00-twenty": (0, 1000),
    "01-how-many": (1, 10_000_000),
    "01-ten-nine": (0, 1000),
    "01-cliff": (0, 22_100),
    "04-upcard": (0, 1000),
    "04-stock": (0, 1000),
    "04-break-even": (0, 1000),
}


def check(key: str, answer: object = ..., *more: object) -> Feedback:
    """Say at once whether `answer` is right, and if not, what to think about next.

    Numbers, fractions (also as text, `"3/8"`) and, for a chance, percentages as text
    (`"12.5 %"`) will do. Whole numbers must be exact, anything else to three significant
    figures. Only an unknown `key` raises (`ValueError`).

    >>> check("01-31")
    To do. Put your answer in place of the ... and run the cell again.
    """
    exercise = _find(key, EXERCISES)
    if answer is ... or (isinstance(answer, str) and not answer.strip()):
        return Feedback("todo", "Put your answer in place of the ... and run the cell again.")
    value = _number(answer, *more, percent=exercise.unit == "chance")
    if isinstance(value, str):
        return Feedback("wrong", value)
    if _matches(value, exercise.answer):
        return Feedback("right", exercise.why, exercise.one_line)
    for wrong, hint in exercise.wrong.items():
        if _matches(value, wrong):
            return Feedback("wrong", hint)
    return Feedback("wrong", _general_hint(value, exercise))


def predict(key: str, guess: object = ..., *more: object) -> Feedback | None:
    """Write a guess down beside the notebook, so that it can be compared later.

    Returns None (and shows nothing) while the guess is still `...`. A guess that is no
    number, out of range or can't be stored gets a sentence. Only an unknown `key` raises
    (`ValueError`).

    >>> predict("00-lowest", 7)
    Not yet. A guess from 1 to 4 makes sense here.
    """
    low, high = _find(key, PREDICTIONS)
    if guess is ...:
        return None
    value = _number(guess, *more, percent=False)
    if isinstance(value, str):
        return Feedback("wrong", value)
    if not low <= value <= high:
        return Feedback("wrong", f"A guess from {low:,} to {high:,} makes sense here.")
    stored = _stored_guesses()
    plain = int(value) if value.denominator == 1 else float(value)
    if not _store_guesses({**(stored or {}), key: plain}):
        return Feedback("noted", "Your guess could not be saved. Keep it in mind and read on.")
    afresh = "" if stored is not None else " Earlier guesses could not be read and are gone."
    return Feedback("noted", f"Your guess is {plain:,}. Now read on and see.{afresh}")


def prediction(key: str) -> int | float | None:
    """The guess stored for `key`, or None; ValueError for an unknown `key`."""
    low, high = _find(key, PREDICTIONS)
    guess = (_stored_guesses() or {}).get(key)
    if isinstance(guess, bool) or not isinstance(guess, int | float):
        return None
    return guess if low <= guess <= high else None


def _find(key: str, table: Mapping[str, T]) -> T:
    name = str(key)[:40]
    if name in table:
        return table[name]
    near = get_close_matches(name, table, n=3, cutoff=0)
    raise ValueError(f"no such key as {name!r}; the nearest are {', '.join(near)}")


def _number(answer: object, *more: object, percent: bool) -> Fraction | str:
    """The number meant, or the sentence that says why there is none."""
    if more:
        return "Leave out the comma in a number: Python reads 1,500 as two numbers, 1 and 500."
    if isinstance(answer, str):
        return _number_in_text(answer.strip(), percent)
    if isinstance(answer, Dist):
        return "That is a whole distribution. One number is wanted: ask it, as in .p(7) or .mean."
    if isinstance(answer, bool | Card) or not isinstance(answer, Real | Decimal):
        return f"One number is wanted here, and this is of the type {type(answer).__name__}."
    if isinstance(answer, Rational):
        return Fraction(int(answer.numerator), int(answer.denominator))
    try:
        return Fraction(float(answer))
    except (ValueError, OverflowError):
        return "That is no finite number."


def _number_in_text(text: str, percent: bool) -> Fraction | str:
    share = text.endswith("%")
    number = text.removesuffix("%").rstrip()
    if _THOUSANDS.fullmatch(number):
        number = number.replace(",", "")
    if not _NUMBER.fullmatch(number) or re.search(r"/ ?0+$", number):
        return 'That can\'t be read as a number. Write it like 0.125, "1/8" or "12.5 %".'
    if share and not percent:
        return "A plain number is wanted here, without the percent sign."
    return Fraction(number.replace(" ", "")) / (100 if share else 1)


def _matches(value: Fraction, target: int | Fraction) -> bool:
    if isinstance(target, int):
        return value == target
    return abs(value - target) <= TOLERANCE * target


def _general_hint(value: Fraction, exercise: Exercise) -> str:
    if exercise.unit == "chance" and not 0 <= value <= 1:
        return 'A chance lies between 0 and 1. Write a percentage as text, like "12.5 %".'
    if isinstance(exercise.answer, Fraction):
        if abs(value - exercise.answer) <= CLOSE * exercise.answer:
            return "Close. Give it to three significant figures, or as a fraction."
    elif exercise.unit != "chance" and value.denominator != 1:
        return "A whole number is wanted here."
    return exercise.hint


def _stored_guesses() -> dict[str, object] | None:
    """The guesses in the file; None where it can't be read as such."""
    try:
        found = json.loads(Path(GUESSES_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _store_guesses(guesses: dict[str, object]) -> bool:
    """Replace the file in one step, so that no reader ever meets half of it."""
    draft = Path(f"{GUESSES_FILE}.{os.getpid()}")
    try:
        draft.write_text(json.dumps(guesses, indent=1), encoding="utf-8")
        draft.replace(GUESSES_FILE)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        return False
    return True
