"""Links belong to a seating, a player's own hand to the phone that uses it first, and all end with the night."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from dealer.night.night import NO_PHONE
from dealer.night_service import NightService
from dealer.verification.streams import verify, verify_staff
from events.book.book import Book
from tests.support.house import PIN, STAFF_NAME, Client, House
from tests.web.evenings import pharo_night, worked_night
from web.app.authorization import still_signed_in
from web.app.links import _signer, hand_link, player_link
from web.player import MOST_ACTS

PAROLI = {"do": "paroli", "bet": "a"}
ELSEWHERE = (403, "hand_elsewhere")


@pytest.fixture
def own_night(house: House) -> str:
    """A night of Pharo that is open to players, in which Ada Lamb can act."""
    own_night = worked_night(house)
    house.do(own_night, "open_to_players")
    return own_night


@pytest.fixture
def phone(house: House) -> Client:
    return Client(house.app.test_client())


@pytest.fixture
def other_phone(house: House) -> Client:
    return Client(house.app.test_client())


def links_of(house: House, night: str, player: str = "red") -> tuple[str, str]:
    """The links that are given out now: to the player's page, and to their hand."""
    with house.app.test_request_context():
        return player_link(night, player), hand_link(night, player)


def statuses(device: Client, links: tuple[str, str]) -> tuple[int, int]:
    page, hand = (device.get(link).status_code for link in links)
    return page, hand


def sent(device: Client, link: str, document: dict[str, Any], **headers: str) -> tuple[int, str]:
    answer = device.post(f"{link}/commands", document, Accept="application/json", **headers)
    return answer.status_code, answer.get_json().get("code", "")


def bound(device: Client, link: str) -> tuple[int, str]:
    answer = device.post(f"{link}/phone", None, Accept="application/json")
    return answer.status_code, (answer.get_json() or {}).get("code", "") if answer.data else ""


def device_with(house: House, night: str, player: str = "red") -> str:
    return house.service.night(night).phones.get(player, NO_PHONE).device


def moved(client: Client, night: str, player: str = "red") -> int:
    fields = {"csrf_token": client.token, "player": player, "command_id": "move-0001"}
    return client.http.post(f"/nights/{night}/hands", data=fields).status_code


# A link is of one seating.


def test_another_person_in_a_seat_has_other_links(house: House, phone: Client) -> None:
    night = pharo_night(house)
    house.do(night, "seat_player", player="gold", name="Doc Holl")
    docs = links_of(house, night, "gold")
    assert statuses(phone, docs) == (200, 200)
    house.do(night, "void")
    assert statuses(phone, docs) == (410, 410)
    house.do(night, "seat_player", player="gold", name="E. Poe")
    house.do(night, "open_to_players")
    assert statuses(phone, docs) == (410, 410)
    laid = {"do": "place_bet", "bet": "z", "player": "gold", "kind": "single", "ranks": ["9"], "stake": 100}
    before = house.book.positions()
    assert sent(phone, docs[1], laid) == (410, "link_ended")
    assert house.book.positions() == before
    assert statuses(phone, links_of(house, night, "gold")) == (200, 200)


def test_whoever_leaves_and_sits_down_again_goes_on_with_their_links(house: House, phone: Client) -> None:
    night = pharo_night(house)
    house.do(night, "seat_player", player="gold", name="Doc Holl")
    links = links_of(house, night, "gold")
    house.do(night, "leave_table", player="gold")
    assert statuses(phone, links) == (200, 200)
    house.do(night, "seat_player", player="gold", name="Doc Holl")
    assert links_of(house, night, "gold") == links
    assert statuses(phone, links) == (200, 200)


def corrected(house: House, night: str, command: str, instead: dict[str, Any] | None) -> None:
    proposed = house.service.propose(night, command, instead)
    house.do(night, "amend", command=command, instead=instead, drop=list(proposed.amended.drop))


def test_a_correction_of_something_earlier_leaves_links_as_they_are(house: House, own_night: str) -> None:
    laid = {"do": "place_bet", "bet": "z", "player": "black", "kind": "single", "ranks": ["9"], "stake": 100}
    bet = house.service.execute(laid, house.sender, night=own_night).command
    seated = {"do": "seat_player", "player": "gold", "name": "Doc Hol"}
    seat = house.service.execute(seated, house.sender, night=own_night).command
    links = links_of(house, own_night, "gold")
    for stake in (200, 300):
        corrected(house, own_night, bet, {**laid, "stake": stake})
        assert house.book.commands(own_night)[-1].refused is None
        assert links_of(house, own_night, "gold") == links
    corrected(house, own_night, seat, {**seated, "name": "Doc Holl"})
    renamed = links_of(house, own_night, "gold")
    assert renamed[0] != links[0]
    corrected(house, own_night, bet, {**laid, "stake": 400})
    assert links_of(house, own_night, "gold") == renamed


