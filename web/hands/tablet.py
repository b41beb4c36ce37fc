"""The tablet of games in which hands are played for chips: pot, seats, bidding, dealing and payments."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from dealer.commands.refusal import Refusal, counted, dollars
from dealer.game.bidding import Bidding
from dealer.game.game import Game
from dealer.game.hands import HandTable
from dealer.games import game_called
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import AntePut, Called, ContractMade, HandBegun, InHand, InTurn, RoundEnded
from events.effective_events import EffectiveEvents, effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Head, Recorded
from reports.score_pad.words import bid_text
from reports.words.formatting import name_of
from reports.words.naming import turn_of_round
from reports.words.sentences import sentence_of
from web.game_screens import Disputable, DisputeWords, Step, Tablet
from web.tablet.routes import moment_of
from web.tablet.seats import Mark, SeatView, marks_of
from web.tablet.steps import Lacking, Shortage, dry_run, shortage, shortages, steps_to_begin
from web.tablet.take_and_pay import Payments, rulings_since
from web.tablet.view import TabletView, of_the_night


def calls_of(effective: EffectiveEvents, hands: Hands) -> Iterator[Called]:
    """The calls of the current or last hand, in order; ``effective`` are the effective events."""
    return (event for event in turns_of(effective, hands) if isinstance(event, Called))


def call_text(event: Called) -> str:
    """A call in one or two words: ``pass``, ``chico``, ``plays chico``."""
    bid = getattr(event, "bid", None)
    if bid is None:
        return event.word
    return f"plays {bid_text(bid)}" if isinstance(event, ContractMade) else bid_text(bid)


def last_words(bidding: Bidding) -> dict[str, str]:
    """The last call of each player, in words."""
    return {call.player: bid_text(call.bid) for call in bidding.calls}


def stand_of_bidding(bidding: Bidding) -> dict[str, Any]:
    """The state of a bidding, for the script ``hands/hands.js``."""
    return {
        "order": bidding.order,
        "waiting": bidding.waiting,
        "calls": bidding.calls,
        "bid": bidding.bid,
        "bidder": bidding.bidder,
    }


def turns_of(effective: EffectiveEvents, hands: Hands) -> Iterator[InTurn]:
    """The turns of the current or last hand; ``effective`` are the effective events."""
    begun = effective.up_to_last(hands.begun)
    events = (recorded.event for recorded in effective.since(begun)) if begun is not None else ()
    return (event for event in events if isinstance(event, InTurn))


def disputable(game: str, hands: Hands) -> Callable[[Night, EffectiveEvents], Disputable]:
    """A function that lists the turns of a game that players can dispute."""

    def of_night(night: Night, effective: EffectiveEvents) -> Disputable:
        def called(event: InTurn) -> str:
            turn = turn_of_round(game, night.tables[game], event.turn_number, event.round_number)
            return f"{turn}: {sentence_of(night, event)}"

        return Disputable(
            turns={event.turn_number: called(event) for event in turns_of(effective, hands) if game_of(event) == game}
        )

    return of_night


class AnteLine(Frozen):
    """What a player pays before a hand; ``short`` if they do not have enough."""

    player_name: str
    mark: Mark
    ante: str
    amount: str
    short: Shortage | None


class Deal(Frozen):
    """The next hand if a given player deals it; ``lines`` begin at the dealer's left."""

    dealer: str
    dealer_name: str
    mark: Mark
    step: Step
    lines: tuple[AnteLine, ...]


class NextHand(Frozen):
    """The next hand by each possible dealer, the usual dealer first; ``refused`` says why no hand can be dealt."""

    called: str
    deals: tuple[Deal, ...]
    refused: str

    @property
    def lacking(self) -> list[Lacking]:
        """Who cannot pay the ante, by the command that begins the hand."""
        return [(deal.step.document, [line.short for line in deal.lines if line.short]) for deal in self.deals]


def next_hand(night: Night, name: str, hands: Hands) -> NextHand | None:
    """The next hand of a game; ``None`` while a hand is on and after the night is closed."""
    game, table = game_called(name), _table(night, name)
    if table.is_on or night.closed:
        return None
    called = f"{game.round_called.capitalize()} {table.next_number}"
    players = hands.players_of(table)
    deals = tuple(deal for player in players if (deal := _deal(night, game, table, player, players)))
    return NextHand(called=called, deals=deals, refused="" if deals else _refused(night, game, table))


def begins(name: str, hands: Hands) -> Callable[[Night, EffectiveEvents], Step | None]:
    """A function that returns the step that starts the next hand of a game with its usual dealer."""

    def begins_hand(night: Night, effective: EffectiveEvents) -> Step | None:
        upcoming = next_hand(night, name, hands)
        return upcoming.deals[0].step if upcoming and upcoming.deals else None

    return begins_hand


