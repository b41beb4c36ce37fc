"""Hands for chips on paper: every chip by the moves of money, players and pot adding up to nothing."""

from __future__ import annotations

from datetime import UTC

import pytest
from msgspec.structs import replace

from events.effective_facts import effective
from events.facts.fact import Fact
from events.games.farmer import FarmWon
from reports.games.farmer.hands import HAND_WORDS as OF_FARMER
from reports.games.spoil_five.hands import HAND_WORDS as OF_SPOIL_FIVE
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.hands import HandFigures, HandsPlay, HandWords, hands_play_of, player_part, table_part
from reports.rounds.sums import DoesNotAddUp
from tests.reports.rounds.pots import SEATS, hostile_pots, night_of_pots
from tests.support.geometry import faults_of


def facts() -> list[Fact]:
    return [one.fact for one in effective(night_of_pots().facts)]


def play(words: HandWords) -> HandsPlay:
    return hands_play_of(facts(), words)


def test_what_each_paid_and_got_is_told_apart_by_pot_and_players() -> None:
    farmer = play(OF_FARMER)
    assert farmer.figures.of(1, "red") == HandFigures(into_pot=1, from_players=4)
    assert farmer.figures.of(1, "blue") == HandFigures(into_pot=1, to_players=2)
    assert farmer.figures.of(1, "black") == HandFigures(into_pot=1, to_players=1, from_players=1 + 1 + 6)
    assert farmer.figures.of(2, "red").from_pot == 10
    assert play(OF_SPOIL_FIVE).figures.of(3, "blue") == HandFigures(into_pot=1, from_pot=15, from_players=4)


@pytest.mark.parametrize("words", [OF_FARMER, OF_SPOIL_FIVE], ids=lambda words: words.game)
def test_players_and_pot_come_to_nothing_and_to_the_settlements_nets(words: HandWords) -> None:
    of_game = play(words)
    assert sum(of_game.net(player) for player in SEATS) + of_game.left == 0
    for player in SEATS:
        part = player_part(of_game, player)
        assert part.net_cents + sum(line.cents for line in part.beside) == of_game.net(player) * of_game.chip_cents
    assert table_part(of_game, night_of_pots().now).pot_cents == 0


def test_both_games_together_are_the_night() -> None:
    nets = {player: line["net"] for player, line in night_of_pots().result["players"].items()}
    farmer, spoil_five = play(OF_FARMER), play(OF_SPOIL_FIVE)
    assert nets == {player: farmer.net(player) * 25 + spoil_five.net(player) * 25 for player in SEATS}


def test_a_fact_that_says_otherwise_stops_the_paper() -> None:
    said = [replace(one, chips=one.chips + 1) if isinstance(one, FarmWon) else one for one in facts()]
    with pytest.raises(DoesNotAddUp):
        hands_play_of(said, OF_FARMER)


@pytest.mark.parametrize(
    ("sheet", "style"),
    [
        ("farmer-hand-1", HouseStyle(language="de", currency="EUR")),
        ("spoil-five-hand-1", HouseStyle(language="fr", currency="EUR", paper="Letter")),
        ("settlement-1-red", HouseStyle(language="es", currency="EUR", paper="Letter")),
        ("table", HouseStyle(language="de", currency="EUR")),
    ],
)
def test_nothing_is_out_of_its_place_however_long_names_and_sums_are(sheet: str, style: HouseStyle) -> None:
    assert faults_of(hostile_pots().sheet(sheet, RenderOptions(style=style, zone=UTC))) == []
