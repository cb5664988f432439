"""Thirty-One: exact hand values, draws and knocks of the card game, and a course to learn them.

>>> from thirtyone import hand_value, hand_values, knock_odds
>>> hand_value("K♥ 8♥ 2♣")
18
>>> hand_values().at_least(20)
Fraction(628, 5525)
"""

from thirtyone.deck import Card, card, cards
from thirtyone.dist import Dist, Estimate
from thirtyone.draws import chance_within, draw_values, outs
from thirtyone.game import deal, legal_actions, step, view
from thirtyone.hands import best_discard, hand_value, hand_values, value_after
from thirtyone.knock import estimate_knock_odds, knock_lives, knock_odds
from thirtyone.knock_table import knock_table
from thirtyone.marks import best_marks
from thirtyone.replies import reply_values, taken_values
from thirtyone.rules import PRESETS, SCAT, Rules, differences
from thirtyone.scoring import settle
from thirtyone.simulation import simulate
from thirtyone.waiting import hand_values_after, knock_or_wait

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "SCAT",
    "Card",
    "Dist",
    "Estimate",
    "Rules",
    "best_discard",
    "best_marks",
    "card",
    "cards",
    "chance_within",
    "deal",
    "differences",
    "draw_values",
    "estimate_knock_odds",
    "hand_value",
    "hand_values",
    "hand_values_after",
    "knock_lives",
    "knock_odds",
    "knock_or_wait",
    "knock_table",
    "legal_actions",
    "outs",
    "reply_values",
    "settle",
    "simulate",
    "step",
    "taken_values",
    "value_after",
    "view",
]

_RENAMED = {"best_thresholds": "best_marks", "counting": "deals"}


def __getattr__(name: str) -> object:
    if name in _RENAMED:  # an ImportError, for of an AttributeError `from … import` says nothing
        raise ImportError(f"thirtyone.{name} is now called thirtyone.{_RENAMED[name]}")
    raise AttributeError(f"module 'thirtyone' has no attribute {name!r}")
