"""Fan-Tan commands that are wrong on purpose, of every refusal code, also wrong in several ways at once."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.fan_tan_hand import Hand
from tests.oracle.layout import RANKS, SUITS
from tests.oracle.random_bets import seated_players
from tests.oracle.random_mischief import wrong_money
from tests.oracle.refusal import Command
from tests.oracle.state import Night

PACK = [rank + suit for suit in SUITS for rank in RANKS]
WRONG_CARDS: tuple[dict[str, Any], ...] = (
    {},
    {"card": "7"},
    {"card": "1s"},
    {"card": 7},
    {"card": None},
    {"card": "7D"},
    {"card": ""},
    {"card": ["7d"]},
    {"cards": "7d"},
    {"cards": []},
    {"cards": ["7d", "7d"]},
    {"cards": ["7", "7"]},
    {"cards": ["7"]},
    {"cards": ["7s", "7"]},
    {"cards": ["7s", "8s"]},
    {"cards": ["6h", "8h"]},
    {"cards": ["8s", "10s"]},
    {"cards": ["8s", "8h"]},
    {"cards": ["5s", "9h"]},
    {"cards": ["7s", 7]},
    {"cards": ["7s", "Xs"]},
    {"card": "7s", "cards": ["7s"]},
    {"card": "7s", "gently": True},
)
OF_THE_HAND: tuple[Command, ...] = (
    {"do": "end_hand"},
    {"do": "settle_hand"},
    {"do": "end_hand", "why": "late"},
    {"do": "settle_hand", "why": "late"},
    {"do": "start_hand", "dealer": "nobody"},
    {"do": "shuffle_up"},
)


def anybody(random: Random, night: Night) -> str:
    """Somebody at the table, most often the one on turn; now and then nobody."""
    lot = random.random()
    if lot < 0.05:
        return "nobody"
    if lot < 0.55 and night.hand is not None:
        return night.hand.on_turn
    return random.choice([*seated_players(night), *night.players])


def wrong_lay(random: Random, night: Night) -> Command:
    """A card that does not read, lies already, does not fit, or comes from the wrong player."""
    lay: Command = {"do": "lay", "player": anybody(random, night)}
    lot = random.random()
    if lot < 0.4:
        return lay | random.choice(WRONG_CARDS)
    if lot < 0.6 and night.hand is not None and night.hand.lying:
        cards = random.sample(night.hand.lying, min(len(night.hand.lying), random.choice([1, 1, 2])))
        return lay | ({"card": cards[0]} if len(cards) == 1 else {"cards": cards})
    if lot < 0.75:
        return lay | {"cards": random.sample(["7s", "7h", "7d", "7c"], random.randint(2, 4))}
    if lot < 0.8:
        return lay | {"cards": random.sample(PACK, 2)}
    return lay | {"card": random.choice(PACK)}


def wrong_showing(random: Random, night: Night) -> Command:
    """A hand that is not the player's, of the wrong size, or shown at the wrong time."""
    show: Command = {"do": "show_hand", "player": anybody(random, night)}
    wrongs: list[Any] = ["Ks", ["Ks", "Ks"], ["K", "K"], ["K"], ["1s"], [], [7], random.sample(PACK, 3)]
    hand = night.hand
    if hand is not None and show["player"] in hand.players:
        left = hand.cards_left(show["player"])
        free = [card for card in PACK if card not in hand.lying]
        if left:
            wrongs += [random.sample(free, left), random.sample(PACK, left), ["Q", *random.sample(free, left - 1)]]
    if random.random() < 0.1:
        return show if random.random() < 0.5 else show | {"cards": random.choice(wrongs), "gently": True}
    return show | {"cards": random.choice(wrongs)}


def wrong_penalty(random: Random, hand: Hand, player: str) -> Command:
    """A penalty that is paid, that is another's, or that nobody listed."""
    taken: list[Any] = [wrong.turn for wrong in hand.wrong_passes if wrong.taken]
    turn = random.choice([0, 1, True, "1", None, random.randint(1, 99), *taken, *taken, *taken])
    payers = [wrong.player for wrong in hand.wrong_passes if wrong.turn == turn and type(turn) is int]
    if payers and random.random() < 0.7:
        player = payers[0]
    command: Command = {"do": "take_penalty", "player": player, "turn": turn}
    return command if random.random() < 0.95 else {"do": "take_penalty", "player": player}


def wrong_about(random: Random, night: Night) -> Command:
    """A dispute about a bet or a turn that never was, or one under a key that is used."""
    raised = sorted(night.open_disputes)
    about: Any
    if raised and night.turns_of_the_hand and random.random() < 0.2:
        key, about = random.choice(raised), 1
    else:
        key = f"x{len(raised)}"
        about = random.choice([0, -1, True, 1.5, None, "b0", night.turns_of_the_hand + 1, [1]])
    return {"do": "raise_dispute", "dispute": key, "player": anybody(random, night), "about": about, "claim": "mine"}


def of_another_game(random: Random, night: Night) -> Command | None:
    """A command of Faro in a night of Fan-Tan alone, or a deal in mid-hand."""
    if "faro" in night.games:
        return None if night.hand is None else {"do": "start_deal"}
    player = random.choice(seated_players(night))
    bet: Command = {"do": "place_bet", "bet": "b1", "player": player, "kind": "single", "ranks": ["Q"], "stake": 25}
    return random.choice([{"do": "start_deal"}, {"do": "expose_soda", "card": "Qs"}, bet])


def random_fan_tan_mischief(random: Random, night: Night) -> Command | None:
    """One wrong command (now and then it turns out to be right)."""
    player = anybody(random, night)
    choice = random.randrange(13)
    hand = night.hand
    if hand is not None and hand.ended and choice % 2:
        return wrong_penalty(random, hand, player)
    if hand is not None and not hand.ended and (hand.dead or hand.out is not None) and choice % 2:
        return wrong_showing(random, night)
    if choice < 4:
        return wrong_lay(random, night)
    if choice < 6:
        return wrong_showing(random, night)
    if choice == 6:
        passing: Command = {"do": "pass", "player": random.choice([*seated_players(night), player])}
        return passing if random.random() < 0.9 else passing | {"card": "7s"}
    if choice == 7 and hand is not None:
        return wrong_penalty(random, hand, player)
    if choice == 8:
        if hand is None or random.random() < 0.5:
            return wrong_about(random, night)
        return {"do": "leave_table", "player": random.choice(hand.players)}
    if choice == 9:
        return of_another_game(random, night)
    if choice == 10:
        return wrong_money(random, night)
    if choice == 11 and (hand is not None or night.deal is not None):
        return {"do": "start_hand", "dealer": player}
    return dict(random.choice(OF_THE_HAND))
