"""A match on the board, a player's page, the closed night and the terminal."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from dealer.projections import ROUNDS, RoundEvents
from events.effective_events import NightEvents, effective
from ledger.statement import player_line
from reports.score_pad.papers import match_kind
from reports.score_pad.play import matches_play_of
from reports.words.naming import where_play_stands
from reports.words.sentences import sentence_of
from tests.support.house import Client, House
from tests.support.pure import PureNight
from tests.support.tables import begun, hand, match_night, nets
from tests.web.evenings import NAMES, chip_night
from tests.web.geometry import cut_off, lies_in, measure, overlaps
from tests.web.tablet_in_browser import Tablets, resize
from tests.web.test_screens import NAMES as LONG_NAMES
from web.app.links import player_link
from web.command_line.output import lines_of as result_lines
from web.game_screens import PlayerPart, screens_of
from web.player_view import PlayerView, player_view
from web.score_pad.board import MatchBoard
from web.score_pad.player import MATCHES_SHOWN, HandOfMatch, MatchesOfNight
from web.score_pad.score_state import sheet_of

THREE = "red / blue / white"
TWO_AND_TWO = "red white / blue black"


def board(table: PureNight) -> MatchBoard:
    view: Any = screens_of(table.now.dealing).board.view_of(table.now, effective(table.recorded))
    assert isinstance(view, MatchBoard)
    return view


def four_hands() -> PureNight:
    """The rulebook's worked match of Five Hundred before its last hand."""
    table = begun("five_hundred", THREE)
    hand(table, "red", "red", "7s", tricks={"red": 9, "blue": 1})
    hand(table, "blue", "white", "8s", tricks={"white": 10})
    hand(table, "white", "blue", "nullo", tricks={"blue": 1, "red": 9})
    hand(table, "red", "red", "8nt", tricks={"red": 8, "white": 2})
    return table


def test_the_board_has_the_sides_with_their_points_and_the_sheet_and_nobodys_purse() -> None:
    shown = board(four_hands())
    assert [(side.name, side.score, side.percent) for side in shown.sides] == [
        ("Red", "470", 94),
        ("Blue", "−240", 0),
        ("White", "280", 56),
    ]
    assert (shown.standing_at, shown.goal, shown.phase) == ("Match 1 · after hand 4", "to 500", "Between hands")
    assert [(line.contract, line.made, [side.score for side in line.sides]) for line in shown.sheet] == [
        ("7♠", True, ["140", "10", "0"]),
        ("8♠", True, ["140", "10", "250"]),
        ("nullo", False, ["150", "−240", "260"]),
        ("8 no trump", True, ["470", "−240", "280"]),
    ]
    assert [side.signed_points for side in shown.sheet[2].sides] == ["+10", "−250", "+10"]
    assert shown.sheet[1].sides[2].why == ("slam +250",)
    assert shown.rules == (("a point", "5¢"),)
    assert "$" not in repr([shown.sides, shown.sheet, shown.tiles, shown.seats])


def test_who_is_to_speak_is_told_and_what_stands() -> None:
    table = four_hands()
    table("start_hand", dealer="blue")
    table("bid", player="white", bid="6s")
    table("pass", player="red")
    table("bid", player="blue", bid="7h")
    shown = board(table)
    assert shown.phase == "White to speak"
    assert shown.contract
    assert (shown.contract.text, shown.contract.bidder, shown.contract.is_played) == ("7♥", "Blue", False)
    assert [words for _, words in shown.contract.calls] == ["6♠", "passes", "7♥"]
    members = [side.members[0] for side in shown.sides]
    assert [(member.name, member.call, member.speaks, member.begins) for member in members] == [
        ("Red", "passes", False, False),
        ("Blue", "7♥", False, True),
        ("White", "6♠", True, False),
    ]


def test_the_contract_that_is_played_tells_who_plays_with_the_bidder() -> None:
    table = begun("big_three", "red / blue / white / black")
    table("start_hand", opener="red")
    table("contract", player="white", bid=3)
    assert board(table).phase == "Who plays with the bidder?"
    table("name_partner", partners=["blue"])
    shown = board(table)
    assert (shown.phase, shown.begins) == ("The hand is played", "opener")
    assert shown.contract
    assert (shown.contract.bidder, shown.contract.with_them) == ("White", "Blue")
    assert [side.is_bidding for side in shown.sides] == [False, True, True, False]


