"""A player's page, its stream, their commands from a phone, and their printed settlement, by signed link."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from threading import Lock
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from werkzeug.exceptions import NotFound, RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.commands import BindHand
from dealer.commands.refusal import Refusal
from dealer.night.command_parsing import BY
from dealer.night.night import NO_PHONE, Night
from dealer.night.own_acts import hand_elsewhere
from dealer.streams import Sender
from events.book.shared_values import SharedValues
from events.cache import Cache
from events.effective_events import EffectiveEvents
from events.records import Recorded
from ledger.accounts import checks
from reports.sheets.papers import settlement_name
from reports.words.game_words import refusal_text
from reports.words.language import gettext as _
from reports.words.language import style
from web.app.app_cache import kept_under
from web.app.authentication import authentication
from web.app.authorization import LOOKS_BACK, by_link, signed_in
from web.app.links import (
    hand_named,
    house_address,
    may_act,
    may_see_player,
    player_key,
    player_link,
    read_hand_key,
    read_player_key,
)
from web.app.request_parsing import command_id, device, document_asked, service
from web.bank_tables import counted_text
from web.box import players_box
from web.game_screens import screens_of
from web.live import channels as live_pages
from web.live.answer import stream
from web.live.channels import Message
from web.papers import papers
from web.player_view import NEWEST_ROUNDS, player_view
from web.tablet.seats import marks_of

MOST_ACTS = 12
WITHIN_S = 10.0
"""So many acts in so many seconds from the first one are a quick hand; more are none."""

MOST_LINKS = 1_024
"""So many links are remembered; where more come, the one that has been quiet for longest is forgotten."""


class Pace:
    """Counts acts by link, together with the other servers of the book. Thread-safe."""

    def __init__(self, shared: SharedValues) -> None:
        self._shared = shared

    def allows(self, night: str, player: str) -> bool:
        """Whether a player's link may be acted by now; the act is counted."""
        return self._shared.count("acts by link", f"{night} {player}", WITHIN_S, most=MOST_LINKS) <= MOST_ACTS


KEPT = 32
"""How many players' settlements are kept: some nights' of full tables."""

Holder = tuple[str, str]
"""Whose settlement it is: the night, and the seat key."""


class SettlementDesk:
    """Hands settlements to holders of players' links, who take a single thread from the tables at most."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: set[Holder] = set()
        self._kept: Cache[Holder, tuple[Hashable, bytes]] = Cache(KEPT)

    def have(self, holder: Holder, state: Hashable, make: Callable[[], bytes]) -> bytes:
        """A player's settlement: from the cache if it was made from the same ``state``, else new.

        Raises :class:`Refusal` (``too_many_sheets``) where they wait for one already.
        """
        with self._lock:
            cached = self._kept.get(holder)
            if cached and cached[0] == state:
                return cached[1]
            if holder in self._waiting:
                raise Refusal("too_many_sheets", "This settlement is being printed. Try again in a moment.")
            self._waiting.add(holder)
        try:
            made = make()
            self._kept.put(holder, (state, made))
        finally:
            with self._lock:
                self._waiting.discard(holder)
        return made


def settlement_desk() -> SettlementDesk:
    """The desk of this application."""
    return kept_under("casekeeper settlements", SettlementDesk)


own_hand_blueprint = Blueprint("hand", __name__)

MOST_BYTES = 2_000
"""The most that an act may carry: it goes into the book as it came, refused or not; the longest is some 200 bytes."""

_HOLDER = "anybody with the link to the player’s hand"


@own_hand_blueprint.get("/hand/<key>", endpoint="page")
@by_link(may_act, _HOLDER)
def own_hand_page(key: str) -> Response:
    """A player's own hand, with the keys for what they do by themselves; its script binds it to the device."""
    night, player = read_hand_key(key)
    message = _own_hand_told(night, player, hand_named(key), device())
    state = service().night(night)
    own = [screens.own_hand for game in state.games if (screens := screens_of(game.name)).own_hand]
    return live_pages.page("own", message, url_for("hand.listen", key=key), own=own, binds=signed_in() is None)


@own_hand_blueprint.get("/hand/<key>/stream", endpoint="listen")
@by_link(may_act, _HOLDER)
def own_hand_listen(key: str) -> Response:
    """The stream of the hand: sent again each time the night moves on."""
    night, player = read_hand_key(key)
    link, phone = hand_named(key), device()
    return stream(night, f"hand on {phone} {link} {player}", partial(_own_hand_told, night, player, link, phone))


