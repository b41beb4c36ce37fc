"""The keys of a table: the game's commands, each with the inputs that its schema asks for and whether it comes now."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from marshmallow.fields import Field

from dealer.commands.commands import Command, Malformed, arguments_of
from dealer.commands.phrases import Phrase
from dealer.commands.refusal import Refusal
from dealer.game.game import Game
from dealer.night.decide import decide
from dealer.night.night import Night
from events.frozen import Frozen
from events.schema import schema_for
from reports.words.commands import kind_called
from web.app.schema_fields import Choices, Kind, allowed_in, kind_of, plain_words

_BY_NO_TOUCH = (Kind.LIST, Kind.SHARE, Kind.EITHER)
"""The kinds of fields that no touch can enter."""

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
    """A command as a key: what it says and is entered; ``refused`` says why it cannot come now."""

    do: str
    words: str
    inputs: tuple[Input, ...]
    refused: str

    @property
    def command(self) -> str:
        """The command that the key sends where it asks for nothing, as JSON."""
        return json.dumps({"do": self.do}, separators=(",", ":"))


def keys_of(night: Night, game: Game, lying: Choices) -> tuple[Key, ...]:
    """The commands of a game as keys; ``lying`` are the stakes that lie, each as its key and the words for it."""
    if night.closed:
        return ()
    made = []
    for asked in game.commands:
        inputs = tuple(inputs_of(asked, lying))
        made.append(Key(do=asked.do, words=kind_called(asked), inputs=inputs, refused=_refused(night, asked)))
    return tuple(made)


def _refused(night: Night, asked: type[Command]) -> str:
    """Why a command cannot come now; what is wrong with its arguments is seen when they are there."""
    without = Malformed(asked=asked, players=(), bet=None, problem=Phrase(""))
    asks = any(field.required for field in schema_for(asked).fields.values())
    try:
        decide(night, without if asks else arguments_of({}, asked))
    except Refusal as refusal:
        return "" if refusal.sentence == without.refusal.sentence else refusal.among(night.names)
    return ""


def inputs_of(asked: type[Command], lying: Choices) -> Iterator[Input]:
    """The inputs of a type of command."""
    for name, field in schema_for(asked).fields.items():
        made = _input(field.data_key or name, field, asked, lying)
        if made:
            yield made


def _input(name: str, field: Field[Any], asked: type[Command], lying: Choices) -> Input | None:
    label = plain_words(name).capitalize()
    kind, choices = _kind(name, field, asked)
    if kind == "bet":
        kind, choices = "choice", lying
    return Input(name=name, label=label, kind=kind, choices=choices, required=field.required) if kind else None


def _kind(name: str, field: Field[Any], asked: type[Command]) -> tuple[str, Choices]:
    """How a field is entered; a field that no touch can enter is none."""
    allowed = allowed_in(field)
    if allowed:
        return "choice", tuple((json.dumps(one), plain_words(one)) for one in allowed)
    kind = kind_of(field)
    if name in asked.seats:
        return _OF_PLAYERS.get(kind, ""), ()
    if name == "bet":
        return "bet", ()
    return "" if kind in _BY_NO_TOUCH else kind.value, ()
