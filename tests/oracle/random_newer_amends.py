"""What might have been meant instead of a command of Pharo, of a chip game or of a score game."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.random_chip_games import NEXT
from tests.oracle.random_pharo import cards_left, random_place
from tests.oracle.refusal import Command
from tests.oracle.state import Night

DECISIONS = ("paix", "paroli", "take_win", "pli", "mask_bet", "unmask_bet", "take_down_bet")


def put_right_at(game: str, random: Random, night: Night, command: Command) -> Command:
    """Another command for one of a game, before which the night stood so."""
    table: Any = night.tables[game]
    if game == "pharo":
        return put_right_at_pharo(random, table, command)
    if table.hand is None or random.random() < 0.2:
        begins = next((name for name in ("dealer", "opener") if name in command), None)
        return command if begins is None else command | {begins: random.choice(list(night.players))}
    other = NEXT[game](random, night, table)
    return other | {"player": command["player"]} if "player" in command and "player" in other else other


def put_right_at_pharo(random: Random, table: Any, command: Command) -> Command:
    """Another card, place, stake or decision."""
    if command["do"] in ("coup", "show_bottom"):
        if command["do"] == "coup" and random.random() < 0.4:
            return command | {"bank": command["punters"], "punters": command["bank"]}
        argument = random.choice([name for name in ("bank", "punters", "card") if name in command])
        return command | {argument: random.choice(cards_left(table) or ["Q"])}
    if command["do"] in ("place_bet", "move_bet") and random.random() < 0.5:
        return command | random_place(random, table)
    if command["do"] == "place_bet":
        return command | {"stake": command["stake"] * random.choice([2, 3])}
    if command["do"] in DECISIONS:
        bets = [command["bet"], *table.bets]
        return {"do": random.choice(DECISIONS), "bet": random.choice(bets)}
    return command
