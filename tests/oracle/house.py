"""A plain interpreter of house scripts (many nights, one set of people, one cage): `play_house` gives the result.

A night is a course of commands, played again from its opening after a `void` or an `amend`. What the house does stands
outside of the courses: slips and counts are never played again, and front money and carried markers are given back
when the command that took them is taken back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from tests.oracle import money, script_player
from tests.oracle.basics import (
    Command,
    Refusal,
    Setting,
    at_least,
    need_integer,
    need_keys,
    need_multiple,
    need_texts,
    need_word,
    yes_or_no,
)
from tests.oracle.house_night import (
    Card,
    CarriedMarker,
    Count,
    Judge,
    NightOfTheHouse,
    NightRecord,
    Slip,
    carry_out_at,
    need_card_known,
    opened,
    played,
)
from tests.oracle.script_player import Rules
from tests.oracle.state import Night, bad_input, need_reason, without_nulls

ROLES = ("owner", "floor", "dealer", "cage", "auditor")
SETTINGS: dict[str, Setting] = {
    "credit_limit": at_least(0, None, or_none=True),
    "second_marker": at_least(0, None, or_none=True),
    "second_ruling": at_least(0, None, or_none=True),
    "second_raise": at_least(0, None, or_none=True),
    "second_count": yes_or_no(False),
    "second_write_off": yes_or_no(False),
    "dealers_cut": at_least(0, 0, most=100),
    "count_required": yes_or_no(False),
}
SLIPS = ("fill", "credit", "drop")
TAKES_OF_THE_HOUSE = ("draw_deposit", "redeem_carried")
NEVER_AMENDED = (*SLIPS, *TAKES_OF_THE_HOUSE, "count_drawer", "void_slip")
PLAY = ("owner", "floor", "dealer")
PERMITTED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("raise_roll", *SLIPS, "void_slip"), ("owner", "floor", "cage")),
    **dict.fromkeys(("register_player", "change_player"), ("owner", "floor", "dealer", "cage")),
    **dict.fromkeys(("bar_player", "readmit_player"), ("owner", "floor")),
    **dict.fromkeys(("deposit", "withdraw"), ("owner", "cage")),
    **dict.fromkeys(("write_off", "house_rules", "engage", "dismiss"), ("owner",)),
}
"""The roles that may give a command; every other command is one of play."""


def need_limit(command: Command) -> None:
    limit = command.get("credit_limit")
    if limit is not None and (type(limit) is not int or limit < 0):
        raise bad_input("credit_limit is an amount or null")


OF_A_CARD = ("known_as", "color", "language", "credit_limit", "note")
LANGUAGES = ("en", "de", "fr", "es")


def need_card_form(command: Command, *required: str) -> None:
    """Refuse what does not read as the record of a player."""
    need_keys(command, required, ("name", *OF_A_CARD))
    need_texts(command, "card", "name", "known_as", "color", "note")
    need_word(command, "language", LANGUAGES)
    need_limit(command)


def is_of_the_house(command: Command) -> bool:
    """Whether a command is for the house, and not for a night."""
    name = command.get("do")
    if not isinstance(name, str) or name not in HouseInterpreter.commands:
        return False
    return name != "redeem_carried" or command.get("player") is None


class HouseInterpreter:
    """Carries the commands of a house script out one by one; a refused one changes nothing."""

    def __init__(self) -> None:
        self.settings = {name: setting.default for name, setting in SETTINGS.items()}
        self.cards: dict[str, Card] = {}
        self.staff: dict[str, set[str]] = {}
        self.slips: list[Slip] = []
        self.records: dict[str, NightRecord] = {}
        self.refused: list[dict[str, Any]] = []
        self.taken: Callable[[], None] | None = None
        self.clock = 0

    def carry_out(self, line: Command, number: int) -> str | None:
        """Carry one line out; the code of the refusal, or None. A line without an id goes by its number."""
        self.clock += 1
        command = {key: value for key, value in line.items() if key != "id"}
        for key in ("night", "who", "second"):
            if key in command and command[key] is None:
                del command[key]
        name = command.get("do")
        record = None
        try:
            if name == "open_night":
                self.open_night(line.get("id", str(number)), command)
            elif is_of_the_house(command):
                self.give(command)
            else:
                record = self.record_of(command.pop("night", None))
                self.give_at(record, line.get("id", str(number)), command)
        except Refusal as refusal:
            label = record.label if record is not None else None
            row = {"line": number, "do": name, "code": refusal.code, "why": refusal.why, "night": label}
            self.refused.append(row)
            return refusal.code
        return None

    def record_of(self, label: Any) -> NightRecord:
        """The night of a label, or the night opened last."""
        if label is None and self.records:
            return list(self.records.values())[-1]
        if not isinstance(label, str) or label not in self.records:
            raise Refusal("no_such_night", f"no night {label}")
        return self.records[label]

    def judge_of(self, command: Command, night: NightOfTheHouse | None) -> Judge:
        """Take ``who`` and ``second`` off a command; refuse who is not known or may not give it."""
        who, second = command.pop("who", None), command.pop("second", None)
        for name in (who, second):
            if name is not None and (not isinstance(name, str) or name not in self.staff):
                raise Refusal("unknown_staff", f"{name} is not engaged")
        if not self.may(who, command, night):
            raise Refusal("not_permitted", f"{who} may not")
        return Judge(self, who, second, command)

    def may(self, name: str | None, command: Command, night: NightOfTheHouse | None) -> bool:
        """Whether a staff member may give a command."""
        if name is None:
            return True
        roles, word = self.staff[name], command.get("do")
        if word == "rule_dispute" and "owner" not in roles:
            dispute = command.get("dispute")
            disputed = night.disputed.get(dispute, set()) if night and isinstance(dispute, str) else set()
            return bool(roles & set(PLAY)) and name not in disputed
        if word in ("register_player", "change_player") and "credit_limit" in command:
            return bool(roles & {"owner", "floor"})
        if word == "redeem_carried" and command.get("player") is None:
            return bool(roles & {"owner", "cage"})
        return bool(roles & set(PERMITTED.get(str(word), PLAY)))

    def need_confirmed(self, judge: Judge, night: NightOfTheHouse | None) -> None:
        """Refuse a command without a second staff member who may give it too."""
        if judge.second is None or judge.second == judge.who or not self.may(judge.second, judge.command, night):
            raise Refusal("second_needed", "a second must confirm that")

    def exposure(self, card: str, night: NightOfTheHouse | None = None) -> int:
        """The card's carried markers and its open ones in open nights, of which one may be played again just now."""
        nights = [record.night for record in self.records.values()]
        nights = [night if night is not None and other.record is night.record else other for other in nights]
        seats = [player for other in nights if not other.closed for player in other.players.values()]
        return self.cards[card].owed + sum(player.markers_open for player in seats if player.card == card)

    def open_night(self, ident: str, command: Command) -> None:
        self.judge_of(command, None)
        label = command.pop("night", str(len(self.records) + 1))
        if not isinstance(label, str) or not label.strip():
            raise bad_input("a label is a text")
        if label in self.records:
            raise Refusal("already_done", f"there is a night {label}")
        record = NightRecord(self, label, dict(self.settings))
        record.night = opened(record, without_nulls(command))
        record.course.append((ident, without_nulls(command)))
        record.clock[ident] = self.clock
        self.records[label] = record

    def give_at(self, record: NightRecord, ident: str, command: Command) -> None:
        """Carry out a command of a night."""
        name, night = command.get("do"), record.night
        judge = self.judge_of(command, night)
        if name == "void":
            self.void(record, command)
        elif name == "amend":
            night.need_open()
            self.amend(record, command, judge)
        elif name in SLIPS:
            self.add_slip(record, without_nulls(command))
        elif name == "void_slip":
            self.void_slip(record, without_nulls(command))
        elif name == "count_drawer":
            self.count_drawer(record, without_nulls(command), judge)
        else:
            self.carry_out_live(night, command, judge)
            if self.taken is not None:
                record.taken[ident], self.taken = self.taken, None
            record.courses_before.append(list(record.course))
            record.course.append((ident, command))
            record.clock[ident] = self.clock
            if name == "close_night":
                self.take_home(record)

    def carry_out_live(self, night: NightOfTheHouse, command: Command, judge: Judge) -> None:
        """Carry out a command that the house has a say in."""
        night.judge = judge
        try:
            carry_out_at(night, command)
        finally:
            night.judge = None

    def void(self, record: NightRecord, command: Command) -> None:
        record.night.need_open()
        need_keys(command)
        if not record.courses_before:
            raise Refusal("nothing_to_void", "nothing stands but the night itself")
        record.course = record.courses_before.pop()
        record.give_back(record.course)
        record.night = played(record, record.course)

    def amend(self, record: NightRecord, command: Command, judge: Judge) -> None:
        """Go on from another course, in which everything that touches the house stands as it did."""
        instead = command.get("instead")

        def carry_out_one(night: Night, given: Command) -> None:
            assert isinstance(night, NightOfTheHouse)
            if given is not instead:
                night.amended_in = self
                carry_out_at(night, given)
                night.amended_in = None
            elif given.get("do") in NEVER_AMENDED:
                raise Refusal("not_allowed_here", "that is not given in an amend")
            elif not self.may(judge.who, given, night):
                raise Refusal("not_permitted", f"{judge.who} may not")
            else:
                self.carry_out_live(night, given, Judge(self, judge.who, judge.second, given))

        rules = Rules(lambda course: played(record, course), carry_out_one)
        course = script_player.amend(record.course, record.night, command, rules)
        touching = [given for given in record.course if given[1]["do"] in TAKES_OF_THE_HOUSE]
        if any(given not in course for given in touching):
            raise Refusal("not_allowed_here", "deposits and carried markers stay as they are")
        record.courses_before.append(record.course)
        record.course, record.night = course, played(record, course)

    def add_slip(self, record: NightRecord, command: Command) -> None:
        """Cash goes from the cage to the table, back, or into the locked box."""
        record.night.need_open()
        need_keys(command, ("amount",))
        amount = money.amount_of(record.night, command)
        kind = command["do"]
        if kind != "fill" and amount > record.expected:
            raise Refusal("not_enough_checks", f"the drawer must hold {record.expected}")
        number = 1 + sum(slip.kind == kind for slip in self.slips)
        self.slips.append(Slip(kind, number, record.label, amount, self.clock))

    def void_slip(self, record: NightRecord, command: Command) -> None:
        record.night.need_open()
        named = (command.get("kind"), command.get("number"))
        own = [slip for slip in self.slips if slip.night == record.label and type(named[1]) is int]
        slip = next((slip for slip in own if (slip.kind, slip.number) == named), None)
        if slip is not None and slip.voided:
            raise Refusal("already_done", "that slip is voided")
        need_keys(command, ("kind", "number", "reason"))
        need_reason(command)
        if slip is None:
            raise bad_input("this night has no such slip")
        slip.voided = True

    def count_drawer(self, record: NightRecord, command: Command, judge: Judge) -> None:
        record.night.need_open()
        need_keys(command, ("at", "cash"), ("reason",))
        need_word(command, "at", ("opening", "relief", "closing"))
        need_texts(command, "reason")
        cash, expected = need_integer(command["cash"], "cash"), record.expected
        if cash < 0:
            raise bad_input("nobody counts less than nothing")
        if cash != expected and "reason" not in command:
            raise bad_input("a difference needs a reason")
        if record.rules["second_count"]:
            self.need_confirmed(judge, record.night)
        record.counts.append(Count(command["at"], cash, expected, record.night.checks_out, self.clock))

    def take_home(self, record: NightRecord) -> None:
        """The night is closed: the house carries its markers and adds up what each card won."""
        players = record.night.players
        for key, player in players.items():
            if player.card is not None:
                card = self.cards[player.card]
                player.name = player.name or card.name
                card.net += money.net_of(record.night, key)
        for name in dict.fromkeys(player.card for player in players.values() if player.card is not None):
            self.cards[name].nights += 1
            still_open = sum(player.markers_open for player in players.values() if player.card == name)
            self.cards[name].carried.append(CarriedMarker(record.label, still_open))

    def give(self, command: Command) -> None:
        """Carry out a command of the house."""
        judge = self.judge_of(command, None)
        name = str(command["do"])
        if name != "house_rules":
            command = {key: value for key, value in command.items() if value is not None or key == "credit_limit"}
        if name != "register_player":
            need_card_known(self.cards, command)
        self.commands[name](self, command, judge)

    def house_rules(self, command: Command, judge: Judge) -> None:
        changed = {name: value for name, value in command.items() if name != "do"}
        for name, value in changed.items():
            if name not in SETTINGS or not (value is None or SETTINGS[name].allows(value)):
                raise bad_input(f"{name} is no setting of the house, or cannot be {value!r}")
            changed[name] = SETTINGS[name].default if value is None else value
        self.settings |= changed

    def register_player(self, command: Command, judge: Judge) -> None:
        if isinstance(command.get("card"), str) and command["card"] in self.cards:
            raise Refusal("already_done", "that key is used")
        need_card_form(command, "card", "name")
        self.cards[command["card"]] = Card(command["name"], command.get("credit_limit"))

    def change_player(self, command: Command, judge: Judge) -> None:
        need_card_form(command, "card")
        card = self.cards[command["card"]]
        card.name = command.get("name", card.name)
        card.credit_limit = command.get("credit_limit", card.credit_limit)

    def bar_player(self, command: Command, judge: Judge) -> None:
        """`bar_player` and `readmit_player`."""
        barred = command["do"] == "bar_player"
        key = command.get("card")
        if isinstance(key, str) and self.cards[key].barred == barred:
            raise Refusal("already_done", "so it is")
        need_keys(command, ("card", "reason"))
        need_texts(command, "card")
        need_reason(command)
        self.cards[command["card"]].barred = barred

    def deposit(self, command: Command, judge: Judge) -> None:
        """`deposit` and `withdraw`."""
        card, amount = self.card_and_amount(command)
        if command["do"] == "withdraw":
            if card.deposit < amount:
                raise Refusal("not_enough_checks", "the deposit is smaller")
            amount = -amount
        card.deposit += amount

    def card_and_amount(self, command: Command, *others: str, at_most_owed: bool = False) -> tuple[Card, int]:
        """The card of a command and its amount in whole cents, perhaps no more than is carried."""
        need_keys(command, ("card", "amount", *others))
        need_texts(command, "card")
        card, amount = self.cards[command["card"]], need_integer(command["amount"], "amount")
        if "reason" in others:
            need_reason(command)
        if at_most_owed and amount > card.owed:
            raise bad_input("more than is carried")
        need_multiple(amount, 1)
        return card, amount

    def redeem_carried(self, command: Command, judge: Judge) -> None:
        """Cash at the cage against carried markers."""
        card, amount = self.card_and_amount(command, at_most_owed=True)
        card.pay_off(amount)

    def write_off(self, command: Command, judge: Judge) -> None:
        card, amount = self.card_and_amount(command, "reason", at_most_owed=True)
        if self.settings["second_write_off"]:
            self.need_confirmed(judge, None)
        card.pay_off(amount)

    def engage(self, command: Command, judge: Judge) -> None:
        need_keys(command, ("name", "roles"))
        need_texts(command, "name")
        name, roles = command["name"], command["roles"]
        if not isinstance(roles, list) or not roles or not all(role in ROLES for role in roles):
            raise bad_input("roles are a list of roles")
        if "owner" not in roles and self.owners() <= {name}:
            raise Refusal("not_allowed_here", "a house has an owner")
        self.staff[name] = set(roles)

    def owners(self) -> set[str]:
        return {name for name, roles in self.staff.items() if "owner" in roles}

    def dismiss(self, command: Command, judge: Judge) -> None:
        need_keys(command, ("name",))
        need_texts(command, "name")
        if command["name"] not in self.staff:
            raise bad_input("not engaged")
        if self.owners() <= {command["name"]}:
            raise Refusal("not_allowed_here", "a house has an owner")
        del self.staff[command["name"]]

    commands: dict[str, Callable[[HouseInterpreter, Command, Judge], None]] = {  # noqa: RUF012
        "house_rules": house_rules,
        "register_player": register_player,
        "change_player": change_player,
        "bar_player": bar_player,
        "readmit_player": bar_player,
        "deposit": deposit,
        "withdraw": deposit,
        "redeem_carried": redeem_carried,
        "write_off": write_off,
        "engage": engage,
        "dismiss": dismiss,
    }

    def result(self) -> dict[str, Any]:
        """The result in the contract's words."""
        return {
            "house": {
                "cards": {key: self.card_result(key, card) for key, card in self.cards.items()},
                "slips": [
                    {"kind": slip.kind, "number": slip.number, "night": slip.night}
                    | {"amount": slip.amount, "voided": slip.voided}
                    for slip in self.slips
                ],
                "staff": {name: [role for role in ROLES if role in roles] for name, roles in self.staff.items()},
                "nights": list(self.records),
            },
            "nights": {label: night_result(record) for label, record in self.records.items()},
            "refused": self.refused,
        }

    def card_result(self, key: str, card: Card) -> dict[str, Any]:
        return {
            "name": card.name,
            "deposit": card.deposit,
            "carried": [{"night": marker.night, "amount": marker.amount} for marker in card.carried if marker.amount],
            "exposure": self.exposure(key),
            "limit": card.credit_limit if card.credit_limit is not None else self.settings["credit_limit"],
            "nights": card.nights,
            "net": card.net,
        }


