"""What the ruling of an open dispute begins with: what its claim comes to, and the laws or rules it may cite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealer.night.night import Night
from events.common.night import Correction
from events.records import Recorded
from reports.rounds.subjects import proposed_correction
from reports.rulebooks import Citable, citable_in
from reports.sheets.disputes import DisputeLine
from reports.words.night_words import moved
from web.game_screens import screens_of


def proposal_of(night: Night, effective: Sequence[Recorded], line: DisputeLine) -> Correction | None:
    """The correction that a dispute's claim comes to if it is right; ``None`` where the book does not say."""
    subject = line.subject
    worth = screens_of(subject.game).tablet.disputes.worth.get(line.claim) if subject.game else None
    return proposed_correction(night, effective, line.dispute, subject, worth) if worth else None


def comes_to(proposal: Correction | None, names: Mapping[str, str]) -> str:
    """The proposal in a sentence, or that there is none."""
    if proposal is None:
        return "The book does not say what this claim comes to: enter from whom, to whom and how much."
    return f"If the claim is right: {moved(proposal, names)}."


def citable_of(night: Night, line: DisputeLine) -> tuple[Citable, ...]:
    """What a ruling may cite: the laws or the rules of the game that is disputed, else of the one that is on."""
    return citable_in(line.subject.game or night.dealing)
