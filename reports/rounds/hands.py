"""Hands played for chips: the figures of every hand and player, computed from the moves of money.

A game adds its own columns and results as a record, :class:`HandWords`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from dealer.commands.refusal import marked
from dealer.games import game_called
from dealer.night.night import Night
from events.common import night
from events.common.event import Event, Move
from events.common.play import HandBegun, InRound, PotShared, RoundEnded, RoundVoided
from events.frozen import Frozen
from events.games import game_of
from ledger.accounts import POT, checks
from reports.rounds.play import PlayerPart, TablePart
from reports.rounds.statement import FiguresByRound, Line, added, assert_equal
from reports.words.language import gettext as _
from reports.words.language import ngettext

TEMPLATE = "hands.html"


class Ending(Enum):
    """How a hand ended."""

    ON = marked("still on")
    OVER = marked("settled")
    VOIDED = marked("voided")
    BROKEN_OFF = marked("broken off at the close")


@dataclass(slots=True, kw_only=True)
class HandFigures:
    """Chips paid and won in one hand or in several, by one player or by all: to the pot, and to other players."""

    into_pot: int = 0
    to_players: int = 0
    from_pot: int = 0
    from_players: int = 0

    @property
    def net(self) -> int:
        """Chips won, negative if lost."""
        return self.from_pot + self.from_players - self.into_pot - self.to_players


@dataclass(slots=True, kw_only=True)
class HandRecord:
    """One hand: the dealer, the players and the hand's events. ``voided`` is the reason if it was voided.

    ``before`` and ``after`` are the chips in the pot at the beginning of the hand, and at its end or now.
    """

    hand: int
    dealer: str
    players: tuple[str, ...]
    before: int
    after: int
    events: list[Event] = field(default_factory=list)
    ending: Ending = Ending.ON
    voided: str | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """All who took part: the players, and a dealer without a hand."""
        return tuple(dict.fromkeys((*self.players, self.dealer)))


class Cell(NamedTuple):
    """A cell of a game's own column: a text, or cards."""

    text: str = ""
    cards: tuple[str, ...] = ()


class HandWords(Frozen):
    """A game's own words for its hands: ``pot`` is the heading of the pot's account, "" without a pot.

    ``heads`` are the headings of its own columns, ``cells`` their contents for a player, and ``came_of`` the result of
    a settled hand.
    """

    game: str
    pot: str = ""
    heads: tuple[str, ...]
    cells: Callable[[HandRecord, str], tuple[Cell, ...]]
    came_of: Callable[[HandRecord, Mapping[str, str]], str]

    def ended(self, record: HandRecord, names: Mapping[str, str]) -> str:
        """The result of a hand, however it ended; ``names`` are the players' names by seat key."""
        return self.came_of(record, names) if record.ending is Ending.OVER else _(record.ending.value)


Columns = tuple[tuple[str, str], ...]
"""For each column the name of its figure, and its heading."""


def paid_columns(figures: HandFigures, words: HandWords) -> Columns:
    """The columns of payments that are in use, at least the first."""
    return _in_use((("into_pot", _("Pot")), ("to_players", _("Players"))), figures, words)


def got_columns(figures: HandFigures, words: HandWords) -> Columns:
    """The columns of winnings that are in use, at least the first."""
    return _in_use((("from_pot", _("Pot")), ("from_players", _("Players"))), figures, words)


def _in_use(columns: Columns, figures: HandFigures, words: HandWords) -> Columns:
    used = tuple(column for column in columns if getattr(figures, column[0]))
    return used or (columns[:1] if words.pot else columns[1:])


class HandsPlay(Frozen):
    """The hands of one game in a night; ``divided`` are each player's chips from a pot that was left at the close."""

    words: HandWords
    hands: tuple[HandRecord, ...]
    figures: FiguresByRound[HandFigures]
    divided: Mapping[str, int]
    chip_cents: int

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was played, in words."""
        return (ngettext("%(num)s hand", "%(num)s hands", len(self.hands)),) if self.hands else ()

    @property
    def title(self) -> str:
        """The title of the game."""
        return game_called(self.words.game).title

    @property
    def all(self) -> HandFigures:
        """The sum of all figures."""
        return added(HandFigures, (self.figures.of_round(hand.hand) for hand in self.hands))

    @property
    def left(self) -> int:
        """Chips in the pot now."""
        return (self.hands[-1].after if self.hands else 0) - sum(self.divided.values())

    @property
    def carries(self) -> bool:
        """Whether a hand left chips in the pot for the next."""
        return any(hand.after for hand in self.hands)

    @property
    def took_part(self) -> frozenset[str]:
        """The players who took part in a hand, or in the division of a pot."""
        return frozenset(self.divided).union(*(hand.seats for hand in self.hands))

    def net(self, player: str) -> int:
        """A player's result in chips, with their share of a divided pot."""
        nets = (self.figures.of(hand.hand, player).net for hand in self.hands)
        return sum(nets) + self.divided.get(player, 0)

    def nets_cents(self, players: Iterable[str]) -> list[int]:
        """The results of players in cents."""
        return [self.net(player) * self.chip_cents for player in players]

    def hand_called(self, number: int) -> HandRecord:
        """A hand by its number; :class:`LookupError` if it was not dealt."""
        for hand in self.hands:
            if hand.hand == number:
                return hand
        raise LookupError(f"hand {number} was not dealt")


