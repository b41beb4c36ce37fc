"""Spoil Five (rulebook G4): three tricks of five for the pool."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracle.arguments import bad_input, need_given, need_key, need_seats
from tests.oracle.chip_table import ChipHand, ChipTable
from tests.oracle.refusal import Command, Refusal
from tests.oracle.state import Night

UNTIL_THE_POOL_IS_WON = ("revoke", "exposure", "robbing")
WHYS = (*UNTIL_THE_POOL_IS_WON, "irregular")


@dataclass
class SpoilFiveHand(ChipHand):
    """A hand, with those who had no cards from the first and those whose hand died, and of what."""

    without_cards: frozenset[str] = frozenset()
    dead: dict[str, str] = field(default_factory=dict)

    @property
    def live(self) -> list[str]:
        """Whose hands live."""
        return [key for key in self.seats if key not in self.without_cards and key not in self.dead]


@dataclass
class SpoilFiveTable(ChipTable):
    """The table, and who has no cards until the pool is won."""

    out: frozenset[str] = frozenset()
    hand: SpoilFiveHand | None = None

    game = "spoil_five"
    seats_taken = (2, 10)

    def many_enough(self, seats: list[str]) -> bool:
        """Two must have cards."""
        return super().many_enough(seats) and len([key for key in seats if key not in self.out]) >= 2

    def new_hand(self, hand: ChipHand) -> SpoilFiveHand:
        """The hand, of which some have no cards."""
        return SpoilFiveHand(hand.number, hand.dealer, hand.seats, hand.antes, self.out)

    def kill(self, night: Night, command: Command) -> None:
        """`kill_hand`: a player's hand is dead."""
        need_seats(night, command)
        hand: SpoilFiveHand = self.the_hand(night)
        player, why = command.get("player"), command.get("why")
        if isinstance(player, str) and (player in hand.dead or player in hand.without_cards):
            raise Refusal("already_done", "that hand is dead")
        need_key(command, "player")
        need_given(command, "why")
        if not isinstance(why, str) or why not in WHYS or player not in hand.seats:
            raise bad_input("no such hand, or no such offence")
        if len(hand.live) <= 2:
            raise Refusal("not_allowed_here", "two live hands must remain")
        hand.dead[str(player)] = why

    def score(self, night: Night, command: Command) -> None:
        """`score_hand`: the tricks, and what they win."""
        need_seats(night, command)
        hand: SpoilFiveHand = self.the_hand(night)
        tricks = read_tricks(hand, command)
        most = max(tricks.values(), default=0)
        went_on = command.get("went_on", most >= 4)
        if not isinstance(went_on, bool):
            raise bad_input("went_on is yes or no")
        for key, number in tricks.items():
            if number > (0 if key in hand.without_cards else 2 if key in hand.dead else 5):
                raise Refusal("bad_result", f"{key} cannot have {number} tricks")
        takes_pool = outcome(sum(tricks.values()), most, went_on)
        winner = next(key for key in tricks if tricks[key] == most) if takes_pool else None
        extra = self.settings["all_five"] if most == 5 else 0
        others = [key for key in hand.seats if key != winner]
        self.pay(night, dict.fromkeys(others, extra))
        won = 0
        if winner is not None:
            won = self.pot + extra * len(others)
            self.pot = 0
            self.give(night, winner, won)
            self.out = frozenset()
        else:
            self.out |= {key for key, why in hand.dead.items() if why in UNTIL_THE_POOL_IS_WON}
        taken = {key: number for key, number in tricks.items() if number}
        row = {"winner": winner, "pot": won, "tricks": taken, "left": self.pot, "out": sorted(self.out)}
        self.finish(night, row)


def read_tricks(hand: SpoilFiveHand, command: Command) -> dict[str, int]:
    """The tricks of each, well formed."""
    need_given(command, "tricks")
    tricks = command["tricks"]
    if not isinstance(tricks, dict):
        raise bad_input("tricks are said seat by seat")
    for key, number in tricks.items():
        if key not in hand.seats or type(number) is not int or number < 0:
            raise bad_input("tricks of somebody not in the hand, or no number of tricks")
    return tricks


def outcome(played: int, most: int, went_on: bool) -> bool:
    """Whether somebody takes the pool; refuses what no hand can come to."""
    if most == 5 and played == 5 and went_on:
        return True
    if most == 3 and 3 <= played <= 5 and not went_on:
        return True
    if played == 5 and (most in (3, 4) if went_on else most < 3):
        return False
    raise Refusal("bad_result", "no hand ends so")
