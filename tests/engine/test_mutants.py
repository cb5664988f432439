"""A planted mistake in each rule is caught by the checks of rounds and matches.

A mistake is planted by name: a function of the package is replaced, wherever it is bound, by one
made from it that is given something else, says something else, or sees other rules. So code can
move within a module, or change inside a function, and each mistake is still made and found out.
"""

import sys
from dataclasses import fields
from importlib import import_module

import numpy as np
import pytest
from engine.game_checks import rounds_checks, step_checks

from thirtyone import Rules, game
from thirtyone.game import State
from thirtyone.rounds import Play

# How a function goes wrong: each makes the mistaken function of the right one.


def given(change):
    """It is given other arguments."""
    return lambda right: lambda *args, **named: right(*change(*args), **named)


def says(change):
    """It says something else, made of its result and its arguments."""
    return lambda right: lambda *args, **named: change(right(*args, **named), *args)


def instead(other):
    """It does something else altogether."""
    return lambda right: other


def meets(**attributes):
    """It meets a state, a match or rounds in progress with other attributes, or what is made so."""

    def wrong(right):
        def mistaken(thing, *args, **named):
            changes = {k: v(thing) if callable(v) else v for k, v in attributes.items()}
            if isinstance(thing, Play):
                return during(thing, changes, right, *args)
            return right(forged(thing, **changes), *args, **named)

        return mistaken

    return wrong


def sees(**seen):
    """It sees these fields of the rules, or what is made of the rules, in place of the true."""

    def blind(thing):
        if isinstance(thing, Rules):
            return forged(thing, **{k: v(thing) if callable(v) else v for k, v in seen.items()})
        return forged(thing, rules=blind(thing.rules)) if isinstance(thing, State) else thing

    def wrong(right):
        def mistaken(*args, **named):
            first = args[0]
            if isinstance(first, Play):
                return during(first, {"rules": blind(first.rules)}, right, *args[1:])
            result = right(*map(blind, args), **named)
            return forged(result, rules=first.rules) if isinstance(result, State) else result

        return mistaken

    return wrong


def during(play, attributes, method, *args):
    """What the method does while rounds in progress have other attributes."""
    before = {name: getattr(play, name) for name in attributes}
    vars(play).update(attributes)
    try:
        return method(play, *args)
    finally:
        vars(play).update(before)


def forged(thing, **changes):
    """A frozen thing with changes that it may well refuse."""
    new = object.__new__(type(thing))
    for field in fields(thing):
        value = changes[field.name] if field.name in changes else getattr(thing, field.name)
        object.__setattr__(new, field.name, value)
    return new


# What is mistaken

VALUES = {
    "three of a kind count 30 for 30.5": (
        "hands.trips_code",
        sees(trips=lambda rules: rules.trips and 30),
    ),
    "three of a kind count 30.5 for 30": (
        "hands.trips_code",
        sees(trips=lambda rules: rules.trips and 30.5),
    ),
    "three aces are not declared": ("hands.trips_code", says(lambda code, *args: min(code, 60))),
    "runs may wrap": (
        "hands.suit_code",
        given(lambda ranks, rules: ((0, 1, 12) if ranks == (0, 11, 12) else ranks, rules)),
    ),
    "every 31 is a blitz": ("hands.suit_code", sees(blitz="any")),
}


def knocks(knocker, values):
    """The column of each round's knocker."""
    return knocker[:, None] == np.arange(values.shape[1])


def in_games(true, change):
    """Scored with other arguments in some games."""
    return given(lambda *args: change(*args) if true(args[-1]) else args)


def lives(rules):
    return rules.scoring == "lives" and not rules.promise


def one_point(rules):
    return rules.scoring in ("french canadian", "jacobs")


def as_french_canadian(scoring):
    return sees(scoring=lambda r: "french canadian" if r.scoring == scoring else r.scoring)


def all_pay(result, values, knocker, *rest):
    own = np.where(knocks(knocker, values), result, 0).max(axis=1, keepdims=True)
    return np.maximum(result, own) if rest[-1].promise else result


