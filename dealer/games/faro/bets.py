"""Decides the players' commands: placing, calling, pressing, moving and orders (rulebook 1.3-1.6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Amount, Listed, Player, Refusal
from dealer.game.bank import OnLyingBet, check_limit, check_minimum, dead_card
from dealer.game.cards import NUMBER
from dealer.game.table import check_amount, check_holds, key_used
from dealer.games.faro import commands
from dealer.games.faro.commands import FaroHouse, PlaceArguments
from dealer.games.faro.layout import LOW, PLACES, SIDES, is_dead, parity_ranks
from dealer.games.faro.state import Bet, Call, FaroTable, Phase
from events.common.event import Event, Move
from events.games import faro as faro_events
from events.games.faro import Place
from ledger.accounts import checks, layout, moved
from ledger.ledger import Ledger

_MOST_OF_A_STEM = 58
"""The longest common part of the keys of one command's bets: a key has at most 64 letters."""


def place(table: FaroTable, ledger: Ledger, command: commands.PlaceBet) -> tuple[Event, ...]:
    """Place a stake on the layout (rulebook 1.3)."""
    laid = faro_events.BetPlaced(
        bet=command.bet,
        player=command.player,
        deal=table.deal,
        turn=table.turn,
        place=place_of(command, table.house),
        stake_cents=command.stake,
        coppered=command.coppered,
        paroli=command.paroli,
        form=command.form,
        moves=_from_hand(command.player, command.stake),
    )
    _check_laid(table, ledger, laid)
    return (laid,)


def _from_hand(player: str, stake_cents: int) -> tuple[Move, ...]:
    """The move of a stake from a player's hand to the layout."""
    return moved(checks(player), layout(player), stake_cents)


def same_again(table: FaroTable, ledger: Ledger, command: commands.SameAgain) -> tuple[Event, ...]:
    """Place a player's last bets again, each checked like a new bet; bets that fail are listed.

    If all fail, it is refused with the first reason.
    """
    if len(command.bet) > _MOST_OF_A_STEM:
        raise Refusal(
            "bad_input",
            "The bets' keys get a number, so the key can have %(letters)s letters at most.",
            letters=_MOST_OF_A_STEM,
        )
    last = table.last_bets.get(command.player)
    if last is None:
        raise Refusal("not_allowed_here", "%(player)s has no earlier bets to repeat.", player=Player(command.player))
    laid: list[faro_events.BetPlaced] = []
    left_out: list[faro_events.BetLeftOut] = []
    refusals: list[Refusal] = []
    for bet in sorted(last.bets, key=lambda bet: bet.placed):
        again = faro_events.BetPlaced(
            bet=f"{command.bet}.{len(laid) + 1}",
            player=bet.player,
            deal=table.deal,
            turn=table.turn,
            place=bet.place,
            stake_cents=bet.stake_cents,
            coppered=bet.coppered,
            paroli=bet.paroli,
            form=bet.form,
            moves=_from_hand(bet.player, bet.stake_cents),
        )
        if again.bet in table.keys:
            raise key_used(again.bet)
        try:
            _check_laid(table, ledger, again)
        except Refusal as refusal:
            refusals.append(refusal)
            left_out.append(faro_events.BetLeftOut(place=bet.place, stake_cents=bet.stake_cents, code=refusal.code))
        else:
            laid.append(again)
            ledger = ledger.post(again.moves)
    if not laid:
        raise refusals[0]
    bets_laid_again = faro_events.BetsLaidAgain(
        player=command.player,
        deal=table.deal,
        turn=table.turn,
        bets=tuple(bet_placed.bet for bet_placed in laid),
        stake_cents=sum(bet.stake_cents for bet in laid),
        left_out=tuple(left_out),
    )
    return (*laid, bets_laid_again)


def call(table: FaroTable, ledger: Ledger, command: commands.CallTurn) -> tuple[Event, ...]:
    """Call the order of the last three cards (rulebook 1.7)."""
    left = table.box.ranks_left()
    if len(command.order) != 3:
        raise Refusal("bad_input", "A call must name three ranks: loser, winner, hock.")
    if tuple(sorted(command.order, key=NUMBER.__getitem__)) != left:
        raise Refusal("bad_placement", "The three cards left are %(ranks)s.", ranks=Listed(left))
    check_amount(command.stake, table.house.check)
    if len(set(left)) == 1:
        raise Refusal(
            "not_allowed_here", "The last three cards are all %(rank)s: there is no order to call.", rank=left[0]
        )
    check_minimum(command.stake, table.house.minimum_cents)
    check_limit(command.stake, table.house.limit)
    check_holds(ledger, command.player, command.stake)
    return (
        faro_events.TurnCalled(
            bet=command.bet,
            player=command.player,
            deal=table.deal,
            order=command.order,
            stake_cents=command.stake,
            moves=_from_hand(command.player, command.stake),
        ),
    )


