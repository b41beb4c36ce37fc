"""Farmer, Five in One, Frog and Spoil Five on the tablet, the board, a player's page and the terminal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dealer.night.amending import Document
from dealer.projections import ROUNDS
from events.effective_events import EffectiveEvents, effective
from events.records import Head
from tests.support.tables import ChipTable
from web.audit.command_form import ARGUMENT
from web.correcting import Subject, subject_of
from web.game_screens import screens_of
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

    def gained(self) -> dict[str, int]:
        """What the last hand brought each player in chips, as their pages tell it."""
        last = ROUNDS.of(self.effective)
        assert last
        rounds = {player: screens_of(self.game).player.round_of(self.now, last, player) for player in self.players}
        return {player: own.net_cents // 25 for player, own in rounds.items() if own}

    def coming(self, command: Document) -> Any:
        """What a command would pay, as the sheet shows it."""
        preview = screens_of(self.game).tablet.preview
        assert preview
        return preview(self.now, command, False).view

    def right(self, turn: int, **asked: str) -> Subject:
        """What the page that puts a turn right offers."""
        fields = {"turn": str(turn), **{ARGUMENT + name: typed for name, typed in asked.items()}}
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


@pytest.mark.parametrize(("game", "players", "takes"), [("farmer", 1, "2 to 8"), ("frog", 2, "3 to 4")])
def test_with_too_few_players_there_is_no_hand_and_the_reason(game: str, players: int, takes: str) -> None:
    upcoming = Table(game, players).view.next_hand
    assert upcoming.deals == ()
    assert takes in upcoming.refused


@pytest.mark.parametrize("game", ["five_in_one", "spoil_five"])
def test_no_plate_moves_from_under_a_finger_when_a_hand_begins(game: str) -> None:
    table = Table(game, 3)
    before = [place.seat.player for place in table.view.places]
    table("start_hand", dealer="blue")
    assert [place.seat.player for place in table.view.places] == before == list(table.now.seats)


ENDS: dict[str, tuple[Table, dict[str, Any]]] = {
    "farmer": (farmer(NEAREST), {"do": "settle_hand"}),
    "five_in_one": (consolation(), {"do": "consolation", "cards": TEN}),
    "frog": (ended(chico(), "pass", player="red"), {"do": "score_hand", "points": 71}),
    "spoil_five": (
        ended(Table("spoil_five", 5), "start_hand", dealer="red"),
        {"do": "score_hand", "tricks": {"blue": 5}},
    ),
}


@pytest.mark.parametrize("game", ENDS)
def test_a_hand_pays_what_its_preview_says_and_a_players_hands_come_to_what_they_won(game: str) -> None:
    table, last = ENDS[game]
    coming = table.coming(last)
    table(**last)
    ended_by = table.view.last
    assert coming.sentence.endswith(ended_by.sentence)
    assert game == "five_in_one" or [line.text for line in ended_by.lines] == [line.text for line in coming.lines]
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


def test_the_cards_of_a_hand_can_be_put_right() -> None:
    right = farmer({"red": "10 6", "blue": "K 7"}).right(2, cards="K 7 2")
    assert right.instead == {"do": "show_hand", "player": "blue", "cards": ["K", "7", "2"]}
    assert {ARGUMENT + "cards": "K 7 2 6"} in [choice.changes for row in right.rows for choice in row.choices]


def test_what_was_entered_can_be_put_right() -> None:
    right = chico().right(2)
    assert right.title == "Red bids frog."
    assert [choice.label for row in right.rows for choice in row.choices][-3:] == ["frog", "chico", "grand"]
    table = ended(third_hand(), "kill_hand", player="red", why="exposure")
    assert [row.title for row in table.right(1).rows] == ["Player", "Why"]


@pytest.mark.parametrize(
    ("turn", "instead", "document"),
    [
        (
            1,
            {"chips": "red 1, blue -1"},
            {"do": "part_result", "part": "plus_or_minus", "chips": {"red": 1, "blue": -1}},
        ),
        (2, {"winners": "blue, red"}, {"do": "cold_hand", "winners": ["blue", "red"]}),
    ],
)
def test_a_part_can_be_put_right(turn: int, instead: dict[str, str], document: Document) -> None:
    assert consolation().right(turn, **instead).instead == document


def test_who_cannot_pay_is_offered_chips_for_all_that_they_owe() -> None:
    table = farmer({**NEAREST, "white": "10 3"}, chips=1)
    assert {short.player: short.cents for short in table.view.due.short} == {"blue": 50, "white": 25, "black": 25}
    (lacking,) = json.loads(table.view.short)
    assert lacking["command"] == {"do": "settle_hand"}
    assert lacking["short"][0] == {"player": "blue", "name": "Blue", "cents": 50, "offer": 500}
    table = ended(Table("spoil_five", 3, chips=1), "start_hand", dealer="red")
    coming = table.coming({"do": "score_hand", "tricks": {"red": 5}, "went_on": True})
    assert {short.player: short.cents for short in coming.short} == {"blue": 25, "white": 25}
    assert table.coming({"do": "score_hand", "tricks": {"red": 2}}).refused
