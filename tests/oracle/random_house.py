"""A seeded generator of scripts of a house: several nights, cards, staff and a cage, with many commands refused."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracle.basics import Command
from tests.oracle.house import LANGUAGES, ROLES, SLIPS, HouseInterpreter, is_of_the_house
from tests.oracle.house_night import AT_A_NIGHT, NightOfTheHouse, NightRecord
from tests.oracle.random_games import WITH_BIDDING
from tests.oracle.random_house_nights import DEALERS, NAMES, WRONG_AMOUNTS, TableWriter
from tests.oracle.random_houses import random_house, random_houses
from tests.oracle.script_player import OF_A_GAME, WORDS

STAFF = ("Ann Oakley", "Fred Floor", "M. Earp", "J. Deal", "Cass Box", "Al Audit", "Olive Own")
FIRST_ROLES = {
    "Fred Floor": ["floor"],
    "M. Earp": ["dealer"],
    "J. Deal": ["dealer"],
    "Cass Box": ["cage"],
    "Al Audit": ["auditor"],
    "Olive Own": ["owner", "cage"],
}
LABELS = ("front", "back", "late", "Hinterzimmer", "2", "3")
SECONDED = ("issue_marker", "raise_roll", "rule_dispute", "count_drawer", "write_off")
OUTSIDE_A_COURSE = (*SLIPS, "open_night", "void", "amend", "void_slip", "count_drawer")
"""Commands of a night that do not stand in its course, or begin it."""


def random_house_script(seed: int, *, most_lines: int | None = None) -> list[dict[str, Any]]:
    """The lines of a random script of a house; the same seed gives the same lines."""
    writer = HouseWriter(Random(f"house {seed}"))
    writer.write_script(most_lines or writer.random.choice([150, 250, 350, 450]))
    return writer.lines


def changes_nothing(command: Command) -> bool:
    """Whether a change of a card has no change: if that is refused is left open."""
    changes = {key: value for key, value in command.items() if key not in ("do", "card")}
    return not any(value is not None or key == "credit_limit" for key, value in changes.items())


class HouseWriter:
    """Writes a script of a house line by line, carrying each line out to know how the house stands."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[dict[str, Any]] = []
        self.house = HouseInterpreter()
        self.tables: list[TableWriter] = []
        self.most_nights = random.choice([2, 2, 3, 3, 4])
        self.words_of_play = {"seat_player", "buy_checks"}.union(*OF_A_GAME.values())
        self.staffed = random.random() < 0.75

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def write(self, command: Command | None) -> str | None:
        """Add a line and carry it out; the code of the refusal, if it is refused."""
        if command is None:
            return None
        self.lines.append({"id": f"line {len(self.lines) + 1}", **command} if self.chance(0.9) else command)
        return self.house.carry_out(self.lines[-1], len(self.lines))

    def write_at(self, record: NightRecord, command: Command, *, wrong: float = 0.2) -> str | None:
        """Write a command for a night, with its label where that is needed, and with who gives it."""
        if not is_of_the_house(command):
            command = self.labelled(record, command)
        return self.write(self.signed(command, record.night, wrong))

    def labelled(self, record: NightRecord, command: Command) -> Command:
        last = list(self.house.records.values())[-1]
        if self.chance(0.005):
            return command | {"night": "nowhere"}
        if record is last and self.chance(0.6):
            return command | ({"night": None} if self.chance(0.02) else {})
        return command | {"night": record.label}

    def signed(self, command: Command, night: NightOfTheHouse | None, wrong: float = 0.2) -> Command:
        """The command with who gives it, most often somebody who may, and who confirms it."""
        word = command["do"]
        if not is_of_the_house(command) and word not in (*WORDS, *AT_A_NIGHT, *OUTSIDE_A_COURSE):
            return command  # who may give a command that nobody knows the rules leave open
        if not self.house.staff or self.chance(0.2):
            who = None
        else:
            able = [name for name in self.house.staff if self.house.may(name, command, night)]
            anybody = list(self.house.staff)
            who = self.random.choice(able) if able and not self.chance(wrong) else self.random.choice(anybody)
        if self.chance(0.005):
            who = "Nobody"
        command = command | ({} if who is None else {"who": who})
        if command["do"] in SECONDED or command.get("form") == "marker" or self.chance(0.02):
            command |= self.confirmed(command, night, who)
        return command

    def confirmed(self, command: Command, night: NightOfTheHouse | None, who: str | None) -> Command:
        """Nobody, or a second staff member, most often one who will do where one is needed."""
        if not self.house.staff:
            return {"second": "Nobody"} if self.chance(0.02) else {}
        able = [name for name in self.house.staff if name != who and self.house.may(name, command, night)]
        lot = self.random.random()
        if lot < 0.55 and able:
            return {"second": self.random.choice(able)}
        if lot < 0.62 and who is not None:
            return {"second": who}
        if lot < 0.7:
            return {"second": self.random.choice(list(self.house.staff))}
        return {"second": "Nobody"} if lot < 0.71 else {}

    def write_script(self, most_lines: int) -> None:
        """The house is set up, nights are opened, played side by side and closed."""
        if self.chance(0.3):
            too_early: list[Command] = [{"do": "start_deal"}, {"do": "void"}, {"do": "fill", "amount": 100}]
            self.write(self.random.choice(too_early))
        self.set_up()
        while len(self.lines) < most_lines:
            open_tables = [table for table in self.tables if not table.night.closed]
            may_open = len(self.tables) < self.most_nights
            if may_open and (not open_tables or (len(open_tables) < 3 and self.chance(0.015))):
                self.open_night()
            elif not open_tables and self.chance(0.1):
                break
            elif self.chance(0.2):
                self.write_for_the_house()
            elif open_tables and self.chance(0.97):
                self.random.choice(open_tables).go_on()
            elif self.tables:
                self.random.choice(self.tables).go_on()
        for table in self.tables:
            if not table.night.closed and self.chance(0.85):
                table.end()
        for _ in range(self.random.choice([0, 2, 5])):
            self.write_for_the_house()

    def set_up(self) -> None:
        """Staff is engaged, settings are made, players are registered."""
        if self.staffed:
            if self.chance(0.3):
                self.write({"do": "engage", "name": "Fred Floor", "roles": ["floor"]})
            self.write({"do": "engage", "name": "Ann Oakley", "roles": ["owner"]})
            for name in STAFF[1:]:
                if self.chance(0.8):
                    self.write(self.signed({"do": "engage", "name": name, "roles": FIRST_ROLES[name]}, None, 0.02))
        if self.chance(0.7):
            settings = {name: self.setting(name) for name in self.house.settings if self.chance(0.5)}
            self.write({"do": "house_rules", "dealers_cut": 0, **settings})
        for _ in range(self.random.randint(2, 5)):
            self.write(self.signed(self.registering(), None, 0.05))
        if self.house.cards and self.chance(0.8):
            for card in list(self.house.cards)[:2]:
                self.write({"do": "deposit", "card": card, "amount": self.random.choice([5000, 12345, 40000])})

    def setting(self, name: str) -> Any:
        """A value of a setting of the house."""
        if name in ("second_count", "second_write_off", "count_required"):
            return self.random.choice([True, True, False])
        if name == "dealers_cut":
            return self.random.choice([0, 1, 10, 33, 100])
        if name == "credit_limit":
            return self.random.choice([None, 30000, 99999])
        return self.random.choice([None, None, 0, 500, 1000, 5000, 10000, 40000])

    def open_night(self) -> None:
        """A night is opened, most often as it should be, and its first players sit down."""
        game = self.random.choice(["faro"] * 8 + ["fan_tan", "pharo", "pharo", "farmer", "spoil_five", "five_in_one"])
        games: tuple[str, ...] = (game,)
        if self.chance(0.2):
            games = (self.random.choice(WITH_BIDDING),)
        elif self.chance(0.06):
            games = (game, "frog")
        opening: Command = {
            "do": "open_night",
            "table": self.random.choice(["Front", "Back"]),
            "date": f"2026-11-{20 + len(self.tables)}",
            "game": games[0] if len(games) == 1 else list(games),
            "house": self.house_of(games),
            "roll": 0,
            "dealer": self.random.choice(DEALERS),
        }
        unused = [label for label in LABELS if label not in self.house.records]
        if self.chance(0.6):
            taken = list(self.house.records)
            opening["night"] = self.random.choice(taken if taken and self.chance(0.2) else unused)
        trial = HouseInterpreter()
        if trial.carry_out(opening, 1) is None:
            check = trial.record_of(None).night.check
            if trial.record_of(None).night.has_bank:
                opening["roll"] = check * self.random.choice([0, 20, 60, 400, 4000, 4000, 20000])
        if self.chance(0.08):
            opening |= self.random.choice([{"roll": 12.5}, {"game": "snap"}, {"dealer": None}, {"house": "grand"}])
        records = len(self.house.records)
        self.write(self.signed(opening, None))
        if len(self.house.records) > records:
            self.tables.append(TableWriter(self, self.house.record_of(None)))
            if self.chance(0.12):
                self.write_at(self.tables[-1].record, {"do": "fill", "amount": self.tables[-1].some_money()})
                self.write_at(self.tables[-1].record, {"do": "void"})
            self.tables[-1].settle_in()

    def house_of(self, games: tuple[str, ...]) -> Any:
        """The house rules of a night, now and then with a limit on markers."""
        house = random_house(self.random) if games == ("faro",) else random_houses(self.random, games)
        if games == ("faro",) and self.chance(0.4):
            house = "american"
        check = house.get("check", house.get("chip", house.get("point"))) if isinstance(house, dict) else None
        if len(games) == 1 and isinstance(house, dict) and isinstance(check, int) and self.chance(0.4):
            house = house | {"marker_limit": check * self.random.choice([100, 360, 800])}
        return house

    def write_for_the_house(self) -> None:
        """One command of the house, now and then spoilt."""
        makers: list[tuple[int, Callable[[], Command | None]]] = [
            (3, self.registering),
            (4, self.changing),
            (5, self.barring),
            (6, self.front_money),
            (5, self.paying_at_the_cage),
            (4, self.writing_off),
            (4, self.engaging),
            (2, self.dismissing),
            (3, self.making_rules),
        ]
        weights, choices = zip(*makers, strict=True)
        command = self.random.choices(choices, weights)[0]()
        if command is not None and self.chance(0.06):
            command = self.spoilt(command)
        if command is not None and command["do"] == "change_player" and changes_nothing(command):
            return
        self.write(self.signed(command, None) if command is not None else None)

    def spoilt(self, command: Command) -> Command:
        """The command with an argument that is null, of a wrong type, or that nobody knows."""
        named = [name for name in command if name != "do"]
        if command["do"] == "house_rules" or not named or self.chance(0.2):
            return command | {"gently": True}
        if "credit_limit" in named:
            return command | {"credit_limit": self.random.choice(["100", 2.5, True, [1]])}
        return command | {self.random.choice(named): self.random.choice([None, 7.5, [], {"a": 1}])}

    def card(self) -> str:
        """The key of a card, now and then of none."""
        cards = list(self.house.cards)
        return self.random.choice(cards) if cards and not self.chance(0.05) else self.random.choice(["zoe", *NAMES])

    def registering(self) -> Command:
        card = self.random.choice(list(NAMES))
        command: Command = {"do": "register_player", "card": card, "name": NAMES[card]}
        return command | self.some_of_a_card(0.25)

    def some_of_a_card(self, often: float) -> Command:
        """Some of what a card may have besides its name."""
        some: Command = {}
        if self.chance(0.4):
            some["credit_limit"] = self.random.choice([None, 100, 10000, 25000, 50000])
        if self.chance(often):
            some["known_as"] = self.random.choice(["The Duchess", "Doc", None])
        if self.chance(often):
            some["language"] = self.random.choice([*LANGUAGES, "xx", None])
        if self.chance(often):
            some["note"] = "sits by the window"
        return some

    def changing(self) -> Command:
        command = {"do": "change_player", "card": self.card()} | self.some_of_a_card(0.2)
        if self.chance(0.3) or len(command) == 2:
            command["name"] = self.random.choice(["Ada Lovelace", "Ben Orr", "Cora Orr"])
        return command

    def barring(self) -> Command:
        barred = [key for key, card in self.house.cards.items() if card.barred]
        command: Command = {"do": "bar_player", "card": self.card(), "reason": "loud"}
        if barred and self.chance(0.6):
            command = {"do": "readmit_player", "card": self.random.choice(barred), "reason": "calm again"}
        elif self.chance(0.15):
            command["do"] = "readmit_player"
        if self.chance(0.1):
            command["reason"] = self.random.choice([None, " ", 7])
        return command

    def front_money(self) -> Command:
        key = self.card()
        held = self.house.cards[key].deposit if key in self.house.cards else 0
        if self.chance(0.5):
            amount: Any = self.random.choice([1, 2500, 10000, 33333])
            return {"do": "deposit", "card": key, "amount": self.wrong_or(amount)}
        amount = self.random.choice([held, held, held + 1, held // 2])
        return {"do": "withdraw", "card": key, "amount": self.wrong_or(amount or 100)}

    def wrong_or(self, amount: int) -> Any:
        return self.random.choice(WRONG_AMOUNTS) if self.chance(0.15) else amount

    def owing_cards(self) -> list[str]:
        return [key for key, card in self.house.cards.items() if card.owed]

    def owing_card(self) -> str:
        owing = self.owing_cards()
        return self.random.choice(owing) if owing and self.chance(0.9) else self.card()

    def owed_amount(self, key: str) -> Any:
        owed = self.house.cards[key].owed if key in self.house.cards else 0
        return self.wrong_or(self.random.choice([owed, owed + 1, 1, 777, owed // 2, owed // 2]) or 1)

    def paying_at_the_cage(self) -> Command:
        if not self.owing_cards() and self.chance(0.85):
            return self.front_money()
        key = self.owing_card()
        return {"do": "redeem_carried", "card": key, "amount": self.owed_amount(key)}

    def writing_off(self) -> Command:
        if not self.owing_cards() and self.chance(0.85):
            return self.changing()
        key = self.owing_card()
        command: Command = {"do": "write_off", "card": key, "amount": self.owed_amount(key), "reason": "agreed"}
        return command | ({"reason": None} if self.chance(0.08) else {})

    def engaging(self) -> Command | None:
        if not self.staffed and not self.chance(0.02):
            return None
        roles: Any = self.random.sample(ROLES, self.random.choice([1, 1, 2, 3]))
        if self.chance(0.12):
            roles = self.random.choice([["king"], "owner", ["owner", 7], None])
        return {"do": "engage", "name": self.random.choice(STAFF), "roles": roles}

    def dismissing(self) -> Command | None:
        if not self.house.staff:
            return None
        return {"do": "dismiss", "name": self.random.choice([*STAFF, *sorted(self.house.owners()), "Nobody"])}

    def making_rules(self) -> Command:
        name = self.random.choice(list(self.house.settings))
        command = {"do": "house_rules", name: self.setting(name)}
        wrongs: list[Command] = [{"luck": 7}, {"dealers_cut": 101}, {"dealers_cut": 2.5}, {"second_count": "yes"}]
        wrongs += [{"credit_limit": "much"}, {"second_raise": 10.5}, {"count_required": 1}, {"luck": None}]
        if self.chance(0.2):
            return command | self.random.choice(wrongs)
        return command | ({"count_required": None, "second_count": None} if self.chance(0.2) else {})
