"""Disputes as they are written on paper: where they arose, what was claimed, how they were ruled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.faro.game import FARO
from dealer.games.faro.take_and_pay import follow_places
from dealer.night import Dispute, Night
from dealer.phrases import Phrase
from events import night
from events.games import fan_tan
from events.records import Recorded
from reports.reckoning import correction_for
from reports.subjects import Subject, subjects_of
from reports.words.cards import cards_in_words
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
    bets: dict[str, Phrase] = {}
    found: dict[str, DisputeLine] = {}
    for one in facts:
        follow_places(bets, one.fact)
        match one.fact:
            case night.DisputeRaised() as raised:
                subject = subjects[one.version]
                found[raised.dispute] = DisputeLine(
                    dispute=raised.dispute,
                    player=raised.player,
                    name=now.seats[raised.player].name,
                    subject=subject,
                    place=_place_of(now.disputes[raised.dispute]),
                    called=_called(subject, bets),
                    about=_about(subject, bets, now),
                    claim=raised.claim,
                )
            case night.DisputeRuled() as ruled:
                found[ruled.dispute] = replace(found[ruled.dispute], ruled=ruled)
            case _:
                pass
    return list(found.values())


def _place_of(raised: Dispute) -> str:
    return place_at(raised.dealing, raised.table)


def _called(subject: Subject, bets: Mapping[str, Phrase]) -> str:
    """The bet or turn that a dispute is about, with its deal or hand."""
    if subject.bet:
        return _("%(bet)s, laid in deal %(deal)s", bet=said(bets[subject.bet]), deal=subject.deal)
    if subject.deal:
        return turn_of_round(FARO, subject.turn, subject.deal)
    return turn_of_round(FAN_TAN, subject.turn, subject.hand) if subject.hand else _("turn %(turn)s", turn=subject.turn)


def _about(subject: Subject, bets: Mapping[str, Phrase], now: Night) -> str:
    """The same as part of a sentence; of a turn of a hand also what was done in it."""
    called = _called(subject, bets)
    if subject.bet:
        return called
    about = _("about %(turn)s", turn=called)
    return _with_what_was_done(about, subject.played, now) if subject.hand and subject.played else about


def _with_what_was_done(about: str, played: Recorded, now: Night) -> str:
    """A turn of a hand, with what was done in it."""
    match played.fact:
        case fan_tan.CardsLaid(player=player, cards=cards):
            name = now.seats[player].name
            laid = cards_in_words(cards)
            return _("%(about)s, in which %(name)s laid %(cards)s", about=about, name=name, cards=laid)
        case fan_tan.TurnPassed(player=player):
            return _("%(about)s, in which %(name)s passed", about=about, name=now.seats[player].name)
        case _:
            return about
