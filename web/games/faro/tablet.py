"""The dealer's tablet at a Faro table: a pure function of a night and its events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec.structs import replace
from rpds import HashTrieMap

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Phrase
from dealer.game.cards import rank_of, suit_of
from dealer.games.faro.bets import may_be_taken_down
from dealer.games.faro.cards import LAST_TABS, DealTabs, Spindle, spindles
from dealer.games.faro.game import ACTIONS, FOUL, GAME
from dealer.games.faro.layout import is_dead
from dealer.games.faro.settlement import place_laid
from dealer.games.faro.state import FARO, Bet, Call, FaroTable, Phase, faro_of
from dealer.games.faro.worst_case import dues_by_turn
from dealer.night.evolve import night_before
from dealer.night.night import Night
from dealer.projections import Projection
from events.common.play import InTurn, StakeSettled
from events.effective_events import EffectiveEvents, effective
from events.frozen import Frozen
from events.games import game_of
from events.games.faro import BetsLaidAgain, DealStarted, LoserDrawn, WinnerDrawn
from events.records import Head, Recorded
from ledger.statement import bank_line
from reports.games.faro.bet_words import in_deal, place_called
from reports.words.formatting import brief, card_words, labelled
from reports.words.game_words import phrase_text
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.naming import result_of, turn_of_round
from reports.words.sentences import last_acts
from web.bank_tables import BankTabletView, coin_label, pack_count_of
from web.game_screens import MOST_BETS, Disputable, Step
from web.games.faro.sheet import PHASES, Calls, Sheet, calls_of, sheet_of
from web.games.faro.spots import LOW, Column, Spot, columns
from web.games.faro.stacks import (
    Stack,
    last_bet,
    stacks_of,
    sum_of,
    why_no_orders,
)
from web.games.faro.warnings import BankWarning, bank_warning
from web.hands.tablet import actions_as_json
from web.tablet.routes import moment_of
from web.tablet.steps import short_for, shortage, step, steps_to_begin
from web.tablet.view import of_the_night

_FEW, _MOST, _CROWDED = 3, 6, 16
"""The most stacks whose amounts are written: on a low zone, elsewhere, and in a column; more are heaped."""
_KEEPS_RANK = 3
"""The most stacks on a card under its large rank."""


class SpotView(Frozen):
    """A spot with its stacks.

    ``limit`` is its limit in cents if it differs from the house's, ``dead`` says that no bet there can win any more,
    ``first`` that the keyboard reaches it first, ``heaped`` that only the sum of its stacks is written. A card has its
    spindle, and says whether it was ``drawn`` in the turn as loser or winner.
    """

    spot: Spot
    limit: int | None
    dead: bool
    first: bool
    stacks: tuple[Stack, ...]
    heaped: bool
    spindle: Spindle | None
    drawn: str

    @property
    def title(self) -> str:
        """Its spoken name, with its stacks."""
        if self.spot.place is None:
            lying = (labelled(stack.place, stack.words) for stack in self.stacks)
            return "; ".join((_("Strings, heeled bets and calls"), *lying))
        bets = "; ".join(stack.words for stack in self.stacks)
        return labelled(self.spot.name, bets) if bets else self.spot.name

    @property
    def look(self) -> str:
        """Its CSS classes: its slot, how its stacks lie, and the state of a card."""
        lies = "heap" if self.heaped else "slim" if len(self.stacks) > 1 else ""
        full = "full" if len(self.stacks) > _KEEPS_RANK else ""
        drawn = "loser winner" if self.drawn == "split" else self.drawn
        card = "card" if self.spindle else ""
        return " ".join(filter(None, (self.spot.slot, lies, full, card, self.state, drawn)))

    @property
    def state(self) -> str:
        """Whether a card is dead or a case card."""
        return "" if self.spindle is None else "dead" if self.spindle.dead else "case" if self.spindle.case else ""

    @property
    def total(self) -> str:
        """The sum of a heap."""
        return sum_of(self.stacks) if self.heaped else ""

    @property
    def bets(self) -> str:
        """The bets on it as JSON, for the tablet's script; "" without bets."""
        bets = [
            {
                "bet": stack.key,
                "player": stack.player,
                "cents": stack.amount_cents,
                "coppered": stack.coppered,
                "paroli": stack.paroli,
                "bills": stack.bills,
            }
            for stack in self.stacks
        ]
        return json.dumps(bets, separators=(",", ":")) if bets else ""


