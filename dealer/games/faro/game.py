"""The game of Faro: its record and its actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace
from rpds import HashTrieSet, List

from dealer.commands.fields import RANKS
from dealer.commands.refusal import marked
from dealer.game.actions import Action, Actions, Amount, Argument, Choice, Decider, NewKey, Seat, Words
from dealer.game.bank import COUNTED, OnLyingBet, check_bet
from dealer.game.cards import PACK, rank_of
from dealer.game.demonstration import Demonstration, LegalPlay
from dealer.game.expectation import Expectation, Plan
from dealer.game.forecast import (
    Expression,
    Forecast,
    argument,
    either,
    equal,
    items,
    joined,
    keys,
    matching,
    minus,
    nth,
    plus,
    put,
    the,
    within,
    without,
)
from dealer.game.game import TABLE, Game, Things
from dealer.game.table import Grown
from dealer.games.faro import bets, commands, dealing, state
from dealer.games.faro.cards import tabs_of
from dealer.games.faro.commands import PRESETS, PRESETS_BEFORE, FaroHouse, check_house
from dealer.games.faro.fairness import FAIRNESS
from dealer.games.faro.layout import PLACE_ARGUMENTS, PLACES
from dealer.games.faro.odds import odds
from dealer.games.faro.reasons import LAWS
from dealer.games.faro.school import LESSONS
from dealer.games.faro.settlement import follow_places
from dealer.games.faro.state import BET_FIELDS, FARO, FaroTable, Phase
from dealer.rules_version import DISPUTED_TURNS_WERE_DEALT
from events.common.event import Event

FOUL = (
    marked("The deal was found foul"),
    marked("A card is missing"),
    marked("Two cards came together"),
)
"""Usual reasons to void a deal."""

RANKS_OF = {
    **{kind: [sorted(ranks, key=RANKS.index) for ranks in sorted(map(sorted, PLACES[kind]))] for kind in PLACES},
    "string": [["A", "Q"], ["2", "3", "9"]],
    "pot": [],
    "row": [],
}
WINS = {"heeled": [["Q"], ["3", "9"]], "side": ["high", "low"], "colors": ["black", "red"]}
LOSES = {"heeled": [["5"], ["8", "10"]]}
PARITIES = {kind: ["odd", "even"] for kind in ("parity_string", "parity")}
"""What the place of a bet of each kind can be: its ranks, or what wins and what loses."""

PLACE: Mapping[str, Argument] = {
    "kind": Choice(values=the("kinds")),
    **{
        name: Choice(values=nth(argument("kind"), values), optional=True)
        for name, values in {
            "ranks": RANKS_OF,
            "win": WINS,
            "lose": LOSES,
            "row": {"row": ["high", "low"]},
            "parity": PARITIES,
            "card": {"parity": ["winner", "loser"]},
        }.items()
    },
}
"""The arguments of a bet's place, by its kind; some places for the bets on ranks that players pick."""


def known(name: str, then: Expression) -> Expression:
    """A value that depends on a field: open where only the rules know that field."""
    return either(equal(the(name), None), None, then)


def flag(name: str) -> Expression:
    """An argument that is true or left out."""
    return either(argument(name), True, False)


def with_fields(**fields: Expression) -> Forecast:
    """The bets once some fields of the bet named are changed."""
    bet = nth(argument("bet"), the("bets"))
    values = items(*(fields.get(name, nth(at, bet)) for at, name in enumerate(BET_FIELDS)))
    return {"bets": known("bets", put(the("bets"), argument("bet"), values))}


BET_PLACED = items(
    *map(argument, ("player", *PLACE_ARGUMENTS)),
    flag("coppered"),
    flag("paroli"),
    either(equal(argument("form"), "bills"), "bills", "checks"),
)