def test_the_board_before_a_match_and_where_something_is_asked_for() -> None:
    shown = board(match_night("forty_five", "red blue"))
    assert ([seat.name for seat in shown.seats], shown.sides, shown.goal) == (["Red", "Blue"], (), "")
    assert (shown.phase, shown.standing_at) == ("Between matches", "No match begun yet")
    table = begun("hasenpfeffer", TWO_AND_TWO)
    table("start_hand", dealer="red")
    for player in ("blue", "white", "black", "red"):
        table("pass", player=player)
    assert board(table).phase == "Who has the joker?"
    table = begun("auction_forty_five", TWO_AND_TWO, {"must_bid_at": 60})
    hand(table, "red", "red", 30, tricks={"red": 5}, high_trump="red")
    assert [side.note for side in board(table).sides] == ["must bid 20 or more", ""]


def test_a_match_that_is_won_or_abandoned_says_so_and_what_is_paid() -> None:
    table = four_hands()
    table("abandon_match", reason="it grew late")
    assert (board(table).ending, board(table).paid) == ("Match 1 is abandoned: it grew late.", ())
    table = four_hands()
    hand(table, "blue", "red", "6s", tricks={"red": 6, "blue": 3, "white": 1})
    won = board(table)
    assert (won.phase, won.ending) == ("The match is won", "Red wins")
    paid = [(line.payer, line.payee, line.amount) for line in won.paid]
    assert paid == [("Blue", "Red", "$36"), ("White", "Red", "$11")]
    table("settle_match")
    settled = board(table)
    assert (settled.phase, settled.ending, settled.paid) == ("Between matches", "Red wins", won.paid)
    table("start_match", sides=[["red"], ["blue"], ["white"]])
    assert (board(table).ending, board(table).paid, board(table).standing_at) == ("", (), "Match 2")


def test_the_four_deals_of_bridge_stand_in_their_order_with_who_is_vulnerable() -> None:
    """A passed-out deal is none of the four."""
    table = begun("four_deal_bridge", TWO_AND_TWO)
    table("start_hand", dealer="red")
    for player in ("red", "blue", "white", "black"):
        table("pass", player=player)
    shown = board(table)
    assert (shown.sheet[0].came, shown.sheet[0].is_dead) == ("Passed out", True)
    assert [tile.is_next for tile in shown.tiles] == [True, False, False, False]
    hand(table, "red", "red", "2h", tricks={"red": 8, "blue": 5})
    table("start_hand", dealer="blue")
    shown = board(table)
    assert [(tile.title, tile.note, tile.is_next) for tile in shown.tiles] == [
        ("Deal 1", "nobody vulnerable", False),
        ("Deal 2", "dealer side vulnerable", True),
        ("Deal 3", "dealer side vulnerable", False),
        ("Deal 4", "both vulnerable", False),
    ]
    assert shown.tiles[0].line
    assert shown.tiles[0].line.came == "2♥ made by Red"
    assert [side.note for side in shown.sides] == ["60 below the line", "vulnerable"]
    assert [side.percent for side in shown.sides] == [None, None]


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


def test_their_own_side_stands_first() -> None:
    table = begun("forty_five", TWO_AND_TWO)
    hand(table, "red", tricks={"blue": 5})
    now = part(table, "blue").now
    assert [(side.name, side.score) for side in now.sides] == [("Blue and Black", "10"), ("Red and White", "0")]
    assert (now.title, now.goal, now.note) == ("Match 1", "to 45", "it is your deal")


