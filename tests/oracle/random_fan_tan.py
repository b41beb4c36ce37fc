"""A seeded generator of nights of Fan-Tan, alone or beside Faro, and commands of it that are wrong on purpose."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.basics import RANKS, SUITS, Command, House, rank_of
from tests.oracle.fan_tan import next_dealer
from tests.oracle.fan_tan_hand import Hand, WrongPass, fits, openers
from tests.oracle.random_commands import random_mischief, random_money, seated_players, wrong_money
from tests.oracle.random_houses import random_fan_tan_house, random_house_of_both
from tests.oracle.random_nights import SEATS, NightWriter
from tests.oracle.state import Night

PACK = [rank + suit for suit in SUITS for rank in RANKS]
WRONG_CARDS: tuple[dict[str, Any], ...] = (
    {},
    {"card": "7"},
    {"card": "1s"},
    {"card": 7},
    {"card": None},
    {"card": "7D"},
    {"card": ""},
    {"card": ["7d"]},
    {"cards": "7d"},
    {"cards": []},
    {"cards": ["7d", "7d"]},
    {"cards": ["7", "7"]},
    {"cards": ["7"]},
    {"cards": ["7s", "7"]},
    {"cards": ["7s", "8s"]},
    {"cards": ["6h", "8h"]},
    {"cards": ["8s", "10s"]},
    {"cards": ["8s", "8h"]},
    {"cards": ["5s", "9h"]},
    {"cards": ["7s", 7]},
    {"cards": ["7s", "Xs"]},
    {"card": "7s", "cards": ["7s"]},
    {"card": "7s", "gently": True},
)
OF_THE_HAND: tuple[Command, ...] = (
    {"do": "end_hand"},
    {"do": "settle_hand"},
    {"do": "end_hand", "why": "late"},
    {"do": "settle_hand", "why": "late"},
    {"do": "start_hand", "dealer": "nobody"},
    {"do": "shuffle_up"},
)


def anybody(random: Random, night: Night) -> str:
    """Somebody at the table, most often the one on turn; now and then nobody."""
    lot = random.random()
    if lot < 0.05:
        return "nobody"
    if lot < 0.55 and night.hand is not None:
        return night.hand.on_turn
    return random.choice([*seated_players(night), *night.players])


def wrong_lay(random: Random, night: Night) -> Command:
    """A card that does not read, lies already, does not fit, or comes from the wrong player."""
    lay: Command = {"do": "lay", "player": anybody(random, night)}
    lot = random.random()
    if lot < 0.4:
        return lay | random.choice(WRONG_CARDS)
    if lot < 0.6 and night.hand is not None and night.hand.lying:
        cards = random.sample(night.hand.lying, min(len(night.hand.lying), random.choice([1, 1, 2])))
        return lay | ({"card": cards[0]} if len(cards) == 1 else {"cards": cards})
    if lot < 0.75:
        return lay | {"cards": random.sample(["7s", "7h", "7d", "7c"], random.randint(2, 4))}
    if lot < 0.8:
        return lay | {"cards": random.sample(PACK, 2)}
    return lay | {"card": random.choice(PACK)}


def wrong_showing(random: Random, night: Night) -> Command:
    """A hand that is not the player's, of the wrong size, or shown at the wrong time."""
    show: Command = {"do": "show_hand", "player": anybody(random, night)}
    wrongs: list[Any] = ["Ks", ["Ks", "Ks"], ["K", "K"], ["K"], ["1s"], [], [7], random.sample(PACK, 3)]
    hand = night.hand
    if hand is not None and show["player"] in hand.players:
        left = hand.cards_left(show["player"])
        free = [card for card in PACK if card not in hand.lying]
        if left:
            wrongs += [random.sample(free, left), random.sample(PACK, left), ["Q", *random.sample(free, left - 1)]]
    if random.random() < 0.1:
        return show if random.random() < 0.5 else show | {"cards": random.choice(wrongs), "gently": True}
    return show | {"cards": random.choice(wrongs)}


def wrong_penalty(random: Random, hand: Hand, player: str) -> Command:
    """A penalty that is paid, that is another's, or that nobody listed."""
    taken: list[Any] = [wrong.turn for wrong in hand.wrong_passes if wrong.taken]
    turn = random.choice([0, 1, True, "1", None, random.randint(1, 99), *taken, *taken, *taken])
    payers = [wrong.player for wrong in hand.wrong_passes if wrong.turn == turn and type(turn) is int]
    if payers and random.random() < 0.7:
        player = payers[0]
    command: Command = {"do": "take_penalty", "player": player, "turn": turn}
    return command if random.random() < 0.95 else {"do": "take_penalty", "player": player}


