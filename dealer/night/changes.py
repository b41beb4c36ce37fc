"""What single facts change of a night besides its tables and its ledger: seats, markers, pledges, loans, disputes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from dealer.game.seating import placed
from dealer.night.night import Dispute, Loan, Night, Pledge, Seat
from events.facts import money, night
from events.facts.fact import Fact


def _seated(now: Night, fact: night.PlayerSeated) -> Night:
    seating = placed(now.seating, fact.player, fact.after)
    return replace(now, seats={**now.seats, fact.player: Seat(fact.name)}, seating=seating)


def _moved(now: Night, fact: night.PlayerMoved) -> Night:
    return replace(now, seating=placed(now.seating, fact.player, fact.after))


def _sat(now: Night, fact: night.PlayerSatOut | night.PlayerSatIn) -> Night:
    seat = replace(now.seats[fact.player], sits_out=isinstance(fact, night.PlayerSatOut))
    return replace(now, seats={**now.seats, fact.player: seat})


def left(now: Night, fact: night.PlayerLeft) -> Night:
    """The night after a player left: their seat is free, and keeps their name."""
    return replace(now, seats={**now.seats, fact.player: replace(now.seats[fact.player], taken=False)})


def _marker(now: Night, fact: money.MarkerIssued) -> Night:
    assert now.top is not None
    # A forged one may name nobody who sits: what is wrong with it is said where its command is decided again.
    issue = (now.top.command, fact.player, fact.amount_cents, now.names.get(fact.player, ""))
    return replace(now, markers=fact.marker, slips=now.slips.issued(fact.marker, issue))


def _pledged(now: Night, fact: money.PledgeTaken) -> Night:
    return replace(now, pledges=(*now.pledges, Pledge(fact.player, fact.item, fact.amount_cents)))


def _handed_back(now: Night, fact: money.PledgeReturned) -> Night:
    gone = Pledge(fact.player, fact.item, fact.amount_cents)
    at = now.pledges.index(gone)
    return replace(now, pledges=now.pledges[:at] + now.pledges[at + 1 :])


def _lent(now: Night, fact: money.StakeLent) -> Night:
    loan = Loan(fact.lender, fact.borrower, Fraction(fact.profit_share), fact.amount_cents)
    return replace(now, loans=(*now.loans, loan))


def _disputed(now: Night, fact: night.DisputeRaised) -> Night:
    raised = Dispute(
        player=fact.player,
        about=fact.about,
        claim=fact.claim,
        dealing=now.dealing,
        table=now.tables[now.dealing],
    )
    return replace(now, disputes={**now.disputes, fact.dispute: raised})


def _ruled(now: Night, fact: night.DisputeRuled) -> Night:
    ruled = replace(now.disputes[fact.dispute], ruling=fact.ruling)
    return replace(now, disputes={**now.disputes, fact.dispute: ruled})


CHANGES: dict[type[Fact], Callable[[Night, Any], Night]] = {
    night.PlayerSeated: _seated,
    night.PlayerMoved: _moved,
    night.PlayerSatOut: _sat,
    night.PlayerSatIn: _sat,
    money.MarkerIssued: _marker,
    money.PledgeTaken: _pledged,
    money.PledgeReturned: _handed_back,
    money.StakeLent: _lent,
    night.DisputeRaised: _disputed,
    night.DisputeRuled: _ruled,
}
"""Of each type of fact that changes something what gives the night after it."""
