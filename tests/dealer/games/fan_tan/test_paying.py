"""What a hand pays: penalties, cards left in hand, the pot, dead hands, and a hand that is broken off (rulebook 3)."""

from __future__ import annotations

from typing import Any

import pytest

from events.games.fan_tan import ChipsTo, HandPaid, PotDivided, PotReturned, PotWon
from ledger.accounts import POT
from tests.support.tables import PotTable


def ended(table: PotTable, **given: str) -> PotTable:
    """A hand in which red passed at turn 1 with what they were given, played to its end."""
    table.deal(given=given)
    table.pass_on()
    table.play_out()
    table.show_all()
    table("end_hand")
    return table


def test_the_winner_takes_the_pot_and_a_chip_a_card() -> None:
    table = PotTable(4)
    table.deal(seed=7)
    table.play_out()
    passes = sum(not turn.cards for turn in table.hand.turns)
    left = {player: table.hand.left(player) for player in table.players}
    before = {player: table.chips(player) for player in table.players}
    winner = table.hand.winner
    assert winner
    table.finish()
    assert table.row() == {"hand": 1, "winner": winner, "pot": passes + sum(left.values()), "wrong_passes": []}
    for player in table.players:
        due = -left[player] if player != winner else passes + sum(left.values())
        assert table.chips(player) - before[player] == due * 25
    assert table.pot == 0


def test_a_house_may_count_pips_with_ten_for_a_court_card() -> None:
    table = PotTable(4, counted="pips")
    table.deal(seed=7)
    table.play_out()
    pips = {"A": 1, "J": 10, "Q": 10, "K": 10}
    due = {
        player: sum(pips.get(card[:-1]) or int(card[:-1]) for card in table.held[player])
        for player in table.hand.to_show
    }
    table.show_all()
    table("end_hand")
    paid = {fact.player: fact.chips for fact in table("settle_hand") if isinstance(fact, HandPaid)}
    assert paid == due


def test_card_pays_is_chips_a_card() -> None:
    table = PotTable(4, card_pays=3)
    table.deal(seed=7)
    table.play_out()
    table.show_all()
    table("end_hand")
    paid = [fact for fact in table("settle_hand") if isinstance(fact, HandPaid)]
    assert paid
    assert all(fact.chips == 3 * fact.cards for fact in paid)


def test_a_wrong_pass_costs_three_chips_to_the_pot() -> None:
    table = PotTable(3, preset="antes")
    table.deal(given={"red": "7h 6h", "blue": "8h"})
    table.lay("7h")
    table.lay("8h")
    table.pass_on()
    table.pass_on()
    table.play_out()
    table.show_all()
    table("end_hand")
    proved = next(one for one in table.hand.proved if one.turn == 4)
    assert {held.card for held in proved.held} >= {"6h"}
    assert not [held for held in proved.held if held.card.startswith("7")], "choose another pack: no seven is kept here"
    pot, held = table.pot, table.chips("red")
    table("take_penalty", player="red", turn=4)
    assert (table.pot, table.chips("red")) == (pot + 75, held - 75)


def test_a_seven_kept_costs_five_more_to_each_who_held_its_six_and_its_eight() -> None:
    table = ended(PotTable(3, preset="antes"), red="7h", blue="6h", green="8h")
    proved = table.hand.proved[0]
    kept = [held.card for held in proved.held]
    assert "7h" in kept
    assert ChipsTo(player="blue", card="6h", chips=5) in proved.besides
    assert ChipsTo(player="green", card="8h", chips=5) in proved.besides
    before = {player: table.chips(player) for player in table.players}
    pot = table.pot
    table("take_penalty", player="red", turn=1)
    gifts = {
        player: sum(gift.chips for gift in proved.besides if gift.player == player) for player in ("blue", "green")
    }
    assert table.pot == pot + 75
    assert table.chips("red") == before["red"] - 25 * (3 + sum(gifts.values()))
    assert all(table.chips(player) == before[player] + 25 * chips for player, chips in gifts.items())


def test_who_held_both_the_six_and_the_eight_is_paid_twice() -> None:
    table = ended(PotTable(3, preset="antes"), red="7h", blue="6h 8h")
    gifts = [gift for gift in table.hand.proved[0].besides if gift.card in ("6h", "8h")]
    assert [(gift.player, gift.chips) for gift in gifts] == [("blue", 5), ("blue", 5)]