def wrong_about(random: Random, night: Night) -> Command:
    """A dispute about a bet or a turn that never was, or one under a key that is used."""
    raised = sorted(night.open_disputes)
    about: Any
    if raised and night.turns_of_the_hand and random.random() < 0.2:
        key, about = random.choice(raised), 1
    else:
        key = f"x{len(raised)}"
        about = random.choice([0, -1, True, 1.5, None, "b0", night.turns_of_the_hand + 1, [1]])
    return {"do": "raise_dispute", "dispute": key, "player": anybody(random, night), "about": about, "claim": "mine"}


def of_another_game(random: Random, night: Night) -> Command | None:
    """A command of Faro in a night of Fan-Tan alone, or a deal in mid-hand."""
    if "faro" in night.games:
        return None if night.hand is None else {"do": "start_deal"}
    player = random.choice(seated_players(night))
    bet: Command = {"do": "place_bet", "bet": "b1", "player": player, "kind": "single", "ranks": ["Q"], "stake": 25}
    return random.choice([{"do": "start_deal"}, {"do": "expose_soda", "card": "Qs"}, bet])


def random_fan_tan_mischief(random: Random, night: Night) -> Command | None:
    """One wrong command (now and then it turns out to be right)."""
    player = anybody(random, night)
    choice = random.randrange(13)
    hand = night.hand
    if hand is not None and hand.ended and choice % 2:
        return wrong_penalty(random, hand, player)
    if hand is not None and not hand.ended and (hand.dead or hand.out is not None) and choice % 2:
        return wrong_showing(random, night)
    if choice < 4:
        return wrong_lay(random, night)
    if choice < 6:
        return wrong_showing(random, night)
    if choice == 6:
        passing: Command = {"do": "pass", "player": random.choice([*seated_players(night), player])}
        return passing if random.random() < 0.9 else passing | {"card": "7s"}
    if choice == 7 and hand is not None:
        return wrong_penalty(random, hand, player)
    if choice == 8:
        if hand is None or random.random() < 0.5:
            return wrong_about(random, night)
        return {"do": "leave_table", "player": random.choice(hand.players)}
    if choice == 9:
        return of_another_game(random, night)
    if choice == 10:
        return wrong_money(random, night)
    if choice == 11 and (hand is not None or night.deal is not None):
        return {"do": "start_hand", "dealer": player}
    return dict(random.choice(OF_THE_HAND))


SEATS_AT_FAN_TAN = (3, 3, 4, 4, 5, 6, 7, 8, 3, 4, 5, 6, 7, 8, 2, 9)


def random_fan_tan_night(
    seed: int,
    *,
    house: dict[str, Any] | str | None = None,
    hands: int | None = None,
    seats: int | None = None,
    mischief: float = 0.08,
    voids: float = 0.01,
    amends: float = 0.0,
    most_lines: int = 900,
) -> list[dict[str, Any]]:
    """The lines of one random Fan-Tan night; the same seed and options give the same lines."""
    random = Random(f"fan-tan {seed}")
    writer = FanTanWriter(random, mischief, voids, amends)
    # A list of one game is that game.
    writer.game = ["fan_tan"] if isinstance(house, str) and random.random() < 0.05 else "fan_tan"
    writer.most_rounds = hands or random.choice([1, 1, 2, 2, 3, 4])
    writer.most_lines = most_lines
    writer.open(random_fan_tan_house(random) if house is None else house, None)
    writer.seat(seats or random.choice(SEATS_AT_FAN_TAN))
    writer.play_on()
    return writer.lines


def random_night_of_both(
    seed: int,
    *,
    rounds: int | None = None,
    mischief: float = 0.08,
    voids: float = 0.01,
    amends: float = 0.0,
    most_lines: int = 900,
) -> list[dict[str, Any]]:
    """The lines of one random night that changes between Faro and Fan-Tan."""
    random = Random(f"both {seed}")
    writer = FanTanWriter(random, mischief, voids, amends)
    writer.game = random.choice([["faro", "fan_tan"], ["fan_tan", "faro"]])
    writer.most_rounds = rounds or random.choice([2, 3, 4])
    writer.bare_ranks = random.choice([0, 0, 0.1, 0.9])
    writer.most_lines = most_lines
    writer.open(random_house_of_both(random), None)
    writer.seat(random.choice([2, 3, 3, 4, 4, 5, 6, 8]))
    writer.play_on()
    return writer.lines


