"""Knock now or wait, without a browser: what is shown is what the engine finds, and no more."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from as_read import page, text
from in_page import Page

from thirtyone import PRESETS, SCAT, Estimate, card, cards, deal, knock_or_wait, view
from thirtyone.widgets import KnockNow
from thirtyone.widgets.knock_now import MOST, ROUNDS, Setting, verdict
from thirtyone.widgets.parts.gains import axis, figure, supported

pytestmark = pytest.mark.usefixtures("own_folder")

OPENING = "Knock now: K♥ 9♥ 2♣, upcard 5♦, 2 players, first turn"
# The same cards, dealt: the deal, with strangers' cards in the hidden places.
DEALT = {
    2: "KH 3C 9H 7S 2C 4D 5D",
    3: "KH 3C 4C 9H 7S 8S 2C 4D 6D 5D",
}


def setting(hand, upcard="5D", **more):
    return Setting(cards(hand), card(upcard), **more)


def found(now):
    return now.answer


def test_it_opens_on_a_19_that_had_better_wait():
    wait = KnockNow()
    both = found(wait.setting)
    assert both.verdict == "wait" and both.wait.n > 19_000
    gap = both.difference
    assert repr(wait) == (
        f"{OPENING}: wait: +{both.wait.value:.3f} by waiting, +0.225 by knocking "
        f"(by {-gap.value:.3f} ± {gap.stderr:.3f})"
    )
    shown = text(wait)
    assert repr(wait).partition("wait: ")[2] in shown
    assert f"knock +0.225 exactly wait +{both.wait!r}" in shown
    assert "20,000 rounds, seed 0" in shown
    assert "Before" not in shown


@pytest.mark.parametrize("players", DEALT)
def test_the_answer_is_the_engines_for_a_deal_with_these_cards(players):
    rest = [str(c) for c in SCAT.deck if c not in cards(DEALT[players])]
    state = deal(players, deck=f"{DEALT[players]} {' '.join(rest)}", dealer=players - 1)
    seen = view(state, 0)
    for turn in (0, 2):
        expected = knock_or_wait(replace(seen, turn=turn), rounds=ROUNDS, seed=7)
        assert found(setting("KH 9H 2C", players=players, turn=turn, seed=7)) == expected


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("KH 9H 2C", "Wait: +"),
        ("KH 6H 3H", "Knock: +0.210 by knocking, +0.0"),
        ("KH 7H 5H", "Knock: +0.65"),
    ],
)
def test_the_better_comes_first_and_a_value_is_not_all(hand, words):
    assert verdict(setting(hand).answer).startswith(words)


def test_what_two_standard_errors_do_not_tell_apart_is_level():
    close = next(
        now for seed in range(9) if found(now := setting("AH KH 2C", seed=seed)).verdict == "level"
    )
    both = found(close)
    assert abs(both.difference.value) <= 2 * both.difference.stderr
    assert verdict(close.answer).startswith("Level: +0.586 by knocking, +0.5")


@pytest.mark.parametrize(
    ("stderr", "digits"), [(0.011, 2), (0.0099, 3), (0.5, 1), (3.0, 0), (0, 3)]
)
def test_only_digits_that_the_error_supports(stderr, digits):
    assert supported(stderr) == digits


def test_figures():
    assert figure(Estimate(-0.1615, 0.0057, 80_000, 0)) == "−0.1615 ± 0.0057"
    assert figure(Fraction(-1, 8)) == "−0.125 exactly"
    assert figure(None) == "?"


def test_the_axis_has_nothing_in_its_middle():
    bar = page(axis(Estimate(-0.5, 0.05, 100, 0), guess=0.25))
    assert bar.one(".t31-gain.t31-less")["style"] == "left:25.00%;right:50.00%"
    assert bar.one(".t31-spread")["style"] == "left:20.00%;right:70.00%"
    assert bar.one(".t31-guess")["style"] == "left:62.50%"
    assert page(axis(Fraction(1, 2))).all(".t31-spread") == []
    assert len(page(axis(None)).all("i")) == 1


def test_every_control_changes_the_answer_and_leaves_a_ghost():
    wait = KnockNow()
    seen = {wait.setting}
    for action, words in (
        ("pick 8S", "upcard 5♦"),
        ("players 3", "2 players"),
        ("turn 2", "first turn"),
        ("choose 1", None),
        ("pick QH", "K♥ 9♥ 2♣"),
    ):
        wait.act(action)
        assert not wait.message.refused, wait.message.text
        if words:
            seen.add(wait.setting)
            assert f"Before ({words}): " in text(wait)
    assert len(seen) == 5
    assert repr(wait.setting) == "K♥ Q♥ 2♣, upcard 8♠, 3 players, third turn"
    assert " exactly" not in wait.html  # several opponents: an estimate too


def test_four_times_the_rounds_halve_the_error():
    wait = KnockNow()
    was = found(wait.setting).difference.stderr
    wait.act("more")
    assert wait.message.text == "80,000 rounds: 4 times as many, half the error"
    assert was / found(wait.setting).difference.stderr == pytest.approx(2, rel=0.05)
    assert "80,000 rounds, seed 0" in wait.html
    wait.setting = replace(wait.setting, rounds=MOST)
    wait.act("more")
    assert (wait.message.text, wait.setting.rounds) == ("320,000 rounds are the most here", MOST)
    wait.upcard = "8S"  # another question begins with few rounds
    assert wait.setting.rounds == ROUNDS


def test_it_shows_that_it_works_and_what_it_has_so_far():
    wait = KnockNow()
    notebook = Page(wait)
    notebook.send("players 4")
    shown = page(wait)
    assert wait.working and shown.one(".t31-verdict").text == "Counting …"
    assert "knock ? wait ?" in shown.text and shown.all('[data-do="stop"]')
    notebook.see()
    assert not wait.working and wait.state.both == found(wait.setting)
    notebook.send("more")
    first = wait.state.both
    notebook.see()
    assert wait.working and wait.state.both == first  # the same rounds again
    notebook.see()
    assert wait.state.both.wait.n > 1.9 * first.wait.n
    notebook.send("stop")
    assert wait.message.text == "stopped: what was counted is kept"
    assert "40,000 rounds, seed 0" in text(wait)


def test_before_is_what_was_answered_last():
    wait = KnockNow()
    notebook = Page(wait)
    notebook.send("turn 2")
    notebook.send("players 4")  # before the third turn is counted
    assert page(wait).one(".t31-ghost").text.startswith("Before (2 players, first turn): wait, by")


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("hand", "KH 9H", "a hand is three cards, not 2"),
        ("hand", "KH 9H 5D", "5♦ is in two places"),
        ("upcard", "ZZ", "is not a card"),
        ("players", 7, "players is a whole number from 2 to 6, not 7"),
        ("players", True, "players is a whole number from 2 to 6, not True"),
        ("turn", 6, "turn is a whole number from 0 to 5, not 6"),
    ],
)
def test_what_the_engine_refuses_is_raised_in_python(name, value, fault):
    wait = KnockNow()
    opening = repr(wait)
    with pytest.raises(ValueError, match=fault):
        setattr(wait, name, value)
    assert repr(wait) == opening
    with pytest.raises(ValueError, match=fault):
        KnockNow(**{name: value})


def test_a_points_game_and_a_31_are_refused():
    with pytest.raises(ValueError, match="not in a points game"):
        KnockNow(rules=PRESETS["JACOBS"])
    wait = KnockNow("KH QH 2C")
    wait.act("choose 2")
    wait.act("pick AH")
    assert page(wait).all(".t31-stale")
    assert "A 31 is declared before anybody takes a turn" in text(wait)


def test_a_missing_card_is_asked_for():
    wait = KnockNow()
    wait.act("remove 1")
    assert page(wait).all(".t31-stale") and "Pick the missing card." in wait.html
    wait.act("pick QH")
    assert not page(wait).all(".t31-stale") and wait.hand == cards("KH QH 2C")


@pytest.mark.parametrize("action", ["players two", "players 9", "turn 9", "type KH", "type 1z"])
def test_what_is_refused_in_the_widget_is_a_sentence(action):
    wait = KnockNow()
    opening = repr(wait)
    wait.act(action)
    assert wait.message.refused and wait.message.text and repr(wait) == opening


def test_reset_goes_back_to_the_opening():
    wait = KnockNow()
    opening = repr(wait)
    for action in ("pick 8S", "players 3", "turn 1", "more", "remove 0", "reset"):
        wait.act(action)
    assert repr(wait) == opening
    assert "Before" not in text(wait) and wait.setting.rounds == ROUNDS


def test_what_waiting_gains_is_hidden_until_a_guess(tmp_path):
    wait = KnockNow(predict="06-wait")
    gain = f"{found(wait.setting).wait.value:.2f}"
    assert repr(wait) == f"{OPENING}: locked until you guess"
    shown = text(wait)
    assert gain not in shown and "knock +0.225 exactly wait ?" in shown
    assert "Lives gained a round by waiting?" in shown
    for bad in ("guess 2000", "guess many", "guess "):
        wait.act(bad)
        assert wait.message.refused and wait.state.locked
    wait.act("guess 0.1")
    stored = Path(tmp_path, ".thirtyone-predictions.json")
    assert json.loads(stored.read_text()) == {"06-wait": 0.1}
    assert gain in repr(wait)
    assert "Your guess: 0.1 (lives gained a round by waiting)" in text(wait)
    assert page(wait).one("i.t31-guess")["style"] == "left:55.00%"
    wait.act("pick 8S")  # of which it is no guess
    assert not page(wait).all(".t31-guess")
    assert not KnockNow(predict="06-wait").state.locked


def test_the_same_seed_gives_the_same_answer():
    now = setting("KH 9H 2C", seed=3)
    assert found(now) == found(setting("KH 9H 2C", seed=3))
    assert found(now) != found(replace(now, seed=4))
