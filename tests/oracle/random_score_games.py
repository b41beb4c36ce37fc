"""Random matches of the score games, legal as far as bids and tricks allow, and commands that are wrong on purpose."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracle.basics import DOUBLE, HOLD, PASS, RANKS, REDOUBLE, SUITS, Command
from tests.oracle.matches import MatchTable
from tests.oracle.random_commands import seated_players
from tests.oracle.score_games import OF_EACH, AuctionFortyFiveTable, FiveHundredTable, tricks_of
from tests.oracle.state import Night

REASON = "a misdeal"


def random_match(random: Random, night: Night, table: MatchTable) -> Command | None:
    """A match between some of those seated, the sides in any order; none where too few sit."""
    seated = seated_players(night)
    shapes = [shape for shape in table.shapes if shape[0] * shape[1] <= len(seated)]
    if not shapes:
        return None
    sides, players = random.choice(shapes)
    chosen = random.sample(seated, sides * players)
    clockwise = [key for key in night.clockwise if key in chosen]
    made = [clockwise[place::sides] for place in range(sides)]
    random.shuffle(made)
    for side in made:
        random.shuffle(side)
    return {"do": "start_match", "sides": made}


def between_hands(random: Random, night: Night, table: MatchTable) -> Command | None:
    """What comes while no hand of the game is on."""
    if table.phase == "no match":
        return random_match(random, night, table)
    if table.phase == "won":
        return {"do": "settle_match"}
    if random.random() < 0.02:
        return {"do": "abandon_match", "reason": "supper"}
    due = table.dealer_due()
    dealer = due if due is not None and random.random() < 0.95 else random.choice(table.match.clockwise)
    return {"do": "start_hand", table.begins: dealer}


def next_of_a_match(random: Random, night: Night, table: Any) -> Command:
    """The next call, or the hand's result."""
    if random.random() < 0.015:
        return random.choice([{"do": "void_hand", "reason": REASON}] * 3 + [{"do": "abandon_match", "reason": "late"}])
    if table.phase == "bidding":
        bidding = table.the_bidding
        if not bidding.calls and random.random() < 0.25:
            return random_contract(random, table)
        return random_call(random, table, str(bidding.turn))
    if table.phase == "joker":
        holder = random.choice([*table.match.clockwise, None])
        return {"do": "show_joker"} | ({"player": holder} if holder else {})
    return RESULTS[table.game](random, table)


def random_contract(random: Random, table: MatchTable) -> Command:
    """The contract alone."""
    command: Command = {
        "do": "contract",
        "player": random.choice(table.match.clockwise),
        "bid": some_bid(random, table),
    }
    if table.game == "four_deal_bridge" and random.random() < 0.6:
        command["doubled"] = random.choice([0, 0, 1, 2])
    return command


def some_bid(random: Random, table: MatchTable) -> Any:
    """Any bid."""
    return random.choice(table.bids)


def random_call(random: Random, table: Any, player: str) -> Command:
    """A pass, a bid that is higher, or what else the game has."""
    standing = table.the_bidding.standing
    if table.game == "auction_forty_five" and player == table.the_hand.dealer and standing and random.random() < 0.5:
        return {"do": HOLD, "player": player}
    if table.game == "four_deal_bridge" and standing:
        other = table.match.side_of(standing[0]) != table.match.side_of(player)
        if other and table.the_bidding.doubled == 1 and random.random() < 0.2:
            return {"do": DOUBLE, "player": player}
        if not other and table.the_bidding.doubled == 2 and random.random() < 0.4:
            return {"do": REDOUBLE, "player": player}
    higher = [bid for bid in table.bids if standing is None or table.height(bid) > table.height(standing[1])]
    higher.sort(key=table.height)
    if not higher or random.random() < 0.5:
        return {"do": PASS, "player": player}
    bid = random.choice(higher[:4] if random.random() < 0.7 else higher)
    return {"do": "bid", "player": player, "bid": bid}


