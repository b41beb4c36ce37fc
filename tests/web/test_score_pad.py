"""The score pad of a match: what is due, the bidding, and what can be put right."""

from __future__ import annotations

import json
import re
from html import unescape
from random import Random
from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.game.actions import Seat
from dealer.games.big_three import GAME as BIG_THREE
from dealer.games.five_hundred import GAME as FIVE_HUNDRED
from dealer.games.forty_five import AUCTION_GAME as AUCTION_FORTY_FIVE
from dealer.games.forty_five import GAME as FORTY_FIVE
from dealer.games.four_deal_bridge import GAME as BRIDGE
from dealer.games.hasenpfeffer import GAME as HASENPFEFFER
from dealer.night.amending import Document
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.score_pad.game import ScoreGame
from dealer.score_pad.table import Phase
from events.effective_events import effective
from events.records import Head
from tests.support.house import Client, House
from tests.support.pure import PureNight
from tests.support.tables import begun, hand, match_night
from tests.web.evenings import chip_night
from web.app.links import board_link, player_link
from web.correcting import Row, Subject, subject_of
from web.game_screens import screens_of
from web.score_pad.tablet import Coming, PadView, preview


def view(game: ScoreGame, table: PureNight) -> PadView:
    found: PadView = screens_of(game.name).tablet.view_of(
        table.now, Head(version=len(table.recorded), hash="0" * 64), table.recorded
    )
    return found


def comes(game: ScoreGame, table: PureNight, *, instead: bool = False, **scored: Any) -> Coming:
    found: Coming = preview(game, table.now, {"do": "score_hand", **scored}, instead).view
    return found


@pytest.mark.parametrize(
    ("players", "chosen", "who"),
    [
        ("a b", (2, 1), ("a", "b")),
        ("a b c d", (2, 2), ("a", "b", "c", "d")),
        ("a b c d e f", (2, 3), ("a", "b", "c", "d", "e", "f")),
        ("a b c d e f g", None, ()),
    ],
)
def test_a_match_is_offered_to_all_who_sit(players: str, chosen: tuple[int, int] | None, who: tuple[str, ...]) -> None:
    starting = view(FORTY_FIVE, match_night("forty_five", players)).starting
    assert starting
    assert (starting.chosen, starting.players) == (chosen, who)


@pytest.mark.parametrize("command", ["", "{", "[" * 9_000, '{"do": "score_hand", "tricks": NaN}', "7"])
def test_a_preview_of_what_does_not_read_is_bad_input(house: House, client: Client, command: str) -> None:
    night = chip_night(house, "five_hundred", 4)
    answer = client.get(
        f"/nights/{night}/coming", query_string={"command": command}, headers={"Accept": "application/json"}
    )
    assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_input")


def legal(game: ScoreGame, table: PureNight) -> dict[str, dict[str, Any]]:
    """What the arguments of each command can be that is legal now, for the first player who can be meant."""
    found: dict[str, dict[str, Any]] = {}
    for possible in game.legal(table.now.tables[game.name]):
        seat = possible.takes({}).get("player")
        entered = {"player": seat.among[0]} if isinstance(seat, Seat) else {}
        found[possible.command.do] = possible.takes(entered)
    return found


def test_partners_may_be_named_where_the_rules_allow_it() -> None:
    table = begun("five_hundred", "a / b / c / d / e", house={"two_partners_at": 8})
    for bid, most in (("7s", 1), ("8s", 2)):
        table("start_hand", dealer="a")
        assert "name_partner" not in legal(FIVE_HUNDRED, table)
        table("contract", player="b", bid=bid)
        partners = legal(FIVE_HUNDRED, table)["name_partner"]["partners"]
        assert (partners.among, partners.most) == (["a", "c", "d", "e"], most)
        table("void_hand", reason="a card is missing")


def test_what_a_hand_comes_to_is_what_it_then_scores() -> None:
    table = begun("five_hundred", "a / b / c")
    table("start_hand", dealer="c")
    table("contract", player="a", bid="7s")
    line = comes(FIVE_HUNDRED, table, tricks={"a": 6, "b": 4}).line
    assert line
    assert [(side.points, side.running) for side in line.sides] == [(-140, -140), (40, 40), (0, 0)]
    table("score_hand", tricks={"a": 6, "b": 4})
    assert table.now.tables["five_hundred"].score == (-140, 40, 0)
    again = comes(FIVE_HUNDRED, table, instead=True, tricks={"a": 7, "b": 3})
    assert again.old == ("−140", "+40", "0")
    assert again.line
    assert [entry.running for entry in again.line.sides] == [140, 30, 0]


