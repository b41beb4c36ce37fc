"""A player's Fan-Tan: the hand that is on, and what every hand brought or cost them, with their proved wrong passes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from dealer.commands.phrases import counted
from dealer.games.fan_tan.house import FanTanHouse
from dealer.games.fan_tan.state import FanTanTable, Phase
from dealer.night.night import Night
from dealer.projections.rounds import ROUNDS, RoundFacts, fold
from events.frozen import Frozen
from events.games.fan_tan import PotDivided
from events.records import Recorded
from reports.games.fan_tan.hands import Ending, HandRecord, Penalty, WrongPass
from reports.games.fan_tan.play import HandFigures, pot_play_of
from reports.games.fan_tan.words import in_hand
from reports.rounds.sums import assert_equal
from reports.words.cards import card_words
from reports.words.formatting import MINUS
from web.game_screens import PlayerPart
from web.games.fan_tan.in_words import dead_hand_in_words, held_in_words


class ChipLine(Frozen):
    """One thing that they paid in a hand, or got: what for, and how many chips."""

    what: str
    chips: int

    @property
    def said(self) -> str:
        """The chips with their sign."""
        return chips_signed(self.chips)


class PlayedHand(Frozen):
    """One hand: how it ended, what the player paid and got, and a sentence for each wrong pass proved of them.

    It came to so many ``chips``; ``running_cents`` is what their play had come to with it.
    """

    hand: int
    ending: str
    chip_cents: int
    chips: int
    lines: tuple[ChipLine, ...]
    wrong: tuple[str, ...]
    running_cents: int = 0

    @property
    def title(self) -> str:
        """What it is called in their result."""
        return f"Hand {self.hand}"

    @property
    def net_cents(self) -> int:
        """What it came to."""
        return self.chips * self.chip_cents

    def going_on_from(self, before_cents: int) -> PlayedHand:
        """The hand with the running sum that goes on from what the play had come to before it."""
        return replace(self, running_cents=before_cents + self.net_cents)

    @property
    def said(self) -> str:
        """Its chips with their sign."""
        return chips_signed(self.chips)


def chips_signed(chips: int) -> str:
    """Chips that came or went, with their sign in front: ``+23``, ``−2``, ``0``."""
    return f"{chips:+d}".replace("-", MINUS) if chips else "0"


def part_of(night: Night, game: str, kept: Sequence[Recorded], player: str) -> PlayerPart:
    """A player's part in a night's Fan-Tan, from its effective facts."""
    table: FanTanTable = night.tables[game]
    divided_cents = fold(ROUNDS.of(kept), (_divided, player), 0, partial(_divided, player)) * table.house.chip
    return PlayerPart(
        now=hand_that_is_on(table, player),
        beside=(("Your part of a pot nobody won", divided_cents),) if divided_cents else (),
    )


def _divided(player: str, chips: int, of_hand: RoundFacts) -> int:
    """The chips that a player had of pots nobody won, with those after a hand."""
    return chips + sum(fact.chips for fact in of_hand.facts if isinstance(fact, PotDivided) and fact.player == player)


def hand_of(night: Night, of_hand: RoundFacts, player: str) -> PlayedHand | None:
    """A hand in which a player was dealt cards."""
    table: FanTanTable = night.tables[of_hand.game]
    play = pot_play_of((night.opened, *of_hand.facts))
    for record in play.hands_dealt_to(player):
        return _hand(record, play.figures.of(record.hand, player), table.house, player)
    return None


def _hand(record: HandRecord, figures: HandFigures, house: FanTanHouse, player: str) -> PlayedHand:
    lines = tuple(_lines(record, figures, player))
    made = PlayedHand(
        hand=record.hand,
        ending=_ending(record, house, player),
        chip_cents=house.chip,
        chips=sum(line.chips for line in lines),
        lines=lines,
        wrong=tuple(_sentence(one) for one in record.wrong_passes(player)),
    )
    assert_equal(f"{player}'s lines of hand {record.hand}", made.net_cents, figures.net * house.chip)
    return made


def _lines(record: HandRecord, figures: HandFigures, player: str) -> Iterator[ChipLine]:
    if figures.ante:
        yield ChipLine(what="Ante", chips=-figures.ante)
    if figures.passes:
        yield ChipLine(what=counted(figures.passes, "pass", "passes"), chips=-figures.passing)
    for one in record.wrong_passes():
        if one.fate is Penalty.TAKEN:
            yield from _penalty(one, player)
    if figures.cards or figures.for_cards:
        # Among the facts of the payment they are paid for before the hand is over, and only then counted.
        cards = counted(figures.cards, "card") if figures.cards else "Cards"
        yield ChipLine(what=f"{cards} left in hand", chips=-figures.for_cards)
    if figures.dead:
        yield ChipLine(what="The hand was dead", chips=-figures.dead)
    if figures.pot:
        yield ChipLine(what="The pot", chips=figures.pot)
    if figures.returned:
        yield ChipLine(what="Given back", chips=figures.returned)


def _penalty(wrong: WrongPass, player: str) -> Iterator[ChipLine]:
    """What a penalty that was taken cost them, or brought them for a card that they held."""
    if wrong.player == player and wrong.chips:
        yield ChipLine(what=f"Penalty for turn {wrong.turn}", chips=-wrong.chips)
    for gift in wrong.besides:
        if gift.player == player:
            yield ChipLine(what=f"From a penalty, for your {card_words(gift.card)}", chips=gift.chips)


def _ending(record: HandRecord, house: FanTanHouse, player: str) -> str:
    match record.ending:
        case Ending.VOIDED:
            return f"Broken off: {(record.voided or '').rstrip('. ')}."
        case Ending.BROKEN_OFF:
            return "Broken off by the close of the night."
        case Ending.DEAD:
            return dead_hand_in_words(house)
        case Ending.WON:
            return "You went out first." if record.winner == player else "Another went out first."
    return "It is on."


def _sentence(wrong: WrongPass) -> str:
    said = f"At turn {wrong.turn} you passed and held {held_in_words(wrong)}"
    return f"{said}; the penalty is waived." if wrong.fate is Penalty.WAIVED and wrong.chips else f"{said}."


class HandThatIsOn(Frozen):
    """Their part in the hand that is on: cards left, passes, chips in the pot, and whether it is their turn."""

    hand: int
    left: int
    passes: int
    put_in: int
    put_in_cents: int
    on_turn: bool


def hand_that_is_on(table: FanTanTable, player: str) -> HandThatIsOn | None:
    """A player's part in the hand that is on; nothing where they have none."""
    hand = table.hand
    if hand is None or player not in hand.players:
        return None
    put_in = hand.put_in.get(player, 0)
    return HandThatIsOn(
        hand=hand.number,
        left=hand.left(player),
        passes=hand.passes(player),
        put_in=put_in,
        put_in_cents=put_in * table.house.chip,
        on_turn=table.phase is Phase.PLAYING and hand.on_turn == player,
    )


def hand_in_words(night: Night, game: str) -> str:
    """Where the hand stands."""
    table: FanTanTable = night.tables[game]
    hand = table.hand
    if hand is None:
        return "Between hands" if table.hand_number else "No hand yet"
    if table.phase is Phase.PLAYING:
        return f"Hand {hand.number} · {in_hand(table)}"
    return f"Hand {hand.number} · {'waits to be settled' if hand.ended else 'hands are shown'}"