IS_LAST = equal(the("turn"), the("turns"))
CALLS_COME = equal(the("turn"), minus(the("turns"), 1))
FROM_THE_HAND = equal(the("turns"), 26)
OPEN = either(equal(the("phase"), Phase.BEFORE_SODA), the("hockelty"), True)
"""Whether bets may change, in the phases in which some houses let them."""
TAKEN = either(the("is_broken"), False, OPEN)
"""Whether new stakes are taken."""
LIFTED = either(equal(the("phase"), Phase.BEFORE_HOCK), the("lifts_before_hock"), OPEN)
"""Whether bets may be taken down."""
BET = items(argument("bet"))
BETS = known("bets", keys(the("bets")))
"""The keys of the bets on the layout."""
LOOSE_BETS = either(the("bets"), known("locked", without(keys(the("bets")), the("locked"))), BETS)
"""The bets that may be moved and taken down."""
LOOSE_CALLS = either(
    either(the("locks"), True, equal(the("phase"), Phase.BEFORE_HOCK)), items(), known("calls", keys(the("calls")))
)
ANYBODY = Seat(among=the("seated"), often=0)
STAKED = known(
    "staked", put(the("staked"), argument("player"), plus(nth(argument("player"), the("staked")), argument("stake")))
)
"""The stakes by player once a stake is laid."""
STAKE = Amount(unit=the("check"), least=the("minimum"), most=the("limit"))
CARDS_LEFT = without(items(*PACK), the("shown"))
BETWEEN_TURNS = (Phase.BEFORE_SODA, Phase.BETTING)

SETTLED: Forecast = {
    "staked": either(either(the("bets"), True, the("calls")), None, the("staked")),
    "locked": either(the("bets"), None, the("locked")),
    "is_broken": either(the("bets"), None, the("is_broken")),
    "bets": either(the("bets"), None, the("bets")),
    "calls": either(the("calls"), None, the("calls")),
}
"""What a card changes that settles bets: only the rules know which bets are left, if there are any."""

EMPTY: Forecast = {
    "turn": 0,
    "left": dict.fromkeys(RANKS, 4),
    "shown": items(),
    "staked": either(either(the("bets"), True, the("calls")), None, the("staked")),
    "bets": {},
    "calls": {},
    "locked": items(),
    "orders": items(),
    "phase": Phase.NO_DEAL,
}
"""What the end of a deal changes."""

RANK_OF = {**{rank: rank for rank in RANKS}, **{card: rank_of(card) for card in PACK}}
"""The rank of a card, or of a bare rank."""


def cards_out(*names: str) -> Forecast:
    """What the cards of these arguments change that are shown; they may be bare ranks."""
    left = the("left")
    for name in names:
        rank = nth(argument(name), RANK_OF)
        left = put(left, rank, minus(nth(rank, left), 1))
    return {"left": left, "shown": joined(the("shown"), items(*map(argument, names)))}


TURNED: Forecast = {
    **SETTLED,
    "phase": either(IS_LAST, either(FROM_THE_HAND, Phase.DEALT_OUT, Phase.BEFORE_HOCK), Phase.BETTING),
    "orders": either(FROM_THE_HAND, items(), either(CALLS_COME, None, items())),
}
"""What a turn changes when its winner is out."""

NEXT_TURN = plus(the("turn"), 1)


def order(
    decides: Decider,
    takes: Mapping[str, Argument] = MappingProxyType({}),
    *,
    then: Forecast | None = None,
    needs: Expression = OPEN,
    bets: Expression = BETS,
    often: float = 0.1,
) -> Action:
    """The action of an order to a bet."""
    return Action(
        decides,
        phases=BETWEEN_TURNS,
        check=dealing.check_time,
        takes={"bet": Choice(values=bets), **takes},
        then=then or {},
        needs=needs,
        often=often,
    )


def showing(decides: Decider, phase: Phase, then: Forecast, often: float = 1) -> Action:
    """The action of a card that is shown."""
    takes = {"card": Choice(values=CARDS_LEFT)}
    forecast = {**cards_out("card"), **then}
    return Action(decides, phases=(phase,), takes=takes, then=forecast, often=often, draws={"card": 0})


COPPER, PAROLI = either(the("copper"), OPEN, False), either(the("paroli"), OPEN, False)

