"""The table sheet for the house: bank, cage, pot, backers and all players in one balance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from decimal import Decimal

from dealer.games import game_called
from dealer.night.night import Night
from events.common import night
from events.common.event import Event
from events.common.play import PackCounted
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import BANK, HOUSE, POT, roll
from ledger.ledger import Ledger
from ledger.statement import BankLine, PlayerLine, backers_cuts, bank_line, box_cents, player_line
from reports.game_papers import papers_of
from reports.house_rules import HouseRules, house_rules
from reports.pdf.drawings import Span, span_of
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rounds.play import TablePart
from reports.rounds.statement import Line, Timeline, assert_equal, timeline_of
from reports.sheets.dealers import DealerRow, dealer_rows_of
from reports.sheets.disputes import DisputeLine, disputes_of
from reports.sheets.markers import MarkerRegister, marker_register_of
from reports.sheets.masthead import Masthead, masthead_of
from reports.sheets.settlement import NightPlay, night_play_of
from reports.sheets.win_by_count import WinByCountSheet, win_by_count_sheet
from reports.words.formatting import density, labelled, widest
from reports.words.language import gettext as _
from reports.words.language import percentage, pgettext
from reports.words.sentences import sentence_of


class PlayerRow(Frozen):
    """One player's line, and the course of their checks."""

    player: str
    seat: int
    name: str
    line: PlayerLine
    timeline: Timeline

    @property
    def cash_in_cents(self) -> int:
        """What they paid in cash: for checks, on markers, for pledges; deposits that they drew count as paid in."""
        line = self.line
        cash_cents = line.bought_cents + line.markers_paid_in_cash_cents + line.pledges_paid_in_cash_cents
        return cash_cents + line.drawn_cents

    @property
    def held_cents(self) -> int:
        """The checks that they still have, in hand or on the layout."""
        return self.line.checks_cents + self.line.staked_cents


class Sums(Frozen):
    """The totals of the players' lines, in cents."""

    cash_in_cents: int
    markers_issued_cents: int
    markers_redeemed_cents: int
    markers_open_cents: int
    pledges_open_cents: int
    cashed_cents: int
    held_cents: int
    net_cents: int


def player_rows_of(now: Night, events: Sequence[Recorded]) -> tuple[PlayerRow, ...]:
    """A line for each player who sat at the table, by seat, from the night and its effective events."""
    return tuple(
        PlayerRow(
            player=player,
            seat=number,
            name=seat.name,
            line=player_line(now.ledger, player),
            timeline=timeline_of(events, player),
        )
        for number, (player, seat) in enumerate(now.seats.items(), start=1)
    )


def sums_of(rows: Sequence[PlayerRow]) -> Sums:
    """The totals of the lines."""
    return Sums(
        **{name: sum(getattr(row, name, getattr(row.line, name, 0)) for row in rows) for name in Sums.__struct_fields__}
    )


class Account(Frozen):
    """A short account: title, lines and total in cents; ``signed`` if the total is a result."""

    name: str
    lines: tuple[Line, ...]
    total: str
    signed: bool = False

    @property
    def cents(self) -> int:
        """The sum of its lines."""
        return sum(line.cents for line in self.lines)


class BackerRow(Frozen):
    """A backer: contribution, share in percent as text, and part of the result, in cents."""

    name: str
    put_up_cents: int
    share: str
    cut_cents: int


def roll_account(events: Iterable[Recorded]) -> Account:
    """The money put behind the bank: by whom and when."""
    return Account(name=_("The roll"), lines=tuple(_put_up(events)), total=_("Roll"))


def _put_up(events: Iterable[Recorded]) -> Iterable[Line]:
    for recorded in events:
        if isinstance(recorded.event, night.NightOpened | night.RollRaised):
            raised = isinstance(recorded.event, night.RollRaised)
            for move in recorded.event.moves:
                backer = move.credit.partition(":")[2]
                by = _("The house") if backer == HOUSE else backer
                yield Line(what=_("%(by)s, raised", by=by) if raised else by, cents=move.amount_cents, at=recorded.at)


