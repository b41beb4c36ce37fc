"""Any game by touch equals its script: each evening is touched on a tablet and played past the page, step by step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import expect

from events.games.faro import BetPlaced, TurnCalled
from tests.support.hand import PotTable
from tests.support.house import House
from tests.web.evenings import NAMES, POT_NAMES
from tests.web.tablet_in_browser import SMALLEST, Tablets

pytestmark = pytest.mark.browser
Command = dict[str, Any]
Step = tuple[tuple[str, ...], list[Command]]
"""What is touched, one key after the other (see :meth:`Tablet.follow`), and the commands that this comes to."""
MOST_FOR_A_SCORE = 4
"""A hand of a match is scored in so few touches."""


@dataclass(frozen=True)
class Evening:
    """A night's opening, who sits with how much, what happens past the page in both nights, and the steps."""

    game: str
    players: tuple[str, ...]
    steps: list[Step]
    house: Any = "usual"
    roll: int = 0
    cents: int = 5_000
    before: list[Command] = field(default_factory=list)
    opening: dict[str, Any] = field(default_factory=dict)

    def begin(self, house: House) -> str:
        night = house.open_night(game=self.game, house=self.house, roll=self.roll, **self.opening)
        for player in self.players:
            house.do(night, "seat_player", player=player, name={**NAMES, **POT_NAMES}[player])
            house.do(night, "buy_checks", player=player, amount=self.cents)
        for command in self.before:
            house.do(night, **command)
        return night


def do(word: str, **arguments: Any) -> Command:
    return {"do": word, **arguments}


def step(*keys: str, then: Command | list[Command]) -> Step:
    return keys, then if isinstance(then, list) else [then]


def bid_key(bid: Any) -> str:
    return f"""[data-bid='"{bid}"']""" if isinstance(bid, str) else f"[data-bid='{bid}']"


def speaks(player: str) -> str:
    return f'sees:#part-turn [data-speaks="{player}"]:not([hidden])'


def tricks(side: int, number: int) -> str:
    return f'.tricks[data-side="{side}"] [data-number="{number}"]'


def begin(*sides: str) -> Step:
    return step("#begin-match", then=do("start_match", sides=[side.split() for side in sides]))


def deal(dealer: str, word: str = "dealer") -> Step:
    return step(f"#deal-{dealer}", then=do("start_hand", **{word: dealer}))


def bid(player: str, bid: Any, *passes: str) -> Step:
    """A bid, and the passes of all who could do nothing else: the page fills them in."""
    made = [do("bid", player=player, bid=bid), *(do("pass", player=other) for other in passes)]
    return step(speaks(player), bid_key(bid), then=made)


def call(player: str, word: str) -> Step:
    return step(speaks(player), f"#{word}", then=do(word, player=player))


def all_pass(*players: str) -> Step:
    return step("#all-pass", then=[do("pass", player=player) for player in players])


def contract(player: str, bid: Any, *before: str) -> Step:
    """The outcome of a bidding alone."""
    key = f'[data-touch="bidder"][data-player="{player}"]'
    return step(*before, key, bid_key(bid), then=do("contract", player=player, bid=bid))


def partner(touched: str, named: list[str]) -> Step:
    return step(f'[data-touch="partner"][data-player="{touched}"]', then=do("name_partner", partners=named))


def joker(player: str = "") -> Step:
    shown = {"player": player} if player else {}
    return step(f'[data-touch="joker"][data-player="{player}"]', then=do("show_joker", **shown))


def option(name: str, value: str) -> str:
    return f'[data-name="{name}"][data-value="{value}"]'


def score(*keys: str, **scored: Any) -> Step:
    return step(*keys, "sees:#comes li >> nth=0", "#score", then=do("score_hand", **scored))


SETTLED = step("#step", then=do("settle_match"))
CONTRACT_ONLY = "#contract-only"
FOUR = ("red", "blue", "white", "black")
FIVE = (*FOUR, "yellow")
TWO_AND_TWO = begin("red white", "blue black")


