"""Commands put right at random: other cards, stakes, players and places, or struck; now and then amended wrongly."""

from __future__ import annotations

from random import Random

from tests.oracle.amends import STARTS, changed
from tests.oracle.layout import RANKS, SUITS, rank_of, suit_of
from tests.oracle.random_bets import living_place
from tests.oracle.random_newer_amends import put_right_at
from tests.oracle.refusal import Command, Refusal
from tests.oracle.script_player import RULES, Interpreter
from tests.oracle.state import Night
from tests.oracle.which_game import OF_A_GAME

PLACE_WORDS = ("kind", "ranks", "win", "lose", "row", "parity", "card")


def random_amend(random: Random, interpreter: Interpreter) -> Command | None:
    """A command that puts another right, with the drop that it needs; now and then a wrong one."""
    night, course = interpreter.night, interpreter.course
    assert night is not None
    if random.random() < 0.12 or night.game_on is None:
        return wrong_amend(random, interpreter)
    began = max(at for at, (_, command) in enumerate(course) if command["do"] in STARTS)
    # Most often something of late: the whole deal given again gives the same facts again and again.
    place = max(random.randint(began, len(course) - 1) for _ in range(2))
    ident, command = course[place]
    before = RULES.played(course[:place])
    instead = None if random.random() < 0.15 else put_right(random, before, dict(command))
    try:
        _, drop = changed(course, place, instead, RULES)
    except Refusal:
        drop = []
    if random.random() < 0.08:
        drop = drop[1:] if drop and random.random() < 0.7 else [*drop, random.choice(course)[0]]
    return {"do": "amend", "command": ident, "instead": instead, "drop": drop}


def wrong_amend(random: Random, interpreter: Interpreter) -> Command:
    """One that names nothing that stands, what came before, or that does not read."""
    named = random.choice(["nobody", random.choice(interpreter.course)[0], 7, "", interpreter.course[0][0]])
    instead = random.choice([None, {"do": "void"}, {"do": "nonsense"}, {"do": "start_deal"}, {}, "struck"])
    amend: Command = {"do": "amend", "command": named, "instead": instead, "drop": random.choice([[], [], ["x"], 3])}
    if random.random() < 0.2:
        del amend[random.choice(["command", "instead", "drop"])]
    return amend


def put_right(random: Random, night: Night, command: Command) -> Command:
    """What might have been meant instead of a command, before which the night stood so."""
    game = night.game_on or command.get("game", night.last_game)
    if game in night.tables and command["do"] in OF_A_GAME[game]:
        return put_right_at(game, random, night, command)
    match command["do"]:
        case "turn":
            if random.random() < 0.3:
                return command | {"loser": command["winner"], "winner": command["loser"]}
            return command | {random.choice(["loser", "winner"]): other_card(random, night)}
        case "draw_loser" | "draw_winner" | "expose_soda" | "expose_hock":
            return command | {"card": other_card(random, night)}
        case "place_bet" if random.random() < 0.4:
            place = living_place(random, night)
            return {key: value for key, value in command.items() if key not in PLACE_WORDS} | place
        case "place_bet" | "buy_checks" | "issue_marker" | "cash_in" | "tip" | "call_turn" if random.random() < 0.5:
            return command | {"player": random.choice(list(night.players))}
        case "place_bet" | "call_turn":
            return command | {"stake": command["stake"] * random.choice([2, 3]) if other_is_int(command) else 25}
        case "copper_bet" | "uncopper_bet" | "bar_bet" | "half_goes" | "take_down_bet" if night.bets:
            return command | {"bet": random.choice(list(night.bets))}
        case "seat_player":
            return command | {"name": f"{command['name']} the younger"}
        case "start_hand":
            return command | {"dealer": random.choice(list(night.players))}
        case "lay" | "pass" if night.hand is not None:
            return other_turn(random, night, command)
        case _ if "amount" in command:
            return command | {"amount": night.check * random.randint(1, 400)}
    return command


def other_is_int(command: Command) -> bool:
    """Whether the stake can be multiplied."""
    return type(command["stake"]) is int


def other_card(random: Random, night: Night) -> str:
    """A card that has most often not been shown yet."""
    shown = night.deal.exposed if night.deal is not None else []
    left = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in shown]
    return random.choice(left) if random.random() < 0.9 else random.choice([*shown, "Q", "7"])


def other_turn(random: Random, night: Night, command: Command) -> Command:
    """Another card laid by the same player, or a pass."""
    assert night.hand is not None
    if command["do"] == "lay" and random.random() < 0.4:
        return {"do": "pass", "player": command["player"]}
    cards = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in night.hand.lying]
    near = [card for card in cards if rank_of(card) in ("5", "6", "7", "8", "9")]
    return {"do": "lay", "player": command["player"], "card": random.choice(near or cards)}


def pack_after(random: Random, exposed: list[str]) -> list[str]:
    """A pack of which these cards are out, in this order; which suits the bare ranks had is drawn by lot."""
    left: list[str] = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in exposed]
    random.shuffle(left)
    for card in exposed:
        if suit_of(card) is None:
            left.remove(next(one for one in left if rank_of(one) == card))
    return [*exposed, *left]
