"""What papers need to know about the play of a game: figures by round and player, and their sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from dealer.games import game_called
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import InRound, PointsScored, RoundEnded, RoundVoided
from events.frozen import Frozen
from events.games import game_of
from ledger.accounts import AFTER_HOCK, PLAY, POT, SLEEPERS, checks, gains, layout
from reports.rounds.statement import Line
from reports.words.formatting import money
from reports.words.language import gettext as _
from reports.words.language import ngettext


class GamePlay(Protocol):
    """The play of one game in a night."""

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was played, in words; empty if nothing was."""


class PlayerPart(Frozen):
    """The part of a settlement about one game. Amounts are in cents.

    The macro ``of_player`` of ``template`` draws ``view`` on ``lines`` lines, which decide how dense the sheet is.
    ``net_cents`` is the result of the game's rounds, ``beside`` the player's other results of the game. ``summary`` has
    the game and the number of rounds they played. ``by_score`` means that points were settled, not chips.
    """

    template: str
    view: Any
    lines: int
    net_cents: int
    summary: str
    by_score: bool = False
    beside: tuple[Line, ...] = ()


class TablePart(Frozen):
    """The part of the table sheet about one game. Amounts are in cents.

    The macro ``of_table`` of ``template`` draws ``view`` on ``lines`` lines. The figures are what the bank won on bets,
    as sleepers and after the hock, and the chips in the pot; ``None`` if the game has no such figure.

    ``counted`` and ``remarks`` are the parts of one sentence; ``notes`` are sentences of their own.
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


TEMPLATE = "rounds.html"


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

    def touches(self, player: str) -> bool:
        """Whether it changed anything for a player."""
        return checks(player) in self.gained or layout(player) in self.gained or player in self.points


class RoundsPlay(Frozen):
    """The rounds of one game in a night."""

    game: str
    rounds: tuple[Round, ...]

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was played, in words."""
        played = sum(1 for row in self.rounds if row.number)
        return (ngettext("%(num)s round", "%(num)s rounds", played),) if played else ()

    @property
    def has_money(self) -> bool:
        """Whether any money moved."""
        return any(row.gained for row in self.rounds)

    @property
    def has_points(self) -> bool:
        """Whether any points were scored."""
        return any(row.points for row in self.rounds)

    def points(self, player: str) -> int:
        """A player's points in all rounds."""
        return sum(row.points[player] for row in self.rounds)

    @property
    def title(self) -> str:
        """The title of the game."""
        return game_called(self.game).title

    def net_cents(self, player: str) -> int:
        """What a player won or lost in all rounds."""
        return sum(row.net_cents(player) for row in self.rounds)

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
    rows = tuple(row for row in play.rounds if row.touches(player))
    played = sum(1 for row in rows if row.number)
    return PlayerPart(
        template=TEMPLATE,
        view=RoundsPlay(game=play.game, rounds=rows),
        lines=len(rows),
        net_cents=sum(row.net_cents(player) for row in rows),
        summary=ngettext("%(game)s, %(num)s round", "%(game)s, %(num)s rounds", played, game=play.title),
    )


def table_part(play: RoundsPlay, now: Night) -> TablePart:
    """All rounds."""
    voided = [row for row in play.rounds if row.voided is not None]
    return TablePart(
        template=TEMPLATE,
        view=play,
        lines=len(play.rounds),
        bank_play_cents=play.gained_cents(PLAY),
        sleepers_cents=play.gained_cents(SLEEPERS) or None,
        after_hock_cents=play.gained_cents(AFTER_HOCK) or None,
        counted=(ngettext("%(num)s round voided", "%(num)s rounds voided", len(voided)),) if voided else (),
        notes=tuple(_("Round %(number)s was voided: %(why)s", number=row.number, why=row.voided) for row in voided),
        pot_cents=play.gained_cents(POT) if any(POT in row.gained for row in play.rounds) else None,
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
