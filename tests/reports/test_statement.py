"""A person's statement: entries, balances and ages over any period, against the house and its ledger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from dealer.house.state import Card
from dealer.night_service import NightService
from dealer.script import play, read_script
from events.book.book import Book
from events.common.house import HOUSE
from events.records import Recorded
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.statement import DoesNotAddUp
from reports.sheets.statement import KINDS, Balance, Period, Statement, print_statement, statement_view
from tests.support.house import EARP, OPENING

SCRIPTS = sorted((Path(__file__).parents[1] / "nights").glob("house-*.jsonl"))


class Year:
    """A house whose clock is set by hand."""

    def __init__(self) -> None:
        self.at = ""
        self.service = NightService(Book.open(), clock=lambda: self.at)

    def house(self, at: str, do: str, **arguments: Any) -> None:
        self.at = f"{at}.000Z"
        self.service.execute_for_house({"do": do, **arguments}, EARP)

    def night(self, day: str, card: str, *commands: dict[str, Any], close: bool = True) -> str:
        """A night from 20:00 of a day to 01:30 of the next, UTC; the card sits at red."""
        self.at = f"{day}T20:00:00.000Z"
        night = self.service.execute({"do": "open_night", **OPENING, "date": day}, EARP).night
        for command in ({"do": "seat_player", "card": card}, *commands):
            arguments = {} if command["do"] == "void" else {"player": "red"}
            self.service.execute({**arguments, **command}, EARP, night=night)
        self.at = f"{date.fromisoformat(day) + timedelta(days=1)}T01:30:00.000Z"
        if close:
            self.service.execute({"do": "close_night"}, EARP, night=night)
        return night

    @property
    def events(self) -> Sequence[Recorded]:
        return self.service.book.events(HOUSE)

    @property
    def card(self) -> Card:
        return self.service.house().card("ada")

    def statement(self, first: str, last: str, zone: tzinfo = UTC) -> Statement:
        period = Period(first=date.fromisoformat(first), last=date.fromisoformat(last))
        return statement_view(self.events, self.card, period, zone)


def owing(cents: int) -> list[dict[str, Any]]:
    """Commands after which a seat owes an amount, and has tipped it away."""
    return [{"do": "issue_marker", "amount": cents}, {"do": "tip", "amount": cents}]


@pytest.fixture(scope="module")
def year() -> Year:
    """Ada has two cards, joined in October; her debts of four nights have all ages at the end of the year."""
    year = Year()
    year.house("2026-01-02T10:00:00", "register_player", card="ada", name="Ada Lamb", color="red", language="fr")
    year.house("2026-01-02T10:00:00", "register_player", card="lamb", name="A. Lamb")
    year.house("2026-01-02T10:00:00", "register_player", card="ben", name="Ben Orr")
    year.night("2026-08-31", "ada", *owing(5_000))
    year.house("2026-09-02T10:00:00", "deposit", card="lamb", amount=7_000)
    year.house("2026-09-02T10:00:00", "deposit", card="ben", amount=1_000)
    drawn: list[dict[str, Any]] = [
        {"do": "draw_deposit", "amount": 2_000},
        {"do": "draw_deposit", "amount": 500},
        {"do": "void"},
    ]
    # The checks drawn redeem a part of the marker at the close.
    year.night("2026-10-10", "lamb", *drawn, *owing(4_000))
    year.house("2026-10-20T10:00:00", "join_cards", card="ada", other="lamb")
    paid: dict[str, Any] = {"do": "redeem_carried", "amount": 6_000, "with": "cash"}
    year.night("2026-11-10", "ada", paid, {"do": "void"}, {**paid, "amount": 1_000}, *owing(3_000))
    year.house("2026-12-05T10:00:00", "redeem_carried", card="ada", amount=500)
    year.house("2026-12-06T10:00:00", "write_off", card="ada", amount=1_500, reason="agreed")
    year.house("2026-12-07T10:00:00", "withdraw", card="ada", amount=600)
    year.night("2026-12-10", "ada", *owing(2_000))
    year.night("2026-12-20", "ada", *owing(900), close=False)
    return year


def test_a_statement_has_every_entry_of_the_period(year: Year) -> None:
    view = year.statement("2026-09-01", "2026-12-09")
    lines = [(row.date, row.kind, row.result_cents, row.deposit_cents, row.owed_cents) for row in view.entries]
    assert lines == [
        ("2026-09-01", "night", -5_000, 0, 5_000),
        ("2026-09-02", "deposit", None, 7_000, 0),
        ("2026-10-10", "drawn", None, -2_000, 0),
        ("2026-10-10", "drawn", None, -500, 0),
        ("2026-10-10", "drawn", None, 500, 0),
        ("2026-10-11", "night", -4_000, 0, 2_000),
        ("2026-11-10", "paid", None, 0, -6_000),
        ("2026-11-10", "paid", None, 0, 6_000),
        ("2026-11-10", "paid", None, 0, -1_000),
        ("2026-11-11", "night", -3_000, 0, 3_000),
        ("2026-12-05", "redeemed", None, 0, -500),
        ("2026-12-06", "written_off", None, 0, -1_500),
        ("2026-12-07", "withdrawal", None, -600, 0),
    ]
    assert {row.kind for row in view.entries} == set(KINDS)
    assert view.entries[6].of == ("2026-08-31", "2026-10-10")
    assert (view.opening, view.closing) == (Balance(), Balance(deposit_cents=4_400, owed_cents=7_000))
    assert (view.nights, view.result_cents, view.at_tables_cents) == (3, -12_000, 0)
    assert view.entries[-1].after == view.closing


def test_one_statement_begins_where_the_other_ends(year: Year) -> None:
    for last in ("2026-08-31", "2026-09-01", "2026-10-10", "2026-11-30", "2026-12-31"):
        following = (date.fromisoformat(last) + timedelta(days=1)).isoformat()
        assert year.statement("2026-01-01", last).closing == year.statement(following, "2027-01-31").opening
    # Where the day begins earlier, the night that closed at 1:30 is of the day before.
    west = timezone(timedelta(hours=-5))
    assert year.statement("2026-08-31", "2026-08-31", west).nights == 1
    assert year.statement("2026-08-31", "2026-08-31").nights == 0


def test_the_foot_names_every_offset_that_the_days_go_by() -> None:
    year = Year()
    year.house("2026-01-02T10:00:00", "register_player", card="ada", name="Ada Lamb")
    for day in ("2026-10-31", "2026-11-02"):
        year.house(f"{day}T20:00:00", "deposit", card="ada", amount=1_000)
    zone = ZoneInfo("America/New_York")
    clocks = [year.statement(first, "2026-12-31", zone).masthead.clock for first in ("2026-10-01", "2026-11-01")]
    assert clocks == ["UTC−04:00, UTC−05:00", "UTC−05:00"]


def test_debts_have_the_age_of_their_night(year: Year) -> None:
    view = year.statement("2026-12-01", "2026-12-31")
    assert [(debt.date, debt.ages) for debt in view.debts] == [
        ("2026-08-31", (0, 0, 0, 2_000)),
        ("2026-10-10", (0, 0, 2_000, 0)),
        ("2026-11-10", (0, 3_000, 0, 0)),
        ("2026-12-10", (2_000, 0, 0, 0)),
    ]
    assert view.ages == (2_000, 3_000, 2_000, 2_000)
    assert view.at_tables_cents == 900
    for last, ages in (
        ("2026-09-30", (5_000, 0, 0, 0)),
        ("2026-10-01", (0, 5_000, 0, 0)),
        ("2026-10-31", (2_000, 0, 5_000, 0)),
        ("2026-11-29", (3_000, 2_000, 4_000, 0)),
        ("2026-11-30", (3_000, 2_000, 0, 4_000)),
    ):
        assert year.statement("2026-01-01", last).ages == ages


def test_the_account_is_the_houses(year: Year) -> None:
    view = year.statement("2026-01-01", "2026-12-31")
    assert view.closing == Balance(deposit_cents=year.card.deposit_cents, owed_cents=year.card.carried_cents)
    assert (view.nights, view.result_cents) == (year.card.nights, year.card.net_cents)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_every_account_of_a_house_script_is_the_houses(script: Path) -> None:
    with Book.open() as book:
        service = NightService(book)
        play(service, read_script(script.read_text()), EARP, keep_going=True)
        events, house = book.events(HOUSE), service.house()
        for card in house.open_cards:
            view = statement_view(events, card, Period(first=date(2000, 1, 1), last=date(2100, 1, 1)), UTC)
            assert (view.closing.deposit_cents, view.closing.owed_cents) == (card.deposit_cents, card.carried_cents)
            assert (view.nights, view.result_cents) == (card.nights, card.net_cents)
            assert view.closing.owed_cents + view.at_tables_cents == card.exposure_cents


def test_a_statement_that_differs_from_the_ledger_is_not_made(year: Year) -> None:
    events = list(year.events)
    at = next(at for at, row in enumerate(events) if row.kind == "DepositTaken")
    events[at] = replace(events[at], event=replace(events[at].event, amount_cents=1))
    with pytest.raises(DoesNotAddUp, match="the deposit by the ledger"):
        statement_view(events, year.card, Period(first=date(2026, 1, 1), last=date(2026, 12, 31)), UTC)


def test_the_same_period_gives_the_same_bytes_whatever_happens_later(year: Year) -> None:
    options = RenderOptions(style=HouseStyle(language="fr", paper="Letter"), zone=UTC)
    first = print_statement(year.statement("2026-09-01", "2026-11-30"), options)
    year.house("2026-12-21T10:00:00", "deposit", card="ada", amount=100)
    assert print_statement(year.statement("2026-09-01", "2026-11-30"), options) == first
