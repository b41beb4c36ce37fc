"""The frame and pagination of the audit pages, the export of a night, and the fairness page."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.exceptions import NotFound

from dealer.commands.refusal import Refusal, marked
from dealer.fairness import Inspection, NightsCards, as_document, inspect, read_cards
from dealer.night.dealers import names_of_dealers
from dealer.night.night import Night
from events.frozen import Frozen
from events.records import Head
from ledger.export import FORMATS
from reports.printing import commodities_for
from reports.words.game_words import phrase_text
from reports.words.language import gettext as _
from web.app.request_parsing import moment, newest_versions, service
from web.game_screens import Drawn, screens_of
from web.language import printings_keeper
from web.nights.house_form import games_in_words

A_PAGE = 200
"""How many lines a page has."""


class Page(Frozen):
    """One page: its number, those of its first and last line, and the rounds that it spans."""

    number: int
    first: int
    last: int
    parts: str

    @property
    def lines(self) -> slice:
        """Where its lines are in the list."""
        return slice((self.number - 1) * A_PAGE, self.number * A_PAGE)


class Pagination(Frozen):
    """The pages of a list, and the one that is shown."""

    pages: tuple[Page, ...]
    shown: Page


def paginated(lines: Sequence[tuple[int, str]], number: int) -> Pagination:
    """The pages that lines fill, each given by its number and the round it is of; one empty page for none.

    Raises :class:`Refusal` (``bad_input``) where no page has the ``number`` that is to be shown.
    """
    starts = range(0, max(len(lines), 1), A_PAGE)
    pages = tuple(_page(place, lines[start : start + A_PAGE]) for place, start in enumerate(starts, start=1))
    if not 1 <= number <= len(pages):
        raise Refusal(
            "bad_input",
            "There are pages 1 to %(pages)s and no page %(number)s.",
            pages=len(pages),
            number=number,
        )
    return Pagination(pages=pages, shown=pages[number - 1])


def _page(number: int, lines: Sequence[tuple[int, str]]) -> Page:
    (first, begins), (last, ends) = (lines[0], lines[-1]) if lines else ((0, ""), (0, ""))
    return Page(
        number=number,
        first=first,
        last=last,
        parts=begins if begins == ends else _("%(first)s to %(last)s", first=begins, last=ends),
    )


PAGES: tuple[tuple[str, str], ...] = (
    ("register.page", marked("Register")),
    ("dossiers.page", marked("Bets")),
    ("disputes.page", marked("Disputes")),
    ("what_if.page", marked("What if")),
    ("verify_page.page", marked("Verify")),
    ("fairness.page", marked("The cards")),
    ("odds.page", marked("Odds")),
)
"""The pages of the room by endpoint, each given the night, and what the way there says."""

LOOK_BACK = frozenset({"dossiers.page", "disputes.page", "fairness.page", "odds.page"})
"""Those that show the night as of any event (``?at=``); the others are about the whole of it."""


class Frame(Frozen):
    """The night that a page of the room is about; ``version`` counts the events that it shows."""

    night: str
    table: str
    version: int
    games: str = ""
    date: str = ""
    dealer: str = ""
    closed: bool = False
    open_disputes: int = 0


def frame_of(night: Night, head: Head) -> Frame:
    """The frame for a night at a head."""
    return Frame(
        night=night.id,
        table=night.opened.table,
        games=games_in_words(night),
        date=night.opened.date,
        dealer=names_of_dealers(service().events(night.id).until(head.version).effective),
        closed=night.closed,
        version=head.version,
        open_disputes=len(night.open_disputes),
    )


def render_room(
    template: str, night: Night, head: Head, *, at: int | None = None, status: int = 200, **shown: Any
) -> Response:
    """A page of the room about a night, or about what it was as of an event (``at``): ways that can lead there do."""
    frame = frame_of(night, head)
    html = render_template(template, frame=frame, pages=PAGES, look_back=LOOK_BACK, at=at, **shown)
    return make_response(html, status)


export_blueprint = Blueprint("export", __name__)

HELD_BYTES = 4 * 1024 * 1024
"""A file up to this long is held in memory; a longer one on disk until it is sent."""

A_PIECE = 64 * 1024
"""So many bytes are sent at once."""


@export_blueprint.get("/nights/<night>/export/<to>")
def download(night: str, to: str) -> Response:
    """A night in a format, as a file; ``?commodity=`` as on the command line.

    The file is complete before anything is sent: half a night would look like a shorter night.
    """
    # Not folded: the rows of a night that was tampered with can still be exported.
    if night not in service().nights():
        raise Refusal("no_such_night", "The book has no night %(night)s.", night=night[:64])
    return exported([night], to, night)


def exported(streams: Sequence[str], to: str, name: str) -> Response:
    """Nights, and the house if it comes first, as a file of a name in a format; raises :class:`NotFound` for another.

    ``?commodity=`` names a currency other than the house's; a wrong one is refused (``bad_input``).
    """
    wanted = FORMATS.get(to)
    if wanted is None:
        raise NotFound
    commodities = commodities_for(printings_keeper().printings(), streams, request.args.get("commodity", ""))
    try:
        pieces = wanted.pieces(service().book, streams, commodities)
    except ValueError as error:
        raise Refusal.with_sentence("bad_input", str(error)) from None
    with ExitStack() as held:
        file = held.enter_context(SpooledTemporaryFile(max_size=HELD_BYTES))
        file.writelines(pieces)
        length = file.tell()
        file.seek(0)
        response = Response(iter(partial(file.read, A_PIECE), b""), content_type=wanted.media_type)
        response.call_on_close(held.pop_all().close)
    response.content_length = length
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{wanted.suffix}"'
    return response


fairness_blueprint = Blueprint("fairness", __name__)


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
            found=as_document(seen, phrase_text),
            stands_out=bool(seen.standing_out),
            several=len(seen.nights) > 1,
            pictures=tuple(
                Drawn(template=picture.template, view=picture.view_of(seen.seen[game]))
                for game, picture in drawn.items()
                if picture
            ),
        )


@fairness_blueprint.get("/nights/<night>/square")
def page(night: str) -> Response:
    """The cards of one night, as they stand or as of an event."""
    now = moment(night)
    seen = inspect([NightsCards.of(now.events, service().book.commands(night))])
    return render_room("audit/fairness.html", now.night, now.head, at=now.at, view=FairnessView.of(seen))


@fairness_blueprint.get("/square")
def book() -> Response:
    """The cards of all nights of the book together. An odd card refused since the last event shows with the next."""
    stored = service().book
    view = newest_versions().of(
        "the cards of the book",
        stored.positions()[1],
        lambda: FairnessView.of(inspect([read_cards(stored, night) for night in stored.nights()])),
    )
    return make_response(render_template("audit/fairness.html", view=view))
