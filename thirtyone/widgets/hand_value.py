"""What a hand is worth, suit by suit."""

from __future__ import annotations

from collections.abc import Mapping

from thirtyone.deck import GLYPHS, SUIT_NAMES, SUITS, Card, CardsLike
from thirtyone.hands import hand_value, hand_values
from thirtyone.rules import SCAT, Rules, Value
from thirtyone.widgets.old.cards import PLAIN, Cards

LONGEST = 31  # the bars' fixed axis


class HandValue(Cards):
    """A hand whose four suit sums are shown, the best of them lit: swap a card and see.

    >>> hand = HandValue("KD 9C 4C")
    >>> hand
    Hand value: K♦ 9♣ 4♣ is worth 13: clubs 9 + 4; beats 56.1 % of hands
    >>> hand.act("pick AC")
    >>> hand.value
    20
    """

    def __init__(self, hand: CardsLike = "KD 9C 4C", *, rules: Rules = SCAT) -> None:
        self.shown: tuple[Card, ...] = ()
        self.before: tuple[Card, ...] = ()
        super().__init__(hand, rules=rules)

    @property
    def value(self) -> Value | None:
        """What the hand is worth; None while a card is missing."""
        return hand_value(self.cards, rules=self.rules) if self.complete else None

    def changed(self) -> None:
        if self.complete and self.cards != self.shown:
            self.before, self.shown = self.shown, self.cards

    def do_reset(self, rest: str = "") -> str:
        said = super().do_reset(rest)
        self.before = ()
        return said

    def render(self) -> str:
        if self.complete:
            answer = answer_html(self.cards, self.before, self.rules)
        else:
            answer = missing_html(self.slots.count(None))
        return f'<div class="t31-columns">{super().render()}{answer}</div>'

    def __repr__(self) -> str:
        if not self.complete:
            return f"Hand value: {super().__repr__()}"
        value, _, words = worth(self.cards, self.rules)
        hand = " ".join(map(str, self.cards))
        share = beaten(value, self.rules)[0]
        return f"Hand value: {hand} is worth {value}: {words}; beats {share} of hands"


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


def listed(names: list[str], last: str) -> str:
    """The names with commas between them, and a word before the last.

    >>> listed(["clubs", "hearts", "spades"], "or")
    'clubs, hearts or spades'
    """
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def beaten(value: Value, rules: Rules) -> tuple[str, int, int, int]:
    """The share of all hands that are worth less, as text; how many; how many as much; of all."""
    hands = hand_values(rules=rules)
    less = hands.p(lambda other: other < value)
    count = int(less * hands.total)
    return f"{float(100 * less):.1f} %", count, hands.get(value, 0), hands.total


def answer_html(hand: tuple[Card, ...], before: tuple[Card, ...], rules: Rules) -> str:
    """The four suits as bars, the value, and how many hands it beats."""
    value, _, words = worth(hand, rules)
    share, less, level, total = beaten(value, rules)
    sums = suit_sums(hand)
    if before:
        old = hand_value(before, rules=rules)
        ghost = f"{' '.join(map(str, before))} was worth {old}: <b>{old} → {value}</b>"
    else:
        ghost = ""
    return (
        '<div class="t31-answer">'
        f'<p class="t31-verdict t31-number" role="status"><b>{value}</b> {words}</p>'
        f"{bars_html(hand, sums, value)}"
        f'<p class="t31-lead">Beats <b>{share}</b> of hands: {less:,} of the {total:,} are worth '
        f"less, {level:,} as much.</p>"
        f'<p class="t31-lead">Adding all three would be <b>{sum(sums.values())}</b>.</p>'
        f'<p class="t31-ghost">{ghost}</p></div>'
    )


def bars_html(hand: tuple[Card, ...], sums: Mapping[str, int], value: Value) -> str:
    """A bar for each suit on a fixed axis, a piece for each card; the best are lit."""
    rows = []
    for suit in SUITS:
        pieces = "".join(
            f'<span style="width:{100 * c.points / LONGEST:.2f}%">{c.points}</span>'
            for c in hand
            if c.suit == suit
        )
        lit = " t31-lit" if sums[suit] == value else ""
        rows.append(
            f'<li class="t31-{SUIT_NAMES[suit]}{lit}"><span class="t31-suit">'
            f"{GLYPHS[suit]}{PLAIN} <span>{SUIT_NAMES[suit]}</span></span>"
            f'<span class="t31-track" aria-hidden="true">{pieces}</span>'
            f"<b>{sums[suit]}</b></li>"
        )
    return f'<ul class="t31-suits" aria-label="Points in each suit">{"".join(rows)}</ul>'


def missing_html(count: int) -> str:
    """What stands in the answer's place while cards are missing."""
    more = "one more card" if count == 1 else f"{count} more cards"
    return f'<div class="t31-answer"><p class="t31-verdict" role="status">Pick {more}.</p></div>'
