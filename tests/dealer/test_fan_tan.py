"""Fan-Tan: a hand from the deal to the last card, and the contract's refusals (rulebook 3)."""

from __future__ import annotations

from dataclasses import asdict
from math import sqrt
from random import Random
from typing import Any

import pytest

from dealer.game.cards import PACK
from dealer.games.fan_tan.commands import PRESETS, house_of
from dealer.games.fan_tan.fairness import ENDS, Hand, hands_of, inspect_fan_tan
from dealer.games.fan_tan.game import GAME
from dealer.statistics import SkippedTest, StatisticalTest, weighed
from events.games.fan_tan import CardsLaid, HandShown, HandStarted
from tests.support.tables import PotTable


@pytest.mark.parametrize(
    ("players", "dealt"),
    [
        (3, [18, 17, 17]),
        (4, [13] * 4),
        (5, [11, 11, 10, 10, 10]),
        (6, [9, 9, 9, 9, 8, 8]),
        (7, [8, 8, 8, 7, 7, 7, 7]),
        (8, [7, 7, 7, 7, 6, 6, 6, 6]),
    ],
)
def test_the_pack_is_dealt_out_from_the_dealers_left(players: int, dealt: list[int]) -> None:
    table = PotTable(players)
    table("start_hand", dealer="blue")
    assert table.hand.players[0] == table.players[2]
    assert table.hand.players[-1] == "blue"
    assert [table.hand.dealt[player] for player in table.hand.players] == dealt


@pytest.mark.parametrize("players", [2, 9])
def test_fan_tan_is_for_three_to_eight(players: int) -> None:
    table = PotTable(3)
    for extra in range(3, players):
        table("seat_player", player=f"seat{extra}", name="More")
    if players == 2:
        table("leave_table", player="green")
    assert table.refusal("start_hand", dealer="red") == "not_allowed_here"


def test_a_card_that_lies_is_odd_and_one_that_does_not_fit_cannot_be_played() -> None:
    table = PotTable(4)
    table("start_hand", dealer="white")
    assert table.refusal("lay", player="red", card="8h") == "cannot_play"
    table.lay("7h")
    assert table.refusal("lay", player="blue", card="7h") == "odd_card"
    assert table.refusal("lay", player="blue", card="9h") == "cannot_play"
    table.lay("8h")
    table.lay("6h")


def test_a_lay_names_a_card_with_its_suit_or_a_list_of_them_and_not_both() -> None:
    table = PotTable(4, preset="antes")
    table("start_hand", dealer="white")
    assert table.refusal("lay", player="red") == "bad_input"
    assert table.refusal("lay", player="red", card="7h", cards=["7h"]) == "bad_input"
    assert table.refusal("lay", player="red", cards=[]) == "bad_input"
    assert table.refusal("lay", player="red", cards=["7h", "7h"]) == "bad_input"
    assert table.refusal("lay", player="red", card="7") == "suit_needed"
    assert table.refusal("lay", player="red", card="1h") == "bad_input"


def test_several_openers_go_down_in_one_turn_where_the_house_lets_them() -> None:
    table = PotTable(4, preset="antes")
    table("start_hand", dealer="white")
    table.lay("7c", "7s")
    assert (table.hand.turns[0].cards, table.hand.on_turn) == (("7s", "7c"), "blue")
    assert table.refusal("lay", player="blue", cards=["7h", "8s"]) == "cannot_play"
    assert table.hand.left("red") == 11


@pytest.mark.parametrize("cards", [("8h",), ("8h", "6h"), ("6h", "8h", "9h"), ("10h", "8h", "9h"), ("5h", "6h")])
def test_several_cards_of_a_suit_go_down_in_one_turn_up_and_down(cards: tuple[str, ...]) -> None:
    table = PotTable(4, several_cards=True)
    table("start_hand", dealer="white")
    table.lay("7h")
    table.lay(*cards)
    assert set(table.hand.turns[1].cards) == set(cards)
    assert table.hand.left("blue") == 13 - len(cards)
    assert all(map(table.hand.layout.holds, cards))


@pytest.mark.parametrize("cards", [("8h", "8s"), ("7d", "7c"), ("9h", "10h"), ("8h", "10h"), ("6s", "5s")])
def test_cards_with_a_gap_or_of_two_suits_cannot_be_laid_together(cards: tuple[str, str]) -> None:
    table = PotTable(4, several_cards=True)
    table("start_hand", dealer="white")
    table.lay("7h")
    assert table.refusal("lay", player="blue", cards=list(cards)) == "cannot_play"


