"""Whatever is played by whatever rules: the promises of a round hold at every step."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from engine.game_checks import STARTS, give

from thirtyone import PRESETS, cards, deal, legal_actions, step, view
from thirtyone.rules import Rules

HOUSES = {
    **PRESETS,
    "hammer": Rules(hammer=True, min_knock=17),
    "throw down": Rules(throw_down=True, hammer=True, blitz="court"),
    "trips": Rules(trips=30.5, aces=33, suited_run=30, may_stand=True, late_31=None),
}
VERBS = (
    "draw", "take", "knock", "stand", "stop", "declare", "quiet", "hammer", "throw down", "look",
)  # fmt: skip
ROUNDS_EACH = 24  # a preset and number of players

MANNERS = ("random", "raider", "patient", "silent")


def choose(legal, state, rng, manner):
    """One of the legal actions: at random, or as the manner has it."""
    if manner == "raider":  # mostly knocks when it may, else takes; keeps the best hand
        for action in ("look", "declare", "knock", "take"):
            if action in legal and rng.random() < 0.8:
                return action
        if legal[0].startswith("discard"):
            seat = state.to_act
            return max(legal, key=lambda action: step(state, action).values[seat])
    if manner in ("patient", "silent"):  # draws and throws the card drawn, till the stock is gone
        if manner == "patient" and "knock" in legal and len(state.stock) <= rng.choice([1, 2]):
            return "knock"
        if "draw" in legal and rng.random() < 0.9:
            return "draw"
        if legal[0].startswith("discard"):
            return legal[-1]
        legal = [a for a in legal if a not in ("knock", "hammer", "throw down")]
    return rng.choice(legal)


def check(state, deck, rng):
    """The invariants of one state."""
    everything = [c for hand in state.hands for c in hand] + [*state.stock, *state.pile]
    assert sorted(everything) == sorted(deck)
    legal = legal_actions(state)
    assert bool(legal) != state.over
    assert (state.result is None) != state.over
    assert (state.to_act is None) == state.over
    four = state.to_act if state.phase == "discard" else None
    assert [len(hand) for hand in state.hands] == [3 + (s == four) for s in range(state.players)]
    for seat in rng.sample(range(state.players), 1):
        hidden = [c for s, hand in enumerate(state.hands) if s != seat for c in hand]
        hidden += state.stock
        rng.shuffle(hidden)
        others = iter(hidden)
        hands = tuple(
            hand if s == seat else tuple(next(others) for _ in hand)
            for s, hand in enumerate(state.hands)
        )
        twin = replace(state, hands=hands, stock=tuple(others))
        if not state.over:
            assert view(twin, seat) == view(state, seat)
    held = {c for hand in state.hands for c in hand}
    absent = next(c for c in deck if c not in held)
    for action in rng.sample((*VERBS, f"discard {absent}"), 3):
        if action not in legal:
            with pytest.raises(ValueError, match=r"is not possible now|comes too late"):
                step(state, action)


def how_it_ended(state, log):
    if state.declared:
        if "throw down" in log:
            return "31 thrown down"
        if not any(state.turns):
            return "31 dealt"
        return "31 made" if state.knocker is None else "31 made after a knock"
    if log[-1] in ("hammer", "throw down"):
        return log[-1]
    if log[-1] == "stop":
        return "stop" if state.knocker is None else "stop after a knock"
    return "drawn" if state.knocker is None else "showdown"


def play(name, players, seed):
    rules = HOUSES[name]
    rng = random.Random(f"{name} {players} {seed}")
    manner, start = MANNERS[seed % 4], STARTS[seed // 4 % 6]
    hands, upcard = start
    shuffled = rng.sample(rules.deck, len(rules.deck))
    deck = give(shuffled, players, list(map(cards, hands)), cards(upcard))
    state = deal(players, dealer=players - 1, deck=deck, rules=rules)
    log = []
    while not state.over:
        check(state, deck, rng)
        action = choose(legal_actions(state), state, rng, manner)
        before = repr(state)
        after = step(state, action)
        assert repr(state) == before
        log.append(action)
        state = after
        assert len(log) < 2000
    check(state, deck, rng)
    assert len(state.result) == players
    return state, log


def expected(rules):
    """The kinds of action, and the ways to end, that a house has."""
    kinds = {"draw", "take", "discard", "knock", "declare", "quiet"}
    ends = {"31 dealt", "31 made", "showdown"}
    late = rules.late_31 is not None
    kinds |= {"stand"} if rules.may_stand or rules.stock_empty == "draw" else set()
    kinds |= {"stop"} if rules.stock_empty == "take" else set()
    kinds |= {"hammer"} if rules.hammer else set()
    kinds |= {"throw down", "look"} if rules.throw_down else set()
    ends |= {"31 made after a knock"} if late or rules.knocker_draws else set()
    ends |= {"stop"} if rules.stock_empty == "take" else {"drawn"}
    if rules.stock_empty == "take" and not rules.may_stand:
        ends |= {"stop after a knock"}
    ends |= {"hammer"} if rules.hammer else set()
    ends |= {"throw down", "31 thrown down"} if rules.throw_down else set()
    return kinds, ends


@pytest.mark.parametrize("name", HOUSES)
def test_random_play_keeps_every_promise_and_reaches_everything(name):
    kinds, ends = Counter(), Counter()
    for players in range(2, 10):
        for seed in range(ROUNDS_EACH):
            state, log = play(name, players, seed)
            kinds.update(a.partition(" ")[0] if a.startswith("discard") else a for a in log)
            ends[how_it_ended(state, log)] += 1
    all_kinds, all_ends = expected(HOUSES[name])
    assert set(kinds) == all_kinds, kinds
    assert set(ends) == all_ends, ends
