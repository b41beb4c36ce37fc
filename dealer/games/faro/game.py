"""The game of Faro: its record, and its demonstration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace
from rpds import List

from dealer.commands.fields import RANKS
from dealer.game.demonstration import DEMO_PLAYERS, Demonstration, Evening, Shown
from dealer.game.game import TABLE, Deciders, Game, Things, by_type
from dealer.game.table import Grown
from dealer.games.faro import bets, commands, dealing, state
from dealer.games.faro.cards import tabs_of
from dealer.games.faro.commands import PRESETS, FaroHouse, check_house
from dealer.games.faro.fairness import FAIRNESS
from dealer.games.faro.layout import PLACES, is_dead
from dealer.games.faro.reasons import LAWS
from dealer.games.faro.settlement import follow_places
from dealer.games.faro.state import FARO, FaroTable, Phase, faro_of
from dealer.rules_version import DISPUTED_TURNS_WERE_DEALT
from events.common.event import Event
from events.games.faro import Place

_CALLED = 3
"""How many cards are left when the last turn is called."""
_STAKES = (25, 50, 75, 100, 100, 200, 250, 500, 500, 1000)
_GEOMETRY = ("single", "single", "single", "single", "split", "split", "corner", "diagonal", "figure", "pot", "square")
_NAMED: tuple[dict[str, Any], ...] = (
    {"kind": "row", "row": "high"},
    {"kind": "row", "row": "low"},
    {"kind": "parity_string", "parity": "odd"},
    {"kind": "high_card"},
    {"kind": "side", "win": "low"},
    {"kind": "colors", "win": "red"},
    {"kind": "colors", "win": "black"},
    {"kind": "parity", "card": "winner", "parity": "even"},
    {"kind": "heeled", "win": ["Q"], "lose": ["5"]},
)


class FaroPlay:
    """Faro as played in a demonstration."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._random = evening.random
        self._do = evening.do
        self._bets = 0

    def round(self, number: int) -> Iterator[Shown]:
        """Play a deal and what follows it; yields after every turn."""
        yield from self._deal(number)
        self._between_deals()

    def _deal(self, deal: int) -> Iterator[Shown]:
        pack = self._evening.pack()
        self._do({"do": "start_deal"})
        if self._table.phase is Phase.BEFORE_SODA:
            self._do({"do": "expose_soda", "card": pack.pop()})
        for turn in range(1, self._table.house.turns + 1):
            self._orders()
            self.place_bets()
            if self._table.box.cards_left == _CALLED:
                self._call_the_turn()
            loser, winner = pack.pop(), pack.pop()
            self._do({"do": "turn", "loser": loser, "winner": winner})
            if deal == 2 and turn == 9:
                self._mishap(loser, winner)
            if deal == 3 and turn == 14:
                self._raise_a_dispute()
            yield Shown("deal", deal, turn, f"{loser} loses, {winner} wins")
        if self._table.phase is Phase.BEFORE_HOCK:
            self._do({"do": "expose_hock", "card": pack.pop()})
        self._do({"do": "end_deal"})

    def place_bets(self) -> None:
        """Some players place a bet each; more of them if bets cover only single cards."""
        eagerness = 0.45 if len(self._table.house.takes) > 1 else 0.7
        for player in DEMO_PLAYERS:
            if self._random.random() < eagerness:
                self._place_bet(player)

    def _between_deals(self) -> None:
        """A tip for the dealer, and markers for players with few checks; players with many redeem them."""
        winner = max(DEMO_PLAYERS, key=self._evening.checks_of)
        self._do({"do": "tip", "player": winner, "amount": 100})
        for player in DEMO_PLAYERS:
            held = self._evening.checks_of(player)
            if held < 1_000:
                self._do({"do": "issue_marker", "player": player, "amount": 5_000})
            elif held > 12_000:
                self._do({"do": "redeem_marker", "player": player, "amount": 5_000, "with": "checks"})

    def finish(self) -> None:
        """Rule the dispute of the third deal, if any."""
        self._do(
            {
                "do": "rule_dispute",
                "dispute": "d1",
                "ruling": "corrected",
                "law": 3,
                "reason": "the dealer heard it and did not note it",
                "corrections": [{"from": "bank", "to": "red", "amount": 250}],
            }
        )

    @property
    def _table(self) -> FaroTable:
        return faro_of(self._evening.state)

    def _place_bet(self, player: str) -> None:
        stake = self._random.choice(_STAKES)
        if self._evening.checks_of(player) < stake:
            self._do({"do": "issue_marker", "player": player, "amount": 5_000})
        place = self._place()
        if place is None:
            return
        self._bets += 1
        bet = {"do": "place_bet", "bet": f"b{self._bets}", "player": player, "stake": stake, **place}
        house = self._table.house
        if house.copper and self._random.random() < 0.2:
            bet["coppered"] = True
        if house.running_limit is not None and self._random.random() < 0.1:
            bet["paroli"] = True
        self._do(bet)

    def _place(self) -> dict[str, Any] | None:
        """A place that can still have action, as arguments of a bet."""
        takes = self._table.house.takes
        named = [bet for bet in _NAMED if bet["kind"] in takes]
        if named and self._random.random() < 0.15:
            return dict(self._random.choice(named))
        kind = self._random.choice([kind for kind in _GEOMETRY if kind in takes])
        covered = sorted(self._random.choice(sorted(map(sorted, PLACES[kind]))), key=RANKS.index)
        if is_dead(Place(kind=kind, ranks=tuple(covered)), self._table.box.dead):
            return None
        return {"kind": kind, "ranks": covered}

    def _orders(self) -> None:
        """Some players change their bets, and sleepers are claimed."""
        house = self._table.house
        orders = _ORDERS if house.copper else _PLAIN_ORDERS
        swept = self._table.last_turn_next and house.after_hock == "dealer"
        for bet in tuple(self._table.bets.values()):
            if is_dead(bet.place, self._table.box.dead):
                claimant = bet.player if self._random.random() < 0.7 else self._random.choice(sorted(DEMO_PLAYERS))
                self._do({"do": "claim_sleeper", "bet": bet.key, "player": claimant})
            elif self._random.random() < 0.08:
                self._do(self._random.choice(orders)(bet.key))
            elif self._random.random() < 0.1 or swept:
                self._do({"do": "take_down_bet", "bet": bet.key})

    def _call_the_turn(self) -> None:
        left = list(self._table.box.ranks_left())
        for player in self._random.sample(sorted(DEMO_PLAYERS), 3):
            self._random.shuffle(left)
            self._bets += 1
            order = list(left)
            self._do({"do": "call_turn", "bet": f"b{self._bets}", "player": player, "order": order, "stake": 100})

    def _mishap(self, loser: str, winner: str) -> None:
        """The dealer records the turn the wrong way round, takes it back, and records it correctly."""
        self._do({"do": "void"})
        self._do({"do": "turn", "loser": winner, "winner": loser})
        self._do({"do": "void"})
        self._do({"do": "turn", "loser": loser, "winner": winner})

    def _raise_a_dispute(self) -> None:
        claim = "half of the bet was to go"
        bet = f"b{self._bets}"
        self._do({"do": "raise_dispute", "dispute": "d1", "player": "red", "about": bet, "claim": claim})


