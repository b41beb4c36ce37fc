"""Chicago's form: a box a deal with its lines, part scores until a game wipes them out, and notes of the rest."""

from __future__ import annotations

from datetime import UTC

import pytest

from events.effective_facts import effective
from reports.games.four_deal_bridge.chicago import Box, boxes_of, contract_tables
from reports.render_options import HouseStyle, RenderOptions
from reports.score_pad.play import matches_play_of
from tests.reports.score_pad.nights import bridge_night, hostile_bridge
from tests.support.geometry import faults_of

NAMES = {player: player.title() for player in ("north", "east", "south", "west")}


def boxes(match: int) -> tuple[Box, ...]:
    """The boxes of a match."""
    play = matches_play_of((one.fact for one in effective(bridge_night().facts)), "four_deal_bridge")
    return boxes_of(play.match_called(match))


def test_the_rulebooks_four_deals_fill_four_boxes() -> None:
    assert [(box.deal, box.contract, [(line.what, line.points) for line in box.lines]) for box in boxes(1)] == [
        (1, "2♥", [("2 tricks bid and made", (60, 0))]),
        (2, "4♠ doubled", [("1 trick down", (200, 0))]),
        (3, "2♣", [("2 tricks bid and made", (40, 0)), ("1 overtrick", (20, 0)), ("the game", (500, 0))]),
        (4, "1 no trump", [("1 trick bid and made", (0, 40)), ("the part score", (0, 100))]),
    ]
    assert [box.hand.score for box in boxes(1) if box.hand] == [(60, 0), (260, 0), (820, 0), (820, 140)]


def test_part_scores_last_until_a_game_wipes_out_both_sides() -> None:
    assert [box.part_scores for box in boxes(1)] == [(60, 0), (60, 0), (0, 0), (0, 40)]


def test_boxes_of_a_match_that_was_left_stay_empty() -> None:
    first, second, *rest = boxes(2)
    assert (first.contract, first.over is None) == ("7 no trump redoubled", False)
    assert second.notes == ("hand 2: broken off by the close",)
    assert [(box.over, box.lines, box.contract, box.vulnerable_said(NAMES)) for box in (second, *rest)] == [
        (None, (), "", "")
    ] * 3


def test_the_small_tables_are_those_of_the_score() -> None:
    made, down = contract_tables()
    assert made.rows[0] == ("1", "20", "30", "40")
    assert made.rows[-1] == ("7", "140", "210", "220")
    assert down.rows[0] == ("1", "50", "100", "200", "100", "200", "400")
    assert down.rows[3] == ("4", "200", "800", "1600", "400", "1100", "2200")


@pytest.mark.parametrize(
    "style", [HouseStyle(language="de", currency="EUR"), HouseStyle(language="fr", paper="Letter")]
)
def test_nothing_is_out_of_its_place_however_long_names_are(style: HouseStyle) -> None:
    options = RenderOptions(style=style, zone=UTC)
    assert faults_of(hostile_bridge().sheet("four-deal-bridge-match-1", options)) == []
