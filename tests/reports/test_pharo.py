"""Pharo on paper: figures that add up, the names of chains, warnings, the bank's percentages."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import pytest
from msgspec.structs import replace

from dealer.commands.fields import MOST_CENTS
from dealer.games.pharo.commands import PharoHouse
from dealer.night.night import Seat
from events.effective_events import effective
from reports.games.pharo.papers import BOXES, percentages_of, play_of
from reports.games.pharo.words import chain_called
from reports.pdf.render import to_html
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.bank import table_part
from reports.sheets.round_sheet import sheet_view
from reports.sheets.table_sheet import print_table_sheet, table_sheet_view
from reports.words.sentences import sentence_of
from tests.oracle.random_games import random_mixed_night, random_night_of
from tests.reports import nights
from tests.reports.nights import seated
from tests.support.pdf import faults_of, read_tagged
from tests.support.pure import PureNight
from tests.support.tables import PharoNight


def night_with_chains() -> PharoNight:
    """A deal in which red takes a sept et le va on the Q, blue loses a paix-paroli, and a doublet halves white."""
    table = PharoNight()
    red, blue, white = table.bet("Q"), table.bet("J-Q-K", player="blue"), table.bet("7", 150, "white")
    for bank, punters in (("2s", "Qs"), ("2h", "Qh")):
        table.coup(bank, punters)
        table("paroli", bet=red)
        table("paroli" if bank == "2s" else "paix", bet=blue)
    table("mask_bet", bet=blue)
    table.coup("7s", "7h")
    table.coup("2d", "Qd")
    table("take_win", bet=red)
    table("unmask_bet", bet=blue)
    table.coup("Ks", "3s")
    table("take_down_bet", bet=white)
    return table


def test_a_name_of_one_long_word_leaves_the_chains_room_for_their_words() -> None:
    table = PharoNight()
    red = table.bet("Q")
    for bank, punters in (("2s", "Qs"), ("2h", "Qh"), ("2d", "Qd")):
        table.coup(bank, punters)
        table("paroli", bet=red)
    table.coup("2c", "Qc")
    table("take_win", bet=red)
    now = replace(table.now, seats=table.now.seats | {"red": Seat(nights.LONGEST_NAMES[1])})
    sheet = print_table_sheet(table_sheet_view(now, table.recorded, UTC), RenderOptions(zone=UTC))
    rows = [row for one in read_tagged(sheet).root.all("Table") for row in one.cells if len(row) == 8]
    (told,) = [row[4] for row in rows if "quinze" in row[4].text]
    assert len({round(run.box.bottom) for run in told.runs}) == 1


@pytest.mark.parametrize("sheet", ["table", "settlement-1-red", "pharo-deal-1"])
def test_the_largest_sums_and_longest_names_stay_on_the_paper(sheet: str) -> None:
    check = MOST_CENTS // 10_000
    lines: list[dict[str, Any]] = [
        nights.opening(game="pharo", house={"check": check, "limit": MOST_CENTS}, roll=MOST_CENTS, backers=[]),
        *seated(("red", "blue"), checks=MOST_CENTS, names=(nights.LONGEST_NAMES[6], nights.LONGEST_NAMES[1])),
        {"do": "start_deal"},
        {"do": "show_bottom", "card": "As"},
        nights.bet("won", "red", 150 * check),
        nights.bet("lost", "blue", 2_500 * check, ranks=["2"]),
        nights.bet("halved", "blue", 5_000 * check, ranks=["7"]),
    ]
    for bank, punters in (("3s", "Qs"), ("3h", "Qh"), ("7s", "7h"), ("2d", "Qd")):
        lines += [{"do": "coup", "bank": bank, "punters": punters}, {"do": "paroli", "bet": "won"}]
    lines += [{"do": "coup", "bank": "5s", "punters": "Qc"}, {"do": "take_win", "bet": "won"}, {"do": "close_night"}]
    made = nights.played(lines)
    assert [one["do"] for one in made.result["refused"]] == ["paroli"], "after the coup that brought them nothing"
    assert made.result["bank"]["play"] == check * (2_500 + 2_500 - 15 * 150)
    options = RenderOptions(style=HouseStyle(language="de", currency="EUR"), zone=UTC)
    assert faults_of(made.sheet(sheet, options)) == []


@pytest.mark.parametrize("seed", range(12))
def test_random_nights_add_up_on_paper(seed: int) -> None:
    night = PureNight().play(random_night_of("pharo", seed))
    result = night.result()
    play = play_of([one.event for one in effective(night.recorded)])
    part = table_part(play, night.now)
    assert part.bank_play_cents == result["bank"]["play"]
    for deal in play.rounds:
        sheet = sheet_view("pharo", night.now, night.recorded, deal.number, UTC, play).own
        rows = [row for row in result["bets"] if row["deal"] == deal.number]
        assert sheet.bank_cents == sum(row["taken"] - row["paid"] for row in rows)
        assert sheet.bank_cents == play.figures.of_round(deal.number).bank_cents


def test_a_deal_that_was_not_dealt_has_no_sheet() -> None:
    table = night_with_chains()
    with pytest.raises(LookupError):
        sheet_view("pharo", table.now, table.recorded, 2, UTC)


def test_the_percentages_say_what_the_bottom_card_does() -> None:
    told = percentages_of(PharoHouse())
    assert [(row.card, row.lies) for row in told.rows] == [
        (card, "open and opposed") for card in ("single", "figure of three", "figure of four")
    ]
    assert told.rows[0].whatever.exact == "33/1666"
    fourth = [row.figures[BOXES.index(4)] for row in told.left if row.figures[-1]][-1]
    assert fourth is not None
    assert fourth.exact == "1/4"
    paid = percentages_of(PharoHouse(hockley=False, figures=False, oppose=False))
    assert len(paid.rows) == 1
    assert percentages_of(PharoHouse()).notes != paid.notes


def test_a_night_of_pharo_and_faro_has_a_part_for_each_and_adds_up() -> None:
    night = PureNight().play(random_mixed_night(3, games=("faro", "pharo")))
    sheet = table_sheet_view(night.now, night.recorded, UTC)
    won = {game: sheet.parts[game].bank_play_cents for game in ("faro", "pharo")}
    assert sum(won.values()) + sheet.corrections_cents == night.result()["bank"]["play"]
    html = to_html("table_sheet.html", "", RenderOptions(zone=UTC), view=sheet)
    assert "Pharo, deal by deal" in html


@pytest.mark.parametrize(
    ("folds", "called"),
    [
        ("", "plain stake"),
        ("l", "paroli"),
        ("ll", "sept et le va"),
        ("lll", "quinze et le va"),
        ("llll", "trente et le va"),
        ("lllll", "soixante et le va"),
        ("llllll", "127 et le va"),
        ("x", "paix"),
        ("xx", "double paix"),
        ("xxx", "treble paix"),
        ("xxxx", "4-fold paix"),
        ("lx", "paix-paroli"),
        ("lxx", "double paix-paroli"),
        ("llx", "paix on the sept et le va"),
        ("llllxx", "double paix on the trente et le va"),
        ("xl", "paix, then paroli"),
        ("lxll", "paroli, then paix, then sept et le va"),
    ],
)
def test_a_chain_has_the_name_that_the_table_gives_it(folds: str, called: str) -> None:
    assert chain_called([{"l": "paroli", "x": "paix"}[fold] for fold in folds]) == called


def told(table: PharoNight, do: str, **arguments: Any) -> list[str]:
    """What each event of a command says."""
    before = table.now
    return [sentence_of(before, event) for event in table(do, **arguments)]


@pytest.mark.parametrize(
    ("hockley", "ranks", "opposed", "may"),
    [
        (True, "K", False, "lose"),
        (True, "5", True, "lose"),
        (False, "K", False, "win"),
        (False, "5", False, "lose"),
        (False, "K", True, "lose"),
        (False, "Q", True, "win"),
    ],
)
def test_a_stake_laid_before_the_last_coup_is_warned_of(hockley: bool, ranks: str, opposed: bool, may: str) -> None:
    table = PharoNight(hockley=hockley, bottom="Ks")
    table.deal_to(25, leaving="5s" if ranks == "5" else "Qs")
    said = told(table, "place_bet", bet="b", player="red", kind="single", ranks=[ranks], stake=100, opposed=opposed)
    warning = f"; only the last coup is left, and there it can only {may}."
    assert said == [f"Red lays $1 on the {ranks}{', opposed' if opposed else ''}{warning}"]
