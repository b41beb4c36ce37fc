"""Forty-Five (rulebook G8): five tricks, no bidding."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.arguments import need_seats
from tests.oracle.match_table import MatchTable
from tests.oracle.refusal import Command
from tests.oracle.state import Night

BY_THE_ODD_TRICK = {0: 0, 1: 0, 2: 0, 3: 5, 4: 5, 5: 10}
BY_THE_DIFFERENCE = {0: 0, 1: 0, 2: 0, 3: 5, 4: 15, 5: 25}


@dataclass
class FortyFiveTable(MatchTable):
    """The table."""

    game = "forty_five"
    shapes = ((3, 1), (4, 1), (5, 1), (2, 1), (2, 2), (2, 3))
    tricks_a_hand = 5

    def course(self, dealer: str) -> None:
        """Nobody bids."""

    def score_hand(self, night: Night, command: Command) -> None:
        """`score_hand`: five tricks."""
        need_seats(night, command)
        self.need(night, "playing")
        tricks = self.read_tricks(command)
        first = self.read_first(command)
        self.need_all_tricks(tricks)
        if len(tricks) > 2:
            points = [5 * taken for taken in tricks]
        else:
            table = BY_THE_DIFFERENCE if self.settings["scoring"] == "difference" else BY_THE_ODD_TRICK
            points = [table[taken] for taken in tricks]
        there = self.at_the_goal(points)
        self.finish(night, points, None, self.first_of(there, first) if there else None)
