"""A house, a client, and a tablet in a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.house import Client, House
from tests.web.served import served
from tests.web.tablet_in_browser import Tablet, Tablets


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    yield made
    made.book.close()


@pytest.fixture
def night(house: House) -> str:
    """A night with a deal on and two players who hold $200 each."""
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    return night


@pytest.fixture
def client(house: House) -> Client:
    return house.client()


@pytest.fixture
def stranger(house: House) -> Client:
    """A client on which nobody has signed in."""
    return Client(house.app.test_client())


@pytest.fixture
def address(house: House) -> Iterator[str]:
    """Where the application is served."""
    with served(house) as where:
        yield where


@pytest.fixture
def tablets(browser: Browser, address: str) -> Iterator[Tablets]:
    tablets = Tablets(browser, address)
    yield tablets
    tablets.leave()


@pytest.fixture
def tablet(tablets: Tablets, night: str) -> Tablet:
    return tablets.at(night)
