"""The register of a night: every command in order, refused ones too, with the facts that it made."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from flask import Blueprint, Response, request, url_for

from reports.words.commands import command_called
from web.app.device_names import device_names
from web.app.request_parsing import assistant, number_asked
from web.audit.frame import render_room
from web.audit.pagination import A_PAGE, paginated
from web.audit.search import OUTCOMES, Search, outcome_of
from web.looking_back.steps import Step, steps_of

blueprint = Blueprint("register", __name__)


@blueprint.get("/nights/<night>/audit")
def page(night: str) -> Response:
    """The register, a page of it at a time: the one asked for, or the one that has a command (``?command=``)."""
    state, head = assistant().at(night)
    steps = steps_of(night)
    search = Search.read(request.args, "words", "player", "kind", "outcome")
    found = search.among(steps, state.names, device_names())
    sought = number_asked("command") or 0
    asked = number_asked("page")
    number = _page_of(found, sought) if sought or asked is None else asked
    pagination = paginated([(step.number, step.part) for step in found], number)
    return render_room(
        "audit/register.html",
        state,
        head,
        search=search,
        parts=_by_part(found[pagination.shown.lines]),
        found=len(found),
        commands=len(steps),
        pagination=pagination,
        sought=sought,
        players=state.names,
        kinds=sorted(((word, command_called(word)) for word in {step.word for step in steps}), key=_by_name),
        outcomes=OUTCOMES,
        outcome_of=outcome_of,
        address=lambda number: url_for("register.page", night=night, page=number, **search.address),
    )


def _by_name(kind: tuple[str, str]) -> str:
    return kind[1].casefold()


def _by_part(steps: Sequence[Step]) -> list[list[Step]]:
    """The steps of each round, and of what lies between."""
    return [list(group) for _, group in groupby(steps, key=lambda step: step.part)]


def _page_of(steps: Sequence[Step], command: int) -> int:
    """The page that has a command; the first where none has."""
    return next((place // A_PAGE + 1 for place, step in enumerate(steps) if step.number == command), 1)
