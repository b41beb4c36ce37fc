"""Is the game square? The page about the cards of a night, and of all nights of the book together."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, render_template

from dealer.fairness.nights import Inspection, NightsCards, inspect, read_cards
from dealer.fairness.words import as_document
from events.frozen import Frozen
from web.app.request_parsing import assistant, moment, newest_versions
from web.audit.frame import render_room
from web.game_screens import Drawn, screens_of

blueprint = Blueprint("fairness", __name__)


class FairnessView(Frozen):
    """What the page shows: ``found`` in words and numbers, and the pictures of games that draw some."""

    found: dict[str, Any]
    stands_out: bool
    several: bool
    pictures: tuple[Drawn, ...]

    @classmethod
    def of(cls, seen: Inspection) -> FairnessView:
        """The view of an inspection."""
        drawn = {game: screens_of(game).fairness for game in seen.seen}
        return cls(
            found=as_document(seen),
            stands_out=bool(seen.standing_out),
            several=len(seen.nights) > 1,
            pictures=tuple(
                Drawn(template=one.template, view=one.view_of(seen.seen[game])) for game, one in drawn.items() if one
            ),
        )


@blueprint.get("/nights/<night>/square")
def page(night: str) -> Response:
    """The cards of one night, as they stand or as of a fact."""
    now = moment(night)
    seen = inspect([NightsCards.of(now.facts, assistant().book.commands(night))])
    return render_room(
        "audit/fairness.html",
        now.night,
        now.head,
        at=now.at,
        view=FairnessView.of(seen),
    )


@blueprint.get("/square")
def book() -> Response:
    """The cards of all nights of the book together. An odd card refused since the last fact shows with the next."""
    kept = assistant().book
    view = newest_versions().of(
        "the cards of the book",
        kept.positions()[1],
        lambda: FairnessView.of(inspect([read_cards(kept, night) for night in kept.nights()])),
    )
    return make_response(render_template("audit/fairness.html", view=view))
