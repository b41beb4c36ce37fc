"""A night of a thousand commands: right on the page, in the result and by ``verify``; and not read over and over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

import pytest

from dealer.verification.book import verify_book
from dealer.verification.streams import verify
from events.book import reading
from tests.support.house import House

SEATS = ("red", "blue", "white")
COMMANDS = 1_001
BOUGHT_EACH = 500


@pytest.fixture
def house() -> House:
    return House()


def acts() -> Iterator[dict[str, Any]]:
    """What goes on at a table that never closes: checks are bought, a bet is laid and taken down."""
    for number, player in enumerate(cycle(SEATS)):
        yield {"do": "buy_checks", "player": player, "amount": BOUGHT_EACH}
        yield {"do": "place_bet", "bet": f"b{number}", "player": player, "kind": "single", "ranks": ["K"], "stake": 500}
        yield {"do": "take_down_bet", "bet": f"b{number}"}


def long_night(house: House, commands: int) -> str:
    night = house.open_night()
    house.seat(night, **{player: player.title() for player in SEATS})
    house.deal(night)
    for act in islice(acts(), commands):
        house.do(night, **act)
    return night


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions of the facts that are read from the book and decoded."""
    seen: list[int] = []
    read = reading._recorded

    def noted(night: str, rows: Any, after: int) -> Any:
        facts = read(night, rows, after)
        seen.extend(one.version for one in facts)
        return facts

    monkeypatch.setattr(reading, "_recorded", noted)
    return seen


def test_a_long_night_is_right_on_the_page_in_the_result_and_by_verify(house: House) -> None:
    night = long_night(house, COMMANDS)
    result = house.result(night)
    bought = 20_000 * len(SEATS) + BOUGHT_EACH * len(range(0, COMMANDS, 3))
    # The last bet lies: its turn to be taken down did not come.
    assert sum(one["checks"] for one in result["players"].values()) == bought - 500
    assert result["events"] == 3 + 2 * len(SEATS) + COMMANDS
    page = house.client().get(f"/nights/{night}")
    assert page.status_code == 200
    assert str(result["events"]) in page.get_data(as_text=True)
    verdict = verify(house.book, night)
    assert verdict.finding is None
    assert verdict.facts == result["events"]
    assert verify_book(house.book) is None


@pytest.mark.parametrize("page", ["/nights", "/api/nights"])
@pytest.mark.parametrize("commands", [30, 300])
def test_a_page_after_a_command_reads_what_is_new_and_no_more(
    house: House, decoded: list[int], commands: int, page: str
) -> None:
    """However long the night is: what was read and folded before is kept."""
    night = long_night(house, commands)
    client = house.client()
    client.get(f"{page}/{night}")
    decoded.clear()
    version = house.do(night, "buy_checks", player="red", amount=BOUGHT_EACH)
    assert client.get(f"{page}/{night}").status_code == 200
    of_the_night = [one for one in decoded if one > 5]
    assert len(of_the_night) <= 6
    assert all(one >= version - 1 for one in of_the_night)


@pytest.mark.parametrize("commands", [30, 300])
def test_a_command_reads_nothing_of_the_night_before_it(house: House, decoded: list[int], commands: int) -> None:
    night = long_night(house, commands)
    decoded.clear()
    house.do(night, "buy_checks", player="red", amount=BOUGHT_EACH)
    assert decoded == []
