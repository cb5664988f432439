"""House rules and presets."""

from dataclasses import FrozenInstanceError, replace

import pytest

from thirtyone import PRESETS, SCAT, Rules, differences, hand_value, settle
from thirtyone.rules import SOURCES


def test_presets():
    assert set(PRESETS) == {
        "SCAT", "SCAT_STRICT", "CADILLAC", "GIN", "RIDE_THE_BUS", "COMPUTER", "FRENCH_CANADIAN",
        "JACOBS", "FOUR_CORNERS", "WEST_LANSING", "DUTCH", "NO_ELIMINATION",
    }  # fmt: skip
    assert PRESETS["SCAT"] == SCAT == Rules()


@pytest.mark.parametrize(
    ("preset", "hand", "value"),
    [
        ("SCAT", "KS 8S 5S", 23),
        ("SCAT", "QH 9C 8C", 17),
        ("SCAT", "AH 6S 4S", 11),
        ("SCAT", "JH 7S 4D", 10),
        ("SCAT", "7H 7S 7D", 7),
        ("CADILLAC", "7H 7S 7D", 30),
        ("CADILLAC", "AH AS AD", 33),
        ("CADILLAC", "KS QS AS", 31),
        ("GIN", "7H 7S 7D", 30.5),
        ("GIN", "AH AS AD", 30.5),
        ("WEST_LANSING", "2H 2S 2D", 30.5),
        ("DUTCH", "7H 8H AH", 26),
    ],
)
def test_values_by_preset(preset, hand, value):
    found = hand_value(hand, rules=PRESETS[preset])
    assert found == value
    assert type(found) is type(value)


def test_suited_runs():
    runs = Rules(suited_run=30)
    assert hand_value("2H 3H 4H", rules=runs) == 30
    assert hand_value("AH 2H 3H", rules=runs) == 30
    assert hand_value("KH AH 2H", rules=runs) == 23
    assert hand_value("AH KH QH", rules=runs) == 31
    assert hand_value("2H 3H 4S", rules=runs) == 5


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("lowest_rank", 6),
        ("trips", 29),
        ("aces", 30),
        ("suited_run", 31),
        ("blitz", "some"),
        ("min_knock", 32),
        ("knocker_lowest", 3),
        ("knocker_tied", (1, 1)),
        ("late_31", (0, 0)),
        ("stock_empty", "shuffle"),
        ("scoring", "points"),
        ("hammer", 2),
        ("lives", 0),
        ("lives", True),
    ],
)
def test_values_that_a_field_cannot_have(field, value):
    with pytest.raises(ValueError, match=field):
        Rules(**{field: value})


@pytest.mark.parametrize("base", [{"promise": True}, {"scoring": "french canadian"}])
@pytest.mark.parametrize(
    "penalty", [{"knocker_lowest": 1}, {"knocker_tied": (1, 0)}, {"late_31": (2, 1)}]
)
def test_rules_that_contradict(base, penalty):
    with pytest.raises(ValueError, match="plays no part in these rules: leave it out"):
        Rules(**base, **penalty)


def test_a_promise_is_no_points_game():
    with pytest.raises(ValueError, match="promise plays no part in these rules"):
        Rules(promise=True, scoring="no elimination")


def test_rules_are_frozen():
    with pytest.raises(FrozenInstanceError):
        SCAT.trips = 30
    assert replace(SCAT, trips=30.5).trips == 30.5


def test_settle_where_ranks_break_ties():
    jacobs = PRESETS["JACOBS"]
    hands = ["AS 10S 9S", "KH QH JH", "2C 3C 4C"]
    assert settle([30, 30, 9], hands=hands, knocker=2, rules=jacobs) == (1, 0, 0)
    hands = ["KS 7S JS", "KH 9H 8H", "2C 3C 4C"]
    assert settle([27, 27, 9], hands=hands, knocker=2, rules=jacobs) == (1, 0, 0)
    level = ["KS 9S 8S", "KH 9H 8H", "2C 3C 4C"]
    assert settle([27, 27, 9], hands=level, knocker=0, rules=jacobs) == (0, 1, 0)
    assert settle([27, 27, 9], hands=level, knocker=2, rules=jacobs) == (1, 1, 0)
    assert settle([28, 27, 9], knocker=0, rules=jacobs) == (1, 0, 0)
    with pytest.raises(ValueError, match="give hands="):
        settle([27, 27, 9], knocker=2, rules=jacobs)


