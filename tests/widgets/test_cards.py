"""The hand of cards without a browser: what a click or a key asks for, and what comes of it."""

import pytest
from as_read import page

from thirtyone import PRESETS, cards
from thirtyone.widgets import Cards
from thirtyone.widgets.parts.faces import face, picker
from thirtyone.widgets.parts.spot import Spot


def names(hand, role):
    """The accessible names of the elements of a role, with whether each is selected."""
    found = page(hand).all(f'[role="{role}"]')
    return {e["aria-label"]: e["aria-selected"] == "true" for e in found}


def said(hand):
    """The sentence that is read out, and whether it refuses."""
    note = page(hand).one(".t31-said")
    assert note["role"] == "status"
    return note.text, "t31-refused" in note.classes


def test_it_opens_on_empty_places_and_the_whole_deck():
    hand = Cards()
    assert hand.cards == ()
    assert repr(hand) == "3 of 3 places empty"
    assert names(hand, "option") == {
        "empty, place 1 of 3": True,
        "empty, place 2 of 3": False,
        "empty, place 3 of 3": False,
    }
    deck = names(hand, "gridcell")
    assert len(deck) == 52
    assert [*deck][:2] + [*deck][-1:] == ["2 of clubs", "3 of clubs", "ace of spades"]
    assert len(page(hand).all('[role="row"]')) == 4
    assert said(hand) == ("Pick a card or type one.", False)


def test_picking_fills_the_places_and_says_so():
    hand = Cards()
    sentences = []
    for pick in ("pick KH", "pick 10♣", "pick AS"):
        hand.act(pick)
        sentences.append(hand.message.text)
    assert hand.cards == cards("KH 10C AS")
    assert sentences == [
        "king of hearts added, 1 of 3",
        "10 of clubs added, 2 of 3",
        "ace of spades added, 3 of 3",
    ]
    assert said(hand) == ("Ace of spades added, 3 of 3", False)
    assert [name for name, on in names(hand, "gridcell").items() if on] == [
        "10 of clubs",
        "king of hearts",
        "ace of spades",
    ]
    assert repr(hand) == "Your hand: K♥ 10♣ A♠"


def test_a_card_swaps_with_the_one_in_the_chosen_place():
    hand = Cards("KH 8H 2C")
    hand.act("pick 5D")  # the last place is chosen at first
    assert (hand.cards, hand.message.text) == (
        cards("KH 8H 5D"),
        "5 of diamonds replaces 2 of clubs",
    )
    hand.act("choose 0")
    assert hand.message.text == "the next card replaces king of hearts"
    assert names(hand, "option")["king of hearts, place 1 of 3"] is True
    hand.act("pick 9S")
    assert hand.cards == cards("9S 8H 5D")


def test_a_card_goes_by_its_place_and_by_the_deck():
    hand = Cards("KH 8H 2C")
    hand.act("remove 1")
    assert (hand.cards, hand.message.text) == (cards("KH 2C"), "8 of hearts removed, 2 of 3")
    hand.act("pick KH")
    assert (hand.cards, hand.message.text) == (cards("2C"), "king of hearts removed, 1 of 3")
    hand.act("pick AS")
    assert hand.state.spot.slots == (*cards("AS"), None, *cards("2C"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kh", "KH"),
        ("10 d", "10D"),
        (" T♦ ", "10D"),
        ("KH 8H 2C", "KH 8H 2C"),
        ("k h, 2c", "KH 2C"),
    ],
)
def test_cards_are_typed_as_people_write_them(text, found):
    hand = Cards()
    hand.act(f"type {text}")
    assert (hand.cards, hand.message.refused) == (cards(found), False)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("kx", '"kx" is not a card: rank A K Q J 10 (or T) 9 … 2, then suit C D H S'),
        ("", "Type a card, such as KH or 10 D."),
        ("8h", "8♥ is there already: each card is only once in the deck"),
        ("2c 2c", "2♣ is there twice: each card is only once in the deck"),
        ("2c 3c 4c 5c", "Type one card, or all 3 of this hand."),
        ("as", "A♠ is in two places: this hand and elsewhere"),
    ],
)
def test_what_cannot_be_read_or_laid_is_said_and_changes_nothing(text, sentence):
    hand = Cards("KH 8H")
    hand.blocked = "AS"
    hand.act(f"type {text}")
    assert (hand.message[:2], hand.cards) == ((sentence, True), cards("KH 8H"))
    assert said(hand) == (sentence[0].upper() + sentence[1:], True)


def test_a_refusal_is_escaped():
    hand = Cards()
    hand.act("type <b>")
    assert page(hand).all(".t31-said b") == []
    assert said(hand)[0].startswith('"<b>" is not a card')


def test_the_hand_can_be_set_and_observed():
    hand, seen = Cards(), []
    hand.observe(lambda change: seen.append(change.new), "cards")
    hand.cards = "KH 8H 2C"
    hand.act("pick 5D")
    assert seen == [cards("KH 8H 2C"), cards("KH 8H 5D")]
    for bad, fault in [
        ("KH KH", "K♥ is there twice"),
        ("KH 8H 2C 3C", "4 cards for 3 places"),
        (["K"], '"K" is not a card'),
    ]:
        with pytest.raises(ValueError, match=fault):
            hand.cards = bad
    assert hand.cards == cards("KH 8H 5D")


def test_blocked_cards_cannot_be_picked():
    hand = Cards("KH")
    hand.blocked = "5D AS"
    assert names(hand, "gridcell")["5 of diamonds, in use elsewhere"] is False
    assert len(page(hand).all('[aria-disabled="true"]')) == 2
    hand.act("pick 5D")
    assert (hand.cards, hand.message.refused) == (cards("KH"), True)
    with pytest.raises(ValueError, match="K♥ is in two places"):
        hand.blocked = "KH"


def test_reset_goes_back_to_the_opening():
    hand = Cards("KH 8H 2C")
    for action in ("choose 0", "pick AS", "remove 2", "reset"):
        hand.act(action)
    assert (hand.cards, hand.state.spot.chosen) == (cards("KH 8H 2C"), 2)
    assert hand.message.text == "Pick a card or type one."


def test_rules_with_32_cards_offer_only_those():
    hand = Cards(rules=PRESETS["DUTCH"])
    assert len(names(hand, "gridcell")) == 32
    assert page(hand).one('[role="grid"]')["data-columns"] == "8"
    hand.act("type 2c")
    assert hand.message.text == "2♣ is not in this deck of 32 cards"


def test_several_groups_share_one_deck():
    table = Cards("KH 8H 2C 5D", places=(3, 1), label=("Your hand", "Upcard"))
    assert table.groups == (cards("KH 8H 2C"), cards("5D"))
    assert repr(table) == "Your hand: K♥ 8♥ 2♣, Upcard: 5♦"
    table.act("pick KD")
    table.act("choose 1")
    table.act("type 9c 9d 9h")
    assert table.groups == (cards("9C 9D 9H"), cards("KD"))
    table.act("type KD 2C 3C")
    assert table.message.text == "K♦ is there already: each card is only once in the deck"


def test_a_face_shows_rank_glyph_and_colour_and_leaves_the_name_to_its_holder():
    (ten,) = cards("10S")
    assert str(face(ten)) == (
        '<span class="t31-face t31-spades" aria-hidden="true">'
        "<span>10<br>♠\ufe0e</span><span>♠\ufe0e</span></span>"
    )
    assert "10♠\ufe0e" in str(picker(Spot.of("", ("Your hand",), (3,))))
