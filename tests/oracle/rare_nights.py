"""Nights of what random ones seldom or never come to: odd hands and stakes, and every contract with every result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any

from tests.oracle.basics import Command
from tests.oracle.matches import MatchTable
from tests.oracle.score_games import BIDS, OF_EACH
from tests.oracle.script_player import Interpreter

SEATS = ("red", "blue", "white", "black")


def opened(game: Any, house: Any = "usual", roll: int = 100_000) -> list[Command]:
    """A night at which four sit, each with a hundred dollars."""
    opening: Command = {"do": "open_night", "table": "1", "date": "2026-11-22", "game": game, "house": house}
    lines: list[Command] = [{**opening, "roll": roll, "dealer": "M. Deal"}]
    for key in SEATS:
        lines.append({"do": "seat_player", "player": key, "name": key.title()})
        lines.append({"do": "buy_checks", "player": key, "amount": 10_000})
    return lines


def bet(key: str, player: str, ranks: str, stake: int, **more: Any) -> Command:
    """A stake at Pharo."""
    kind = "figure" if " " in ranks else "single"
    more |= {"kind": kind, "ranks": ranks.split(), "stake": stake}
    return {"do": "place_bet", "bet": key, "player": player, **more}


def coups(text: str) -> list[Command]:
    """Coups, each the bank's card and the punters' with a stroke between."""
    pairs = [one.split("/") for one in text.split()]
    return [{"do": "coup", "bank": bank, "punters": punters} for bank, punters in pairs]


def order(text: str) -> Command:
    """An order for a bet: the word and the key."""
    do, key = text.split()
    return {"do": do, "bet": key}


def deal(bottom: str, *commands: Command | list[Command]) -> list[Command]:
    """A deal from its bottom card on."""
    lines: list[Command] = [{"do": "start_deal"}, {"do": "show_bottom", "card": bottom}]
    for command in commands:
        lines += command if isinstance(command, list) else [command]
    return lines


COUNTS: list[Command] = [
    {"do": "count_pack", "player": "red", "cards": cards} for cards in (52, 49, 0, -1, "49", 49.0, True, None, 10**7)
] + [{"do": "count_pack", "player": "nobody", "cards": 52}, {"do": "count_pack", "cards": 52}, {"do": "count_pack"}]

CHAIN = [
    bet("a", "red", "J Q K", 100),
    *coups("2/J"),
    order("paroli a"),
    *coups("2/Q"),
    order("paroli a"),
    *coups("3/K"),
    order("paroli a"),
    *coups("3/J"),
    order("paroli a"),
    *coups("4/Q"),
    order("paroli a"),
]
"""A soixante that is ventured after five coups."""

AFTER_THE_CHAIN = coups("2/2 3/3 A/A A/A 4/4 5/5 5/5 6/6 6/6 7/7 7/7 8/8 8/8 9/9 9/9 10/10 10/10 J/Q J/K Q/K 4/K")
"""All that the pack still holds, with a king at the bottom: the chain's figure is drawn three times."""

