"""The last turns of a Fan-Tan hand as the room follows them: who, which cards, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.commands.phrases import counted
from dealer.game.cards import rank_of
from dealer.games.fan_tan.house import FanTanHouse
from dealer.games.fan_tan.layout import HIGHEST, LOWEST, suit_of
from dealer.games.fan_tan.state import Hand, Turn
from events.frozen import Frozen
from reports.words.cards import SUIT_NAMES
from web.tablet.marks import Mark


class Slip(Frozen):
    """A card in small: its rank, its suit's letter and name."""

    rank: str
    suit: str
    of: str


class TurnLine(Frozen):
    """One turn: whose, the cards they laid (none is a pass), and what is said of it."""

    number: int
    name: str
    mark: Mark
    cards: tuple[Slip, ...]
    words: tuple[str, ...]


def slip_of(card: str) -> Slip:
    """A card in small."""
    return Slip(rank=rank_of(card), suit=suit_of(card), of=SUIT_NAMES[suit_of(card)])


def last_turns(
    hand: Hand, house: FanTanHouse, names: Mapping[str, str], marks: Mapping[str, Mark], most: int
) -> tuple[TurnLine, ...]:
    """The last turns of a hand, the newest first."""
    left = dict(hand.dealt)
    lines = []
    for number, turn in enumerate(hand.turns, start=1):
        left[turn.player] -= len(turn.cards)
        lines.append(
            TurnLine(
                number=number,
                name=names[turn.player],
                mark=marks[turn.player],
                cards=tuple(slip_of(card) for card in turn.cards),
                words=_words(turn, left[turn.player], house),
            )
        )
    return tuple(lines[-most:][::-1])


def _words(turn: Turn, left: int, house: FanTanHouse) -> tuple[str, ...]:
    if not turn.cards:
        return (f"pays {counted(house.pass_pays, 'chip')}",) if house.pass_pays else ()
    said = []
    layout = turn.before
    for card in turn.cards:
        suit = SUIT_NAMES[suit_of(card)]
        if layout.opens(card):
            said.append(f"opens the {suit}")
        layout = layout.lay(card)
        if layout.runs[suit_of(card)] == (LOWEST, HIGHEST):
            said.append(f"the {suit} are full")
    if left < 2:
        said.append("one card left" if left else "goes out")
    return tuple(said)
