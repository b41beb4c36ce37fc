"""The player's page of Fan-Tan, and the hands of a closed night."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from dealer.commands.refusal import counted
from dealer.games.fan_tan.commands import FanTanHouse
from dealer.games.fan_tan.state import FanTanTable, Phase
from dealer.night.night import Night
from dealer.projections import ROUNDS, RoundEvents, fold
from events.frozen import Frozen
from events.games.fan_tan import HeldCard, PotDivided, WrongPassProved
from events.records import Recorded
from reports.games.fan_tan.hands import HANDS, FanTanFigures, FanTanHand, Penalty, WrongPass
from reports.games.fan_tan.words import in_hand
from reports.rounds.hands import Ending, hands_play_of
from reports.rounds.statement import assert_equal
from reports.words.formatting import MINUS, card_words, cards_words, listed
from web.game_screens import PlayerPart

_OPENERS = {"5": "five", "7": "seven", "9": "nine"}


def dead_hand_in_words(house: FanTanHouse) -> str:
    """A dead hand in a sentence. Somebody always holds an opener: it needs a wrong pass or a short pack."""
    opener = " or a ".join(_OPENERS[rank] for rank in house.openers)
    return f"A dead hand: nobody laid a {opener}. Somebody held one, or the pack was short."


def held_in_words(wrong: WrongPass | WrongPassProved) -> str:
    """The cards that could have been laid, with how each is known to have been held: ``7♦ (laid at turn 20)``."""
    known: dict[int, list[HeldCard]] = {}
    for card in wrong.held:
        known.setdefault(card.laid_at, []).append(card)
    return listed([f"{_listed(cards)} ({_how(turn)})" for turn, cards in sorted(known.items(), key=_shown_last)])


def _shown_last(known: tuple[int, list[HeldCard]]) -> tuple[bool, int]:
    return not known[0], known[0]


def _listed(cards: list[HeldCard]) -> str:
    return cards_words(card.card for card in cards)


def _how(laid_at: int) -> str:
    return f"laid at turn {laid_at}" if laid_at else "shown at the end"


class ChipLine(Frozen):
    """A payment by or to the player in a hand: its reason and chips."""

    what: str
    chips: int

    @property
    def signed_chips(self) -> str:
        """The chips with their sign."""
        return chips_signed(self.chips)


class PlayedHand(Frozen):
    """A hand of a player: how it ended, what they paid and got, and a sentence for each of their proved wrong passes.

    ``chips`` is the net result; ``running_cents`` is the running total with it.
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
        """The hand's title on the player's page."""
        return f"Hand {self.hand}"

    @property
    def net_cents(self) -> int:
        """The net result, in cents."""
        return self.chips * self.chip_cents

    def going_on_from(self, before_cents: int) -> PlayedHand:
        """The hand with its running total, which continues from ``before_cents``."""
        return replace(self, running_cents=before_cents + self.net_cents)

    @property
    def signed_chips(self) -> str:
        """Its chips with their sign."""
        return chips_signed(self.chips)


def chips_signed(chips: int) -> str:
    """Chips with their sign: ``+23``, ``−2``, ``0``."""
    return f"{chips:+d}".replace("-", MINUS) if chips else "0"


def part_of(night: Night, game: str, effective: Sequence[Recorded], player: str) -> PlayerPart:
    """A player's part in a night's Fan-Tan, from its effective events."""
    table: FanTanTable = night.tables[game]
    divided_cents = fold(ROUNDS.of(effective), (_divided, player), 0, partial(_divided, player)) * table.house.chip
    return PlayerPart(
        now=hand_that_is_on(table, player),
        beside=(("Your part of a pot nobody won", divided_cents),) if divided_cents else (),
    )


def _divided(player: str, chips: int, of_hand: RoundEvents) -> int:
    """Adds a player's chips from pots nobody won in a hand to those of the earlier hands."""
    return chips + sum(
        event.chips for event in of_hand.events if isinstance(event, PotDivided) and event.player == player
    )


