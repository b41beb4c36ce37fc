"""Names as the pages have them: every name that the rules take can be drawn, a stroke too."""

from __future__ import annotations

import pytest

from tests.support.house import House
from web.app.links import board_link, player_link


@pytest.mark.parametrize("game", ["faro", "spoil_five"])
def test_a_name_of_strokes_only_is_drawn_on_every_page(house: House, game: str) -> None:
    """It has no word whose length could be counted."""
    night = house.open_night(game=game, house="american" if game == "faro" else game, table="-")
    for player in ("red", "blue"):
        house.do(night, "seat_player", player=player, name="-" * len(player))
    client = house.client()
    with house.app.test_request_context():
        paths = [f"/nights/{night}", board_link(night), player_link(night, "red")]
    assert [client.get(path).status_code for path in ("/", *paths)] == [200] * 4
    house.do(night, "close_night")
    assert client.get(paths[0]).status_code == 200
