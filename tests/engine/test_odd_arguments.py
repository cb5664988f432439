"""Whatever is passed in place of an argument: a sentence says what would be right.

Every public function and class has its row here: a call that works, and for each parameter the
kind of thing it takes. Each kind has its table of wrong values. A new function without its row, or
a parameter without its kind, fails.
"""

import inspect
import re
from fractions import Fraction

import numpy as np
import pytest

import thirtyone
from thirtyone import SCAT, Dist, Rules, deal, marks, match, simulation, step, strategies, view
from thirtyone.game import View
from thirtyone.knock_table import pays_from
from thirtyone.match import start_match
from thirtyone.strategies import Marks
from thirtyone.waiting import at_least, hand_values_after

NAN, INF, HUGE = float("nan"), float("inf"), 10**30
LONG = "x" * 10_000


class Odd:
    """Something of a type that nobody expects."""


# What no card, list of cards, hand or deck is.
NOT_CARDS = [
    5, 1.5, True, NAN, HUGE, Odd(), Odd, b"KH", "KX", LONG, np.int64(3), ["KH", 37], ["KH", None],
    [["KH"]], {"KH": 1.5, 3: 2}, "AS AS",
]  # fmt: skip
NOT_WHOLE = [1.5, True, np.True_, NAN, INF, -1, "2", None, {1}, [2], np.float64(2), Odd(), LONG]
NOT_NUMBERS = [True, np.True_, NAN, INF, -INF, "20", "x", None, {20}, [20], 1j, Odd(), LONG, HUGE]
WRONG = {
    "hand": [*NOT_CARDS, None, "", "KH 8H", "KH 8H 2C 3C"],
    "card": [*NOT_CARDS, None, "", "2D 3D", {"2D", "3D"}],
    "cards or none": NOT_CARDS,
    "cards": [*NOT_CARDS, None],
    "deck or none": [*NOT_CARDS, "KH 8H", "", {"KH", "QS", "8H"}],
    "index": [52, -1, 1.9, True, NAN, "KH", None, HUGE, Odd()],
    "rules": [None, "SCAT", 5, NAN, {}, Rules, Odd(), [SCAT], {SCAT}],
    "reply": [None, 5, True, NAN, "best", "", [], {"mean"}, LONG, Odd()],
    "switch": [None, 2, "yes", NAN, [], Odd(), Fraction(1, 2)],
    "target": [*NOT_NUMBERS, -1, 34],
    "players": [*NOT_WHOLE, 1, 10, HUGE],
    "opponents": [*NOT_WHOLE, 0, 9, HUGE],
    "draws": [*NOT_WHOLE, 50, HUGE],
    "turns": [*NOT_WHOLE, HUGE],
    "seat": [*NOT_WHOLE, 9, HUGE],
    "seat or none": [1.5, True, NAN, -1, "2", {1}, [2], np.float64(2), Odd(), 9, HUGE],
    "seats": [0, None, True, "0", [9], [-1], [0.5], [None], NAN, Odd()],
    "seed": NOT_WHOLE,
    "seed or none": [1.5, True, NAN, INF, -1, "2", {1}, [2], np.float64(2), Odd(), LONG],
    "rounds": [*NOT_WHOLE, 0, HUGE],
    "rounds played": NOT_WHOLE,
    "turn of marks": [*NOT_WHOLE, HUGE],
    "share": [*NOT_NUMBERS, -0.1, 1.1],
    "number": [True, "20", None, [20], {20}, 1j, Odd(), LONG],
    "estimates": [None, 5, {}, [], "table", {18: 5}, Odd()],
    "sweeps": [*NOT_WHOLE, 0],
    "goal or none": [1.5, True, NAN, 0, -1, "2", {1}, [2], Odd(), 3],  # no target where lives count
    "mark": [*NOT_NUMBERS, -1, 35],
    "marks": [
        22, None, (), [], "22", {22, 25}, (22, 40), (22, NAN), (22, None), (True,), Odd(), LONG,
    ],
    "take": ["best", None, 5, "", [], Odd()],
    "a Marks": [(22, 25), 22, None, "Marks", Marks, Odd()],
    "a Marks or none": [(22, 25), 22, "Marks", Marks, Odd(), lambda view: "draw"],
    "strategies or none": [
        5, Marks(), "Marks", [Marks()], [None, None], [Marks, Marks], {1, 2}, Odd(),
    ],
    "executor or none": [5, "threads", Odd(), True],
    "tolerance": [NAN, INF, -1, -0.001, "0.1", None, True, [], Odd()],
    "state": [None, "state", 5, Odd(), NAN],
    "action": [
        None, 5, NAN, True, "", "win", "discard", "discard KX", "discard 5D", LONG, Odd(),
        ["draw"],
    ],
    "view": [None, "view", 5, Odd(), NAN, deal(2, seed=1)],
    "match": [None, 5, "match", Odd(), NAN],
    "result": [
        None, 5, "01", (0,), (0, 1, 0), (-5, 1), (NAN, NAN), (None, 1), (True, False), (0.5, INF),
        {0, 1}, Odd(), (HUGE, 0),
    ],
    "score": [None, 5, "00", (), (0,), (-1, 0), (NAN, 0), (None, 0), {0, 1}, (0,) * 10, Odd()],
    "values": [
        None, 5, "17", (17,), (17, None), (17, NAN), (17, -1), (17, 34), (True, 17), {17, 18},
        Odd(),
    ],
    "hands or none": [5, "KH 8H 2C", ["KH 8H", "AS AD AC"], [None, None], Odd(), ["KH 8H 2C"] * 2],
    "counts": [
        None, 5, NAN, [1, 2], "12", {1, 2}, {}, {1: 0}, {1: -1}, {1: 1.5}, {1: True}, {1: NAN},
        {1: None}, Odd(),
    ],
    # A field of Rules.
    "lowest_rank": [None, 3, "2", NAN, True, 2.5, Odd(), [2]],
    "trips": [29, "30", NAN, True, Odd(), [30], 31],
    "aces": [30, "33", NAN, True, Odd(), [33]],
    "suited_run": [29, "30", NAN, True, Odd(), [30]],
    "blitz": [None, "all", 5, NAN, [], Odd()],
    "min_knock": ["17", NAN, True, -1, 32, Odd(), [17], INF],
    "knocker_lowest": [0, 3, None, "2", NAN, True, Odd(), [2]],
    "knocker_tied": [None, 5, (0,), (3, 3), "01", [NAN, 1], Odd(), (None, None)],
    "late_31": [5, (0,), (3, 3), "11", [NAN, 1], Odd(), (None, None)],
    "stock_empty": [None, "stop", 5, NAN, [], Odd()],
    "scoring": [None, "points", 5, NAN, [], Odd()],
    "lives": [*NOT_WHOLE, 0],
}  # fmt: skip
WHOLE = {
    "players",
    "opponents",
    "draws",
    "turns",
    "seat",
    "seed",
    "rounds",
    "lives",
    "index",
    "sweeps",
}
WHOLE |= {"rounds played", "target", "mark", "lowest_rank", "knocker_lowest"}

