"""Receipts: one line for each act over the counter that stands, with the number that matters after it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from dealer.games.fan_tan.state import fan_tan_of
from dealer.night import Night
from dealer.refusal import dollars
from events import money, night
from events.fact import Fact
from events.games import fan_tan, faro
from events.records import Recorded
from reports.words.disputes import nothing_moved
from reports.words.formatting import chips_words, hour
from web.tablet.settling import Share, shares_of

MOST_RECEIPTS = 4
_APART = " · "


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What was done, and when by the table's clock; ``last`` if taking back would undo just this.

    ``slip`` says that it makes a slip void, on which the reason is printed.
    """

    text: str
    at: str
    last: bool
    slip: bool = False


@dataclass(slots=True)
class _Tally:
    """The running sums that receipts name, in cents, and the names that they say."""

    now: Night
    limit_cents: int | None
    open: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    bought: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    owed: defaultdict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    tokes: int = 0
    roll: int = 0

    def follow(self, fact: Fact) -> None:
        """The sums after one more fact."""
        match fact:
            case night.NightOpened():
                self.roll = fact.roll_cents
            case money.RollRaised():
                self.roll += fact.amount_cents
            case money.ChecksBought():
                self.bought[fact.player] += fact.amount_cents
            case money.TokeGiven():
                self.tokes += fact.amount_cents
            case money.MarkerIssued():
                self.open[fact.player] += fact.amount_cents
            case money.MarkerRedeemed():
                self.open[fact.player] -= fact.amount_cents
            case money.StakeLent():
                self.owed[fact.lender, fact.borrower] += fact.amount_cents
            case money.StakeRepaid():
                self.owed[fact.lender, fact.borrower] -= fact.amount_cents

    def name(self, player: str) -> str:
        """A player's name; the bank by its own."""
        seat = self.now.seats.get(player)
        return seat.name if seat else f"the {player}" if player == "bank" else player

    def open_markers(self, player: str) -> str:
        """What a player owes on markers, against the house's limit where it has one."""
        return markers_open(self.open[player], self.limit_cents)


def markers_open(cents: int, limit_cents: int | None) -> str:
    """Open markers in words: ``open $1,500 of $2,000``."""
    return f"open {dollars(cents)}" + (f" of {dollars(limit_cents)}" if limit_cents is not None else "")


def receipts_of(now: Night, facts: Iterable[Recorded], limit_cents: int | None) -> tuple[Receipt, ...]:
    """The last receipts of a night from its standing facts, the newest first.

    Of those before, however many, nothing is made but the sums.
    """
    tally = _Tally(now, limit_cents)
    top = now.top.command if now.top else None
    found: list[Receipt] = []
    over_the_counter = [one for one in facts if type(one.fact) in _LINES]
    first = _first_shown(over_the_counter)
    for one in over_the_counter[:first]:
        tally.follow(one.fact)
    for command, group in groupby(over_the_counter[first:], key=lambda one: one.command):
        made = list(group)
        text = _text(tally, [one.fact for one in made])
        if text:
            slip = isinstance(made[0].fact, money.MarkerIssued)
            found.append(Receipt(text=text, at=hour(made[0].at, None), last=command == top, slip=slip))
    return tuple(reversed(found))


def _first_shown(facts: Sequence[Recorded]) -> int:
    """Where the first act begins of the last that are shown."""
    at, acts = len(facts), 0
    while at:
        acts += at == len(facts) or facts[at - 1].command != facts[at].command
        if acts > MOST_RECEIPTS:
            break
        at -= 1
    return at


def _text(tally: _Tally, facts: Sequence[Fact]) -> str:
    lines = []
    for fact in facts:
        tally.follow(fact)
        lines.append(_LINES[type(fact)](tally, fact))
    last = facts[-1]
    if isinstance(last, night.PlayerLeft):
        return _left(tally, last, shares_of(facts).get(last.player, Share()))
    return lines[-1] if isinstance(last, faro.DealVoided) else lines[0]


def _left(tally: _Tally, fact: night.PlayerLeft, share: Share) -> str:
    words = [
        "Left the table",
        tally.name(fact.player),
        f"redeemed {dollars(share.redeemed_cents)}" if share.redeemed_cents else "",
        f"paid {dollars(share.cashed_cents)}",
        f"markers open {dollars(fact.markers_open_cents)}" if fact.markers_open_cents else "no markers open",
    ]
    return _APART.join(word for word in words if word)


def _bought(tally: _Tally, fact: money.ChecksBought) -> str:
    return _joined(tally, "Checks", fact, f"bought {dollars(tally.bought[fact.player])} tonight")


