"""Bidding: whose turn it is, which bid stands, and when it is over (rule 10).

A bidding lasts as long as it waits for somebody. The next players after a call come from one of the rules :data:`ONCE`,
:data:`OPEN` and :data:`CLOSED`, or from a game's own rule; a rule is data, so the tablet knows it too (see
:mod:`dealer.game.forecast`). Bids are compared by their index in the game's list of all bids, lowest first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from dealer.commands.commands import Command, command
from dealer.commands.fields import Key
from dealer.commands.refusal import Player, Refusal
from dealer.game.forecast import (
    Expression,
    Forecast,
    Position,
    argument,
    backwards,
    either,
    equal,
    first,
    items,
    joined,
    left_of,
    nth,
    put,
    the,
    value_of,
    within,
    without,
)
from events.common.play import Bid, BidDoubled, BidHeld, BidMade, BidPassed, BidRedoubled, Called, ContractMade
from events.frozen import Frozen

PASS = BidPassed.word
NO_BIDS = frozenset({PASS, BidHeld.word, BidDoubled.word, BidRedoubled.word})
"""The calls that are no bids."""


class Call(NamedTuple):
    """One call of a bidding: a bid, or the word of another call such as ``pass``."""

    player: str
    bid: Bid


class Bidding(Frozen, gc=False):
    """The state of a bidding. ``order`` are the players in the order they speak.

    ``waiting`` are the players who will still speak if nobody raises, the next first; empty when it is over. ``bid`` is
    the highest bid so far, by ``bidder``; ``doubled`` is 2 or 4 if it was doubled or redoubled.
    """

    order: tuple[str, ...]
    waiting: tuple[str, ...]
    calls: tuple[Call, ...] = ()
    bid: Bid | None = None
    bidder: str | None = None
    doubled: int = 1

    @property
    def turn(self) -> str:
        """The player whose turn it is; "" when it is over."""
        return self.waiting[0] if self.waiting else ""

    @property
    def out(self) -> frozenset[str]:
        """The players who have passed."""
        return frozenset(call.player for call in self.calls if call.bid == PASS)

    @property
    def position(self) -> dict[str, Any]:
        """What the tablet's keys depend on, as JSON-ready data; ``bidders`` are the players of each bid so far."""
        return {
            "order": list(self.order),
            "waiting": list(self.waiting),
            "out": [player for player in self.order if player in self.out],
            "bid": self.bid,
            "bidder": self.bidder,
            "doubled": self.doubled,
            "bidders": {str(call.bid): [call.player] for call in self.calls if call.bid not in NO_BIDS},
            "spoken": bool(self.calls),
        }


CLOCKWISE: Expression = the("players")
"""The bidding begins at the dealer's left, like the players of a hand."""

DEALER_FIRST: Expression = joined(without(the("players"), first(-1, the("players"))), first(-1, the("players")))
"""The bidding begins with the dealer, the last of a hand's players."""

ANTICLOCKWISE: Expression = backwards(the("players"))
"""The bidding begins with the dealer or opener and goes to the right."""

CALLER: Expression = argument("player")
"""The player of a call."""

REST: Expression = without(the("waiting"), items(argument("player")))
"""The players who were waiting besides the player of a call."""


class Turns(Frozen):
    """Who speaks next, at the position with the call: after a bid or another call that is ``called``, after a pass."""

    called: Expression = REST
    passed: Expression = REST


ONCE = Turns()
"""Everybody speaks once."""

OPEN = Turns(called=first(-1, left_of(argument("player"), the("order"))))
"""Players may bid again after passing; it ends when all others pass in a row after a bid."""

CLOSED = Turns(called=without(OPEN.called, the("out")))
"""Players who pass are out."""


def ends_at(highest: Bid, turns: Turns) -> Turns:
    """A bidding that also ends with the highest bid."""
    return Turns(called=either(equal(the("bid"), highest), items(), turns.called), passed=turns.passed)


