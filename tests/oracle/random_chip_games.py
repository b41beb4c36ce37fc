"""Random hands of the chip games, legal as far as the cards and the chips allow."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracle.chip_table import ChipTable
from tests.oracle.farmer_table import POINTS, FarmerTable, count_of
from tests.oracle.five_in_one_table import FiveInOneTable
from tests.oracle.frog_table import FrogTable
from tests.oracle.layout import RANKS, SUITS, rank_of, suit_of
from tests.oracle.random_bets import seated_players
from tests.oracle.random_frog import next_of_frog, random_frog_start
from tests.oracle.random_score_games import SCORE_GAMES, next_of_a_match
from tests.oracle.refusal import Command
from tests.oracle.spoil_five_table import WHYS, SpoilFiveTable
from tests.oracle.state import Night

PACK = [rank + suit for rank in RANKS for suit in SUITS]
FARMER_PACK = [card for card in PACK if rank_of(card) != "8" and (rank_of(card) != "6" or card == "6h")]


def random_start(random: Random, night: Night, table: ChipTable) -> Command:
    """The next hand, most often by whoever is to deal."""
    if isinstance(table, FrogTable):
        return random_frog_start(random, night, table)
    due = table.dealer_due(night)
    dealer = due if due is not None and random.random() < 0.93 else random.choice(seated_players(night))
    return {"do": "start_hand", "dealer": dealer}


def next_of_farmer(random: Random, night: Night, table: FarmerTable) -> Command:
    """A hand shown, or all settled."""
    hand = table.hand
    assert hand is not None
    to_show = [key for key in hand.players if key not in hand.shown]
    if random.random() < 0.01:
        return void_hand()
    if not to_show and random.random() < 0.9:
        return {"do": "settle_hand"}
    player = random.choice(to_show or hand.players)
    others = [card for key, cards in hand.shown.items() if key != player for card in cards]
    cards = random_cards(random, cards_left(others))
    bare = random.choice([0, 0, 0.3, 1])
    shown = [rank_of(card) if random.random() < bare else card for card in cards]
    return {"do": "show_hand", "player": player, "cards": shown}


def void_hand() -> Command:
    """The hand is found foul."""
    return {"do": "void_hand", "reason": "a misdeal"}


def cards_left(seen: list[str]) -> list[str]:
    """The pack of Farmer less what is seen."""
    left = [card for card in FARMER_PACK if card not in seen]
    for card in seen:
        if suit_of(card) is None:
            left.remove(next(one for one in left if rank_of(one) == card))
    return left


def random_cards(random: Random, left: list[str]) -> list[str]:
    """Cards for sixteen, or past it."""
    random.shuffle(left)
    if random.random() < 0.15:
        left.sort(key=lambda card: card != "6h")
    if random.random() < 0.2:
        left.sort(key=lambda card: POINTS[rank_of(card)])
    aim = random.choice([8, 11, 13, 14, 15, 16, 16])
    cards = left[:2]
    for card in left[2:]:
        if count_of(cards) >= aim:
            break
        cards.append(card)
    short = 16 - count_of(cards[:-1])
    fitting = [card for card in left if card not in cards and POINTS[rank_of(card)] == short]
    return [*cards[:-1], fitting[0]] if fitting and random.random() < 0.3 else cards


def next_of_spoil_five(random: Random, night: Night, table: SpoilFiveTable) -> Command:
    """A hand dies, or the tricks are told."""
    hand = table.hand
    assert hand is not None
    lot = random.random()
    if lot < 0.02:
        return void_hand()
    if lot < 0.25:
        return {"do": "kill_hand", "player": random.choice(hand.seats), "why": random.choice(WHYS)}
    pattern = random.choice(TRICKS)
    tricks: dict[str, int] = {}
    for number in pattern[0]:
        able = [key for key in hand.seats if key not in tricks and key not in hand.without_cards]
        able = [key for key in able if number <= 2 or key not in hand.dead] or able
        if random.random() < 0.06:
            able = [key for key in hand.seats if key not in tricks]
        if able:
            tricks[random.choice(able)] = number
    if random.random() < 0.3:
        tricks.setdefault(random.choice(hand.seats), 0)
    command: Command = {"do": "score_hand", "tricks": tricks}
    return command if pattern[1] is None else command | {"went_on": pattern[1]}


TRICKS: tuple[tuple[tuple[int, ...], bool | None], ...] = (
    ((3,), None),
    ((3, 1), None),
    ((3, 2), False),
    ((3, 1, 1), None),
    ((5,), None),
    ((5,), True),
    ((4, 1), None),
    ((4, 1), True),
    ((3, 2), True),
    ((3, 1, 1), True),
    ((2, 2, 1), None),
    ((2, 2, 1), False),
    ((2, 1, 1, 1), None),
    ((1, 1, 1, 1, 1), None),
)


def next_of_five_in_one(random: Random, night: Night, table: FiveInOneTable) -> Command:
    """The next part."""
    hand = table.hand
    assert hand is not None
    if random.random() < (0.05 if hand.over == 0 else 0.01):
        return void_hand()
    if hand.due == "cold_hand":
        number = random.choice([1, 1, 1, 2, 3, len(hand.seats)])
        return {"do": "cold_hand", "winners": random.sample(hand.seats, min(number, len(hand.seats)))}
    if hand.due == "consolation":
        return {"do": "consolation", "cards": random_ten(random)}
    chips = dict.fromkeys(random.sample(hand.seats, random.randint(0, len(hand.seats))), 0)
    for _ in range(random.randint(0, 4)):
        if len(chips) > 1:
            winner, loser = random.sample(list(chips), 2)
            some = random.choice([1, 1, 2, 3, 10])
            chips[winner] += some
            chips[loser] -= some
    return {"do": "part_result", "part": hand.due, "chips": chips}


def random_ten(random: Random) -> list[str]:
    """Ten cards of the whole pack, some of them at their own number."""
    pack = random.sample(PACK, 52)
    cards: list[str] = []
    for called in RANKS[:10]:
        at = next((card for card in pack if rank_of(card) == called), None)
        card = at if at is not None and random.random() < 0.25 else pack[0]
        pack.remove(card)
        cards.append(card)
    bare = random.choice([0, 0, 0.5, 1])
    return [rank_of(card) if random.random() < bare else card for card in cards]


NEXT: dict[str, Callable[[Random, Night, Any], Command]] = {
    "farmer": next_of_farmer,
    "spoil_five": next_of_spoil_five,
    "five_in_one": next_of_five_in_one,
    "frog": next_of_frog,
    **dict.fromkeys(SCORE_GAMES, next_of_a_match),
}
