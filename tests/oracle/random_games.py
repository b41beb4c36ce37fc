"""A seeded generator of nights of any games, and the seeds that reach the most with the fewest nights."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.oracle.basics import Command
from tests.oracle.matches import MatchTable
from tests.oracle.pharo import PharoTable
from tests.oracle.random_chip_games import NEXT, random_chip_mischief, random_start
from tests.oracle.random_commands import raise_roll, random_mischief
from tests.oracle.random_fan_tan import FanTanWriter
from tests.oracle.random_houses import random_houses
from tests.oracle.random_nights import SEATS, NightWriter
from tests.oracle.random_pharo import next_of_pharo, random_pharo_mischief
from tests.oracle.random_score_games import SCORE_GAMES, between_hands, random_score_mischief
from tests.oracle.script_player import OF_A_GAME, which_game

GAMES = ("faro", "fan_tan", "pharo", "farmer", "spoil_five", "five_in_one")
"""The games without bidding; their nights are as they were before there were others."""
WITH_BIDDING = ("frog", *SCORE_GAMES)
STRANGE = ("gently", "coppered", "paroli", "form", "turns", "win", "lose", "row", "parity")
OF_MATCHES = ("opener", "first", "out", "high_trump", "honours", "partners", "sides", "doubled")
MORE_SEATS = (*SEATS, "north", "east", "south", "west")


def random_night_of(
    game: str,
    seed: int,
    *,
    house: Any = None,
    rounds: int | None = None,
    mischief: float | None = None,
    voids: float = 0.015,
    amends: float = 0.0,
    most_lines: int = 600,
) -> list[dict[str, Any]]:
    """The lines of one random night of one game; the same seed and options give the same lines."""
    random = Random(f"{game} {seed}")
    if mischief is None:
        mischief = 0.1 if game == "pharo" else 0.3
    writer = GamesWriter(random, mischief, voids, amends, (game,))
    writer.most_lines = most_lines
    writer.most_rounds = rounds or random.choice([1, 2, 3, 4] if game == "pharo" else [3, 6, 10, 16])
    writer.write_night(random_houses(random, (game,)) if house is None else house)
    return writer.lines


def random_mixed_night(
    seed: int,
    *,
    games: tuple[str, ...] | None = None,
    mischief: float = 0.1,
    voids: float = 0.015,
    amends: float = 0.0,
    most_lines: int = 600,
) -> list[dict[str, Any]]:
    """The lines of one random night of several games, at least one of them none of Faro and Fan-Tan."""
    random = Random(f"mixed {seed}")
    if games is None:
        newer = random.choice(["pharo", "pharo", "farmer", "spoil_five", "five_in_one"])
        others = [game for game in GAMES if game != newer]
        chosen = [newer, *random.sample(others, random.choice([1, 1, 2, 3, 5]))]
        random.shuffle(chosen)
        games = tuple(chosen)
    writer = GamesWriter(random, mischief, voids, amends, games)
    writer.most_lines = most_lines
    writer.most_rounds = random.choice([3, 6, 10])
    writer.write_night(random_houses(random, games))
    return writer.lines


def random_night_with_bidding(seed: int, **options: Any) -> list[dict[str, Any]]:
    """The lines of one random night of several games, at least one of them Frog or a score game."""
    random = Random(f"with bidding {seed}")
    newer = random.choice(WITH_BIDDING)
    others = [game for game in (*GAMES, *WITH_BIDDING) if game != newer]
    chosen = [newer, *random.sample(others, random.choice([1, 1, 2, 3, 5]))]
    random.shuffle(chosen)
    return random_mixed_night(seed, games=tuple(chosen), **options)


def random_night_of_seats(seed: int, *games: str, **options: Any) -> list[dict[str, Any]]:
    """The lines of one random night in which players change seats, sit out, leave and come back between hands."""
    random = Random(f"seats {seed}")
    writer = SeatsWriter(random, options.get("mischief", 0.05), 0.03, options.get("amends", 0.0), games)
    writer.most_lines, writer.most_rounds = 300, 12
    writer.write_night(random_houses(random, games))
    return writer.lines


class GamesWriter(FanTanWriter):
    """Writes a night of any games; what is of Faro or of Fan-Tan it leaves to their writers."""

    def __init__(self, random: Random, mischief: float, voids: float, amends: float, games: tuple[str, ...]) -> None:
        super().__init__(random, mischief, voids, amends)
        self.games = games
        self.game = games[0] if len(games) == 1 and random.random() < 0.9 else list(games)
        self.intended: str | None = None
        self.bare_ranks = random.choice([0, 0, 0.1, 0.9])
        self.favour = random.choice([0.0, 0.3, 0.6, 0.85])  # how often the cards are as some punter wishes

    def write_night(self, house: Any) -> None:
        banks = {"faro", "pharo"} & set(self.games)
        if isinstance(self.game, list) and len(self.games) == 1:
            house = {self.games[0]: house}
        self.open(house, None if banks else 0)
        seats = self.random.choice([2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 11])
        self.seat(min(seats, len(SEATS)))
        for _ in range(seats - len(SEATS)):
            self.sit_down()
        self.play_on()

    def write(self, command: Command | None) -> str | None:
        """Add a line; where it would be taken for another game's than is meant, it most often names its game."""
        intended, self.intended = self.intended, None
        words = OF_A_GAME.get(intended or "", {})
        if command is not None and type(command.get("about")) is int and set(NEXT) & set(self.games):
            return None  # what a turn of a chip game is the rules do not say
        if command is not None and intended is not None and command["do"] in words and "game" not in command:
            other = which_game(self.night, command) != intended
            if self.chance(0.97 if other else 0.04):
                command = command | {"game": intended}
        return super().write(command if command is None else self.without_strange_arguments(command))

    def without_strange_arguments(self, command: Command) -> Command:
        """The command without what its game does not have: whether that is looked at the rules do not say for all.

        In a command of Faro or Fan-Tan whose bet or player is no text, they are nobody's.
        """
        word = command["do"]
        having = [game for game in self.games if word in OF_A_GAME[game]]
        if not having or command.get("game") not in (None, *having):
            return command
        game = which_game(self.night, command)
        if game in SCORE_GAMES:
            return command
        if game in self.night.tables:
            strange: tuple[str, ...] = {"show_bottom": STRANGE, "kill_hand": STRANGE}.get(
                word, (*STRANGE, "card", "why")
            )
            strange += OF_MATCHES if game == "frog" else (*OF_MATCHES, "players", "trump")
            return {name: value for name, value in command.items() if name not in strange}
        nobody = {"bet": "b0", "player": "nobody", "dealer": "nobody"}
        return {name: self.or_nobody(value, nobody.get(name)) for name, value in command.items()}

    @staticmethod
    def or_nobody(value: Any, nobody: str | None) -> Any:
        """An argument, or nobody where it should be a key and is no text."""
        return value if nobody is None or isinstance(value, str) else nobody

    def write_for(self, game: str, command: Command | None) -> str | None:
        """Write a command that is meant for a game."""
        self.intended = game
        return self.write(command)

    def step(self) -> None:
        """One thing that fits the moment."""
        on = self.night.game_on
        if on is None:
            self.between_games()
        elif self.chance(0.03):
            self.write(self.money())
        elif on == "faro":
            self.intended = "faro"
            NightWriter.step(self)
        elif on == "fan_tan":
            self.intended = "fan_tan"
            super().step()
        elif self.chance(0.02):
            self.sit_down()
        elif on == "pharo":
            self.in_a_deal()
        elif self.write_for(on, NEXT[on](self.random, self.night, self.night.tables[on])) == "not_enough_checks":
            self.buy_some()
        self.intended = None
        self.closing = self.closing or self.chance(0.001)

    def in_a_deal(self) -> None:
        """Something of Pharo."""
        if self.night.broken and self.chance(0.15):
            self.write(raise_roll(self.random, self.night))
            return
        table: Any = self.night.tables["pharo"]
        command = next_of_pharo(self.random, self.night, table, self.new_key(), self.favour, self.bare_ranks)
        self.write_for("pharo", command)

    def between_games(self) -> None:
        """Money changes hands, then a hand, a deal, or the end of the night."""
        seated = [key for key, player in self.night.players.items() if player.seated]
        if not seated:
            self.sit_down()
        elif self.chance(0.005):
            for key in seated:
                self.write({"do": "leave_table", "player": key})
            self.closing = True
        elif self.chance(0.35):
            self.write(self.money())
        elif self.rounds >= self.most_rounds:
            self.closing = True
        else:
            self.rounds += 1
            self.start(self.random.choice(self.games))

    def start(self, game: str) -> None:
        """A deal or a hand; who has not the ante buys, and where there are too few or too many some come or go."""
        if game in ("faro", "pharo"):
            self.write_for(game, {"do": "start_deal"})
            return
        if game in SCORE_GAMES:
            self.go_on_with_a_match(game)
            return
        if game == "fan_tan":
            seated = [key for key, player in self.night.players.items() if player.seated]
            self.intended = game
            self.start_a_hand(seated)
            return
        table: Any = self.night.tables[game]
        code = self.write_for(game, random_start(self.random, self.night, table))
        if code == "not_enough_checks":
            self.rounds -= self.chance(0.9)
            self.buy_some()
        elif code == "not_allowed_here":
            self.sit_down()

    def go_on_with_a_match(self, game: str) -> None:
        """A match, a hand of it, or its settling; who has not enough buys, and where there are too few some come."""
        table: Any = self.night.tables[game]
        command = between_hands(self.random, self.night, table)
        self.rounds -= command is None or command["do"] != "start_hand"
        if command is None:
            self.sit_down()
        elif self.write_for(game, command) == "not_enough_checks":
            self.buy_for_points(table)

    def buy_for_points(self, table: MatchTable) -> None:
        """The poorest of a match buys, most often enough for its points."""
        player = self.poorest(table.match.clockwise)
        do = "issue_marker" if self.chance(0.2) else "buy_checks"
        amount = max(self.night.checks) * self.random.choice([400, 4000, 40000])
        self.write({"do": do, "player": player, "amount": amount})

    def close(self) -> bool:
        """What was won is settled first, or now and then not."""
        for game in SCORE_GAMES:
            table = self.night.tables.get(game)
            while table is not None and table.awaits_settling and not self.chance(0.04):
                self.go_on_with_a_match(game)
        return super().close()

    def buy_some(self) -> None:
        """The poorest buy, or whoever wants to."""
        seated = [key for key, player in self.night.players.items() if player.seated]
        player = self.poorest(seated) if self.chance(0.8) else self.random.choice(seated)
        do = "issue_marker" if self.chance(0.2) else "buy_checks"
        most = max(self.night.checks)
        self.write({"do": do, "player": player, "amount": most * self.random.choice([2, 10, 40, 100])})

    def sit_down(self) -> None:
        """Somebody sits down, most often with checks."""
        free = [key for key in MORE_SEATS if key not in self.night.players or not self.night.players[key].seated]
        if free:
            key = self.random.choice(free)
            known = self.night.players.get(key)
            self.write({"do": "seat_player", "player": key, "name": known.name if known else key.title()})
            if self.chance(0.8):
                amount = max(self.night.checks) * self.random.choice([2, 10, 40])
                self.write({"do": "buy_checks", "player": key, "amount": amount})

    def wrong_command(self) -> Command | None:
        """Something that is most often refused, of the game that is on or of another, perhaps one that it names."""
        on = self.night.game_on
        game = on if on is not None and self.chance(0.8) else self.random.choice(self.games)
        command: Command | None
        if game == "faro":
            command = random_mischief(self.random, self.night, self.new_key())
        elif game == "fan_tan":
            command = super().wrong_command()
        elif game == "pharo":
            table: Any = self.night.tables["pharo"]
            assert isinstance(table, PharoTable)
            command = random_pharo_mischief(self.random, self.night, table, self.new_key())
        elif game in SCORE_GAMES:
            command = random_score_mischief(self.random, self.night, game)
        else:
            command = random_chip_mischief(self.random, self.night, game)
        if command is not None and any(command["do"] in words for words in OF_A_GAME.values()):
            # Whether a bet that lies at another table than the word is for lies at all the rules leave open.
            may_be_misnamed = "bet" not in command or not {"faro", "pharo"} <= set(self.games)
            if self.chance(0.1) and may_be_misnamed:
                games = (*GAMES, *WITH_BIDDING) if set(WITH_BIDDING) & set(self.games) else GAMES
                command = command | {"game": self.random.choice([*games, "snap", 7, None])}
            elif self.chance(0.8) and command["do"] in OF_A_GAME[game]:
                self.intended = game
        return command


