"""Rounds and matches by the rules: worked rounds, cases, counted move trees, refusals."""

import json

import pytest
from engine.game_checks import (
    CASES,
    check_all_out_together,
    check_case_round,
    check_deal,
    check_dealers,
    check_elimination,
    check_losses,
    check_points,
    check_tree,
    check_worked_round,
    trees,
)
from engine.worked_rounds import ROUNDS

from thirtyone import PRESETS, SCAT, deal, legal_actions, rules, step, view
from thirtyone.match import deal_round, score_round, start_match


@pytest.mark.parametrize("worked", ROUNDS, ids=lambda worked: worked.says)
def test_worked_round(worked):
    check_worked_round(worked)


@pytest.mark.parametrize(
    "case", json.loads((CASES / "rounds.json").read_text()), ids=lambda case: case["name"]
)
def test_case(case):
    check_case_round(case)


@pytest.mark.parametrize(
    "check",
    [
        check_deal,
        check_elimination,
        check_all_out_together,
        check_dealers,
        check_losses,
        check_points,
    ],
)
def test_matches(check):
    check()


@pytest.mark.parametrize("entry", list(trees()), ids=lambda entry: f"{entry[0]}-{entry[1]}")
def test_counted_move_trees(entry):
    check_tree(*entry)


def test_actions_are_read_as_people_write_them():
    state = deal(2, deck="KH QS 8H 7S 2C 10D 5C 3D 6D", dealer=1)
    state = step(state, " Draw ")
    assert legal_actions(state) == ("discard KH", "discard 8H", "discard 2C", "discard 3D")
    assert step(state, "discard 3♦") == step(state, "DISCARD  3d") == step(state, "discard 3D")
    assert step(deal(2, seed=1), "take") != step(deal(2, seed=1), "draw")


def test_one_seed_gives_one_deal():
    assert deal(4, seed=5) == deal(4, seed=5) != deal(4, seed=6)
    assert deal(4) != deal(4)


def test_a_view_holds_what_its_seat_can_see():
    state = deal(2, deck="KH QS 8H 7S 2C 4D 5C 3D 6D 9S", dealer=1)
    for action in ("take", "discard 2C", "draw", "discard 4D"):
        state = step(state, action)
    mine = view(state, 0)
    assert [str(c) for c in mine.hand] == ["K♥", "8♥", "5♣"]
    assert (str(mine.upcard), mine.stock, mine.turn, mine.knocker) == ("4♦", 2, 1, None)
    assert [(who, str(c)) for who, c in mine.discards] == [(None, "5♣"), (0, "2♣"), (1, "4♦")]
    assert [(who, str(c)) for who, c in mine.takes] == [(0, "5♣")]
    assert mine.legal == ("draw", "take", "knock")
    assert view(state, 1).legal == ()
    assert [str(c) for c in view(state, 1).hand] == ["Q♠", "7♠", "3♦"]


def test_before_looking_one_sees_no_cards():
    state = deal(2, seed=3, rules=rules.Rules(throw_down=True))
    assert view(state, state.to_act).hand == ()
    assert len(view(step(state, "look"), state.to_act).hand) == 3


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: deal(1), "players is a whole number from 2 to 9, not 1"),
        (lambda: deal(10), "from 2 to 9"),
        (lambda: deal(True), "from 2 to 9"),
        (lambda: deal(2, dealer=2), "the dealer's seat is a whole number from 0 to 1, not 2"),
        (lambda: deal(2, seed=-1), "seed is a whole number from 0, not -1"),
        (lambda: deal(2, deck="KH QS 8H 7S 2C 4D 5C"), "7 cards are too few"),
        (lambda: deal(2, deck="KH KH"), "K♥ is there twice"),
        (lambda: deal(2, deck="2C 3C 4C 5C 6C 7C 8C 9C", rules=PRESETS["DUTCH"]), "32 cards"),
        (lambda: deal(2, rules="SCAT"), "rules takes Rules"),
        (lambda: step(deal(2, seed=1), "jump"), '"jump" is not possible now: draw, take, knock'),
        (lambda: step(deal(2, seed=1), 7), 'an action is text such as "draw", not 7'),
        (lambda: step(deal(2, seed=1), "discard KX"), '"kx" is not a card'),
        (lambda: step(deal(2, seed=1), "discard KH"), "is not possible now"),
        (lambda: view(deal(2, seed=1), 2), "a seat is a whole number from 0 to 1, not 2"),
        (lambda: start_match(1), "from 2 to 9"),
        (lambda: start_match(2, dealer=5), "seat is a whole number from 0 to 1, not 5"),
        (lambda: start_match(2, target=31), "leave target out"),
        (
            lambda: start_match(2, rules=PRESETS["COMPUTER"]),
            "the target of this points game is a whole number from 1, not None",
        ),
        (lambda: score_round(start_match(2), (1, 0, 0)), "has 2 figures, not (1, 0, 0)"),
        (lambda: start_match(2, rules=PRESETS["JACOBS"]).lives(0), "has no lives"),
    ],
)
def test_refused_with_a_sentence(call, says):
    with pytest.raises(ValueError) as raised:
        call()
    assert says in str(raised.value)


def test_nothing_goes_on_after_the_end():
    over = step(deal(2, seed=1, rules=rules.Rules(hammer=True)), "hammer")
    assert over.over and legal_actions(over) == ()
    with pytest.raises(ValueError, match='"draw" comes too late: the round is over'):
        step(over, "draw")
    ended = score_round(score_round(start_match(2), (2, 0)), (2, 0))
    for late in (lambda: deal_round(ended), lambda: score_round(ended, (0,))):
        with pytest.raises(ValueError, match="the match is over: won by player 1"):
            late()


def test_a_whole_match_is_played_to_its_winner():
    match = start_match(3, rules=SCAT)
    while not match.over:
        state = deal_round(match, seed=match.rounds)
        while not state.over:
            legal = legal_actions(state)
            state = step(state, "knock" if "knock" in legal else legal[0])
        match = score_round(match, state.result)
    assert len(match.winners) == 1
    assert match.rounds < 60
