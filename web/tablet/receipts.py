"""Receipts: one line for each act over the counter that stands, with the number that matters after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from dealer.night import Night
from dealer.refusal import dollars
from events import money
from events.fact import Fact
from events.night import PlayerLeft
from events.records import Recorded
from reports.words.formatting import hour
from reports.words.say import Named
from reports.words.sentences import receipt_of, telling
from reports.words.spoken import fact_words
from web.tablet.settling import Share, shares_of

MOST_RECEIPTS = 4


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
    """The running sums that receipts name, in cents."""

    now: Night
    limit_cents: int | None
    open: Counter[str] = field(default_factory=Counter)
    bought: Counter[str] = field(default_factory=Counter)
    owed: Counter[tuple[str, str]] = field(default_factory=Counter)
    tokes: int = 0
    roll: int = 0

    def __post_init__(self) -> None:
        self.roll = self.now.opened.roll_cents

    def follow(self, fact: Fact) -> None:
        """The sums after one more fact."""
        match fact:
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

    def named(self, facts: Sequence[Fact]) -> dict[str, Named]:
        """What the sums say in the receipt of a command's facts."""
        return {
            "bought": lambda say, fact: dollars(self.bought[fact.player]),
            "open": lambda say, fact: markers_open(self.open[fact.player], self.limit_cents),
            "owed": lambda say, fact: dollars(self.owed[fact.lender, fact.borrower]),
            "tokes": lambda say, fact: dollars(self.tokes),
            "roll": lambda say, fact: dollars(self.roll),
            "redeemed": lambda say, fact: _if_any("redeemed", _share(fact, facts).redeemed_cents),
            "paid": lambda say, fact: f"paid {dollars(_share(fact, facts).cashed_cents)}",
            "owing": lambda say, fact: _if_any("markers open", fact.markers_open_cents) or "no markers open",
        }


def _share(fact: PlayerLeft, facts: Sequence[Fact]) -> Share:
    return shares_of(facts).get(fact.player, Share())


def _if_any(what: str, cents: int) -> str:
    return f"{what} {dollars(cents)}" if cents else ""


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
    kept = list(facts)
    with_receipt = {kind for kind in {type(one.fact) for one in kept} if fact_words(kind)[0].receipt}
    over_the_counter = [one for one in kept if type(one.fact) in with_receipt]
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
    """The receipt of a command's facts: of the one that sums them up, else of the first, with the sums after it."""
    told = telling(facts)
    at = facts.index(told) + 1
    for fact in facts[:at]:
        tally.follow(fact)
    text = receipt_of(tally.now, told, tally.named(facts))
    for fact in facts[at:]:
        tally.follow(fact)
    return text
