"""The commands that players may send from their phones, while the dealer allows it."""

from __future__ import annotations

from dealer.commands.commands import CloseToPlayers, HoldPlayers, OpenToPlayers, Own
from dealer.commands.refusal import Player, Refusal
from dealer.night.night import Night, OwnActs
from events.common.event import Event
from events.common.night import ClosedToPlayers, OpenedToPlayers, PlayersHeld


def open_to_players(night: Night, command: OpenToPlayers) -> tuple[Event, ...]:
    """Allow all players to send commands, or a single player who was excluded."""
    if not any(game.own for game in night.games):
        raise Refusal("not_allowed_here", "In tonight's games players cannot act from their phones.")
    acts = night.own_acts
    if command.player is None and acts == OwnActs(is_open=True):
        raise Refusal("already_done", "The game is open to all players.")
    if command.player is not None and command.player not in acts.closed_to:
        raise Refusal("already_done", "The game is not closed to %(player)s alone.", player=Player(command.player))
    return (OpenedToPlayers(player=command.player),)


def close_to_players(night: Night, command: CloseToPlayers) -> tuple[Event, ...]:
    """Stop all players from sending commands, or a single player."""
    _check_open(night.own_acts)
    if command.player in night.own_acts.closed_to:
        raise Refusal("already_done", "The game is closed to %(player)s.", player=Player(command.player or ""))
    return (ClosedToPlayers(player=command.player),)


def hold_players(night: Night, command: HoldPlayers) -> tuple[Event, ...]:
    """Hold players' commands until the turn is played."""
    _check_open(night.own_acts)
    if night.own_acts.is_held:
        raise Refusal("already_done", "Players wait until the turn is played.")
    return (PlayersHeld(),)


def _check_open(acts: OwnActs) -> None:
    if not acts.is_open:
        raise Refusal("wrong_phase", "The game is not open to players.")


def check_own(night: Night, own: Own) -> None:
    """Refuse commands that players may not send (``not_allowed_here``) or must send later (``bets_closed``)."""
    game, acts, by = night.game_of(type(own.command)), night.own_acts, Player(own.player)
    if game is None or game.own is None or game.own(night.tables[game.name], own.command) != own.player:
        raise Refusal("not_allowed_here", "%(player)s cannot do that from their phone. Ask the dealer.", player=by)
    if own.player in acts.closed_to:
        raise Refusal("not_allowed_here", "The dealer acts for %(player)s.", player=by)
    if not acts.is_open:
        raise Refusal("bets_closed", "The dealer has not opened the game to players.")
    if acts.is_held:
        raise Refusal("bets_closed", "The cards are being turned.")
