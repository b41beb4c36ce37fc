"""Reading a document as a command, of the house or of any game that there is: the only place that checks its form."""

from __future__ import annotations

from marshmallow import Schema, ValidationError

from dealer.commands.commands import HOUSE_COMMANDS, PLAYER_FIELDS, Command, Malformed, arguments_of
from dealer.commands.refusal import Refusal, problem_in
from dealer.games import GAMES
from events.schema import schema_for


def words() -> frozenset[str]:
    """Every command's word."""
    return frozenset(HOUSE_COMMANDS).union(*(game.words for game in GAMES.values()))


def schema(do: str) -> Schema:
    """The marshmallow schema of a command by its word; ``KeyError`` where it is none's."""
    found = command_type(do)
    if found is None:
        raise KeyError(do)
    return schema_for(found)


def read_command(document: object) -> Command:
    """A JSON document as a command.

    Raises :class:`Refusal` (``bad_input``) where it is no object or names no known command; gives :class:`Malformed`
    where its arguments do not read.
    """
    if not isinstance(document, dict):
        raise Refusal("bad_input", "A command is a JSON object.")
    do = document.get("do")
    asked = command_type(do) if isinstance(do, str) else None
    if asked is None:
        if do is None:
            raise Refusal("bad_input", "A command's 'do' is a word of the contract; this names none.")
        raise Refusal(
            "bad_input",
            "A command's 'do' is a word of the contract; this names %(word)s, which is none.",
            word=repr(str(do)[:40]),
        )
    try:
        return arguments_of(document, asked)
    except ValidationError as error:
        return Malformed(
            asked=asked,
            players=tuple(name for name in map(document.get, PLAYER_FIELDS) if isinstance(name, str)),
            bet=bet if isinstance(bet := document.get("bet"), str) else None,
            problem=problem_in(error),
            command=named if isinstance(named := document.get("command"), str) else None,
        )


def command_type(do: str) -> type[Command] | None:
    """The type of command of a word, the house's or a game's; ``None`` where it is none's."""
    of_games = (game.words[do] for game in GAMES.values() if do in game.words)
    return HOUSE_COMMANDS.get(do) or next(of_games, None)