def hands_play_of(events: Iterable[Event], words: HandWords) -> HandsPlay:
    """The hands of a game from a night's effective events; :class:`DoesNotAddUp` if the pot does not balance."""
    chip_cents, hands, divided = 0, list[HandRecord](), dict[str, int]()
    figures = FiguresByRound(HandFigures)
    for event in events:
        match event:
            case night.NightOpened() if words.game in event.houses:
                chip_cents = game_called(words.game).start(event.houses[words.game]).house.check
            case night.NightClosed() if hands and hands[-1].ending is Ending.ON:
                hands[-1].ending = Ending.BROKEN_OFF
        if game_of(event) != words.game:
            continue
        match event:
            case HandBegun():
                before = hands[-1].after if hands else 0
                hands.append(
                    HandRecord(hand=event.hand, dealer=event.dealer, players=event.players, before=before, after=before)
                )
            case PotShared():
                divided[event.player] = divided.get(event.player, 0) + event.chips
            case RoundVoided():
                hands[-1].ending, hands[-1].voided = Ending.VOIDED, event.reason
            case RoundEnded():
                hands[-1].ending = Ending.OVER
        if isinstance(event, InRound):
            hands[-1].events.append(event)
            _check_chips(event, chip_cents)
            hands[-1].after += _follow(figures, event.round_number, event.moves, chip_cents)
    play = HandsPlay(words=words, hands=tuple(hands), figures=figures, divided=divided, chip_cents=chip_cents)
    assert_equal(f"the players and the pot of {words.game}", sum(map(play.net, play.took_part)) + play.left, 0)
    return play


def _check_chips(event: InRound, chip_cents: int) -> None:
    """Assert that an event with a cost in chips moved that amount."""
    chips = getattr(event, "chips", None)
    if event.moves and isinstance(chips, int):
        moved_cents = sum(move.amount_cents for move in event.moves)
        assert_equal(f"{type(event).__name__} of hand {event.round_number}", chips * chip_cents, moved_cents)


def _follow(figures: FiguresByRound[HandFigures], hand: int, moves: Iterable[Move], chip_cents: int) -> int:
    """Add the moves of a hand to the figures, and return the chips that they put into the pot."""
    into_pot = 0
    for move in moves:
        chips = move.amount_cents // chip_cents
        payer, payee = (account.removeprefix(checks("")) for account in (move.debit, move.credit))
        if move.credit == POT:
            figures.at(hand, payer).into_pot += chips
            into_pot += chips
        elif move.debit == POT:
            figures.at(hand, payee).from_pot += chips
            into_pot -= chips
        else:
            figures.at(hand, payer).to_players += chips
            figures.at(hand, payee).from_players += chips
    return into_pot


class PlayerHands(Frozen):
    """The hands in which a player took part, and their totals."""

    play: HandsPlay
    rows: tuple[tuple[HandRecord, HandFigures], ...]
    all: HandFigures

    @property
    def paid(self) -> Columns:
        """The columns of payments."""
        return paid_columns(self.all, self.play.words)

    @property
    def got(self) -> Columns:
        """The columns of winnings."""
        return got_columns(self.all, self.play.words)


def player_part(play: HandsPlay, player: str) -> PlayerPart:
    """The hands in which a player took part."""
    rows = tuple((hand, play.figures.of(hand.hand, player)) for hand in play.hands if player in hand.seats)
    whole = added(HandFigures, (figures for _record, figures in rows))
    return PlayerPart(
        template=TEMPLATE,
        view=PlayerHands(play=play, rows=rows, all=whole),
        lines=len(rows) + 5,
        net_cents=whole.net * play.chip_cents,
        summary=ngettext("%(game)s, %(num)s hand", "%(game)s, %(num)s hands", len(rows), game=play.title),
        beside=_of_pot_divided(play, player),
    )


def _of_pot_divided(play: HandsPlay, player: str) -> tuple[Line, ...]:
    chips = play.divided.get(player, 0)
    if not chips:
        return ()
    text = ngettext(
        "Part of the pot that nobody had won, %(num)s chip",
        "Part of the pot that nobody had won, %(num)s chips",
        chips,
    )
    return (Line(what=text, cents=chips * play.chip_cents),)


class TableHands(Frozen):
    """All hands of a game, and the names of the players."""

    play: HandsPlay
    names: Mapping[str, str]


def table_part(play: HandsPlay, now: Night) -> TablePart:
    """All hands, and the chips in the pot."""
    voided = [hand for hand in play.hands if hand.voided is not None]
    return TablePart(
        template=TEMPLATE,
        view=TableHands(play=play, names=now.names),
        lines=2 * len(play.hands),
        pot_cents=play.left * play.chip_cents if play.words.pot else None,
        counted=(ngettext("%(num)s hand voided", "%(num)s hands voided", len(voided)),) if voided else (),
        notes=tuple(
            _("Hand %(number)s was voided: %(why)s", number=record.hand, why=record.voided) for record in voided
        ),
    )