NIGHTS: dict[str, list[Command]] = {
    "a pli breaks the bank": [
        *opened("pharo", {"check": 100}, roll=0),
        *deal("8", bet("b", "blue", "K", 200), bet("r", "red", "Q", 100), bet("w", "white", "7", 300)),
        *coups("K/K"),
        order("pli b"),
        *coups("A/Q"),
        order("take_win r"),
        *coups("2/K"),
        bet("x", "red", "5", 100),
        {"do": "raise_roll", "amount": 100},
        bet("x", "red", "5", 100),
        {"do": "close_night"},
    ],
    "a pli breaks the bank where another wins too": [
        *opened("pharo", {"check": 100}, roll=0),
        *deal("8", bet("b", "blue", "K", 500), bet("c", "black", "K", 300), bet("w", "white", "K", 300)),
        *coups("K/K"),
        order("pli b"),
        order("pli c"),
        bet("r", "red", "Q", 400),
        *coups("A/Q"),
        order("take_win r"),
        *coups("2/K"),
        {"do": "close_night"},
    ],
    "a paix comes to nothing by a doublet, and the stake is plain": [
        *opened("pharo", {"check": 100}),
        *deal("8", bet("b", "blue", "K", 100), coups("2/K"), order("paix b"), coups("K/K"), order("pli b")),
        {"do": "press_bet", "bet": "b", "add": 100},
        {"do": "close_night"},
    ],
    "several folds come down when the gain comes to nothing": [
        *opened("pharo", {"check": 100}),
        *deal("8", bet("b", "blue", "K", 300), coups("2/K"), order("paroli b"), coups("K/K"), order("press_bet b")),
        *coups("3/K"),
        order("take_win b"),
        {"do": "close_night"},
    ],
    "a bet under a paix moves late right after its loss, and not a coup later": [
        *opened("pharo", {"check": 100, "late_cards": 52}),
        *deal("8", bet("b", "blue", "K", 300), coups("2/K"), order("paix b"), coups("K/3")),
        {"do": "move_bet", "bet": "b", "kind": "single", "ranks": ["Q"]},
        *coups("2/3"),
        {"do": "move_bet", "bet": "b", "kind": "single", "ranks": ["J"]},
        {"do": "move_bet", "bet": "b", "kind": "single", "ranks": ["Q"]},
    ],
    "a drawn coup is no event": [
        *opened("pharo", {"check": 100, "late_cards": 52, "drawn": "bet"}),
        *deal("8", bet("b", "blue", "J Q K", 300), bet("c", "blue", "K", 300), coups("K/K"), coups("J/Q")),
        {"do": "move_bet", "bet": "b", "kind": "single", "ranks": ["2"]},
        order("pli b"),
        *coups("J/Q 3/Q"),
        {"do": "move_bet", "bet": "b", "kind": "single", "ranks": ["2"]},
    ],
    "an event of the deal before is none of this one": [
        *opened("pharo", {"check": 100, "late_cards": 52, "carry": "chain"}),
        *deal(
            "K", bet("a", "red", "J Q K", 100), coups("2/J"), order("paroli a"), coups("2/2 3/3 3/3 4/4 4/4 5/5 5/5")
        ),
        *coups("6/6 6/6 7/7 7/7 8/8 8/8 9/9 9/9 10/10 10/10 A/A A/A J/Q J/Q J/K Q/K Q/K 2/K"),
        {"do": "end_deal"},
        *deal("9", coups("2/2")),
        {"do": "move_bet", "bet": "a", "kind": "single", "ranks": ["2"]},
        *coups("3/K"),
        {"do": "move_bet", "bet": "a", "kind": "single", "ranks": ["2"]},
        {"do": "close_night"},
    ],
    "a soixante is carried, lies through the next deal, and is paid for a miscount": [
        *opened("pharo"),
        *deal("K", CHAIN, AFTER_THE_CHAIN),
        {"do": "end_deal"},
        {"do": "leave_table", "player": "red"},
        *deal("2", coups("3/3 4/4"), bet("b", "red", "J Q K", 100), order("mask_bet a")),
        {"do": "miscount", "cards": 51},
    ],
    "the pack of Pharo is counted between deals alone": [
        *opened("pharo"),
        *COUNTS,
        *deal("K", COUNTS, CHAIN, {"do": "void_deal", "reason": "miscounted"}),
        *COUNTS,
        {"do": "void"},
        {"do": "close_night"},
        *COUNTS,
    ],
    "the pack of Faro is counted between turns and between deals": [
        *opened("faro"),
        *COUNTS,
        {"do": "start_deal"},
        *COUNTS,
        {"do": "expose_soda", "card": "5s"},
        bet("a", "red", "Q", 100),
        {"do": "draw_loser", "card": "2s"},
        *COUNTS,
        {"do": "draw_winner", "card": "Qs"},
        *COUNTS,
        {"do": "void_deal", "reason": "miscounted"},
        *COUNTS,
        {"do": "close_night"},
    ],
    "a soixante that is carried wins in the next deal": [
        *opened("pharo"),
        *deal("K", CHAIN, AFTER_THE_CHAIN),
        {"do": "end_deal"},
        *deal("2", coups("3/J"), order("paroli a"), order("paix a"), order("take_win a")),
        {"do": "close_night"},
    ],
    "a sixth fold comes down by a doublet, and five are a soixante still": [
        *opened("pharo", {"highest": 6}),
        *deal("8", CHAIN, coups("4/K"), order("paroli a"), coups("K/K J/Q J/Q 2/2 3/3 A/A A/A 4/4 5/5 5/5 6/6 6/6")),
        *coups("7/7 7/7 8/8 9/9 9/9 10/10 10/10 8/8"),
        {"do": "end_deal"},
        {"do": "leave_table", "player": "red"},
        {"do": "close_night"},
    ],
    "a fold made after the last coup is a chain that is carried": [
        *opened("pharo", {"hockley": False, "carry": "chain"}),
        *deal("K", coups("A/A A/A 2/2 3/3 3/3 4/4 4/4 5/5 5/5 6/6 6/6 7/7 7/7 8/8 8/8 9/9 9/9 10/10 10/10 J/J J/J")),
        *coups("Q/Q Q/Q K/K 2/K"),
        bet("b", "blue", "K", 200),
        *coups("2/K"),
        order("paroli b"),
        {"do": "end_deal"},
        bet("c", "blue", "K", 200),
        *deal("9", coups("2/K")),
        order("take_win b"),
        {"do": "close_night"},
    ],
    "who presses has no right to a pli, and the doublets before count no more": [
        *opened("pharo", {"check": 100}),
        *deal("8", bet("b", "blue", "K", 400), coups("K/K")),
        {"do": "press_bet", "bet": "b", "add": 300},
        order("pli b"),
        *coups("3/2"),
        order("pli b"),
        {"do": "close_night"},
    ],
    "a doublet after pressing gives a right to what it took alone": [
        *opened("pharo", {"check": 100}),
        *deal("8", bet("b", "blue", "J Q K", 400), coups("K/K")),
        {"do": "press_bet", "bet": "b", "add": 300},
        *coups("J/J"),
        order("pli b"),
        {"do": "press_bet", "bet": "b", "add": 100},
        *coups("Q/Q 3/Q"),
        order("paroli b"),
        {"do": "close_night"},
    ],
    "two doublets in a row are won back together": [
        *opened("pharo", {"check": 100}),
        *deal("8", bet("b", "blue", "J Q K", 500), coups("K/K 2/2 J/J"), order("pli b"), coups("3/Q")),
        {"do": "close_night"},
    ],
    "places that are none": [
        *opened("pharo"),
        *deal("8", bet("a", "red", "A 2 3 3", 100), bet("a", "red", "3 2 A", 100)),
        {"do": "place_bet", "bet": "b", "player": "red", "kind": "single", "ranks": ["K", "K"], "stake": 100},
        {"do": "place_bet", "bet": "b", "player": "red", "kind": "figure", "ranks": ["A", "A", "2"], "stake": 100},
    ],
    "a bank that breaks in the first step of a coup": [
        *opened("pharo", {"check": 100}, roll=300),
        *deal("8", bet("b", "blue", "K", 200), bet("r", "red", "K", 200), bet("w", "white", "7", 300)),
        *coups("2/K 7/3"),
        bet("x", "red", "5", 100),
    ],
    "a carried soixante goes back when Faro breaks the bank": [
        *opened(["faro", "pharo"], "usual", roll=2500),
        *[{**one, "game": "pharo"} if one["do"] == "start_deal" else one for one in deal("K", CHAIN)],
        *AFTER_THE_CHAIN,
        {"do": "end_deal"},
        {"do": "start_deal", "game": "faro"},
        {"do": "expose_soda", "card": "2"},
        {"do": "place_bet", "bet": "f", "player": "blue", "kind": "single", "ranks": ["Q"], "stake": 2600},
        {"do": "take_down_bet", "bet": "a"},
        {"do": "take_down_bet", "bet": "a", "game": "pharo"},
        {"do": "turn", "loser": "3", "winner": "Q"},
        {"do": "place_bet", "bet": "a", "player": "blue", "kind": "single", "ranks": ["Q"], "stake": 2600},
        {"do": "close_night"},
    ],
}