def spot_views(
    table: FaroTable, stacks: Iterable[Stack], spindles: Iterable[Spindle], drawn: tuple[str, str]
) -> dict[str, SpotView]:
    """All spots by id; ``drawn`` are the ranks of the loser and the winner of the turn.

    The tray is among them if it is used.
    """
    stacks_at: dict[str, tuple[Stack, ...]] = {}
    for stack in stacks:
        stacks_at[stack.spot] = (*stacks_at.get(stack.spot, ()), stack)
    by_rank = {spindle.rank: spindle for spindle in spindles}
    views: dict[str, SpotView] = {}
    for column in columns(table.house.takes):
        crowded = sum(len(stacks_at.get(spot.id, ())) for spot in column.spots) > _CROWDED
        for spot in column.spots:
            lying = stacks_at.get(spot.id, ())
            if spot.place or lying or _picks(table):
                views[spot.id] = SpotView(
                    spot=spot,
                    limit=_own_limit(table, spot),
                    dead=bool(spot.place and spot.place.ranks and is_dead(spot.place, table.box.dead)),
                    first=not views,
                    stacks=lying,
                    heaped=len(lying) > (_FEW if crowded or spot.slot == LOW else _MOST),
                    spindle=by_rank.get(spot.rank),
                    drawn=_drawn_as(spot.rank, *drawn) if spot.rank else "",
                )
    return views


def _own_limit(table: FaroTable, spot: Spot) -> int | None:
    limit = table.limit_on(spot.place) if spot.place else table.house.limit
    return limit if limit != table.house.limit else None


def _picks(table: FaroTable) -> tuple[str, ...]:
    """The kinds of bet that are laid on picked ranks."""
    return tuple(kind for kind in ("string", "heeled") if kind in table.house.takes)


def _drawn_as(rank: str, loser: str, winner: str) -> str:
    if rank == loser == winner:
        return "split"
    return "loser" if rank == loser else "winner" if rank == winner else ""


class _Result(Frozen):
    """A settled bet: its key and its place at that time, the result, and the turn of the deal."""

    bet: str
    place: Phrase
    result: str
    turn: int
    deal: int

    @property
    def words(self) -> str:
        """The settlement in words."""
        return _(
            "%(place)s, %(result)s in %(turn)s",
            place=phrase_text(self.place),
            result=result_of(self.result, FARO),
            turn=turn_of_round(FARO, None, self.turn, self.deal),
        )


class _Turn(Frozen):
    """A turn of a deal by its cards."""

    deal: int
    turn: int
    loser: str
    winner: str

    @property
    def words(self) -> str:
        """The turn in words."""
        return _(
            "%(turn)s: loser %(loser)s, winner %(winner)s",
            turn=turn_of_round(FARO, None, self.turn, self.deal),
            loser=card_words(self.loser),
            winner=card_words(self.winner),
        )


class _Past(Frozen, kw_only=False):
    """Each player's last settled bets, the newest last; of the last deal the places of its bets, and its turns."""

    places: HashTrieMap[str, Phrase] = HashTrieMap()
    settled: HashTrieMap[str, tuple[_Result, ...]] = HashTrieMap()
    turns: tuple[_Turn, ...] = ()
    loser: str = ""


def _after(past: _Past, recorded: Recorded) -> _Past:
    event = recorded.event
    if laid := place_laid(event):
        return replace(past, places=past.places.insert(*laid))
    match event:
        case DealStarted():
            return replace(past, places=HashTrieMap(), turns=())
        case LoserDrawn(card=card):
            return replace(past, loser=card)
        case WinnerDrawn(deal=deal, turn=turn, card=card):
            return replace(past, turns=(*past.turns, _Turn(deal=deal, turn=turn, loser=past.loser, winner=card)))
        case StakeSettled(bet=bet, player=player) if game_of(event) == FARO:
            others = [other for other in past.settled.get(player, ()) if other.bet != bet]
            result = _Result(
                bet=bet, place=past.places[bet], result=event.result, turn=event.turn_number, deal=event.round_number
            )
            # Bets that still lie are offered after these, so MOST_BETS settled bets are enough.
            return replace(past, settled=past.settled.insert(player, (*others, result)[-MOST_BETS:]))
    return past


_PAST = Projection(_Past(), _after)


def disputable(night: Night, effective: EffectiveEvents) -> Disputable:
    """What can be disputed; a settled bet is named by its place at that time."""
    open_bets, past = faro_of(night).bets, _PAST.of(effective)
    bets = {
        player: {settled.bet: settled.words for settled in gone if settled.bet not in open_bets}
        for player, gone in past.settled.items()
    }
    for bet in open_bets.values():
        bets.setdefault(bet.player, {})[bet.key] = f"{place_called(bet.place)}, {brief(bet.stake_cents)}"
    return Disputable(bets=bets, turns={turn.turn: turn.words for turn in past.turns})


