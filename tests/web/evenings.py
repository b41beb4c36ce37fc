"""Nights for the screens: what has been played before a test looks at a table or touches it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Refusal
from dealer.game.cards import PACK
from dealer.games.fan_tan.state import Hand, fan_tan_of
from dealer.games.pharo.state import pharo_of
from tests.support.house import House
from tests.web.geometry import covered_keys, cut_off, small_keys
from tests.web.tablet_in_browser import Tablet, resize

NAMES = {
    "red": "Ada Lamb",
    "blue": "Wm. Hart",
    "white": "J. Oakes",
    "black": "C. Moss",
    "yellow": "Ruth Bell",
    "green": "Anne-Marie de la Rochefoucauld",
    "brown": "Doc Reed",
    "orange": "E. Poe",
    "seat9": "Li",
    "seat10": "Constantine Papadopoulos",
}
EVERY_SIZE = ((1280, 800), (1024, 768), (1366, 1024), (800, 1280), (768, 1024))
SMALLEST_SIZES = ((1024, 768), (768, 1024))
"""On its side and upright: what fits there has room elsewhere."""
COUNTING = """
window.touches = Number(sessionStorage.getItem("touches"));
addEventListener("pointerdown", () => sessionStorage.setItem("touches", ++window.touches), true);
"""
"""Counts in ``window.touches`` what a finger touches, from page to page."""


def chip_night(house: House, game: str, players: int, *, cents: int = 5_000, roll: int = 0, **rules: Any) -> str:
    """A night of a game with so many players, each with so much in checks."""
    night = house.open_night(game=game, house=rules or "usual", roll=roll)
    for player in list(NAMES)[:players]:
        house.do(night, "seat_player", player=player, name=NAMES[player])
        if cents:
            house.do(night, "buy_checks", player=player, amount=cents)
    return night


def counting_tablet(browser: Browser, address: str, night: str) -> Tablet:
    """A tablet on a night's table that counts what it is touched."""
    tablet = Tablet(browser, address)
    tablet.begin_pages_with(COUNTING)
    tablet.go(f"/nights/{night}")
    tablet.follows()
    return tablet


def fits(tablet: Tablet, stage: str, sizes: Sequence[tuple[int, int]] = EVERY_SIZE) -> None:
    """Every key is as large as a finger, free and on the screen, nothing is cut off, and the page does not scroll."""
    page = tablet.page
    page.evaluate("document.fonts.ready")
    for size in sizes:
        resize(page, size)
        at = stage, size
        small = small_keys(page, "#table > .part:not(#part-sheet)")
        covered = covered_keys(page, "#table > .part")
        cut = cut_off(page, ".part:is(#part-players, #part-top, #part-pot, #part-layout, #part-turn)")
        assert (small, covered, cut) == ([], [], []), (at, small, covered, cut)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), at
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), at


REGULARS: dict[str, dict[str, Any]] = {
    "ada": {"name": "Ada Lamb", "color": "green"},
    "hart": {"name": "Wm. Hart", "known_as": "Billy", "credit_limit": 20_000},
    "kate": {"name": "Kate Elder"},
    "ike": {"name": "Ike Clanton", "color": "red"},
}
"""The cards of a house; Ike Clanton is barred."""


def house_of_regulars(house: House) -> None:
    """A night of a week ago is closed: Wm. Hart and Kate Elder owe $50 each on its markers, Ada Lamb nothing."""

    def do(do: str, **arguments: Any) -> None:
        house.service.execute_for_house({"do": do, **arguments}, house.sender)

    for card, about in REGULARS.items():
        do("register_player", card=card, **about)
    night = house.open_night(date="2026-11-14")
    for player, card in (("red", "hart"), ("blue", "kate"), ("white", "ada"), ("black", "ike")):
        house.do(night, "seat_player", player=player, card=card)
        if card in ("hart", "kate"):
            house.do(night, "issue_marker", player=player, amount=5_000)
            house.do(night, "tip", player=player, amount=5_000)
    house.do(night, "close_night")
    do("bar_player", card="ike", reason="marked cards")
    do("deposit", card="hart", amount=50_000)


def regulars_night(house: House) -> str:
    """The next night of a house of regulars: Wm. Hart on red and Kate Elder on blue hold $100 each."""
    house_of_regulars(house)
    night = house.open_night()
    for player, card in (("red", "hart"), ("blue", "kate")):
        house.do(night, "seat_player", player=player, card=card)
        house.do(night, "buy_checks", player=player, amount=10_000)
    return night


