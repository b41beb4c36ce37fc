"""Five in One on the command line: the part that is due, and what the round has brought everybody so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealer.commands.phrases import counted
from dealer.games.five_in_one.parts import PARTS
from dealer.games.five_in_one.state import FiveInOneTable
from dealer.night.night import Night
from events.records import Recorded
from reports.words.formatting import signed_number
from web.command_line.text import NAME, clipped, title
from web.games.five_in_one.parts import called


def data_of(night: Night, game: str, facts: Sequence[Recorded]) -> dict[str, Any]:
    """The table as JSON-ready data; what was won is in chips."""
    table: FiveInOneTable = night.tables[game]
    return {
        "round": table.round,
        "is_on": table.is_on,
        "dealer": table.dealer,
        "part": table.part_due if table.is_on else None,
        "won": {player: table.won.get(player, 0) for player in table.players} if table.is_on else {},
    }


def lines_of(table: dict[str, Any], called_game: str, names: Mapping[str, str]) -> Iterator[str]:
    """The lines of that data."""
    number = table["round"]
    if not table["is_on"]:
        yield title(f"{called_game}: {f'after round {number}' if number else 'no round yet'}")
        return
    at = PARTS.index(table["part"]) + 1
    yield title(f"{called_game}: round {number}, part {at} of {len(PARTS)}, {called(table['part'])}")
    yield f"{names[table['dealer']]} deals."
    for player, chips in table["won"].items():
        yield f"{clipped(names[player], NAME):<{NAME + 2}}{signed_number(chips):>6}"


def row_lines(hand: dict[str, Any]) -> Iterator[str]:
    """The lines of a round in a night's result."""
    won = ", ".join(f"{player} {signed_number(chips)}" for player, chips in hand["net"].items())
    cold = f"{hand['winner']} has the cold hand" if hand["winner"] else "the cold hand is tied"
    yield f"round {hand['hand']}: {won}"
    yield f"  {hand['dealer']} dealt; {cold}, {counted(hand['hits'], 'hit')}"
