"""Matches played by touch alone: what is touched for each thing that is said, and the same from a script."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, expect

from tests.support.house import House
from tests.web.games.hands_of_chips import NAMES, counting_tablet, same_night, touches_of
from tests.web.tablet_in_browser import Tablet

MOST_FOR_A_SCORE = 4


def match_night(house: House, game: str, players: int, *, cents: int = 50_000, **rules: Any) -> str:
    """A night of a game that is played for points, with so many players who hold so much each."""
    night = house.open_night(game=game, house=rules or "usual", roll=0)
    for player in list(NAMES)[:players]:
        house.do(night, "seat_player", player=player, name=NAMES[player])
        if cents:
            house.do(night, "buy_checks", player=player, amount=cents)
    return night


class Evening:
    """An evening by touch, with a night beside it in which the same is done from a script."""

    def __init__(self, browser: Browser, address: str, house: House, game: str, players: int, **rules: Any) -> None:
        self.house = house
        self.night = match_night(house, game, players, **rules)
        self.straight = match_night(house, game, players, **rules)
        self.tablet: Tablet = counting_tablet(browser, address, self.night)
        self.most = 0

    def scripted(self, do: str, **arguments: Any) -> None:
        """Do the same past the pages."""
        self.house.do(self.straight, do, **arguments)

    def phase(self, when: str) -> None:
        """Wait until this is what is due, saved."""
        self.tablet.sees(f'#part-turn .go[data-when="{when}"]:not([hidden])')
        self.tablet.sees("#saved:not(.sending, .unsaved)")

    def touch(self, *keys: str) -> None:
        for key in keys:
            self.tablet.touch(key)

    def begin(self, *sides: str) -> None:
        """Begin the match that is offered."""
        self.touch("#begin-match")
        self.phase("between")
        self.scripted("start_match", sides=[side.split() for side in sides])

    def deal(self, dealer: str, then: str = "bidding", begins: str = "dealer") -> None:
        self.touch(f"#deal-{dealer}")
        self.phase(then)
        self.scripted("start_hand", **{begins: dealer})

    def bid(self, player: str, bid: Any) -> None:
        self.speaks(player)
        value = f'"{bid}"' if isinstance(bid, str) else bid
        self.touch(f"[data-bid='{value}']")
        self.scripted("bid", player=player, bid=bid)

    def call(self, player: str, word: str) -> None:
        self.speaks(player)
        self.touch(f"#{word}")
        self.scripted(word, player=player)

    def all_pass(self, *players: str) -> None:
        """All who are yet asked pass, at one touch."""
        self.touch("#all-pass")
        self.passed(*players)

    def passed(self, *players: str) -> None:
        """These have passed, since they could do nothing else."""
        for player in players:
            self.scripted("pass", player=player)

    def speaks(self, player: str) -> None:
        """Wait until it is a player's turn."""
        self.tablet.sees(f'#part-turn [data-speaks="{player}"]:not([hidden])')

    def contract(self, player: str, bid: Any, then: str = "playing") -> None:
        """Enter the outcome alone; two touches where the house always does so."""
        self.touch(f'[data-touch="bidder"][data-player="{player}"]')
        value = f'"{bid}"' if isinstance(bid, str) else bid
        self.touch(f"[data-bid='{value}']")
        self.phase(then)
        self.scripted("contract", player=player, bid=bid)

    def score(self, *keys: str, then: str = "between", **scored: Any) -> None:
        """Touch what was told, and the key that scores it: in so few touches."""
        self.phase("playing")
        touches_of(self.tablet)
        self.touch(*keys)
        expect(self.tablet.page.locator("#comes li")).not_to_have_count(0)
        self.touch("#score")
        self.phase(then)
        assert touches_of(self.tablet) <= MOST_FOR_A_SCORE
        self.scripted("score_hand", **scored)

    def settle(self) -> None:
        self.phase("won")
        self.touch("#step")
        self.phase("no_match")
        self.scripted("settle_match")

    def ends(self) -> None:
        """Hold that both nights came to the same, and that the page found no fault."""
        expect(self.tablet.saved).to_have_text("saved")
        same_night(self.house, self.night, self.straight)
        assert self.house.result(self.night)["scores"] == self.house.result(self.straight)["scores"]
        assert self.tablet.said == []
        self.tablet.close()


def tricks(side: int, number: int) -> str:
    """The key for so many tricks of a side."""
    return f'.tricks[data-side="{side}"] [data-number="{number}"]'
