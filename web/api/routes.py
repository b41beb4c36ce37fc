"""The JSON API: nights, commands, results, events, the house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from flask import Blueprint, Response, jsonify, request, url_for
from flask_wtf.csrf import generate_csrf

from dealer.commands.refusal import Refusal
from dealer.night.result import house_result, result_in_house
from dealer.night_service import Receipt
from events.book.book import Book
from events.common.house import STAFF
from events.frozen import Frozen
from events.records import BookError
from reports.words.game_words import phrase_text, refusal_text
from reports.words.language import book_error_text
from web.api import replies
from web.app.authorization import open_to_all, reader_of_own_nights, signed_in
from web.app.request_parsing import (
    as_it_stands,
    carry_out,
    command_id,
    document_asked,
    number_asked,
    number_of,
    open_night,
    sender,
    service,
    with_signers,
)
from web.live.answer import MEDIA_TYPE, stream_of_events
from web.nights.night_list import kept_lines, night_lines

blueprint = Blueprint("api", __name__, url_prefix="/api")


def _reply(record: Frozen) -> Response:
    return jsonify(msgspec.to_builtins(record))


@blueprint.get("/token")
@open_to_all
def token() -> Response:
    """A token for the header ``X-CSRFToken``, good for the session whose cookie comes with it, and whose that is."""
    member = signed_in()
    return _reply(replies.SessionToken(token=generate_csrf(), name=member.name if member else ""))


@blueprint.get("/nights")
def nights() -> Response:
    """The ids of all nights; for somebody who is a dealer only, of their own."""
    dealer = reader_of_own_nights()
    if dealer is None:
        return _reply(replies.Nights(nights=tuple(service().nights())))
    own = reversed(night_lines(service(), kept_lines(), dealer))
    return _reply(replies.Nights(nights=tuple(line.night for line in own)))


@blueprint.post("/nights")
def new_night() -> Response:
    """Open a night: the arguments of ``open_night``."""
    receipt = open_night(document_asked())
    response = _receipt(receipt)
    response.status_code = 201
    response.headers["Location"] = url_for("api.night", night=receipt.night)
    return response


@blueprint.get("/nights/<night>")
def night(night: str) -> Response:
    """The result of a night as it stands."""
    now = as_it_stands(night)
    response = jsonify({**result_in_house(now.night, now.events, service().house()), "refused": []})
    response.headers["ETag"] = f'"{now.head.version}"'
    return response


@blueprint.get("/nights/<night>/legal")
def legal(night: str) -> Response:
    """The commands that are possible now, by game, with what their arguments can be."""
    now = as_it_stands(night).night
    on = now.game_on
    games = [game for game in now.games if not now.closed and on in (None, game)]
    return jsonify(
        {
            game.name: [
                {"do": legal.command.do, "takes": {name: taken.data for name, taken in legal.takes({}).items()}}
                for legal in game.legal(now.tables[game.name])
            ]
            for game in games
        }
    )


@blueprint.get("/nights/<night>/events")
def events(night: str) -> Response:
    """The events of a night after a version (``?after=``), as JSON or as server-sent events that go on live.

    There are at most 500 in an answer in JSON. With ``Accept: text/event-stream`` each event is a message, whose ``id``
    is the event's version and whose ``data`` is its row. Messages named ``beat`` have no event; they show every few
    seconds that the connection is alive. A listener who connects again with the last id in ``Last-Event-ID`` goes on
    after it.
    """
    head = as_it_stands(night).head
    after = number_of(request.headers.get("Last-Event-ID", "")) or number_asked("after") or 0
    best = request.accept_mimetypes.best_match(["application/json", MEDIA_TYPE])
    if best == MEDIA_TYPE:
        book = service().book
        return stream_of_events(night, after, lambda after, until: _encoded(_rows(book, night, after, until)))
    rows = _rows(service().book, night, after, head.version)
    return _reply(replies.EventPage(night=night, version=head.version, events=tuple(rows)))


MOST_EVENTS = 500
"""How many events are in one answer, or are read at once for a stream."""


def _rows(book: Book, night: str, after: int, until: int) -> Iterator[replies.EventRow]:
    for row in book.event_rows(night, after=after, until=min(until, after + MOST_EVENTS)):
        yield replies.EventRow(row="fact", **row._asdict())


def _encoded(rows: Iterable[replies.EventRow]) -> Iterator[tuple[int, str]]:
    return ((row.version, msgspec.json.encode(row).decode()) for row in rows)


@blueprint.post("/nights/<night>/commands")
def command(night: str) -> Response:
    """Carry out one command of a night: of every night, or of one of its games."""
    return _receipt(carry_out(night))


@blueprint.post("/nights/<night>/proposals")
def proposal(night: str) -> Response:
    """What would come of an ``amend``, given as its ``command`` and ``instead``: what it must drop, who gets and gives.

    Nothing is recorded. Cents are the difference to the night as it stands.
    """
    document = document_asked()
    if (
        not isinstance(document, dict)
        or set(document) != {"command", "instead"}
        or not isinstance(document["command"], str)
    ):
        raise Refusal("bad_input", "A proposal has the id of a command and what to put in its place, or null.")
    if not isinstance(document["instead"], dict | None):
        raise Refusal("bad_input", "What is put in the place of a command is a command, or null.")
    proposed = service().propose(night, document["command"], document["instead"])
    differ, names = proposed.differences, proposed.night.names
    return _reply(
        replies.Proposal(
            drop=tuple(proposed.amended.drop),
            dropped=tuple(
                replies.DroppedCommand(
                    command=dropped.command,
                    do=dropped.document["do"],
                    code=dropped.refusal.code,
                    why=refusal_text(dropped.refusal, names),
                )
                for dropped in proposed.amended.dropped
            ),
            players={player.player: player.cents for player in differ.players},
            bank=replies.BankDifference(result=differ.bank_cents, tokes=differ.tokes_cents, pot=differ.in_pot_cents),
            bets=tuple(
                replies.BetDifference(
                    bet=bet.bet,
                    player=bet.player,
                    deal=bet.deal,
                    turn=bet.turn,
                    was=tuple(settled.result for settled in bet.settled.book),
                    would_be=tuple(settled.result for settled in bet.settled.other),
                    cents=bet.cents,
                )
                for bet in differ.bets
            ),
        )
    )


def _receipt(receipt: Receipt) -> Response:
    response = _reply(
        replies.Receipt(
            night=receipt.night,
            command=receipt.command,
            version=receipt.version,
            head=receipt.hash,
            facts=tuple(type(event).__name__ for event in receipt.events),
            warnings=tuple(map(phrase_text, receipt.warnings)),
        )
    )
    response.headers["ETag"] = f'"{receipt.version}"'
    return response


@blueprint.get("/house")
def house() -> Response:
    """The house as it stands: cards, slips, staff and nights."""
    state = service().house()
    return jsonify(house_result(state, {night: night for night in state.night_order}))


@blueprint.post("/house/commands")
def house_command() -> Response:
    """Carry out one command of the house."""
    committed = service().execute_for_house(with_signers(document_asked()), sender(), command_id=command_id())
    return _reply(
        replies.HouseReceipt(
            command=committed.command.id,
            version=committed.command.version_after,
            facts=tuple(recorded.kind for recorded in committed.events),
        )
    )


health_blueprint = Blueprint("health", __name__)


OUT_OF_ORDER = 503


@health_blueprint.get("/healthz")
@open_to_all
def healthz() -> Response:
    """Whether the book can be read and its writer writes: one row is read, and nothing is written for it."""
    book = service().book
    try:
        book.assert_writing()
        book.head(STAFF)
    except BookError as error:
        response = jsonify({"status": "failing", "code": error.code, "why": book_error_text(error)})
        response.status_code = OUT_OF_ORDER
        return response
    return jsonify({"status": "ok"})
