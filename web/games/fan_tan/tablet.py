"""The dealer's tablet at a Fan-Tan table: a pure function of a night and its events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from dealer.commands.refusal import counted, dollars
from dealer.game.cards import PACK, rank_of
from dealer.games.fan_tan.commands import Pass, SettleHand, StartHand
from dealer.games.fan_tan.game import FOUL, GAME
from dealer.games.fan_tan.state import FAN_TAN, PLAYERS, FanTanTable, Hand, Phase, fan_tan_of, suit_of
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.effective_events import EffectiveEvents, effective
from events.frozen import Frozen
from events.games.fan_tan import AntePaid, CardsLaid, HandPaid, HandStarted, TurnPassed
from events.records import Head, Recorded
from reports.games.fan_tan.words import in_hand
from reports.words.formatting import SUIT_NAMES, card_words, name_of
from reports.words.naming import turn_of_round
from web.game_screens import Disputable, Step
from web.games.fan_tan.payment import (
    Payment,
    Showing,
    WrongPass,
    last_payment,
    law_of,
    payment_due,
    rulings_due,
    showing_of,
    wrong_passes_of,
)
from web.hands.tablet import actions_as_json
from web.tablet.routes import moment_of
from web.tablet.seats import Mark, SeatView, marks_of
from web.tablet.steps import Lacking, Shortage, dry_run, short_for, shortage, shortages, step, steps_to_begin
from web.tablet.take_and_pay import Payments
from web.tablet.view import TabletView, of_the_night

_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}

LAID, ABLE, QUIET, SHOWN = "laid", "able", "quiet", "shown"


class Place(Frozen):
    """A card's place: ``state`` is :data:`LAID`, :data:`ABLE` (it can be laid now), :data:`SHOWN` or :data:`QUIET`.

    ``shown_by`` is who showed it, with their ``mark``; ``last`` says whether it was laid in the last turn.
    """

    card: str
    state: str
    last: bool
    shown_by: str
    mark: Mark | None

    @property
    def rank(self) -> str:
        """The card's rank."""
        return rank_of(self.card)

    @property
    def suit(self) -> str:
        """The card's suit in a word."""
        return SUIT_NAMES[suit_of(self.card)]

    @property
    def name(self) -> str:
        """The card's name as it is read out."""
        return f"{_RANKS.get(self.rank, self.rank)} of {self.suit}"


def rows_of(table: FanTanTable, marks: dict[str, Mark]) -> tuple[tuple[Place, ...], ...]:
    """A row for each suit, from ace to king."""
    hand = table.hand
    last = hand.turns[-1].cards if hand and hand.turns else ()
    shown = {card: player for player, cards in hand.shown.items() for card in cards} if hand else {}
    places = [
        Place(
            card=card,
            state=_state(table, card, card in shown),
            last=card in last,
            shown_by=shown.get(card, ""),
            mark=marks.get(shown.get(card, "")),
        )
        for card in PACK
    ]
    return tuple(tuple(places[at : at + 13]) for at in range(0, len(PACK), 13))


def _state(table: FanTanTable, card: str, is_shown: bool) -> str:
    hand = table.hand
    if hand is None:
        return QUIET
    if hand.layout.holds(card):
        return LAID
    if is_shown:
        return SHOWN
    return ABLE if table.phase is Phase.PLAYING and hand.layout.takes(card) else QUIET


TURNS_SHOWN = 12


class TurnLine(Frozen):
    """A turn: its player and the cards laid, none for a pass."""

    number: int
    player: str
    player_name: str
    mark: Mark
    laid: tuple[str, ...]

    @property
    def words(self) -> str:
        """The turn in words."""
        return f"Turn {self.number}: {self.player_name} {'lays ' + ' '.join(self.laid) if self.laid else 'passes'}"


