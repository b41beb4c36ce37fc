"""Farmer, Five in One, Frog and Spoil Five on the tablet, the board, a player's page and the terminal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dealer.games.farmer import farmer_of
from dealer.night.amending import Document
from dealer.projections import ROUNDS
from events.effective_events import EffectiveEvents, effective
from events.records import Head
from tests.support.tables import ChipTable
from web.correcting import Subject, subject_of
from web.game_screens import screens_of
from web.games.farmer import HANDS, PACK_KEYS
from web.hands.views import hands_of_night
from web.tablet.disputable import disputable_by
from web.tablet.steps import steps_to_begin


class Table(ChipTable):
    """A table of a chip game, and what its screens make of it."""

    def __init__(self, game: str, players: int, **house: Any) -> None:
        self.game = game
        super().__init__(game, players, **house)

    @property
    def effective(self) -> EffectiveEvents:
        return effective(self.recorded)

    @property
    def view(self) -> Any:
        head = Head(version=len(self.recorded), hash="0" * 64)
        return screens_of(self.game).tablet.view_of(self.now, head, self.recorded)

    @property
    def board(self) -> Any:
        return screens_of(self.game).board.view_of(self.now, self.effective)

    @property
    def stands(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Where the hand stands and where it stood before the last command, as the page is told."""
        view = self.view
        return json.loads(view.stand), json.loads(view.stand_before)

    @property
    def said(self) -> dict[str, str]:
        """What stands at each player's place."""
        return {place.seat.player: place.note for place in self.view.places}

    @property
    def terminal(self) -> list[str]:
        terminal = screens_of(self.game).terminal
        return list(terminal.lines_of(terminal.data_of(self.now, self.game, self.recorded), "Game", self.now.names))

    @property
    def rows_printed(self) -> list[str]:
        return [line for row in self.rows for line in screens_of(self.game).terminal.row_lines(row)]

    def figures(self, player: str) -> Any:
        """What a player's page tells of the hand that is on."""
        return screens_of(self.game).player.part_of(self.now, self.game, self.effective, player).now.figures

    def gained(self) -> dict[str, int]:
        """What the last hand brought each player in chips, as their pages tell it."""
        last = ROUNDS.of(self.effective)
        assert last
        rounds = {player: screens_of(self.game).player.round_of(self.now, last, player) for player in self.players}
        return {player: own.net_cents // 25 for player, own in rounds.items() if own}

    def right(self, turn: int, **asked: str) -> Subject:
        """What the page that puts a turn right offers."""
        fields = {"turn": str(turn), **asked}
        return subject_of(self.now, self.effective, fields, self.documents.__getitem__)


SIXTEENS = {"red": "10 6", "blue": "K Q", "white": "9 7", "black": "10 3"}
NEAREST = {"red": "9 5 A", "blue": "K 7", "white": "10 4 3", "black": "J 4"}


def farmer(hands: dict[str, str], **house: Any) -> Table:
    """A hand of Farmer dealt by Black, and each hand of it shown."""
    table = Table("farmer", 4, **house)
    table("start_hand", dealer="black")
    for player, cards in hands.items():
        table("show_hand", player=player, cards=cards.split())
    return table


def consolation() -> Table:
    """The rulebook's round of Five in One before its last part."""
    table = Table("five_in_one", 3)
    table("start_hand", dealer="white")
    table("part_result", part="plus_or_minus", chips={"red": 2, "blue": -1, "white": -1})
    table("cold_hand", winners=["blue"])
    table("part_result", part="bango", chips={})
    table("part_result", part="put_and_take", chips={"white": 3, "red": -3})
    return table


TEN = ["5", "2", "9", "K", "5", "6", "A", "8", "10", "J"]


def chico() -> Table:
    """White deals Frog and sits out; black has passed, red bids frog, and blue chico."""
    table = Table("frog", 4)
    table("start_hand", dealer="white")
    table("pass", player="black")
    table("bid", player="red", bid="frog")
    table("bid", player="blue", bid="chico")
    return table


def scored() -> Table:
    """That hand, with the 71 points of blue."""
    table = chico()
    table("pass", player="red")
    table("score_hand", points=71, trump="s")
    return table


def third_hand() -> Table:
    """The rulebook's night of Spoil Five, its third hand begun: yellow has revoked and is out."""
    table = Table("spoil_five", 5)
    table("start_hand", dealer="red")
    table("score_hand", tricks={"red": 2, "blue": 2, "white": 1})
    table("start_hand", dealer="blue")
    table("kill_hand", player="yellow", why="revoke")
    table("score_hand", tricks={"red": 4, "blue": 1})
    table("start_hand", dealer="white")
    return table


def ended(table: Table, do: str, **arguments: Any) -> Table:
    table(do, **arguments)
    return table


DEALERS = {
    "farmer, the first hand": (Table("farmer", 4), ["red", "blue", "white", "black"]),
    "farmer, whose farmer deals": (ended(farmer(SIXTEENS), "settle_hand"), ["red"]),
    "five in one, to the left": (ended(consolation(), "consolation", cards=TEN), ["red"]),
    "frog, to the left": (scored(), ["black"]),
    "spoil five, after a foul hand the same": (ended(third_hand(), "void_hand", reason="misdealt"), ["white"]),
}


@pytest.mark.parametrize("name", DEALERS)
def test_those_who_may_deal_the_next_hand_are_offered(name: str) -> None:
    table, dealers = DEALERS[name]
    upcoming = table.view.next_hand
    assert [deal.dealer for deal in upcoming.deals] == dealers
    if len(dealers) == 1:
        (begins,) = steps_to_begin(table.now, table.effective)
        assert begins.document["dealer"] == dealers[0]


def test_antes_are_asked_of_those_who_play() -> None:
    """From the dealer's left; not of a farmer who only deals."""
    lines = Table("farmer", 4).view.next_hand.deals[0].lines
    assert [line.player_name for line in lines] == ["Blue", "White", "Black", "Red"]
    lines = Table("farmer", 4, farmer_plays=False).view.next_hand.deals[0].lines
    assert [line.player_name for line in lines] == ["Blue", "White", "Black"]


@pytest.mark.parametrize(("game", "players", "takes"), [("farmer", 1, "2 to 8"), ("frog", 2, "3 to 4")])
def test_with_too_few_players_there_is_no_hand_and_the_reason(game: str, players: int, takes: str) -> None:
    upcoming = Table(game, players).view.next_hand
    assert upcoming.deals == ()
    assert takes in upcoming.refused


@pytest.mark.parametrize("game", ["five_in_one", "spoil_five"])
def test_no_plate_moves_from_under_a_finger_when_a_hand_begins(game: str) -> None:
    table = Table(game, 3)
    before = [plate.player for plate in table.view.plates]
    table("start_hand", dealer="blue")
    assert [plate.player for plate in table.view.plates] == before == list(table.now.seats)


ENDS: dict[str, tuple[Table, dict[str, Any]]] = {
    "farmer": (farmer(SIXTEENS), {"do": "settle_hand"}),
    "five_in_one": (consolation(), {"do": "consolation", "cards": TEN}),
    "frog": (ended(chico(), "pass", player="red"), {"do": "score_hand", "points": 71}),
    "spoil_five": (
        ended(Table("spoil_five", 5), "start_hand", dealer="red"),
        {"do": "score_hand", "tricks": {"blue": 5}},
    ),
}


@pytest.mark.parametrize("game", ENDS)
def test_a_players_hands_come_to_what_they_won(game: str) -> None:
    table, last = ENDS[game]
    table(**last)
    assert table.gained() == table.won
    assert any(table.won.values())


DISPUTED = {
    "farmer": (farmer({"red": "10 6", "blue": "K 7"}), ["2", "1"]),
    "five_in_one": (consolation(), ["4", "3", "2", "1"]),
    "frog": (scored(), ["5", "4", "3", "2"]),
    "spoil_five": (
        ended(ended(third_hand(), "kill_hand", player="red", why="exposure"), "score_hand", tricks={"blue": 3}),
        ["2", "1"],
    ),
}


@pytest.mark.parametrize("game", DISPUTED)
def test_every_turn_of_a_hand_can_be_disputed(game: str) -> None:
    table, turns = DISPUTED[game]
    found = disputable_by(table.now, table.effective)["red"]
    assert [turn.about for turn in found] == turns
    assert all(turn.words for turn in found)


def test_what_was_entered_can_be_put_right() -> None:
    table = farmer({"red": "10 6", "blue": "K 7"})
    right = table.right(2, cards="K 7 2")
    assert right.instead == {"do": "show_hand", "player": "blue", "cards": ["K", "7", "2"]}
    assert {"cards": "K 7 2 6"} in [choice.changes for row in right.rows for choice in row.choices]
    right = chico().right(2)
    assert right.title == "Red bids frog."
    assert [choice.label for row in right.rows for choice in row.choices][-3:] == ["frog", "chico", "grand"]
    table = ended(third_hand(), "kill_hand", player="red", why="exposure")
    assert [row.title for row in table.right(1).rows] == ["Player", "Why"]


@pytest.mark.parametrize(
    ("turn", "instead", "document"),
    [
        (1, "1 -1 0", {"do": "part_result", "part": "plus_or_minus", "chips": {"red": 1, "blue": -1}}),
        (2, "blue red", {"do": "cold_hand", "winners": ["red", "blue"]}),
    ],
)
def test_a_part_can_be_put_right(turn: int, instead: str, document: Document) -> None:
    assert consolation().right(turn, instead=instead).instead == document


def test_the_choices_for_a_part_are_chips_and_winners() -> None:
    chips, winners = consolation().right(4), consolation().right(2)
    assert [row.title for row in chips.rows] == ["Red: −3", "Blue: 0", "White: +3"]
    assert {"instead": "-3 0 4"} in [choice.changes for choice in chips.rows[2].choices]
    assert [choice.changes["instead"] for choice in winners.rows[0].choices] == ["red blue", "", "blue white"]


def test_the_pack_of_farmer_has_45_cards_and_one_six() -> None:
    assert sum(key.cards for key in PACK_KEYS) == 45
    assert [key.rank for key in PACK_KEYS if key.cards == 1] == ["6"]
    assert {key.rank: key.points for key in PACK_KEYS}["K"] == 10


def test_what_settling_farmer_will_pay_is_what_it_pays() -> None:
    """The rulebook's worked hand, told before and after: nobody at sixteen, red the nearest."""
    table = farmer(NEAREST)
    due = [(line.payer, line.to, line.chips) for line in table.view.due.lines]
    assert due == [
        ("Blue", "Red", "1 chip"),
        ("White", "Red", "1 chip"),
        ("Black", "Red", "1 chip"),
        ("Blue", "Black", "1 chip"),
        ("White", "Black", "1 chip"),
    ]
    table("settle_hand")
    assert [(line.payer, line.to, line.chips) for line in table.view.last.lines] == due
    assert table.view.due is None


def test_who_cannot_pay_is_offered_chips_for_all_that_they_owe() -> None:
    table = farmer({**NEAREST, "white": "10 3"}, chips=1)
    assert {short.player: short.cents for short in table.view.due.short} == {"blue": 50, "white": 25, "black": 25}
    (lacking,) = json.loads(table.view.short)
    assert lacking["command"] == {"do": "settle_hand"}
    assert lacking["short"][0] == {"player": "blue", "name": "Blue", "cents": 50, "offer": 500}
    table = ended(Table("spoil_five", 3, chips=1), "start_hand", dealer="red")
    assert {short.player: short.cents for short in table.view.lacks} == {"blue": 25, "white": 25, "red": 25}


def test_the_page_is_told_where_the_hand_stands() -> None:
    now, before = farmer({"red": "10 6"}).stands
    players = ["red", "blue", "white", "black"]
    assert (now["on"], now["round"], now["seated"], now["players"], now["plays"]) == (True, 1, players, players, True)
    assert (now["shown"], before["shown"]) == ({"red": ["10", "6"]}, {})
    now, before = consolation().stands
    assert (now["turn"], now["parts"][4], now["pays"]) == (4, ["consolation", "cards"], {"winners": 1, "cards": 1})
    assert before["turn"] == 3
    now, before = ended(third_hand(), "kill_hand", player="red", why="exposure").stands
    assert (now["on"], now["dead"], now["out"], now["fewest"], before["dead"]) == (True, ["red"], ["yellow"], 2, [])


def test_the_board_of_farmer_has_the_farm_and_the_counts_and_nobodys_money() -> None:
    table = farmer(SIXTEENS)
    board = table.board
    assert (board.pot_called, board.pot_chips, board.stacks) == ("The farm", "4 chips", (4,))
    assert [(seat.tally, seat.note, seat.stands_out) for seat in board.seats] == [
        ("16", "with the six", True),
        ("20", "4 over", False),
        ("16", "sixteen", True),
        ("13", "", False),
    ]
    assert "$24.75" not in repr(board)
    assert table.figures("blue")[:2] == (("your cards", "K\u2002Q"), ("they count", "20, 4 over"))
    table("settle_hand")
    assert "Red counts sixteen with the six" in table.board.outcomes[0].sentence
    assert table.board.standing_at == "After hand 1 · Red is the farmer"
    table("close_night")
    (line,) = hands_of_night("farmer", HANDS)(table.now, table.effective, ()).lines
    assert (line.hand, line.dealer) == (1, "Black")


def test_the_terminal_tells_a_hand_of_farmer() -> None:
    table = farmer({"red": "10 6", "blue": "K Q"})
    lines = "\n".join(table.terminal)
    for words in ("Black is the farmer; 4 chips ($1) in the farm.", "16  10 6♥ (with the six)", "not shown yet"):
        assert words in lines
    assert farmer_of(table.now).to_show == ("white", "black")


def test_the_parts_of_five_in_one_stand_in_their_order_each_with_what_it_brought() -> None:
    table = consolation()
    parts = table.view.parts
    assert [part.called for part in parts] == ["Plus or Minus", "Cold Hand", "Bango", "Put and Take", "Consolation"]
    assert [part.state for part in parts] == ["paid"] * 4 + ["due"]
    assert (parts[0].outcome, parts[2].outcome) == ("Red +2, Blue −1, White −1.", "Nobody wins a chip.")
    board = table.board
    assert (board.phase, board.parts[4].state, board.stacks) == ("Consolation", "due", ())
    assert "$" not in repr([board.parts, board.seats])
    assert table.figures("red") == (("now", "Consolation"), ("chips so far", "−2"))
    assert "round 1, part 5 of 5, Consolation" in "\n".join(table.terminal)
    table("consolation", cards=TEN)
    assert {part.state for part in table.view.parts} == {"paid"}
    assert [plate.so_far for plate in table.view.plates] == ["−6", "−3", "+9"]
    assert table.board.outcomes[0].sentence == "Round 1 is over: Red −6, Blue −3, White +9."
    assert table.rows_printed == ["round 1: red −6, blue −3, white +9", "  white dealt; blue has the cold hand, 4 hits"]


def test_each_part_is_asked_in_its_own_way_and_a_round_is_voided_before_its_first_only() -> None:
    table = Table("five_in_one", 3)
    assert table.view.entry == ""
    table("start_hand", dealer="white")
    assert (table.view.entry, table.view.can_be_voided) == ("chips", True)
    table("part_result", part="plus_or_minus", chips={})
    assert table.view.entry == "winners"
    assert (consolation().view.entry, consolation().view.can_be_voided) == ("cards", False)
    table("void")
    table("void_hand", reason="somebody is missing")
    assert [deal.step.words for deal in table.view.next_hand.deals] == ["Start round 2, White deals"]


def test_at_frog_it_is_told_whose_turn_it_is_and_who_sits_out() -> None:
    table = chico()
    assert table.said == {"red": "speaks", "blue": "chico", "white": "deals, sits out", "black": "pass"}
    view, board = table.view, table.board
    assert (view.bid, view.bidder, view.phase_words) == ("chico", "Blue", "Bidding")
    assert [(call.name, call.words) for call in view.calls] == [("Black", "pass"), ("Red", "frog"), ("Blue", "chico")]
    assert [(speaker.name, speaker.call, speaker.bids_now) for speaker in board.speakers] == [
        ("Black", "pass", False),
        ("Red", "frog", True),
        ("Blue", "chico", False),
    ]
    assert (board.phase, board.contract, [seat.key for seat in board.seats if seat.is_out]) == (
        "The bidding",
        "",
        ["white"],
    )
    assert table.figures("white") == (("your part", "deals, sits out"), ("the bid", "chico"))
    assert table.figures("red") == (("your part", "speaks"), ("the bid", "chico"))
    assert [line.split(maxsplit=1)[1] for line in table.terminal[-4:]] == ["pass", "speaks", "chico", "deals, sits out"]


def test_at_frog_what_is_played_and_what_came_of_it_is_told() -> None:
    table = ended(chico(), "pass", player="red")
    against = "plays against"
    assert table.said == {"red": against, "blue": "plays chico", "white": "deals, sits out", "black": against}
    board = table.board
    assert (board.phase, board.contract, board.trumps) == ("In play", "Blue plays chico", "any trump but hearts")
    assert [seat.key for seat in board.seats if seat.stands_out] == ["blue"]
    assert "$25" not in repr(board)
    table("score_hand", points=71, trump="s")
    board = table.board
    assert (board.speakers, board.phase, [outcome.title for outcome in board.outcomes]) == (
        (),
        "Between hands",
        ["Hand 1"],
    )
    assert table.view.last.sentence == "Hand 1, chico: Blue has 71 points: Black −22, Red −22 and Blue +44."
    assert set(table.said.values()) == {""}
    assert table.rows_printed == ["hand 1: black −22, red −22, blue +44", "  white dealt; blue played chico, 71 points"]


def test_at_frog_of_three_the_dealer_plays_and_a_hand_can_be_passed_out() -> None:
    table = ended(Table("frog", 3), "start_hand", dealer="white")
    assert table.said == {"red": "speaks", "blue": "", "white": ""}
    for player in table.players:
        table("pass", player=player)
    assert table.rows_printed == ["hand 1: everybody passed"]
    assert "after hand 1" in table.terminal[0]


def test_the_bids_of_frog_say_what_the_house_pays() -> None:
    assert [(bid.words, bid.pays) for bid in Table("frog", 4, chico=4).view.bids] == [
        ("frog", "1 chip a point"),
        ("chico", "4 chips a point"),
        ("grand", "3 chips a point"),
    ]


def test_at_frog_everybody_plays_or_of_more_than_four_those_of_the_last_hand() -> None:
    table = Table("frog", 6)
    assert table.stands[0]["plays"] == ["red", "blue", "white", "black"]
    table("start_hand", dealer="green", players=["green", "yellow", "blue", "red"])
    assert table.said["white"] == "sits out"
    table("void_hand", reason="foul")
    players = ["red", "blue", "yellow", "green"]
    assert table.stands[0]["plays"] == players
    (deal,) = table.view.next_hand.deals
    assert deal.step.document == {"do": "start_hand", "dealer": "green", "players": players}
    assert [place.seat.player for place in table.view.places if place.deals] == ["green"]


def test_only_a_hand_that_was_scored_by_the_last_command_is_scored_again() -> None:
    table = scored()
    assert table.view.was == {"black": -22, "red": -22, "blue": 44}
    table("buy_checks", player="red", amount=25)
    assert table.view.was == {}
    table("void")
    assert table.view.was
    table("void")
    assert table.view.was == {}


def test_the_outcomes_of_spoil_five_are_told_to_the_chip_and_come_so() -> None:
    table = third_hand()
    assert [(outcome.key, outcome.pays) for outcome in table.view.outcomes] == [
        ("pool", "15 chips ($3.75)"),
        ("all_five", "19 chips ($4.75): the pool, and 1 chip from each other player"),
        ("spoilt", "15 chips ($3.75) stay in the pool"),
    ]
    board = table.board
    assert (board.pot_called, board.pot_chips, board.stacks) == ("The pool", "15 chips", (8, 7))
    assert [outcome.title for outcome in board.outcomes] == ["Hand 2", "Hand 1"]
    assert "$24" not in repr(board)
    table("score_hand", tricks={"blue": 5})
    assert (table.rows[-1]["pot"], table.won["blue"]) == (19, 16)
    assert [(seat.key, seat.tally) for seat in table.board.seats if seat.stands_out] == [("blue", "5")]


def test_who_is_out_at_spoil_five_is_told_with_the_reason_till_the_pool_is_won() -> None:
    table = third_hand()
    revoked = "no cards: a revoke"
    assert {plate.player: plate.note for plate in table.view.plates if plate.note} == {"yellow": revoked}
    assert [(seat.key, seat.note) for seat in table.board.seats if seat.is_out] == [("yellow", revoked)]
    assert table.figures("yellow") == (("your hand", "no cards until the pool is won"), ("in the pool", "$3.75"))
    table("kill_hand", player="red", why="irregular")
    assert {plate.player: plate.note for plate in table.view.plates}["red"] == "dead: a wrong number of cards"
    lines = "\n".join(table.terminal)
    assert "White deals; 15 chips ($3.75) in the pool." in lines
    assert "Yellow              no cards until the pool is won" in lines
    table("score_hand", tricks={"blue": 3})
    assert {plate.note for plate in table.view.plates} == {""}
    assert {plate.player: plate.tricks for plate in table.view.plates}["blue"] == 3
