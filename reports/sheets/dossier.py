"""The sheets that answer a dispute: the dossier of a bet or round, and the sheet of a ruling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import tzinfo
from functools import partial

from dealer.commands.refusal import printable_sentence
from dealer.night.disputes import RULINGS, laws
from dealer.night.evolve import History
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
from reports.rounds import rounds
from reports.rounds.rounds import RoundSummary, turns_near
from reports.rounds.stakes import StakeSummary
from reports.rounds.statement import assert_equal, correction_for
from reports.rounds.story import Line, Source, events_of, named_in
from reports.rounds.subjects import Subject
from reports.sheets.disputes import DisputeLine, disputes_of
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.formatting import hour, side_of, signed
from reports.words.language import gettext as _
from reports.words.language import ngettext, written_in
from reports.words.night_words import ruled_by_party


class Dossier(Frozen):
    """The contents of a bet's dossier. ``disputes`` are those about it, with their rulings."""

    masthead: Masthead
    bet: StakeSummary
    disputes: tuple[DisputeLine, ...]
    lines: tuple[Line, ...]
    seal: Seal

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources of the story without repeats: events in order, then refused commands."""
        return tuple(sorted({source for line in self.lines for source in line.sources}, key=_order))

    @property
    def events(self) -> tuple[int, ...]:
        """The versions of the events in the story."""
        return events_of(self.lines)

    @property
    def rulings_cents(self) -> int:
        """What rulings about the bet gave its player, in cents; negative if they took."""
        return sum(dispute.cents_for(self.bet.player) for dispute in self.disputes)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Notes on how to read the story."""
        order = _("in the order of the night’s log")
        struck = _("commands taken back are struck out") if self.struck else ""
        refused = _("refused commands are on grey") if self.refused else ""
        return tuple(filter(None, (order, struck, refused)))

    @property
    def refused(self) -> int:
        """The number of refused commands in the story."""
        return sum(line.refused for line in self.lines)

    @property
    def struck(self) -> int:
        """The number of lines that were taken back."""
        return sum(line.struck for line in self.lines)


def stakes_of(history: History) -> tuple[StakeSummary, ...]:
    """Every stake of a night by game, in the order of laying, including those taken back."""
    return tuple(stake for game in history.states[-1].tables for stake in papers_of(game).stakes(history, game).all())


def stake_story(history: History, commands: Sequence[RecordedCommand], bet: str) -> tuple[Line, ...]:
    """The story of a stake; refused commands only if it was never accepted, empty if no command tried to lay it."""
    stories = (papers_of(game).stake_story(history, game=game, bet=bet) for game in history.states[0].tables)
    return next(filter(None, (story.follow(commands) for story in stories)), ())


def rounds_of(history: History) -> tuple[RoundSummary, ...]:
    """The standing rounds of a night that have stories, by game."""
    games = filter(tells_of, history.states[-1].tables)
    return tuple(summary for game in games for summary in rounds.rounds_of(history, game))


def tells_of(game: str, kind: str = "") -> bool:
    """Whether the rounds of a game have stories, and are of this ``kind`` if one is given."""
    papers = papers_of(game)
    return papers.tells_rounds and kind in ("", papers.words.round.kind)


def round_story(history: History, commands: Sequence[RecordedCommand], game: str, number: int) -> tuple[Line, ...]:
    """The story of a round; empty if the night had no such round."""
    if game not in history.states[0].tables or not tells_of(game):
        return ()
    return papers_of(game).round_story(history, game=game, number=number).follow(commands)


def dossier_view(
    history: History, commands: Sequence[RecordedCommand], bet: str, zone: tzinfo | None = None
) -> Dossier:
    """The dossier of a bet from a night's history and its commands; :class:`LookupError` if there was no such bet."""
    summary = next((stake for stake in stakes_of(history) if stake.bet == bet), None)
    if summary is None:
        raise LookupError(f"the night has had no bet {bet}")
    now = history.states[-1]
    return Dossier(
        masthead=masthead_of(now, history.events, f"bet-{bet}", zone),
        bet=summary,
        disputes=tuple(
            line for line in disputes_of(now, effective(history.events)) if line.dispute in summary.disputes
        ),
        lines=stake_story(history, commands, bet),
        seal=seal_of(now, history.events),
    )


def print_dossier(view: Dossier, options: RenderOptions = PLAIN) -> bytes:
    """Print a dossier as PDF."""
    shown = partial(hours, hour_of=partial(hour, zone=options.zone))
    with written_in(options.style):
        title = _("Dossier %(number)s: %(bet)s", number=view.masthead.number, bet=view.bet.title)
        return pdf("dossier.html", title, options, view=view, hours=shown)


def dossier_text(view: Dossier, options: RenderOptions = PLAIN) -> str:
    """A dossier as plain text for a terminal."""
    bet = view.bet
    head = [
        f"{bet.title}  ({bet.bet})",
        _(
            "%(round)s: %(came_of_it)s; %(amount)s for %(name)s",
            round=bet.round_called,
            came_of_it=bet.came_of_it or _("nothing yet"),
            amount=signed(bet.net_cents),
            name=bet.name,
        ),
        *(
            _(
                "dispute %(dispute)s: %(outcome)s; %(amount)s",
                dispute=dispute.dispute,
                outcome=dispute.outcome,
                amount=signed(dispute.cents_for(bet.player)),
            )
            for dispute in view.disputes
        ),
        "",
    ]
    seal = ngettext(
        "%(num)s event, sealed %(seal)s; times in %(clock)s",
        "%(num)s events, sealed %(seal)s; times in %(clock)s",
        view.masthead.events,
        seal=view.seal.head,
        clock=view.masthead.clock,
    )
    return "\n".join((*map(printable_sentence, head), story_text(view.lines, options), "", seal))


def story_text(lines: Sequence[Line], options: RenderOptions = PLAIN) -> str:
    """A story as plain text for a terminal. Unprintable characters are escaped, since a book may be forged."""
    return "\n".join(printable_sentence(text) for line in lines for text in _told(line, options))


def _told(line: Line, options: RenderOptions) -> list[str]:
    by = [
        _("%(who)s on %(device)s", who=line.who, device=options.device_called(line.device)),
        *([_("%(name)s deals", name=line.dealer)] if line.dealer else []),
        line.numbers,
        line.short_hash,
    ]
    text = _("taken back: %(text)s", text=line.text) if line.struck else line.text
    lines = [f"{hours(line, partial(hour, zone=options.zone)):>9}  {text}"]
    if line.reason:
        lines.append(f"{'':9}  {line.reason}")
    return [*lines, f"{'':9}  [{', '.join(by)}]"]


def hours(line: Line, hour_of: Callable[[str], str]) -> str:
    """The time of a line, in words by ``hour_of``; a span for merged turns."""
    first, last = hour_of(line.at), hour_of(line.until)
    return first if first == last else f"{first} – {last}"


def _order(source: Source) -> tuple[bool, int]:
    return source.is_command, source.number


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
    def by_party(self) -> str:
        """A note that who ruled is a party to the dispute; "" for anybody else's ruling."""
        return ruled_by_party(self.dispute.ruled) if self.dispute.ruled else ""

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
    shown_hours = partial(hours, hour_of=partial(hour, zone=options.zone))
    shown = {"hours": shown_hours, "side": partial(side_of, names=view.names)}
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