def test_settle_adds_values_for_computers():
    assert settle([30.5, 20], knocker=0, rules=PRESETS["COMPUTER"]) == (30.5, 20)


@pytest.mark.parametrize("end", [{"knocker": 2}, {"knocker": -1}, {"declared": [5]}])
def test_settle_refuses_seats_that_are_not_there(end):
    with pytest.raises(ValueError, match="a seat is a whole number from 0 to"):
        settle([10, 20], **end)


def test_settle_needs_two_hands():
    with pytest.raises(ValueError, match="at least two hands"):
        settle([10])


@pytest.mark.parametrize("field", ["lives", "last_chance"])
def test_a_points_game_has_no_lives(field):
    with pytest.raises(ValueError, match=f"{field} plays no part in these rules"):
        Rules(scoring="jacobs", **{field: 2 if field == "lives" else False})


def test_rules_print_as_the_game_in_plain_sentences():
    assert str(SCAT).splitlines() == [
        "52 cards, 2 to ace. Ace 11; king, queen, jack and ten 10; the others their pips.",
        "A hand of three cards is worth the largest sum in one suit.",
        "On a turn one draws from the stock or takes the upcard, and throws another card.",
        "At the start of a turn one may knock instead. Every other player then has one last turn.",
        "A 31 is declared when it is dealt or made and ends the round: everyone else loses 1 life.",
        "A 31 made after a knock ends the round: everyone else loses 1.",
        "At the showdown the lowest hand loses 1 life, each of them if several are.",
        "A knocker alone lowest loses 2 lives.",
        "A knocker who ties for lowest loses nothing, and the others in the tie 1 each.",
        "When the stock is empty play goes on while each player takes the upcard; the first who "
        "will not ends the round.",
        "3 lives, then a last chance: out at the next loss.",
    ]


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_reads_differently_and_names_its_source(name):
    others = [rules for other, rules in PRESETS.items() if rules != PRESETS[name]]
    assert all(str(rules) != str(PRESETS[name]) for rules in others)
    assert SOURCES[name].startswith(("The Scat page", "The Thirty-one page"))


def test_what_is_ours_says_so():
    ours = {name for name, source in SOURCES.items() if "Ours:" in source}
    assert ours == {
        "SCAT", "GIN", "COMPUTER", "FRENCH_CANADIAN", "JACOBS", "FOUR_CORNERS", "NO_ELIMINATION",
    }  # fmt: skip


HOUSE_RULES = [
    {"lowest_rank": 7}, {"trips": 30}, {"trips": 30.5}, {"aces": 33}, {"suited_run": 30},
    {"blitz": "court"}, {"min_knock": 17}, {"suited_knock": True}, {"first_turn_knock": False},
    {"knocker_draws": True}, {"hammer": True}, {"throw_down": True}, {"may_stand": True},
    {"knocker_lowest": 1}, {"knocker_tied": (1, 0)}, {"late_31": None}, {"late_31": (2, 1)},
    {"stock_empty": "draw"}, {"promise": True}, {"scoring": "values"}, {"lives": 5},
    {"last_chance": False},
]  # fmt: skip


@pytest.mark.parametrize("change", HOUSE_RULES, ids=str)
def test_every_house_rule_changes_what_is_read(change):
    said = differences(SCAT, replace(SCAT, **change))
    assert "→" in said
    assert differences(SCAT, SCAT) == ""


def test_the_difference_between_two_games():
    assert differences(SCAT, replace(SCAT, trips=30.5, lives=4)) == (
        "(no such rule)\n"
        "  → Three of one rank are worth 30.5.\n"
        "3 lives, then a last chance: out at the next loss.\n"
        "  → 4 lives, then a last chance: out at the next loss."
    )
