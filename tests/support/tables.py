"""Tables of each game set up in a few words, for examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, rank_of
from dealer.games.fan_tan.state import FanTanTable, Hand, fan_tan_of
from dealer.games.faro import game as faro
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.commands import house_of as faro_house_of
from dealer.games.faro.state import FaroTable, faro_of
from dealer.games.pharo.state import COUPS, Bet, PharoTable, pharo_of
from dealer.score_pad.table import MatchTable
from events.common.event import Event
from events.common.play import StakeSettled
from ledger.accounts import PLAY, POT, checks
from tests.support.pure import PureNight


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementRow:
    """One settlement of a stake; ``paid_cents`` and ``taken_cents`` as in the contract."""

    bet: str
    player: str
    deal: int
    turn: int
    result: str
    stake_cents: int
    paid_cents: int = 0
    taken_cents: int = 0


def row_of(event: Event) -> SettlementRow | None:
    if not isinstance(event, StakeSettled):
        return None
    return SettlementRow(
        bet=event.bet,
        player=event.player,
        deal=event.round_number,
        turn=event.turn_number,
        result=event.result,
        stake_cents=event.stake_cents,
        paid_cents=event.bank_paid_cents,
        taken_cents=event.bank_took_cents,
    )


def rows_of(events: Iterable[Event]) -> list[SettlementRow]:
    return [row for row in map(row_of, events) if row]


class Table(PureNight):
    """An open night with red and blue seated, $200 each, and a deal on with the K as soda."""

    def __init__(self, *, roll: int = 500_000, soda: str | None = "Ks", **house: Any) -> None:
        super().__init__()
        self.keys = 0
        opening = {"table": "T", "date": "2026-11-21", "game": "faro", "house": house, "roll": roll, "dealer": "D"}
        self("open_night", **opening)
        for player in ("red", "blue"):
            self("seat_player", player=player, name=player.title())
            self("buy_checks", player=player, amount=20_000)
        self("start_deal")
        if soda:
            self("expose_soda", card=soda)

    def bet(self, ranks: str, stake: int = 100, player: str = "red", kind: str = "single", **more: Any) -> str:
        """Place a bet and give its key."""
        self.keys += 1
        key = f"b{self.keys}"
        where = {"ranks": ranks.split("-")} if ranks else {}
        self("place_bet", bet=key, player=player, kind=kind, stake=stake, **where, **more)
        return key

    def turn(self, loser: str, winner: str) -> dict[str, SettlementRow]:
        """Deal a turn and give the first row of each bet it settled."""
        rows: dict[str, SettlementRow] = {}
        for event in self("turn", loser=loser, winner=winner):
            row = row_of(event)
            if row:
                rows.setdefault(row.bet, row)
        return rows

    def deal_until(self, last: int) -> None:
        """Deal turns in a fixed order, the aces and kings last, until so many turns are dealt."""
        ranks = (*RANKS[1:-1], "A", "K")
        pack = [rank + suit for rank in ranks for suit in "shdc" if rank + suit not in self.table.box.exposed]
        while self.table.turn < last:
            self("turn", loser=pack.pop(0), winner=pack.pop(0))

    @property
    def table(self) -> FaroTable:
        return faro_of(self.now)

    def held(self, player: str) -> int:
        """A player's checks in hand, in cents."""
        return self.now.ledger.balance(checks(player))


SEATS = ("red", "blue", "white", "black", "yellow", "green", "brown", "grey", "pink", "gold", "lime")


