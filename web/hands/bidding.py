"""A bidding on the screens: who speaks, what everybody has said, and what the page's script needs to go on with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dealer.game.bidding import Bidding
from events.effective_facts import EffectiveFacts
from events.facts.bidding import Called, ContractMade
from reports.score_pad.words import bid_said
from web.hands.course import turns_of
from web.hands.payment import Hands


def calls_of(kept: EffectiveFacts, hands: Hands) -> Iterator[Called]:
    """The calls of the hand that is on or was last, as they were recorded; ``kept`` are the night's effective facts."""
    return (fact for fact in turns_of(kept, hands) if isinstance(fact, Called))


def call_said(fact: Called) -> str:
    """A call in a word or two: ``pass``, ``chico``, ``plays chico``."""
    bid = getattr(fact, "bid", None)
    if bid is None:
        return fact.word
    return f"plays {bid_said(bid)}" if isinstance(fact, ContractMade) else bid_said(bid)


def last_words(bidding: Bidding) -> dict[str, str]:
    """What each player said last."""
    return {call.player: bid_said(call.said) for call in bidding.calls}


def stand_of_bidding(bidding: Bidding) -> dict[str, Any]:
    """Where a bidding stands, for the script ``hands/hands.js``."""
    return {
        "order": bidding.order,
        "waiting": bidding.waiting,
        "calls": bidding.calls,
        "bid": bidding.bid,
        "bidder": bidding.bidder,
    }
