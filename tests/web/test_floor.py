"""The floor: all open tables at once, and what wants attention."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from dealer.staff import Device
from dealer.streams import Sender
from events.book.shared_values import SharedValues
from tests.support.house import STAFF_NAME, Client, House
from tests.web.tablet_in_browser import Tablets
from web.house.floor import Attention, FloorTable, floor_table
from web.live.presence import Presence, Silence

CONNECTED = Silence(seconds=0.0, device="tablet-1")


def on_floor(house: House, night: str, silence: Silence = CONNECTED, *, after_s: float = 0.0) -> FloorTable:
    """A table on the floor, some seconds after its last command."""
    state, _, events = house.service.with_events(night)
    at = (datetime.fromisoformat(events[-1].at) + timedelta(seconds=after_s)).isoformat()
    register = house.auth.register
    tablet = Device(id="tablet-2", name="Dealer’s tablet")
    staff = replace(register, devices={**register.devices, tablet.id: tablet})
    return floor_table(state, events, house.service.house(), at, silence, staff)


def card(house: House, night: str, limit: int = 20_000) -> None:
    document = {"do": "register_player", "card": "ada", "name": "Adelaide Lamb", "known_as": "Ada"}
    house.service.execute_for_house({**document, "credit_limit": limit}, house.sender)
    house.do(night, "seat_player", player="green", card="ada")


def disputed(house: House, night: str) -> None:
    house.do(night, "place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="Q", winner="2")
    house.do(night, "raise_dispute", dispute="d1", player="red", about="q", claim="mine")


def ruling_taken_back(house: House, night: str) -> None:
    """With the dispute itself, which nobody sees any more."""
    disputed(house, night)
    house.do(night, "rule_dispute", dispute="d1", ruling="stands", reason="seen")
    dealer = Sender(who="C. Moss", device="tablet-2")
    for _ in range(2):
        house.service.execute({"do": "void"}, dealer, night=night)


def ruled_again(house: House, night: str) -> None:
    disputed(house, night)
    house.do(night, "rule_dispute", dispute="d1", ruling="stands", reason="seen")
    house.service.execute({"do": "void"}, Sender(who="C. Moss", device="tablet-2"), night=night)
    house.do(night, "rule_dispute", dispute="d1", ruling="stands", reason="seen twice")


def given_again_and_restored(house: House, night: str) -> None:
    """The correction of an earlier turn gave the ruling again, and was itself taken back: the ruling stands."""
    disputed(house, night)
    house.do(night, "rule_dispute", dispute="d1", ruling="stands", reason="seen")
    placed = next(row for row in house.book.commands(night) if row.document["do"] == "place_bet")
    instead = {**placed.document, "stake": 1_000}
    amend = {"do": "amend", "command": placed.id, "instead": instead, "drop": []}
    house.service.execute(amend, Sender(who="C. Moss", device="tablet-2"), night=night)
    house.do(night, "void")


def broken(house: House, night: str) -> str:
    poor = house.open_night(roll=1_000)
    house.seat(poor, red="Ada Lamb")
    house.deal(poor)
    house.do(poor, "place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=5_000)
    house.do(poor, "turn", loser="3", winner="Q")
    return poor


def short_count(house: House, night: str) -> None:
    house.do(night, "count_drawer", at="opening", cash=539_500, reason="a bill was missing")


def near_limit(house: House, night: str) -> None:
    card(house, night)
    house.do(night, "issue_marker", player="green", amount=16_000)


def below_limit(house: House, night: str) -> None:
    card(house, night)
    house.do(night, "issue_marker", player="green", amount=15_900)


def barred(house: House, night: str) -> None:
    card(house, night)
    house.service.execute_for_house({"do": "bar_player", "card": "ada", "reason": "loud"}, house.sender)


def barred_and_gone(house: House, night: str) -> None:
    barred(house, night)
    house.do(night, "leave_table", player="green")


def dismissed(house: House, night: str) -> None:
    house.auth.engage("C. Moss", "1111", house.sender)
    house.do(night, "relieve_dealer", dealer="C. Moss")
    house.auth.keeper.dismiss("C. Moss", house.sender)


def no_longer_a_dealer(house: House, night: str) -> None:
    house.auth.engage("C. Moss", "1111", house.sender)
    for name, role in ((STAFF_NAME, "owner"), ("C. Moss", "cage")):
        house.service.execute_for_house({"do": "engage", "name": name, "roles": [role]}, house.sender)
    house.do(night, "relieve_dealer", dealer="C. Moss")


def a_guest_deals(house: House, night: str) -> None:
    house.do(night, "relieve_dealer", dealer="Ann Oakley")


def nothing(house: House, night: str) -> None:
    """Nothing happens."""


WANTS: dict[str, tuple[Callable[[House, str], str | None], Silence, float, list[tuple[str, str]]]] = {
    "nothing": (nothing, CONNECTED, 0, []),
    "a dispute": (
        disputed,
        CONNECTED,
        0,
        [("dispute", "Ada Lamb’s dispute about the Q, laid in deal 1 waits for a ruling.")],
    ),
    "a ruling that somebody else took back": (
        ruling_taken_back,
        CONNECTED,
        0,
        [("dispute", "C. Moss took back test’s ruling on the dispute “mine”.")],
    ),
    "a ruling given again": (ruled_again, CONNECTED, 0, []),
    "a ruling whose correction was taken back": (given_again_and_restored, CONNECTED, 0, []),
    "a broken bank": (broken, CONNECTED, 0, [("broken", "The bank is broken: no bets until the roll is raised.")]),
    "a count": (short_count, CONNECTED, 0, [("count", "The opening count was short by $5: “a bill was missing”.")]),
    "somebody who is barred": (barred, CONNECTED, 0, [("barred", "Ada is barred and still plays: loud.")]),
    "somebody who is barred and left": (barred_and_gone, CONNECTED, 0, []),
    "a marker": (
        near_limit,
        CONNECTED,
        0,
        [("marker", "Ada owes $160 on markers at all tables; the limit is $200.")],
    ),
    "a marker far from its limit": (below_limit, CONNECTED, 0, []),
    "a dealer who was dismissed": (
        dismissed,
        CONNECTED,
        0,
        [("dealer", "C. Moss deals here and may not deal any more.")],
    ),
    "a dealer who lost the role": (
        no_longer_a_dealer,
        CONNECTED,
        0,
        [("dealer", "C. Moss deals here and may not deal any more.")],
    ),
    "a dealer who is not on the staff": (a_guest_deals, CONNECTED, 0, []),
    "a tablet": (
        nothing,
        Silence(seconds=130, device="tablet-2"),
        200,
        [("silent", "Dealer’s tablet has had no connection for 2 minutes.")],
    ),
    "no tablet": (nothing, Silence(seconds=400, device=""), 61, [("silent", "No tablet has been here for 1 minute.")]),
    "a tablet that just went": (nothing, Silence(seconds=59, device="tablet-2"), 200, []),
    "a pause": (nothing, CONNECTED, 3 * 3600, [("idle", "Nothing has been entered for 3 hours.")]),
}


@pytest.mark.parametrize("name", WANTS)
def test_what_wants_attention(house: House, night: str, name: str) -> None:
    act, silence, after_s, sentences = WANTS[name]
    night = act(house, night) or night
    expected = [Attention(kind=kind, sentence=sentence) for kind, sentence in sentences]
    assert list(on_floor(house, night, silence, after_s=after_s).attention) == expected


def test_a_table_on_the_floor(house: House, night: str) -> None:
    near_limit(house, night)
    house.do(night, "relieve_dealer", dealer="Ann Oakley")
    table = on_floor(house, night)
    assert (table.dealer, table.standing_at, table.games) == ("Ann Oakley", "deal 1, before turn 1", "Faro")
    assert (table.checks_out, table.money, table.markers) == ("$560", "$5,000 in sight", "$160")
    assert (table.players[-1], table.nearest) == ("Ada", "Ada $160 of $200")


def test_the_floor_has_every_open_night(house: House, client: Client) -> None:
    nights = [house.open_night(table=f"Table {number}") for number in range(12)]
    house.do(nights[0], "close_night")
    for path in ("/floor", "/floor/tables"):
        shown = client.get(path).text
        assert [f'id="table-{night}"' in shown for night in nights] == [False] + [True] * 11
    assert 'href="/floor"' in client.get("/").text
    assert client.get("/floor/tables").text.count("<html") == 0


def test_presence() -> None:
    presence = Presence(SharedValues())
    assert presence.silence("n").device == ""
    with presence.follow("n", "a"), presence.follow("n", "a"):
        assert presence.silence("n").seconds == 0
    assert presence.silence("n").device == "a"
    assert 0 < presence.silence("n").seconds < 60


@pytest.mark.browser
def test_the_page_shows_what_happens_and_keeps_the_focus(tablets: Tablets, house: House, night: str) -> None:
    tablet = tablets.new()
    tablet.go("/floor")
    expect(tablet.page.locator("#wanting")).to_have_text("Nothing. All is well at 1 table.")
    tablet.page.locator(f"#table-{night}").focus()
    disputed(house, night)
    expect(tablet.page.locator(".attention")).to_contain_text("waits for a ruling")
    assert tablet.page.evaluate("document.activeElement.id") == f"table-{night}"
    tablet.touch(".attention")
    expect(tablet.page).to_have_url(f"{tablet.address}/nights/{night}/disputes")
