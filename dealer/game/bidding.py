"""Bidding: who speaks next, what stands, and when it is over (rulebook G0).

A bidding goes on as long as somebody is waited for. Who that is after a call says one of the rules :func:`once`,
:func:`open_bidding` and :func:`closed_bidding`, or one of a game's own. Bids are compared by their place in the game's
list of all bids, the lowest first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from dealer.commands.commands import Command, command
from dealer.commands.fields import Key
from dealer.commands.refusal import Player, Refusal
from events.facts.play import Bid, BidDoubled, BidMade, BidPassed, BidRedoubled, Called, ContractMade
from events.frozen import Frozen

PASS = BidPassed.word


class Call(NamedTuple):
    """What a player said: a bid, or the word of another call."""

    player: str
    said: Bid


class Bidding(Frozen, gc=False):
    """A bidding as it stands. ``order`` are those who speak, the first one first.

    ``waiting`` are those who will yet be asked if nobody raises, the next one first: nobody where it is over. ``bid``
    is the one that stands, of the ``bidder``, and ``doubled`` is 2 or 4 where it was.
    """

    order: tuple[str, ...]
    waiting: tuple[str, ...]
    calls: tuple[Call, ...] = ()
    bid: Bid | None = None
    bidder: str | None = None
    doubled: int = 1

    @property
    def turn(self) -> str:
        """Whose turn it is to speak; "" where it is over."""
        return self.waiting[0] if self.waiting else ""

    @property
    def out(self) -> frozenset[str]:
        """Who has passed."""
        return frozenset(call.player for call in self.calls if call.said == PASS)

    def after(self, player: str) -> tuple[str, ...]:
        """The others, from a player's left."""
        at = self.order.index(player) + 1
        return (*self.order[at:], *self.order[: at - 1])


Order: TypeAlias = Callable[[tuple[str, ...]], tuple[str, ...]]
"""Turns the players of a hand, from the dealer's left, into those who speak, the first one first."""

Waiting: TypeAlias = Callable[[Bidding], tuple[str, ...]]
"""Who is waited for after the last call, which stands in the bidding."""


def clockwise(players: tuple[str, ...]) -> tuple[str, ...]:
    """The bidding begins at the dealer's left; so do the ``players`` of a hand."""
    return players


def dealer_first(players: tuple[str, ...]) -> tuple[str, ...]:
    """The bidding begins with the dealer, who is the last of a hand's ``players``."""
    return (players[-1], *players[:-1])


def anticlockwise(players: tuple[str, ...]) -> tuple[str, ...]:
    """The bidding begins with the dealer, or opener, and goes to the right."""
    return players[::-1]


def once(bidding: Bidding) -> tuple[str, ...]:
    """Everybody speaks one time."""
    return bidding.waiting[1:]


def open_bidding(bidding: Bidding) -> tuple[str, ...]:
    """Who has passed may bid again: it ends when all others have passed in a row after a bid."""
    last = bidding.calls[-1]
    return bidding.waiting[1:] if last.said == PASS else bidding.after(last.player)


def closed_bidding(bidding: Bidding) -> tuple[str, ...]:
    """Who has passed is out."""
    return tuple(player for player in open_bidding(bidding) if player not in bidding.out)


def ends_at(highest: Bid, waiting: Waiting) -> Waiting:
    """A bidding that the highest bid ends."""
    return lambda bidding: () if bidding.bid == highest else waiting(bidding)


def begun(order: tuple[str, ...]) -> Bidding:
    """A bidding in which nobody has spoken."""
    return Bidding(order=order, waiting=order)


def with_call(bidding: Bidding, fact: Called, waiting: Waiting) -> Bidding:
    """The bidding after a call, or after the outcome that was entered in place of calls."""
    if isinstance(fact, ContractMade):
        return replace(bidding, waiting=(), bid=fact.bid, bidder=fact.player, doubled=fact.doubled)
    said = replace(bidding, calls=(*bidding.calls, Call(fact.player, getattr(fact, "bid", fact.word))))
    match fact:
        case BidMade():
            said = replace(said, bid=fact.bid, bidder=fact.player, doubled=1)
        case BidDoubled() | BidRedoubled():
            said = replace(said, doubled=bidding.doubled * 2)
        case BidPassed():
            pass
        case _:
            said = replace(said, bidder=fact.player)
    return replace(said, waiting=waiting(said))


@command("pass")
class Pass(Command):
    """Pass."""

    player: Key


def check_turn(bidding: Bidding, player: str) -> None:
    """Refuse (``not_your_turn``) a player who is not asked now."""
    if player != bidding.turn:
        raise Refusal("not_your_turn", "It is %(player)s's turn to speak.", player=Player(bidding.turn))


def check_higher(bidding: Bidding, bid: Bid, bids: Sequence[Bid]) -> None:
    """Refuse (``bid_too_low``) a bid that is not higher than the last one; ``bids`` are all, the lowest first."""
    if bidding.bid is not None and bids.index(bid) <= bids.index(bidding.bid):
        raise Refusal("bid_too_low", "A bid has to be higher than %(bid)s.", bid=str(bidding.bid))


def check_nobody_spoke(bidding: Bidding) -> None:
    """Refuse (``wrong_phase``) the outcome of a bidding in which calls were recorded."""
    if bidding.calls:
        raise Refusal("wrong_phase", "Not now: somebody has spoken, and the bidding goes on call by call.")


def higher_than(bidding: Bidding, bids: Sequence[Bid]) -> tuple[Bid, ...]:
    """The bids that are higher than the one that stands."""
    return tuple(bids) if bidding.bid is None else tuple(bids[bids.index(bidding.bid) + 1 :])
