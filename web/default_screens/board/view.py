"""What the board shows of any game: a pure function of a night and its standing facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dealer.commands.phrases import dollars
from dealer.night.night import Night
from events.records import Recorded
from reports.words.naming import place_of
from web.default_screens.course import plays_of
from web.default_screens.round import ROUND, Place, places_of

PLAYS_SHOWN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView:
    """Everything on the board. The only amounts are what lies and the pot: it hangs where everybody sees it."""

    night: str
    table: str
    title: str
    phase: str
    is_on: bool
    standing_at: str
    cards: tuple[str, ...]
    pot: str
    places: tuple[Place, ...]
    plays: tuple[str, ...]


def board_view(night: Night, kept: Sequence[Recorded]) -> BoardView:
    """The board of a night; ``kept`` are its standing facts."""
    game = next(one for one in night.games if one.name == night.dealing)
    now = ROUND.of(kept)
    is_on = night.game_on is not None
    pot_cents = game.pot(night.tables[game.name])
    return BoardView(
        night=night.id,
        table=night.opened.table,
        title=game.title,
        phase="The night is over" if night.closed else "A round is on" if is_on else "Between rounds",
        is_on=is_on,
        standing_at=place_of(night),
        cards=now.cards,
        pot=dollars(pot_cents) if pot_cents else "",
        places=places_of(night, now),
        plays=plays_of(night, kept, PLAYS_SHOWN),
    )