def random_tricks(random: Random, table: MatchTable, favoured: list[str], favour: float) -> dict[str, int]:
    """Tricks, all a hand's; a member may stand for a side, and no tricks may be left out."""
    match = table.match
    taken = dict.fromkeys(match.clockwise, 0)
    for _ in range(table.tricks_a_hand):
        chosen = favoured if favoured and random.random() < favour else match.clockwise
        taken[random.choice(chosen)] += 1
    if random.random() < 0.3:
        for side in match.sides:
            for member in side[1:]:
                taken[side[0]] += taken.pop(member)
    if random.random() < 0.5:
        return {key: tricks for key, tricks in taken.items() if tricks}
    return taken


def bidders_of(table: MatchTable) -> list[str]:
    """The bidder with their side, or their partners."""
    hand = table.the_hand
    if hand.bidder is None:
        return []
    side = table.match.side_of(hand.bidder)
    return [*table.match.sides[side or 0], *hand.partners]


def result_of_five_hundred(random: Random, table: FiveHundredTable) -> Command:
    """A partner named, or ten tricks."""
    hand = table.the_hand
    favoured, favour = bidders_of(table), random.choice([0.2, 0.5, 0.6, 1.0])
    if hand.bid not in (None, "nullo") and table.takes_partners and random.random() < (0.1 if hand.partners else 0.6):
        others = [key for key in table.match.clockwise if key != hand.bidder]
        two = 0 < table.settings["two_partners_at"] <= tricks_of(str(hand.bid)) and random.random() < 0.6
        return random_partners(random, others, 2 if two else 1, ["joker"])
    if hand.bid == "nullo":
        favoured = [key for key in table.match.clockwise if key not in favoured]
    return {"do": "score_hand", "tricks": random_tricks(random, table, favoured, favour), **random_first(random, table)}


def random_first(random: Random, table: MatchTable) -> Command:
    """Who got to the goal first, said now and then."""
    return {"first": random.choice(table.match.clockwise)} if random.random() < 0.3 else {}


def random_partners(random: Random, others: list[str], number: int, cards: list[str]) -> Command:
    """Partners, named or called by a card."""
    command: Command = {"do": "name_partner", "partners": random.sample(others, number)}
    card = random.choice([random.choice(RANKS) + random.choice(SUITS), random.choice(RANKS), *cards])
    return command | ({"card": card} if random.random() < 0.4 else {})


def result_of_forty_five(random: Random, table: MatchTable) -> Command:
    """Five tricks."""
    favoured = [random.choice(table.match.clockwise)]
    tricks = random_tricks(random, table, favoured, random.choice([0, 0.6, 1.0]))
    return {"do": "score_hand", "tricks": tricks, **random_first(random, table)}


def random_trump(random: Random) -> Command:
    """A suit, noted now and then."""
    return {"trump": random.choice(SUITS)} if random.random() < 0.4 else {}


def result_of_auction_forty_five(random: Random, table: AuctionFortyFiveTable) -> Command:
    """Five tricks and the highest trump."""
    tricks = random_tricks(random, table, bidders_of(table), random.choice([0.1, 0.5, 1.0]))
    takers = [key for key in table.match.clockwise if tricks.get(key)] or table.match.clockwise
    best = random.choice(takers if random.random() < 0.8 else table.match.clockwise)
    return {"do": "score_hand", "tricks": tricks, "high_trump": best, **random_trump(random)}


def result_of_hasenpfeffer(random: Random, table: MatchTable) -> Command:
    """Six tricks."""
    tricks = random_tricks(random, table, bidders_of(table), random.choice([0, 0.4, 0.8, 1.0]))
    return {"do": "score_hand", "tricks": tricks, **random_trump(random)}


def result_of_big_three(random: Random, table: MatchTable) -> Command:
    """The partner, or who is out."""
    hand = table.the_hand
    four = len(table.match.sides) == 4
    if four and random.random() < (0.08 if hand.partners else 0.9):
        others = [key for key in table.match.clockwise if key != hand.bidder]
        return random_partners(random, others, 1, [])
    out = random.choice(bidders_of(table) if random.random() < 0.5 else table.match.clockwise)
    return {"do": "score_hand", "out": out}


