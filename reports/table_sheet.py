"""The table sheet for the house: the bank, the cage, the backers and every player on one balance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from dealer.night import Night
from dealer.standing import standing
from events import faro, money, night
from events.fact import Fact
from events.records import Recorded
from ledger.accounts import BANK, HOUSE
from ledger.ledger import Ledger
from ledger.statement import BankLine, PlayerLine, backers_cuts, bank_line, player_line
from reports.balance import assert_equal
from reports.disputes import DisputeLine, disputes_of
from reports.house_rules import ChangedRule, changed_rules, preset_name
from reports.masthead import Masthead, masthead_of
from reports.play import DealFigures, Figures, Play, added, play_of
from reports.reckoning import Line
from reports.render import pdf
from reports.seal import Seal, seal_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """One player's line."""

    player: str
    seat: int
    name: str
    line: PlayerLine

    @property
    def cash_in_cents(self) -> int:
        """What he paid in cash: for checks, on markers, for pledges."""
        line = self.line
        return line.bought_cents + line.markers_paid_in_cash_cents + line.pledges_paid_in_cash_cents

    @property
    def held_cents(self) -> int:
        """Checks that he still has, in hand or on the layout."""
        return self.line.checks_cents + self.line.staked_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """The players' lines added up, in cents."""

    cash_in_cents: int
    markers_issued_cents: int
    markers_redeemed_cents: int
    markers_open_cents: int
    pledges_open_cents: int
    cashed_cents: int
    held_cents: int
    net_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A short account: its name, its lines, and what they come to, in cents."""

    name: str
    lines: tuple[Line, ...]
    total: str

    @property
    def cents(self) -> int:
        """The sum of its lines."""
        return sum(line.cents for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackerRow:
    """A backer: what he put up, his share in percent as text, and his part of the result, in cents."""

    name: str
    put_up_cents: int
    share: str
    cut_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What else happened, counted."""

    commands_taken_back: int
    deals_voided: int
    disputes: int
    disputes_open: int
    bank_broken: int
    unpaid_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSheet:
    """All that a table sheet says, amounts in cents. It adds up: see :meth:`assert_adds_up`."""

    masthead: Masthead
    bank: BankLine
    roll: Account
    result: Account
    cash: Account
    checks: Account
    corrections_cents: int
    backers: tuple[BackerRow, ...]
    players: tuple[PlayerRow, ...]
    sums: Sums
    deals: tuple[DealFigures, ...]
    play: Figures
    turns_dealt: int
    counts: Counts
    disputes: tuple[DisputeLine, ...]
    preset: str
    rules: tuple[ChangedRule, ...]
    seal: Seal

    @property
    def accounts(self) -> tuple[Account, ...]:
        """The four accounts side by side."""
        return (self.roll, self.result, self.cash, self.checks)

    @property
    def longest_account(self) -> int:
        """How many lines the longest of them has."""
        return max(len(one.lines) for one in self.accounts)

    def assert_adds_up(self) -> None:
        """Assert that nets, bank and tokes make nothing, and that all other sums come to the ledger's figures."""
        bank, play = self.bank, self.play
        assert_equal("nets, bank and tokes", self.sums.net_cents + bank.result_cents + bank.tokes_cents, 0)
        assert_equal("the bank's play", play.bank_play_cents + self.corrections_cents, bank.play_cents)
        assert_equal("sleepers", play.sleepers_cents, bank.sleepers_cents)
        assert_equal("after the hock", play.after_hock_cents, bank.after_hock_cents)
        assert_equal("the bank's result", self.result.cents, bank.result_cents)
        assert_equal("the roll", self.roll.cents, bank.roll_cents)
        assert_equal("checks given out and come back", self.checks.cents, self.sums.held_cents)
        owned = self.cash.cents + self.sums.markers_open_cents + self.sums.pledges_open_cents
        owed = bank.in_sight_cents + bank.tokes_cents + self.sums.held_cents
        assert_equal("what the house holds and owes", owned, owed)
        if self.backers:
            assert_equal("the backers' parts", sum(one.cut_cents for one in self.backers), bank.result_cents)


def table_sheet_view(
    now: Night, facts: Sequence[Recorded], zone: tzinfo | None = None, play: Play | None = None
) -> TableSheet:
    """The table sheet from a night and all of its facts. ``play`` saves folding it again."""
    stand = standing(facts)
    play = play or play_of(one.fact for one in stand)
    rows = tuple(
        PlayerRow(player=player, seat=number, name=seat.name, line=player_line(now.ledger, player))
        for number, (player, seat) in enumerate(now.seats.items(), start=1)
    )
    deals = tuple(DealFigures(tabs=tabs, figures=play.of_deal(tabs.deal)) for tabs in play.deals)
    disputes = tuple(disputes_of(now, (one.fact for one in stand)))
    bank = bank_line(now.ledger)
    sums = _sums(rows)
    view = TableSheet(
        masthead=masthead_of(now, facts, "table", zone),
        bank=bank,
        roll=Account(name="The roll", lines=tuple(_roll(stand)), total="Roll"),
        result=_result(bank, deals, disputes),
        cash=_cash(now.ledger, bank, sums),
        checks=_checks(now.ledger, (one.fact for one in stand), bank, sums),
        corrections_cents=sum(one.cents_for(BANK) for one in disputes),
        backers=_backers(now, bank),
        players=rows,
        sums=sums,
        deals=deals,
        play=added(one.figures for one in deals),
        turns_dealt=play.turns,
        counts=_counts(facts, stand, play, disputes),
        disputes=disputes,
        preset=preset_name(now.opened.house),
        rules=tuple(changed_rules(now.opened.house)),
        seal=seal_of(now.id, facts, {row.player: row.line.net_cents for row in rows}),
    )
    view.assert_adds_up()
    return view


