"""Every contract of the score games with every result that it can come to, in as many matches as it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any

from tests.oracle.five_hundred_table import BIDS
from tests.oracle.match_table import MatchTable
from tests.oracle.rare_nights import SEATS, opened
from tests.oracle.refusal import Command
from tests.oracle.score_games import OF_EACH
from tests.oracle.script_player import Interpreter

OF_FOUR = [["red", "white"], ["blue", "black"]]
ALONE = [["red"], ["blue"], ["white"]]
FOUR_ALONE = [["red"], ["blue"], ["white"], ["black"]]
ENOUGH = 10**9
Hand = tuple[Command, ...]
"""What is said of a hand once it is begun."""


def contract(player: str, bid: Any, **more: Any) -> Command:
    """How the bidding ended."""
    return {"do": "contract", "player": player, "bid": bid, **more}


def score(tricks: dict[str, int], **more: Any) -> Command:
    """The tricks of a hand."""
    return {"do": "score_hand", "tricks": tricks, **more}


def every_hand(game: str, house: Any, sides: list[list[str]], hands: Iterable[Hand]) -> list[Command]:
    """A night on which these hands are dealt; what is left of one that is not over is voided."""
    lines: list[Command] = []
    interpreter = Interpreter()

    def write(command: Command) -> None:
        lines.append(command)
        interpreter.carry_out(command, len(lines))

    for line in [
        *opened(game, house, roll=0),
        *({"do": "buy_checks", "player": key, "amount": ENOUGH} for key in SEATS),
    ]:
        write(line)
    assert interpreter.night is not None
    table: Any = interpreter.night.tables[game]
    assert isinstance(table, MatchTable)
    for hand in hands:
        if table.phase == "no match":
            write({"do": "start_match", "sides": sides})
        write({"do": "start_hand", table.begins: table.dealer_due() or "red"})
        for command in hand:
            write(command)
        if table.phase == "won":
            write({"do": "settle_match"})
        elif table.is_on:
            write({"do": "void_hand", "reason": "it could not be"})
    return lines


def bridge(deals_before: int = 0, taken: Iterable[int] = range(14), **house: Any) -> list[Command]:
    """Every contract, doubled or not, and so many tricks, in one of the four deals after the other.

    With other deals before the first each is played in another.
    """
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in ("c", "d", "h", "s", "nt")]
    dead: Hand = (contract("blue", "7nt"), score({"red": 13}))
    hands = [
        (contract("blue", bid, doubled=times), score({"blue": tricks, "white": 13 - tricks}))
        for bid, times, tricks in product(bids, (0, 1, 2), taken)
    ]
    return every_hand("four_deal_bridge", house, OF_FOUR, [*[dead] * deals_before, *hands])


def five_hundred(**house: Any) -> list[Command]:
    """Every bid and every number of tricks, whoever is said to have been first."""
    hands = [
        (
            contract("red", bid),
            score({"red": taken, "blue": (10 - taken) // 2, "white": (11 - taken) // 2}, first=first),
        )
        for bid, taken, first in product(BIDS, range(11), ("blue", "white"))
    ]
    return every_hand("five_hundred", house, ALONE, hands)


def auction_forty_five(**house: Any) -> list[Command]:
    """Every bid, every number of tricks, whoever has the highest trump."""
    hands = [
        (contract("white", bid), score({"red": taken, "blue": 5 - taken}, high_trump=best))
        for bid, taken, best in product((5, 10, 15, 20, 25, 30), range(6), ("red", "white", "black"))
    ]
    return every_hand("auction_forty_five", house, OF_FOUR, hands)


def hasenpfeffer(**house: Any) -> list[Command]:
    """Every bid and every number of tricks; and every number after all have passed, whoever has the joker."""
    results = [score({"red": taken, "blue": 6 - taken}) for taken in range(7)]
    hands: list[Hand] = [(contract("white", bid), result) for bid, result in product(range(1, 7), results)]
    passes: list[Command] = [{"do": "pass", "player": key} for key in [*SEATS] * 2]
    for holder in (*SEATS, "green", None):
        hands += [(*passes, {"do": "show_joker", "player": holder}, result) for result in results]
    return every_hand("hasenpfeffer", house, OF_FOUR, hands)


def big_three(sides: list[list[str]], **house: Any) -> list[Command]:
    """Every bid, every partner, whoever is out."""

    def hands() -> Iterator[Hand]:
        for bid, partner, out in product((1, 2, 3), SEATS, SEATS):
            yield contract("red", bid), {"do": "name_partner", "partners": [partner]}, {"do": "score_hand", "out": out}

    return every_hand("big_three", house, sides, hands())


def forty_five(sides: list[list[str]], **house: Any) -> list[Command]:
    """Every number of tricks, whoever is said to have been first."""
    last = sides[-1][0]
    hands = [
        (score({"red": red, last: other, "blue": 5 - red - (0 if last == "blue" else other)}, first=first),)
        for red, other, first in product(range(6), range(6), SEATS)
        if red + other <= 5
    ]
    return every_hand("forty_five", house, sides, hands)


SIDES: tuple[Any, ...] = (
    None,
    "red",
    {"red": 1},
    [],
    [[]],
    [[], []],
    [{}],
    ["red", "blue"],
    ["red", "green"],
    [[""], ["red"]],
    [["red", None], ["blue", "white"]],
    [["red", ["blue"]]],
    [["red"]],
    [["red", "red"]],
    [["red"], ["red"]],
    [["red", "blue"], ["white"]],
    [["red", "blue"], ["white", "black"]],
    [["red", "white"], ["black", "blue"]],
    [["red"], ["blue"]],
    ALONE,
    FOUR_ALONE,
)
STRANGE: tuple[Command, ...] = (
    {"first": "green", "out": "green"},
    {"honours": {"green": 150}, "high_trump": "red", "trump": "h"},
    {"honours": {"red": 150}, "high_trump": "green"},
    {"trump": "x", "went_on": "yes", "points": 500},
)


CALLS = ("pass", "hold", "double", "redouble", "show_joker")


def tried(*commands: Command) -> list[Command]:
    """Commands each of which is taken back, with a present to the dealer before it, which goes where it was refused."""
    return [line for one in commands for line in ({"do": "tip", "player": "black", "amount": 25}, one, {"do": "void"})]


def forms(game: str) -> list[Command]:
    """Sides of every form; then contracts and calls by everybody, and results with what only other games have."""
    lines = [*opened(game, "usual", roll=0), {"do": "seat_player", "player": "yellow", "name": "Yellow"}]
    lines += tried(*({"do": "start_match", "sides": sides} for sides in SIDES))
    lines += [{"do": "start_match", "sides": OF_FOUR}, {"do": "start_match", "sides": FOUR_ALONE}]
    lines += tried({"do": "start_hand", "dealer": "yellow"}, {"do": "start_hand", "dealer": "red", "opener": "green"})
    lines += [{"do": "start_hand", "dealer": "red", "opener": "red", "players": ["green"]}]
    bid = {"four_deal_bridge": "1c", "five_hundred": "6s"}.get(game, 3 if game == "hasenpfeffer" else 5)
    everybody = [*SEATS, "yellow", "green", None, 7]
    calls: list[Command] = [{"do": word, "player": one} for word, one in product(CALLS, everybody)]
    calls += [{"do": word, "player": one, "bid": bid} for word, one in product(("bid", "contract"), everybody)]
    lines += tried(*calls, {"do": "bid", "player": "blue", "bid": bid}, contract("blue", bid))
    lines += [contract("blue", bid)]
    return [
        *lines,
        *tried(*calls, *(score({"red": 5, "blue": extra}) | one for one in STRANGE for extra in (0, 1, 5, 8))),
    ]


HOUSES_OF_BRIDGE: dict[str, dict[str, Any]] = {
    "by the usual house": {},
    "by an older house": {"penalties": "old", "insult_redoubled": 50, "vulnerable": "other"},
}
ORIGINAL = {"bid_table": "original", "suits": "cshd", "nullo_failed": "own_tricks", "set_back": 100, "slam": 300}
MATCHES: dict[str, Callable[[], list[Command]]] = {
    "five hundred by the original table": partial(five_hundred, goal=40, **ORIGINAL),
    "auction forty-five": partial(auction_forty_five, goal=20, pays="all"),
    "hasenpfeffer": partial(hasenpfeffer, goal=5, forced_bid=4),
    "big three of three": partial(big_three, ALONE, goal=4),
    "big three of four": partial(big_three, FOUR_ALONE, goal=4, pays="all"),
    "big three of four whose bidder loses": partial(big_three, FOUR_ALONE, goal=4, bidder_loses=True, times=3),
    "forty-five alone": partial(forty_five, ALONE, goal=10),
    "forty-five between two": partial(forty_five, [["red"], ["blue"]], goal=10),
    "forty-five by the difference": partial(forty_five, OF_FOUR, scoring="difference"),
    **{f"forms of {game}": partial(forms, game) for game in OF_EACH},
    "four deals": partial(bridge, taken=(4, 7, 9, 12, 13)),
}
MORE_MATCHES: dict[str, Callable[[], list[Command]]] = {
    "five hundred": five_hundred,
    **{
        f"four deals {name}, {before} deals later": partial(bridge, before, **house)
        for before, (name, house) in product(range(4), HOUSES_OF_BRIDGE.items())
    },
}