def hand_of(night: Night, of_hand: RoundEvents, player: str) -> PlayedHand | None:
    """A player's hand; ``None`` if they were dealt no cards."""
    table: FanTanTable = night.tables[of_hand.game]
    play = hands_play_of((night.opened, *of_hand.events), HANDS)
    for record in play.hands_of(player):
        return _played_hand(record, play.figures.of(record.hand, player), table.house, player)
    return None


def _played_hand(record: FanTanHand, figures: FanTanFigures, house: FanTanHouse, player: str) -> PlayedHand:
    lines = tuple(_lines(record, figures, player))
    played = PlayedHand(
        hand=record.hand,
        ending=_ending(record, house, player),
        chip_cents=house.chip,
        chips=sum(line.chips for line in lines),
        lines=lines,
        wrong=tuple(_sentence(wrong_pass) for wrong_pass in record.wrong_passes(player)),
    )
    assert_equal(f"{player}'s lines of hand {record.hand}", played.net_cents, figures.net * house.chip)
    return played


def _lines(record: FanTanHand, figures: FanTanFigures, player: str) -> Iterator[ChipLine]:
    if figures.ante:
        yield ChipLine(what="Ante", chips=-figures.ante)
    if figures.passes:
        yield ChipLine(what=counted(figures.passes, "pass", "passes"), chips=-figures.passing)
    for wrong_pass in record.wrong_passes():
        if wrong_pass.fate is Penalty.TAKEN:
            yield from _penalty(wrong_pass, player)
    left = record.left(player) if record.is_won else 0
    if left or figures.for_cards:
        # During the payment, cards are paid for before the end of the hand counts them.
        cards = counted(left, "card") if left else "Cards"
        yield ChipLine(what=f"{cards} left in hand", chips=-figures.for_cards)
    if figures.dead:
        yield ChipLine(what="The hand was dead", chips=-figures.dead)
    if figures.pot:
        yield ChipLine(what="The pot", chips=figures.pot)
    if figures.returned:
        yield ChipLine(what="Given back", chips=figures.returned)


def _penalty(wrong: WrongPass, player: str) -> Iterator[ChipLine]:
    """What a penalty cost the player, or paid them for a card they held."""
    if wrong.player == player and wrong.chips:
        yield ChipLine(what=f"Penalty for turn {wrong.turn}", chips=-wrong.chips)
    for gift in wrong.besides:
        if gift.player == player:
            yield ChipLine(what=f"From a penalty, for your {card_words(gift.card)}", chips=gift.chips)


def _ending(record: FanTanHand, house: FanTanHouse, player: str) -> str:
    match record.ending:
        case Ending.VOIDED:
            return f"Broken off: {(record.voided or '').rstrip('. ')}."
        case Ending.BROKEN_OFF:
            return "Broken off by the close of the night."
        case Ending.OVER if not record.is_won:
            return dead_hand_in_words(house)
        case Ending.OVER:
            return "You went out first." if record.winner == player else "Another player went out first."
    return "In play."


def _sentence(wrong: WrongPass) -> str:
    text = f"At turn {wrong.turn} you passed and held {held_in_words(wrong)}"
    return f"{text}; the penalty is waived." if wrong.fate is Penalty.WAIVED and wrong.chips else f"{text}."


class HandThatIsOn(Frozen):
    """A player's part in the hand that is on: cards left, passes, chips in the pot, and whether it is their turn."""

    hand: int
    left: int
    passes: int
    put_in: int
    put_in_cents: int
    on_turn: bool


def hand_that_is_on(table: FanTanTable, player: str) -> HandThatIsOn | None:
    """A player's part in the hand that is on; ``None`` if they have no part in it."""
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
    """The state of the hand, in words."""
    table: FanTanTable = night.tables[game]
    hand = table.hand
    if hand is None:
        return "Between hands" if table.hand_number else "No hand yet"
    if table.phase is Phase.PLAYING:
        return f"Hand {hand.number} · {in_hand(table)}"
    return f"Hand {hand.number} · {'not settled yet' if hand.ended else 'hands are shown'}"