def press(table: FaroTable, ledger: Ledger, press_bet: commands.PressBet) -> tuple[Event, ...]:
    """Add to a bet (rulebook 1.5)."""
    check_amount(press_bet.add, table.house.check)
    bet = _plain_bet(table, press_bet.bet)
    _check_place(table, bet.place)
    _check_limits(table, bet.place, bet.stake_cents + press_bet.add)
    check_holds(ledger, bet.player, press_bet.add)
    return (
        faro_events.BetPressed(
            bet=bet.key,
            player=bet.player,
            add_cents=press_bet.add,
            stake_cents=bet.stake_cents + press_bet.add,
            moves=_from_hand(bet.player, press_bet.add),
        ),
    )


def move_to(table: FaroTable, ledger: Ledger, move_bet: commands.MoveBet) -> tuple[Event, ...]:
    """Move a bet with all its orders; the new place is checked like a new bet (rulebook 1.5)."""
    at = place_of(move_bet, table.house)
    bet = _plain_bet(table, move_bet.bet)
    _check_kind(table.house, move_bet.kind)
    _check_unlocked(table, bet)
    _check_place(table, at)
    _check_limits(table, at, bet.stake_cents)
    return (faro_events.BetMoved(bet=bet.key, place=at),)


def copper(table: FaroTable, ledger: Ledger, copper_bet: commands.CopperBet) -> tuple[Event, ...]:
    """Copper a bet; no effect if it is coppered."""
    bet = _plain_bet(table, copper_bet.bet)
    _check_copper(table.house)
    return (faro_events.BetCoppered(bet=bet.key),)


def paroli(table: FaroTable, ledger: Ledger, paroli_bet: commands.ParoliBet) -> tuple[Event, ...]:
    """Make a bet a paroli (rulebook 1.6); no effect if it is one, and its earlier wins still count."""
    bet = _plain_bet(table, paroli_bet.bet)
    _check_paroli(table.house)
    return (faro_events.BetLeftOn(bet=bet.key),)


def bar(table: FaroTable, ledger: Ledger, command: commands.BarBet) -> tuple[Event, ...]:
    """Bar a bet (law 2); a new bar replaces the old."""
    return (faro_events.BetBarred(bet=_plain_bet(table, command.bet).key, turns=command.turns),)


def ordering(made: Callable[..., Event]) -> Callable[[FaroTable, Ledger, OnLyingBet], tuple[Event, ...]]:
    """The decider of an order that any bet takes; no effect if the bet has the order."""
    return lambda table, ledger, command: (made(bet=_plain_bet(table, command.bet).key),)


uncopper = ordering(faro_events.BetUncoppered)
stand_pat = ordering(faro_events.BetStoodPat)
"""Leave only the stake on after a win (rulebook 1.4)."""

release = ordering(faro_events.BetReleased)
half = ordering(faro_events.BetHalved)
whole = ordering(faro_events.BetMadeWhole)
"""Bars, and what of a bet goes (laws 2 and 3)."""


def take_down(table: FaroTable, ledger: Ledger, take_down_bet: commands.TakeDownBet) -> tuple[Event, ...]:
    """Take a bet or a call down before the turn (rulebook 1.5), or a bet before the hock (1.7)."""
    open_bet = table.open_bet(take_down_bet.bet)
    if open_bet is None:
        raise AssertionError(f"{take_down_bet.bet} was let in without lying")
    stays = _why_it_stays(table, open_bet)
    if stays:
        raise stays
    return (_taken_down(open_bet),)


def take_down_all(table: FaroTable, ledger: Ledger, command: commands.TakeDownAll) -> tuple[Event, ...]:
    """Take down all of a player's bets that may be taken down, in placing order."""
    down = lifted(table, command.player)
    if not down:
        raise Refusal(
            "not_allowed_here",
            "%(player)s has no bets that can be taken down now.",
            player=Player(command.player),
        )
    return down


def lifted(table: FaroTable, player: str) -> tuple[Event, ...]:
    """The events that take down a player's bets as far as the table allows."""
    return tuple(_taken_down(open_bet) for open_bet in table.open_bets_of(player) if may_be_taken_down(table, open_bet))


