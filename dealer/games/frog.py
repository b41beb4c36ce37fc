"""Frog: three play for chips, by the points in the bidder's tricks (rule 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec.structs import replace

from dealer.commands.commands import Command, command
from dealer.commands.fields import Key, one_of, whole
from dealer.commands.refusal import Player, Refusal, marked
from dealer.game.actions import Action, Bid, Choice, Points, Seat, Seats
from dealer.game.bidding import (
    BEGUN,
    CLOSED,
    CONTRACT,
    Bidding,
    Pass,
    begun,
    bid_made,
    bid_passed,
    check_higher,
    check_nobody_spoke,
    check_turn,
    ends_at,
    with_call,
)
from dealer.game.cards import PACK as WHOLE_PACK
from dealer.game.cards import SUITS, rank_of
from dealer.game.forecast import either, equal, first, items, size, the
from dealer.game.hands import (
    BETWEEN,
    DEALERS,
    DEALT,
    OVER,
    PLAYING,
    HandGame,
    HandTable,
    check_deals,
    check_in_hand,
    check_number,
)
from dealer.game.house import ChipHouse, Chips, Presets, check_net, net_paid
from dealer.game.table import from_left_of
from events.common.event import Event
from events.common.play import BidMade, BidPassed, Called, ChipsWon, ContractNamed
from events.games import frog as facts
from ledger.ledger import Ledger

FROG, CHICO, GRAND = "frog", "chico", "grand"
BIDS = (FROG, CHICO, GRAND)
"""The bids, lowest first; the game is named after the lowest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrogHouse(ChipHouse):
    """The rules of one house: what each bid pays, in chips per point over or under sixty."""

    preset: Annotated[str, one_of(FROG)] = FROG
    frog: Chips = 1
    chico: Chips = 2
    grand: Chips = 3


PRESETS: Presets = {FROG: {}}


HEARTS = "h"


@command("start_hand", seats=("dealer", "players"))
class StartHand(Command):
    """Begin a hand with everybody sitting in, or with the players named."""

    dealer: Key
    players: tuple[Key, ...] | None = None


@command("bid")
class BidFrog(Command):
    """Bid frog, chico or grand."""

    player: Key
    bid: Annotated[str, one_of(*BIDS)]


@command("pass")
class PassFrog(Pass):
    """Pass: out of the bidding."""


@command("contract")
class ContractFrog(BidFrog):
    """Enter the outcome of the bidding."""


@command("score_hand")
class ScoreFrog(Command):
    """Enter the points in the bidder's tricks."""

    points: Annotated[int, whole(-1_000_000, 1_000_000)]
    trump: Annotated[str, one_of(*SUITS)] | None = None


PLAYERS = (3, 4)
"""The fewest and the most players of a hand."""

ACTIVE = 3
"""How many players hold cards: of four, the dealer does not."""

POINTS = 120
"""The points in the pack."""

PACK = tuple(card for card in WHOLE_PACK if rank_of(card) not in ("2", "3", "4", "5"))
"""The 36 cards."""

EACH = 11
"""The cards of each active player; the other three are the widow."""

HALF = POINTS // 2
"""The points that the bidder has to exceed."""

TURNS = ends_at(GRAND, CLOSED)
"""Who speaks next in the bidding."""

BIDDING = "bidding"
"""The phase of a hand that is being bid."""


class FrogTable(HandTable):
    """A Frog table; ``bidding`` is that of the current or last hand."""

    house: FrogHouse
    bidding: Bidding | None = None

    @property
    def active(self) -> tuple[str, ...]:
        """The players with cards in the current or last hand, from the dealer's left."""
        return self.players[:ACTIVE]

    @property
    def is_bid(self) -> bool:
        """Whether the current hand is in its bidding."""
        return self.bidding is not None and bool(self.bidding.waiting)

    @property
    def usual_players(self) -> tuple[str, ...]:
        """The usual players of the next hand: all who sit in; of more than four, the same again or the first four."""
        fewest, most = PLAYERS
        if len(self.sitting_in) <= most:
            return self.sitting_in
        again = tuple(player for player in self.sitting_in if player in self.players)
        return again if len(again) >= fewest else self.sitting_in[:most]

    @property
    def phase(self) -> str:
        """Whether a hand is on, and whether it is still being bid."""
        return BIDDING if self.is_on and self.is_bid else super().phase

    @property
    def position(self) -> dict[str, object]:
        """What the keys depend on, with the bidding."""
        bidding = self.bidding or begun(())
        return {**super().position, **bidding.position, "usual": list(self.usual_players)}


