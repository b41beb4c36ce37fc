"""A plain interpreter of night scripts, of one game or of several: `play` gives the contract's result."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.oracle import amends, money_commands
from tests.oracle.arguments import without_nulls
from tests.oracle.match_table import MatchTable
from tests.oracle.open_night import open_night
from tests.oracle.refusal import Command, Refusal, need_keys
from tests.oracle.state import Handler, Night
from tests.oracle.which_game import OF_A_GAME, carry_out_at_a_game

FOR_EVERYONE: dict[str, Handler] = {
    "seat_player": money_commands.seat_player,
    "move_seat": money_commands.move_seat,
    "sit_out": money_commands.sit_out,
    "sit_in": money_commands.sit_out,
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
}
WORDS = frozenset(FOR_EVERYONE).union(*OF_A_GAME.values())


class Interpreter:
    """Carries commands out one by one; a refused one changes nothing."""

    def __init__(self) -> None:
        self.night: Night | None = None
        self.course: list[amends.Given] = []
        self.courses_before: list[list[amends.Given]] = []
        self.refused: list[dict[str, Any]] = []

    def carry_out(self, line: Command, number: int) -> str | None:
        """Carry one line out; the code of the refusal, or None. A line without an id goes by its number."""
        command = {key: value for key, value in line.items() if key != "id"}
        try:
            self._carry_out(line.get("id", str(number)), command)
        except Refusal as refusal:
            name = command.get("do")
            self.refused.append({"line": number, "do": name, "code": refusal.code, "why": refusal.why})
            return refusal.code
        return None

    def _carry_out(self, ident: str, command: Command) -> None:
        name = command.get("do")
        if self.night is None:
            if name != "open_night":
                raise Refusal("no_such_night", "no night is open")
            self.night = open_night(command)
            self.course.append((ident, command))
        elif name == "void":
            self._void(command)
        elif name == "amend":
            self.night.need_open()
            self._go_by(amends.amend(self.course, self.night, command, RULES))
        else:
            carry_out_one(self.night, command)
            self.courses_before.append(list(self.course))
            self.course.append((ident, command))

    def _void(self, command: Command) -> None:
        """Take the last standing command back by playing all that stood before it again."""
        assert self.night is not None
        self.night.need_open()
        need_keys(command)
        if not self.courses_before:
            raise Refusal("nothing_to_void", "nothing stands but the night itself")
        self.course = self.courses_before.pop()
        self.night = played(self.course)

    def _go_by(self, course: list[amends.Given]) -> None:
        """Go on from another course of the night; one step back is the course up to now."""
        self.courses_before.append(self.course)
        self.course = course
        self.night = played(course)

    def result(self) -> dict[str, Any]:
        """The result in the contract's words."""
        assert self.night is not None
        return {**result_of(self.night), "refused": self.refused}


def played(course: Sequence[amends.Given]) -> Night:
    """The night that these commands make, each of them played."""
    (_, opening), *later = course
    night = open_night(opening)
    for _, command in later:
        carry_out_one(night, command)
    return night


def carry_out_one(night: Night, command: Command) -> None:
    """Carry out a command that is none of `open_night`, `void` and `amend`."""
    command = without_nulls(command)
    name = command.get("do")
    if name == "open_night":
        night.wrong_phase("the night is open")
    if not isinstance(name, str) or name not in WORDS:
        raise Refusal("bad_input", f"nobody knows {name}")
    if name in FOR_EVERYONE:
        FOR_EVERYONE[name](night, command)
    else:
        carry_out_at_a_game(night, command)


RULES = amends.Rules(played, carry_out_one)


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
    game = night.games[0] if len(night.games) == 1 else list(night.games)
    scores = [row for table in night.tables.values() if isinstance(table, MatchTable) for row in table.score_rows()]
    rows = {"bets": night.rows, "hands": night.hand_rows, "scores": scores}
    return {"game": game, "players": players, "bank": bank, **rows}


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