VOID: Command = {"do": "void"}


def start(dealer: str) -> Command:
    return {"do": "start_hand", "dealer": dealer}


def tried(command: Command) -> list[Command]:
    """A command that is taken back, with a present to the dealer before it, which goes where it was refused."""
    return [{"do": "tip", "player": "black", "amount": 25}, command, VOID]


def every_count_of_tricks() -> Iterator[Command]:
    """Whatever three players could be said to have taken, gone on or not; one of them has a dead hand, or no cards."""
    flags: tuple[dict[str, bool], ...] = ({}, {"went_on": True}, {"went_on": False})
    counts = [tricks for tricks in product(range(6), repeat=3) if sum(tricks) <= 6]
    for (red, blue, white), went_on in product(counts, flags):
        tricks = {"red": red, "blue": blue, "white": white}
        yield from tried({"do": "score_hand", "tricks": tricks, **went_on})


def spoil_five(*commands: Command) -> list[Command]:
    return [*opened("spoil_five", {"all_five": 3}, roll=0), *commands]


def kill(player: Any, why: Any = "revoke") -> Command:
    return {"do": "kill_hand", "player": player, "why": why}


WRONG_WINNERS: tuple[Any, ...] = ([7], [None], "red", {"red": 1}, [["red"]], ["red", "red"], [], ["red", 7], ["green"])
WRONG_CHIPS: tuple[Any, ...] = ({"red": "1"}, {"red": 1.0}, {"red": None}, ["red"], 7, {"green": 0}, {"red": True})
PARTS: tuple[Command, ...] = (
    {"do": "part_result", "part": "plus_or_minus", "chips": {}},
    {"do": "cold_hand", "winners": ["red", "blue", "white"]},
    {"do": "part_result", "part": "bango", "chips": {"red": 399, "blue": -399}},
    {"do": "part_result", "part": "put_and_take", "chips": {}},
    {"do": "consolation", "cards": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]},
)


