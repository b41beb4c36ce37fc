"""Hands played for chips: the figures of every hand and player, and their tables on paper.

A game adds its own figures, columns and parts of the sheet as a record, :class:`HandWords`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import UnionType
from typing import Any, cast

from dealer.commands.refusal import marked
from dealer.games import game_called
from dealer.night.night import Night
from events.common import night
from events.common.event import Event
from events.common.play import HandShown, InRound, PotShared, RoundBegun, RoundEnded, RoundVoided
from events.frozen import Frozen
from events.games import game_of
from ledger.accounts import POT, checks
from reports.rounds import tables
from reports.rounds.play import PlayerPart, TablePart
from reports.rounds.statement import FiguresByRound, Line, added, assert_equal
from reports.rounds.tables import (
    Cell,
    Column,
    Columns,
    NetsTable,
    RoundTables,
    Row,
    cards_cell,
    count,
    figure_column,
    figures_table,
    noun_of,
)
from reports.words.formatting import money, signed, signed_number
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext
from reports.words.sentences import sentence_of


class Ending(Enum):
    """How a hand ended."""

    ON = marked("still on")
    OVER = marked("settled")
    VOIDED = marked("voided")
    BROKEN_OFF = marked("broken off at the close")

    @property
    def badge(self) -> str:
        """A note beside the number of a hand that was not played to its end."""
        match self:
            case Ending.VOIDED:
                return _("void")
            case Ending.BROKEN_OFF:
                return pgettext("a hand", "broken")
            case Ending.ON:
                return _("still on")
            case Ending.OVER:
                return ""


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


@dataclass(kw_only=True)
class HandRecord:
    """One hand: the dealer, the players and the hand's events. ``voided`` is the reason if it was voided.

    ``before`` and ``after`` are the chips in the pot at the beginning of the hand, and at its end or now.
    """

    hand: int
    begun: Any
    before: int
    after: int
    events: list[Event] = field(default_factory=list)
    ending: Ending = Ending.ON
    voided: str | None = None

    @property
    def dealer(self) -> str:
        """The player who dealt."""
        return cast(str, self.begun.dealer)

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the hand, from the dealer's left."""
        return cast("tuple[str, ...]", self.begun.players)

    @property
    def seats(self) -> tuple[str, ...]:
        """All who took part: the players, and a dealer without a hand."""
        return tuple(dict.fromkeys((*self.players, self.dealer)))

    def all(self, kind: type[Any] | UnionType) -> list[Any]:
        """The events of a type in it."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[Any] | UnionType) -> Any:
        """The last event of a type in it; ``None`` if there is none."""
        return next((event for event in reversed(self.events) if isinstance(event, kind)), None)

    def outcome(self, now: Night) -> str:
        """The sentence of the event that ended it, or how it stands."""
        return sentence_of(now, self.last(RoundEnded)) if self.ending is Ending.OVER else _(self.ending.value)

    @property
    def cell(self) -> Cell:
        """The number of the hand, with a note if it was not played to its end."""
        return Cell(str(self.hand), badge=self.ending.badge)


def by_moves(figures: FiguresByRound[Any], hand: HandRecord, event: InRound, chip_cents: int) -> None:
    """Add an event of a hand to :class:`HandFigures`, from its moves of money."""
    for move in event.moves:
        chips = move.amount_cents // chip_cents
        payer, payee = (account.removeprefix(checks("")) for account in (move.debit, move.credit))
        if move.credit == POT:
            figures.at(event.round_number, payer).into_pot += chips
        elif move.debit == POT:
            figures.at(event.round_number, payee).from_pot += chips
        else:
            figures.at(event.round_number, payer).to_players += chips
            figures.at(event.round_number, payee).from_players += chips


def _paid() -> Columns:
    group = pgettext("by a player", "Paid")
    return (
        figure_column(_("Pot"), "into_pot", count, group=group, always=False),
        figure_column(_("Players"), "to_players", count, group=group, always=False),
    )


def _got() -> Columns:
    group = pgettext("by a player", "Got")
    return (
        figure_column(_("Pot"), "from_pot", count, group=group, always=False),
        figure_column(_("Players"), "from_players", count, group=group, always=False),
    )


MANY_COLUMNS = 11
"""More columns have smaller figures."""
IN_CHIPS = marked("in chips of %(amount)s")


class HandWords(Frozen):
    """A game's hands on paper; functions make the columns of tables, and get a :class:`HandRecord` in a row.

    ``has_pot`` means that chips go through a pot. ``figures`` are its figures, whose ``net`` is the result in chips;
    ``counted`` adds an event to them. ``own`` are the columns before what a player ``paid`` and ``got``, ``outcome``
    those of the table of hands instead of the sentence of the result, and ``pot`` those of the pot's account.
    ``beside`` is the note on the figures of that table.

    On the sheet of a hand ``title`` is over the table of players. ``template`` extends ``hands.html``, and ``sheet``
    makes what it draws from the hand and its figures.
    """

    game: str
    has_pot: bool = True
    record: type[HandRecord] = HandRecord
    figures: type[Any] = HandFigures
    counted: Callable[[FiguresByRound[Any], Any, Any, int], None] = by_moves
    own: Callable[[], Columns] = tuple
    paid: Callable[[], Columns] = _paid
    got: Callable[[], Columns] = _got
    outcome: Callable[[], Columns] | None = None
    pot: Callable[[], Columns] = lambda: (figure_column(_("Antes"), "into_pot", count, kind="from"),)
    beside: str = IN_CHIPS
    divides: type[Any] = PotShared
    title: str = marked("Each player’s cards and payments")
    template: str = "hands.html"
    sheet: Callable[[Any, FiguresByRound[Any]], Any] = lambda record, figures: None


class HandsPlay(Frozen):
    """The hands of one game in a night; ``divided`` are each player's chips from a pot that was left at the close.

    ``names`` are the players' names by seat key.
    """

    words: HandWords
    hands: tuple[Any, ...]
    figures: FiguresByRound[Any]
    divided: Mapping[str, int]
    chip_cents: int
    names: Mapping[str, str]

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was played, in words."""
        hands = noun_of(self.words.game).extent(len(self.hands))
        turns = sum(len(getattr(hand, "turns", ())) for hand in self.hands)
        return ((hands, ngettext("%(num)s turn", "%(num)s turns", turns)) if turns else (hands,)) if self.hands else ()

    @property
    def title(self) -> str:
        """The title of the game."""
        return game_called(self.words.game).title

    @property
    def left(self) -> int:
        """Chips in the pot now."""
        after: int = self.hands[-1].after if self.hands else 0
        return after - sum(self.divided.values())

    @property
    def took_part(self) -> frozenset[str]:
        """The players who took part in a hand, or in the division of a pot."""
        return frozenset(self.divided).union(*(hand.seats for hand in self.hands))

    def net(self, player: str) -> int:
        """A player's result in chips, with their share of a divided pot."""
        won: int = sum(self.figures.of(hand.hand, player).net for hand in self.hands)
        return won + self.divided.get(player, 0)

    def hands_of(self, player: str) -> tuple[Any, ...]:
        """The hands in which a player took part."""
        return tuple(hand for hand in self.hands if player in hand.seats)

    def hand_called(self, number: int) -> Any:
        """A hand by its number; :class:`LookupError` if it was not dealt."""
        for hand in self.hands:
            if hand.hand == number:
                return hand
        raise LookupError(f"hand {number} was not dealt")

    @property
    def in_chips(self) -> str:
        """The value of a chip, as a note beside a title."""
        return _(IN_CHIPS, amount=money(self.chip_cents))


