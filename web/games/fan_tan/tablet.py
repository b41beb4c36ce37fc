"""The dealer's tablet of Fan-Tan: the tablet of hands, with the layout, the showing, the proofs and payments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from dealer.commands.refusal import marked
from dealer.game.cards import PACK, rank_of
from dealer.game.hands import PLAYING
from dealer.game.table import from_left_of
from dealer.games.fan_tan.game import GAME
from dealer.games.fan_tan.state import (
    FAN_TAN,
    HIGHEST,
    LOWEST,
    NO_HAND,
    FanTanHouse,
    FanTanTable,
    Hand,
    Pass,
    SettleHand,
    TakePenalty,
    Turn,
    fan_tan_of,
    suit_of,
)
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.common.event import Event
from events.effective_events import EffectiveEvents, effective
from events.frozen import Frozen
from events.games.fan_tan import (
    HandPaid,
    HandStarted,
    HandVoided,
    HeldCard,
    PenaltyTaken,
    PotLeft,
    PotWon,
    WrongPassProved,
)
from events.records import Head, Recorded
from reports.words.formatting import (
    SUIT_NAMES,
    brief,
    card_in_words,
    card_words,
    cards_words,
    chips_words,
    listed,
    name_of,
    number_of_chips,
)
from reports.words.game_words import clauses
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext
from reports.words.language import number as written_number
from web.game_screens import Step
from web.hands.tablet import AtPlace, HandScreens, HandsView, PayLine, Payment, SeatInHand, hands_view
from web.hands.views import where_it_stands
from web.tablet.routes import moment_of
from web.tablet.seats import Mark, marks_of, sits_out_text
from web.tablet.steps import Lacking, Shortage, dry_run, short_for, shortage, shortages, step


def payment_due(night: Night) -> Payment | None:
    """The payments that settling the finished hand would make."""
    events = dry_run(night, SettleHand())
    return _payment(night, events, {shortage.player: shortage for shortage in shortages(night, events)})


def last_payment(night: Night, effective: EffectiveEvents) -> Payment | None:
    """How the previous hand was settled, or that it was void; ``None`` before the first hand."""
    ended = effective.up_to_last(PotWon, PotLeft, HandVoided)
    if ended is None:
        return None
    last = ended.last.event
    if isinstance(last, HandVoided):
        return Payment(sentence=_("Hand %(hand)s is void: everybody gets back what they put in.", hand=last.hand))
    begun = ended.up_to_last(HandStarted)
    return _payment(night, [recorded.event for recorded in ended.since(begun)] if begun is not None else [], {})


def _payment(night: Night, events: Sequence[Event], short: dict[str, Shortage]) -> Payment | None:
    """What each player pays, and the end of the pot; ``None`` without an end."""
    house, marks = fan_tan_of(night).house, marks_of(night)
    end = next((event for event in events if isinstance(event, PotWon | PotLeft)), None)
    if end is None:
        return None
    lines = tuple(
        PayLine(
            mark=marks[event.player],
            text=name_of(night, event.player),
            why=_why(house, event, is_dead=isinstance(end, PotLeft)),
            chips=number_of_chips(event.chips),
            amount=brief(event.chips * house.chip),
            short=short.get(event.player) if isinstance(event, HandPaid) else None,
        )
        for event in events
        if isinstance(event, HandPaid | PenaltyTaken) and event.chips
    )
    pot = chips_words(end.chips, house.chip)
    if isinstance(end, PotWon):
        sentence = _("%(name)s takes %(chips)s", name=name_of(night, end.player), chips=pot)
        return Payment(lines=lines, sentence=sentence, mark=marks[end.player])
    return Payment(lines=lines, sentence=_("The pot keeps %(chips)s for the next hand", chips=pot))


def _why(house: FanTanHouse, event: HandPaid | PenaltyTaken, *, is_dead: bool) -> str:
    if isinstance(event, PenaltyTaken):
        return _("wrong pass, turn %(turn)s", turn=event.turn)
    if is_dead:
        return _("for a dead hand")
    if house.counted == "pips":
        return ngettext("%(num)s card, by pips", "%(num)s cards, by pips", event.cards)
    return ngettext("%(num)s card", "%(num)s cards", event.cards)


class Showing(Frozen):
    """The players who show, from the winner's left; ``rest`` are the cards left over for the last of them.

    ``optional``: nobody has to show in a dead hand, but shown cards can prove the wrong pass that killed it.
    """

    hands: tuple[SeatInHand, ...]
    rest: Step | None
    rest_cards: str
    optional: bool

    @property
    def waits(self) -> bool:
        """Whether somebody still has to show."""
        return not all(place.cards for place in self.hands)


def showing_of(table: FanTanTable, seats: Sequence[SeatInHand]) -> Showing | None:
    """The showing of a won or dead hand; ``None`` while it is played."""
    hand, places = table.hand, {place.seat.player: place for place in seats}
    if not table.is_on or hand.ended or not (hand.winner or hand.is_dead):
        return None
    last, rest = hand.to_show[0] if len(hand.to_show) == 1 else "", _rest(hand)
    words = _("The rest is %(name)s’s", name=places[last].seat.name) if last else ""
    order = from_left_of(hand.winner or "", hand.players, hand.players)
    return Showing(
        hands=tuple(places[player] for player in order if player != hand.winner),
        rest=step(words, "show_hand", player=last, cards=rest) if last else None,
        rest_cards=" ".join(map(card_words, rest)),
        optional=hand.winner is None,
    )


def _rest(hand: Hand) -> list[str]:
    """The cards that are neither laid nor shown."""
    shown = {card for cards in hand.shown.values() for card in cards}
    return [card for card in PACK if not hand.layout.holds(card) and card not in shown]


class WrongPass(Frozen):
    """A wrong pass: ``held`` are the cards that could have been laid, with proof; ``to`` says who gets the penalty.

    ``take`` is empty if the house takes no penalty; ``short`` says who cannot pay it.
    """

    turn: int
    player_name: str
    mark: Mark
    held: str
    penalty: str
    to: str
    taken: bool
    take: Step | None
    short: Shortage | None


def wrong_passes_of(night: Night, table: FanTanTable) -> tuple[WrongPass, ...]:
    """The wrong passes of the finished hand, in the order of play; none before its end."""
    if not table.is_on or not table.hand.ended:
        return ()
    return tuple(_wrong_pass(night, table, proof) for proof in table.hand.proved)


def _wrong_pass(night: Night, table: FanTanTable, proof: WrongPassProved) -> WrongPass:
    taken = proof.turn in table.hand.taken
    events = () if taken else dry_run(night, TakePenalty(player=proof.player, turn=proof.turn))
    take = step(
        _("Take %(amount)s", amount=number_of_chips(proof.penalty)),
        TakePenalty.do,
        player=proof.player,
        turn=proof.turn,
    )
    return WrongPass(
        turn=proof.turn,
        player_name=name_of(night, proof.player),
        mark=marks_of(night)[proof.player],
        held=held_in_words(proof),
        penalty=chips_words(proof.penalty, table.house.chip),
        to=_to(night, proof),
        taken=taken,
        take=take if proof.penalty and not taken else None,
        short=next(iter(shortages(night, events)), None),
    )


def held_in_words(wrong: WrongPassProved) -> str:
    """The cards that could have been laid, with how each is known to have been held: ``7♦ (laid at turn 20)``."""
    known: dict[int, list[HeldCard]] = {}
    for card in wrong.held:
        known.setdefault(card.laid_at, []).append(card)
    return listed(
        [
            _known(turn, cards_words(card.card for card in cards))
            for turn, cards in sorted(known.items(), key=_shown_last)
        ]
    )


def _shown_last(known: tuple[int, list[HeldCard]]) -> tuple[bool, int]:
    return not known[0], known[0]


def _known(laid_at: int, cards: str) -> str:
    if laid_at:
        return _("%(cards)s (laid at turn %(turn)s)", cards=cards, turn=laid_at)
    return _("%(cards)s (shown at the end)", cards=cards)


def _to(night: Night, proof: WrongPassProved) -> str:
    """Who gets how many chips of a penalty, in words."""
    pot = [_("%(chips)s to the pot", chips=written_number(proof.chips))] if proof.chips else []
    gifts = (
        _(
            "%(chips)s to %(name)s for the %(card)s",
            chips=written_number(gift.chips),
            name=name_of(night, gift.player),
            card=card_words(gift.card),
        )
        for gift in proof.besides
    )
    return listed([*pot, *gifts])


def law_of(house: FanTanHouse) -> str:
    """The house rule on wrong passes, in a sentence."""
    if not house.wrong_pass and not house.wrong_pass_opener:
        return _("In this house a wrong pass costs nothing.")
    law = _("House law: a wrong pass costs %(chips)s to the pot", chips=number_of_chips(house.wrong_pass))
    return f"{clauses(law, _law_of_openers(house), _free(house))}."


def _law_of_openers(house: FanTanHouse) -> str:
    """What keeping an opener costs, in words."""
    if not house.wrong_pass_opener:
        return ""
    chips = number_of_chips(house.wrong_pass_opener)
    if house.opener_chips == "shared":
        if house.opener == "7":
            return _("keeping a seven costs %(chips)s more, shared by the holders of the cards beside it", chips=chips)
        return _("keeping an opener costs %(chips)s more, shared by the holders of the cards beside it", chips=chips)
    if house.opener == "7":
        return _("keeping a seven costs %(chips)s more, to each holder of a card beside it", chips=chips)
    return _("keeping an opener costs %(chips)s more, to each holder of a card beside it", chips=chips)


def _free(house: FanTanHouse) -> str:
    """Which voluntary passes are free, in words."""
    if not house.voluntary_pass or house.free_passes == 0:
        return ""
    if house.free_passes is None:
        return _("every pass is free")
    return ngettext(
        "a player’s first pass in a hand is free",
        "a player’s first %(num)s passes in a hand are free",
        house.free_passes,
    )


_RANKS = {"A": marked("ace"), "J": marked("jack"), "Q": marked("queen"), "K": marked("king")}

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
            note=ngettext("%(num)s pass", "%(num)s passes", passes) if passes else sits_out_text(night, player),
            cards=tuple(map(card_words, hand.shown.get(player, ()))),
            stands_out=player == hand.winner,
        )
        for player in hand.players
        for passes in (hand.passes(player),)
    }


KIT = HandScreens(
    game=GAME,
    title="Fan-Tan (Sevens, Parliament)",
    pot=marked("The pot"),
    places=places,
    faces=lambda house: {},
    claims=(
        marked("I was paid short"),
        marked("I did not pass"),
        marked("It was not their turn"),
        marked("That card is not mine"),
        marked("The card was misread"),
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
        """The card's suit in a word, translated when shown."""
        return SUIT_NAMES[suit_of(self.card)]

    @property
    def name(self) -> str:
        """The card's name as it is read out."""
        return card_in_words(self.card, _(_RANKS[self.rank]) if self.rank in _RANKS else "")


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
        if not self.laid:
            return _("Turn %(turn)s: %(name)s passes", turn=self.number, name=self.player_name)
        cards = " ".join(self.laid)
        return _("Turn %(turn)s: %(name)s lays %(cards)s", turn=self.number, name=self.player_name, cards=cards)


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
        return (_("pays %(chips)s", chips=number_of_chips(house.pass_pays)),) if house.pass_pays else ()
    remarks, layout = [], turn.before
    for card in turn.cards:
        suit = _(SUIT_NAMES[suit_of(card)])
        if layout.opens(card):
            remarks.append(_("opens the %(suit)s", suit=suit))
        layout = layout.lay(card)
        if layout.runs[suit_of(card)] == (LOWEST, HIGHEST):
            remarks.append(_("the %(suit)s are full", suit=suit))
    if left < 2:
        remarks.append(_("one card left") if left else _("goes out"))
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
    passes: Mapping[str, int]
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
    own: dict[str, Any] = {
        "moment": moment_of(
            effective_events, FAN_TAN, table.round, table.turn, table.phase, len(hand.shown), len(hand.taken)
        ),
        "short": _short(night, table, wrong_passes) if table.is_on else view.short,
        "standing_at": where_it_stands(night, FAN_TAN),
        "phase_words": phase_words(night),
        "due": _due(night, events) if table.is_on and hand.ended else None,
        "last": None if table.is_on else last_payment(night, effective_events),
        "can_be_voided": True,
    }
    if table.is_on and hand.ended and not hand.winner:
        own["steps"] = (step(_("Settle the dead hand"), SettleHand.do),)
    return FanTanView(
        is_playing=is_playing,
        on_turn=player_on_turn(table),
        winner=(hand.winner or "") if table.is_on else "",
        rows=rows_of(table if table.is_on else replace(table, hand=NO_HAND), marks_of(night)),
        passes={player: hand.passes(player) for player in hand.players} if table.is_on else {},
        pass_costs=number_of_chips(house.pass_pays) if house.pass_pays else pgettext("a pass", "free"),
        several="card" if house.several_cards else "opener" if house.several_openers else "",
        first_card=card_words(hand.layout.first) if is_playing and hand.awaits_first else "",
        timeline=turn_lines(night, TURNS_SHOWN),
        showing=showing_of(table, view.places),
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


def phase_words(night: Night) -> str:
    """The phase of the hand, in words."""
    table, names = fan_tan_of(night), night.names
    hand = table.hand
    if not table.is_on:
        return _("No hand")
    if hand.ended:
        return _("The hand is over")
    if hand.winner:
        return _("%(name)s is out", name=names[hand.winner])
    if hand.is_dead:
        return _("Nobody has laid a card")
    if hand.awaits_first:
        return _("The %(card)s comes first", card=card_words(hand.layout.first))
    return _("%(name)s’s turn", name=names[hand.on_turn])
