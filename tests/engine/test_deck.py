"""Cards and the texts they are read from."""

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


@pytest.mark.parametrize("index", [-1, 52])
def test_an_index_outside_the_deck(index):
    with pytest.raises(ValueError, match="0 to 51"):
        Card(index)


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
