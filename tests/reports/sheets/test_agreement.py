"""A sheet held against the book: what verify cannot find in the file, the paper in a player's hand shows."""

from __future__ import annotations

import json
from functools import cache

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
from reports.pdf.seal import Seal, Totals, parse_seal, read_seal, seal_of
from reports.sheets.agreement import Outcome, agreement_with, agreement_with_rows
from tests.support.every_kind import of_both_games
from tests.support.stored import both_made_good, copied, stored, with_command, with_fact


@cache
def night() -> Rows:
    return stored(of_both_games())


def sheet(rows: Rows, player: str | None = None, until: int | None = None) -> Seal:
    """The seal of a sheet, as it was made when the night had this many facts."""
    then = rows.recorded[: until or len(rows.facts)]
    return seal_of(fold(then), then, player)


def net_of(rows: Rows, player: str) -> int:
    """What a player's settlement is sealed with."""
    (net,) = sheet(rows, player).nets_cents.values()
    return net


def test_every_sheet_of_the_night_agrees_as_it_is_and_as_it_was() -> None:
    """A dossier may be of any fact, in the middle of a command too."""
    rows = night()
    for until in range(1, len(rows.facts) + 1):
        since = len(rows.facts) - until
        for player in (None, *fold(rows.recorded[:until]).seats):
            agreement = agreement_with_rows(copied(rows), sheet(rows, player, until))
            assert agreement.agrees, agreement
            assert agreement.since == since
            came = f"{since} fact{'s' if since > 1 else ''} came since." if since else "Nothing came since."
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


def test_a_night_cut_off_with_its_commands_is_content_with_itself_and_the_paper_is_not() -> None:
    rows = night()
    for until in sorted(rows.ends)[:-1]:
        kept = [row for row in rows.commands if row.version_after <= until]
        cut = copied(rows, rows.facts[:until], kept)
        assert verify_rows(copied(cut)).sound
        agreement = agreement_with_rows(cut, sheet(rows, "red"))
        assert agreement.outcome is Outcome.CUT_OFF
        assert agreement.differences == (f"{len(rows.facts)} facts on the sheet, {until} in the book",)


def test_a_night_rebuilt_whole_is_content_with_itself_and_the_paper_is_not() -> None:
    """Whoever has the file and the program deals the night anew, with another amount, hour or name in it."""
    rows = night()
    printed = [sheet(rows, player) for player in (None, "red", "blue", "green")]
    documents = [json.loads(row.body) for row in rows.commands]
    dearer = [{**one, "amount": 6_000} if one["do"] == "buy_checks" else one for one in documents]
    later = "2026-11-22T04:00:00.000Z"
    at_another_hour = copied(
        rows, [row._replace(at=later) for row in rows.facts], [row._replace(at=later) for row in rows.commands]
    )
    rebuilt = (
        stored(dearer),
        stored([documents[0] | {"dealer": "W. Earp"}, *documents[1:]]),
        stored([one for one in documents if one["do"] != "void_deal"]),
        both_made_good(at_another_hour),
    )
    for forged in rebuilt:
        assert verify_rows(copied(forged)).sound
        for seal in printed:
            outcome = agreement_with_rows(copied(forged), seal).outcome
            shorter = len(forged.facts) < seal.version
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
    version = next(row.version for row in rows.facts if row.kind == "BetPlaced")
    early, late = sheet(rows, until=max(end for end in rows.ends if end < version)), sheet(rows)
    body = json.loads(rows.facts[version - 1].body)
    tampered = with_fact(rows, version, body=canonical({**body, "moves": []}))
    assert agreement_with_rows(tampered, early).agrees
    agreement = agreement_with_rows(tampered, late)
    assert agreement.outcome is Outcome.NOT_SOUND
    assert agreement.finding
    assert agreement.finding.version == version
    assert agreement.why.endswith(f"see fact {version}.")
    command = with_command(rows, 2, who="x")
    assert agreement_with_rows(command, early).outcome is Outcome.NOT_SOUND


@pytest.mark.parametrize("version", [0, 1])
def test_a_hash_that_is_not_in_the_book_does_not_agree(version: int) -> None:
    forged = replace(sheet(night()), version=version, head="0" * 64)
    assert agreement_with_rows(copied(night()), forged).outcome is Outcome.ANOTHER_HISTORY


def test_a_night_that_the_book_has_not() -> None:
    with Book.open() as book:
        assert agreement_with(book, sheet(night())).outcome is Outcome.NO_SUCH_NIGHT