def every_part() -> Iterator[Command]:
    """A round, before each part of which everything else is tried."""
    wrong: list[Command] = [{"do": "cold_hand", "winners": one} for one in WRONG_WINNERS]
    for name, one in product(("plus_or_minus", "bango", "put_and_take", "whist", None), WRONG_CHIPS):
        wrong.append({"do": "part_result", "part": name, "chips": one})
    wrong += [{"do": "consolation", "cards": one} for one in (["A"] * 9, ["A"] * 10, ["As"] * 2 + ["K"] * 8, "A", [7])]
    wrong += [{"do": "void_hand", "reason": "late"}, {"do": "void_hand"}, {"do": "leave_table", "player": "blue"}]
    for part in PARTS:
        for command in (*wrong, *PARTS):
            yield from tried(command)
        yield part


def voided_and_left(game: str, *, comes_back: bool) -> list[Command]:
    """A hand is voided and its dealer leaves; they come back before the next one, or after it, which is voided too."""
    house = {} if game == "five_in_one" else {"ante": 3}
    void: Command = {"do": "void_hand", "reason": "a misdeal"}
    gone = [start("blue"), void, start("white"), {"do": "leave_table", "player": "blue"}, start("red"), start("black")]
    back: list[Command] = [{"do": "seat_player", "player": "blue", "name": "Blue"}]
    back.append({"do": "buy_checks", "player": "blue", "amount": 500})
    deals = [start("red"), start("white"), start("blue")]
    later = [*back, *deals] if comes_back else [start("white"), void, *back, *reversed(deals)]
    return [*opened(game, house, roll=0), *gone, *later, {"do": "close_night"}]


def every_score_of_frog() -> list[Command]:
    """The fewest and the most points with each bid, and those around them, with every suit as trumps."""
    scores = [
        {"do": "score_hand", "points": points} | ({"trump": suit} if suit else {})
        for points, suit in product((-1, 0, 59, 60, 61, 120, 121), ("", "s", "h", "d", "c", "x"))
    ]
    lines = opened("frog", roll=0)
    for dealer, bid in (("white", "frog"), ("black", "chico"), ("red", "grand")):
        lines += [start(dealer), {"do": "contract", "player": "blue", "bid": bid}]
        lines += [line for score in scores for line in tried(score)]
        lines.append({"do": "score_hand", "points": 60})
    return lines


GAMES = ("farmer", "spoil_five", "five_in_one")

