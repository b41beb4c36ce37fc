"""The pages of nights: list, table, closed and damaged nights, links, and running verifications."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from urllib.parse import parse_qs, urlsplit

from flask import (
    Blueprint,
    Response,
    flash,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    send_from_directory,
    url_for,
)
from markupsafe import Markup
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.commands import MoveHand, OpenNight, SeatPlayer
from dealer.commands.refusal import Refusal
from dealer.house.decide import RevokeLinks
from dealer.night.night import Night
from events.frozen import Frozen
from reports.pdf.qr_codes import code_on_screen
from reports.render_options import FONTS, HouseStyle
from reports.words.language import LANGUAGES
from reports.words.language import gettext as _
from web.app.authorization import (
    house,
    links_hours,
    may,
    open_to_all,
    permits,
    reader_of_own_nights,
    register,
    signed_in,
)
from web.app.errors import refusal_in_words, refusal_status
from web.app.links import (
    board_link,
    device_with_hand,
    full_address,
    hand_link,
    has_ended,
    is_only_here,
    player_link,
)
from web.app.request_parsing import command_id, moment, number_asked, open_night, sender, service, with_signers
from web.app.response_headers import A_YEAR_S, set_cookie
from web.board import ODDS
from web.game_screens import screens_of
from web.language import house_style, printings_keeper
from web.nights.closed_night import closed_night
from web.nights.night_form import NightForm, game_choices, next_roll, opening_again, style_of_choices
from web.nights.night_list import NightLine, kept_lines, matching, night_lines
from web.papers import papers
from web.tablet.routes import render_table
from web.tablet.seats import Mark, marks_of
from web.time_travel import scrubber_of

link_blueprint = Blueprint("links", __name__)

OF_TABLET, OF_BOARD_WITH_ODDS = "tablet:", "odds:"
"""Stand for the house’s own address and the board’s with odds where a player’s link has a seat key without a colon."""


class Link(Frozen):
    """A link with its code, and what it is ``good_for``; ``player`` and ``mark`` are empty where it is no player's.

    ``of`` is what it is called in the address of its page; all but the house's own address are signed.
    """

    title: str
    address: str
    good_for: str
    of: str = ""
    player: str = ""
    mark: Mark | None = None
    acts: bool = False

    @property
    def code(self) -> Markup:
        """The address as a QR code."""
        return code_on_screen(self.address)


@link_blueprint.get("/nights/<night>/links")
def page(night: str) -> Response:
    """The links of a night, one large: the board's, a player's (``?of=red``), the house's own (``?of=tablet:``)."""
    state, _head = service().at(night)
    board = Link(
        title=_("The board"),
        address=board_link(night, external=True),
        good_for=_("For the big screen: the layout and the cards, no money."),
    )
    tablet = Link(
        title=_("A tablet"),
        address=full_address(url_for("pages.nights")),
        good_for=_("Open this on another tablet in the local network and sign in there."),
        of=OF_TABLET,
    )
    links = (board, *_board_with_odds(state), tablet, *player_links(state), *_hand_links(state))
    query = (request.args.get("of", ""), "acts" in request.args)
    shown = next((link for link in links if (link.of, link.acts) == query), None)
    if shown is None:
        raise NotFound
    back = url_for("pages.night", night=night)
    return make_response(
        render_template(
            "links.html",
            night=state,
            links=links,
            shown=shown,
            back=back,
            only_here=is_only_here(),
            # The house does not know nights of earlier programs.
            may_revoke=night in service().house().nights and permits("links.revoke", night=night),
            lasts=links_hours(),
            over=_is_over(board.address),
            ended="ended" in request.args,
            may_move=shown.acts and permits("links.move", night=night),
            phone=device_with_hand(state, shown.player) if shown.acts else "",
            moved="moved" in request.args,
            command_id=secrets.token_hex(16),
        )
    )


def _is_over(address: str) -> bool:
    """Whether the link that a board is given now has ended with its night, and those of players with it."""
    link = urlsplit(address)
    key = parse_qs(link.query)["key"][0]
    return has_ended(link.path, key, house(), service().with_events, links_hours)