def match(game: str, players: tuple[str, ...], *steps: Step, **rules: Any) -> Evening:
    return Evening(game, players, list(steps), house=rules or "usual", cents=50_000)


MATCHES = {
    "forty-five by the difference (G8)": match(
        "forty_five",
        FOUR,
        TWO_AND_TWO,
        *(
            part
            for dealer, taken in zip(FOUR, (3, 1, 5, 4), strict=True)
            for part in (deal(dealer), score(tricks(0, taken), tricks={"red": taken, "blue": 5 - taken}))
        ),
        SETTLED,
        scoring="difference",
    ),
    "forty-five of five alone, where it is asked who was first": match(
        "forty_five",
        FIVE,
        begin(*FIVE),
        deal("yellow"),
        score(
            tricks(1, 3),
            tricks(3, 2),
            "sees:#score:disabled",
            "sees:#who-was-first:not([hidden])",
            option("first", "black"),
            tricks={"blue": 3, "black": 2},
            first="black",
        ),
        SETTLED,
        goal=5,
    ),
    "forty-five of which a hand is scored again": match(
        "forty_five",
        ("red", "blue"),
        begin("red", "blue"),
        deal("blue"),
        score(tricks(0, 3), tricks={"red": 3, "blue": 2}),
        step(
            ".again-key",
            tricks(0, 1),
            'sees:.comes .old:text-is("+5")',
            'sees:.comes li > b:text-is("+5")',
            "#leave-again",
            "#again",
            tricks(0, 1),
            "#score",
            then=[do("void"), do("score_hand", tricks={"red": 1, "blue": 4})],
        ),
    ),
    "five hundred (G7), call by call and by contracts": match(
        "five_hundred",
        ("red", "blue", "white"),
        begin("red", "blue", "white"),
        deal("white"),
        bid("red", "7s"),
        all_pass("blue", "white"),
        score(tricks(0, 9), tricks(1, 1), tricks={"red": 9, "blue": 1}),
        deal("red"),
        call("blue", "pass"),
        bid("white", "8s"),
        call("red", "pass"),
        call("blue", "pass"),
        score(tricks(2, 10), tricks={"white": 10}),
        deal("blue"),
        contract("blue", "nullo", CONTRACT_ONLY),
        score(tricks(1, 1), tricks(0, 4), tricks={"blue": 1, "red": 4, "white": 5}),
        deal("white"),
        contract("red", "8nt"),
        score(tricks(0, 8), tricks(2, 2), tricks={"red": 8, "white": 2}),
        deal("red"),
        contract("red", "6s"),
        score(tricks(0, 6), tricks(1, 3), tricks={"red": 6, "blue": 3, "white": 1}),
        SETTLED,
    ),
    "five hundred with two partners, of whom one is taken out again": match(
        "five_hundred",
        FIVE,
        begin(*FIVE),
        deal("yellow"),
        contract("red", "8s", CONTRACT_ONLY),
        partner("blue", ["blue"]),
        partner("white", ["blue", "white"]),
        partner("black", ["white", "black"]),
        partner("white", ["black"]),
        partner("black", ["black"]),
        score(tricks(0, 8), tricks(1, 2), tricks={"red": 8, "blue": 2}),
        two_partners_at=8,
    ),
    "five hundred, where passes that can only be passes are filled in": match(
        "five_hundred",
        FOUR,
        TWO_AND_TWO,
        deal("black"),
        bid("red", "10nt", "blue", "white", "black"),
        score(tricks(0, 9), tricks={"red": 9, "blue": 1}),
        SETTLED,
    ),
    "auction forty-five with a hold": match(
        "auction_forty_five",
        FOUR,
        TWO_AND_TWO,
        deal("black"),
        bid("red", 15),
        call("blue", "pass"),
        call("white", "pass"),
        call("black", "hold"),
        call("red", "pass"),
        score(
            tricks(1, 3),
            option("high_trump", "red"),
            option("trump", "h"),
            tricks={"blue": 3, "red": 2},
            high_trump="red",
            trump="h",
        ),
        deal("red"),
        # Nobody goes over thirty, but the dealer may hold it.
        bid("blue", 30, "white", "black"),
        call("red", "hold"),
        # The highest trump takes a trick, so it may follow.
        score(tricks(0, 5), "sees:" + option("high_trump", "blue") + ":disabled", tricks={"red": 5}, high_trump="red"),
    ),
    "hasenpfeffer (G10) with the joker": match(
        "hasenpfeffer",
        FOUR,
        TWO_AND_TWO,
        deal("black"),
        call("red", "pass"),
        call("blue", "pass"),
        bid("white", 4),
        call("black", "pass"),
        score(tricks(0, 5), tricks={"red": 5, "blue": 1}),
        deal("red"),
        all_pass("blue", "white", "black", "red"),
        joker("black"),
        score(tricks(1, 2), tricks={"blue": 2, "red": 4}),
        deal("blue"),
        all_pass("white", "black", "red", "blue"),
        joker(),
        deal("blue"),
        contract("red", 5, CONTRACT_ONLY),
        score(tricks(0, 5), tricks={"red": 5, "blue": 1}),
        SETTLED,
    ),
    "big three with a hidden partner": match(
        "big_three",
        FOUR,
        begin(*FOUR),
        deal("red", "opener"),
        bid("red", 1),
        bid("black", 3),
        partner("white", ["white"]),
        score(option("out", "white"), out="white"),
        deal("red", "opener"),
        all_pass("red", "black", "white", "blue"),
        deal("white", "opener"),
        contract("white", 2, CONTRACT_ONLY),
        step(
            '[data-touch="card-asked"]',
            '[data-rank="Q"]',
            '[data-suit="s"]',
            '[data-touch="partner"][data-player="black"]',
            then=do("name_partner", partners=["black"], card="Qs"),
        ),
        score(option("out", "black"), out="black"),
        SETTLED,
        goal=10,
    ),
    "four-deal bridge (G12)": match(
        "four_deal_bridge",
        FOUR,
        TWO_AND_TWO,
        deal("red"),
        all_pass(*FOUR),
        deal("red"),
        bid("red", "1h"),
        call("blue", "pass"),
        bid("white", "2h"),
        all_pass("black", "red", "blue"),
        score(tricks(0, 8), tricks={"red": 8, "blue": 5}),
        deal("blue"),
        bid("blue", "4s"),
        call("white", "double"),
        all_pass("black", "red", "blue"),
        score(
            tricks(1, 9),
            option("holder", "red"),
            option("honours", "100"),
            tricks={"blue": 9, "red": 4},
            honours={"red": 100},
        ),
        deal("white"),
        contract("white", "2c", CONTRACT_ONLY),
        score(tricks(0, 9), tricks={"red": 9, "blue": 4}),
        deal("black"),
        contract("black", "1nt"),
        score(tricks(1, 7), tricks={"blue": 7, "red": 6}),
        SETTLED,
        honours=True,
    ),
}

