"""Frog on paper: the figures of every hand, sheets that say what came of it, nothing out of its place."""

from __future__ import annotations

from datetime import UTC

import pytest

from events.effective_facts import effective
from reports.games.frog.hands import HAND_WORDS
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.hands import HandsPlay, hands_play_of
from tests.reports.games.frog.hands import FOUR, hostile_frog, night_of_frog
from tests.support.geometry import faults_of


def play() -> HandsPlay:
    return hands_play_of((one.fact for one in effective(night_of_frog().facts)), HAND_WORDS)


def test_the_figures_of_the_hands_are_the_nets_and_the_rows_of_the_night() -> None:
    result = night_of_frog().result
    assert {player: line["net"] for player, line in result["players"].items()} == {
        player: play().net(player) * 25 for player in FOUR
    }
    for row in result["hands"]:
        assert row["net"] == {player: play().figures.of(row["hand"], player).net for player in row["net"]}


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
