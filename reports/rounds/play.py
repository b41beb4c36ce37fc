"""What papers ask of the play of a game: figures by round and player, and their sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from dealer.games import game_called
from dealer.night.night import Night
from events.facts.fact import Fact
from events.facts.play import InRound, PointsScored, RoundEnded, RoundVoided
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
        """How much was played, in words; nothing where nothing was."""


class PlayerPart(Frozen):
    """One game in a settlement, amounts in cents.

    ``view`` is what the macro ``of_player`` of ``template`` draws, on so many ``lines``, which decide how close the
    sheet is set. ``net_cents`` came of the game's rounds, ``beside`` to the player of the game besides; ``summary`` has
    the game and how many rounds of it they played. ``by_score`` says that points were settled, and no chips.
    """

    template: str
    view: Any
    lines: int
    net_cents: int
    summary: str
    by_score: bool = False
    beside: tuple[Line, ...] = ()


class TablePart(Frozen):
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


TEMPLATE = "rounds.html"


@dataclass(slots=True, kw_only=True)
class Round:
    """One round: what it brought each account, in cents, and the ``points`` of each player.

    ``number`` is 0 for what came in no round; ``voided`` is why the round was broken off as foul.
    """

    number: int
    gained: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    voided: str | None = None

    def net_cents(self, player: str) -> int:
        """What a player won or lost in it."""
        return self.gained[checks(player)] + self.gained[layout(player)]

    def touches(self, player: str) -> bool:
        """Whether anything of a player's moved in it."""
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
        """Whether anything moved in it."""
        return any(row.gained for row in self.rounds)

    @property
    def has_points(self) -> bool:
        """Whether points were scored in it."""
        return any(row.points for row in self.rounds)

    def points(self, player: str) -> int:
        """A player's points in all of them."""
        return sum(row.points[player] for row in self.rounds)

    @property
    def title(self) -> str:
        """What the game is called."""
        return game_called(self.game).title

    def net_cents(self, player: str) -> int:
        """What a player won or lost in all of them."""
        return sum(row.net_cents(player) for row in self.rounds)

    def gained_cents(self, account: str) -> int:
        """What an account gained in all of them."""
        return sum(row.gained[account] for row in self.rounds)


def rounds_play_of(facts: Iterable[Fact], game: str) -> RoundsPlay:
    """The play of a game from a night's effective facts."""
    rounds: dict[int, Round] = {}
    on = 0
    for fact in facts:
        if game_of(fact) != game:
            continue
        on = fact.round_number if isinstance(fact, InRound) else on
        row = rounds.setdefault(on, Round(number=on))
        for account, cents in gains(fact.moves):
            row.gained[account] += cents
        match fact:
            case PointsScored():
                row.points[fact.player] += fact.points
            case RoundEnded():
                row.voided = fact.reason if isinstance(fact, RoundVoided) else None
                on = 0
    return RoundsPlay(game=game, rounds=tuple(row for row in rounds.values() if row.number or row.gained))


def player_part(play: RoundsPlay, player: str) -> PlayerPart:
    """The rounds in which something of a player's moved."""
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
    """How often the bank broke, and what it left unpaid in all."""
    if not unpaid_cents:
        return _("the bank did not break")
    return ngettext(
        "the bank broke %(num)s time, %(amount)s unpaid",
        "the bank broke %(num)s times, %(amount)s unpaid",
        len(unpaid_cents),
        amount=money(sum(unpaid_cents)),
    )