FARM_HANDS: list[tuple[str, dict[str, str]]] = [
    ("black", {"red": "9 5 A", "blue": "K 7", "white": "10 4 3", "black": "J 4"}),
    ("black", {"red": "10 6", "blue": "K Q", "white": "9 7", "black": "10 3"}),
    ("red", {"blue": "K K", "white": "K K", "black": "9 9", "red": "A A A"}),
]
TEN = ("5", "2", "9", "K", "5", "6", "A", "8", "10", "J")


def begins(dealer: str, *keys: str) -> Step:
    return step(*keys, '#step:text("Start")', then=do("start_hand", dealer=dealer))


def dealer_key(player: str) -> str:
    return f'[data-touch="dealer"][data-player="{player}"]'


def shows(player: str, cards: str) -> Step:
    keys = (f"#rank-{card}" for card in cards.split())
    return step(*keys, "#shown", then=do("show_hand", player=player, cards=cards.split()))


def chips(**won: int) -> list[str]:
    return [
        f'[data-touch="chips"][data-player="{player}"][data-by="{1 if by > 0 else -1}"]'
        for player, by in won.items()
        for _ in range(abs(by))
    ]


def takes(*players: str) -> list[str]:
    return [f"#takes-{player}" for player in players]


CHIP_GAMES = {
    "farmer": Evening(
        "farmer",
        FOUR,
        [
            part
            for number, (dealer, hands) in enumerate(FARM_HANDS)
            for part in (
                begins(dealer, *([dealer_key("black")] if number == 0 else [])),
                *(shows(player, cards) for player, cards in hands.items()),
                step('#step:text("Settle")', then=do("settle_hand")),
            )
        ],
    ),
    "five in one": Evening(
        "five_in_one",
        FOUR[:3],
        [
            step(dealer_key("white"), "#step", then=do("start_hand", dealer="white")),
            # The rest of the chips is a touch.
            step(
                *chips(red=2, blue=-1),
                "sees:#next:disabled",
                "#plate-white",
                "#next",
                then=do("part_result", part="plus_or_minus", chips={"red": 2, "blue": -1, "white": -1}),
            ),
            step("#plate-blue", "#next", then=do("cold_hand", winners=["blue"])),
            step("#next", then=do("part_result", part="bango", chips={})),
            step(
                *chips(white=3),
                "#plate-red",
                "#next",
                then=do("part_result", part="put_and_take", chips={"white": 3, "red": -3}),
            ),
            step(*(f"#card-{rank}" for rank in TEN), "#next", then=do("consolation", cards=list(TEN))),
        ],
        house={},
    ),
    "frog": Evening(
        "frog",
        FOUR,
        [
            begins("white", dealer_key("white")),
            step("#pass", then=do("pass", player="black")),
            step("#bid-frog", then=do("bid", player="red", bid="frog")),
            step("sees:#bid-frog:disabled", "#bid-chico", then=do("bid", player="blue", bid="chico")),
            step("#pass", then=do("pass", player="red")),
            step("#ten-70", "#unit-1", "#trump-s", "#score", then=do("score_hand", points=71, trump="s")),
            begins("black"),
            step("#rest", then=[do("pass", player=player) for player in ("red", "blue", "white")]),
            begins("red"),
            step("#plate-black", "#bid-grand", then=do("contract", player="black", bid="grand")),
            step("#ten-50", "#unit-2", "#score", then=do("score_hand", points=52)),
            begins("blue"),
            step("#pass", then=do("pass", player="white")),
            # Who sits between has passed.
            step("#seat-red", "#bid-chico", then=[do("pass", player="black"), do("bid", player="red", bid="chico")]),
            step("#ten-120", "#score", then=do("score_hand", points=120)),
        ],
        house={},
    ),
    "spoil five": Evening(
        "spoil_five",
        FIVE,
        [
            begins("red"),
            step(
                *takes("red", "blue", "white", "blue", "red"),
                "#score",
                then=do("score_hand", tricks={"red": 2, "blue": 2, "white": 1}),
            ),
            begins("blue"),
            step(
                '[data-touch="kill"][data-player="yellow"]',
                '[data-why="revoke"]',
                then=do("kill_hand", player="yellow", why="revoke"),
            ),
            step(
                *takes("red", "red", "red"),
                "#goes-on",
                *takes("red", "blue"),
                "#score",
                then=do("score_hand", tricks={"red": 4, "blue": 1}, went_on=True),
            ),
            begins("white"),
            step(
                *takes("blue", "blue", "blue"),
                "#goes-on",
                "#seat-blue",
                "#seat-blue",
                "#score",
                then=do("score_hand", tricks={"blue": 5}, went_on=True),
            ),
        ],
        house={},
    ),
}


