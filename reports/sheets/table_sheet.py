"""The table sheet for the house: the bank, the cage, the pot, the backers and every player on one balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo

from dealer.games import game_called
from dealer.night.night import Night
from events.effective_facts import effective
from events.facts import night
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import BANK, POT
from ledger.statement import BankLine, bank_line
from reports.game_papers import papers_of
from reports.pdf.chart import Span, span_of
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rounds.play import TablePart
from reports.rounds.sums import assert_equal
from reports.sheets.disputes import DisputeLine, disputes_of
from reports.sheets.marker_register import MarkerRegister, marker_register_of
from reports.sheets.masthead import Masthead, masthead_of
from reports.sheets.night_play import NightPlay, night_play_of
from reports.sheets.table_accounts import (
    Account,
    BackerRow,
    PlayerRow,
    Sums,
    backers_of,
    cash_account,
    checks_account,
    player_rows_of,
    result_account,
    roll_account,
    sums_of,
)
from reports.words.formatting import density, widest
from reports.words.house_rules import HouseRules, house_rules
from reports.words.language import gettext as _


class Counts(Frozen):
    """What else happened, counted."""

    commands_taken_back: int
    commands_put_right: int
    disputes: int
    disputes_open: int


class TableSheet(Frozen):
    """All that a table sheet says, amounts in cents. It adds up: see :meth:`assert_adds_up`.

    ``games`` are those that were played, in the order in which they were begun, and ``parts`` what is told of each.
    ``at_bank`` says that a game was against the bank, ``has_sleepers`` that the bank may take more than it wins.
    ``pot_cents`` is what the ledger has in the pot.
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
    players: tuple[PlayerRow, ...]
    sums: Sums
    markers: MarkerRegister
    games: tuple[str, ...]
    parts: Mapping[str, TablePart]
    at_bank: bool
    has_sleepers: bool
    pot_cents: int
    counts: Counts
    disputes: tuple[DisputeLine, ...]
    rules: tuple[HouseRules, ...]
    seal: Seal

    @property
    def numbers(self) -> dict[str, int]:
        """The seat of every player."""
        return {row.player: row.seat for row in self.players}

    @property
    def facts_density(self) -> str:
        """How closely the figures at the top have to be set, by the one that takes most room."""
        bank = self.bank
        of_bank = (bank.result_cents, bank.roll_cents, bank.in_sight_cents, bank.tokes_cents)
        longest = widest((*of_bank, self.pot_cents, self.given_out_cents, self.sums.cashed_cents))
        return density([longest], at_ease=11, most=14)

    @property
    def players_density(self) -> str:
        """How closely the players' lines have to be set."""
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
        # Where they are set close a name has a line of its own, and the amounts have all of the width.
        return density(columns, at_ease=53, most=110)

    @property
    def span_cents(self) -> Span:
        """How far players were behind and ahead; nothing where there is no course to draw."""
        return span_of(row.course for row in self.players if row.course.is_drawn)

    @property
    def bank_plays(self) -> bool:
        """Whether the bank has a part in the night beyond selling checks: a game against it, a roll, a ruling."""
        return self.at_bank or bool(self.bank.roll_cents or self.bank.result_cents or self.corrections_cents)

    @property
    def given_out_cents(self) -> int:
        """All checks that the players were given: for cash, on markers and on pledges."""
        return sum(line.cents for line in self.checks.lines if line.cents > 0)

    @property
    def short_cents(self) -> int:
        """What the box is short of: more cash was paid out than ever came in."""
        return max(0, -self.cash.cents)

    @property
    def accounts(self) -> tuple[Account, ...]:
        """The accounts side by side: cash and checks, and those of the bank where it has a part in the night."""
        return (self.roll, self.result, self.cash, self.checks) if self.bank_plays else (self.cash, self.checks)

    @property
    def accounts_beside(self) -> int:
        """How many of them stand side by side: two where the amounts of four would leave no room for words."""
        amounts = [widest([one.cents, *(line.cents for line in one.lines)]) for one in self.accounts]
        return 2 if density(amounts, at_ease=48, most=48) else 4

    @property
    def has_pot(self) -> bool:
        """Whether a game was played for a pot."""
        return any(part.pot_cents is not None for part in self.parts.values())

    @property
    def lines(self) -> int:
        """How many lines the play, the players and their markers take: what decides how close they are set."""
        markers = len(self.markers.markers) + len(self.markers.players)
        return markers + len(self.players) + sum(part.lines for part in self.parts.values())

    def of_games(self, what: str) -> tuple[str, ...]:
        """The ``counted``, ``remarks`` or ``notes`` of all parts, with the game's name where there are several.

        A sheet of several games does not print ``counted``.
        """
        said = [(game_called(game).title, text) for game in self.games for text in getattr(self.parts[game], what)]
        return tuple(f"{title}: {text}" if len(self.games) > 1 else text for title, text in said)

    def assert_adds_up(self) -> None:
        """Assert that nets, bank, tokes and pot make nothing, and all other sums come to the ledger's figures."""
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
        owned = self.cash.cents + self.sums.markers_open_cents + self.sums.pledges_open_cents
        owed = bank.in_sight_cents + bank.tokes_cents + self.sums.held_cents + self.pot_cents
        assert_equal("what the house holds and owes", owned, owed)
        if self.backers:
            assert_equal("the backers' parts", sum(one.cut_cents for one in self.backers), bank.result_cents)