@own_hand_blueprint.post("/hand/<key>/phone")
@by_link(may_act, _HOLDER)
def bind(key: str) -> AnyResponse:
    """Bind the hand to this device if none has it; refuse another (``hand_elsewhere``), recording nothing.

    A page's script sends it: to fetch the address, as a preview in a messenger does, binds nothing. Nor does a tablet
    of the staff that only looks at the hand.
    """
    night, player = read_hand_key(key)
    state = service().night(night)
    if signed_in() is None and not state.closed and state.is_seated(player):
        _bind(state, player, hand_named(key))
    return Response(status=204)


@own_hand_blueprint.post("/hand/<key>/commands")
@by_link(may_act, _HOLDER)
def act(key: str) -> Response:
    """Carry out what a player does by themselves; while they may do nothing, nothing of it is recorded."""
    night, player = read_hand_key(key)
    # Who has a copy of the link on another phone must not use up the pace of the phone that has the hand.
    _check_here(service().night(night), player, hand_named(key))
    if not Pace(authentication().shared).allows(night, player):
        raise Refusal("too_quick", "Too fast. Wait a few seconds.")
    if len(request.get_data()) > MOST_BYTES:
        raise RequestEntityTooLarge
    document: Any = document_asked()
    if not isinstance(document, dict) or not isinstance(document.get("do"), str):
        raise Refusal("bad_input", "A command must be a JSON object with a text as 'do'.")
    state, ident = service().night(night), command_id()
    seat = state.seats.get(player)
    if seat is None:
        raise NotFound
    _check_own(state, document)
    shut_out = _shut_out(state, player)
    # What was done already, and is sent again because its answer was lost, is answered as it was, also after the close.
    if shut_out and not any(recorded.command == ident for recorded in service().events(night)):
        raise shut_out
    if not shut_out:
        _bind(state, player, hand_named(key))
    receipt = service().execute(
        {**document, BY: player}, Sender(who=seat.name, device=device()), night=night, command_id=ident
    )
    return jsonify(version=receipt.version)


def _bind(night: Night, player: str, link: str) -> None:
    """Bind a hand to the device of this request, if it is on none; refuses another device (``hand_elsewhere``)."""
    _check_here(night, player, link)
    here = device()
    if night.phones.get(player, NO_PHONE).link != link:
        document = {"do": BindHand.do, "player": player, "device": here, "link": link}
        sender = Sender(who=night.seats[player].name, device=here)
        # The page's script and the first act may come at once.
        service().execute(document, sender, night=night.id, command_id=f"hand-{link}-{here}")


def _check_here(night: Night, player: str, link: str) -> None:
    """Refuse another device than the one that has a hand (``hand_elsewhere``)."""
    if night.phones.get(player, NO_PHONE).is_another(link, device()):
        refusal = hand_elsewhere(player)
        refusal.names = night.names
        raise refusal


def _check_own(night: Night, document: dict[str, Any]) -> None:
    """Refuse commands of the house: none of them is a player's own, whatever they say of whom they are by."""
    if not any(document["do"] in game.words for game in night.games if game.own):
        raise Refusal("not_allowed_here", "Only the dealer can do that.")


def _shut_out(night: Night, player: str) -> Refusal | None:
    """Why a player may do nothing by themselves; nothing where they may, or must only wait for a turn."""
    acts = night.own_acts
    if night.closed:
        return Refusal("wrong_phase", "The night is closed.")
    if not night.is_seated(player):
        return Refusal("unknown_player", "You have left the table.")
    if player in acts.closed_to or not acts.is_open:
        return Refusal("not_allowed_here", "The dealer acts for you. Tell them what you want.")
    return None


def _own_hand_told(night: str, player: str, link: str, here: str) -> Message:
    """The hand as a device sees it; another than the one that has it sees whose it is, and nothing of it."""
    if service().night(night).phones.get(player, NO_PHONE).is_another(link, here):
        return live_pages.follow(night, f"hand elsewhere {player}", partial(_hand_elsewhere_view, player=player))
    return live_pages.follow(night, f"hand {player}", partial(_own_hand_view, player=player))