def test_the_offender_pays_nothing_to_their_own_seat() -> None:
    table = ended(PotTable(3, preset="antes"), red="7h 6h", green="8h")
    gifts = [gift for gift in table.hand.proved[0].besides if gift.card in ("6h", "8h")]
    assert [(gift.player, gift.card) for gift in gifts] == [("green", "8h")]


def test_each_kept_seven_is_paid_for() -> None:
    table = ended(PotTable(3, preset="antes"), red="7h 7s", blue="6h 8h 6s 8s")
    proved = table.hand.proved[0]
    assert {"7h", "7s"} <= {held.card for held in proved.held}
    assert sum(gift.chips for gift in proved.besides if gift.card[-1] in "hs") == 20


def test_the_chips_beside_a_kept_opener_may_be_shared_the_odd_one_to_the_card_below() -> None:
    table = ended(PotTable(3, preset="antes", opener_chips="shared"), red="7h", blue="6h", green="8h")
    gifts = {gift.card: gift.chips for gift in table.hand.proved[0].besides}
    assert (gifts["6h"], gifts["8h"]) == (3, 2)


def test_a_penalty_is_taken_once_and_only_where_one_was_listed() -> None:
    table = ended(PotTable(3, preset="antes"), red="7h")
    assert table.refusal("take_penalty", player="blue", turn=1) == "bad_input"
    assert table.refusal("take_penalty", player="red", turn=2) == "bad_input"
    table("take_penalty", player="red", turn=1)
    assert table.refusal("take_penalty", player="red", turn=1) == "already_done"
    table("settle_hand")
    assert table.refusal("take_penalty", player="red", turn=1) == "wrong_phase"
    assert [row["taken"] for row in table.row()["wrong_passes"] if row["turn"] == 1] == [True]


def test_a_penalty_that_is_waived_stays_in_the_row() -> None:
    table = ended(PotTable(3, preset="antes"), red="7h")
    table("settle_hand")
    row = table.row()["wrong_passes"][0]
    assert not row["taken"]
    assert row["penalty"] >= 3


def test_who_cannot_pay_a_penalty_or_for_their_cards_is_named_and_nothing_moves() -> None:
    table = ended(PotTable(3, preset="antes"), red="7h", blue="6h", green="8h")
    for player in table.players:
        if table.chips(player):
            table("cash_in", player=player, amount=table.chips(player))
    assert table.refusal("take_penalty", player="red", turn=1) == "not_enough_checks"
    assert table.refusal("settle_hand") == "not_enough_checks"
    for player in table.players:
        table("issue_marker", player=player, amount=5_000)
    table("take_penalty", player="red", turn=1)
    table("settle_hand")
    assert table.pot == 0


def dead(table: PotTable) -> PotTable:
    """Everybody passes before a card lies, and the hand is ended."""
    table("start_hand", dealer=table.players[-1])
    for _ in table.players:
        table.pass_on()
    table("end_hand")
    return table


def test_a_dead_hand_costs_everybody_a_chip_and_leaves_the_pot_for_the_next() -> None:
    table = dead(PotTable(4, preset="antes"))
    table("settle_hand")
    assert table.row() == {"hand": 1, "winner": None, "pot": 0, "wrong_passes": []}
    assert table.pot == (4 + 4) * 25
    table.deal(seed=2)
    table.play_out()
    left = sum(table.hand.left(player) for player in table.players)
    table.finish()
    assert table.row()["pot"] == 4 + 4 + 4 + left
    assert table.pot == 0


def test_a_dead_hand_waits_until_everybody_can_pay_for_it() -> None:
    table = PotTable(3, chips=0, dead_hand=1, pass_pays=0)
    dead(table)
    assert table.refusal("settle_hand") == "not_enough_checks"


def test_a_foul_hand_is_broken_off_and_everybody_has_back_what_they_put_in() -> None:
    table = dead(PotTable(3, preset="antes", pass_pays=1))
    table("settle_hand")
    left, before = table.pot, {player: table.chips(player) for player in table.players}
    assert table.refusal("void_hand", reason="misdealt") == "wrong_phase"
    table("start_hand", dealer="red")
    table.pass_on()
    facts = table("void_hand", reason="a card lay face up")
    assert {fact.player for fact in facts if isinstance(fact, PotReturned)} == set(table.players)
    assert {player: table.chips(player) for player in table.players} == before
    assert table.pot == left
    assert len(table.result()["hands"]) == 1
    table.deal(seed=2)
    assert table.hand.number == 3


