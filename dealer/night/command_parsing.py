"""Parses documents as commands of the house or of a game. The form of commands is checked only here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any, cast

from marshmallow import ValidationError
from marshmallow.fields import Dict, Field, List

from dealer.commands.commands import (
    HOUSE_COMMANDS,
    PLAYER_FIELDS,
    Command,
    InvalidCommand,
    Own,
    SeatPlayer,
    arguments_of,
    seats_in,
)
from dealer.commands.refusal import Phrase, Refusal, phrase, problem_in
from dealer.games import GAMES
from dealer.house.roles import HOUSE_VERSION, SIGNED
from dealer.night.house import AT_CAGE
from dealer.night.night import Night
from dealer.rules_version import CURRENT, THE_HOUSE, WORDS_ARE_SHARED
from events.schema import UNKNOWN, schema_for

Document = dict[str, Any]

GAME = "game"
"""The argument that names the game of the night that a command is for."""

BY = "by"
"""The argument that names the player who sends a command for themselves."""


DRAWN = "drawn"
"""The cards that come from the dealing box, by argument; the program stores them with the document."""

OF_THE_BOOK = frozenset({*SIGNED, HOUSE_VERSION, DRAWN})
"""What a document may have besides the command: who gives and confirms it, the house's version, and a box's cards."""

_WORDS_OF_THE_HOUSE = AT_CAGE | {"relieve_dealer"}
"""The words that nights before :data:`THE_HOUSE` do not know."""

_OF_EVERY_COMMAND = frozenset({"do", GAME, BY})
"""The arguments that any command may have besides its own."""


def words() -> frozenset[str]:
    """The words of all commands."""
    return frozenset(HOUSE_COMMANDS).union(*(game.words for game in GAMES.values()))


def read_command(document: object, night: Night | None = None) -> Command:
    """Parse a JSON document as a command of the house, or of the game of the night that it is for.

    Raises :class:`Refusal` (``bad_input``) if it is not an object or names no known command. Returns
    :class:`InvalidCommand` if its arguments are invalid.
    """
    given = as_document(document)
    type_ = _named_type(given, night)
    if night is None or night.opened.rules >= THE_HOUSE:
        drawn = given.get(DRAWN)
        given = {name: value for name, value in given.items() if name not in OF_THE_BOOK}
        given |= drawn if isinstance(drawn, dict) else {}
    elif unknown := _unknown_before(given, type_):
        return InvalidCommand(
            command_type=type_,
            players=tuple(_seats_named(given, type_)),
            bet=_text(given, "bet"),
            problem=unknown,
            arguments=given,
        )
    rules = night.opened.rules if night else CURRENT
    if rules < WORDS_ARE_SHARED:
        return _load_arguments(given, type_, partial(_texts, given, PLAYER_FIELDS), rules)
    given = without_ignored(given, type_)
    players = partial(_seats_named, given, type_)
    if type_.do in HOUSE_COMMANDS or (GAME not in given and BY not in given):
        return _load_arguments(given, type_, players, rules)
    bet, problem = _text(given, "bet"), _misdirected(given, night)
    if problem:
        return InvalidCommand(command_type=type_, players=tuple(players()), bet=bet, problem=problem, game_unknown=True)
    arguments = {name: value for name, value in given.items() if name not in (GAME, BY)}
    command, by = _load_arguments(arguments, type_, players, rules), given.get(BY)
    if by is None:
        return command
    if not isinstance(by, str) or isinstance(command, InvalidCommand):
        problem = command.problem if isinstance(command, InvalidCommand) else phrase("'by' must be a seat key")
        return InvalidCommand(command_type=type_, players=(*seats_in(by), *players()), bet=bet, problem=problem)
    return Own(command=command, player=by)


def _unknown_before(document: Document, type_: type[Command]) -> Phrase | None:
    """What nights before :data:`THE_HOUSE` do not know of a command's arguments, or ``None``."""
    if type_ is SeatPlayer and "card" in document:
        return phrase("%(key)s: %(problem)s", key="card", problem=phrase("unknown field"))
    if document.get("form") in ("cash", "marker"):
        return phrase("%(key)s: %(problem)s", key="form", problem=phrase("this must be one of checks, bills"))
    return None


def _seats_named(document: Document, type_: type[Command]) -> Iterator[str]:
    """The seat keys that a document names; an argument of the wrong form names none."""
    fields = schema_for(type_).fields
    for name in type_.seats:
        value, field = document.get(name), fields.get(name)
        if isinstance(value, dict if isinstance(field, Dict) else list if isinstance(field, List) else str):
            yield from seats_in(value)