_PLAIN_ORDERS: tuple[Callable[[str], dict[str, Any]], ...] = (
    lambda bet: {"do": "press_bet", "bet": bet, "add": 50},
    lambda bet: {"do": "bar_bet", "bet": bet, "turns": 2},
    lambda bet: {"do": "half_goes", "bet": bet},
)
_ORDERS: tuple[Callable[[str], dict[str, Any]], ...] = (
    lambda bet: {"do": "copper_bet", "bet": bet},
    lambda bet: {"do": "uncopper_bet", "bet": bet},
    *_PLAIN_ORDERS,
)

DEMONSTRATION = Demonstration(
    opening={
        "table": "Tiger Nº 1",
        "house": {"preset": "american", "running_limit": 20_000},
        "roll": 250_000,
        "backers": [{"name": "E. Clark", "share": 0.6}, {"name": "B. Thompson", "share": 0.4}],
    },
    house_among_others="american",
    play=FaroPlay,
    turns=25,
)
STUSS = Demonstration(
    opening={"table": "Stuss", "house": "stuss", "roll": 250_000},
    house_among_others="stuss",
    play=FaroPlay,
    turns=26,
)


LYING, TABS = "lying", "tabs"
"""The groups in comparisons of two courses: current bets and calls by key, and the tabs of each deal by number."""


