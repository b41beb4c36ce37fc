"""Spoil Five on the command line: the pool, the dealer, whose hand is dead and who has no cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealer.commands.phrases import counted, dollars
from dealer.games.spoil_five.state import SpoilFiveTable
from dealer.night.night import Night
from events.records import Recorded
from web.command_line.text import NAME, clipped, title
from web.games.spoil_five.hands import offence_words


def data_of(night: Night, game: str, facts: Sequence[Recorded]) -> dict[str, Any]:
    """The table as JSON-ready data; the pool is in chips, a chip is in cents."""
    table: SpoilFiveTable = night.tables[game]
    return {
        "hand": table.round,
        "is_on": table.is_on,
        "dealer": table.dealer,
        "pot": table.pot_chips,
        "chip": table.chip_cents,
        "players": list(table.players) if table.is_on else [],
        "dead": dict(table.dead),
        "out": sorted(table.out),
    }


def lines_of(table: dict[str, Any], called: str, names: Mapping[str, str]) -> Iterator[str]:
    """The lines of that data."""
    hand = table["hand"]
    where = f"hand {hand}" if table["is_on"] else f"after hand {hand}" if hand else "no hand yet"
    yield title(f"{called}: {where}")
    chips = table["pot"]
    pool = f"{counted(chips, 'chip')} ({dollars(chips * table['chip'])}) in the pool" if chips else "the pool is empty"
    yield f"{names[table['dealer']]} deals; {pool}." if table["is_on"] else f"{pool.capitalize()}."
    for player in dict.fromkeys((*table["players"], *table["out"])):
        told = "no cards until the pool is won" if player in table["out"] else "five cards"
        if player in table["dead"]:
            told = f"dead: {offence_words(table['dead'][player])}"
        yield f"{clipped(names[player], NAME):<{NAME + 2}}{told}"


def row_lines(hand: dict[str, Any]) -> Iterator[str]:
    """The lines of a hand in a night's result."""
    tricks = ", ".join(f"{player} {number}" for player, number in hand["tricks"].items())
    if hand["winner"]:
        yield f"hand {hand['hand']}: {hand['winner']} takes {counted(hand['pot'], 'chip')}"
    else:
        yield f"hand {hand['hand']}: spoilt, {counted(hand['left'], 'chip')} stay in the pool"
    out = f"; without cards: {', '.join(hand['out'])}" if hand["out"] else ""
    yield f"  {hand['dealer']} dealt; tricks: {tricks or 'none'}{out}"