def _phases_of_script() -> str:
    """Each phase for the tablet's script: in words, the card that is due, and what follows it; as JSON."""
    phases = {
        phase: [text and _(text) for text in (words.tablet, words.card, words.after)] for phase, words in PHASES.items()
    }
    return json.dumps(phases, ensure_ascii=False, separators=(",", ":"))


TURNS_SHOWN = 6


class LastTurn(Frozen):
    """A turn as its two cards; ``winner`` is "" until it is drawn."""

    number: int
    loser: str
    winner: str
    split: bool

    @property
    def words(self) -> str:
        """The turn in words."""
        if not self.winner:
            return _("Turn %(turn)s: loser %(loser)s, the winner is not out", turn=self.number, loser=self.loser)
        cards = {"turn": self.number, "loser": self.loser, "winner": self.winner}
        if self.split:
            return _("Turn %(turn)s: loser %(loser)s, winner %(winner)s, a split", **cards)
        return _("Turn %(turn)s: loser %(loser)s, winner %(winner)s", **cards)


def last_turns(deals: Sequence[DealTabs]) -> tuple[LastTurn, ...]:
    """The last turns of the deal that is on, the latest last."""
    turns = deals[-1].turns[-TURNS_SHOWN:] if deals else ()
    return tuple(
        LastTurn(number=turn.number, loser=card_words(turn.loser), winner=card_words(turn.winner), split=turn.split)
        for turn in turns
    )


_MOST_AMOUNTS = 5
ACTS_SHOWN = 3


class RankKey(Frozen):
    """One of the thirteen keys: a rank, its cards left, and its suits already drawn."""

    rank: str
    left: int
    suits_out: str


class TableView(BankTabletView):
    """Everything on the tablet of a Faro table."""

    game: ClassVar[str] = FARO

    actions: str = actions_as_json(ACTIONS)
    phases: str
    open_for_bets: bool
    bank: BankWarning | None
    next_bet: str
    spindles: tuple[Spindle, ...]
    last_turns: tuple[LastTurn, ...]
    columns: tuple[Column, ...]
    spots: dict[str, SpotView]
    stacks: tuple[Stack, ...]
    last_bet: Stack | None
    check_cents: int
    counts_values: bool
    limit_cents: int
    case_limit: str
    copper: bool
    paroli: bool
    picks: tuple[str, ...]
    claims: bool
    why_no_orders: str
    ranks: tuple[RankKey, ...]
    ask: tuple[str, str]
    suits_needed: bool
    sheet: Sheet
    calls: Calls | None
    short: str
    again: dict[str, int]
    lifts: dict[str, int]
    left_out: bool
    deal_is_on: bool
    has_sleepers: bool


def table_view(night: Night, head: Head, events: Sequence[Recorded]) -> TableView:
    """The tablet's view of a night, from its state and all of its events."""
    table = faro_of(night)
    effective_events = effective(events)
    stacks = stacks_of(night, table)
    deals = LAST_TABS.of(effective_events) if table.deal_is_on else ()
    tabs = deals[-1].spindles if deals else spindles(())
    steps, dues = _steps(night, table, effective_events), dues_by_turn(table)
    return TableView(
        foul=tuple(map(_, FOUL)),
        count=pack_count_of(night, GAME, effective_events),
        phase=table.phase,
        phases=_phases_of_script(),
        moment=moment_of(effective_events, FARO, f"{table.deal}.{table.turn}.{table.phase}", made_by=InTurn),
        position=_position(table),
        position_before=_position(faro_of(night_before(night.last_voidable))) if night.last_voidable else "",
        phase_words=_phase_words(night, table),
        open_for_bets=table.bets_are_open and not night.closed,
        standing_at=_with_cards_left(table) if table.deal_is_on else standing_at(table),
        in_sight=brief(bank_line(night.ledger).in_sight_cents),
        bank=bank_warning(night, table, dues),
        broken=table.broken,
        next_bet=_next_bet(table, head.version),
        spindles=tabs,
        last_turns=last_turns(deals),
        columns=columns(table.house.takes),
        spots=spot_views(table, stacks, tabs, drawn_now(table)),
        stacks=stacks,
        last_bet=last_bet(stacks, events),
        amounts=_amounts(table),
        check_cents=table.house.check,
        counts_values=table.house.check_colours != "player",
        limit_cents=table.house.limit,
        case_limit=brief(table.house.case_limit_cents),
        copper=table.house.copper,
        paroli=table.house.running_limit is not None,
        picks=_picks(table),
        claims=table.house.sleepers == "first_claim",
        why_no_orders=why_no_orders(table),
        ranks=_rank_keys(table),
        ask=_ask(table),
        suits_needed=any(bet.place.kind == "colors" for bet in table.bets.values()),
        sheet=sheet_of(night, table, effective_events, dues),
        calls=calls_of(night, table),
        acts=last_acts(night, effective_events, ACTS_SHOWN),
        steps=steps,
        short=shortage(short_for(night, steps)),
        again=_again(table),
        lifts=_lifts(table),
        left_out=isinstance(events[-1].event, BetsLaidAgain) and bool(events[-1].event.left_out),
        deal_is_on=table.deal_is_on,
        has_sleepers=any(stack.dead for stack in stacks),
        **of_the_night(night, head, events),
    )