def may_be_taken_down(table: FaroTable, open_bet: Bet | Call) -> bool:
    """Whether a bet may be taken down now."""
    return table.bets_may_be_lifted and not _why_it_stays(table, open_bet)


def _taken_down(open_bet: Bet | Call) -> Event:
    return faro_events.BetTakenDown(
        bet=open_bet.key,
        player=open_bet.player,
        stake_cents=open_bet.stake_cents,
        moves=moved(layout(open_bet.player), checks(open_bet.player), open_bet.stake_cents),
    )


def claim(table: FaroTable, ledger: Ledger, claim_sleeper: commands.ClaimSleeper) -> tuple[Event, ...]:
    """Claim a dead bet for the first player to notice it (rulebook 1.8)."""
    bet = _plain_bet(table, claim_sleeper.bet)
    if table.house.sleepers != "first_claim":
        raise Refusal("not_allowed_here", "Players cannot claim sleepers in this house.")
    if not is_dead(bet.place, table.box.dead):
        raise Refusal(
            "not_allowed_here",
            "%(stake)s is not a sleeper: it can still win or lose.",
            stake=bet.named,
        )
    return (
        faro_events.SleeperClaimed(
            bet=bet.key,
            player=bet.player,
            claimant=claim_sleeper.player,
            deal=table.deal,
            turn=table.turn,
            stake_cents=bet.stake_cents,
            moves=moved(layout(bet.player), checks(claim_sleeper.player), bet.stake_cents),
        ),
    )


def _plain_bet(table: FaroTable, key: str) -> Bet:
    open_bet = table.open_bet(key)
    if isinstance(open_bet, Call):
        raise Refusal("not_allowed_here", "A call can only be taken down.")
    if open_bet is None:
        raise AssertionError(f"{key} was let in without lying")
    return open_bet


def _check_kind(house: FaroHouse, kind: str) -> None:
    if kind not in house.takes:
        raise Refusal("not_allowed_here", "This house takes no bets of kind %(kind)s.", kind=kind)


def _check_copper(house: FaroHouse) -> None:
    if not house.copper:
        raise Refusal("not_allowed_here", "This house takes no coppered bets.")


def _check_paroli(house: FaroHouse) -> None:
    if house.running_limit is None:
        raise Refusal("not_allowed_here", "This house has no running limit, so there is no paroli.")


def check_taken(house: FaroHouse, kind: str, *, coppered: bool, paroli: bool) -> None:
    """Refuse (``not_allowed_here``) a bet that the house does not take."""
    _check_kind(house, kind)
    if coppered:
        _check_copper(house)
    if paroli:
        _check_paroli(house)


def _check_laid(table: FaroTable, ledger: Ledger, laid: faro_events.BetPlaced) -> None:
    """Refuse a new bet, with reasons in the contract's order."""
    house = table.house
    check_amount(laid.stake_cents, house.check)
    check_taken(house, laid.place.kind, coppered=laid.coppered, paroli=laid.paroli)
    _check_place(table, laid.place)
    _check_limits(table, laid.place, laid.stake_cents)
    check_holds(ledger, laid.player, laid.stake_cents)


def _check_unlocked(table: FaroTable, bet: Bet) -> None:
    if _is_locked(table, bet):
        raise _locked(bet)


def _why_it_stays(table: FaroTable, open_bet: Bet | Call) -> Refusal | None:
    """Why a bet or call may not be taken down at a time when others may; ``None`` if it may."""
    if _is_locked(table, open_bet):
        return _locked(open_bet)
    if table.phase is Phase.BEFORE_HOCK and isinstance(open_bet, Call):
        return Refusal(
            "not_allowed_here",
            "%(stake)s stays until the hock is shown and settles it.",
            stake=open_bet.named,
        )
    return None


def _is_locked(table: FaroTable, open_bet: Bet | Call) -> bool:
    acted = isinstance(open_bet, Bet) and open_bet.acted
    return table.house.locked_until_action and not acted


def _locked(open_bet: Bet | Call) -> Refusal:
    return Refusal(
        "not_allowed_here", "%(stake)s cannot be moved or taken down until it has had action.", stake=open_bet.named
    )


def _check_place(table: FaroTable, at: Place) -> None:
    if is_dead(at, table.box.dead):
        raise dead_card(*at.ranks, *at.lose)


def _check_limits(table: FaroTable, at: Place, stake_cents: int) -> None:
    check_minimum(stake_cents, table.house.minimum_cents)
    limit = table.limit_on(at)
    if stake_cents > limit and table.on_case_card(at):
        raise Refusal(
            "over_limit",
            "The %(rank)s is a case card: the limit on it is %(limit)s.",
            rank=at.ranks[0],
            limit=Amount(limit),
        )
    check_limit(stake_cents, limit)


