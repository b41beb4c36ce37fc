"""The course of one player's play: every settlement of their bets, and where the bet lay then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from dealer.games.faro.layout import called, name_of
from dealer.games.faro.state import FARO
from events.facts.fact import Fact
from events.facts.play import StakeSettled
from events.games import faro
from reports.words.naming import result_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One settlement, in cents: what it brought or cost the player, and what their play had come to with it.

    ``row`` is the night's row of it; a sleeper of another's that they claimed is in no row of their own.
    """

    deal: int
    turn: int
    where: str
    result: str
    gained_cents: int
    running_cents: int = 0
    row: StakeSettled | None = None


@dataclass(frozen=True, slots=True)
class _Bet:
    where: str
    coppered: bool = False

    @property
    def said(self) -> str:
        return f"{self.where}, coppered" if self.coppered else self.where


def course_of(facts: Iterable[Fact], player: str) -> tuple[Settled, ...]:
    """Every settlement of a player's bets, from the night's standing facts, in order."""
    bets: dict[str, _Bet] = {}
    course: list[Settled] = []
    for fact in facts:
        _follow(bets, fact)
        made = _settled(bets, fact, player)
        if made:
            course.append(made)
    return tuple(course)


def _follow(bets: dict[str, _Bet], fact: Fact) -> None:
    """Where each bet lies, and whether it is coppered, as of a fact."""
    match fact:
        case faro.BetPlaced():
            bets[fact.bet] = _Bet(name_of(fact.place), fact.coppered)
        case faro.TurnCalled():
            bets[fact.bet] = _Bet(called(fact.order))
        case faro.BetMoved():
            bets[fact.bet] = replace(bets[fact.bet], where=name_of(fact.place))
        case faro.BetCoppered() | faro.BetUncoppered():
            bets[fact.bet] = replace(bets[fact.bet], coppered=isinstance(fact, faro.BetCoppered))


def _settled(bets: dict[str, _Bet], fact: Fact, player: str) -> Settled | None:
    if not isinstance(fact, StakeSettled):
        return None
    claimant = fact.claimed_by or fact.player
    if player not in (fact.player, claimant):
        return None
    own = fact.player == player
    gained_cents = fact.bank_paid_cents - fact.bank_took_cents
    if claimant != fact.player:
        gained_cents = -fact.stake_cents if own else fact.stake_cents
    return Settled(
        deal=fact.round_number,
        turn=fact.turn_number,
        where=bets[fact.bet].said,
        result=_result(fact, own, gained_cents),
        gained_cents=gained_cents,
        row=fact if own else None,
    )


def _result(row: StakeSettled, own: bool, gained_cents: int) -> str:
    """The result in a word; a sleeper went to whoever claimed it, or to the dealer."""
    if row.result != "claimed":
        return result_of(row.result, FARO)
    if row.bank_took_cents:
        return "sleeper, the dealer’s"
    return "sleeper, another’s" if own and gained_cents else "sleeper claimed"
