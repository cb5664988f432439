"""The slow way to every exact figure, kept as the oracle for the fast one.

Plain enumeration: cards are text (`"KH"`, `"TC"`), every hand is valued afresh suit by suit, and
nothing is precomputed or remembered. It shares no code with the package and needs nothing but
the standard library. Rules are plain dicts, written down anew from the rule book.

Counts are ints, means and chances are `Fraction`s. The functions that walk every deal suit short
decks only: put most of the deck into `seen`.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

SUITS = "CDHS"
RANKS = "23456789TJQKA"
POINTS = dict(zip(RANKS, (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11), strict=True))
REPLIES = ("stand", "stock", "greedy", "mean", "sharp")

# `blitz` is which 31 is declared; `tied` is (the knocker's loss, each other's) when the knocker
# shares the lowest value; `late_31` says what a 31 after a knock does to the knocker's losses, or
# that it is only a high hand; `empty` what an empty stock does when nobody has knocked.
SCAT = {
    "lowest_rank": "2",
    "trips": None,
    "aces": None,
    "suited_run": None,
    "blitz": "any",
    "promise": "lowest",
    "scoring": "lives",
    "knocker_lowest": 2,
    "tied": (0, 1),
    "late_31": "knocker 1",
    "empty": "showdown",
    "min_knock": None,
    "suited_knock": False,
    "first_turn_knock": True,
    "knocker_draws": False,
    "hammer": False,
    "throw_down": False,
    "may_stand": False,
}
FOUR_CORNERS = SCAT | {"tied": (1, 0), "late_31": "high", "empty": "draw", "may_stand": True}
PRESETS = {
    "SCAT": SCAT,
    "SCAT_STRICT": SCAT | {"tied": (2, 1), "late_31": "knocker 2"},
    "CADILLAC": SCAT | {"trips": 30, "aces": 33, "tied": (2, 0)},
    "GIN": SCAT | {"trips": 30.5, "promise": "highest"},
    "RIDE_THE_BUS": SCAT,
    "FRENCH_CANADIAN": SCAT | {"scoring": "one point"},
    "FOUR_CORNERS": FOUR_CORNERS,
    "WEST_LANSING": FOUR_CORNERS | {"trips": 30.5, "tied": (2, 0)},
    "DUTCH": FOUR_CORNERS | {"lowest_rank": "7"},
    "NO_ELIMINATION": FOUR_CORNERS | {"scoring": "places", "late_31": "knocker 1"},
}


def deck(rules=SCAT):
    """Every card of the rules' deck, suit by suit, ranks upwards."""
    ranks = RANKS[RANKS.index(rules["lowest_rank"]) :]
    return [rank + suit for suit in SUITS for rank in ranks]


def without(cards, *known):
    """The cards that are in none of the known groups (a single card is a group of its own)."""
    gone = [card for group in known for card in ([group] if isinstance(group, str) else group)]
    return [card for card in cards if card not in gone]


# Hands and draws


def value(hand, rules=SCAT):
    """What three cards are worth."""
    best = max(sum(POINTS[card[0]] for card in hand if card[1] == suit) for suit in SUITS)
    if hand[0][0] == hand[1][0] == hand[2][0]:
        if rules["aces"] is not None and hand[0][0] == "A":
            return max(best, rules["aces"])
        if rules["trips"] is not None:
            return max(best, rules["trips"])
    if rules["suited_run"] is not None and is_suited_run(hand):
        return max(best, rules["suited_run"])
    return best


def is_suited_run(hand):
    """Three neighbours of one suit; the ace is above the king or below the 2."""
    if len({card[1] for card in hand}) > 1:
        return False
    ranks = {card[0] for card in hand}
    order = "A" + RANKS
    return any(ranks == set(order[low : low + 3]) for low in range(len(order) - 2))


def is_declared(hand, rules=SCAT):
    """Whether these cards end a round as soon as they are held: 31, or three aces worth 33."""
    if value(hand, rules) == 31 and rules["blitz"] == "court":
        return sum(card[0] in "JQK" for card in hand) == 2
    return value(hand, rules) in (31, 33)


def value_after(hand, card, must_keep=False, rules=SCAT):
    """The best value of three among four cards."""
    kept = combinations([card, *hand], 3)
    return max(value(three, rules) for three in kept if card in three or not must_keep)


def prospect(hand, rules=SCAT):
    """Mean value after one more draw from all the cards that are not in the hand."""
    draws = without(deck(rules), hand)
    return sum(Fraction(value_after(hand, card, rules=rules)) for card in draws) / len(draws)


