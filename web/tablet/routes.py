"""The tablet's routes: the table of a night, its commands, and the stream that keeps it live."""

from __future__ import annotations

from typing import Any, Final

from flask import (
    Blueprint,
    Response,
    get_template_attribute,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from msgspec.structs import replace
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.commands import RelieveDealer, Void
from dealer.commands.refusal import Refusal
from dealer.games import game_called
from dealer.house.decide import RegisterPlayer
from dealer.house.roles import HOUSE_VERSION, thresholds, without_signers
from dealer.night.command_parsing import DRAWN, as_document, read_command
from dealer.night.house import on_screen
from dealer.night.night import Night
from dealer.staff import member_called
from dealer.streams import Sender
from events.common.event import Event
from events.common.night import Correction
from events.effective_events import EffectiveEvents
from events.games import game_of
from events.records import RecordedCommand
from reports.words.game_words import refusal_text
from reports.words.language import gettext as _
from reports.words.night_words import moved
from reports.words.sentences import asked_for, waiting_words
from web.app.app_cache import kept_in_language
from web.app.authentication import authentication
from web.app.authorization import let_in, may_confirm, nobody_confirms, signed_in
from web.app.errors import refusal_status
from web.app.request_parsing import (
    SECOND_PIN,
    Moment,
    as_it_stands,
    carry_out,
    command_id,
    device,
    document_asked,
    expected_version,
    json_of,
    moment,
    sender,
    service,
    with_signers,
)
from web.game_screens import screens_of
from web.live.answer import TABLET, stream
from web.live.channels import Message, version_of
from web.tablet import fragments
from web.tablet.fragments import drawing, piece, pieces
from web.tablet.help import help_texts, practice_steps, shortcuts
from web.tablet.people import CardList, people_of


def moment_of(effective: EffectiveEvents, game: str, *counted: object, made_by: type[Event] = Event) -> str:
    """The state of a game's table: what is ``counted`` there, and the number of the game's last effective event.

    The number tells a call or a score from another that replaced it after it was taken back. Only events of type
    ``made_by`` count for it: a game may leave out some of its events, such as stakes that are laid.
    """
    last = (
        recorded.version
        for recorded in reversed(effective)
        if isinstance(recorded.event, made_by) and game_of(recorded.event) == game
    )
    return ".".join(map(str, (*counted, next(last, 0))))


blueprint = Blueprint("tablet", __name__)
blueprint.add_app_template_global(piece)
blueprint.add_app_template_global(pieces)
blueprint.add_app_template_global(help_texts)
blueprint.add_app_template_global(shortcuts)
blueprint.add_app_template_global(practice_steps)

COMMAND_VERSION = "Command-Version"
"""The header with the version that a command made; the table sent with it may be newer, by other tablets' acts."""

TOUCHED_AT = "Touched-At"
"""The header of a command with the moment of the table (:func:`moment_of`) at which it was touched."""

ENTERED_BEFORE = "Entered-Before"
"""The header of an answer to a command that another tablet had entered already: it was not carried out again."""

HOUSE_SHOWN = "House-Version"
"""The header of a table with the version of the house that it shows."""

TOKEN = "Token"
"""The header of an answer that signed somebody in, with the token of their session."""

SUMS: Final = frozenset(("amount", "stake", "add"))
"""Arguments of commands that may be sent twice on purpose: two checks of $5 on one card, two sales of checks."""


def render_table(then: Moment, page: str | None = None, **shown: Any) -> Response:
    """The table of a night at a moment: of the game that is on, else of the requested (``?game=``) or last game.

    It is rendered as the parts that a page swaps, or as a whole page with the template ``page``. If the request names
    the drawing that its page shows, and that is still cached, the answer has only the differences from it.
    """
    house = service().house()
    night = _at_table_asked(on_screen(then.night, house))
    tablet = screens_of(night.dealing).tablet
    view = tablet.view_of(night, then.head, then.events)
    people = people_of(night, None if then.past else house, kept_in_language("casekeeper cards", CardList).of)
    begins = " ".join(game.starts for game in night.games)
    words = {**waiting_words(night.games_by_turn), RegisterPlayer.do: _("%(name)s: new card")} if page else {}
    shared = " ".join(sorted(night.shared_words(game_called(night.dealing))))
    of_play = " ".join(sorted({word for game in night.games for word in game.words}))
    name = fragments.new_name()
    now = drawing(
        night.id,
        lambda: render_template(
            page or tablet.template,
            view=view,
            house_people=people,
            tablet=tablet,
            drawn=name,
            begins=begins,
            shared=shared,
            of_play=of_play,
            words=words,
            thresholds=thresholds(night.settings),
            house_version=house.version,
            **tablet.drawn_with,
            **shown,
        ),
    )
    response = fragments.answer(night.id, now, name) if not then.past else make_response(now.html)
    response.headers["ETag"] = f'"{view.version}"'
    response.headers[HOUSE_SHOWN] = str(house.version)
    return response


def _at_table_asked(night: Night) -> Night:
    """The night with the requested game (``?game=``) as its last one, if the night has it and none is on."""
    game = request.args.get("game")
    return replace(night, dealing=game) if game in night.tables and not night.game_on else night


@blueprint.get("/nights/<night>/table")
def table(night: str) -> Response:
    """The table as it stands or stood (``?at=``), as the parts that the page swaps."""
    return render_table(moment(night))


@blueprint.get("/nights/<night>/coming")
def preview(night: str) -> str:
    """What a command (`?command=`) would come to at a table, or in place of the last one there (`?instead=`)."""
    state = _at_table_asked(on_screen(as_it_stands(night).night, service().house()))
    coming_of = screens_of(state.dealing).tablet.preview
    if coming_of is None:
        raise NotFound
    try:
        document = as_document(json_of(request.args.get("command", "")))
    except ValueError as error:
        raise Refusal("bad_input", "A command must be a JSON object.") from error
    document_sent = state.addressed(game_called(state.dealing), document)
    drawn = coming_of(state, document_sent, "instead" in request.args)
    text: str = get_template_attribute(drawn.template, "preview")(drawn.view)
    return text


@blueprint.post("/nights/<night>/commands")
def touch(night: str) -> Response:
    """Carry out what a touch asks for, and answer with the table after it.

    A card is made here as well, so that it waits with the other touches and comes before the seat that is for it.
    """
    document = document_asked()
    if isinstance(document, dict) and document.get("do") == RegisterPlayer.do:
        return _register(night, document)
    try:
        head = carry_out(night).head
    except Refusal as refusal:
        if refusal.code == "second_needed":
            touched = {name: value for name, value in without_signers(document).items() if name != SECOND_PIN}
            return _second_needed(night, touched, refusal)
        entered = _entered_before(night) if refusal.code == "stale_version" else None
        if entered is None:
            raise
        response = render_table(as_it_stands(night))
        response.headers[ENTERED_BEFORE] = "yes"
        response.headers[COMMAND_VERSION] = str(entered)
        return response
    # As it stands, whatever event the address may ask for.
    response = render_table(as_it_stands(night))
    response.headers[COMMAND_VERSION] = str(head.version)
    return response


@blueprint.post("/nights/<night>/dealer")
def deal(night: str) -> AnyResponse:
    """Who is signed in deals this night from now on; then go to its table."""
    if service().night(night).dealer != sender().who:
        document = {"do": RelieveDealer.do, "dealer": sender().who}
        service().execute(with_signers(document), sender(), night=night, command_id=command_id())
    return redirect(url_for("pages.night", night=night), code=303)


@blueprint.post("/nights/<night>/relief")
def relief(night: str) -> Response:
    """Have one of the staff (``dealer``) deal from now on, who shows their ``pin`` and is signed in on this tablet.

    If the rules refuse the relief, whoever was signed in stays so.
    """
    document = document_asked()
    if not isinstance(document, dict) or not all(isinstance(document.get(name), str) for name in ("dealer", "pin")):
        raise Refusal("bad_input", "A relief has the name of a dealer and their PIN.")
    service().night(night)
    auth, asks = authentication(), sender()
    session_id = auth.sign_in(document["dealer"], document["pin"], asks, request.remote_addr or "")
    try:
        name = member_called(auth.register, document["dealer"]).name
        if service().night(night).dealer != name:
            signed = {"who": name} if service().house().staff else {}
            relieved = {"do": RelieveDealer.do, "dealer": name, **signed}
            service().execute(relieved, Sender(who=name, device=device()), night=night, command_id=command_id())
    except Refusal:
        auth.sign_out(session_id, asks)
        raise
    token = let_in(session_id, asks)
    # The page that is drawn now has their lock.
    signed_in()
    response = render_table(as_it_stands(night))
    response.headers[TOKEN] = token
    return response


def _second_needed(night: str, document: dict[str, Any], refusal: Refusal) -> Response:
    """The answer to a touch that a second person has to confirm: what they confirm in a sentence, and who may."""
    state, house = service().night(night), service().house()
    names, shown = may_confirm(document, state), on_screen(state, house)
    moves = (
        moved(
            Correction(source=correction.source, target=correction.target, amount_cents=correction.amount), shown.names
        )
        for correction in getattr(read_command(document, state), "corrections", ())
    )
    response = jsonify(
        code=refusal.code,
        why=refusal_text(refusal, shown.names) if names else nobody_confirms(document["do"]),
        confirms={"what": " ".join([asked_for(shown, document), *(f"{move}." for move in moves)]), "names": names},
    )
    response.status_code = refusal_status(refusal)
    return response


def _register(night: str, document: dict[str, Any]) -> Response:
    """Make a card; the night does not move on by it. Another tablet may have made the same one."""
    now, seen, entered = as_it_stands(night), expected_version(), False
    try:
        service().execute_for_house(with_signers(document), sender(), command_id=command_id())
    except Refusal as refusal:
        made = service().house().cards.get(document["card"]) if refusal.code == "already_done" else None
        entered = made is not None and made.name == document.get("name")
        if not entered:
            raise
    response = render_table(now)
    if entered:
        response.headers[ENTERED_BEFORE] = "yes"
    response.headers[COMMAND_VERSION] = str(now.head.version if seen is None else seen)
    return response


def _entered_before(night: str) -> int | None:
    """The version after another tablet's same command, accepted since the sender saw the table, at the same moment.

    ``None`` if no such command is in effect, or if the command may be sent twice on purpose (:data:`SUMS`).
    """
    document, seen, touched_at = document_asked(), expected_version() or 0, request.headers.get(TOUCHED_AT)
    if not SUMS.isdisjoint(document):
        return None
    history = service().history(night)
    standing = {recorded.command for recorded in history.events.effective}
    takes_back = document["do"] == Void.do

    def is_same(command: RecordedCommand) -> bool:
        before = command.version_before
        if _as_touched(command.document) != document or command.refused is not None or before < seen:
            return False
        if takes_back:
            return before == seen
        return command.id in standing and (before == seen or moment_at(before) == touched_at)

    def moment_at(version: int) -> str:
        state = _at_table_asked(history.at(version))
        view = screens_of(state.dealing).tablet.view_of(state, history.head(version), history.until(version))
        return str(view.moment)

    return next((command.version_after for command in service().book.commands(night) if is_same(command)), None)


def _as_touched(recorded: dict[str, Any]) -> dict[str, Any]:
    """The document of a command as the tablet sent it, without what the program added."""
    return {name: value for name, value in without_signers(recorded).items() if name not in (HOUSE_VERSION, DRAWN)}


@blueprint.get("/nights/<night>/stream")
def follow(night: str) -> Response:
    """Tell a tablet each time the night has moved on, or the house in what concerns its table.

    It is told only the versions: the answers to its own touches already contain the table, and only the page knows
    whether the table that it shows is older.
    """
    nights = service()
    nights.night(night)

    def moved() -> Message:
        version = version_of(nights, night)
        return Message(version=version, data=" ".join(map(str, version)), event="moved")

    return stream(night, TABLET, moved, quick=True)