def without_ignored(document: Document, type_: type[Command]) -> Document:
    """The document without arguments that are ignored.

    These are a ``null`` that stands for an omitted argument, and arguments that only other games' commands of the same
    word have. Arguments that no game has stay, and are refused.
    """
    if document.keys() <= _may_have(type_) and None not in document.values():
        return document
    fields = _arguments(type_)
    strange = {name for game in GAMES.values() if type_.do in game.words for name in _arguments(game.words[type_.do])}
    left_out = {name for name, field in fields.items() if document.get(name) is None and not field.allow_none}
    return {name: value for name, value in document.items() if name not in left_out | (strange - fields.keys())}


@cache
def _arguments(type_: type[Command]) -> dict[str, Field[Any]]:
    return {field.data_key or name: field for name, field in schema_for(type_).fields.items()}


@cache
def _may_have(type_: type[Command]) -> frozenset[str]:
    return frozenset(_arguments(type_)) | _OF_EVERY_COMMAND


def json_of(text: str | bytes) -> Any:
    """The value that JSON text stands for.

    Raises :class:`ValueError` if it cannot be read, and :class:`Refusal` (``bad_input``) if an object has a key twice,
    since readers would differ in the value that they take.
    """
    try:
        return json.loads(text, parse_constant=_no_such_number, object_pairs_hook=_with_each_key_once)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _no_such_number(text: str) -> None:
    raise ValueError(text)


def _with_each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in document if keys.count(key) > 1)
        raise Refusal("bad_input", "The key %(key)s is given twice. Give it once.", key=repr(twice[:64]))
    return document


def as_document(document: object) -> Document:
    """Return the input as a document; raises :class:`Refusal` (``bad_input``) if it is not an object."""
    if not isinstance(document, dict):
        raise Refusal("bad_input", "A command must be a JSON object.")
    return document


def command_type(do: object, night: Night | None = None, named: object = None) -> type[Command] | None:
    """The command type for a word, of the house or of a game; ``None`` if there is none.

    For a word that several games have, it is the game ``named`` if the night has it, then the game of the last command,
    then the night's other games, then any game.
    """
    if not isinstance(do, str):
        return None
    if do in HOUSE_COMMANDS:
        return HOUSE_COMMANDS[do]
    of_night = night.games_by_turn if night else ()
    if named is not None:
        of_night = tuple(sorted(of_night, key=lambda game: game.name != named))
    for game in of_night:
        if do in game.words:
            return game.words[do]
    return next((game.words[do] for game in GAMES.values() if do in game.words), None)


def _named_type(document: Document, night: Night | None) -> type[Command]:
    do = document.get("do")
    type_ = command_type(do, night, document.get(GAME))
    rules = night.opened.rules if night else CURRENT
    if type_ and rules >= (THE_HOUSE if do in _WORDS_OF_THE_HOUSE else type_.since):
        return type_
    if do is None:
        raise Refusal("bad_input", "'do' must be a word of the contract.")
    raise Refusal(
        "bad_input",
        "'do' must be a word of the contract, and %(word)s is not.",
        word=repr(str(do)[:40]),
    )


def _misdirected(document: Document, night: Night | None) -> Phrase | None:
    """The problem with the game that a command names, or ``None``."""
    named = document.get(GAME)
    if named is None or night is None:
        return None
    if any(named == game.name and document["do"] in game.words for game in night.games):
        return None
    return phrase("no game of this night with this command is called %(name)s", name=repr(str(named)[:40]))


def _load_arguments(
    document: Document, type_: type[Command], players: Callable[[], Iterable[str]], rules: int
) -> Command:
    try:
        return _arguments_under(rules, document, type_)
    except ValidationError as error:
        return InvalidCommand(
            command_type=type_,
            players=tuple(players()),
            bet=_text(document, "bet"),
            problem=problem_in(error),
            command=_text(document, "command"),
            arguments=document,
        )


def _arguments_under(rules: int, document: Document, type_: type[Command]) -> Command:
    """Load a document as a command under a version of the rules, with the problems that it had then."""
    unknown = [name for name, since in type_.added_since.items() if since > rules and name in document]
    missing = [name for name, since in type_.optional_since.items() if since > rules and name not in document]
    if not unknown and not missing:
        return arguments_of(document, type_)
    problems: dict[str, Any] = {name: ["Missing data for required field."] for name in missing}
    try:
        arguments_of({name: value for name, value in document.items() if name not in unknown}, type_)
    except ValidationError as error:
        problems |= cast("dict[str, Any]", error.messages)
    raise ValidationError(problems | dict.fromkeys(unknown, UNKNOWN))


def _text(document: Document, name: str) -> str | None:
    value = document.get(name)
    return value if isinstance(value, str) else None


def _texts(document: Document, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text for name in names if (text := _text(document, name)) is not None)
