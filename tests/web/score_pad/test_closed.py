"""The matches of a closed night: their points, what they paid, their hands, and the way to their score sheets."""

from __future__ import annotations

import re

from events.effective_facts import effective
from reports.score_pad.sheet import match_kind
from tests.support.house import Client, House
from tests.support.pure import PureNight
from tests.support.tables import begun, hand
from tests.web.games.hands_of_chips import chip_night
from web.game_screens import screens_of
from web.score_pad.closed import MatchesOfNight

GAME = "forty_five"
SHEET = f"{match_kind(GAME)}-1"


def closed(table: PureNight, *papers: str) -> MatchesOfNight:
    table("close_night")
    shown = screens_of(GAME).closed
    assert shown
    view = shown.view_of(table.now, effective(table.recorded), papers)
    assert isinstance(view, MatchesOfNight)
    return view


def played(*tricks: int) -> PureNight:
    """A match of two, of which red took so many tricks in each hand."""
    table = begun(GAME, "red / blue")
    for number, taken in enumerate(tricks):
        hand(table, ("red", "blue")[number % 2], tricks={"red": taken, "blue": 5 - taken})
    return table


def test_a_match_has_its_points_what_it_paid_its_hands_and_its_sheet() -> None:
    table = played(5, 5, 5, 0, 5, 5)
    table("settle_match")
    [match] = closed(table, SHEET, "table").matches
    assert [(side.name, side.score, side.has_won) for side in match.sides] == [
        ("Red", "50", True),
        ("Blue", "10", False),
    ]
    assert match.came == "Match 1 is settled: Blue pays Red $2."
    assert [line.sides[0].running for line in match.lines] == [10, 20, 30, 30, 40, 50]
    assert match.paper == SHEET


def test_a_match_that_the_close_left_says_so_and_links_no_sheet_that_is_not_there() -> None:
    [match] = closed(played(5)).matches
    assert (match.came, match.paper) == ("Left as it stood at the close: nothing is paid.", "")


def test_a_night_without_a_match_shows_none() -> None:
    table = begun(GAME, "red / blue")
    table("abandon_match", reason="it grew late")
    [match] = closed(table).matches
    assert (match.came, match.lines) == ("Match 1 is abandoned: it grew late.", ())


def test_the_page_of_a_closed_night_leads_to_the_score_sheet(client: Client, house: House) -> None:
    night = chip_night(house, GAME, 2, goal=10)
    house.do(night, "start_match", sides=[["red"], ["blue"]])
    house.do(night, "start_hand", dealer="red")
    house.do(night, "score_hand", tricks={"blue": 5})
    house.do(night, "settle_match")
    house.do(night, "close_night")
    page = client.get(f"/nights/{night}").get_data(as_text=True)
    assert "Match 1 is settled: Ada Lamb pays Wm. Hart 50¢." in page
    [sheet] = re.findall(r'href="([^"]*-match-1[^"]*)"', page)
    assert client.get(sheet).get_data().startswith(b"%PDF")
