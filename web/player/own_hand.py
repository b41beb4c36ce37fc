"""A player's own hand: what they do by themselves, from their phone, for whoever holds their link to it.

What the phone sends is a command like any other, in the player's name; who it is by says the link, not the phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, url_for
from werkzeug.exceptions import NotFound

from dealer.commands.refusal import Refusal
from dealer.night.command_parsing import BY
from dealer.night.night import Night
from dealer.streams.runtime import Sender
from events.records import Head, Recorded
from ledger.accounts import checks
from web.app.authorization import by_link
from web.app.kept import kept_under
from web.app.links import may_act, player_link, read_hand_key
from web.app.request_parsing import assistant, command_id, device, document_asked
from web.game_screens import screens_of
from web.live import pages as live_pages
from web.live.answer import stream
from web.live.message import Message
from web.player.pace import Pace
from web.tablet.marks import marks_of

blueprint = Blueprint("hand", __name__)

_HOLDER = "who holds the player’s link to their hand"


@blueprint.get("/hand/<key>")
@by_link(may_act, _HOLDER)
def page(key: str) -> Response:
    """A player's own hand, with the keys for what they do by themselves."""
    night, player = read_hand_key(key)
    told = _told(night, player)
    state = assistant().night(night)
    own = [screens.own_hand for game in state.games if (screens := screens_of(game.name)).own_hand]
    return live_pages.page("player/hand-page.html", told, url_for("hand.listen", key=key), own=own)


@blueprint.get("/hand/<key>/stream")
@by_link(may_act, _HOLDER)
def listen(key: str) -> Response:
    """The hand, anew each time the night moves on."""
    night, player = read_hand_key(key)
    return stream(night, f"hand {player}", partial(_told, night, player))


@blueprint.post("/hand/<key>/commands")
@by_link(may_act, _HOLDER)
def act(key: str) -> Response:
    """Carry out what a player does by themselves."""
    night, player = read_hand_key(key)
    if not kept_under("casekeeper pace of hands", Pace).allows((night, player)):
        raise Refusal("too_quick", "That was too quick: wait a few seconds.")
    document: Any = document_asked()
    if not isinstance(document, dict):
        raise Refusal("bad_input", "A command is a JSON object.")
    seat = assistant().night(night).seats.get(player)
    if seat is None:
        raise NotFound
    _check_own(assistant().night(night), document)
    receipt = assistant().execute(
        {**document, BY: player}, Sender(who=seat.name, device=device()), night=night, command_id=command_id()
    )
    return jsonify(version=receipt.version)


def _check_own(night: Night, document: dict[str, Any]) -> None:
    """Refuse commands of the house: none of them is a player's own, whatever they say of whom they are by."""
    if not any(document.get("do") in game.words for game in night.games if game.own):
        raise Refusal("not_allowed_here", "That is the dealer's to do.")


def _told(night: str, player: str, since: Head | None = None) -> Message:
    return live_pages.follow(night, f"hand {player}", partial(_shown, player=player), since)


def _shown(state: Night, kept: Sequence[Recorded], player: str) -> str:
    if player not in state.seats:
        raise NotFound
    own = [(screens.own_hand, game) for game in state.games_by_turn if (screens := screens_of(game.name)).own_hand]
    acts = state.own_acts
    waits = ""
    if state.closed or not state.is_seated(player):
        waits = "The night is closed." if state.closed else "You have left the table."
    elif player in acts.closed_to or not acts.is_open:
        waits = "The dealer acts for you: say what you want done."
    elif acts.is_held:
        waits = "No more bets: the cards are being turned."
    return render_template(
        "player/hand.html",
        name=state.seats[player].name,
        player=player,
        mark=marks_of(state)[player],
        table=state.opened.table,
        checks_cents=state.ledger.balance(checks(player)),
        waits=waits,
        games=[(one.template, one.view_of(state, player), game.name) for one, game in own if one],
        whole=player_link(state.id, player),
    )
