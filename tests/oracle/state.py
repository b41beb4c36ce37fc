"""The plain, mutable state of a night, and the checks that the commands of every game make of who and what is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, NoReturn

from tests.oracle.basics import RANKS, Command, House, Refusal, Settings, is_card, rank_of, suit_of
from tests.oracle.fan_tan_hand import Hand
from tests.oracle.faro_settling import covered_ranks


@dataclass
class Player:
    """A seat and its money."""

    name: str
    seated: bool = True
    sits_out: bool = False
    checks: int = 0
    bought: int = 0
    markers_issued: int = 0
    markers_open: int = 0
    markers_due: int = 0
    cash_on_debts: int = 0
    cashed: int = 0
    card: str | None = None
    drawn: int = 0
    carried_in_cash: int = 0
    carried_in_checks: int = 0
    pledges: list[tuple[str, int]] = field(default_factory=list)


@dataclass
class Bet:
    """A bet that lies on the layout, or a call (kind `call`)."""

    key: str
    player: str
    kind: str
    arguments: dict[str, Any]
    stake: int
    coppered: bool = False
    paroli: bool = False
    bills: bool = False
    barred: bool = False
    barred_turns: int | None = None
    halved: bool = False
    acted: bool = False
    left_on: int = 0

    def live_stake(self, check: int) -> int:
        """What of the stake can win or lose now."""
        if self.barred:
            return 0
        return self.stake // check // 2 * check if self.halved else self.stake


@dataclass
class Deal:
    """One deal: the cards exposed so far, and how far it has come."""

    exposed: list[str] = field(default_factory=list)
    turn: int = 0
    betting: bool = False
    drawn_loser: str | None = None
    last_turn: tuple[str, str] | None = None
    finished: bool = False

    def seen(self, rank: str) -> int:
        """How many cards of a rank are exposed."""
        return sum(rank_of(card) == rank for card in self.exposed)

    def ranks_left(self) -> Counter[str]:
        """The cards still in the box, by rank."""
        return _left(tuple(self.exposed)).copy()

    def expose(self, *cards: str) -> None:
        """Show cards; refuse one that the pack no longer holds."""
        shown = list(self.exposed)
        for card in cards:
            same_rank = sum(rank_of(other) == rank_of(card) for other in shown)
            if same_rank >= 4 or (suit_of(card) is not None and card in shown):
                raise Refusal("odd_card", f"{card} cannot come again")
            shown.append(card)
        self.exposed = shown


@lru_cache(256)
def _left(exposed: tuple[str, ...]) -> Counter[str]:
    """The cards left after those exposed, by rank: asked again for every bet, and after every command taken back."""
    seen = Counter(rank_of(card) for card in exposed)
    return Counter({rank: 4 - seen[rank] for rank in RANKS if seen[rank] < 4})


@dataclass
class Loan:
    """Stake money between two players, or of a bystander, whose name is folded."""

    lender: str
    borrower: str
    owed: int
    profit_share: Fraction
    bystander: str = ""


@dataclass
class Table:
    """The table of a game that is neither Faro nor Fan-Tan; `coin` is the setting that the game counts in."""

    settings: Settings

    coin = "check"

    @property
    def check(self) -> int:
        """The game's smallest check or its chip, in cents."""
        return int(self.settings[self.coin])

    @property
    def is_on(self) -> bool:
        raise NotImplementedError

    @property
    def turns(self) -> int:
        """The turns of the deal begun last that a dispute may name."""
        return 0

    @property
    def awaits_settling(self) -> bool:
        """Whether a match was won and is not settled: no night is closed on it."""
        return False

    def staked(self, player: str) -> int:
        return 0

    def keeps(self, player: str) -> bool:
        return False

    def give_back_all(self, night: Night) -> None:
        """The bank has broken: return every stake, with a row each."""

    def seats_moved(self, clockwise: list[str]) -> None:
        """The seats stand otherwise."""

    def close(self, night: Night) -> None:
        """The night is closed: clear the table, and divide the pot."""
        raise NotImplementedError


