"""The accounts of the table sheet: the players' lines and their sums, roll, bank, cash, checks, backers' parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from dealer.night.night import Night
from events.facts import money, night
from events.facts.fact import Fact
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import HOUSE, POT, roll
from ledger.ledger import Ledger
from ledger.statement import BankLine, PlayerLine, backers_cuts, box_cents, player_line
from reports.rounds.course import Course, course_of
from reports.rounds.player_statement import Line
from reports.rounds.sums import assert_equal
from reports.words.language import gettext as _
from reports.words.language import percentage, pgettext


class PlayerRow(Frozen):
    """One player's line, and the course of their checks."""

    player: str
    seat: int
    name: str
    line: PlayerLine
    course: Course

    @property
    def cash_in_cents(self) -> int:
        """What they paid in cash: for checks, on markers, for pledges."""
        line = self.line
        return line.bought_cents + line.markers_paid_in_cash_cents + line.pledges_paid_in_cash_cents

    @property
    def held_cents(self) -> int:
        """Checks that they still have, in hand or on the layout."""
        return self.line.checks_cents + self.line.staked_cents


class Sums(Frozen):
    """The players' lines added up, in cents."""

    cash_in_cents: int
    markers_issued_cents: int
    markers_redeemed_cents: int
    markers_open_cents: int
    pledges_open_cents: int
    cashed_cents: int
    held_cents: int
    net_cents: int


def player_rows_of(now: Night, facts: Sequence[Recorded]) -> tuple[PlayerRow, ...]:
    """A line for everybody who sat at the table, by seats, from the night and its effective facts."""
    return tuple(
        PlayerRow(
            player=player,
            seat=number,
            name=seat.name,
            line=player_line(now.ledger, player),
            course=course_of(facts, player),
        )
        for number, (player, seat) in enumerate(now.seats.items(), start=1)
    )


def sums_of(rows: Sequence[PlayerRow]) -> Sums:
    """The lines added up."""
    return Sums(
        cash_in_cents=sum(row.cash_in_cents for row in rows),
        markers_issued_cents=sum(row.line.markers_issued_cents for row in rows),
        markers_redeemed_cents=sum(row.line.markers_redeemed_cents for row in rows),
        markers_open_cents=sum(row.line.markers_open_cents for row in rows),
        pledges_open_cents=sum(row.line.pledges_open_cents for row in rows),
        cashed_cents=sum(row.line.cashed_cents for row in rows),
        held_cents=sum(row.held_cents for row in rows),
        net_cents=sum(row.line.net_cents for row in rows),
    )


class Account(Frozen):
    """A short account: its name, its lines, and what they come to, in cents; ``signed`` where that is won or lost."""

    name: str
    lines: tuple[Line, ...]
    total: str
    signed: bool = False

    @property
    def cents(self) -> int:
        """The sum of its lines."""
        return sum(line.cents for line in self.lines)


class BackerRow(Frozen):
    """A backer: what they put up, their share in percent as text, and their part of the result, in cents."""

    name: str
    put_up_cents: int
    share: str
    cut_cents: int


def roll_account(facts: Iterable[Recorded]) -> Account:
    """What was put behind the bank, by whom and when."""
    return Account(name=_("The roll"), lines=tuple(_put_up(facts)), total=_("Roll"))


def _put_up(facts: Iterable[Recorded]) -> Iterable[Line]:
    for one in facts:
        if isinstance(one.fact, night.NightOpened | money.RollRaised):
            raised = isinstance(one.fact, money.RollRaised)
            for move in one.fact.moves:
                backer = move.credit.partition(":")[2]
                by = _("The house") if backer == HOUSE else backer
                yield Line(what=_("%(by)s, raised", by=by) if raised else by, cents=move.amount_cents, at=one.at)


def backers_of(now: Night, bank: BankLine) -> tuple[BackerRow, ...]:
    """The backers' parts, those without a share last; none where the house is alone behind the bank.

    The result is divided by the shares agreed at the opening: whoever put up more later draws what they put up.
    """
    in_all = {name: now.ledger.balance(roll(name)) for name in now.ledger.owners("roll")}
    put_up = {name: cents for name, cents in in_all.items() if cents}
    if {*now.shares, *put_up} <= {HOUSE}:
        return ()
    whole = sum(now.shares.values())
    cuts = backers_cuts(bank.result_cents, now.shares)
    rows = tuple(
        BackerRow(
            name=_("The house") if name == HOUSE else name,
            put_up_cents=put_up.get(name, 0),
            share=percentage(Decimal(f"{float(now.shares[name] / whole):.4g}")) if name in cuts else "–",
            cut_cents=cuts.get(name, 0),
        )
        for name in dict.fromkeys((*now.shares, *put_up))
    )
    assert_equal("what the backers put up", sum(row.put_up_cents for row in rows), bank.roll_cents)
    return rows


def result_account(bank: BankLine, play_cents: int, rulings_cents: int, *, has_sleepers: bool) -> Account:
    """What the bank won or lost, and by what; in a night of games without sleepers only what there was."""
    lines = _lines(
        (_("Play"), play_cents),
        (_("Rulings"), rulings_cents),
        (_("Sleepers"), bank.sleepers_cents),
        (_("Swept after the hock"), bank.after_hock_cents),
    )
    lines = lines if has_sleepers else _without_nothing(lines)
    return Account(name=_("The bank"), lines=lines, total=_("Result"), signed=True)


def cash_account(ledger: Ledger, bank: BankLine, sums: Sums) -> Account:
    """Cash that came in and went out: what is left is in the box, or what it is short of below nothing."""
    lines = _lines(
        (_("Roll"), bank.roll_cents),
        (_("Checks sold"), ledger.family("cash.bought")),
        (pgettext("cash", "On markers"), ledger.family("cash.markers")),
        (pgettext("cash", "For pledges"), ledger.family("cash.pledges")),
        (_("Bought back"), -sums.cashed_cents),
    )
    total = _("In the box") if box_cents(ledger) >= 0 else _("The box is short")
    return Account(name=_("Cash"), lines=_without_nothing(lines), total=total)


def checks_account(ledger: Ledger, facts: Iterable[Fact], bank: BankLine, sums: Sums) -> Account:
    """Checks given out, less those that came back: what is left is with the players."""
    pledged = pledged_back = 0
    for fact in facts:
        match fact:
            case money.PledgeTaken():
                pledged += fact.amount_cents
            case money.PledgeReturned(tender="checks"):
                pledged_back += fact.amount_cents
    lines = _lines(
        (_("Sold for cash"), ledger.family("cash.bought")),
        (pgettext("checks", "On markers"), sums.markers_issued_cents),
        (pgettext("checks", "On pledges"), pledged),
        (pgettext("checks", "Against markers"), ledger.family("cash.markers") - sums.markers_redeemed_cents),
        (pgettext("checks", "For pledges"), -pledged_back),
        (_("Bought back"), -sums.cashed_cents),
        (_("Won by the bank"), -bank.result_cents),
        (_("Tips"), -bank.tokes_cents),
        (_("In the pot"), -ledger.balance(POT)),
    )
    return Account(name=_("Checks"), lines=_without_nothing(lines), total=_("With players"))


def _without_nothing(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(line for line in lines if line.cents)


def _lines(*found: tuple[str, int]) -> tuple[Line, ...]:
    return tuple(Line(what=what, cents=cents) for what, cents in found)