def fan_tan() -> Evening:
    """A dealt pack played out card by card, with a seven kept at one turn, which is proved and paid for."""
    table = PotTable(4, preset="antes")
    table.deal("red", seed=11)
    proved: list[Command] = []

    def chooses(player: str, able: list[str]) -> str | None:
        sevens = [card for card in able if card[0] == "7"]
        if not proved and sevens and not table.hand.layout.is_empty:
            proved.append(do("take_penalty", player=player, turn=len(table.hand.turns) + 1))
            return None
        return next((card for card in able if card not in sevens), able[0] if able else None)

    table.play_out(chooses)
    hand = table.hand
    assert hand.winner
    turns = [
        step(f"#place-{turn.cards[0]}", then=do("lay", player=turn.player, card=turn.cards[0]))
        if turn.cards
        else step("#pass", then=do("pass", player=turn.player))
        for turn in hand.turns
    ]
    at = hand.players.index(hand.winner) + 1
    *others, last = (*hand.players[at:], *hand.players[: at - 1])
    held = {player: sorted(table.held[player]) for player in (*others, last)}
    shown = [
        step(*(f"#place-{card}" for card in held[player]), "#shown", then=do("show_hand", player=player, cards=cards))
        for player, cards in held.items()
        if player != last
    ]
    steps = [
        step("#step", then=do("start_hand", dealer="red")),
        *turns,
        *shown,
        step("#rest", then=do("show_hand", player=last, cards=held[last])),
        step("#step", then=do("end_hand")),
        step(".wrong-pass .primary", then=proved[0]),
        step("#step", then=do("settle_hand")),
    ]
    assert sum(len(keys) for keys, _ in steps) < 90
    return Evening("fan_tan", tuple(POT_NAMES), steps, house="antes")


