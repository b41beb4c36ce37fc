"""Parses a document as a command of the house or of any game; the only place that checks its form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any

from marshmallow import ValidationError
from marshmallow.fields import Dict, Field, List

from dealer.commands.commands import (
    HOUSE_COMMANDS,
    PLAYER_FIELDS,
    Command,
    Malformed,
    Own,
    arguments_of,
    seats_in,
)
from dealer.commands.refusal import Phrase, Refusal, phrase, problem_in
from dealer.games import GAMES
from dealer.night.night import Night
from dealer.rules_version import WORDS_ARE_SHARED
from events.loading import load_at_once
from events.schema import schema_for

Document = dict[str, Any]

GAME = "game"
"""The argument that says which of a night's games a command is for."""

BY = "by"
"""The argument that names the player who sends a command by themselves."""


_DO, _DO_GAME = frozenset({"do"}), frozenset({"do", GAME})
_OF_EVERY_COMMAND = _DO_GAME | {BY}
"""What any command may have besides its arguments."""


def words() -> frozenset[str]:
    """Every command's word."""
    return frozenset(HOUSE_COMMANDS).union(*(game.words for game in GAMES.values()))


def read_command(document: object, night: Night | None = None) -> Command:
    """A JSON document as a command: of the house, or of the game of a night that it is for.

    Raises :class:`Refusal` (``bad_input``) where it is no object or names no known command; gives :class:`Malformed`
    where its arguments do not read.
    """
    given = as_document(document)
    if night and (usual := _usual(given, night)):
        return usual
    asked = _type_asked(given, night)
    if night and night.opened.rules < WORDS_ARE_SHARED:
        return _command_parsing_read(given, asked, partial(_texts, given, PLAYER_FIELDS))
    given = _looked_at(given, asked)
    players = partial(_seats_named, given, asked)
    if asked.do in HOUSE_COMMANDS or (GAME not in given and BY not in given):
        return _command_parsing_read(given, asked, players)
    bet, problem = _text(given, "bet"), _misdirected(given, night)
    if problem:
        return Malformed(asked=asked, players=tuple(players()), bet=bet, problem=problem, game_unknown=True)
    arguments = {name: value for name, value in given.items() if name not in (GAME, BY)}
    command, by = _command_parsing_read(arguments, asked, players), given.get(BY)
    if by is None:
        return command
    if not isinstance(by, str) or isinstance(command, Malformed):
        problem = command.problem if isinstance(command, Malformed) else phrase("'by' is a seat key")
        return Malformed(asked=asked, players=(*seats_in(by), *players()), bet=bet, problem=problem)
    return Own(command=command, player=by)


def _usual(document: Document, night: Night) -> Command | None:
    """The command of a document that reads as most do: it has nothing that is not looked at, nor a player's ``by``.

    It is one of the house, or of the game that is dealt.
    """
    do = document.get("do")
    if not isinstance(do, str) or night.opened.rules < WORDS_ARE_SHARED:
        return None
    asked, besides = HOUSE_COMMANDS.get(do), _DO
    if asked is None:
        game, besides = night.games_by_turn[0], _DO_GAME
        asked = game.words.get(do)
        if asked is None or document.get(GAME, game.name) != game.name:
            return None
    try:
        read: Command = load_at_once(asked, document, besides)
    except ValidationError:
        return None
    return read


def _seats_named(document: Document, asked: type[Command]) -> Iterator[str]:
    """The seat keys that a document names; what is not of its argument's form names none."""
    fields = schema_for(asked).fields
    for name in asked.seats:
        value, field = document.get(name), fields.get(name)
        if isinstance(value, dict if isinstance(field, Dict) else list if isinstance(field, List) else str):
            yield from seats_in(value)


def _looked_at(document: Document, asked: type[Command]) -> Document:
    """The document without what is not looked at.

    That is ``null`` where it says no more than that an argument is left out, and an argument that only other games'
    commands of the same word have. What none has stays, and does not read.
    """
    if document.keys() <= _may_have(asked) and None not in document.values():
        return document
    fields = _arguments(asked)
    strange = {name for game in GAMES.values() if asked.do in game.words for name in _arguments(game.words[asked.do])}
    left_out = {name for name, field in fields.items() if document.get(name) is None and not field.allow_none}
    return {name: value for name, value in document.items() if name not in left_out | (strange - fields.keys())}


@cache
def _arguments(asked: type[Command]) -> dict[str, Field[Any]]:
    return {field.data_key or name: field for name, field in schema_for(asked).fields.items()}


@cache
def _may_have(asked: type[Command]) -> frozenset[str]:
    """All that a document of a type of command may have."""
    return frozenset(_arguments(asked)) | _OF_EVERY_COMMAND


def as_document(document: object) -> Document:
    """What was sent as a document; :class:`Refusal` (``bad_input``) where it is no object."""
    if not isinstance(document, dict):
        raise Refusal("bad_input", "A command is a JSON object.")
    return document


def command_type(do: object, night: Night | None = None, named: object = None) -> type[Command] | None:
    """The type of command of a word, the house's or a game's; ``None`` where it is none's.

    Of a word that several games have it is that of the game ``named``, if the night has that; else of the first of the
    night's games that has it, beginning with the one of the last command; else of any that there is.
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


def _type_asked(document: Document, night: Night | None) -> type[Command]:
    do = document.get("do")
    asked = command_type(do, night, document.get(GAME))
    if asked:
        return asked
    if do is None:
        raise Refusal("bad_input", "A command's 'do' is a word of the contract; this names none.")
    raise Refusal(
        "bad_input",
        "A command's 'do' is a word of the contract; this names %(word)s, which is none.",
        word=repr(str(do)[:40]),
    )


def _misdirected(document: Document, night: Night | None) -> Phrase | None:
    """What is wrong with the game that a command is for, if anything."""
    named = document.get(GAME)
    if named is None or night is None:
        return None
    if any(named == game.name and document["do"] in game.words for game in night.games):
        return None
    return phrase("no game of this night that has this word is called %(name)s", name=repr(str(named)[:40]))


def _command_parsing_read(document: Document, asked: type[Command], players: Callable[[], Iterable[str]]) -> Command:
    try:
        return arguments_of(document, asked)
    except ValidationError as error:
        return Malformed(
            asked=asked,
            players=tuple(players()),
            bet=_text(document, "bet"),
            problem=problem_in(error),
            command=_text(document, "command"),
            arguments=document,
        )


def _text(document: Document, name: str) -> str | None:
    value = document.get(name)
    return value if isinstance(value, str) else None


def _texts(document: Document, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text for name in names if (text := _text(document, name)) is not None)