@link_blueprint.post("/nights/<night>/links")
def revoke(night: str) -> AnyResponse:
    """End the links of a player (``player``), or the board's and everybody's; new ones are shown from then on."""
    player, acts = request.form.get("player", ""), request.form.get("acts") or None
    document = {"do": RevokeLinks.do, "night": night, **({"player": player} if player else {})}
    service().execute_for_house(with_signers(document), sender(), command_id=command_id())
    return redirect(url_for("links.page", night=night, of=player or None, acts=acts, ended=1), code=303)


@link_blueprint.post("/nights/<night>/hands")
def move(night: str) -> AnyResponse:
    """Move a player's hand (``player``) to another phone: its link ends, and the first to use the new one has it."""
    player = request.form.get("player", "")
    document = {"do": MoveHand.do, "player": player}
    service().execute(with_signers(document), sender(), night=night, command_id=command_id())
    return redirect(url_for("links.page", night=night, of=player, acts=1, moved=1), code=303)


def _board_with_odds(night: Night) -> tuple[Link, ...]:
    """The link to the board with a strip of odds, in a night of which a game has some."""
    if not any(screens_of(game.name).odds for game in night.games):
        return ()
    return (
        Link(
            title=_("The board with the odds"),
            address=f"{board_link(night.id, external=True)}&{ODDS}=1",
            good_for=_(
                "For the big screen, with what everybody could work out: the chances of the next turn, no money."
            ),
            of=OF_BOARD_WITH_ODDS,
        ),
    )


def player_links(night: Night) -> tuple[Link, ...]:
    """The players' links, as the browser that asks sees this house."""
    marks = marks_of(night)
    return tuple(
        Link(
            title=seat.name,
            address=player_link(night.id, player, external=True),
            good_for=_("Scan to see your checks, your markers and every bet. Keep this link to yourself."),
            of=player,
            player=player,
            mark=marks[player],
        )
        for player, seat in night.seats.items()
    )


def _hand_links(night: Night) -> tuple[Link, ...]:
    """The links to the hands of the players who sit at a table at which they can act."""
    if night.closed or not any(screens_of(game.name).own_hand for game in night.games):
        return ()
    marks = marks_of(night)
    return tuple(
        Link(
            title=_("%(name)s’s hand", name=seat.name),
            address=hand_link(night.id, player, external=True),
            good_for=_("Scan to play from your phone when the dealer lets you. Keep this link to yourself."),
            of=player,
            player=player,
            mark=marks[player],
            acts=True,
        )
        for player, seat in night.seated.items()
    )


pages_blueprint = Blueprint("pages", __name__)

_A_DAY = 24 * 60 * 60
_PUT_AWAY = "first-steps-put-away"
"""The cookie of a browser that no longer shows the first steps."""
_LONGEST_SEARCH = 100
A_PAGE = 50
"""How many nights the list shows at once."""


@pages_blueprint.get("/")
def nights() -> Response:
    """The nights of the book, those that a search finds (``?find=``), and the form for a new night."""
    return _list_page()


@pages_blueprint.post("/nights")
def new_night() -> AnyResponse:
    """Open a night as typed, and go to its table; what is refused is said beside its field.

    Asked to ``show`` the rules of a game, the form comes back with those of its chosen house. Asked to open one like
    another night (``again``), it is opened for today, and the people of that night are seated. If a night of today is
    open at that table, it leads there, and says so if it was opened on another device.
    """
    if "again" in request.form:
        again = request.form["again"]
        try:
            return redirect(url_for("pages.night", night=_again(service().night(again))), code=303)
        except Refusal as refusal:
            if refusal.code != "bad_input":
                raise
            # What rules of before allowed, such as shares over the whole, is corrected in the form.
            return _list_page(_fresh_form(again), refusal)
    form = NightForm.read(request.form)
    if "show" in request.form:
        return _list_page(form, shown=request.form["show"])
    try:
        receipt = open_night(form.arguments())
    except Refusal as refusal:
        if not may(OpenNight.do):
            raise
        return _list_page(form, refusal)
    return redirect(url_for("pages.night", night=receipt.night), code=303)


