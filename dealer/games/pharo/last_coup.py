"""What is said of a stake that is laid when only the last coup is left (rulebook G1)."""

from __future__ import annotations

from dealer.commands.phrases import Phrase, phrase
from dealer.game.cards import rank_of
from dealer.games.pharo.house import PharoHouse
from dealer.games.pharo.pack import COUPS


def warning_of(house: PharoHouse, bottom: str, turn: int, ranks: tuple[str, ...], *, opposed: bool) -> Phrase | None:
    """That a stake laid after so many coups can only lose, or only win; nothing where more than one coup is left.

    The last card is the punters', and everybody has seen it at the bottom.
    """
    if turn != COUPS - 1:
        return None
    may_win = not house.hockley and (rank_of(bottom) in ranks) is not opposed
    if may_win:
        return phrase("only the last coup is left, in which it can only win")
    return phrase("only the last coup is left, in which it can only lose")
