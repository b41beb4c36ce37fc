"""Fan-Tan: what a hand pays, dead and voided hands, and the proof of a wrong pass (rulebook 3)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK
from dealer.games.fan_tan.state import Layout, in_order
from events.games.fan_tan import ChipsTo, HandPaid, PotDivided
from ledger.accounts import POT
from tests.support.tables import PotTable, lays_what_they_can

WAYS = [4, 20, 112, 680, 4384, 29600, 207232]
WAYS_AFTER_A_SEVEN = [5, 28, 170, 1096, 7400, 51808]
SEVENS = ("7",)
FIVE_OR_NINE = ("5", "9")


def ways(start: Layout, cards: int) -> list[int]:
    """How many ways there are to lay the first 1, 2, ... cards from a layout, whoever holds them."""
    reached: Counter[tuple[tuple[str, tuple[int, int]], ...]] = Counter({_key(start): 1})
    layouts = {_key(start): start}
    counts = []
    for _ in range(cards):
        after: Counter[tuple[tuple[str, tuple[int, int]], ...]] = Counter()
        for key, times in reached.items():
            for card in layouts[key].playable():
                layout = layouts[key].lay(card)
                layouts[_key(layout)] = layout
                after[_key(layout)] += times
        reached = after
        counts.append(sum(after.values()))
    return counts


def _key(layout: Layout) -> tuple[tuple[str, tuple[int, int]], ...]:
    return tuple(sorted(layout.runs.items()))


def could_be_laid(card: str, laid: list[str], openers: tuple[str, ...], first: str = "") -> bool:
    """Playability read off the cards that lie, one by one, with no run kept of anything."""
    if card in laid:
        return False
    if not laid and first:
        return card == first
    rank, suit = card[:-1], card[-1]
    if all(entry[-1] != suit for entry in laid):
        opening = laid[0][:-1] if laid else None
        return rank in openers and opening in (None, rank)
    at = RANKS.index(rank)
    beside = [RANKS[place] + suit for place in (at - 1, at + 1) if 0 <= place < len(RANKS)]
    return any(entry in laid for entry in beside)


def test_the_first_seven_cards_can_be_laid_in_as_many_ways_as_are_known() -> None:
    assert ways(Layout(SEVENS), 7) == WAYS


def test_after_a_first_seven_the_next_six_cards_can_be_laid_in_as_many_ways_as_are_known() -> None:
    assert ways(Layout(SEVENS).lay("7d"), 6) == WAYS_AFTER_A_SEVEN


def test_the_ways_are_those_of_a_brute_force_count() -> None:
    """Every order of the first five cards, laid one by one on a bare list."""

    def count(laid: list[str], left: int) -> int:
        able = [card for card in PACK if could_be_laid(card, laid, SEVENS)]
        return len(able) if left == 1 else sum(count([*laid, card], left - 1) for card in able)

    assert [count([], cards) for cards in range(1, 6)] == WAYS[:5]


@given(st.data(), st.sampled_from([SEVENS, FIVE_OR_NINE]), st.sampled_from(["", "7d", "7h"]))
def test_playable_cards_are_those_of_a_brute_force_reading(
    data: st.DataObject, openers: tuple[str, ...], first: str
) -> None:
    if openers == FIVE_OR_NINE:
        first = ""
    layout, laid = Layout(openers, first=first), list[str]()
    while len(laid) < 52:
        able = [card for card in PACK if could_be_laid(card, laid, openers, first)]
        assert list(layout.playable()) == able
        assert [card for card in PACK if layout.holds(card)] == list(in_order(laid))
        if data.draw(st.integers(0, 30)) == 0:
            break
        card = data.draw(st.sampled_from(able))
        layout = layout.lay(card)
        laid.append(card)


def test_a_house_may_allow_a_number_of_free_passes() -> None:
    table = PotTable(3, voluntary_pass=True, free_passes=2)
    table.deal(given={"red": "7h 7s 7d 7c"})
    for _ in range(3):
        table.pass_on()
    for _ in range(3):
        table.pass_on()
    table.play_out(lambda player, able: None if table.hand.passes("red") < 3 else lays_what_they_can(player, able))
    table.finish()
    assert [row["turn"] for row in table.row()["wrong_passes"] if row["player"] == "red"][:1] == [7]


def test_a_dead_hand_that_is_shown_proves_the_kept_sevens() -> None:
    table = PotTable(3, preset="antes")
    table.deal(given={"red": "7h 7s", "blue": "7d", "green": "7c"})
    for _ in range(3):
        table.pass_on()
    table.show_all()
    table("end_hand")
    assert [(card.player, card.turn) for card in table.hand.proved] == [("red", 1), ("blue", 2), ("green", 3)]


@dataclass
class Witness:
    """Writes down, at each pass, what a player who sees all cards would hold against it."""

    table: PotTable
    laid: list[str] = field(default_factory=list)
    wrong: list[tuple[int, str, tuple[str, ...]]] = field(default_factory=list)

    def see(self, openers: tuple[str, ...]) -> None:
        hand = self.table.hand
        for card in hand.turns[-1].cards if hand.turns else ():
            if card not in self.laid:
                self.laid.append(card)
        player = hand.on_turn
        able = {card for card in self.table.held[player] if could_be_laid(card, self.laid, openers)}
        self.able, self.player, self.turn = able, player, len(hand.turns) + 1

    def passed(self) -> None:
        if self.able:
            self.wrong.append((self.turn, self.player, tuple(sorted(self.able))))


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 8), st.integers(0, 10**6), st.sampled_from(["encyclopedia", "antes", "five_or_nine"]))
def test_exactly_the_wrong_passes_are_proved_at_the_end(players: int, seed: int, preset: str) -> None:
    """Against a witness who sees all hands: real packs, players who hold back one card in four."""
    random = Random(seed)
    table = PotTable(players, chips=100_000, preset=preset)
    table.deal(seed=seed)
    witness = Witness(table)
    openers = ("5", "9") if preset == "five_or_nine" else ("7",)
    while not table.hand.winner:
        witness.see(openers)
        able = sorted(witness.able)
        if able and random.random() < 0.75:
            table.lay(random.choice(able))
        else:
            witness.passed()
            table.pass_on()
    table.finish()
    result = [(row["turn"], row["player"], tuple(sorted(row["cards"]))) for row in table.row()["wrong_passes"]]
    assert result == witness.wrong


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


def test_a_seven_kept_costs_five_more_to_each_who_held_its_six_and_its_eight() -> None:
    table = ended(PotTable(3, preset="antes"), red="7h", blue="6h", green="8h")
    proved = table.hand.proved[0]
    stored = [held.card for held in proved.held]
    assert "7h" in stored
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


def test_a_pot_that_nobody_won_is_divided_the_odd_chips_from_the_last_dealers_left() -> None:
    table = dead(PotTable(3, preset="antes"))
    table("settle_hand")
    assert table.pot == 7 * 25
    events = table("close_night")
    parts = {event.player: event.chips for event in events if isinstance(event, PotDivided)}
    assert parts == {"red": 3, "blue": 2, "green": 2}
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


@pytest.mark.parametrize("house", [{"counted": "pips"}, {"card_pays": 3}])
def test_a_house_may_count_pips_or_several_chips_a_card(house: dict[str, Any]) -> None:
    table = PotTable(4, **house)
    table.deal(seed=7)
    table.play_out()
    pips = {"A": 1, "J": 10, "Q": 10, "K": 10}
    due = {
        player: sum((pips.get(card[:-1]) or int(card[:-1])) if "counted" in house else 3 for card in table.held[player])
        for player in table.hand.to_show
    }
    table.show_all()
    table("end_hand")
    assert {event.player: event.chips for event in table("settle_hand") if isinstance(event, HandPaid)} == due
