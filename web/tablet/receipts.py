"""Receipts: one line for each act over the counter that stands, with the number that matters after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rpds import HashTrieMap

from dealer.commands.phrases import dollars
from dealer.night.night import Night
from dealer.projections.projection import Projection
from events.effective_facts import EffectiveFacts
from events.facts import money, night
from events.facts.fact import Fact
from events.facts.night import PlayerLeft, PlayerSeated
from events.frozen import Frozen
from events.records import Recorded
from ledger.statement import boxed_cents
from reports.sheets.papers import settlement_name
from reports.words.formatting import hour
from reports.words.say import Named
from reports.words.sentences import receipt_of, telling
from reports.words.spoken import words_of_fact
from web.tablet.settling import Share, box_short, shares_of

MOST_RECEIPTS = 4


class Receipt(Frozen):
    """What was done, and when by the table's clock; ``last`` if taking back would undo just this.

    ``slip`` says that it makes a slip void, on which the reason is printed. ``settlement`` names the settlement of a
    player who left, and ``command`` is the one that it is the receipt of. ``seated`` is the player who was seated, and
    ``seated_name`` their name.
    """

    text: str
    at: str
    last: bool
    command: str
    slip: bool = False
    settlement: str = ""
    seated: str = ""
    seated_name: str = ""


Sums = Mapping[tuple[str, ...], int]
"""The running sums that receipts name, in cents, by what they are and whose."""

_OPEN, _BOUGHT, _OWED, _TOKES, _ROLL, _BOX = "open", "bought", "owed", "tokes", "roll", "box"


def _added(fact: Fact) -> tuple[tuple[str, ...], int] | None:
    """The sum to which a fact adds something, and how much."""
    match fact:
        case night.NightOpened():
            return (_ROLL,), fact.roll_cents
        case money.RollRaised():
            return (_ROLL,), fact.amount_cents
        case money.ChecksBought():
            return (_BOUGHT, fact.player), fact.amount_cents
        case money.TokeGiven():
            return (_TOKES,), fact.amount_cents
        case money.MarkerIssued():
            return (_OPEN, fact.player), fact.amount_cents
        case money.MarkerRedeemed():
            return (_OPEN, fact.player), -fact.amount_cents
        case money.StakeLent():
            return (_OWED, fact.lender, fact.borrower), fact.amount_cents
        case money.StakeRepaid():
            return (_OWED, fact.lender, fact.borrower), -fact.amount_cents
        case _:
            return None


def _sums_after(sums: HashTrieMap[tuple[str, ...], int], one: Recorded) -> HashTrieMap[tuple[str, ...], int]:
    boxed = boxed_cents(one.fact.moves)
    for added in (_added(one.fact), ((_BOX,), boxed) if boxed else None):
        if added:
            sums = sums.insert(added[0], sums.get(added[0], 0) + added[1])
    return sums


class _Act(Frozen, kw_only=False):
    """An act over the counter: the facts of one command that have receipts, each with the sums after it."""

    command: str
    made: tuple[tuple[Recorded, Sums], ...]


class _Counter(Frozen, kw_only=False):
    """What went over the counter: the sums by now, and the last acts, the newest first."""

    sums: HashTrieMap[tuple[str, ...], int]
    acts: tuple[_Act, ...]


def _counter_after(counter: _Counter, one: Recorded) -> _Counter:
    sums, acts = _sums_after(counter.sums, one), counter.acts
    if words_of_fact(one.fact)[0].receipt:
        last, *before = acts or (_Act(one.command, ()),)
        if last.command != one.command:
            last, before = _Act(one.command, ()), [last, *before]
        acts = (_Act(one.command, (*last.made, (one, sums))), *before)[:MOST_RECEIPTS]
    elif sums is counter.sums:
        return counter
    return _Counter(sums, acts)


_COUNTER: Projection[_Counter] = Projection(_Counter(HashTrieMap(), ()), _counter_after)


class _Tally(Frozen, kw_only=False):
    """The sums that the receipt of an act names."""

    sums: Sums
    limit_cents: int | None

    def named(self, facts: Sequence[Fact]) -> dict[str, Named]:
        """What the sums say in the receipt of a command's facts."""

        def cents(*of: str) -> int:
            return self.sums.get(of, 0)

        return {
            "bought": lambda say, fact: dollars(cents(_BOUGHT, fact.player)),
            "open": lambda say, fact: markers_open(cents(_OPEN, fact.player), self.limit_cents),
            "owed": lambda say, fact: dollars(cents(_OWED, fact.lender, fact.borrower)),
            "tokes": lambda say, fact: dollars(cents(_TOKES)),
            "roll": lambda say, fact: dollars(cents(_ROLL)),
            "redeemed": lambda say, fact: _if_any("redeemed", _share(fact, facts).redeemed_cents),
            "paid": lambda say, fact: f"paid {dollars(_share(fact, facts).cashed_cents)}",
            "owing": lambda say, fact: _if_any("markers open", fact.markers_open_cents) or "no markers open",
            "short": lambda say, fact: box_short(cents(_BOX)) if any(map(_pays_cash, facts)) else "",
        }


def _share(fact: PlayerLeft, facts: Sequence[Fact]) -> Share:
    return shares_of(facts).get(fact.player, Share())


def _pays_cash(fact: Fact) -> bool:
    return isinstance(fact, money.ChecksCashed)


def _if_any(what: str, cents: int) -> str:
    return f"{what} {dollars(cents)}" if cents else ""


def markers_open(cents: int, limit_cents: int | None) -> str:
    """Open markers in words: ``open $1,500 of $2,000``."""
    return f"open {dollars(cents)}" + (f" of {dollars(limit_cents)}" if limit_cents is not None else "")


def receipts_of(now: Night, facts: EffectiveFacts, limit_cents: int | None) -> tuple[Receipt, ...]:
    """The last receipts of a night from its effective facts, the newest first."""
    top = now.top.command if now.top else None
    found: list[Receipt] = []
    for act in _COUNTER.of(facts).acts:
        made = [one.fact for one, _ in act.made]
        told = telling(made)
        sums = next(sums for one, sums in act.made if one.fact is told)
        text = receipt_of(now, told, _Tally(sums, limit_cents).named(made))
        if text:
            first, _ = act.made[0]
            found.append(
                Receipt(
                    text=text,
                    at=hour(first.at, None),
                    last=act.command == top,
                    command=act.command,
                    slip=isinstance(first.fact, money.MarkerIssued),
                    settlement=settlement_name(now, told.player) if isinstance(told, PlayerLeft) else "",
                    seated=told.player if isinstance(told, PlayerSeated) else "",
                    seated_name=now.seats[told.player].name if isinstance(told, PlayerSeated) else "",
                )
            )
    return tuple(found)
