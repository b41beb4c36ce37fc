"""What the claim of a dispute comes to if it is right, as far as the book can say it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dealer.night.night import Night
from events.facts.fact import Fact
from events.facts.night import Correction, DisputeRaised
from events.facts.play import RoundEnded, StakeSettled, StakeTakenDown
from events.games import game_of
from events.records import Recorded
from ledger.accounts import BANK, POT, checks
from reports.rounds.subjects import Subject

Worth = Callable[[Any, Fact], int]
"""What a claim is worth to the player, in cents, by the table when it was raised and the fact that it disputes."""


def taken_cents(table: Any, disputed: Fact) -> int:
    """All that a settlement took of a bet, or that a turn took from its player."""
    if isinstance(disputed, StakeSettled):
        return disputed.bank_took_cents
    return sum(move.amount_cents for move in disputed.moves if move.debit.startswith(checks("")))


def proposed_correction(
    now: Night, kept: Sequence[Recorded], dispute: str, subject: Subject, worth: Worth
) -> Correction | None:
    """The correction of a claim by its ``worth``; ``None`` where the book does not say whose it is or how much.

    A bet's is paid by the bank; what a turn put into the pot is paid by whoever won that pot.
    """
    raised = next(one for one in kept if isinstance(one.fact, DisputeRaised) and one.fact.dispute == dispute)
    played = settled_before(kept, subject, raised)
    if played is None:
        return None
    source = BANK if subject.bet else _winner_of_pot(kept, subject)
    player = getattr(played.fact, "player", "")
    at = now.disputes[dispute]
    table = at.table if at.dealing == subject.game else now.tables[subject.game]
    cents = worth(table, played.fact)
    if cents <= 0 or not source or not player or source == player:
        return None
    return Correction(source=source, target=player, amount_cents=cents)


def settled_before(kept: Sequence[Recorded], subject: Subject, raised: Recorded) -> Recorded | None:
    """The last fact that settled the bet before it was disputed, or that played the turn; ``None`` where none did."""
    if not subject.bet:
        return subject.played
    for one in reversed(kept):
        over = isinstance(one.fact, StakeSettled | StakeTakenDown) and one.fact.bet == subject.bet
        if over and one.version < raised.version:
            return one
    return None


def _winner_of_pot(kept: Sequence[Recorded], subject: Subject) -> str:
    """Who took the pot of the round of a turn; nothing while nobody has."""
    for one in kept:
        ended = one.fact
        if isinstance(ended, RoundEnded) and game_of(ended) == subject.game and ended.round_number == subject.round:
            won = (move.credit for move in ended.moves if move.debit == POT)
            return next((account.removeprefix(checks("")) for account in won if account.startswith(checks(""))), "")
    return ""