@dataclass
class Night:
    """Everything that a night is at one moment; `last_game` is that of the last command that was a game's."""

    games: tuple[str, ...]
    house: House
    fan_tan_house: House | None
    roll: int
    tables: dict[str, Table] = field(default_factory=dict)
    last_game: str = ""
    play: int = 0
    sleepers: int = 0
    after_hock: int = 0
    tokes: int = 0
    players: dict[str, Player] = field(default_factory=dict)
    clockwise: list[str] = field(default_factory=list)  # every seat that was ever taken
    bets: dict[str, Bet] = field(default_factory=dict)
    used_keys: set[str] = field(default_factory=set)
    loans: list[Loan] = field(default_factory=list)
    open_disputes: dict[str, bool] = field(default_factory=dict)
    deal: Deal | None = None
    deal_number: int = 0
    turn_number: int = 0
    turns_of_the_deal: set[int] = field(default_factory=set)  # the soda is turn 0
    broken: bool = False
    closed: bool = False
    rows: list[dict[str, Any]] = field(default_factory=list)
    hand: Hand | None = None
    hand_number: int = 0
    turns_of_the_hand: int = 0
    last_dealer: str | None = None
    deals_again: bool = False
    pot: int = 0  # in chips of Fan-Tan
    hand_rows: list[dict[str, Any]] = field(default_factory=list)

    @property
    def check(self) -> int:
        """The smallest check of the night: the least of its games'."""
        return min(self.checks)

    @property
    def checks(self) -> list[int]:
        checks = [table.check for table in self.tables.values()]
        checks += [self.house.check] if "faro" in self.games else []
        return [*checks, self.fan_tan_house.chip] if self.fan_tan_house is not None else checks

    @property
    def game_on(self) -> str | None:
        if self.deal is not None:
            return "faro"
        if self.hand is not None:
            return "fan_tan"
        return next((game for game, table in self.tables.items() if table.is_on), None)

    @property
    def has_bank(self) -> bool:
        return "faro" in self.games or "pharo" in self.games

    @property
    def marker_limit(self) -> int | None:
        """How much a player may owe: the least that any of the games says."""
        limits = [table.settings["marker_limit"] for table in self.tables.values()]
        limits += [self.house.marker_limit] if "faro" in self.games else []
        if self.fan_tan_house is not None:
            limits.append(self.fan_tan_house.marker_limit)
        return min((limit for limit in limits if limit is not None), default=None)

    def need_second(self, setting: str, amount: int) -> None:
        """Refuse what a second staff member must confirm. A night without a house has no staff."""

    def need_credit(self, player: Player, amount: int) -> None:
        """Refuse a marker above the limit of the player's card. A night without a house has no cards."""

    def seats_from_the_left_of(self, dealer: str) -> list[str]:
        """Who is seated, clockwise from a dealer's left."""
        place = self.clockwise.index(dealer) + 1
        return [key for key in self.clockwise[place:] + self.clockwise[:place] if self.players[key].seated]

    def playing_from_the_left_of(self, dealer: str) -> list[str]:
        """Who is seated and does not sit out, clockwise from a dealer's left."""
        return [key for key in self.seats_from_the_left_of(dealer) if not self.players[key].sits_out]

    def put_after(self, player: str, after: str) -> None:
        """Somebody sits on another's left, or first; a match that is on goes on by the seats."""
        others = [key for key in self.clockwise if key != player]
        place = others.index(after) + 1 if after else 0
        self.clockwise = [*others[:place], player, *others[place:]]
        for table in self.tables.values():
            table.seats_moved(self.clockwise)

    @property
    def in_sight(self) -> int:
        """What the bank can pay with."""
        return self.roll + self.play + self.sleepers + self.after_hock

    def need_open(self) -> None:
        """Refuse anything in a closed night."""
        if self.closed:
            self.wrong_phase("the night is closed")

    def need_no_game(self) -> None:
        """Refuse what is done between two games alone."""
        self.need_open()
        if self.game_on is not None:
            self.wrong_phase("a game is on")

    def wrong_phase(self, why: str) -> NoReturn:
        """Refuse a command that comes at the wrong time."""
        raise Refusal("wrong_phase", why)

    def need_betting(self) -> None:
        """Refuse to touch a bet at a time when nobody may."""
        self.need_open()
        if self.deal is not None and self.deal.drawn_loser is not None:
            raise Refusal("bets_closed", "the loser is drawn")
        if self.deal is None or not self.deal.betting:
            self.wrong_phase("no bets now")

    def need_lifting(self) -> None:
        """Refuse to take a bet down at a time when nobody may: before the hock is one when the house says so."""
        deal = self.deal
        waits_for_hock = deal is not None and deal.turn == 25 and deal.drawn_loser is None and not deal.finished
        if self.closed or not (waits_for_hock and self.house.turns == 25 and self.house.lift_before_hock):
            self.need_betting()

    def seated(self, key: object) -> Player:
        """The player of a seat; a key that is missing or no text comes after the time."""
        if not isinstance(key, str):
            self.need_open()
            raise Refusal("bad_input", "that is no seat key")
        player = self.players.get(key)
        if player is None or not player.seated:
            raise Refusal("unknown_player", f"nobody sits at {key}")
        return player

    def need_sitting(self, key: object) -> None:
        """Refuse a key of nobody at the table; one that is missing or no text is refused for its form, later."""
        if isinstance(key, str):
            self.seated(key)

    def lying(self, key: object) -> Bet:
        if not isinstance(key, str) or key not in self.bets:
            raise Refusal("unknown_bet", f"no bet {key} lies")
        return self.bets[key]

    def staked(self, player: str) -> int:
        in_faro = sum(bet.stake for bet in self.bets.values() if bet.player == player)
        return in_faro + sum(table.staked(player) for table in self.tables.values())

    def covered(self, kind: str, arguments: dict[str, Any]) -> frozenset[str]:
        """The ranks that act on a bet in this house."""
        return covered_ranks(kind, arguments, self.house.king_is_odd)

    def is_dead(self, kind: str, arguments: dict[str, Any]) -> bool:
        """Whether no card that acts on the bet is left in the box."""
        return self.deal is not None and not (self.covered(kind, arguments) & self.deal.ranks_left().keys())

    def add_row(self, bet: Bet, result: str, stake: int, paid: int = 0, taken: int = 0) -> None:
        """Write down one settlement of a bet."""
        row = {"bet": bet.key, "deal": self.deal_number, "turn": self.turn_number}
        self.rows.append({**row, "result": result, "stake": stake, "paid": paid, "taken": taken})

    def give_back(self, bet: Bet) -> None:
        """Return the whole stake of a bet to its owner, with a row."""
        self.add_row(bet, "returned", bet.stake)
        self.players[bet.player].checks += bet.stake
        del self.bets[bet.key]

    def give_back_all(self) -> None:
        """Return every bet of Faro that lies."""
        for bet in list(self.bets.values()):
            self.give_back(bet)

    def break_bank(self, game: str) -> None:
        """The bank cannot pay: every stake of any game goes back, this one's first, and bets wait for a raised roll."""
        self.broken = True
        if game == "faro":
            self.give_back_all()
        for table in self.tables.values():
            table.give_back_all(self)
        self.give_back_all()


