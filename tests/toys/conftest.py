"""The toys are known while a module of this folder runs; a house has a night of each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.house import House
from tests.toys.registers import toys_registered
from tests.web.conftest import address, client, house, tablets

__all__ = ["address", "client", "house", "played", "tablets", "toys"]


@pytest.fixture(autouse=True, scope="module")
def toys() -> Iterator[None]:
    with toys_registered():
        yield


@pytest.fixture
def played(house: House) -> dict[str, str]:
    """A night of each toy by its game's name: two rounds over and a third begun, money on credit and a dispute."""
    return {"high_low": high_low_night(house), "tally": tally_night(house), "macao": macao_night(house)}


def high_low_night(house: House) -> str:
    night = house.open_night(game="high_low", house="usual")
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    for high, low, card in ((500, 700, "Ks"), (1_200, 300, "7h"), (100, 2_000, None)):
        house.do(night, "back_side", player="red", side="high", stake=high)
        house.do(night, "back_side", player="blue", side="low", stake=low)
        if card:
            house.do(night, "turn_card", card=card)
    house.do(night, "issue_marker", player="blue", amount=5_000)
    house.do(night, "raise_dispute", dispute="d", player="red", about="2-red", claim="I backed low")
    return night


def tally_night(house: House) -> str:
    night = house.open_night(game="tally", house="usual")
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    for red, blue in ((7, 20), (30, 1)):
        house.do(night, "start_hand")
        house.do(night, "score_points", player="red", points=red)
        house.do(night, "score_points", player="blue", points=blue)
        house.do(night, "end_tally")
    house.do(night, "issue_marker", player="blue", amount=5_000)
    house.do(night, "start_hand")
    house.do(night, "score_points", player="red", points=3)
    return night


def macao_night(house: House) -> str:
    night = house.open_night(game="macao", house="usual", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    for dealer, red, blue in (("red", "9s Kh", "4d 4c"), ("blue", "5s 3h", "Qd 8c")):
        house.do(night, "start_hand", dealer=dealer)
        house.do(night, "show_hand", player="red", cards=red.split())
        house.do(night, "show_hand", player="blue", cards=blue.split())
        house.do(night, "settle_hand")
    house.do(night, "issue_marker", player="blue", amount=5_000)
    house.do(night, "start_hand", dealer="red")
    house.do(night, "show_hand", player="blue", cards=["2s", "3s"])
    house.do(night, "raise_dispute", dispute="d", player="blue", about=1, claim="I had a four")
    return night