def test_openers_and_cards_of_a_suit_cannot_be_mixed_in_one_turn() -> None:
    table = PotTable(4, several_cards=True, several_openers=True)
    table("start_hand", dealer="white")
    assert table.refusal("lay", player="red", cards=["7h", "7s", "8s"]) == "cannot_play"
    table.lay("7h", "7s")
    table.lay("8s", "9s")
    assert table.refusal("lay", player="green", cards=["8h", "7h"]) == "odd_card"


def test_a_turn_of_several_cards_proves_the_passes_at_which_the_first_of_them_could_be_laid() -> None:
    table = PotTable(3, several_cards=True, wrong_pass=3)
    table.deal("green", seed=2, given={"red": "7h", "blue": "8h 9h"})
    table.lay("7h")
    for _ in table.players:
        table.pass_on()
    table.lay("8h", "9h")
    table.play_out()
    table.show_all()
    table("end_hand")
    proved = next(card for card in table.hand.proved if card.turn == 2)
    known = {proof.card: proof.laid_at for proof in proved.held}
    assert known["8h"] == 5
    assert "9h" not in known


def test_a_moving_deal_goes_to_the_left() -> None:
    table = PotTable(4, deal_moves=True)
    table("start_hand", dealer="green")
    table("void_hand", reason="misdealt")
    assert table.refusal("start_hand", dealer="white") == "not_allowed_here"
    table("start_hand", dealer="green")
    for _ in table.players:
        table.pass_on()
    table("end_hand")
    table("settle_hand")
    assert table.refusal("start_hand", dealer="green") == "not_allowed_here"
    table("leave_table", player="white")
    table("start_hand", dealer="red")


def test_nobody_lays_more_cards_than_they_hold() -> None:
    table = PotTable(8, several_openers=True)
    table("start_hand", dealer="grey")
    while table.hand.left("red") > 1:
        card = next(card for card in table.hand.layout.playable() if card[:-1] != "7" or table.hand.layout.is_empty)
        table.lay(card) if table.hand.on_turn == "red" else table.pass_on()
    while table.hand.on_turn != "red":
        table.pass_on()
    openers = [card for card in table.hand.layout.playable() if card.startswith("7")]
    assert len(openers) > 1
    assert table.refusal("lay", player="red", cards=openers) == "cannot_play"


def test_a_hand_shown_is_as_many_cards_as_are_left_and_none_that_is_elsewhere() -> None:
    table = PotTable(4)
    table.deal(seed=3)
    assert table.refusal("show_hand", player="red", cards=[]) == "wrong_phase"
    table.play_out()
    first, other = table.hand.to_show[:2]
    mine, laid = sorted(table.held[first]), next(card for card in PACK if table.hand.layout.holds(card))
    assert table.refusal("show_hand", player=first, cards=mine[1:]) == "bad_input"
    assert table.refusal("show_hand", player=first, cards=[*mine[1:], mine[1]]) == "bad_input"
    assert table.refusal("show_hand", player=first, cards=[*mine[1:], laid]) == "odd_card"
    assert table.refusal("show_hand", player=first, cards=[*mine[1:], "7"]) == "suit_needed"
    table("show_hand", player=first, cards=mine)
    theirs = sorted(table.held[other])
    assert table.refusal("show_hand", player=other, cards=[*theirs[1:], mine[0]]) == "odd_card"
    assert table.refusal("end_hand") == "wrong_phase"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_house_reads_back_as_it_was_recorded(preset: str) -> None:
    recorded = GAME.read_house({"preset": preset, "chip": 100, "marker_limit": 5_000})
    assert asdict(house_of(recorded)) == recorded


PLAYERS = ("Ada", "Hart", "Moss", "Oakes", "Vane")


def dealt(pack: list[str], dealer: int) -> Hand:
    """A hand of a pack, dealt one at a time from the dealer's left."""
    players = PLAYERS[dealer + 1 :] + PLAYERS[: dealer + 1]
    held = {player: set(pack[at :: len(players)]) for at, player in enumerate(players)}
    return Hand(("7",), PLAYERS[dealer], {player: len(cards) for player, cards in held.items()}, held)


