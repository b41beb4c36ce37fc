"""A plain interpreter of Faro night scripts: `play` gives the contract's result."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from . import bet_commands, deal_commands, money_commands
from .house import read_house
from .refusal import Command, Refusal, need_integer, need_keys, need_texts
from .state import Night

Handler = Callable[[Night, Command], None]

HANDLERS: dict[str, Handler] = {
    "seat_player": money_commands.seat_player,
    "buy_checks": money_commands.buy_checks,
    "issue_marker": money_commands.issue_marker,
    "redeem_marker": money_commands.redeem_marker,
    "take_pledge": money_commands.take_pledge,
    "return_pledge": money_commands.return_pledge,
    "lend_stake": money_commands.lend_stake,
    "repay_stake": money_commands.repay_stake,
    "cash_in": money_commands.cash_in,
    "raise_roll": money_commands.raise_roll,
    "tip": money_commands.tip,
    "leave_table": money_commands.leave_table,
    "raise_dispute": money_commands.raise_dispute,
    "rule_dispute": money_commands.rule_dispute,
    "close_night": money_commands.close_night,
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
    "paroli_bet": bet_commands.paroli_bet,
    "stand_pat": bet_commands.stand_pat,
    "bar_bet": bet_commands.bar_bet,
    "half_goes": bet_commands.half_goes,
    "whole_goes": bet_commands.whole_goes,
    "claim_sleeper": bet_commands.claim_sleeper,
}


def open_night(command: Command) -> Night:
    """A fresh night under its house rules."""
    need_keys(command, ("table", "date", "game", "house", "roll", "dealer"), ("backers",))
    need_texts(command, "table", "date", "game", "dealer")
    if command["game"] != "faro":
        raise Refusal("bad_input", "this oracle knows only Faro")
    house = read_house(command["house"])
    roll = need_integer(command["roll"], "roll")
    if roll < 0 or roll % house.check:
        raise Refusal("not_a_multiple", "the roll is counted in checks")
    return Night(house, roll)


class Interpreter:
    """Carries commands out one by one; a refused one changes nothing."""

    def __init__(self) -> None:
        self.night: Night | None = None
        self.standing: list[Command] = []
        self.refused: list[dict[str, Any]] = []

    def carry_out(self, command: Command, line: int) -> str | None:
        """Carry one command out; the code of the refusal, or None."""
        try:
            self._carry_out(command)
        except Refusal as refusal:
            name = command.get("do")
            self.refused.append({"line": line, "do": name, "code": refusal.code, "why": refusal.why})
            return refusal.code
        return None

    def _carry_out(self, command: Command) -> None:
        name = command.get("do")
        if self.night is None:
            if name != "open_night":
                raise Refusal("no_such_night", "no night is open")
            self.night = open_night(command)
            self.standing.append(command)
        elif name == "void":
            self._void(command)
        else:
            carry_out_one(self.night, command)
            self.standing.append(command)

    def _void(self, command: Command) -> None:
        """Take the last standing command back by playing all the others again."""
        assert self.night is not None
        self.night.need_open()
        need_keys(command)
        if len(self.standing) == 1:
            raise Refusal("nothing_to_void", "nothing stands but the night itself")
        self.standing.pop()
        self.night = open_night(self.standing[0])
        for earlier in self.standing[1:]:
            carry_out_one(self.night, earlier)

    def result(self) -> dict[str, Any]:
        """The result in the contract's words."""
        assert self.night is not None
        return {**result_of(self.night), "refused": self.refused}


def carry_out_one(night: Night, command: Command) -> None:
    """Carry out a command that is neither `open_night` nor `void`."""
    name = command.get("do")
    if name == "open_night":
        night.wrong_phase("the night is open")
    if not isinstance(name, str) or name not in HANDLERS:
        raise Refusal("bad_input", f"nobody knows {name}")
    HANDLERS[name](night, command)


def result_of(night: Night) -> dict[str, Any]:
    """Players, bank and rows."""
    players = {}
    for key, player in night.players.items():
        players[key] = {
            "name": player.name,
            "checks": player.checks,
            "bought": player.bought,
            "markers_issued": player.markers_issued,
            "markers_open": player.markers_open,
            "cashed": player.cashed,
            "staked": night.staked(key),
            "net": money_commands.net_of(night, key),
        }
    bank = {
        "roll": night.roll,
        "play": night.play,
        "sleepers": night.sleepers,
        "after_hock": night.after_hock,
        "tokes": night.tokes,
        "in_sight": night.in_sight,
    }
    return {"game": "faro", "players": players, "bank": bank, "bets": night.rows, "hands": []}


def play(lines: Sequence[Any]) -> dict[str, Any]:
    """Play a script as `--keep-going` does: one command an element, a string is a file's line."""
    interpreter = Interpreter()
    for number, line in enumerate(lines, start=1):
        if isinstance(line, str):
            if not line.strip() or line.startswith("#"):
                continue
            line = json.loads(line)
        assert isinstance(line, dict)
        interpreter.carry_out(line, number)
    return interpreter.result()
