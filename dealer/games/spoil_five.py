"""Spoil Five: three tricks of five win the pool (rule 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import field
from msgspec.structs import replace

from dealer.commands.commands import Command, command, players_of, type_of
from dealer.commands.fields import Flag, Key, Text, one_of, whole
from dealer.commands.refusal import Player, Refusal
from dealer.game.demonstration import DEMO_PLAYERS, Demonstration, HandsPlay, Shown
from dealer.game.game import RoundRow
from dealer.game.hands import (
    HandGame,
    HandTable,
    antes,
    check_deals,
    check_everybody,
    check_hand_is_on,
    given_back,
    left_over,
    with_hand,
)
from dealer.game.house import ChipHouse, Chips, Presets, check_chips, out_of_pot, paid_to
from dealer.game.table import Tables, from_left_of
from events.common.event import Event
from events.games import spoil_five as spoil_five_events
from ledger.ledger import Ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class SpoilFiveHouse(ChipHouse):
    """The rules of one house, in chips: each player's stake in the pool and payment for all five tricks."""

    preset: Annotated[str, one_of("spoil_five")] = "spoil_five"
    ante: Chips = 1
    all_five: Chips = 1


PRESETS: Presets = {"spoil_five": {}}


Tricks = Annotated[int, whole(0, 1_000_000)]


@command("start_hand", seats=("dealer",))
class StartHand(Command):
    """Put the antes into the pool, and deal five cards to everybody who may have any."""

    dealer: Key


@command("kill_hand")
class KillHand(Command):
    """Declare a player's hand dead."""

    player: Key
    why: Annotated[str, one_of("revoke", "exposure", "robbing", "irregular")]


@command("score_hand", seats=("tricks",))
class ScoreHand(Command):
    """Enter each player's tricks, and whether a player went on after three."""

    tricks: dict[str, Tricks]
    went_on: Flag | None = None


@command("void_hand")
class VoidHand(Command):
    """Break off a foul hand and return the antes."""

    reason: Text


SPOIL_FIVE = "spoil_five"
"""The game's name in the contract."""

PLAYERS = (2, 10)
"""The fewest and the most players of a hand."""

LIVE_HANDS = 2
"""The fewest live hands to play on."""

IRREGULAR = "irregular"
"""The only offence that kills just this hand; after any other the player has no cards until the pool is won."""


class SpoilFiveTable(HandTable):
    """A Spoil Five table.

    ``out`` are the players without cards until the pool is won, for offences in earlier hands; ``dead`` are the killed
    hands of the current one, with the offences.
    """

    house: SpoilFiveHouse
    out: frozenset[str] = frozenset()
    dead: Mapping[str, str] = field(default_factory=dict)

    @property
    def with_cards(self) -> tuple[str, ...]:
        """The players who are sitting in and get cards."""
        return tuple(player for player in self.sitting_in if player not in self.out)

    @property
    def live(self) -> tuple[str, ...]:
        """The players whose current hand is not dead."""
        return tuple(player for player in self.players if player not in self.out and player not in self.dead)

    @property
    def out_if_spoilt(self) -> frozenset[str]:
        """The players without cards until the pool is won, if the current hand does not win it."""
        return self.out | {player for player, why in self.dead.items() if why != IRREGULAR}


def evolve(table: SpoilFiveTable, event: Event) -> SpoilFiveTable:
    """The table after an event; unchanged if the event does not concern it."""
    match event:
        case spoil_five_events.HandKilled():
            return replace(table, dead={**table.dead, event.player: event.why})
        case spoil_five_events.PoolWon():
            return replace(table, out=frozenset(), dead={})
        case spoil_five_events.PoolSpoilt():
            return replace(table, out=frozenset(event.out), dead={})
        case spoil_five_events.SpoilHandVoided():
            return replace(with_hand(table, event), dead={})
        case _:
            return with_hand(table, event)


def spoil_five_of(night: Tables) -> SpoilFiveTable:
    """The Spoil Five table of a night; raises ``KeyError`` if the night does not have that game."""
    table: SpoilFiveTable = night.tables[SPOIL_FIVE]
    return table


def check_time(table: SpoilFiveTable, command: Command) -> None:
    """Refuse a command at the wrong time (``wrong_phase``), and killing a dead hand again (``already_done``)."""
    check_hand_is_on(table, command, StartHand.do)
    if type_of(command) is not KillHand:
        return
    for player in players_of(command):
        if player in table.out or player in table.dead:
            raise Refusal("already_done", "%(player)s has no live hand.", player=Player(player))


