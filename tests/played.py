"""A play of each widget in which every verb of its own is done, at its slowest where that matters.

An action that the page can only send while work goes on stands where it does.
"""

from thirtyone import widgets

PLAYED = {
    widgets.Cards: "pick KH, type 2C 9D, choose 1, pick 5D, remove 0, pick AS",
    widgets.Deal: "guess 3, reveal, again, seed 7, guess 1, reveal",
    widgets.HandValue: "pick AC, choose 0, type 9H, remove 1, type 2C",
    widgets.HandValues: "draw 10:200, show, line 14, deal 1, deal 20, deal 2000, deal 190000, "
    "view at least, more, picking, pick KS, remove 0, deck 7, house 3, deck 2, seed 3",
    widgets.Draw: "several, goal 22, goal 25, pick 6S, pick AH, pick 6S, choose 0, type 3C, "
    "choose 1, pick 2D, goal 12, remove 3, pick 9D, goal mean, type 2H 3H, several",
    widgets.Knock: "pick KD, choose 1, pick 9C, remove 0, type AS, reply greedy, reply more, "
    "opponents 8, reply stock, choose 2, pick 3S, pick 4D, reply sharp, reply stand",
    widgets.KnockNow: "pick 8S, players 6, turn 2, choose 1, type QH, remove 0, pick AS, "
    "more, more",
    widgets.Laboratory: "few, run, seat 1 beginner, marks 0 15 16, seat 0 own marks, players 4, "
    "rotate, seed 7, run, seat 2 counter, few",
    widgets.Opponents: "type KD, choose 1, pick 9C, remove 0, pick 8H, view values, opponents 3, "
    "reply stand, own 20, view taken, least 20, taker greedy, type 9D",
}


def play(widget):
    """The actions of a widget's play."""
    return PLAYED[widget].split(", ")
