"""The default screens of a game: tablet, keys, board and a player's part, made from its commands' fields."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from marshmallow.fields import Field
from msgspec.structs import replace

from dealer.commands.commands import Command, InvalidCommand, arguments_of
from dealer.commands.fields import RANKS
from dealer.commands.refusal import Phrase, Refusal
from dealer.game.game import Game
from dealer.games import game_called
from dealer.night.decide import decide
from dealer.night.night import Night
from dealer.projections import Projection, RoundEvents
from events.common import night as night_events
from events.common.play import CardsShown, PointsScored, RoundBegun, StakeLaid
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Head, Recorded
from events.schema import schema_for
from ledger.accounts import checks, layout
from reports.words.formatting import brief, card_words, name_of
from reports.words.game_words import refusal_text
from reports.words.language import gettext as _
from reports.words.naming import round_called, where_play_stands, where_table_stands
from reports.words.sentences import kind_called, last_acts, sentence
from web.app.schema_fields import Choices, Kind, allowed_in, kind_of, plain_words
from web.game_screens import Board, GameScreens, PlayerPage, PlayerPart, Tablet
from web.tablet.routes import moment_of
from web.tablet.seats import Mark, SeatView, marks_of, seats_of
from web.tablet.view import TabletView, of_the_night

_BASE = frozenset(StakeLaid.__struct_fields__)


def _shown_after(cards: tuple[str, ...], recorded: Recorded) -> tuple[str, ...]:
    match recorded.event:
        case RoundBegun():
            return ()
        case CardsShown() as shown:
            new_cards = getattr(shown, "cards", None) or (getattr(shown, "card", ""),)
            return (*cards, *(card_words(card) for card in new_cards if card))
        case _:
            return cards


CARDS: Projection[tuple[str, ...]] = Projection((), _shown_after)
"""The cards shown in the round that is on or was last."""


def points_of(table: Any) -> Mapping[str, int]:
    """The points by player in the round that is on or was last."""
    points: Mapping[str, int] = getattr(table, "points", {})
    return points


def _lying(table: Any) -> list[tuple[str, StakeLaid]]:
    """The stakes on a table, sorted by key."""
    return sorted(getattr(table, "open_bets", {}).items())


def _on(laid: StakeLaid) -> str:
    """What a stake is on: the text fields of its event that not every stake has."""
    words = (getattr(laid, name) for name in laid.__struct_fields__ if name not in _BASE)
    return " ".join(_(plain_words(word)) for word in words if isinstance(word, str) and word)


class Lying(Frozen):
    """A stake as a line: its key, what it is on, and the amount."""

    bet: str
    on: str
    amount: str


class Place(Frozen):
    """A player at the table: their stakes and, if points are scored, their points in this round."""

    seat: SeatView
    mark: Mark
    stakes: tuple[Lying, ...]
    points: int | None


def places_of(night: Night, table: Any) -> tuple[Place, ...]:
    """Everybody seated at the table, with their stakes."""
    marks, points = marks_of(night), points_of(table)
    return tuple(
        Place(
            seat=seat,
            mark=marks[seat.player],
            stakes=tuple(
                Lying(bet=bet, on=_on(laid), amount=brief(laid.stake_cents))
                for bet, laid in _lying(table)
                if laid.player == seat.player
            ),
            points=points.get(seat.player, 0) if points else None,
        )
        for seat in seats_of(night)
    )


def stakes_that_lie(night: Night, table: Any) -> tuple[tuple[str, str], ...]:
    """The stakes to choose from for a command: key as JSON, and words that name the owner and the stake."""
    return tuple(
        (
            json.dumps(bet),
            _(
                "%(name)s: %(text)s",
                name=name_of(night, laid.player),
                text=f"{brief(laid.stake_cents)} {_on(laid)}".rstrip(),
            ),
        )
        for bet, laid in _lying(table)
    )


_BY_NO_TOUCH = (Kind.LIST, Kind.SHARE, Kind.EITHER)
"""The kinds of fields that cannot be entered by touch."""

_OF_PLAYERS = {Kind.TEXT: "player", Kind.LIST: "players", Kind.BY_NAME: "by_player"}
"""How an argument that names players is entered, by the kind of its field."""


class Input(Frozen):
    """One argument of a command, and its ``choices``: values as JSON, with the words for them.

    ``kind`` says how it is entered: ``player``, ``players`` (several), ``by_player`` (a number for each), ``amount``,
    ``number``, ``choice``, ``card``, ``cards``, ``tick`` or ``text``.
    """

    name: str
    label: str
    kind: str
    choices: Choices = ()
    required: bool = True


class Key(Frozen):
    """A command as a key: its words and inputs; ``refused`` says why it cannot be used now."""

    do: str
    words: str
    inputs: tuple[Input, ...]
    refused: str

    @property
    def command(self) -> str:
        """The command that the key sends if it has no inputs, as JSON."""
        return json.dumps({"do": self.do}, separators=(",", ":"))


def keys_of(night: Night, game: Game, stakes: Choices) -> tuple[Key, ...]:
    """The commands of a game as keys; ``stakes`` are the stakes to choose from, each with its words."""
    if night.closed:
        return ()
    keys = []
    for command in game.commands:
        inputs = tuple(inputs_of(command, stakes))
        keys.append(Key(do=command.do, words=kind_called(command), inputs=inputs, refused=_refused(night, command)))
    return tuple(keys)


def _refused(night: Night, command: type[Command]) -> str:
    """Why a command cannot be used now; its arguments are checked only when they are entered."""
    without = InvalidCommand(command_type=command, players=(), bet=None, problem=Phrase(""))
    asks = any(field.required for field in schema_for(command).fields.values())
    try:
        decide(night, without if asks else arguments_of({}, command))
    except Refusal as refusal:
        return "" if refusal.sentence == without.refusal.sentence else refusal_text(refusal, night.names)
    return ""


def inputs_of(command: type[Command], stakes: Choices) -> Iterator[Input]:
    """The inputs of a type of command."""
    for name, field in schema_for(command).fields.items():
        entry = _input(field.data_key or name, field, command, stakes)
        if entry:
            yield entry


def _input(name: str, field: Field[Any], command: type[Command], stakes: Choices) -> Input | None:
    label = _(plain_words(name).capitalize())
    kind, choices = _kind(name, field, command)
    if kind == "bet":
        kind, choices = "choice", stakes
    return Input(name=name, label=label, kind=kind, choices=choices, required=field.required) if kind else None


def _kind(name: str, field: Field[Any], command: type[Command]) -> tuple[str, Choices]:
    """How a field is entered, with its choices; "" if it cannot be entered by touch."""
    allowed = allowed_in(field)
    if allowed:
        return "choice", tuple((json.dumps(value), _(plain_words(value))) for value in allowed)
    kind = kind_of(field)
    if name in command.seats:
        return _OF_PLAYERS.get(kind, ""), ()
    if name == "bet":
        return "bet", ()
    return "" if kind in _BY_NO_TOUCH else kind.value, ()


class Round(Frozen):
    """A round of a player: points scored, net result, and the running total with it."""

    title: str
    points: int | None
    net_cents: int
    running_cents: int = 0

    def going_on_from(self, before_cents: int) -> Round:
        """The round with its running total, which continues from ``before_cents``."""
        return replace(self, running_cents=before_cents + self.net_cents)


def _part_of(night: Night, game: str, effective: Sequence[Recorded], player: str) -> PlayerPart:
    """The player's stakes now, in cents."""
    return PlayerPart(now=None if night.closed else game_called(game).stakes(night.tables[game]).get(player, 0))


