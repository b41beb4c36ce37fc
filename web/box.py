"""The dealing box for players: its commitment, words of their own, their cards, and the check of every box revealed."""

from __future__ import annotations

import json

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.commands import AddWords
from dealer.commands.refusal import Refusal
from dealer.dealing_box import Box, as_document
from dealer.night.boxes import box_on, revealed_boxes, waiting_box
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night.night import Night
from dealer.streams import Sender
from events.frozen import Frozen
from reports.words.formatting import cards_words
from reports.words.game_words import refusal_text
from reports.words.language import gettext as _
from web.app.authorization import by_link
from web.app.links import may_see_player, read_player_key
from web.app.request_parsing import device, service

blueprint = Blueprint("box", __name__)

_HOLDER = "anybody with the player’s link"

MOST_WORDS = 100
"""The longest words of a player, in characters."""


class BoxToCheck(Frozen):
    """A box that was revealed, in words, and as JSON with all that its order is made from.

    ``hand`` has the cards that the player was dealt. In the JSON they stand among the cards drawn.
    """

    number: int
    title: str
    commitment: str
    secret: str
    hand: str
    as_json: str


class PlayersBox(Frozen):
    """What a player sees of the box of the round that is on, or of the next one.

    ``takes_words`` says whether they may put words in, and ``words`` are theirs. ``hand`` is what they were dealt.
    """

    number: int
    commitment: str
    takes_words: bool
    words: str
    hand: str


def players_box(night: Night, player: str) -> PlayersBox | None:
    """The box as a player sees it; ``None`` where the cards come from a pack."""
    box = box_on(night) or waiting_box(night)
    if night.closed or box is None:
        return None
    words = dict(box.words).get(player, "")
    takes_words = not box.closed and not words and night.is_seated(player)
    hand = cards_words(hand_of(night, box, player))
    return PlayersBox(number=box.number, commitment=box.commitment, takes_words=takes_words, words=words, hand=hand)


def hand_of(night: Night, box: Box, player: str) -> tuple[str, ...]:
    """The cards that a player was dealt from a box, as the server alone knows them."""
    keeper = service().box_keeper
    secret = box.secret or (keeper.secret(night.id, box) if keeper and box.dealt else None)
    return tuple(box.hand(box.order(night.id, secret), player).values()) if secret else ()


def board_box(night: Night) -> str:
    """The line of the board about the box; empty where the cards come from a pack."""
    box = None if night.closed else box_on(night) or waiting_box(night)
    return render_template("box-line.html", box=box) if box else ""


def _revealed(night: Night, player: str) -> list[BoxToCheck]:
    """The boxes that were revealed after a round, the newest first."""
    return [_to_check(night, box, player) for box in reversed(night.boxes) if box.secret and box.game]


def _to_check(night: Night, box: Box, player: str) -> BoxToCheck:
    hand = box.hand(box.order(night.id, box.secret), player)
    return BoxToCheck(
        number=box.number,
        title=_title_of(night, box),
        commitment=box.commitment,
        secret=box.secret,
        hand=cards_words(tuple(hand.values())),
        as_json=json.dumps(as_document(night.id, box, hand), ensure_ascii=False, separators=(",", ":")),
    )


def _title_of(night: Night, box: Box) -> str:
    """The game and the number of the round that was dealt from a box."""
    title = next(game.title for game in night.games if game.name == box.game)
    return f"{title} {box.round}"


@blueprint.get("/player/<key>/box")
@by_link(may_see_player, _HOLDER)
def page(key: str) -> Response:
    """The page of the dealing box for a player."""
    return Response(_page(key))


@blueprint.post("/player/<key>/box")
@by_link(may_see_player, _HOLDER)
def add_words(key: str) -> AnyResponse:
    """Put the player's words into the box."""
    night, player = read_player_key(key)
    state = service().night(night)
    if player not in state.seats:
        raise NotFound
    words = request.form.get("words", "").strip()[:MOST_WORDS]
    if not words:
        return Response(_page(key, _("Type some words first.")), status=400)
    document = {"do": AddWords.do, "player": player, "words": words}
    try:
        # Anybody with the link can send as much as they like: what is refused is not recorded.
        decide(state, read_command(document, state))
        service().execute(document, Sender(who=state.seats[player].name, device=device()), night=night)
    except Refusal as refusal:
        return Response(_page(key, refusal_text(refusal, state.names)), status=409)
    return redirect(url_for("box.page", key=key), code=303)


@blueprint.get("/player/<key>/boxes.json")
@by_link(may_see_player, _HOLDER)
def slip(key: str) -> Response:
    """All boxes of the night that were revealed, for the lines of Python in the documentation."""
    night, player = read_player_key(key)
    state = service().night(night)
    if player not in state.seats:
        raise NotFound
    return Response(json.dumps(revealed_boxes(state), ensure_ascii=False, indent=1), mimetype="application/json")


def _page(key: str, refused: str = "") -> str:
    night, player = read_player_key(key)
    state = service().night(night)
    if player not in state.seats or not state.opened.box:
        raise NotFound
    return render_template(
        "player/box.html",
        key=key,
        night=state,
        box=players_box(state, player),
        revealed=_revealed(state, player),
        refused=refused,
        most_words=MOST_WORDS,
    )
