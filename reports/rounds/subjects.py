"""What a dispute is about (a stake or a turn of a round), and what its claim is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dealer.games import game_called
from dealer.night.night import Night
from events.effective_facts import EffectiveFold, effective
from events.facts import night
from events.facts.fact import Fact
from events.facts.night import Correction, DisputeRaised
from events.facts.play import InTurn, RoundBegun, RoundEnded, StakeLaid, StakeSettled, StakeTakenDown
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import BANK, POT, checks
from reports.words.naming import is_turn

Worth = Callable[[Any, Fact], int]
"""What a claim is worth to the player, in cents, by the table when it was raised and the fact that it disputes."""


def taken_cents(table: Any, disputed: Fact) -> int:
    """All that a settlement took of a bet, or that a turn took from its player."""
    if isinstance(disputed, StakeSettled):
        return disputed.bank_took_cents
    return sum(move.amount_cents for move in disputed.moves if move.debit.startswith(checks("")))


def proposed_correction(
    now: Night, facts: Sequence[Recorded], dispute: str, subject: Subject, worth: Worth
) -> Correction | None:
    """The correction of a claim by its ``worth``; ``None`` where the book does not say whose it is or how much.

    A bet's is paid by the bank; what a turn put into the pot is paid by whoever won that pot.
    """
    raised = next(
        recorded for recorded in facts if isinstance(recorded.fact, DisputeRaised) and recorded.fact.dispute == dispute
    )
    played = settled_before(facts, subject, raised)
    if played is None:
        return None
    source = BANK if subject.bet else _winner_of_pot(facts, subject)
    player = getattr(played.fact, "player", "")
    at = now.disputes[dispute]
    table = at.table if at.dealing == subject.game else now.tables[subject.game]
    cents = worth(table, played.fact)
    if cents <= 0 or not source or not player or source == player:
        return None
    return Correction(source=source, target=player, amount_cents=cents)


def settled_before(facts: Sequence[Recorded], subject: Subject, raised: Recorded) -> Recorded | None:
    """The last fact that settled the bet before it was disputed, or that played the turn; ``None`` where none did."""
    if not subject.bet:
        return subject.played
    for recorded in reversed(facts):
        over = isinstance(recorded.fact, StakeSettled | StakeTakenDown) and recorded.fact.bet == subject.bet
        if over and recorded.version < raised.version:
            return recorded
    return None


def _winner_of_pot(facts: Sequence[Recorded], subject: Subject) -> str:
    """Who took the pot of the round of a turn; nothing while nobody has."""
    for recorded in facts:
        ended = recorded.fact
        if isinstance(ended, RoundEnded) and game_of(ended) == subject.game and ended.round_number == subject.round:
            won = (move.credit for move in ended.moves if move.debit == POT)
            return next((account.removeprefix(checks("")) for account in won if account.startswith(checks(""))), "")
    return ""


class Subject(Frozen):
    """A stake by its key ``bet``, or a turn, with the round of a ``game`` that it is of; "" and 0 for what it is not.

    ``played`` is the fact that laid the stake or played the turn, ``None`` where there was none yet.
    """

    bet: str = ""
    game: str = ""
    round: int = 0
    turn: int = 0
    played: Recorded | None = None

    @property
    def of(self) -> str | tuple[str, int]:
        """The key of the stake, or the game and the number of the round."""
        return self.bet or (self.game, self.round)


def subjects_of(facts: Iterable[Recorded]) -> dict[int, Subject]:
    """The subjects of a night's disputes by the numbers of the facts that raised them, those taken back too.

    It is the same for all facts of a night and for those that stand.
    """
    subjects: dict[int, Subject] = {}
    stood = EffectiveFold()
    for recorded in facts:
        if isinstance(recorded.fact, night.DisputeRaised):
            subjects[recorded.version] = subject_of(
                recorded.fact.about, [played for played in stood.facts if is_played(played)]
            )
        stood.follow(recorded)
    return subjects


def is_played(recorded: Recorded) -> bool:
    """Whether a fact is one of those by which it is found what a dispute is about."""
    return isinstance(recorded.fact, StakeLaid | RoundBegun | InTurn)


def disputed_in(facts: Iterable[Recorded]) -> dict[str | tuple[str, int], list[str]]:
    """The keys of the disputes that stand, by the key of the stake or the round that each is about."""
    standing = effective(facts)
    subjects = subjects_of(standing)
    disputes: dict[str | tuple[str, int], list[str]] = {}
    for recorded in standing:
        if isinstance(recorded.fact, night.DisputeRaised):
            disputes.setdefault(subjects[recorded.version].of, []).append(recorded.fact.dispute)
    return disputes


class _Round(Frozen, kw_only=False):
    """A round as far as it was played: its turns by their numbers, each with the last fact that played it."""

    game: str
    number: int
    turns: dict[int, Recorded]


def subject_of(about: str, played: Sequence[Recorded]) -> Subject:
    """What a dispute is about that was raised after these facts: a stake of this key, else a turn of this number.

    The turn is of the round begun last, else of the last one of another game. Books of the first rules have disputes
    about turns that none of these has had: they are of the last round against the bank that had one, or of the last.
    """
    for begun in reversed(played):
        if isinstance(begun.fact, StakeLaid) and begun.fact.bet == about:
            return Subject(bet=about, game=game_of(begun.fact), round=begun.fact.round_number, played=begun)
    if not is_turn(about):
        return Subject()
    turn, rounds = int(about), _rounds(played)[::-1]
    last = {begun.game: begun for begun in reversed(rounds)}
    at_bank = [begun for begun in rounds if game_called(begun.game).against_bank]
    had = next(
        (
            begun
            for begun in (*(begun for begun in rounds if last[begun.game] is begun), *at_bank)
            if turn in begun.turns
        ),
        None,
    )
    of = had or next(iter(at_bank), None)
    return Subject(
        game=of.game if of else "",
        round=of.number if of else 0,
        turn=turn,
        played=had.turns[turn] if had else None,
    )


def _rounds(played: Iterable[Recorded]) -> list[_Round]:
    """All rounds as far as they were played, in the order in which they were begun."""
    rounds: list[_Round] = []
    for recorded in played:
        match recorded.fact:
            case RoundBegun() as begun:
                turns = {} if begun.first_turn else {0: recorded}
                rounds.append(_Round(game_of(begun), begun.round_number, turns))
            case InTurn() as done if rounds:
                rounds[-1].turns[done.turn_number] = recorded
    return rounds
