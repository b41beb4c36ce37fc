"""The case-keeper: thirteen spindles of four beads, and the tabs beside them (rulebook 1.10)."""

from __future__ import annotations

from collections.abc import Iterable

from dealer.commands.fields import RANKS
from dealer.game.cards import rank_of
from dealer.projections.projection import Projection
from events.facts.fact import Fact
from events.frozen import Frozen
from events.games import faro

WINNER, LOSER, SODA, HOCK = "I", "O", "·", "–"
"""The marks of the tabs: winner, loser, soda, hock."""

_ON_TABS = frozenset((faro.SodaExposed, faro.LoserDrawn, faro.WinnerDrawn, faro.HockExposed, faro.DealVoided))


class Spindle(Frozen):
    """One rank's spindle: the marks of its cards in the order in which they were shown."""

    rank: str
    marks: tuple[str, ...]

    @property
    def left(self) -> int:
        """Beads not yet moved: cards of the rank still in the box."""
        return 4 - len(self.marks)

    @property
    def case(self) -> bool:
        """One card is left: a case card."""
        return self.left == 1

    @property
    def dead(self) -> bool:
        """No card is left."""
        return self.left == 0


class TurnTab(Frozen):
    """One turn on a tab sheet; ``winner`` is ``None`` while only the loser is out."""

    number: int
    loser: str
    winner: str | None

    @property
    def split(self) -> bool:
        """Whether both cards are of one rank."""
        return self.winner is not None and rank_of(self.loser) == rank_of(self.winner)


class DealTabs(Frozen):
    """The tabs of one deal: soda, turns and hock as far as they were shown; ``voided`` gives the reason."""

    deal: int
    soda: str | None = None
    turns: tuple[TurnTab, ...] = ()
    hock: str | None = None
    voided: str | None = None

    @property
    def spindles(self) -> tuple[Spindle, ...]:
        """The thirteen spindles, A to K."""
        return spindles(self.shown)

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """Every card shown with its mark, in order."""
        cards = [(self.soda, SODA)] if self.soda else []
        for turn in self.turns:
            cards.append((turn.loser, LOSER))
            if turn.winner:
                cards.append((turn.winner, WINNER))
        if self.hock:
            cards.append((self.hock, HOCK))
        return tuple((card, mark) for card, mark in cards if card)


def spindles(shown: Iterable[tuple[str, str]]) -> tuple[Spindle, ...]:
    """The thirteen spindles after cards were shown, each a card and its mark."""
    marks: dict[str, list[str]] = {rank: [] for rank in RANKS}
    for card, mark in shown:
        marks[rank_of(card)].append(mark)
    return tuple(Spindle(rank=rank, marks=tuple(found)) for rank, found in marks.items())


def tabs_of(facts: Iterable[Fact]) -> list[DealTabs]:
    """The tabs of every deal of a night, from its effective facts, the last deal last."""
    deals: list[DealTabs] = []
    for fact in facts:
        deals[-1:] = _followed(tuple(deals[-1:]), fact)
    return deals


def _followed(deals: tuple[DealTabs, ...], fact: Fact) -> tuple[DealTabs, ...]:
    """The tabs of the last deals after one more fact."""
    if isinstance(fact, faro.DealStarted):
        return (*deals, DealTabs(deal=fact.deal))
    return (*deals[:-1], _with(deals[-1], fact)) if type(fact) in _ON_TABS else deals


LAST_TABS = Projection[tuple[DealTabs, ...]]((), lambda deals, one: _followed(deals, one.fact)[-2:])
"""The tabs of the last deal, and before it those of the one before."""


def _with(tabs: DealTabs, fact: Fact) -> DealTabs:
    soda, turns, hock, voided = tabs.soda, tabs.turns, tabs.hock, tabs.voided
    match fact:
        case faro.SodaExposed():
            soda = fact.card
        case faro.LoserDrawn():
            turns = (*turns, TurnTab(number=fact.turn, loser=fact.card, winner=None))
        case faro.WinnerDrawn():
            turns = (*turns[:-1], TurnTab(number=fact.turn, loser=turns[-1].loser, winner=fact.card))
        case faro.HockExposed():
            hock = fact.card
        case faro.DealVoided():
            voided = fact.reason
    return DealTabs(deal=tabs.deal, soda=soda, turns=turns, hock=hock, voided=voided)
