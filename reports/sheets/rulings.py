"""The sheet of a dispute: the claim, the events before it, the ruling, and the money it moved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from functools import partial

from dealer.night.disputes import RULINGS, laws
from dealer.night.history import History
from dealer.night.night import Night
from events.common.night import Correction, DisputeRaised, DisputeRuled
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Recorded, RecordedCommand
from ledger.accounts import BANK
from ledger.statement import bank_line, player_line
from reports.game_papers import papers_of
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rounds.rounds import turns_near
from reports.rounds.statement import assert_equal, correction_for
from reports.rounds.story import Line, events_of, named_in
from reports.rounds.subjects import Subject
from reports.sheets.disputes import DisputeLine, disputes_of
from reports.sheets.dossier import hours, round_story, stake_story
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.formatting import side_of
from reports.words.language import gettext as _


class Change(Frozen):
    """What a ruling moved to a side, negative if from it, and the side's result of the night with it, in cents."""

    side: str
    seat: int
    cents: int
    net_cents: int

    @property
    def without_cents(self) -> int:
        """The side's result without the ruling."""
        return self.net_cents - self.cents


class RulingSheet(Frozen):
    """The contents of a dispute's sheet. ``ruled`` is ``None`` before the ruling."""

    masthead: Masthead
    dispute: DisputeLine
    seat: int
    raised: Recorded
    ruled: Recorded | None
    story: tuple[Line, ...]
    changes: tuple[Change, ...]
    names: dict[str, str]
    seal: Seal

    @property
    def events(self) -> tuple[int, ...]:
        """The versions of the events on the sheet."""
        return (*events_of(self.story), *(recorded.version for recorded in (self.raised, self.ruled) if recorded))

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """The corrections of the ruling."""
        return self.dispute.ruled.corrections if self.dispute.ruled else ()

    @property
    def moved_cents(self) -> int:
        """The total of all corrections, in cents."""
        return sum(correction.amount_cents for correction in self.corrections)

    @property
    def ruling(self) -> str:
        """The ruling in words; "" if there is none."""
        return _(dict(RULINGS)[self.dispute.ruled.ruling]) if self.dispute.ruled else ""

    @property
    def law(self) -> str:
        """The text of the law that the ruling cites; "" if it cites none."""
        cited = self.dispute.ruled.law if self.dispute.ruled else None
        return _(laws()[cited - 1]) if cited else ""

    def assert_adds_up(self) -> None:
        """Assert that the corrections balance: a ruling makes no money."""
        assert_equal(f"ruling {self.dispute.dispute}", sum(change.cents for change in self.changes), 0)


def ruling_sheet_view(
    history: History, commands: Sequence[RecordedCommand], dispute: str, zone: tzinfo | None = None
) -> RulingSheet:
    """The sheet of a standing dispute, from the night's history and its commands; else :class:`LookupError`."""
    now, standing = history.states[-1], effective(history.events)
    line = next((line for line in disputes_of(now, standing) if line.dispute == dispute), None)
    if line is None:
        raise LookupError(f"the night has had no dispute {dispute}")
    raised = next(
        recorded
        for recorded in standing
        if isinstance(recorded.event, DisputeRaised) and recorded.event.dispute == dispute
    )
    ruled = next(
        (
            recorded
            for recorded in standing
            if isinstance(recorded.event, DisputeRuled) and recorded.event.dispute == dispute
        ),
        None,
    )
    view = RulingSheet(
        masthead=masthead_of(now, history.events, f"ruling-{dispute}", zone),
        dispute=line,
        seat=_seat(now, line.player),
        raised=raised,
        ruled=ruled,
        story=ruling_story(history, commands, line.subject, raised),
        changes=_changes(now, line),
        names=now.names,
        seal=seal_of(now, history.events),
    )
    view.assert_adds_up()
    return view


def print_ruling_sheet(view: RulingSheet, options: RenderOptions = PLAIN) -> bytes:
    """Print the sheet of a dispute as PDF."""
    title = _("Ruling %(number)s", number=view.masthead.number)
    shown = {"hours": partial(hours, zone=options.zone), "side": partial(side_of, names=view.names)}
    return pdf("ruling_sheet.html", title, options, view=view, **shown)


def ruling_story(
    history: History, commands: Sequence[RecordedCommand], subject: Subject, raised: Recorded
) -> tuple[Line, ...]:
    """The lines about the subject of a dispute, up to the moment when it was raised.

    ``commands`` are those of the night; refused ones count if they name the bet, or fall between the turns shown. A
    turn that had not been played has no lines.
    """
    then = history.as_of(raised.version - 1)
    if subject.bet:
        named = [command for command in commands if subject.bet in named_in(command, "bet", "about")]
        return stake_story(then, named, subject.bet)
    if not subject.game:
        return ()
    turn_story = papers_of(subject.game).turn_story
    if turn_story:
        return turn_story(then, commands, subject)
    return turns_near(then, commands, subject, round_story(then, commands, subject.game, subject.round))


def _changes(now: Night, line: DisputeLine) -> tuple[Change, ...]:
    """Every side that the ruling touched: players in the order of their seats, then the bank."""
    if line.ruled is None:
        return ()
    nets = {player: player_line(now.ledger, player).net_cents for player in now.seats}
    nets[BANK] = bank_line(now.ledger).result_cents
    moved = {side for correction in line.ruled.corrections for side in (correction.source, correction.target)}
    return tuple(
        Change(side=side, seat=_seat(now, side), cents=correction_for(line.ruled, side), net_cents=net_cents)
        for side, net_cents in nets.items()
        if side in moved
    )


def _seat(now: Night, side: str) -> int:
    """A player's seat, counted from 1; 0 for the bank."""
    return next((seat for seat, player in enumerate(now.seats, start=1) if player == side), 0)
