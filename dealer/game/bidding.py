"""Bidding: whose turn it is, which bid stands, and when it is over (rule 10).

A bidding lasts as long as it waits for somebody. The next players after a call come from one of the rules :func:`once`,
:func:`open_bidding` and :func:`closed_bidding`, or from a game's own rule. Bids are compared by their index in the
game's list of all bids, lowest first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from dealer.commands.commands import Command, command
from dealer.commands.fields import Key
from dealer.commands.refusal import Player, Refusal
from events.common.play import Bid, BidDoubled, BidMade, BidPassed, BidRedoubled, Called, ContractMade
from events.frozen import Frozen

PASS = BidPassed.word


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

    def after(self, player: str) -> tuple[str, ...]:
        """The other players, from a player's left."""
        at = self.order.index(player) + 1
        return (*self.order[at:], *self.order[: at - 1])


Order: TypeAlias = Callable[[tuple[str, ...]], tuple[str, ...]]
"""Turns a hand's players, from the dealer's left, into the order they speak in."""

Waiting: TypeAlias = Callable[[Bidding], tuple[str, ...]]
"""The players to wait for after the last call of the bidding."""


def clockwise(players: tuple[str, ...]) -> tuple[str, ...]:
    """The bidding begins at the dealer's left, like the ``players`` of a hand."""
    return players


def dealer_first(players: tuple[str, ...]) -> tuple[str, ...]:
    """The bidding begins with the dealer, the last of a hand's ``players``."""
    return (players[-1], *players[:-1])


def anticlockwise(players: tuple[str, ...]) -> tuple[str, ...]:
    """The bidding begins with the dealer or opener and goes to the right."""
    return players[::-1]


def once(bidding: Bidding) -> tuple[str, ...]:
    """Everybody speaks once."""
    return bidding.waiting[1:]


def open_bidding(bidding: Bidding) -> tuple[str, ...]:
    """Players may bid again after passing; it ends when all others pass in a row after a bid."""
    last = bidding.calls[-1]
    return bidding.waiting[1:] if last.bid == PASS else bidding.after(last.player)


def closed_bidding(bidding: Bidding) -> tuple[str, ...]:
    """Players who pass are out."""
    return tuple(player for player in open_bidding(bidding) if player not in bidding.out)


def ends_at(highest: Bid, waiting: Waiting) -> Waiting:
    """A bidding that also ends with the highest bid."""
    return lambda bidding: () if bidding.bid == highest else waiting(bidding)


def begun(order: tuple[str, ...]) -> Bidding:
    """A bidding before the first call."""
    return Bidding(order=order, waiting=order)


def with_call(bidding: Bidding, event: Called, waiting: Waiting) -> Bidding:
    """The bidding after a call, or after its outcome was entered instead of calls."""
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
    return replace(after, waiting=waiting(after))


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
