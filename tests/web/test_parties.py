"""Whoever is a party to a dispute does not rule on it while somebody else can; where nobody can, the record says so."""

from __future__ import annotations

from typing import Any

import pypdfium2
import pytest

from dealer.night.night import Night
from dealer.verification.streams import verify
from events.common.night import DisputeRuled
from events.effective_events import effective
from reports.sheets.disputes import disputes_of
from tests.support.disputed import BET, Disputed
from tests.support.house import PIN, STAFF_NAME, Client, House
from web.app.links import player_link

RULING = {"do": "rule_dispute", "dispute": "d1", "ruling": "stands", "reason": "It lay open"}
DEALT = "M. Earp dealt what is disputed. Somebody else should rule on it."
PARTY = "ruled by M. Earp, who is a party to it"
REFUSED = (403, "not_permitted")


@pytest.fixture
def disputed(house: House) -> str:
    """A night in which M. Earp dealt what Ada Lamb disputes."""
    return Disputed(house.book).play_bet().night


def member(house: House, name: str) -> Client:
    """A device on which somebody of the staff has signed in; they are engaged if they are new."""
    if house.auth.register.find(name) is None:
        house.auth.engage(name, PIN, house.sender)
    client = Client(house.app.test_client())
    client.sign_in(name, PIN)
    return client


def give(house: House, name: str, *roles: str) -> None:
    house.service.execute_for_house({"do": "engage", "name": name, "roles": list(roles)}, house.sender)


def ruled(client: Client, night: str, **differs: Any) -> tuple[int, str]:
    answer = client.post(f"/api/nights/{night}/commands", {**RULING, **differs})
    return answer.status_code, answer.get_json().get("code", "")


def party_of(house: House, night: str) -> str:
    (ruling,) = [row.event for row in house.book.events(night) if isinstance(row.event, DisputeRuled)]
    return ruling.party


def printed(client: Client, address: str) -> str:
    """The text of a paper, without its line breaks."""
    pages = pypdfium2.PdfDocument(client.get(address).data)
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in pages).split())


def test_who_dealt_what_is_disputed_rules_by_no_way_while_somebody_else_can(house: House, disputed: str) -> None:
    dealer, other = member(house, STAFF_NAME), member(house, "Doc Holl")
    before, fields = house.book.positions(), {"csrf_token": dealer.token, "command_id": "ruling-0001"}
    assert ruled(dealer, disputed) == REFUSED
    assert dealer.post(f"/nights/{disputed}/commands", RULING).status_code == 403
    form = dealer.http.post(f"/nights/{disputed}/disputes", data={**RULING, **fields})
    assert (form.status_code, "Somebody else has to rule on it." in form.text) == (403, True)
    bet = next(row.id for row in house.book.commands(disputed) if row.document.get("bet") == "other")
    amend = {"do": "amend", "command": bet, "instead": RULING, "drop": []}
    assert dealer.post(f"/api/nights/{disputed}/commands", amend).status_code == 403
    assert house.book.positions() == before
    page = dealer.get(f"/nights/{disputed}/disputes").text
    assert DEALT in page
    assert "M. Earp is a party to this dispute. Somebody else has to rule on it." in page
    assert 'name="ruling"' not in page
    assert ruled(other, disputed) == (200, "")
    assert party_of(house, disputed) == ""


def test_both_screens_say_who_dealt_what_is_disputed(house: House, disputed: str) -> None:
    with house.app.test_request_context():
        phones = {player: player_link(disputed, player) for player in ("red", "blue")}
    phone = Client(house.app.test_client())
    assert DEALT in phone.get(phones["red"]).text
    assert DEALT not in phone.get(phones["blue"]).text
    dealer = member(house, STAFF_NAME)
    assert DEALT in dealer.get(f"/nights/{disputed}").text
    assert ruled(dealer, disputed) == (200, "")
    assert DEALT not in phone.get(phones["red"]).text
    assert PARTY in phone.get(phones["red"]).text


@pytest.mark.parametrize("name", ["Ada Lamb", "ada lamb"])
def test_nobody_rules_on_a_dispute_of_their_own_seat(house: House, disputed: str, name: str) -> None:
    member(house, "Doc Holl")
    assert ruled(member(house, name), disputed) == REFUSED
    assert ruled(member(house, "Doc Holl"), disputed) == (200, "")


def test_a_seat_is_also_of_who_owns_its_card(house: House) -> None:
    house.service.execute_for_house({"do": "register_player", "card": "ada", "name": "Ada Lamb"}, house.sender)
    house.service.execute_for_house({"do": "change_player", "card": "ada", "known_as": "Faro Kate"}, house.sender)
    night = house.open_night(dealer="Doc Holl")
    house.do(night, "seat_player", player="red", card="ada", name="A. L.")
    house.deal(night)
    house.do(night, "turn", loser="2", winner="9")
    house.do(night, "raise_dispute", dispute="d1", player="red", about=1, claim="The cards lay the other way")
    member(house, "Doc Holl")
    for name in ("Ada Lamb", "Faro Kate"):
        assert ruled(member(house, name), night) == REFUSED
    assert ruled(member(house, STAFF_NAME), night) == (200, "")
    assert party_of(house, night) == ""


