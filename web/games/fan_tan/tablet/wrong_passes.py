"""The end of a hand: who has still to show how many cards, and the wrong passes that this proves, in sentences."""

from __future__ import annotations

from dealer.commands.phrases import counted
from dealer.game.cards import PACK
from dealer.games.fan_tan.commands import TakePenalty
from dealer.games.fan_tan.house import FanTanHouse
from dealer.games.fan_tan.state import FanTanTable, Hand
from dealer.night.night import Night
from events.frozen import Frozen
from events.games.fan_tan import ChipsTo, HeldCard, WrongPassProved
from reports.words.cards import card_words
from reports.words.formatting import chips_words, listed
from reports.words.players import name_of
from web.game_screens import Step
from web.tablet.marks import Mark, marks_of
from web.tablet.steps import Shortage, dry_run, shortages, step


class HandToShow(Frozen):
    """A player who shows: how many cards they still hold, and those that they have shown, in words."""

    player: str
    name: str
    mark: Mark
    cards: int
    shown: str


class Showing(Frozen):
    """Who shows, from the winner's left; ``rest`` shows for the last of them what is left over.

    ``optional``: nobody need show a dead hand, but what is shown can prove the wrong pass that killed it.
    """

    hands: tuple[HandToShow, ...]
    rest: Step | None
    rest_cards: str
    optional: bool

    @property
    def waiting(self) -> tuple[HandToShow, ...]:
        """Who has still to show."""
        return tuple(one for one in self.hands if not one.shown)


def showing_of(hand: Hand, names: dict[str, str], marks: dict[str, Mark]) -> Showing | None:
    """What is shown of a hand that somebody has won, or that is dead; nothing while it is played."""
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
    """The cards that neither lie nor were shown."""
    shown = {card for cards in hand.shown.values() for card in cards}
    return [card for card in PACK if not hand.layout.holds(card) and card not in shown]


class WrongPass(Frozen):
    """A wrong pass: ``held`` is each card that could have been laid and how that is known, ``to`` who gets the penalty.

    ``take`` is nothing where the house takes no penalty; ``short`` says who has not got it.
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
    """The wrong passes of the hand that is over, in the order of play; nothing before its end."""
    hand = table.hand
    if hand is None or not hand.ended:
        return ()
    return tuple(_wrong_pass(night, table.house, hand, one) for one in hand.proved)


def _wrong_pass(night: Night, house: FanTanHouse, hand: Hand, one: WrongPassProved) -> WrongPass:
    taken = one.turn in hand.taken
    facts = () if taken else dry_run(night, TakePenalty(player=one.player, turn=one.turn))
    words = f"Take {counted(one.penalty, 'chip')}"
    return WrongPass(
        turn=one.turn,
        player_name=name_of(night, one.player),
        mark=marks_of(night)[one.player],
        held=tuple((card_words(card.card), _known(card)) for card in one.held),
        penalty=chips_words(one.penalty, house.chip),
        to=_to(night, one),
        taken=taken,
        take=step(words, "take_penalty", player=one.player, turn=one.turn) if one.penalty and not taken else None,
        short=next(iter(shortages(night, facts)), None),
    )


def _known(card: HeldCard) -> str:
    return f"laid at turn {card.laid_at}" if card.laid_at else "shown at the end"


def _to(night: Night, one: WrongPassProved) -> str:
    """Who gets how many chips of a penalty."""
    parts = [f"{one.chips} to the pot"] if one.chips else []
    parts += [_gift(night, gift) for gift in one.besides]
    return listed(parts)


def _gift(night: Night, gift: ChipsTo) -> str:
    return f"{gift.chips} to {name_of(night, gift.player)} for the {card_words(gift.card)}"


def law_of(house: FanTanHouse) -> str:
    """The law of the house on wrong passes, in a sentence."""
    if not house.wrong_pass and not house.wrong_pass_opener:
        return "In this house a wrong pass costs nothing."
    costs = counted(house.wrong_pass, "chip") if house.wrong_pass else "nothing"
    said = f"House law: a wrong pass costs {costs} to the pot"
    if house.wrong_pass_opener:
        opener = "seven" if house.opener == "7" else "opener"
        to = "to each holder of a card beside it"
        if house.opener_chips == "shared":
            to = "shared by the holders of the cards beside it"
        said += f"; a kept {opener} {counted(house.wrong_pass_opener, 'chip')} besides, {to}"
    return f"{said}{_free(house)}."


def _free(house: FanTanHouse) -> str:
    """Which passes a player may make of their own will."""
    if not house.voluntary_pass or house.free_passes == 0:
        return ""
    if house.free_passes is None:
        return "; every pass is free"
    free = "first pass" if house.free_passes == 1 else f"first {house.free_passes} passes"
    return f"; a player’s {free} in a hand {'is' if house.free_passes == 1 else 'are'} free"
