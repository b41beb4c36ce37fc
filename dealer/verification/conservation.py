"""What is conserved through a night: checks and cash come from somewhere and go somewhere, after every fact.

The ledger is folded from the moves of the facts; what it comes to is held here against the amounts that the same facts
name in their own fields, by purpose. A fact whose moves and whose words differ breaks one of the laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import is_
from typing import Any

from dealer.commands.phrases import dollars
from dealer.night.evolve import assert_sound, nights_after
from dealer.night.night import Night
from dealer.verification.inspection import FAILURES, Check, Finding, Moment, Progress, Rows, at_fact, failed_at
from events.effective_facts import EffectiveFold
from events.facts import money, night
from events.facts.fact import Fact
from events.facts.play import StakeSettled
from events.games import game_of
from events.records import Recorded
from ledger.accounts import AFTER_HOCK, BANK, PLAY, POT, SLEEPERS, TOKES, gains
from ledger.ledger import Ledger
from ledger.statement import bank_line, player_line

Told = dict[str, int]
"""What the facts so far say they moved, in cents by purpose; what was taken back is not in it."""

_BY_FACT: dict[type[Fact], Callable[[Any], Told]] = {
    night.NightOpened: lambda fact: {"cash": fact.roll_cents},
    night.DisputeRuled: lambda fact: {
        "play": sum(one.amount_cents for one in fact.corrections if one.target == BANK)
        - sum(one.amount_cents for one in fact.corrections if one.source == BANK)
    },
    money.RollRaised: lambda fact: {"cash": fact.amount_cents},
    money.ChecksBought: lambda fact: {"cash": fact.amount_cents, "checks": fact.amount_cents},
    money.ChecksCashed: lambda fact: {"cash": -fact.amount_cents, "checks": -fact.amount_cents},
    money.MarkerIssued: lambda fact: {"markers": fact.amount_cents, "checks": fact.amount_cents},
    money.MarkerRedeemed: lambda fact: {"markers": -fact.amount_cents, fact.tender: _paid_in(fact)},
    money.PledgeTaken: lambda fact: {"pledges": fact.amount_cents, "checks": fact.amount_cents},
    money.PledgeReturned: lambda fact: {"pledges": -fact.amount_cents, fact.tender: _paid_in(fact)},
    money.StakeLent: lambda fact: {"loans": fact.amount_cents},
    money.StakeRepaid: lambda fact: {"loans": -fact.amount_cents},
    money.TokeGiven: lambda fact: {"tokes": fact.amount_cents},
}


def _settled(fact: StakeSettled) -> Told:
    return {fact.taken_as: fact.bank_took_cents - fact.bank_paid_cents}


def _by_moves(fact: Fact) -> Told:
    """What a game's fact that settles no stake brought the bank or the dealer: of that its moves are its only words."""
    told: Told = {}
    for account, cents in gains(fact.moves):
        if account in (PLAY, SLEEPERS, AFTER_HOCK, TOKES):
            told[account] = told.get(account, 0) + cents
    return told


def _paid_in(fact: money.MarkerRedeemed | money.PledgeReturned) -> int:
    """What a payment adds to the cash, or takes off the checks that are out."""
    return fact.amount_cents if fact.tender == "cash" else -fact.amount_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """A law of conservation: what the facts say and what the ledger has come to the same, in cents.

    ``sides`` gives both for a night and for what its facts told so far.
    """

    name: str
    says: str
    sides: Callable[[Night, Told], tuple[int, int]]


def _family(name: str, sign: int = 1) -> Callable[[Ledger], int]:
    return lambda ledger: sign * ledger.family(name)


def _of_ledger(name: str, says: str, *parts: Callable[[Ledger], int]) -> Law:
    """A law of one purpose: what the facts say of it, and these parts of the ledger together."""
    purpose = name.replace(" ", "_")
    return Law(
        name=name,
        says=says,
        sides=lambda now, told: (told.get(purpose, 0), sum(part(now.ledger) for part in parts)),
    )


def _nets_and_bank(now: Night, _: Told) -> tuple[int, int]:
    bank = bank_line(now.ledger)
    nets = sum(player_line(now.ledger, player).net_cents for player in now.seats)
    return -nets, bank.result_cents + bank.tokes_cents + now.ledger.balance(POT)