def evolve(table: FrogTable, event: Event) -> FrogTable:
    """The table after an event; unchanged if the event does not concern it."""
    match event:
        case facts.FrogHandBegun():
            return replace(table, bidding=begun(event.players[:ACTIVE]))
        case Called():
            assert table.bidding, "a call is made in a bidding"
            return replace(table, bidding=with_call(table.bidding, event, TURNS))
        case _:
            return table


def check_not_begun(table: FrogTable, command: Command) -> None:
    """Refuse (``wrong_phase``) the outcome of a bidding of which calls are recorded."""
    if table.bidding:
        check_nobody_spoke(table.bidding)


def not_now(table: FrogTable, word: str) -> Refusal:
    """The refusal of a score during the bidding, and of a bid after it."""
    if table.is_bid:
        return Refusal("wrong_phase", "Not now: the bidding is not over.")
    return Refusal("wrong_phase", "Not now: the bidding is over.")


def start(table: FrogTable, ledger: Ledger, command: StartHand) -> tuple[Event, ...]:
    """Begin a hand with three players, or with four of whom the dealer sits out."""
    players = table.sitting_in if command.players is None else command.players
    if len(set(players)) < len(players):
        raise Refusal("bad_input", "Each player can play only once.")
    if command.dealer not in players:
        raise Refusal(
            "bad_input", "%(player)s deals, so they must be one of the players.", player=Player(command.dealer)
        )
    sitting_out = () if command.players else tuple(player for player in table.seated if player not in players)
    check_number("Frog", len(players), *PLAYERS, sitting_out)
    check_deals(table.dealer_due(players), command.dealer)
    in_order = from_left_of(command.dealer, table.seats, players)
    return (facts.FrogHandBegun(hand=table.round + 1, dealer=command.dealer, players=in_order),)


def bid(table: FrogTable, ledger: Ledger, command: BidFrog) -> tuple[Event, ...]:
    """Record a bid."""
    assert table.bidding, "a bidding is on"
    check_turn(table.bidding, command.player)
    check_higher(table.bidding, command.bid, BIDS)
    return (BidMade(game=FROG, **table.next_turn, player=command.player, bid=command.bid),)


def pass_bid(table: FrogTable, ledger: Ledger, pass_frog: PassFrog) -> tuple[Event, ...]:
    """Record a pass; if nobody has bid at the end, the hand is dead."""
    assert table.bidding, "a bidding is on"
    check_turn(table.bidding, pass_frog.player)
    passed = BidPassed(game=FROG, **table.next_turn, player=pass_frog.player)
    after = with_call(table.bidding, passed, TURNS)
    if after.waiting or after.bid is not None:
        return (passed,)
    return (passed, facts.FrogHandPassedOut(hand=table.round, turn=passed.turn + 1))


def contract(table: FrogTable, ledger: Ledger, contract_frog: ContractFrog) -> tuple[Event, ...]:
    """Record the outcome of the bidding instead of its calls."""
    check_in_hand(table.active, contract_frog.player)
    named = ContractNamed(game=FROG, **table.next_turn, player=contract_frog.player, bid=contract_frog.bid)
    return (named,)


