"""Is the game square? The page about the cards of a night, and of all nights of the book together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, make_response, render_template

from dealer.fairness.nights import Inspection, NightsCards, inspect, read_cards
from dealer.fairness.words import as_document
from dealer.games.faro.fairness.inspection import FaroSeen
from dealer.games.faro.state import FARO
from web.asking import assistant, moment
from web.audit.frame import render_room
from web.audit.square_pictures import Distributed, Ranked, distributed, ranked
from web.latest import latest

blueprint = Blueprint("square", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareView:
    """What the page shows: ``found`` in words and numbers, and the pictures, where Faro was dealt."""

    found: dict[str, Any]
    stands_out: bool
    several: bool
    splits: Distributed | None
    ranks: Ranked | None

    @classmethod
    def of(cls, seen: Inspection) -> SquareView:
        """The view of an inspection."""
        faro = seen.seen.get(FARO)
        assert faro is None or isinstance(faro, FaroSeen)
        return cls(
            found=as_document(seen),
            stands_out=bool(seen.standing_out),
            several=len(seen.nights) > 1,
            splits=distributed(faro.splits, faro.splits_found) if faro else None,
            ranks=ranked(faro.rank_by_rank) if faro else None,
        )


@blueprint.get("/nights/<night>/square")
def page(night: str) -> Response:
    """The cards of one night, as they stand or as of a fact."""
    now = moment(night)
    seen = inspect([NightsCards.of(now.facts, assistant().book.commands(night))])
    return render_room(
        "audit/square.html", now.night, now.head, at=now.head.version if now.past else None, view=SquareView.of(seen)
    )


@blueprint.get("/square")
def book() -> Response:
    """The cards of all nights of the book together. An odd card refused since the last fact shows with the next."""
    kept = assistant().book
    view = latest().of(
        "the cards of the book",
        kept.positions()[1],
        lambda: SquareView.of(inspect([read_cards(kept, night) for night in kept.nights()])),
    )
    return make_response(render_template("audit/square-book.html", view=view))