def backers_of(now: Night, bank: BankLine) -> tuple[BackerRow, ...]:
    """The backers' parts, those without a share last; empty if the house alone backs the bank.

    What is left of the result after the dealers' cut is divided by the shares agreed at the opening. A backer who put
    up more later gets back that amount.
    """
    in_all = {name: now.ledger.balance(roll(name)) for name in now.ledger.owners("roll")}
    put_up = {name: cents for name, cents in in_all.items() if cents}
    if {*now.shares, *put_up} <= {HOUSE}:
        return ()
    whole = sum(now.shares.values())
    cuts = backers_cuts(bank.result_cents - bank.dealers_cut_cents, now.shares)
    rows = tuple(
        BackerRow(
            name=_("The house") if name == HOUSE else name,
            put_up_cents=put_up.get(name, 0),
            share=percentage(Decimal(f"{float(now.shares[name] / whole):.6g}")) if name in cuts else "–",
            cut_cents=cuts.get(name, 0),
        )
        for name in dict.fromkeys((*now.shares, *put_up))
    )
    assert_equal("what the backers put up", sum(row.put_up_cents for row in rows), bank.roll_cents)
    return rows


def result_account(bank: BankLine, play_cents: int, rulings_cents: int, *, has_sleepers: bool) -> Account:
    """What the bank won or lost, by source; only the sources in use if no game has sleepers."""
    lines = _lines(
        (_("Play"), play_cents),
        (_("Rulings"), rulings_cents),
        (_("Sleepers"), bank.sleepers_cents),
        (_("Swept after the hock"), bank.after_hock_cents),
    )
    lines = lines if has_sleepers else _without_nothing(lines)
    return Account(name=_("The bank"), lines=lines, total=_("Result"), signed=True)


def cash_account(ledger: Ledger, bank: BankLine, sums: Sums) -> Account:
    """Cash in and out; the rest is in the drawer, or missing from it if negative."""
    lines = _lines(
        (_("Roll"), bank.roll_cents),
        (_("Checks sold"), ledger.family("cash.bought")),
        (pgettext("cash", "On markers"), ledger.family("cash.markers")),
        (pgettext("cash", "For pledges"), ledger.family("cash.pledges")),
        (pgettext("cash", "On old markers"), ledger.family("cash.carried")),
        (_("Bought back"), -sums.cashed_cents),
        (_("Dealers’ cuts"), -bank.dealers_cut_cents),
        (_("Fills"), ledger.family("cash.fills")),
        (_("Credits"), -ledger.family("paid.credits")),
        (_("Drops"), -ledger.family("paid.drops")),
    )
    total = _("In the drawer") if box_cents(ledger) >= 0 else _("The drawer is short")
    return Account(name=_("Cash"), lines=_without_nothing(lines), total=total)


def checks_account(ledger: Ledger, events: Iterable[Event], bank: BankLine, sums: Sums) -> Account:
    """Checks given out less those returned; the rest is with the players."""
    pledged = pledged_back = 0
    for event in events:
        match event:
            case night.PledgeTaken():
                pledged += event.amount_cents
            case night.PledgeReturned(tender="checks"):
                pledged_back += event.amount_cents
    lines = _lines(
        (_("Sold for cash"), ledger.family("cash.bought")),
        (pgettext("checks", "From deposits"), ledger.family("deposits.drawn")),
        (pgettext("checks", "On markers"), sums.markers_issued_cents),
        (pgettext("checks", "On pledges"), pledged),
        (pgettext("checks", "Against markers"), ledger.family("cash.markers") - sums.markers_redeemed_cents),
        (pgettext("checks", "For pledges"), -pledged_back),
        (pgettext("checks", "Against old markers"), ledger.family("cash.carried") - ledger.family("carried.paid")),
        (_("Bought back"), -sums.cashed_cents),
        (_("Won by the bank"), -bank.result_cents),
        (_("Tips"), -bank.tokes_cents),
        (_("In the pot"), -ledger.balance(POT)),
    )
    return Account(name=_("Checks"), lines=_without_nothing(lines), total=_("With players"))


