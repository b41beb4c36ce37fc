"""A seeded generator of scripts of a house: several nights, cards, staff and a cage, with many commands refused."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracle.basics import Command, Refusal
from tests.oracle.house import (
    AT_A_NIGHT,
    LANGUAGES,
    NEVER_AMENDED,
    ROLES,
    SLIPS,
    HouseInterpreter,
    NightOfTheHouse,
    NightRecord,
    carry_out_at,
    is_of_the_house,
    played,
)
from tests.oracle.random_commands import ruling, seated_players
from tests.oracle.random_games import WITH_BIDDING, GamesWriter
from tests.oracle.random_houses import random_house, random_houses
from tests.oracle.random_nights import SEATS, pack_after, put_right
from tests.oracle.script_player import OF_A_GAME, STARTS, WORDS, Given, Rules, changed

NAMES = {
    "ada": "Ada Lamb",
    "ben": "Ben Orr",
    "cora": "Cora Pearl",
    "dov": "Dov Katz",
    "eve": "Ève Noël",
    "fay": "Fay Wong",
}
STAFF = ("Ann Oakley", "Fred Floor", "M. Earp", "J. Deal", "Cass Box", "Al Audit", "Olive Own")
FIRST_ROLES = {
    "Fred Floor": ["floor"],
    "M. Earp": ["dealer"],
    "J. Deal": ["dealer"],
    "Cass Box": ["cage"],
    "Al Audit": ["auditor"],
    "Olive Own": ["owner", "cage"],
}
DEALERS = ("M. Earp", "J. Deal", "Fred Floor", "Zoë Park", "R. Guest")
LABELS = ("front", "back", "late", "Hinterzimmer", "2", "3")
WRONG_AMOUNTS = (0, -25, 12.5, "50", None, True, [100])
SECONDED = ("issue_marker", "raise_roll", "rule_dispute", "count_drawer", "write_off")
OUTSIDE_A_COURSE = (*SLIPS, "open_night", "void", "amend", "void_slip", "count_drawer")
"""Commands of a night that do not stand in its course, or begin it."""
STANDING_BY = (*NEVER_AMENDED, "seat_player", "issue_marker", "raise_roll", "raise_dispute", "rule_dispute")
"""An amend of a command that one of these follows is not written: how the house judges them then is left open."""


def random_house_script(seed: int, *, most_lines: int | None = None) -> list[dict[str, Any]]:
    """The lines of a random script of a house; the same seed gives the same lines."""
    writer = HouseWriter(Random(f"house {seed}"))
    writer.write_script(most_lines or writer.random.choice([150, 250, 350, 450]))
    return writer.lines


def touches_the_house(command: Command) -> bool:
    """Whether how a command is judged again in an amend is left open."""
    return command["do"] in STANDING_BY or command.get("form") == "marker"


def changes_nothing(command: Command) -> bool:
    """Whether a change of a card has no change: if that is refused is left open."""
    changes = {key: value for key, value in command.items() if key not in ("do", "card")}
    return not any(value is not None or key == "credit_limit" for key, value in changes.items())


class AtTheHouse:
    """What the writer of a night knows of it as its interpreter; its lines go to the script of the house."""

    def __init__(self, script: HouseWriter, record: NightRecord) -> None:
        self.script = script
        self.record = record

    @property
    def night(self) -> NightOfTheHouse:
        return self.record.night

    @property
    def course(self) -> list[Given]:
        return self.record.course

    @property
    def courses_before(self) -> list[list[Given]]:
        return self.record.courses_before

    def carry_out(self, command: Command, number: int) -> str | None:
        """Write a command into the script, its seat or its stake perhaps as only a house knows it."""
        random = self.script.random
        player = command.get("player")
        if command["do"] == "seat_player" and isinstance(player, str):
            known = self.night.players.get(player)
            if known is not None and known.card is not None:
                command = {key: value for key, value in command.items() if key != "name"} | {"card": known.card}
        at_faro = self.night.games == ("faro",) and command["do"] == "place_bet" and "form" not in command
        if at_faro and random.random() < 0.15:
            command = command | {"form": random.choice(["marker", "marker", "cash"])}
        if type(command.get("about")) is int and self.night.games not in (("faro",), ("pharo",)):
            return None  # which of several games' turns is meant, and who dealt one of Fan-Tan, the rules leave open
        of_play = command["do"] in self.script.words_of_play
        return self.script.write_at(self.record, command, wrong=0.05 if of_play else 0.25)


class TableWriter(GamesWriter):
    """Writes the play of a night of the house, and what goes on at its drawer and with its people."""

    def __init__(self, script: HouseWriter, record: NightRecord) -> None:
        super().__init__(script.random, 0.1, 0.03, 0.0, record.night.games)
        self.interpreter = AtTheHouse(script, record)  # type: ignore[assignment]
        self.script = script
        self.record = record
        self.most_rounds = 6
        self.steps_left = script.random.choice([15, 30, 60, 100, 160])
        self.tries_to_close = 0

    def settle_in(self) -> None:
        """Seat some players, most often with a card."""
        for key in SEATS[: self.random.choice([2, 2, 3, 3, 4, 5])]:
            self.write(self.seating(key))
            if key in self.night.players and self.chance(0.8):
                self.write({"do": "buy_checks", "player": key, "amount": self.some_money()})

    def some_money(self) -> int:
        return max(self.night.checks) * self.random.choice([4, 20, 40, 100, 400])

    def seating(self, key: str) -> Command:
        command: Command = {"do": "seat_player", "player": key}
        cards = list(self.script.house.cards)
        if not cards or self.chance(0.25):
            return command | {"name": key.title()}
        sitting = {player.card for player in self.night.players.values() if player.seated}
        left = {player.card for player in self.night.players.values()} - sitting
        cards = [card for card in cards if card not in left]  # a card's second seat the rules leave open
        free = [card for card in cards if card not in sitting and not self.script.house.cards[card].barred]
        if not cards:
            return command | {"name": key.title()}
        card = self.random.choice(free) if free and self.chance(0.8) else self.random.choice(cards)
        return command | {"card": card} | ({"name": f"Mx. {card.title()}"} if self.chance(0.2) else {})

    def carded(self) -> list[str]:
        """The seats with a card."""
        return [key for key in seated_players(self.night) if self.night.players[key].card is not None]

    def go_on(self) -> None:
        """One step of the night: play, something at the drawer or with people, or the close."""
        self.steps_left -= 1
        if self.night.closed:
            self.write(self.about_the_night())
        elif self.closing or self.steps_left < 0:
            self.end()
        elif not seated_players(self.night):
            self.write(self.seating(self.random.choice(SEATS)))
        elif self.record.course[-1][1]["do"] == "redeem_carried" and self.chance(0.5):
            self.take_a_payment_back()
        elif self.chance(0.4):
            self.write(self.about_the_night())
        elif self.chance(0.12 if self.night.has_bank else 0.25):
            self.write(self.wrong_command())
        elif self.chance(0.05):
            for _ in range(self.random.choice([1, 1, 2, 3])):
                self.write({"do": "void"} | ({"gently": True} if self.chance(0.05) else {}))
        elif self.chance(0.06):
            self.put_right()
        else:
            self.step()

    def end(self) -> None:
        """Close the night; what is missing for that is done, or after some tries left undone."""
        self.tries_to_close += 1
        for key in self.carded():
            if self.night.players[key].markers_open and self.chance(0.6):
                self.write(self.spending(key))
        counted = any(count.at == "closing" for count in self.record.counts)
        if not counted and self.chance(0.9 if self.record.rules["count_required"] else 0.3):
            self.write({"do": "count_drawer", "at": "closing", "cash": self.record.expected})
        if not self.close() or self.tries_to_close > 3:
            self.closing = True

    def take_a_payment_back(self) -> None:
        """A payment on carried markers is voided, often after the cage was paid on them too."""
        key = str(self.night.players[self.record.course[-1][1]["player"]].card)
        owed = self.script.house.cards[key].owed
        for do in ("redeem_carried", "write_off"):
            if owed and self.chance(0.6):
                command: Command = {"do": do, "card": key, "amount": self.random.choice([owed, 1, -(-owed // 2)])}
                command |= {"reason": "agreed"} if do == "write_off" else {}
                self.script.write(self.script.signed(command, None, 0.05))
                owed = self.script.house.cards[key].owed
        self.write({"do": "void"})

    def put_right(self) -> None:
        """A command of late play is put right, or an amend comes to nothing."""
        night, course = self.night, self.record.course
        starts = [at for at, (_, command) in enumerate(course) if command["do"] in STARTS]
        began = max(starts, default=0)
        touching = [at for at, (_, command) in enumerate(course) if touches_the_house(command)]
        first = max([began, *(at + 1 for at in touching)])
        words = {word for game in night.games for word in OF_A_GAME[game]}
        places = [at for at, (_, command) in enumerate(course) if at >= first and command["do"] in words]
        place = self.random.choice(places) if places else None
        if night.game_on is None or place is None or self.chance(0.1):
            named = self.random.choice(["nobody", 7, course[0][0]])
            self.write({"do": "amend", "command": named, "instead": None, "drop": self.random.choice([[], [], "x"])})
            return
        ident, command = course[place]
        instead = None
        if self.chance(0.8):
            instead = put_right(self.random, played(self.record, course[:place]), dict(command))
        rules = Rules(lambda some: played(self.record, some), carry_out_at)  # type: ignore[arg-type]
        try:
            _, drop = changed(course, place, instead, rules)
        except Refusal:
            drop = []
        if drop and self.chance(0.1):
            drop = drop[1:]
        if self.write({"do": "amend", "command": ident, "instead": instead, "drop": drop}) is None:
            deal = self.night.deal
            if deal is not None:
                self.packs[self.night.deal_number] = pack_after(self.random, deal.exposed)

    def about_the_night(self) -> Command | None:
        """Something at the drawer, with credit, front money, dealers, seats or disputes."""
        about: list[tuple[int, Callable[[], Command | None]]] = [
            (5, self.counting),
            (5, self.slip),
            (4, self.voiding_a_slip),
            (6, self.marker_to_the_edge),
            (5, self.drawing),
            (6, self.paying_carried),
            (4, self.relieving),
            (4, self.sitting_down),
            (5, self.disputing),
            (2, self.tipping),
            (2, self.raising),
            (2, self.leaving),
            (1, self.nonsense),
        ]
        weights, makers = zip(*about, strict=True)
        return self.random.choices(makers, weights)[0]()

    def counting(self) -> Command:
        command: Command = {"do": "count_drawer", "at": self.random.choice(["opening", "relief", "closing"])}
        lot = self.random.random()
        if lot < 0.55:
            command["cash"] = self.record.expected
        elif lot < 0.9:
            command["cash"] = self.record.expected + self.random.choice([-100, -7, 1, 25, 1000])
            command |= {"reason": "as it lay there"} if self.chance(0.7) else {}
        else:
            command |= {"cash": self.random.choice([-1, None, "100", 2.5, True]), "reason": "so I counted"}
        if self.chance(0.04):
            command |= self.random.choice([{"at": "noon"}, {"reason": " "}, {"gently": True}, {"at": None}])
        return command

    def slip(self) -> Command:
        kind = self.random.choice(SLIPS)
        amounts: list[Any] = [self.some_money(), self.some_money(), self.some_money()]
        if kind != "fill":
            most = self.record.expected // self.night.check * self.night.check
            amounts += [most, most + self.night.check, self.night.check]
        amount = self.random.choice(amounts)
        return {"do": kind, "amount": self.wrong_amount() if self.chance(0.1) else amount}

    def wrong_amount(self) -> Any:
        check = self.night.check
        return self.random.choice([*WRONG_AMOUNTS, check * 3 + 1 if check > 1 else -1])

    def voiding_a_slip(self) -> Command | None:
        slips = self.script.house.slips
        own = [slip for slip in slips if slip.night == self.record.label]
        if not own and self.chance(0.9):
            return self.slip()
        standing = [slip for slip in own if not slip.voided]
        lot = self.random.random()
        chosen = (standing if lot < 0.6 else own if lot < 0.8 else slips) or own or slips
        command: Command = {"do": "void_slip", "kind": self.random.choice(SLIPS), "number": 99, "reason": "a mistake"}
        if chosen:
            slip = self.random.choice(chosen)
            command |= {"kind": slip.kind, "number": slip.number}
        if self.chance(0.1):
            wrongs: list[Command] = [{"kind": "marker"}, {"number": "1"}, {"number": True}, {"number": None}]
            command |= self.random.choice([*wrongs, {"kind": None}, {"reason": None}, {"reason": " "}])
        return command

    def marker_to_the_edge(self) -> Command | None:
        """A marker of exactly what can be had, of a check more, or of any amount."""
        seats = self.carded() or seated_players(self.night)
        if not seats:
            return None
        key = self.random.choice(seats)
        player, check = self.night.players[key], self.night.check
        rooms = [] if self.night.marker_limit is None else [self.night.marker_limit - player.markers_open]
        if player.card is not None:
            limit = self.script.house.cards[player.card].credit_limit
            limit = self.record.rules["credit_limit"] if limit is None else limit
            rooms += [] if limit is None else [limit - self.script.house.exposure(player.card)]
        amount = self.some_money()
        if rooms and self.chance(0.7):
            amount = min(rooms) // check * check + self.random.choice([0, 0, check])
        threshold = self.record.rules["second_marker"]
        if threshold is not None and self.chance(0.3):
            amount = -(-threshold // check) * check - self.random.choice([0, 0, check])
        return {"do": "issue_marker", "player": key, "amount": self.wrong_amount() if self.chance(0.05) else amount}

    def drawing(self) -> Command | None:
        seats = self.carded() if self.chance(0.9) else seated_players(self.night)
        if not seats:
            return None
        cards, check = self.script.house.cards, self.night.check
        deposits = {key: card.deposit for key, card in cards.items()}
        held = [key for key in seats if deposits.get(self.night.players[key].card or "", 0) >= check]
        if not held and self.chance(0.8):
            return self.tipping()
        key = self.random.choice(held or seats)
        most = deposits.get(self.night.players[key].card or "", 0) // check * check
        amount = self.random.choice([most, most + check, check, check * 4, self.some_money()]) or check
        return {"do": "draw_deposit", "player": key, "amount": self.wrong_amount() if self.chance(0.07) else amount}

    def owing(self) -> list[str]:
        """The seats whose card owes a carried marker."""
        cards = self.script.house.cards
        return [key for key in self.carded() if cards[str(self.night.players[key].card)].owed]

    def paying_carried(self) -> Command | None:
        seats = self.owing() or (seated_players(self.night) if self.chance(0.1) else [])
        if not seats:
            return self.drawing()
        key, check = self.random.choice(seats), self.night.check
        card = self.script.house.cards.get(self.night.players[key].card or "")
        owed = card.owed if card is not None else 0
        most = owed // check * check
        amount = self.random.choice([most, most, most + check, check, owed, most // check // 2 * check]) or check
        command = {"do": "redeem_carried", "player": key, "amount": amount, "with": "cash"}
        command |= {"with": "checks"} if self.chance(0.5) else {}
        if self.chance(0.12):
            wrongs: list[Command] = [{"amount": self.wrong_amount()}, {"amount": 0}, {"with": "gold"}, {"with": None}]
            command |= self.random.choice([*wrongs, {"player": "nobody"}, {"player": None}])
        return command

    def relieving(self) -> Command:
        dealer = self.random.choice([*DEALERS, *DEALERS, self.night.dealer, self.night.dealer])
        if self.chance(0.06):
            dealer = self.random.choice(["", " ", None, 7])  # type: ignore[list-item]
        return {"do": "relieve_dealer", "dealer": dealer}

    def sitting_down(self) -> Command:
        """Somebody sits down or comes back, with their card or as somebody else."""
        gone = [key for key, player in self.night.players.items() if not player.seated]
        lot = self.random.random()
        if gone and lot < 0.5:
            key = self.random.choice(gone)
            player = self.night.players[key]
            if player.card is None:
                return {"do": "seat_player", "player": key, "name": self.random.choice([player.name, "Somebody"])}
            return {"do": "seat_player", "player": key, "card": self.random.choice([player.card, *NAMES])}
        free = [key for key in SEATS if key not in self.night.players]
        command = self.seating(self.random.choice(free or SEATS))
        if lot > 0.75:
            wrongs: list[Command] = [{"card": "nobody"}, {"card": 7}, {"card": "nobody", "after": "nobody"}]
            wrongs += [{"player": self.random.choice(SEATS)}, {"name": 7}, {"after": "nobody"}, {"gently": True}]
            barred = [{"card": key} for key, card in self.script.house.cards.items() if card.barred]
            sitting = [{"card": self.night.players[key].card} for key in self.carded()]
            command |= self.random.choice([*wrongs, *barred * 4, *sitting * 2])
        return command

    def disputing(self) -> Command | None:
        """A dispute is raised or ruled, perhaps by who dealt the turn."""
        disputes = self.night.open_disputes
        still_open = [key for key, is_open in disputes.items() if is_open]
        if disputes and self.chance(0.1):
            return ruling(self.random, self.night, self.random.choice([*disputes, "d0"]))
        if still_open and self.chance(0.8):
            command = ruling(self.random, self.night, self.random.choice(still_open))
            if self.chance(0.15):
                command["reason"] = self.random.choice([None, " ", 7])
            return command
        seats = seated_players(self.night)
        if not seats:
            return None
        abouts: list[Any] = sorted(self.night.used_keys) * 3 + ["b0"]
        if len(self.night.games) == 1 and self.night.games[0] in ("faro", "pharo"):
            table: Any = self.night.tables.get("pharo")
            abouts += range(1, (self.night.turn_number if table is None else table.turns) + 1)
        if not self.night.bets and len(abouts) == 1 and not self.chance(0.2):
            return None
        about = self.random.choice(abouts)
        key = self.random.choice([f"d{len(disputes) + 1}"] * 9 + ["d1"])
        return {"do": "raise_dispute", "dispute": key, "player": self.random.choice(seats), "about": about} | {
            "claim": "that was mine"
        }

    def spending(self, key: str) -> Command | None:
        """A player tips or cashes what would pay their markers."""
        checks = self.night.players[key].checks
        if not checks:
            return None
        amount = self.random.choice([checks, checks, checks // self.night.check // 2 * self.night.check])
        return {"do": self.random.choice(["tip", "cash_in"]), "player": key, "amount": amount}

    def tipping(self) -> Command | None:
        rich = [key for key in seated_players(self.night) if self.night.players[key].checks >= self.night.check]
        if not rich:
            return None
        amount = self.night.check * self.random.choice([1, 3])
        return {"do": "tip", "player": self.random.choice(rich), "amount": amount}

    def raising(self) -> Command:
        threshold = self.record.rules["second_raise"]
        check = self.night.check
        amount = self.some_money()
        if threshold is not None and self.chance(0.6):
            amount = -(-threshold // check) * check - self.random.choice([0, 0, check])
        return {"do": "raise_roll", "amount": self.wrong_amount() if self.chance(0.1) else amount}

    def leaving(self) -> Command | None:
        seats = seated_players(self.night)
        return {"do": "leave_table", "player": self.random.choice(seats)} if len(seats) > 1 else None

    def nonsense(self) -> Command:
        """A command that nobody knows, or that only another game has."""
        commands: list[Command] = [{"do": "shuffle_up"}, {"do": "lay", "player": "nobody", "card": "7d"}]
        commands += [{"do": "close_night", "gently": True}, {"do": "close_night"}, {"do": "buy_checks"}]
        return self.random.choice(commands)


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
            self.write(self.random.choice([{"do": "start_deal"}, {"do": "void"}, {"do": "fill", "amount": 100}]))
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
        return {"do": "dismiss", "name": self.random.choice([*STAFF, *self.house.owners(), "Nobody"])}

    def making_rules(self) -> Command:
        name = self.random.choice(list(self.house.settings))
        command = {"do": "house_rules", name: self.setting(name)}
        wrongs: list[Command] = [{"luck": 7}, {"dealers_cut": 101}, {"dealers_cut": 2.5}, {"second_count": "yes"}]
        wrongs += [{"credit_limit": "much"}, {"second_raise": 10.5}, {"count_required": 1}, {"luck": None}]
        if self.chance(0.2):
            return command | self.random.choice(wrongs)
        return command | ({"count_required": None, "second_count": None} if self.chance(0.2) else {})