def _has_turn(table: FaroTable, turn: int, rules: int) -> bool:
    return table.has_turn(turn) if rules >= DISPUTED_TURNS_WERE_DEALT else 0 <= turn <= 26


def _compared(table: FaroTable, events: Sequence[Event]) -> Things:
    """The things to compare, by group.

    The table leaves out what is compared separately, and what only limits names, such as the keys used so far. Bets
    have no placing number, because the absence of another bet would change it.
    """
    by_themselves = replace(table, bets={}, calls={}, placed=0, gone=Grown(), turns_before=List())
    rest = replace(by_themselves, keys_before=List(), last_turn=-1, last_bets={})
    return {
        LYING: {bet.key: replace(bet, placed=0) for bet in table.all_lying},
        TABS: {tabs.deal: tabs for tabs in tabs_of(events)},
        TABLE: {"": rest},
    }


_DECIDERS: Deciders = {
    commands.StartDeal: dealing.start,
    commands.ExposeSoda: dealing.soda,
    commands.Turn: dealing.turn,
    commands.DrawLoser: dealing.draw_loser,
    commands.DrawWinner: dealing.draw_winner,
    commands.ExposeHock: dealing.hock,
    commands.VoidDeal: dealing.void_deal,
    commands.EndDeal: dealing.end_deal,
    commands.PlaceBet: bets.place,
    commands.CallTurn: bets.call,
    commands.PressBet: bets.press,
    commands.MoveBet: bets.move_to,
    commands.CopperBet: bets.copper,
    commands.UncopperBet: bets.uncopper,
    commands.ParoliBet: bets.paroli,
    commands.StandPat: bets.stand_pat,
    commands.BarBet: bets.bar,
    commands.ReleaseBet: bets.release,
    commands.HalfGoes: bets.half,
    commands.WholeGoes: bets.whole,
    commands.TakeDownBet: bets.take_down,
    commands.TakeDownAll: bets.take_down_all,
    commands.SameAgain: bets.same_again,
    commands.ClaimSleeper: bets.claim,
}

GAME = Game(
    name=FARO,
    title="Faro",
    round_called="deal",
    against_bank=True,
    house=FaroHouse,
    presets=PRESETS,
    check_house=check_house,
    table=FaroTable,
    commands=tuple(_DECIDERS),
    starts="start_deal",
    check_named=dealing.check_bet,
    check_time=dealing.check_time,
    decide=by_type(_DECIDERS),
    evolve=state.evolve,
    closing=lambda table, ledger: dealing.returned(table, ledger, "night_closed"),
    give_back=lambda table, ledger: dealing.returned(table, ledger, "bank_broken"),
    lift=lambda table, ledger, player: bets.lifted(table, player),
    is_on=lambda table: table.deal_is_on,
    rounds=lambda table: table.deal,
    stakes=lambda table: table.stakes_cents,
    bets=FaroTable.keys_now,
    has_bet=FaroTable.used,
    has_turn=_has_turn,
    compared=_compared,
    follow_places=follow_places,
    laws=LAWS,
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
    other_demonstrations={"stuss": STUSS},
)