def test_who_was_first_is_asked_only_where_it_is_needed() -> None:
    table = begun("forty_five", "a / b / c", house={"goal": 5})
    table("start_hand", dealer="a")
    assert comes(FORTY_FIVE, table, tricks={"a": 3, "b": 2}).first == ("a", "b")
    assert comes(FORTY_FIVE, table, tricks={"a": 5}).first == ()
    wrong = comes(FORTY_FIVE, table, tricks={"a": 4})
    assert (wrong.first, wrong.refused) == ((), "A hand has 5 tricks, not 4.")


def test_the_hand_scored_last_can_be_scored_again_until_something_else_was_done() -> None:
    table = begun("forty_five", "a / b")
    table("start_hand", dealer="a")
    assert not view(FORTY_FIVE, table).again
    table("score_hand", tricks={"a": 5})
    assert view(FORTY_FIVE, table).again
    table("buy_checks", player="a", amount=500)
    assert not view(FORTY_FIVE, table).again


def test_the_table_is_shown_while_the_last_declarer_sits_out(client: Client, house: House) -> None:
    """Of five at bridge another one sits out each match; page, board and phones are asked between two matches."""
    night = chip_night(house, "four_deal_bridge", 5)
    house.do(night, "start_match", sides=[["red", "white"], ["blue", "black"]])
    house.do(night, "start_hand", dealer="red")
    house.do(night, "contract", player="black", bid="1c")
    house.do(night, "abandon_match", reason="they change about")
    house.do(night, "start_match", sides=[["red", "white"], ["blue", "yellow"]])
    with house.app.test_request_context():
        links = board_link(night), *(player_link(night, player) for player in ("black", "yellow"))
    for address in (f"/nights/{night}", f"/nights/{night}/table", *links):
        assert client.get(address).status_code == 200, address


BEGUN = {
    FIVE_HUNDRED: ("a / b / c", "dealer"),
    AUCTION_FORTY_FIVE: ("a c / b d", "dealer"),
    HASENPFEFFER: ("a c / b d", "dealer"),
    BIG_THREE: ("a / b / c", "opener"),
    BRIDGE: ("a c / b d", "dealer"),
}


def bidding(game: ScoreGame) -> PureNight:
    """A match in the bidding of its first hand, which a deals or opens."""
    sides, begins = BEGUN[game]
    table = begun(game.name, sides)
    table("start_hand", **{begins: "a"})
    return table


CALLS = ("pass", "hold", "double", "redouble")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", BEGUN, ids=lambda game: game.name)
def test_the_tablet_offers_the_calls_that_the_rules_take(game: ScoreGame, seed: int) -> None:
    """At each step of a bidding."""
    table, random = bidding(game), Random(seed)
    while (now := table.now.tables[game.name]).phase is Phase.BIDDING:
        assert game.bidding
        offered, turn = legal(game, table), {"player": now.bidding.turn}
        bids = offered["bid"]["bid"].higher if "bid" in offered else ()
        calls = [{"do": word, **turn} for word in CALLS if word in offered]
        calls += [{"do": "bid", "bid": bid, **turn} for bid in bids]
        all_calls = [{"do": word, **turn} for word in CALLS if word in game.words]
        all_calls += [{"do": "bid", "bid": bid, **turn} for bid in game.bidding.bids(now.house)]
        assert calls == [call for call in all_calls if is_taken(table, call)]
        table(**random.choice(calls))


def is_taken(table: PureNight, document: Document) -> bool:
    try:
        decide(table.now, read_command(document, table.now))
    except Refusal:
        return False
    return True


