"""The dealing box and the case-keeper (rulebook 1.1, 1.10)."""

from __future__ import annotations

from collections.abc import Iterable

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Cards, Refusal
from dealer.game.cards import NUMBER, number_of, rank_of, suit_of
from dealer.projections import Projection
from events.common.event import Event
from events.frozen import Frozen
from events.games import faro


def bit(rank: str) -> int:
    """A rank as a bit of a mask."""
    return 1 << NUMBER[rank]


def mask(ranks: tuple[str, ...]) -> int:
    """A set of ranks as a bit mask."""
    total = 0
    for rank in ranks:
        total |= bit(rank)
    return total


class Box(Frozen, kw_only=False, gc=False):
    """The cards exposed in a deal, and their number per rank (by rank number; index 0 is unused)."""

    exposed: tuple[str, ...] = ()
    counts: tuple[int, ...] = (0,) * 14

    def expose(self, card: str) -> Box:
        """The box after another card."""
        number = number_of(card)
        counts = list(self.counts)
        counts[number] += 1
        return Box((*self.exposed, card), tuple(counts))

    def odd(self, card: str) -> Refusal | None:
        """The refusal for a card that cannot be in this pack (``odd_card``); ``None`` if it can."""
        rank = rank_of(card)
        if len(self.exposed) >= 52:
            return Refusal("odd_card", "All 52 cards are out; the %(card)s would be a 53rd.", card=Cards((card,)))
        if self.counts[NUMBER[rank]] >= 4:
            return Refusal(
                "odd_card",
                "Four cards of the %(rank)s are out; the %(card)s would be a fifth.",
                rank=rank,
                card=Cards((card,)),
            )
        if suit_of(card) and card in self.exposed:
            return Refusal("odd_card", "The %(card)s is already out.", card=Cards((card,)))
        return None

    def left(self, rank: str) -> int:
        """The number of cards of a rank in the box."""
        return 4 - self.counts[NUMBER[rank]]

    @property
    def dead(self) -> int:
        """The mask of the ranks with all cards out."""
        total = 0
        for number, count in enumerate(self.counts):
            if count == 4:
                total |= 1 << number
        return total

    @property
    def cards_left(self) -> int:
        """The number of cards in the box."""
        return 52 - len(self.exposed)

    def ranks_left(self) -> tuple[str, ...]:
        """The ranks of the cards in the box, in order, repeated for each card."""
        return tuple(rank for rank in RANKS for _ in range(self.left(rank)))


WINNER, LOSER, SODA, HOCK = "I", "O", "·", "–"
"""The marks of the tabs: winner, loser, soda, hock."""

_ON_TABS = frozenset((faro.SodaExposed, faro.LoserDrawn, faro.WinnerDrawn, faro.HockExposed, faro.DealVoided))


class Spindle(Frozen):
    """A rank's spindle: the marks of its cards in the order shown."""

    rank: str
    marks: tuple[str, ...]

    @property
    def left(self) -> int:
        """Beads not moved: cards of the rank in the box."""
        return 4 - len(self.marks)

    @property
    def case(self) -> bool:
        """Whether one card is left: a case card."""
        return self.left == 1

    @property
    def dead(self) -> bool:
        """Whether no card is left."""
        return self.left == 0


class TurnTab(Frozen):
    """A turn on a tab sheet; ``winner`` is ``None`` while only the loser is out."""

    number: int
    loser: str
    winner: str | None

    @property
    def split(self) -> bool:
        """Whether both cards are of the same rank."""
        return self.winner is not None and rank_of(self.loser) == rank_of(self.winner)


class DealTabs(Frozen):
    """The tabs of a deal: soda, turns and hock as far as shown; ``voided`` has the reason."""

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
    """The thirteen spindles after some cards were shown, each given with its mark."""
    marks: dict[str, list[str]] = {rank: [] for rank in RANKS}
    for card, mark in shown:
        marks[rank_of(card)].append(mark)
    return tuple(Spindle(rank=rank, marks=tuple(found)) for rank, found in marks.items())


def tabs_of(events: Iterable[Event]) -> list[DealTabs]:
    """The tabs of every deal of a night, from its effective events, in order."""
    deals: list[DealTabs] = []
    for event in events:
        deals[-1:] = _followed(tuple(deals[-1:]), event)
    return deals


def _followed(deals: tuple[DealTabs, ...], event: Event) -> tuple[DealTabs, ...]:
    """The tabs of the last deals after another event."""
    if isinstance(event, faro.DealStarted):
        return (*deals, DealTabs(deal=event.deal))
    return (*deals[:-1], _with(deals[-1], event)) if type(event) in _ON_TABS else deals


LAST_TABS = Projection[tuple[DealTabs, ...]]((), lambda deals, recorded: _followed(deals, recorded.event)[-2:])
"""The tabs of the last two deals."""


def _with(tabs: DealTabs, event: Event) -> DealTabs:
    soda, turns, hock, voided = tabs.soda, tabs.turns, tabs.hock, tabs.voided
    match event:
        case faro.SodaExposed():
            soda = event.card
        case faro.LoserDrawn():
            turns = (*turns, TurnTab(number=event.turn, loser=event.card, winner=None))
        case faro.WinnerDrawn():
            turns = (*turns[:-1], TurnTab(number=event.turn, loser=turns[-1].loser, winner=event.card))
        case faro.HockExposed():
            hock = event.card
        case faro.DealVoided():
            voided = event.reason
    return DealTabs(deal=tabs.deal, soda=soda, turns=turns, hock=hock, voided=voided)
