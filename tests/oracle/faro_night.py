"""The words of a Faro deal, and who carries each out."""

from __future__ import annotations

from tests.oracle import bet_commands, deal_commands
from tests.oracle.state import Handler

HANDLERS: dict[str, Handler] = {
    "start_deal": deal_commands.start_deal,
    "expose_soda": deal_commands.expose_soda,
    "turn": deal_commands.turn,
    "draw_loser": deal_commands.draw_loser,
    "draw_winner": deal_commands.draw_winner,
    "expose_hock": deal_commands.expose_hock,
    "void_deal": deal_commands.void_deal,
    "end_deal": deal_commands.end_deal,
    "place_bet": bet_commands.place_bet,
    "call_turn": bet_commands.call_turn,
    "press_bet": bet_commands.press_bet,
    "move_bet": bet_commands.move_bet,
    "copper_bet": bet_commands.copper_bet,
    "uncopper_bet": bet_commands.uncopper_bet,
    "release_bet": bet_commands.release_bet,
    "take_down_bet": bet_commands.take_down_bet,
    "take_down_all": bet_commands.take_down_all,
    "paroli_bet": bet_commands.paroli_bet,
    "stand_pat": bet_commands.stand_pat,
    "bar_bet": bet_commands.bar_bet,
    "half_goes": bet_commands.half_goes,
    "whole_goes": bet_commands.whole_goes,
    "claim_sleeper": bet_commands.claim_sleeper,
}