def result_of_bridge(random: Random, table: MatchTable) -> Command:
    """Thirteen tricks, perhaps honours."""
    tricks = random_tricks(random, table, bidders_of(table), random.choice([0, 0.4, 0.8, 1.0]))
    command: Command = {"do": "score_hand", "tricks": tricks}
    if random.random() < (0.4 if table.settings["honours"] else 0.03):
        command["honours"] = {random.choice(table.match.clockwise): random.choice([100, 150])}
    return command


RESULTS: dict[str, Callable[[Random, Any], Command]] = {
    "five_hundred": result_of_five_hundred,
    "forty_five": result_of_forty_five,
    "auction_forty_five": result_of_auction_forty_five,
    "hasenpfeffer": result_of_hasenpfeffer,
    "big_three": result_of_big_three,
    "four_deal_bridge": result_of_bridge,
}
SCORE_GAMES = tuple(RESULTS)


# fmt: off
WRONG_BIDS: tuple[Any, ...] = (
    None, 7, 0, 1, 2, 3, 5, 12, 35, True, 5.0, "5", "nullo", "5s", "6nt", "11s", "6S", "7nt", "8c", "1c", "0nt", "frog",
    "", [], {},
)
# fmt: on
WRONG_SIDES: tuple[Any, ...] = (
    None,
    7,
    "red",
    ["red", "blue"],
    [["red"], "blue"],
    [[7], ["red"]],
    {},
    [["red"], [None]],
)
WRONG_TRICKS: tuple[Any, ...] = (None, "red", 10, [10], {}, {"nobody": 10})
WRONG_NUMBERS: tuple[Any, ...] = (-1, "3", None, 3.0, True, [], 20)
WRONG_HONOURS: tuple[Any, ...] = (None, 150, {}, [], "red", {"nobody": 150})
WRONG_PARTNERS: tuple[Any, ...] = (None, [], "red", {}, [7], [None], ["nobody"], 7)


def somebody(random: Random, night: Night, table: MatchTable) -> Any:
    """Most often a player of the match; or one who only sits there, one who has left, nobody, no key."""
    lot = random.random()
    if lot < 0.06:
        return "nobody"
    if lot < 0.1:
        return random.choice([None, 7, []])
    if lot < 0.3 or not table.matches:
        return random.choice([*seated_players(night), *night.players])
    return random.choice(table.match.clockwise)


def some_of(random: Random, night: Night, table: MatchTable) -> list[Any]:
    """Some people, perhaps one of them twice."""
    return [somebody(random, night, table) for _ in range(random.choice([1, 1, 2, 2, 3]))]


def wrong_sides(random: Random, night: Night, table: MatchTable) -> Any:
    """Sides that cannot be, or cannot play this game."""
    seated = seated_players(night)
    if random.random() < 0.3:
        return random.choice(WRONG_SIDES)
    random.shuffle(seated)
    size, number = random.choice([1, 1, 2, 2, 3]), random.choice([1, 2, 2, 3, 4])
    sides = [seated[place * size : place * size + size] for place in range(number)]
    if random.random() < 0.2:
        sides[0] = some_of(random, night, table)
    return [side for side in sides if side] or [seated]


def wrong_tricks(random: Random, night: Night, table: MatchTable) -> Any:
    """Tricks that do not add up, or of somebody else."""
    if random.random() < 0.2:
        return random.choice(WRONG_TRICKS)
    people = [key for key in some_of(random, night, table) if isinstance(key, str)]
    tricks: dict[str, Any] = {key: random.randint(0, max(1, table.tricks_a_hand)) for key in people}
    if tricks and random.random() < 0.3:
        tricks[random.choice(list(tricks))] = random.choice(WRONG_NUMBERS)
    return tricks


def wrong_honours(random: Random, night: Night, table: MatchTable) -> Any:
    """Honours of nobody, of two, of no such number."""
    if random.random() < 0.3:
        return random.choice(WRONG_HONOURS)
    people = [key for key in some_of(random, night, table) if isinstance(key, str)]
    return {key: random.choice([100, 150, 150, 50, "100", 100.0, True]) for key in people}