def best_discard(hand, card, must_keep=False, rules=SCAT):
    """The card to throw, by the four rules of preference one after the other."""
    four = [*hand, card]
    best = list(hand) if must_keep else four
    for merit in (
        lambda thrown: value(without(four, thrown), rules),
        lambda thrown: prospect(without(four, thrown), rules),
        lambda thrown: -POINTS[thrown[0]],
    ):
        if len(best) > 1:
            merits = [merit(thrown) for thrown in best]
            best = [thrown for thrown, m in zip(best, merits, strict=True) if m == max(merits)]
    return min(best, key=deck(rules).index)


def hand_values(held=(), seen=(), rules=SCAT):
    """The values of all hands that contain `held` and nothing of `seen`."""
    unseen = without(deck(rules), held, seen)
    return Counter(value((*held, *others), rules) for others in combinations(unseen, 3 - len(held)))


def draw_values(hand, upcard=(), seen=(), rules=SCAT):
    """The best value after each card that the stock may yield."""
    return Counter(
        value_after(hand, card, rules=rules) for card in without(deck(rules), hand, upcard, seen)
    )


def outs(hand, target, upcard=(), seen=(), rules=SCAT):
    """The unseen cards that bring the hand to the target."""
    unseen = without(deck(rules), hand, upcard, seen)
    return [card for card in unseen if value_after(hand, card, rules=rules) >= target]


def chance_within(hand, target, draws, upcard=(), seen=(), rules=SCAT):
    """The chance to have reached the target within so many draws, throwing as well as can be."""
    if value(hand, rules) >= target:
        return Fraction(1)
    if draws == 0:
        return Fraction(0)
    unseen = without(deck(rules), hand, upcard, seen)
    chances = []
    for card in unseen:
        four = [*hand, card]
        chances.append(
            max(
                chance_within(
                    without(four, thrown), target, draws - 1, upcard, (*seen, thrown), rules
                )
                for thrown in four
            )
        )
    return sum(chances, Fraction(0)) / len(unseen)


# One opponent


def counts_as(hand, rules=SCAT):
    """The value of a knocker's hand: a 31, or three aces, that were not declared count 30."""
    return 30 if is_declared(hand, rules) else value(hand, rules)


def takes(hand, upcard, unknown, own, reply, rules=SCAT):
    """Whether a player takes the upcard; `own` is the knocker's value."""
    if reply in ("stand", "stock"):
        return False
    kept = value_after(hand, upcard, must_keep=True, rules=rules)
    if reply == "greedy":
        return kept > value(hand, rules)
    if reply == "sharp":
        return kept > own
    return kept * len(unknown) >= sum(value_after(hand, card, rules=rules) for card in unknown)


def takers(hand, reply, took, threw=(), upcard=(), seen=(), rules=SCAT):
    """Every (hand now, card thrown) of a player who chose to take `took` by this reply.

    Where `threw` is given they threw that card, else whatever suits the hand.
    """
    if reply in ("stand", "stock"):
        raise ValueError(f"{reply} never takes")
    hidden = without(deck(rules), hand, seen, took, () if upcard == threw else upcard)
    for before in combinations(hidden, 3):
        if (threw and threw not in before) or is_declared(before, rules):
            continue
        unknown = without(deck(rules), before, took, seen)
        if not takes(before, took, unknown, counts_as(hand, rules), reply, rules):
            continue
        thrown = best_discard(before, took, must_keep=True, rules=rules)
        now = (*without(before, thrown), took)
        if (not threw or thrown == threw) and not is_declared(now, rules):
            yield now, thrown


def taken_values(hand, reply, took, threw=(), seen=(), rules=SCAT):
    """What the hand of a player who took a card by choice is worth."""
    return Counter(
        value(now, rules) for now, _ in takers(hand, reply, took, threw, seen=seen, rules=rules)
    )


def reply_values(hand, upcard, reply, held=(), took=(), threw=(), seen=(), rules=SCAT):
    """One opponent's values after their last turn.

    Every hand is counted with every card that the stock may yield, also where none is drawn.
    """
    if took:
        holdings = (
            (now, thrown)
            for now, thrown in takers(hand, reply, took, threw, upcard, seen, rules)
            if set(held) <= set(now)
        )
    else:
        hidden = without(deck(rules), hand, upcard, seen, held)
        holdings = (((*held, *others), ()) for others in combinations(hidden, 3 - len(held)))
    counts = Counter()
    for now, thrown in holdings:
        if is_declared(now, rules):
            continue
        stock = without(deck(rules), hand, upcard, seen, now, thrown)
        unknown = without(deck(rules), upcard, seen, now, thrown)
        if reply == "stand":
            counts[value(now, rules)] += len(stock)
        elif takes(now, upcard, unknown, counts_as(hand, rules), reply, rules):
            counts[value_after(now, upcard, must_keep=True, rules=rules)] += len(stock)
        else:
            counts.update(value_after(now, card, rules=rules) for card in stock)
    return counts


