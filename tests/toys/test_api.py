"""The API takes every command of a night of a toy: its own, the house's, what is put right, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dealer.verification.streams import verify
from tests.support.house import OPENING, Client, House

RED = {"player": "red"}
BY_CHECKS = {"with": "checks"}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """One house for all tests: each opens a night of its own."""
    made = House()
    yield made
    made.book.close()


@pytest.fixture(scope="module")
def client(house: House) -> Client:
    return house.client()


class Dealer:
    """Sends a night's commands over the API."""

    def __init__(self, client: Client, game: str) -> None:
        self.client = client
        opened = client.post("/api/nights", {**OPENING, "game": game, "house": "usual"})
        assert opened.status_code == 201
        self.night = opened.get_json()["night"]
        for player, name in (("red", "Ada Lamb"), ("blue", "Wm. Hart")):
            self.facts("seat_player", player=player, name=name)
            self.facts("buy_checks", player=player, amount=20_000)

    def send(self, do: str, ident: str | None = None, **arguments: Any) -> tuple[int, Any]:
        """Give a command, under an id where one is given: the status and the body of the answer."""
        headers = {"Idempotency_Key": ident} if ident else {}
        answer = self.client.post(f"/api/nights/{self.night}/commands", {"do": do, **arguments}, **headers)
        return answer.status_code, answer.get_json()

    def facts(self, do: str, ident: str | None = None, **arguments: Any) -> list[str]:
        """The facts that a command made."""
        status, body = self.send(do, ident, **arguments)
        assert status == 200, body
        return list(body["facts"])

    def refused(self, do: str, **arguments: Any) -> tuple[int, str]:
        """The status and the code of a refusal."""
        status, body = self.send(do, **arguments)
        return status, body["code"]

    def comes_of(self, command: str, instead: dict[str, Any] | None) -> dict[str, Any]:
        """What the API says would come of a correction."""
        answer = self.client.post(f"/api/nights/{self.night}/proposals", {"command": command, "instead": instead})
        assert answer.status_code == 200, answer.get_json()
        return dict(answer.get_json())

    def back(self, player: str, side: str, stake: int, ident: str | None = None) -> list[str]:
        return self.facts("back_side", ident, player=player, side=side, stake=stake)

    @property
    def result(self) -> dict[str, Any]:
        return dict(self.client.get(f"/api/nights/{self.night}").get_json())

    @property
    def nets(self) -> dict[str, int]:
        return {player: one["net"] for player, one in self.result["players"].items()}


def test_a_round_of_stakes_is_played_and_what_the_rules_refuse_has_its_code(client: Client) -> None:
    dealer = Dealer(client, "high_low")
    assert dealer.refused("turn_card", card="Ks") == (422, "wrong_phase")
    assert dealer.back("red", "high", 500) == ["RoundOpened", "SideBacked"]
    assert dealer.back("blue", "low", 700) == ["SideBacked"]
    assert dealer.refused("back_side", **RED, side="low", stake=100) == (422, "already_done")
    assert dealer.refused("back_side", player="white", side="low", stake=100) == (422, "unknown_player")
    assert dealer.refused("back_side", **RED, side="middle", stake=100) == (400, "bad_input")
    assert dealer.refused("back_side", **RED, side="low") == (400, "bad_input")
    assert dealer.refused("turn_card", card="Kx") == (400, "bad_input")
    assert dealer.refused("start_hand") == (422, "not_allowed_here")
    assert dealer.facts("turn_card", card="Ks") == ["CardTurned", "SidePaid", "SideTaken"]
    assert dealer.refused("back_side", **RED, side="low", stake=60) == (422, "not_a_multiple")
    assert dealer.refused("back_side", **RED, side="low", stake=900_000) == (422, "not_enough_checks")
    assert dealer.nets == {"red": 500, "blue": -700}


def test_a_round_of_points_is_played_and_what_the_rules_refuse_has_its_code(client: Client) -> None:
    dealer = Dealer(client, "tally")
    assert dealer.refused("score_points", **RED, points=7) == (422, "wrong_phase")
    assert dealer.facts("start_hand") == ["TallyBegun"]
    assert dealer.refused("start_hand") == (422, "wrong_phase")
    assert dealer.facts("score_points", **RED, points=7) == ["TallyScored"]
    assert dealer.refused("score_points", **RED, points=101) == (400, "bad_input")
    assert dealer.refused("leave_table", **RED) == (422, "wrong_phase")
    assert dealer.facts("end_tally") == ["TallyEnded"]
    assert dealer.nets == {"red": 175, "blue": -175}