def test_the_hand_that_is_on_tells_them_their_part() -> None:
    table = begun("five_hundred", "red / blue / white / black / yellow")
    table("start_hand", dealer="red")
    assert [part(table, player).now.note for player in ("red", "blue")] == [
        "you are the dealer",
        "it is your turn to speak",
    ]
    table("bid", player="blue", bid="7h")
    assert part(table, "blue").now.figures == (("stands", "7♥, Blue"), ("to speak", "White"))
    for player in ("white", "black", "yellow", "red"):
        table("pass", player=player)
    table("name_partner", partners=["yellow"])
    assert [part(table, player).now.note for player in ("blue", "yellow", "white")] == [
        "you play it",
        "you play with the bidder",
        "",
    ]
    assert part(table, "white").now.figures == (("is played", "7♥, Blue with Yellow"),)


def test_hands_are_told_side_by_side_with_running_scores_and_are_no_money() -> None:
    table = worked()
    first, *_ = reversed(hands(table, "blue"))
    assert isinstance(first, HandOfMatch)
    assert (first.title, first.ending, first.signed_points, first.net_cents) == (
        "Match 1, hand 1",
        "7♠ made by Red",
        "+10",
        0,
    )
    assert [(side.side, side.signed_points, side.score, side.why) for side in first.sides] == [
        ("Blue", "+10", "10", ("1 trick +10",)),
        ("Red", "+140", "140", ("bid made +140",)),
        ("White", "", "0", ()),
    ]
    last = ROUNDS.of(effective(table.recorded))
    assert isinstance(last, RoundEvents)
    read = screens_of("five_hundred").player.round_of(table.now, last, "white")
    assert isinstance(read, HandOfMatch)
    assert read.going_on_from(500) == read, "a round is read of its own events alone"
    assert [hand.sides[0].running for hand in reversed(hands(table, "red"))] == [140, 140, 150, 470, 510]
    table("settle_match")
    table("start_match", sides=[["red"], ["blue"], ["white"]])
    hand(table, "white", "red", "6s", tricks={"red": 6, "blue": 4})
    assert hands(table, "red")[0].sides[0].running == 40


def test_a_hand_that_is_on_voided_or_passed_out_says_so() -> None:
    table = begun("five_hundred", "red / blue / white")
    table("start_hand", dealer="red")
    assert hands(table, "red")[0].ending == "It is on."
    table("void_hand", reason="a card was faced")
    assert hands(table, "red")[0].ending == "Hand 1 is void: a card was faced."
    table("start_hand", dealer="red")
    for player in ("blue", "white", "red"):
        table("pass", player=player)
    assert (hands(table, "red")[0].ending, hands(table, "red")[0].signed_points) == ("Passed out", "0")


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
    assert endings == ["It is on.", "Broken off by the close.", "It is on."]


def test_what_a_settled_match_paid_is_a_line_of_its_own_and_the_whole_of_their_result() -> None:
    table = worked()
    assert (part(table, "red").now.matches[0].came, part(table, "red").beside) == ("won, to be settled", ())
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


def test_matches_that_nobody_won_are_told_too() -> None:
    table = begun("forty_five", TWO_AND_TWO)
    hand(table, "red", tricks={"blue": 5})
    table("abandon_match", reason="it grew late")
    table("start_match", sides=[["red", "white"], ["blue", "black"]])
    assert set(nets(table).values()) == {0}
    assert [(match.title, match.came) for match in part(table, "red").now.matches] == [
        ("Match 2", "left as it stood"),
        ("Match 1", "abandoned"),
    ]
    assert part(table, "red").now.sides == ()


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


def test_a_match_that_was_left_or_abandoned_says_so_and_links_no_sheet_that_is_not_there() -> None:
    [match] = closed(played(5)).matches
    assert (match.came, match.paper) == ("Left as it stood at the close: nothing is paid.", "")
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
    page = client.get(f"/nights/{night}").text
    assert "Match 1 is settled: Ada Lamb pays Wm. Hart 50¢." in page
    [sheet] = re.findall(r'href="([^"]*-match-1[^"]*)"', page)
    assert client.get(sheet).get_data().startswith(b"%PDF")


def told(table: PureNight) -> str:
    game = table.now.dealing
    terminal = screens_of(game).terminal
    data = terminal.data_of(table.now, game, table.recorded)
    assert json.loads(json.dumps(data)) == data
    return "\n".join(terminal.lines_of(data, "The game", table.now.names))


