"""The end of a Fan-Tan hand on the tablet: what is paid, and the wrong passes that shown cards prove."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.refusal import counted, dollars
from dealer.game.cards import PACK
from dealer.game.table import from_left_of
from dealer.games.fan_tan.commands import FanTanHouse, SettleHand, TakePenalty
from dealer.games.fan_tan.state import FanTanTable, Hand, fan_tan_of
from dealer.night.night import Night
from events.common.event import Event
from events.effective_events import EffectiveEvents
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
from reports.words.formatting import card_words, chips_words, listed, name_of
from web.game_screens import Step
from web.hands.tablet import PayLine, Payment
from web.tablet.seats import Mark, marks_of
from web.tablet.steps import Shortage, dry_run, shortages, step


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
        return Payment(sentence=f"Hand {last.hand} is void: everybody gets back what they put in.")
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
            chips=counted(event.chips, "chip"),
            amount=dollars(event.chips * house.chip),
            short=short.get(event.player) if isinstance(event, HandPaid) else None,
        )
        for event in events
        if isinstance(event, HandPaid | PenaltyTaken) and event.chips
    )
    pot = chips_words(end.chips, house.chip)
    if isinstance(end, PotWon):
        return Payment(lines=lines, sentence=f"{name_of(night, end.player)} takes {pot}", mark=marks[end.player])
    return Payment(lines=lines, sentence=f"The pot keeps {pot} for the next hand")


def _why(house: FanTanHouse, event: HandPaid | PenaltyTaken, *, is_dead: bool) -> str:
    if isinstance(event, PenaltyTaken):
        return f"wrong pass, turn {event.turn}"
    if is_dead:
        return "for a dead hand"
    return counted(event.cards, "card") + (", by pips" if house.counted == "pips" else "")


class HandToShow(Frozen):
    """A player who shows: the number of cards still held, and the cards shown, in words."""

    player: str
    name: str
    mark: Mark
    cards: int
    shown: str


class Showing(Frozen):
    """The players who show, from the winner's left; ``rest`` are the cards left over for the last of them.

    ``optional``: nobody has to show in a dead hand, but shown cards can prove the wrong pass that killed it.
    """

    hands: tuple[HandToShow, ...]
    rest: Step | None
    rest_cards: str
    optional: bool

    @property
    def waiting(self) -> tuple[HandToShow, ...]:
        """The players who still have to show."""
        return tuple(hand for hand in self.hands if not hand.shown)


def showing_of(night: Night, table: FanTanTable) -> Showing | None:
    """The showing of a won or dead hand; ``None`` while it is played."""
    hand, names, marks = table.hand, night.names, marks_of(night)
    if not table.is_on or hand.ended or not (hand.winner or hand.is_dead):
        return None
    rest, to_show = _rest(hand), hand.to_show
    name = names[to_show[0]] if len(to_show) == 1 else ""
    return Showing(
        hands=tuple(
            HandToShow(
                player=player,
                name=names[player],
                mark=marks[player],
                cards=hand.left(player),
                shown=" ".join(map(card_words, hand.shown.get(player, ()))),
            )
            for player in _from_winners_left(hand)
        ),
        rest=step(f"The rest is {name}’s", "show_hand", player=to_show[0], cards=rest) if name else None,
        rest_cards=" ".join(map(card_words, rest)) if name else "",
        optional=hand.winner is None,
    )


def _from_winners_left(hand: Hand) -> tuple[str, ...]:
    return tuple(
        player for player in from_left_of(hand.winner or "", hand.players, hand.players) if player != hand.winner
    )


def _rest(hand: Hand) -> list[str]:
    """The cards that are neither laid nor shown."""
    shown = {card for cards in hand.shown.values() for card in cards}
    return [card for card in PACK if not hand.layout.holds(card) and card not in shown]


class WrongPass(Frozen):
    """A wrong pass: ``held`` lists the cards that could have been laid, with proof; ``to`` says who gets the penalty.

    ``take`` is empty if the house takes no penalty; ``short`` says who cannot pay it.
    """

    turn: int
    player_name: str
    mark: Mark
    held: tuple[tuple[str, str], ...]
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
    take = step(f"Take {counted(proof.penalty, 'chip')}", TakePenalty.do, player=proof.player, turn=proof.turn)
    return WrongPass(
        turn=proof.turn,
        player_name=name_of(night, proof.player),
        mark=marks_of(night)[proof.player],
        held=tuple((card_words(card.card), _known(card)) for card in proof.held),
        penalty=chips_words(proof.penalty, table.house.chip),
        to=_to(night, proof),
        taken=taken,
        take=take if proof.penalty and not taken else None,
        short=next(iter(shortages(night, events)), None),
    )


def _known(card: HeldCard) -> str:
    return f"laid at turn {card.laid_at}" if card.laid_at else "shown at the end"


def _to(night: Night, proof: WrongPassProved) -> str:
    """Who gets how many chips of a penalty, in words."""
    pot = [f"{proof.chips} to the pot"] if proof.chips else []
    gifts = (f"{gift.chips} to {name_of(night, gift.player)} for the {card_words(gift.card)}" for gift in proof.besides)
    return listed([*pot, *gifts])


def law_of(house: FanTanHouse) -> str:
    """The house rule on wrong passes, in a sentence."""
    if not house.wrong_pass and not house.wrong_pass_opener:
        return "In this house a wrong pass costs nothing."
    costs = counted(house.wrong_pass, "chip") if house.wrong_pass else "nothing"
    text = f"House law: a wrong pass costs {costs} to the pot"
    if house.wrong_pass_opener:
        opener = "seven" if house.opener == "7" else "opener"
        to = "to each holder of a card beside it"
        if house.opener_chips == "shared":
            to = "shared by the holders of the cards beside it"
        text += f"; keeping a {opener} costs {counted(house.wrong_pass_opener, 'chip')} more, {to}"
    return f"{text}{_free(house)}."


def _free(house: FanTanHouse) -> str:
    """Which voluntary passes are free, in words."""
    if not house.voluntary_pass or house.free_passes == 0:
        return ""
    if house.free_passes is None:
        return "; every pass is free"
    free = "first pass" if house.free_passes == 1 else f"first {house.free_passes} passes"
    return f"; a player’s {free} in a hand {'is' if house.free_passes == 1 else 'are'} free"