def _without_nothing(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(line for line in lines if line.cents)


def _lines(*amounts: tuple[str, int]) -> tuple[Line, ...]:
    return tuple(Line(what=what, cents=cents) for what, cents in amounts)


class Counts(Frozen):
    """Counts of other events."""

    commands_taken_back: int
    commands_put_right: int
    disputes: int
    disputes_open: int


class TableSheet(Frozen):
    """The contents of a table sheet, amounts in cents; :meth:`assert_adds_up` checks its sums.

    ``games`` are those that were played, in the order in which they began, and ``parts`` their sections. ``at_bank``
    means a game against the bank, ``has_sleepers`` that the bank may take more than it wins. ``pot_cents`` is the pot
    in the ledger. ``with_house_cents`` is what deposits, old markers and slips moved between the table and the house;
    ``count`` explains the win by count, and ``miscounts`` are the counts that differed, each with time and sentence;
    ``pack_counts`` are those of a pack.
    """

    masthead: Masthead
    extent: str
    order: str
    bank: BankLine
    roll: Account
    result: Account
    cash: Account
    checks: Account
    corrections_cents: int
    backers: tuple[BackerRow, ...]
    dealers: tuple[DealerRow, ...]
    players: tuple[PlayerRow, ...]
    sums: Sums
    markers: MarkerRegister
    games: tuple[str, ...]
    parts: Mapping[str, TablePart]
    at_bank: bool
    has_sleepers: bool
    pot_cents: int
    with_house_cents: int
    count: WinByCountSheet | None
    miscounts: tuple[tuple[str, str], ...]
    pack_counts: tuple[tuple[str, str], ...]
    counts: Counts
    disputes: tuple[DisputeLine, ...]
    rules: tuple[HouseRules, ...]
    seal: Seal

    @property
    def names(self) -> dict[str, str]:
        """The name of each player."""
        return {row.player: row.name for row in self.players}

    @property
    def numbers(self) -> dict[str, int]:
        """The seat of each player."""
        return {row.player: row.seat for row in self.players}

    @property
    def events_density(self) -> str:
        """How dense the figures at the top are, by the widest."""
        bank = self.bank
        of_bank = (bank.result_cents, bank.roll_cents, bank.in_sight_cents, bank.tokes_cents)
        longest = widest((*of_bank, self.pot_cents, self.given_out_cents, self.sums.cashed_cents))
        return density([longest], at_ease=11, most=14)

    @property
    def players_density(self) -> str:
        """How dense the players' lines are."""
        sums, rows = self.sums, self.players
        net_cents = widest(row.line.net_cents for row in rows)
        columns = (
            sums.cash_in_cents,
            sums.markers_issued_cents,
            sums.markers_redeemed_cents,
            sums.markers_open_cents,
            sums.pledges_open_cents,
            sums.cashed_cents,
            sums.held_cents,
            net_cents,
        )
        # In a dense table a name has its own line, and the amounts have the full width.
        return density(columns, at_ease=53, most=110)

    @property
    def span_cents(self) -> Span:
        """How far players were behind and ahead; empty if there is no course to draw."""
        return span_of(row.timeline for row in self.players if row.timeline.is_drawn)

    @property
    def bank_plays(self) -> bool:
        """Whether the bank does more than sell checks: a game against it, a roll, a ruling."""
        return self.at_bank or bool(self.bank.roll_cents or self.bank.result_cents or self.corrections_cents)

    @property
    def given_out_cents(self) -> int:
        """All checks given to players: for cash, on markers and on pledges."""
        return sum(line.cents for line in self.checks.lines if line.cents > 0)

    @property
    def left_cents(self) -> int:
        """What is left of the bank's result after the dealers' cut."""
        return self.bank.result_cents - self.bank.dealers_cut_cents

    @property
    def lists_dealers(self) -> bool:
        """Whether the sheet has a line for each dealer: there were several, or they got a cut."""
        return len(self.dealers) > 1 or bool(self.bank.dealers_cut_cents)

    @property
    def short_cents(self) -> int:
        """What is missing from the drawer: more cash was paid out than came in."""
        return max(0, -self.cash.cents)

    @property
    def count_accounts(self) -> tuple[Account, ...]:
        """How the counts make the win, and how the win by play leads to it; empty without both counts."""
        if self.count is None:
            return ()
        lines = {_("The counts"): self.count.counted, _("From play to count"): self.count.explained}
        return tuple(
            Account(name=name, lines=account, total=_("Win by count"), signed=True) for name, account in lines.items()
        )

    @property
    def deposits_drawn(self) -> tuple[Line, ...]:
        """What players drew from their deposits."""
        return _without_nothing(_lines(*((row.name, row.line.drawn_cents) for row in self.players)))

    @property
    def old_markers_in_checks(self) -> tuple[Line, ...]:
        """What players paid in checks on markers of earlier nights."""
        return _without_nothing(_lines(*((row.name, row.line.carried_paid_in_checks_cents) for row in self.players)))

    @property
    def old_markers_in_cash(self) -> tuple[Line, ...]:
        """What players paid in cash on markers of earlier nights."""
        return _without_nothing(_lines(*((row.name, row.line.carried_paid_in_cash_cents) for row in self.players)))

    @property
    def accounts(self) -> tuple[Account, ...]:
        """The accounts side by side: cash and checks, and those of the bank if it takes part."""
        return (self.roll, self.result, self.cash, self.checks) if self.bank_plays else (self.cash, self.checks)

    @property
    def accounts_beside(self) -> int:
        """How many accounts are side by side: two if four wide ones would leave no room for words."""
        amounts = [widest([account.cents, *(line.cents for line in account.lines)]) for account in self.accounts]
        return 2 if density(amounts, at_ease=48, most=48) else 4

    @property
    def has_pot(self) -> bool:
        """Whether a game was played for a pot."""
        return any(part.pot_cents is not None for part in self.parts.values())

    @property
    def lines(self) -> int:
        """The number of lines for play, players and markers, which decides how dense the sheet is."""
        markers = len(self.markers.markers) + len(self.markers.players)
        return markers + len(self.players) + sum(part.lines for part in self.parts.values())

    def of_games(self, what: str) -> tuple[str, ...]:
        """The ``counted``, ``remarks`` or ``notes`` of all parts, with the game's name if there are several.

        A sheet with several games does not print ``counted``.
        """
        texts = [(game_called(game).title, text) for game in self.games for text in getattr(self.parts[game], what)]
        return tuple(labelled(title, text) if len(self.games) > 1 else text for title, text in texts)

    def assert_adds_up(self) -> None:
        """Assert that nets, bank, tokes and pot add up to zero, and all other sums match the ledger."""
        bank, parts = self.bank, self.parts.values()
        everything = self.sums.net_cents + bank.result_cents + bank.tokes_cents + self.pot_cents
        assert_equal("nets, bank, tokes and pot", everything, 0)
        play_cents = sum(part.bank_play_cents for part in parts)
        assert_equal("the bank's play", play_cents + self.corrections_cents, bank.play_cents)
        assert_equal("sleepers", sum(part.sleepers_cents or 0 for part in parts), bank.sleepers_cents)
        assert_equal("after the hock", sum(part.after_hock_cents or 0 for part in parts), bank.after_hock_cents)
        assert_equal("the bank's result", self.result.cents, bank.result_cents)
        assert_equal("the roll", self.roll.cents, bank.roll_cents)
        assert_equal("the pot", sum(part.pot_cents or 0 for part in parts), self.pot_cents)
        assert_equal("checks given out and come back", self.checks.cents, self.sums.held_cents)
        owned = self.cash.cents + self.sums.markers_open_cents + self.sums.pledges_open_cents + self.with_house_cents
        owed = bank.in_sight_cents + bank.tokes_cents + self.sums.held_cents + self.pot_cents
        assert_equal("what the house holds and owes", owned, owed)
        if self.backers:
            assert_equal("the backers' parts", sum(backer.cut_cents for backer in self.backers), self.left_cents)
        assert_equal("the dealers' cut", sum(dealer.cut_cents for dealer in self.dealers), bank.dealers_cut_cents)
        assert_equal("tips by dealer", sum(dealer.tokes_cents for dealer in self.dealers), bank.tokes_cents)


def table_sheet_view(
    now: Night, events: Sequence[Recorded], zone: tzinfo | None = None, play: NightPlay | None = None
) -> TableSheet:
    """The table sheet from a night and all of its events. Pass ``play`` to reuse it."""
    stand = effective(events)
    play = play or night_play_of(recorded.event for recorded in stand)
    rows = player_rows_of(now, stand)
    parts = {game: papers_of(game).table_part(play.games[game], now) for game in play.played}
    at_bank = any(game_called(game).against_bank for game in parts)
    has_sleepers = any(part.sleepers_cents is not None or part.after_hock_cents is not None for part in parts.values())
    play_cents = sum(part.bank_play_cents for part in parts.values())
    disputes = tuple(disputes_of(now, stand))
    corrections_cents = sum(dispute.cents_for(BANK) for dispute in disputes)
    bank = bank_line(now.ledger)
    sums = sums_of(rows)
    view = TableSheet(
        masthead=masthead_of(now, events, "table", zone),
        extent=play.extent,
        order=play.order_text,
        bank=bank,
        roll=roll_account(stand),
        result=result_account(bank, play_cents, corrections_cents, has_sleepers=has_sleepers),
        cash=cash_account(now.ledger, bank, sums),
        checks=checks_account(now.ledger, (recorded.event for recorded in stand), bank, sums),
        corrections_cents=corrections_cents,
        backers=backers_of(now, bank),
        dealers=dealer_rows_of(now, events, zone),
        players=rows,
        sums=sums,
        markers=marker_register_of(now, events),
        games=play.played,
        parts=parts,
        at_bank=at_bank,
        has_sleepers=has_sleepers,
        pot_cents=now.ledger.balance(POT),
        with_house_cents=_with_house_cents(now.ledger),
        count=win_by_count_sheet(now, events),
        miscounts=tuple(
            (recorded.at, sentence_of(now, recorded.event))
            for recorded in stand
            if isinstance(recorded.event, night.DrawerCounted)
            and recorded.event.cash_cents != recorded.event.expected_cents
        ),
        pack_counts=tuple(
            (recorded.at, sentence_of(now, recorded.event))
            for recorded in stand
            if isinstance(recorded.event, PackCounted)
        ),
        counts=_counts(events, disputes),
        disputes=disputes,
        rules=house_rules(now.opened),
        seal=seal_of(now, events),
    )
    view.assert_adds_up()
    return view


def print_table_sheet(view: TableSheet, options: RenderOptions = PLAIN) -> bytes:
    """Print a table sheet as PDF."""
    title = _("Table sheet %(number)s", number=view.masthead.number)
    return pdf("table_sheet.html", title, options, view=view)


def _with_house_cents(ledger: Ledger) -> int:
    """Deposits drawn less old markers paid, and what slips took out of the drawer less what they brought."""
    out_cents = sum(map(ledger.family, ("deposits.drawn", "paid.credits", "paid.drops")))
    return out_cents - ledger.family("carried.paid") - ledger.family("cash.fills")


def _counts(events: Sequence[Recorded], disputes: Sequence[DisputeLine]) -> Counts:
    return Counts(
        commands_taken_back=sum(1 for recorded in events if isinstance(recorded.event, night.CommandVoided)),
        commands_put_right=sum(1 for event in events if isinstance(event.event, night.CommandAmended)),
        disputes=len(disputes),
        disputes_open=sum(1 for dispute in disputes if dispute.ruled is None),
    )