def _table(night: Night, name: str) -> HandTable:
    table: HandTable = night.tables[name]
    return table


def starting(night: Night, game: Game, dealer: str, players: Collection[str] = ()) -> Step:
    """The step that starts the next hand of a game with a dealer; its command names the ``players`` if given."""
    what = f"{game.title}: start" if game.starts in night.shared_words(game) else "Start"
    named = {"players": list(players)} if players else {}
    return Step(
        words=f"{what} {game.round_called} {_table(night, game.name).next_number}, {night.seats[dealer].name} deals",
        document=night.addressed(game, {"do": game.starts, "dealer": dealer, **named}),
    )


def _deal(night: Night, game: Game, table: HandTable, dealer: str, players: Collection[str]) -> Deal | None:
    """The next hand with a dealer; ``None`` if the rules do not let them deal."""
    marks, name = marks_of(night), night.seats[dealer].name
    start = starting(night, game, dealer, () if set(players) == set(table.sitting_in) else players)
    events = dry_run(night, read_command(dict(start.document), night))
    if not events:
        return None
    lines = _lines(night, events, {shortage.player: shortage for shortage in shortages(night, events)})
    return Deal(dealer=dealer, dealer_name=name, mark=marks[dealer], step=start, lines=lines)


def _lines(night: Night, events: Sequence[Event], short: dict[str, Shortage]) -> tuple[AnteLine, ...]:
    marks = marks_of(night)
    antes = {event.player: event for event in events if isinstance(event, AntePut)}
    return tuple(
        AnteLine(
            player_name=night.seats[player].name,
            mark=marks[player],
            ante=counted(antes[player].chips, "chip") if player in antes else "",
            amount=dollars(sum(move.amount_cents for move in antes[player].moves)) if player in antes else "",
            short=short.get(player),
        )
        for event in events
        if isinstance(event, HandBegun)
        for player in event.players
    )


def _refused(night: Night, game: Game, table: HandTable) -> str:
    """Why no hand can be dealt."""
    if not table.seated:
        return "Nobody is seated yet."
    try:
        dealer = (table.sitting_in or table.seated)[0]
        decide(night, read_command(night.addressed(game, {"do": game.starts, "dealer": dealer}), night))
    except Refusal as refusal:
        return refusal.among(night.names)
    return ""


class PayLine(Frozen):
    """What one player pays another, and ``why``; ``short`` if they do not have enough."""

    payer: str
    mark: Mark
    to: str
    to_mark: Mark
    why: str
    chips: str
    amount: str
    short: Shortage | None


class Payment(Frozen):
    """The payments of a hand and its result in a sentence; ``mark`` is the mark of the player it is about."""

    hand: int
    lines: tuple[PayLine, ...]
    sentence: str
    mark: Mark | None

    @property
    def short(self) -> list[Shortage]:
        """The players who cannot pay, each once."""
        return list({line.short.player: line.short for line in self.lines if line.short}.values())


class Hands(Frozen):
    """What the screens need to know of a game's hands.

    ``begun`` and ``ended`` are the events that begin and end a hand. ``why`` says what an event pays for, ``None`` if
    it pays nobody. ``plays`` returns the players of the next hand, for games where not everybody sitting in plays.
    """

    begun: type[HandBegun]
    ended: tuple[type[RoundEnded], ...]
    why: Callable[[Any], str | None]
    plays: Callable[[Any], tuple[str, ...]] | None = None

    def players_of(self, table: HandTable) -> tuple[str, ...]:
        """The players of the next hand at a table."""
        return self.plays(table) if self.plays else table.sitting_in


def last_payment(night: Night, effective: EffectiveEvents, hands: Hands) -> Payment | None:
    """The payments of the last hand, or that it was voided; ``None`` before the first."""
    return payment_of(night, last_hand(effective, hands), hands, {})


def last_hand(effective: EffectiveEvents, hands: Hands) -> list[Event]:
    """The events of the hand that ended last, from beginning to end; empty before the first."""
    ended = effective.up_to_last(*hands.ended)
    begun = ended.up_to_last(hands.begun) if ended is not None else None
    return (
        [begun.last.event, *(recorded.event for recorded in ended.since(begun))]
        if ended is not None and begun is not None
        else []
    )


def rulings_due(night: Night, effective: EffectiveEvents) -> tuple[Payments, ...]:
    """What the dealer takes and pays for rulings, until the hand goes on; ``effective`` are the effective events."""
    taken_on = effective.up_to_last(InHand)
    return rulings_since(night, effective.since(taken_on) if taken_on is not None else list(effective))


