"""Bidding (rulebook G0): each way to bid asks one player after the other, and hears what they say."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

PASS = "pass"
HOLD = "hold"
DOUBLE = "double"
REDOUBLE = "redouble"

Course = Generator[str, Any, None]
"""Gives who is to speak, and is sent what they said; is over with the bidding."""


def once(order: list[str]) -> Course:
    """Everybody speaks one time."""
    place = 0
    while place < len(order):  # what is said is sent: a list's own iterator would not hear it
        yield order[place]
        place += 1


def open_bidding(order: list[str], last: Any = None) -> Course:
    """Who has passed may bid again; over when all others have passed in a row after a bid, or all at the start.

    A bid of ``last`` ends it.
    """
    anybody_bid, passes, place = False, 0, 0
    while passes < len(order) - int(anybody_bid):
        said = yield order[place]
        place = (place + 1) % len(order)
        passes = passes + 1 if said == PASS else 0
        anybody_bid = anybody_bid or said != PASS
        if last is not None and said == last:
            return


def closed_bidding(order: list[str], last: Any) -> Course:
    """Who has passed is out; over when one who has bid is left, or nobody, or after a bid of ``last``."""
    left, have_bid = list(order), set()
    while True:
        for player in list(left):
            said = yield player
            if said == PASS:
                left.remove(player)
            else:
                have_bid.add(player)
            if said == last or not left or (len(left) == 1 and left[0] in have_bid):
                return


def with_holds(order: list[str], highest: Any) -> Course:
    """Auction Forty-Five: the dealer, last of the order, may hold; then who has not passed is asked again."""
    *asked, dealer = order
    standing, first_round = None, True
    while True:
        raised = False
        for player in list(asked):
            said = yield player
            if said == PASS:
                asked.remove(player)
            else:
                standing, raised = said, True
        if not raised and not first_round:
            return
        said = yield dealer
        if said != HOLD or standing == highest:
            return
        first_round = False


class Bidding:
    """What was said so far, and who speaks now; nobody when it is over."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.calls: list[tuple[str, Any]] = []
        self.turn: str | None = next(course)

    def say(self, player: str, call: Any) -> None:
        """The player on turn bids, passes, or whatever else they may."""
        self.calls.append((player, call))
        try:
            self.turn = self.course.send(call)
        except StopIteration:
            self.turn = None

    @property
    def bids(self) -> list[tuple[str, Any]]:
        """Who bid what, in order."""
        return [(player, call) for player, call in self.calls if call not in (PASS, HOLD, DOUBLE, REDOUBLE)]

    @property
    def standing(self) -> tuple[str, Any] | None:
        """Who has the bid that stands, and what it is: a bid that was held is the holder's."""
        if not self.bids:
            return None
        player, bid = self.bids[-1]
        holders = [one for one, call in self.calls[self.calls.index((player, bid)) :] if call == HOLD]
        return (holders[-1] if holders else player), bid

    @property
    def doubled(self) -> int:
        """How often the bid that stands counts: once, twice, four times."""
        times = 1
        for _, call in self.calls:
            times = {PASS: times, HOLD: times, DOUBLE: 2, REDOUBLE: 4}.get(call, 1)
        return times
