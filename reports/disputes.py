"""Disputes as they are written on paper: where they arose, what was claimed, how they were ruled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dealer.night import Dispute, Night
from dealer.phrases import Phrase
from events import night
from events.games import game_of
from events.records import Recorded
from reports.game_papers import papers_of
from reports.reckoning import correction_for
from reports.subjects import Subject, subjects_of
from reports.words.disputes import outcome
from reports.words.language import gettext as _
from reports.words.phrases import said
from reports.words.position import place_at, turn_of_round


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeLine:
    """One dispute: what it is about, where the play stood when it was raised, and its ruling, once there is one.

    ``called`` is the bet or turn in words, with its deal or hand, and ``about`` the same in a sentence, with what was
    done in the turn.
    """

    dispute: str
    player: str
    name: str
    subject: Subject
    place: str
    called: str
    about: str
    claim: str
    ruled: night.DisputeRuled | None = None

    @property
    def where(self) -> str:
        """Where in the night it arose, and about what."""
        return f"{self.place} · {self.about}"

    @property
    def outcome(self) -> str:
        """The ruling in words."""
        if self.ruled is None:
            return _("not ruled yet")
        return _("%(ruling)s: %(reason)s", ruling=outcome(self.ruled), reason=self.ruled.reason)

    def cents_for(self, side: str) -> int:
        """What the ruling gave a side."""
        return correction_for(self.ruled, side) if self.ruled else 0

    def touches(self, player: str) -> bool:
        """Whether a player raised it or its ruling moved checks of his."""
        moved = self.ruled.corrections if self.ruled else ()
        return self.player == player or any(player in (one.source, one.target) for one in moved)


def disputes_of(now: Night, facts: Sequence[Recorded]) -> list[DisputeLine]:
    """All disputes of a night from its standing facts, in the order in which they were raised."""
    subjects = subjects_of(facts)
    if not subjects:
        return []
    stakes: dict[str, Phrase] = {}
    found: dict[str, DisputeLine] = {}
    for one in facts:
        game = game_of(one.fact)
        if game:
            papers_of(game).follow_places(stakes, one.fact)
        match one.fact:
            case night.DisputeRaised() as raised:
                subject = subjects[one.version]
                found[raised.dispute] = DisputeLine(
                    dispute=raised.dispute,
                    player=raised.player,
                    name=now.seats[raised.player].name,
                    subject=subject,
                    place=_place_of(now.disputes[raised.dispute]),
                    called=_called(subject, stakes),
                    about=_about(subject, stakes, now),
                    claim=raised.claim,
                )
            case night.DisputeRuled() as ruled:
                found[ruled.dispute] = replace(found[ruled.dispute], ruled=ruled)
            case _:
                pass
    return list(found.values())


def _place_of(raised: Dispute) -> str:
    return place_at(raised.dealing, raised.table)


def _called(subject: Subject, stakes: Mapping[str, Phrase]) -> str:
    """The stake or turn that a dispute is about, with its round."""
    if subject.bet:
        names = papers_of(subject.game).round
        return _(names.laid_in, bet=said(stakes[subject.bet]), number=subject.round)
    if subject.game:
        return turn_of_round(subject.game, subject.turn, subject.round)
    return _("turn %(turn)s", turn=subject.turn)


def _about(subject: Subject, stakes: Mapping[str, Phrase], now: Night) -> str:
    """The same as part of a sentence; of a turn perhaps also what was done in it."""
    called = _called(subject, stakes)
    if subject.bet:
        return called
    about = _("about %(turn)s", turn=called)
    return papers_of(subject.game).turn_done(about, subject.played.fact, now) if subject.played else about