# Several opponents


def deals(cards, players, rules=SCAT, alike=False):
    """Every way to deal three cards to each player, with the cards left over.

    Where players are alike, only one of their orders is walked: by the first card of their hands.
    """
    if players == 0:
        yield (), cards
        return
    for hand in combinations(cards, 3):
        if not is_declared(hand, rules):
            for others, left in deals(without(cards, hand), players - 1, rules, alike):
                if not alike or not others or cards.index(hand[0]) < cards.index(others[0][0]):
                    yield (hand, *others), left


def showdowns(unseen, opponents, reply, rules=SCAT, alike=False):
    """The opponents' values in order of play, for every deal of the unseen cards and every draw."""
    counts = Counter()
    for hands, stock in deals(unseen, opponents, rules, alike):
        if reply == "stand":
            counts[tuple(value(hand, rules) for hand in hands)] += 1
        else:
            for drawn in permutations(stock, opponents):
                counts[last_turns(hands, drawn, rules)] += 1
    return counts


def last_turns(hands, drawn, rules=SCAT):
    """The values when each draws a card in turn; where a 31 ends the round, nobody after it."""
    finals = ()
    for hand, card in zip(hands, drawn, strict=True):
        over = any(ends(worth, rules) for worth in finals)
        finals += (value(hand, rules) if over else value_after(hand, card, rules=rules),)
    return finals


def ends(worth, rules=SCAT):
    """Whether a hand made after the knock ends the round, any 31 being declared."""
    return rules["late_31"] != "high" and worth in (31, 33)


def knock_odds(own, finals, rules=SCAT):
    """The knocker's fate over all showdowns; `own` is what the knocker's hand counts."""
    high = rules["promise"] == "highest" or rules["scoring"] != "lives"
    won, lost = ("highest", "beaten") if high else ("safe", "lowest")
    fates = Counter({won: 0, "tied": 0, "beaten by 31": 0, lost: 0})
    for others, count in finals.items():
        edge = max(others) if high else min(others)
        if any(ends(worth, rules) for worth in others):
            fates["beaten by 31"] += count
        elif own == edge:
            fates["tied"] += count
        else:
            fates[won if own > edge else lost] += count
    return fates


def knock_lives(own, finals, rules=SCAT):
    """Mean of what the knocker, and of what the average opponent, loses (or wins in points)."""
    mine = theirs = Fraction(0)
    for others, count in finals.items():
        declared = [seat for seat, worth in enumerate(others, 1) if ends(worth, rules)]
        losses = settle((own, *others), knocker=0, declared=declared, rules=rules)
        mine += count * losses[0]
        theirs += Fraction(count * sum(losses[1:]), len(others))
    return mine / sum(finals.values()), theirs / sum(finals.values())


def settle(values, knocker=None, declared=(), stock_empty=False, rules=SCAT, hands=None):
    """What each seat loses in lives, or wins in points, at the end of a round."""
    if knocker is not None and rules["late_31"] == "high":
        declared = ()
    if stock_empty and rules["empty"] == "draw" and knocker is None and not declared:
        return (0,) * len(values)
    if rules["scoring"] == "values":
        return tuple(values)
    if rules["scoring"] == "one point":
        return one_point(values, knocker, declared)
    if rules["scoring"] == "ranks":
        order = [sorted((RANKS.index(card[0]) for card in hand), reverse=True) for hand in hands]
        return one_point(list(zip(values, order, strict=True)), knocker, declared)
    if rules["scoring"] == "places":
        return places(values, knocker, declared)

    def losses(knockers, others, losers):
        return tuple(
            (knockers if seat == knocker else others) if seat in losers else 0
            for seat in range(len(values))
        )

    if declared:
        hit = 2 if rules["late_31"] == "knocker 2" else 1
        return losses(hit, 1, set(range(len(values))) - set(declared))
    if rules["promise"] == "highest" and knocker is not None:
        kept = values[knocker] == max(values)
        return losses(0 if kept else 1, 1 if kept else 0, range(len(values)))
    lowest = [seat for seat, worth in enumerate(values) if worth == min(values)]
    if lowest == [knocker]:
        return losses(rules["knocker_lowest"], 0, lowest)
    if knocker in lowest:
        return losses(*rules["tied"], lowest)
    return losses(0, 1, lowest)