def _marker(tally: _Tally, fact: money.MarkerIssued) -> str:
    return _joined(tally, f"Marker Nº {tally.now.slip_of(fact.marker)}", fact, tally.open_markers(fact.player))


def _redeemed(tally: _Tally, fact: money.MarkerRedeemed) -> str:
    return _joined(tally, f"Marker redeemed in {fact.tender}", fact, tally.open_markers(fact.player))


def _pledged(tally: _Tally, fact: money.PledgeTaken) -> str:
    return _joined(tally, f"Pledge: {fact.item}", fact)


def _handed_back(tally: _Tally, fact: money.PledgeReturned) -> str:
    return _joined(tally, f"Pledge returned: {fact.item}", fact, f"in {fact.tender}")


def _lent(tally: _Tally, fact: money.StakeLent) -> str:
    return _between(tally, "Stake lent", fact)


def _repaid(tally: _Tally, fact: money.StakeRepaid) -> str:
    return _between(tally, "Stake repaid", fact)


def _tip(tally: _Tally, fact: money.TokeGiven) -> str:
    return _joined(tally, "Toke", fact, f"tokes {dollars(tally.tokes)}")


def _raised(tally: _Tally, fact: money.RollRaised) -> str:
    return _APART.join(("Roll raised", fact.backer, dollars(fact.amount_cents), f"roll {dollars(tally.roll)}"))


def _disputed(tally: _Tally, fact: night.DisputeRaised) -> str:
    return _APART.join(("Dispute raised", tally.name(fact.player), f"“{fact.claim}”"))


def _ruled(tally: _Tally, fact: night.DisputeRuled) -> str:
    law = f" under law {fact.law}" if fact.law else ""
    moved = [f"{dollars(one.amount_cents)} to {tally.name(one.target)}" for one in fact.corrections]
    moved.append(nothing_moved(fact))
    raised = tally.now.disputes.get(fact.dispute)
    words = ["Dispute ruled", tally.name(raised.player) if raised else "", f"{fact.ruling}{law}", *moved]
    return _APART.join(word for word in words if word)


def _joined(tally: _Tally, what: str, fact: Any, *more: str) -> str:
    return _APART.join((what, tally.name(fact.player), dollars(fact.amount_cents), *more))


def _chips(tally: _Tally, what: str, fact: fan_tan.PenaltyTaken | fan_tan.PotWon) -> str:
    return _APART.join((what, tally.name(fact.player), chips_words(fact.chips, fan_tan_of(tally.now).house.chip)))


def _between(tally: _Tally, what: str, fact: Any) -> str:
    return _APART.join(
        (
            what,
            f"{tally.name(fact.lender)} and {tally.name(fact.borrower)}",
            dollars(fact.amount_cents),
            f"owes them {dollars(tally.owed[fact.lender, fact.borrower])}",
        )
    )


_LINES: dict[type[Fact], Callable[[_Tally, Any], str]] = {
    night.NightOpened: lambda tally, fact: "",
    night.PlayerSeated: lambda tally, fact: f"Seated · {fact.name} · {fact.player}",
    night.PlayerLeft: lambda tally, fact: "",
    night.DisputeRaised: _disputed,
    night.DisputeRuled: _ruled,
    money.ChecksBought: _bought,
    money.MarkerIssued: _marker,
    money.MarkerRedeemed: _redeemed,
    money.PledgeTaken: _pledged,
    money.PledgeReturned: _handed_back,
    money.StakeLent: _lent,
    money.StakeRepaid: _repaid,
    money.ChecksCashed: lambda tally, fact: _joined(tally, "Cashed in", fact),
    money.TokeGiven: _tip,
    money.RollRaised: _raised,
    faro.DealStarted: lambda tally, fact: f"Deal {fact.deal} begun",
    faro.DealVoided: lambda tally, fact: f"Deal {fact.deal} void · {fact.reason}",
    faro.DealEnded: lambda tally, fact: f"Deal {fact.deal} over",
    fan_tan.HandStarted: lambda tally, fact: f"Hand {fact.hand} begun · {tally.name(fact.dealer)} deals",
    fan_tan.PenaltyTaken: lambda tally, fact: _chips(tally, f"Wrong pass, turn {fact.turn}", fact),
    fan_tan.PotWon: lambda tally, fact: _chips(tally, f"Pot of hand {fact.hand}", fact),
    fan_tan.PotLeft: lambda tally, fact: f"Hand {fact.hand} dead · the pot stays",
    fan_tan.HandVoided: lambda tally, fact: f"Hand {fact.hand} void · {fact.reason}",
}
