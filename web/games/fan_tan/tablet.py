"""The dealer's tablet at a Fan-Tan table: the tablet of hands, with the layout, the showing and the wrong passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import asdict, replace

from dealer.commands.refusal import counted
from dealer.game.cards import PACK, rank_of
from dealer.game.hands import PLAYING
from dealer.games.fan_tan.commands import FanTanHouse, Pass, SettleHand
from dealer.games.fan_tan.game import GAME
from dealer.games.fan_tan.state import FAN_TAN, HIGHEST, LOWEST, NO_HAND, FanTanTable, Turn, fan_tan_of, suit_of
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.effective_events import EffectiveEvents, effective
from events.frozen import Frozen
from events.games.fan_tan import HandPaid
from events.records import Head, Recorded
from reports.games.fan_tan.words import in_hand
from reports.words.formatting import SUIT_NAMES, card_words
from web.games.fan_tan.payment import Showing, WrongPass, last_payment, law_of, payment_due, showing_of, wrong_passes_of
from web.hands.tablet import AtPlace, HandScreens, HandsView, Payment, hands_view
from web.tablet.routes import moment_of
from web.tablet.seats import Mark, marks_of, sits_out_text
from web.tablet.steps import Lacking, short_for, shortage, step

_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}

LAID, ABLE, QUIET, SHOWN = "laid", "able", "quiet", "shown"


def places(night: Night, table: FanTanTable, effective: EffectiveEvents) -> Mapping[str, AtPlace]:
    """Each player's cards left, passes, and the cards that they showed, in the hand that is on."""
    return last_places(night, table, effective) if table.is_on else {}


def last_places(night: Night, table: FanTanTable, effective: EffectiveEvents) -> Mapping[str, AtPlace]:
    """The same in the hand that is on or was last; the player who is out stands out."""
    hand = table.hand
    return {
        player: AtPlace(
            tally=str(hand.left(player)),
            note=counted(passes, "pass", "passes") if passes else sits_out_text(night, player),
            cards=tuple(map(card_words, hand.shown.get(player, ()))),
            stands_out=player == hand.winner,
        )
        for player in hand.players
        for passes in (hand.passes(player),)
    }


KIT = HandScreens(
    game=GAME,
    title="Fan-Tan (Sevens, Parliament)",
    pot="The pot",
    places=places,
    faces=lambda house: {},
    claims=(
        "I was paid short",
        "I did not pass",
        "It was not their turn",
        "That card is not mine",
        "The card was misread",
    ),
)


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


def rows_of(table: FanTanTable, marks: Mapping[str, Mark]) -> tuple[tuple[Place, ...], ...]:
    """A row for each suit, from ace to king, of the hand that is on or was last."""
    hand = table.hand
    last = hand.turns[-1].cards if table.is_on and hand.turns else ()
    shown = {card: player for player, cards in hand.shown.items() for card in cards}
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
    layout = table.hand.layout
    if layout.holds(card):
        return LAID
    if is_shown:
        return SHOWN
    return ABLE if table.phase == PLAYING and layout.takes(card) else QUIET


TURNS_SHOWN = 12


class TurnLine(Frozen):
    """A turn: its player, the cards laid, none for a pass, and remarks of a few words."""

    number: int
    player: str
    player_name: str
    mark: Mark
    laid: tuple[str, ...]
    remarks: tuple[str, ...]

    @property
    def words(self) -> str:
        """The turn in words."""
        return f"Turn {self.number}: {self.player_name} {'lays ' + ' '.join(self.laid) if self.laid else 'passes'}"


def turn_lines(night: Night, most: int) -> tuple[TurnLine, ...]:
    """The last turns of the hand, the newest first."""
    table, marks, names = fan_tan_of(night), marks_of(night), night.names
    left, lines = dict(table.hand.dealt), []
    for number, turn in enumerate(table.hand.turns, start=1):
        player = turn.player
        left[player] -= len(turn.cards)
        lines.append(
            TurnLine(
                number=number,
                player=player,
                player_name=names[player],
                mark=marks[player],
                laid=tuple(map(card_words, turn.cards)),
                remarks=_remarks(turn, left[player], table.house),
            )
        )
    return tuple(lines[-most:][::-1])


def _remarks(turn: Turn, left: int, house: FanTanHouse) -> tuple[str, ...]:
    if not turn.cards:
        return (f"pays {counted(house.pass_pays, 'chip')}",) if house.pass_pays else ()
    remarks, layout = [], turn.before
    for card in turn.cards:
        suit = SUIT_NAMES[suit_of(card)]
        if layout.opens(card):
            remarks.append(f"opens the {suit}")
        layout = layout.lay(card)
        if layout.runs[suit_of(card)] == (LOWEST, HIGHEST):
            remarks.append(f"the {suit} are full")
    if left < 2:
        remarks.append("one card left" if left else "goes out")
    return tuple(remarks)