DECK = "KH QS 8H 7S 2C 4D 5C 3D 6D 9S 2H 2D 2S 3H 4H"
STATE = deal(2, deck=DECK, dealer=1)
VIEW = view(STATE, 0)
SITUATION = {
    "hand": ("KH 8H 2C", "hand"), "upcard": ("5D", "card"), "opponents": (1, "opponents"),
    "reply": ("mean", "reply"), "held": ("", "cards or none"), "took": ("", "cards or none"),
    "threw": ("", "cards or none"), "seen": ("", "cards or none"), "rules": (SCAT, "rules"),
}  # fmt: skip
RULES = {"rules": (SCAT, "rules")}
SEEN = {"seen": ("", "cards or none"), **RULES}
HAND = {"hand": ("KH 8H 2C", "hand")}
SAMPLE = {"rounds": (50, "rounds"), "seed": (1, "seed")}
AFTER = hand_values_after(1, rounds=100)
PLAYERS = {"players": (2, "players"), **RULES}


def only(table, *names):
    return {name: table[name] for name in names}


# By name: for each parameter a right value, and what kind of thing it is.
CALLS = {
    "Card": {"index": (37, "index")},
    "Dist": {"counts": ({10: 3, 20: 1}, "counts")},
    "Rules": {
        **{
            name: (getattr(SCAT, name), name)
            for name in (
                "lowest_rank",
                "trips",
                "aces",
                "suited_run",
                "blitz",
                "min_knock",
                "knocker_lowest",
                "knocker_tied",
                "late_31",
                "stock_empty",
                "scoring",
                "lives",
            )
        },
        **{
            name: (getattr(SCAT, name), "switch")
            for name in (
                "suited_knock",
                "first_turn_knock",
                "knocker_draws",
                "hammer",
                "throw_down",
                "may_stand",
                "promise",
                "last_chance",
            )
        },
    },
    "best_discard": {**HAND, "card": ("5D", "card"), "must_keep": (False, "switch"), **RULES},
    "best_marks": {
        **PLAYERS,
        "start": ((22, 18), "marks"),
        "rounds": (50, "rounds"),
        "seed": (1, "seed"),
        "tolerance": (1.0, "tolerance"),
        "sweeps": (3, "sweeps"),
    },
    "card": {"text": ("KH", "card")},
    "cards": {"text": ("KH 8H", "cards")},
    "chance_within": {
        **HAND,
        "target": (25, "target"),
        "draws": (1, "draws"),
        "upcard": ("5D", "cards or none"),
        **SEEN,
    },
    "deal": {
        **PLAYERS,
        "seed": (1, "seed or none"),
        "dealer": (1, "seat"),
        "deck": (None, "deck or none"),
    },
    "differences": {"a": (SCAT, "rules"), "b": (SCAT, "rules")},
    "draw_values": {**HAND, "upcard": ("5D", "cards or none"), **SEEN},
    "estimate_knock_odds": {**SITUATION, **SAMPLE},
    "hand_value": {**HAND, **RULES},
    "hand_values": {"held": ("", "cards or none"), **SEEN},
    "hand_values_after": {
        "turns": (1, "turns"),
        "players": (2, "players"),
        "strategy": (None, "a Marks or none"),
        **SAMPLE,
        **RULES,
    },
    "knock_lives": SITUATION,
    "knock_odds": SITUATION,
    "knock_or_wait": {"view": (VIEW, "view"), "strategy": (None, "a Marks or none"), **SAMPLE},
    "knock_table": only(SITUATION, "opponents", "reply", "rules"),
    "legal_actions": {"state": (STATE, "state")},
    "outs": {**HAND, "target": (25, "target"), "upcard": ("5D", "cards or none"), **SEEN},
    "reply_values": only(SITUATION, "hand", "upcard", "reply", "held", "seen", "rules"),
    "settle": {
        "values": ((17, 17), "values"),
        "hands": (None, "hands or none"),
        "knocker": (0, "seat or none"),
        "declared": ((), "seats"),
        "stock_empty": (False, "switch"),
        **RULES,
    },
    "simulate": {
        **PLAYERS,
        **SAMPLE,
        "strategies": (None, "strategies or none"),
        "executor": (None, "executor or none"),
    },
    "step": {"state": (STATE, "state"), "action": ("draw", "action")},
    "taken_values": {
        **only(SITUATION, "hand", "reply", "threw", "seen", "rules"),
        "took": ("5D", "card"),
    },
    "value_after": {**HAND, "card": ("5D", "card"), "must_keep": (False, "switch"), **RULES},
    "view": {"state": (STATE, "state"), "seat": (0, "seat")},
    "Match": {
        **RULES,
        "score": ((0, 0), "score"),
        "dealer": (0, "seat"),
        "target": (None, "goal or none"),
        "rounds": (0, "rounds played"),
    },
    "start_match": {**PLAYERS, "dealer": (0, "seat"), "target": (None, "goal or none")},
    "deal_round": {
        "match": (start_match(2), "match"),
        "seed": (1, "seed or none"),
        "deck": (None, "deck or none"),
    },
    "score_round": {"match": (start_match(2), "match"), "result": ((0, 1), "result")},
    "Marks": {"marks": ((22, 25), "marks"), "take": ("mean", "take")},
    "Counter": {"marks": (Marks(), "a Marks")},
    "at_random": {"seed": (1, "seed")},
    "beginner": {"knock_at": (21, "mark")},
    "calculator": {"view": (VIEW, "view")},
    "maximiser": {"view": (VIEW, "view")},
    "published_marks": PLAYERS,
    "routine": {"view": (VIEW, "view")},
    "View.opening": {
        **HAND,
        "upcard": ("5D", "card"),
        "players": (2, "players"),
        "turn": (0, "rounds played"),
        **RULES,
    },
    "Match.lives": {"player": (0, "seat")},
    "Match.last_chance": {"player": (0, "seat")},
    "Dist.quantile": {"q": (0.5, "share")},
    "Dist.at_least": {"x": (15, "number")},
    "pays_from": only(SITUATION, "opponents", "reply", "rules"),
    "at_least": {"hands": (AFTER, "estimates"), "value": (20, "mark")},
    "mark_gains": {**PLAYERS, "turn": (0, "turn of marks"), **SAMPLE},
    "duel": {"one": (Marks(), "a Marks"), "other": (Marks(), "a Marks"), **SAMPLE},
}
# What notebooks and others call by its module, or of a class.
FURTHER = {
    "View.opening": View.opening,
    "Match.lives": start_match(2).lives,
    "Match.last_chance": start_match(2).last_chance,
    "Dist.quantile": Dist({10: 3, 20: 1}).quantile,
    "Dist.at_least": Dist({10: 3, 20: 1}).at_least,
    "pays_from": pays_from,
    "at_least": at_least,
    "mark_gains": marks.mark_gains,
    "duel": simulation.duel,
}
APART = {"Estimate"}  # what calls return; nobody makes one
MODULES = (thirtyone, match, strategies)  # what notebooks import beside it: see tests/course
RAW = re.compile(
    r"object at 0x|could not|invalid literal|truth value|unhashable|not supported|cannot convert|"
    r"out of bounds|out of range|has no attribute|unexpected keyword|NoneType|concatenate|"
    r"not iterable"
)


