"""What disputes are about: a bet, or a turn of a deal or hand, by what had been played when they were raised."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from events import fan_tan, faro, night
from events.fact import Fact
from events.records import Recorded
from events.standing import follow, standing
from reports.whereabouts import before_all, deal_said, hand_said, with_turn

_MOST_DIGITS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A bet by its key, or a turn of a deal or of a hand; "" and 0 for what it is not.

    ``played`` is the fact that laid the bet or played the turn, ``None`` where there was none yet. ``earlier`` says
    that another deal or hand was begun since. ``place`` is where the play stood: ``deal 2, turn 7``, ``after hand 1``.
    """

    place: str
    bet: str = ""
    deal: int = 0
    hand: int = 0
    turn: int = 0
    played: Recorded | None = None
    earlier: bool = False


def subjects_of(facts: Iterable[Recorded]) -> dict[int, Subject]:
    """The subjects of a night's disputes by the numbers of the facts that raised them, those taken back too.

    It is the same for all facts of a night and for those that stand.
    """
    found: dict[int, Subject] = {}
    played: list[Recorded] = []
    for one in facts:
        if isinstance(one.fact, night.DisputeRaised):
            found[one.version] = _subject(one.fact.about, played)
        elif type(one.fact) in _FOLLOWED:
            follow(played, one)
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
    """What is dealt: the facts that begin it, a turn of it, and its end; ``shown`` are more of the turn begun last.

    ``said`` is it by its number, in words. ``first`` is the number of the first turn: a deal has one before its first
    cards, in which the soda is shown.
    """

    what: str
    said: Callable[..., str]
    first: int
    begun: type[Fact]
    turn: tuple[type[Fact], ...]
    shown: tuple[type[Fact], ...]
    over: tuple[type[Fact], ...]


_DEAL = _Kind(
    what="deal",
    said=deal_said,
    first=0,
    begun=faro.DealStarted,
    turn=(faro.LoserDrawn,),
    shown=(faro.SodaExposed, faro.WinnerDrawn),
    over=(faro.DealEnded, faro.DealVoided),
)
_HAND = _Kind(
    what="hand",
    said=hand_said,
    first=1,
    begun=fan_tan.HandStarted,
    turn=(fan_tan.CardsLaid, fan_tan.TurnPassed),
    shown=(),
    over=(fan_tan.PotWon, fan_tan.PotLeft, fan_tan.HandVoided),
)
_LAID = (faro.BetPlaced, faro.TurnCalled)
_FOLLOWED = {
    night.CommandVoided,
    night.CommandVoidedForReason,
    *_LAID,
    *(fact for kind in (_DEAL, _HAND) for fact in (kind.begun, *kind.turn, *kind.shown, *kind.over)),
}


@dataclass(frozen=True, slots=True)
class _Dealt:
    """A deal or hand: its kind and number, whether it is over, the fact that began it, and those that played turns."""

    kind: _Kind
    number: int
    turns: tuple[Recorded, ...]
    over: bool

    @property
    def place(self) -> str:
        """Where the play stands in it."""
        part = self.kind.said(self.number, over=self.over)
        return part if self.over else with_turn(part, len(self.turns) - 1)

    def has(self, turn: int) -> bool:
        """Whether it has had a turn of this number."""
        return self.kind.first <= turn < len(self.turns)


def _subject(about: str, played: Sequence[Recorded]) -> Subject:
    """What a dispute is about that was raised after these facts: a bet of this key, else a turn of this number."""
    dealt = sorted(filter(None, (_last(kind, played) for kind in (_DEAL, _HAND))), key=_begun_at, reverse=True)
    place = dealt[0].place if dealt else before_all()
    laid = next((one for one in reversed(played) if isinstance(one.fact, _LAID) and one.fact.bet == about), None)
    if laid:
        return Subject(place=place, bet=about, played=laid)
    if not about.isdecimal() or len(about) > _MOST_DIGITS:
        return Subject(place=place)
    turn = int(about)
    had = next((one for one in dealt if one.has(turn)), None)
    of = had or next((one for one in dealt if one.kind is _DEAL), None)
    return Subject(
        place=place,
        deal=of.number if of and of.kind is _DEAL else 0,
        hand=of.number if of and of.kind is _HAND else 0,
        turn=turn,
        played=had.turns[turn] if had else None,
        earlier=of is not None and of is not dealt[0],
    )


def _last(kind: _Kind, played: Sequence[Recorded]) -> _Dealt | None:
    """The deal or hand that was begun last, as far as it was played; nothing before the first."""
    start = next((at for at in reversed(range(len(played))) if isinstance(played[at].fact, kind.begun)), None)
    if start is None:
        return None
    turns, over = [played[start]], False
    for one in played[start + 1 :]:
        if isinstance(one.fact, kind.turn):
            turns.append(one)
        elif isinstance(one.fact, kind.shown):
            turns[-1] = one
        elif isinstance(one.fact, kind.over):
            over = True
    return _Dealt(kind, getattr(turns[0].fact, kind.what), tuple(turns), over)


def _begun_at(one: _Dealt) -> int:
    return one.turns[0].version
