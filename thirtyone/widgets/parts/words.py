"""Words for what is shown, and numbers from what is typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from thirtyone.checks import whole
from thirtyone.deck import SUIT_NAMES, SUITS, Card
from thirtyone.dist import Estimate
from thirtyone.draws import checked_target
from thirtyone.hands import hand_value
from thirtyone.rules import SCAT, Rules, Value

# What one opponent does with the last turn, and several; the first two are offered first.
REPLIES = {
    "stock": ("ignores the upcard", "ignore the upcard"),
    "mean": ("uses the upcard", "use the upcard"),
    "stand": ("does nothing", "do nothing"),
    "greedy": ("takes any improvement", "take any improvement"),
    "sharp": ("knows your value", "know your value"),
}


def opposed(opponents: int, reply: str) -> str:
    """The opponents, and what they do with the last turn.

    >>> opposed(2, "stock")
    '2 opponents who ignore the upcard'
    """
    one, several = REPLIES[reply]
    return f"1 opponent who {one}" if opponents == 1 else f"{opponents} opponents who {several}"


def sentence(text: str) -> str:
    """The text with a capital.

    >>> sentence("king of hearts added, 1 of 3")
    'King of hearts added, 1 of 3'
    """
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str], last: str) -> str:
    """The names with commas between them, and a word before the last.

    >>> listed(["clubs", "hearts", "spades"], "or")
    'clubs, hearts or spades'
    """
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def differing(words: Sequence[str], others: Sequence[str]) -> str:
    """The words that stand elsewhere differently.

    >>> differing(("52 cards", "nothing seen"), ("32 cards", "nothing seen"))
    '52 cards'
    """
    pairs = zip(words, others, strict=True)
    return ", ".join(mine for mine, theirs in pairs if mine != theirs)


def typed(name: str, text: str, least: int, most: int | None = None) -> int:
    """The whole number that was typed; ValueError for anything else.

    >>> typed("opponents", "two", 1, 8)
    Traceback (most recent call last):
    ValueError: opponents is a whole number from 1 to 8, not 'two'
    """
    return whole(name, int(text) if text.strip().isdecimal() else text, least, most)


def number(text: str | Value | Fraction) -> Value:
    """A value that was typed or given, as an int where it is whole.

    >>> number("30.5"), number("20"), number(20.0)
    (30.5, 20, 20)
    """
    value = float(text)
    return int(value) if value.is_integer() else value


def target(name: str, text: str) -> Value:
    """The value that was typed, which hands are to reach; ValueError for anything else.

    >>> target("goal", "34")
    Traceback (most recent call last):
    ValueError: The goal is a value from 0 to 33.
    """
    try:
        return checked_target(number(text))
    except ValueError:
        raise ValueError(f"The {name} is a value from 0 to 33.") from None


def of_1000(share: Estimate) -> Estimate:
    """A share as a count of 1,000.

    >>> of_1000(Estimate(0.25, 0.05, n=75, seed=0))
    250 ± 50
    """
    return replace(share, value=1000 * share.value, stderr=1000 * share.stderr)


def suit_sums(hand: tuple[Card, ...]) -> dict[str, int]:
    """The points that a hand holds in each suit."""
    return {suit: sum(c.points for c in hand if c.suit == suit) for suit in SUITS}


def worth(hand: tuple[Card, ...], rules: Rules = SCAT) -> tuple[Value, tuple[Card, ...], str]:
    """A hand's value, the cards that make it, and how they do in words.

    >>> from thirtyone.deck import cards
    >>> worth(cards("KD 9C 4C"))
    (13, (9♣, 4♣), 'clubs 9 + 4')
    >>> worth(cards("AD 9C 2C"))[2]
    'clubs 9 + 2, or diamonds 11'
    >>> worth(cards("KC QD JH"))[2]
    'clubs, diamonds or hearts 10'
    """
    value = hand_value(hand, rules=rules)
    best = [suit for suit, points in suit_sums(hand).items() if points == value]
    if not best:  # a house rule beats the suits
        alike = len({c.rank for c in hand}) == 1
        return value, hand, "three of a kind" if alike else "three in a row"
    made = {suit: tuple(c for c in hand if c.suit == suit) for suit in best}
    suits_of: dict[str, list[str]] = {}
    for suit, held in made.items():
        suits_of.setdefault(" + ".join(str(c.points) for c in held), []).append(SUIT_NAMES[suit])
    words = [f"{listed(suits, 'or')} {points}" for points, suits in suits_of.items()]
    return value, made[best[0]], ", or ".join(words)
