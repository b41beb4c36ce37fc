"""Random matches of the score games, legal as far as the bids and the tricks allow."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracle.auction_forty_five_table import AuctionFortyFiveTable
from tests.oracle.bidding import DOUBLE, HOLD, PASS, REDOUBLE
from tests.oracle.five_hundred_table import FiveHundredTable, tricks_of
from tests.oracle.layout import RANKS, SUITS
from tests.oracle.match_table import MatchTable
from tests.oracle.random_bets import seated_players
from tests.oracle.refusal import Command
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
