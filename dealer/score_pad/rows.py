"""The rows of hands and of matches in a night's result (the contract's words)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dealer.game.game import RoundRow
from dealer.score_pad.score_game import ScoreGame
from events.facts.fact import Fact
from events.facts.matches import (
    HandOver,
    InMatch,
    MatchAbandoned,
    MatchBegun,
    MatchDrawn,
    MatchSettled,
    MatchWon,
)
from events.games import game_of

_STATES: dict[type[Fact], str] = {
    MatchWon: "won",
    MatchSettled: "settled",
    MatchDrawn: "drawn",
    MatchAbandoned: "abandoned",
}


def hand_rows(game: ScoreGame, facts: Sequence[Fact]) -> Iterator[RoundRow]:
    """The rows of the hands that these facts end."""
    for at, one in enumerate(facts):
        if isinstance(one, HandOver) and game_of(one) == game.name:
            row = {
                "hand": one.hand,
                "game": game.name,
                "match": one.match,
                game.begins_with: one.dealer,
                "bid": one.bid,
                "bidder": one.bidder,
                "made": one.made,
                "points": list(one.points),
                **{name: _as_json(getattr(one, name)) for name in game.row},
            }
            yield RoundRow(at=at, row=row)


def _as_json(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def match_rows(game: ScoreGame, facts: Sequence[Fact]) -> Iterator[dict[str, Any]]:
    """The rows of the matches that these facts scored, in the order in which they began."""
    rows: dict[int, dict[str, Any]] = {}
    for one in facts:
        if game_of(one) != game.name:
            continue
        if isinstance(one, MatchBegun):
            sides = [list(side) for side in one.sides]
            rows[one.match] = {
                "game": game.name,
                "match": one.match,
                "sides": sides,
                "points": [0] * len(sides),
                "hands": 0,
                "winner": None,
                "state": "on",
            }
        elif isinstance(one, HandOver):
            row = rows[one.match]
            row["hands"] += 1
            row["points"] = [had + more for had, more in zip(row["points"], one.points, strict=True)]
        elif isinstance(one, InMatch):
            rows[one.match]["state"] = _STATES[type(one)]
            if isinstance(one, MatchWon):
                rows[one.match]["winner"] = one.winner
    yield from rows.values()
