"""What the next turn may cost the bank, rank by rank, as the dealer's sheet shows it while bets are open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dealer.commands.phrases import dollars
from dealer.games.faro.state import FaroTable, Phase
from dealer.games.faro.worst_case import Exposure, RankExposure, dues_by_turn, worst_by_rank, worst_turn
from reports.words.formatting import MINUS

NONE_TO_COME = "–"
_ROOM = 7
"""How many letters of a figure have room where thirteen ranks stand in two rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankFigure:
    """What the worst turn with a rank as its winner, and as its loser, would bring the bank: signed, without ``$``.

    The kinds are ``pays``, ``gains`` or nothing; ``said`` is all of it in words; ``worst`` marks the ranks of the worst
    turn.
    """

    rank: str
    wins: str
    wins_kind: str
    loses: str
    loses_kind: str
    said: str
    worst: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposureView:
    """The worst turn in words, and every rank's figures; ``loses`` is whether a loser is still to come."""

    words: str
    ranks: tuple[RankFigure, ...]
    loses: bool

    @property
    def is_wide(self) -> bool:
        """Whether a figure is so long that the ranks want more room."""
        return any(len(figure) > _ROOM for one in self.ranks for figure in (one.wins, one.loses))


def exposure_view(table: FaroTable) -> ExposureView | None:
    """What the next turn may cost the bank; nothing where no bet can settle in it."""
    worst = worst_turn(table)
    if worst is None:
        return None
    loses = table.phase is not Phase.LOSER_DRAWN
    dues = dues_by_turn(table)
    loser, winner = _that_matter(worst, dues)
    ranks = tuple(_rank_figure(one, (loser, winner), worst, loses) for one in worst_by_rank(dues))
    return ExposureView(words=_words(worst, loser, winner), ranks=ranks, loses=loses)


def _that_matter(worst: Exposure, dues: Mapping[tuple[str, str], int]) -> tuple[str, str]:
    """The loser and the winner of the worst turn, each empty where any other card in its place costs as much."""
    losers = {due for (loser, winner), due in dues.items() if winner == worst.winner != loser}
    winners = {due for (loser, winner), due in dues.items() if loser == worst.loser != winner}
    if losers == {worst.due_cents}:
        return "", worst.winner
    if winners == {worst.due_cents}:
        return worst.loser, ""
    return worst.loser, worst.winner


def _rank_figure(one: RankExposure, matter: tuple[str, str], worst: Exposure, loses: bool) -> RankFigure:
    loses_cents = one.loses_cents if loses else None
    said = f"{one.rank}: wins, {_said(one.wins_cents)}"
    return RankFigure(
        rank=one.rank,
        wins=_figure(one.wins_cents),
        wins_kind=_kind(one.wins_cents),
        loses=_figure(loses_cents),
        loses_kind=_kind(loses_cents),
        said=f"{said}; loses, {_said(loses_cents)}" if loses else said,
        worst=worst.due_cents > 0 and one.rank in matter,
    )


def _words(worst: Exposure, loser: str, winner: str) -> str:
    turn = ", ".join([f"{loser} loses"] * bool(loser) + [f"{winner} wins"] * bool(winner))
    if worst.due_cents > 0:
        return f"At worst {turn}: {MINUS}{dollars(worst.due_cents)}"
    if worst.due_cents < 0:
        return f"Every turn brings the bank something, at worst +{dollars(-worst.due_cents)}"
    return "No turn costs the bank anything"


def _figure(due_cents: int | None) -> str:
    """What a turn brings the bank: ``−325``, ``+12.50``, ``0``."""
    if due_cents is None:
        return NONE_TO_COME
    whole, rest = divmod(abs(due_cents), 100)
    sign = MINUS if due_cents > 0 else "+" if due_cents < 0 else ""
    return f"{sign}{whole:,}" + (f".{rest:02d}" if rest else "")


def _kind(due_cents: int | None) -> str:
    return "pays" if (due_cents or 0) > 0 else "gains" if (due_cents or 0) < 0 else ""


def _said(due_cents: int | None) -> str:
    if due_cents is None:
        return "no such turn can come"
    if due_cents > 0:
        return f"the bank pays {dollars(due_cents)} at worst"
    return f"the bank gains {dollars(-due_cents)} at worst" if due_cents else "the bank pays nothing at worst"
