"""The rows of rounds of Five in One in a night's result: one for every round that is over (the contract's words)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealer.game.game import RoundRow
from dealer.games.five_in_one.state import FIVE_IN_ONE
from events.facts.fact import Fact
from events.games import five_in_one


def round_rows(facts: Sequence[Fact]) -> Iterator[RoundRow]:
    """The rows of all rounds that these facts end, in chips; ``winner`` is the cold hand's, ``pot`` what it brought."""
    dealer, cold_hand, hits = "", None, 0
    for at, one in enumerate(facts):
        match one:
            case five_in_one.FiveRoundBegun():
                dealer = one.dealer
            case five_in_one.ColdHandWon():
                cold_hand = one
            case five_in_one.ConsolationTurned():
                hits = one.hits
            case five_in_one.FiveRoundOver():
                assert cold_hand, "a round that is over had its cold hand"
                row = {
                    "hand": one.hand,
                    "game": FIVE_IN_ONE,
                    "dealer": dealer,
                    "winner": cold_hand.winners[0] if len(cold_hand.winners) == 1 else None,
                    "pot": sum(won.chips for won in cold_hand.won if won.chips > 0),
                    "hits": hits,
                    "net": {won.player: won.chips for won in one.won},
                }
                yield RoundRow(at=at, row=row)
            case _:
                pass
