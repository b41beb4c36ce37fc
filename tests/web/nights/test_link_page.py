"""The links of a night as codes: the board's and each player's, as the staff's browser sees this house."""

from __future__ import annotations

from io import BytesIO

import pytest
import segno
from pypdf import PdfReader

from reports.pdf.square_codes import code_on_screen
from tests.support.house import PIN, STAFF_NAME, Client, House
from web.app.hosts import Entrance
from web.app.links import ENTRANCE, board_link, player_link
from web.nights.link_page import OF_TABLET


@pytest.fixture
def night(house: House) -> str:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    return night


def page_at(house: House, host: str, path: str) -> str:
    """A page as a browser sees it in which one of the staff signed in under this name of the house."""
    http, base = house.app.test_client(), f"http://{host}"
    token = http.get("/api/token", base_url=base).get_json()["token"]
    http.post("/api/sign-in", json={"name": STAFF_NAME, "pin": PIN}, headers={"X-CSRFToken": token}, base_url=base)
    return http.get(path, base_url=base).text


def test_a_code_is_the_address_as_the_browser_sees_it(house: House, night: str) -> None:
    with house.app.test_request_context(base_url="http://cage.lan:8321"):
        addresses = {"": board_link(night, external=True), "red": player_link(night, "red", external=True)}
    for of, address in addresses.items():
        assert address.startswith("http://cage.lan:8321/")
        shown = page_at(house, "cage.lan:8321", f"/nights/{night}/links?of={of}")
        assert str(code_on_screen(address)) in shown
        assert 'class="warning"' not in shown


def test_a_code_has_no_style_and_its_quiet_zone() -> None:
    drawn = str(code_on_screen("http://cage.lan/board/1"))
    assert "style=" not in drawn
    path = segno.make("http://cage.lan/board/1", error="l", micro=False).svg_inline(border=4, omitsize=True)
    assert drawn.partition(' d="')[2] == path.partition(' d="')[2]


def test_it_warns_where_no_telephone_can_reach_the_house(house: House, night: str) -> None:
    for host in ("localhost", "127.0.0.1:8321", "[::1]:8321"):
        assert 'class="warning"' in page_at(house, host, f"/nights/{night}/links"), host


def test_on_the_servers_own_machine_the_codes_lead_to_the_houses_network(house: House, night: str) -> None:
    house.app.extensions[ENTRANCE] = Entrance(scheme="http", host="192.168.1.5", port=8321)
    with house.app.test_request_context():
        path = player_link(night, "red")
    shown = page_at(house, "localhost:8321", f"/nights/{night}/links?of=red")
    assert str(code_on_screen(f"http://192.168.1.5:8321{path}")) in shown
    assert 'class="warning"' not in shown


@pytest.mark.parametrize(
    ("bound_to", "opened_at", "address"),
    [
        ("192.168.1.5", "localhost:8321", "http://192.168.1.5:8321/"),
        ("192.168.1.5", "cage.lan:8321", "http://cage.lan:8321/"),
        ("127.0.0.1", "localhost:8321", "http://localhost:8321/"),
    ],
)
def test_another_tablet_gets_in_by_the_houses_address_and_its_code(
    house: House, night: str, bound_to: str, opened_at: str, address: str
) -> None:
    house.app.extensions[ENTRANCE] = Entrance(scheme="http", host=bound_to, port=8321)
    shown = page_at(house, opened_at, f"/nights/{night}/links?of={OF_TABLET}")
    assert f'<p class="address">{address}</p>' in shown
    assert str(code_on_screen(address)) in shown
    assert ('class="warning"' in shown) == ("--host 0.0.0.0" in shown) == (bound_to == "127.0.0.1")


def test_only_the_staff_see_the_links(client: Client, stranger: Client, night: str) -> None:
    assert client.get(f"/nights/{night}/links?of=red").status_code == 200
    assert client.get(f"/nights/{night}/links?of=green").status_code == 404
    assert stranger.get(f"/nights/{night}/links").status_code in (302, 303)


def test_a_closed_night_offers_every_players_code_and_prints_it(house: House, client: Client, night: str) -> None:
    house.do(night, "close_night")
    page = client.get(f"/nights/{night}").text
    with house.app.test_request_context():
        for player in ("red", "blue"):
            assert str(code_on_screen(player_link(night, player, external=True))) in page
    paper = PdfReader(BytesIO(client.get(f"/nights/{night}/papers/settlement-1-red.pdf").data))
    assert "Your night, bet by bet" in " ".join(paper.pages[0].extract_text().split())