PACK = "5 Q 2 K 7 J 3 9 9 A 10 4 6 8 8 2 Q 6 K 3 7 A J 5 10 4 10 9 2 6 7 8 3 Q 4 5 J K A 6 8 10 9 7 3 J 2 Q A 4 5 K"
"""The order of the cards: soda, 24 turns, then 4, 5 and K for the last turn."""
FROM_THE_HAND = PACK.replace("6 8 8 2", "6 2 8 8")
"""The same for 26 turns without soda or hock, of which the eighth is a split."""
FARO_RULES = {"preset": "american", "running_limit": 50_000, "limit": 25_000}
# A deal is begun with another soda, which is taken back.
FARO_BEGINS = step(
    "#step",
    "rank:9",
    "#take-back",
    "rank:5",
    then=[do("start_deal"), do("expose_soda", card="9"), do("void"), do("expose_soda", card="5")],
)
CLOSE = (("#menu", "#tab-night", "#close-first", "#close-night"), [do("close_night")])


def turns(cards: list[str]) -> Step:
    """Turns dealt one after the other, without waiting for the answers."""
    made = [do(("draw_loser", "draw_winner")[at % 2], card=card) for at, card in enumerate(cards)]
    return step(*(f"rank:{card}" for card in cards), then=made)


def single(bet: str, player: str, rank: str, cents: int = 500, **orders: Any) -> Command:
    return do("place_bet", bet=bet, player=player, kind="single", ranks=[rank], stake=cents, **orders)


def order(spot: str, text: str) -> tuple[str, ...]:
    return "#key-orders", f"spot:{spot}", f'.pane.orders:not([hidden]) button:text-is("{text}")'


def by_blue(bet: str, cents: int, **place: Any) -> Command:
    return do("place_bet", bet=bet, player="blue", stake=cents, **place)


def faro(*steps: Step, house: Any = FARO_RULES) -> Evening:
    return Evening("faro", ("red", "blue"), list(steps), house=house, roll=500_000, cents=50_000)


