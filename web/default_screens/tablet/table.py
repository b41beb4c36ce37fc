"""The whole of the dealer's tablet at any game's table as one view model: a pure function of a night and its facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dealer.commands.phrases import dollars
from dealer.night.night import Night
from events.effective_facts import effective
from events.records import Head, Recorded
from reports.words.naming import place_of
from reports.words.sentences import last_acts, last_said, undone
from web.default_screens.keys import Key, keys_of
from web.default_screens.round import ROUND, Place, places_of, stakes_that_lie
from web.game_screens import Step
from web.tablet.drawer import DrawerView, drawer_view
from web.tablet.marks import Mark, free_colours
from web.tablet.seats import SeatView, seats_of
from web.tablet.steps import beginnings

ACTS_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Everything that the tablet shows of a table.

    ``moment`` tells one state of play from another. ``places`` are the players with what lies for each, ``cards``
    those shown in this round; ``others`` begin a round of another game of the night, and ``course`` is what was done,
    the newest first.
    """

    game: str
    title: str
    night: str
    name: str
    version: int
    closed: bool
    moment: str
    said: str
    standing_at: str
    is_on: bool
    seats: tuple[SeatView, ...]
    places: tuple[Place, ...]
    cards: tuple[str, ...]
    pot: str
    free_colours: tuple[tuple[str, Mark], ...]
    marker_cents: int
    keys: tuple[Key, ...]
    others: tuple[Step, ...]
    take_back: str
    undone: str
    acts: tuple[str, ...]
    course: tuple[str, ...]
    drawer: DrawerView


def table_view(night: Night, head: Head, facts: Sequence[Recorded]) -> TableView:
    """The tablet's view of a night, from its state and all of its facts."""
    kept = effective(facts)
    game = next(one for one in night.games if one.name == night.dealing)
    now = ROUND.of(kept)
    acts = last_acts(night, kept, ACTS_SHOWN)
    pot_cents = game.pot(night.tables[game.name])
    return TableView(
        game=game.name,
        title=game.title,
        night=night.id,
        name=night.opened.table,
        version=head.version,
        closed=night.closed,
        moment=str(head.version),
        said=last_said(night, facts),
        standing_at=place_of(night),
        is_on=night.game_on is not None,
        seats=seats_of(night),
        places=places_of(night, now),
        cards=now.cards,
        pot=dollars(pot_cents) if pot_cents else "",
        free_colours=free_colours(night),
        marker_cents=night.marker_cents,
        keys=keys_of(night, game, stakes_that_lie(night, now)),
        others=tuple(one for one in beginnings(night, kept) if one.document["do"] not in game.words),
        take_back=acts[0] if acts else "",
        undone=undone(night, facts),
        acts=(),
        course=acts,
        drawer=drawer_view(night, kept),
    )