ACTIONS: Actions = {
    commands.StartDeal: Action(
        dealing.start,
        phases=(Phase.NO_DEAL,),
        then={
            **EMPTY,
            "deal": plus(the("deal"), 1),
            "phase": either(FROM_THE_HAND, Phase.BETTING, Phase.BEFORE_SODA),
        },
    ),
    commands.ExposeSoda: showing(
        dealing.soda,
        Phase.BEFORE_SODA,
        {
            "phase": Phase.BETTING,
            **{name: either(the("hockelty"), settled, the(name)) for name, settled in SETTLED.items()},
        },
    ),
    commands.Turn: Action(
        dealing.turn,
        phases=(Phase.BETTING,),
        takes={
            "loser": Choice(values=CARDS_LEFT),
            "winner": Choice(values=without(CARDS_LEFT, items(argument("loser")))),
        },
        then={"turn": NEXT_TURN, **cards_out("loser", "winner"), **TURNED},
        often=2,
        draws={"loser": 0, "winner": 1},
    ),
    commands.DrawLoser: showing(
        dealing.draw_loser, Phase.BETTING, {"turn": NEXT_TURN, "phase": Phase.LOSER_DRAWN, "orders": items()}, often=0.5
    ),
    commands.DrawWinner: showing(dealing.draw_winner, Phase.LOSER_DRAWN, TURNED),
    commands.ExposeHock: showing(dealing.hock, Phase.BEFORE_HOCK, {**SETTLED, "phase": Phase.DEALT_OUT}),
    commands.CountPack: Action(
        dealing.count_pack,
        phases=tuple(phase for phase in Phase if phase is not Phase.LOSER_DRAWN),
        takes={"player": ANYBODY, "cards": COUNTED},
        often=0,
    ),
    commands.VoidDeal: Action(
        dealing.void_deal,
        phases=tuple(phase for phase in Phase if phase is not Phase.NO_DEAL),
        takes={"reason": Words(suggested=FOUL)},
        then=EMPTY,
        often=0,
    ),
    commands.EndDeal: Action(dealing.end_deal, phases=(Phase.DEALT_OUT,), then=EMPTY),
    commands.PlaceBet: Action(
        bets.place,
        phases=BETWEEN_TURNS,
        needs=TAKEN,
        check=dealing.check_time,
        takes={
            "bet": NewKey(number=the("placed")),
            "player": ANYBODY,
            **PLACE,
            "stake": STAKE,
            "coppered": Choice(values=either(the("copper"), items(True), items()), optional=True, often=0.2),
            "paroli": Choice(values=either(the("paroli"), items(True), items()), optional=True, often=0.1),
            "form": Choice(values=items("bills"), optional=True, often=0.02),
        },
        then={
            "bets": known("bets", put(the("bets"), argument("bet"), BET_PLACED)),
            "locked": either(the("locks"), known("locked", joined(the("locked"), BET)), the("locked")),
            "staked": STAKED,
            "placed": known("placed", plus(the("placed"), 1)),
        },
        often=5,
    ),
    commands.CallTurn: Action(
        bets.call,
        phases=(Phase.BETTING,),
        needs=TAKEN,
        check=dealing.check_time,
        takes={
            "bet": NewKey(number=the("placed")),
            "player": ANYBODY,
            "order": Choice(values=the("orders")),
            "stake": STAKE,
        },
        then={
            "calls": known("calls", put(the("calls"), argument("bet"), items(argument("player")))),
            "staked": STAKED,
            "placed": known("placed", plus(the("placed"), 1)),
        },
        often=5,
    ),
    commands.PressBet: order(
        bets.press,
        {"add": Amount(unit=the("check"), least=the("check"), most=the("limit"))},
        needs=TAKEN,
        then={"staked": None},
    ),
    commands.MoveBet: order(
        bets.move_to,
        PLACE,
        bets=LOOSE_BETS,
        then=with_fields(**{name: argument(name) for name in PLACE_ARGUMENTS}),
    ),
    commands.CopperBet: order(bets.copper, needs=COPPER, then=with_fields(coppered=True)),
    commands.UncopperBet: order(bets.uncopper, then=with_fields(coppered=False)),
    commands.ParoliBet: order(bets.paroli, needs=PAROLI, then=with_fields(paroli=True)),
    commands.StandPat: order(bets.stand_pat, needs=PAROLI, then=with_fields(paroli=False)),
    commands.BarBet: order(bets.bar, {"turns": Choice(values=items(1, 2, 3), optional=True, often=0.8)}),
    commands.ReleaseBet: order(bets.release),
    commands.HalfGoes: order(bets.half),
    commands.WholeGoes: order(bets.whole),
    commands.TakeDownBet: Action(
        bets.take_down,
        phases=(*BETWEEN_TURNS, Phase.BEFORE_HOCK),
        needs=LIFTED,
        check=dealing.check_time,
        takes={"bet": Choice(values=known("bets", known("calls", joined(LOOSE_BETS, LOOSE_CALLS))))},
        then={"staked": None, **{name: known(name, without(the(name), BET)) for name in ("bets", "calls")}},
        often=0.4,
    ),
    commands.TakeDownAll: Action(
        bets.take_down_all,
        phases=(*BETWEEN_TURNS, Phase.BEFORE_HOCK),
        needs=LIFTED,
        check=dealing.check_time,
        takes={"player": ANYBODY},
        then={
            "staked": None,
            "bets": known(
                "bets", without(the("bets"), within(matching(0, argument("player"), the("bets")), LOOSE_BETS))
            ),
            "calls": known(
                "calls", without(the("calls"), within(matching(0, argument("player"), the("calls")), LOOSE_CALLS))
            ),
        },
        often=0.1,
    ),
    commands.SameAgain: Action(
        bets.same_again,
        phases=BETWEEN_TURNS,
        needs=TAKEN,
        check=dealing.check_time,
        takes={"bet": NewKey(number=the("placed")), "player": ANYBODY},
        then=dict.fromkeys(("bets", "placed", "staked", "locked")),
        often=0.3,
    ),
    commands.ClaimSleeper: order(
        bets.claim,
        {"player": ANYBODY},
        needs=either(the("claims"), OPEN, False),
        then={**{name: known(name, without(the(name), BET)) for name in ("bets", "locked")}, "staked": None},
        often=0.5,
    ),
}