def table_sheet(now: Night, facts: Sequence[Recorded], paper: str = "A4", zone: tzinfo | None = None) -> bytes:
    """The table sheet as PDF. ``zone`` is the table's clock; without it the machine's own."""
    return print_table_sheet(table_sheet_view(now, facts, zone), paper, zone)


def print_table_sheet(view: TableSheet, paper: str = "A4", zone: tzinfo | None = None) -> bytes:
    """A table sheet as PDF."""
    return pdf("table_sheet.html", f"Table sheet {view.masthead.number}", paper, zone, view=view)


def _sums(rows: Sequence[PlayerRow]) -> Sums:
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


def _roll(facts: Iterable[Recorded]) -> Iterable[Line]:
    """What was put behind the bank, by whom and when."""
    for one in facts:
        if isinstance(one.fact, night.NightOpened | money.RollRaised):
            after = ", raised" if isinstance(one.fact, money.RollRaised) else ""
            for move in one.fact.moves:
                backer = move.credit.partition(":")[2]
                by = "The house" if backer == HOUSE else backer
                yield Line(what=f"{by}{after}", cents=move.amount_cents, at=one.at)


def _backers(now: Night, bank: BankLine) -> tuple[BackerRow, ...]:
    """The backers' parts; none where the house is alone behind the bank."""
    if set(now.shares) <= {HOUSE}:
        return ()
    whole = sum(now.shares.values())
    cuts = backers_cuts(bank.result_cents, now.shares)
    return tuple(
        BackerRow(
            name=name,
            put_up_cents=now.ledger.balance(f"roll:{name}"),
            share=f"{float(100 * share / whole):.4g}%",
            cut_cents=cuts[name],
        )
        for name, share in now.shares.items()
        if name in cuts
    )


def _result(bank: BankLine, deals: Sequence[DealFigures], disputes: Sequence[DisputeLine]) -> Account:
    lines = _lines(
        ("Play", sum(one.figures.bank_play_cents for one in deals)),
        ("Rulings", sum(one.cents_for(BANK) for one in disputes)),
        ("Sleepers", bank.sleepers_cents),
        ("After the hock", bank.after_hock_cents),
    )
    return Account(name="The bank", lines=lines, total="Result")


def _cash(ledger: Ledger, bank: BankLine, sums: Sums) -> Account:
    lines = _lines(
        ("Roll", bank.roll_cents),
        ("Checks sold", ledger.family("cash.bought")),
        ("On markers", ledger.family("cash.markers")),
        ("For pledges", ledger.family("cash.pledges")),
        ("Bought back", -sums.cashed_cents),
    )
    return Account(name="Cash", lines=_without_nothing(lines), total="In the box")


def _checks(ledger: Ledger, facts: Iterable[Fact], bank: BankLine, sums: Sums) -> Account:
    """Checks given out, less those that came back: what is left is with the players."""
    pledged = pledged_back = 0
    for fact in facts:
        match fact:
            case money.PledgeTaken():
                pledged += fact.amount_cents
            case money.PledgeReturned(tender="checks"):
                pledged_back += fact.amount_cents
    lines = _lines(
        ("Sold for cash", ledger.family("cash.bought")),
        ("On markers", sums.markers_issued_cents),
        ("On pledges", pledged),
        ("Against markers", ledger.family("cash.markers") - sums.markers_redeemed_cents),
        ("For pledges", -pledged_back),
        ("Bought back", -sums.cashed_cents),
        ("Won by the bank", -bank.result_cents),
        ("Tokes", -bank.tokes_cents),
    )
    return Account(name="Checks", lines=_without_nothing(lines), total="With players")


def _without_nothing(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(line for line in lines if line.cents)


def _lines(*found: tuple[str, int]) -> tuple[Line, ...]:
    return tuple(Line(what=what, cents=cents) for what, cents in found)


def _counts(
    facts: Sequence[Recorded], stand: Sequence[Recorded], play: Play, disputes: Sequence[DisputeLine]
) -> Counts:
    broken = [one.fact for one in stand if isinstance(one.fact, faro.BankBroken)]
    return Counts(
        commands_taken_back=sum(1 for one in facts if isinstance(one.fact, night.CommandVoided)),
        deals_voided=sum(1 for tabs in play.deals if tabs.voided is not None),
        disputes=len(disputes),
        disputes_open=sum(1 for one in disputes if one.ruled is None),
        bank_broken=len(broken),
        unpaid_cents=sum(fact.unpaid_cents for fact in broken),
    )
