"""The player's page, its stream and their printed settlement, each for whoever holds their signed link."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import NotFound

from dealer.night.night import Night
from events.records import Head, Recorded
from reports.sheets.papers import settlement_name
from reports.words.formatting import money, signed
from web.app.authorization import LOOKS_BACK, by_link
from web.app.links import house_address, may_see_player, player_key, read_player_key
from web.app.request_parsing import assistant
from web.live import pages as live_pages
from web.live.answer import stream
from web.live.message import Message
from web.papers import papers
from web.player.settlement_desk import settlement_desk
from web.player.view import NEWEST_ROUNDS, player_view

blueprint = Blueprint("player", __name__)
blueprint.add_app_template_filter(money)
blueprint.add_app_template_filter(signed)


@blueprint.get("/player/<key>")
@by_link(may_see_player, "who holds the player’s link")
def page(key: str) -> Response:
    """A player's page, with every round of theirs (``?rounds=all``); for the staff as of a fact too (``?at=``)."""
    night, player = read_player_key(key)
    whole = _whole()
    looked_back = live_pages.past(night, partial(_shown_then, player=player, whole=whole), "player/page.html")
    if looked_back:
        return looked_back
    stream = url_for("player.listen", key=key, rounds="all" if whole else None)
    return live_pages.page("player/page.html", _told(night, player, whole), stream)


@blueprint.get("/player/<key>/stream")
@by_link(may_see_player, "who holds the player’s link")
def listen(key: str) -> Response:
    """A player's page, anew each time the night moves on."""
    night, player = read_player_key(key)
    whole = _whole()
    return stream(night, _what(player, whole), partial(_told, night, player, whole))


@blueprint.get("/player/<key>/settlement.pdf")
@by_link(may_see_player, "who holds the player’s link")
def settlement(key: str) -> Response:
    """Their settlement as a PDF, once the night is closed; without the night's log, which holds what the others did."""
    night, player = read_player_key(key)
    state, head = assistant().at(night)
    if not state.closed or player not in state.seats:
        raise NotFound
    name = settlement_name(state, player)
    content = settlement_desk().have(
        (night, player),
        (head.hash, papers.night_style(night), house_address()),
        lambda: papers.print_paper(state, assistant().book.facts(night, until=head.version), name, with_log=False),
    )
    return papers.pdf(content, f"{night}-{name}")


def _whole() -> bool:
    """Whether the request asks for every round."""
    return request.args.get("rounds") == "all"


def _told(night: str, player: str, whole: bool, since: Head | None = None) -> Message:
    return live_pages.follow(night, _what(player, whole), partial(_shown, player=player, whole=whole), since)


def _what(player: str, whole: bool) -> str:
    # The key comes last: it may be any text.
    return f"every round of player {player}" if whole else f"player {player}"


def _shown(state: Night, kept: Sequence[Recorded], player: str, whole: bool, at: str | None = None) -> str:
    if player not in state.seats:
        raise NotFound
    key = player_key(state.id, player)
    return render_template(
        "player/player.html",
        view=player_view(state, kept, player, None if whole else NEWEST_ROUNDS),
        settlement=url_for("player.settlement", key=key),
        every_round=url_for("player.page", key=key, rounds="all", at=at),
    )


def _shown_then(state: Night, kept: Sequence[Recorded], player: str, whole: bool) -> str:
    """As :func:`_shown`; of a fact before they first sat down it says so."""
    if player not in state.seats:
        return render_template("player/player.html", view=None)
    return _shown(state, kept, player, whole, request.args.get(LOOKS_BACK))
