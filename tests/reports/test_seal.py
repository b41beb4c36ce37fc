"""The seal of a sheet reads back as what was sealed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.seal import NotASeal, Seal, parse_seal, seal_of
from tests.reports import nights

HEAD = "7f3a90c2" * 8
KEYS = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,20}", fullmatch=True)
NETS = st.dictionaries(KEYS, st.integers(-(10**14), 10**14), max_size=8)


@given(NETS, st.integers(1, 10**9), st.integers(0, 2**256 - 1))
def test_a_seal_reads_back(nets: dict[str, int], version: int, head: int) -> None:
    seal = Seal(night="2026-11-21-1", version=version, head=f"{head:064x}", nets_cents=nets)
    assert parse_seal(seal.text) == seal


def test_the_text_is_what_the_contract_of_the_sheets_says() -> None:
    seal = Seal(night="2026-11-21-1", version=812, head=HEAD, nets_cents={"red": -3850, "blue": 0})
    assert seal.text == f"casekeeper 1 2026-11-21-1 812 {HEAD} red,blue -3850,0"
    assert Seal(night="2026-11-21-1", version=812, head=HEAD).text.endswith(f"{HEAD} - -")


def test_line_breaks_of_a_scanner_do_no_harm() -> None:
    seal = Seal(night="2026-11-21-1", version=812, head=HEAD, nets_cents={"red": -3850})
    assert parse_seal("  " + seal.text.replace(" ", "\n") + "\r\n") == seal


@pytest.mark.parametrize(
    "text",
    [
        "",
        "casekeeper",
        f"casekeeper 2 n 1 {HEAD} - -",
        f"keycasper 1 n 1 {HEAD} - -",
        f"casekeeper 1 n 01 {HEAD} - -",
        f"casekeeper 1 n 1 {HEAD[1:]} - -",
        f"casekeeper 1 n 1 {HEAD.upper()} - -",
        f"casekeeper 1 n 1 {HEAD} red -",
        f"casekeeper 1 n 1 {HEAD} red,blue 5",
        f"casekeeper 1 n 1 {HEAD} red,red 5,5",
        f"casekeeper 1 n 1 {HEAD} red -0",
        f"casekeeper 1 n 1 {HEAD} red 1.5",
        f"casekeeper 1 n 1 {HEAD} r!d 1",
        f"casekeeper 1 n 1 {HEAD} red 1 more",
    ],
)
def test_what_is_no_seal_is_refused(text: str) -> None:
    with pytest.raises(NotASeal):
        parse_seal(text)


def test_a_night_is_sealed_with_its_last_fact() -> None:
    night = nights.crowded()
    seal = seal_of(night.now.id, night.facts, {"red": 5})
    assert (seal.night, seal.version, seal.head) == (nights.NIGHT_ID, len(night.facts), night.facts[-1].hash)
