"""The page about the cards: the sentence first, the looks, the pictures, the odd cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from dealer.demo import Demo
from dealer.fairness import as_document, inspect, read_cards
from dealer.statistics import Distribution
from tests.support.house import Client, House
from tests.support.packs import with_splits_put_up
from web.games.faro.fairness import HEIGHT, RANKS_HEIGHT, WIDTH, distributed, ranked


@pytest.fixture(scope="module")
def dealt() -> Iterator[tuple[House, Client, str, str]]:
    """A house with a demonstration night of two deals, and a night on which splits were put up; the latter by hand."""
    house = House()
    demo = Demo(("faro",), house.book, "2026-11-21", 7, rounds=2)
    for _ in demo.turns():
        pass
    night, random = house.open_night(), Random(1)
    for _ in range(2):
        pack = with_splits_put_up(random, 9)
        house.deal(night, pack[0])
        for at in range(1, 51, 2):
            house.do(night, "turn", loser=pack[at], winner=pack[at + 1])
        client = house.client()
        assert client.post(f"/api/nights/{night}/commands", {"do": "expose_hock", "card": pack[7]}).status_code == 422
        house.do(night, "expose_hock", card=pack[51])
        house.do(night, "end_deal")
    yield house, house.client(), demo.night, night
    house.book.close()


def test_a_square_night_is_said_to_be_one(dealt: tuple[House, Client, str, str]) -> None:
    house, client, night, _ = dealt
    found = as_document(inspect([read_cards(house.book, night)]))
    page = client.get(f"/nights/{night}/square").text
    main = page[page.index("<main") :]
    assert found["verdict"].startswith("Nothing here that a square pack would not do ")
    assert main.index(found["verdict"]) < main.index("<table")
    for look in found["looks"]:
        assert f'<th scope="row">{look["title"]}</th>' in main
        assert look["p_said"].replace("<", "&lt;") in main
    assert "style=" not in main
    assert 'aria-current="page">The cards' in page
    assert main.count("<svg") == 2
    assert "No odd card was refused" in main


def test_a_put_up_night_stands_out_and_its_odd_cards_are_listed(dealt: tuple[House, Client, str, str]) -> None:
    _, client, _, night = dealt
    main = client.get(f"/nights/{night}/square").text.partition("<main")[2]
    assert re.search(r'<p class="verdict stands-out">\w+ looks? stands? out. Splits: 2\d in 50 turns', main)
    assert re.search(r'<tr class="refused-row"><th scope="row">Splits</th>', main)
    assert main.count("It would mean that splits were put up") == 2
    assert main.count("before the hock</td>") == 2
    assert "2 odd cards refused" in main


def test_the_page_shows_the_night_as_of_a_fact(dealt: tuple[House, Client, str, str]) -> None:
    house, client, _, night = dealt
    half = next(one.version for one in house.book.facts(night) if one.kind == "DealEnded")
    head, _, main = client.get(f"/nights/{night}/square?at={half}").text.partition("<main")
    assert f"as of fact {half}</span>" in head
    assert f'href="/nights/{night}/bets?at={half}"' in head
    assert f'href="/nights/{night}/audit"' in head
    assert f'<a class="button quiet" href="/nights/{night}/square">To now</a>' in head
    assert "in 25 turns of 1 deal" in main
    assert "1 odd card refused" in main
    assert client.get(f"/nights/{night}/square?at=9999").status_code == 400


def test_all_nights_together_have_a_page_and_the_list_of_nights_leads_there(
    dealt: tuple[House, Client, str, str],
) -> None:
    house, client, night, put_up = dealt
    assert 'href="/square"' in client.get("/").text
    main = client.get("/square").text.partition("<main")[2]
    assert "in 100 turns of 4 deals" in main
    assert f'<th scope="row">{put_up}</th>' in main
    house.do(put_up, "start_deal")
    house.do(put_up, "expose_soda", card="K")
    assert "209 cards of Faro" in client.get("/square").text
    assert client.get("/nights/2026-11-21-9/square").status_code == 404
    assert night != put_up


def test_where_nothing_was_dealt_the_page_says_so(client: Client, house: House) -> None:
    assert "There is nothing to look at" in client.get("/square").text
    main = client.get(f"/nights/{house.open_night()}/square").text.partition("<main")[2]
    assert "There is nothing to look at" in main
    assert "<table" not in main
    assert "<svg" not in main


def test_the_bars_are_as_high_as_their_chances_and_hold_what_was_seen() -> None:
    square = Distribution(0, (1, 4, 6, 4, 1))
    picture = distributed(square, 7)
    assert [bar.count for bar in picture.bars] == list(range(8))
    assert [bar.height / picture.bars[2].height for bar in picture.bars[:5]] == pytest.approx(
        [1 / 6, 2 / 3, 1, 2 / 3, 1 / 6], abs=0.01
    )
    assert [bar.count for bar in picture.bars if bar.seen] == [7]
    assert all(0 <= bar.x <= WIDTH - bar.width and bar.height < HEIGHT for bar in picture.bars)
    assert picture.bars[0].x < picture.mean_x < picture.seen_x < WIDTH
    picture_of_ranks = ranked({"A": (0, 0), "2": (10, 5)})
    columns = picture_of_ranks.columns
    assert picture_of_ranks.mean_height == (RANKS_HEIGHT - 20) / 2
    assert [(one.won_height, one.lost_height) for one in columns] == [
        (0, 0),
        (RANKS_HEIGHT - 20, (RANKS_HEIGHT - 20) / 2),
    ]
