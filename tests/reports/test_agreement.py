"""A sheet held against the book: seals, and what the paper in a player's hand shows that verify cannot find."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dealer.commands.commands import SeatPlayer
from dealer.night.evolve import fold
from dealer.verification.inspection import Rows
from dealer.verification.streams import verify_rows
from events.book.book import Book
from events.book.reading import canonical
from events.schema import schema_for
from reports.pdf.seal import NotASeal, Seal, Totals, parse_seal, read_seal, seal_of
from reports.sheets.agreement import Outcome, agreement_with, agreement_with_rows
from tests.reports import nights
from tests.support.stored import both_made_good, copied, of_both_games, stored, with_command, with_event


@cache
def night() -> Rows:
    return stored(of_both_games())


def sheet(rows: Rows, player: str | None = None, until: int | None = None) -> Seal:
    """The seal of a sheet, as it was made when the night had this many events."""
    then = rows.recorded[: until or len(rows.events)]
    return seal_of(fold(then), then, player)


def net_of(rows: Rows, player: str) -> int:
    """What a player's settlement is sealed with."""
    (net,) = sheet(rows, player).nets_cents.values()
    return net


def test_every_sheet_of_the_night_agrees_as_it_is_and_as_it_was() -> None:
    """A dossier may be of any event, in the middle of a command too."""
    rows = night()
    for until in range(1, len(rows.events) + 1):
        since = len(rows.events) - until
        for player in (None, *fold(rows.recorded[:until]).seats):
            agreement = agreement_with_rows(copied(rows), sheet(rows, player, until))
            assert agreement.agrees, agreement
            assert agreement.since == since
            came = f"{since} event{'s' if since > 1 else ''} came since." if since else "Nothing came since."
            assert agreement.why.endswith(came)


def test_a_sheet_of_form_1_agrees_too() -> None:
    rows = night()
    nets: dict[int | str, int] = {player: net_of(rows, player) for player in ("red", "blue", "green")}
    old = replace(sheet(rows), totals=None, nets_cents=nets)
    assert agreement_with_rows(copied(rows), old).agrees
    wrong = replace(old, nets_cents={**nets, "blue": nets["blue"] + 25})
    assert agreement_with_rows(copied(rows), wrong).outcome is Outcome.OTHER_FIGURES


def test_a_seal_typed_in_capitals_agrees_and_one_of_form_2_names_the_seat_of_that_key_only() -> None:
    rows = night()
    assert agreement_with_rows(copied(rows), parse_seal(sheet(rows, "red").text.upper())).agrees
    older = replace(sheet(rows), nets_cents={"blue": net_of(rows, "blue")})
    assert agreement_with_rows(copied(rows), parse_seal(older.text.upper())).agrees
    wrong = replace(older, nets_cents={"BLUE": net_of(rows, "blue") + 25})
    agreement = agreement_with_rows(copied(rows), wrong)
    assert agreement.outcome is Outcome.OTHER_FIGURES
    assert agreement.differences[0].startswith("result of blue: ")


SEAT = schema_for(SeatPlayer)
SEAT_KEYS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=64).filter(
    lambda key: not SEAT.validate({"player": key, "name": "x"})
)


@settings(max_examples=50)
@given(SEAT_KEYS)
@example("grün")
@example("light blue")
@example("-")
@example("a,b")
@example("%2D+1")
@example("r\u0435d")
@example("gru\u0308n")
@example("🂡" * 64)
def test_the_seal_of_a_seat_of_any_key_survives_paper_capitals_and_a_square_code(key: str) -> None:
    opening, *_ = of_both_games()
    seats = [{"do": "seat_player", "player": player, "name": "Ann"} for player in ("blue", key, "green")]
    buys = [{"do": "buy_checks", "player": player, "amount": 500} for player in ("blue", key)]
    rows = stored([opening, *seats, *buys])
    assume(key not in ("blue", "green"))
    seal = replace(sheet(rows, key), house="http://cage.lan:8321/sheet")
    assert seal.text.isascii()
    for given_back in (seal.text, seal.text.upper(), seal.code):
        agreement = agreement_with_rows(copied(rows), read_seal(given_back))
        assert agreement.agrees, agreement
        assert agreement.seats == {2: key}
    wrong = replace(seal, nets_cents={2: 25})
    assert agreement_with_rows(copied(rows), read_seal(wrong.code)).outcome is Outcome.OTHER_FIGURES


def assert_only_the_house_objects(rows: Rows) -> None:
    """A forged night is sound in itself, or nothing but the house knows better."""
    finding = verify_rows(copied(rows)).finding
    assert finding is None or finding.check == "house", finding


