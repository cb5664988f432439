"""The widgets: each shows a state that the engine worked out, and lets it be changed.

>>> from thirtyone.widgets import HandValue
>>> HandValue("KD 9C 4C")
Hand value: K♦ 9♣ 4♣ is worth 13: clubs 9 + 4; beats 56.1 % of hands
"""

from thirtyone.widgets.cards import Cards
from thirtyone.widgets.deal import Deal
from thirtyone.widgets.draw import Draw
from thirtyone.widgets.figure import Figure
from thirtyone.widgets.hand_value import HandValue
from thirtyone.widgets.hand_values import HandValues
from thirtyone.widgets.knock import Knock
from thirtyone.widgets.knock_now import KnockNow
from thirtyone.widgets.laboratory import Laboratory
from thirtyone.widgets.opponents import Opponents

__all__ = [
    "Cards",
    "Deal",
    "Draw",
    "Figure",
    "HandValue",
    "HandValues",
    "Knock",
    "KnockNow",
    "Laboratory",
    "Opponents",
]
