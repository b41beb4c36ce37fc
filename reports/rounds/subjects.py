"""What disputes are about: a stake, or a turn of a round, by what had been played when they were raised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dealer.games import game_called
from events.effective_facts import EffectiveFold, effective
from events.facts import night
from events.facts.play import InTurn, RoundBegun, StakeLaid
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from reports.words.naming import is_turn


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
    found: dict[int, Subject] = {}
    stood = EffectiveFold()
    for one in facts:
        if isinstance(one.fact, night.DisputeRaised):
            found[one.version] = subject_of(one.fact.about, [played for played in stood.facts if is_played(played)])
        stood.follow(one)
    return found


def is_played(one: Recorded) -> bool:
    """Whether a fact is one of those by which it is found what a dispute is about."""
    return isinstance(one.fact, StakeLaid | RoundBegun | InTurn)


def disputed_in(facts: Iterable[Recorded]) -> dict[str | tuple[str, int], list[str]]:
    """The keys of the disputes that stand, by the key of the stake or the round that each is about."""
    kept = effective(facts)
    subjects = subjects_of(kept)
    found: dict[str | tuple[str, int], list[str]] = {}
    for one in kept:
        if isinstance(one.fact, night.DisputeRaised):
            found.setdefault(subjects[one.version].of, []).append(one.fact.dispute)
    return found


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
    for one in reversed(played):
        if isinstance(one.fact, StakeLaid) and one.fact.bet == about:
            return Subject(bet=about, game=game_of(one.fact), round=one.fact.round_number, played=one)
    if not is_turn(about):
        return Subject()
    turn, rounds = int(about), _rounds(played)[::-1]
    last = {one.game: one for one in reversed(rounds)}
    at_bank = [one for one in rounds if game_called(one.game).against_bank]
    had = next(
        (one for one in (*(one for one in rounds if last[one.game] is one), *at_bank) if turn in one.turns), None
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
    found: list[_Round] = []
    for one in played:
        match one.fact:
            case RoundBegun() as begun:
                turns = {} if begun.first_turn else {0: one}
                found.append(_Round(game_of(begun), begun.round_number, turns))
            case InTurn() as done if found:
                found[-1].turns[done.turn_number] = one
    return found
