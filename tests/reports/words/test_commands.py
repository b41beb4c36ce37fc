"""Commands in words: what each is called, what it asked for, whatever a book may hold, and what waits to be sent."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.games import GAMES
from dealer.night.command_parsing import words
from reports.words.cards import cards_in_words
from reports.words.commands import asked_for, command_called, waiting_words
from tests.support.pure import PureNight


@pytest.fixture(scope="module")
def table() -> PureNight:
    """A Faro night with a coppered bet and two players."""
    made = PureNight()
    made("open_night", table="T", date="2026-11-21", game="faro", house="american", roll=500_000, dealer="D")
    for player, name in (("red", "Ada Lamb"), ("blue", "Wm. Hart")):
        made("seat_player", player=player, name=name)
        made("buy_checks", player=player, amount=20_000)
    made("start_deal")
    made("expose_soda", card="5s")
    made("place_bet", bet="a", player="red", kind="split", ranks=["Q", "K"], stake=500)
    return made


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (
            {
                "do": "place_bet",
                "bet": "z",
                "player": "blue",
                "kind": "single",
                "ranks": ["7"],
                "stake": 250,
                "coppered": True,
            },
            "Wm. Hart lays $2.50 on the 7, coppered.",
        ),
        (
            {"do": "place_bet", "bet": "z", "player": "blue", "kind": "split", "ranks": ["A", "9"], "stake": 250},
            "Wm. Hart lays $2.50 on split A-9.",
        ),
        ({"do": "void", "reason": "He meant the J."}, "The last command is taken back: He meant the J."),
        ({"do": "press_bet", "bet": "a", "add": 500}, "Ada Lamb’s bet on splitting the Q-K is pressed by $5."),
        (
            {"do": "move_bet", "bet": "a", "kind": "high_card"},
            "Ada Lamb’s bet on splitting the Q-K is moved to high card.",
        ),
        ({"do": "copper_bet", "bet": "gone"}, "A bet that does not lie there is coppered."),
        ({"do": "bar_bet", "bet": "a", "turns": 1}, "Ada Lamb’s bet on splitting the Q-K is barred for 1 turn."),
        ({"do": "lay", "player": "red", "cards": ["7d", "7s"]}, "Ada Lamb lays 7♦ and 7♠."),
        ({"do": "lay", "player": "red"}, "Ada Lamb lays nothing."),
        ({"do": "show_hand", "player": "blue", "cards": ["7d"]}, "Wm. Hart shows 7♦."),
        (
            {"do": "raise_dispute", "dispute": "d", "player": "red", "about": "a", "claim": "coppered"},
            "Ada Lamb disputes Ada Lamb’s bet on splitting the Q-K: “coppered”.",
        ),
        (
            {"do": "raise_dispute", "dispute": "d", "player": "red", "about": "gone", "claim": "coppered"},
            "Ada Lamb disputes a bet that does not lie there: “coppered”.",
        ),
        (
            {"do": "raise_dispute", "dispute": "d", "player": "red", "about": 3, "claim": "coppered"},
            "Ada Lamb disputes turn 3 of deal 1: “coppered”.",
        ),
        ({"do": "buy_checks", "player": "nobody", "amount": 500}, "nobody buys checks for $5."),
        ({"do": "buy_checks", "player": "red", "amount": "much"}, "“Buy checks”, but not so that it reads."),
        ({"do": "dance\n"}, "A command of no known word: “dance\\n”."),
        ({"do": "x" * 90}, f"A command of no known word: “{'x' * 60}…”."),
        ({}, "A command of no known word: “None”."),
    ],
)
def test_what_was_asked(table: PureNight, document: dict[str, Any], said: str) -> None:
    assert asked_for(table.now, document) == said


def test_cards_can_be_written_out(table: PureNight) -> None:
    laid = {"do": "lay", "player": "red", "cards": ["7d", "7s"]}
    assert asked_for(table.now, laid, cards_in_words) == "Ada Lamb lays the 7 of diamonds and the 7 of spades."


def test_every_command_has_a_name_of_its_own_that_is_not_its_word() -> None:
    called = {word: command_called(word) for word in words()}
    for word, name in called.items():
        assert "_" not in name
        assert name[0].isupper() or name[0] == "“", word
    assert len(set(called.values())) == len(called)
    assert command_called("no_such_word") == "no such word"


def test_a_command_that_waits_goes_by_its_own_words_else_by_what_it_names() -> None:
    texts = waiting_words([*GAMES.values()])
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


def test_of_what_waits_only_what_the_night_takes_is_told() -> None:
    assert "lay" not in waiting_words([GAMES["faro"]])
