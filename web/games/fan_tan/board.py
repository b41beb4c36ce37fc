"""What the board shows of Fan-Tan: the layout, the last turns, and the outcome of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import asdict, replace

from dealer.commands.refusal import counted, dollars
from dealer.game.hands import PLAYING
from dealer.games.fan_tan.commands import FanTanHouse
from dealer.games.fan_tan.state import FanTanTable, Hand, fan_tan_of
from dealer.night.night import Night
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games.fan_tan import HandVoided, PotLeft, PotWon, WrongPassProved
from events.records import Recorded
from reports.words.formatting import chips_words
from web.games.fan_tan.player import dead_hand_in_words, held_in_words
from web.games.fan_tan.tablet import (
    KIT,
    LAID,
    Place,
    TurnLine,
    last_places,
    phase_words,
    player_on_turn,
    rows_of,
    standing_at,
    turn_lines,
)
from web.hands.views import HandsBoard, hands_board
from web.tablet.seats import marks_of

BOARD = replace(KIT, places=last_places)
"""The screens of the board, on which the last hand stays until the next."""

LINES, LETTERS_A_LINE = 15, 56
"""The room for the sentences of wrong passes, in two columns."""

Ending = HandVoided | PotLeft | PotWon
"""The event that ends a hand."""


class Outcome(Frozen):
    """The result of a hand: sentences about the hand, the pot and each wrong pass, in the order of play.

    ``more`` counts the wrong passes that do not fit on the board.
    """

    result: str
    pot: str
    wrong: tuple[str, ...] = ()
    more: int = 0


def outcome_of(table: FanTanTable, names: Mapping[str, str], effective: Sequence[Recorded]) -> Outcome | None:
    """The result of the hand, ``None`` while it is played. ``effective`` are the night's effective events."""
    hand = table.hand
    ending = None if table.is_on else _ending(effective)
    if isinstance(ending, HandVoided):
        reason = ending.reason.rstrip(". ")
        return Outcome(
            result=f"Hand {hand.number} was broken off: {reason}.", pot="Everybody gets back what they put in."
        )
    if not hand.winner and not hand.ended:
        return None
    result, pot = _result(table, names, ending)
    wrong = tuple(
        _sentence(wrong_pass_proved, hand, names, settled=not table.is_on) for wrong_pass_proved in hand.proved
    )
    room = _with_room(wrong)
    return Outcome(result=result, pot=pot, wrong=wrong[:room], more=len(wrong) - room)


def _ending(effective: Sequence[Recorded]) -> Ending | None:
    """The event that ended the last hand."""
    return next(
        (
            recorded.event
            for recorded in reversed(effective)
            if isinstance(recorded.event, HandVoided | PotLeft | PotWon)
        ),
        None,
    )


def _result(table: FanTanTable, names: Mapping[str, str], ending: Ending | None) -> tuple[str, str]:
    """Sentences about who went out, and about the pot."""
    hand = table.hand
    if isinstance(ending, PotWon):
        won = chips_words(ending.chips, table.house.chip)
        return f"{names[ending.player]} went out first and takes the pot of {won}.", ""
    result = f"{names[hand.winner]} went out first." if hand.winner else dead_hand_in_words(table.house)
    if isinstance(ending, PotLeft):
        return result, f"The pot of {chips_words(ending.chips, table.house.chip)} waits for the next hand."
    if not hand.ended:
        return result, "The others show their cards."
    unpaid = "cards left in hand are not paid yet" if hand.winner else "the hand is not settled yet"
    return result, f"In the pot: {chips_words(table.pot_chips, table.house.chip)}; {unpaid}."


def _sentence(wrong: WrongPassProved, hand: Hand, names: Mapping[str, str], *, settled: bool) -> str:
    text = f"Turn {wrong.turn}: {names[wrong.player]} passed and held {held_in_words(wrong)}"
    if wrong.turn in hand.taken:
        return f"{text}; the penalty is taken."
    return f"{text}; the penalty is waived." if settled and wrong.penalty else f"{text}."


def _with_room(sentences: Sequence[str]) -> int:
    """How many of the sentences fit on the board, with a line left for the number of the others."""
    lines = 0
    for at, sentence in enumerate(sentences):
        lines += -(-len(sentence) // LETTERS_A_LINE)
        if lines > LINES:
            return at
    return len(sentences)


TURNS_SHOWN = 6


class FanTanBoard(HandsBoard):
    """Everything on the board. The only amounts are the pot and the house's rules.

    ``suits`` says which cards are laid, in words; ``resting`` is across an empty cloth.
    """

    in_play: bool
    on_turn: str
    resting: str
    rows: tuple[tuple[Place, ...], ...]
    suits: str
    turns: tuple[TurnLine, ...]
    outcome: Outcome | None


def fan_tan_board(night: Night, effective: EffectiveEvents) -> FanTanBoard:
    """The board of a night; ``effective`` are its effective events."""
    table = fan_tan_of(night)
    rows = rows_of(table, marks_of(night))
    own = {
        "phase": "The night is over" if night.closed else phase_words(night),
        "standing_at": standing_at(table),
        "rules": _rules(table.house),
    }
    resting = "" if table.round else "The table is open"
    return FanTanBoard(
        in_play=table.phase == PLAYING,
        on_turn=player_on_turn(table),
        resting="The night is over. Good night." if night.closed else resting,
        rows=rows,
        suits="; ".join(map(_row_words, rows)),
        turns=turn_lines(night, TURNS_SHOWN),
        outcome=outcome_of(table, night.names, effective),
        **{**asdict(hands_board(BOARD, night, effective)), **own},
    )


def _row_words(row: Sequence[Place]) -> str:
    """The laid cards of a suit, in words."""
    laid = [place.rank for place in row if place.state == LAID]
    if not laid:
        return f"{row[0].suit}: not opened"
    return f"{row[0].suit}: {laid[0]}" if len(laid) == 1 else f"{row[0].suit}: {laid[0]} to {laid[-1]}"


def _rules(house: FanTanHouse) -> tuple[tuple[str, str], ...]:
    """The prices of this house as pairs of a word and an amount, without those that are zero."""
    more = "more" if house.extra_from == "long" else "fewer"
    ante = counted(house.ante, "chip")
    if house.ante != house.ante_extra:
        ante = f"{house.ante}, with a card {more} {house.ante_extra}"
    beside = "for the cards" if house.opener_chips == "shared" else "for each card"
    opener = "a kept seven" if house.opener == "7" else "a kept opener"
    paid = [
        ("ante", ante, house.ante + house.ante_extra),
        ("a pass", counted(house.pass_pays, "chip"), house.pass_pays),
        ("a pip left" if house.counted == "pips" else "a card left", counted(house.card_pays, "chip"), house.card_pays),
        ("a wrong pass", counted(house.wrong_pass, "chip"), house.wrong_pass),
        (opener, f"{house.wrong_pass_opener} more {beside} beside it", house.wrong_pass_opener),
        ("a dead hand", counted(house.dead_hand, "chip"), house.dead_hand),
    ]
    return (("a chip", dollars(house.chip)), *((word, text) for word, text, chips in paid if chips))
