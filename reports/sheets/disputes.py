"""Disputes on paper: where they arose, the claims, and the rulings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dealer.commands.refusal import Phrase
from dealer.night.dealers import dealings_disputed
from dealer.night.night import Dispute, Night
from dealer.projections import Projection
from events.common import night
from events.common.play import RoundEnded
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from reports.game_papers import papers_of
from reports.rounds.statement import correction_for
from reports.rounds.subjects import Subject, is_played, subject_of
from reports.words.formatting import cards_in_words, listed
from reports.words.game_words import phrase_text, words_of
from reports.words.language import gettext as _
from reports.words.naming import turn_of_round, where_table_stands, within
from reports.words.night_words import outcome
from reports.words.sentences import sentence_of


class DisputeLine(Frozen):
    """One dispute: its subject, where the play stood when it was raised, and its ruling, if any.

    ``called`` is the bet or turn in words with its round, and ``about`` the same for the middle of a sentence, with the
    action of the turn. ``dealers`` are the names of who dealt it, in alphabetical order.
    """

    dispute: str
    player: str
    name: str
    subject: Subject
    place: str
    called: str
    about: str
    claim: str
    dealers: tuple[str, ...]
    ruled: night.DisputeRuled | None = None

    @property
    def dealt_by(self) -> str:
        """Who dealt it, and that somebody else should rule."""
        names = listed(self.dealers)
        return _("%(names)s dealt what is disputed. Somebody else should rule on it.", names=names)

    @property
    def where(self) -> str:
        """Where in the night it arose, and its subject."""
        return f"{self.place} · {self.about}"

    @property
    def outcome(self) -> str:
        """The ruling in words."""
        if self.ruled is None:
            return _("not ruled yet")
        return _("%(ruling)s: %(reason)s", ruling=outcome(self.ruled), reason=self.ruled.reason)

    def cents_for(self, side: str) -> int:
        """What the ruling gave a side, in cents."""
        return correction_for(self.ruled, side) if self.ruled else 0

    def touches(self, player: str) -> bool:
        """Whether a player raised it, or its ruling moved checks of theirs."""
        moved = self.ruled.corrections if self.ruled else ()
        return self.player == player or any(player in (movement.source, movement.target) for movement in moved)


@dataclass(slots=True)
class _Raised:
    """A dispute with its events; its subject, the place of the stake and who dealt are found on first use."""

    by: Recorded
    event: night.DisputeRaised
    ruled: night.DisputeRuled | None = None
    found: tuple[Subject, Phrase | None, tuple[str, ...]] | None = None


def _after(raised: tuple[_Raised, ...], recorded: Recorded) -> tuple[_Raised, ...]:
    match recorded.event:
        case night.DisputeRaised() as event:
            return (*raised, _Raised(recorded, event))
        case night.DisputeRuled() as ruled:
            return tuple(
                replace(dispute, ruled=ruled) if dispute.event.dispute == ruled.dispute else dispute
                for dispute in raised
            )
    return raised


_RAISED: Projection[tuple[_Raised, ...]] = Projection((), _after)


def disputes_of(now: Night, events: Sequence[Recorded]) -> list[DisputeLine]:
    """All disputes of a night from its effective events, in the order in which they were raised."""
    return [_line(now, raised, *_found(raised, events)) for raised in _RAISED.of(events)]


def _found(raised: _Raised, events: Sequence[Recorded]) -> tuple[Subject, Phrase | None, tuple[str, ...]]:
    """The subject of a dispute, the place of its stake and who dealt; searched once among the earlier events."""
    if raised.found is None:
        before = [event for event in events if event.version < raised.by.version]
        subject, places = (
            subject_of(raised.event.about, [recorded for recorded in before if is_played(recorded)]),
            dict[str, Phrase](),
        )
        for recorded in before if subject.bet else ():
            if game_of(recorded.event) == subject.game:
                papers_of(subject.game).follow_places(places, recorded.event)
        rows = ((recorded.event, "") for recorded in (*before, raised.by))
        dealings = dealings_disputed(rows, raised.event.dispute)
        raised.found = subject, places.get(subject.bet), tuple(sorted(dealer for dealer, _ in dealings))
    return raised.found


def _line(now: Night, raised: _Raised, subject: Subject, place: Phrase | None, dealers: tuple[str, ...]) -> DisputeLine:
    event = raised.event
    called = _called(now, subject, place)
    return DisputeLine(
        dispute=event.dispute,
        player=event.player,
        name=now.seats[event.player].name,
        subject=subject,
        place=_place_of(now.disputes[event.dispute]),
        called=called,
        about=_about(subject, called, now),
        claim=event.claim,
        dealers=dealers,
        ruled=raised.ruled,
    )


def _place_of(raised: Dispute) -> str:
    return where_table_stands(raised.dealing, raised.table)


def _called(now: Night, subject: Subject, place: Phrase | None) -> str:
    """The stake or turn of a dispute with its round; a stake with its place."""
    if subject.bet:
        if place is None:
            raise LookupError(f"nobody knows where {subject.bet} lay")
        names = words_of(subject.game).round
        return _(names.laid_in, bet=phrase_text(place), number=subject.round)
    if subject.game:
        return turn_of_round(subject.game, now.tables[subject.game], subject.turn, subject.round)
    return _("turn %(turn)s", turn=subject.turn)


def _about(subject: Subject, called: str, now: Night) -> str:
    """The same for the middle of a sentence; a turn with its sentence, if the game tells it."""
    if subject.bet:
        return called
    about = _("about %(turn)s", turn=called)
    event = subject.played.event if subject.played else None
    if event is None or isinstance(event, RoundEnded) or not papers_of(subject.game).tells_turns:
        return about
    return within(about, sentence_of(now, event, cards_in_words).removesuffix("."))
