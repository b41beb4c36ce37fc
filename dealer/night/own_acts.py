"""What players do by themselves: when the dealer lets them, and from which phone."""

from __future__ import annotations

from dealer.commands.commands import BindHand, CloseToPlayers, HoldPlayers, MoveHand, OpenToPlayers, Own
from dealer.commands.refusal import Player, Refusal, marked
from dealer.night import money
from dealer.night.night import NO_PHONE, Night, OwnActs
from events.common.event import Event
from events.common.night import ClosedToPlayers, HandBound, HandMoved, OpenedToPlayers, PlayersHeld


def open_to_players(night: Night, command: OpenToPlayers) -> tuple[Event, ...]:
    """Allow all players to send commands, or a single player who was excluded."""
    if not any(game.own for game in night.games):
        raise _not_from_phones()
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


def bind_hand(night: Night, command: BindHand) -> tuple[Event, ...]:
    """Bind a player's hand to the device that uses its link first; refuses another one (``hand_elsewhere``)."""
    if not any(game.own for game in night.games):
        raise _not_from_phones()
    bound = night.phones.get(command.player, NO_PHONE)
    if bound.is_another(command.link, command.device):
        raise hand_elsewhere(command.player)
    if bound.link == command.link:
        raise Refusal("already_done", "%(player)s’s hand is on this phone.", player=Player(command.player))
    return (HandBound(player=command.player, device=command.device, link=command.link),)


def move_hand(night: Night, command: MoveHand) -> tuple[Event, ...]:
    """End the link to a player's hand; the first device to use the new one has the hand."""
    if not any(game.own for game in night.games):
        raise _not_from_phones()
    return (HandMoved(player=command.player),)


def hand_elsewhere(player: str) -> Refusal:
    """The refusal for a device that does not have a player's hand."""
    return Refusal(
        "hand_elsewhere", "%(player)s’s hand is on another phone. The dealer can move it.", player=Player(player)
    )


def _not_from_phones() -> Refusal:
    return Refusal("not_allowed_here", "In tonight's games players cannot act from their phones.")


def _check_open(acts: OwnActs) -> None:
    if not acts.is_open:
        raise Refusal("wrong_phase", "The game is not open to players.")


NOT_OPENED = marked("The dealer has not opened the game to players.")


def check_own(night: Night, own: Own) -> None:
    """Refuse commands that players may not send (``not_allowed_here``) or must send later (``bets_closed``)."""
    game, acts, by = night.game_of(type(own.command)), night.own_acts, Player(own.player)
    if game is None or game.own is None or game.own(night.tables[game.name], own.command) != own.player:
        raise Refusal("not_allowed_here", "%(player)s cannot do that from their phone. Ask the dealer.", player=by)
    if getattr(own.command, "form", None) in money.SOLD_WITH_STAKE:
        raise Refusal("not_allowed_here", "%(player)s buys checks from the dealer.", player=by)
    if own.player in acts.closed_to:
        raise Refusal("not_allowed_here", "The dealer acts for %(player)s.", player=by)
    if not acts.is_open:
        raise Refusal("bets_closed", NOT_OPENED)
    if acts.is_held:
        raise Refusal("bets_closed", "The cards are being turned.")