def _round_of(night: Night, of_round: RoundEvents, player: str) -> Round:
    """A player's round, from its points and its moves of money."""
    game, begun = of_round.game, of_round.begun.event
    assert isinstance(begun, RoundBegun)
    own = (checks(player), layout(player))
    events = of_round.events
    scored = [event.points for event in events if isinstance(event, PointsScored) and event.player == player]
    moves = (move for event in events for move in event.moves)
    return Round(
        title=_("%(game)s, %(round)s", game=game_called(game).title, round=round_called(game, begun.round_number)),
        points=sum(scored) if scored else None,
        net_cents=sum(move.amount_cents * ((move.credit in own) - (move.debit in own)) for move in moves),
    )


def _standing_at(night: Night, game: str) -> str:
    standing = where_table_stands(game, night.tables[game])
    return _("%(game)s: %(standing)s", game=game_called(game).title, standing=standing)


PAGE = PlayerPage(part_of=_part_of, round_of=_round_of, template="default/macros.html", standing_at=_standing_at)


PLAYS_SHOWN = 4

_PRIVATE = night_events.__name__
"""The module of the events that the board does not mention: money, seats and disputes."""


class BoardView(Frozen):
    """Everything on the board. The only amounts are the stakes and the pot, because everybody can see the board."""

    night: str
    table: str
    title: str
    phase: str
    is_on: bool
    is_over: bool
    standing_at: str
    cards: tuple[str, ...]
    pot: str
    places: tuple[Place, ...]
    plays: tuple[str, ...]


