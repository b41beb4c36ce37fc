"""Fan-Tan: layouts and wrong passes against a brute-force reading, houses, and whether the deal was square."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK
from dealer.game.house import read_recorded
from dealer.game.statistics import SkippedTest, StatisticalTest, weighed
from dealer.games.fan_tan.fairness import ENDS, Hand, hands_of, inspect_fan_tan
from dealer.games.fan_tan.game import GAME
from dealer.games.fan_tan.state import PRESETS, FanTanHouse, Layout, in_order
from events.games.fan_tan import CardsLaid, HandShown, HandStarted
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


@settings(max_examples=40)
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


@pytest.mark.parametrize("preset", PRESETS)
def test_a_house_reads_back_as_it_was_recorded(preset: str) -> None:
    recorded = GAME.read_house({"preset": preset, "chip": 100, "marker_limit": 5_000})
    assert asdict(read_recorded(recorded, FanTanHouse)) == recorded


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
    assert str(looks_of(hands)["players_ends"].means) == "that the deal was not square to Ada’s hand"


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


def test_five_or_nine_has_other_openers_than_the_encyclopedia() -> None:
    usual, other = GAME.read_house({}), GAME.read_house("five_or_nine")
    assert {name for name in usual if usual[name] != other[name]} == {"preset", "opener"}
    assert read_recorded(other, FanTanHouse).openers == ("5", "9")