@pages_blueprint.post("/nights/edges")
def house_edges() -> Response:
    """What the rules on the form that opens a night mean for the bank, in sentences; nothing is opened."""
    return jsonify(NightForm.read(request.form).edges_in_words)


@pages_blueprint.post("/first-steps/put-away")
def put_away() -> AnyResponse:
    """Show the first steps no longer in this browser."""
    answer = redirect(url_for("pages.nights"), code=303)
    set_cookie(answer, _PUT_AWAY, "1", max_age=A_YEAR_S, secure=request.is_secure)
    return answer


@pages_blueprint.get("/opening.css")
@open_to_all
def opening_style() -> Response:
    """The style of the form that opens a night: it shows the rules of the games that are chosen."""
    response = make_response(style_of_choices())
    response.mimetype = "text/css"
    return response


@pages_blueprint.get("/nights/<night>")
def night(night: str) -> Response:
    """The table of an open night; the settlement of a closed one; either as of an event (``?at=``), with the scrubber.

    Between rounds the table of another of its games can be asked for (``?game=``).
    """
    then = moment(night)
    scrubber = scrubber_of(then) if then.past else None
    if not then.night.closed:
        return render_table(then, "night.html", scrubber=scrubber, looks_on=_looks_on(then.night))
    people = None if then.past else service().house()
    view = closed_night(then.night, then.events, papers.papers_by_name(then.night, then.events), people)
    codes = () if _is_over(board_link(night)) else player_links(then.night)
    return make_response(render_template("closed.html", view=view, codes=codes, scrubber=scrubber))


def _looks_on(night: Night) -> str:
    """Says who deals to somebody whose roles permit no play; "" for anybody else."""
    member = signed_in()
    if member is None or may(SeatPlayer.do):
        return ""
    held = ", ".join(map(_, house().staff.get(member.name, ())))
    return _(
        "%(dealer)s deals here. %(name)s (%(held)s) may look on, but not play.",
        dealer=night.dealer,
        name=member.name,
        held=held,
    )


@pages_blueprint.get("/nights/<night>/papers/<name>.pdf")
def paper(night: str, name: str) -> Response:
    """One of a night's papers as a PDF."""
    state, head = service().at(night)
    events = service().book.events(night, until=head.version)
    return papers.pdf(papers.print_paper(state, events, name), f"{night}-{name}")


@pages_blueprint.get("/fonts/<name>")
@open_to_all
def font(name: str) -> Response:
    """A font; pages and papers use the same."""
    response = send_from_directory(FONTS, name, max_age=_A_DAY)
    response.headers["Cache-Control"] = f"public, max-age={_A_DAY}"
    return response


@pages_blueprint.get("/favicon.ico")
@open_to_all
def icon() -> AnyResponse:
    """The icon, for browsers that look for it in the old place."""
    return redirect(url_for("static", filename="icon.svg"), code=301)


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()


class FirstSteps(Frozen):
    """What a new house does first, and which of it is done. ``code`` is the QR code of ``address``, for tablets."""

    style: HouseStyle
    has_style: bool
    address: str
    code: Markup
    only_here: bool
    has_tablet: bool
    has_night: bool
    languages: dict[str, str]


def _first_steps(nights: int, open_nights: int) -> FirstSteps | None:
    """The first steps, until all are done, a night is closed, or they are put away; for who may take them."""
    if nights > open_nights or _PUT_AWAY in request.cookies or not permits("house_style.choose"):
        return None
    address = full_address(url_for("pages.nights"))
    steps = FirstSteps(
        style=house_style(),
        has_style=printings_keeper().printings().style is not None,
        address=address,
        code=code_on_screen(address),
        only_here=is_only_here(),
        has_tablet=len({device for member in register().members.values() for device in member.trusted}) > 1,
        has_night=bool(nights),
        languages={code: language.title for code, language in LANGUAGES.items()},
    )
    return None if steps.has_style and steps.has_tablet and steps.has_night else steps


def _open_tonight(open_lines: Sequence[NightLine]) -> dict[str, str]:
    """The open nights with the date of today by their tables; of several at a table the last opened."""
    return {line.table: line.night for line in reversed(open_lines) if line.date == _today()}


