"""What disputes are about: a bet, or a turn of a deal or hand, by what had been played when they were raised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from events import night
from events.fact import Fact
from events.games import fan_tan, faro
from events.records import Recorded
from events.standing import Standing, standing
from reports.words.naming import is_turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A bet by its key, or a turn of a deal or of a hand; "" and 0 for what it is not. A bet has its deal too.

    ``played`` is the fact that laid the bet or played the turn, ``None`` where there was none yet.
    """

    bet: str = ""
    deal: int = 0
    hand: int = 0
    turn: int = 0
    played: Recorded | None = None


def subjects_of(facts: Iterable[Recorded]) -> dict[int, Subject]:
    """The subjects of a night's disputes by the numbers of the facts that raised them, those taken back too.

    It is the same for all facts of a night and for those that stand.
    """
    found: dict[int, Subject] = {}
    stood = Standing()
    for one in facts:
        if isinstance(one.fact, night.DisputeRaised):
            played = [played for played in stood.facts if type(played.fact) in _PLAYED]
            found[one.version] = _subject(one.fact.about, played)
        stood.follow(one)
    return found


def disputed_in(facts: Iterable[Recorded]) -> dict[str | int, list[str]]:
    """The keys of the disputes that stand, by the key of the bet or the number of the hand that each is about."""
    kept = standing(facts)
    subjects = subjects_of(kept)
    found: dict[str | int, list[str]] = {}
    for one in kept:
        if isinstance(one.fact, night.DisputeRaised):
            subject = subjects[one.version]
            found.setdefault(subject.bet or subject.hand, []).append(one.fact.dispute)
    return found


@dataclass(frozen=True, slots=True)
class _Kind:
    """What is dealt: the fact that begins it, and those of a turn of it; ``shown`` are more of the turn begun last.

    ``first`` is the number of the first turn: a deal has one before its first cards, in which the soda is shown.
    """

    what: str
    first: int
    begun: type[Fact]
    turn: tuple[type[Fact], ...]
    shown: tuple[type[Fact], ...]


_DEAL = _Kind(
    what="deal",
    first=0,
    begun=faro.DealStarted,
    turn=(faro.LoserDrawn,),
    shown=(faro.SodaExposed, faro.WinnerDrawn),
)
_HAND = _Kind(
    what="hand",
    first=1,
    begun=fan_tan.HandStarted,
    turn=(fan_tan.CardsLaid, fan_tan.TurnPassed),
    shown=(),
)
_LAID = (faro.BetPlaced, faro.TurnCalled)
_PLAYED = {
    *_LAID,
    *(fact for kind in (_DEAL, _HAND) for fact in (kind.begun, *kind.turn, *kind.shown)),
}


@dataclass(frozen=True, slots=True)
class _Dealt:
    """A deal or hand: its kind and number, the fact that began it, and those that played turns."""

    kind: _Kind
    number: int
    turns: tuple[Recorded, ...]

    def has(self, turn: int) -> bool:
        """Whether it has had a turn of this number."""
        return self.kind.first <= turn < len(self.turns)


def _subject(about: str, played: Sequence[Recorded]) -> Subject:
    """What a dispute is about that was raised after these facts: a bet of this key, else a turn of this number.

    The turn is of the deal or hand begun last, else of the last one of the other game. Books of the first rules have
    disputes about turns that neither has had: these are of the last deal that had one, or of the last deal.
    """
    for one in reversed(played):
        if isinstance(one.fact, _LAID) and one.fact.bet == about:
            return Subject(bet=about, deal=one.fact.deal, played=one)
    if not is_turn(about):
        return Subject()
    turn = int(about)
    deals, hands = (_dealt(kind, played) for kind in (_DEAL, _HAND))
    last = sorted((*deals[-1:], *hands[-1:]), key=_begun_at, reverse=True)
    had = next((one for one in (*last, *reversed(deals)) if one.has(turn)), None)
    of = had or next(iter(deals[-1:]), None)
    return Subject(
        deal=of.number if of and of.kind is _DEAL else 0,
        hand=of.number if of and of.kind is _HAND else 0,
        turn=turn,
        played=had.turns[turn] if had else None,
    )


def _dealt(kind: _Kind, played: Sequence[Recorded]) -> list[_Dealt]:
    """All deals, or all hands, as far as they were played."""
    found: list[list[Recorded]] = []
    for one in played:
        if isinstance(one.fact, kind.begun):
            found.append([one])
        elif found and isinstance(one.fact, kind.turn):
            found[-1].append(one)
        elif found and isinstance(one.fact, kind.shown):
            found[-1][-1] = one
    return [_Dealt(kind, getattr(one[0].fact, kind.what), tuple(one)) for one in found]


def _begun_at(one: _Dealt) -> int:
    return one.turns[0].version
