"""The tablet's view of a Fan-Tan night: what it says at each point of a hand, and that it says no more."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from dealer.game.cards import PACK
from events.effective_facts import effective
from events.records import Head
from ledger.accounts import POT, checks
from tests.support.pure import PureNight
from tests.support.tables import PotTable
from web.games.fan_tan.tablet.table import FanTanView, fan_tan_view
from web.tablet.steps import steps_to_begin


def view(table: PotTable) -> FanTanView:
    head = Head(version=len(table.recorded), hash="0" * 64)
    return fan_tan_view(table.now, head, table.recorded)


def in_state(shown: FanTanView, state: str) -> list[str]:
    return [place.card for row in shown.rows for place in row if place.state == state]


def passing_once(table: PotTable, wanted: Callable[[list[str]], bool]) -> Callable[[str, list[str]], str | None]:
    """Lay what can be laid, but pass once where the cards that could be are such."""
    kept: list[str] = []

    def choose(player: str, able: list[str]) -> str | None:
        if not kept and wanted(able):
            kept.append(player)
            return None
        return able[0] if able else None

    return choose


def played_out(*, wrong: bool = False, **house: Any) -> PotTable:
    table = PotTable(4, **house)
    table.deal("red", seed=5)
    if wrong:
        table.play_out(passing_once(table, lambda able: "7" in {card[0] for card in able} and bool(table.hand.turns)))
    else:
        table.play_out()
    return table


@pytest.mark.parametrize("preset", ["encyclopedia", "antes", "five_or_nine"])
def test_only_the_cards_that_can_be_laid_are_touchable_at_every_turn(preset: str) -> None:
    table = PotTable(4, preset=preset)
    table.deal("red", seed=2)
    while not table.hand.winner:
        shown = view(table)
        assert in_state(shown, "able") == list(table.hand.layout.playable())
        assert in_state(shown, "laid") == [card for card in PACK if table.hand.layout.holds(card)]
        able = table.able(table.hand.on_turn)
        if able:
            table.lay(able[0])
        else:
            table.pass_on()
    assert in_state(view(table), "able") == []


def lacking(shown: FanTanView, **document: Any) -> list[dict[str, Any]]:
    """Who lacks how much for a command, as the script is told."""
    (found,) = (one["short"] for one in json.loads(shown.short) if one["command"] == document)
    return found


def test_nothing_is_said_of_a_hand_while_it_is_played() -> None:
    """Two packs dealt otherwise, and the same cards laid: the tablet shows the same, wrong pass or not."""
    said = []
    for seed in (1, 2):
        table = PotTable(4, preset="antes")
        table.deal("red", seed=seed, given={"blue": "7s 8s", "green": "7h" if seed == 1 else "6s"})
        table.lay("7s")
        table.pass_on()
        table.pass_on()
        table.pass_on()
        table.lay("8s")
        shown = view(table)
        assert (shown.wrong_passes, shown.payment, shown.showing) == ((), None, None)
        said.append((shown.rows, shown.stand, shown.places, shown.course, shown.short, shown.drawer.accounts))
    assert said[0] == said[1]


def test_where_the_deal_moves_only_the_next_dealer_is_offered() -> None:
    table = PotTable(4, deal_moves=True)
    hand = view(table).next_hand
    assert hand
    assert [one.dealer for one in hand.deals] == list(table.players)
    table("start_hand", dealer="green")
    table("void_hand", reason="misdealt")
    hand = view(table).next_hand
    assert hand
    assert [one.dealer for one in hand.deals] == ["green"]


def test_it_says_whose_turn_it_is_what_each_holds_and_how_often_they_passed() -> None:
    table = PotTable(3, preset="encyclopedia")
    table("start_hand", dealer="green")
    table.lay("7d")
    table.pass_on()
    shown = view(table)
    assert shown.phase_words == "Green’s turn"
    assert [(one.seat.player, one.left, one.passes, one.deals, one.plays) for one in shown.places] == [
        ("red", 17, 0, False, False),
        ("blue", 17, 1, False, False),
        ("green", 17, 0, True, True),
    ]
    assert (shown.pot_chips, shown.pot_amount, shown.pass_costs) == ("1 chip", "25¢", "1 chip")
    assert [turn.said for turn in shown.course] == ["Turn 2: Blue passes", "Turn 1: Red lays 7♦"]
    assert shown.steps == ()


def test_before_a_hand_it_says_what_antes_are_due_and_who_lacks_theirs() -> None:
    table = PotTable(3, preset="antes", chips=0)
    table("buy_checks", player="red", amount=25)
    table("buy_checks", player="blue", amount=500)
    shown = view(table)
    assert shown.next_hand
    assert shown.next_hand.dealer == "red"
    deal = next(one for one in shown.next_hand.deals if one.dealer == "green")
    lines = [(line.player_name, line.cards, line.ante, line.short.lacks if line.short else "") for line in deal.lines]
    assert lines == [("Red", 18, "2 chips", "25¢"), ("Blue", 17, "1 chip", ""), ("Green", 17, "1 chip", "25¢")]
    assert lacking(shown, do="start_hand", dealer="green") == [
        {"player": "red", "name": "Red", "cents": 25, "offer": 500},
        {"player": "green", "name": "Green", "cents": 25, "offer": 500},
    ]
    assert [one.words for one in shown.steps] == ["Start hand 1, Red deals"]


def test_the_deal_moves_left_after_a_hand_and_stays_where_it_was_void() -> None:
    table = PotTable(4, preset="antes")
    table.deal("blue")
    table.play_out()
    table.finish()
    assert [one.words for one in view(table).steps] == ["Start hand 2, Green deals"]
    table("start_hand", dealer="green")
    table("void_hand", reason="The hand was misdealt")
    shown = view(table)
    assert [one.words for one in shown.steps] == ["Start hand 3, Green deals"]
    assert shown.last
    assert shown.last.pot == "Hand 2 was void: everybody has back what they put in."
    table("leave_table", player="green")
    assert [one.words for one in view(table).steps] == ["Start hand 3, White deals"]


def test_two_players_are_told_that_it_wants_three() -> None:
    shown = view(PotTable(2))
    assert shown.next_hand
    assert shown.next_hand.refused == "Fan-Tan is played by 3 to 8; 2 are seated."
    assert shown.steps == ()


def test_hands_are_shown_from_the_winners_left_and_the_last_is_what_is_left_over() -> None:
    table = played_out(preset="antes")
    winner = table.hand.winner
    assert winner
    shown = view(table).showing
    assert shown
    at = table.players.index(winner) + 1
    others = (*table.players[at:], *table.players[: at - 1])
    assert tuple(one.player for one in shown.hands) == others
    assert shown.rest is None
    for player in others[:-1]:
        table("show_hand", player=player, cards=sorted(table.held[player]))
    shown = view(table).showing
    assert shown
    assert shown.rest
    rest = json.loads(shown.rest.command)
    assert rest["player"] == others[-1]
    assert set(rest["cards"]) == table.held[others[-1]]
    table(**rest)
    assert [one.words for one in view(table).steps] == ["End the hand"]


def test_a_wrong_pass_is_told_with_its_card_how_it_is_known_and_who_is_paid() -> None:
    table = PotTable(3, preset="antes")
    table.deal("green", given={"red": "7s", "blue": "7d 6d", "green": "8d"}, seed=3)
    table.lay("7s")
    table.pass_on()
    table.play_out()
    assert view(table).wrong_passes == ()
    table.show_all()
    table("end_hand")
    proof = view(table).wrong_passes[0]
    laid = next(number for number, turn in enumerate(table.hand.turns, start=1) if turn.cards == ("7d",))
    assert (proof.turn, proof.player_name) == (2, "Blue")
    assert ("7♦", f"laid at turn {laid}") in proof.held
    assert proof.to.startswith("3 to the pot, ")
    assert "5 to Green for the 8♦" in proof.to
    assert "6♦" not in proof.to
    assert proof.take
    table(**json.loads(proof.take.command))
    after = view(table).wrong_passes[0]
    assert after.taken
    assert after.take is None


def test_what_settling_pays_is_said_before_and_after_alike_and_is_what_the_ledger_does() -> None:
    table = played_out(preset="antes", wrong=True)
    table.show_all()
    table("end_hand")
    due = view(table).payment
    winner = table.hand.winner
    assert due
    assert winner
    held, pot = table.chips(winner), table.now.ledger.balance(POT)
    owed = sum(len(table.held[player]) * 25 for player in table.players if player != winner)
    table("settle_hand")
    after = view(table).last
    assert after == due
    assert table.chips(winner) == held + pot + owed
    assert due.pot == f"{winner.title()} takes {(pot + owed) // 25} chips (${(pot + owed) / 100:.2f})"


def test_who_cannot_pay_for_their_cards_is_named_with_a_sum_that_covers_it() -> None:
    table = played_out(preset="antes", card_pays=20)
    loser = max((one for one in table.players if one != table.hand.winner), key=table.hand.left)
    due = table.hand.left(loser) * 20 * 25
    table("cash_in", player=loser, amount=table.chips(loser) - 25)
    table.show_all()
    table("end_hand")
    short = lacking(view(table), do="settle_hand")[0]
    assert (short["player"], short["cents"]) == (loser, due - 25)
    assert short["offer"] >= due - 25
    assert table.refusal("settle_hand") == "not_enough_checks"
    table("buy_checks", player=loser, amount=short["offer"])
    table("settle_hand")
    assert table.now.ledger.balance(checks(loser)) == 25 + short["offer"] - due


def test_a_dead_hand_says_what_it_comes_of_and_leaves_the_pot() -> None:
    table = PotTable(3, preset="antes")
    table("start_hand", dealer="green")
    for _ in range(3):
        table.pass_on()
    shown = view(table)
    assert [one.words for one in shown.steps] == ["End the dead hand"]
    assert shown.showing
    assert shown.showing.optional
    assert len(in_state(shown, "able")) == 4
    table("end_hand")
    shown = view(table)
    assert shown.payment
    assert shown.payment.pot == "The pot keeps 7 chips ($1.75) for the next hand"
    assert {line.why for line in shown.payment.lines} == {"for a dead hand"}


def test_where_the_holder_of_a_seven_begins_nobody_is_said_to_be_on_turn() -> None:
    table = PotTable(3, first="7d")
    table("start_hand", dealer="green")
    shown = view(table)
    assert shown.phase_words == "The 7♦ comes first"
    assert not any(one.plays for one in shown.places)
    assert in_state(shown, "able") == ["7d"]
    table("lay", player="blue", card="7d")
    assert view(table).phase_words == "Green’s turn"


def test_a_turn_of_a_hand_can_be_disputed_and_a_pot_is_in_the_closing() -> None:
    table = PotTable(3, preset="antes")
    table("start_hand", dealer="green")
    table.lay("7d")
    drawer = view(table).drawer
    assert [one.words for one in drawer.accounts[0].disputable] == ["turn 1 of hand 1: Red lays 7♦"]
    assert [(line.name, line.returned) for line in drawer.closing.lines] == [
        ("Red", "50¢"),
        ("Blue", "25¢"),
        ("Green", "25¢"),
    ]
    assert drawer.accounts[0].leaving.refused


def test_a_pass_that_cannot_be_paid_names_who_lacks_how_much() -> None:
    table = PotTable(3, chips=0, pass_pays=3)
    table("start_hand", dealer="green")
    short = lacking(view(table), do="pass", player="red")
    assert short == [{"player": "red", "name": "Red", "cents": 75, "offer": 500}]
    assert table.refusal("pass", player="red") == "not_enough_checks"
    table("buy_checks", player="red", amount=short[0]["offer"])
    assert view(table).short == ""
    table("pass", player="red")


def test_a_hand_leaves_receipts_of_its_deal_its_penalty_and_its_pot() -> None:
    table = PotTable(3, preset="antes")
    table.deal("green", given={"red": "7s", "blue": "7d"}, seed=3)
    table.lay("7s")
    table.pass_on()
    table.play_out()
    table.show_all()
    table("end_hand")
    table("take_penalty", player="blue", turn=2)
    table("settle_hand")
    pot = table.row()["pot"]
    said = [one.text for one in view(table).drawer.receipts]
    winner = table.row()["winner"].title()
    assert said[0] == f"Pot of hand 1 · {winner} · {pot} chips (${pot / 4:.2f})".replace(".00)", ")")
    assert said[1].startswith("Wrong pass, turn 2 · Blue · ")
    assert said[2] == "Hand 1 begun · Green deals"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"preset": "encyclopedia"}, "In this house a wrong pass costs nothing."),
        (
            {"preset": "antes"},
            "House law: a wrong pass costs 3 chips to the pot; a kept seven 5 chips besides, "
            "to each holder of a card beside it.",
        ),
        (
            {"preset": "antes", "opener_chips": "shared", "voluntary_pass": True, "free_passes": 2},
            "House law: a wrong pass costs 3 chips to the pot; a kept seven 5 chips besides, "
            "shared by the holders of the cards beside it; a player’s first 2 passes in a hand are free.",
        ),
    ],
    ids=["encyclopedia", "antes", "shared"],
)
def test_the_law_of_the_house_is_said_in_a_sentence(rules: dict[str, Any], said: str) -> None:
    assert view(PotTable(3, **rules)).law == said


def test_a_night_of_both_games_offers_to_begin_the_one_dealt_last() -> None:
    opening = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": ["faro", "fan_tan"], "roll": 500_000}
    night = PureNight()
    night.do({**opening, "dealer": "D"})
    for player in ("red", "blue", "green"):
        night.do({"do": "seat_player", "player": player, "name": player.title()})
    words = ["Start the deal"]
    assert [one.words for one in steps_to_begin(night.now, effective(night.recorded))] == words
    night.do({"do": "start_hand", "dealer": "red"})
    assert steps_to_begin(night.now, effective(night.recorded)) == ()
    night.do({"do": "void_hand", "reason": "The hand was misdealt"})
    words = ["Start hand 2, Red deals"]
    assert [one.words for one in steps_to_begin(night.now, effective(night.recorded))] == words
