"""The words of a Fan-Tan hand, and who carries each out."""

from __future__ import annotations

from tests.oracle import fan_tan_commands
from tests.oracle.state import Handler

HANDLERS: dict[str, Handler] = {
    "start_hand": fan_tan_commands.start_hand,
    "lay": fan_tan_commands.lay,
    "pass": fan_tan_commands.pass_turn,
    "show_hand": fan_tan_commands.show_hand,
    "end_hand": fan_tan_commands.end_hand,
    "take_penalty": fan_tan_commands.take_penalty,
    "settle_hand": fan_tan_commands.settle_hand,
    "void_hand": fan_tan_commands.void_hand,
}
