"""Whether a Fan-Tan command comes at its time, before its arguments are looked at (contract)."""

from __future__ import annotations

from dealer.commands import Command, word_of
from dealer.games.fan_tan.commands import StartHand
from dealer.games.fan_tan.state import FanTanTable, Phase
from dealer.refusal import Refusal

_PHASES = {
    "start_hand": (Phase.NO_HAND,),
    "lay": (Phase.PLAYING,),
    "pass": (Phase.PLAYING,),
    "show_hand": (Phase.OUT, Phase.PLAYING),
    "end_hand": (Phase.OUT, Phase.PLAYING),
    "take_penalty": (Phase.ENDED,),
    "settle_hand": (Phase.ENDED,),
    "void_hand": (Phase.PLAYING, Phase.OUT, Phase.ENDED),
}


def check_dealer(table: FanTanTable, command: Command) -> None:
    """Refuse (``unknown_player``) a hand that is to be dealt by somebody who does not sit at the table."""
    if isinstance(command, StartHand) and command.dealer not in table.seated:
        raise Refusal("unknown_player", f"Nobody called {command.dealer[:64]} sits at the table.")


def check_time(table: FanTanTable, command: Command) -> None:
    """Refuse (``wrong_phase``) a command out of its time."""
    word = word_of(command)
    if table.phase not in _PHASES[word]:
        raise Refusal("wrong_phase", f"Not now: {_standing(table)}.")
    hand = table.hand
    if hand and hand.taken and word == "void_hand":
        raise Refusal("wrong_phase", "Not now: penalties of this hand are taken; they are taken back first.")
    if hand is None or word not in ("show_hand", "end_hand") or hand.is_dead:
        return
    if hand.winner is None:
        raise Refusal("wrong_phase", "Not now: nobody is out yet.")
    if word == "end_hand" and hand.to_show:
        raise Refusal("wrong_phase", f"Not now: {hand.to_show[0]} has still to show their hand.")


def _standing(table: FanTanTable) -> str:
    hand = table.hand
    if hand is None:
        return "no hand is on"
    if hand.ended:
        return f"hand {hand.number} is over and waits to be settled"
    if hand.winner:
        return f"{hand.winner} is out, and the others show what they hold"
    return f"hand {hand.number} is on, and it is {hand.on_turn}'s turn"