def player_on_turn(table: FanTanTable) -> str:
    """The player who lays or passes; "" for nobody, or before the holder of a certain card has begun."""
    return table.hand.on_turn if table.phase == PLAYING and not table.hand.awaits_first else ""


class FanTanView(HandsView):
    """Everything on the tablet of a Fan-Tan table; ``several`` says which cards may be laid together.

    ``on_turn`` is the player who lays or passes, ``winner`` who is out, "" for nobody.
    """

    is_playing: bool
    on_turn: str
    winner: str
    rows: tuple[tuple[Place, ...], ...]
    pass_costs: str
    several: str
    first_card: str
    timeline: tuple[TurnLine, ...]
    showing: Showing | None
    wrong_passes: tuple[WrongPass, ...]
    law: str


def fan_tan_view(night: Night, head: Head, events: Sequence[Recorded]) -> FanTanView:
    """The tablet's view of a night whose Fan-Tan table is on or was last, from its state and all of its events."""
    table, house = fan_tan_of(night), fan_tan_of(night).house
    effective_events, hand = effective(events), table.hand
    view = hands_view(KIT, night, head, events)
    wrong_passes = wrong_passes_of(night, table)
    is_playing = table.phase == PLAYING
    own = {
        "moment": moment_of(
            effective_events, FAN_TAN, table.round, table.turn, table.phase, len(hand.shown), len(hand.taken)
        ),
        "short": _short(night, table, wrong_passes) if table.is_on else view.short,
        "standing_at": standing_at(table),
        "phase_words": phase_words(night),
        "due": _due(night, events) if table.is_on and hand.ended else None,
        "last": None if table.is_on else last_payment(night, effective_events),
        "can_be_voided": True,
    }
    if table.is_on and hand.ended and not hand.winner:
        own["steps"] = (step("Settle the dead hand", SettleHand.do),)
    return FanTanView(
        is_playing=is_playing,
        on_turn=player_on_turn(table),
        winner=(hand.winner or "") if table.is_on else "",
        rows=rows_of(table if table.is_on else replace(table, hand=NO_HAND), marks_of(night)),
        pass_costs=counted(house.pass_pays, "chip") if house.pass_pays else "free",
        several="card" if house.several_cards else "opener" if house.several_openers else "",
        first_card=card_words(hand.layout.first) if is_playing and hand.awaits_first else "",
        timeline=turn_lines(night, TURNS_SHOWN),
        showing=showing_of(night, table),
        wrong_passes=wrong_passes,
        law=law_of(house),
        **{name: own.get(name, value) for name, value in asdict(view).items()},
    )


def _due(night: Night, events: Sequence[Recorded]) -> Payment | None:
    """What settling the hand pays. During the payment itself it is the amount due before its first event."""
    if night.top and isinstance(events[-1].event, HandPaid):
        return payment_due(night_before(night.top))
    return payment_due(night)


def _short(night: Night, table: FanTanTable, wrong_passes: Sequence[WrongPass]) -> str:
    """Who lacks what for each command that can come next in a hand."""
    if table.phase == PLAYING:
        return shortage(short_for(night, (step("", Pass.do, player=table.hand.on_turn),)))
    if not table.hand.ended:
        return ""
    lacking: list[Lacking] = [
        (wrong_pass.take.document, (wrong_pass.short,))
        for wrong_pass in wrong_passes
        if wrong_pass.take and wrong_pass.short
    ]
    due = payment_due(night)
    return shortage([*lacking, ({"do": SettleHand.do}, due.short if due else ())])


def standing_at(table: FanTanTable) -> str:
    """How far the play is, in hands and turns."""
    if table.is_on:
        return f"Hand {table.round} · {in_hand(table)}"
    return f"{counted(table.round, 'hand')} dealt" if table.round else "Nothing dealt yet"


def phase_words(night: Night) -> str:
    """The phase of the hand, in words."""
    table, names = fan_tan_of(night), night.names
    hand = table.hand
    if not table.is_on:
        return "No hand"
    if hand.ended:
        return "The hand is over"
    if hand.winner:
        return f"{names[hand.winner]} is out"
    if hand.is_dead:
        return "Nobody has laid a card"
    if hand.awaits_first:
        return f"The {card_words(hand.layout.first)} comes first"
    return f"{names[hand.on_turn]}’s turn"
