"""Five in One on paper: every chip by its part, sheets that say what came of it, nothing out of its place."""

from __future__ import annotations

from datetime import UTC

import pytest
from msgspec.structs import replace

from events.effective_facts import effective
from events.facts.fact import Fact
from events.games.five_in_one import ChipsWon, PartSettled
from reports.games.five_in_one.parts import player_part
from reports.games.five_in_one.play import FiveInOnePlay, five_in_one_play_of
from reports.games.five_in_one.round_sheet import round_sheet_view
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.sums import DoesNotAddUp
from reports.sheets.papers import list_papers, name_of
from tests.reports.games.five_in_one.rounds import TEN, THREE, night_of_rounds, night_of_ten
from tests.support.geometry import faults_of
from tests.support.tagged import read_tagged

AT_UTC = RenderOptions(zone=UTC)
GERMAN = HouseStyle(language="de", currency="EUR")
SPANISH = HouseStyle(language="es", currency="EUR", paper="Letter")


def facts() -> list[Fact]:
    return [one.fact for one in effective(night_of_rounds().facts)]


def play() -> FiveInOnePlay:
    return five_in_one_play_of(facts())


def test_what_each_part_brought_adds_up_to_the_nets_of_the_night() -> None:
    rounds = play().rounds
    assert [(one.number, one.over, one.voided) for one in rounds] == [
        (1, True, None),
        (2, False, "the pack was short"),
        (3, True, None),
        (4, False, None),
    ]
    assert {player: rounds[0].net(player) for player in THREE} == {"red": -6, "blue": -3, "white": 9}
    assert [rounds[0].changed_hands(part) for part in rounds[0].won] == [2, 2, 0, 3, 8]
    nets = {player: line["net"] for player, line in night_of_rounds().result["players"].items()}
    assert nets == {player: player_part(play(), player).net_cents for player in THREE}


def test_the_rows_of_the_result_are_the_rounds_that_are_over() -> None:
    rows = night_of_rounds().result["hands"]
    over = [one for one in play().rounds if one.over]
    assert [(row["hand"], row["hits"]) for row in rows] == [(one.number, one.hits) for one in over] == [(1, 4), (3, 0)]
    for row, one in zip(rows, over, strict=True):
        assert row["net"] == {player: one.net(player) for player in one.players}


def test_a_part_whose_chips_are_not_what_moved_stops_the_paper() -> None:
    wrong = (ChipsWon(player="red", chips=3), ChipsWon(player="blue", chips=-3))
    said = [replace(one, won=wrong) if isinstance(one, PartSettled) else one for one in facts()]
    with pytest.raises(DoesNotAddUp):
        five_in_one_play_of(said)


def test_each_round_has_a_sheet_and_one_that_was_not_dealt_has_none() -> None:
    night = night_of_rounds()
    names = [name_of(night.now, one) for one in list_papers(night.now, night.facts)]
    assert [name for name in names if "round" in name] == [f"five-in-one-round-{number}" for number in range(1, 5)]
    with pytest.raises(LookupError, match="round 5"):
        round_sheet_view(night.now, night.facts, 5, UTC)


@pytest.mark.parametrize(
    ("sheet", "style"),
    [
        ("five-in-one-round-1", GERMAN),
        ("five-in-one-round-1", SPANISH),
        ("table", GERMAN),
        ("settlement-1-red", SPANISH),
    ],
    ids=lambda one: getattr(one, "language", one),
)
def test_ten_players_of_long_names_have_room(sheet: str, style: HouseStyle) -> None:
    night = night_of_ten()
    assert len(night.now.seats) == len(TEN)
    assert faults_of(night.sheet(sheet, RenderOptions(zone=UTC, style=style))) == []


@pytest.mark.parametrize(
    ("style", "heads"),
    [
        (GERMAN, ["Runde", "Geber", "Plus oder Minus", "Cold Hand", "Bango", "Put and Take", "Trostrunde", "Treffer"]),
        (SPANISH, ["Ronda", "Reparte", "Más o menos", "Cold Hand", "Bango", "Put and Take", "Consolación", "Aciertos"]),
    ],
    ids=["de", "es"],
)
def test_no_word_above_the_parts_is_broken_beside_names_of_one_long_word(style: HouseStyle, heads: list[str]) -> None:
    table = read_tagged(night_of_ten().sheet("table", replace(AT_UTC, style=style)))
    above = [[" ".join(run.text for run in cell.runs) for cell in one.cells[0]] for one in table.root.all("Table")]
    assert heads in [one[:8] for one in above]