ARGUMENTS: dict[str, frozenset[str]] = {
    **{kind: frozenset({"ranks"}) for kind in ("single", "split", "diagonal", "corner", "figure", "square", "string")},
    "pot": frozenset(),
    "row": frozenset({"row"}),
    "parity_string": frozenset({"parity"}),
    "heeled": frozenset({"win", "lose"}),
    "side": frozenset({"win"}),
    "colors": frozenset({"win"}),
    "high_card": frozenset(),
    "parity": frozenset({"card", "parity"}),
}
"""The arguments that each kind of bet needs; a pot may also name its ranks."""

_MAY_HAVE = {"pot": frozenset({"ranks"})}


def place_of(command: PlaceArguments, house: FaroHouse) -> Place:
    """The place that a command names.

    Raises :class:`Refusal`: ``bad_input`` for a missing, foreign or invalid argument; ``bad_placement`` if the ranks
    are not such a place on the layout.
    """
    _check_arguments(command)
    kind = command.kind
    match kind:
        case "row":
            row = command.row or ""
            return Place(kind=kind, ranks=LOW if row == "low" else SIDES["high"], choice=row)
        case "parity_string":
            parity = command.parity or ""
            return Place(kind=kind, ranks=parity_ranks(parity, house.king_is_odd), choice=parity)
        case "heeled":
            return _heeled(_rank_list(command.win, "win"), command.lose or ())
        case "side":
            side = _word(command.win, ("high", "low"))
            return Place(kind=kind, ranks=SIDES[side], lose=SIDES["low" if side == "high" else "high"], choice=side)
        case "colors":
            return Place(kind=kind, choice=_word(command.win, ("black", "red")))
        case "high_card":
            return Place(kind=kind)
        case "parity":
            parity = command.parity or ""
            other = parity_ranks("even" if parity == "odd" else "odd", house.king_is_odd)
            ranks = parity_ranks(parity, house.king_is_odd)
            return Place(kind=kind, ranks=ranks, lose=other, choice=parity, card=command.card)
        case "pot":
            return _geometrical(kind, ("6", "7", "8") if command.ranks is None else command.ranks)
        case _:
            return _geometrical(kind, command.ranks or ())


def _check_arguments(command: PlaceArguments) -> None:
    wanted = ARGUMENTS[command.kind]
    for name in ("ranks", "win", "lose", "row", "parity", "card"):
        given = getattr(command, name) is not None
        if name in wanted and not given:
            raise Refusal("bad_input", "A bet of kind %(kind)s needs '%(argument)s'.", kind=command.kind, argument=name)
        if given and name not in wanted | _MAY_HAVE.get(command.kind, frozenset()):
            raise Refusal(
                "bad_input", "A bet of kind %(kind)s has no '%(argument)s'.", kind=command.kind, argument=name
            )


def _in_order(ranks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(ranks, key=NUMBER.__getitem__))


@lru_cache(maxsize=4_096)
def _geometrical(kind: str, ranks: tuple[str, ...]) -> Place:
    covered = frozenset(ranks)
    text = "-".join(ranks) or "nothing"
    if len(covered) != len(ranks):
        raise Refusal("bad_placement", "A %(kind)s on %(ranks)s names a rank twice.", kind=kind, ranks=text)
    if kind == "string":
        if len(ranks) < 2:
            raise Refusal("bad_placement", "A string must cover two or more ranks.")
    elif covered not in PLACES[kind]:
        raise Refusal("bad_placement", "The layout has no %(kind)s on %(ranks)s.", kind=kind, ranks=text)
    return Place(kind=kind, ranks=_in_order(ranks))


def _heeled(win: tuple[str, ...], lose: tuple[str, ...]) -> Place:
    if not win or not lose:
        raise Refusal("bad_placement", "A heeled bet must name a rank to win and a rank to lose.")
    if len({*win, *lose}) != len(win) + len(lose):
        raise Refusal("bad_placement", "A heeled bet can name each rank only once, to win or to lose.")
    return Place(kind="heeled", ranks=_in_order(win), lose=_in_order(lose))


def _rank_list(value: Any, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(rank, str) and rank in RANKS for rank in value):
        raise Refusal("bad_input", "'%(argument)s' must be a list of ranks.", argument=name)
    return tuple(value)


def _word(value: Any, choices: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise Refusal("bad_input", "'win' must be one of %(choices)s.", choices=" and ".join(choices))
    return value
