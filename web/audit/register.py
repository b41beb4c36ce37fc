"""The register of a night: every command in order, with its events, and the search in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, request, url_for
from msgspec.structs import fields

from dealer.commands.refusal import marked
from dealer.night.night import Night
from events.frozen import Frozen
from reports.rounds.tables import noun_of
from reports.words.language import gettext as _
from reports.words.sentences import command_called
from web.app.authorization import device_names
from web.app.request_parsing import number_asked, service
from web.audit.pages import A_PAGE as PAGES_A_PAGE
from web.audit.pages import paginated, render_room
from web.time_travel import Step, steps_of

OUTCOMES = {"stands": marked("valid"), "refused": marked("refused"), "taken_back": marked("taken back")}


class Search(Frozen):
    """What is sought; what is "" is not minded.

    ``words`` stand in what a command says or is, ``player`` is a seat's key, ``kind`` a command's word, ``part`` a
    deal or hand, ``turn`` its number as text, and ``outcome`` one of :data:`OUTCOMES`.
    """

    words: str = ""
    player: str = ""
    kind: str = ""
    part: str = ""
    turn: str = ""
    outcome: str = ""

    @classmethod
    def read(cls, sent: Mapping[str, str], *names: str) -> Search:
        """What an address asks for, of that which a page's form has."""
        return cls(**{name: sent.get(name, "").strip() for name in names})

    @property
    def address(self) -> dict[str, Any]:
        """The same for an address."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in named.items() if value}

    def among(self, steps: Sequence[Step], names: Mapping[str, str], devices: Mapping[str, str]) -> list[Step]:
        """The commands that are like that; ``names`` are what the players are called, ``devices`` the devices."""
        words = self.words.casefold().split()
        return [step for step in steps if self._fits(step) and _has(step, words, names, devices)]

    def _fits(self, step: Step) -> bool:
        """Whether a command is what is sought but for the words."""
        return (
            (not self.player or self.player in step.players)
            and (not self.kind or self.kind == step.word)
            and (not self.part or self.part == step.part)
            and (not self.turn or self.turn == str(step.turn))
            and (not self.outcome or self.outcome == outcome_of(step))
        )


def outcome_of(step: Step) -> str:
    """What came of a command, by a name of :data:`OUTCOMES`."""
    if step.refused:
        return "refused"
    return "taken_back" if step.taken_back_by else "stands"


def _has(step: Step, words: Sequence[str], names: Mapping[str, str], devices: Mapping[str, str]) -> bool:
    """Whether all words occur in the description of a command."""
    if not words:
        return True
    outcome = outcome_of(step)
    fate = (
        f"{_(OUTCOMES[outcome])} {step.refused} {step.why}"
        if step.refused
        else _(OUTCOMES[outcome])
        if outcome != "stands"
        else ""
    )
    searched = (
        str(step.number),
        step.word,
        command_called(step.word),
        step.sentence,
        step.place,
        fate,
        step.who,
        step.dealer,
        step.device,
        devices.get(step.device, ""),
        *(f"{bet.key} {bet.called}" for bet in step.bets),
    )
    text = " ".join((*searched, *(names.get(player, player) for player in step.players))).casefold()
    return all(word in text for word in words)


A_PAGE = 40
"""So many commands are shown at once."""

_ABOVE = 3
"""So many of them stand above the chosen one, which is seen at once so."""


class CommandList(Frozen):
    """The commands found, a page of them: ``first`` counts from 1; ``earlier`` and ``later`` are where pages begin.

    ``round`` is what the night's games call a round, as the label of a field.
    """

    search: Search
    shown: tuple[Step, ...]
    found: int
    first: int
    earlier: int | None
    later: int | None
    players: tuple[tuple[str, str], ...]
    parts: tuple[str, ...]
    round: str


def command_list(
    night: Night, devices: Mapping[str, str], steps: Sequence[Step], search: Search, chosen: int, start: int | None
) -> CommandList:
    """The commands found from ``start`` on, which counts from 0; else those around the chosen one, else the last."""
    names = night.names
    found = search.among(steps, names, devices)
    at = _around(found, chosen) if start is None else min(start, max(len(found) - 1, 0))
    return CommandList(
        search=search,
        shown=tuple(found[at : at + A_PAGE]),
        found=len(found),
        first=at + 1,
        earlier=max(0, at - A_PAGE) if at else None,
        later=at + A_PAGE if at + A_PAGE < len(found) else None,
        players=tuple(names.items()),
        parts=tuple(dict.fromkeys(step.part for step in steps)),
        round=noun_of(*night.tables).head(),
    )


def _around(found: Sequence[Step], chosen: int) -> int:
    """Where the page begins that has the chosen command; the last page's beginning where none has."""
    place = next((at for at, step in enumerate(found) if step.number == chosen), None)
    return max(0, len(found) - A_PAGE) if place is None else max(0, place - _ABOVE)


blueprint = Blueprint("register", __name__)


@blueprint.get("/nights/<night>/audit")
def page(night: str) -> Response:
    """The register, a page of it at a time: the one asked for, or the one that has a command (``?command=``)."""
    state, head = service().at(night)
    steps = steps_of(night)
    kinds = {step.word: command_called(step.word) for step in steps}
    search = Search.read(request.args, "words", "player", "kind", "outcome")
    found = search.among(steps, state.names, device_names())
    sought = number_asked("command") or 0
    page_number = number_asked("page")
    number = _page_of(found, sought) if sought or page_number is None else page_number
    pagination = paginated([(step.number, step.part) for step in found], number)
    return render_room(
        "audit/register.html",
        state,
        head,
        search=search,
        parts=[list(group) for _, group in groupby(found[pagination.shown.lines], key=lambda step: step.part)],
        found=len(found),
        commands=len(steps),
        pagination=pagination,
        sought=sought,
        players=state.names,
        kinds=sorted(kinds.items(), key=lambda kind: kind[1].casefold()),
        outcomes=OUTCOMES,
        outcome_of=outcome_of,
        dealers=len({step.dealer for step in steps} - {""}),
        address=lambda number: url_for("register.page", night=night, page=number, **search.address),
    )


def _page_of(steps: Sequence[Step], command: int) -> int:
    """The page that has a command; the first where none has."""
    return next((place // PAGES_A_PAGE + 1 for place, step in enumerate(steps) if step.number == command), 1)
