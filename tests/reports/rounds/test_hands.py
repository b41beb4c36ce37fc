"""Hands for chips on paper: every chip by the moves of money, players and pot adding up to nothing."""

from __future__ import annotations

from datetime import UTC

import pytest
from msgspec.structs import replace

from dealer.night.history import History
from events.effective_facts import effective
from events.facts.fact import Fact
from events.games.farmer import FarmWon
from reports.games.farmer import HAND_WORDS as OF_FARMER
from reports.games.spoil_five import HAND_WORDS as OF_SPOIL_FIVE
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.hands import HandFigures, HandsPlay, HandWords, hands_play_of, player_part, table_part
from reports.rounds.statement import DoesNotAddUp
from reports.sheets.dossier import rounds_of
from reports.sheets.papers import list_papers, name_of
from tests.reports.rounds.pots import SEATS, hostile_pots, night_of_pots
from tests.reports.sheets.test_papers import words
from tests.support.geometry import faults_of

AT_UTC = RenderOptions(zone=UTC)


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


def test_every_hand_says_what_came_of_it_and_who_dealt() -> None:
    history = History.of(night_of_pots().facts)
    assert [(one.called, one.came_of_it) for one in rounds_of(history)] == [
        ("hand 1 of Farmer", "the farm stayed; Red was nearest"),
        ("hand 2 of Farmer", "Red took the farm of 10 chips"),
        ("hand 3 of Farmer", "voided"),
        ("hand 4 of Farmer", "the farm stayed; Black was nearest"),
        ("hand 5 of Farmer", "broken off by the close"),
        ("hand 1 of Spoil Five", "the pool is spoilt"),
        ("hand 2 of Spoil Five", "the pool is spoilt"),
        ("hand 3 of Spoil Five", "Blue took the pool of 15 chips"),
    ]


def test_each_hand_has_a_sheet_of_its_own_name() -> None:
    night = night_of_pots()
    names = [name_of(night.now, one) for one in list_papers(night.now, night.facts)]
    assert [name for name in names if "hand" in name] == [
        *(f"farmer-hand-{number}" for number in (1, 2, 3)),
        *(f"spoil-five-hand-{number}" for number in (1, 2, 3)),
        *(f"farmer-hand-{number}" for number in (4, 5)),
    ]


def test_a_sheet_says_what_was_shown_what_it_counted_and_what_was_paid() -> None:
    said = words(night_of_pots().sheet("farmer-hand-2", AT_UTC))
    assert "Red took the farm of 10 chips" in said
    assert "5 chips lay in the pot from before" in said
    assert "Red 10 6 16 1 – 10 – +9 +$2.25" in said
    voided = words(night_of_pots().sheet("farmer-hand-3", AT_UTC))
    assert "This hand was voided. the pack was short" in voided
    spoilt = words(night_of_pots().sheet("spoil-five-hand-2", AT_UTC))
    assert "a revoke" in spoilt
    assert "the pool is spoilt" in spoilt


def test_settlement_and_table_sheet_go_hand_by_hand() -> None:
    night = night_of_pots()
    settlement, table = words(night.sheet("settlement-1-red", AT_UTC)), words(night.sheet("table", AT_UTC))
    for title in ("Farmer, hand by hand", "Spoil Five, hand by hand"):
        assert title in settlement
        assert title in table
    assert "Part of the pot that nobody had won, 1 chip" in settlement
    assert "Hand 3 was voided: the pack was short" in table


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
