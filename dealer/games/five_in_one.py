"""Five in One: five games in a round, dealt by one dealer (rule 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, perm
from typing import Annotated, Any

from msgspec import field
from msgspec.structs import replace

from dealer.commands import fields
from dealer.commands.commands import Command, argument_of, command, type_of
from dealer.commands.fields import MOST_CENTS, Key, Text, one_of, whole
from dealer.commands.refusal import Cards, Player, Refusal, counted, number_of
from dealer.game.cards import NUMBER, SUITS, odd_card, rank_of
from dealer.game.demonstration import DEMO_PLAYERS, Demonstration, HandsPlay, Shown
from dealer.game.game import RoundRow
from dealer.game.hands import HandGame, HandTable, check_deals, check_everybody, check_hand_is_on, with_hand
from dealer.game.house import ChipHouse, Chips, Presets, check_net, divided, net_paid
from dealer.game.table import Tables, from_left_of
from dealer.statistics import Distribution, Fairness, Observation, StatisticalTest, sum_of
from events.common.event import Event, Move
from events.games import five_in_one as five_in_one_events
from events.games.five_in_one import ConsolationTurned
from ledger.ledger import Ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class FiveInOneHouse(ChipHouse):
    """The rules of one house, in chips.

    ``cold_hand_pays`` is what each other player pays the winner of the cold hand, ``hit_pays`` what each pays the
    dealer for a hit in the consolation.
    """

    preset: Annotated[str, one_of("five_in_one")] = "five_in_one"
    cold_hand_pays: Chips = 1
    hit_pays: Chips = 1


PRESETS: Presets = {"five_in_one": {}}


ChipsWonOrLost = Annotated[int, whole(-MOST_CENTS, MOST_CENTS)]


@command("start_hand", seats=("dealer",))
class StartHand(Command):
    """Begin a round of five games."""

    dealer: Key


@command("part_result", seats=("chips",))
class PartResult(Command):
    """Enter each player's win or loss in a part."""

    part: Annotated[str, one_of(*TOLD)]
    chips: dict[str, ChipsWonOrLost]


@command("cold_hand", seats=("winners",))
class ColdHand(Command):
    """Enter who won the cold hand, or who tied."""

    winners: tuple[Key, ...]


@command("consolation")
class Consolation(Command):
    """Turn the ten cards of the consolation in order."""

    cards: fields.Cards


@command("void_hand")
class VoidHand(Command):
    """Break off a round before its first part."""

    reason: Text


PLUS_OR_MINUS, COLD_HAND, BANGO = "plus_or_minus", "cold_hand", "bango"
PUT_AND_TAKE, CONSOLATION = "put_and_take", "consolation"

PARTS = (PLUS_OR_MINUS, COLD_HAND, BANGO, PUT_AND_TAKE, CONSOLATION)

TOLD = (PLUS_OR_MINUS, BANGO, PUT_AND_TAKE)
"""The parts that are recorded only as wins and losses."""


FIVE_IN_ONE = "five_in_one"
"""The game's name in the contract."""

PLAYERS = (2, 10)
"""The fewest and the most players of a round."""


class FiveInOneTable(HandTable):
    """A Five in One table; ``won`` is each player's win or loss in the current or last round, in chips."""

    house: FiveInOneHouse
    won: Mapping[str, int] = field(default_factory=dict)

    @property
    def part_due(self) -> str:
        """The next part of the current round; the last part until the round is over."""
        return PARTS[min(self.turn, len(PARTS) - 1)]


def evolve(table: FiveInOneTable, event: Event) -> FiveInOneTable:
    """The table after an event; unchanged if the event does not concern it."""
    match event:
        case five_in_one_events.FiveRoundBegun():
            return replace(with_hand(table, event), won=dict.fromkeys(event.players, 0))
        case five_in_one_events.PartPaid():
            return replace(table, won=with_part(table, event.won))
        case _:
            return with_hand(table, event)


