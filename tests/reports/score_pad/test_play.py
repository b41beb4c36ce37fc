"""Matches on paper: every point and cent comes out by two ways, in the settlements and for the house."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import pytest
from msgspec.structs import replace

from events.effective_facts import effective
from events.facts.fact import Fact
from events.facts.matches import HandScored, MatchPayment, MatchSettled
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.sums import DoesNotAddUp
from reports.score_pad.play import MatchesPlay, MatchState, matches_play_of, player_part
from reports.sheets.settlement import Settlement, settlement_view
from tests.reports.score_pad.nights import PLAYERS, hostile_matches, mixed_night
from tests.support.geometry import faults_of


def facts() -> list[Fact]:
    return [one.fact for one in effective(mixed_night().facts)]


def play(*, closed: bool = True) -> MatchesPlay:
    return matches_play_of((one.fact for one in effective(mixed_night(closed=closed).facts)), "five_hundred")


def test_the_score_runs_from_hand_to_hand_and_a_voided_one_leaves_it() -> None:
    first = play().match_called(1)
    assert [(one.number, one.score) for one in first.hands] == [
        (1, (140, 10, 0)),
        (2, (140, 10, 250)),
        (3, (140, 10, 250)),
        (4, (150, -240, 260)),
        (5, (470, -240, 280)),
        (6, (470, -240, 280)),
        (7, (510, -210, 290)),
    ]
    assert [one.number for one in first.hands if one.voided is not None] == [3]
    assert [one.hand for one in first.rows] == [1, 2, 4, 5, 6, 7]


def test_a_match_is_settled_abandoned_or_left_by_the_close() -> None:
    assert [one.state for one in play().matches] == [MatchState.SETTLED, MatchState.ABANDONED, MatchState.LEFT]
    assert play(closed=False).matches[-1].state is MatchState.ON
    assert [one.came_to("red") for one in play().matches] == ["won", "abandoned", "left as it stood at the close"]
    assert play().match_called(1).came_to("blue") == "lost"
    with pytest.raises(LookupError):
        play().match_called(4)


def test_a_player_pays_and_gets_the_difference_at_the_price_and_the_stake() -> None:
    first = play().match_called(1)
    assert first.got_cents("red") == (510 + 210) * 5 + (510 - 290) * 5 + 2 * 500
    assert (first.paid_cents("blue"), first.paid_cents("white")) == (4_100, 1_600)
    assert sum(first.net_cents(player) for player in PLAYERS) == 0


def settlement(player: str) -> Settlement:
    night = mixed_night()
    return settlement_view(night.now, night.facts, player, UTC)


@pytest.mark.parametrize("player", PLAYERS)
def test_a_settlement_adds_up_bank_pots_and_score_games_in_a_line_each(player: str) -> None:
    view = settlement(player)
    said = [line.what for line in view.won_at]
    assert said[:2] == ["At the bank: Faro, 1 deal", "In pots and chips: Farmer, 1 hand"]
    assert said[2].startswith("At score games: Five Hundred, ")
    assert sum(line.cents for line in view.won_at) == view.net_cents == mixed_night().result["players"][player]["net"]
    assert [line.cents for line in view.won_at] == [
        view.parts[game].net_cents for game in ("faro", "farmer", "five_hundred")
    ]


def test_what_was_won_at_two_games_of_a_kind_is_one_line() -> None:
    night = hostile_matches()
    (line,) = settlement_view(night.now, night.facts, "blue", UTC).won_at
    assert line.what == "At score games: Five Hundred, 2 matches; Big Three, 1 match"
    assert line.cents == night.result["players"]["blue"]["net"] == 300 * 5 * 2


def test_who_played_no_match_has_none() -> None:
    part = player_part(matches_play_of(facts()[:1], "five_hundred"), "red")
    assert (part.view.rows, part.net_cents, part.summary) == ((), 0, "Five Hundred, 0 matches")


def _first(kind: type[Any]) -> Any:
    return next(one for one in facts() if isinstance(one, kind))


@pytest.mark.parametrize(
    ("kind", "otherwise"),
    [
        (HandScored, {"points": (130, 10, 0)}),
        (MatchSettled, {"moves": ()}),
        (MatchSettled, {"paid": (MatchPayment(payer="blue", payee="red", amount_cents=1),)}),
    ],
)
def test_a_fact_that_says_otherwise_stops_the_paper(kind: type[Fact], otherwise: dict[str, Any]) -> None:
    forged = replace(_first(kind), **otherwise)
    said = [forged if one == _first(kind) else one for one in facts()]
    with pytest.raises(DoesNotAddUp):
        matches_play_of(said, "five_hundred")


@pytest.mark.parametrize(
    ("sheet", "style"),
    [
        ("settlement-1-red", HouseStyle(language="fr", currency="EUR", paper="Letter")),
        ("table", HouseStyle(language="de", currency="EUR")),
    ],
)
def test_nothing_is_out_of_its_place_however_long_names_and_sums_are(sheet: str, style: HouseStyle) -> None:
    assert faults_of(hostile_matches().sheet(sheet, RenderOptions(style=style, zone=UTC))) == []
