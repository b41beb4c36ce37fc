"""The screens of a game that is played for points, and its table at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from dealer.night.night import Night
from dealer.score_pad.game import ScoreGame
from dealer.score_pad.table import MatchTable
from events.records import Recorded
from reports.score_pad.words import side_text
from web.game_screens import ClosedNight, GameScreens, HouseWords, Terminal
from web.score_pad.board import match_board
from web.score_pad.correcting import correcting_of
from web.score_pad.player import match_page, matches_of_night
from web.score_pad.score_state import POINTS_ALONE, MatchText, call_text, contract_text, unfinished_match, written
from web.score_pad.tablet import Pad, pad_tablet
from web.text import NAME, clipped, title, wrapped


def match_terminal(game: ScoreGame) -> Terminal:
    """How the command line shows a game that is played for points."""
    begins = game.begins_with

    def row_lines(row: dict[str, Any]) -> Iterator[str]:
        points = " : ".join(map(written, row["points"]))
        yield f"hand {row['hand']} of match {row['match']}: {points}"
        yield f"  {row[begins]} {'dealt' if game.deals else 'opened'}; {_came(row)}"

    def lines_of(table: dict[str, Any], called: str, names: Mapping[str, str]) -> Iterator[str]:
        return _lines_of(table, called, names, begins)

    return Terminal(data_of=_data_of, lines_of=lines_of, row_lines=row_lines)


def _data_of(night: Night, game: str, events: Sequence[Recorded]) -> dict[str, Any]:
    """The table as data for JSON; ``points`` has an entry for each side."""
    table: MatchTable = night.tables[game]
    bidding = table.bidding if table.is_on else None
    return {
        "match": table.match,
        "phase": table.phase.words,
        "sides": [list(side) for side in table.sides],
        "points": list(table.score),
        "winner": table.winner,
        "hand": table.round,
        "hand_of_match": table.in_match(table.round)[1],
        "is_on": table.is_on,
        "begun_with": table.dealer if table.is_on else None,
        "calls": [[call.player, call.bid] for call in bidding.calls] if bidding else [],
        "turn": (bidding.turn or None) if bidding else None,
        "bid": bidding.bid if bidding else None,
        "doubled": bidding.doubled if bidding else 1,
        "bidder": table.bidder if bidding else None,
        "partners": list(table.partners) if table.is_on else [],
    }


def _lines_of(table: dict[str, Any], called: str, names: Mapping[str, str], begins: str) -> Iterator[str]:
    """The data of a table as lines of text."""
    if not table["match"]:
        yield title(f"{called}: no match yet")
        return
    hand = f", hand {table['hand_of_match']}" if table["is_on"] else ""
    yield title(f"{called}: match {table['match']}{hand}")
    yield f"{table['phase'][:1].upper()}{table['phase'][1:]}."
    for at, (side, points) in enumerate(zip(table["sides"], table["points"], strict=True)):
        won = "  has won" if at == table["winner"] else ""
        yield f"{clipped(side_text(side, names), 2 * NAME):<{2 * NAME + 2}}{written(points):>6}{won}"
    if table["is_on"]:
        yield f"{begins.capitalize()}: {names[table['begun_with']]}."
    if table["calls"]:
        yield from wrapped(", ".join(f"{names[player]} {call_text(call)}" for player, call in table["calls"]) + ".")
    if table["bid"] is not None:
        with_them = f", with {side_text(table['partners'], names)}" if table["partners"] else ""
        yield f"{contract_text(table['bid'], table['doubled'])}: {names[table['bidder']]}{with_them}."
    if table["turn"]:
        yield f"{names[table['turn']]} to bid."


def _came(row: dict[str, Any]) -> str:
    """The result of a hand in words, from its row in the night's result."""
    if row["bid"] is None:
        return "played" if any(row["points"]) else "passed out"
    with_them = f" with {side_text(row['partners'], {})}" if row.get("partners") else ""
    contract = contract_text(row["bid"], row.get("doubled", 1))
    return f"{row['bidder']}{with_them} at {contract}, {'made' if row['made'] else 'lost'}"


_PRICE = ("game_stake", "pays")


def score_screens(
    game: ScoreGame,
    *,
    presets: Mapping[str, str],
    title: str = "",
    shown: tuple[str, ...] = ("goal",),
    groups: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    texts: MatchText = POINTS_ALONE,
    pad: Pad,
) -> GameScreens:
    """The screens of a game that is played for points.

    ``presets`` describes its presets, ``title`` is its full title if that is longer. ``shown`` are the settings that
    most nights change in addition to the price of a point, ``groups`` the game's other settings by heading. ``texts``
    are the game's own texts about a match, ``pad`` describes the keys of the tablet.
    """
    return GameScreens(
        name=game.name,
        house=HouseWords(
            title=title,
            presets=presets,
            shown=("point", *shown),
            groups={**groups, "What a match pays": _PRICE, "Markers": ("marker", "marker_limit")},
            smallest="point",
        ),
        correcting=correcting_of(game),
        tablet=pad_tablet(game, texts, pad),
        board=match_board(game.name, texts),
        player=match_page(texts),
        closed=ClosedNight(view_of=matches_of_night(game.name), template="score_pad/macros.html"),
        unfinished=unfinished_match,
        terminal=match_terminal(game),
    )
