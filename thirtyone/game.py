"""A round as pure functions of a frozen state: deal, legal actions, step, view.

All chance is in the deal. Actions are text, so that a round reads as a log: "draw", "take",
"discard 5D", "knock", "stand" (pass the last turn), "stop" (decline the upcard when the stock is
empty), "declare" or "quiet" (of a 31 just dealt or made), "hammer" (an immediate showdown),
"throw down" or "look" (the same, before looking at the cards).
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any, Literal, get_args

import numpy as np

from thirtyone.checks import one_of, shown, whole
from thirtyone.deck import Card, CardLike, CardsLike, card, pack, place, shuffled
from thirtyone.hands import DECLARED, code_of, three, value_of
from thirtyone.rules import SCAT, Rules, Value, checked
from thirtyone.scoring import settle

Hand = tuple[Card, ...]
# What the player to act is asked: whether to throw down, to declare, for a turn, for a discard.
Phase = Literal["throw down", "declare", "turn", "discard", "over"]
DISCARDS = tuple(f"discard {c.rank}{c.suit}" for c in pack())  # by card


@dataclass(frozen=True, slots=True)
class State:
    """A round at one moment. Seats are 0 to players - 1; the stock is drawn from its front.

    ``to_act`` is the seat whose action is next (None once ``over``); ``result`` is as ``settle``
    (None before the end).

    Raises ValueError for what no round can come to: a seat that is not there, a card in two
    places, a hand too large or small, a result before the end.
    """

    rules: Rules
    dealer: int
    hands: tuple[Hand, ...]
    stock: Hand
    pile: Hand  # its last card is the upcard
    to_act: int | None
    phase: Phase
    knocker: int | None = None
    declared: tuple[int, ...] = ()
    undeclared: frozenset[int] = frozenset()  # holders of a 31 who kept quiet: it counts 30
    asked: tuple[int, ...] = ()  # who holds a 31 and is still to be asked
    taken: Card | None = None  # the upcard just taken: it may not be thrown back
    turns: tuple[int, ...] = ()  # by seat, how many turns each has begun
    discards: tuple[tuple[int | None, Card], ...] = ()  # who threw what; None: the first upcard
    takes: tuple[tuple[int, Card], ...] = ()  # who took what
    result: tuple[Value, ...] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.hands, tuple):
            raise ValueError(f"hands are a tuple with one for each seat, not {shown(self.hands)}")
        players = checked_players(len(self.hands), self.dealer)
        places: dict[str, Any] = {f"hand {seat}": hand for seat, hand in enumerate(self.hands)}
        places |= {"the stock": self.stock, "the pile": self.pile}
        four = self.to_act if self.phase == "discard" else None
        sizes = [3 + (seat == four) for seat in range(players)]
        placed = place(checked(self.rules).deck, **places)
        if placed != [*places.values()] or [len(hand) for hand in self.hands] != sizes:
            raise ValueError("a hand is three cards, or four where its seat is to discard, a tuple")
        one_of("phase", self.phase, get_args(Phase))
        for seat in {self.to_act, self.knocker, *self.declared, *self.undeclared, *self.asked}:
            if seat is not None:
                whole("a seat", seat, 0, players - 1)
        if (self.to_act is None, self.result is not None) != (self.over, self.over):
            raise ValueError("a round that is over has a result, any other a seat that is to act")
        if len(self.turns) != players:
            raise ValueError(f"turns are one number for each seat, not {shown(self.turns)}")

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def values(self) -> tuple[Value, ...]:
        """The hands' values as they count: a 31 that was not declared counts 30.

        While a player holds four cards, the best three of them.
        """
        return tuple(_value(self, seat) for seat in range(self.players))


FIELDS = tuple(field.name for field in fields(State))


@dataclass(frozen=True, slots=True)
class View:
    """What one seat can see: its own hand, the open cards that passed, the size of the stock.

    ``legal`` are its actions, empty when another seat is to act.
    """

    rules: Rules
    seat: int
    players: int
    dealer: int
    hand: Hand
    upcard: Card | None
    stock: int
    knocker: int | None
    turn: int  # how many turns this seat has begun
    discards: tuple[tuple[int | None, Card], ...]
    takes: tuple[tuple[int, Card], ...]
    legal: tuple[str, ...]

    @classmethod
    def opening(
        cls,
        hand: CardsLike,
        upcard: CardLike,
        *,
        players: int = 2,
        turn: int = 0,
        rules: Rules = SCAT,
    ) -> View:
        """What seat 0, the first to act, sees on a turn of its own.

        Everybody has had ``turn`` turns; of the cards thrown only the upcard is known.

        Raises ValueError for a hand that is not three cards or a 31, a card twice, and too few
        cards for so many players.

        >>> View.opening("KH 9H 2C", "5D").legal
        ('draw', 'take', 'knock')
        """
        deck, others = checked(rules).deck, checked_players(players) - 1
        own, up = place(deck, **{"the hand": hand, "the upcard": (card(upcard),)})
        if _code(three(own), rules) >= DECLARED:
            raise ValueError("a 31 is declared before anybody takes a turn")
        rest = [c for c in deck if c not in (*own, *up)]  # in whatever order: no view shows it
        order = [c for mine in own for c in (mine, *(rest.pop() for _ in range(others)))]
        dealt = deal(players, deck=(*order, *up, *rest), dealer=others, rules=rules)
        turns = (whole("turn", turn, 0),) * players
        return view(_with(dealt, to_act=0, phase="turn", asked=(), turns=turns), 0)


def deal(
    players: int,
    *,
    seed: int | None = None,
    dealer: int = 0,
    deck: CardsLike | None = None,
    rules: Rules = SCAT,
) -> State:
    """The start of a round: three cards each, one at a time from the dealer's left, and the upcard.

    ``deck`` is the order in which cards are dealt, the stock after the upcard; else ``seed``
    shuffles one (another each time where there is none).

    Raises ValueError for players not from 2 to 9, a dealer who is not there, or too few cards.

    >>> state = deal(2, deck="KH QS 8H 7S 2C 4D 5C 3D 6D", dealer=1)
    >>> state.hands, state.to_act, legal_actions(state)
    (((K♥, 8♥, 2♣), (Q♠, 7♠, 4♦)), 0, ('draw', 'take', 'knock'))
    """
    players = checked_players(players, dealer)
    seed = None if seed is None else whole("seed", seed, 0)
    if isinstance(deck, Set):
        raise ValueError(f"a deck has an order: give a list or text, not {shown(deck)}")
    if deck is None:
        rng = np.random.default_rng(seed)
        order = tuple(Card(int(i)) for i in shuffled(checked(rules).deck, seed=rng)[0])
    else:
        (order,) = place(checked(rules).deck, deck=deck)
    if len(order) < 3 * players + 2:
        raise ValueError(
            f"{len(order)} cards are too few: {players} players need three each, "
            "an upcard and a stock"
        )
    first = _left_of(dealer, players)
    upcard = order[3 * players]
    state = State(
        rules,
        dealer,
        _dealt(order, first, players),
        stock=order[3 * players + 1 :],
        pile=(upcard,),
        to_act=first,
        phase="throw down" if rules.throw_down else "turn",
        turns=(0,) * players,
        discards=((None, upcard),),
    )
    return state if rules.throw_down else _ask_dealt(state, first)


def legal_actions(state: State) -> tuple[str, ...]:
    """The actions of the seat that is to act; empty only when the round is over."""
    seat = _checked(state).to_act
    if seat is None:
        return ()
    if state.phase == "throw down":
        return "throw down", "look"
    if state.phase == "declare":
        return "declare", "quiet"
    if state.phase == "discard":
        return tuple(DISCARDS[c] for c in state.hands[seat] if c != state.taken)
    actions = ["draw", "take"] if state.stock else ["take"]
    if _may_knock(state, seat):
        actions.append("knock")
    if _may_hammer(state):
        actions.append("hammer")
    if _may_stand(state, seat):
        actions.append("stand")
    elif not state.stock and state.rules.stock_empty == "take":
        actions.append("stop")
    return tuple(actions)


def step(state: State, action: str) -> State:
    """The state after the action of the seat that is to act; the old state stays as it is.

    Raises ValueError for an action that is not legal now, naming those that are.

    >>> state = deal(2, deck="KH QS 8H 7S 2C 4D 5C 3D 6D", dealer=1)
    >>> for action in ("knock", "draw", "discard 3D"):
    ...     state = step(state, action)
    >>> state.values, state.result
    ((18, 17), (0, 1))
    """
    if not isinstance(action, str):
        raise ValueError(f'an action is text such as "draw", not {shown(action)}')
    seat, said = _checked(state).to_act, shown(action).replace("'", '"')
    if seat is None:
        raise ValueError(f"{said} comes too late: the round is over")
    wanted = " ".join(action.lower().split())
    if wanted.startswith("discard "):
        wanted = DISCARDS[card(wanted.removeprefix("discard "))]
    legal = legal_actions(state)
    if wanted not in legal:
        raise ValueError(f"{said} is not possible now: {', '.join(legal)}")
    if state.phase == "discard":
        return _discard(state, seat, Card(DISCARDS.index(wanted)))
    if state.phase == "turn":
        state = _begin_turn(state, seat)
    return DO[wanted](state, seat)


def view(state: State, seat: int) -> View:
    """What that seat can see; nothing in it depends on cards that the seat cannot see."""
    _checked(state)
    seat = whole("a seat", seat, 0, state.players - 1)
    acts = state.to_act == seat
    return View(
        rules=state.rules,
        seat=seat,
        players=state.players,
        dealer=state.dealer,
        hand=() if acts and state.phase == "throw down" else state.hands[seat],
        upcard=state.pile[-1] if state.pile else None,
        stock=len(state.stock),
        knocker=state.knocker,
        turn=state.turns[seat],
        discards=state.discards,
        takes=state.takes,
        legal=legal_actions(state) if acts else (),
    )


def checked_players(players: object, dealer: int = 0) -> int:
    """The number of players; ValueError unless so many can play, one of whom deals."""
    players = whole("players", players, 2, 9)
    whole("the dealer's seat", dealer, 0, players - 1)
    return players


def _checked(state: State) -> State:
    if not isinstance(state, State):
        raise ValueError(f"a state is what deal and step return, not {shown(state)}")
    return state


# What is so, and what may be done


def _dealt(order: Hand, first: int, players: int) -> tuple[Hand, ...]:
    """Three cards each, one at a time, from the first seat on."""
    places = [(seat - first) % players for seat in range(players)]
    return tuple(order[place : 3 * players : players] for place in places)


def _left_of(seat: int, players: int) -> int:
    return (seat + 1) % players


def _code(hand: Hand, rules: Rules) -> int:
    """The code of the hand, or of the best three while it has four cards."""
    return max(code_of(three, rules) for three in combinations(hand, 3))


def _value(state: State, seat: int) -> Value:
    return 30 if seat in state.undeclared else value_of(_code(state.hands[seat], state.rules))


def _holds_31(state: State, seat: int) -> bool:
    """Whether the seat may declare what it holds, asked or not."""
    return _code(state.hands[seat], state.rules) >= DECLARED


def _may_knock(state: State, seat: int) -> bool:
    suited, turns = len({c // 13 for c in state.hands[seat]}) == 1, state.turns[seat]
    free = state.knocker is None and bool(state.stock)
    return free and state.rules.may_knock(_value(state, seat), suited, turns=turns)


def _may_hammer(state: State) -> bool:
    return state.rules.hammer and not any(state.turns) and bool(state.stock)


def _may_stand(state: State, seat: int) -> bool:
    """On the last turn, where it may be passed: by the rules, or with no stock to draw from."""
    no_draw = not state.stock and state.rules.stock_empty == "draw"
    return state.knocker not in (None, seat) and (state.rules.may_stand or no_draw)


# What each action does


def _ask_dealt(state: State, first: int) -> State:
    """Ask each holder of a 31 just dealt, from the first player on; then the first turn."""
    order = [(first + i) % state.players for i in range(state.players)]
    asked = tuple(seat for seat in order if _holds_31(state, seat))
    if asked:
        return _with(state, to_act=asked[0], phase="declare", asked=asked)
    return _with(state, to_act=first, phase="turn")


def _declare(state: State, seat: int) -> State:
    return _asked(_with(state, declared=(*state.declared, seat)), seat)


def _keep_quiet(state: State, seat: int) -> State:
    return _asked(_with(state, undeclared=state.undeclared | {seat}), seat)


def _asked(state: State, seat: int) -> State:
    """When the seat has answered: the next holder is asked, or the round goes on or is over."""
    asked = state.asked[1:]
    if asked:
        return _with(state, asked=asked, to_act=asked[0])
    state = _with(state, asked=())
    if state.declared:
        return _over(state)
    if not any(state.turns):
        return _with(state, to_act=_left_of(state.dealer, state.players), phase="turn")
    return _after_turn(state, seat)


def _begin_turn(state: State, seat: int) -> State:
    if state.knocker == seat:  # it goes on with the turn in which it knocked
        return state
    return _with(state, turns=tuple(n + (s == seat) for s, n in enumerate(state.turns)))


def _draw(state: State, seat: int) -> State:
    hands = _with_hand(state, seat, (*state.hands[seat], state.stock[0]))
    return _with(state, hands=hands, stock=state.stock[1:], phase="discard")


def _take(state: State, seat: int) -> State:
    pile, upcard = state.pile[:-1], state.pile[-1]
    hands = _with_hand(state, seat, (*state.hands[seat], upcard))
    takes = (*state.takes, (seat, upcard))
    return _with(state, hands=hands, pile=pile, taken=upcard, takes=takes, phase="discard")


def _knock(state: State, seat: int) -> State:
    state = _with(state, knocker=seat)
    return state if state.rules.knocker_draws else _after_turn(state, seat)


def _stop(state: State, seat: int) -> State:
    return _over(state, stock_empty=True)


def _call_showdown(state: State, seat: int) -> State:
    """An immediate showdown, scored like a knock by the caller; an unasked 31 is declared."""
    unasked = [s for s in range(state.players) if s not in state.undeclared]
    holders = tuple(s for s in unasked if _holds_31(state, s))
    return _over(_with(state, declared=holders, knocker=None if holders else seat))


def _discard(state: State, seat: int, thrown: Card) -> State:
    hands = _with_hand(state, seat, tuple(c for c in state.hands[seat] if c != thrown))
    pile, discards = (*state.pile, thrown), (*state.discards, (seat, thrown))
    state = _with(state, hands=hands, pile=pile, taken=None, discards=discards)
    if not _holds_31(state, seat):
        return _after_turn(_with(state, undeclared=state.undeclared - {seat}), seat)
    ends = state.knocker is None or state.rules.late_31 is not None
    if ends and seat not in state.undeclared:
        return _with(state, phase="declare", asked=(seat,))
    return _after_turn(state, seat)


def _after_turn(state: State, seat: int) -> State:
    following = _left_of(seat, state.players)
    if not state.stock and state.knocker is None and state.rules.stock_empty == "draw":
        return _over(state, stock_empty=True)
    if following == state.knocker:
        return _over(state)
    return _with(state, to_act=following, phase="turn")


DO = {
    "throw down": _call_showdown,
    "look": _ask_dealt,
    "declare": _declare,
    "quiet": _keep_quiet,
    "draw": _draw,
    "take": _take,
    "knock": _knock,
    "hammer": _call_showdown,
    "stand": _after_turn,
    "stop": _stop,
}


def _over(state: State, *, stock_empty: bool = False) -> State:
    result = settle(
        state.values,
        hands=state.hands,
        knocker=state.knocker,
        declared=state.declared,
        stock_empty=stock_empty,
        rules=state.rules,
    )
    return _with(state, to_act=None, phase="over", asked=(), result=result)


def _with_hand(state: State, seat: int, hand: Hand) -> tuple[Hand, ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _with(state: State, **changes: Any) -> State:
    """The state with these changes: as ``replace``, but for the checks of what may come to be."""
    after = object.__new__(State)
    for name in FIELDS:
        object.__setattr__(after, name, changes[name] if name in changes else getattr(state, name))
    return after