def payment_of(night: Night, events: Sequence[Event], hands: Hands, short: dict[str, Shortage]) -> Payment | None:
    """The payments in the events of a hand, with what players are ``short`` of; ``None`` if no event ends it."""
    ended = next((event for event in events if isinstance(event, hands.ended)), None)
    if ended is None:
        return None
    return Payment(
        hand=ended.round_number,
        lines=tuple(_payment_lines(night, events, hands, short)),
        sentence=sentence_of(night, ended),
        mark=marks_of(night).get(getattr(ended, "player", "")),
    )


def _payment_lines(
    night: Night, events: Iterable[Event], hands: Hands, short: dict[str, Shortage]
) -> Iterator[PayLine]:
    marks = marks_of(night)
    for event in events:
        why = hands.why(event)
        if why is None:
            continue
        paid: Any = event
        yield PayLine(
            payer=name_of(night, paid.player),
            mark=marks[paid.player],
            to=name_of(night, paid.to),
            to_mark=marks[paid.to],
            why=why,
            chips=counted(paid.chips, "chip"),
            amount=dollars(sum(move.amount_cents for move in event.moves)),
            # Shown once: the shortage is that of all their payments.
            short=short.pop(paid.player, None),
        )


class SeatInHand(Frozen):
    """A player at the table: whether they deal, their ``tally`` in the hand, and a short ``note`` about their part."""

    seat: SeatView
    deals: bool
    tally: str = ""
    note: str = ""


class HandsView(TabletView):
    """What the tablet shows at a table of hands.

    ``steps`` are the commands that come next. ``stand`` is the state of the hand as JSON, to which the page's script
    applies pending commands. ``stand_before`` is the state before the last command in effect.
    """

    game: str
    title: str
    phase_words: str
    is_on: bool
    stand: str
    stand_before: str
    short: str
    places: tuple[SeatInHand, ...]
    pot_chips: str
    pot_amount: str
    next_hand: NextHand | None
    last: Payment | None
    rulings: tuple[Payments, ...]
    steps: tuple[Step, ...]


def of_hands(
    night: Night,
    head: Head,
    events: Sequence[Recorded],
    table: HandTable,
    hands: Hands,
    *,
    game: str,
    stand_of: Callable[[Any], dict[str, Any]],
    steps: tuple[Step, ...] = (),
    lacking: Sequence[Lacking] = (),
) -> dict[str, Any]:
    """The fields of a :class:`HandsView` that all games share.

    ``stand_of`` returns the state of a hand, ``steps`` are those while a hand is on, ``lacking`` says who cannot pay
    for them.
    """
    effective_events = effective(events)
    upcoming = next_hand(night, game, hands)
    steps = steps if table.is_on else steps_to_begin(night, effective_events)
    return {
        "game": game,
        "title": game_called(game).title,
        "stand": _written(stand_of(table)),
        "stand_before": _written(stand_of(night_before(night.top).tables[game])) if night.top else "",
        "is_on": table.is_on,
        "moment": moment_of(effective_events, game, table.round, table.turn, table.is_on),
        "short": _short(upcoming, lacking),
        "pot_chips": counted(table.pot_chips, "chip") if table.pot_chips else "empty",
        "pot_amount": dollars(table.pot_cents) if table.pot_cents else "",
        "next_hand": upcoming,
        "last": None if table.is_on else last_payment(night, effective_events, hands),
        "rulings": rulings_due(night, effective_events),
        "steps": steps,
        **of_the_night(night, head, events),
    }


def _written(stand: dict[str, Any]) -> str:
    return json.dumps(stand, separators=(",", ":"))


def dealer_of(table: HandTable, hands: Hands) -> str:
    """The dealer of the current or next hand; "" if there is none."""
    if table.is_on:
        return table.dealer
    players = hands.players_of(table)
    return table.dealer_due(players) if players else ""


def hand_standing(table: HandTable) -> str:
    """How far the play is, in hands."""
    if table.is_on:
        return f"Hand {table.round}"
    return f"After hand {table.round}" if table.round else "No hand dealt yet"


def hands_tablet(
    game: str,
    hands: Hands,
    view_of: Callable[[Night, Head, Sequence[Recorded]], HandsView],
    disputes: DisputeWords,
    *,
    keys: str = "hands/macros.html",
) -> Tablet:
    """The tablet of a game of hands; ``keys`` is the template of the hand's keys in the drawer."""
    return Tablet(
        disputable=disputable(game, hands),
        disputes=disputes,
        begins=begins(game, hands),
        view_of=view_of,
        template=f"{game}/tablet.html",
        styles=("hands/tablet.css", f"{game}/tablet.css"),
        script=f"{game}/tablet.js",
        past="hands/past.js",
        past_styles=("hands/past.css",),
        keys=keys,
    )


def _short(upcoming: NextHand | None, lacking: Sequence[Lacking]) -> str:
    """Who cannot pay, for each command that can come next."""
    if upcoming is None:
        return shortage(lacking)
    return shortage(upcoming.lacking)
