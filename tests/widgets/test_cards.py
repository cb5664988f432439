"""The hand of cards without a browser: what a click or a key asks for, and what comes of it."""

import re

import pytest

from thirtyone import PRESETS, cards
from thirtyone.widgets import Cards
from thirtyone.widgets.cards import face_html, picker_html


def names(html, role):
    """The accessible names of the elements of a role, with whether each is selected."""
    found = re.findall(rf'role="{role}"[^>]*', html)
    return {
        re.search('aria-label="([^"]*)"', tag)[1]: 'aria-selected="true"' in tag for tag in found
    }


def test_it_opens_on_empty_places_and_the_whole_deck():
    hand = Cards()
    assert hand.cards == ()
    assert repr(hand) == "3 of 3 places empty"
    assert names(hand.html, "option") == {
        "empty, place 1 of 3": True,
        "empty, place 2 of 3": False,
        "empty, place 3 of 3": False,
    }
    deck = names(hand.html, "gridcell")
    assert len(deck) == 52
    assert [*deck][:2] + [*deck][-1:] == ["2 of clubs", "3 of clubs", "ace of spades"]
    assert hand.html.count('role="row"') == 4
    assert '<p class="t31-said" role="status">Pick a card or type one.</p>' in hand.html


def test_picking_fills_the_places_and_says_so():
    hand = Cards()
    said = []
    for pick in ("pick KH", "pick 10♣", "pick AS"):
        hand.act(pick)
        said.append(hand.said)
    assert hand.cards == cards("KH 10C AS")
    assert said == [
        "king of hearts added, 1 of 3",
        "10 of clubs added, 2 of 3",
        "ace of spades added, 3 of 3",
    ]
    assert '<p class="t31-said" role="status">Ace of spades added, 3 of 3</p>' in hand.html
    assert [name for name, on in names(hand.html, "gridcell").items() if on] == [
        "10 of clubs",
        "king of hearts",
        "ace of spades",
    ]
    assert repr(hand) == "Your hand: K♥ 10♣ A♠"


def test_a_card_swaps_with_the_one_in_the_chosen_place():
    hand = Cards("KH 8H 2C")
    hand.act("pick 5D")  # the last place is chosen at first
    assert (hand.cards, hand.said) == (cards("KH 8H 5D"), "5 of diamonds replaces 2 of clubs")
    hand.act("choose 0")
    assert hand.said == "the next card replaces king of hearts"
    assert names(hand.html, "option")["king of hearts, place 1 of 3"] is True
    hand.act("pick 9S")
    assert hand.cards == cards("9S 8H 5D")


def test_a_card_goes_by_its_place_and_by_the_deck():
    hand = Cards("KH 8H 2C")
    hand.act("remove 1")
    assert (hand.cards, hand.said) == (cards("KH 2C"), "8 of hearts removed, 2 of 3")
    hand.act("pick KH")
    assert (hand.cards, hand.said) == (cards("2C"), "king of hearts removed, 1 of 3")
    hand.act("pick AS")
    assert hand.slots == (*cards("AS"), None, *cards("2C"))


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
    assert (hand.cards, hand.refused) == (cards(found), False)


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
    assert (hand.said, hand.refused, hand.cards) == (sentence, True, cards("KH 8H"))
    assert 'class="t31-said t31-refused" role="status"' in hand.html


def test_a_refusal_is_escaped():
    hand = Cards()
    hand.act("type <b>")
    assert "<b>" not in hand.html
    assert "&quot;&lt;b&gt;&quot; is not a card" in hand.html


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
    assert names(hand.html, "gridcell")["5 of diamonds, in use elsewhere"] is False
    assert hand.html.count('aria-disabled="true"') == 2
    hand.act("pick 5D")
    assert (hand.cards, hand.refused) == (cards("KH"), True)
    with pytest.raises(ValueError, match="K♥ is in two places"):
        hand.blocked = "KH"


def test_reset_goes_back_to_the_opening():
    hand = Cards("KH 8H 2C")
    for action in ("choose 0", "pick AS", "remove 2", "reset"):
        hand.act(action)
    assert (hand.cards, hand.chosen) == (cards("KH 8H 2C"), 2)
    assert hand.said == "Pick a card or type one."


def test_rules_with_32_cards_offer_only_those():
    hand = Cards(rules=PRESETS["DUTCH"])
    assert len(names(hand.html, "gridcell")) == 32
    assert 'data-columns="8"' in hand.html
    hand.act("type 2c")
    assert hand.said == "2♣ is not in this deck of 32 cards"


def test_several_groups_share_one_deck():
    table = Cards("KH 8H 2C 5D", places=(3, 1), label=("Your hand", "Upcard"))
    assert table.groups == (cards("KH 8H 2C"), cards("5D"))
    assert repr(table) == "Your hand: K♥ 8♥ 2♣, Upcard: 5♦"
    table.act("pick KD")
    table.act("choose 1")
    table.act("type 9c 9d 9h")
    assert table.groups == (cards("9C 9D 9H"), cards("KD"))
    table.act("type KD 2C 3C")
    assert table.said == "K♦ is there already: each card is only once in the deck"


def test_a_face_shows_rank_glyph_and_colour_and_leaves_the_name_to_its_holder():
    (ten,) = cards("10S")
    assert face_html(ten) == (
        '<span class="t31-face t31-spades" aria-hidden="true">'
        "<span>10<br>♠\ufe0e</span><span>♠\ufe0e</span></span>"
    )
    assert "10♠\ufe0e" in picker_html(cards("10S"), ())


def test_one_click_sends_one_view(monkeypatch):
    hand, sent = Cards(), []
    monkeypatch.setattr(hand, "send_state", lambda key=None: sent.append(key and {*key}))
    hand.act("pick KH")
    assert sent.count({"html", "busy"}) == 1
    assert all("html" not in (key or ()) for key in sent[:-1])