PUNTERS = {"red": "Ada Lamb", "blue": "Wm. Hart", "white": "J. Oakes", "black": "C. Moss"}


def pharo_night(house: House, /, **differs: Any) -> str:
    """A night of Pharo with four punters, $200 in checks each, before the first deal."""
    usual: dict[str, Any] = {"game": "pharo", "house": {"preset": "hoyle", "check": 100}, "roll": 500_000}
    night = house.open_night(**{**usual, **differs})
    house.seat(night, **PUNTERS)
    return night


def worked_night(house: House) -> str:
    """Five coups, with a chain, a pli, a masked card and an opposed one; a win of Ada Lamb's waits."""
    night = pharo_night(house)
    for do, arguments in (
        ("start_deal", {}),
        ("show_bottom", {"card": "K"}),
        ("place_bet", {"bet": "a", "player": "red", "kind": "figure", "ranks": ["J", "Q", "K"], "stake": 200}),
        ("place_bet", {"bet": "b", "player": "blue", "kind": "single", "ranks": ["K"], "stake": 400}),
        ("place_bet", {"bet": "c", "player": "white", "kind": "single", "ranks": ["7"], "stake": 500, "opposed": True}),
        ("place_bet", {"bet": "d", "player": "red", "kind": "single", "ranks": ["3"], "stake": 1_000}),
        ("mask_bet", {"bet": "d"}),
        ("coup", {"bank": "2", "punters": "J"}),
        ("paroli", {"bet": "a"}),
        ("coup", {"bank": "3", "punters": "Q"}),
        ("paroli", {"bet": "a"}),
        ("coup", {"bank": "K", "punters": "K"}),
        ("pli", {"bet": "b"}),
        ("coup", {"bank": "4", "punters": "Q"}),
        ("paix", {"bet": "a"}),
        ("coup", {"bank": "5", "punters": "Q"}),
    ):
        house.do(night, do, **arguments)
    return night


def deal_to(house: House, night: str, coups: int) -> None:
    """Deal until so many coups are dealt, by rank from the king; the bottom card comes last."""
    table = pharo_of(house.service.night(night))
    pack = [rank for rank in reversed(RANKS) for _ in range(table.pack.left(rank) - (rank == table.pack.bottom))]
    pack.append(table.pack.bottom)
    for at in range(coups - table.turn):
        house.do(night, "coup", bank=pack[2 * at], punters=pack[2 * at + 1])


REFUSED = ("place_bet", {"bet": "late", "player": "red", "kind": "single", "ranks": ["2"], "stake": 500})
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(
        ("seat_player", {"player": player, "name": name})
        for player, name in (("red", "Ada Lamb"), ("blue", "Wm. Hart"))
    ),
    ("buy_checks", {"player": "red", "amount": 20_000}),
    ("issue_marker", {"player": "blue", "amount": 20_000}),
    ("start_deal", {}),
    ("expose_soda", {"card": "5s"}),
    ("place_bet", {"bet": "a", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500}),
    ("place_bet", {"bet": "b", "player": "blue", "kind": "split", "ranks": ["A", "K"], "stake": 1_000}),
    ("copper_bet", {"bet": "b"}),
    ("turn", {"loser": "Qd", "winner": "As"}),
    ("place_bet", {"bet": "c", "player": "red", "kind": "single", "ranks": ["7"], "stake": 500}),
    ("draw_loser", {"card": "7c"}),
    REFUSED,
    ("buy_checks", {"player": "nobody", "amount": 500}),
    ("draw_winner", {"card": "7d"}),
    ("void", {}),
    ("draw_winner", {"card": "9d"}),
    ("raise_dispute", {"dispute": "d1", "player": "red", "about": "c", "claim": "It was barred"}),
    (
        "rule_dispute",
        {
            "dispute": "d1",
            "ruling": "corrected",
            "law": 2,
            "reason": "The dealer heard it",
            "corrections": [{"from": "bank", "to": "red", "amount": 500}],
        },
    ),
    ("place_bet", {"bet": "e", "player": "blue", "kind": "single", "ranks": ["J"], "stake": 500}),
    ("void_deal", {"reason": "A card is missing"}),
    ("seat_player", {"player": "white", "name": "J. Oakes"}),
    ("buy_checks", {"player": "white", "amount": 5_000}),
    ("start_hand", {"dealer": "red"}),
    ("lay", {"player": "blue", "cards": ["7d", "7s"]}),
    ("pass", {"player": "white"}),
    ("void_hand", {"reason": "A card is missing"}),
    ("start_hand", {"dealer": "red"}),
    *(("pass", {"player": player}) for player in ("blue", "white", "red")),
    ("end_hand", {}),
    ("settle_hand", {}),
    ("lend_stake", {"lender": "white", "borrower": "red", "amount": 1_000, "profit_share": 0.5}),
    ("leave_table", {"player": "blue"}),
    ("close_night", {}),
)