def timeline_of(table: FanTanTable, names: dict[str, str], marks: dict[str, Mark]) -> tuple[TurnLine, ...]:
    """The last turns of the hand that is on, the latest first."""
    hand: Hand | None = table.hand
    if hand is None:
        return ()
    numbered = list(enumerate(hand.turns, start=1))[-TURNS_SHOWN:]
    return tuple(
        TurnLine(
            number=number,
            player=turn.player,
            player_name=names[turn.player],
            mark=marks[turn.player],
            laid=tuple(card_words(card) for card in turn.cards),
        )
        for number, turn in reversed(numbered)
    )


def disputable(night: Night, effective: EffectiveEvents) -> Disputable:
    """What can be disputed in the hand that is on or was last."""
    begun, turns = effective.up_to_last(HandStarted), dict[int, str]()
    for recorded in effective.since(begun) if begun is not None else ():
        match recorded.event:
            case CardsLaid(hand=hand, turn=turn, player=player, cards=cards):
                laid = " ".join(card_words(card) for card in cards)
                turns[turn] = f"{turn_of_round(FAN_TAN, None, turn, hand)}: {name_of(night, player)} lays {laid}"
            case TurnPassed(hand=hand, turn=turn, player=player):
                turns[turn] = f"{turn_of_round(FAN_TAN, None, turn, hand)}: {name_of(night, player)} passes"
            case _:
                pass
    return Disputable(turns=turns)


class AnteLine(Frozen):
    """What a player gets and pays before a hand; ``short`` says what they lack."""

    player_name: str
    mark: Mark
    cards: int
    ante: str
    amount: str
    short: Shortage | None


class Deal(Frozen):
    """A hand as a given player would deal it, from the dealer's left."""

    dealer: str
    dealer_name: str
    mark: Mark
    step: Step
    lines: tuple[AnteLine, ...]


class NextHand(Frozen):
    """The next hand for each possible dealer, ``dealer`` first; or why no hand can be dealt."""

    number: int
    dealer: str
    deals: tuple[Deal, ...]
    refused: str


def begins_hand(night: Night, effective: EffectiveEvents) -> Step | None:
    """The key that starts the next hand with the dealer whose turn it is; ``effective`` are the effective events."""
    table = fan_tan_of(night)
    return _start(night, table.hand_number + 1, table.next_dealer) if _can_start(table) else None


def next_hand(night: Night, table: FanTanTable) -> NextHand:
    """The next hand."""
    number = table.hand_number + 1
    if not _can_start(table):
        return NextHand(number=number, dealer="", deals=(), refused=_refused(table, night.names))
    dealers = (table.next_dealer,) if table.house.deal_moves and table.dealer else table.sitting_in
    deals = tuple(_deal(night, number, dealer) for dealer in dealers)
    return NextHand(number=number, dealer=table.next_dealer, deals=deals, refused="")


def _deal(night: Night, number: int, dealer: str) -> Deal:
    marks = marks_of(night)
    name = night.seats[dealer].name
    events = dry_run(night, StartHand(dealer=dealer))
    antes = {event.player: event.chips for event in events if isinstance(event, AntePaid)}
    short = {shortage.player: shortage for shortage in shortages(night, events)}
    dealt = next(event for event in events if isinstance(event, HandStarted))
    chip = fan_tan_of(night).house.chip
    return Deal(
        dealer=dealer,
        dealer_name=name,
        mark=marks[dealer],
        step=_start(night, number, dealer),
        lines=tuple(
            AnteLine(
                player_name=night.seats[player].name,
                mark=marks[player],
                cards=cards,
                ante=counted(antes[player], "chip") if player in antes else "",
                amount=dollars(antes[player] * chip) if player in antes else "",
                short=short.get(player),
            )
            for player, cards in zip(dealt.players, dealt.dealt, strict=True)
        ),
    )


def _start(night: Night, number: int, dealer: str) -> Step:
    words = f"Start hand {number}, {night.seats[dealer].name} deals"
    if StartHand.do in night.shared_words(GAME):
        words = f"{GAME.title}: {words[:1].lower()}{words[1:]}"
    return step(words, StartHand.do, dealer=dealer)