class SeatsWriter(GamesWriter):
    """Writes a night in which seats change: somebody is seated among the others, moves, sits out, or leaves."""

    def step(self) -> None:
        """Most often one thing that fits the moment, else something about a seat."""
        if self.chance(0.4 if self.night.game_on is None else 0.04):
            self.write(self.about_a_seat())
        super().step()

    def about_a_seat(self) -> Command:
        """A seat is taken, moved or left, or its player sits out or in; now and then what cannot be."""
        night, known = self.night, list(self.night.players)
        seated = [key for key in known if night.players[key].seated]
        somebody = self.random.choice([*known, *known, *known, "nobody"])
        places = [*seated, *seated, *seated, *seated, "", "", "", "", "nobody", 7, *known]
        lot = self.random.random()
        if lot < 0.3:
            command: Command = {"do": "move_seat", "player": somebody, "after": self.random.choice(places)}
            return {"do": "move_seat", "player": somebody} if self.chance(0.03) else command
        if lot < 0.75:
            return {"do": "sit_out" if lot < 0.5 else "sit_in", "player": somebody}
        if lot < 0.85 and len(seated) > 2:
            return {"do": "leave_table", "player": self.random.choice(seated)}
        free = [key for key in MORE_SEATS if key not in seated]
        player = self.random.choice(free or seated)
        name = night.players[player].name if player in night.players else player.title()
        command = {"do": "seat_player", "player": player, "name": name}
        return command | ({"after": self.random.choice(places)} if self.chance(0.8) else {})


