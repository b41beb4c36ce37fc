"""What boards show between rounds: the cards of the night, bets won and lost in the last deal, and hands won."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from dealer.demo import Demo
from dealer.games.faro.cards import tabs_of
from dealer.night.result import result_of
from events.common.play import StakeLaid
from events.effective_events import NightEvents
from events.games.pharo import CoupDealt
from tests.support.house import House
from web.board import shown
from web.game_screens import screens_of
from web.night_so_far import bets_settled, rounds_won

ROUNDS = 3


class Dealt:
    """A demonstration night at the end of its last round: its boards until then, and its result by the contract."""

    def __init__(self, house: House, game: str) -> None:
        demo = Demo((game,), house.book, "2026-11-21", 8, ROUNDS)
        moments = [house.service.with_events(demo.night) for _ in demo.turns()]
        view_of = screens_of(game).board.view_of
        self.boards: list[tuple[bool, Any]] = [
            (night.game_on is not None, view_of(night, events.effective))
            for night, _, events in (*moments[::10], moments[-1])
        ]
        night, _, self.events = moments[-1]
        _, self.board = self.boards[-1]
        self.result: dict[str, Any] = result_of(night, self.events)
        with house.app.test_request_context():
            self.html = shown(night, self.events.effective)


def cards_of(game: str, events: NightEvents) -> list[list[tuple[str, str]]]:
    """The losing and the winning rank of each turn, deal by deal."""
    stood = [recorded.event for recorded in events.effective]
    if game == "faro":
        deals = tabs_of(stood)
        return [[(turn.loser, turn.winner) for turn in deal.turns if turn.winner] for deal in deals]
    return [[(coup.bank, coup.punters) for coup in stood if isinstance(coup, CoupDealt)]]


@pytest.mark.parametrize(("game", "turn", "pair"), [("faro", "turn", "split"), ("pharo", "coup", "doublet")])
def test_between_deals_the_board_has_the_cards_of_the_night(house: House, game: str, turn: str, pair: str) -> None:
    dealt = Dealt(house, game)
    turns = [tuple(card.rstrip("shdc") for card in cards) for deal in cards_of(game, dealt.events) for cards in deal]
    lost, won = Counter(loser for loser, _ in turns), Counter(winner for _, winner in turns)
    so_far = dealt.board.so_far
    assert so_far.ranks == tuple((rank, lost[rank], won[rank]) for rank, _, _ in so_far.ranks)
    assert len(so_far.ranks) == 13
    pairs = sum(loser == winner for loser, winner in turns)
    assert (so_far.deals, so_far.turns, so_far.pairs) == (ROUNDS, len(turns), pairs)
    assert f"{ROUNDS} deals · {len(turns)} {turn}s · {pairs} {pair}s" in dealt.html
    assert [bool(board.so_far) for _, board in dealt.boards] == [not is_on for is_on, _ in dealt.boards]


@pytest.mark.parametrize("game", ["faro", "pharo"])
def test_the_bets_of_the_last_deal_are_those_of_the_result(house: House, game: str) -> None:
    dealt = Dealt(house, game)
    whose = {
        laid.bet: laid.player
        for laid in (recorded.event for recorded in dealt.events.effective)
        if isinstance(laid, StakeLaid)
    }
    cents = Counter[str]()
    for row in dealt.result["bets"]:
        if row["deal"] == ROUNDS:
            cents[row["bet"]] += row["paid"] - row["taken"]
    won = Counter(whose[bet] for bet, gained in cents.items() if gained > 0)
    lost = Counter(whose[bet] for bet, gained in cents.items() if gained < 0)
    settled = bets_settled(dealt.events.effective, game)
    assert settled.keys() == (won | lost).keys()
    assert won
    assert lost
    for player, words in settled.items():
        numbers = [int(word) for word in words.replace(",", "").split() if word.isdigit()]
        assert numbers == [number for number in (won[player], lost[player]) if number], words
        assert words in dealt.html
    assert bets_settled(dealt.events.effective, "fan_tan") == {}


@pytest.mark.parametrize("game", ["fan_tan", "spoil_five"])
def test_between_hands_the_board_has_the_hands_that_each_player_won(house: House, game: str) -> None:
    dealt = Dealt(house, game)
    won = Counter(row["winner"] for row in dealt.result["hands"] if row["winner"])
    assert rounds_won(dealt.events.effective, game) == dealt.board.won == won
    assert len(won) == dealt.html.count('<i class="won">')