def test_a_hand_is_not_broken_off_over_penalties_that_are_taken() -> None:
    """What they gave to other players would not come back; taken back one by one, they do."""
    table = ended(PotTable(3, preset="antes"), red="7h", blue="6h", green="8h")
    before = table.now.ledger.balances
    table("take_penalty", player="red", turn=1)
    assert table.refusal("void_hand", reason="a short pack") == "wrong_phase"
    table("void")
    assert table.now.ledger.balances == before
    table("void_hand", reason="a short pack")
    assert {table.chips(player) for player in table.players} == {5_000}
    assert table.pot == 0


def test_the_close_in_mid_hand_gives_everybody_back_what_they_put_in() -> None:
    table = PotTable(3, preset="antes", pass_pays=1)
    table("start_hand", dealer="green")
    table.pass_on()
    table("close_night")
    assert [table.result()["players"][player]["net"] for player in table.players] == [0, 0, 0]
    assert table.result()["hands"] == []


def test_a_pot_that_nobody_won_is_divided_the_odd_chips_from_the_last_dealers_left() -> None:
    table = dead(PotTable(3, preset="antes"))
    table("settle_hand")
    assert table.pot == 7 * 25
    facts = table("close_night")
    parts = {fact.player: fact.chips for fact in facts if isinstance(fact, PotDivided)}
    assert parts == {"red": 3, "blue": 2, "green": 2}
    assert table.now.ledger.balance(POT) == 0


def test_it_is_divided_among_those_who_still_sit() -> None:
    table = dead(PotTable(3, preset="antes"))
    table("settle_hand")
    table("leave_table", player="red")
    parts = {fact.player: fact.chips for fact in table("close_night") if isinstance(fact, PotDivided)}
    assert parts == {"blue": 4, "green": 3}


def test_where_everybody_has_left_it_goes_to_all_who_sat() -> None:
    table = dead(PotTable(3, preset="antes"))
    table("settle_hand")
    for player in table.players:
        table("leave_table", player=player)
    facts = table("close_night")
    assert {fact.player: fact.chips for fact in facts if isinstance(fact, PotDivided)} == {
        "red": 3,
        "blue": 2,
        "green": 2,
    }
    assert table.now.ledger.balance(POT) == 0


@pytest.mark.parametrize("word", ["settle_hand", "take_penalty", "end_hand", "pass", "lay", "show_hand", "void_hand"])
def test_nothing_of_a_hand_is_done_before_one_is_on(word: str) -> None:
    table = PotTable(3)
    arguments: dict[str, dict[str, Any]] = {
        "take_penalty": {"player": "red", "turn": 1},
        "pass": {"player": "red"},
        "lay": {"player": "red", "card": "7h"},
        "show_hand": {"player": "red", "cards": []},
        "void_hand": {"reason": "foul"},
    }
    assert table.refusal(word, **arguments.get(word, {})) == "wrong_phase"


def test_taking_back_goes_through_a_settled_hand_step_by_step() -> None:
    table = PotTable(3, preset="antes")
    before = [table.now]
    table.deal(given={"red": "7h", "blue": "6h"})
    before.append(table.now)
    table.pass_on()
    before.append(table.now)
    table.play_out()
    table.show_all()
    steps: list[tuple[str, dict[str, Any]]] = [
        ("end_hand", {}),
        ("take_penalty", {"player": "red", "turn": 1}),
        ("settle_hand", {}),
    ]
    for do, arguments in steps:
        before.append(table.now)
        table(do, **arguments)
    won = [one.fact for one in table.recorded if isinstance(one.fact, PotWon)]
    assert len(won) == 1
    for earlier in reversed(before):
        while table.now.tables != earlier.tables:
            table("void")
        balances = {name: cents for name, cents in table.now.ledger.balances.items() if cents}
        assert balances == {name: cents for name, cents in earlier.ledger.balances.items() if cents}
