"""What a touch that waits to be sent would do, as texts that the tablet's script fills in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from dealer.commands.commands import HOUSE_COMMANDS, Command
from dealer.game.game import Game
from reports.words.spoken import command_words


def waiting_words(games: Iterable[Game]) -> dict[str, str]:
    """The text of every command that a night of these games takes, by its word."""
    kinds = [*HOUSE_COMMANDS.values(), *(kind for game in games for kind in game.commands)]
    return {kind.do: _text(kind) for kind in kinds}


def _text(kind: type[Command]) -> str:
    words, _ = command_words(kind)
    if words.waits:
        return words.waits
    plain, named = kind.do.replace("_", " "), {one.name for one in fields(kind)}
    if "bet" in named:
        return f"%(bet)s: {plain.replace(' bet', '')}"
    amount = " %(amount)s" if named & {"amount", "stake"} else ""
    if "player" in named:
        return f"%(name)s: {plain}{amount}"
    return f"{plain}{amount}" if amount else words.name[:1].lower() + words.name[1:]