def test_a_command_is_taken_back_and_one_sent_twice_is_done_once(client: Client) -> None:
    dealer = Dealer(client, "high_low")
    assert {tuple(dealer.back("red", "high", 500, "touch-back")) for _ in range(2)} == {("RoundOpened", "SideBacked")}
    dealer.facts("turn_card", card="2c")
    assert dealer.nets["red"] == -500
    assert dealer.facts("void", reason="It was the K") == ["CommandVoidedForReason"]
    assert dealer.facts("turn_card", card="Kc") == ["CardTurned", "SidePaid"]
    assert dealer.nets["red"] == 500


def test_a_stake_is_put_right_while_its_round_is_on(client: Client) -> None:
    dealer = Dealer(client, "high_low")
    dealer.back("red", "high", 500, "first-stake")
    dealer.back("blue", "high", 700, "second-stake")
    before = dealer.result
    low = {"do": "back_side", **RED, "side": "low", "stake": 1_000}
    found = dealer.comes_of("first-stake", low)
    assert (found["drop"], found["players"], found["bank"]["result"]) == ([], {"red": 0, "blue": 0}, 0)
    twice = dealer.comes_of("first-stake", {**low, "player": "blue"})
    assert (twice["drop"], twice["dropped"][0]["code"]) == (["second-stake"], "already_done")
    assert dealer.result == before, "asking records nothing"
    assert dealer.refused("amend", command="first-stake", instead={**low, "player": "blue"}, drop=[]) == (
        422,
        "not_allowed_here",
    )
    assert dealer.facts("amend", command="first-stake", instead=low, drop=[])[0] == "CommandAmended"
    dealer.facts("turn_card", card="Ks")
    assert dealer.nets == {"red": -1_000, "blue": 700}
    assert dealer.refused("amend", command="first-stake", instead=None, drop=[]) == (422, "wrong_phase")


def test_points_are_put_right_or_struck(client: Client) -> None:
    dealer = Dealer(client, "tally")
    dealer.facts("start_hand")
    dealer.facts("score_points", "first-score", **RED, points=7)
    dealer.facts("score_points", "second-score", **RED, points=1)
    dealer.facts("amend", command="first-score", instead={"do": "score_points", **RED, "points": 9}, drop=[])
    dealer.facts("amend", command="second-score", instead=None, drop=[])
    dealer.facts("end_tally")
    assert dealer.nets == {"red": 225, "blue": -225}


def test_a_stake_is_disputed_and_ruled_with_a_correction(client: Client) -> None:
    dealer = Dealer(client, "high_low")
    dealer.back("red", "high", 500)
    dealer.facts("turn_card", card="2s")
    claim = {"dispute": "d1", **RED, "claim": "I backed low"}
    assert dealer.refused("raise_dispute", **claim, about="1-blue") == (422, "unknown_bet")
    assert dealer.facts("raise_dispute", **claim, about="1-red") == ["DisputeRaised"]
    assert dealer.refused("close_night") == (422, "wrong_phase")
    correction = {"from": "bank", "to": "red", "amount": 1_000}
    ruling: dict[str, Any] = {
        "dispute": "d1",
        "ruling": "corrected",
        "law": 7,
        "reason": "So.",
        "corrections": [correction],
    }
    assert dealer.facts("rule_dispute", **ruling) == ["DisputeRuled"]
    assert dealer.nets["red"] == 500


@pytest.mark.parametrize("game", ["high_low", "tally"])
def test_the_house_s_money_moves_and_the_night_is_settled(house: House, client: Client, game: str) -> None:
    dealer = Dealer(client, game)
    lent = {"lender": "blue", "borrower": "red", "amount": 2_000}
    for do, arguments in (
        ("issue_marker", {**RED, "amount": 10_000}),
        ("redeem_marker", {**RED, "amount": 2_500, **BY_CHECKS}),
        ("take_pledge", {**RED, "amount": 4_000, "item": "a watch"}),
        ("return_pledge", {**RED, "item": "a watch", **BY_CHECKS}),
        ("lend_stake", {**lent, "profit_share": 0.1}),
        ("repay_stake", lent),
        ("tip", {**RED, "amount": 500}),
        ("raise_roll", {"amount": 100_000}),
        ("cash_in", {"player": "blue", "amount": 5_000}),
        ("leave_table", {"player": "blue"}),
    ):
        assert dealer.facts(do, **arguments), do
    assert dealer.facts("close_night")[-1] == "NightClosed"
    assert dealer.refused("void") == (422, "wrong_phase")
    assert dealer.nets == {"red": -500, "blue": 0}
    assert verify(house.book, dealer.night).sound


def test_a_night_of_a_toy_and_another_game_is_named_in_its_result(client: Client) -> None:
    games = ["tally", "faro"]
    opened = client.post("/api/nights", {**OPENING, "game": games, "house": {"tally": {"price": 50}}})
    assert client.get(opened.headers["Location"]).get_json()["game"] == games
    unknown = client.post("/api/nights", {**OPENING, "game": games, "house": {"tally": {"prize": 50}}})
    assert (unknown.status_code, unknown.get_json()["code"]) == (400, "bad_input")
