"""Five in One: five games in a round, dealt by one dealer (rule 9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, perm
from typing import Annotated, Any

from msgspec import field
from msgspec.structs import replace

from dealer.commands import fields
from dealer.commands.commands import Command, argument_of, command
from dealer.commands.fields import MOST_CENTS, Key, one_of, whole
from dealer.commands.refusal import Cards, Player, Refusal, marked, number_of, phrase
from dealer.game import actions
from dealer.game.actions import Action, Chips, Choice, Seats
from dealer.game.cards import NUMBER, SUITS, odd_card, rank_of
from dealer.game.forecast import items, nth, plus, the
from dealer.game.hands import BETWEEN, OVER, HandGame, HandTable
from dealer.game.house import ChipHouse, Presets, check_net, divided, net_paid
from dealer.game.house import Chips as ChipSetting
from dealer.game.statistics import EXACT, Distribution, Fairness, Look, StatisticalTest, number_alone, sum_of
from events.common.event import Event, Move
from events.common.play import ChipsWon
from events.games import five_in_one as facts
from ledger.ledger import Ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class FiveInOneHouse(ChipHouse):
    """The rules of one house, in chips.

    ``cold_hand_pays`` is what each other player pays the winner of the cold hand, ``hit_pays`` what each pays the
    dealer for a hit in the consolation.
    """

    preset: Annotated[str, one_of("five_in_one")] = "five_in_one"
    cold_hand_pays: ChipSetting = 1
    hit_pays: ChipSetting = 1


PRESETS: Presets = {"five_in_one": {}}


ChipsWonOrLost = Annotated[int, whole(-MOST_CENTS, MOST_CENTS)]


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


PLUS_OR_MINUS, COLD_HAND, BANGO = "plus_or_minus", "cold_hand", "bango"
PUT_AND_TAKE, CONSOLATION = "put_and_take", "consolation"

PARTS = (PLUS_OR_MINUS, COLD_HAND, BANGO, PUT_AND_TAKE, CONSOLATION)

TOLD = (PLUS_OR_MINUS, BANGO, PUT_AND_TAKE)
"""The parts that are recorded only as wins and losses."""


FIVE_IN_ONE = "five_in_one"
"""The game's name in the contract."""


class FiveInOneTable(HandTable):
    """A Five in One table; ``won`` is each player's win or loss in the current or last round, in chips."""

    house: FiveInOneHouse
    won: Mapping[str, int] = field(default_factory=dict)

    @property
    def part_due(self) -> str:
        """The next part of the current round; the last part until the round is over."""
        return PARTS[min(self.turn, len(PARTS) - 1)]

    @property
    def phase(self) -> str:
        """The part that is due."""
        return self.part_due if self.is_on else BETWEEN

    @property
    def position(self) -> dict[str, object]:
        """What the keys depend on, with the number of parts that were paid."""
        return {**super().position, "turn": self.turn}


def evolve(table: FiveInOneTable, event: Event) -> FiveInOneTable:
    """The table after an event; unchanged if the event does not concern it."""
    match event:
        case facts.FiveRoundBegun():
            return replace(table, won=dict.fromkeys(event.players, 0))
        case facts.PartPaid():
            return replace(table, won=with_part(table, event.won))
        case _:
            return table


def with_part(table: FiveInOneTable, won: tuple[ChipsWon, ...]) -> dict[str, int]:
    """Each player's result of the round including another part."""
    return {**table.won, **{winner.player: table.won[winner.player] + winner.chips for winner in won}}


COUNTED = 10
"""How many cards the dealer turns in the consolation, counting aloud from 1."""


def check_part(table: FiveInOneTable, command: Command) -> None:
    """Refuse (``wrong_phase``) the result of another part than the one that is due."""
    part = argument_of(command, "part")
    if part in TOLD and part != table.part_due:
        raise not_now(table, PartResult.do)


def not_now(table: FiveInOneTable, word: str) -> Refusal:
    """The refusal of what is not possible in a part: voiding once a part is paid, and other parts."""
    if word == "void_hand":
        return Refusal("wrong_phase", "Not now: a part has been paid, and that cannot be undone.")
    return Refusal("wrong_phase", "Not now: another part of the round comes first.")


def part_result(table: FiveInOneTable, ledger: Ledger, command: PartResult) -> tuple[Event, ...]:
    """Pay a part by everybody's win or loss."""
    check_in_round(table, command.chips)
    over = sum(command.chips.values())
    if over:
        difference = number_of(abs(over), "%(num)s chip", "%(num)s chips")
        raise Refusal("bad_result", "Wins and losses must be equal; the difference is %(chips)s.", chips=difference)
    return (facts.PartSettled(part=command.part, **_paid(table, ledger, command.chips)),)


def cold_hand(table: FiveInOneTable, ledger: Ledger, command: ColdHand) -> tuple[Event, ...]:
    """Pay the cold hand; in a tie the chips are divided, the remainder one each from the dealer's left."""
    check_in_round(table, command.winners)
    if not command.winners or len(set(command.winners)) < len(command.winners):
        raise Refusal("bad_input", "Name one or more winners, each once.")
    winners = tuple(player for player in table.players if player in command.winners)
    pays = table.house.cold_hand_pays
    chips = {player: -pays for player in table.players if player not in winners}
    chips |= divided(pays * len(chips), winners)
    return (facts.ColdHandWon(winners=winners, **_paid(table, ledger, chips)),)


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
    turned = facts.ConsolationTurned(cards=cards, hits=hits, **_paid(table, ledger, chips))
    net = with_part(table, turned.won)
    return (turned, facts.FiveRoundOver(hand=table.round, won=_won(table, net, everybody=True)))


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
    return {**table.next_turn, "won": won, "moves": moves}