BEGUN: Forecast = {
    "waiting": the("order"),
    "out": items(),
    "bid": None,
    "bidder": None,
    "doubled": 1,
    "bidders": {},
    "spoken": False,
}
"""What the beginning of a bidding changes besides its order."""

SPEAKER: Expression = nth(0, the("waiting"))
"""The player whose turn it is; ``None`` when the bidding is over."""

NEXT: Expression = first(1, the("waiting"))
"""The player whose turn it is, alone in a list; nobody when the bidding is over."""


def call_made(turns: Turns, **changes: Expression) -> Forecast:
    """What a call changes that is no pass."""
    return {**changes, "spoken": True, "waiting": turns.called}


def bid_made(turns: Turns, bidder: Expression = CALLER) -> Forecast:
    """What a bid changes; ``bidder`` plays the hand if nobody bids higher."""
    bidders = put(the("bidders"), argument("bid"), items(argument("player")))
    return call_made(turns, bid=argument("bid"), bidders=bidders, bidder=bidder, doubled=1)


def bid_passed(turns: Turns) -> Forecast:
    """What a pass changes."""
    out = within(the("order"), joined(the("out"), items(argument("player"))))
    return {"out": out, "spoken": True, "waiting": turns.passed}


CONTRACT: Forecast = {
    "bid": argument("bid"),
    "bidder": argument("player"),
    "doubled": either(argument("doubled"), nth(argument("doubled"), items(1, 2, 4)), 1),
    "waiting": items(),
}
"""What the outcome of a bidding changes that is entered instead of the calls."""


def begun(order: tuple[str, ...]) -> Bidding:
    """A bidding before the first call."""
    return Bidding(order=order, waiting=order)


_NOTHING: Mapping[str, Any] = {}


def with_call(bidding: Bidding, event: Called, turns: Turns, position: Position = _NOTHING) -> Bidding:
    """The bidding after a call, or after its outcome was entered instead of calls.

    ``position`` has what the rule of its turns needs to know of the table.
    """
    if isinstance(event, ContractMade):
        return replace(bidding, waiting=(), bid=event.bid, bidder=event.player, doubled=event.doubled)
    after = replace(bidding, calls=(*bidding.calls, Call(event.player, getattr(event, "bid", event.word))))
    match event:
        case BidMade():
            after = replace(after, bid=event.bid, bidder=event.player, doubled=1)
        case BidDoubled() | BidRedoubled():
            after = replace(after, doubled=bidding.doubled * 2)
        case BidPassed():
            pass
        case _:
            after = replace(after, bidder=event.player)
    rule = turns.passed if isinstance(event, BidPassed) else turns.called
    arguments = {"player": event.player, "bid": getattr(event, "bid", None)}
    return replace(after, waiting=tuple(value_of(rule, {**position, **after.position}, arguments)))


@command("pass")
class Pass(Command):
    """Pass."""

    player: Key


def check_turn(bidding: Bidding, player: str) -> None:
    """Refuse (``not_your_turn``) a player who is out of turn."""
    if player != bidding.turn:
        raise Refusal("not_your_turn", "It is %(player)s's turn to speak.", player=Player(bidding.turn))


def check_higher(bidding: Bidding, bid: Bid, bids: Sequence[Bid]) -> None:
    """Refuse (``bid_too_low``) a bid that is not higher than the last; ``bids`` are all bids, lowest first."""
    if bidding.bid is not None and bids.index(bid) <= bids.index(bidding.bid):
        raise Refusal("bid_too_low", "Bid more than %(bid)s.", bid=str(bidding.bid))


def check_nobody_spoke(bidding: Bidding) -> None:
    """Refuse (``wrong_phase``) the outcome of a bidding that has recorded calls."""
    if bidding.calls:
        raise Refusal("wrong_phase", "Not now: the bidding has begun. Enter each call.")


def higher_than(bidding: Bidding, bids: Sequence[Bid]) -> tuple[Bid, ...]:
    """The bids that are higher than the current bid."""
    return tuple(bids) if bidding.bid is None else tuple(bids[bids.index(bidding.bid) + 1 :])