def tied_as_lowest(result, values, *rest):
    lowest = (values == values.min(axis=1, keepdims=True)) & (result > 0) & (result < 6)
    return np.where(lowest, 2, result) if rest[-1].scoring == "no elimination" else result


def for_place(points, others):
    """Other points for those that a place scores."""
    return says(
        lambda result, *args: np.where(
            (result == 2 * points) & (args[-1].scoring == "no elimination"), 2 * others, result
        )
    )


SCORES = {
    "the knocker alone lowest loses one": sees(knocker_lowest=1),
    "a tie costs the knocker as alone": sees(knocker_tied=lambda r: (r.knocker_lowest, 0)),
    "a tie costs the others nothing": sees(knocker_tied=lambda r: (r.knocker_tied[0], 0)),
    "a tie costs the knocker nothing": sees(knocker_tied=lambda r: (0, r.knocker_tied[1])),
    "a late 31 costs the knocker two": sees(late_31=lambda r: r.late_31 and (2, 1)),
    "a late 31 spares the knocker": sees(late_31=lambda r: r.late_31 and (0, 1)),
    "a late 31 ends it everywhere": sees(late_31=lambda r: r.late_31 or (1, 1)),
    "a declared 31 is ignored": given(
        lambda v, k, declared, *rest: (v, k, declared & False, *rest)
    ),
    "a knock is ignored": given(lambda v, knocker, *rest: (v, 0 * knocker - 1, *rest)),
    "the highest lose": in_games(lives, lambda v, *rest: (66 - v, *rest)),
    "a promise needs the highest alone": in_games(
        lambda rules: rules.promise, lambda v, k, *rest: (v + ~knocks(k, v), k, *rest)
    ),
    "a promise broken costs all": says(all_pay),
    "a promise is none": sees(promise=False),
    "an empty stock costs lives": sees(stock_empty="take"),
    "a tie for highest goes to the knocker": in_games(
        one_point, lambda v, k, *rest: (2 * v + knocks(k, v), k, *rest)
    ),
    "a knocker may win a tie": in_games(one_point, lambda v, k, *rest: (v, 0 * k - 1, *rest)),
    "ranks don't break ties": as_french_canadian("jacobs"),
    "tied lowest score as lowest": says(tied_as_lowest),
    "a knocker's highest scores three": for_place(4, 3),
    "a declared 31 scores as highest": for_place(6, 3),
    "values are not added up": as_french_canadian("values"),
}
KNOCKS = {
    "the least value is exclusive": given(lambda rules, value, *rest: (rules, value - 0.25, *rest)),
    "the least value is ignored": sees(min_knock=None),
    "any suits may knock": sees(suited_knock=False),
    "a first-turn knock everywhere": sees(first_turn_knock=True),
    "no first-turn knock anywhere": sees(first_turn_knock=False),
}


def hand_by_hand(order, first, players):
    starts = [3 * ((seat - first) % players) for seat in range(players)]
    return tuple(order[start : start + 3] for start in starts)


def to_act(state, seat):
    return forged(state, to_act=seat, phase="turn")


def knocker_again(right):
    def after_turn(state, seat):
        following = (seat + 1) % state.players
        return to_act(state, following) if following == state.knocker else right(state, seat)

    return after_turn


def drawn_after_a_knock(right):
    def after_turn(state, seat):
        drawn = not state.stock and state.rules.stock_empty == "draw"
        return game._over(state, stock_empty=True) if drawn else right(state, seat)

    return after_turn