def _hand_elsewhere_view(state: Night, effective: Sequence[Recorded], player: str) -> str:
    if player not in state.seats:
        raise NotFound
    return render_template(
        "player/hand-elsewhere.html",
        name=state.seats[player].name,
        mark=marks_of(state)[player],
        table=state.opened.table,
        why=refusal_text(hand_elsewhere(player), state.names),
    )


def _own_hand_view(state: Night, effective: EffectiveEvents, player: str) -> str:
    if player not in state.seats:
        raise NotFound
    own = [(screens.own_hand, game) for game in state.games_by_turn if (screens := screens_of(game.name)).own_hand]
    shut_out = _shut_out(state, player)
    held = state.own_acts.is_held and not shut_out
    games = [
        (screen.template, view, game.name) for screen, game in own if screen and (view := screen.view_of(state, player))
    ]
    return render_template(
        "player/hand.html",
        name=state.seats[player].name,
        player=player,
        mark=marks_of(state)[player],
        table=state.opened.table,
        checks_cents=state.ledger.balance(checks(player)),
        waits=refusal_text(shut_out, state.names)
        if shut_out
        else _("No more bets: the cards are being turned.")
        if held
        else "",
        held=held,
        stands=games[0][1].stands if games else "",
        counted=counted_text(state, effective),
        games=games,
        whole=player_link(state.id, player),
    )


player_blueprint = Blueprint("player", __name__)


@player_blueprint.get("/player/<key>", endpoint="page")
@by_link(may_see_player, "anybody with the player’s link")
def player_page(key: str) -> Response:
    """A player's page, with every round of theirs (``?rounds=all``); for the staff as of an event too (``?at=``)."""
    night, player = read_player_key(key)
    whole = _whole()
    looked_back = live_pages.past(night, partial(_shown_then, player=player, whole=whole), "own")
    if looked_back:
        return looked_back
    stream = url_for("player.listen", key=key, rounds="all" if whole else None)
    return live_pages.page("own", _player_told(night, player, whole), stream)


@player_blueprint.get("/player/<key>/stream", endpoint="listen")
@by_link(may_see_player, "anybody with the player’s link")
def player_listen(key: str) -> Response:
    """The stream of a player's page: sent again each time the night moves on."""
    night, player = read_player_key(key)
    whole = _whole()
    return stream(night, _what(player, whole), partial(_player_told, night, player, whole))


@player_blueprint.get("/player/<key>/settlement.pdf")
@by_link(may_see_player, "anybody with the player’s link")
def settlement(key: str) -> Response:
    """Their settlement as a PDF in the language of their page, once the night is closed.

    It is without the night's log, which holds what the others did.
    """
    night, player = read_player_key(key)
    state, head = service().at(night)
    if not state.closed or player not in state.seats:
        raise NotFound
    name = settlement_name(state, player)
    content = settlement_desk().have(
        (night, player),
        (head.hash, style(), house_address()),
        lambda: papers.print_paper(
            state,
            service().book.events(night, until=head.version),
            name,
            language=style().language,
            with_log=False,
        ),
    )
    return papers.pdf(content, f"{night}-{name}")


def _whole() -> bool:
    return request.args.get("rounds") == "all"


def _player_told(night: str, player: str, whole: bool) -> Message:
    return live_pages.follow(night, _what(player, whole), partial(_player_shown, player=player, whole=whole))


def _what(player: str, whole: bool) -> str:
    # The key comes last: it may be any text.
    return f"every round of player {player}" if whole else f"player {player}"


def _player_shown(state: Night, effective: EffectiveEvents, player: str, whole: bool, at: str | None = None) -> str:
    if player not in state.seats:
        raise NotFound
    key = player_key(state.id, player)
    house, card = service().house(), state.seats[player].card
    return render_template(
        "player/player.html",
        card=house.card(card) if card and at is None else None,
        view=player_view(state, effective, player, None if whole else NEWEST_ROUNDS),
        settlement=url_for("player.settlement", key=key),
        box=players_box(state, player) if at is None else None,
        box_page=url_for("box.page", key=key) if state.opened.box else "",
        every_round=url_for("player.page", key=key, rounds="all", at=at),
    )


def _shown_then(state: Night, effective: EffectiveEvents, player: str, whole: bool) -> str:
    """As :func:`_shown`; of an event before they first sat down it says so."""
    if player not in state.seats:
        return render_template("player/player.html", view=None)
    return _player_shown(state, effective, player, whole, request.args.get(LOOKS_BACK))