def short_night(house: House, *, closed: bool = True) -> str:
    """The night, dealt in a house; with the two refusals among its commands."""
    night = house.open_night(game=["faro", "fan_tan"], house={"faro": "american", "fan_tan": {"preset": "antes"}})
    refused = 0
    for do, arguments in COMMANDS if closed else COMMANDS[:-1]:
        with suppress(Refusal):
            house.do(night, do, **arguments)
            continue
        refused += 1
    assert refused == 2
    return night


POT_NAMES = {"red": "Ada Lamb", "blue": "Wm. Hart", "green": "T. Vane", "white": "J. Oakes"}


def pot_night(house: House, /, **differs: Any) -> str:
    """A night of Fan-Tan with four players, $50 in checks each."""
    opening: dict[str, Any] = {"game": "fan_tan", "house": "antes", "roll": 0, **differs}
    night = house.open_night(**opening)
    for player, name in POT_NAMES.items():
        house.do(night, "seat_player", player=player, name=name)
        house.do(night, "buy_checks", player=player, amount=5_000)
    return night


def before_the_deal(house: House) -> str:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    return night


def before_the_last_turn(house: House) -> str:
    """A Faro deal of which A, 2 and 3 are left."""
    night = before_the_deal(house)
    house.deal(night)
    deal_down_to_the_last_turn(house, night)
    return night


def hand_of(house: House, night: str) -> Hand:
    table = fan_tan_of(house.service.night(night))
    assert table.is_on
    return table.hand


def lay_till_somebody_is_out(house: House, night: str) -> None:
    """Whoever is on turn lays the first card that can be laid."""
    while not (hand := hand_of(house, night)).winner:
        house.do(night, "lay", player=hand.on_turn, card=hand.layout.playable()[0])


def busy(house: House) -> str:
    """A night with six players and stacks of every sort on the layout."""
    night = house.open_night(house={"preset": "american", "running_limit": 50_000})
    names = ["Ada Lamb", "Wm. Hart", "J. Oakes", "C. Moss", "Ruth Bell", "T. Vane"]
    house.seat(night, **dict(zip(["red", "blue", "white", "black", "yellow", "green"], names, strict=True)))
    house.deal(night)
    for at, player in enumerate(["red", "blue", "white", "black", "yellow", "green"]):
        house.do(
            night,
            "place_bet",
            bet=f"q{at}",
            player=player,
            kind="single",
            ranks=["Q"],
            stake=475 * (at + 1) // 25 * 25,
            coppered=bool(at % 2),
        )
    house.do(night, "place_bet", bet="r", player="red", kind="row", row="high", stake=500)
    house.do(night, "place_bet", bet="h", player="blue", kind="heeled", win=["Q"], lose=["5"], stake=500)
    house.do(night, "place_bet", bet="c", player="green", kind="square", ranks=["5", "6", "8", "9"], stake=500)
    house.do(night, "bar_bet", bet="c")
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "turn", loser="9", winner="9")
    return night


def show_all(house: House, night: str) -> None:
    """Everybody who still holds cards shows some that can be theirs."""
    while (hand := hand_of(house, night)).to_show:
        shown = {card for cards in hand.shown.values() for card in cards}
        left = [card for card in PACK if not hand.layout.holds(card) and card not in shown]
        player = hand.to_show[0]
        house.do(night, "show_hand", player=player, cards=left[: hand.left(player)])


def deal_down_to_the_last_turn(house: House, night: str) -> None:
    pack = [rank for rank in ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] for _ in range(4)] + [
        "A",
        "2",
        "3",
    ] * 3
    pack.remove("5")
    assert len(pack) == 48
    for at in range(0, 48, 2):
        house.do(night, "turn", loser=pack[at], winner=pack[at + 1])
