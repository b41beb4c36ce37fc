"""Rounds against a bank: what each player staked, won and lost in them, and their tables on paper.

Winnings and losses come from the events that settle stakes, changes of checks from the moves of money. The two must
agree in every round. A game adds its own figures and columns as a record, :class:`BankWords`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

from dealer.commands.refusal import marked
from dealer.games import game_called
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import BankBroke, PackCounted, RoundBegun, StakeLaid
from events.frozen import Frozen
from events.games import game_of
from reports.rounds.play import PlayerPart, TablePart, bank_broke, bank_endings, seated_by_round
from reports.rounds.statement import FiguresByRound, added
from reports.rounds.tables import (
    Cell,
    Column,
    Columns,
    FiguresTable,
    RoundTables,
    Row,
    count,
    figure_column,
    figures_table,
    net_column,
    noun_of,
)
from reports.words.formatting import signed
from reports.words.game_words import CommandWords, EventWords, Say
from reports.words.language import gettext as _
from reports.words.language import pgettext

VOID = marked("void")


def _counted(say: Say, event: PackCounted) -> str:
    if event.is_wrong:
        return say.ngettext(
            "%(name)s had the pack counted: %(num)s card, and %(due)s must be left.",
            "%(name)s had the pack counted: %(num)s cards, and %(due)s must be left.",
            event.cards,
        )
    return say.ngettext(
        "%(name)s had the pack counted: %(num)s card, as must be left.",
        "%(name)s had the pack counted: %(num)s cards, as must be left.",
        event.cards,
    )


PACK_COUNTED = EventWords(
    _counted,
    receipt=lambda say, event: say.ngettext(
        "Pack counted for %(name)s · %(num)s card", "Pack counted for %(name)s · %(num)s cards", event.cards
    ),
)
COUNT_PACK = CommandWords(
    marked("Count the pack"),
    lambda say, command: say.ngettext(
        "%(name)s has the pack counted: %(num)s card.", "%(name)s has the pack counted: %(num)s cards.", command.cards
    ),
    waits=marked("%(name)s: count the pack"),
)
"""The words of a count of the pack."""


@dataclass(slots=True, kw_only=True)
class StakeFigures(ABC):
    """The figures of one player's stakes, in one round or in several; cents, all positive.

    ``staked_cents`` are stakes laid, additions included.
    """

    bets: int = 0
    staked_cents: int = 0

    @property
    @abstractmethod
    def net_cents(self) -> int:
        """What they won or lost."""

    @property
    def bank_cents(self) -> int:
        """What the bank won, if the figures are those of all players."""
        return -self.net_cents

    @property
    def bank_play_cents(self) -> int:
        """What the bank won by play alone."""
        return self.bank_cents

    @property
    def is_empty(self) -> bool:
        """Whether all figures are zero."""
        return all(not getattr(self, field.name) for field in fields(self))


class BankRound(Frozen):
    """One round: its number of turns, what was ``shown`` in it, and the reason if it was voided.

    ``badge`` is a note beside the number of a round that was not played to its end.
    """

    number: int
    turns: int
    shown: Any
    voided: str | None = None
    badge: str = ""

    @property
    def cell(self) -> Cell:
        """The number of the round, with its note."""
        return Cell(str(self.number), badge=_(self.badge) if self.badge else "")


class BankWords(Frozen):
    """A game's rounds on paper. ``rounds`` makes them from the events of a night.

    ``counted`` adds an event to the figures; it gets a function that returns a player's figures in the round, and the
    stakes laid so far by key. ``turns`` is the heading of their number, and ``extent`` that number in words.

    ``own`` are the columns of a player's table between stake and net, ``bank`` those of the bank's table, in which
    ``shown`` are the cards. ``fits`` and ``bank_fits`` are the letters of amounts that fit (:func:`figures_table`).
    ``note`` and ``bank_note`` say how the last column adds up; ``void_note`` follows where a round was voided.

    ``more`` makes what else the play has, and ``tables`` further tables of it: of a player, or of all with their names.
    ``notes`` are further notes on a round.
    """

    game: str
    rounds: Callable[[Sequence[Event]], Iterable[BankRound]]
    figures: type[Any]
    counted: Callable[[Callable[[str], Any], Event, Mapping[str, StakeLaid]], None]
    turns: Callable[[], str]
    extent: Callable[[int], str]
    own: Callable[[], Columns]
    bank: Callable[[], Columns]
    shown: Callable[[], Columns]
    fits: tuple[int, int]
    bank_fits: tuple[int, int]
    note: str
    bank_note: str
    void_note: str = ""
    kinds: tuple[str, ...] = ()
    more: Callable[[Sequence[Event]], Any] = lambda events: None
    tables: Callable[[Any, str, Mapping[str, str]], tuple[FiguresTable, ...]] = lambda more, player, names: ()
    notes: Callable[[BankRound], Iterable[str]] = lambda played: ()


class BankPlay(Frozen):
    """The rounds of one game in a night, with the figures by round and player, and who sat in which round.

    ``unpaid_cents`` is what the bank left unpaid each time it broke.
    """

    words: BankWords
    rounds: tuple[BankRound, ...]
    figures: FiguresByRound[Any]
    present: Mapping[int, frozenset[str]]
    unpaid_cents: tuple[int, ...]
    more: Any

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was dealt, in words."""
        rounds = noun_of(self.words.game).extent(len(self.rounds))
        return (rounds, self.words.extent(sum(played.turns for played in self.rounds))) if self.rounds else ()

    @property
    def title(self) -> str:
        """The title of the game."""
        return game_called(self.words.game).title

    def round_called(self, number: int) -> BankRound:
        """A round by its number; :class:`LookupError` if it was not dealt."""
        for played in self.rounds:
            if played.number == number:
                return played
        raise LookupError(f"{game_called(self.words.game).round_called} {number} was not dealt")