def hands_play_of(events: Iterable[Event], words: HandWords) -> HandsPlay:
    """The hands of a game from a night's effective events; :class:`DoesNotAddUp` if moves, figures and pot disagree."""
    chip_cents, hands, divided, names = 0, list[HandRecord](), dict[str, int](), dict[str, str]()
    figures = FiguresByRound(words.figures)
    for event in events:
        match event:
            case night.NightOpened() if words.game in event.houses:
                chip_cents = game_called(words.game).start(event.houses[words.game]).house.check
            case night.PlayerSeated():
                names[event.player] = event.name
            case night.NightClosed() if hands and hands[-1].ending is Ending.ON:
                hands[-1].ending = Ending.BROKEN_OFF
        if game_of(event) != words.game:
            continue
        if isinstance(event, RoundBegun):
            before = hands[-1].after if hands else 0
            hands.append(words.record(hand=event.round_number, begun=event, before=before, after=before))
        elif isinstance(event, words.divides):
            divided[event.player] = divided.get(event.player, 0) + event.chips
        if isinstance(event, InRound) and hands:
            _follow(hands[-1], event)
            _check_chips(event, chip_cents)
            words.counted(figures, hands[-1], event, chip_cents)
            figures.follow(event.round_number, event.moves, "checks")
            hands[-1].after += sum(_into_pot(event)) // chip_cents
    figures.assert_agree(game_called(words.game).round_called, lambda own: own.net * chip_cents)
    play = HandsPlay(
        words=words, hands=tuple(hands), figures=figures, divided=divided, chip_cents=chip_cents, names=names
    )
    assert_equal(f"the players and the pot of {words.game}", sum(map(play.net, play.took_part)) + play.left, 0)
    return play


