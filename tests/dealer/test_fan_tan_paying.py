"""Fan-Tan: what a hand pays, dead and voided hands, and the proof of a wrong pass (rulebook 3)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK
from dealer.games.fan_tan.state import Layout, in_order
from tests.support.tables import PotTable

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


def dead(table: PotTable) -> PotTable:
    """Everybody passes before a card lies, and the hand is ended."""
    table("start_hand", dealer=table.players[-1])
    for _ in table.players:
        table.pass_on()
    table("end_hand")
    return table