def start(table: SpoilFiveTable, ledger: Ledger, command: StartHand) -> tuple[Event, ...]:
    """Deal to everybody who may have cards, and take the ante of all who are sitting in."""
    playing = table.sitting_in
    check_everybody("Spoil Five", table, command.dealer, *PLAYERS)
    if len(table.with_cards) < LIVE_HANDS:
        raise Refusal(
            "not_allowed_here", "Two players with cards are needed. Offenders have none until the pool is won."
        )
    check_deals(table.dealer_due(playing), command.dealer)
    begun = spoil_five_events.SpoilHandBegun(
        hand=table.round + 1,
        dealer=command.dealer,
        players=from_left_of(command.dealer, table.seats, playing),
        without_cards=from_left_of(command.dealer, table.seats, set(playing) & table.out),
    )
    return (begun, *antes(table, ledger, begun, table.house.ante, spoil_five_events.PoolAntePaid))


def kill(table: SpoilFiveTable, ledger: Ledger, command: KillHand) -> tuple[Event, ...]:
    """Declare a hand dead; at least two must stay live."""
    check_in_hand(table, command.player)
    if len(table.live) <= LIVE_HANDS:
        raise Refusal("not_allowed_here", "Two live hands must remain. Void a foul hand.")
    return (
        spoil_five_events.HandKilled(hand=table.round, turn=table.turn + 1, player=command.player, why=command.why),
    )


def check_in_hand(table: SpoilFiveTable, player: str) -> None:
    """Refuse (``bad_input``) a player who is not in the current hand."""
    if player not in table.players:
        raise Refusal("bad_input", "%(player)s is not in this hand.", player=Player(player))


def void_hand(table: SpoilFiveTable, ledger: Ledger, command: VoidHand) -> tuple[Event, ...]:
    """Break off a foul hand: return the antes and cancel its offences."""
    return (
        spoil_five_events.SpoilHandVoided(hand=table.round, reason=command.reason),
        *given_back(table, spoil_five_events.PoolAnteReturned),
    )


ALL_FIVE = 5
WINS = 3
MOST_OF_DEAD_HANDS = 2


def score(table: SpoilFiveTable, ledger: Ledger, command: ScoreHand) -> tuple[Event, ...]:
    """Give the winner the pool, and everybody's payment for all five tricks; a spoilt pool stays."""
    for player in command.tricks:
        check_in_hand(table, player)
    tricks = {player: command.tricks[player] for player in table.players if command.tricks.get(player)}
    _check_hands(table, tricks)
    most = max(tricks.values(), default=0)
    went_on = most > WINS if command.went_on is None else command.went_on
    _check_outcome(most, sum(tricks.values()), went_on)
    taken = spoil_five_events.TricksTaken(
        hand=table.round,
        turn=table.turn + 1,
        tricks=tuple(spoil_five_events.TricksOf(player=player, tricks=number) for player, number in tricks.items()),
        went_on=went_on,
    )
    if most < WINS or (went_on and most < ALL_FIVE):
        out = tuple(sorted(table.out_if_spoilt))
        return (taken, spoil_five_events.PoolSpoilt(hand=table.round, chips=table.pot_chips, out=out))
    winner = max(tricks, key=lambda player: tricks[player])
    won = spoil_five_events.PoolWon(
        hand=table.round,
        player=winner,
        chips=table.pot_chips,
        moves=out_of_pot(winner, table.pot_chips, table.chip_cents),
    )
    return (taken, *(_all_five_paid(table, ledger, winner) if most == ALL_FIVE else ()), won)


def closing(table: SpoilFiveTable, ledger: Ledger) -> tuple[Event, ...]:
    """What the close does with the pool: return the antes of a current hand, divide the rest."""
    return left_over(table, spoil_five_events.PoolAnteReturned, spoil_five_events.PoolDivided)


def _check_hands(table: SpoilFiveTable, tricks: dict[str, int]) -> None:
    """Refuse (``bad_result``) tricks of a player without cards, and a third trick of a dead hand."""
    for player, number in tricks.items():
        if player in table.out:
            raise Refusal("bad_result", "%(player)s has no cards until the pool is won.", player=Player(player))
        if player in table.dead and number > MOST_OF_DEAD_HANDS:
            raise Refusal(
                "bad_result", "%(player)s's hand is dead and can have two tricks at most.", player=Player(player)
            )


def _check_outcome(most: int, played: int, went_on: bool) -> None:
    """Refuse (``bad_result``) tricks with which no hand ends.

    ``most`` is one player's most tricks of those ``played``; ``went_on`` says that they went on after three.
    """
    if played > ALL_FIVE:
        raise Refusal("bad_result", "A hand has five tricks, not %(played)s.", played=played)
    if most == WINS and not went_on:
        return
    if played < ALL_FIVE:
        raise Refusal(
            "bad_result",
            "%(played)s tricks are played. A hand ends before the fifth only if somebody has three.",
            played=played,
        )
    if most < WINS and went_on:
        raise Refusal("bad_result", "Nobody has three tricks, so nobody can go on.")
    if most > WINS and not went_on:
        raise Refusal("bad_result", "A player with more than three tricks must have gone on.")


