"""What the board shows of any game: a pure function of a night and its effective facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from dealer.commands.phrases import dollars
from dealer.games import game_called
from dealer.night.night import Night
from events.facts import money
from events.facts import night as of_nights
from events.frozen import Frozen
from events.records import Recorded
from reports.words.naming import where_play_stands
from reports.words.sentences import sentence
from web.default_screens.round import CARDS, Place, places_of

PLAYS_SHOWN = 4

_PRIVATE = (money.__name__, of_nights.__name__)
"""Where the facts stand of which nothing is said to the room."""


class BoardView(Frozen):
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
    """The board of a night; ``kept`` are its effective facts."""
    game = game_called(night.dealing)
    table = night.tables[game.name]
    is_on = night.game_on is not None
    pot_cents = game.pot(table)
    return BoardView(
        night=night.id,
        table=night.opened.table,
        title=game.title,
        phase="The night is over" if night.closed else "A round is on" if is_on else "Between rounds",
        is_on=is_on,
        standing_at=where_play_stands(night),
        cards=CARDS.of(kept),
        pot=dollars(pot_cents) if pot_cents else "",
        places=places_of(night, table),
        plays=tuple(islice(_plays(night, kept), PLAYS_SHOWN)),
    )


def _plays(now: Night, kept: Sequence[Recorded]) -> Iterator[str]:
    """The commands of play that stand, in sentences, the newest first: nobody's money is among them."""
    for _, made in groupby(reversed(kept), lambda one: one.command):
        facts = [one.fact for one in made]
        if any(type(fact).__module__ not in _PRIVATE for fact in facts):
            yield sentence(now, facts[::-1])