FARO = {
    "faro: bets and orders of many kinds": faro(
        FARO_BEGINS,
        step(
            "player:red",
            "amount:500",
            "spot:single-Q",
            "spot:single-Q",
            "#key-copper",
            "spot:single-7",
            "#key-paroli",
            "spot:split-2-3",
            "spot:pot",
            then=[
                single("a", "red", "Q"),
                do("press_bet", bet="a", add=500),
                single("b", "red", "7", coppered=True),
                do("place_bet", bet="c", player="red", kind="split", ranks=["2", "3"], stake=500, paroli=True),
                do("place_bet", bet="d", player="red", kind="pot", stake=500),
            ],
        ),
        step(
            "player:blue",
            "amount:2500",
            "spot:square-A-2-Q-K",
            "spot:corner-J-K",
            "spot:figure-3-4-5",
            "spot:diagonal-6-9",
            then=[
                by_blue("e", 2_500, kind="square", ranks=["K", "Q", "A", "2"]),
                by_blue("f", 2_500, kind="corner", ranks=["K", "J"]),
                by_blue("g", 2_500, kind="figure", ranks=["3", "4", "5"]),
                by_blue("h", 2_500, kind="diagonal", ranks=["9", "6"]),
            ],
        ),
        step(
            "#key-other",
            *(f'.keypad [data-digit="{digit}"]:visible' for digit in "12.5"),
            '[data-touch="take-amount"]',
            "spot:high_card",
            "spot:parity-winner-odd",
            "spot:row-low",
            "#key-pick",
            *(f'.pick-key[data-rank="{rank}"]' for rank in "Q55"),
            "#lay-picked",
            then=[
                by_blue("i", 1_250, kind="high_card"),
                by_blue("j", 1_250, kind="parity", card="winner", parity="odd"),
                by_blue("k", 1_250, kind="row", row="low"),
                by_blue("l", 1_250, kind="heeled", win=["Q"], lose=["5"]),
            ],
        ),
        turns(PACK.split()[1:13]),
        step(
            "player:red",
            "amount:500",
            *(f"spot:single-{rank}" for rank in "A4J8"),
            then=[single(bet, "red", rank) for bet, rank in zip("mnop", "A4J8", strict=True)],
        ),
        step(*order("single-A", "Copper"), then=do("copper_bet", bet="m")),
        step('.pane.orders:not([hidden]) button:text-is("1 turn")', then=do("bar_bet", bet="m", turns=1)),
        step(*order("single-4", "Half goes"), then=do("half_goes", bet="n")),
        step(*order("single-J", "Take down"), then=do("take_down_bet", bet="o")),
        step(
            *order("single-8", "Move"),
            "spot:corner-8-10",
            then=do("move_bet", bet="p", kind="corner", ranks=["10", "8"]),
        ),
        turns(PACK.split()[13:19]),
    ),
    "faro: a deal to the close": faro(
        FARO_BEGINS,
        step("player:red", "amount:500", "spot:single-Q", then=single("a", "red", "Q")),
        turns(PACK.split()[1:49]),
        step(
            "#call-turn",
            "player:red",
            "amount:500",
            '[data-order="4 5 K"]',
            then=do("call_turn", bet="y", player="red", order=["4", "5", "K"], stake=500),
        ),
        step(
            "player:blue",
            '[data-order="K 5 4"]',
            then=do("call_turn", bet="z", player="blue", order=["K", "5", "4"], stake=500),
        ),
        step("#key-suits", "rank:4", '[data-suit="s"]', then=do("draw_loser", card="4s")),
        step("rank:5", '[data-suit="h"]', then=do("draw_winner", card="5h")),
        step("rank:K", '[data-suit=""]', then=do("expose_hock", card="K")),
        step("#step", then=do("end_deal")),
        CLOSE,
    ),
    "stuss": faro(
        step("#step", then=do("start_deal")),
        step("player:red", "amount:500", "spot:single-8", then=single("a", "red", "8")),
        step("player:blue", "amount:500", "spot:single-Q", then=single("b", "blue", "Q")),
        turns(FROM_THE_HAND.split()),
        step("#step", then=do("end_deal")),
        CLOSE,
        house="stuss",
    ),
}