def test_a_side_that_must_bid_more_has_no_lower_bids() -> None:
    """Each player is offered the bids that they may make, and what must be bid is held too (rulebook G9)."""
    table = begun("auction_forty_five", "a c / b d", house={"must_bid_at": 60, "all_pass": "dealer_bids"})
    table("start_hand", dealer="a")
    table("contract", player="b", bid=30)
    table("score_hand", tricks={"b": 5}, high_trump="b")
    table("start_hand", dealer="b")
    of_table = AUCTION_FORTY_FIVE.legal(table.now.tables["auction_forty_five"])
    [contract] = [possible for possible in of_table if possible.command.do == "contract"]
    ladders: list[Any] = [contract.takes({"player": player})["bid"] for player in "cd"]
    assert [list(ladder.higher) for ladder in ladders] == [[5, 10, 15, 20, 25, 30], [20, 25, 30]]
    for player in "cda":
        table("pass", player=player)
    offered = legal(AUCTION_FORTY_FIVE, table)
    assert "pass" not in offered
    assert list(offered["bid"]["bid"].higher) == [20, 25, 30]
    table("void")
    table("bid", player="a", bid=5)
    assert "hold" not in legal(AUCTION_FORTY_FIVE, table)
    table("void")
    table("bid", player="a", bid=20)
    assert "hold" in legal(AUCTION_FORTY_FIVE, table)


TWO_AND_TWO = "red white / blue black"


def subject(table: PureNight, turn: int, **asked: str) -> Subject:
    kept = effective(table.recorded)
    return subject_of(table.now, kept, {"turn": str(turn), **asked}, table.documents.__getitem__)


def labels(row: Row) -> list[str]:
    return [choice.label for choice in row.choices]


def documents(row: Row) -> list[Document]:
    return [json.loads(choice.changes["instead"]) for choice in row.choices]


def chosen(row: Row) -> list[str]:
    return [choice.label for choice in row.choices if choice.chosen]


def test_a_call_could_have_been_whatever_was_allowed_when_it_was_made() -> None:
    table = begun("auction_forty_five", TWO_AND_TWO)
    table("start_hand", dealer="red")
    table("bid", player="blue", bid=20)
    table("pass", player="white")
    table("pass", player="black")
    table("hold", player="red")
    says, bids = subject(table, 4).rows
    assert (says.title, labels(says), chosen(says)) == ("Red says", ["passes", "holds"], ["holds"])
    assert (bids.title, labels(bids)) == ("Red bids", ["25", "30"])
    assert documents(bids)[0] == {"do": "bid", "player": "red", "bid": 25}
    says, bids = subject(table, 1).rows
    assert (labels(says), labels(bids)) == (["passes"], ["5", "10", "15", "20", "25", "30"])
    assert [choice.label for choice in bids.choices if choice.was] == ["20"]


def test_a_contract_is_whose_it_is_at_what_and_how_often_doubled() -> None:
    table = begun("four_deal_bridge", TWO_AND_TWO)
    table("start_hand", dealer="red")
    table("contract", player="red", bid="4s", doubled=1)
    found = subject(table, 1, instead=json.dumps({"do": "contract", "player": "red", "bid": "4s", "doubled": 2}))
    who, at, doubled = found.rows
    assert (chosen(who), chosen(at), chosen(doubled)) == (["Red"], ["4♠"], ["redoubled"])
    assert [choice.label for choice in doubled.choices if choice.was] == ["doubled"]
    assert (
        documents(who)[1] == {"do": "contract", "player": "white", "bid": "4s", "doubled": 2}
        or documents(who)[1]["player"] == "blue"
    )
    assert found.instead == {"do": "contract", "player": "red", "bid": "4s", "doubled": 2}


def test_of_a_contract_only_what_the_house_and_the_score_allow_is_offered() -> None:
    """No nullo where the house has none; of a side that must bid twenty another bidder is offered at twenty."""
    table = begun("five_hundred", "red / blue / white", {"nullo": False})
    table("start_hand", dealer="red")
    table("contract", player="red", bid="7s")
    _, at = subject(table, 1).rows
    assert (len(at.choices), labels(at)[-1]) == (25, "10 no trump")
    table = begun("auction_forty_five", TWO_AND_TWO, {"must_bid_at": 30})
    hand(table, "red", "red", 20, tricks={"red": 5}, high_trump="red")
    table("start_hand", dealer="blue")
    table("contract", player="blue", bid=10)
    who, at = subject(table, 1).rows
    assert labels(at) == ["5", "10", "15", "20", "25", "30"]
    bids = {document["player"]: document["bid"] for document in documents(who)}
    assert bids == {"red": 20, "blue": 10, "white": 20, "black": 10}
    _, at = subject(table, 1, instead=json.dumps(documents(who)[0])).rows
    assert labels(at) == ["20", "25", "30"]


