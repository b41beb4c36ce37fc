"""A seeded generator of whole Faro nights, mostly legal, in the style of the given scripts."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.layout import RANKS, SUITS, rank_of
from tests.oracle.random_amends import pack_after, random_amend
from tests.oracle.random_bets import random_bet, random_call, random_claim, random_lift, random_order
from tests.oracle.random_house import random_house
from tests.oracle.random_mischief import random_mischief
from tests.oracle.random_money import raise_roll, random_money
from tests.oracle.refusal import Command
from tests.oracle.script_player import Interpreter
from tests.oracle.state import Deal, Night

SEATS = ("red", "blue", "white", "black", "yellow", "green", "purple", "brown", "grey")


def random_night(
    seed: int,
    *,
    preset: str | None = None,
    house: dict[str, Any] | str | None = None,
    deals: int | None = None,
    seats: int | None = None,
    roll: int | None = None,
    mischief: float = 0.08,
    voids: float = 0.02,
    amends: float = 0.0,
    bare_ranks: float | None = None,
    most_lines: int = 900,
) -> list[dict[str, Any]]:
    """The lines of one random night; the same seed and options give the same lines.

    Without options everything is drawn by lot: a house from all presets and settings, one to six
    seats, one to four deals, a roll that is now and then small enough to break. `mischief`,
    `voids` and `amends` are the chances, at every step, of a wrong command, of a `void` and of an `amend`;
    `bare_ranks` is the chance that a card is noted without its suit.
    """
    random = Random(seed)
    if house is None:
        house = random_house(random, preset)
    writer = NightWriter(random, mischief, voids, amends)
    writer.bare_ranks = random.choice([0, 0, 0.1, 0.9]) if bare_ranks is None else bare_ranks
    writer.most_deals = deals or random.choice([1, 1, 2, 2, 3, 4])
    writer.most_lines = most_lines
    writer.open(house, roll)
    writer.seat(seats or random.randint(1, 6))
    writer.play_on()
    return writer.lines


class NightWriter:
    """Writes a night line by line, carrying each line out to know how the table stands."""

    def __init__(self, random: Random, mischief: float, voids: float, amends: float = 0.0) -> None:
        self.random = random
        self.mischief = mischief
        self.voids = voids
        self.amends = amends
        self.bare_ranks = 0.0
        self.most_deals = 1
        self.most_lines = 900
        self.lines: list[dict[str, Any]] = []
        self.interpreter = Interpreter()
        self.packs: dict[int, list[str]] = {}
        self.bets_written = 0
        self.closing = False
        self.game: str | list[str] = "faro"

    @property
    def night(self) -> Night:
        """The night as it stands."""
        assert self.interpreter.night is not None
        return self.interpreter.night

    def chance(self, probability: float) -> bool:
        """Whether something happens that happens with this probability."""
        return self.random.random() < probability

    def write(self, command: Command | None) -> str | None:
        """Add a line and carry it out; the code of the refusal, if it is refused."""
        if command is None:
            return None
        if self.amends:
            command = {"id": f"line {len(self.lines) + 1}", **command}
        self.lines.append(command)
        return self.interpreter.carry_out(command, len(self.lines))

    def open(self, house: dict[str, Any] | str, roll: int | None) -> None:
        """Open the night."""
        opening: Command = {
            "do": "open_night",
            "table": "Tiger 1",
            "date": "2026-11-21",
            "game": self.game,
            "house": house,
            "roll": 0,
            "dealer": "M. Deal",
        }
        if self.chance(0.2):
            opening["backers"] = [
                {"name": "M. Angel", "share": 0.5},
                {"name": "B. Barrel", "share": 0.5},
            ]
        self.write(dict(opening))
        check = self.night.check
        self.lines.clear()
        self.interpreter = Interpreter()
        if roll is None:
            roll = check * self.random.choice([0, 20, 60, 120, 400, 4000, 20000, 20000, 20000])
        self.write(opening | {"roll": roll})
        if self.chance(0.1):
            self.write({"do": "void"})

    def seat(self, seats: int) -> None:
        """Seat the players and give them checks; now and then one sits down with nothing."""
        check = self.night.check
        for key in SEATS[:seats]:
            self.write({"do": "seat_player", "player": key, "name": key.title()})
            if self.chance(0.5):
                amount = check * self.random.choice([200, 1000, 2000])
                self.write({"do": "issue_marker", "player": key, "amount": amount})
            if self.chance(0.7):
                self.write(
                    {
                        "do": "buy_checks",
                        "player": key,
                        "amount": check * self.random.randint(20, 400),
                    }
                )
        if self.chance(0.1):
            for _ in range(self.random.randint(1, len(self.interpreter.courses_before) + 1)):
                self.write({"do": "void"})
        if not self.night.players:
            self.write({"do": "seat_player", "player": "red", "name": "Red"})

    def play_on(self) -> None:
        """Go on, step by step, until the night is closed."""
        while not self.night.closed:
            if len(self.lines) >= self.most_lines or self.chance(0.0005):
                self.closing = True
            if self.closing and self.close():
                break
            if self.chance(self.voids) and len(self.interpreter.courses_before) > 2:
                for _ in range(self.random.choice([1, 1, 1, 2, 3])):
                    self.write({"do": "void"})
            if self.amends and self.chance(self.amends):
                self.amend()
            if not any(player.seated for player in self.night.players.values()):
                self.write({"do": "seat_player", "player": "red", "name": "Red"})
            if self.chance(self.mischief):
                self.write(self.wrong_command())
            self.step()

    def amend(self) -> None:
        """Something is put right; what is dealt after that is what a pack can still hold."""
        if self.write(random_amend(self.random, self.interpreter)) is None and self.night.deal is not None:
            self.packs[self.night.deal_number] = pack_after(self.random, self.night.deal.exposed)

    def money(self) -> Command | None:
        """A dealing in money."""
        return random_money(self.random, self.night)

    def wrong_command(self) -> Command | None:
        """Something that is most often refused."""
        return random_mischief(self.random, self.night, self.new_key())

    def close(self) -> bool:
        """Rule what is disputed and close the night, or now and then leave it open."""
        if self.chance(0.05):
            return True
        for key in [key for key, is_open in self.night.open_disputes.items() if is_open]:
            self.write({"do": "rule_dispute", "dispute": key, "ruling": "stands", "reason": "it is late"})
        self.write({"do": "close_night"})
        if self.chance(0.2):
            after: list[Command] = [{"do": "void"}, {"do": "start_deal"}, {"do": "close_night"}]
            after.append({"do": "buy_checks", "player": next(iter(self.night.players)), "amount": 50})
            self.write(self.random.choice(after))
        return True

    def new_key(self) -> str:
        """A bet's key that was not used before."""
        self.bets_written += 1
        return f"b{self.bets_written}"

    def step(self) -> None:
        """One thing that fits the moment."""
        deal = self.night.deal
        if deal is None:
            self.between_deals()
        elif deal.finished:
            self.write(self.foul() if self.chance(0.05) else {"do": "end_deal"})
        elif deal.drawn_loser is not None:
            self.after_the_loser(deal)
        elif deal.betting and (deal.exposed or self.night.house.turns == 26 or self.chance(0.7)):
            self.between_turns(deal)
        elif not deal.exposed:
            self.write({"do": "expose_soda", "card": self.next_card(deal)})
        else:
            self.after_the_last_turn(deal)

    def between_deals(self) -> None:
        """Money changes hands, then a fresh pack or the end of the night."""
        if self.chance(0.5):
            self.write(self.money())
        elif self.night.deal_number >= self.most_deals:
            self.closing = True
        else:
            self.write({"do": "start_deal"})

    def between_turns(self, deal: Deal) -> None:
        """A bet, an order, a claim, money, or the next turn."""
        if self.night.broken and self.chance(0.15):
            self.write(raise_roll(self.random, self.night))
        if deal.turn == 24 and self.night.house.turns == 25 and self.chance(0.6):
            self.write(random_call(self.random, self.night, self.new_key()))
            return
        lot = self.random.random()
        if not deal.exposed and self.night.house.turns == 25:
            lot *= 0.8  # before the soda, where the house plays hockelty: some bets more
        if lot < 0.4:
            self.write(random_bet(self.random, self.night, self.new_key()))
        elif lot < 0.56:
            self.write(random_order(self.random, self.night) if self.night.bets else None)
        elif lot < 0.567:
            self.write(random_lift(self.random, self.night))
        elif lot < 0.62:
            self.write(random_claim(self.random, self.night))
        elif lot < 0.65:
            self.write(self.money())
        elif lot < 0.652:
            self.write(self.foul())
        elif not deal.exposed and self.night.house.turns == 25:
            self.write({"do": "expose_soda", "card": self.next_card(deal)})
        elif lot < 0.69:
            self.write_cards("draw_loser", deal)
        else:
            self.write_cards("turn", deal)

    def after_the_loser(self, deal: Deal) -> None:
        """Most often the winner comes; now and then somebody drops a late bet."""
        if self.chance(0.3):
            bet = random_bet(self.random, self.night, self.new_key())
            late = random_order(self.random, self.night) if self.night.bets and self.chance(0.5) else bet
            self.write(late)
        elif self.chance(0.05):
            self.write(self.money())
        else:
            self.write_cards("draw_winner", deal)

    def after_the_last_turn(self, deal: Deal) -> None:
        """The hock; now and then bets are taken down before it, or a bet or an order comes too late."""
        if self.chance(0.3):
            self.write(random_lift(self.random, self.night))
        elif self.chance(0.1):
            late = random_order(self.random, self.night) if self.night.bets and self.chance(0.5) else None
            self.write(late or random_bet(self.random, self.night, self.new_key()))
        elif self.chance(0.03):
            self.write(self.foul())
        else:
            self.write({"do": "expose_hock", "card": self.next_card(deal)})

    def foul(self) -> Command:
        """The deal is found foul."""
        return {"do": "void_deal", "reason": "foul"}

    def next_card(self, deal: Deal, after: int = 0) -> str:
        """A card that comes next from the pack of this deal, perhaps noted by its rank alone."""
        number = self.night.deal_number
        if number not in self.packs:
            pack = [rank + suit for rank in RANKS for suit in SUITS]
            self.random.shuffle(pack)
            self.packs[number] = pack
        card = self.packs[number][len(deal.exposed) + after]
        colors = any(bet.kind == "colors" for bet in self.night.bets.values())
        bare = self.bare_ranks * 0.2 if colors else self.bare_ranks
        return rank_of(card) if self.chance(bare) else card

    def write_cards(self, do: str, deal: Deal) -> None:
        """The next card or cards; where suits are needed, noted again with them."""
        bare_before = self.bare_ranks
        for _ in range(2):
            if do == "turn":
                code = self.write({"do": do, "loser": self.next_card(deal), "winner": self.next_card(deal, 1)})
            else:
                code = self.write({"do": do, "card": self.next_card(deal)})
            if code != "suit_needed":
                break
            self.bare_ranks = 0.0
        self.bare_ranks = bare_before
