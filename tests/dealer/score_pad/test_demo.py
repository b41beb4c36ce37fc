"""The demonstrations of games that are played for points have what there is to show, whatever the game."""

from __future__ import annotations

import pytest

from dealer.assistant import Assistant
from dealer.demo import Demo
from dealer.games import GAMES
from dealer.games.big_three import BIG_THREE
from dealer.games.five_hundred import FIVE_HUNDRED
from dealer.games.forty_five import AUCTION_FORTY_FIVE
from dealer.games.four_deal_bridge import FOUR_DEAL_BRIDGE
from dealer.games.hasenpfeffer import HASENPFEFFER
from dealer.night.result import result_of
from dealer.score_pad.table import MatchTable
from events.book.book import Book
from events.facts.fact import Fact
from events.facts.matches import HandPassedOut, MatchHandVoided, PartnersNamed
from events.facts.night import CommandVoidedForReason
from events.facts.play import BidDoubled, BidHeld, BidMade, BidPassed, BidRedoubled, ContractNamed
from events.games.hasenpfeffer import JokerShown

SCORED = [name for name, game in GAMES.items() if isinstance(game.table, type) and issubclass(game.table, MatchTable)]
SAID: dict[str, tuple[type[Fact], ...]] = {
    "forty_five": (),
    FIVE_HUNDRED: (PartnersNamed, HandPassedOut),
    AUCTION_FORTY_FIVE: (BidHeld, HandPassedOut),
    HASENPFEFFER: (JokerShown,),
    BIG_THREE: (PartnersNamed, HandPassedOut),
    FOUR_DEAL_BRIDGE: (BidDoubled, BidRedoubled, HandPassedOut),
}
"""What a bidding and a hand of each game have besides bids, passes and contracts."""


@pytest.mark.parametrize("game", SCORED)
def test_matches_are_bid_scored_won_settled_and_broken_off(game: str) -> None:
    with Book.open() as book:
        show = Demo((game,), book, "2026-11-21", seed=1)
        shown = {turn.number for turn in show.turns()}
        facts = [one.fact for one in book.facts(show.night)]
        result = result_of(Assistant(book).night(show.night), book.facts(show.night))
    assert [match["state"] for match in result["scores"]] == ["settled", "abandoned", "settled", "settled"]
    assert {row["hand"] for row in result["hands"]} == shown
    assert {row["made"] for row in result["hands"]} >= ({True, False} if SAID[game] else {None})
    wanted: tuple[type[Fact], ...] = (*SAID[game], BidMade, BidPassed, ContractNamed) if SAID[game] else ()
    assert [kind for kind in wanted if not any(isinstance(one, kind) for one in facts)] == []
    assert [type(one) for one in facts].count(MatchHandVoided) == 1
    assert [type(one) for one in facts].count(CommandVoidedForReason) == 1


def test_a_game_is_played_in_all_its_shapes_the_most_sides_first() -> None:
    with Book.open() as book:
        show = Demo((FIVE_HUNDRED,), book, "2026-11-21", seed=1, rounds=6)
        list(show.turns())
        result = result_of(Assistant(book).night(show.night), book.facts(show.night))
    shapes = [(len(match["sides"]), len(match["sides"][0])) for match in result["scores"]]
    assert shapes == [(5, 1), (3, 2), (3, 1), (2, 3), (2, 2), (5, 1)]


def test_who_cannot_pay_a_match_buys_checks_first() -> None:
    with Book.open() as book:
        show = Demo((FIVE_HUNDRED,), book, "2026-11-21", seed=1)
        list(show.turns())
        commands = book.commands(show.night)
    short = [at for at, one in enumerate(commands) if one.refused == "not_enough_checks"]
    assert short
    for at in short:
        assert commands[at].document["do"] == "settle_match"
        rest = [one.document["do"] for one in commands[at + 1 :]]
        assert set(rest[: rest.index("settle_match")]) == {"buy_checks"}