STEPS = {
    "dealt hand by hand": ("_dealt", instead(hand_by_hand)),
    "the dealer begins": ("deal", says(lambda state, *args: forged(state, to_act=state.dealer))),
    "turns go the other way": ("_left_of", instead(lambda seat, players: (seat - 1) % players)),
    "the upcard may be thrown back": ("legal_actions", meets(taken=None)),
    "the bottom of the pile is taken": ("_take", meets(pile=lambda state: state.pile[::-1])),
    "one may knock after a knock": ("_may_knock", meets(knocker=None)),
    "one may knock with the stock empty": ("_may_knock", meets(stock=lambda state: state.pile)),
    "the knocker never draws": ("_knock", sees(knocker_draws=False)),
    "the hammer at any time": ("_may_hammer", meets(turns=())),
    "the hammer nowhere": ("_may_hammer", sees(hammer=False)),
    "a throw-down ignores a 31": (
        "_call_showdown",
        instead(lambda state, seat: game._over(forged(state, knocker=seat))),
    ),
    "a throw-down is no knock": (
        "_call_showdown",
        instead(lambda state, seat: game._over(state)),
    ),
    "standing everywhere": ("_may_stand", sees(may_stand=True)),
    "standing nowhere": ("_may_stand", sees(may_stand=False)),
    "no standing when the stock is gone": ("_may_stand", sees(stock_empty="take")),
    "an undeclared 31 counts 31": ("_value", meets(undeclared=frozenset())),
    "an undeclared 31 is asked again": ("_discard", meets(undeclared=frozenset())),
    "a 31 made anew is not asked": (
        "_discard",
        says(lambda after, state, *args: forged(after, undeclared=state.undeclared)),
    ),
    "a 31 after a knock is never asked": ("_discard", sees(late_31=None)),
    "a 31 after a knock is always asked": (
        "_discard",
        sees(late_31=lambda rules: rules.late_31 or (1, 1)),
    ),
    "only one holder of a dealt 31 is asked": (
        "_asked",
        meets(asked=lambda state: state.asked[:1]),
    ),
    "a dealt 31 is not asked": ("_ask_dealt", instead(to_act)),
    "the knocker has another turn": ("_after_turn", knocker_again),
    "a drawn round goes on": ("_after_turn", sees(stock_empty="take")),
    "a drawn round ends a knock": ("_after_turn", drawn_after_a_knock),
}


def all_go_out(after, before, result):
    score = list(before.score)
    for player, lost in zip(before.still_in, result, strict=True):
        score[player] += lost
    return forged(after, score=tuple(score))


def level_leads_win(winners, match):
    if match.rules.scoring != "french canadian" or max(match.score) < match.target:
        return winners
    return tuple(p for p, points in enumerate(match.score) if points == max(match.score))


MATCHES = {
    "no last chance": ("rules.Rules.losses", says(lambda losses, rules: rules.lives)),
    "lives are three everywhere": (
        "rules.Rules.losses",
        says(lambda losses, rules: 3 + rules.last_chance),
    ),
    "all go out together": ("match.score_round", says(all_go_out)),
    "out one loss later": ("match._still_in", sees(lives=lambda rules: rules.lives + 1)),
    "the deal stays": ("match._next_dealer", given(lambda dealer, *rest: (dealer - 1, *rest))),
    "a level lead wins": ("match.Match.winners", says(level_leads_win)),
    "points count from more than the target": (
        "match.Match.winners",
        meets(target=lambda match: match.target and match.target + 1),
    ),
}


def from_the_end(decks, players, *rest):
    dealt = 3 * players + 1
    return np.hstack([decks[:, :dealt], decks[:, dealt:][:, ::-1]]), players, *rest


def dealer_begins(play, *args):
    play.seat = 0
    return play


class Greedy:
    """Another's marks, but it takes whatever improves its hand."""

    take = "greedy"

    def __init__(self, other):
        self.mark = other.mark


