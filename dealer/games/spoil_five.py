"""Spoil Five: three tricks of five win the pool (rule 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import field
from msgspec.structs import replace

from dealer.commands.commands import Command, command, players_of
from dealer.commands.fields import Flag, Key, one_of, whole
from dealer.commands.refusal import Player, Refusal
from dealer.game import actions
from dealer.game.actions import Action, Choice, Seat
from dealer.game.forecast import argument, either, equal, items, joined, more, most, size, the, within, without
from dealer.game.hands import OVER, PLAYING, HandGame, HandTable, check_in_hand, paid, pot_won
from dealer.game.house import ChipHouse, Chips, Presets, check_chips
from events.common.event import Event
from events.games import spoil_five as facts
from ledger.ledger import Ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class SpoilFiveHouse(ChipHouse):
    """The rules of one house, in chips: each player's stake in the pool and payment for all five tricks."""

    preset: Annotated[str, one_of("spoil_five")] = "spoil_five"
    ante: Chips = 1
    all_five: Chips = 1


PRESETS: Presets = {"spoil_five": {}}


@command("kill_hand")
class KillHand(Command):
    """Declare a player's hand dead."""

    player: Key
    why: Annotated[str, one_of("revoke", "exposure", "robbing", "irregular")]


@command("score_hand", seats=("tricks",))
class ScoreHand(Command):
    """Enter each player's tricks, and whether a player went on after three."""

    tricks: dict[str, Annotated[int, whole(0, 1_000_000)]]
    went_on: Flag | None = None


SPOIL_FIVE = "spoil_five"
"""The game's name in the contract."""

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
    def live(self) -> tuple[str, ...]:
        """The players whose current hand is not dead."""
        return tuple(player for player in self.players if player not in self.out and player not in self.dead)

    @property
    def position(self) -> dict[str, object]:
        """What the keys depend on, with who has no cards now, who has none after it, and the dead hands."""
        out = [player for player in self.seats if player in self.out]
        offenders = [player for player in self.seats if player in self.out_if_spoilt]
        return {**super().position, "out": out, "dead": list(self.dead), "offenders": offenders}

    @property
    def out_if_spoilt(self) -> frozenset[str]:
        """The players without cards until the pool is won, if the current hand does not win it."""
        return self.out | {player for player, why in self.dead.items() if why != IRREGULAR}


def evolve(table: SpoilFiveTable, event: Event) -> SpoilFiveTable:
    """The table after an event; unchanged if the event does not concern it."""
    match event:
        case facts.HandKilled():
            return replace(table, dead={**table.dead, event.player: event.why})
        case facts.PoolWon():
            return replace(table, out=frozenset(), dead={})
        case facts.PoolSpoilt():
            return replace(table, out=frozenset(event.out), dead={})
        case facts.SpoilHandVoided():
            return replace(table, dead={})
        case _:
            return table


def check_alive(table: SpoilFiveTable, command: Command) -> None:
    """Refuse (``already_done``) to kill a dead hand again."""
    for player in players_of(command):
        if player in table.out or player in table.dead:
            raise Refusal("already_done", "%(player)s has no live hand.", player=Player(player))


def dealt(table: SpoilFiveTable, players: tuple[str, ...]) -> Mapping[str, object]:
    """The players who get no cards; refuse (``not_allowed_here``) a hand in which fewer than two have any."""
    if len(players) - len(table.out.intersection(players)) < LIVE_HANDS:
        raise Refusal(
            "not_allowed_here", "Two players with cards are needed. Offenders have none until the pool is won."
        )
    return {"without_cards": tuple(player for player in players if player in table.out)}


def kill(table: SpoilFiveTable, ledger: Ledger, command: KillHand) -> tuple[Event, ...]:
    """Declare a hand dead; at least two must stay live."""
    check_in_hand(table.players, command.player)
    if len(table.live) <= LIVE_HANDS:
        raise Refusal("not_allowed_here", "Two live hands must remain. Void a foul hand.")
    return (facts.HandKilled(**table.next_turn, player=command.player, why=command.why),)


ALL_FIVE = 5
WINS = 3
MOST_OF_DEAD_HANDS = 2


