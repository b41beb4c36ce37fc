"""The end of a Fan-Tan hand on the tablet: what is paid, and the wrong passes that shown cards prove."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.refusal import counted, dollars
from dealer.game.cards import PACK
from dealer.games.fan_tan.commands import FanTanHouse, SettleHand, TakePenalty
from dealer.games.fan_tan.state import FanTanTable, Hand, fan_tan_of
from dealer.night.night import Night
from events.common.event import Event
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games.fan_tan import (
    CardsLaid,
    ChipsTo,
    HandEnded,
    HandPaid,
    HandShown,
    HandStarted,
    HandVoided,
    HeldCard,
    PenaltyTaken,
    PotLeft,
    PotWon,
    TurnPassed,
    WrongPassProved,
)
from reports.words.formatting import card_words, chips_words, listed, name_of
from web.game_screens import Step
from web.tablet.seats import Mark, marks_of
from web.tablet.steps import Shortage, dry_run, shortages, step
from web.tablet.take_and_pay import Payments, rulings_since

_TAKES_ON = (HandStarted, CardsLaid, TurnPassed, HandShown, HandEnded, PenaltyTaken, PotWon, PotLeft, HandVoided)


class PayLine(Frozen):
    """What a player pays; ``short`` says what they lack."""

    player_name: str
    mark: Mark
    why: str
    chips: str
    amount: str
    short: Shortage | None = None


class Payment(Frozen):
    """The payments of a hand, with a sentence about its pot."""

    hand: int
    lines: tuple[PayLine, ...]
    pot: str
    mark: Mark | None


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
        text = f"Hand {last.hand} was void: everybody has back what they put in."
        return Payment(hand=last.hand, lines=(), pot=text, mark=None)
    begun = ended.up_to_last(HandStarted)
    return _payment(night, [recorded.event for recorded in ended.since(begun)] if begun is not None else [], {})


def rulings_due(night: Night, effective: EffectiveEvents) -> tuple[Payments, ...]:
    """What the dealer takes and pays by rulings, until the hand goes on; ``effective`` are the effective events."""
    taken_on = effective.up_to_last(*_TAKES_ON)
    return rulings_since(night, effective.since(taken_on) if taken_on is not None else list(effective))


def _payment(night: Night, events: Sequence[Event], short: dict[str, Shortage]) -> Payment | None:
    house = fan_tan_of(night).house
    marks = marks_of(night)
    is_dead = any(isinstance(event, PotLeft) for event in events)
    lines = []
    for event in events:
        match event:
            case HandPaid() | PenaltyTaken() if event.chips:
                lines.append(
                    PayLine(
                        player_name=name_of(night, event.player),
                        mark=marks[event.player],
                        why="for a dead hand" if is_dead and isinstance(event, HandPaid) else _why(house, event),
                        chips=counted(event.chips, "chip"),
                        amount=dollars(event.chips * house.chip),
                        short=short.get(event.player) if isinstance(event, HandPaid) else None,
                    )
                )
            case PotWon():
                text = f"{name_of(night, event.player)} takes {chips_words(event.chips, house.chip)}"
                return Payment(hand=event.hand, lines=tuple(lines), pot=text, mark=marks[event.player])
            case PotLeft():
                text = f"The pot keeps {chips_words(event.chips, house.chip)} for the next hand"
                return Payment(hand=event.hand, lines=tuple(lines), pot=text, mark=None)
            case _:
                pass
    return None


def _why(house: FanTanHouse, event: HandPaid | PenaltyTaken) -> str:
    if isinstance(event, PenaltyTaken):
        return f"wrong pass, turn {event.turn}"
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


def showing_of(hand: Hand, names: dict[str, str], marks: dict[str, Mark]) -> Showing | None:
    """The showing of a won or dead hand; ``None`` while it is played."""
    if hand.ended or not (hand.winner or hand.is_dead):
        return None
    rest = _rest(hand)
    to_show = hand.to_show
    name = names[to_show[0]] if len(to_show) == 1 else ""
    return Showing(
        hands=tuple(
            HandToShow(
                player=player,
                name=names[player],
                mark=marks[player],
                cards=hand.left(player),
                shown=" ".join(card_words(card) for card in hand.shown.get(player, ())),
            )
            for player in _from_winners_left(hand)
        ),
        rest=step(f"The rest is {name}’s", "show_hand", player=to_show[0], cards=rest) if name else None,
        rest_cards=" ".join(card_words(card) for card in rest) if name else "",
        optional=hand.winner is None,
    )


def _from_winners_left(hand: Hand) -> tuple[str, ...]:
    at = hand.players.index(hand.winner) + 1 if hand.winner else 0
    return tuple(player for player in (*hand.players[at:], *hand.players[:at]) if player != hand.winner)


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
    hand = table.hand
    if hand is None or not hand.ended:
        return ()
    return tuple(_wrong_pass(night, table.house, hand, wrong_pass_proved) for wrong_pass_proved in hand.proved)


def _wrong_pass(night: Night, house: FanTanHouse, hand: Hand, wrong_pass_proved: WrongPassProved) -> WrongPass:
    taken = wrong_pass_proved.turn in hand.taken
    events = () if taken else dry_run(night, TakePenalty(player=wrong_pass_proved.player, turn=wrong_pass_proved.turn))
    words = f"Take {counted(wrong_pass_proved.penalty, 'chip')}"
    return WrongPass(
        turn=wrong_pass_proved.turn,
        player_name=name_of(night, wrong_pass_proved.player),
        mark=marks_of(night)[wrong_pass_proved.player],
        held=tuple((card_words(card.card), _known(card)) for card in wrong_pass_proved.held),
        penalty=chips_words(wrong_pass_proved.penalty, house.chip),
        to=_to(night, wrong_pass_proved),
        taken=taken,
        take=step(words, "take_penalty", player=wrong_pass_proved.player, turn=wrong_pass_proved.turn)
        if wrong_pass_proved.penalty and not taken
        else None,
        short=next(iter(shortages(night, events)), None),
    )


def _known(card: HeldCard) -> str:
    return f"laid at turn {card.laid_at}" if card.laid_at else "shown at the end"


def _to(night: Night, wrong_pass_proved: WrongPassProved) -> str:
    """Who gets how many chips of a penalty, in words."""
    parts = [f"{wrong_pass_proved.chips} to the pot"] if wrong_pass_proved.chips else []
    parts += [_gift(night, gift) for gift in wrong_pass_proved.besides]
    return listed(parts)


def _gift(night: Night, gift: ChipsTo) -> str:
    return f"{gift.chips} to {name_of(night, gift.player)} for the {card_words(gift.card)}"


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
        text += f"; a kept {opener} {counted(house.wrong_pass_opener, 'chip')} besides, {to}"
    return f"{text}{_free(house)}."


def _free(house: FanTanHouse) -> str:
    """Which voluntary passes are free, in words."""
    if not house.voluntary_pass or house.free_passes == 0:
        return ""
    if house.free_passes is None:
        return "; every pass is free"
    free = "first pass" if house.free_passes == 1 else f"first {house.free_passes} passes"
    return f"; a player’s {free} in a hand {'is' if house.free_passes == 1 else 'are'} free"
