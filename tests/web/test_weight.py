"""What the pages weigh on the way to a tablet, and that only what may be kept and compressed is."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import Browser, Response

from tests.support.house import Client, House
from tests.web.tablet_in_browser import Tablet

MOST_BYTES = 350_000
MOST_BYTES_OF_A_FRAGMENT = 40_000
SPOTS = [
    {"kind": "single", "ranks": [rank]} for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
]
SPOTS += [{"kind": "split", "ranks": [a, b]} for a, b in (("A", "2"), ("2", "3"), ("3", "4"), ("4", "5"), ("5", "6"))]
SPOTS += [{"kind": "pot"}, {"kind": "high_card"}, {"kind": "row", "row": "high"}, {"kind": "row", "row": "low"}]
SPOTS += [{"kind": "figure", "ranks": ["J", "Q", "K"]}, {"kind": "figure", "ranks": ["A", "2", "3"]}]
SPOTS += [{"kind": "square", "ranks": ["A", "2", "Q", "K"]}]


@pytest.fixture
def night(house: House) -> str:
    """A night with six players, and twenty-five stacks on the layout."""
    night = house.open_night()
    players = {"red": "Ada Lamb", "blue": "Wm. Hart", "white": "J. Oakes", "black": "C. Moss", "yellow": "Ruth Bell"}
    house.seat(night, **players, green="T. Vane")
    house.deal(night)
    seats = [*players, "green"]
    for at, place in enumerate(SPOTS):
        house.do(night, "place_bet", bet=f"s{at}", player=seats[at % 6], stake=500, **place)
    assert len(SPOTS) == 25
    return night


@pytest.fixture
def pot_night(house: House) -> str:
    """A night of Fan-Tan with six players and a hand on."""
    night = house.open_night(game="fan_tan", house="antes", roll=0)
    house.seat(night, **dict.fromkeys(["red", "blue", "white", "black", "yellow", "green"], "A Name"))
    house.do(night, "start_hand", dealer="red")
    return night


@pytest.mark.browser
@pytest.mark.parametrize("of", ["night", "pot_night"])
def test_the_page_is_light(browser: Browser, address: str, of: str, request: pytest.FixtureRequest) -> None:
    """All that a tablet fetches on its first visit, as it comes over the line."""
    night: str = request.getfixturevalue(of)
    tablet = Tablet(browser, address)
    answers: list[Response] = []
    tablet.page.on("response", lambda answer: answers.append(answer))
    tablet.go(f"/nights/{night}")
    tablet.follows()
    tablet.page.evaluate("() => document.fonts.ready.then(() => true)")
    streams = [one for one in answers if "/stream" in one.url]
    weights = {one.url: one.request.sizes()["responseBodySize"] for one in answers if one not in streams}
    assert streams
    assert "content-encoding" not in streams[0].headers
    assert any(url.endswith(".woff2") for url in weights)
    assert all(weights.values()), weights
    assert sum(weights.values()) < MOST_BYTES, weights
    tablet.close()


def test_a_fragment_after_a_touch_is_light_with_25_stacks(client: Client, night: str) -> None:
    version = client.http.get(f"/nights/{night}/table").headers["ETag"]
    answer = client.post(
        f"/nights/{night}/commands",
        {"do": "place_bet", "bet": "one more", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500},
        Accept_Encoding="gzip",
        If_Match=version,
    )
    assert answer.status_code == 200
    assert answer.content_encoding == "gzip"
    assert answer.get_data(as_text=False)[:2] == b"\x1f\x8b"
    assert gzip.decompress(answer.data).count(b'class="stack') >= 26
    assert len(answer.data) < MOST_BYTES_OF_A_FRAGMENT


def test_a_fragment_of_a_fan_tan_table_is_light_with_eight_players(client: Client, house: House) -> None:
    night = house.open_night(game="fan_tan", house="antes", roll=0)
    house.seat(
        night, **dict.fromkeys(["red", "blue", "white", "black", "yellow", "green", "brown", "orange"], "A Name")
    )
    before = client.http.get(f"/nights/{night}/table", headers={"Accept-Encoding": "gzip"})
    assert before.content_encoding == "gzip"
    assert gzip.decompress(before.data).count(b"data-deal=") == 8
    assert len(before.data) < MOST_BYTES_OF_A_FRAGMENT
    house.do(night, "start_hand", dealer="red")
    answer = client.post(
        f"/nights/{night}/commands", {"do": "lay", "player": "blue", "card": "7d"}, Accept_Encoding="gzip"
    )
    assert gzip.decompress(answer.data).count(b'data-touch="card"') == 52
    assert len(answer.data) < MOST_BYTES_OF_A_FRAGMENT


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_a_compressed_answer_keeps_the_tag_that_a_command_needs(client: Client, night: str, encoding: str) -> None:
    answer = client.http.get(f"/nights/{night}/table", headers={"Accept-Encoding": encoding})
    assert answer.content_encoding == encoding
    assert answer.headers["ETag"] == 'W/"40"'
    assert "Accept-Encoding" in answer.headers["Vary"]
    body = {"do": "press_bet", "bet": "s0", "add": 500}
    assert client.post(f"/nights/{night}/commands", body, If_Match=answer.headers["ETag"]).status_code == 200


def test_a_stream_is_never_compressed(client: Client, night: str) -> None:
    with client.http.get(f"/nights/{night}/stream", headers={"Accept-Encoding": "br, gzip"}) as answer:
        assert answer.content_encoding is None
        assert next(iter(answer.response)).startswith(b"retry:")


def test_static_files_are_kept_for_a_year_at_an_address_with_their_version(client: Client, night: str) -> None:
    page = client.get(f"/nights/{night}").get_data(as_text=True)
    address = page.split('src="')[-1].split('"')[0]
    answer = client.get(address, headers={"Accept-Encoding": "br"})
    assert "max-age=31536000" in answer.headers["Cache-Control"]
    assert answer.content_encoding == "br"
    assert client.get(address.replace("/static/", "/static/0")).status_code == 404
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
