"""Frog on the command line: who has cards, what they said, and what is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealer.games.frog.state import FrogTable
from dealer.night.night import Night
from events.records import Recorded
from reports.score_pad.words import bid_said
from reports.words.formatting import signed_number
from web.command_line.text import NAME, clipped, title
from web.games.frog.hands import part_said


def data_of(night: Night, game: str, facts: Sequence[Recorded]) -> dict[str, Any]:
    """The table as JSON-ready data."""
    table: FrogTable = night.tables[game]
    bidding = table.bidding if table.is_on else None
    return {
        "hand": table.round,
        "is_on": table.is_on,
        "dealer": table.dealer,
        "turn": bidding.turn if bidding else "",
        "bid": bidding.bid if bidding else None,
        "bidder": bidding.bidder if bidding else None,
        "players": {player: part_said(table, player) for player in table.players} if table.is_on else {},
    }


def lines_of(table: dict[str, Any], called: str, names: Mapping[str, str]) -> Iterator[str]:
    """The lines of that data."""
    hand = table["hand"]
    if not table["is_on"]:
        yield title(f"{called}: {f'after hand {hand}' if hand else 'no hand yet'}")
        return
    yield title(f"{called}: hand {hand}, {'the bidding' if table['turn'] else 'in play'}")
    yield f"{names[table['dealer']]} deals."
    for player, part in table["players"].items():
        yield f"{clipped(names[player], NAME):<{NAME + 2}}{part}".rstrip()


def row_lines(hand: dict[str, Any]) -> Iterator[str]:
    """The lines of a hand in a night's result."""
    won = ", ".join(f"{player} {signed_number(chips)}" for player, chips in hand["net"].items())
    if hand["bid"] is None:
        yield f"hand {hand['hand']}: everybody passed"
    else:
        yield f"hand {hand['hand']}: {won}"
        yield f"  {hand['dealer']} dealt; {hand['bidder']} played {bid_said(hand['bid'])}, {hand['points']} points"
