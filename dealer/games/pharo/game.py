"""The game of Pharo: its record and its actions."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from rpds import HashTrieMap, HashTrieSet

from dealer.commands.commands import Command
from dealer.commands.refusal import Phrase, marked
from dealer.game.actions import Action, Actions, Amount, Choice, Decider, NewKey, Seat, Words
from dealer.game.bank import COUNTED, OnLyingBet, check_bet
from dealer.game.demonstration import Demonstration, LegalPlay
from dealer.game.forecast import (
    Forecast,
    argument,
    either,
    equal,
    items,
    joined,
    more,
    plus,
    size,
    the,
    within,
    without,
)
from dealer.game.game import TABLE, Game, Things
from dealer.games.pharo import commands, playing, state
from dealer.games.pharo.commands import FIGURE, PRESETS, SINGLE, PharoHouse, named
from dealer.games.pharo.fairness import FAIRNESS
from dealer.games.pharo.odds import odds
from dealer.games.pharo.state import COUPS, ORDERS, PHARO, PharoTable, Phase
from events.common.event import Event
from events.games import pharo as pharo_events

LYING = "lying"
"""The group in comparisons of two courses: the current bets by key."""


def _compared(table: PharoTable, events: Sequence[Event]) -> Things:
    """The things to compare, by group.

    Bets have no placing number, which other bets change, and no record of a draw.
    """
    rest = replace(table, bets={}, placed=0, keys=HashTrieSet(), gone=HashTrieMap())
    open_bet = {bet.key: replace(bet, placed=0, drawn=(0, 0)) for bet in table.bets.values()}
    return {LYING: open_bet, TABLE: {"": rest}}


def follow_places(places: dict[str, Phrase], event: Event) -> None:
    """Record in ``places`` the card of every bet, after another event."""
    if isinstance(event, pharo_events.CardStaked | pharo_events.CardChanged):
        places[event.bet] = named(event.ranks)


def _own(table: PharoTable, command: Command) -> str | None:
    """The player a command may come from: the punter who places or owns the stake."""
    if isinstance(command, commands.PlaceBet):
        return command.player
    bet = table.bets.get(command.bet) if isinstance(command, OnLyingBet) else None
    return bet.player if bet else None


FOUL = (
    marked("The deal was found foul"),
    marked("A card was faced"),
    marked("Two cards came together"),
)
"""Usual reasons to void a deal."""

MISCOUNTS = (50, 51, 53, 54)
"""Usual counts of a pack that is not complete."""

BET = items(argument("bet"))


def _removed(*orders: str) -> Forecast:
    """The bet cannot take these orders any more."""
    return {word: either(the(word), without(the(word), BET), the(word)) for word in orders}


def _added(*orders: str) -> Forecast:
    """The bet can take these orders too; only the rules know which can if a coup or the end of a deal is not saved."""
    return {word: either(equal(the(word), None), None, within(the("bets"), joined(the(word), BET))) for word in orders}


UNKNOWN: Forecast = dict.fromkeys(("bets", *ORDERS, "places", "cards"))
"""What only the rules know after a coup, and after a deal."""

OVER: Forecast = {**UNKNOWN, "bottom": "", "phase": Phase.IDLE}
NO_BETS: Forecast = {**OVER, **{name: items() for name in ("bets", *ORDERS)}}

IS_LATE = either(more(the("late_from"), the("turn")), False, True)

PLACED: Forecast = {
    "placed": plus(the("placed"), 1),
    "bets": either(equal(the("bets"), None), None, joined(the("bets"), BET)),
    **_added("press_bet", "mask_bet"),
    **{word: either(IS_LATE, the(word), added) for word, added in _added("move_bet", "take_down_bet").items()},
}

DECIDED = _removed("paix", "paroli", "take_win")

RANKS = argument("ranks")
PLACE = {
    "ranks": Choice(values=the("places")),
    "kind": Choice(values=either(RANKS, items(either(equal(size(RANKS), 1), SINGLE, FIGURE)), items(SINGLE, FIGURE))),
}
"""A card of the livret."""


def _of(word: str) -> dict[str, Choice]:
    """One of the bets that can take an order."""
    return {"bet": Choice(values=the(word))}


def _order(
    decides: Decider, word: str, then: Forecast, phases: Sequence[str] = (Phase.BETTING,), *, often: float = 1
) -> Action:
    """The action of an order that takes nothing but the bet."""
    return Action(decides, phases=phases, takes=_of(word), then=then, often=often)


ON = (Phase.BOTTOM, Phase.BETTING, Phase.DEALT)
BETTING = (Phase.BETTING,)
AFTER_A_COUP = (Phase.BETTING, Phase.DEALT)
CARDS = the("cards")

ACTIONS: Actions = {
    commands.StartDeal: Action(
        playing.start,
        phases=(Phase.IDLE,),
        then={
            "phase": Phase.BOTTOM,
            "round": plus(the("round"), 1),
            "turn": 0,
            **dict.fromkeys(("move_bet", "take_down_bet", "places", "cards")),
        },
    ),
    commands.ShowBottom: Action(
        playing.show_bottom,
        phases=(Phase.BOTTOM,),
        takes={"card": Choice(values=CARDS)},
        then={"phase": Phase.BETTING, "cards": None, "bottom": argument("card")},
        draws={"card": -1},
    ),
    commands.PlaceBet: Action(
        playing.place,
        phases=BETTING,
        check=playing.check_open,
        takes={
            "bet": NewKey(number=the("placed")),
            "player": Seat(among=the("players"), often=0),
            **PLACE,
            "stake": Amount(unit=the("check"), least=the("minimum"), most=the("limit")),
            "opposed": Choice(values=either(the("opposes"), items(True), items()), optional=True, often=0.1),
        },
        then=PLACED,
        often=2,
    ),
    commands.PressBet: Action(
        playing.press,
        phases=BETTING,
        takes={**_of("press_bet"), "add": Amount(unit=the("check"), least=the("check"), most=the("limit"))},
        then=_removed("pli"),
        often=0.1,
    ),
    commands.MoveBet: Action(playing.change_card, phases=BETTING, takes={**_of("move_bet"), **PLACE}, often=0.05),
    commands.TakeDownBet: _order(playing.take_down, "take_down_bet", _removed("bets", *ORDERS), often=0.1),
    commands.Coup: Action(
        playing.coup,
        phases=BETTING,
        takes={
            "bank": Choice(values=CARDS),
            "punters": Choice(
                values=either(
                    equal(the("turn"), COUPS - 1), items(the("bottom")), without(CARDS, items(argument("bank")))
                )
            ),
        },
        then={
            **UNKNOWN,
            "turn": plus(the("turn"), 1),
            "phase": either(equal(the("turn"), COUPS), Phase.DEALT, Phase.BETTING),
        },
        draws={"bank": 0, "punters": 1},
    ),
    commands.Paix: _order(playing.fold, "paix", DECIDED, AFTER_A_COUP),
    commands.Paroli: _order(playing.fold, "paroli", DECIDED, AFTER_A_COUP, often=3),
    commands.TakeWin: _order(playing.take_win, "take_win", {**DECIDED, **_added("press_bet")}, AFTER_A_COUP),
    commands.Pli: _order(playing.make_pli, "pli", _removed("pli", "press_bet"), often=3),
    commands.MaskBet: _order(playing.mask, "mask_bet", {**_removed("mask_bet"), **_added("unmask_bet")}, often=0.1),
    commands.UnmaskBet: _order(playing.unmask, "unmask_bet", {**_removed("unmask_bet"), **_added("mask_bet")}),
    commands.CountPack: Action(
        playing.count_pack,
        phases=(Phase.IDLE,),
        takes={"player": Seat(among=the("players"), often=0), "cards": COUNTED},
        often=0,
    ),
    commands.Miscount: Action(
        playing.miscount, phases=ON, takes={"cards": Choice(values=items(*MISCOUNTS))}, then=NO_BETS, often=0
    ),
    commands.VoidDeal: Action(
        playing.void_deal, phases=ON, takes={"reason": Words(suggested=FOUL)}, then=NO_BETS, often=0
    ),
    commands.EndDeal: Action(playing.end_deal, phases=(Phase.DEALT,), then=OVER),
}

GAME: Game = Game(
    name=PHARO,
    title="Pharo",
    round_called="deal",
    against_bank=True,
    house=PharoHouse,
    presets=PRESETS,
    table=PharoTable,
    actions=ACTIONS,
    starts=commands.StartDeal.do,
    check_named=check_bet,
    not_now=playing.not_now,
    evolve=state.evolve,
    own=_own,
    closing=lambda table, ledger: playing.cleared(table, ledger, "night_closed"),
    give_back=playing.given_back,
    lift=playing.lifted,
    stakes=lambda table: table.stakes_cents,
    bets=PharoTable.keys_now,
    compared=_compared,
    follow_places=follow_places,
    fairness=FAIRNESS,
    odds=odds,
    demonstration=Demonstration(
        opening={"table": "Pharaon", "house": "hoyle", "roll": 250_000},
        house_among_others="hoyle",
        play=lambda evening: LegalPlay(GAME, evening),
    ),
)
