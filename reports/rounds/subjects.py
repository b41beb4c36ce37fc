"""The subject of a dispute (a stake, or a turn of a round), and the value of its claim."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dealer.games import game_called
from dealer.night.night import Night
from events.common import night
from events.common.event import Event
from events.common.night import Correction, DisputeRaised
from events.common.play import InTurn, RoundBegun, RoundEnded, StakeLaid, StakeSettled, StakeTakenDown
from events.effective_events import EffectiveFold, effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import BANK, POT, checks
from reports.words.naming import is_turn

Worth = Callable[[Any, Event], int]
"""The value of a claim in cents, from the table when it was raised and the disputed event."""


def taken_cents(table: Any, disputed: Event) -> int:
    """The amount that a settlement took from a bet, or a turn from its player."""
    if isinstance(disputed, StakeSettled):
        return disputed.bank_took_cents
    return sum(move.amount_cents for move in disputed.moves if move.debit.startswith(checks("")))


def proposed_correction(
    now: Night, events: Sequence[Recorded], dispute: str, subject: Subject, worth: Worth
) -> Correction | None:
    """The correction that a claim asks for by its ``worth``; ``None`` if the book gives no payee or amount.

    The bank pays corrections of bets; the winner of the pot pays what a turn put into that pot.
    """
    raised = next(
        recorded
        for recorded in events
        if isinstance(recorded.event, DisputeRaised) and recorded.event.dispute == dispute
    )
    played = settled_before(events, subject, raised)
    if played is None:
        return None
    source = BANK if subject.bet else _winner_of_pot(events, subject)
    player = getattr(played.event, "player", "")
    at = now.disputes[dispute]
    table = at.table if at.dealing == subject.game else now.tables[subject.game]
    cents = worth(table, played.event)
    if cents <= 0 or not source or not player or source == player:
        return None
    return Correction(source=source, target=player, amount_cents=cents)


def settled_before(events: Sequence[Recorded], subject: Subject, raised: Recorded) -> Recorded | None:
    """The last event before the dispute that settled the bet or played the turn; ``None`` if there was none."""
    if not subject.bet:
        return subject.played
    for recorded in reversed(events):
        over = isinstance(recorded.event, StakeSettled | StakeTakenDown) and recorded.event.bet == subject.bet
        if over and recorded.version < raised.version:
            return recorded
    return None


def _winner_of_pot(events: Sequence[Recorded], subject: Subject) -> str:
    """The winner of the pot of a turn's round; "" if it is not won yet."""
    for recorded in events:
        ended = recorded.event
        if isinstance(ended, RoundEnded) and game_of(ended) == subject.game and ended.round_number == subject.round:
            won = (move.credit for move in ended.moves if move.debit == POT)
            return next((account.removeprefix(checks("")) for account in won if account.startswith(checks(""))), "")
    return ""


class Subject(Frozen):
    """The subject of a dispute: a stake by its key ``bet``, or a turn, with its round and ``game``; "" and 0 if none.

    ``played`` is the event that laid the stake or played the turn; ``None`` if there was none yet.
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


def subjects_of(events: Iterable[Recorded]) -> dict[int, Subject]:
    """The subjects of a night's disputes by the version of the event that raised them, including those taken back.

    The result is the same for all events and for the effective events.
    """
    subjects: dict[int, Subject] = {}
    stood = EffectiveFold()
    for recorded in events:
        if isinstance(recorded.event, night.DisputeRaised):
            subjects[recorded.version] = subject_of(
                recorded.event.about, [played for played in stood.events if is_played(played)]
            )
        stood.follow(recorded)
    return subjects


def is_played(recorded: Recorded) -> bool:
    """Whether an event helps to find the subject of a dispute."""
    return isinstance(recorded.event, StakeLaid | RoundBegun | InTurn)


def disputed_in(events: Iterable[Recorded]) -> dict[str | tuple[str, int], list[str]]:
    """The keys of the standing disputes, by the stake's key or the round they are about."""
    standing = effective(events)
    subjects = subjects_of(standing)
    disputes: dict[str | tuple[str, int], list[str]] = {}
    for recorded in standing:
        if isinstance(recorded.event, night.DisputeRaised):
            disputes.setdefault(subjects[recorded.version].of, []).append(recorded.event.dispute)
    return disputes


class _Round(Frozen, kw_only=False):
    """A round with the turns played so far: the last event of each turn by its number."""

    game: str
    number: int
    turns: dict[int, Recorded]


def subject_of(about: str, played: Sequence[Recorded]) -> Subject:
    """The subject of a dispute raised after these events: a stake with this key, else a turn with this number.

    The turn belongs to the last round, else to the last round of another game. In books of the first rules a dispute
    may name a turn that no such round had; it belongs to the last round against the bank with that turn, or to the last
    round.
    """
    for begun in reversed(played):
        if isinstance(begun.event, StakeLaid) and begun.event.bet == about:
            return Subject(bet=about, game=game_of(begun.event), round=begun.event.round_number, played=begun)
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
    """All rounds with the turns played so far, in the order in which they began."""
    rounds: list[_Round] = []
    for recorded in played:
        match recorded.event:
            case RoundBegun() as begun:
                turns = {} if begun.first_turn else {0: recorded}
                rounds.append(_Round(game_of(begun), begun.round_number, turns))
            case InTurn() as done if rounds:
                rounds[-1].turns[done.turn_number] = recorded
    return rounds