def with_part(table: FiveInOneTable, won: tuple[five_in_one_events.ChipsWon, ...]) -> dict[str, int]:
    """Each player's result of the round including another part."""
    return {**table.won, **{winner.player: table.won[winner.player] + winner.chips for winner in won}}


def five_in_one_of(night: Tables) -> FiveInOneTable:
    """The Five in One table of a night; raises ``KeyError`` if the night does not have that game."""
    table: FiveInOneTable = night.tables[FIVE_IN_ONE]
    return table


COUNTED = 10
"""How many cards the dealer turns in the consolation, counting aloud from 1."""

_PARTS: dict[type[Command], tuple[str, ...]] = {
    PartResult: TOLD,
    ColdHand: (COLD_HAND,),
    Consolation: (CONSOLATION,),
}
"""The parts that each command records."""


def check_time(table: FiveInOneTable, command: Command) -> None:
    """Refuse (``wrong_phase``) a part that is not due, and voiding once a part is paid."""
    check_hand_is_on(table, command, StartHand.do)
    command_type = type_of(command)
    if command_type is VoidHand and table.turn:
        raise Refusal("wrong_phase", "Not now: a part has been paid, and that cannot be undone.")
    if command_type not in _PARTS:
        return
    part = argument_of(command, "part") if command_type is PartResult else table.part_due
    if table.part_due not in _PARTS[command_type] or (part in TOLD and part != table.part_due):
        raise Refusal("wrong_phase", "Not now: another part of the round comes first.")


def start(table: FiveInOneTable, ledger: Ledger, command: StartHand) -> tuple[Event, ...]:
    """Begin a round with everybody who is sitting in."""
    check_everybody("Five in One", table, command.dealer, *PLAYERS)
    check_deals(table.dealer_due(table.sitting_in), command.dealer)
    players = from_left_of(command.dealer, table.seats, table.sitting_in)
    return (five_in_one_events.FiveRoundBegun(hand=table.round + 1, dealer=command.dealer, players=players),)


def part_result(table: FiveInOneTable, ledger: Ledger, command: PartResult) -> tuple[Event, ...]:
    """Pay a part by everybody's win or loss."""
    check_in_round(table, command.chips)
    over = sum(command.chips.values())
    if over:
        difference = number_of(abs(over), "%(num)s chip", "%(num)s chips")
        raise Refusal("bad_result", "Wins and losses must be equal; the difference is %(chips)s.", chips=difference)
    return (five_in_one_events.PartSettled(part=command.part, **_paid(table, ledger, command.chips)),)


def cold_hand(table: FiveInOneTable, ledger: Ledger, command: ColdHand) -> tuple[Event, ...]:
    """Pay the cold hand; in a tie the chips are divided, the remainder one each from the dealer's left."""
    check_in_round(table, command.winners)
    if len(set(command.winners)) < max(1, len(command.winners)):
        raise Refusal("bad_input", "Name one or more winners, each once.")
    winners = tuple(player for player in table.players if player in command.winners)
    pays = table.house.cold_hand_pays
    chips = {player: -pays for player in table.players if player not in winners}
    chips |= divided(pays * len(chips), winners)
    return (five_in_one_events.ColdHandWon(winners=winners, **_paid(table, ledger, chips)),)


def consolation(table: FiveInOneTable, ledger: Ledger, command: Consolation) -> tuple[Event, ...]:
    """Pay the dealer for each card that matches the number called, and end the round."""
    cards = command.cards
    if len(cards) != COUNTED:
        raise Refusal("bad_input", "The dealer turns ten cards, not %(cards)s.", cards=len(cards))
    odd = odd_card(cards)
    if odd:
        raise Refusal("odd_card", "The %(card)s cannot come so often in one pack.", card=Cards((odd,)))
    hits = sum(NUMBER[rank_of(card)] == called for called, card in enumerate(cards, start=1))
    each = hits * table.house.hit_pays
    chips = {player: -each for player in table.players if player != table.dealer}
    chips[table.dealer] = each * len(chips)
    turned = five_in_one_events.ConsolationTurned(cards=cards, hits=hits, **_paid(table, ledger, chips))
    net = with_part(table, turned.won)
    return (turned, five_in_one_events.FiveRoundOver(hand=table.round, won=_won(table, net, everybody=True)))


