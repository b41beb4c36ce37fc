"""The game of Fan-Tan: its record, its actions and its rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from dealer.commands.commands import Command
from dealer.commands.fields import RANKS
from dealer.commands.refusal import Refusal, marked
from dealer.game.actions import Action, Actions, Cards, Choice, Seat, Words
from dealer.game.cards import PACK, SUITS
from dealer.game.demonstration import Demonstration, LegalPlay
from dealer.game.forecast import (
    Forecast,
    argument,
    either,
    equal,
    items,
    joined,
    left_of,
    minus,
    more,
    nth,
    paired,
    plus,
    put,
    size,
    the,
    under,
    within,
    without,
)
from dealer.game.game import TABLE, RoundRow, Things, ended_rounds
from dealer.game.hands import BETWEEN, DEALERS, DEALT, HANDS, OVER, PLAYING, HandGame, HandTable
from dealer.games.fan_tan import playing, state
from dealer.games.fan_tan.fairness import FAIRNESS
from dealer.games.fan_tan.school import LESSONS
from dealer.games.fan_tan.state import (
    ENDED,
    FAN_TAN,
    NO_HAND,
    OUT,
    PLAYERS,
    PRESETS,
    PRESETS_BEFORE,
    FanTanHouse,
    FanTanTable,
    check_house,
    evolve,
)
from events.common.event import Event
from events.games import fan_tan

HAND_ON = "hand that is on"
"""The group of the current hand in comparisons of two courses."""


def round_rows(events: Sequence[Event]) -> Iterator[RoundRow]:
    """The rows of all hands that these events settle, in the contract's words.

    ``pot`` is the winner's payment in chips: 0, without a winner, for a dead hand.
    """
    proved: dict[int, list[fan_tan.WrongPassProved]] = {}
    taken: set[tuple[int, int]] = set()
    for at, event in enumerate(events):
        match event:
            case fan_tan.WrongPassProved():
                proved.setdefault(event.hand, []).append(event)
            case fan_tan.PenaltyTaken():
                taken.add((event.hand, event.turn))
            case fan_tan.PotWon() | fan_tan.PotLeft():
                won = event if isinstance(event, fan_tan.PotWon) else None
                row = {
                    "hand": event.hand,
                    "winner": won.player if won else None,
                    "pot": won.chips if won else 0,
                    "wrong_passes": [_wrong_pass(wrong, taken) for wrong in proved.get(event.hand, ())],
                }
                yield RoundRow(at=at, row=row)
            case _:
                pass


def _wrong_pass(wrong: fan_tan.WrongPassProved, taken: set[tuple[int, int]]) -> dict[str, Any]:
    return {
        "player": wrong.player,
        "turn": wrong.turn,
        "cards": [held.card for held in wrong.held],
        "penalty": wrong.penalty,
        "taken": (wrong.hand, wrong.turn) in taken,
    }


FOUL = (
    marked("The hand was misdealt"),
    marked("A card is missing"),
    marked("A hand was seen"),
    marked("A wrong card was laid earlier"),
)
"""Usual reasons to break off a hand."""

OPENER_RANKS = ("5", "7", "9")

OPENERS = {rank: [rank + suit for suit in SUITS] for rank in OPENER_RANKS}
"""The cards that open suits, by rank."""

NUMBERS = {players: [len(PACK[place::players]) for place in range(players)] for players in range(1, PLAYERS[1] + 1)}
"""The cards of each player from the dealer's left, by the number of players."""


def beyond(opener: str) -> dict[str, list[str]]:
    """The cards that each card lets be laid next, in suits with this opener."""
    start = RANKS.index(opener)
    lower = {rank: RANKS[place - 1 : place] if place <= start else () for place, rank in enumerate(RANKS)}
    higher = {rank: RANKS[place + 1 : place + 2] if place >= start else () for place, rank in enumerate(RANKS)}
    return {rank + suit: [other + suit for other in (*lower[rank], *higher[rank])] for rank in RANKS for suit in SUITS}


BEYOND = {rank: beyond(rank) for rank in OPENER_RANKS}

CARDS = either(argument("cards"), argument("cards"), items(argument("card")))
"""The cards of a lay."""

LAID_OPENERS = within(items(*(card for cards in OPENERS.values() for card in cards)), CARDS)
OPENED = nth(nth(0, LAID_OPENERS), {card: rank for rank, cards in OPENERS.items() for card in cards})
"""The rank that opens the suits of a hand, by its first lay."""

AWAITS_FIRST = either(size(the("laid")), False, the("first"))
"""Whether the holder of a certain card lays first."""

TURNED: Forecast = {
    "turn": nth(0, left_of(argument("player"), the("players"))),
    "turns": joined(the("turns"), items(argument("player"))),
}
"""What a turn changes."""

LAID: Forecast = {
    **TURNED,
    "opener": either(the("opener"), the("opener"), OPENED),
    "reach": within(
        items(*PACK),
        without(
            joined(
                either(size(the("laid")), the("reach"), nth(the("opener"), OPENERS)),
                under(CARDS, nth(the("opener"), BEYOND)),
            ),
            CARDS,
        ),
    ),
    "laid": within(items(*PACK), joined(the("laid"), CARDS)),
    "left": put(the("left"), argument("player"), minus(nth(argument("player"), the("left")), size(CARDS))),
    "is_dead": False,
    "shown": {},
    "phase": either(nth(argument("player"), the("left")), PLAYING, OUT),
    "to_show": either(equal(the("phase"), OUT), without(the("players"), items(argument("player"))), the("players")),
}
"""What a lay changes."""

