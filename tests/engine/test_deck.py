"""Cards and the texts they are read from."""

import pickle
from itertools import repeat

import numpy as np
import pytest

from thirtyone import Card, card, cards
from thirtyone.deck import pack, place, shuffled


def test_every_card_prints_as_it_is_read():
    for i in range(52):
        one = Card(i)
        assert int(one) == i
        assert card(str(one)) == card(one.rank + one.suit) == one
        assert card((one.rank + one.suit).lower()) == one


@pytest.mark.parametrize(
    "text", ["KH 8H 2C", "K♥ 8♥ 2♣", "kh,8h,2c", " KH,  8H 2C ", "K♡ 8♥️ 2♧", ["KH", "8♥", "2c"]]
)
def test_texts_of_one_hand(text):
    assert [int(c) for c in cards(text)] == [37, 32, 0]


def test_ten_is_10_or_t():
    assert card("10h") == card("TH") == card("t♥") == Card(34)
    assert str(card("TH")) == "10♥"


def test_a_formatted_card_is_text():
    king, ten = card("KH"), card("10C")
    assert (f"{king}", f"{king:>4}", f"{ten:<5}|", f"{ten:^5}") == ("K♥", "  K♥", "10♣  |", " 10♣ ")
    assert (f"{king!s:>3}", f"{king:s}", format(king), str(king)) == (" K♥", "K♥", "K♥", "K♥")
    assert [f"{c:>3}" for c in cards("AS 10D")] == [" A♠", "10♦"]
    old_style = "%s|%4s"
    assert old_style % (king, ten) == "K♥| 10♣"


def test_a_card_formatted_as_a_number_is_its_index():
    king = card("KH")
    assert (f"{king:d}", f"{king:4d}", f"{king:03d}", f"{king:x}") == ("37", "  37", "037", "25")
    old_style = "%d"
    assert old_style % king == "37"


def test_order_points_and_names():
    first = " ".join(map(str, pack()[:14]))
    assert first == "2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣ 2♦"
    assert [c.points for c in pack()[:13]] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]
    assert card("10C").name == "10 of clubs"
    assert card("AS").name == "ace of spades"
    assert cards("") == ()


def test_decks():
    assert len(pack()) == 52
    assert len(pack(7)) == 32
    assert {c.rank for c in pack(7)} == {"7", "8", "9", "10", "J", "Q", "K", "A"}


@pytest.mark.parametrize("text", ["KX", "1H", "", "HK", "110H", "K", "KHH", "T0H"])
def test_what_is_no_card_is_said(text):
    with pytest.raises(ValueError, match=r"is not a card: rank A K Q J 10 \(or T\) 9 … 2, then"):
        card(text)


def test_the_sentence_of_a_wrong_card():
    with pytest.raises(ValueError) as raised:
        cards("KH KX")
    assert str(raised.value) == (
        '"KX" is not a card: rank A K Q J 10 (or T) 9 … 2, then suit C D H S'
    )


@pytest.mark.parametrize("bare", [5, 5.0, None, True])
def test_bare_numbers_are_no_cards(bare):
    with pytest.raises(ValueError, match="is not a card"):
        card(bare)
    with pytest.raises(ValueError):
        cards([bare])
    with pytest.raises(ValueError):
        cards(bare)


@pytest.mark.parametrize("index", [-1, 52, 10**400, 1.9, True, None, "KH", b"KH", [37], {37}])
def test_what_is_no_index_of_a_card(index):
    with pytest.raises(ValueError) as raised:
        Card(index)
    assert 'card("KH") reads a text: an index is a whole number from 0 to 51' in str(raised.value)


def test_an_index_may_be_numpys_and_a_card_is_its_own():
    king = Card(np.uint8(37))
    assert (repr(king), type(king), Card(king)) == ("K♥", Card, king)
    assert type(int(king)) is int
    twin = pickle.loads(pickle.dumps(king))
    assert (twin, type(twin)) == (king, Card)


@pytest.mark.parametrize("wrong", [b"KH 8H", {"KH": "8H"}, 10**400, 3.5, np.array("KH")])
def test_what_is_no_list_of_cards(wrong):
    with pytest.raises(ValueError, match="is not a list of cards: write them as text"):
        cards(wrong)


@pytest.mark.parametrize("wrong", [range(10**12), np.arange(3), [None], [["KH"]], {1, 2}])
def test_a_list_of_what_is_no_cards(wrong):
    with pytest.raises(ValueError, match="is not a card"):
        cards(wrong)


def test_a_long_list_ends_at_the_first_card_that_is_there_twice():
    with pytest.raises(ValueError, match="K♥ is there twice"):
        cards(repeat("KH"))
    with pytest.raises(ValueError, match="K♥ is there twice"):
        cards("KH " * 10**5)


def test_a_set_of_cards_is_in_index_order():
    assert cards({"KH", "8H", "2C"}) == cards("2C 8H KH")
    assert cards(frozenset(cards("KH 8H 2C"))) == cards("2C 8H KH")
    in_order = cards("KH 8H 2C")
    assert cards(np.array(["KH", "8H", "2C"])) == cards(iter(["KH", "8H", "2C"])) == in_order


def test_a_card_is_once_in_the_deck():
    with pytest.raises(ValueError, match="K♥ is there twice"):
        cards("KH K♥")
    with pytest.raises(ValueError, match="K♥ is in two places: hand and seen"):
        place(pack(), hand="KH 8H 2C", seen="KH")
    with pytest.raises(ValueError, match="2♣ is not in this deck of 32 cards"):
        place(pack(7), hand="2C")


def test_shuffles_are_seeded_permutations():
    decks = shuffled(pack(), seed=7, count=5)
    assert decks.shape == (5, 52)
    assert all(sorted(deck) == list(range(52)) for deck in decks.tolist())
    assert (decks == shuffled(pack(), seed=7, count=5)).all()
    assert (decks != shuffled(pack(), seed=8, count=5)).any()
    assert len({tuple(deck) for deck in decks.tolist()}) == 5


@pytest.mark.parametrize("deck", [pack(), pack(7), pack()[:5]])
def test_the_nth_shuffle_of_a_seed_needs_none_of_those_before(deck):
    decks = shuffled(deck, seed=7, count=50)
    assert (shuffled(deck, seed=7, count=20, after=30) == decks[30:]).all()
    assert (shuffled(deck, seed=7, after=49) == decks[49:]).all()
