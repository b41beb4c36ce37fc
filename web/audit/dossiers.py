"""The bets and rounds of a night, each with its dossier: on a screen, and a bet's on paper too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, Response, request, url_for
from msgspec.structs import replace
from werkzeug.exceptions import NotFound

from dealer.night.evolve import History
from events.common.play import RoundBegun
from events.effective_events import effective
from events.games import game_of
from events.records import RecordedCommand
from reports.game_papers import papers_of
from reports.rounds.story import Line
from reports.rounds.tables import noun_of
from reports.sheets.dossier import dossier_view, hours, round_story, rounds_of, stake_story, stakes_of, tells_of
from reports.words.formatting import history_on_paper, hour_of_night
from reports.words.game_words import words_of
from reports.words.language import written_in
from reports.words.naming import round_of
from web.app.request_parsing import Moment, moment, number_asked, number_of, service
from web.audit.pages import paginated, render_room
from web.papers import papers
from web.papers.papers import print_jobs
from web.tablet.seats import marks_of

blueprint = Blueprint("dossiers", __name__)


@blueprint.get("/nights/<night>/bets")
def page(night: str) -> Response:
    """Every bet and round of a night, with what came of it; the bets a page at a time (``?page=``, ``?player=``)."""
    then = moment(night)
    history = _history(then)
    player = request.args.get("player", "")
    bets, rounds = [bet for bet in stakes_of(history) if player in ("", bet.player)], rounds_of(history)
    number = number_asked("page")
    lines = [(place, bet.round_called) for place, bet in enumerate(bets, start=1)]
    pagination = paginated(lines, 1 if number is None else number)
    return render_room(
        "audit/bets.html",
        then.night,
        then.head,
        bets=bets[pagination.shown.lines],
        pagination=pagination,
        address=lambda number: url_for("dossiers.page", night=night, at=then.at, player=player or None, page=number),
        player=player,
        rounds=rounds,
        kind_of=lambda game: words_of(game).round.kind,
        noun=noun_of(*dict.fromkeys(line.game for line in rounds)),
        noun_of=noun_of,
        marks=marks_of(then.night),
        names=then.night.names,
        has_stakes=any(game.against_bank for game in then.night.games) or bool(bets),
        at=then.at,
    )


@blueprint.get("/nights/<night>/bets/<path:bet>", endpoint="bet")
def bet_page(night: str, bet: str) -> Response:
    """The dossier of a bet; of one that was never taken, what was asked and refused."""
    then = moment(night)
    history, commands = _history(then), _commands(night)
    shown: dict[str, Any]
    try:
        shown = {"view": dossier_view(history, commands, bet), "marks": marks_of(then.night)}
    except LookupError:
        shown = {"bet": bet, "lines": stake_story(history, commands, bet)}
        if not shown["lines"]:
            raise NotFound from None
    return render_room("audit/story.html", then.night, then.head, hours=_hours(history), at=then.at, **shown)


@blueprint.get("/nights/<night>/bets/<path:bet>.pdf")
def paper(night: str, bet: str) -> Response:
    """The dossier of a bet as a PDF, to look at: in the style of the house, and with the note that it is a proof."""
    options = papers.proof(night)
    try:
        with written_in(options.style):
            view = dossier_view(history_on_paper(_history(moment(night))), _commands(night), bet, options.zone)
    except LookupError:
        # A bet's own key may end like that.
        return bet_page(night, f"{bet}.pdf")
    checked = replace(view, seal=replace(view.seal, house=options.house))
    return papers.pdf(print_jobs().workers.dossier(checked, options), "dossier")


@blueprint.get("/nights/<night>/<kind>s/<number>", endpoint="round")
def round_page(night: str, kind: str, number: str) -> Response:
    """The story of a round, by what its game calls one; ``?game=`` says which, where several call it so."""
    then = moment(night)
    history = _history(then)
    games = [game for game in then.night.tables if tells_of(game, kind)]
    game = request.args.get("game", games[0] if games else "")
    of_round = number_of(number) or 0
    lines = round_story(history, _commands(night), game, of_round) if game in games else ()
    if not lines:
        raise NotFound
    return render_room(
        "audit/story.html",
        then.night,
        then.head,
        called=round_of(game, then.night.tables[game], of_round),
        noun=noun_of(game),
        sheet=_sheet_of(history, game, of_round),
        round=next((line for line in rounds_of(history) if (line.game, line.number) == (game, of_round)), None),
        lines=lines,
        hours=_hours(history),
        at=then.at,
    )


def _hours(history: History) -> Callable[[Line], str]:
    return partial(hours, hour_of=partial(hour_of_night, opened=history.events[0].at))


def _sheet_of(history: History, game: str, number: int) -> str:
    """The name of the sheet that a round is on; "" where there is none, or all of the round was taken back."""
    rounds = (recorded.event for recorded in effective(history.events) if isinstance(recorded.event, RoundBegun))
    begun = next((begun for begun in rounds if (game_of(begun), begun.round_number) == (game, number)), None)
    return papers_of(game).sheet_of(begun) if begun else ""


def _history(then: Moment) -> History:
    """The history of the night that was asked for, up to the moment that was asked for."""
    return service().history(then.night.id).as_of(then.head.version)


def _commands(night: str) -> list[RecordedCommand]:
    return service().book.commands(night)
