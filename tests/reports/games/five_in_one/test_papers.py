"""Five in One on paper: every chip by its part, sheets that say what came of it, nothing out of its place."""

from __future__ import annotations

from datetime import UTC

import pytest
from msgspec.structs import replace

from events.effective_facts import effective
from events.facts.fact import Fact
from events.games.five_in_one import ChipsWon, PartSettled
from reports.games.five_in_one import FiveInOnePlay, five_in_one_play_of, player_part, round_sheet_view, table_part
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.statement import DoesNotAddUp
from reports.sheets.papers import list_papers, name_of
from tests.reports.games.five_in_one.rounds import TEN, THREE, night_of_rounds, night_of_ten
from tests.reports.sheets.test_papers import words_of_html
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


@pytest.mark.usefixtures("unprinted")
def test_a_sheet_says_what_each_part_brought_who_tied_and_which_cards_were_called() -> None:
    night = night_of_rounds()
    first = words_of_html(night.sheet("five-in-one-round-1", AT_UTC))
    assert "Red +2 −1 0 −3 −4 −6 −$1.50" in first
    assert "4 hits, in bold frames" in first
    hits = [one.card for one in round_sheet_view(night.now, night.facts, 1, UTC).turned if one.hit]
    assert hits == ["2", "5", "6", "8"]
    tied = words_of_html(night.sheet("five-in-one-round-3", AT_UTC))
    assert "Best cold hand tied" in tied
    assert "no hit" in tied
    assert "This round was voided. the pack was short" in words_of_html(night.sheet("five-in-one-round-2", AT_UTC))
    assert "This round is not finished." in words_of_html(night.sheet("five-in-one-round-4", AT_UTC))


@pytest.mark.usefixtures("unprinted")
def test_settlement_and_table_sheet_go_round_by_round() -> None:
    night = night_of_rounds()
    settlement, table = (
        words_of_html(night.sheet("settlement-1-red", AT_UTC)),
        words_of_html(night.sheet("table", AT_UTC)),
    )
    assert "1 +2 −1 0 −3 −4 −6 −$1.50" in settlement
    assert "Five in One, round by round in chips of $0.25" in settlement
    assert "chips that changed hands, of $0.25 each" in table
    assert "Round 2 was voided: the pack was short" in table
    part = table_part(play(), night.now)
    assert (part.pot_cents, part.counted) == (None, ("1 round voided",))


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