BEGUN: Forecast = {
    **DEALT,
    "left": paired(the("players"), nth(size(the("players")), NUMBERS)),
    "turn": nth(0, the("players")),
    "turns": items(),
    "is_dead": False,
    "laid": items(),
    "reach": the("fresh"),
    "opener": None,
    "to_show": the("players"),
    "shown": {},
    "wrong": items(),
    "is_paid": False,
    "phase": PLAYING,
}
"""What the beginning of a hand changes."""

IS_OUT = equal(the("phase"), OUT)
HELD = nth(argument("player"), the("left"))

ACTIONS: Actions = {
    state.StartHand: Action(
        playing.start,
        phases=(BETWEEN,),
        takes={"dealer": Seat(among=either(the("deal_moves"), DEALERS, the("sitting_in")))},
        then=BEGUN,
    ),
    state.Lay: Action(
        playing.lay,
        phases=(PLAYING,),
        takes={
            "player": Seat(among=either(AWAITS_FIRST, the("players"), items(the("turn")))),
            "card": Choice(values=the("reach")),
        },
        then=LAID,
    ),
    state.Pass: Action(
        playing.pass_turn,
        phases=(PLAYING,),
        takes={"player": Seat(among=items(the("turn")))},
        then={
            **TURNED,
            "is_dead": either(size(the("laid")), False, more(plus(size(the("turns")), 1), size(the("players")))),
        },
        often=0.1,
    ),
    state.ShowHand: Action(
        playing.show,
        phases=(OUT, PLAYING),
        needs=either(the("is_dead"), True, IS_OUT),
        check=playing.check_over,
        takes={
            "player": Seat(among=the("to_show")),
            "cards": Cards(pack=PACK, fewest=HELD, most=HELD, shown=put(the("shown"), "", the("laid"))),
        },
        then={
            "shown": put(the("shown"), argument("player"), within(items(*PACK), argument("cards"))),
            "to_show": without(the("to_show"), items(argument("player"))),
        },
    ),
    state.EndHand: Action(
        playing.end,
        phases=(OUT, PLAYING),
        needs=either(the("is_dead"), True, either(IS_OUT, equal(size(the("to_show")), 0), False)),
        check=playing.check_shown,
        then={"wrong": None, "phase": ENDED},
    ),
    state.TakePenalty: Action(
        playing.take_penalty,
        phases=(ENDED,),
        takes={
            "turn": Choice(values=the("wrong")),
            "player": Seat(
                among=either(argument("turn"), items(nth(minus(argument("turn"), 1), the("turns"))), the("players"))
            ),
        },
        then={"wrong": without(the("wrong"), items(argument("turn"))), "is_paid": True},
        often=3,
    ),
    state.SettleHand: Action(playing.settle, phases=(ENDED,), then=OVER),
    state.VoidHand: Action(
        playing.void_hand,
        phases=(PLAYING, OUT, ENDED),
        needs=equal(the("is_paid"), False),
        check=playing.check_unpaid,
        takes={"reason": Words(suggested=FOUL)},
        then={**OVER, "again": True},
        often=0,
    ),
}


class FanTanGame(HandGame):
    """Fan-Tan: its refusals name the state of the hand, and its rows have the wrong passes."""

    def refused_now(self, table: FanTanTable, command: Command) -> Refusal:
        """The refusal (``wrong_phase``) of a command that is not possible in the table's phase."""
        return playing.not_now(table)

    def _rows(self, events: Sequence[Event]) -> Iterator[RoundRow]:
        return round_rows(events)

    def _compared(self, table: HandTable, events: Sequence[Event]) -> Things:
        """The things to compare; a hand's number of turns is left out, as it only limits what can be disputed."""
        assert isinstance(table, FanTanTable), "this is the table of the game"
        between = replace(table, hand=NO_HAND, is_on=False, turn=0, players=(), put_in={})
        hand = {"": table.hand} if table.is_on else {}
        return {HANDS: ended_rounds(round_rows(events), events), HAND_ON: hand, TABLE: {"": between}}


GAME: FanTanGame = FanTanGame(
    name=FAN_TAN,
    title="Fan-Tan",
    house=FanTanHouse,
    presets=PRESETS,
    presets_before=PRESETS_BEFORE,
    check_house=check_house,
    table=FanTanTable,
    seats_needed=PLAYERS,
    begun=fan_tan.HandStarted,
    ante=fan_tan.AntePaid,
    voided=fan_tan.HandVoided,
    returned=fan_tan.PotReturned,
    shared=fan_tan.PotDivided,
    own_actions=ACTIONS,
    foul=FOUL,
    evolve=evolve,
    hands=lambda begun: (begun.players, -(-len(PACK) // len(begun.players))),
    fairness=FAIRNESS,
    demonstration=Demonstration(
        opening={"table": "Parliament Nº 2", "house": "antes", "roll": 0},
        house_among_others={"preset": "encyclopedia", "wrong_pass": 3, "wrong_pass_opener": 5},
        play=lambda evening: LegalPlay(GAME, evening),
    ),
    lessons=LESSONS,
)
