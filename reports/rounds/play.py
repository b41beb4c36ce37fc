"""What papers ask of the play of a game: its part in a player's settlement and in the table sheet.

The play itself is folded from a night's standing facts by :attr:`reports.game_papers.GamePapers.play_of`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from reports.rounds.player_statement import Line


class GamePlay(Protocol):
    """The play of one game in a night."""

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was played, in words; nothing where nothing was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPart:
    """One game in a settlement, amounts in cents.

    ``view`` is what the macro ``of_player`` of ``template`` draws, on so many ``lines``, which decide how close the
    sheet is set. ``net_cents`` came of the game's rounds, ``beside`` to the player of the game besides; ``summary`` has
    the game and how many rounds of it they played.
    """

    template: str
    view: Any
    lines: int
    net_cents: int
    summary: str
    beside: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePart:
    """One game in the table sheet, amounts in cents.

    ``view`` is what the macro ``of_table`` of ``template`` draws, on so many ``lines``. The game's own figures say what
    the bank won on bets, as sleepers and after the hock, and what lies in the pot; ``None`` for what there is not.

    What else happened is ``counted`` in parts of a sentence, which ends with the ``remarks``, and told in ``notes``.
    """

    template: str
    view: Any
    lines: int
    bank_play_cents: int = 0
    sleepers_cents: int | None = None
    after_hock_cents: int | None = None
    pot_cents: int | None = None
    counted: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