def public():
    """Every public function and class, by name."""
    result = {name: getattr(thirtyone, name) for name in thirtyone.__all__}
    for module in MODULES[1:]:
        own = {
            name: x
            for name, x in vars(module).items()
            if getattr(x, "__module__", "") == module.__name__
        }
        result |= {name: x for name, x in own.items() if name[0] != "_"}
    return {name: x for name, x in result.items() if callable(x) and name not in APART} | FURTHER


PUBLIC = public()


def called(name, **changed):
    arguments = {parameter: right for parameter, (right, _) in CALLS[name].items()} | changed
    bound = inspect.signature(PUBLIC[name]).bind_partial()
    bound.arguments.update(arguments)
    return PUBLIC[name](*bound.args, **bound.kwargs)


def test_every_public_function_has_its_row_and_every_parameter_its_kind():
    assert set(CALLS) == set(PUBLIC)
    for name, parameters in CALLS.items():
        assert set(parameters) == set(inspect.signature(PUBLIC[name]).parameters), name
        assert {kind for _, kind in parameters.values()} <= set(WRONG), name


@pytest.mark.parametrize("name", CALLS)
def test_what_is_right_works(name):
    called(name)


EACH = [(name, parameter) for name, row in CALLS.items() for parameter in row]


@pytest.mark.parametrize(("name", "parameter"), EACH)
def test_what_is_wrong_gets_a_sentence(name, parameter):
    silent, raw = [], []
    for wrong in WRONG[CALLS[name][parameter][1]]:
        try:
            called(name, **{parameter: wrong})
        except ValueError as error:
            said = str(error)
            if not 12 < len(said) < 300 or " " not in said or RAW.search(said):
                raw.append((wrong, said))
        except Exception as error:
            raw.append((repr(wrong)[:40], f"{type(error).__name__}: {error}"[:120]))
        else:
            silent.append(repr(wrong)[:40])
    assert (silent, raw) == ([], [])


@pytest.mark.parametrize(
    ("name", "parameter"), [(n, p) for n, p in EACH if CALLS[n][p][1] in WHOLE and n != "Card"]
)
def test_numpys_whole_numbers_are_whole_numbers(name, parameter):
    right = CALLS[name][parameter][0]
    plain, numpys = called(name), called(name, **{parameter: np.int64(right)})
    assert plain == numpys or repr(plain) == repr(numpys)


def test_the_tables_can_fail():
    assert step(STATE, "draw").phase == "discard"
    with pytest.raises(ValueError, match="is not possible now"):
        called("step", action="win")
