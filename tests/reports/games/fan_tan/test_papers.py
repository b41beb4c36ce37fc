"""The papers of Fan-Tan nights and of nights of both games as PDFs: what stands on them, and what does not."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

import pytest

from dealer.commands.refusal import counted
from reports.games.fan_tan.papers import hand_sheet_view
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.papers import list_papers, name_of, settlement_name
from reports.sheets.settlement import settlement_view
from reports.sheets.table_sheet import table_sheet_view
from reports.words.formatting import money, signed, signed_number
from tests.reports import hands
from tests.reports.booked import BOOKED
from tests.reports.conftest import Prints
from tests.reports.nights import Played
from tests.reports.sheets.test_papers import A4, LETTER, fonts_of, read, words, words_of_html

ROOT = Path(__file__).parent.parent.parent

AT_UTC = RenderOptions(zone=UTC)


@pytest.fixture
def pot_table(prints: Prints) -> str:
    return words(prints("crowded_pot", "table"))


@pytest.fixture
def pot_settlement(prints: Prints) -> str:
    return words(prints("crowded_pot", "settlement-2-blue"))


@pytest.fixture
def first_hand(prints: Prints) -> bytes:
    return prints("crowded_pot", "hand-1")


def test_the_papers_are_listed_in_the_order_of_play() -> None:
    def sheets(night: Played) -> list[str]:
        names = [one.name.removeprefix(hands.NIGHT_ID + "-") for one in list_papers(night.now, night.facts)]
        assert names[: len(night.now.seats) + 2] == [
            "table.pdf",
            "rules.pdf",
            *(f"settlement-{seat}-{player}.pdf" for seat, player in enumerate(night.now.seats, start=1)),
        ]
        return [name for name in names if name.startswith(("deal-", "hand-"))]

    assert sheets(hands.crowded_pot()) == ["hand-1.pdf", "hand-2.pdf", "hand-3.pdf", "hand-4.pdf"]
    assert sheets(hands.night_of_both()) == ["deal-1.pdf", "hand-1.pdf", "hand-2.pdf", "deal-2.pdf"]


def test_the_head_names_the_game_so_that_nobody_takes_it_for_the_other(
    pot_table: str, pot_settlement: str, first_hand: bytes, prints: Prints
) -> None:
    for paper in (pot_table, pot_settlement, words(first_hand)):
        assert "Fan-Tan (Sevens, Parliament) Tiger Nº 1 · night of Saturday 21 November 2026" in paper
    assert "Faro and Fan-Tan (Sevens, Parliament)" in words(prints("both", "table"))


def test_a_settlement_says_the_hands_and_the_wrong_passes(pot_settlement: str) -> None:
    night = hands.crowded_pot()
    view = settlement_view(night.now, night.facts, "blue", UTC)
    part = view.parts["fan_tan"]
    paper = pot_settlement
    for row in part.view.rows:
        assert f"{signed_number(row.figures.net)} {signed(row.figures.net * 100)}" in paper
    taken = next(one for one in part.view.wrong_passes if one.turn == 2)
    for said in (
        "Play, hand by hand",
        "4 hands",
        "DEAD",
        "VOID",
        "BROKEN",
        "1, turn 2",
        f"laid at {next(held.laid_at for held in taken.held if held.laid_at)}",
        "taken",
        f"Part of the pot that nobody had won, {counted(part.view.divided, 'chip')}",
        signed(part.beside[0].cents),
        "in chips of $1.00",
        "Tip for the dealer",
        f"result of the night {signed(view.net_cents)}",
        "Checks in hand through the night",
    ):
        assert said in paper
    for unsaid in ("Faro", "deal by deal", "after the hock", "on the layout"):
        assert unsaid not in paper


@pytest.mark.usefixtures("unprinted")
def test_a_command_taken_back_is_not_on_the_paper_of_its_player() -> None:
    night = hands.crowded_pot()
    assert "Toke" not in words_of_html(night.sheet(settlement_name(night.now, "red"), AT_UTC))


def test_a_table_sheet_without_faro_says_nothing_of_faro(pot_table: str) -> None:
    night = hands.crowded_pot()
    view = table_sheet_view(night.now, night.facts, UTC)
    assert [one.name for one in view.accounts] == ["Cash", "Checks"]
    paper = pot_table
    for unsaid in (
        "Roll",
        "In sight",
        "sleepers",
        "Swept after the hock",
        "The bank, deal by deal",
        "did not break",
        "Result",
    ):
        assert unsaid not in paper


def test_the_table_sheet_says_hands_pot_and_wrong_passes(pot_table: str) -> None:
    night = hands.crowded_pot()
    view = table_sheet_view(night.now, night.facts, UTC)
    pot = view.parts["fan_tan"].view
    paper = pot_table
    won = pot.rows[0]
    for said in (
        "The pot, hand by hand",
        f"{won.figures.pot} {money(won.figures.pot * 100)}",
        "Divided among the seats at the close, for nobody had won it 8 $8.00",
        "In the pot at the close 0 $0.00",
        "Players, pot and tips together $0.00",
        "1 command taken back",
        "1 hand voided",
        "Hand 3 was voided: a card lay face up in the pack",
        "House rules: antes, but a chip: $1.00 (usually $0.25)",
        "in which Bartholomew",
    ):
        assert said in paper
    for one in pot.wrong_passes:
        assert f"{one.hand}, turn {one.turn}" in paper
    assert paper.count("taken") - paper.count("taken back") == 1
    assert paper.count("waived") == len(pot.wrong_passes) - 1


def test_a_hand_sheet_says_all_of_the_hand(first_hand: bytes) -> None:
    night = hands.crowded_pot()
    view = hand_sheet_view(night.now, night.facts, 1, UTC)
    paper = words(first_hand)
    for said in (
        "Hand sheet",
        f"hand 1 of 4 · {len(view.record.turns)} turns · {counted(view.record.passes, 'pass', 'passes')}",
        f"pot won {view.record.pot_chips} chips, {money(view.record.pot_chips * 100)}",
        "Round 1 2 3",
        "What was left, and what was paid",
        "Wrong passes, proved",
        "waived",
        "Black",
        "Żółć <b>& Őry</b>",
    ):
        assert said in paper
    assert paper.count(" pass ") >= view.record.passes


def test_a_hand_that_was_broken_off_says_why(prints: Prints) -> None:
    paper = words(prints("crowded_pot", "hand-3"))
    assert "This hand was voided. a card lay face up in the pack" in paper
    assert "given back 4 chips, $4.00" in paper


@pytest.mark.usefixtures("unprinted")
def test_a_settlement_of_both_games_has_both_in_order_and_one_result() -> None:
    night = hands.night_of_both()
    for player, expected in night.result["players"].items():
        view = settlement_view(night.now, night.facts, player, UTC)
        paper = words_of_html(night.sheet(settlement_name(night.now, player), AT_UTC))
        assert paper.index("Faro, deal by deal") < paper.index("Fan-Tan, hand by hand") < paper.index("Faro, 2 deals")
        for said in (
            "In order: Faro 1, Fan-Tan 1–2, Faro 2.",
            f"Faro, 2 deals {signed(view.parts['faro'].net_cents)}",
            f"Fan-Tan, 2 hands {signed(view.parts['fan_tan'].net_cents)}",
            f"result of the night {signed(expected['net'])}",
        ):
            assert said in paper


def test_the_table_sheet_of_both_games_has_both_in_order() -> None:
    table = words(hands.night_of_both().sheet("table", AT_UTC))
    for said in (
        "The bank, deal by deal",
        "The pot, hand by hand",
        "In order: Faro 1, Fan-Tan 1–2, Faro 2.",
        "House rules of Faro: american",
        "House rules of Fan-Tan: encyclopedia, but a pass costs: 2 chips (usually 1 chip).",
        "Players, bank and tips together $0.00",
    ):
        assert said in table


@pytest.mark.usefixtures("unprinted")
def test_a_hand_whose_penalties_wait_is_not_final() -> None:
    night = hands.crowded_pot(closed=False)
    paper = words_of_html(night.sheet("hand-4", AT_UTC))
    assert "not final" in paper
    assert "not decided" in paper
    table = words_of_html(night.sheet("table", AT_UTC))
    lying = night.now.ledger.balance("pot")
    assert f"In the pot now {lying // 100} {money(lying)}" in table
    assert f"In the pot {signed(lying)}" in table


@pytest.mark.parametrize(("paper", "size"), [("A4", A4), ("Letter", LETTER)])
def test_the_sheet_of_a_hand_is_one_page_in_both_sizes(paper: str, size: tuple[int, int]) -> None:
    night = hands.night_of_both()
    pages = read(night.sheet("hand-2", RenderOptions(style=HouseStyle(paper=paper), zone=UTC))).pages
    assert [(int(page.mediabox.width), int(page.mediabox.height)) for page in pages] == [size]


def test_only_the_bundled_fonts_are_used(first_hand: bytes) -> None:
    for font in fonts_of(first_hand):
        assert "Alegreya-Sans" in font["/BaseFont"] or "IM-Fell" in font["/BaseFont"]


@pytest.mark.usefixtures("unprinted")
def test_the_papers_of_an_open_night_of_both_games_say_that_they_are_not_final() -> None:
    night = BOOKED["both_open"]()
    papers = {name_of(night.now, one): one for one in list_papers(night.now, night.facts, AT_UTC)}
    for name in ("table", "settlement-3-white", "deal-1", "hand-2", "ruling-d1"):
        assert "not final" in words_of_html(papers[name].make()), name