def _can_start(table: FanTanTable) -> bool:
    """Whether there are enough players for a hand, and not too many."""
    fewest, most = PLAYERS
    return fewest <= len(table.sitting_in) <= most


def _refused(table: FanTanTable, names: Mapping[str, str]) -> str:
    """Why no hand can be dealt."""
    number = len(table.sitting_in)
    out = ", ".join(names[player] for player in table.seated if player in table.sitting_out)
    do = ("plays" if number < 2 else "play") if out else ("is seated" if number < 2 else "are seated")
    return f"Fan-Tan is played by 3 to 8; {number or 'nobody'} {do}{f', and sitting out: {out}' if out else ''}."


class SeatAtHand(Frozen):
    """A player at the table and in the hand: cards left (``None`` if they are in no hand) and passes."""

    seat: SeatView
    left: int | None
    passes: int
    deals: bool
    plays: bool
    is_out: bool


class FanTanView(TabletView):
    """Everything on the tablet of a Fan-Tan table; ``several`` says which cards may be laid together."""

    game: ClassVar[str] = FAN_TAN
    foul: ClassVar[tuple[str, ...]] = FOUL

    phase: str
    stand: str
    stand_before: str
    actions: str
    short: str
    phase_words: str
    is_playing: bool
    places: tuple[SeatAtHand, ...]
    rows: tuple[tuple[Place, ...], ...]
    pot_chips: str
    pot_amount: str
    pass_costs: str
    several: str
    first_card: str
    timeline: tuple[TurnLine, ...]
    next_hand: NextHand | None
    showing: Showing | None
    wrong_passes: tuple[WrongPass, ...]
    law: str
    payment: Payment | None
    last: Payment | None
    rulings: tuple[Payments, ...]
    steps: tuple[Step, ...]
    is_on: bool


def fan_tan_view(night: Night, head: Head, events: Sequence[Recorded]) -> FanTanView:
    """The tablet's view of a night whose Fan-Tan table is on or was last, from its state and all of its events."""
    table = fan_tan_of(night)
    effective_events = effective(events)
    hand = table.hand
    names = night.names
    marks = marks_of(night)
    shared = of_the_night(night, head, events)
    upcoming = None if hand or night.closed else next_hand(night, table)
    wrong_passes = wrong_passes_of(night, table)
    steps = _steps(night, table, effective_events)
    return FanTanView(
        phase=table.phase.name.lower(),
        moment=moment_of(effective_events, FAN_TAN, *_counted(table)),
        stand=stand_of(table),
        actions=actions_as_json(GAME.actions),
        stand_before=_stand_before(night),
        short=_short(night, table, wrong_passes, upcoming),
        standing_at=_standing_at(table),
        phase_words=_phase_words(table, names),
        is_playing=table.phase is Phase.PLAYING,
        places=tuple(_place(table, seat) for seat in shared["seats"]),
        rows=rows_of(table, marks),
        pot_chips=counted(table.pot, "chip") if table.pot else "no chips",
        pot_amount=dollars(table.pot * table.house.chip) if table.pot else "",
        pass_costs=counted(table.house.pass_pays, "chip") if table.house.pass_pays else "free",
        several="card" if table.house.several_cards else "opener" if table.house.several_openers else "",
        first_card=card_words(hand.layout.first) if hand and hand.layout.is_empty and hand.layout.first else "",
        timeline=timeline_of(table, names, marks),
        next_hand=upcoming,
        showing=showing_of(hand, names, marks) if hand else None,
        wrong_passes=wrong_passes,
        law=law_of(table.house),
        payment=_payment(night, events) if hand and hand.ended else None,
        last=None if hand else last_payment(night, effective_events),
        rulings=rulings_due(night, effective_events),
        steps=steps,
        is_on=hand is not None,
        **shared,
    )


def _payment(night: Night, events: Sequence[Recorded]) -> Payment | None:
    """What settling the hand pays. During the payment itself it is the amount due before its first event."""
    if night.top and isinstance(events[-1].event, HandPaid):
        return payment_due(night_before(night.top))
    return payment_due(night)


