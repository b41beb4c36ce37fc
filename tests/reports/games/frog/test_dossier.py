"""Frog in sentences: what was bid and paid in a hand, by which rule, and a disputed turn."""

from __future__ import annotations

from dealer.night.history import History
from events.facts.play import BidMade
from events.games.frog import FrogHandPassedOut, FrogHandSettled
from reports.games.frog import turn_done
from reports.sheets.dossier import round_story
from tests.support.pure import PureNight
from tests.support.tables import calls, match_night


def told(table: PureNight, number: int) -> list[tuple[str, str]]:
    return [(line.text, line.reason) for line in round_story(History.of(table.recorded), (), "frog", number)]


def played() -> PureNight:
    """Chico over frog with 71 points; a dead hand; sixty at grand."""
    table = match_night("frog", "red white blue")
    table("start_hand", dealer="blue")
    table("bid", player="red", bid="frog")
    table("bid", player="white", bid="chico")
    calls(table, "blue pass", "red pass")
    table("score_hand", points=71)
    table("start_hand", dealer="red")
    calls(table, "white pass", "blue pass", "red pass")
    table("start_hand", dealer="white")
    table("contract", player="blue", bid="grand")
    table("score_hand", points=60)
    return table


def test_a_hand_is_told_with_the_rules_of_its_bids_and_its_price() -> None:
    table = played()
    assert told(table, 1) == [
        ("Blue deals hand 1.", "Rule 11.1: the deal goes to the left"),
        ("Turn 1: Red bids frog.", "Rule 11.2: each bid is higher than the one before"),
        ("Turn 2: White bids chico.", "Rule 11.2: each bid is higher than the one before"),
        ("Turn 3: Blue passes.", ""),
        ("Turn 4: Red passes.", ""),
        (
            "Turn 5: Hand 1, chico: White has 71 points: Red −22, White +44 and Blue −22.",
            "Rule 11.3: each opponent pays the bidder for every point over sixty",
        ),
    ]
    assert told(table, 2)[-1] == (
        "Turn 4: Hand 2 is dead: everybody passed.",
        "Rule 11.2: nobody has bid: the hand is dead",
    )
    assert [reason for _said, reason in told(table, 3)][1:] == [
        "Rule 10.2: the outcome of the bidding stands in place of its calls",
        "Rule 11.3: at sixty nothing is paid",
    ]


def test_a_turn_is_called_by_what_was_done_in_it() -> None:
    table = played()
    done = {type(one.fact): turn_done("turn 1", one.fact, table.now) for one in table.recorded}
    assert done[BidMade] == "turn 1, when White spoke"
    assert done[FrogHandPassedOut] == "turn 1, when everybody had passed"
    assert done[FrogHandSettled] == "turn 1, when the hand was scored"
