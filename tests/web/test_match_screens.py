"""A match on the board, a player's page, the closed night and the terminal."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from events.effective_events import NightEvents, effective
from ledger.statement import player_line
from reports.score_pad.play import matches_play_of
from reports.words.naming import where_play_stands
from reports.words.sentences import sentence_of
from tests.support.house import Client, House
from tests.support.pure import PureNight
from tests.support.tables import begun, hand
from tests.web.evenings import NAMES, chip_night
from tests.web.geometry import cut_off, lies_in, measure, overlaps
from tests.web.tablet_in_browser import Tablets, resize
from tests.web.test_screens import NAMES as LONG_NAMES
from web.app.links import player_link
from web.command_line.output import lines_of as result_lines
from web.game_screens import PlayerPart, screens_of
from web.player_view import PlayerView, player_view
from web.score_pad.board import MatchBoard
from web.score_pad.player import MATCHES_SHOWN, MatchesOfNight
from web.score_pad.score_state import sheet_of


def board(table: PureNight) -> MatchBoard:
    view: Any = screens_of(table.now.dealing).board.view_of(table.now, effective(table.recorded))
    assert isinstance(view, MatchBoard)
    return view


def part(table: PureNight, player: str) -> PlayerPart:
    game = table.now.dealing
    return screens_of(game).player.part_of(table.now, game, effective(table.recorded), player)


def page(table: PureNight, player: str) -> PlayerView:
    return player_view(table.now, effective(table.recorded), player)


def hands(table: PureNight, player: str) -> list[Any]:
    """Their hands, the newest first."""
    return [entry.round for entry in page(table, player).timeline]


def worked() -> PureNight:
    """The rulebook's worked match of Five Hundred, won."""
    table = begun("five_hundred", "red / blue / white")
    hand(table, "red", "red", "7s", tricks={"red": 9, "blue": 1})
    hand(table, "blue", "white", "8s", tricks={"white": 10})
    hand(table, "white", "blue", "nullo", tricks={"blue": 1, "red": 9})
    hand(table, "red", "red", "8nt", tricks={"red": 8, "white": 2})
    hand(table, "blue", "red", "6s", tricks={"red": 6, "blue": 3, "white": 1})
    return table


def test_a_hand_that_the_close_broke_off_says_so_to_who_saw_it_on_and_is_on_to_who_looks_back() -> None:
    """What is kept with a round for one page is shown on the next: it was on for ever."""
    table = begun("five_hundred", "red / blue / white")
    table("start_hand", dealer="red")
    table("raise_roll", amount=100)
    events, before = NightEvents(table.recorded), table.now
    table("close_night")
    events = events.followed_by(table.recorded[len(events) :])
    endings = []
    shown: Any
    for night, last in ((before, len(events) - 1), (table.now, len(events)), (before, len(events) - 1)):
        (shown,) = player_view(night, events.until(last).effective, "red").timeline
        endings.append(shown.round.ending)
    assert endings == ["In play.", "Broken off by the close.", "In play."]


def test_what_a_settled_match_paid_is_a_line_of_its_own_and_the_whole_of_their_result() -> None:
    table = worked()
    assert (part(table, "red").now.matches[0].came, part(table, "red").beside) == ("won, not settled", ())
    table("settle_match")
    assert part(table, "red").beside == (("Match 1, won", 4_700),)
    assert part(table, "blue").beside == (("Match 1, lost", -3_600),)
    [match] = part(table, "blue").now.matches
    assert (match.title, match.came, match.net_cents) == ("Match 1", "lost", -3_600)
    points = [part(table, player).now.matches[0].points for player in ("red", "blue", "white")]
    assert points == ["510 : −210 : 290", "−210 : 510 : 290", "290 : 510 : −210"], "their own side comes first"
    play = matches_play_of([row.event for row in effective(table.recorded)], "five_hundred")
    assert [play.matches[0].own_first(player)[0] for player in ("red", "blue", "white")] == [0, 1, 2]
    for player in ("red", "blue", "white"):
        assert sum(line.cents for line in page(table, player).parts) == player_line(table.now.ledger, player).net_cents


def test_who_plays_in_no_match_has_no_part_in_it() -> None:
    table = begun("forty_five", "red / blue")
    table("seat_player", player="white", name="White")
    hand(table, "red", tricks={"blue": 5})
    assert (part(table, "white").now, hands(table, "white")) == (None, [])


