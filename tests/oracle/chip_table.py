"""What the tables of the chip games have alike: the hand that is on, the pot, and whose deal it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracle.arguments import need_key, need_reason, need_seats
from tests.oracle.money_commands import divide
from tests.oracle.refusal import Command, Refusal
from tests.oracle.settings import Settings
from tests.oracle.state import Night


@dataclass
class ChipHand:
    """A hand that is on: who is in it, clockwise from the dealer's left, and the antes that they paid."""

    number: int
    dealer: str
    seats: list[str]
    antes: dict[str, int]


@dataclass
class ChipTable:
    """A table of a chip game; the pot is counted in chips."""

    settings: Settings
    pot: int = 0
    hands: int = 0
    hand: ChipHand | None = None
    last_dealer: str | None = None
    voided: bool = False  # the last hand was: the same player deals again
    turns: int = 0

    game = ""
    seats_taken = (2, 10)
    awaits_settling = False

    @property
    def check(self) -> int:
        """The chip, in cents."""
        return int(self.settings["chip"])

    @property
    def is_on(self) -> bool:
        """Whether a hand is on."""
        return self.hand is not None

    def staked(self, player: str) -> int:
        """Nothing: there is no layout."""
        return 0

    def keeps(self, player: str) -> bool:
        """Whether a player is in the hand that is on."""
        return self.hand is not None and player in (*self.hand.seats, self.hand.dealer)

    def seats_moved(self, clockwise: list[str]) -> None:
        """Nothing: the next hand goes by the seats as they stand."""

    def give_back_all(self, night: Night) -> None:
        """Nothing lies here that a broken bank would return."""

    def pays_ante(self, player: str, dealer: str) -> bool:
        """Whether a player of the next hand pays an ante."""
        return True

    def dealer_due(self, night: Night) -> str | None:
        """Whose deal it is; anybody's at first."""
        if self.last_dealer is None:
            return None
        return self.last_dealer if self.voided and self.sits(night) else self.left_of_last(night)

    def sits(self, night: Night) -> bool:
        """Whether the last dealer is still at the table, and plays."""
        player = night.players[str(self.last_dealer)]
        return player.seated and not player.sits_out

    def left_of_last(self, night: Night) -> str:
        """Who plays next to the last dealer's left; the last dealer where nobody does."""
        return (*night.playing_from_the_left_of(str(self.last_dealer)), str(self.last_dealer))[0]

    def many_enough(self, seats: list[str]) -> bool:
        """Whether a hand can be begun with those who sit."""
        least, most = self.seats_taken
        return least <= len(seats) <= most

    def begin(self, night: Night, command: Command) -> None:
        """`start_hand`: the dealer is named, the antes are paid."""
        need_seats(night, command)
        night.need_open()
        if night.game_on is not None:
            night.wrong_phase("a game is on")
        dealer = need_key(command, "dealer")
        seats = night.playing_from_the_left_of(dealer)
        if dealer not in seats:
            raise Refusal("bad_input", "the dealer sits out")
        if not self.many_enough(seats):
            raise Refusal("not_allowed_here", "too few, or too many")
        due = self.dealer_due(night)
        if due is not None and due != dealer:
            raise Refusal("not_your_turn", f"{due} deals")
        ante = self.settings.get("ante", 0)
        antes = {key: ante for key in seats if self.pays_ante(key, dealer)}
        self.pay(night, antes)
        self.pot += sum(antes.values())
        self.hands += 1
        self.last_dealer, self.voided = dealer, False
        self.hand = self.new_hand(ChipHand(self.hands, dealer, seats, antes))

    def new_hand(self, hand: ChipHand) -> ChipHand:
        """The hand, as this game keeps it."""
        return hand

    def pay(self, night: Night, chips: dict[str, int]) -> None:
        """Take chips of players; where anybody has too few nobody pays."""
        for key, some in chips.items():
            if night.players[key].checks < some * self.check:
                raise Refusal("not_enough_checks", f"{key} owes {some} chips")
        for key, some in chips.items():
            night.players[key].checks -= some * self.check

    def give(self, night: Night, player: str, chips: int) -> None:
        """Give chips to a player."""
        night.players[player].checks += chips * self.check

    def the_hand(self, night: Night) -> Any:
        """The hand that is on."""
        night.need_open()
        if self.hand is None:
            night.wrong_phase("no hand is on")
        return self.hand

    def void(self, night: Night, command: Command) -> None:
        """`void_hand`: the antes go back, and the number is not used again."""
        need_seats(night, command)
        self.the_hand(night)
        self.need_voidable(night)
        need_reason(command)
        self.return_antes(night)
        self.voided = True

    def need_voidable(self, night: Night) -> None:
        """Refuse where the hand has gone too far."""

    def return_antes(self, night: Night) -> None:
        """The hand is off, and who paid an ante has it again."""
        assert self.hand is not None
        for key, ante in self.hand.antes.items():
            self.pot -= ante
            self.give(night, key, ante)
        self.hand = None

    def finish(self, night: Night, row: dict[str, Any]) -> None:
        """The hand is over, with a row."""
        assert self.hand is not None
        head = {"hand": self.hand.number, "game": self.game, "dealer": self.hand.dealer}
        night.hand_rows.append(head | row)
        self.hand = None

    def close(self, night: Night) -> None:
        """A hand in course is undone, then the pot is divided."""
        if self.hand is not None:
            self.return_antes(night)
        if self.last_dealer is not None:
            divide(night, self.pot, self.check, self.last_dealer)
            self.pot = 0