def _all_five_paid(table: SpoilFiveTable, ledger: Ledger, winner: str) -> tuple[Event, ...]:
    """What every other player pays for all five tricks, even with a dead hand or no cards."""
    chips, others = table.house.all_five, [player for player in table.players if player != winner]
    for player in others:
        check_chips(ledger, player, chips, table.chip_cents)
    return tuple(
        spoil_five_events.AllFivePaid(
            hand=table.round,
            player=player,
            to=winner,
            chips=chips,
            moves=paid_to(player, winner, chips, table.chip_cents),
        )
        for player in (others if chips else ())
    )


def round_rows(events: Sequence[Event]) -> Iterator[RoundRow]:
    """The rows of all hands that these events score; amounts in chips, ``pot`` with the payments for all five."""
    dealer, tricks, for_all_five = "", dict[str, int](), 0
    for at, event in enumerate(events):
        match event:
            case spoil_five_events.SpoilHandBegun():
                dealer, for_all_five = event.dealer, 0
            case spoil_five_events.TricksTaken():
                tricks = {taken.player: taken.tricks for taken in event.tricks}
            case spoil_five_events.AllFivePaid():
                for_all_five += event.chips
            case spoil_five_events.PoolWon() | spoil_five_events.PoolSpoilt():
                won, spoilt = (
                    isinstance(event, spoil_five_events.PoolWon),
                    isinstance(event, spoil_five_events.PoolSpoilt),
                )
                row = {
                    "hand": event.hand,
                    "game": SPOIL_FIVE,
                    "dealer": dealer,
                    "winner": event.player if isinstance(event, spoil_five_events.PoolWon) else None,
                    "pot": event.chips + for_all_five if won else 0,
                    "tricks": tricks,
                    "left": event.chips if spoilt else 0,
                    "out": list(event.out) if isinstance(event, spoil_five_events.PoolSpoilt) else [],
                }
                yield RoundRow(at=at, row=row)
            case _:
                pass


REVOKES = 0.12
"""How often a player is found to have revoked."""
LEADS_AGAIN = 0.4
"""How often the winner of a trick also takes the next."""
GOES_ON = 0.6
"""How often a player with the first three tricks goes on for all five."""
FOUL_HAND = 3


class SpoilFivePlay(HandsPlay[SpoilFiveTable]):
    """Spoil Five as played in a demonstration."""

    game = SPOIL_FIVE

    def round(self, number: int) -> Iterator[Shown]:
        """Play a hand; yields when a hand dies, and when it is scored."""
        dealer = self._table.dealer_due(tuple(DEMO_PLAYERS)) or next(iter(DEMO_PLAYERS))
        self._pay({"do": "start_hand", "game": SPOIL_FIVE, "dealer": dealer})
        if number == FOUL_HAND:
            yield self._shown(f"{dealer} misdeals")
            self._do({"do": "void_hand", "reason": "six cards were dealt to one"})
            return
        if self._random.random() < REVOKES:
            player = self._random.choice(self._table.live)
            self._do({"do": "kill_hand", "player": player, "why": "revoke"})
            yield self._shown(f"{player} has revoked")
        tricks, went_on = self._played()
        self._pay({"do": "score_hand", "tricks": tricks, "went_on": went_on})
        yield self._shown("tricks: " + ", ".join(f"{player} {taken}" for player, taken in tricks.items()))

    def _shown(self, sentence: str) -> Shown:
        return Shown("hand", self._table.round, max(1, self._table.turn), sentence)

    def _played(self) -> tuple[dict[str, int], bool]:
        """The tricks until the pool is won, or all five, and whether somebody went on."""
        tricks: Counter[str] = Counter()
        last, went_on = "", False
        while tricks.total() < ALL_FIVE:
            taker = last if last and self._random.random() < LEADS_AGAIN else self._random.choice(self._table.live)
            tricks[taker] += 1
            last = taker
            if tricks[taker] == WINS and not went_on:
                went_on = tricks.total() == WINS and self._random.random() < GOES_ON
                if not went_on:
                    break
        return dict(tricks), went_on


DEMONSTRATION = Demonstration(
    opening={"table": "The Pool", "house": "spoil_five", "roll": 0},
    house_among_others="spoil_five",
    play=SpoilFivePlay,
)


GAME = HandGame(
    name=SPOIL_FIVE,
    title="Spoil Five",
    house=SpoilFiveHouse,
    presets=PRESETS,
    table=SpoilFiveTable,
    deciders={
        StartHand: start,
        KillHand: kill,
        ScoreHand: score,
        VoidHand: void_hand,
    },
    check_time=check_time,
    evolve=evolve,
    closing=closing,
    round_rows=round_rows,
    demonstration=DEMONSTRATION,
)
