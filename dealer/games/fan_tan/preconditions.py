"""Whether a Fan-Tan command comes at its time, before its arguments are looked at (contract)."""

from __future__ import annotations

from dealer.commands.commands import Command, type_of
from dealer.commands.phrases import Phrase, Player, phrase
from dealer.commands.refusal import Refusal
from dealer.games.fan_tan import commands
from dealer.games.fan_tan.state import FanTanTable, Phase

_PHASES: dict[type[Command], tuple[Phase, ...]] = {
    commands.StartHand: (Phase.NO_HAND,),
    commands.Lay: (Phase.PLAYING,),
    commands.Pass: (Phase.PLAYING,),
    commands.ShowHand: (Phase.OUT, Phase.PLAYING),
    commands.EndHand: (Phase.OUT, Phase.PLAYING),
    commands.TakePenalty: (Phase.ENDED,),
    commands.SettleHand: (Phase.ENDED,),
    commands.VoidHand: (Phase.PLAYING, Phase.OUT, Phase.ENDED),
}


def check_time(table: FanTanTable, command: Command) -> None:
    """Refuse (``wrong_phase``) a command out of its time."""
    asked = type_of(command)
    if table.phase not in _PHASES[asked]:
        raise Refusal("wrong_phase", "Not now: %(standing)s.", standing=_standing(table))
    hand = table.hand
    if hand and hand.taken and asked is commands.VoidHand:
        raise Refusal("wrong_phase", "Not now: penalties of this hand are taken; they are taken back first.")
    if hand is None or asked not in (commands.ShowHand, commands.EndHand) or hand.is_dead:
        return
    if hand.winner is None:
        raise Refusal("wrong_phase", "Not now: nobody is out yet.")
    if asked is commands.EndHand and hand.to_show:
        raise Refusal(
            "wrong_phase", "Not now: %(player)s has still to show their hand.", player=Player(hand.to_show[0])
        )


def _standing(table: FanTanTable) -> Phrase:
    hand = table.hand
    if hand is None:
        return phrase("no hand is on")
    if hand.ended:
        return phrase("hand %(hand)s is over and waits to be settled", hand=hand.number)
    if hand.winner:
        return phrase("%(player)s is out, and the others show what they hold", player=Player(hand.winner))
    return phrase("hand %(hand)s is on, and it is %(player)s's turn", hand=hand.number, player=Player(hand.on_turn))