def test_a_night_cut_off_with_its_commands_is_content_with_itself_and_the_paper_is_not() -> None:
    rows = night()
    for until in sorted(rows.ends)[:-1]:
        kept = [row for row in rows.commands if row.version_after <= until]
        cut = copied(rows, rows.events[:until], kept)
        assert_only_the_house_objects(cut)
        agreement = agreement_with_rows(cut, sheet(rows, "red"))
        assert agreement.outcome is Outcome.CUT_OFF
        assert agreement.differences == (f"{len(rows.events)} events on the sheet, {until} in the book",)


def test_a_night_rebuilt_whole_is_content_with_itself_and_the_paper_is_not() -> None:
    """Whoever has the file and the program deals the night anew, with another amount, hour or name in it."""
    rows = night()
    printed = [sheet(rows, player) for player in (None, "red", "blue", "green")]
    documents = [json.loads(row.body) for row in rows.commands]
    dearer = [{**one, "amount": 6_000} if one["do"] == "buy_checks" else one for one in documents]
    later = "2026-11-22T04:00:00.000Z"
    at_another_hour = copied(
        rows, [row._replace(at=later) for row in rows.events], [row._replace(at=later) for row in rows.commands]
    )
    rebuilt = (
        stored(dearer),
        stored([documents[0] | {"dealer": "W. Earp"}, *documents[1:]]),
        stored([one for one in documents if one["do"] != "void_deal"]),
        both_made_good(at_another_hour),
    )
    for forged in rebuilt:
        assert_only_the_house_objects(forged)
        for seal in printed:
            outcome = agreement_with_rows(copied(forged), seal).outcome
            shorter = len(forged.events) < seal.version
            assert outcome is (Outcome.CUT_OFF if shorter else Outcome.ANOTHER_HISTORY)


def test_a_sheet_with_other_figures_than_the_book_had_does_not_agree() -> None:
    rows = night()
    true = sheet(rows, "red")
    assert true.totals
    for name, word in (
        ("players", "players on the sheet"),
        ("nets_cents", "all players’ results"),
        ("play_cents", "the bank’s play"),
        ("sleepers_cents", "sleepers"),
        ("after_hock_cents", "after the hock"),
        ("tokes_cents", "tips"),
    ):
        totals: Totals = replace(true.totals, **{name: getattr(true.totals, name) + 25})
        agreement = agreement_with_rows(copied(rows), replace(true, totals=totals))
        assert agreement.outcome is Outcome.OTHER_FIGURES
        (difference,) = agreement.differences
        assert word in difference
    red = net_of(rows, "red")
    for nets in ({1: red + 1}, {3: red}, {4: 0}, {"red": red + 1}, {"nobody": 0}):
        agreement = agreement_with_rows(copied(rows), replace(true, nets_cents=nets))
        assert agreement.outcome is Outcome.OTHER_FIGURES
        assert len(agreement.differences) == 1


def test_the_book_must_be_sound_up_to_the_sheet_and_no_further() -> None:
    rows = night()
    version = next(row.version for row in rows.events if row.kind == "BetPlaced")
    early, late = sheet(rows, until=max(end for end in rows.ends if end < version)), sheet(rows)
    body = json.loads(rows.events[version - 1].body)
    tampered = with_event(rows, version, body=canonical({**body, "moves": []}))
    assert agreement_with_rows(tampered, early).agrees
    agreement = agreement_with_rows(tampered, late)
    assert agreement.outcome is Outcome.NOT_SOUND
    assert agreement.finding
    assert agreement.finding.version == version
    assert agreement.why.endswith(f"see event {version}.")
    command = with_command(rows, 2, who="x")
    assert agreement_with_rows(command, early).outcome is Outcome.NOT_SOUND


@pytest.mark.parametrize("version", [0, 1])
def test_a_hash_that_is_not_in_the_book_does_not_agree(version: int) -> None:
    forged = replace(sheet(night()), version=version, head="0" * 64)
    assert agreement_with_rows(copied(night()), forged).outcome is Outcome.ANOTHER_HISTORY


def test_a_night_that_the_book_has_not() -> None:
    with Book.open() as book:
        assert agreement_with(book, sheet(night())).outcome is Outcome.NO_SUCH_NIGHT


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


def test_a_night_is_sealed_with_its_last_event_its_players_and_its_sums() -> None:
    night = nights.crowded()
    bank, players = night.result["bank"], night.result["players"]
    for player in (None, *players):
        seal = seal_of(night.now, night.events, player)
        assert (seal.night, seal.version, seal.head) == (nights.NIGHT_ID, len(night.events), night.events[-1].hash)
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