def score(table: SpoilFiveTable, ledger: Ledger, command: ScoreHand) -> tuple[Event, ...]:
    """Give the winner the pool, and everybody's payment for all five tricks; a spoilt pool stays."""
    check_in_hand(table.players, *command.tricks)
    tricks = {player: command.tricks[player] for player in table.players if command.tricks.get(player)}
    _check_hands(table, tricks)
    most = max(tricks.values(), default=0)
    went_on = most > WINS if command.went_on is None else command.went_on
    _check_outcome(most, sum(tricks.values()), went_on)
    taken = facts.TricksTaken(
        **table.next_turn,
        tricks=tuple(facts.TricksOf(player=player, tricks=number) for player, number in tricks.items()),
        went_on=went_on,
    )
    if most < WINS or (went_on and most < ALL_FIVE):
        out = tuple(sorted(table.out_if_spoilt))
        return (taken, facts.PoolSpoilt(hand=table.round, chips=table.pot_chips, out=out))
    winner = max(tricks, key=lambda player: tricks[player])
    won = pot_won(facts.PoolWon, table, winner)
    return (taken, *(_all_five_paid(table, ledger, winner) if most == ALL_FIVE else ()), won)


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
    return tuple(paid(facts.AllFivePaid, table, player, winner, chips) for player in (others if chips else ()))


def row(begun: facts.SpoilHandBegun, hand: Sequence[Event]) -> Mapping[str, object]:
    """The row of a scored hand; amounts in chips, ``pot`` with the payments for all five."""
    scored = next(event for event in hand if isinstance(event, facts.TricksTaken))
    tricks = {taken.player: taken.tricks for taken in scored.tricks}
    end, for_all_five = hand[-1], sum(event.chips for event in hand if isinstance(event, facts.AllFivePaid))
    if isinstance(end, facts.PoolWon):
        return {"winner": end.player, "pot": end.chips + for_all_five, "tricks": tricks, "left": 0, "out": []}
    assert isinstance(end, facts.PoolSpoilt), "a pool is won or spoilt"
    return {"winner": None, "pot": 0, "tricks": tricks, "left": end.chips, "out": list(end.out)}


LIVE = without(the("players"), joined(the("out"), the("dead")))
"""The players whose hand is not dead."""

MOST = most(argument("tricks"))
WON = either(equal(MOST, ALL_FIVE), True, either(argument("went_on"), False, equal(MOST, WINS)))
"""Whether a score wins the pool."""

GAME = HandGame(
    name=SPOIL_FIVE,
    table_name="The Pool",
    house=SpoilFiveHouse,
    presets=PRESETS,
    table=SpoilFiveTable,
    seats_needed=(2, 10),
    begun=facts.SpoilHandBegun,
    ante=facts.PoolAntePaid,
    voided=facts.SpoilHandVoided,
    returned=facts.PoolAnteReturned,
    shared=facts.PoolDivided,
    deal=dealt,
    begins={"dead": items(), "offenders": the("out")},
    voids={"dead": items(), "offenders": the("out")},
    own_actions={
        KillHand: Action(
            kill,
            phases=(PLAYING,),
            takes={
                "player": Seat(among=either(more(size(LIVE), LIVE_HANDS), LIVE, items())),
                "why": Choice(values=items("revoke", "exposure", "robbing", IRREGULAR)),
            },
            then={
                "dead": joined(the("dead"), items(argument("player"))),
                "offenders": either(
                    equal(argument("why"), IRREGULAR),
                    the("offenders"),
                    within(the("seats"), joined(the("offenders"), items(argument("player")))),
                ),
            },
            check=check_alive,
            often=0.1,
        ),
        ScoreHand: Action(
            score,
            phases=(PLAYING,),
            takes={
                "tricks": actions.Tricks(
                    among=without(the("players"), the("out")),
                    total=ALL_FIVE,
                    limited=the("dead"),
                    limit=MOST_OF_DEAD_HANDS,
                    stops_at=WINS,
                    goes_on="went_on",
                )
            },
            then={**OVER, "dead": items(), "out": either(WON, items(), the("offenders")), "offenders": the("out")},
        ),
    },
    evolve=evolve,
    hands=lambda begun: ([player for player in begun.players if player not in begun.without_cards], ALL_FIVE),
    row=row,
)