class ChipTable(PureNight):
    """An open night of a game with so many players seated, and so many chips of 25¢ before each."""

    def __init__(self, game: str, players: int, *, chips: int = 100, roll: int = 0, **house: Any) -> None:
        super().__init__()
        self.players = SEATS[:players]
        self("open_night", table="T", date="2026-11-22", game=game, house=house, roll=roll, dealer="D")
        for player in self.players:
            self("seat_player", player=player, name=player.title())
            if chips:
                self("buy_checks", player=player, amount=chips * 25)

    @property
    def pot(self) -> int:
        """What lies in the pot, in chips, as the ledger has it."""
        return self.now.ledger.balance(POT) // 25

    def chips(self, player: str) -> int:
        return self.now.ledger.balance(checks(player)) // 25

    @property
    def held(self) -> dict[str, int]:
        """Everybody's chips in hand."""
        return {player: self.chips(player) for player in self.players}

    @property
    def won(self) -> dict[str, int]:
        """What everybody has won in the night, in chips; below nothing where they lost."""
        return {player: line["net"] // 25 for player, line in self.result()["players"].items()}

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The result's rows of hands."""
        rows: list[dict[str, Any]] = self.result()["hands"]
        return rows


CHECKS = 100_000


def match_night(game: str, players: str, house: Any = "usual", checks: int = CHECKS) -> PureNight:
    """A night of a game with these players, each with checks bought."""
    table = PureNight()
    table("open_night", table="T", date="2026-11-22", game=game, house=house, roll=0, dealer="M. Deal")
    for player in players.split():
        table("seat_player", player=player, name=player.title())
        table("buy_checks", player=player, amount=checks)
    return table


def begun(game: str, sides: str, house: Any = "usual", checks: int = CHECKS) -> PureNight:
    """A night with a match begun; ``sides`` are parted by strokes, and the first of each sit first: ``a c / b d``."""
    of_sides = [side.split() for side in sides.split("/")]
    round_the_table = [player for places in zip(*of_sides, strict=True) for player in places]
    table = match_night(game, " ".join(round_the_table), house, checks)
    table("start_match", sides=of_sides)
    return table


def hand(table: PureNight, dealer: str, bidder: str = "", bid: Any = None, **scored: Any) -> None:
    """Deal a hand, enter its contract, if it has one, and score it."""
    table("start_hand", dealer=dealer)
    if bidder:
        table("contract", player=bidder, bid=bid)
    table("score_hand", **scored)


def calls(table: PureNight, *said: str) -> None:
    """What players say, each ``player bid``, or ``player`` and the word of another call."""
    for one in said:
        player, word = one.split()
        if word in ("pass", "hold", "double", "redouble"):
            table(word, player=player)
        else:
            table("bid", player=player, bid=int(word) if word.isdecimal() else word)


def score_of(table: PureNight) -> tuple[int, ...]:
    """The points of the match, side by side."""
    found: MatchTable = next(iter(table.now.tables.values()))
    return found.score


def nets(table: PureNight) -> dict[str, int]:
    """What each player has won or lost once the night is closed, in cents."""
    table("close_night")
    return {player: row["net"] for player, row in table.result()["players"].items()}


Chooser = Callable[[str, list[str]], str | None]
"""Says which of the cards that they can lay a player lays; nothing is a pass."""

COLOURS = ("red", "blue", "green", "white", "black", "gold", "pink", "grey")


def lays_what_they_can(player: str, able: list[str]) -> str | None:
    """A player who never passes with a card that they could lay."""
    return able[0] if able else None


class PotTable(PureNight):
    """An open Fan-Tan night with so many players seated, $50 in chips each."""

    def __init__(self, players: int = 4, *, chips: int = 5_000, **house: Any) -> None:
        super().__init__()
        self.players = COLOURS[:players]
        self.held: dict[str, set[str]] = {}
        opening = {"table": "T", "date": "2026-11-21", "game": "fan_tan", "house": house, "roll": 0, "dealer": "D"}
        self("open_night", **opening)
        for player in self.players:
            self("seat_player", player=player, name=player.title())
            if chips:
                self("buy_checks", player=player, amount=chips)

    def deal(self, dealer: str | None = None, *, seed: int = 0, given: dict[str, str] | None = None) -> None:
        """Start a hand and deal a pack shuffled by a seed; ``given`` names cards that a player is sure to hold."""
        self("start_hand", dealer=dealer or self.players[-1])
        kept = {player: cards.split() for player, cards in (given or {}).items()}
        fixed = {card for cards in kept.values() for card in cards}
        pack = [card for card in PACK if card not in fixed]
        Random(seed).shuffle(pack)
        self.held = {}
        for player, number in self.hand.dealt.items():
            mine = kept.get(player, [])
            self.held[player] = {*mine, *(pack.pop() for _ in range(number - len(mine)))}
        assert not pack

    def lay(self, *cards: str) -> None:
        """Lay cards for whose turn it is."""
        player = self.hand.on_turn
        where = {"card": cards[0]} if len(cards) == 1 else {"cards": list(cards)}
        self("lay", player=player, **where)
        if player in self.held:
            self.held[player] -= set(cards)

    def pass_on(self) -> None:
        self("pass", player=self.hand.on_turn)

    def able(self, player: str) -> list[str]:
        """What a player holds and could lay, by looking at each card that lies."""
        return sorted(card for card in self.held[player] if self.hand.layout.takes(card))

    def play_out(self, choose: Chooser = lays_what_they_can) -> None:
        while not self.hand.winner:
            player = self.hand.on_turn
            card = choose(player, self.able(player))
            if card:
                self.lay(card)
            else:
                self.pass_on()

    def show_all(self) -> None:
        """Everybody but the winner shows what they hold."""
        for player in self.hand.to_show:
            self("show_hand", player=player, cards=sorted(self.held[player]))

    def finish(self) -> None:
        """Show, end and settle the hand."""
        self.show_all()
        self("end_hand")
        self("settle_hand")

    @property
    def table(self) -> FanTanTable:
        return fan_tan_of(self.now)

    @property
    def hand(self) -> Hand:
        assert self.table.is_on
        return self.table.hand

    def chips(self, player: str) -> int:
        """A player's chips in hand, in cents."""
        return self.now.ledger.balance(checks(player))

    def row(self) -> dict[str, Any]:
        """The result's row of the hand that was settled last."""
        row: dict[str, Any] = self.result()["hands"][-1]
        return row


Row = tuple[str, str, int, int, int, int]
"""A row of ``bets``: the bet, its result, stake, paid, taken and gain, in cents."""


class PharoNight(PureNight):
    """An open night with red, blue and white seated, $200 each, and a deal on with the A of spades at the bottom."""

    def __init__(self, *, roll: int = 500_000, bottom: str | None = "As", players: int = 3, **house: Any) -> None:
        super().__init__()
        self._keys = count(1)
        opening = {"table": "T", "date": "2026-11-22", "game": "pharo", "house": house, "roll": roll, "dealer": "D"}
        self("open_night", **opening)
        for player in ("red", "blue", "white", "black")[:players]:
            self("seat_player", player=player, name=player.title())
            self("buy_checks", player=player, amount=20_000)
        self("start_deal")
        if bottom:
            self("show_bottom", card=bottom)

    def bet(self, ranks: str, stake: int = 100, player: str = "red", **more: Any) -> str:
        """Place a stake on a card of a livret, ``K`` or ``J-Q-K``, and give its key."""
        covered = ranks.split("-")
        kind = "single" if len(covered) == 1 else "figure"
        key = f"b{next(self._keys)}"
        self("place_bet", bet=key, player=player, kind=kind, ranks=covered, stake=stake, **more)
        return key

    def coup(self, bank: str, punters: str) -> list[Row]:
        return livret_rows_of(self("coup", bank=bank, punters=punters))

    def rows(self, do: str, **arguments: Any) -> list[Row]:
        """Carry out a command and give the rows it made."""
        return livret_rows_of(self(do, **arguments))

    def deal_to(self, coups: int, *, leaving: str = "") -> None:
        """Deal until so many coups are dealt: by rank from the ace, ``leaving`` last of all but the bottom card."""
        pack = self.table.pack
        kept = leaving.split()
        out = {*pack.dealt, *kept, pack.bottom}
        by_rank = sorted(PACK, key=lambda card: RANKS.index(rank_of(card)))
        order = [*(card for card in by_rank if card not in out), *kept, pack.bottom]
        while self.table.turn < coups:
            self("coup", bank=order.pop(0), punters=order.pop(0))

    def deal_out(self, *, leaving: str = "") -> None:
        self.deal_to(COUPS, leaving=leaving)

    def lying(self, key: str) -> Bet:
        return self.table.bets[key]

    @property
    def table(self) -> PharoTable:
        return pharo_of(self.now)

    @property
    def play_cents(self) -> int:
        """What the bank won on bets."""
        return self.now.ledger.balance(PLAY)

    def held(self, player: str) -> int:
        """A player's checks in hand, in cents."""
        return self.now.ledger.balance(checks(player))


def livret_rows_of(events: tuple[Event, ...]) -> list[Row]:
    return [
        (one.bet, one.result, one.stake_cents, one.bank_paid_cents, one.bank_took_cents, one.row_besides["gain"])
        for one in events
        if isinstance(one, StakeSettled)
    ]


def faro_house(document: object) -> FaroHouse:
    """The house of a Faro table: a preset's name, or what differs."""
    return faro_house_of(faro.GAME.read_house(document))
