"""The keys of a table, built from its command schemas, and the stakes on it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow.fields import Field

from dealer.commands.commands import Command, InvalidCommand, arguments_of
from dealer.commands.refusal import Phrase, Refusal, dollars
from dealer.game.game import Game
from dealer.night.decide import decide
from dealer.night.night import Night
from dealer.projections import Projection
from events.common.play import CardsShown, RoundBegun, StakeLaid
from events.frozen import Frozen
from events.records import Recorded
from events.schema import schema_for
from reports.words.formatting import card_words, name_of
from reports.words.sentences import kind_called
from web.app.schema_fields import Choices, Kind, allowed_in, kind_of, plain_words
from web.tablet.seats import Mark, SeatView, marks_of, seats_of

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
    return sorted(getattr(table, "lying", {}).items())


def _on(laid: StakeLaid) -> str:
    """What a stake is on: the text fields of its event that not every stake has."""
    words = (getattr(laid, name) for name in laid.__struct_fields__ if name not in _BASE)
    return " ".join(word.replace("_", " ") for word in words if isinstance(word, str))


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
                Lying(bet=bet, on=_on(laid), amount=dollars(laid.stake_cents))
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
        (json.dumps(bet), f"{name_of(night, laid.player)}: {dollars(laid.stake_cents)} {_on(laid)}".rstrip())
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
        return "" if refusal.sentence == without.refusal.sentence else refusal.among(night.names)
    return ""


def inputs_of(command: type[Command], stakes: Choices) -> Iterator[Input]:
    """The inputs of a type of command."""
    for name, field in schema_for(command).fields.items():
        entry = _input(field.data_key or name, field, command, stakes)
        if entry:
            yield entry


def _input(name: str, field: Field[Any], command: type[Command], stakes: Choices) -> Input | None:
    label = plain_words(name).capitalize()
    kind, choices = _kind(name, field, command)
    if kind == "bet":
        kind, choices = "choice", stakes
    return Input(name=name, label=label, kind=kind, choices=choices, required=field.required) if kind else None


def _kind(name: str, field: Field[Any], command: type[Command]) -> tuple[str, Choices]:
    """How a field is entered, with its choices; "" if it cannot be entered by touch."""
    allowed = allowed_in(field)
    if allowed:
        return "choice", tuple((json.dumps(value), plain_words(value)) for value in allowed)
    kind = kind_of(field)
    if name in command.seats:
        return _OF_PLAYERS.get(kind, ""), ()
    if name == "bet":
        return "bet", ()
    return "" if kind in _BY_NO_TOUCH else kind.value, ()