def night_result(record: NightRecord) -> dict[str, Any]:
    """A night's result, with its dealers, its drawer and its cards."""
    night = record.night
    result = script_player.result_of(night)
    result["bank"]["dealers_cut"] = night.dealers_cut
    for key, player in night.players.items():
        if player.card is not None:
            paid = player.carried_in_cash + player.carried_in_checks
            line = result["players"][key]
            line["name"] = player.name or record.house.cards[player.card].name
            line |= {"card": player.card, "drawn": player.drawn, "carried_paid": paid}
    counts = [
        {"at": count.at, "cash": count.cash, "expected": count.expected, "over": count.cash - count.expected}
        for count in record.counts
    ]
    drawer = {"expected": record.expected, "counts": counts, "win_by_count": record.win_by_count}
    drawer |= {f"{kind}s": record.sum_of(kind) for kind in SLIPS}
    return {**result, "dealers": night.dealers, "drawer": drawer}


def play_house(lines: Sequence[Any]) -> dict[str, Any]:
    """Play a house script as `--keep-going` does: one command an element, a string is a file's line."""
    interpreter = HouseInterpreter()
    for number, line in enumerate(lines, start=1):
        if isinstance(line, str):
            if not line.strip() or line.startswith("#"):
                continue
            line = json.loads(line)
        assert isinstance(line, dict)
        interpreter.carry_out(line, number)
    return interpreter.result()
