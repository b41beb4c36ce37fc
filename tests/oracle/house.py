"""A plain interpreter of house scripts (many nights, one set of people, one cage): `play_house` gives the result.

A night is a course of commands, played again from its opening after a `void` or an `amend`. What the house does stands
outside of the courses: slips and counts are never played again, and front money and carried markers are given back
when the command that took them is taken back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
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
from tests.oracle.chip_games import ChipTable
from tests.oracle.script_player import STARTS, Given, Rules
from tests.oracle.state import Night, Player, bad_input, need_reason, without_nulls

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
TURNS = {"turn": "faro", "draw_winner": "faro", "coup": "pharo"}
"""The commands that end a round of a game with a bank."""

PLAY = ("owner", "floor", "dealer")
PERMITTED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("raise_roll", *SLIPS, "void_slip"), ("owner", "floor", "cage")),
    **dict.fromkeys(("register_player", "change_player"), ("owner", "floor", "dealer", "cage")),
    **dict.fromkeys(("bar_player", "readmit_player"), ("owner", "floor")),
    **dict.fromkeys(("deposit", "withdraw"), ("owner", "cage")),
    **dict.fromkeys(("write_off", "house_rules", "engage", "dismiss"), ("owner",)),
}
"""The roles that may give a command; every other command is one of play."""


@dataclass
class Card:
    """The record of a player that the house keeps between nights."""

    name: str
    credit_limit: int | None = None
    barred: bool = False
    deposit: int = 0
    carried: list[CarriedMarker] = field(default_factory=list)
    nights: int = 0
    net: int = 0

    @property
    def owed(self) -> int:
        """What the carried markers come to."""
        return sum(marker.amount for marker in self.carried)

    def pay_off(self, amount: int) -> list[tuple[CarriedMarker, int]]:
        """Take an amount off the carried markers, oldest first; say what was taken off which."""
        parts = []
        for marker in self.carried:
            part = min(marker.amount, amount)
            marker.amount -= part
            amount -= part
            parts.append((marker, part))
        return parts


@dataclass
class CarriedMarker:
    """What a card owes from a closed night. One that is paid stays in the list with nothing."""

    night: str
    amount: int


@dataclass
class Slip:
    kind: str
    number: int
    night: str
    amount: int
    clock: int
    voided: bool = False


@dataclass
class Count:
    """A count of a drawer, and the checks that were out at that moment."""

    at: str
    cash: int
    expected: int
    checks_out: int
    clock: int


@dataclass
class Judge:
    """Who gives a command and who confirms it; nobody judges a command that is played again."""

    house: HouseInterpreter
    who: str | None
    second: str | None
    command: Command


@dataclass
class NightOfTheHouse(Night):
    """A night with its dealers; ``record`` is what the house knows of it."""

    record: NightRecord = field(kw_only=True)
    judge: Judge | None = None
    dealer: str = ""
    dealers: dict[str, dict[str, int]] = field(default_factory=dict)
    dealt: dict[tuple[str, int, int], str] = field(default_factory=dict)  # by game, deal or hand, and turn
    begun_last: str = ""
    disputed: dict[str, set[str]] = field(default_factory=dict)  # the dealers that each dispute is about
    dealers_cut: int = 0

    @property
    def in_sight(self) -> int:
        return super().in_sight - self.dealers_cut

    @property
    def checks_out(self) -> int:
        """The checks in hands, on the layout, in the pot and in the toke box, in cents."""
        in_hands = sum(player.checks + self.staked(key) for key, player in self.players.items())
        pots = sum(table.pot * table.check for table in self.tables.values() if isinstance(table, ChipTable))
        pots += self.pot * self.fan_tan_house.chip if self.fan_tan_house is not None else 0
        return in_hands + pots + self.tokes

    def sit_down_to_deal(self, dealer: str) -> None:
        self.dealer = dealer
        self.dealers.setdefault(dealer, {"rounds": 0, "tokes": 0, "cut": 0})

    def need_second(self, setting: str, amount: int) -> None:
        threshold = self.record.rules[setting]
        if self.judge is None or threshold is None or amount < threshold:
            return
        self.judge.house.need_confirmed(self.judge, self)

    def need_credit(self, player: Player, amount: int) -> None:
        if self.judge is None or player.card is None:
            return
        card = self.judge.house.cards[player.card]
        limit = card.credit_limit if card.credit_limit is not None else self.record.rules["credit_limit"]
        if limit is not None and self.judge.house.exposure(player.card, self) + amount > limit:
            raise Refusal("over_limit", f"{card.name} may owe {limit}")


@dataclass
class NightRecord:
    """A night as the house knows it: its label, the settings at its opening, its courses and its counts."""

    house: HouseInterpreter
    label: str
    rules: dict[str, Any]
    night: NightOfTheHouse = field(init=False)
    course: list[Given] = field(default_factory=list)
    courses_before: list[list[Given]] = field(default_factory=list)
    clock: dict[str, int] = field(default_factory=dict)  # when each command of the course was recorded
    taken: dict[str, Callable[[], None]] = field(default_factory=dict)  # how to give back what a command took
    counts: list[Count] = field(default_factory=list)

    @property
    def slips(self) -> list[Slip]:
        """The slips that stand, in the order recorded."""
        return [slip for slip in self.house.slips if slip.night == self.label and not slip.voided]

    def sum_of(self, kind: str, after: int = -1) -> int:
        """What the slips of a kind come to that were recorded after a moment."""
        return sum(slip.amount for slip in self.slips if slip.kind == kind and slip.clock > after)

    @property
    def expected(self) -> int:
        """What the drawer must hold."""
        players = self.night.players.values()
        cash = sum(player.bought - player.drawn - player.cashed for player in players)
        cash += sum(player.cash_on_debts + player.carried_in_cash for player in players)
        slips = self.sum_of("fill") - self.sum_of("credit") - self.sum_of("drop")
        return self.night.roll + cash - self.night.dealers_cut + slips

    @property
    def win_by_count(self) -> int | None:
        """What the bank won by the last opening count and the last closing count."""
        last = {count.at: count for count in self.counts}
        if "opening" not in last or "closing" not in last:
            return None
        opening, closing = last["opening"], last["closing"]
        raises = sum(
            command["amount"]
            for ident, command in self.course
            if command["do"] == "raise_roll" and self.clock[ident] > opening.clock
        )
        after = opening.clock
        have = closing.cash - closing.checks_out + self.sum_of("credit", after) + self.sum_of("drop", after)
        return have - (opening.cash - opening.checks_out + self.sum_of("fill", after) + raises)

    def give_back(self, course: Sequence[Given]) -> None:
        """Give back what commands took from the house that stand in the course no longer."""
        standing = {ident for ident, _ in course}
        for ident in reversed([ident for ident in self.taken if ident not in standing]):
            self.taken.pop(ident)()


def seat_player(night: NightOfTheHouse, command: Command) -> None:
    """Somebody sits down, with a card or with a name, or comes back to their seat."""
    cards = night.record.house.cards
    card, key = command.get("card"), command.get("player")
    need_card_known(cards, command)
    night.need_sitting(command.get("after") or None)
    night.need_open()
    old = night.players.get(key) if isinstance(key, str) else None
    owner = card if isinstance(card, str) else old.card if old is not None else None
    if night.judge is not None and owner is not None and cards[owner].barred:
        raise Refusal("player_barred", f"{owner} is barred")
    if old is not None and old.seated:
        raise Refusal("already_done", f"{key} is seated")
    if isinstance(card, str) and any(player.seated and player.card == card for player in night.players.values()):
        raise Refusal("already_done", f"{card} has a seat at this table")
    need_keys(command, ("player",), ("name", "card", "after"))
    need_texts(command, "player", "name", "card")
    if "name" not in command and card is None:
        raise bad_input("a seat needs a card or a name")
    after = money.need_place(command) if "after" in command else None
    if old is None:
        night.players[command["player"]] = Player(command.get("name", ""), card=card)
        night.clockwise.append(command["player"])
    elif night.judge is not None and is_another(night, old, command):
        raise Refusal("already_done", f"{key} is another's seat")
    else:
        old.seated, old.sits_out = True, False
    if after is not None:
        night.put_after(command["player"], after)


def is_another(night: NightOfTheHouse, player: Player, command: Command) -> bool:
    """Whether the name or the card of a command is not that of the seat."""
    if "card" in command and command["card"] != player.card:
        return True
    name = player.name or night.record.house.cards[str(player.card)].name
    return command.get("name", name) != name


def relieve_dealer(night: NightOfTheHouse, command: Command) -> None:
    night.need_open()
    if command.get("dealer") == night.dealer:
        raise Refusal("already_done", f"{night.dealer} deals")
    need_keys(command, ("dealer",))
    need_texts(command, "dealer")
    night.sit_down_to_deal(command["dealer"])


def draw_deposit(night: NightOfTheHouse, command: Command) -> None:
    """Front money becomes checks."""
    player, amount = money.player_and_amount(night, command)
    if night.judge is not None:
        card = night.judge.house.cards.get(player.card or "")
        if card is None or card.deposit < amount:
            raise Refusal("not_enough_checks", "the deposit is smaller")
        card.deposit -= amount
        night.judge.house.taken = lambda: give_deposit(card, amount)
    player.checks += amount
    player.bought += amount
    player.drawn += amount


def give_deposit(card: Card, amount: int) -> None:
    card.deposit += amount


def redeem_carried(night: NightOfTheHouse, command: Command) -> None:
    """Carried markers are paid at the table."""
    player = night.seated(command.get("player"))
    night.need_open()
    need_keys(command, ("player", "amount", "with"))
    need_word(command, "with", money.CASH_OR_CHECKS)
    card = night.record.house.cards.get(player.card or "")
    owed = card.owed if card is not None else 0
    if need_integer(command["amount"], "amount") > owed and night.judge is not None:
        raise bad_input("more than is carried")
    amount = money.amount_of(night, command)
    if command["with"] == "checks":
        money.take_checks(player, amount)
        player.carried_in_checks += amount
    else:
        player.carried_in_cash += amount
    if night.judge is not None and card is not None:
        parts = card.pay_off(amount)
        night.judge.house.taken = lambda: give_markers_back(parts)


def give_markers_back(parts: list[tuple[CarriedMarker, int]]) -> None:
    for marker, part in parts:
        marker.amount += part


def close_night(night: NightOfTheHouse, command: Command) -> None:
    """The night is closed, and its dealers get their cut."""
    night.need_open()
    if night.record.rules["count_required"] and all(count.at != "closing" for count in night.record.counts):
        night.wrong_phase("the drawer has had no closing count")
    money.close_night(night, command)
    pool = max(night.play + night.sleepers + night.after_hock, 0) * night.record.rules["dealers_cut"] // 100
    rounds = sum(line["rounds"] for line in night.dealers.values())
    if rounds == 0:
        return
    sharing = [line for line in night.dealers.values() if line["rounds"]]
    for line in sharing:
        line["cut"] = pool * line["rounds"] // rounds
    left = pool - sum(line["cut"] for line in sharing)
    for line in sharing[:left]:
        line["cut"] += 1
    night.dealers_cut = pool


def raise_dispute(night: NightOfTheHouse, command: Command) -> None:
    money.raise_dispute(night, command)
    about = command["about"]
    if isinstance(about, str):
        rows = [row for row in night.rows if row["bet"] == about]
        turns = {("pharo" if "gain" in row else "faro", row["deal"], row["turn"]) for row in rows}
    else:
        turns = {(night.begun_last, number_of_deal(night, night.begun_last), about)}
    dealers = {night.dealt.get(turn, night.dealer) for turn in turns}
    night.disputed[command["dispute"]] = dealers or {night.dealer}


def number_of_deal(night: Night, game: str) -> int:
    """The number of the deal or hand begun last of a game."""
    if game == "fan_tan":
        return night.hand_number
    table: Any = night.tables.get(game)
    return night.deal_number if table is None else getattr(table, "deal", 0)


AT_A_NIGHT: dict[str, Callable[[NightOfTheHouse, Command], None]] = {
    "seat_player": seat_player,
    "relieve_dealer": relieve_dealer,
    "draw_deposit": draw_deposit,
    "redeem_carried": redeem_carried,
    "close_night": close_night,
    "raise_dispute": raise_dispute,
}


def carry_out_at(night: NightOfTheHouse, command: Command) -> None:
    """Carry out a command of a night that stands in its course, and note who dealt."""
    tokes, hands = night.tokes, len(night.hand_rows)
    command = without_nulls(command)
    name = command.get("do")
    if isinstance(name, str) and name in AT_A_NIGHT:
        AT_A_NIGHT[name](night, command)
    else:
        script_player.carry_out_one(night, command)
    line = night.dealers[night.dealer]
    line["tokes"] += night.tokes - tokes
    line["rounds"] += len(night.hand_rows) - hands + (name in TURNS)
    note_turn(night, str(name))


def note_turn(night: NightOfTheHouse, name: str) -> None:
    """Write down who dealt a turn."""
    game = TURNS.get(name, night.last_game)
    if name in STARTS:
        night.begun_last = game
    if name in TURNS or name == "expose_soda":
        number = night.turn_number if game == "faro" else night.tables["pharo"].turns
        night.dealt[game, number_of_deal(night, game), number] = night.dealer
    elif name in ("lay", "pass") and game == "fan_tan":
        night.dealt[game, night.hand_number, night.turns_of_the_hand] = night.dealer


def opened(record: NightRecord, opening: Command) -> NightOfTheHouse:
    """A fresh night of the house."""
    night = script_player.open_night(opening)
    plain = {part.name: getattr(night, part.name) for part in fields(night)}
    at_the_house = NightOfTheHouse(**plain, record=record)
    at_the_house.sit_down_to_deal(opening["dealer"])
    return at_the_house


def played(record: NightRecord, course: Sequence[Given]) -> NightOfTheHouse:
    """The night that these commands make, each of them played again."""
    (_, opening), *later = course
    night = opened(record, opening)
    for _, command in later:
        carry_out_at(night, command)
    return night


def need_card_known(cards: dict[str, Card], command: Command) -> None:
    card = command.get("card")
    if isinstance(card, str) and card not in cards:
        raise Refusal("unknown_card", f"no card {card}")


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
                carry_out_at(night, given)
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