def test_a_link_is_none_of_a_copy_of_the_book_that_went_on_differently(tmp_path: Path) -> None:
    """The copy was made before the seat was taken, and seats somebody else there in the same way."""
    first = House(Book.open(tmp_path / "night.db"))
    night = pharo_night(first)
    first.book.close()
    copyfile(tmp_path / "night.db", tmp_path / "copy.db")
    links, answers = [], []
    for name, player in (("night", "Doc Holl"), ("copy", "E. Poe")):
        house = House(Book.open(tmp_path / f"{name}.db"), staff=False)
        # The ids of commands can be the same: some are made from the night's.
        seated = {"do": "seat_player", "player": "gold", "name": player}
        house.service.execute(seated, house.sender, night=night, command_id="the-seat-of-gold")
        links.append(links_of(house, night, "gold"))
        answers.append([statuses(Client(house.app.test_client()), known) for known in links])
        house.book.close()
    assert answers == [[(200, 200)], [(410, 410), (200, 200)]]


def test_a_link_of_a_night_that_the_book_does_not_have_has_ended(house: House, phone: Client, own_night: str) -> None:
    with house.app.test_request_context():
        key = _signer("casekeeper player").dumps(["1999-01-01-1", "red", 0, "0123456789abcdef"])
    assert phone.get(f"/player/{key}").status_code == 410


@pytest.mark.parametrize("of_earlier", [["red"], ["red", 1]])
def test_a_link_of_an_earlier_program_has_ended(
    house: House, phone: Client, own_night: str, of_earlier: list[Any]
) -> None:
    for purpose, path in (("casekeeper player", "/player/{}"), ("casekeeper hand", "/hand/{}")):
        with house.app.test_request_context():
            key = _signer(purpose).dumps([own_night, *of_earlier])
        answer = phone.get(path.format(key))
        assert (answer.status_code, "Ask at the table for a new one" in answer.text) == (410, True)


