"""A planted mistake in each rule is caught by the checks of rounds and matches."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from engine.game_checks import all_checks

import thirtyone

MODULES = ("rules", "hands", "scoring", "game", "match")

# What is broken: the module, the text that is there, and what is planted in its place.
MUTANTS = {
    "three of a kind count 30 for 30.5": ("hands", "round(2 * rules.trips)", "60"),
    "three of a kind count 30.5 for 30": ("hands", "round(2 * rules.trips)", "61"),
    "three aces are not declared": ("hands", "2 * rules.aces", "60"),
    "runs may wrap": ("hands", "ranks == (0, 1, ACE)", "ranks in ((0, 1, ACE), (0, 11, ACE))"),
    "every 31 is a blitz": ("hands", 'if rules.blitz == "any" or court else 62', "if True else 62"),
    "the knocker alone lowest loses one": ("scoring", "rules.knocker_lowest, 0", "1, 0"),
    "a tie costs the knocker as alone": ("scoring", "elif len(lowest) == 1:", "elif True:"),
    "a tie costs the others nothing": (
        "scoring",
        "knocker_pays, other_pays = rules.knocker_tied",
        "knocker_pays, other_pays = 0, 0",
    ),
    "a late 31 costs the knocker two": ("scoring", "rules.late_31 or (1, 1)", "(2, 1)"),
    "a late 31 spares the knocker": ("scoring", "rules.late_31 or (1, 1)", "(0, 1)"),
    "a declared 31 is ignored": ("scoring", "if declared and (", "if False and ("),
    "a late 31 ends it everywhere": (
        "scoring",
        "(knocker is None or rules.late_31 is not None)",
        "True",
    ),
    "the highest lose": ("scoring", "value == min(values)) for", "value == max(values)) for"),
    "a promise needs the highest alone": (
        "scoring",
        "values[knocker] == max(values)",
        "sorted(values)[-2] < values[knocker]",
    ),
    "a promise broken costs all": ("scoring", "(seat == knocker) != kept", "True"),
    "an empty stock costs lives": (
        "scoring",
        'if stock_empty and rules.stock_empty == "draw":',
        "if False:",
    ),
    "a tie for highest goes to the knocker": (
        "scoring",
        "[seat for seat in best if seat != knocker]",
        "[seat for seat in best if seat == knocker]",
    ),
    "a knocker may win a tie": (
        "scoring",
        "    if len(best) > 1:\n        best = [",
        "    if False:\n        best = [",
    ),
    "ranks don't break ties": ("scoring", 'rules.scoring == "jacobs" and', "False and"),
    "tied lowest score as lowest": ("scoring", "lowest and alone_lowest", "lowest"),
    "a knocker's highest scores three": ("scoring", "4 if seat == knocker else 3", "3"),
    "a declared 31 scores as highest": ("scoring", "result.append(6)", "result.append(3)"),
    "no last chance": ("rules", "self.lives + self.last_chance", "self.lives"),
    "lives are three everywhere": ("rules", "return self.lives + self", "return 3 + self"),
    "dealt hand by hand": (
        "game",
        "order[first : 3 * players : players]",
        "order[3 * first : 3 * first + 3]",
    ),
    "the dealer begins": (
        "game",
        'to_act=first,\n        phase="throw',
        'to_act=dealer,\n        phase="throw',
    ),
    "turns go the other way": ("game", "following = (seat + 1)", "following = (seat - 1)"),
    "the upcard may be thrown back": ("game", " if c != state.taken)", ")"),
    "the bottom of the pile is taken": (
        "game",
        "upcard = state.pile[-1]",
        "upcard = state.pile[0]",
    ),
    "one may knock after a knock": (
        "game",
        "state.knocker is None and state.stock:",
        "state.stock:",
    ),
    "one may knock with the stock empty": (
        "game",
        "state.knocker is None and state.stock:",
        "state.knocker is None:",
    ),
    "the least value is exclusive": ("game", ">= rules.min_knock", "> rules.min_knock"),
    "the least value is ignored": ("game", "rules.min_knock is None or", "True or"),
    "any suits may knock": ("game", "not rules.suited_knock or", "True or"),
    "a first-turn knock everywhere": ("game", "rules.first_turn_knock or", "True or"),
    "no first-turn knock anywhere": ("game", "rules.first_turn_knock or", "False or"),
    "the knocker never draws": ("game", "state if state.rules.knocker_draws else", ""),
    "the hammer at any time": ("game", "rules.hammer and not any(state.turns)", "rules.hammer"),
    "a throw-down ignores a 31": (
        "game",
        "declared=holders, knocker=None if holders else seat",
        "declared=(), knocker=seat",
    ),
    "standing everywhere": (
        "game",
        "if last_turn and (rules.may_stand or",
        "if last_turn and (True or",
    ),
    "standing nowhere": ("game", "rules.may_stand or (", "False or ("),
    "no standing when the stock is gone": (
        "game",
        'not state.stock and rules.stock_empty == "draw")',
        "False)",
    ),
    "an undeclared 31 counts 31": ("game", "30 if seat in self.undeclared else", ""),
    "an undeclared 31 is asked again": (
        "game",
        "made_31 and seat not in state.undeclared",
        "made_31",
    ),
    "a 31 made anew is not asked": (
        "game",
        "state.undeclared if made_31 else state.undeclared - {seat}",
        "state.undeclared",
    ),
    "a 31 after a knock is never asked": (
        "game",
        "(state.knocker is None or state.rules.late_31 is not None)",
        "state.knocker is None",
    ),
    "a 31 after a knock is always asked": (
        "game",
        "(state.knocker is None or state.rules.late_31 is not None)",
        "True",
    ),
    "only one holder of a dealt 31 is asked": ("game", "asked = state.asked[1:]", "asked = ()"),
    "a dealt 31 is not asked": (
        "game",
        "    if asked:\n        return replace(state, to_act=asked[0], phase",
        "    if False:\n        return replace(state, to_act=asked[0], phase",
    ),
    "the knocker has another turn": ("game", "if following == state.knocker:", "if False:"),
    "a drawn round goes on": (
        "game",
        'state.rules.stock_empty == "draw" and state.knocker is None',
        "False",
    ),
    "a drawn round ends a knock": (
        "game",
        'state.rules.stock_empty == "draw" and state.knocker is None',
        'state.rules.stock_empty == "draw"',
    ),
    "all go out together": (
        "match",
        "all(score[player] >= match.rules.losses for player",
        "False and (0 for player",
    ),
    "out one loss later": ("match", "lost < self.rules.losses", "lost <= self.rules.losses"),
    "the deal stays": ("match", "(match.dealer + 1 + i)", "(match.dealer + i)"),
    "a level lead wins": ("match", " and len(leaders) == 1", ""),
    "points count from more than the target": (
        "match",
        "best >= self.target",
        "best > self.target",
    ),
}


def house(module, old, new):
    """The modules of the game, in copies of their own, with one text replaced."""
    made = {}
    for name in MODULES:
        source = Path(thirtyone.__path__[0], f"{name}.py").read_text(encoding="utf-8")
        if name == module:
            assert source.count(old) >= 1, f"nothing to plant in {name}: {old}"
            source = source.replace(old, new)
        for other in MODULES:
            source = source.replace(f"from thirtyone.{other} import", f"from mutant_{other} import")
        made[name] = sys.modules[f"mutant_{name}"] = ModuleType(f"mutant_{name}")
        exec(compile(source, f"mutant_{name}", "exec"), made[name].__dict__)
    return SimpleNamespace(**made)


@pytest.fixture(autouse=True)
def no_mutants_left():
    yield
    for name in MODULES:
        sys.modules.pop(f"mutant_{name}", None)


def caught(planted):
    for check in all_checks(planted):
        try:
            check()
        except Exception:
            return True
    return False


def test_a_house_without_a_mistake_passes():
    assert not caught(house("game", "State", "State"))


@pytest.mark.parametrize("name", MUTANTS)
def test_the_planted_mistake_is_caught(name):
    assert caught(house(*MUTANTS[name]))


def test_there_are_enough():
    assert len(MUTANTS) >= 30
