"""The page of a hand's story leads to the score sheet of its match, whichever hand it was."""

from __future__ import annotations

from tests.support.house import House

GAME = "forty_five"


def test_every_hand_of_a_match_leads_to_its_one_sheet() -> None:
    house = House()
    night = house.open_night(game=GAME, house="usual", roll=0, backers=[])
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.do(night, "start_match", sides=[["red"], ["blue"]])
    for dealer in ("red", "blue"):
        house.do(night, "start_hand", dealer=dealer)
        house.do(night, "score_hand", tricks={"red": 3, "blue": 2})
    client = house.client()
    for hand in (1, 2):
        page = client.get(f"/nights/{night}/forty-five-hands/{hand}").get_data(as_text=True)
        assert f'href="/nights/{night}/papers/forty-five-match-1.pdf"' in page
    listed = client.get(f"/nights/{night}/papers").get_data(as_text=True)
    assert "Score of Forty-Five, match 1" in listed
    assert "match 2" not in listed
    house.book.close()
