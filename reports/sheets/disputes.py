"""Disputes as they are written on paper: where they arose, what was claimed, how they were ruled."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace
from rpds import HashTrieMap, List

from dealer.commands.phrases import Phrase
from dealer.night.night import Dispute, Night
from dealer.projections.projection import Projection
from events.facts import night
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from reports.game_papers import papers_of
from reports.rounds.player_statement import correction_for
from reports.rounds.subjects import Subject, is_played, subject_of
from reports.words.disputes import outcome
from reports.words.game_words import words_of
from reports.words.language import gettext as _
from reports.words.naming import turn_of_round, where_table_stands
from reports.words.phrases import said


class DisputeLine(Frozen):
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
        """Whether a player raised it or its ruling moved checks of theirs."""
        moved = self.ruled.corrections if self.ruled else ()
        return self.player == player or any(player in (one.source, one.target) for one in moved)


class _Raised(Frozen):
    """A dispute by its facts: what it is about, and where the stake lay then that it is about."""

    fact: night.DisputeRaised
    subject: Subject
    place: Phrase | None
    ruled: night.DisputeRuled | None = None


class _Course(Frozen, kw_only=False):
    """The disputes of a night, what was played, the last of it first, and where each stake lies or lay last."""

    raised: tuple[_Raised, ...]
    played: List[Recorded]
    stakes: HashTrieMap[str, Phrase]


def _after(course: _Course, one: Recorded) -> _Course:
    match one.fact:
        case night.DisputeRaised() as fact:
            subject = subject_of(fact.about, [*course.played][::-1])
            raised = _Raised(fact=fact, subject=subject, place=course.stakes.get(subject.bet))
            return replace(course, raised=(*course.raised, raised))
        case night.DisputeRuled() as fact:
            by_key = {raised.fact.dispute: raised for raised in course.raised}
            by_key[fact.dispute] = replace(by_key[fact.dispute], ruled=fact)
            return replace(course, raised=tuple(by_key.values()))
    game = game_of(one.fact)
    if not game:
        return course
    stakes, laid = course.stakes, dict[str, Phrase]()
    papers_of(game).follow_places(laid, one.fact)
    for stake in laid.items():
        stakes = stakes.insert(*stake)
    return _Course(course.raised, course.played.push_front(one) if is_played(one) else course.played, stakes)


_COURSE = Projection(_Course((), List(), HashTrieMap()), _after)


def disputes_of(now: Night, facts: Iterable[Recorded]) -> list[DisputeLine]:
    """All disputes of a night from its effective facts, in the order in which they were raised."""
    return [_line(now, one) for one in _COURSE.of(facts).raised]


def _line(now: Night, raised: _Raised) -> DisputeLine:
    fact = raised.fact
    called = _called(raised)
    return DisputeLine(
        dispute=fact.dispute,
        player=fact.player,
        name=now.seats[fact.player].name,
        subject=raised.subject,
        place=_place_of(now.disputes[fact.dispute]),
        called=called,
        about=_about(raised.subject, called, now),
        claim=fact.claim,
        ruled=raised.ruled,
    )


def _place_of(raised: Dispute) -> str:
    return where_table_stands(raised.dealing, raised.table)


def _called(raised: _Raised) -> str:
    """The stake or turn that a dispute is about, with its round."""
    subject = raised.subject
    if subject.bet:
        if raised.place is None:
            raise LookupError(f"nobody knows where {subject.bet} lay")
        names = words_of(subject.game).round
        return _(names.laid_in, bet=said(raised.place), number=subject.round)
    if subject.game:
        return turn_of_round(subject.game, subject.turn, subject.round)
    return _("turn %(turn)s", turn=subject.turn)


def _about(subject: Subject, called: str, now: Night) -> str:
    """The same as part of a sentence; of a turn perhaps also what was done in it."""
    if subject.bet:
        return called
    about = _("about %(turn)s", turn=called)
    return papers_of(subject.game).turn_done(about, subject.played.fact, now) if subject.played else about
