"""A night of a house as the oracle plays it: its dealers, its cards, and what its drawer must hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from tests.oracle import money, script_player
from tests.oracle.basics import Command, Refusal, need_integer, need_keys, need_texts, need_word
from tests.oracle.chip_games import ChipTable
from tests.oracle.script_player import STARTS, Given
from tests.oracle.state import Night, Player, bad_input, without_nulls

if TYPE_CHECKING:
    from tests.oracle.house import HouseInterpreter

TURNS = {"turn": "faro", "draw_winner": "faro", "coup": "pharo"}
"""The commands that end a round of a game with a bank."""


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
    amended_in: HouseInterpreter | None = None
    """The house in which a command is given again after an `amend`, with the limits of now."""
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
        house = self.judge.house if self.judge is not None else self.amended_in
        if house is None or player.card is None:
            return
        card = house.cards[player.card]
        limit = card.credit_limit if card.credit_limit is not None else self.record.rules["credit_limit"]
        if limit is not None and house.exposure(player.card, self) + amount > limit:
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