# fmt: off
FARO_SEEDS = (
    0, 2, 3, 8, 10, 27, 28, 31, 38, 44, 49, 63, 73, 74, 78, 80, 82, 91,
    97, 103, 108, 109, 117, 129, 147, 157, 170, 178, 191, 192, 200, 206, 215,
)
FAN_TAN_SEEDS = (
    0, 1, 6, 11, 16, 23, 25, 26, 28, 30, 32, 49, 53, 68, 80, 83,
    90, 105, 119, 141, 159, 180, 390,
)
# fmt: on
SEEDS_OF_BOTH = (2, 15, 25, 35)

# fmt: off
SEEDS_WITH_BIDDING: dict[str, tuple[int, ...]] = {
    "frog": (15, 43, 45, 63, 105, 108, 121, 153, 178, 196, 216, 247),
    "five_hundred": (
        0, 13, 29, 30, 51, 71, 77, 79, 85, 116, 122, 127, 128, 129, 137,
        138, 145, 162, 163, 171, 179, 181, 193, 211, 239, 260, 266, 288, 289, 291,
    ),
    "forty_five": (
        1, 16, 44, 57, 83, 86, 91, 93, 118, 130, 143, 147, 174, 211, 227, 233, 241, 251, 267, 282, 291, 299,
    ),
    "auction_forty_five": (
        5, 23, 24, 29, 41, 42, 49, 62, 64, 65, 80, 99, 114, 129, 142, 195, 209, 229, 239, 289,
    ),
    "hasenpfeffer": (
        4, 27, 32, 35, 36, 54, 73, 75, 119, 122, 153, 160, 165, 179, 215, 250, 258, 265, 267, 272, 273, 286,
    ),
    "big_three": (
        4, 8, 44, 47, 59, 84, 87, 108, 119, 134, 135, 147, 165, 167, 187, 218, 219, 232, 243, 259, 264, 272, 288,
    ),
    "four_deal_bridge": (
        2, 19, 32, 41, 51, 56, 58, 73, 78, 91, 103, 109, 140,
        143, 160, 163, 179, 211, 216, 219, 232, 242, 248, 291, 299,
    ),
}
# fmt: on
"""Of the seeds 0 to 299 of each, these nights go through every line of its rules, every way from one line to the next,
every kind of event, bid and refusal that all of them go through."""


def nights_with_bidding(game: str) -> Iterator[list[dict[str, Any]]]:
    """The nights of a game with bidding that these seeds make; in every other one commands are put right."""
    for seed in SEEDS_WITH_BIDDING[game]:
        yield random_night_of(game, seed, amends=0.08 * (seed % 2), most_lines=250)
