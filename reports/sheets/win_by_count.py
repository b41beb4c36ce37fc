"""How the win by count comes from the win by play: the two counts of a night, and what explains the difference."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.night.drawer import CLOSING, OPENING, win_by_count
from dealer.night.night import Night
from events.common.event import Move
from events.common.night import DrawerCounted
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Recorded
from ledger.ledger import Ledger
from ledger.statement import bank_line, box_cents, checks_out_cents
from reports.rounds.statement import Line, assert_equal
from reports.words.language import gettext as _
from reports.words.night_words import over_or_short


class _Standing(Frozen):
    """The sums of a ledger that explain the win by count, in cents; cash less checks out is what they add up to."""

    result_cents: int
    roll_cents: int
    slips_cents: int
    markers_cents: int
    pledges_cents: int
    drawn_cents: int
    carried_paid_cents: int
    cuts_cents: int

    @classmethod
    def of(cls, ledger: Ledger) -> _Standing:
        bank = bank_line(ledger)
        return cls(
            result_cents=bank.result_cents,
            roll_cents=bank.roll_cents,
            slips_cents=ledger.family("cash.fills") - ledger.family("paid.credits") - ledger.family("paid.drops"),
            markers_cents=ledger.family("markers.issued") - ledger.family("markers.redeemed"),
            pledges_cents=ledger.family("pledges"),
            drawn_cents=ledger.family("deposits.drawn"),
            carried_paid_cents=ledger.family("carried.paid"),
            cuts_cents=bank.dealers_cut_cents,
        )


class WinByCountSheet(Frozen):
    """Two accounts with the same total: how the counts make the win, and how the win by play leads to it, in cents."""

    counted: tuple[Line, ...]
    explained: tuple[Line, ...]
    win_cents: int

    def assert_adds_up(self) -> None:
        """Assert that both accounts come to the win by count."""
        assert_equal("the counts", sum(line.cents for line in self.counted), self.win_cents)
        assert_equal("win by play and by count", sum(line.cents for line in self.explained), self.win_cents)


def win_by_count_sheet(now: Night, events: Sequence[Recorded]) -> WinByCountSheet | None:
    """The win by count and its explanation, from a night and all of its events.

    ``None`` without an opening and a closing count. Raises :class:`reports.rounds.statement.DoesNotAddUp`.
    """
    stand = effective(events)
    win = win_by_count(recorded.event for recorded in stand)
    if win is None:
        return None
    last = {recorded.event.at: recorded for recorded in stand if isinstance(recorded.event, DrawerCounted)}
    opening, closing = (_ledger_at(events, last[at].command) for at in (OPENING, CLOSING))
    for ledger, at in ((opening, OPENING), (closing, CLOSING)):
        event = last[at].event
        assert isinstance(event, DrawerCounted)
        assert_equal(f"the drawer at the {at} count", box_cents(ledger), event.expected_cents)
        assert_equal(f"checks out at the {at} count", checks_out_cents(ledger), event.checks_out_cents)
    before, after, end = _Standing.of(opening), _Standing.of(closing), _Standing.of(now.ledger)
    moved_cents = after.roll_cents + after.slips_cents - before.roll_cents - before.slips_cents
    named_cents = win.raises_cents + win.fills_cents - win.credits_cents - win.drops_cents
    over_at_opening, over_at_close = win.opening_cents - box_cents(opening), win.closing_cents - box_cents(closing)
    explained = _lines(
        (_("Won before the opening count"), -before.result_cents),
        (_("Won after the closing count"), after.result_cents - end.result_cents),
        (_("More markers open"), before.markers_cents - after.markers_cents),
        (_("More pledges held"), before.pledges_cents - after.pledges_cents),
        (_("Deposits drawn"), before.drawn_cents - after.drawn_cents),
        (_("Old markers paid"), after.carried_paid_cents - before.carried_paid_cents),
        (_("Dealers’ cuts"), before.cuts_cents - after.cuts_cents),
        (_("Slips and raises outside the counts"), moved_cents - named_cents),
        (_("Opening count: %(difference)s", difference=over_or_short(over_at_opening)), -over_at_opening),
        (_("Closing count: %(difference)s", difference=over_or_short(over_at_close)), over_at_close),
    )
    sheet = WinByCountSheet(
        counted=(
            Line(what=_("Closing count"), cents=win.closing_cents, at=last[CLOSING].at),
            *_lines((_("Checks out then"), -win.closing_checks_out_cents)),
            Line(what=_("Opening count"), cents=-win.opening_cents, at=last[OPENING].at),
            *_lines(
                (_("Checks out then"), win.opening_checks_out_cents),
                (_("Fills"), -win.fills_cents),
                (_("Credits"), win.credits_cents),
                (_("Drops"), win.drops_cents),
                (_("Raises of the roll"), -win.raises_cents),
            ),
        ),
        explained=(Line(what=_("Win by play"), cents=end.result_cents), *explained),
        win_cents=win.win_cents,
    )
    sheet.assert_adds_up()
    return sheet


def _lines(*amounts: tuple[str, int]) -> tuple[Line, ...]:
    return tuple(Line(what=what, cents=cents) for what, cents in amounts if cents)


def _ledger_at(events: Sequence[Recorded], command: str) -> Ledger:
    """The ledger when a command counted the drawer: a correction that gave the count again does not change it."""
    version = next(
        recorded.version
        for recorded in events
        if recorded.command == command and isinstance(recorded.event, DrawerCounted)
    )
    moves: list[Move] = [move for recorded in events if recorded.version <= version for move in recorded.event.moves]
    return Ledger().post(moves)
