"""What papers need to know about the play of a game: figures by round and player, and their sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from dealer.games import game_called
from dealer.night.night import Night
from events.common.event import Event
from events.common.night import PlayerLeft, PlayerSeated
from events.common.play import InRound, PointsScored, RoundBegun, RoundEnded, RoundVoided, StakeSettled
from events.frozen import Frozen
from events.games import game_of
from ledger.accounts import AFTER_HOCK, PLAY, POT, SLEEPERS, checks, gains, layout
from ledger.statement import bank_line
from reports.rounds.statement import Line, added
from reports.rounds.tables import (
    Cell,
    Column,
    Ending,
    NetsTable,
    RoundTables,
    Row,
    figure_column,
    figures_table,
    noun_of,
)
from reports.words.formatting import money, signed
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext


class GamePlay(Protocol):
    """The play of one game in a night."""

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was played, in words; empty if nothing was."""


class PlayerPart(Frozen):
    """The part of a settlement about one game. Amounts are in cents.

    Its tables have ``lines`` lines, which decide how dense the sheet is. ``net_cents`` is the result of the game's
    rounds, ``beside`` the player's other results of the game. ``summary`` has the game and the number of rounds they
    played. ``by_score`` means that points were settled, not chips.
    """

    view: RoundTables
    lines: int
    net_cents: int
    summary: str
    by_score: bool = False
    beside: tuple[Line, ...] = ()


class TablePart(Frozen):
    """The part of the table sheet about one game. Amounts are in cents.

    Its tables have ``lines`` lines. The figures are what the bank won on bets, as sleepers and after the hock, and the
    chips in the pot; ``None`` if the game has no such figure.

    ``counted`` and ``remarks`` are the parts of one sentence; ``notes`` are sentences of their own.
    """

    view: RoundTables
    lines: int
    bank_play_cents: int = 0
    sleepers_cents: int | None = None
    after_hock_cents: int | None = None
    pot_cents: int | None = None
    counted: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Round:
    """One round: what each account gained, in cents, and the ``points`` of each player.

    ``number`` is 0 for moves outside rounds; ``voided`` is the reason if the round was voided.
    """

    number: int
    gained: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    voided: str | None = None

    def net_cents(self, player: str) -> int:
        """What a player won or lost in it."""
        return self.gained[checks(player)] + self.gained[layout(player)]

    def figures(self, player: str) -> RoundFigures:
        """A player's figures in it."""
        return RoundFigures(points=self.points[player], net_cents=self.net_cents(player))

    @property
    def cell(self) -> Cell:
        """The number of the round, with a note if it was voided."""
        text = str(self.number) if self.number else _("between rounds")
        return Cell(text, badge="" if self.voided is None else _("void"))

    def touches(self, player: str) -> bool:
        """Whether it changed anything for a player."""
        return checks(player) in self.gained or layout(player) in self.gained or player in self.points


@dataclass(slots=True, kw_only=True)
class RoundFigures:
    """A player's points and result in one round or in several."""

    points: int = 0
    net_cents: int = 0


class RoundsPlay(Frozen):
    """The rounds of one game in a night."""

    game: str
    rounds: tuple[Round, ...]

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was played, in words."""
        played = sum(1 for row in self.rounds if row.number)
        return (noun_of(self.game).extent(played),) if played else ()

    @property
    def has_money(self) -> bool:
        """Whether any money moved."""
        return any(row.gained for row in self.rounds)

    @property
    def has_points(self) -> bool:
        """Whether any points were scored."""
        return any(row.points for row in self.rounds)

    @property
    def title(self) -> str:
        """The title of the game."""
        return game_called(self.game).title

    def figures(self, player: str) -> RoundFigures:
        """A player's figures in all rounds."""
        return added(RoundFigures, (row.figures(player) for row in self.rounds))

    def gained_cents(self, account: str) -> int:
        """What an account gained in all rounds."""
        return sum(row.gained[account] for row in self.rounds)


def rounds_play_of(events: Iterable[Event], game: str) -> RoundsPlay:
    """The play of a game from a night's effective events."""
    rounds: dict[int, Round] = {}
    on = 0
    for event in events:
        if game_of(event) != game:
            continue
        on = event.round_number if isinstance(event, InRound) else on
        row = rounds.setdefault(on, Round(number=on))
        for account, cents in gains(event.moves):
            row.gained[account] += cents
        match event:
            case PointsScored():
                row.points[event.player] += event.points
            case RoundEnded():
                row.voided = event.reason if isinstance(event, RoundVoided) else None
                on = 0
    return RoundsPlay(game=game, rounds=tuple(row for row in rounds.values() if row.number or row.gained))