class FanTanWriter(NightWriter):
    """Writes a night with hands of Fan-Tan; deals of Faro it leaves to the Faro writer."""

    def __init__(self, random: Random, mischief: float, voids: float, amends: float = 0.0) -> None:
        super().__init__(random, mischief, voids, amends)
        self.most_rounds = 1
        self.rounds = 0
        self.deals: dict[tuple[int, tuple[str, ...]], dict[str, list[str]]] = {}
        self.careless = random.choice([0.0, 0.03, 0.1, 0.3])  # how often a player passes wrongly
        self.greedy = random.choice([0.0, 0.2, 0.7])  # how often an opener is kept back
        self.strict = random.choice([0.2, 0.8, 1.0])  # how often a penalty is taken

    @property
    def house(self) -> House:
        """The Fan-Tan rules of the night."""
        assert self.night.fan_tan_house is not None
        return self.night.fan_tan_house

    def held(self, hand: Hand, player: str) -> list[str]:
        """The cards that a player really has in their hand."""
        key = (hand.number, tuple(hand.players))
        if key not in self.deals:
            pack = [rank + suit for suit in SUITS for rank in RANKS]
            self.random.shuffle(pack)
            places = range(len(hand.players))
            self.deals[key] = {hand.players[place]: pack[place :: len(hand.players)] for place in places}
        return [card for card in self.deals[key].get(player, []) if card not in hand.lying]

    def wrong_command(self) -> Command | None:
        """Something that is most often refused; never a card that its player does not hold."""
        if "faro" in self.night.games and self.chance(0.5):
            return random_mischief(self.random, self.night, self.new_key())
        command = random_fan_tan_mischief(self.random, self.night)
        hand = self.night.hand
        if hand is None or command is None or command["do"] != "lay":
            return command
        cards = command["cards"] if "cards" in command else [command.get("card")]
        if not isinstance(cards, list) or not all(isinstance(card, str) and card[-1:] in SUITS for card in cards):
            return command
        player = command.get("player")
        could_be_laid = all(card[:-1] in RANKS and fits(card, hand.lying, self.house) for card in cards)
        really_held = isinstance(player, str) and set(cards) <= set(self.held(hand, player))
        return None if could_be_laid and not really_held else command

    def money(self) -> Command | None:
        """A dealing in money; never a second lender, whose turn to be repaid at the close the rules leave open."""
        command = random_money(self.random, self.night)
        if command is not None and command["do"] == "lend_stake":
            lenders = {loan.lender for loan in self.night.loans if loan.borrower == command["borrower"]}
            return command if lenders <= {command["lender"]} else None
        return command

    def step(self) -> None:
        """One thing that fits the moment."""
        if self.night.deal is not None:
            super().step()
        elif self.night.hand is None:
            self.between_games()
        elif self.chance(0.04):
            self.write(self.money())
        elif self.chance(0.01):
            self.sit_down_in_mid_hand()
        else:
            self.closing = self.closing or self.chance(0.0008)
            self.in_a_hand(self.night.hand)

    def between_games(self) -> None:
        """Money changes hands, then a hand, a deal, or the end of the night."""
        seated = seated_players(self.night)
        if self.night.pot and self.chance(0.03):
            for player in seated:
                self.write({"do": "leave_table", "player": player})
            self.write({"do": "close_night"})
        elif self.chance(0.4):
            self.write(self.money())
        elif self.rounds >= self.most_rounds:
            self.closing = True
        elif "faro" in self.night.games and self.chance(0.5):
            self.rounds += 1
            self.write({"do": "start_deal"})
        else:
            self.start_a_hand(seated)

    def start_a_hand(self, seated: list[str]) -> None:
        """The next hand; who has not the ante buys."""
        dealer = self.random.choice(seated)
        if self.house.deal_moves and self.night.last_dealer is not None and self.chance(0.9):
            dealer = next_dealer(self.night, self.night.last_dealer)
        code = self.write({"do": "start_hand", "dealer": dealer})
        if code == "not_enough_checks":
            self.buy(self.poorest(seated))
            return
        self.rounds += 1
        if code == "not_allowed_here":
            free = [key for key in ("north", "east", "south") if key not in self.night.players]
            if len(seated) > 8:
                self.write({"do": "leave_table", "player": self.random.choice(seated)})
            for key in free if len(seated) < 3 else []:
                self.write({"do": "seat_player", "player": key, "name": key.title()})
                self.buy(key)

    def poorest(self, players: list[str]) -> str:
        """Who has the fewest checks."""
        return min(players, key=lambda player: self.night.players[player].checks)

    def buy(self, player: str) -> None:
        """Somebody buys chips, or takes them on a marker."""
        amount = self.house.chip * self.random.choice([3, 40, 40, 100, 300])
        do = "issue_marker" if self.chance(0.2) else "buy_checks"
        self.write({"do": do, "player": player, "amount": amount})

    def sit_down_in_mid_hand(self) -> None:
        """Somebody sits down who plays only from the next hand on; most often they buy, sometimes they cannot wait."""
        free = [key for key in SEATS if key not in seated_players(self.night)]
        if free:
            player = self.random.choice(free)
            self.write({"do": "seat_player", "player": player, "name": player.title()})
            self.buy(player)
            if self.chance(0.4):
                impatience: list[Command] = [
                    {"do": "lay", "card": "7s"},
                    {"do": "pass"},
                    {"do": "show_hand", "cards": []},
                ]
                self.write({**self.random.choice(impatience), "player": player})

    def in_a_hand(self, hand: Hand) -> None:
        """A turn, a hand shown, the end, a penalty, or the pot."""
        if hand.ended:
            self.after_the_end(hand)
        elif hand.out is not None:
            self.show_or_end(hand)
        elif hand.dead and self.chance(0.4):
            lot = self.random.random()
            self.write({"do": "end_hand"} if lot < 0.4 else self.showing(hand, self.random.choice(hand.players)))
        else:
            self.take_turn(hand)

    def take_turn(self, hand: Hand) -> None:
        """Who is on turn lays or passes, as they should or not."""
        player = hand.on_turn
        if not hand.lying and self.house.first != "dealer_left" and self.chance(0.5):
            player = next(one for one in hand.players if self.house.first in self.held(hand, one))
        cards = [card for card in self.held(hand, player) if fits(card, hand.lying, self.house)]
        nobody_opens = not hand.lying and hand.number % 7 in self.dead_numbers and self.chance(0.97)
        opening = [card for card in cards if rank_of(card) in openers(hand.lying, self.house)]
        others = [card for card in cards if card not in opening]
        keeps_back = not others and self.chance(self.greedy * 0.5)
        if not cards or nobody_opens or keeps_back or self.chance(self.careless):
            self.write_paid({"do": "pass", "player": hand.on_turn}, hand.on_turn)
            return
        if others and self.chance(self.greedy):
            cards = others
        card = self.random.choice(cards)
        together = [other for other in opening if rank_of(other) == rank_of(card)]
        if card in opening and len(together) > 1 and self.chance(0.6 if self.house.several_openers else 0.05):
            self.write({"do": "lay", "player": player, "cards": together})
        elif self.chance(0.4 if self.house.several_cards else 0.02) and self.lays_a_run(hand, player, card):
            pass
        elif self.chance(0.05):
            self.write({"do": "lay", "player": player, "cards": [card]})
        else:
            self.write({"do": "lay", "player": player, "card": card})

    def lays_a_run(self, hand: Hand, player: str, card: str) -> bool:
        """Whether a player lays a card with others of its suit that they hold, up or down or both."""
        run = [card]
        held = [one for one in self.held(hand, player) if one[-1] == card[-1] and one != card]
        for other in [*held, *held, *held]:
            if other not in run and fits(other, [*hand.lying, *run], self.house) and self.chance(0.8):
                run.append(other)
        if len(run) < 2:
            return False
        self.random.shuffle(run)
        self.write({"do": "lay", "player": player, "cards": run})
        return True

    @property
    def dead_numbers(self) -> tuple[int, ...]:
        """The hands of this night in which nobody opens."""
        if self.careless == 0.3:
            return (1, 2)
        return (3,) if self.careless else ()

    def write_paid(self, command: Command, payer: str) -> None:
        """Write a command that costs chips; who has not enough most often buys."""
        if self.write(command) == "not_enough_checks" and self.chance(0.95):
            self.buy(payer)

    def showing(self, hand: Hand, player: str) -> Command:
        """A player shows what they hold."""
        cards = self.held(hand, player)
        self.random.shuffle(cards)
        return {"do": "show_hand", "player": player, "cards": cards}

    def show_or_end(self, hand: Hand) -> None:
        """Those who are not out show; when all have, the hand ends."""
        to_show = [one for one in hand.players if set(hand.shown.get(one, [])) != set(self.held(hand, one))]
        if to_show and not self.chance(0.02):
            self.write(self.showing(hand, self.random.choice(to_show)))
        else:
            self.write({"do": "end_hand"})

    def after_the_end(self, hand: Hand) -> None:
        """Penalties are taken or not, then the pot is paid."""
        self.closing = self.closing or self.chance(0.01)
        open_ones = [wrong for wrong in hand.wrong_passes if not wrong.taken]
        if open_ones and self.chance(self.strict):
            self.take_penalty(self.random.choice(open_ones))
        elif self.write({"do": "settle_hand"}) == "not_enough_checks":
            self.buy(self.poorest([player for player in hand.players if player != hand.out]))

    def take_penalty(self, wrong: WrongPass) -> None:
        """A wrong pass is paid for."""
        command = {"do": "take_penalty", "player": wrong.player, "turn": wrong.turn}
        self.write_paid(command, wrong.player)
