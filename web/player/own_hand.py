"""A player's own hand: what they do by themselves, from their phone, for whoever holds their link to it.

What the phone sends is a command like any other, in the player's name; who it is by says the link, not the phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from werkzeug.exceptions import NotFound, RequestEntityTooLarge

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

MOST_BYTES = 2_000
"""The most that an act may carry: it goes into the book as it came, refused or not; the longest is some 200 bytes."""

_HOLDER = "who holds the player’s link to their hand"


@blueprint.get("/hand/<key>")
@by_link(may_act, _HOLDER)
def page(key: str) -> Response:
    """A player's own hand, with the keys for what they do by themselves."""
    night, player = read_hand_key(key)
    told = _told(night, player)
    state = assistant().night(night)
    own = [screens.own_hand for game in state.games if (screens := screens_of(game.name)).own_hand]
    return live_pages.page("player/page.html", told, url_for("hand.listen", key=key), own=own)


@blueprint.get("/hand/<key>/stream")
@by_link(may_act, _HOLDER)
def listen(key: str) -> Response:
    """The hand, anew each time the night moves on."""
    night, player = read_hand_key(key)
    return stream(night, f"hand {player}", partial(_told, night, player))


@blueprint.post("/hand/<key>/commands")
@by_link(may_act, _HOLDER)
def act(key: str) -> Response:
    """Carry out what a player does by themselves; while they may do nothing, nothing of it is recorded."""
    night, player = read_hand_key(key)
    if not kept_under("casekeeper pace of hands", Pace).allows((night, player)):
        raise Refusal("too_quick", "That was too quick: wait a few seconds.")
    if len(request.get_data()) > MOST_BYTES:
        raise RequestEntityTooLarge
    document: Any = document_asked()
    if not isinstance(document, dict) or not isinstance(document.get("do"), str):
        raise Refusal("bad_input", "A command is a JSON object whose 'do' is a text.")
    state, ident = assistant().night(night), command_id()
    seat = state.seats.get(player)
    if seat is None:
        raise NotFound
    _check_own(state, document)
    shut_out = _shut_out(state, player)
    # What was done already, and is sent again because its answer was lost, is answered as it was, also after the close.
    if shut_out and not any(one.command == ident for one in assistant().facts(night)):
        raise shut_out
    receipt = assistant().execute(
        {**document, BY: player}, Sender(who=seat.name, device=device()), night=night, command_id=ident
    )
    return jsonify(version=receipt.version)


def _check_own(night: Night, document: dict[str, Any]) -> None:
    """Refuse commands of the house: none of them is a player's own, whatever they say of whom they are by."""
    if not any(document["do"] in game.words for game in night.games if game.own):
        raise Refusal("not_allowed_here", "That is the dealer's to do.")


def _shut_out(night: Night, player: str) -> Refusal | None:
    """Why a player may do nothing by themselves; nothing where they may, or must only wait for a turn."""
    acts = night.own_acts
    if night.closed:
        return Refusal("wrong_phase", "The night is closed.")
    if not night.is_seated(player):
        return Refusal("unknown_player", "You have left the table.")
    if player in acts.closed_to or not acts.is_open:
        return Refusal("not_allowed_here", "The dealer acts for you: say what you want done.")
    return None


def _told(night: str, player: str, since: Head | None = None) -> Message:
    return live_pages.follow(night, f"hand {player}", partial(_shown, player=player), since)


def _shown(state: Night, kept: Sequence[Recorded], player: str) -> str:
    if player not in state.seats:
        raise NotFound
    own = [(screens.own_hand, game) for game in state.games_by_turn if (screens := screens_of(game.name)).own_hand]
    shut_out = _shut_out(state, player)
    held = state.own_acts.is_held and not shut_out
    games = [(one.template, view, game.name) for one, game in own if one and (view := one.view_of(state, player))]
    return render_template(
        "player/hand.html",
        name=state.seats[player].name,
        player=player,
        mark=marks_of(state)[player],
        table=state.opened.table,
        checks_cents=state.ledger.balance(checks(player)),
        waits=shut_out.why if shut_out else "No more bets: the cards are being turned." if held else "",
        held=held,
        stands=games[0][1].stands if games else "",
        games=games,
        whole=player_link(state.id, player),
    )