def _won(table: FiveInOneTable, chips: Mapping[str, int], *, everybody: bool = False) -> tuple[ChipsWon, ...]:
    return tuple(
        ChipsWon(player=player, chips=chips.get(player, 0))
        for player in table.players
        if everybody or chips.get(player)
    )


def row(begun: facts.FiveRoundBegun, hand: Sequence[Event]) -> Mapping[str, object]:
    """The row of a finished round, in chips; ``winner`` and ``pot`` are those of the cold hand."""
    cold_hand = next(event for event in hand if isinstance(event, facts.ColdHandWon))
    return {
        "winner": cold_hand.winners[0] if len(cold_hand.winners) == 1 else None,
        "pot": sum(won.chips for won in cold_hand.won if won.chips > 0),
        "hits": sum(event.hits for event in hand if isinstance(event, facts.ConsolationTurned)),
        "net": {won.player: won.chips for event in hand if isinstance(event, facts.FiveRoundOver) for won in event.won},
    }


PACK_CARDS = 52
"""The number of cards in the pack of a consolation."""


def hits_of(events: Iterable[Event], names: Mapping[str, str]) -> list[int]:
    """The number of hits in each consolation of a night's effective events."""
    return [event.hits for event in events if isinstance(event, facts.ConsolationTurned)]


@cache
def hits() -> Distribution:
    """The distribution of hits among ten cards of a fair pack, by inclusion and exclusion."""
    ways = [
        comb(COUNTED, fixed) * len(SUITS) ** fixed * perm(PACK_CARDS - fixed, COUNTED - fixed)
        for fixed in range(COUNTED + 1)
    ]
    exactly = [
        sum((-1) ** (fixed - number) * comb(fixed, number) * ways[fixed] for fixed in range(number, COUNTED + 1))
        for number in range(COUNTED + 1)
    ]
    return Distribution.of([Fraction(ways, perm(PACK_CARDS, COUNTED)) for ways in exactly])


def inspect_consolations(nights: Sequence[Sequence[int]]) -> Look | None:
    """The test of the hits of some nights; ``None`` if no consolation was turned."""
    seen = [number for night in nights for number in night]
    if not seen:
        return None
    found, square = sum(seen), sum_of(hits() for _ in seen)
    test = StatisticalTest(
        name="consolation_hits",
        title=phrase("Hits of the consolation of Five in One"),
        observed=phrase(
            "%(hits)s in %(consolations)s",
            hits=number_of(found, "%(num)s hit", "%(num)s hits"),
            consolations=number_of(len(seen), "%(num)s consolation", "%(num)s consolations"),
        ),
        square=number_alone(float(square.mean)),
        chance=float(square.at_least(found)),
        way=EXACT,
        means=phrase("that the dealer knew the order of the pack"),
        figures={"hits": found, "consolations": len(seen), "expected": float(square.mean)},
    )
    return Look(
        seen=phrase(
            "%(consolations)s of Five in One.",
            consolations=number_of(len(seen), "%(num)s consolation", "%(num)s consolations"),
        ),
        unseen=phrase(
            "The other four parts of Five in One are noted by what they paid: no card of theirs is recorded."
        ),
        tests=(test,),
    )


FAIRNESS = Fairness(
    nothing=phrase("no consolation of Five in One was turned"),
    cards_of=lambda events, table, names: hits_of(events, names),
    inspect=inspect_consolations,
)


PAID = {"turn": plus(the("turn"), 1), "phase": nth(the("turn"), items(*PARTS, BETWEEN))}
"""What the payment of a part changes: the next one is due."""

GAME = HandGame(
    name=FIVE_IN_ONE,
    title="Five in One",
    table_name="Variety",
    foul=(marked("It was the wrong dealer"), marked("Somebody is missing"), marked("The cards were seen")),
    round_called="round",
    house=FiveInOneHouse,
    presets=PRESETS,
    table=FiveInOneTable,
    seats_needed=(2, 10),
    begun=facts.FiveRoundBegun,
    voided=facts.FiveRoundVoided,
    begins={"turn": 0, "phase": PLUS_OR_MINUS},
    own_actions={
        PartResult: Action(
            part_result,
            phases=TOLD,
            takes={"part": Choice(values=items(the("phase"))), "chips": Chips(among=the("players"))},
            then=PAID,
            check=check_part,
        ),
        ColdHand: Action(cold_hand, phases=(COLD_HAND,), takes={"winners": Seats(among=the("players"))}, then=PAID),
        Consolation: Action(
            consolation,
            phases=(CONSOLATION,),
            takes={"cards": actions.Cards(fewest=COUNTED, most=COUNTED)},
            then={"turn": plus(the("turn"), 1), **OVER},
            draws={"cards": range(COUNTED)},
        ),
    },
    not_now=not_now,
    voidable=(PLUS_OR_MINUS,),
    evolve=evolve,
    row=row,
    fairness=FAIRNESS,
)