def table_sheet_view(
    now: Night, facts: Sequence[Recorded], zone: tzinfo | None = None, play: NightPlay | None = None
) -> TableSheet:
    """The table sheet from a night and all of its facts. ``play`` saves folding it again."""
    stand = effective(facts)
    play = play or night_play_of(one.fact for one in stand)
    rows = player_rows_of(now, stand)
    parts = {game: papers_of(game).table_part(play.games[game], now) for game in play.played}
    at_bank = any(game_called(game).against_bank for game in parts)
    has_sleepers = any(part.sleepers_cents is not None or part.after_hock_cents is not None for part in parts.values())
    play_cents = sum(part.bank_play_cents for part in parts.values())
    disputes = tuple(disputes_of(now, stand))
    corrections_cents = sum(one.cents_for(BANK) for one in disputes)
    bank = bank_line(now.ledger)
    sums = sums_of(rows)
    view = TableSheet(
        masthead=masthead_of(now, facts, "table", zone),
        extent=play.extent,
        order=play.order_said,
        bank=bank,
        roll=roll_account(stand),
        result=result_account(bank, play_cents, corrections_cents, has_sleepers=has_sleepers),
        cash=cash_account(now.ledger, bank, sums),
        checks=checks_account(now.ledger, (one.fact for one in stand), bank, sums),
        corrections_cents=corrections_cents,
        backers=backers_of(now, bank),
        players=rows,
        sums=sums,
        markers=marker_register_of(now, facts),
        games=play.played,
        parts=parts,
        at_bank=at_bank,
        has_sleepers=has_sleepers,
        pot_cents=now.ledger.balance(POT),
        counts=_counts(facts, disputes),
        disputes=disputes,
        rules=house_rules(now.opened),
        seal=seal_of(now, facts),
    )
    view.assert_adds_up()
    return view


def print_table_sheet(view: TableSheet, options: RenderOptions = PLAIN) -> bytes:
    """A table sheet as PDF."""
    title = _("Table sheet %(number)s", number=view.masthead.number)
    return pdf("table_sheet.html", title, options, view=view)


def _counts(facts: Sequence[Recorded], disputes: Sequence[DisputeLine]) -> Counts:
    return Counts(
        commands_taken_back=sum(1 for one in facts if isinstance(one.fact, night.CommandVoided)),
        commands_put_right=sum(1 for one in facts if isinstance(one.fact, night.CommandAmended)),
        disputes=len(disputes),
        disputes_open=sum(1 for one in disputes if one.ruled is None),
    )