def _position(table: FaroTable) -> str:
    return json.dumps(table.position, separators=(",", ":"))


def _phase_words(night: Night, table: FaroTable) -> str:
    if night.closed:
        return _("The night is closed")
    if table.broken:
        return _("The bank is broken")
    if table.bets_are_open:
        return _("Last turn: call it") if table.last_turn_next and table.house.turns == 25 else _("Bets are open")
    return _(PHASES[table.phase].tablet)


def standing_at(table: FaroTable) -> str:
    """Where the deal stands."""
    if not table.deal_is_on:
        if not table.deal:
            return _("Nothing dealt yet")
        return ngettext("%(num)s deal dealt", "%(num)s deals dealt", table.deal)
    return _("Deal %(deal)s · %(standing)s", deal=table.deal, standing=in_deal(table, of_all=True))


def _with_cards_left(table: FaroTable) -> str:
    return ngettext(
        "%(standing)s · %(num)s card in the box",
        "%(standing)s · %(num)s cards in the box",
        table.box.cards_left,
        standing=standing_at(table),
    )


def _next_bet(table: FaroTable, version: int) -> str:
    """A new unique key for the next bet: the version it will make, with a suffix if needed."""
    key, more = f"b{version + 1}", 0
    while key in table.keys:
        more += 1
        key = f"b{version + 1}.{more}"
    return key


def drawn_now(table: FaroTable) -> tuple[str, str]:
    """The ranks of the drawn loser and winner of the turn, ``""`` for none."""
    loser, winner = table.loser, table.winner
    return rank_of(loser) if loser else "", rank_of(winner) if winner else ""


def _amounts(table: FaroTable) -> tuple[tuple[int, str], ...]:
    values = [cents for cents in table.house.check_values if cents <= max(table.house.limit, table.house.check)]
    return tuple((cents, coin_label(cents)) for cents in values[:_MOST_AMOUNTS])


def _again(table: FaroTable) -> dict[str, int]:
    """The sum of each player's last bets, in cents, while they may be laid again."""
    if not table.bets_are_open:
        return {}
    return {player: sum(bet.stake_cents for bet in last.bets) for player, last in table.last_bets.items()}


def _lifts(table: FaroTable) -> dict[str, int]:
    """The stakes of each player that may be taken down now, in cents."""
    wagers: tuple[Bet | Call, ...] = (*table.bets.values(), *table.calls.values())
    cents: dict[str, int] = {}
    for wager in wagers:
        if may_be_taken_down(table, wager):
            cents[wager.player] = cents.get(wager.player, 0) + wager.stake_cents
    return cents


def _rank_keys(table: FaroTable) -> tuple[RankKey, ...]:
    return tuple(
        RankKey(
            rank=rank,
            left=table.box.left(rank),
            suits_out="".join(suit_of(card) or "" for card in table.box.exposed if rank_of(card) == rank),
        )
        for rank in RANKS
    )


def _ask(table: FaroTable) -> tuple[str, str]:
    """The card that the rank keys draw next, and what comes after it."""
    words = PHASES[table.phase]
    if table.phase is Phase.LOSER_DRAWN:
        return _(words.card), _("loser %(card)s", card=card_words(table.loser))
    if not words.card:
        return _("Cards"), _("none to show")
    return _(words.card), _(words.after)


def _steps(night: Night, table: FaroTable, effective: EffectiveEvents) -> tuple[Step, ...]:
    """The keys for the next step when no card is due: ending a deal, or starting a round."""
    if table.phase is Phase.DEALT_OUT:
        return (step(_("End the deal"), "end_deal"),)
    return steps_to_begin(night, effective)