LAWS = (
    _of_ledger(
        "cash",
        "the box holds what came in for the roll, checks, markers and pledges, less what was paid for checks",
        *(_family(name) for name in ("cash.roll", "cash.bought", "cash.markers", "cash.pledges")),
        _family("paid.checks", -1),
    ),
    _of_ledger(
        "checks",
        "checks given out and not handed back are in hands, on the layout, in the pot, the bank's or the dealer's",
        *(_family(name) for name in ("checks", "layout", "pot", "tokes", "play", "sleepers", "after_hock")),
    ),
    _of_ledger(
        "markers",
        "markers issued, less what was paid on them, are the markers open",
        _family("markers.issued"),
        _family("markers.redeemed", -1),
    ),
    _of_ledger("pledges", "goods are held at what was given on them", _family("pledges")),
    _of_ledger("loans", "what players lent each other and had not back is owed to them", _family("stakes.owed")),
    _of_ledger("play", "the bank has what it took, less what it paid, on bets and by rulings", _family(PLAY)),
    _of_ledger("sleepers", "the bank has the dead bets that it took", _family(SLEEPERS)),
    _of_ledger("after hock", "the bank has what was left on the layout after the hock", _family(AFTER_HOCK)),
    _of_ledger("tokes", "the dealer has what they were tipped", _family(TOKES)),
    Law(
        name="nothing from nowhere",
        says="all players' nets, the bank's play, sleepers and rest, the tokes and the pot together make nothing",
        sides=_nets_and_bank,
    ),
)


def moments_of(facts: list[Recorded]) -> Iterator[Moment]:
    """The night after each fact, with what the facts told so far.

    Raises one of :data:`dealer.verification.inspection.FAILURES` at the fact with which it cannot go on.
    """
    stood = EffectiveFold()
    told: list[Told] = [{}]
    for one, now in zip(facts, nights_after(facts), strict=True):
        stood.follow(one)
        del told[stood.changed_at + 1 :]
        for kept in stood.facts[stood.changed_at :]:
            told.append(_with(told[-1], kept.fact))
        yield Moment(now, told[-1])


def check_ledger(rows: Rows, tell: Progress) -> Finding | None:
    """Fold every fact: debits equal credits after each, and after each command the layout holds what lies on it."""
    moments, ends = moments_of(rows.recorded), rows.ends
    rows.moments = []
    for one in rows.recorded:
        try:
            rows.moments.append(next(moments))
            if one.version in ends:
                assert_sound(rows.moments[-1].night)
        except FAILURES as error:
            return failed_at(LEDGER.name, one.version, error)
        tell(1)
    return None


LEDGER = Check(
    name="ledger",
    says="debits equal credits after every fact, and layout and pot hold what lies there",
    things="facts",
    look=check_ledger,
)


def check_law(law: Law, rows: Rows, tell: Progress) -> Finding | None:
    """Whether a law held after every fact that :func:`check_ledger` has folded."""
    books: tuple[object, ...] = (None, None, None)
    for version, moment in enumerate(rows.moments, start=1):
        before, books = books, (moment.night.ledger, moment.night.seats, moment.told)
        # Many facts move no money, and what held before them holds.
        told, held = (0, 0) if all(map(is_, books, before)) else law.sides(moment.night, moment.told)
        if told != held:
            words = f"by the facts {dollars(told)} and by the ledger {dollars(held)}"
            return at_fact(name_of(law), version, f"{words}; {law.says}")
        tell(1)
    return None


def name_of(law: Law) -> str:
    """The name of the check that a law makes."""
    return f"conserved: {law.name}"


def _check_of(law: Law) -> Check:
    return Check(name=name_of(law), says=law.says, things="facts", look=lambda rows, tell: check_law(law, rows, tell))


CONSERVATION = tuple(map(_check_of, LAWS))


def _with(told: Told, fact: Fact) -> Told:
    if isinstance(fact, StakeSettled):
        moved: Callable[[Any], Told] = _settled
    elif type(fact) in _BY_FACT:
        moved = _BY_FACT[type(fact)]
    elif fact.moves and game_of(fact):
        moved = _by_moves
    else:
        return told
    changed = {purpose: told.get(purpose, 0) + cents for purpose, cents in moved(fact).items()}
    return {**told, **changed} if changed else told