def choose(name: str, value: str) -> str:
    return f'.drawer [data-choice="{name}"][data-value="{value}"]:visible'


def opens(what: str) -> str:
    return f'.drawer [data-opens="{what}"]:visible'


def cage(player: str, act: str, cents: int) -> tuple[str, ...]:
    """Money over the counter, in the drawer, with the amount typed on its keys."""
    return f"account:{player}", f"sum:{cents}", f"#act-{player}-{act}"


def seat(player: str, name: str) -> Step:
    keys = f"fill:#seat-name:{name}", f'.colours [data-value="{player}"]', "#seat-them"
    return step(*keys, then=do("seat_player", player=player, name=name))


MARKERS = {"preset": "american", "marker_limit": 200_000}
BACKERS = [{"name": "M. Earp", "share": 0.6}, {"name": "D. Holliday", "share": 0.4}]
WRONG_SUM, CLAIM, REASON = "Written for the wrong sum", "My order was not heeded", "The half was called in time"
RULED = [{"from": "bank", "to": "blue", "amount": 2_500}, {"from": "red", "to": "blue", "amount": 1_000}]
MONEY = {
    "money: checks, markers, pledges and stakes": Evening(
        "faro",
        (),
        [
            step("#seat-add", then=[]),
            seat("red", NAMES["red"]),
            seat("blue", NAMES["blue"]),
            step(
                "account:red",
                '[data-tab="money"] [data-cents="50000"]',
                "#act-red-buy_checks",
                then=do("buy_checks", player="red", amount=50_000),
            ),
            step("account:blue", "#act-blue-issue_marker", then=do("issue_marker", player="blue", amount=50_000)),
            step(choose("why", WRONG_SUM), "#receipt-take-back", then=do("void", reason=WRONG_SUM)),
            step("#act-blue-issue_marker", then=do("issue_marker", player="blue", amount=50_000)),
            step(
                *cage("blue", "redeem_marker-checks", 12_550),
                then=do("redeem_marker", player="blue", amount=12_550, **{"with": "checks"}),
            ),
            step(
                *cage("blue", "redeem_marker-cash", 10_000),
                then=do("redeem_marker", player="blue", amount=10_000, **{"with": "cash"}),
            ),
            step(*cage("red", "tip", 500), then=do("tip", player="red", amount=500)),
            step(*cage("red", "cash_in", 4_500), then=do("cash_in", player="red", amount=4_500)),
            step(
                '[data-account="bank"]',
                choose("backer", "D. Holliday"),
                "sum:100000",
                "#act-raise_roll",
                then=do("raise_roll", amount=100_000, backer="D. Holliday"),
            ),
            step(
                "account:red",
                "sum:10000",
                opens("pledge"),
                choose("item", "watch"),
                "#act-take_pledge",
                then=do("take_pledge", player="red", amount=10_000, item="watch"),
            ),
            step(
                "sum:2500",
                opens("pledge"),
                "fill:#typed-item:his father’s ring",
                "#act-take_pledge",
                then=do("take_pledge", player="red", amount=2_500, item="his father’s ring"),
            ),
            step(
                "#act-red-return_pledge-cash-1",
                then=do("return_pledge", player="red", item="watch", **{"with": "cash"}),
            ),
            step(
                "#act-red-return_pledge-checks-1",
                then=do("return_pledge", player="red", item="his father’s ring", **{"with": "checks"}),
            ),
            step(
                opens("lend"),
                choose("borrower", "blue"),
                choose("share", "0.25"),
                "sum:20000",
                "#act-lend_stake",
                then=do("lend_stake", lender="red", borrower="blue", amount=20_000, profit_share=0.25),
            ),
            step(
                *cage("blue", "repay_stake-red", 5_000),
                then=do("repay_stake", lender="red", borrower="blue", amount=5_000),
            ),
            step("#act-blue-repay_stake-red", then=do("repay_stake", lender="red", borrower="blue", amount=15_000)),
        ],
        house=MARKERS,
        roll=500_000,
        opening={"backers": BACKERS},
    ),
    "money: a dispute, leaving, coming back and the close": Evening(
        "faro",
        ("red", "blue"),
        [
            step(
                "#menu",
                '.tab[data-opens="disputes"]',
                '[data-tab="disputes"] [data-player="blue"]',
                choose("about", '\\"a\\"'),
                choose("claim", CLAIM),
                "#act-raise_dispute",
                then=do("raise_dispute", dispute="d1", player="blue", about="a", claim=CLAIM),
            ),
            step(
                "#tab-night",
                opens("close"),
                # A night with an open dispute cannot be closed: the close leads to the dispute.
                '[data-task="close"] [data-opens="disputes"]',
                '[data-dispute="d1"]:visible',
                choose("ruling", "corrected"),
                choose("law", "3"),
                choose("from", "bank"),
                choose("to", "blue"),
                "sum:2500",
                '[data-touch="correct"]',
                choose("from", "red"),
                choose("to", "blue"),
                "sum:1000",
                f"fill:#typed-reason:{REASON}",
                "#act-rule_dispute",
                then=do("rule_dispute", dispute="d1", ruling="corrected", law=3, reason=REASON, corrections=RULED),
            ),
            step(
                "#tab-night",
                opens("void"),
                choose("foul", "A card is missing"),
                "#act-void_deal",
                then=do("void_deal", reason="A card is missing"),
            ),
            step("#menu", "account:red", opens("leave"), "#act-red-leave_table", then=do("leave_table", player="red")),
            step(
                '.tab[data-opens="seats"]',
                '[data-touch="back"][data-player="red"]',
                then=do("seat_player", player="red", name="Ada Lamb"),
            ),
            step("account:blue", "#act-blue-cash_in", then=do("cash_in", player="blue", amount=23_500)),
            step("#tab-night", opens("close"), "#close-night", then=do("close_night")),
        ],
        house=MARKERS,
        roll=500_000,
        cents=20_000,
        opening={"backers": BACKERS},
        before=[
            do("issue_marker", player="blue", amount=5_000),
            do("start_deal"),
            do("expose_soda", card="5"),
            single("a", "blue", "Q", 5_000),
            do("turn", loser="Q", winner="2"),
        ],
    ),
}
EVENINGS = {**MATCHES, **CHIP_GAMES, "fan-tan": fan_tan(), **FARO, **MONEY}


