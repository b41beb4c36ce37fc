"""What waits to be sent is told in texts that the script fills in: every command of a night has one."""

from __future__ import annotations

from dealer.games import GAMES
from reports.words.waiting import waiting_words


def test_a_command_goes_by_its_own_words_else_by_what_it_names() -> None:
    texts = waiting_words(GAMES.values())
    told = ("place_bet", "copper_bet", "take_down_all", "draw_loser", "start_hand", "lay", "settle_hand", "end_deal")
    assert {word: texts[word] for word in told} == {
        "place_bet": "%(name)s %(amount)s on %(place)s%(coppered)s",
        "copper_bet": "%(bet)s: copper",
        "take_down_all": "%(name)s: take down all",
        "draw_loser": "loser %(card)s",
        "start_hand": "start the hand, %(name)s deals",
        "lay": "%(name)s lays %(cards)s",
        "settle_hand": "pay the pot",
        "end_deal": "end the deal",
    }
    of_money = ("buy_checks", "raise_roll", "lend_stake", "leave_table", "void", "close_night")
    assert [texts[word] for word in of_money] == [
        "%(name)s: buy checks %(amount)s",
        "raise roll %(amount)s",
        "lend stake %(amount)s",
        "%(name)s: leave table",
        "take back",
        "close the night",
    ]


def test_only_what_the_night_takes_is_told() -> None:
    assert "lay" not in waiting_words([GAMES["faro"]])