@pytest.mark.parametrize(
    ("differs", "answer"),
    [
        ({}, ""),
        ({"ruling": "corrected", "corrections": [{"from": "bank", "to": "blue", "amount": 500}]}, "not_permitted"),
        ({"ruling": "corrected", "corrections": [{"from": "white", "to": "red", "amount": 500}]}, ""),
    ],
)
def test_nobody_moves_checks_of_their_own_seat_by_a_ruling(
    house: House, disputed: str, differs: dict[str, Any], answer: str
) -> None:
    member(house, "Doc Holl")
    assert ruled(member(house, "Wm. Hart"), disputed, **differs)[1] == answer


def test_whose_bet_is_disputed_is_a_party_whoever_disputes_it(house: House, disputed: str) -> None:
    member(house, "Doc Holl")
    house.do(disputed, "raise_dispute", dispute="d2", player="blue", about=BET, claim="It was laid too late")
    assert ruled(member(house, "Ada Lamb"), disputed, dispute="d2") == REFUSED


def test_where_nobody_else_is_on_the_staff_the_record_says_who_ruled(house: House, disputed: str) -> None:
    """The other member was dismissed a moment before."""
    dealer = member(house, STAFF_NAME)
    member(house, "Doc Holl")
    assert ruled(dealer, disputed) == REFUSED
    house.auth.keeper.dismiss("Doc Holl", house.sender)
    page = dealer.get(f"/nights/{disputed}/disputes").text
    assert "You are a party to this dispute. If you rule on it, the record says so." in page
    assert ruled(dealer, disputed) == (200, "")
    assert party_of(house, disputed) == STAFF_NAME
    assert PARTY in dealer.get(f"/nights/{disputed}/disputes").text
    assert PARTY in dealer.get(f"/nights/{disputed}/bets/{BET}").text
    (line,) = disputes_of(house.service.night(disputed), effective(house.book.events(disputed)))
    assert PARTY in line.outcome
    assert PARTY in printed(dealer, f"/nights/{disputed}/papers/ruling-d1.pdf")
    assert verify(house.book, disputed).finding is None


def test_where_everybody_is_a_party_somebody_rules_and_the_record_says_so(house: House, disputed: str) -> None:
    member(house, "Ada Lamb")
    assert ruled(member(house, STAFF_NAME), disputed) == (200, "")
    assert party_of(house, disputed) == STAFF_NAME


def test_who_deals_in_the_name_of_nobody_on_the_staff_is_a_party(house: House) -> None:
    doc, other = member(house, "Doc Holl"), member(house, STAFF_NAME)
    night = house.open_night(dealer="Somebody")
    house.do(night, "seat_player", player="red", name="Ada Lamb")
    for document in (
        {"do": "start_deal"},
        {"do": "expose_soda", "card": "5"},
        {"do": "turn", "loser": "2", "winner": "9"},
        {"do": "raise_dispute", "dispute": "d1", "player": "red", "about": 1, "claim": "The cards lay the other way"},
    ):
        assert doc.post(f"/api/nights/{night}/commands", document).status_code < 300
    assert ruled(doc, night) == REFUSED
    assert ruled(other, night) == (200, "")


def test_who_is_a_party_is_said_by_the_program_alone(house: House, disputed: str) -> None:
    other = member(house, "Doc Holl")
    assert ruled(other, disputed, party="M. Earp") == (200, "")
    assert party_of(house, disputed) == ""


def test_a_ruling_that_is_corrected_still_says_whose_it_is(house: House, disputed: str) -> None:
    dealer = member(house, STAFF_NAME)
    assert ruled(dealer, disputed) == (200, "")
    command = house.book.commands(disputed)[-1].id
    page = dealer.get(f"/nights/{disputed}/correct?command={command}").text
    assert 'name="arg.party"' not in page
    amend = {"do": "amend", "command": command, "instead": {**RULING, "reason": "It lay there"}, "drop": []}
    assert dealer.post(f"/api/nights/{disputed}/commands", amend).status_code < 300
    night: Night = house.service.night(disputed)
    (line,) = disputes_of(night, effective(house.book.events(disputed)))
    assert PARTY in line.outcome
    assert "It lay there" in line.outcome


def test_in_a_house_with_roles_owners_rule_on_every_dispute_and_the_record_says_so(house: House, disputed: str) -> None:
    """As the contract of the house has it; of others a party rules on none while somebody else can."""
    owner, floor, ada = member(house, STAFF_NAME), member(house, "Doc Holl"), member(house, "Ada Lamb")
    give(house, STAFF_NAME, "owner")
    give(house, "Doc Holl", "auditor")
    give(house, "Ada Lamb", "floor")
    assert ruled(ada, disputed) == REFUSED
    assert ruled(floor, disputed) == REFUSED
    assert ruled(owner, disputed) == (200, "")
    assert party_of(house, disputed) == STAFF_NAME
