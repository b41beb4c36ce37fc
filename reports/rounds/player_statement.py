"""One player's account as lines on paper: what they brought, what they took away, and what lies between.

Everything that came across the table from them stands on one side, everything that went back to them on the other:
cash, markers and pledges alike. The difference is their result, and the play, the tokes, the rulings and the loans
have to come to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rpds import HashTrieMap, List

from dealer.commands.phrases import marked
from dealer.night.night import Night
from dealer.projections.projection import Projection
from events.facts import money, night
from events.facts.fact import Fact
from events.frozen import Frozen
from events.records import Recorded
from ledger import accounts
from ledger.accounts import BANK
from ledger.statement import PlayerLine, player_line
from reports.rounds.sums import assert_equal
from reports.words.language import gettext as _


class Line(Frozen):
    """One line: what, when (the moment as recorded, or nothing), and how much in cents."""

    what: str
    cents: int
    at: str | None = None


class PlayerAccount(Frozen):
    """How a player stands, and what came of everything but bets.

    ``between`` are loans and shares of profits, signed as they touch their checks. ``tokes_cents`` is a sum, below
    nothing, as tokes are given all night long.
    """

    line: PlayerLine
    between: tuple[Line, ...]
    corrections: tuple[Line, ...]
    owes: tuple[Line, ...]
    is_owed: tuple[Line, ...]
    tokes_cents: int

    @property
    def beside_play_cents(self) -> int:
        """What came of everything but bets."""
        return total(self.between) + self.tokes_cents + total(self.corrections)


class PlayerStatement(PlayerAccount):
    """A player's account, line by line."""

    brought: tuple[Line, ...]
    taken_away: tuple[Line, ...]
    tokes: tuple[Line, ...]

    @property
    def brought_cents(self) -> int:
        """All that they brought."""
        return total(self.brought)

    @property
    def taken_away_cents(self) -> int:
        """All that they took away, or still have before them."""
        return total(self.taken_away)

    @property
    def paid_out_cents(self) -> int:
        """What they were paid in cash."""
        return self.line.cashed_cents

    @property
    def paid_in_cents(self) -> int:
        """What they paid in cash."""
        line = self.line
        return line.bought_cents + line.markers_paid_in_cash_cents + line.pledges_paid_in_cash_cents


def total(lines: Sequence[Line]) -> int:
    """The sum of lines, in cents."""
    return sum(line.cents for line in lines)


_OF_ONE = (
    money.ChecksBought,
    money.ChecksCashed,
    money.MarkerIssued,
    money.MarkerRedeemed,
    money.PledgeTaken,
    money.PledgeReturned,
    money.TokeGiven,
)
_OF_TWO = (money.StakeLent, money.StakeRepaid, money.ProfitShared)


def _concerned(fact: Fact) -> tuple[str, ...]:
    """The players whose accounts have a line of a fact."""
    if isinstance(fact, _OF_TWO):
        return fact.lender, fact.borrower
    if isinstance(fact, night.DisputeRuled):
        return tuple({side for one in fact.corrections for side in (one.source, one.target)} - {BANK})
    return (fact.player,) if isinstance(fact, _OF_ONE) else ()


_Acts: TypeAlias = "HashTrieMap[tuple[str, type[Fact]], List[Recorded]]"
"""What a player's account has lines of, by player and type of fact, the newest first."""


def _acts_after(acts: _Acts, one: Recorded) -> _Acts:
    kind = type(one.fact)
    for player in _concerned(one.fact):
        acts = acts.insert((player, kind), acts.get((player, kind), List()).push_front(one))
    return acts


def _tokes_after(tokes_cents: HashTrieMap[str, int], one: Recorded) -> HashTrieMap[str, int]:
    if not isinstance(one.fact, money.TokeGiven):
        return tokes_cents
    return tokes_cents.insert(one.fact.player, tokes_cents.get(one.fact.player, 0) - one.fact.amount_cents)


_ACTS: Projection[_Acts] = Projection(HashTrieMap(), _acts_after)
_TOKES: Projection[HashTrieMap[str, int]] = Projection(HashTrieMap(), _tokes_after)


def acts_of(facts: Iterable[Recorded], player: str, *kinds: type[Fact]) -> list[Recorded]:
    """What a player's account has lines of, of some kinds, in order, from a night's effective facts."""
    acts = _ACTS.of(facts)
    return sorted((one for kind in kinds for one in acts.get((player, kind), ())), key=lambda one: one.version)


def account_of(now: Night, facts: Iterable[Recorded], player: str) -> PlayerAccount:
    """How a player stands, from the night and its effective facts."""
    return PlayerAccount(
        line=player_line(now.ledger, player),
        between=tuple(line for one in acts_of(facts, player, *_OF_TWO) for line in _between(one, player, now)),
        corrections=tuple(
            line for one in acts_of(facts, player, night.DisputeRuled) for line in _corrections(one, player)
        ),
        owes=_owed(now, borrower=player),
        is_owed=_owed(now, lender=player),
        tokes_cents=_TOKES.of(facts).get(player, 0),
    )


