"""The office: every amount of the house in the right rows, added once, however many nights there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from dealer.house.office import GROUPINGS, Entry, Grouping, Office, Period, Totals, evolve, totals
from events.common.event import Event
from events.common.house import (
    BalancedSeat,
    CardsJoined,
    CarriedPart,
    CarriedRedeemed,
    CarriedWrittenOff,
    DealerLine,
    DepositPaidOut,
    DepositTaken,
    NightBalanced,
    NightListed,
    SeatEntered,
    SlipEntered,
    SlipStruck,
)
from events.records import Recorded

EVER = Period(first="0001-01-01", last="9999-12-31")
NOON = "2026-11-20T12:00:00.000Z"


def recorded(happened: Iterable[Event], at: str = NOON) -> list[Recorded]:
    return [
        Recorded.in_no_book(event, stream="house", version=number, command="", at=at)
        for number, event in enumerate(happened, start=1)
    ]


def seated(night: str, card: str, drawn: int = 0, **paid: int) -> SeatEntered:
    parts = tuple(CarriedPart(earlier, cents) for earlier, cents in paid.items())
    return SeatEntered(night=night, card=card, markers_open_cents=0, drawn_cents=drawn, carried_paid=parts)


def balanced(night: str, bank: int, seats: dict[str, tuple[int, int]], *dealers: DealerLine) -> NightBalanced:
    lines = tuple(BalancedSeat(card=card, net_cents=net, carried_cents=left) for card, (net, left) in seats.items())
    return NightBalanced(night=night, version=1, hash="", seats=lines, bank_cents=bank, dealers=dealers)


HOUSE = (
    NightListed(night="n1", table="Front", date="2026-10-30", games=("faro",)),
    NightListed(night="n2", table="Back", date="2026-11-14", games=("faro", "fan_tan")),
    seated("n1", "ada"),
    seated("n1", "kate"),
    SlipEntered(night="n1", slip="fill", number=1, amount_cents=700),
    SlipEntered(night="n2", slip="fill", number=2, amount_cents=900),
    SlipEntered(night="n1", slip="drop", number=1, amount_cents=50),
    SlipStruck(night="n2", slip="fill", number=2),
    balanced("n1", 900, {"ada": (-600, 400), "kate": (-400, 0)}, DealerLine("Doc", 3, 20, 45)),
    seated("n2", "ada-2", drawn=30, n1=100),
    CardsJoined(card="ada", other="ada-2"),
    # What stands at the close counts, once.
    seated("n2", "ada", drawn=40, n1=150),
    DepositTaken(card="ada", amount_cents=500),
    DepositPaidOut(card="ada", amount_cents=60),
    balanced("n2", -100, {"ada": (90, 0)}, DealerLine("Doc", 1, 5, 0), DealerLine("Kate", 2, 7, 0)),
    CarriedRedeemed(card="ada", amount_cents=80, parts=(CarriedPart("n1", 80),)),
    CarriedWrittenOff(card="ada", amount_cents=70, reason="gone", parts=(CarriedPart("n1", 70),)),
    NightListed(night="n3", table="Front", date="2026-11-20", games=("faro",)),
    SlipEntered(night="n3", slip="fill", number=3, amount_cents=5),
)
"""Two closed nights and an open one; Ada pays $1.50 of the first night at the second, 80¢ at the cage, 70¢ never."""

N1 = {"nights": 1, "bank": 900, "fills": 700, "drops": 50, "rounds": 3, "tokes": 20, "cut": 45, "net": -1000}
N2 = {"nights": 1, "bank": -100, "rounds": 3, "tokes": 12, "net": 90, "drawn": 40}
N1_AND_AFTER = {**N1, "carried": 400, "redeemed": 230, "written_off": 70}
OCTOBER = {**N1, "carried": 400}
NOVEMBER = {**N2, "redeemed": 230, "written_off": 70, "deposited": 500, "withdrawn": 60}
ADA = {"played": 2, "net": -510, "carried": 400, "drawn": 40}

ROWS: dict[str, dict[str, dict[str, int]]] = {
    "night": {"n1": N1_AND_AFTER, "n2": N2},
    "week": {
        "2026-W44": OCTOBER,
        "2026-W46": {**N2, "redeemed": 150},
        "2026-W47": {"redeemed": 80, "written_off": 70, "deposited": 500, "withdrawn": 60},
    },
    "month": {"2026-10": OCTOBER, "2026-11": NOVEMBER},
    "table": {"Front": N1_AND_AFTER, "Back": N2},
    "game": {"faro": N1_AND_AFTER, "faro fan_tan": N2},
    "dealer": {
        "Doc": {"dealt": 2, "rounds": 4, "tokes": 25, "cut": 45},
        "Kate": {"dealt": 1, "rounds": 2, "tokes": 7},
    },
    "player": {
        "ada": {**ADA, "redeemed": 230, "written_off": 70, "deposited": 500, "withdrawn": 60},
        "kate": {"played": 1, "net": -400},
    },
}
NOT_SHOWN = {"dealt", "played"}


def rows_of(added: Totals, grouping: Grouping) -> dict[str, dict[str, int]]:
    """The rows without zeros, and without counts that other groupings show."""
    hidden = NOT_SHOWN - set(grouping.columns)
    return {
        key: {column: amount for column, amount in row.items() if amount and column not in hidden}
        for key, row in added.rows.items()
    }


@pytest.mark.parametrize("name", GROUPINGS)
def test_every_amount_is_in_its_row_once(name: str) -> None:
    office, grouping = evolve(None, recorded(HOUSE)), GROUPINGS[name]
    added = totals(office, grouping, EVER)
    assert rows_of(added, grouping) == ROWS[name]
    for column in grouping.columns:
        assert added.sums.get(column, 0) == sum(row.get(column, 0) for row in ROWS[name].values()), column
    assert (office.still_open, len(office.seats), len(office.slips)) == (1, 0, 1)


@pytest.mark.parametrize(
    ("name", "row"),
    [("night", {"n2": N2}), ("month", {"2026-11": NOVEMBER}), ("table", {"Back": N2})],
)
def test_a_period_has_its_nights_and_the_days_of_the_cage(name: str, row: dict[str, Any]) -> None:
    november = Period(first="2026-11-01", last="2026-11-30")
    added = totals(evolve(None, recorded(HOUSE)), GROUPINGS[name], november)
    assert rows_of(added, GROUPINGS[name]) == row


def test_a_book_that_was_put_in_the_place_of_another_is_added_up_from_its_beginning() -> None:
    grouping = GROUPINGS["night"]
    before = totals(evolve(None, recorded(HOUSE)), grouping, EVER)
    other = evolve(None, recorded(many_nights(40)))
    assert totals(other, grouping, EVER, before) == totals(other, grouping, EVER)
    shorter = evolve(None, recorded(HOUSE[:9]))
    assert totals(shorter, grouping, EVER, before) == totals(shorter, grouping, EVER)


def many_nights(count: int) -> Iterator[Event]:
    """So many closed nights at three tables with four of 300 people each, and a deposit after each night."""
    for number in range(count):
        day = date(2024, 1, 1) + timedelta(days=number // 3)
        night = f"{day}-{number % 3 + 1}"
        yield NightListed(night=night, table=f"Table {number % 3}", date=day.isoformat(), games=("faro",))
        cards = [f"card{(number * 7 + seat) % 300}" for seat in range(4)]
        yield from (seated(night, card) for card in cards)
        yield balanced(night, 100, dict.fromkeys(cards, (-25, 10)), DealerLine("Doc", 1, 5, 5))
        yield DepositTaken(card=cards[0], amount_cents=10)


def counting(grouping: Grouping, looked_at: list[Entry]) -> Grouping:
    """The grouping, noting each entry whose row it is asked for."""

    def key(office: Office, entry: Entry) -> str | None:
        looked_at.append(entry)
        return grouping.key(office, entry)

    return Grouping(name=grouping.name, by_night=grouping.by_night, columns=grouping.columns, key=key)


@pytest.mark.parametrize("name", GROUPINGS)
def test_another_night_costs_the_same_after_a_thousand_as_after_ten(name: str) -> None:
    looked_at: list[Entry] = []
    grouping, costs = counting(GROUPINGS[name], looked_at), []
    *before, listed, first, second, third, fourth, closed, deposit = many_nights(1_001)
    newer = recorded((listed, first, second, third, fourth, closed, deposit))
    for nights in (recorded(before[:70]), recorded(before)):
        office = evolve(None, nights)
        known = totals(office, grouping, EVER)
        looked_at.clear()
        after = evolve(office, newer)
        continued = totals(after, grouping, EVER, known)
        costs.append(len(looked_at))
        assert continued == totals(after, GROUPINGS[name], EVER)
    assert costs[0] == costs[1] <= 7