def looks_of(hands: list[Hand]) -> dict[str, StatisticalTest]:
    seen = inspect_fan_tan([hands])
    assert seen is not None
    return {card_test.name: card_test for card_test in seen.tests if isinstance(card_test, StatisticalTest)}


def standing_out(hands: list[Hand]) -> set[str]:
    return {card_test.test.name for card_test in weighed(list(looks_of(hands).values())) if card_test.stands_out}


def test_square_deals_make_no_look_rare_too_often() -> None:
    random, nights, rare = Random(1), 100, dict[str, int]()
    for _ in range(nights):
        hands = [dealt(random.sample(PACK, 52), deal % len(PLAYERS)) for deal in range(6)]
        for name, card_test in looks_of(hands).items():
            rare[name] = rare.get(name, 0) + (card_test.chance <= 0.1)
    assert len(rare) == 5
    assert max(rare.values()) <= nights * 0.1 + 5 * sqrt(nights * 0.1 * 0.9)


def test_a_dealer_who_deals_the_sevens_to_their_own_hand_stands_out() -> None:
    random, hands = Random(2), []
    for deal in range(6):
        pack = [card for card in random.sample(PACK, 52) if card not in ("7s", "7h", "7d")]
        for place, card in zip((4, 9, 14), ("7s", "7h", "7d"), strict=True):
            pack.insert(place, card)
        hands.append(dealt(pack, deal % len(PLAYERS)))
    assert standing_out(hands) == {"dealers_openers"}


def test_a_player_who_is_never_dealt_an_ace_or_a_king_stands_out() -> None:
    random, hands = Random(3), []
    for _ in range(8):
        pack = random.sample(PACK, 52)
        for place in range(0, 52, 5):
            if pack[place][:-1] in ENDS:
                other = next(at for at in range(1, 52) if at % 5 and pack[at][:-1] not in (*ENDS, "7"))
                pack[place], pack[other] = pack[other], pack[place]
        hands.append(dealt(pack, 4))
    assert "players_ends" in standing_out(hands)
    assert looks_of(hands)["players_ends"].means == "that the deal was not square to Ada’s hand"


def test_a_pack_dealt_again_unshuffled_stands_out() -> None:
    pack = Random(4).sample(PACK, 52)
    assert standing_out([dealt(pack, 0), dealt(pack, 0)]) == {"holders"}


def test_a_hand_is_known_when_all_its_cards_were_laid_or_shown() -> None:
    """Who shows their hand and plays on shows it again at the end; only that counts."""
    seats = {"a": "Ada", "b": "Hart"}
    cards = {"a": PACK[:26], "b": PACK[26:]}
    started = HandStarted(hand=1, dealer="b", players=("a", "b"), dealt=(26, 26))
    laid = [CardsLaid(hand=1, turn=1 + at, player="a", cards=(card,)) for at, card in enumerate(cards["a"])]
    shown = HandShown(hand=1, player="b", cards=cards["b"])
    events = [started, shown, *laid]
    (hand,) = hands_of(events, ("7",), seats)
    assert not hand.is_known
    (hand,) = hands_of([*events, shown], ("7",), seats)
    assert hand.is_known
    assert hand.held == {"Ada": set(cards["a"]), "Hart": set(cards["b"])}
    seen = inspect_fan_tan([hands_of(events, ("7",), seats)])
    assert seen is not None
    assert (seen.hands, seen.known) == (1, 0)
    assert all(isinstance(card_test, SkippedTest) for card_test in seen.tests)
    assert inspect_fan_tan([[]]) is None


@pytest.mark.parametrize(
    ("house", "players", "put_in"),
    [
        ({}, 3, [2, 1, 1]),
        ({}, 4, [1, 1, 1, 1]),
        ({"extra_from": "short"}, 3, [1, 2, 2]),
    ],
)
def test_the_longer_or_the_shorter_hands_pay_the_bigger_ante(house: Any, players: int, put_in: list[int]) -> None:
    table = PotTable(players, preset="antes", **house)
    table("start_hand", dealer=table.players[-1])
    assert [table.hand.put_in[player] for player in table.players] == put_in
    assert table.pot == sum(put_in) * 25


def test_five_or_nine_has_other_openers_than_the_encyclopedia() -> None:
    usual, other = GAME.read_house({}), GAME.read_house("five_or_nine")
    assert {name for name in usual if usual[name] != other[name]} == {"preset", "opener"}
    assert house_of(other).openers == ("5", "9")