HANDS: dict[str, list[Command]] = {
    **{f"the dealer of a voided hand of {game} goes": voided_and_left(game, comes_back=False) for game in GAMES},
    **{f"the dealer of a voided hand of {game} comes back": voided_and_left(game, comes_back=True) for game in GAMES},
    "every count of tricks": spoil_five(start("red"), *every_count_of_tricks()),
    "every count of tricks with a dead hand": spoil_five(start("red"), kill("red"), *every_count_of_tricks()),
    "every count of tricks where one has no cards": spoil_five(
        start("red"),
        kill("white", "robbing"),
        {"do": "score_hand", "tricks": {"red": 2, "blue": 2, "black": 1}},
        start("blue"),
        *every_count_of_tricks(),
    ),
    "one with cards is too few, whoever deals": spoil_five(
        start("red"),
        kill("white"),
        kill("blue"),
        kill("red"),
        {"do": "score_hand", "tricks": {"red": 2, "black": 3}, "went_on": True},
        start("red"),
        start("blue"),
        {"do": "score_hand", "tricks": {"red": 2, "black": 3}, "went_on": True},
        {"do": "leave_table", "player": "red"},
        start("red"),
        start("white"),
        start("black"),
        {"do": "leave_table", "player": "black"},
        {"do": "close_night"},
    ),
    "who is out is out though they leave and sit down again": spoil_five(
        start("red"),
        kill("white", "exposure"),
        {"do": "score_hand", "tricks": {"red": 1, "blue": 2, "black": 2}},
        {"do": "leave_table", "player": "white"},
        start("blue"),
        {"do": "seat_player", "player": "white", "name": "White"},
        kill("white"),
        {"do": "score_hand", "tricks": {"white": 1, "blue": 2, "black": 2}},
        {"do": "score_hand", "tricks": {"red": 1, "blue": 2, "black": 2}},
        start("white"),
        {"do": "void_hand", "reason": "a misdeal"},
        start("black"),
        start("white"),
        kill("white"),
        {"do": "score_hand", "tricks": {"black": 3}},
        start("black"),
        kill("white", "irregular"),
        {"do": "score_hand", "tricks": {"red": 1, "blue": 2, "black": 2}},
    ),
    "hands that do not die": spoil_five(
        kill("red"),
        start("red"),
        *(
            kill(*one)
            for one in (("nobody", "revoke"), (None, "revoke"), (7, "revoke"), ("red", None), ("red", "late"))
        ),
        {"do": "seat_player", "player": "green", "name": "Green"},
        kill("green"),
        kill("green", "late"),
        kill("red", "irregular"),
        kill("red", "late"),
    ),
    "every score of Frog": every_score_of_frog(),
    "every part": [*opened("five_in_one", {"cold_hand_pays": 5}, roll=0), start("red"), *every_part()],
    "nobody has enough for what they pay, though they receive as much": [
        *opened("farmer", {"ante": 399, "over_pays": 2}, roll=0),
        start("red"),
        {"do": "show_hand", "player": "red", "cards": ["10", "7"]},
        {"do": "show_hand", "player": "blue", "cards": ["10", "7"]},
        {"do": "show_hand", "player": "white", "cards": ["10", "5"]},
        {"do": "show_hand", "player": "black", "cards": ["10", "4"]},
        {"do": "settle_hand"},
        {"do": "buy_checks", "player": "blue", "amount": 50},
        {"do": "settle_hand"},
        {"do": "show_hand", "player": "red", "cards": ["10", "6"]},
        {"do": "settle_hand"},
    ],
}


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


def tried_in_turn(*commands: Command) -> list[Command]:
    """Commands each of which is taken back, with a present to the dealer before it, which goes where it was refused."""
    return [line for one in commands for line in ({"do": "tip", "player": "black", "amount": 25}, one, {"do": "void"})]


def forms(game: str) -> list[Command]:
    """Sides of every form; then contracts and calls by everybody, and results with what only other games have."""
    lines = [*opened(game, "usual", roll=0), {"do": "seat_player", "player": "yellow", "name": "Yellow"}]
    lines += tried_in_turn(*({"do": "start_match", "sides": sides} for sides in SIDES))
    lines += [{"do": "start_match", "sides": OF_FOUR}, {"do": "start_match", "sides": FOUR_ALONE}]
    lines += tried_in_turn(
        {"do": "start_hand", "dealer": "yellow"}, {"do": "start_hand", "dealer": "red", "opener": "green"}
    )
    lines += [{"do": "start_hand", "dealer": "red", "opener": "red", "players": ["green"]}]
    bid = {"four_deal_bridge": "1c", "five_hundred": "6s"}.get(game, 3 if game == "hasenpfeffer" else 5)
    everybody = [*SEATS, "yellow", "green", None, 7]
    calls: list[Command] = [{"do": word, "player": one} for word, one in product(CALLS, everybody)]
    calls += [{"do": word, "player": one, "bid": bid} for word, one in product(("bid", "contract"), everybody)]
    lines += tried_in_turn(*calls, {"do": "bid", "player": "blue", "bid": bid}, contract("blue", bid))
    lines += [contract("blue", bid)]
    return [
        *lines,
        *tried_in_turn(*calls, *(score({"red": 5, "blue": extra}) | one for one in STRANGE for extra in (0, 1, 5, 8))),
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
