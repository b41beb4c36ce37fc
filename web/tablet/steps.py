"""The keys that take a table on: those that begin a round, and who has not got what the next touch would cost."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from dealer.game.game import Game
from dealer.night.command_parsing import read_command, schema
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from reports.words.commands import command_called
from web.game_screens import Step, screens_of
from web.tablet.dry_run import Shortage, dry_run, shortages

Lacking = tuple[Mapping[str, object], Sequence[Shortage]]
"""A command that may be touched next, and who has not got what it would cost them."""


def step(words: str, do: str, **arguments: object) -> Step:
    """A key for a command."""
    return Step(words=words, document={"do": do, **arguments})


def beginnings(night: Night, kept: EffectiveFacts) -> tuple[Step, ...]:
    """What can be begun now, first of the game that was on last; nothing while a round is on.

    ``kept`` are the night's standing facts.
    """
    if night.game_on or night.closed:
        return ()
    games = sorted(night.games, key=lambda game: game.name != night.dealing)
    return tuple(found for game in games if (found := _beginning(night, kept, game)))


def begun_at_their_tables(night: Night) -> tuple[Game, ...]:
    """The other games that could be begun now, but not by one key: the form for it is on their own tables."""
    if night.game_on or night.closed:
        return ()
    return tuple(game for game in night.games if game.name != night.dealing and _begins_by_form(game))


def _beginning(night: Night, kept: EffectiveFacts, game: Game) -> Step | None:
    begins = screens_of(game.name).tablet.begins
    if begins:
        return begins(night, kept)
    if not game.starts or _begins_by_form(game):
        return None
    return step(command_called(game.starts), game.starts)


def _begins_by_form(game: Game) -> bool:
    """Whether the command that begins a round asks for something, and the game's screens have no key for it."""
    if not game.starts or screens_of(game.name).tablet.begins:
        return False
    return any(field.required for field in schema(game.starts).fields.values())


def short_for(night: Night, steps: Iterable[Step]) -> list[Lacking]:
    """Who lacks what for some steps."""
    return [(one.document, shortages(night, dry_run(night, read_command(one.document)))) for one in steps]


def shortage(lacking: Iterable[Lacking]) -> str:
    """Who lacks how much for which command, as the tablet's script reads it; nothing where nobody does."""
    found = [{"command": document, "short": [_said(one) for one in short]} for document, short in lacking if short]
    return json.dumps(found, separators=(",", ":")) if found else ""


def _said(one: Shortage) -> dict[str, object]:
    return {"player": one.player, "name": one.name, "cents": one.cents, "offer": one.offer_cents}
