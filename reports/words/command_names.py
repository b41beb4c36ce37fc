"""What the commands are called at the table, for people who choose one or look for one."""

from __future__ import annotations

from dealer.phrases import marked
from reports.words.language import gettext as _

_NAMES = {
    "open_night": marked("Open the night"),
    "seat_player": marked("Take a seat"),
    "buy_checks": marked("Buy checks"),
    "issue_marker": marked("Give a marker"),
    "redeem_marker": marked("Pay on a marker"),
    "take_pledge": marked("Take a pledge"),
    "return_pledge": marked("Give a pledge back"),
    "lend_stake": marked("Lend a stake"),
    "repay_stake": marked("Repay a stake"),
    "cash_in": marked("Cash in"),
    "raise_roll": marked("Raise the roll"),
    "tip": marked("Tip the dealer"),
    "leave_table": marked("Leave the table"),
    "void": marked("Take back"),
    "amend": marked("Correct a past command"),
    "raise_dispute": marked("Raise a dispute"),
    "rule_dispute": marked("Rule a dispute"),
    "close_night": marked("Close the night"),
    "start_deal": marked("Begin a deal"),
    "expose_soda": marked("Show the soda"),
    "place_bet": marked("Lay a bet"),
    "call_turn": marked("Call the turn"),
    "press_bet": marked("Press a bet"),
    "same_again": marked("The same again"),
    "move_bet": marked("Move a bet"),
    "copper_bet": marked("Copper a bet"),
    "uncopper_bet": marked("Take a copper off"),
    "paroli_bet": marked("Make a bet a paroli"),
    "stand_pat": marked("Let a bet stand pat"),
    "bar_bet": marked("Bar a bet"),
    "release_bet": marked("“It goes”"),
    "half_goes": marked("Half goes"),
    "whole_goes": marked("The whole goes"),
    "take_down_bet": marked("Take a bet down"),
    "take_down_all": marked("Take all bets down"),
    "turn": marked("Deal a turn"),
    "draw_loser": marked("Draw the loser"),
    "draw_winner": marked("Draw the winner"),
    "expose_hock": marked("Show the hock"),
    "claim_sleeper": marked("Claim a sleeper"),
    "void_deal": marked("Void the deal"),
    "end_deal": marked("End the deal"),
    "start_hand": marked("Deal a hand"),
    "lay": marked("Lay a card"),
    "pass": marked("Pass"),
    "show_hand": marked("Show a hand"),
    "end_hand": marked("End the hand"),
    "take_penalty": marked("Take a penalty"),
    "settle_hand": marked("Pay the pot"),
    "void_hand": marked("Void the hand"),
}


def command_called(word: str) -> str:
    """A command by the word that the contract has for it; one that nobody knows goes by its word, in words."""
    return _(_NAMES[word]) if word in _NAMES else word.replace("_", " ")
