"""The layout as four rows of thirteen places: what lies, what can be laid, what was shown."""

from __future__ import annotations

from dealer.game.cards import PACK, rank_of
from dealer.games.fan_tan.layout import suit_of
from dealer.games.fan_tan.state import FanTanTable, Phase
from events.frozen import Frozen
from reports.words.cards import SUIT_NAMES
from web.tablet.marks import Mark

_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}

LAID, ABLE, QUIET, SHOWN = "laid", "able", "quiet", "shown"


class Place(Frozen):
    """A card's place: ``state`` is :data:`LAID`, :data:`ABLE` (it can be laid now), :data:`SHOWN` or :data:`QUIET`.

    ``shown_by`` is who showed it, with their ``mark``; ``last`` whether it was laid in the last turn.
    """

    card: str
    state: str
    last: bool
    shown_by: str
    mark: Mark | None

    @property
    def rank(self) -> str:
        """The card's rank."""
        return rank_of(self.card)

    @property
    def suit(self) -> str:
        """The card's suit in a word."""
        return SUIT_NAMES[suit_of(self.card)]

    @property
    def name(self) -> str:
        """The card's name as it is read out."""
        return f"{_RANKS.get(self.rank, self.rank)} of {self.suit}"


def rows_of(table: FanTanTable, marks: dict[str, Mark]) -> tuple[tuple[Place, ...], ...]:
    """A row for each suit, from the A to the K."""
    hand = table.hand
    last = hand.turns[-1].cards if hand and hand.turns else ()
    shown = {card: player for player, cards in hand.shown.items() for card in cards} if hand else {}
    places = [
        Place(
            card=card,
            state=_state(table, card, card in shown),
            last=card in last,
            shown_by=shown.get(card, ""),
            mark=marks.get(shown.get(card, "")),
        )
        for card in PACK
    ]
    return tuple(tuple(places[at : at + 13]) for at in range(0, len(PACK), 13))


def _state(table: FanTanTable, card: str, is_shown: bool) -> str:
    hand = table.hand
    if hand is None:
        return QUIET
    if hand.layout.holds(card):
        return LAID
    if is_shown:
        return SHOWN
    return ABLE if table.phase is Phase.PLAYING and hand.layout.takes(card) else QUIET