def player_statement_of(now: Night, facts: Iterable[Recorded], player: str) -> PlayerStatement:
    """The account of a player, line by line, from the night and its effective facts."""
    account = account_of(now, facts, player)
    line = account.line
    brought, away, tokes = [], [], []
    for one in acts_of(facts, player, *_OF_ONE):
        brought += _brought(one, now)
        away += _taken_away(one)
        tokes += _tokes(one)
    for what, cents in ((_("Checks in hand"), line.checks_cents), (_("Checks on the layout"), line.staked_cents)):
        away += [Line(what=what, cents=cents)] if cents else []
    made = PlayerStatement(
        line=line,
        between=account.between,
        corrections=account.corrections,
        owes=account.owes,
        is_owed=account.is_owed,
        tokes_cents=account.tokes_cents,
        brought=tuple(brought),
        taken_away=tuple(away),
        tokes=tuple(tokes),
    )
    assert_equal(f"{player}'s result", made.taken_away_cents - made.brought_cents, line.net_cents)
    return made


def _brought(one: Recorded, now: Night) -> list[Line]:
    match one.fact:
        case money.ChecksBought() as fact:
            return [Line(what=_("Cash for checks"), cents=fact.amount_cents, at=one.at)]
        case money.MarkerIssued() as fact:
            return [
                Line(
                    what=_("Marker Nº %(number)s", number=now.slip_of(fact.marker)), cents=fact.amount_cents, at=one.at
                )
            ]
        case money.PledgeTaken() as fact:
            return [Line(what=_("Pledge: %(item)s", item=fact.item), cents=fact.amount_cents, at=one.at)]
        case money.MarkerRedeemed(tender="cash") as fact:
            return [Line(what=_("Cash paid on markers"), cents=fact.amount_cents, at=one.at)]
        case money.PledgeReturned(tender="cash") as fact:
            return [Line(what=_("Cash for a pledge: %(item)s", item=fact.item), cents=fact.amount_cents, at=one.at)]
    return []


def _taken_away(one: Recorded) -> list[Line]:
    match one.fact:
        case money.ChecksCashed() as fact:
            return [Line(what=_("Checks sold back for cash"), cents=fact.amount_cents, at=one.at)]
        case money.MarkerRedeemed() as fact:
            how = _("Checks against markers") if fact.tender == "checks" else _("Markers back for cash")
            return [Line(what=how, cents=fact.amount_cents, at=one.at)]
        case money.PledgeReturned() as fact:
            in_checks = fact.tender == "checks"
            how = marked("Pledge back for checks: %(item)s") if in_checks else marked("Pledge back for cash: %(item)s")
            return [Line(what=_(how, item=fact.item), cents=fact.amount_cents, at=one.at)]
    return []


def _between(one: Recorded, player: str, now: Night) -> list[Line]:
    fact = one.fact
    if not isinstance(fact, money.StakeLent | money.StakeRepaid | money.ProfitShared):
        return []
    lends = player == fact.lender
    other = now.seats[fact.borrower if lends else fact.lender].name
    match fact:
        case money.StakeLent():
            said, gains = (marked("Lent to %(name)s") if lends else marked("Loan from %(name)s")), not lends
        case money.StakeRepaid():
            said, gains = (marked("Repaid by %(name)s") if lends else marked("Repaid to %(name)s")), lends
        case money.ProfitShared():
            said = marked("Share of %(name)s’s profit") if lends else marked("Share of profit to %(name)s")
            gains = lends
    return [Line(what=_(said, name=other), cents=fact.amount_cents if gains else -fact.amount_cents, at=one.at)]


def _tokes(one: Recorded) -> list[Line]:
    if isinstance(one.fact, money.TokeGiven):
        return [Line(what=_("Tip for the dealer"), cents=-one.fact.amount_cents, at=one.at)]
    return []


def _corrections(one: Recorded, player: str) -> list[Line]:
    if not isinstance(one.fact, night.DisputeRuled):
        return []
    gained = correction_for(one.fact, player)
    return [Line(what=_("Ruling on %(dispute)s", dispute=one.fact.dispute), cents=gained, at=one.at)] if gained else []


def correction_for(ruled: night.DisputeRuled, side: str = BANK) -> int:
    """What a ruling gave a side (or the bank), in cents; below nothing where it took."""
    gained = sum(one.amount_cents for one in ruled.corrections if one.target == side)
    return gained - sum(one.amount_cents for one in ruled.corrections if one.source == side)


def _owed(now: Night, *, lender: str | None = None, borrower: str | None = None) -> tuple[Line, ...]:
    """What is still owed of stakes that were lent, a line a pair, however often one of them lent to the other."""
    lines = []
    for one, other in dict.fromkeys((loan.lender, loan.borrower) for loan in now.loans):
        cents = now.ledger.balance(accounts.stakes_owed(one, other))
        if cents and borrower == other:
            lines.append(Line(what=now.seats[one].name, cents=cents))
        if cents and lender == one:
            lines.append(Line(what=now.seats[other].name, cents=cents))
    return tuple(lines)