def void_hand(table: FiveInOneTable, ledger: Ledger, command: VoidHand) -> tuple[Event, ...]:
    """Break off a round before any part is paid; the same player deals again."""
    return (five_in_one_events.FiveRoundVoided(hand=table.round, reason=command.reason),)


def check_in_round(table: FiveInOneTable, players: Mapping[str, int] | tuple[str, ...]) -> None:
    """Refuse (``bad_input``) a player who is not in the current round."""
    for player in players:
        if player not in table.players:
            raise Refusal("bad_input", "%(player)s is not in this round.", player=Player(player))


def _paid(table: FiveInOneTable, ledger: Ledger, chips: Mapping[str, int]) -> dict[str, Any]:
    """The fields of a paid part; ``not_enough_checks`` if somebody cannot pay their loss."""
    won = _won(table, chips)
    net = {winner.player: winner.chips for winner in won}
    check_net(ledger, net, table.chip_cents)
    moves: tuple[Move, ...] = net_paid(net, table.chip_cents)
    return {"hand": table.round, "turn": table.turn + 1, "won": won, "moves": moves}


def _won(
    table: FiveInOneTable, chips: Mapping[str, int], *, everybody: bool = False
) -> tuple[five_in_one_events.ChipsWon, ...]:
    return tuple(
        five_in_one_events.ChipsWon(player=player, chips=chips.get(player, 0))
        for player in table.players
        if everybody or chips.get(player)
    )


def round_rows(events: Sequence[Event]) -> Iterator[RoundRow]:
    """The rows of all rounds that these events end, in chips; ``winner`` and ``pot`` are those of the cold hand."""
    dealer, cold_hand, hits = "", None, 0
    for at, event in enumerate(events):
        match event:
            case five_in_one_events.FiveRoundBegun():
                dealer = event.dealer
            case five_in_one_events.ColdHandWon():
                cold_hand = event
            case five_in_one_events.ConsolationTurned():
                hits = event.hits
            case five_in_one_events.FiveRoundOver():
                assert cold_hand, "a round that is over had its cold hand"
                row = {
                    "hand": event.hand,
                    "game": FIVE_IN_ONE,
                    "dealer": dealer,
                    "winner": cold_hand.winners[0] if len(cold_hand.winners) == 1 else None,
                    "pot": sum(won.chips for won in cold_hand.won if won.chips > 0),
                    "hits": hits,
                    "net": {won.player: won.chips for won in event.won},
                }
                yield RoundRow(at=at, row=row)
            case _:
                pass


TURNED, PACK_CARDS = 10, 52
"""The number of cards in a consolation, and in its pack."""


def hits_of(events: Iterable[Event], names: Mapping[str, str]) -> list[int]:
    """The number of hits in each consolation of a night's effective events."""
    return [event.hits for event in events if isinstance(event, ConsolationTurned)]


@cache
def hits() -> Distribution:
    """The distribution of hits among ten cards of a fair pack, by inclusion and exclusion."""
    ways = [
        comb(TURNED, fixed) * len(SUITS) ** fixed * perm(PACK_CARDS - fixed, TURNED - fixed)
        for fixed in range(TURNED + 1)
    ]
    exactly = [
        sum((-1) ** (fixed - number) * comb(fixed, number) * ways[fixed] for fixed in range(number, TURNED + 1))
        for number in range(TURNED + 1)
    ]
    return Distribution.of([Fraction(ways, perm(PACK_CARDS, TURNED)) for ways in exactly])


class ConsolationsObservation(Observation):
    """The findings for consolations: how many were turned, and the test."""

    rounds: int

    @property
    def looked_at(self) -> tuple[str, ...]:
        """How much was tested, in sentences."""
        return (f"{counted(self.rounds, 'consolation')} of Five in One.",)

    @property
    def cannot_see(self) -> tuple[str, ...]:
        """What no test of Five in One shows."""
        return ("The other four parts of Five in One are noted by what they paid: no card of theirs is recorded.",)


