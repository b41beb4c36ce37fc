"""A table where a match is scored, played through the pure rules."""

from __future__ import annotations

from typing import Any

from dealer.score_pad.table import MatchTable
from tests.support.pure import PureNight

CHECKS = 100_000


def match_night(game: str, players: str, house: Any = "usual", checks: int = CHECKS) -> PureNight:
    """A night of a game with these players, each with checks bought."""
    table = PureNight()
    table("open_night", table="T", date="2026-11-22", game=game, house=house, roll=0, dealer="M. Deal")
    for player in players.split():
        table("seat_player", player=player, name=player.title())
        table("buy_checks", player=player, amount=checks)
    return table


def begun(game: str, sides: str, house: Any = "usual", checks: int = CHECKS) -> PureNight:
    """A night with a match begun; ``sides`` are parted by strokes, and the first of each sit first: ``a c / b d``."""
    of_sides = [side.split() for side in sides.split("/")]
    round_the_table = [player for places in zip(*of_sides, strict=True) for player in places]
    table = match_night(game, " ".join(round_the_table), house, checks)
    table("start_match", sides=of_sides)
    return table


def hand(table: PureNight, dealer: str, bidder: str = "", bid: Any = None, **scored: Any) -> None:
    """Deal a hand, enter its contract, if it has one, and score it."""
    table("start_hand", dealer=dealer)
    if bidder:
        table("contract", player=bidder, bid=bid)
    table("score_hand", **scored)


def calls(table: PureNight, *said: str) -> None:
    """What players say, each ``player bid``, or ``player`` and the word of another call."""
    for one in said:
        player, word = one.split()
        if word in ("pass", "hold", "double", "redouble"):
            table(word, player=player)
        else:
            table("bid", player=player, bid=int(word) if word.isdecimal() else word)


def score_of(table: PureNight) -> tuple[int, ...]:
    """The points of the match, side by side."""
    found: MatchTable = next(iter(table.now.tables.values()))
    return found.score


def nets(table: PureNight) -> dict[str, int]:
    """What each player has won or lost once the night is closed, in cents."""
    table("close_night")
    return {player: row["net"] for player, row in table.result()["players"].items()}
