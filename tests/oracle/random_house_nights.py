"""The nights of random house scripts: their play, and what goes on at their drawers and with their people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.oracle.basics import Command, Refusal
from tests.oracle.house import SLIPS, TAKES_OF_THE_HOUSE
from tests.oracle.house_night import NightOfTheHouse, NightRecord, carry_out_at, played
from tests.oracle.random_commands import ruling, seated_players
from tests.oracle.random_games import GamesWriter
from tests.oracle.random_nights import SEATS, pack_after, put_right
from tests.oracle.script_player import OF_A_GAME, STARTS, Given, Rules, changed

if TYPE_CHECKING:
    from tests.oracle.random_house import HouseWriter

NAMES = {
    "ada": "Ada Lamb",
    "ben": "Ben Orr",
    "cora": "Cora Pearl",
    "dov": "Dov Katz",
    "eve": "Ève Noël",
    "fay": "Fay Wong",
}
DEALERS = ("M. Earp", "J. Deal", "Fred Floor", "Zoë Park", "R. Guest")
WRONG_AMOUNTS = (0, -25, 12.5, "50", None, True, [100])
STANDING_BY = ("seat_player", "raise_roll", "raise_dispute", "rule_dispute")
"""An amend of a command that one of these follows is not written: how the house judges them then is left open."""


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
        touching = [at for at, (_, command) in enumerate(course) if self.is_judged_by_the_house(command)]
        first = max([began, *(at + 1 for at in touching)])
        words = {word for game in night.games for word in OF_A_GAME[game]}
        late = list(enumerate(course))[first:]
        places = [at for at, (_, command) in late if command["do"] in words and command.get("form") != "marker"]
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
        if any(given[0] in drop and given[1]["do"] in TAKES_OF_THE_HOUSE for given in course):
            return  # what becomes of it is left open
        if drop and self.chance(0.1):
            drop = drop[1:]
        if self.write({"do": "amend", "command": ident, "instead": instead, "drop": drop}) is None:
            deal = self.night.deal
            if deal is not None:
                self.packs[self.night.deal_number] = pack_after(self.random, deal.exposed)

    def is_judged_by_the_house(self, command: Command) -> bool:
        """Whether it is left open how the house judges a command again that comes after an amended one."""
        if command["do"] != "issue_marker" and command.get("form") != "marker":
            return command["do"] in STANDING_BY
        card = self.script.house.cards.get(self.night.players[command["player"]].card or "")
        return card is not None and (card.credit_limit, self.record.rules["credit_limit"]) != (None, None)

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
        dealer: Any = self.random.choice([*DEALERS, *DEALERS, self.record.night.dealer, self.record.night.dealer])
        if self.chance(0.06):
            dealer = self.random.choice(["", " ", None, 7])
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
        commands += [{"do": "close_night"}, {"do": "buy_checks"}]
        return self.random.choice(commands)