def comes_to(house: House, night: str) -> dict[str, Any]:
    """A night's result, with bets numbered in the order in which they were laid."""
    result = house.result(night)
    laid = [row.fact.bet for row in house.book.facts(night) if isinstance(row.fact, BetPlaced | TurnCalled)]
    bets = [{**row, "bet": laid.index(row["bet"])} for row in result.get("bets", [])]
    return {**result, "bets": bets, "night": "", "head": ""}


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_by_touch_ends_as_the_same_evening_from_a_script(tablets: Tablets, house: House, name: str) -> None:
    evening = EVENINGS[name]
    night, script = evening.begin(house), evening.begin(house)
    tablet = tablets.new(SMALLEST)
    tablet.go(f"/nights/{night}")
    tablet.follows()
    for keys, commands in evening.steps:
        if name in MATCHES and keys[-1] == "#score" and "#again" not in keys:
            assert len([key for key in keys if not key.startswith("sees:")]) <= MOST_FOR_A_SCORE
        tablet.follow(*keys)
        for command in commands:
            house.do(script, **command)
        if keys[-1] == "#close-night":
            expect(tablet.page.locator("[data-screen=closed] tbody tr")).not_to_have_count(0)
        elif commands:
            tablet.settle_down(house.result(script)["events"])
    if name in MATCHES:
        state = house.assistant.night(night).tables[evening.game]
        if state.score:
            totals = [str(points).replace("-", "−") for points in state.score]
            expect(tablet.page.locator(".columns .totals td")).to_contain_text(totals)
    assert comes_to(house, night) == comes_to(house, script)