def test_the_sides_and_their_points_are_told_and_who_speaks() -> None:
    table = begun("four_deal_bridge", "red white / blue black")
    hand(table, "red", "red", "2h", tricks={"red": 8, "blue": 5})
    assert "No hand is on." in told(table)
    table("start_hand", dealer="blue")
    table("bid", player="blue", bid="1nt")
    table("double", player="white")
    words = told(table)
    for line in (
        "The game: match 1, hand 2 ",
        "The bidding is on.",
        "Dealer: Blue.",
        "Blue 1 no trump, White doubles.",
        "1 no trump doubled: Blue.",
        "Black is to speak.",
    ):
        assert line in words, words
    assert words.splitlines()[3].split() == ["Red", "and", "White", "60"]


def test_before_the_first_match_there_is_none() -> None:
    table = begun("big_three", "red / blue / white")
    table("void")
    assert "The game: no match yet" in told(table)


def test_who_plays_with_the_bidder_and_who_has_won_is_told() -> None:
    table = begun("big_three", "red / blue / white / black", {"goal": 6})
    table("start_hand", opener="red")
    table("contract", player="white", bid=3)
    table("name_partner", partners=["blue"])
    words = told(table)
    assert "Opener: Red." in words
    assert "3: White, with Blue." in words
    table("score_hand", out="blue")
    assert "White" in next(line for line in told(table).splitlines() if line.endswith("has won"))


@pytest.mark.parametrize(
    ("game", "bidder", "bid", "scored", "said"),
    [
        (
            "hasenpfeffer",
            "white",
            4,
            {"tricks": {"white": 3, "blue": 3}},
            ["hand 1 of match 1: −4 : 3", "  red dealt; white at 4, lost"],
        ),
        ("forty_five", "", None, {"tricks": {"red": 5}}, ["hand 1 of match 1: 10 : 0", "  red dealt; played"]),
    ],
)
def test_a_hand_has_two_lines_in_the_printed_result(
    game: str, bidder: str, bid: int, scored: dict[str, object], said: list[str]
) -> None:
    table = begun(game, "red white / blue black")
    hand(table, "red", bidder, bid, **scored)
    lines = list(result_lines(table.result() | {"night": "n", "head": "0" * 64}))
    assert lines[-5:-3] == said
    assert lines[-3].endswith("match 1: 1 hand, on")


def test_a_hand_passed_out_and_one_with_partners_are_told_by_their_rows() -> None:
    table = begun("big_three", "red / blue / white / black")
    table("start_hand", opener="red")
    for player in ("red", "black", "white", "blue"):
        table("pass", player=player)
    hand_rows = table.result()["hands"]
    assert list(screens_of("big_three").terminal.row_lines(hand_rows[0]))[1] == "  red opened; passed out"
    table("start_hand", opener="red")
    table("contract", player="white", bid=3)
    table("name_partner", partners=["blue"])
    table("score_hand", out="blue")
    row = table.result()["hands"][1]
    assert list(screens_of("big_three").terminal.row_lines(row))[1] == "  red opened; white with blue at 3, made"


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
    ("five_hundred", 3, 2, {"bid": "7nt"}, {"tricks": {"red": 6, "blue": 4}}),
    ("five_hundred", 5, 1, {"bid": "nullo"}, {"tricks": {"red": 6, "blue": 4}}),
    ("four_deal_bridge", 2, 2, {"bid": "4s", "doubled": 2}, {"tricks": {"red": 8, "blue": 5}}),
    ("forty_five", 2, 3, {}, {"tricks": {"red": 5}}),
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


@pytest.mark.parametrize("names", [tuple(NAMES.values()), LONG_NAMES], ids=("short", "long"))
def test_what_five_alone_are_paid_stands_on_the_cloth(tablets: Tablets, house: House, names: tuple[str, ...]) -> None:
    players = list(NAMES)[:5]
    night = house.open_night(game="five_hundred", house={"point": 12_345, "pays": "all"}, roll=0)
    for player, name in zip(players, names, strict=False):
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
