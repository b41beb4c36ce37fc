"""The game of Pharo: its record, and its demonstration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace
from rpds import HashTrieMap, HashTrieSet

from dealer.commands.commands import Command
from dealer.commands.fields import RANKS
from dealer.commands.refusal import Phrase
from dealer.game.demonstration import DEMO_PLAYERS, Demonstration, Evening, Shown
from dealer.game.game import TABLE, Deciders, Game, Things, by_type
from dealer.games.pharo import commands, dealing, stakes, state
from dealer.games.pharo.commands import FIGURE, FIGURES, PRESETS, SINGLE, PharoHouse, named
from dealer.games.pharo.fairness import FAIRNESS
from dealer.games.pharo.state import COUPS, PHARO, Bet, PharoTable, pharo_of
from events.common.event import Event
from events.games import pharo as pharo_events

_STAKES = (25, 50, 75, 100, 100, 200, 250, 500)
_WITH_A_WIN = ("paroli", "paroli", "paroli", "paix", "take_win", "")
"""What a punter does with a win; "" leaves it to be paid."""
MISHAP = (2, 9)
"""The deal and coup that the dealer records the wrong way round."""


class PharoPlay:
    """Pharo as played in a demonstration."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._random = evening.random
        self._bets = 0

    def round(self, number: int) -> Iterator[Shown]:
        """Play a deal and what follows it; yields after every coup."""
        pack = self._evening.pack()
        self._do("start_deal")
        self._do("show_bottom", card=pack[-1])
        for coup in range(1, COUPS + 1):
            self._decide()
            self._stake()
            bank, punters = pack[2 * coup - 2 : 2 * coup]
            self._do("coup", bank=bank, punters=punters)
            if (number, coup) == MISHAP:
                self._mishap(bank, punters)
            yield Shown("deal", number, coup, f"{bank} for the bank, {punters} for the punters")
        self._do("end_deal")
        self._between_deals()

    def finish(self) -> None:
        """Nothing is left to do."""

    @property
    def _table(self) -> PharoTable:
        return pharo_of(self._evening.state)

    def _do(self, do: str, **arguments: Any) -> None:
        self._evening.do({"do": do, "game": PHARO, **arguments})

    def _decide(self) -> None:
        """Winners take their win or let it ride; halved stakes make a pli, and some cards are masked or changed."""
        for bet in tuple(self._table.bets.values()):
            if bet.awaits:
                do = self._random.choice(_WITH_A_WIN)
            elif bet.lost_cents and not bet.pli:
                do = "pli" if self._random.random() < 0.6 else ""
            else:
                do = self._whim(bet)
            if do:
                self._do(do, bet=bet.key)

    def _whim(self, bet: Bet) -> str:
        """What a punter does with a card that has nothing to decide."""
        if bet.masked:
            return "unmask_bet" if self._random.random() < 0.4 else ""
        if bet.folds:
            return ""
        return self._random.choice(("take_down_bet", "take_down_bet", "mask_bet", *[""] * 17))

    def _stake(self) -> None:
        """Some players place a stake each."""
        for player in DEMO_PLAYERS:
            if self._random.random() < 0.3:
                self._bets += 1
                self._lay(player, f"p{self._bets}")

    def _lay(self, player: str, bet: str) -> None:
        stake = self._random.choice(_STAKES)
        if self._evening.checks_of(player) < stake:
            self._evening.do({"do": "issue_marker", "player": player, "amount": 5_000})
        figure = self._random.random() < 0.25
        ranks = self._random.choice(tuple(FIGURES)) if figure else (self._random.choice(RANKS),)
        opposed = {"opposed": True} if self._random.random() < 0.1 else {}
        where = {"kind": FIGURE if figure else SINGLE, "ranks": list(ranks)}
        self._do("place_bet", bet=bet, player=player, stake=stake, **where, **opposed)

    def _mishap(self, bank: str, punters: str) -> None:
        """The dealer records the coup the wrong way round, takes it back, and records it correctly."""
        self._evening.do({"do": "void"})
        self._do("coup", bank=punters, punters=bank)
        self._evening.do({"do": "void"})
        self._do("coup", bank=bank, punters=punters)

    def _between_deals(self) -> None:
        """Markers for players with few checks; players with many redeem them."""
        for player in DEMO_PLAYERS:
            held = self._evening.checks_of(player)
            if held < 1_000:
                self._evening.do({"do": "issue_marker", "player": player, "amount": 5_000})
            elif held > 12_000:
                self._evening.do({"do": "redeem_marker", "player": player, "amount": 5_000, "with": "checks"})


DEMONSTRATION = Demonstration(
    opening={"table": "Pharaon", "house": "hoyle", "roll": 250_000},
    house_among_others="hoyle",
    play=PharoPlay,
    turns=COUPS,
)


LYING = "lying"
"""The group in comparisons of two courses: the current bets by key."""


def _compared(table: PharoTable, events: Sequence[Event]) -> Things:
    """The things to compare, by group.

    Bets have no placing number, which other bets change, and no record of a draw.
    """
    rest = replace(table, bets={}, placed=0, keys=HashTrieSet(), gone=HashTrieMap())
    lying = {bet.key: replace(bet, placed=0, drawn=(0, 0)) for bet in table.bets.values()}
    return {LYING: lying, TABLE: {"": rest}}


def follow_places(places: dict[str, Phrase], event: Event) -> None:
    """Record in ``places`` the card of every bet, after another event."""
    if isinstance(event, pharo_events.CardStaked | pharo_events.CardChanged):
        places[event.bet] = named(event.ranks)


def _own(table: PharoTable, command: Command) -> str | None:
    """The player a command may come from: the punter who places or owns the stake."""
    if isinstance(command, commands.PlaceBet):
        return command.player
    bet = table.bets.get(command.bet) if isinstance(command, commands.OnLyingBet) else None
    return bet.player if bet else None


_DECIDERS: Deciders = {
    commands.StartDeal: dealing.start,
    commands.ShowBottom: dealing.show_bottom,
    commands.PlaceBet: stakes.place,
    commands.PressBet: stakes.press,
    commands.MoveBet: stakes.change_card,
    commands.TakeDownBet: stakes.take_down,
    commands.Coup: dealing.coup,
    commands.Paix: stakes.make_paix,
    commands.Paroli: stakes.make_paroli,
    commands.TakeWin: stakes.take_win,
    commands.Pli: stakes.make_pli,
    commands.MaskBet: stakes.mask,
    commands.UnmaskBet: stakes.unmask,
    commands.Miscount: dealing.miscount,
    commands.VoidDeal: dealing.void_deal,
    commands.EndDeal: dealing.end_deal,
}

GAME = Game(
    name=PHARO,
    title="Pharo",
    round_called="deal",
    against_bank=True,
    house=PharoHouse,
    presets=PRESETS,
    table=PharoTable,
    commands=tuple(_DECIDERS),
    starts=commands.StartDeal.do,
    check_named=dealing.check_bet,
    check_time=dealing.check_time,
    decide=by_type(_DECIDERS),
    evolve=state.evolve,
    own=_own,
    closing=lambda table, ledger: dealing.cleared(table, ledger, "night_closed"),
    give_back=dealing.given_back,
    lift=stakes.lifted,
    is_on=lambda table: table.deal_is_on,
    rounds=lambda table: table.deal,
    stakes=lambda table: table.stakes_cents,
    bets=PharoTable.keys_now,
    has_bet=lambda table, key: key in table.keys,
    has_turn=lambda table, turn, rules: table.has_turn(turn),
    compared=_compared,
    follow_places=follow_places,
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
)
