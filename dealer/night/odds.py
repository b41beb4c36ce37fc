"""The odds now of the game whose round is on (contract of the odds)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from marshmallow import ValidationError

from dealer.commands.commands import Command, arguments_of
from dealer.commands.refusal import Refusal, does_not_read, problem_in
from dealer.game.game import Game
from dealer.game.odds import Odds
from dealer.night.command_parsing import as_document, json_of, without_ignored
from dealer.night.night import Night

PLACE_BET = "place_bet"

_STAND_IN: dict[str, Any] = {"bet": "b", "player": "p", "stake": 1}
"""What a bet needs that odds do not depend on."""

_NOT_OF_ODDS = ("do", *_STAND_IN, "form")


def odds_of(night: Night, bets: Iterable[str] = (), stake_cents: int | None = None) -> tuple[Game, Odds]:
    """The game whose deal is on and its odds, also of these ``bets``: the arguments of a bet as JSON.

    Raises :class:`Refusal`: ``wrong_phase`` if no deal is on that has odds, ``not_a_multiple`` for the stake, then for
    each bet ``bad_input``, ``bad_placement`` or ``not_allowed_here``.
    """
    game = None if night.closed else night.game_on
    if game is None or game.odds is None:
        raise Refusal("wrong_phase", "There are no odds now: no deal is on.")
    word = game.words[PLACE_BET]
    return game, game.odds(night.tables[game.name], (_bet(text, word) for text in bets), stake_cents)


def _bet(text: str, word: type[Command]) -> Command:
    """A bet as the command that would lay it."""
    try:
        document = as_document(json_of(text))
    except ValueError:
        raise Refusal("bad_input", "A bet must be a JSON object, such as %(example)s.", example=_EXAMPLE) from None
    for name in _NOT_OF_ODDS:
        if name in document:
            raise Refusal(
                "bad_input", "The odds of a bet do not depend on '%(argument)s'. Leave it out.", argument=name
            )
    try:
        return arguments_of(without_ignored({**document, **_STAND_IN}, word), word)
    except ValidationError as error:
        raise does_not_read(PLACE_BET, problem_in(error)) from None


_EXAMPLE = '{"kind": "single", "ranks": ["Q"]}'
