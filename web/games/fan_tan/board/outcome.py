"""What came of a Fan-Tan hand, in words for the room: who went out, the pot, the wrong passes that are proved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealer.commands.phrases import counted, dollars
from dealer.games.fan_tan.state import FanTanTable, Hand, fan_tan_of
from dealer.night.evolve import LookingBack
from dealer.night.night import Night
from events.frozen import Frozen
from events.games.fan_tan import HandVoided, PotLeft, PotWon, WrongPassProved
from events.records import Recorded
from web.games.fan_tan.in_words import dead_hand_in_words, held_in_words

LINES, LETTERS_A_LINE = 15, 56
"""The room for the sentences of wrong passes, in two columns."""

Ending = HandVoided | PotLeft | PotWon
"""The fact with which a hand leaves the table."""


class Outcome(Frozen):
    """What came of a hand: one sentence, another of the pot, and one for each wrong pass in the order of play.

    ``more`` is how many wrong passes have no room.
    """

    result: str
    pot: str
    wrong: tuple[str, ...] = ()
    more: int = 0


def hand_to_show(night: Night) -> Hand | None:
    """The hand that is on; while none is, the last one as it stood before it left the table."""
    table = fan_tan_of(night)
    if table.hand or not table.hand_number:
        return table.hand
    back = LookingBack()
    hands = (fan_tan_of(back.before(frame)).hand for frame in night.course)
    return next(filter(None, hands), None)


def outcome_of(table: FanTanTable, hand: Hand, names: Mapping[str, str], kept: Sequence[Recorded]) -> Outcome | None:
    """What came of a hand, from ``kept``, the night's effective facts; nothing while its cards are laid."""
    ending = None if table.hand else _ending(kept)
    if isinstance(ending, HandVoided):
        reason = ending.reason.rstrip(". ")
        return Outcome(
            result=f"Hand {hand.number} was broken off: {reason}.", pot="Everybody has back what they put into it."
        )
    if not hand.winner and not hand.ended:
        return None
    result, pot = _result(table, hand, names, ending)
    wrong = tuple(_sentence(one, hand, names, settled=table.hand is None) for one in hand.proved)
    room = _with_room(wrong)
    return Outcome(result=result, pot=pot, wrong=wrong[:room], more=len(wrong) - room)


def _ending(kept: Sequence[Recorded]) -> Ending | None:
    """The fact with which the last hand left the table."""
    return next((one.fact for one in reversed(kept) if isinstance(one.fact, HandVoided | PotLeft | PotWon)), None)


def _result(table: FanTanTable, hand: Hand, names: Mapping[str, str], ending: Ending | None) -> tuple[str, str]:
    """Who went out, and what is to be said of the pot."""
    if isinstance(ending, PotWon):
        return f"{names[ending.player]} went out first and takes the pot of {_chips(ending.chips, table)}.", ""
    result = f"{names[hand.winner]} went out first." if hand.winner else dead_hand_in_words(table.house)
    if isinstance(ending, PotLeft):
        return result, f"The pot of {_chips(ending.chips, table)} waits for the next hand."
    if not hand.ended:
        return result, "The others show what they hold."
    unpaid = "the cards left in hand are still to be paid" if hand.winner else "the hand is still to be settled"
    return result, f"In the pot: {_chips(table.pot, table)}; {unpaid}."


def _chips(chips: int, table: FanTanTable) -> str:
    return f"{counted(chips, 'chip')}, {dollars(chips * table.house.chip)}"


def _sentence(wrong: WrongPassProved, hand: Hand, names: Mapping[str, str], *, settled: bool) -> str:
    said = f"Turn {wrong.turn}: {names[wrong.player]} passed and held {held_in_words(wrong)}"
    if wrong.turn in hand.taken:
        return f"{said}; the penalty is taken."
    return f"{said}; the penalty is waived." if settled and wrong.penalty else f"{said}."


def _with_room(sentences: Sequence[str]) -> int:
    """How many of the sentences have room on the board, with a line left to say how many have not."""
    lines = 0
    for at, sentence in enumerate(sentences):
        lines += -(-len(sentence) // LETTERS_A_LINE)
        if lines > LINES:
            return at
    return len(sentences)
