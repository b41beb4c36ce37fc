"""The dossier of a bet: its whole story with rule and law at every step, for paper, a screen and a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import partial

from dealer.history import History
from dealer.refusal import printable
from events.records import RecordedCommand
from events.standing import standing
from reports.disputes import DisputeLine, disputes_of
from reports.dossier.bet import bet_story
from reports.dossier.line import Line, Source
from reports.dossier.list import BetSummary, bets_of
from reports.edition import PLAIN, Edition
from reports.masthead import Masthead, masthead_of
from reports.render import pdf
from reports.seal import Seal, seal_of
from reports.words.formatting import hour, signed
from reports.words.language import gettext as _
from reports.words.language import written_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Dossier:
    """All that the dossier of a bet says. ``disputes`` are those about it, each with its ruling once there is one."""

    masthead: Masthead
    bet: BetSummary
    disputes: tuple[DisputeLine, ...]
    lines: tuple[Line, ...]
    seal: Seal

    @property
    def sources(self) -> tuple[Source, ...]:
        """What the story stands on, each once: the facts in order, then the refused commands."""
        return tuple(sorted({source for line in self.lines for source in line.sources}, key=_order))

    @property
    def rulings_cents(self) -> int:
        """What rulings about the bet gave its player; below nothing: took."""
        return sum(one.cents_for(self.bet.player) for one in self.disputes)

    @property
    def remarks(self) -> tuple[str, ...]:
        """How the story is to be read."""
        order = _("in the order of the night’s log")
        struck = _("what was taken back is struck out") if self.struck else ""
        refused = _("what was asked and refused stands on grey") if self.refused else ""
        return tuple(filter(None, (order, struck, refused)))

    @property
    def refused(self) -> int:
        """How many refusals are part of the story."""
        return sum(line.refused for line in self.lines)

    @property
    def struck(self) -> int:
        """How many lines were taken back."""
        return sum(line.struck for line in self.lines)


def dossier_view(
    history: History, commands: Sequence[RecordedCommand], bet: str, zone: tzinfo | None = None
) -> Dossier:
    """The dossier of a bet from a night's history and its commands; :class:`LookupError` where it had no such bet."""
    summary = next((one for one in bets_of(history) if one.bet == bet), None)
    if summary is None:
        raise LookupError(f"the night has had no bet {bet}")
    now = history.states[-1]
    return Dossier(
        masthead=masthead_of(now, history.facts, f"bet-{bet}", zone),
        bet=summary,
        disputes=tuple(one for one in disputes_of(now, standing(history.facts)) if one.dispute in summary.disputes),
        lines=bet_story(history, commands, bet),
        seal=seal_of(now, history.facts),
    )


def print_dossier(view: Dossier, edition: Edition = PLAIN) -> bytes:
    """A dossier as PDF."""
    shown = partial(hours, zone=edition.zone)
    with written_in(edition.style):
        title = _("Dossier %(number)s: %(bet)s", number=view.masthead.number, bet=view.bet.title)
        return pdf("dossier.html", title, edition, view=view, hours=shown)


def dossier_text(view: Dossier, edition: Edition = PLAIN) -> str:
    """A dossier as plain lines for a terminal."""
    bet = view.bet
    head = [
        f"{bet.title}  ({bet.bet})",
        f"deal {bet.deal}: {bet.came_of_it or 'nothing yet'}; {signed(bet.net_cents)} for {bet.name}",
        *(f"dispute {one.dispute}: {one.outcome}; {signed(one.cents_for(bet.player))}" for one in view.disputes),
        "",
    ]
    seal = f"{view.masthead.events} events, sealed {view.seal.head}"
    return "\n".join((*map(printable, head), story_text(view.lines, edition), "", seal))


def story_text(lines: Sequence[Line], edition: Edition = PLAIN) -> str:
    """A story as plain lines for a terminal; what cannot be printed is escaped, as a book may have been forged."""
    return "\n".join(printable(text) for line in lines for text in _told(line, edition))


def _told(line: Line, edition: Edition) -> list[str]:
    struck = "taken back: " if line.struck else ""
    by = f"{line.who} on {edition.device_called(line.device)}, {line.numbers}, {line.short_hash}"
    lines = [f"{hours(line, edition.zone):>9}  {struck}{line.said}"]
    if line.reason:
        lines.append(f"{'':9}  {line.reason}")
    return [*lines, f"{'':9}  [{by}]"]


def hours(line: Line, zone: tzinfo | None = None) -> str:
    """When it was, by the table's clock; from when to when for several turns."""
    first, last = hour(line.at, zone), hour(line.until, zone)
    return first if first == last else f"{first} – {last}"


def _order(source: Source) -> tuple[bool, int]:
    return source.is_command, source.number