def player_part(play: RoundsPlay, player: str) -> PlayerPart:
    """The rounds that changed something for a player."""
    rows = [Row(row, row.figures(player), player) for row in play.rounds if row.touches(player)]
    whole = added(RoundFigures, (row.figures for row in rows))
    points = (figure_column(_("Points"), "points", str),) if any(row.record.points for row in rows) else ()
    noun = noun_of(play.game)
    table = figures_table(
        noun_of(play.game).by_round(play.title),
        (
            Column(noun_of(play.game).head(), lambda row: row.record.cell, kind="first"),
            *points,
            figure_column(pgettext("result", "Net"), "net_cents", signed),
        ),
        rows,
        whole,
        nothing=_("Nothing was won or lost."),
    )
    return PlayerPart(
        view=RoundTables(tables=(table,)),
        lines=len(rows),
        net_cents=whole.net_cents,
        summary=noun.summary(sum(1 for row in rows if row.record.number), play.title),
    )


def table_part(play: RoundsPlay, now: Night) -> TablePart:
    """All rounds."""
    noun, voided = noun_of(play.game), [row for row in play.rounds if row.voided is not None]
    amounts = (_nets(play, now, "net_cents", signed),) if play.has_money or not play.has_points else ()
    points = (_nets(play, now, "points", str, beside=_("in points")),) if play.has_points else ()
    return TablePart(
        view=RoundTables(tables=(), nets=(*amounts, *points)),
        lines=len(play.rounds),
        bank_play_cents=play.gained_cents(PLAY),
        sleepers_cents=play.gained_cents(SLEEPERS) or None,
        after_hock_cents=play.gained_cents(AFTER_HOCK) or None,
        counted=(noun.voided(len(voided)),) if voided else (),
        notes=tuple(noun.void(row.number, row.voided or "") for row in voided),
        pot_cents=play.gained_cents(POT) if any(POT in row.gained for row in play.rounds) else None,
    )


def _nets(play: RoundsPlay, now: Night, name: str, written: Callable[[int], str], beside: str = "") -> NetsTable:
    """A figure of every player by round."""

    def text(row: Round, player: str) -> str:
        return written(getattr(row.figures(player), name)) if row.touches(player) else "–"

    totals = {player: play.figures(player) for player in now.seats}
    return NetsTable(
        title=noun_of(play.game).by_round(play.title),
        beside=beside,
        head=noun_of(play.game).head(),
        rows=tuple((row.cell, {player: text(row, player) for player in now.seats}) for row in play.rounds),
        sums=(
            (
                "all",
                pgettext("sum", "All"),
                {player: written(getattr(figures, name)) for player, figures in totals.items()},
            ),
        ),
        cents={player: figures.net_cents for player, figures in totals.items()},
        nothing=noun_of(play.game).nothing(),
    )


def bank_broke(unpaid_cents: Sequence[int]) -> str:
    """How often the bank broke, and the total that it left unpaid."""
    if not unpaid_cents:
        return _("the bank did not break")
    return ngettext(
        "the bank broke %(num)s time, %(amount)s unpaid",
        "the bank broke %(num)s times, %(amount)s unpaid",
        len(unpaid_cents),
        amount=money(sum(unpaid_cents)),
    )


def bank_endings(now: Night, play_cents: int) -> tuple[Ending, ...]:
    """The result of the bank below the rounds of its only game in a night, with the corrections by rulings."""
    if sum(game.against_bank for game in now.games) > 1:
        return ()
    bank = bank_line(now.ledger)
    result = Ending(label=_("Result of the bank"), figure=signed(bank.result_cents))
    corrections_cents = bank.play_cents - play_cents
    if not corrections_cents:
        return (result,)
    return Ending(label=_("Corrections by ruling"), figure=signed(corrections_cents), kind="beside"), result


def seated_by_round(events: Iterable[Event], game: str) -> dict[int, frozenset[str]]:
    """The players who sat at the table in each round of a game, from a night's effective events."""
    seated, present, on = set[str](), dict[int, set[str]](), 0
    for event in events:
        match event:
            case PlayerSeated():
                seated.add(event.player)
                if on:
                    present[on].add(event.player)
            case PlayerLeft():
                seated.discard(event.player)
            case RoundBegun() if game_of(event) == game:
                on = event.round_number
                present[on] = set(seated)
            case RoundEnded() if game_of(event) == game:
                on = 0
    return {number: frozenset(players) for number, players in present.items()}


def bank_by_turn(stand: Iterable[Event], game: str, number: int) -> Counter[int]:
    """What the bank won or lost in each turn of a round, in cents; turn 0 is before the first."""
    bank: Counter[int] = Counter()
    for event in stand:
        if isinstance(event, StakeSettled) and game_of(event) == game and event.round_number == number:
            bank[event.turn_number] += event.bank_took_cents - event.bank_paid_cents
    return bank