def test_the_newest_matches_are_told_one_by_one_and_what_the_earlier_ones_paid_together() -> None:
    table = begun("forty_five", "red / blue", {"goal": 10})
    for number in range(MATCHES_SHOWN + 2):
        if number:
            table("start_match", sides=[["red"], ["blue"]])
        hand(table, "red", tricks={"red": 5})
        table("settle_match")
    text = part(table, "red")
    assert [match.title for match in text.now.matches] == [f"Match {number}" for number in range(8, 2, -1)]
    assert text.beside[:2] == (("Earlier matches", 100), ("Match 3, won", 50))
    assert sum(entry.cents for entry in page(table, "red").parts) == 8 * 50


def test_in_a_night_of_several_games_each_match_names_its_game() -> None:
    table = PureNight()
    games = ["forty_five", "hasenpfeffer"]
    table("open_night", table="T", date="2026-11-22", game=games, house="usual", roll=0, dealer="M. Deal")
    for player in ("red", "blue", "white", "black"):
        table("seat_player", player=player, name=player.title())
    for game in games:
        table("start_match", game=game, sides=[["red", "white"], ["blue", "black"]])
    hand(table, "red", "white", 4, tricks={"white": 5, "blue": 1})
    titles = [entry.part.now.title for entry in page(table, "red").games]
    assert titles == ["Hasenpfeffer, match 1", "Forty-Five, match 1"]
    assert hands(table, "red")[0].title == "Hasenpfeffer, match 1, hand 1"


def test_the_hands_of_a_match_are_numbered_from_one_on_every_screen_and_paper() -> None:
    table = worked()
    table("settle_match")
    table("start_match", sides=[["red"], ["blue"], ["white"]])
    hand(table, "red", "red", "7s", tricks={"red": 9, "blue": 1})
    table("start_hand", dealer="blue")
    night, kept = table.now, effective(table.recorded)
    assert night.tables["five_hundred"].round == 7, "the book goes on counting"
    assert where_play_stands(night).split(" of match ")[0] == "hand 2"
    state = night.tables["five_hundred"]
    assert [line.hand for line in sheet_of(night, state.hands, state.sides)] == [1]
    assert [entry.title for entry in hands(table, "red")][:2] == ["Match 2, hand 2", "Match 2, hand 1"]
    assert [
        (match.match, [each.number for each in match.hands])
        for match in matches_play_of([part.event for part in kept], "five_hundred").matches
    ] == [(1, [1, 2, 3, 4, 5]), (2, [1, 2])]
    assert sentence_of(night, kept[-1].event).endswith("deals hand 2.")
    table("void_hand", reason="a card was exposed")
    table("abandon_match", reason="it is late")
    table("start_match", sides=[["red"], ["blue"], ["white"]])
    assert table.now.tables["five_hundred"].next_number == 1


GAME = "forty_five"


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


def test_the_page_of_a_closed_night_leads_to_the_score_sheet(client: Client, house: House) -> None:
    night = chip_night(house, GAME, 2, goal=10)
    house.do(night, "start_match", sides=[["red"], ["blue"]])
    house.do(night, "start_hand", dealer="red")
    house.do(night, "score_hand", tricks={"blue": 5})
    house.do(night, "settle_match")
    house.do(night, "close_night")
    page = client.get(f"/nights/{night}").text
    assert "Match 1 is settled: Ada Lamb pays Wm. Hart 50¢." in page
    [sheet] = re.findall(r'href="([^"]*-match-1[^"]*)"', page)
    assert client.get(sheet).get_data().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("game", "bidder", "bid", "scored", "said"),
    [
        (
            "hasenpfeffer",
            "white",
            4,
            {"tricks": {"white": 3, "blue": 3}},
            "Hand 1, 4 lost by White: Red and White −4, Blue and Black +3.",
        ),
        ("forty_five", "", None, {"tricks": {"red": 5}}, "Hand 1: Red and White +10, Blue and Black 0."),
    ],
)
def test_a_hand_has_its_sentence_in_the_printed_result(
    game: str, bidder: str, bid: int, scored: dict[str, object], said: str
) -> None:
    table = begun(game, "red white / blue black")
    hand(table, "red", bidder, bid, **scored)
    lines = list(result_lines(table.result() | {"night": "n", "head": "0" * 64}, table.now, table.recorded))
    assert lines[-5] == said
    assert lines[-4].startswith("  match 1; ")
    assert lines[-3].endswith("match 1: 1 hand, still on")


