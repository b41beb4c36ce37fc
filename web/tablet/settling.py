"""What leaving the table and closing the night would do, in figures, before either is done.

Nothing is worked out twice: the rules decide the command as they would for good, and what they decide is only read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dealer.commands import CloseNight, Command, LeaveTable
from dealer.decide import decide
from dealer.night import Night
from dealer.refusal import Refusal, dollars
from events import fan_tan, faro, money
from events.fact import Fact
from events.night import PlayerLeft
from ledger.accounts import checks


@dataclass(slots=True, kw_only=True)
class Share:
    """What a settling does for one player, in cents."""

    returned_cents: int = 0
    redeemed_cents: int = 0
    repaid_cents: int = 0
    received_cents: int = 0
    cashed_cents: int = 0
    open_cents: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """What happens when a player leaves, a phrase each; or the sentence that says why he cannot."""

    phrases: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingLine:
    """One player's line of the closing, as text; nothing is a dash."""

    name: str
    returned: str
    redeemed: str
    cashed: str
    open: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """What closing the night would do; ``refused`` says why it cannot be closed."""

    lines: tuple[ClosingLine, ...] = ()
    result: str = ""
    refused: str = ""


def leaving_of(night: Night, player: str) -> Leaving:
    """What leaving the table would do for a player, whose bets come down first."""
    try:
        facts = _decided(night, LeaveTable(player=player, take_down=True))
    except Refusal as refusal:
        return Leaving(refused=refusal.why)
    share = shares_of(facts).get(player, Share())
    down_cents = sum(fact.stake_cents for fact in facts if isinstance(fact, faro.BetTakenDown))
    phrases = [
        f"takes {dollars(down_cents)} down from the layout" if down_cents else "",
        f"redeems {dollars(share.redeemed_cents)} of their markers with checks" if share.redeemed_cents else "",
        f"repays {dollars(share.repaid_cents)} of stake money" if share.repaid_cents else "",
        f"is paid {dollars(share.cashed_cents)} in cash" if share.cashed_cents else "has no checks to cash in",
        f"still owes {dollars(share.open_cents)} on markers, carried over under their name" if share.open_cents else "",
    ]
    return Leaving(phrases=tuple(phrase for phrase in phrases if phrase))


def closing_of(night: Night, result: str) -> Closing:
    """What closing the night would do for everybody; ``result`` is the bank's, in words."""
    try:
        shares = shares_of(_decided(night, CloseNight()))
    except Refusal as refusal:
        return Closing(refused=refusal.why)
    lines = tuple(
        ClosingLine(
            name=seat.name,
            returned=_or_dash(share.returned_cents),
            redeemed=_or_dash(share.redeemed_cents + share.repaid_cents),
            cashed=_or_dash(share.cashed_cents),
            open=_or_dash(share.open_cents),
        )
        for player, seat in night.seats.items()
        if (share := shares.get(player)) is not None
    )
    return Closing(lines=lines, result=result)


def shares_of(facts: Iterable[Fact]) -> dict[str, Share]:
    """What the facts of a settling did, by player."""
    shares: dict[str, Share] = {}

    def share(player: str) -> Share:
        return shares.setdefault(player, Share())

    for fact in facts:
        match fact:
            case faro.BetReturned() | fan_tan.PotReturned() | fan_tan.PotDivided():
                share(fact.player).returned_cents += sum(
                    move.amount_cents for move in fact.moves if move.credit == checks(fact.player)
                )
            case money.MarkerRedeemed():
                share(fact.player).redeemed_cents += fact.amount_cents
            case money.StakeRepaid() | money.ProfitShared():
                share(fact.borrower).repaid_cents += fact.amount_cents
                share(fact.lender).received_cents += fact.amount_cents
            case money.ChecksCashed():
                share(fact.player).cashed_cents += fact.amount_cents
            case money.MarkerCarriedOver():
                share(fact.player).open_cents += fact.amount_cents
            case PlayerLeft():
                share(fact.player).open_cents += fact.markers_open_cents
    return shares


def _decided(night: Night, command: Command) -> Sequence[Fact]:
    """What the rules decide; a night that is closed already is settled, which is no refusal."""
    return () if night.closed else decide(night, command)


def _or_dash(cents: int) -> str:
    return dollars(cents) if cents else "–"