def _follow(hand: HandRecord, event: InRound) -> None:
    hand.events.append(event)
    match event:
        case RoundVoided():
            hand.ending, hand.voided = Ending.VOIDED, event.reason
        case RoundEnded():
            hand.ending = Ending.OVER


def _into_pot(event: Event) -> Iterable[int]:
    """What an event puts into the pot, in cents; negative for what it takes out."""
    return (move.amount_cents * ((move.credit == POT) - (move.debit == POT)) for move in event.moves)


def _check_chips(event: InRound, chip_cents: int) -> None:
    """Assert that an event with a cost in chips moved that amount."""
    chips = getattr(event, "chips", None)
    if event.moves and isinstance(chips, int):
        moved_cents = sum(move.amount_cents for move in event.moves)
        assert_equal(f"{type(event).__name__} of hand {event.round_number}", chips * chip_cents, moved_cents)


def result_columns(play: HandsPlay) -> Columns:
    """The columns of what a player paid and got, and of the result in chips and in money."""

    def worth(row: Row) -> str:
        return signed(row.figures.net * play.chip_cents)

    net = pgettext("result", "Net")
    return (
        *play.words.paid(),
        *play.words.got(),
        figure_column(_("Chips"), "net", signed_number, group=net),
        Column("", worth, worth, group=net),
    )