def board_view(night: Night, effective: Sequence[Recorded]) -> BoardView:
    """The board of a night; ``effective`` are its effective events."""
    game = game_called(night.dealing)
    table = night.tables[game.name]
    is_on = night.game_on is not None
    pot_cents = game.pot(table)
    return BoardView(
        night=night.id,
        table=night.opened.table,
        title=game.title,
        phase=_("The night is over")
        if night.closed
        else _("A round is being played")
        if is_on
        else _("Between rounds"),
        is_on=is_on,
        is_over=night.closed,
        standing_at=where_play_stands(night),
        cards=CARDS.of(effective),
        pot=brief(pot_cents) if pot_cents else "",
        places=places_of(night, table),
        plays=tuple(islice(_plays(night, effective), PLAYS_SHOWN)),
    )


def _plays(now: Night, effective: Sequence[Recorded]) -> Iterator[str]:
    """The commands of play in sentences, the newest first, without anybody's money."""
    for _command, of_command in groupby(reversed(effective), lambda recorded: recorded.command):
        events = [recorded.event for recorded in of_command]
        if any(type(event).__module__ != _PRIVATE for event in events):
            yield sentence(now, events[::-1])


ACTS_SHOWN = 20


class TableView(TabletView):
    """Everything that the tablet shows of a table.

    ``places`` are the players with their stakes, ``cards`` are shown in this round, and ``course`` are the last
    actions, the newest first.
    """

    game: str
    title: str
    is_on: bool
    places: tuple[Place, ...]
    cards: tuple[str, ...]
    pot: str
    keys: tuple[Key, ...]
    course: tuple[str, ...]


def table_view(night: Night, head: Head, events: Sequence[Recorded]) -> TableView:
    """The tablet's view of a night, from its state and all of its events."""
    effective_events = effective(events)
    game = game_called(night.dealing)
    table = night.tables[game.name]
    acts = last_acts(night, effective_events, ACTS_SHOWN)
    pot_cents = game.pot(table)
    return TableView(
        game=game.name,
        title=game.title,
        moment=moment_of(effective_events, game.name),
        standing_at=where_play_stands(night),
        is_on=night.game_on is not None,
        places=places_of(night, table),
        cards=CARDS.of(effective_events),
        pot=brief(pot_cents) if pot_cents else "",
        keys=keys_of(night, game, stakes_that_lie(night, table)),
        course=acts,
        **of_the_night(night, head, events),
    )


SCREENS = GameScreens(
    name="default",
    folder=Path(__file__).with_suffix(""),
    tablet=Tablet(
        view_of=table_view,
        template="default/tablet.html",
        styles=("default/tablet.css",),
        script="default/tablet.js",
        drawn_with={"ranks": RANKS},
    ),
    board=Board(view_of=board_view, template="default/macros.html", styles=("default/board.css",)),
    player=PAGE,
)
