"""A seeded generator of whole Faro nights, mostly legal, and of commands put right at random."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.basics import RANKS, SUITS, Command, Refusal, rank_of, suit_of
from tests.oracle.random_chip_games import NEXT
from tests.oracle.random_commands import (
    living_place,
    raise_roll,
    random_bet,
    random_call,
    random_claim,
    random_lift,
    random_mischief,
    random_money,
    random_order,
)
from tests.oracle.random_houses import random_house
from tests.oracle.random_pharo import cards_left, random_place
from tests.oracle.script_player import OF_A_GAME, RULES, STARTS, Interpreter, changed
from tests.oracle.state import Deal, Night

PLACE_WORDS = ("kind", "ranks", "win", "lose", "row", "parity", "card")


def random_amend(random: Random, interpreter: Interpreter) -> Command | None:
    """A command that puts another right, with the drop that it needs; now and then a wrong one."""
    night, course = interpreter.night, interpreter.course
    assert night is not None
    if random.random() < 0.12 or night.game_on is None:
        return wrong_amend(random, interpreter)
    began = max(at for at, (_, command) in enumerate(course) if command["do"] in STARTS)
    # Most often something of late: the whole deal given again gives the same events again and again.
    place = max(random.randint(began, len(course) - 1) for _ in range(2))
    ident, command = course[place]
    before = RULES.played(course[:place])
    instead = None if random.random() < 0.15 else put_right(random, before, dict(command))
    try:
        _, drop = changed(course, place, instead, RULES)
    except Refusal:
        drop = []
    if random.random() < 0.08:
        drop = drop[1:] if drop and random.random() < 0.7 else [*drop, random.choice(course)[0]]
    return {"do": "amend", "command": ident, "instead": instead, "drop": drop}


def wrong_amend(random: Random, interpreter: Interpreter) -> Command:
    """One that names nothing that stands, what came before, or that does not read."""
    named = random.choice(["nobody", random.choice(interpreter.course)[0], 7, "", interpreter.course[0][0]])
    instead = random.choice([None, {"do": "void"}, {"do": "nonsense"}, {"do": "start_deal"}, {}, "struck"])
    amend: Command = {"do": "amend", "command": named, "instead": instead, "drop": random.choice([[], [], ["x"], 3])}
    if random.random() < 0.2:
        del amend[random.choice(["command", "instead", "drop"])]
    return amend


def put_right(random: Random, night: Night, command: Command) -> Command:
    """What might have been meant instead of a command, before which the night stood so."""
    game = night.game_on or command.get("game", night.last_game)
    if game in night.tables and command["do"] in OF_A_GAME[game]:
        return put_right_at(game, random, night, command)
    match command["do"]:
        case "turn":
            if random.random() < 0.3:
                return command | {"loser": command["winner"], "winner": command["loser"]}
            return command | {random.choice(["loser", "winner"]): other_card(random, night)}
        case "draw_loser" | "draw_winner" | "expose_soda" | "expose_hock":
            return command | {"card": other_card(random, night)}
        case "place_bet" if random.random() < 0.4:
            place = living_place(random, night)
            return {key: value for key, value in command.items() if key not in PLACE_WORDS} | place
        case "place_bet" | "buy_checks" | "issue_marker" | "cash_in" | "tip" | "call_turn" if random.random() < 0.5:
            return command | {"player": random.choice(list(night.players))}
        case "place_bet" | "call_turn":
            return command | {"stake": command["stake"] * random.choice([2, 3]) if other_is_int(command) else 25}
        case "copper_bet" | "uncopper_bet" | "bar_bet" | "half_goes" | "take_down_bet" if night.bets:
            return command | {"bet": random.choice(list(night.bets))}
        case "seat_player":
            return command | {"name": f"{command['name']} the younger"}
        case "start_hand":
            return command | {"dealer": random.choice(list(night.players))}
        case "lay" | "pass" if night.hand is not None:
            return other_turn(random, night, command)
        case _ if "amount" in command:
            return command | {"amount": night.check * random.randint(1, 400)}
    return command


def other_is_int(command: Command) -> bool:
    """Whether the stake can be multiplied."""
    return type(command["stake"]) is int


def other_card(random: Random, night: Night) -> str:
    """A card that has most often not been shown yet."""
    shown = night.deal.exposed if night.deal is not None else []
    left = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in shown]
    return random.choice(left) if random.random() < 0.9 else random.choice([*shown, "Q", "7"])


def other_turn(random: Random, night: Night, command: Command) -> Command:
    """Another card laid by the same player, or a pass."""
    assert night.hand is not None
    if command["do"] == "lay" and random.random() < 0.4:
        return {"do": "pass", "player": command["player"]}
    cards = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in night.hand.lying]
    near = [card for card in cards if rank_of(card) in ("5", "6", "7", "8", "9")]
    return {"do": "lay", "player": command["player"], "card": random.choice(near or cards)}


def pack_after(random: Random, exposed: list[str]) -> list[str]:
    """A pack of which these cards are out, in this order; which suits the bare ranks had is drawn by lot."""
    left: list[str] = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in exposed]
    random.shuffle(left)
    for card in exposed:
        if suit_of(card) is None:
            left.remove(next(one for one in left if rank_of(one) == card))
    return [*exposed, *left]


DECISIONS = ("paix", "paroli", "take_win", "pli", "mask_bet", "unmask_bet", "take_down_bet")


def put_right_at(game: str, random: Random, night: Night, command: Command) -> Command:
    """Another command for one of a game, before which the night stood so."""
    table: Any = night.tables[game]
    if game == "pharo":
        return put_right_at_pharo(random, table, command)
    if table.hand is None or random.random() < 0.2:
        begins = next((name for name in ("dealer", "opener") if name in command), None)
        return command if begins is None else command | {begins: random.choice(list(night.players))}
    other = NEXT[game](random, night, table)
    return other | {"player": command["player"]} if "player" in command and "player" in other else other


def put_right_at_pharo(random: Random, table: Any, command: Command) -> Command:
    """Another card, place, stake or decision."""
    if command["do"] in ("coup", "show_bottom"):
        if command["do"] == "coup" and random.random() < 0.4:
            return command | {"bank": command["punters"], "punters": command["bank"]}
        argument = random.choice([name for name in ("bank", "punters", "card") if name in command])
        return command | {argument: random.choice(cards_left(table) or ["Q"])}
    if command["do"] in ("place_bet", "move_bet") and random.random() < 0.5:
        return command | random_place(random, table)
    if command["do"] == "place_bet":
        return command | {"stake": command["stake"] * random.choice([2, 3])}
    if command["do"] in DECISIONS:
        bets = [command["bet"], *table.bets]
        return {"do": random.choice(DECISIONS), "bet": random.choice(bets)}
    return command


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
        assert self.interpreter.night is not None
        return self.interpreter.night

    def chance(self, probability: float) -> bool:
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