def test_every_hand_of_a_match_leads_to_its_one_sheet() -> None:
    house = House()
    night = house.open_night(game=GAME, house="usual", roll=0, backers=[])
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.do(night, "start_match", sides=[["red"], ["blue"]])
    for dealer in ("red", "blue"):
        house.do(night, "start_hand", dealer=dealer)
        house.do(night, "score_hand", tricks={"red": 3, "blue": 2})
    client = house.client()
    for number in (1, 2):
        page = client.get(f"/nights/{night}/forty-five-hands/{number}").text
        assert f'href="/nights/{night}/papers/forty-five-match-1.pdf"' in page
    listed = client.get(f"/nights/{night}/papers").text
    assert "Score of Forty-Five, match 1" in listed
    assert "match 2" not in listed
    house.book.close()


SIZES = ((1920, 1080), (1280, 720), (768, 1024))
MATCHES: list[tuple[str, int, int, dict[str, Any], dict[str, Any]]] = [
    ("five_hundred", 5, 1, {"bid": "nullo"}, {"tricks": {"red": 6, "blue": 4}}),
    ("four_deal_bridge", 2, 2, {"bid": "4s", "doubled": 2}, {"tricks": {"red": 8, "blue": 5}}),
]


def night_of(house: House, game: str, sides: int, size: int, bid: dict[str, Any], scored: dict[str, Any]) -> str:
    """A match between players with the longest names: a hand is over, and the next one on."""
    night = chip_night(house, game, sides * size)
    players = list(NAMES)[: sides * size]
    house.do(night, "start_match", sides=[players[side::sides] for side in range(sides)])
    house.do(night, "start_hand", dealer="red")
    if bid:
        house.do(night, "contract", player="red", **bid)
    house.do(night, "score_hand", **scored)
    house.do(night, "start_hand", dealer="blue")
    return night


@pytest.mark.parametrize(("game", "sides", "size", "bid", "scored"), MATCHES)
def test_names_and_scores_are_whole_wherever_a_match_is_seen(
    tablets: Tablets, house: House, game: str, sides: int, size: int, bid: Any, scored: Any
) -> None:
    night = night_of(house, game, sides, size, bid, scored)
    tablet = tablets.new(SIZES[0])
    page = tablet.page
    tablet.go(f"/board/{night}")
    expect(page.locator("#sides > li")).to_have_count(sides)
    page.evaluate("document.fonts.ready")
    for measures in SIZES:
        resize(page, measures)
        assert cut_off(page, ".of-match .head, #sides, #contract, #keeper, .turns, .at-table") == [], measures
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), measures
    with house.app.test_request_context():
        own = player_link(night, "red")
    resize(page, (390, 844))
    tablet.go(own)
    expect(page.locator(f"#match-{game} .scores li")).to_have_count(sides)
    assert cut_off(page, ".card, .settled") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    house.do(night, "void_hand", reason="it grew late")
    house.do(night, "close_night")
    tablet.go(f"/nights/{night}")
    page.locator(".match summary").click()
    expect(page.locator(".match tr[data-hand]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_five_alone_are_paid_stands_on_the_cloth(tablets: Tablets, house: House) -> None:
    players = list(NAMES)[:5]
    night = house.open_night(game="five_hundred", house={"point": 12_345, "pays": "all"}, roll=0)
    for player, name in zip(players, LONG_NAMES, strict=False):
        house.do(night, "seat_player", player=player, name=name)
    house.do(night, "start_match", sides=[[player] for player in players])
    house.do(night, "start_hand", dealer="yellow")
    house.do(night, "contract", player="red", bid="10nt")
    house.do(night, "name_partner", partners=["white"])
    house.do(night, "score_hand", tricks={"red": 10})
    tablet = tablets.new(SIZES[0])
    page = tablet.page
    tablet.go(f"/board/{night}")
    expect(page.locator(".ending li")).to_have_count(6)
    page.evaluate("document.fonts.ready")
    for measures in SIZES:
        resize(page, measures)
        [cloth] = measure(page, "#cloth")
        paid = measure(page, ".ending :is(h2, .disc, .name, b)")
        assert all(lies_in(entry, cloth) for entry in [*measure(page, ".ending"), *paid]), measures
        assert overlaps(paid) == overlaps(measure(page, ".ending"), measure(page, ".sides *")) == [], measures
        assert overlaps(measure(page, ".score-sheet tbody .disc"), measure(page, ".score-sheet tbody b")) == [], (
            measures
        )
        assert cut_off(page, ":is(#cloth, .turns)") == [], measures
