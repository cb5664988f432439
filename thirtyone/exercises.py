"""The notebooks' instant checks; a notebook imports `predict` and what goes with it from here too.

>>> check("00-value", 24)
Not yet. Only cards of one suit are added. Which suits do you hold here, and what does each come to?
>>> check("00-value", 14)
Right. Clubs 10 + 4 = 14, diamonds 10: the larger counts. In one line: hand_value("10C JD 4C")

Nothing here is random and nothing is raised at an answer, however odd: a notebook always runs on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from thirtyone.answers import TEXTS, Feedback, amount, asked_by, number_meant
from thirtyone.guesses import guesses, predict, prediction, summed_up

__all__ = ["check", "guesses", "predict", "prediction", "summed_up"]

TOLERANCE = Fraction(4, 1000)  # relative: what rounding to three significant figures may cost


@dataclass(frozen=True)
class Exercise:
    """A question of a notebook: an int is wanted exactly, a Fraction to three figures."""

    unit: str
    answer: int | Fraction
    why: str  # said after a right answer
    hint: str  # for a wrong answer that has none of its own
    wrong: Mapping[int | Fraction, str]  # the well-known wrong answers, each with its hint
    one_line: str = ""  # how to compute it


def _exercise(
    answer: int | str, wrong: Mapping[str, str], one_line: str = "", **texts: str
) -> Exercise:
    hints = {amount(number): hint for number, hint in wrong.items()}
    return Exercise(answer=amount(answer), wrong=hints, one_line=one_line, **texts)


EXERCISES = {key: _exercise(**texts) for key, texts in TEXTS["exercises"].items()}


def check(key: str, answer: object = ..., *more: object) -> Feedback:
    """Say at once whether `answer` is right, and if not, what to think about next.

    Numbers, fractions (also as text, `"3/8"`) and, for a chance, percentages as text
    (`"12.5 %"`) will do. Whole numbers must be exact, anything else to three significant
    figures: one or two of them right are close. Only an unknown `key` raises (`ValueError`).

    >>> check("01-31")
    To do. Put your answer in place of the ... and run the cell again.
    """
    exercise = asked_by(key, EXERCISES)
    if answer is ... or (isinstance(answer, str) and not answer.strip()):
        return Feedback("todo", "Put your answer in place of the ... and run the cell again.")
    chance = exercise.unit == "chance"
    value = number_meant(answer, *more, percent=chance)
    if value is None:
        ways = '0.125, "1/8" or "12.5 %"' if chance else "24 or 5.5"
        return Feedback("wrong", f"That can't be read as a number. Write it like {ways}.")
    if isinstance(value, str):
        return Feedback("wrong", value)
    if _matches(value, exercise.answer):
        return Feedback("right", exercise.why, exercise.one_line)
    for wrong, hint in exercise.wrong.items():
        if _matches(value, wrong):
            return Feedback("wrong", hint)
    if _rounds(value, exercise.answer):
        return Feedback("wrong", _closer(exercise.answer))
    for wrong, hint in exercise.wrong.items():
        if _rounds(value, wrong):
            return Feedback("wrong", hint)
    return Feedback("wrong", _general_hint(value, exercise))


def _matches(value: Fraction, target: int | Fraction) -> bool:
    if isinstance(target, int):
        return value == target
    return abs(value - target) <= TOLERANCE * target


def _rounds(value: Fraction, target: int | Fraction) -> bool:
    """Whether the value is the target, a fraction, to one or two significant figures only."""
    short = [Fraction(f"{float(target):.{figures}g}") for figures in (1, 2)]
    alike = any(abs(value - number) <= number / 10**9 for number in short)  # a float has its error
    return isinstance(target, Fraction) and alike


def _closer(answer: int | Fraction) -> str:
    """How to say exactly what was said roughly: a third is no 33 %."""
    if answer.denominator < 100:
        return "Close. Write it as a fraction, and nothing is rounded."
    return "Close. Three significant figures must be right, or a fraction."


def _general_hint(value: Fraction, exercise: Exercise) -> str:
    if exercise.unit == "chance" and not 0 <= value <= 1:
        return (
            "A chance lies between 0 and 1. Write 5 of 1,000 as 0.005, "
            'and a percentage as text, like "12.5 %".'
        )
    if isinstance(exercise.answer, int) and exercise.unit != "chance" and value.denominator != 1:
        return "A whole number is wanted here."
    return exercise.hint
