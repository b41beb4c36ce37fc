"""What the board shows of a Pharo table: a pure function of a night and its effective facts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from dealer.commands.fields import RANKS
from dealer.game.cards import rank_of
from dealer.games.pharo.state import PharoTable, Phase, pharo_of
from dealer.night.night import Night
from events.frozen import Frozen
from events.records import Recorded
from reports.words.cards import card_words
from web.games.pharo.crowding import Crowd, crowd_of
from web.games.pharo.livrets import Livret, livrets_of
from web.games.pharo.tablet.table import phase_words, standing_at

COUPS_SHOWN = 6
LOST, WON = "O", "I"
"""The marks of a rank in the keeper: dealt as the bank's card, and as the punters'."""


class RankKept(Frozen):
    """A rank in the keeper: how its cards came, in order, and how many are still to come."""

    rank: str
    marks: tuple[str, ...]
    left: int

    @property
    def said(self) -> str:
        """The row in words."""
        came = ", ".join("won" if mark == WON else "lost" for mark in self.marks)
        return f"{self.rank}: {came or 'none out'}, {self.left} to come"


class CoupShown(Frozen):
    """A coup by its number and its two cards."""

    number: int
    bank: str
    punters: str

    @property
    def is_doublet(self) -> bool:
        """Whether both cards are of one rank."""
        return rank_of(self.bank) == rank_of(self.punters)


class PharoBoard(Frozen):
    """Everything on the board. The only amounts are what lies on the livrets: it hangs where everybody sees it.

    ``coups`` are the last ones, the newest first; ``crowd`` says how large the livrets are, in their order.
    """

    night: str
    table: str
    standing_at: str
    phase: str
    is_open: bool
    bottom: str
    coups: tuple[CoupShown, ...]
    keeper: tuple[RankKept, ...]
    livrets: tuple[Livret, ...]
    crowd: Crowd


def board_view(night: Night, kept: Sequence[Recorded]) -> PharoBoard:
    """The board of a night whose Pharo table is on or was last."""
    table = pharo_of(night)
    livrets = () if night.closed else livrets_of(night, with_keys=False)
    return PharoBoard(
        night=night.id,
        table=night.opened.table,
        standing_at=standing_at(table),
        phase="The night is over" if night.closed else phase_words(night, table),
        is_open=table.phase is Phase.BETTING and not night.own_acts.is_held,
        bottom=card_words(table.pack.bottom) if table.pack.bottom and table.deal_is_on else "",
        coups=_coups(table),
        keeper=tuple(_kept(table, rank) for rank in RANKS),
        livrets=livrets,
        crowd=crowd_of(livrets),
    )


def _coups(table: PharoTable) -> tuple[CoupShown, ...]:
    dealt = table.pack.dealt
    # Once the deal is over none of its cards is out, whatever coup was its last.
    newest = islice(range(len(dealt) // 2, 0, -1), COUPS_SHOWN)
    return tuple(
        CoupShown(number=turn, bank=card_words(dealt[2 * turn - 2]), punters=card_words(dealt[2 * turn - 1]))
        for turn in newest
    )


def _kept(table: PharoTable, rank: str) -> RankKept:
    came = (at for at, card in enumerate(table.pack.dealt) if rank_of(card) == rank)
    return RankKept(rank=rank, marks=tuple(WON if at % 2 else LOST for at in came), left=table.pack.left(rank))
