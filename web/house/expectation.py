"""The page that simulates what the house may expect of its nights, and its paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from hashlib import sha256
from logging import Logger
from threading import Lock, Thread
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.refusal import Refusal, marked
from dealer.game.expectation import ROLL_IN_LIMITS, Expectation, Plan
from dealer.game.game import Game
from dealer.games import simulated_game
from events.book.shared_values import SharedValues
from events.cache import Cache
from events.common.night import Setting
from events.frozen import Frozen
from reports.pdf.render import drawn
from reports.render_options import RenderOptions
from reports.sheets.expectation import drawn_plots, expectation_view, house_called
from reports.words import language as words
from reports.words.game_words import refusal_text
from reports.words.language import gettext as _
from reports.words.language import written_in
from web.app.app_cache import kept_under
from web.app.authentication import authentication
from web.app.background_work import Followed, kind_to_others, turn
from web.app.log import what_broke
from web.app.request_parsing import number_of
from web.app.schema_fields import FieldRefused, cents_of, not_whole, typed_amount
from web.live.answer import MEDIA_TYPE, told
from web.live.channels import part_of
from web.nights.house_form import Houses
from web.papers import papers

blueprint = Blueprint("expectation", __name__, url_prefix="/house/expect")

MOST_DEALS = 1_000_000
"""The most deals of a simulation on the page: more are for the terminal."""

KEPT, SHARED_S = 32, 86_400.0
"""How many simulations and drawings are kept, and how long other servers know a simulation."""

TOLD_EVERY_S = 0.2
_SHARED = "expectations"


class Query(Frozen):
    """What to simulate: a house by its settings, and a plan."""

    game: str
    settings: dict[str, Setting]
    plan: Plan

    @property
    def key(self) -> str:
        """The same for the same simulation."""
        return sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()


class Shown(Frozen):
    """How far a simulation is, in deals; what came of it, or what kept it from coming to an end."""

    done: int = 0
    of: int = 0
    expectation: Expectation | None = None
    error: Exception | None = None

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.expectation is not None or self.error is not None


class Simulations:
    """The simulations of an application. None runs twice at once, and one runs at a time, as verifications do.

    Servers of a book share what came of them.
    """

    def __init__(self, log: Logger, turn: AbstractContextManager[object], shared: SharedValues) -> None:
        self._log, self._turn, self._shared = log, turn, shared
        self._lock = Lock()
        self._on: dict[str, Followed[Shown]] = {}
        self._last: Cache[str, Shown] = Cache(KEPT)

    def begin(self, query: Query) -> Followed[Shown]:
        """A simulation: the running or finished job, or a new job."""
        with self._lock:
            if known := self._on.get(query.key):
                return known
            if last := self.last(query):
                return Followed(last)
            begun = self._on[query.key] = Followed(Shown())
        Thread(target=self._run, args=(query, begun), name="simulate", daemon=True).start()
        return begun

    def known(self, query: Query) -> Shown | None:
        """How far a simulation is that runs here, or how it ended."""
        running = self._on.get(query.key)
        return running.progress if running else self.last(query)

    def last(self, query: Query) -> Shown | None:
        """How a simulation ended, here or on another server of the book; ``None`` if it never came to an end."""
        last, shared = self._last.get(query.key), self._shared.get(_SHARED, query.key)
        if last is None and shared:
            with suppress(msgspec.MsgspecError):
                return Shown(expectation=msgspec.json.decode(shared.value, type=Expectation))
        return last

    def _run(self, query: Query, begun: Followed[Shown]) -> None:
        def tell(done: int, of: int) -> None:
            begun.tell(Shown(done=done, of=of))

        try:
            game = simulated_game(query.game)
            assert game.expect is not None
            with self._turn:
                expectation = game.expect(game.start(query.settings).house, query.plan, kind_to_others(tell))
            end = Shown(expectation=expectation)
            self._last.put(query.key, end)
            if self._shared.reach_others:
                self._shared.put(_SHARED, query.key, msgspec.json.encode(expectation), SHARED_S)
        except Exception as error:  # Those who wait must hear of any error.
            if not isinstance(error, Refusal):
                self._log.error("a simulation came to no end: %s", what_broke(error), exc_info=error)
            end = Shown(error=error)
        with self._lock:
            del self._on[query.key]
        begun.tell(end)


def simulations() -> Simulations:
    """The simulations of this application."""
    return kept_under(
        "casekeeper simulations", lambda: Simulations(current_app.logger, turn(), authentication().shared)
    )


LABELS = {
    "house": marked("House rules"),
    "limit": marked("Limit"),
    "roll": marked("Roll"),
    "nights": marked("Nights"),
    "deals": marked("Deals a night"),
}
"""The fields of the form with their labels."""

_USUAL = {"nights": "2000", "deals": "20"}


@blueprint.get("")
def page() -> Response:
    """The form, and how far the simulation is that the address names, or what came of it."""
    typed = _typed(request.args)
    if not request.args:
        return _page(typed)
    try:
        query = _query(typed)
    except Refusal as refusal:
        return _page(typed, refusal)
    return _page(typed, shown=simulations().known(query))


@blueprint.post("")
def simulate() -> AnyResponse:
    """Simulate: told while it goes on to a page that asks for a stream, at the end to any other."""
    typed = _typed(request.form)
    try:
        query = _query(typed)
    except Refusal as refusal:
        if request.accept_mimetypes.best == MEDIA_TYPE:
            raise
        return _page(typed, refusal)
    begun = simulations().begin(query)
    if request.accept_mimetypes.best == MEDIA_TYPE:
        style = words.style()

        def parts() -> Iterator[str]:
            for shown in begun.follow(TOLD_EVERY_S):
                with written_in(style):
                    html = part_of("house/expectation.html", "expected", **_outcome(typed, shown))
                lines = "".join(f"data: {line}\n" for line in html.strip().split("\n"))
                yield f"{lines}\n"

        answer = told(parts())
        answer.content_location = _address(typed)
        return answer
    end = begun.wait()
    if isinstance(end.error, Refusal):
        return _page(typed, end.error)
    return redirect(_address(typed), code=303)


@blueprint.get("/paper.pdf")
def paper() -> AnyResponse:
    """The paper of a simulation that has ended; the page of one that has not."""
    typed = _typed(request.args)
    query = _query(typed)
    shown = simulations().last(query)
    if shown is None or shown.expectation is None:
        return redirect(_address(typed), code=303)
    options = RenderOptions(style=words.style())
    content = papers.print_jobs().workers.expectation(_called(query), shown.expectation, options)
    return papers.pdf(content, "what-this-house-may-expect")


def _address(typed: Mapping[str, Any]) -> str:
    return url_for("expectation.page", **typed)


def _typed(fields: Mapping[str, str]) -> dict[str, str]:
    typed = {name: fields.get(name, _USUAL.get(name, "")).strip() for name in LABELS}
    return typed | {name: _plain(typed[name]) for name in _USUAL}


def _plain(typed: str) -> str:
    """A number without the signs between thousands, so that an address has the same one in every language."""
    number = number_of(typed.replace(words.thousands_sign(), ""))
    return str(number) if number is not None and words.number(number) == typed else typed


def _query(typed: Mapping[str, str]) -> Query:
    """What was typed; raises :class:`Refusal` (``bad_input``), of a field if one is wrong."""
    game = simulated_game()
    preset = typed["house"] or next(iter(game.presets))
    limit = _amount(typed, "limit")
    settings = game.read_house({"preset": preset} | ({} if limit is None else {"limit": limit}))
    plan = Plan(nights=_number(typed, "nights"), deals=_number(typed, "deals"), roll_cents=_amount(typed, "roll"))
    plan.check()
    if plan.nights * plan.deals > MOST_DEALS:
        raise Refusal("bad_input", "That is too many deals: %(most)s is the most.", most=MOST_DEALS)
    return Query(game=game.name, settings=settings, plan=plan)


def _amount(typed: Mapping[str, str], field: str) -> int | None:
    return cents_of(typed[field], field, _(LABELS[field])) if typed[field] else None


def _number(typed: Mapping[str, str], field: str) -> int:
    number = number_of(typed[field])
    if number is None:
        raise FieldRefused(field, not_whole(_(LABELS[field]), typed[field]))
    return number


def _called(query: Query) -> str:
    return house_called(query.game, simulated_game(query.game).start(query.settings).house)


def _page(typed: Mapping[str, str], refusal: Refusal | None = None, shown: Shown | None = None) -> Response:
    game = simulated_game()
    html = render_template(
        "house/expectation.html",
        labels=LABELS,
        presets=Houses(game=game).presets,
        usual=_usual_amounts(game),
        refused=refusal_text(refusal, {}) if refusal else "",
        wrong=refusal.field if isinstance(refusal, FieldRefused) else "",
        **_outcome(typed, shown),
    )
    return make_response(html)


def _usual_amounts(game: Game) -> dict[str, str]:
    """The amounts of the usual house, as fields show them while they are empty."""
    house = game.start(game.read_house(next(iter(game.presets)))).house
    return {"limit": typed_amount(house.limit), "roll": typed_amount(ROLL_IN_LIMITS * house.limit)}


def _outcome(typed: Mapping[str, str], shown: Shown | None) -> dict[str, Any]:
    """What the page shows of a simulation."""
    view = None
    if shown and shown.expectation:
        view = expectation_view(
            _called(_query(typed)), shown.expectation, drawn_plots(_drawn(typed, shown.expectation))
        )
    return {
        "typed": dict(typed),
        "shown": shown,
        "why": refusal_text(shown.error, {}) if shown and isinstance(shown.error, Refusal) else "",
        "view": view,
        "figures": drawn("expectation.html", "figures", view=view) if view else "",
        "rolls": drawn("expectation.html", "rolls", view=view) if view else "",
    }


def _drawn(typed: Mapping[str, str], expectation: Expectation) -> bytes:
    """The plots in the language in force: drawn once, in a process that prints papers."""
    style = words.style()
    kept: Cache[tuple[str, str, str], bytes] = kept_under("casekeeper plots", lambda: Cache(KEPT))
    key = (_query(typed).key, style.language, style.currency)
    plots = kept.get(key)
    if plots is None:
        plots = papers.print_jobs().workers.plots(expectation, style)
        kept.put(key, plots)
    return plots