Handler = Callable[[Night, Command], None]


SEAT_ARGUMENTS = ("player", "lender", "borrower", "dealer", "opener", "first", "out", "high_trump")
SEAT_LISTS = ("winners", "players", "partners")
SEAT_KEYED = ("tricks", "chips", "honours")


def without_nulls(command: Command) -> Command:
    return {key: value for key, value in command.items() if value is not None}


def seats_named(command: Command) -> list[str]:
    """Every seat key that a command names, wherever it stands."""
    named: list[Any] = [command.get(name) for name in SEAT_ARGUMENTS]
    for name in SEAT_LISTS:
        named += command[name] if isinstance(command.get(name), list) else []
    for name in SEAT_KEYED:
        named += command[name] if isinstance(command.get(name), dict) else []
    sides = command["sides"] if isinstance(command.get("sides"), list) else []
    named += [key for side in sides for key in (side if isinstance(side, list) else [side])]
    return [one for one in named if isinstance(one, str)]


def need_seats(night: Night, command: Command) -> None:
    """Refuse a command that names anybody who does not sit at the table."""
    for key in seats_named(command):
        night.seated(key)


def bad_input(why: str) -> Refusal:
    """What does not read."""
    return Refusal("bad_input", why)


def need_given(command: Command, *names: str) -> None:
    """Refuse a command that lacks an argument."""
    for name in names:
        if name not in command:
            raise bad_input(f"{name} is missing")


def need_reason(command: Command) -> None:
    """Refuse a voiding without a word of why."""
    need_given(command, "reason")
    if not isinstance(command["reason"], str) or not command["reason"].strip():
        raise bad_input("a reason is a text")


def need_key(command: Command, name: str) -> str:
    """The seat key of an argument; whether it is anybody's was asked before."""
    need_given(command, name)
    if not isinstance(command[name], str):
        raise bad_input(f"{name} is a seat key")
    return str(command[name])


def need_cards(command: Command, name: str) -> list[str]:
    need_given(command, name)
    cards = command[name]
    if not isinstance(cards, list) or not all(is_card(card) for card in cards):
        raise bad_input(f"{name} is a list of cards")
    return list(cards)


def need_card(command: Command, name: str) -> str:
    need_given(command, name)
    if not is_card(command[name]):
        raise bad_input(f"{name} is a card")
    return str(command[name])


def is_odd(card: str, seen: list[str], most: int = 4) -> bool:
    """Whether a card comes once too often after those that were seen."""
    same = sum(rank_of(other) == rank_of(card) for other in seen)
    return same >= most or (suit_of(card) is not None and card in seen)
