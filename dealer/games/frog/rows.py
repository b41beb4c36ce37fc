"""The rows of hands of Frog in a night's result: one for every hand that is over (the contract's words)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealer.game.game import RoundRow
from dealer.games.frog.house import FROG
from dealer.games.frog.state import ACTIVE, HALF
from events.facts.fact import Fact
from events.games import frog as facts


def round_rows(of_night: Sequence[Fact]) -> Iterator[RoundRow]:
    """The rows of the hands that these facts end, in chips; ``winner`` is a bidder with more than sixty."""
    dealt = facts.FrogHandBegun(hand=0, dealer="", players=())
    for at, one in enumerate(of_night):
        match one:
            case facts.FrogHandBegun():
                dealt = one
            case facts.FrogHandPassedOut():
                net = dict.fromkeys(dealt.players[:ACTIVE], 0)
                yield RoundRow(at=at, row=_row(dealt, net=net))
            case facts.FrogHandSettled():
                net = {won.player: won.chips for won in one.won}
                winner = one.bidder if one.points > HALF else None
                told = {"winner": winner, "pot": net[one.bidder] if winner else 0}
                more = {"bid": one.bid, "bidder": one.bidder, "points": one.points}
                yield RoundRow(at=at, row=_row(dealt, **told, **more, net=net))


def _row(dealt: facts.FrogHandBegun, **told: object) -> dict[str, object]:
    dead = {"winner": None, "pot": 0, "bid": None, "bidder": None, "points": None}
    return {"hand": dealt.hand, "game": FROG, "dealer": dealt.dealer, **dead, **told}