def bank_play_of(events: Iterable[Event], words: BankWords) -> BankPlay:
    """The play of a night from effective events; :class:`~reports.rounds.statement.DoesNotAddUp` if moves disagree."""
    events = tuple(events)
    own = [event for event in events if game_of(event) == words.game]
    figures, laid, number = FiguresByRound(words.figures), dict[str, StakeLaid](), 0
    for event in own:
        if isinstance(event, RoundBegun):
            number = event.round_number
        elif isinstance(event, StakeLaid):
            laid[event.bet] = event
            figures.at(number, event.player).bets += 1
            figures.at(number, event.player).staked_cents += event.stake_cents
        words.counted(partial(figures.at, number), event, laid)
        figures.follow(number, event.moves, "checks", "layout")
    figures.assert_agree(game_called(words.game).round_called, lambda figures: int(figures.net_cents))
    return BankPlay(
        words=words,
        rounds=tuple(words.rounds(own)),
        figures=figures,
        present=seated_by_round(events, words.game),
        unpaid_cents=tuple(getattr(event, "unpaid_cents", 0) for event in own if isinstance(event, BankBroke)),
        more=words.more(own),
    )


def player_part(play: BankPlay, player: str) -> PlayerPart:
    """The rounds in which a player sat."""
    words, noun = play.words, noun_of(play.words.game)
    sat_in = [played for played in play.rounds if player in play.present.get(played.number, frozenset())]
    rows = [Row(played, play.figures.of(played.number, player), player) for played in sat_in]
    more = words.tables(play.more, player, {})
    table = _table(
        words,
        rows,
        (*words.own(), net_column()),
        title=noun.by_round(play.title),
        fits=words.fits,
        nothing=noun.nothing_here(),
        note=words.note,
    )
    return PlayerPart(
        view=RoundTables(tables=(table, *more)),
        lines=len(rows) + sum(len(other.rows) for other in more),
        net_cents=sum(row.figures.net_cents for row in rows),
        summary=noun.summary(len(rows), play.title),
    )


def table_part(play: BankPlay, now: Night) -> TablePart:
    """The bank's rounds."""
    words, noun = play.words, noun_of(play.words.game)
    rows = [Row(played, play.figures.of_round(played.number)) for played in play.rounds]
    whole = added(words.figures, (row.figures for row in rows))
    more = words.tables(play.more, "", now.names)
    alone = sum(game.against_bank for game in now.games) == 1
    table = _table(
        words,
        rows,
        (*words.bank(), figure_column(_("Bank"), "bank_cents", signed)),
        words.shown(),
        title=_("The bank, deal by deal") if alone else noun.by_round(play.title),
        fits=words.bank_fits,
        kinds=words.kinds,
        nothing=noun.nothing(),
        note=words.bank_note,
        endings=bank_endings(now, whole.bank_play_cents),
    )
    voided = [played for played in play.rounds if played.voided is not None]
    return TablePart(
        view=RoundTables(tables=(table, *more)),
        lines=len(rows) + sum(len(other.rows) for other in more),
        bank_play_cents=whole.bank_play_cents,
        sleepers_cents=getattr(whole, "sleepers_cents", None),
        after_hock_cents=getattr(whole, "after_hock_cents", None),
        counted=(noun.voided(len(voided)),),
        remarks=(bank_broke(play.unpaid_cents),),
        notes=(
            *(noun.void(played.number, played.voided or "") for played in voided),
            *(note for played in play.rounds for note in words.notes(played)),
        ),
    )


def _table(
    words: BankWords, rows: Sequence[Row], columns: Columns, shown: Columns = (), *, note: str, **more: Any
) -> FiguresTable:
    """A table of rounds: the number, the cards shown, turns and stakes, then its own columns."""
    turns = Column(
        words.turns(),
        lambda row: str(row.record.turns),
        lambda row: str(sum(own.record.turns for own in row.record)),
    )
    voided = [words.void_note] if words.void_note and any(row.record.voided is not None for row in rows) else []
    return figures_table(
        columns=(
            Column(noun_of(words.game).head(), lambda row: row.record.cell, kind="first"),
            *shown,
            turns,
            figure_column(_("Bets"), "bets", count),
            figure_column(pgettext("checks", "Staked"), "staked_cents"),
            *columns,
        ),
        rows=rows,
        total=added(words.figures, (row.figures for row in rows)),
        note=" ".join(map(_, (note, *voided))),
        **more,
    )
