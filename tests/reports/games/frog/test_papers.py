"""Frog on paper: the figures of every hand, sheets that say what came of it, nothing out of its place."""

from __future__ import annotations

from datetime import UTC

import pytest

from dealer.night.history import History
from events.effective_facts import effective
from reports.games.frog import HAND_WORDS
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.hands import HandsPlay, hands_play_of
from reports.sheets.dossier import rounds_of
from reports.sheets.papers import list_papers, name_of
from tests.reports.games.frog.hands import FOUR, hostile_frog, night_of_frog
from tests.reports.sheets.test_papers import words_of_html
from tests.support.geometry import faults_of

AT_UTC = RenderOptions(zone=UTC)


def play() -> HandsPlay:
    return hands_play_of((one.fact for one in effective(night_of_frog().facts)), HAND_WORDS)


def test_the_figures_of_the_hands_are_the_nets_and_the_rows_of_the_night() -> None:
    result = night_of_frog().result
    assert {player: line["net"] for player, line in result["players"].items()} == {
        player: play().net(player) * 25 for player in FOUR
    }
    for row in result["hands"]:
        assert row["net"] == {player: play().figures.of(row["hand"], player).net for player in row["net"]}


def test_every_hand_says_what_came_of_it_and_who_dealt() -> None:
    told = [(one.came_of_it, one.dealer) for one in rounds_of(History.of(night_of_frog().facts))]
    assert told == [
        ("Blue played chico, had 71 points and won 44 chips", "White"),
        ("everybody passed", "Black"),
        ("Black played grand, had 52 points and lost 48 chips", "Red"),
        ("Black played frog: sixty all, nothing is paid", "Blue"),
        ("voided", "White"),
        ("broken off by the close", "White"),
    ]


def test_each_hand_has_a_sheet() -> None:
    night = night_of_frog()
    names = [name_of(night.now, one) for one in list_papers(night.now, night.facts)]
    assert [name for name in names if "hand" in name] == [f"frog-hand-{number}" for number in range(1, 7)]


@pytest.mark.usefixtures("unprinted")
def test_a_sheet_says_who_played_what_and_what_was_paid() -> None:
    night = night_of_frog()
    said = words_of_html(night.sheet("frog-hand-1", AT_UTC))
    assert "Blue played chico, had 71 points and won 44 chips" in said
    assert "Blue chico; trumps spades 71 – 44 +44 +$11" in said
    assert "Red against – 22 – −22 −$5.50" in said
    assert "White sat out – – – 0 $0" in said
    assert "Black grand; trumps hearts 52" in words_of_html(night.sheet("frog-hand-3", AT_UTC))
    assert "Red passed" in words_of_html(night.sheet("frog-hand-2", AT_UTC))
    broken = words_of_html(night.sheet("frog-hand-6", AT_UTC))
    assert "broken off by the close" in broken
    assert "Black grand" in broken


@pytest.mark.usefixtures("unprinted")
def test_settlement_and_table_sheet_go_hand_by_hand() -> None:
    night = night_of_frog()
    settlement = words_of_html(night.sheet("settlement-2-blue", AT_UTC))
    table = words_of_html(night.sheet("table", AT_UTC))
    for sheet in (settlement, table):
        assert "Frog, hand by hand" in sheet
    assert "1 chico; trumps spades 71 – 44 +44 +$11" in settlement
    assert "Hand 5 was voided: a card lay face up" in table
    assert "Antes" not in table


@pytest.mark.parametrize(
    ("sheet", "style"),
    [
        ("frog-hand-1", HouseStyle(language="de", currency="EUR")),
        ("settlement-1-red", HouseStyle(language="es", currency="EUR", paper="Letter")),
        ("table", HouseStyle(language="fr", currency="EUR")),
    ],
)
def test_nothing_is_out_of_its_place_however_long_names_and_sums_are(sheet: str, style: HouseStyle) -> None:
    assert faults_of(hostile_frog().sheet(sheet, RenderOptions(style=style, zone=UTC))) == []