def player_part(play: HandsPlay, player: str) -> PlayerPart:
    """The hands in which a player took part."""
    noun, hands = noun_of(play.words.game), play.hands_of(player)
    rows = [Row(hand, play.figures.of(hand.hand, player), player) for hand in hands]
    whole = added(play.words.figures, (row.figures for row in rows))
    table = figures_table(
        noun.by_round(play.title),
        (Column(noun.head(), lambda row: row.record.cell, kind="first"), *play.words.own(), *result_columns(play)),
        rows,
        whole,
        beside=play.in_chips,
        nothing=noun.nothing_here(),
    )
    return PlayerPart(
        view=RoundTables(tables=(table,)),
        lines=len(rows) + 5,
        net_cents=whole.net * play.chip_cents,
        summary=noun.summary(len(rows), play.title),
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


def table_part(play: HandsPlay, now: Night) -> TablePart:
    """All hands, the chips in the pot, and the players' results."""
    noun = noun_of(play.words.game)
    voided = [hand for hand in play.hands if hand.voided is not None]
    nets = (_nets(play, noun.head()),) if play.hands else ()
    return TablePart(
        view=RoundTables(tables=(_hands_table(play, now),), nets=nets),
        lines=2 * len(play.hands),
        pot_cents=play.left * play.chip_cents if play.words.has_pot else None,
        counted=(noun.voided(len(voided)),) if voided else (),
        notes=tuple(noun.void(record.hand, record.voided) for record in voided),
    )


def _hands_table(play: HandsPlay, now: Night) -> tables.FiguresTable:
    noun, words = noun_of(play.words.game), play.words
    total = added(words.figures, (play.figures.of_round(hand.hand) for hand in play.hands))
    outcome = words.outcome or (lambda: (Column(_("Outcome"), lambda row: row.record.outcome(now), kind="who"),))
    carried = any(hand.after for hand in play.hands)
    before = Column(pgettext("in the pot", "Before"), lambda row: count(row.record.before), kind="from")
    left = Column(pgettext("in the pot", "Left"), lambda row: count(row.record.after))
    pot = words.pot() if words.has_pot else ()
    columns = (
        Column(noun.head(), lambda row: row.record.cell, kind="first"),
        Column(_("Dealer"), lambda row: Cell(players=(row.record.dealer,)), kind="who"),
        *outcome(),
        *((before, *pot, left) if pot and carried else pot),
    )
    return figures_table(
        noun.by_round(play.title),
        columns,
        [Row(hand, play.figures.of_round(hand.hand)) for hand in play.hands],
        total,
        kinds=("many",) if len(columns) > MANY_COLUMNS else (),
        beside=_(words.beside, amount=money(play.chip_cents)),
        nothing=noun.nothing(),
        endings=_pot_endings(play, now) if words.has_pot else (),
    )


def _pot_endings(play: HandsPlay, now: Night) -> Sequence[tables.Ending]:
    divided = sum(play.divided.values())
    label = _("Divided among the seats at the close, because nobody had won it")
    pot = tables.Ending(
        label=_("In the pot at the close") if now.closed else _("In the pot now"),
        beside=money(play.left * play.chip_cents),
        figure=str(play.left),
    )
    return (tables.Ending(label=label, figure=str(divided), kind="beside"), pot) if divided else (pot,)


def _nets(play: HandsPlay, head: str) -> NetsTable:
    nets = {player: play.net(player) for player in play.took_part}
    cents = {player: chips * play.chip_cents for player, chips in nets.items()}
    rows = [
        (Cell(str(hand.hand)), {player: play.figures.of(hand.hand, player).net for player in hand.seats})
        for hand in play.hands
    ]
    if play.divided:
        rows.append((Cell(_("At the close")), {player: play.divided.get(player, 0) for player in nets}))
    return NetsTable(
        title=_("Wins and losses in chips"),
        head=head,
        rows=tuple((label, _each(signed_number, chips)) for label, chips in rows),
        sums=(("all", pgettext("sum", "All"), _each(signed_number, nets)), ("end", "", _each(signed, cents))),
        cents=cents,
    )


def _each(written: Callable[[int], str], numbers: Mapping[str, int]) -> Mapping[str, str]:
    return {player: written(number) for player, number in numbers.items()}


def players_table(play: HandsPlay, record: HandRecord) -> tables.FiguresTable:
    """The players of a hand on its sheet: what they held, paid and got."""
    before = ngettext(
        "in chips of %(amount)s; %(num)s chip lay in the pot from before",
        "in chips of %(amount)s; %(num)s chips lay in the pot from before",
        record.before,
        amount=money(play.chip_cents),
    )
    return figures_table(
        _(play.words.title),
        (
            Column(_("Player"), lambda row: Cell(players=(row.player,)), kind="first name"),
            *play.words.own(),
            *result_columns(play),
        ),
        [Row(record, play.figures.of(record.hand, player), player) for player in record.seats],
        play.figures.of_round(record.hand),
        beside=before if record.before else play.in_chips,
    )


def shown_columns() -> Columns:
    """The columns of the hands that players showed: the cards, and what they count."""

    def shown(row: Row) -> Any:
        hands = row.record.all(HandShown)
        return next((hand for hand in reversed(hands) if hand.player == row.player), None)

    def cards(row: Row) -> Cell:
        hand = shown(row)
        return cards_cell(hand.cards if hand else ())

    def points(row: Row) -> str:
        hand = shown(row)
        return str(hand.points) if hand else "–"

    return Column(_("Shown"), cards, kind="who"), Column(_("Counts"), points, kind="who")
