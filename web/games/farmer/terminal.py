"""Farmer on the command line: the farm, the farmer, and what everybody shows and counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealer.commands.phrases import counted, dollars
from dealer.games.farmer.cards import points_of
from dealer.games.farmer.state import FarmerTable
from dealer.night.night import Night
from events.records import Recorded
from web.command_line.text import NAME, clipped, in_columns, title
from web.games.farmer.hands import counted_as, face_of


def data_of(night: Night, game: str, facts: Sequence[Recorded]) -> dict[str, Any]:
    """The table as JSON-ready data; the farm is in chips, a chip is in cents."""
    table: FarmerTable = night.tables[game]
    return {
        "hand": table.round,
        "is_on": table.is_on,
        "farmer": table.dealer if table.is_on else table.farmer_due,
        "pot": table.pot_chips,
        "chip": table.chip_cents,
        "hands": [
            {"player": player, "cards": list(cards), "points": points_of(cards)}
            for player in table.players
            for cards in (table.shown.get(player, ()),)
        ]
        if table.is_on
        else [],
    }


def lines_of(farm: dict[str, Any], called: str, names: Mapping[str, str]) -> Iterator[str]:
    """The lines of that data."""
    where = f"hand {farm['hand']}" if farm["is_on"] else f"after hand {farm['hand']}" if farm["hand"] else "no hand yet"
    yield title(f"{called}: {where}")
    chips = farm["pot"]
    pot = f"{counted(chips, 'chip')} ({dollars(chips * farm['chip'])}) in the farm" if chips else "the farm is empty"
    yield f"{names[farm['farmer']]} is the farmer; {pot}." if farm["farmer"] else f"{pot.capitalize()}."
    for one in farm["hands"]:
        start = f"{clipped(names[one['player']], NAME):<{NAME + 2}}"
        if not one["cards"]:
            yield f"{start}not shown yet"
            continue
        yield from in_columns(f"{start}{one['points']:>4}  ", _shown(one["cards"]))


def _shown(cards: Sequence[str]) -> str:
    told = counted_as(cards)
    return " ".join(map(face_of, cards)) + (f" ({told})" if told else "")


def row_lines(hand: dict[str, Any]) -> Iterator[str]:
    """The lines of a hand in a night's result."""
    counts = ", ".join(f"{player} {points}" for player, points in hand["totals"].items())
    if hand["winner"]:
        yield f"hand {hand['hand']}: {hand['winner']} takes {counted(hand['pot'], 'chip')}"
    else:
        nearest = f", {hand['nearest']} is nearest" if hand["nearest"] else ""
        yield f"hand {hand['hand']}: {counted(hand['left'], 'chip')} stay in the farm{nearest}"
    yield f"  {hand['dealer']} dealt; {counts}"