MadeUp = Callable[[Random, Night, MatchTable], Any]


def any_of(*values: Any) -> MadeUp:
    """One of these."""
    return lambda random, night, table: random.choice(values)


def wrong_bid(random: Random, night: Night, table: MatchTable) -> Any:
    """A bid of the game, or of another, or none."""
    return some_bid(random, table) if table.bids and random.random() < 0.6 else random.choice(WRONG_BIDS)


def wrong_partners(random: Random, night: Night, table: MatchTable) -> Any:
    """Too many partners, or nobody, or somebody after all."""
    return random.choice(WRONG_PARTNERS) if random.random() < 0.25 else some_of(random, night, table)


ARGUMENTS: dict[str, MadeUp] = {
    "sides": wrong_sides,
    "dealer": somebody,
    "opener": somebody,
    "player": somebody,
    "first": somebody,
    "out": somebody,
    "high_trump": somebody,
    "reason": any_of(None, "", " ", 7, "late"),
    "bid": wrong_bid,
    "doubled": any_of(0, 1, 2, 3, -1, "1", True, 1.0, None),
    "tricks": wrong_tricks,
    "honours": wrong_honours,
    "partners": wrong_partners,
    "card": any_of("Qs", "Q", "joker", "1s", "Joker", 7, None, "11h"),
    "trump": any_of("s", "h", "x", "nt", 7, None, ["s"]),
}
OF_OTHERS: tuple[Command, ...] = (
    {"do": "hold", "player": "red"},
    {"do": "double", "player": "red"},
    {"do": "show_joker"},
    {"do": "name_partner", "partners": ["red"]},
    {"do": "kill_hand", "player": "red", "why": "revoke"},
    {"do": "bid", "player": "red", "bid": 5},
    {"do": "end_deal"},
    {"do": "start_match", "sides": [["red"], ["nobody"]]},
    {"do": "settle_match"},
    {"do": "abandon_match", "reason": "late"},
)


def random_score_mischief(random: Random, night: Night, game: str) -> Command:
    """One wrong command (now and then it turns out to be right)."""
    table: Any = night.tables[game]
    lot = random.random()
    if lot < 0.05:
        return {"do": "leave_table", "player": random.choice([*night.players])}
    if lot < 0.1:
        return random.choice(OF_OTHERS)
    if lot < 0.13 and table.phase == "won":
        return {"do": "close_night"}
    if lot < 0.45 and table.phase in ("bidding", "joker", "playing"):
        return spoiled(random, night, table)
    word = random.choice(list(OF_EACH[game]))
    if word == "abandon_match" and random.random() < 0.7:
        return {"do": word}
    arguments = OF_EACH[game][word]
    made_up = {name: ARGUMENTS[name](random, night, table) for name in arguments if random.random() < 0.93}
    others = sorted({name for game in OF_EACH.values() for name in game.get(word, ())} - set(arguments))
    if others and random.random() < 0.1:
        strange = random.choice(others)
        made_up[strange] = ARGUMENTS[strange](random, night, table)
    return {"do": word, **made_up}


def spoiled(random: Random, night: Night, table: Any) -> Command:
    """What comes next, with one thing wrong; or what would come at another time."""
    if random.random() < 0.2:
        if table.phase != "playing" and random.random() < 0.5:
            return {"do": "score_hand", "tricks": {table.match.clockwise[0]: table.tricks_a_hand}}
        return between_hands(random, night, table) or {"do": "settle_match"}
    if table.bids and table.phase == "bidding" and random.random() < 0.6:
        call = random_call(random, table, random.choice(table.match.clockwise))
        return call | {"bid": some_bid(random, table)} if "bid" in call else call
    if table.phase == "playing" and random.random() < 0.5:
        command = RESULTS[table.game](random, table)
    else:
        command = next_of_a_match(random, night, table)
    names = [name for name in command if name != "do"]
    if not names:
        return command
    name = random.choice(names)
    return command | {name: ARGUMENTS[name](random, night, table)}
