"""The game of Fan-Tan: its record, and its demonstration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any

from msgspec.structs import replace

from dealer.commands.refusal import Player, Refusal
from dealer.game.cards import rank_of
from dealer.game.demonstration import DEMO_PLAYERS, Demonstration, HandsPlay, Shown
from dealer.game.game import TABLE, Deciders, Game, RoundRow, Things, by_type, ended_rounds
from dealer.game.hands import HANDS
from dealer.games.fan_tan import commands, playing, state
from dealer.games.fan_tan.commands import PRESETS, FanTanHouse, check_house
from dealer.games.fan_tan.fairness import FAIRNESS
from dealer.games.fan_tan.state import FAN_TAN, FanTanTable, Hand
from events.common.event import Event
from events.games import fan_tan

KEEPS = 0.04
"""How often a player passes with a playable card."""
TAKES = 0.75
"""How often the dealer takes a proved penalty."""
FOUL_HAND = 3
MISHAP = (2, 11)
"""The hand and turn in which the dealer records a pass by mistake."""


class FanTanPlay(HandsPlay[FanTanTable]):
    """Fan-Tan as played in a demonstration."""

    game = FAN_TAN

    def round(self, number: int) -> Iterator[Shown]:
        """Play a hand; yields after every turn."""
        seats = tuple(DEMO_PLAYERS)
        self._pay({"do": "start_hand", "game": FAN_TAN, "dealer": seats[(number - 1) % len(seats)]}, seats)
        held = self._dealt()
        while self._hand.winner is None:
            text = self._turn(held)
            turn = len(self._hand.turns)
            if (number, turn) == MISHAP:
                self._mishap()
            yield Shown("hand", number, turn, text)
            if number == FOUL_HAND and turn == len(seats):
                self._do({"do": "void_hand", "reason": "the ten of clubs lay under the table"})
                return
        self._settle(held)

    @property
    def _hand(self) -> Hand:
        hand = self._table.hand
        if hand is None:
            raise AssertionError("no hand of the demonstration is on")
        return hand

    def _dealt(self) -> dict[str, list[str]]:
        """A pack dealt out card by card, from the dealer's left."""
        held: dict[str, list[str]] = {player: [] for player in self._hand.players}
        for card, player in zip(self._evening.pack(), cycle(self._hand.players), strict=False):
            held[player].append(card)
        return held

    def _turn(self, held: dict[str, list[str]]) -> str:
        """Play a turn; returns its sentence."""
        player = self._hand.on_turn
        able = [card for card in held[player] if self._hand.layout.takes(card)]
        if not able or self._random.random() < KEEPS:
            self._pay({"do": "pass", "player": player}, (player,))
            return f"{player} passes"
        cards = self._chosen(able)
        self._do({"do": "lay", "player": player, "cards": cards})
        for card in cards:
            held[player].remove(card)
        return f"{player} lays {' '.join(cards)}"

    def _chosen(self, able: list[str]) -> list[str]:
        """A playable card; with an opener its fellows too, if the house allows it."""
        card = self._random.choice(able)
        if not (self._table.house.several_openers and self._hand.layout.opens(card)):
            return [card]
        return [other for other in able if self._hand.layout.opens(other) and rank_of(other) == rank_of(card)]

    def _mishap(self) -> None:
        """The dealer records a pass too many, and takes it back."""
        self._pay({"do": "pass", "player": self._hand.on_turn}, (self._hand.on_turn,))
        self._do({"do": "void"})

    def _settle(self, held: dict[str, list[str]]) -> None:
        """Show the hands, take or waive penalties, and pay the winner."""
        for player in self._hand.to_show:
            self._do({"do": "show_hand", "player": player, "cards": held[player]})
        self._do({"do": "end_hand"})
        for proof in self._hand.proved:
            if self._random.random() < TAKES:
                self._pay({"do": "take_penalty", "player": proof.player, "turn": proof.turn}, (proof.player,))
        self._pay({"do": "settle_hand"}, self._hand.players)


DEMONSTRATION = Demonstration(
    opening={"table": "Parliament Nº 2", "house": "antes", "roll": 0},
    house_among_others={"preset": "encyclopedia", "wrong_pass": 3, "wrong_pass_opener": 5},
    play=FanTanPlay,
)


HAND_ON = "hand that is on"
"""The group of the current hand in comparisons of two courses."""


def _check_leave(table: FanTanTable, player: str) -> None:
    if table.hand and player in table.hand.players:
        raise Refusal(
            "wrong_phase",
            "%(player)s is in hand %(hand)s and can leave when it is settled.",
            player=Player(player),
            hand=table.hand.number,
        )


def _compared(table: FanTanTable, events: Sequence[Event]) -> Things:
    """The things to compare, by group; a hand's number of turns is left out, as it only limits what can be disputed."""
    return {
        HANDS: ended_rounds(round_rows(events), events),
        HAND_ON: {"": table.hand} if table.hand else {},
        TABLE: {"": replace(table, hand=None, last_turns=0)},
    }


_DECIDERS: Deciders = {
    commands.StartHand: playing.start,
    commands.Lay: playing.lay,
    commands.Pass: playing.pass_turn,
    commands.ShowHand: playing.show,
    commands.EndHand: playing.end,
    commands.TakePenalty: playing.take_penalty,
    commands.SettleHand: playing.settle,
    commands.VoidHand: playing.void_hand,
}


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


GAME = Game(
    name=FAN_TAN,
    title="Fan-Tan",
    round_called="hand",
    house=FanTanHouse,
    presets=PRESETS,
    check_house=check_house,
    table=FanTanTable,
    commands=tuple(_DECIDERS),
    starts="start_hand",
    check_time=playing.check_time,
    decide=by_type(_DECIDERS),
    evolve=state.evolve,
    closing=playing.closing,
    check_leave=_check_leave,
    is_on=lambda table: table.hand is not None,
    rounds=lambda table: table.hand_number,
    pot=lambda table: table.pot * table.house.chip,
    has_turn=lambda table, turn, rules: table.has_turn(turn),
    round_rows=round_rows,
    compared=_compared,
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
)