def score(table: FrogTable, ledger: Ledger, command: ScoreFrog) -> tuple[Event, ...]:
    """Pay the hand: each opponent pays the bidder for every point over sixty, or gets it for every point under."""
    assert table.bidding, "a hand that is scored was bid"
    called, bidder = str(table.bidding.bid), str(table.bidding.bidder)
    if not 0 <= command.points <= POINTS:
        raise Refusal("bad_result", "There are 120 points in the pack.")
    if command.trump is not None and (command.trump == HEARTS) == (called == CHICO):
        raise Refusal("bad_result", "Hearts are trumps, except at chico.")
    each = getattr(table.house, called) * (command.points - HALF)
    chips = dict.fromkeys(table.active, -each)
    chips[bidder] = each * (ACTIVE - 1)
    check_net(ledger, chips, table.chip_cents)
    settled = facts.FrogHandSettled(
        **table.next_turn,
        bid=called,
        bidder=bidder,
        points=command.points,
        trump=command.trump,
        won=tuple(ChipsWon(player=player, chips=won) for player, won in chips.items()),
        moves=net_paid(chips, table.chip_cents),
    )
    return (settled,)


def row(begun: facts.FrogHandBegun, hand: Sequence[Event]) -> Mapping[str, object]:
    """The row of a finished hand, in chips; ``winner`` is a bidder with more than sixty."""
    end = hand[-1]
    if not isinstance(end, facts.FrogHandSettled):
        dead = dict.fromkeys(("bid", "bidder", "points"))
        return {"winner": None, "pot": 0, **dead, "net": dict.fromkeys(begun.players[:ACTIVE], 0)}
    net = {won.player: won.chips for won in end.won}
    winner = end.bidder if end.points > HALF else None
    bid = {"bid": end.bid, "bidder": end.bidder, "points": end.points}
    return {"winner": winner, "pot": net[end.bidder] if winner else 0, **bid, "net": net}


GAME = HandGame(
    name=FROG,
    table_name="The Lily Pad",
    foul=(
        marked("The hand was misdealt"),
        marked("A card is missing"),
        marked("A card lay face up"),
        marked("The points do not add up"),
    ),
    house=FrogHouse,
    presets=PRESETS,
    table=FrogTable,
    seats_needed=PLAYERS,
    begun=facts.FrogHandBegun,
    voided=facts.FrogHandVoided,
    own_actions={
        StartHand: Action(
            start,
            phases=(BETWEEN,),
            takes={
                "players": Seats(among=the("seated"), fewest=PLAYERS[0], most=PLAYERS[1], usual=the("usual")),
                "dealer": Seat(among=DEALERS),
            },
            then={
                **DEALT,
                "order": first(ACTIVE, the("players")),
                **BEGUN,
                "phase": BIDDING,
            },
        ),
        BidFrog: Action(
            bid,
            phases=(BIDDING,),
            takes={"player": Seat(among=the("waiting")), "bid": Bid(bids=items(*BIDS), over=the("bid"))},
            then={**bid_made(TURNS), "phase": either(size(the("waiting")), BIDDING, PLAYING)},
        ),
        PassFrog: Action(
            pass_bid,
            phases=(BIDDING,),
            takes={"player": Seat(among=the("waiting"))},
            then={
                **bid_passed(TURNS),
                "phase": either(size(the("waiting")), BIDDING, either(the("bid"), PLAYING, BETWEEN)),
            },
        ),
        ContractFrog: Action(
            contract,
            phases=(BIDDING,),
            takes={
                "player": Seat(among=either(the("spoken"), items(), the("order"))),
                "bid": Bid(bids=items(*BIDS), over=the("bid")),
            },
            then={**CONTRACT, "phase": PLAYING},
            check=check_not_begun,
            often=0.2,
        ),
        ScoreFrog: Action(
            score,
            phases=(PLAYING,),
            takes={
                "points": Points(most=POINTS),
                "trump": Choice(
                    values=either(equal(the("bid"), CHICO), items("s", "d", "c"), items(HEARTS)),
                    optional=True,
                ),
            },
            then=OVER,
        ),
    },
    not_now=not_now,
    evolve=evolve,
    pack=lambda begun: PACK,
    hands=lambda begun: (begun.players[:ACTIVE], EACH),
    row=row,
)
