"""The player's page of Fan-Tan, and the hands of a closed night."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from dealer.commands.refusal import counted, dollars
from dealer.game.hands import PLAYING
from dealer.games.fan_tan.commands import FanTanHouse
from dealer.games.fan_tan.state import FanTanTable
from dealer.night.night import Night
from dealer.projections import RoundEvents
from events.games.fan_tan import HeldCard, WrongPassProved
from events.records import Recorded
from reports.games.fan_tan.hands import HANDS, FanTanFigures, FanTanHand, Penalty, WrongPass
from reports.games.fan_tan.words import in_hand
from reports.rounds.hands import Ending, hands_play_of
from reports.rounds.statement import assert_equal
from reports.words.formatting import card_words, cards_words, listed
from web.game_screens import PlayerPart
from web.games.fan_tan.tablet import KIT
from web.hands.views import HandOfTheirs, PaidLine, PartNow, player_page

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


class PlayedHand(HandOfTheirs):
    """A hand of a player, with its number and a sentence for each of their proved wrong passes."""

    hand: int
    wrong: tuple[str, ...]


_PAGE = player_page(KIT)


def part_of(night: Night, game: str, effective: Sequence[Recorded], player: str) -> PlayerPart:
    """A player's part in a night's Fan-Tan, from its effective events."""
    return replace(_PAGE.part_of(night, game, effective, player), now=part_now(night.tables[game], player))


def part_now(table: FanTanTable, player: str) -> PartNow | None:
    """A player's part in the hand that is on; ``None`` if they have no part in it."""
    hand, chips = table.hand, table.put_in.get(player, 0)
    if not table.is_on or player not in hand.players:
        return None
    on_turn = table.phase == PLAYING and hand.on_turn == player
    return PartNow(
        title=f"Hand {table.round}",
        figures=(
            ("cards left", str(hand.left(player))),
            ("passes", str(hand.passes(player))),
            ("chips in the pot", f"{chips} ({dollars(chips * table.house.chip)})" if chips else "0"),
        ),
        note="it is your turn" if on_turn else "",
        on_turn=on_turn,
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
        title=f"Hand {record.hand}",
        ending=_ending(record, house, player),
        chip_cents=house.chip,
        lines=lines,
        wrong=tuple(_sentence(wrong_pass) for wrong_pass in record.wrong_passes(player)),
    )
    assert_equal(f"{player}'s lines of hand {record.hand}", played.net_cents, figures.net * house.chip)
    return played


def _lines(record: FanTanHand, figures: FanTanFigures, player: str) -> Iterator[PaidLine]:
    if figures.ante:
        yield PaidLine(what="Ante", chips=-figures.ante)
    if figures.passes:
        yield PaidLine(what=counted(figures.passes, "pass", "passes"), chips=-figures.passing)
    for wrong_pass in record.wrong_passes():
        if wrong_pass.fate is Penalty.TAKEN:
            yield from _penalty(wrong_pass, player)
    left = record.left(player) if record.is_won else 0
    if left or figures.for_cards:
        # During the payment, cards are paid for before the end of the hand counts them.
        cards = counted(left, "card") if left else "Cards"
        yield PaidLine(what=f"{cards} left in hand", chips=-figures.for_cards)
    if figures.dead:
        yield PaidLine(what="The hand was dead", chips=-figures.dead)
    if figures.pot:
        yield PaidLine(what="The pot", chips=figures.pot)
    if figures.returned:
        yield PaidLine(what="Given back", chips=figures.returned)


def _penalty(wrong: WrongPass, player: str) -> Iterator[PaidLine]:
    """What a penalty cost the player, or paid them for a card they held."""
    if wrong.player == player and wrong.chips:
        yield PaidLine(what=f"Penalty for turn {wrong.turn}", chips=-wrong.chips)
    for gift in wrong.besides:
        if gift.player == player:
            yield PaidLine(what=f"From a penalty, for your {card_words(gift.card)}", chips=gift.chips)


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


def hand_in_words(night: Night, game: str) -> str:
    """The state of the hand, in words."""
    table: FanTanTable = night.tables[game]
    if not table.is_on:
        return "Between hands" if table.round else "No hand yet"
    if table.phase == PLAYING:
        return f"Hand {table.round} · {in_hand(table)}"
    return f"Hand {table.round} · {'not settled yet' if table.hand.ended else 'hands are shown'}"