MANY = {
    "a dealt 31 is played on": ("Play.declare_dealt", instead(lambda play: None)),
    "the dealer begins": ("play_from_deal", says(dealer_begins)),
    "the stock is drawn from its end": ("play_from_deal", given(from_the_end)),
    "one may knock after a knock": (
        "Play.may_knock",
        meets(knocker=lambda play: np.full_like(play.knocker, -1)),
    ),
    "one may knock with the stock empty": ("Play.may_knock", meets(stock_size=52)),
    "the least value is ignored": ("_may_knock", sees(min_knock=None)),
    "any suits may knock": ("_may_knock", sees(suited_knock=False)),
    "a first-turn knock everywhere": ("_may_knock", sees(first_turn_knock=True)),
    "the next turn's mark": ("Play.knocks", meets(turns=lambda play: [n + 1 for n in play.turns])),
    "a mark must be passed": ("_least_code", says(lambda code, *args: code + 1)),
    "the knocker never draws": ("Play.turn", sees(knocker_draws=False)),
    "the knocker always draws": ("Play.turn", sees(knocker_draws=True)),
    "everybody is greedy": (
        "Play.turn",
        meets(strategies=lambda play: [Greedy(one) for one in play.strategies]),
    ),
    "a card drawn may not be thrown": (
        "_moves",
        says(lambda moves, *args: forged(moves, drawn=moves.taken)),
    ),
    "a 31 made is not declared": (
        "Play._end_rounds",
        given(lambda play, seat, moved, stands: (play, seat, moved & False, stands)),
    ),
    "a 31 after a knock is never declared": ("Play._end_rounds", sees(late_31=None)),
    "a 31 after a knock is always declared": ("Play._end_rounds", sees(late_31=(1, 1))),
    "standing everywhere": ("Play._end_rounds", sees(may_stand=True)),
    "standing nowhere": ("Play._end_rounds", sees(may_stand=False)),
    "a drawn round goes on": ("Play._end_rounds", sees(stock_empty="take")),
    "an empty stock is a draw everywhere": ("Play._end_rounds", sees(stock_empty="draw")),
    "the knocker has another turn": ("Play._end_rounds", meets(seat=-1)),
}
MUTANTS = {
    **VALUES,
    **{name: ("scoring.settled", wrong) for name, wrong in SCORES.items()},
    **{name: ("rules.Rules.may_knock", wrong) for name, wrong in KNOCKS.items()},
    **{name: (f"game.{target}", wrong) for name, (target, wrong) in STEPS.items()},
    **MATCHES,
    **{f"at once: {name}": (f"rounds.{target}", wrong) for name, (target, wrong) in MANY.items()},
}


# How it is planted and found out


def modules():
    return [module for name, module in sys.modules.items() if name.startswith("thirtyone")]


def plant(monkeypatch, target, wrong):
    """Bind the mistaken function wherever the right one is; a list that grows with its calls."""
    module, *path, name = target.split(".")
    owner = import_module(f"thirtyone.{module}")
    for part in path:
        owner = getattr(owner, part)
    right, calls = vars(owner)[name], []
    mistaken = wrong(right.fget if isinstance(right, property) else right)

    def counted(*args, **named):
        calls.append(args)
        return mistaken(*args, **named)

    planted = property(counted) if isinstance(right, property) else counted
    monkeypatch.setattr(owner, name, planted)
    for place in modules():
        for key, value in list(vars(place).items()):
            if value is right:
                monkeypatch.setattr(place, key, planted)
            elif isinstance(value, dict) and not key.startswith("__"):
                for word in [word for word, bound in value.items() if bound is right]:
                    monkeypatch.setitem(value, word, planted)
    return calls


def forget():
    """Nothing that was worked out before or under a mistake is remembered."""
    for module in modules():
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear"):
                value.cache_clear()


@pytest.fixture(autouse=True)
def nothing_remembered():
    forget()
    yield
    forget()


def caught(checks):
    """Whether one of them fails; any other error is none of theirs, but the mutant's own."""
    for check in checks:
        try:
            check()
        except (AssertionError, ValueError):
            return True
    return False


@pytest.mark.parametrize("checks", [step_checks, rounds_checks])
def test_without_a_mistake_every_check_passes(checks, monkeypatch):
    """Nor does it matter that functions are replaced, when those in their place are right."""
    for target in {target for target, _ in MUTANTS.values()}:
        plant(monkeypatch, target, lambda right: right)
    assert not caught(checks())


@pytest.mark.parametrize("name", MUTANTS)
def test_the_planted_mistake_is_caught(name, monkeypatch):
    target, wrong = MUTANTS[name]
    calls = plant(monkeypatch, target, wrong)
    assert caught(rounds_checks() if target.startswith("rounds.") else step_checks())
    assert calls, f"nobody calls {target}"


def test_there_are_enough():
    assert len(MUTANTS) >= 75
    assert sum(target.startswith("rounds.") for target, _ in MUTANTS.values()) >= 12