def _again(before: Night) -> str:
    """The id of tonight's open night at the table of another one; without any, it is opened.

    Raises :class:`NotFound` for a night that this member may not see: its people are seated.
    """
    if not permits("pages.night", night=before.id):
        raise NotFound
    try:
        night = _night_tonight(before) or _open_again(before)
    except Refusal as refusal:
        opened = _night_tonight(before)
        if refusal.code != "command_reused" or opened is None:
            raise
        # Somebody else opened it at the same moment.
        night = opened
    if service().events(night)[0].device != sender().device and permits("pages.night", night=night):
        flash(_("This night is open already. No other was opened."))
    return night


def _night_tonight(before: Night) -> str | None:
    return _open_tonight(kept_lines().open(service())).get(before.opened.table)


def _open_again(before: Night) -> str:
    """Open a night like another one and seat everybody who had a seat there, in that order; gives its id.

    Who was barred since then is left out, and the page that is shown next says so. Two cards that were joined since
    then have one seat. Commands get the same ids on all devices, so that a night is opened again once a day.
    """
    today, people = _today(), service().house()
    sent_as = f"again-{before.id}-{today}"
    opening = {"do": OpenNight.do, **opening_again(before.opened, today, next_roll(before.id).cents)}
    opened = service().execute(with_signers(opening), sender(), command_id=sent_as).night
    for number, player in enumerate(before.seating, start=1):
        seat = before.seats[player]
        card = people.card(seat.card) if seat.card else None
        if card and card.barred:
            flash(_("%(name)s is barred and was not seated: %(reason)s.", name=card.screen_name, reason=card.barred))
        if card and (card.barred or card.key in service().night(opened).cards.values()):
            continue
        seating = {"do": SeatPlayer.do, "player": player}
        seating |= {"name": seat.name} if seat.name_given else {}
        seating |= {"card": card.key} if card else {}
        service().execute(with_signers(seating), sender(), night=opened, command_id=f"{sent_as}-seat-{number}")
    return opened


def _list_page(form: NightForm | None = None, refused: Refusal | None = None, *, shown: str = "") -> Response:
    """The page with a form as it was sent; without one, with the form filled in as the last night was opened."""
    own = reader_of_own_nights()
    lines, open_lines = night_lines(service(), kept_lines(), own), kept_lines().open(service())
    open_nights = [line for line in open_lines if own is None or own in line.dealers]
    played = [line for line in lines[:A_PAGE] if not (line.unreadable or line.demonstration)]
    last, tonight = next(iter(played), None), _open_tonight(open_lines)
    again = next((line for line in played if line.table not in tonight), None)
    wanted = request.args.get("find", "").strip()[:_LONGEST_SEARCH]
    found = matching(lines, wanted) if wanted else lines
    page = number_asked("page") or 1
    shown_nights = found[(page - 1) * A_PAGE : page * A_PAGE]
    form_shown = form or _fresh_form(last.night if last else "")
    html = render_template(
        "nights.html",
        nights=shown_nights,
        found=len(found),
        page=page,
        has_older=page * A_PAGE < len(found),
        of_all=len(lines),
        in_book=kept_lines().count(service().book),
        wanted=wanted,
        open_nights=open_nights,
        to_deal=[line for line in open_lines if line.dealing and line not in open_nights],
        steps=_first_steps(len(lines), len(open_lines)),
        again=again,
        again_roll=next_roll(again.night) if again else None,
        form=form_shown,
        edges=form_shown.edges_in_words,
        games=game_choices(),
        refused=refusal_in_words(refused) if refused else "",
        wrong=form.field_of(refused) if form and refused else "",
        shown=shown,
        command_id=secrets.token_hex(16),
    )
    return make_response(html, refusal_status(refused) if refused else 200)


def _fresh_form(last_night: str) -> NightForm:
    member = signed_in()
    dealer = member.name if member else ""
    if not last_night:
        return NightForm(date=_today(), dealer=dealer)
    roll = next_roll(last_night)
    return NightForm.like(service().night(last_night).opened, _today(), dealer, roll.cents, roll.note)