def one_point(values, knocker, declared):
    """A point for the highest; the knocker loses a tie; a declared 31 has the point."""
    highest = [seat for seat, worth in enumerate(values) if worth == max(values)]
    if len(highest) > 1 and knocker in highest:
        highest.remove(knocker)
    return tuple(int(seat in (declared or highest)) for seat in range(len(values)))


def places(values, knocker, declared):
    """Highest 3 (the knocker 4), middle 2 (1), lowest 1 (0); ties take the better place."""
    points = []
    for seat, worth in enumerate(values):
        if seat in declared:
            points.append(6)
        elif worth == max(values):
            points.append(4 if seat == knocker else 3)
        elif worth == min(values) and values.count(worth) == 1:
            points.append(0 if seat == knocker else 1)
        else:
            points.append(1 if seat == knocker else 2)
    return tuple(points)


# A round


def play(dealt, players, dealer, rules=SCAT):
    """A round as a story: yields the seat to act and its actions, and is sent the one it takes.

    Returns the values as they count and what each seat loses or wins.
    """
    around = [(dealer + 1 + i) % players for i in range(players)]
    hands = {seat: dealt[i : 3 * players : players] for i, seat in enumerate(around)}
    pile, stock = [dealt[3 * players]], dealt[3 * players + 1 :]
    turns, quiet, declared, knocker = dict.fromkeys(around, 0), set(), [], None

    def end(knocker=None, stock_empty=False):
        worth = [30 if s in quiet else value(hands[s], rules) for s in range(players)]
        order = [hands[s] for s in range(players)]
        return worth, settle(worth, knocker, declared, stock_empty, rules, order)

    def holders():
        return [seat for seat in around if seat not in quiet and is_declared(hands[seat], rules)]

    def call(seat):
        declared.extend(holders())
        return end(None if declared else seat)

    seat = around[0]
    if rules["throw_down"] and (yield seat, ["throw down", "look"]) == "throw down":
        return call(seat)
    for holder in holders():
        if (yield holder, ["declare", "quiet"]) == "declare":
            declared.append(holder)
        else:
            quiet.add(holder)
    if declared:
        return end()
    while True:
        action = yield seat, turn_actions(seat, hands, stock, turns, quiet, knocker, rules)
        turns[seat] += 1
        if action == "hammer":
            return call(seat)
        if action == "stop":
            return end(knocker, stock_empty=True)
        if action == "knock":
            knocker = seat
            if rules["knocker_draws"]:
                action = yield seat, ["draw", "take"]
        if action in ("draw", "take"):
            new = stock.pop(0) if action == "draw" else pile.pop()
            may_go = [*hands[seat], new] if action == "draw" else hands[seat]
            thrown = (yield seat, [f"discard {card}" for card in may_go]).split()[1]
            hands[seat] = without([*hands[seat], new], thrown)
            pile.append(thrown)
            if not is_declared(hands[seat], rules):
                quiet.discard(seat)
            elif seat not in quiet and not (knocker is not None and rules["late_31"] == "high"):
                if (yield seat, ["declare", "quiet"]) == "declare":
                    declared.append(seat)
                    return end(knocker)
                quiet.add(seat)
        if knocker is None and not stock and rules["empty"] == "draw":
            return end(stock_empty=True)
        seat = around[(around.index(seat) + 1) % players]
        if seat == knocker:
            return end(knocker)


def turn_actions(seat, hands, stock, turns, quiet, knocker, rules):
    """What a seat may do at the start of its turn."""
    actions = ["draw", "take"] if stock else ["take"]
    if knocker is None and stock:
        worth = 30 if seat in quiet else value(hands[seat], rules)
        enough = rules["min_knock"] is None or worth >= rules["min_knock"]
        suited = len({card[1] for card in hands[seat]}) == 1 or not rules["suited_knock"]
        if enough and suited and (turns[seat] > 0 or rules["first_turn_knock"]):
            actions.append("knock")
        if rules["hammer"] and sum(turns.values()) == 0:
            actions.append("hammer")
    if knocker is not None and rules["may_stand"]:
        actions.append("stand")
    elif not stock:
        last = knocker is not None and rules["empty"] == "draw"
        actions.append("stand" if last else "stop")
    return actions