def test_a_stream_ends_with_its_seating(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.app.authorization.SHARED_FOR_S", 0.0)
    night = pharo_night(house)
    house.do(night, "seat_player", player="gold", name="Doc Holl")
    streams: list[Callable[[], bool]] = []
    for link in links_of(house, night, "gold"):
        with house.app.test_request_context(f"{link}/stream"):
            streams.append(still_signed_in())
    assert [is_let_in() for is_let_in in streams] == [True, True]
    house.do(night, "void")
    assert [is_let_in() for is_let_in in streams] == [False, False]


def test_the_staff_send_nothing_by_a_link_that_has_ended(house: House, client: Client, own_night: str) -> None:
    hand = links_of(house, own_night)[1]
    house.service.execute_for_house({"do": "revoke_links", "night": own_night, "player": "red"}, house.sender)
    before = house.book.positions()
    assert client.get(hand).status_code == 200
    assert sent(client, hand, PAROLI) == (410, "link_ended")
    assert bound(client, hand) == (410, "link_ended")
    assert house.book.positions() == before


# A hand is bound to the first phone.


def test_to_fetch_the_address_of_a_hand_binds_nothing(house: House, phone: Client, own_night: str) -> None:
    """Messengers fetch an address to show what is there."""
    hand = links_of(house, own_night)[1]
    before = house.book.positions()
    assert [phone.http.open(hand, method=method).status_code for method in ("GET", "HEAD")] == [200, 200]
    assert house.book.positions() == before


@pytest.mark.parametrize("by_its_page", [True, False], ids=("the page said so", "the first act"))
def test_the_first_phone_has_the_hand_and_another_nothing_of_it(
    house: House, phone: Client, other_phone: Client, own_night: str, by_its_page: bool
) -> None:
    hand = links_of(house, own_night)[1]
    assert (bound(phone, hand) if by_its_page else sent(phone, hand, PAROLI)) == (
        (204, "") if by_its_page else (200, "")
    )
    row = next(row for row in house.book.commands(own_night) if row.document["do"] == "bind_hand")
    assert (row.who, row.device, row.refused) == ("Ada Lamb", device_with(house, own_night), None)
    before = house.book.positions()
    assert "Ada Lamb’s hand is on another phone. The dealer can move it." in other_phone.get(hand).text
    assert "in-hand" not in other_phone.get(hand).text
    assert [sent(other_phone, hand, PAROLI), bound(other_phone, hand)] == [ELSEWHERE, ELSEWHERE]
    # What the first phone sends again is its own too.
    assert bound(phone, hand) == (204, "")
    assert house.book.positions() == before
    assert "in-hand" in phone.get(hand).text
    assert sent(phone, hand, {"do": "mask_bet", "bet": "d"}) == (200, "")


def test_an_answer_that_was_lost_is_given_to_no_other_phone(
    house: House, phone: Client, other_phone: Client, own_night: str
) -> None:
    hand, ident = links_of(house, own_night)[1], {"Idempotency-Key": "phone-0001"}
    assert sent(phone, hand, PAROLI, **ident) == (200, "")
    assert sent(other_phone, hand, PAROLI, **ident) == ELSEWHERE


def test_who_has_a_copy_of_the_link_does_not_use_up_the_pace_of_the_phone_with_the_hand(
    house: House, phone: Client, other_phone: Client, own_night: str
) -> None:
    hand = links_of(house, own_night)[1]
    bound(phone, hand)
    assert {sent(other_phone, hand, PAROLI) for _ in range(MOST_ACTS + 1)} == {ELSEWHERE}
    assert sent(phone, hand, PAROLI) == (200, "")


def test_of_two_phones_at_once_the_rules_let_the_first_have_the_hand(
    house: House, phone: Client, other_phone: Client, own_night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both looked while nobody had it."""
    hand = links_of(house, own_night)[1]
    before = house.service.night(own_night)
    assert bound(phone, hand) == (204, "")
    monkeypatch.setattr(NightService, "night", lambda service, night: before)
    assert sent(other_phone, hand, PAROLI) == ELSEWHERE
    last = house.book.commands(own_night)[-1]
    assert (last.document["do"], last.refused) == ("bind_hand", "hand_elsewhere")


def test_a_tablet_of_the_staff_that_looks_at_a_hand_does_not_take_it(
    house: House, client: Client, phone: Client, own_night: str
) -> None:
    hand = links_of(house, own_night)[1]
    assert "data-binds" not in client.get(hand).text
    assert "data-binds" in phone.get(hand).text
    assert bound(client, hand) == (204, "")
    assert device_with(house, own_night) == ""
    assert bound(phone, hand) == (204, "")
    assert device_with(house, own_night).startswith("tablet-")


def test_taking_back_takes_no_phone_from_its_hand(house: House, phone: Client, own_night: str) -> None:
    hand = links_of(house, own_night)[1]
    laid = {"do": "place_bet", "bet": "z", "player": "black", "kind": "single", "ranks": ["9"], "stake": 100}
    bet = house.service.execute(laid, house.sender, night=own_night).command
    bound(phone, hand)
    device = device_with(house, own_night)
    corrected(house, own_night, bet, {**laid, "stake": 200})
    assert device_with(house, own_night) == device
    corrected(house, own_night, bet, None)
    assert device_with(house, own_night) == device
    house.do(own_night, "void")
    assert device_with(house, own_night) == device
    assert sent(phone, hand, PAROLI) == (200, "")


def test_a_new_person_in_a_seat_has_a_hand_that_is_on_no_phone(
    house: House, phone: Client, other_phone: Client
) -> None:
    night = pharo_night(house)
    house.do(night, "seat_player", player="gold", name="Doc Holl")
    bound(phone, links_of(house, night, "gold")[1])
    house.do(night, "void")
    house.do(night, "seat_player", player="gold", name="E. Poe")
    assert bound(other_phone, links_of(house, night, "gold")[1]) == (204, "")
    assert bound(phone, links_of(house, night, "gold")[1]) == ELSEWHERE


def test_the_dealer_moves_a_hand_to_another_phone(
    house: House, client: Client, phone: Client, other_phone: Client, own_night: str
) -> None:
    """The old link ends with it: the phone that had the hand could take it again otherwise."""
    page, hand = links_of(house, own_night)
    bound(phone, hand)
    with_phone = client.get(f"/nights/{own_night}/links?of=red&acts=1").text
    assert f"The hand is on the device {device_with(house, own_night)}." in with_phone
    assert [moved(client, own_night) for _ in range(2)] == [303, 303]
    assert [row.document["do"] for row in house.book.commands(own_night)].count("move_hand") == 1
    without = client.get(f"/nights/{own_night}/links?of=red&acts=1&moved=1").text
    assert "Move to another phone" in with_phone
    assert "Move to another phone" not in without
    assert "The first phone that opens this one has the hand." in without
    assert statuses(phone, (page, hand)) == (200, 410)
    assert sent(phone, hand, PAROLI) == (410, "link_ended")
    new = links_of(house, own_night)
    assert new[0] == page
    assert bound(other_phone, new[1]) == (204, "")
    assert sent(phone, new[1], PAROLI) == ELSEWHERE
    assert sent(other_phone, new[1], PAROLI) == (200, "")


def test_new_links_of_a_player_are_for_a_new_phone_too(
    house: House, client: Client, phone: Client, other_phone: Client, own_night: str
) -> None:
    hand = links_of(house, own_night)[1]
    bound(phone, hand)
    fields = {"csrf_token": client.token, "player": "red", "command_id": "revoke-0001"}
    assert client.http.post(f"/nights/{own_night}/links", data=fields).status_code == 303
    assert sent(phone, hand, PAROLI) == (410, "link_ended")
    assert sent(other_phone, links_of(house, own_night)[1], PAROLI) == (200, "")


def test_only_who_may_end_links_moves_a_hand(house: House, phone: Client, own_night: str) -> None:
    bound(phone, links_of(house, own_night)[1])
    for name, role in ((STAFF_NAME, "owner"), ("A. Mills", "auditor")):
        house.service.execute_for_house({"do": "engage", "name": name, "roles": [role]}, house.sender)
    house.auth.engage("A. Mills", "4711", house.sender)
    looks_on = Client(house.app.test_client())
    looks_on.sign_in("A. Mills", "4711")
    assert "Move to another phone" not in looks_on.get(f"/nights/{own_night}/links?of=red&acts=1").text
    assert moved(looks_on, own_night) == 403
    assert sent(phone, links_of(house, own_night)[1], PAROLI) == (200, "")


def test_in_a_night_without_own_acts_no_hand_is_bound_or_moved(house: House, client: Client, night: str) -> None:
    for document in (
        {"do": "bind_hand", "player": "red", "device": "d", "link": "x"},
        {"do": "move_hand", "player": "red"},
    ):
        answer = client.post(f"/api/nights/{night}/commands", document)
        assert (answer.status_code, answer.get_json()["code"]) == (422, "not_allowed_here")


# The house chooses how long links last.


def test_the_house_chooses_how_long_links_last(house: House, client: Client, phone: Client, own_night: str) -> None:
    ids = map("links-{:04}".format, count())

    def choose(hours: str) -> int:
        fields = {"csrf_token": client.token, "hours": hours, "command_id": next(ids)}
        return client.http.post("/staff/links", data=fields).status_code

    links = links_of(house, own_night)
    house.do(own_night, "close_night")
    closed = datetime.fromisoformat(house.service.events(own_night)[-1].at)
    house.now = (closed + timedelta(minutes=30)).isoformat().replace("+00:00", "Z")
    assert [choose(hours) for hours in ("169", "soon", "")] == [400, 400, 400]
    assert statuses(phone, links) == (200, 200)
    for hours, status in (("0", 410), ("1", 200), ("0", 410), ("12", 200)):
        assert choose(hours) == 303
        assert f'name="hours" value="{hours}"' in client.get("/staff").text
        assert statuses(phone, links) == (status, status)
    house.now = (closed + timedelta(hours=12)).isoformat().replace("+00:00", "Z")
    assert statuses(phone, links) == (410, 410)
    assert verify_staff(house.book).finding is None


def test_the_page_of_links_says_how_long_they_last(house: House, client: Client, own_night: str) -> None:
    path = f"/nights/{own_night}/links"
    for hours, sentence in (
        (None, "Links end 12 hours after the night is closed."),
        (1, "Links end 1 hour after the night is closed."),
        (0, "Links end when the night is closed."),
    ):
        if hours is not None:
            house.auth.keeper.links_last(hours, house.sender)
        assert sentence in client.get(path).text
    assert "QR code" in client.get(path).text
    house.do(own_night, "close_night")
    assert "QR code" not in client.get(f"/nights/{own_night}").text
    for of in ("", "?of=red"):
        page = client.get(path + of).text
        assert "The night is over, and its links have ended." in page
        assert "QR code" not in page
    assert "QR code" in client.get(f"{path}?of=tablet:").text
    house.auth.keeper.links_last(12, house.sender)
    assert "QR code" in client.get(f"/nights/{own_night}").text


def test_who_signs_in_sees_pages_whose_links_have_ended(house: House, own_night: str) -> None:
    house.auth.keeper.links_last(0, house.sender)
    links = links_of(house, own_night)
    house.do(own_night, "close_night")
    again = Client(house.app.test_client())
    assert statuses(again, links) == (410, 410)
    again.sign_in(STAFF_NAME, PIN)
    assert statuses(again, links) == (200, 200)


def test_a_night_with_hands_that_moved_is_sound(house: House, client: Client, phone: Client, own_night: str) -> None:
    hand = links_of(house, own_night)[1]
    bound(phone, hand)
    sent(phone, hand, PAROLI)
    moved(client, own_night)
    house.do(own_night, "close_night")
    assert verify(house.book, own_night).finding is None
