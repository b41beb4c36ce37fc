"""The whole of the dealer's tablet at any game's table as one view model: a pure function of a night and its facts."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.phrases import dollars
from dealer.games import game_called
from dealer.night.night import Night
from events.effective_facts import effective
from events.records import Head, Recorded
from reports.words.naming import where_play_stands
from reports.words.sentences import last_acts
from web.default_screens.keys import Key, keys_of
from web.default_screens.round import CARDS, Place, places_of, stakes_that_lie
from web.tablet.moments import moment_of
from web.tablet.view import TabletView, of_the_night

ACTS_SHOWN = 20


class TableView(TabletView):
    """Everything that the tablet shows of a table.

    ``places`` are the players with what lies for each, ``cards`` those shown in this round, and ``course`` is what
    was done, the newest first.
    """

    game: str
    title: str
    is_on: bool
    places: tuple[Place, ...]
    cards: tuple[str, ...]
    pot: str
    keys: tuple[Key, ...]
    course: tuple[str, ...]


def table_view(night: Night, head: Head, facts: Sequence[Recorded]) -> TableView:
    """The tablet's view of a night, from its state and all of its facts."""
    kept = effective(facts)
    game = game_called(night.dealing)
    table = night.tables[game.name]
    acts = last_acts(night, kept, ACTS_SHOWN)
    pot_cents = game.pot(table)
    return TableView(
        game=game.name,
        title=game.title,
        moment=moment_of(kept, game.name),
        standing_at=where_play_stands(night),
        is_on=night.game_on is not None,
        places=places_of(night, table),
        cards=CARDS.of(kept),
        pot=dollars(pot_cents) if pot_cents else "",
        keys=keys_of(night, game, stakes_that_lie(night, table)),
        course=acts,
        **of_the_night(night, head, facts),
    )