def stand_of(table: FanTanTable) -> str:
    """The position of the table as JSON, with which the tablet's script forecasts actions that wait to be saved."""
    return json.dumps(table.position, separators=(",", ":"))


def _counted(table: FanTanTable) -> tuple[object, ...]:
    """The hand's moment: a lay or pass touched at one moment is never applied at another."""
    hand = table.hand
    shown, taken = (len(hand.shown), len(hand.taken)) if hand else (0, 0)
    turns = len(hand.turns) if hand else 0
    return table.hand_number, turns, table.phase.name.lower(), shown, taken


def _place(table: FanTanTable, seat: SeatView) -> SeatAtHand:
    hand = table.hand
    player = seat.player
    if hand is None or player not in hand.players:
        deals = hand is None and player == table.dealer
        return SeatAtHand(seat=seat, left=None, passes=0, deals=deals, plays=False, is_out=False)
    return SeatAtHand(
        seat=seat,
        left=hand.left(player),
        passes=hand.passes(player),
        deals=player == hand.dealer,
        plays=table.phase is Phase.PLAYING and not _awaits_first(table) and player == hand.on_turn,
        is_out=player == hand.winner,
    )


def _awaits_first(table: FanTanTable) -> bool:
    """Whether the holder of a certain card begins, so that the first player is not known yet."""
    hand = table.hand
    return bool(hand and hand.layout.first and hand.layout.is_empty)


def _stand_before(night: Night) -> str:
    """The hand before the last effective command, for an undo that waits to be saved."""
    return stand_of(fan_tan_of(night_before(night.top))) if night.top else ""


def _short(
    night: Night,
    table: FanTanTable,
    wrong_passes: Iterable[WrongPass],
    upcoming: NextHand | None,
) -> str:
    """Who lacks what for each command that can come next."""
    hand = table.hand
    if hand and table.phase is Phase.PLAYING:
        return shortage(short_for(night, (step("", Pass.do, player=hand.on_turn),)))
    if hand and hand.ended:
        lacking: list[Lacking] = [
            (wrong_pass.take.document, (wrong_pass.short,))
            for wrong_pass in wrong_passes
            if wrong_pass.take and wrong_pass.short
        ]
        due = payment_due(night)
        lacking.append(({"do": SettleHand.do}, [line.short for line in due.lines if line.short] if due else ()))
        return shortage(lacking)
    deals = upcoming.deals if upcoming else ()
    own = [(deal.step.document, [line.short for line in deal.lines if line.short]) for deal in deals]
    return shortage(own)


def _standing_at(table: FanTanTable) -> str:
    hand = table.hand
    if hand is None:
        return f"{counted(table.hand_number, 'hand')} dealt" if table.hand_number else "No hand dealt yet"
    return f"Hand {hand.number} · {in_hand(table)}"


def _phase_words(table: FanTanTable, names: dict[str, str]) -> str:
    hand = table.hand
    if hand is None:
        return "No hand"
    if hand.ended:
        return "The hand is over"
    if hand.winner:
        return f"{names[hand.winner]} is out"
    if hand.is_dead:
        return "Nobody has laid a card"
    if _awaits_first(table):
        return f"The {card_words(hand.layout.first)} comes first"
    return f"{names[hand.on_turn]}’s turn"


def _steps(night: Night, table: FanTanTable, effective: EffectiveEvents) -> tuple[Step, ...]:
    """The keys for the next step when no card or pass is due."""
    hand = table.hand
    if hand is None:
        return steps_to_begin(night, effective)
    if hand.ended:
        words = "Pay the pot" if hand.winner else "Settle the dead hand"
        return (step(words, SettleHand.do),)
    if hand.winner and not hand.to_show:
        return (step("End the hand", "end_hand"),)
    return (step("End the dead hand", "end_hand"),) if hand.is_dead else ()
