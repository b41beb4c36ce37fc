"""Random hands of the chip games, legal as far as the cards and chips allow, and commands wrong on purpose."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracle.basics import RANKS, SUITS, Command, rank_of, suit_of
from tests.oracle.chip_games import (
    BIDS,
    PARTS,
    POINTS,
    TRUMPS,
    WHYS,
    ChipTable,
    FarmerTable,
    FiveInOneTable,
    FrogTable,
    SpoilFiveTable,
    count_of,
)
from tests.oracle.random_commands import seated_players
from tests.oracle.random_score_games import SCORE_GAMES, next_of_a_match
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


def random_frog_start(random: Random, night: Night, table: FrogTable) -> Command:
    """The next hand, most often by whoever is to deal; where more than four sit, of some of them."""
    seated = seated_players(night)
    command: Command = {"do": "start_hand"}
    players = seated
    if (len(seated) > 4 and random.random() < 0.97) or random.random() < 0.1:
        players = random.sample(seated, min(len(seated), random.choice([3, 3, 4, 4])))
        command["players"] = players
    due = table.due_among(night, players)
    dealer = due if due is not None and random.random() < 0.95 else random.choice(players)
    return command | {"dealer": dealer}


def next_of_frog(random: Random, night: Night, table: FrogTable) -> Command:
    """A bid, a pass, or the card points."""
    hand = table.hand
    assert hand is not None
    if random.random() < 0.02:
        return {"do": "void_hand", "reason": "a misdeal"}
    if hand.bidding is None:
        points = random.choice([60, 61, 71, random.randint(0, 120), random.randint(40, 90)])
        trump = random.choice(TRUMPS[str(hand.bid)] if random.random() < 0.8 else "shdc")
        command: Command = {"do": "score_hand", "points": points}
        return command | ({"trump": trump} if random.random() < 0.4 else {})
    if not hand.bidding.calls and random.random() < 0.25:
        return {"do": "contract", "player": random.choice(hand.seats), "bid": random.choice(BIDS)}
    standing = hand.bidding.standing
    higher = BIDS[BIDS.index(standing[1]) + 1 :] if standing else BIDS
    if not higher or random.random() < 0.5:
        return {"do": "pass", "player": hand.bidding.turn}
    return {"do": "bid", "player": hand.bidding.turn, "bid": random.choice(higher)}


def somebody(random: Random, night: Night) -> Any:
    """Most often somebody seated."""
    lot = random.random()
    return "nobody" if lot < 0.08 else random.choice([None, 7, []]) if lot < 0.12 else random.choice([*night.players])


def frog_mischief(random: Random, night: Night, table: Any) -> Command:
    """What cannot be bid, or cannot be scored."""
    seats = [somebody(random, night) for _ in range(random.choice([2, 3, 3, 4]))]
    bid = random.choice([*BIDS, *BIDS, None, 7, "Frog", ""])
    points = random.choice([None, -1, 121, 500, "60", 60.0, True, 60, 120])
    wrong: list[Command] = [
        {"do": "start_hand", "dealer": somebody(random, night), "players": random.choice([seats, seats, None, "red"])},
        {"do": "start_hand", "dealer": random.choice(seated_players(night)), "players": seated_players(night)[:3]},
        {"do": "bid", "player": somebody(random, night), "bid": bid},
        {"do": "bid", "player": table.hand.bidding.turn, "bid": bid}
        if table.hand is not None and table.hand.bidding is not None
        else {"do": "bid"},
        {"do": "pass", "player": somebody(random, night)},
        {"do": "contract", "player": somebody(random, night), "bid": bid},
        {"do": "score_hand", "points": points, "trump": random.choice([None, "s", "h", "x", 7, []])},
        {"do": "score_hand"},
    ]
    return random.choice(wrong)


WRONG_HANDS: tuple[Any, ...] = (
    None,
    "2c 3c",
    7,
    [],
    ["9s"],
    ["8h"],
    ["8h", "2c"],
    ["8", "2"],
    ["6s", "10c"],
    ["6", "6h"],
    ["6h", "6"],
    ["6", "6"],
    ["7h", "7h"],
    ["A", "A", "A", "A", "A"],
    ["As", "A", "A", "Ah", "A"],
    ["1s", "2s"],
    [7, "2s"],
    ["9s", None],
)
WRONG_TRICKS: tuple[Any, ...] = (None, "red", 3, [3], {}, {"red": -1}, {"red": "3"}, {"red": None}, {"red": 3.0})
WRONG_CHIPS: tuple[Any, ...] = (None, 0, [], "red", {"red": "1"}, {"red": 1.5}, {"red": None}, {"red": True})
WRONG_TENS: tuple[Any, ...] = (None, "A", [], ["A"], ["A"] * 10, ["As", "As"], ["A"] * 9 + [7], ["1"] * 10)


def anybody(random: Random, night: Night) -> Any:
    """Somebody at the table; now and then nobody."""
    lot = random.random()
    if lot < 0.12:
        return "nobody"
    if lot < 0.2:
        return random.choice([None, 7, []])
    return random.choice([*seated_players(night), *night.players])


def farmer_mischief(random: Random, night: Night, table: Any) -> Command:
    """A hand that cannot be."""
    if random.random() < 0.15:
        return {"do": "settle_hand"}
    wrong = random.choice(WRONG_HANDS)
    if table.hand is not None and table.hand.shown and random.random() < 0.3:
        shown = random.choice(list(table.hand.shown.values()))
        wrong = [random.choice(shown), random.choice(PACK)]
    return {"do": "show_hand", "player": anybody(random, night), "cards": wrong}


def spoil_five_mischief(random: Random, night: Night, table: Any) -> Command:
    """A hand that cannot die, or tricks that cannot be."""
    if random.random() < 0.4:
        why = random.choice([*WHYS, *WHYS, "sneezing", None, 7])
        hand = table.hand
        dead = [*hand.dead, *hand.without_cards] if hand is not None else []
        player = random.choice(dead) if dead and random.random() < 0.3 else anybody(random, night)
        return {"do": "kill_hand", "player": player, "why": why}
    tricks: Any = {key: random.choice([0, 1, 1, 2, 3, 4, 5]) for key in chosen(random, night)}
    if random.random() < 0.3:
        tricks = random.choice(WRONG_TRICKS)
    command: Command = {"do": "score_hand", "tricks": tricks}
    five_told = isinstance(tricks, dict) and 5 in tricks.values()
    flags = [True, True, None, 1, "yes", *([] if five_told else [False])]
    return command | {"went_on": random.choice(flags)} if random.random() < 0.5 else command


def chosen(random: Random, night: Night) -> list[str]:
    """Some at the table; now and then nobody among them."""
    seats = list(night.players)
    some = random.sample(seats, random.randint(1, min(3, len(seats))))
    return [*some, "nobody"] if random.random() < 0.1 else some


def five_in_one_mischief(random: Random, night: Night, table: FiveInOneTable) -> Command:
    """A part that is not due, or whose outcome cannot be."""
    lot = random.random()
    if table.hand is not None and random.random() < 0.7:
        lot = {"cold_hand": 0.5, "consolation": 0.9}.get(table.hand.due, 0.0)
    if lot < 0.45:
        due = table.hand.due if table.hand is not None and random.random() < 0.6 else random.choice(PARTS)
        chips: Any = {key: random.choice([0, 1, -1, 5, -5]) for key in chosen(random, night)}
        if random.random() < 0.3:
            chips = random.choice(WRONG_CHIPS)
        elif random.random() < 0.4 and len(seated_players(night)) > 1:
            winner, loser = random.sample(seated_players(night), 2)
            chips = {winner: 10**6, loser: -(10**6)}
        part = random.choice([due, due, due, "whist", None, 7])
        return {"do": "part_result", "part": part, "chips": chips}
    if lot < 0.75:
        seats = seated_players(night)
        winners = random.choice([None, [], "red", seats[:1] * 2, chosen(random, night), [7], [None], seats])
        return {"do": "cold_hand", "winners": winners}
    if table.hand is not None and lot < 0.8:
        return next_of_five_in_one(random, night, table)
    ten: Any = random.choice(WRONG_TENS)
    if random.random() < 0.4:
        ten = random_ten(random)
        ten[random.randrange(10)] = ten[random.randrange(10)]
    return {"do": "consolation", "cards": ten}


OF_THE_GAME: dict[str, Callable[[Random, Night, Any], Command]] = {
    "farmer": farmer_mischief,
    "spoil_five": spoil_five_mischief,
    "five_in_one": five_in_one_mischief,
    "frog": frog_mischief,
}


def random_chip_mischief(random: Random, night: Night, game: str) -> Command:
    """One wrong command (now and then it turns out to be right)."""
    table: Any = night.tables[game]
    lot = random.random()
    if lot < 0.2:
        dealer = anybody(random, night)
        return {"do": "start_hand", "dealer": dealer} if random.random() < 0.9 else {"do": "start_hand"}
    if lot < 0.3 and (table.hand is None or random.random() < 0.9):
        reason = random.choice([None, "", " ", 7])
        return {"do": "void_hand", "reason": reason} if random.random() < 0.8 else {"do": "void_hand"}
    if lot < 0.36:
        return {"do": "leave_table", "player": random.choice([*night.players])}
    if lot < 0.4:
        return random.choice([{"do": "coup", "bank": "A", "punters": "2"}, {"do": "expose_soda", "card": "Q"}])
    return OF_THE_GAME[game](random, night, table)


NEXT: dict[str, Callable[[Random, Night, Any], Command]] = {
    "farmer": next_of_farmer,
    "spoil_five": next_of_spoil_five,
    "five_in_one": next_of_five_in_one,
    "frog": next_of_frog,
    **dict.fromkeys(SCORE_GAMES, next_of_a_match),
}
