"""What is sought among commands: by words, player, command, deal or hand, turn and outcome, one or several at once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.pure import AskedNight, bet, faro, turn
from web.audit.search import Search
from web.looking_back.steps import Step, Steps

DEVICES = {"tablet-7": "Behind the bar"}
NAMES = {"red": "Ada Lamb", "blue": "Straße"}


@pytest.fixture(scope="module")
def steps() -> tuple[Step, ...]:
    """Commands 1 to 7 open the night; two bets, one of them too late, a card taken back, and another deal."""
    night: AskedNight = faro(
        bet("a", "Q"),
        {"do": "draw_loser", "card": "Qd"},
        bet("late", "J", player="blue"),
        {"do": "draw_winner", "card": "Jd"},
        {"do": "void"},
        {"do": "draw_winner", "card": "9d"},
        bet("b", "9", player="blue"),
        turn("9s", "8s"),
        {"do": "void_deal", "reason": "A card is missing"},
        {"do": "start_deal"},
    )
    commands = [*night.commands[:-1], replace(night.commands[-1], who="M. Earp", device="tablet-7")]
    return Steps().continued(night.history, commands).made


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ({}, list(range(1, 18))),
        ({"player": "blue"}, [4, 5, 10, 14, 15]),
        ({"kind": "place_bet"}, [8, 10, 14]),
        ({"kind": "place_bet", "player": "blue", "outcome": "stands"}, [14]),
        ({"outcome": "refused"}, [10]),
        ({"outcome": "taken_back"}, [11]),
        ({"part": "deal 1", "turn": "2"}, [14, 15]),
        ({"part": "after deal 1"}, [16]),
        ({"turn": "9"}, []),
        ({"words": "bets_closed"}, [10]),
        ({"words": "REFUSED"}, [10]),
        ({"words": "taken back"}, [11, 12]),
        ({"words": "9♠"}, [15]),
        ({"words": "deal 1,"}, [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
        ({"words": "17"}, [17]),
        ({"words": "earp"}, [17]),
        ({"words": "tablet-7"}, [17]),
        ({"words": "the bar"}, [17]),
        ({"words": "  place_bet   strasse "}, [10, 14]),
        ({"words": "lamb", "kind": "buy_checks"}, [3]),
        ({"words": "missing"}, [16]),
    ],
)
def test_the_commands_found_are_those_sought(steps: tuple[Step, ...], sought: dict[str, str], found: list[int]) -> None:
    assert [step.number for step in Search(**sought).among(steps, NAMES, DEVICES)] == found


def test_an_address_keeps_what_is_sought_and_a_page_reads_what_its_form_has() -> None:
    sent = {"words": " a bet ", "player": "red", "turn": "", "kind": "void", "page": "2"}
    search = Search.read(sent, "words", "player", "turn")
    assert search == Search(words="a bet", player="red")
    assert search.address == {"words": "a bet", "player": "red"}
    assert Search().address == {}
