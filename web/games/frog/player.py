"""A player's part in a hand of Frog: whether they have cards, and what is bid or played."""

from __future__ import annotations

from dealer.games.frog.state import FrogTable
from events.facts.fact import Fact
from events.games.frog import FrogHandSettled
from reports.score_pad.words import bid_said
from web.games.frog.hands import part_said
from web.hands.player.view import PartNow


def part_now(table: FrogTable, player: str) -> PartNow | None:
    """Their part in the hand that is on; nothing where they have none."""
    if player not in table.players or not table.bidding:
        return None
    bid = table.bidding.bid
    figures = (
        ("your part", part_said(table, player) or "yet to speak"),
        ("the bid", "none yet" if bid is None else bid_said(bid)),
    )
    return PartNow(title=f"Hand {table.round}", figures=figures, told="you deal" if player == table.dealer else "")


def what_paid(fact: Fact) -> str:
    """What a fact paid for, in a few words."""
    return f"{bid_said(fact.bid).capitalize()}, {fact.points} points" if isinstance(fact, FrogHandSettled) else ""
