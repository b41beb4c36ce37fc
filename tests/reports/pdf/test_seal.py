"""The seal of a sheet: it reads back as what was sealed, holds the night's figures, and is read off the paper."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from reports.pdf.seal import NotASeal, Seal, Totals, parse_seal, read_seal, seal_of
from reports.render_options import RenderOptions
from reports.sheets.papers import list_papers
from tests.reports import nights

HEAD = "7f3a90c2" * 8
PLACE = f"2026-11-21-1 812 {HEAD}"
PLAIN_KEYS = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,20}", fullmatch=True)
CENTS = st.integers(-(10**14), 10**14)
TOTALS = st.builds(
    Totals,
    players=st.integers(0, 99),
    nets_cents=CENTS,
    play_cents=CENTS,
    sleepers_cents=CENTS,
    after_hock_cents=CENTS,
    tokes_cents=CENTS,
)
HOUSE = "http://192.168.178.21:8321/sheet"


def a_seal(**differs: Any) -> Seal:
    totals = Totals(
        players=6, nets_cents=-38_500, play_cents=38_000, sleepers_cents=0, after_hock_cents=300, tokes_cents=200
    )
    held: dict[str, Any] = {
        "night": "2026-11-21-1",
        "version": 812,
        "head": HEAD,
        "totals": totals,
        "nets_cents": {3: -3_850},
    }
    return Seal(**(held | differs))


@given(st.integers(1, 99), CENTS, TOTALS, st.integers(1, 10**9), st.integers(0, 2**256 - 1))
def test_a_seal_reads_back(seat: int, net: int, totals: Totals, version: int, head: int) -> None:
    """As it is printed, typed in capitals, and out of its square code, with the address of a house and without."""
    seal = a_seal(version=version, head=f"{head:064x}", totals=totals, nets_cents={seat: net})
    assert parse_seal(seal.text) == seal
    assert parse_seal(seal.text.upper()) == seal
    assert read_seal(seal.code) == seal
    assert read_seal(replace(seal, house=HOUSE).code) == seal


@given(PLAIN_KEYS, CENTS, TOTALS)
def test_a_seal_of_form_2_reads_back(player: str, net: int, totals: Totals) -> None:
    seal = a_seal(totals=totals, nets_cents={player: net})
    assert seal.text.startswith("casekeeper 2 ")
    assert parse_seal(seal.text) == seal


@given(st.dictionaries(PLAIN_KEYS, CENTS, max_size=8))
def test_a_seal_of_form_1_reads_back(nets: dict[str, int]) -> None:
    seal = a_seal(totals=None, nets_cents=nets)
    assert parse_seal(seal.text) == seal


def test_the_text_is_what_the_contract_of_the_sheets_says() -> None:
    sums = "6 -38500 38000 0 300 200"
    assert a_seal().text == f"casekeeper 3 {PLACE} {sums} 3 -3850"
    assert a_seal(nets_cents={}).text == f"casekeeper 3 {PLACE} {sums} - -"
    assert a_seal(nets_cents={"red": -3_850}).text == f"casekeeper 2 {PLACE} {sums} red -3850"
    assert a_seal(totals=None, nets_cents={"red": -3850, "blue": 0}).text == f"casekeeper 1 {PLACE} red,blue -3850,0"
    assert a_seal(totals=None, nets_cents={}).text == f"casekeeper 1 {PLACE} - -"
    assert a_seal(house=HOUSE).code.startswith(f"{HOUSE}?seal=CASEKEEPER+3+2026-11-21-1+812+7F3A")


def test_line_breaks_of_a_scanner_and_groups_as_they_are_printed_do_no_harm() -> None:
    seal = a_seal()
    grouped = " ".join(HEAD[at : at + 4] for at in range(0, 64, 4))
    for text in (seal.text.replace(" ", "\n"), seal.text.replace(HEAD, grouped)):
        assert parse_seal(f"  {text}\r\n") == seal


def test_a_seal_of_form_2_typed_in_capitals_is_the_same_but_for_the_player_whom_the_night_knows() -> None:
    assert parse_seal(a_seal(nets_cents={"red": -3_850}).text.upper()) == a_seal(nets_cents={"RED": -3_850})


def test_a_key_of_form_2_may_have_had_any_characters() -> None:
    """Such sheets were printed, and could not be read."""
    for key in ("grün", "light blue", "-", "rеd", "a,b", "🂡"):
        assert parse_seal(a_seal(nets_cents={key: -3_850}).text) == a_seal(nets_cents={key: -3_850})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "casekeeper",
        f"casekeeper 4 {PLACE} 6 0 0 0 0 0 - -",
        f"casekeeper 3 {PLACE} - -",
        f"casekeeper 3 {PLACE} 6 0 0 0 0 0 red 1",
        f"casekeeper 3 {PLACE} 6 0 0 0 0 0 0 1",
        f"casekeeper 3 {PLACE} 6 0 0 0 0 0 - 1",
        f"casekeeper 3 {PLACE} 6 0 0 0 0 0 1 -",
        f"casekeeper 3 {PLACE} 6 0 0 0 0 0 1 1 1",
        f"casekeeper 2 {PLACE} 6 0 0 0 0 0 {'x' * 65} 1",
        f"keycasper 1 {PLACE} - -",
        f"casekeeper 1 n 01 {HEAD} - -",
        f"casekeeper 1 n 1 {HEAD[1:]} - -",
        f"casekeeper 1 n 1 {HEAD.replace('7', 'g')} - -",
        f"casekeeper 1 {PLACE} red -",
        f"casekeeper 1 {PLACE} red,blue 5",
        f"casekeeper 1 {PLACE} red,red 5,5",
        f"casekeeper 1 {PLACE} red -0",
        f"casekeeper 1 {PLACE} red 1.5",
        f"casekeeper 1 {PLACE} r!d 1",
        f"casekeeper 1 {PLACE} red 1 more",
        f"casekeeper 2 {PLACE} red -3850",
        f"casekeeper 2 {PLACE} 6 0 0 0 0 red 1",
        f"casekeeper 2 {PLACE} -6 0 0 0 0 0 red 1",
        f"casekeeper 2 {PLACE} 6 0 0 0 0 1.5 red 1",
        f"casekeeper 2 {PLACE} 6 0 0 0 0 0 red,blue 1,2",
        f"{HOUSE}?sale=casekeeper",
        f"{HOUSE}?seal=casekeeper",
        "http://[",
        "http://[x]?seal=a",
        "a://℀b/?seal=c",
        f"casekeeper 1 n\x1b[2K 1 {HEAD} - -",
        "casekeeper 1 " + "9" * 5_000,
    ],
)
def test_what_is_no_seal_is_refused(text: str) -> None:
    with pytest.raises(NotASeal):
        read_seal(text)


def test_a_night_is_sealed_with_its_last_fact_its_players_and_its_sums() -> None:
    night = nights.crowded()
    bank, players = night.result["bank"], night.result["players"]
    for player in (None, *players):
        seal = seal_of(night.now, night.facts, player)
        assert (seal.night, seal.version, seal.head) == (nights.NIGHT_ID, len(night.facts), night.facts[-1].hash)
        assert seal.totals == Totals(
            players=len(players),
            nets_cents=sum(one["net"] for one in players.values()),
            play_cents=bank["play"],
            sleepers_cents=bank["sleepers"],
            after_hock_cents=bank["after_hock"],
            tokes_cents=bank["tokes"],
        )
        seat = list(players).index(player) + 1 if player else 0
        assert seal.nets_cents == ({seat: players[player]["net"]} if player else {})


def test_the_square_code_of_a_settlement_is_read_off_the_paper() -> None:
    """As coarse as a phone sees it at arm's length; beside it stands the same seal in letters, to be typed."""
    night = nights.crowded()
    links = {"red": "http://192.168.178.21:8321/player/WyIyMDI2LTExLTIxLTEiLCJyZWQiXQ.YdOH9Uis51Fyu8JqhTxFdo16WU5EdLzO"}
    settlement = next(
        one
        for one in list_papers(night.now, night.facts, RenderOptions(zone=UTC, links=links, house=HOUSE))
        if "settlement-1-red" in one.name
    )
    expected = seal_of(night.now, night.facts, "red")
    document = pypdfium2.PdfDocument(settlement.make())
    page = document[0]
    picture = page.render(scale=100 / 72).to_pil().convert("L")
    words = page.get_textpage().get_text_bounded()
    document.close()
    read = {one.text for one in zxingcpp.read_barcodes(picture)}
    assert read >= set(links.values())
    (address,) = read - set(links.values())
    assert address.startswith(f"{HOUSE}?")
    assert read_seal(address) == expected
    typed = words[words.index("casekeeper 3") :].partition("Nº")[0]
    assert parse_seal(typed) == expected