DEMONSTRATION = Demonstration(
    opening={
        "table": "Tiger Nº 1",
        "house": {"preset": "american", "running_limit": 20_000},
        "roll": 250_000,
        "backers": [{"name": "E. Clark", "share": 0.6}, {"name": "B. Thompson", "share": 0.4}],
    },
    house_among_others="american",
    play=lambda evening: LegalPlay(GAME, evening),
)
STUSS = Demonstration(
    opening={"table": "Stuss", "house": "stuss", "roll": 250_000},
    house_among_others="stuss",
    play=lambda evening: LegalPlay(GAME, evening),
)


NOBODY = {"seats": (), "away": frozenset(), "sitting_out": frozenset()}

LYING, TABS = "lying", "tabs"
"""The groups in comparisons of two courses: current bets and calls by key, and the tabs of each deal by number."""


def _has_turn(table: FaroTable, turn: int, rules: int) -> bool:
    return table.has_turn(turn) if rules >= DISPUTED_TURNS_WERE_DEALT else 0 <= turn <= 26


def _expect(house: Any, plan: Plan, tell: Callable[[int, int], object]) -> Expectation:
    # NumPy is loaded only for this.
    from dealer.games.faro.expectation import expectation

    return expectation(house, plan, tell)


def _compared(table: FaroTable, events: Sequence[Event]) -> Things:
    """The things to compare, by group.

    The table leaves out what is compared separately, and what only limits names, such as the keys used so far. Bets
    have no placing number, because the absence of another bet would change it.
    """
    by_themselves = replace(table, bets={}, calls={}, placed=0, gone=Grown(), turns_before=List(), **NOBODY)
    rest = replace(by_themselves, keys=HashTrieSet(), last_turn=-1, last_bets={})
    return {
        LYING: {bet.key: replace(bet, placed=0) for bet in table.all_lying},
        TABS: {tabs.deal: tabs for tabs in tabs_of(events)},
        TABLE: {"": rest},
    }


GAME: Game = Game(
    name=FARO,
    title="Faro",
    round_called="deal",
    against_bank=True,
    house=FaroHouse,
    presets=PRESETS,
    presets_before=PRESETS_BEFORE,
    check_house=check_house,
    table=FaroTable,
    actions=ACTIONS,
    starts="start_deal",
    check_named=partial(check_bet, kinds=(OnLyingBet, commands.MoveBet)),
    not_now=dealing.not_now,
    evolve=state.evolve,
    closing=lambda table, ledger: dealing.returned(table, ledger, "night_closed"),
    give_back=lambda table, ledger: dealing.returned(table, ledger, "bank_broken"),
    lift=lambda table, ledger, player: bets.lifted(table, player),
    is_on=lambda table: table.deal_is_on,
    rounds=lambda table: table.deal,
    stakes=lambda table: table.stakes_cents,
    bets=FaroTable.keys_now,
    has_turn=_has_turn,
    compared=_compared,
    follow_places=follow_places,
    laws=LAWS,
    fairness=FAIRNESS,
    odds=odds,
    expect=_expect,
    demonstration=DEMONSTRATION,
    other_demonstrations={"stuss": STUSS},
    lessons=LESSONS,
)