def inspect_consolations(nights: Sequence[Sequence[int]]) -> ConsolationsObservation | None:
    """The test of the hits of some nights; ``None`` if no consolation was turned."""
    seen = [number for night in nights for number in night]
    if not seen:
        return None
    found, square = sum(seen), sum_of(hits() for _ in seen)
    test = StatisticalTest(
        name="consolation_hits",
        title="Hits of the consolation of Five in One",
        observed=f"{counted(found, 'hit')} in {counted(len(seen), 'consolation')}",
        square=f"{float(square.mean):.1f}",
        chance=float(square.at_least(found)),
        way="exact",
        means="that the dealer knew the order of the pack",
        figures={"hits": found, "consolations": len(seen), "expected": float(square.mean)},
    )
    return ConsolationsObservation(rounds=len(seen), tests=(test,))


FAIRNESS = Fairness(
    nothing="no consolation of Five in One was turned",
    cards_of=lambda events, table, names: hits_of(events, names),
    inspect=inspect_consolations,
)


TIES = 0.2
"""How often two players tie the cold hand."""
PAYMENTS = (0, 2, 3, 4, 6)
"""How many chips can change hands in a part that is recorded only by its payments."""
FOUL_ROUND = 3
MISHAP = (2, 3)
"""The round and part whose chips the dealer records for the wrong player."""


class FiveInOnePlay(HandsPlay[FiveInOneTable]):
    """Five in One as played in a demonstration."""

    game = FIVE_IN_ONE

    def round(self, number: int) -> Iterator[Shown]:
        """Play a round; yields after every part."""
        dealer = self._table.dealer_due(tuple(DEMO_PLAYERS)) or next(iter(DEMO_PLAYERS))
        self._pay({"do": "start_hand", "game": FIVE_IN_ONE, "dealer": dealer})
        if number == FOUL_ROUND:
            self._do({"do": "void_hand", "reason": "the pack had a joker in it"})
            yield Shown("round", self._table.round, 1, f"{dealer} deals, and there is a joker")
            return
        for place, part in enumerate(PARTS, start=1):
            if (number, place) == MISHAP:
                self._pay({"do": "part_result", "part": part, "chips": {"red": 9, "blue": -9}})
                self._do({"do": "void"})
            self._pay(self._brought(part))
            yield Shown("round", self._table.round, place, part.replace("_", " "))

    def _brought(self, part: str) -> dict[str, Any]:
        """What a part brought, as a sentence."""
        if part == COLD_HAND:
            winners = self._random.sample(tuple(DEMO_PLAYERS), 2 if self._random.random() < TIES else 1)
            return {"do": "cold_hand", "winners": winners}
        if part == CONSOLATION:
            return {"do": "consolation", "cards": self._evening.pack()[:COUNTED]}
        won: Counter[str] = Counter()
        for _ in range(self._random.choice(PAYMENTS)):
            winner, loser = self._random.sample(tuple(DEMO_PLAYERS), 2)
            won[winner] += 1
            won[loser] -= 1
        return {"do": "part_result", "part": part, "chips": {player: chips for player, chips in won.items() if chips}}


DEMONSTRATION = Demonstration(
    opening={"table": "Variety", "house": "five_in_one", "roll": 0},
    house_among_others="five_in_one",
    play=FiveInOnePlay,
)


GAME = HandGame(
    name=FIVE_IN_ONE,
    title="Five in One",
    round_called="round",
    house=FiveInOneHouse,
    presets=PRESETS,
    table=FiveInOneTable,
    deciders={
        StartHand: start,
        PartResult: part_result,
        ColdHand: cold_hand,
        Consolation: consolation,
        VoidHand: void_hand,
    },
    check_time=check_time,
    evolve=evolve,
    round_rows=round_rows,
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
)
