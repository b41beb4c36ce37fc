"""What the board shows of Pharo: the livrets, large or in two columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from math import ceil

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.game.cards import rank_of
from dealer.games.pharo.state import PHARO, PharoTable, Phase, pharo_of
from dealer.night.night import Night
from dealer.projections import Projection
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games import pharo
from events.records import Recorded
from reports.words.formatting import card_words
from reports.words.language import gettext as _
from web.bank_tables import counted_text
from web.games.pharo.livrets import Livret, LivretCard, livrets_of
from web.games.pharo.tablet import phase_words, standing_at
from web.night_so_far import CardsSoFar, bets_settled

_HIGH, _GAP = 32.0, 0.5
"""The height for livrets, and the gap between two."""

_LARGE_LINE, _LARGE_ACROSS, _LARGE_LEAST = 3.55, 8.6, 3.5
"""Large livrets: the height of a line, the width in letters, and the least height, that of a disc."""

_COLUMNS, _ACROSS, _EDGES = 2, 21.2, 0.5
"""Livrets in columns: the number of columns, the width, and the top and bottom edges of each."""

_LINE, _BETWEEN = 1.35, 0.3
"""The height of a line of a livret in columns, and the gap between two, in its letters."""

_SMALLER = (("many", 2.1), ("more", 1.55), ("most", 1.3))
"""The sizes after the large one, and their letters."""

_WORDS = 4.5
"""The width of the number of further stakes, in letters."""


class Crowd(Frozen):
    """The size of the livrets, as a CSS class, and the number of stakes shown for each."""

    size: str
    shown: tuple[int, ...]


def crowd_of(livrets: Sequence[Livret]) -> Crowd:
    """The largest size in which every stake fits; in the smallest size, as many as fit."""
    everything = tuple(len(livret.staked) for livret in livrets)
    if sum(_large(livret) + _GAP for livret in livrets) <= _HIGH + _GAP:
        return Crowd(size="", shown=everything)
    for size, letters in _SMALLER:
        rows = _rows(livrets, _ACROSS / letters)
        if _fit(rows, letters):
            return Crowd(size=size, shown=everything)
    most = next((lines for lines in range(max(rows), 1, -1) if _fit([min(lines, row) for row in rows], letters)), 1)
    return Crowd(size=size, shown=tuple(_shown(livret, most, _ACROSS / letters) for livret in livrets))


def _large(livret: Livret) -> float:
    """The height of a large livret: its stakes stand beside its name."""
    stakes = _lines(map(_width, livret.staked), _LARGE_ACROSS) * _LARGE_LINE + 0.3
    return max(_LARGE_LEAST, stakes, 2.3 * ceil(len(livret.name) / 13) + 0.7)


def _rows(livrets: Sequence[Livret], across: float) -> list[int]:
    """How many lines each row of livrets in columns needs."""
    lines = [_lines(_widths(livret), across) for livret in livrets]
    return [max(lines[at : at + _COLUMNS]) for at in range(0, len(lines), _COLUMNS)]


def _fit(rows: Sequence[int], letters: float) -> bool:
    """Whether rows with these numbers of lines fit."""
    return sum((row * (_LINE + _BETWEEN) - _BETWEEN) * letters + _EDGES + _GAP for row in rows) <= _HIGH + _GAP


def _shown(livret: Livret, lines: int, across: float) -> int:
    """How many stakes of a livret fit on so many lines, with the words for any others."""
    widths = _widths(livret)
    if _lines(widths, across) <= lines:
        return len(livret.staked)
    counts = range(len(livret.staked) - 1, 0, -1)
    return next((some for some in counts if _lines([*widths[: some + 1], _WORDS], across) <= lines), 0)


def _widths(livret: Livret) -> list[float]:
    """The widths of a name with its disc, and of each stake, with the gaps after them."""
    name = len(livret.name)
    return [2.1 + name * (0.37 if name > 32 else 0.43 if name > 16 else 0.5), *map(_width, livret.staked)]


def _width(card: LivretCard) -> float:
    assert card.staked
    on = card.staked
    return (
        1.7
        + 0.72 * len(card.short)
        + 0.43 * len(on.stake)
        + 0.46 * len(on.chain)
        + 1.1 * on.bet.opposed
        + 3.0 * on.drawn
    )


def _lines(widths: Iterable[float], across: float) -> int:
    """How many lines items of these widths fill."""
    lines, left = 0, 0.0
    for width in widths:
        if width > left:
            lines, left = lines + ceil(width / across), across
        left -= width
    return lines


def _after(cards: CardsSoFar, recorded: Recorded) -> CardsSoFar:
    match recorded.event:
        case pharo.PackTaken():
            return replace(cards, deals=cards.deals + 1)
        case pharo.CoupDealt() as coup:
            return cards.with_turn(rank_of(coup.bank), rank_of(coup.punters))
        case _:
            return cards


SO_FAR = Projection(CardsSoFar(), _after)
"""The cards of the night so far."""

COUPS_SHOWN = 6
LOST, WON = "O", "I"
"""The marks of a rank in the keeper: dealt as the bank's card, and as the punters'."""


class RankKept(Frozen):
    """A rank in the keeper: the results of its cards, in order, and the number still to come."""

    rank: str
    marks: tuple[str, ...]
    left: int

    @property
    def words(self) -> str:
        """The row in words."""
        came = ", ".join(_("won") if mark == WON else _("lost") for mark in self.marks) or _("none out")
        return _("%(rank)s: %(came)s, %(left)s to come", rank=self.rank, came=came, left=self.left)


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
    """Everything on the board. The only amounts are the stakes on the livrets, because everybody can see it.

    ``coups`` are the last ones, the newest first; ``crowd`` says how large the livrets are, in their order. Between
    deals ``so_far`` takes the place of the ``keeper``, and ``settled`` has what came of each player's bets in words.
    """

    night: str
    table: str
    standing_at: str
    phase: str
    is_open: bool
    is_over: bool
    bottom: str
    counted: str
    coups: tuple[CoupShown, ...]
    keeper: tuple[RankKept, ...]
    livrets: tuple[Livret, ...]
    crowd: Crowd
    so_far: CardsSoFar | None
    settled: Mapping[str, str]


def board_view(night: Night, effective: EffectiveEvents) -> PharoBoard:
    """The board of a night whose Pharo table is on or was last."""
    table = pharo_of(night)
    livrets = () if night.closed else livrets_of(night, with_keys=False)
    so_far = None if table.is_on else SO_FAR.of(effective)
    return PharoBoard(
        night=night.id,
        table=night.opened.table,
        standing_at=standing_at(table),
        phase=_("The night is over") if night.closed else phase_words(night, table),
        is_over=night.closed,
        is_open=table.phase is Phase.BETTING and not night.own_acts.is_held,
        bottom=card_words(table.pack.bottom) if table.pack.bottom and table.is_on else "",
        counted=counted_text(night, effective),
        coups=_coups(table),
        keeper=tuple(_kept(table, rank) for rank in RANKS),
        livrets=livrets,
        crowd=crowd_of(livrets),
        so_far=so_far if so_far and so_far.deals else None,
        settled={} if table.is_on else bets_settled(effective, PHARO),
    )


def _coups(table: PharoTable) -> tuple[CoupShown, ...]:
    dealt = table.pack.dealt
    # After the deal no card is shown as drawn, whatever its last coup was.
    newest = islice(range(len(dealt) // 2, 0, -1), COUPS_SHOWN)
    return tuple(
        CoupShown(number=turn, bank=card_words(dealt[2 * turn - 2]), punters=card_words(dealt[2 * turn - 1]))
        for turn in newest
    )


def _kept(table: PharoTable, rank: str) -> RankKept:
    came = (at for at, card in enumerate(table.pack.dealt) if rank_of(card) == rank)
    return RankKept(rank=rank, marks=tuple(WON if at % 2 else LOST for at in came), left=table.pack.left(rank))