def test_one_partner_takes_the_place_of_another_and_two_come_and_go() -> None:
    table = begun("five_hundred", "red / blue / white / black / yellow", {"two_partners_at": 8})
    table("start_hand", dealer="red")
    table("contract", player="red", bid="7s")
    table("name_partner", partners=["blue"], card="Qs")
    [row] = subject(table, 2).rows
    assert (labels(row), chosen(row)) == (["Blue", "White", "Black", "Yellow"], ["Blue"])
    assert documents(row)[1] == {"do": "name_partner", "partners": ["white"], "card": "Qs"}
    table("void")
    table("void")
    table("contract", player="red", bid="8s")
    table("name_partner", partners=["blue"])
    [row] = subject(table, 2).rows
    assert documents(row)[1]["partners"] == ["blue", "white"]


def test_the_joker_is_shown_by_somebody_else_or_held_by_nobody() -> None:
    table = begun("hasenpfeffer", TWO_AND_TWO)
    table("start_hand", dealer="red")
    for player in ("blue", "white", "black", "red"):
        table("pass", player=player)
    table("show_joker", player="black")
    [row] = subject(table, 5).rows
    assert (labels(row)[-1], chosen(row)) == ("Nobody holds it", ["Black"])
    assert documents(row)[-1] == {"do": "show_joker"}


def test_what_is_chosen_puts_the_hand_right() -> None:
    table = begun("five_hundred", "red / blue / white")
    table("start_hand", dealer="red")
    table("bid", player="blue", bid="7s")
    table("pass", player="white")
    found = subject(table, 1, instead=json.dumps({"do": "bid", "player": "blue", "bid": "7c"}))
    assert found.chosen
    table("amend", command=found.command, instead=found.instead, drop=[])
    bidding: Any = table.now.tables["five_hundred"].bidding
    assert (bidding.bid, bidding.waiting) == ("7c", ("red",))
    assert subject(table, 1).title == "Turn 1: Blue bids 7♣."


def test_in_a_night_of_several_games_the_correction_names_its_game_too() -> None:
    table = PureNight()
    games = ["hasenpfeffer", "big_three"]
    table("open_night", table="T", date="2026-11-22", game=games, house="usual", roll=0, dealer="M. Deal")
    for player in ("red", "blue", "white", "black"):
        table("seat_player", player=player, name=player.title())
    table("start_match", game="big_three", sides=[["red"], ["blue"], ["white"], ["black"]])
    table("start_hand", game="big_three", opener="red")
    table("contract", game="big_three", player="white", bid=3)
    assert documents(subject(table, 1).rows[1])[0] == {
        "game": "big_three",
        "do": "contract",
        "player": "white",
        "bid": 1,
    }


@pytest.mark.parametrize("turn", ["1", "x", ""])
def test_of_a_hand_that_is_over_nothing_is_put_right_here(turn: str) -> None:
    table = begun("hasenpfeffer", TWO_AND_TWO)
    hand(table, "red", "white", 4, tricks={"white": 4, "blue": 2})
    with pytest.raises(Refusal):
        subject_of(table.now, effective(table.recorded), {"turn": turn}, table.documents.__getitem__)


def test_a_touch_on_the_page_changes_what_was_bid_in_its_place(client: Client, house: House) -> None:
    night = chip_night(house, "hasenpfeffer", 4)
    house.do(night, "start_match", sides=[["red", "white"], ["blue", "black"]])
    house.do(night, "start_hand", dealer="red")
    house.do(night, "bid", player="blue", bid=2)
    house.do(night, "pass", player="white")
    page = client.get(f"/nights/{night}/correct?turn=1").text
    [three] = [unescape(address) for address in re.findall(r'href="([^"]*bid%22:3[^"]*)"', page)]
    shown = client.get(three).text
    assert "Wm. Hart bids 3." in shown
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', shown))
    assert client.http.post(three, data=fields).status_code == 303
    bidding = house.service.night(night).tables["hasenpfeffer"].bidding
    assert ([call.bid for call in bidding.calls], bidding.turn) == ([3, "pass"], "black")
