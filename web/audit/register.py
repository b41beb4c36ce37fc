"""The register of a night: every command in order, refused ones too, with the facts that it made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, request, url_for

from dealer.night import Night
from dealer.refusal import Refusal
from web.asking import assistant
from web.audit.frame import render_room
from web.audit.steps import Step, steps_of

blueprint = Blueprint("register", __name__)

A_PAGE = 200
"""How many commands a page has."""

OUTCOMES = {"stands": "that stand", "refused": "refused", "taken_back": "taken back"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the form asks for: words that a line holds, a seat key, a command's word, what came of it; "" for any."""

    words: str = ""
    player: str = ""
    kind: str = ""
    outcome: str = ""

    def takes(self, step: Step) -> bool:
        """Whether a step is asked for."""
        return (
            (not self.player or self.player in step.players)
            and (not self.kind or self.kind == step.word)
            and (not self.outcome or self.outcome == outcome_of(step))
            and self._has_words(step)
        )

    def _has_words(self, step: Step) -> bool:
        told = (step.said, step.refused, step.why, step.who, step.device, step.part, step.word, *step.bets)
        text = " ".join(told).casefold()
        return all(word in text for word in self.words.casefold().split())

    @property
    def named(self) -> dict[str, Any]:
        """What is asked for, as an address names it."""
        named = {"q": self.words, "player": self.player, "kind": self.kind, "outcome": self.outcome}
        return {name: value for name, value in named.items() if value}


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One page of the register: its number, from which command to which, and the deals or hands that it spans."""

    number: int
    first: int
    last: int
    parts: str


@blueprint.get("/nights/<night>/audit")
def page(night: str) -> Response:
    """The register, a page of it at a time: the one asked for, or the one that has a command (``?command=``)."""
    state, head = assistant().at(night)
    steps = steps_of(night)
    asked = Asked(
        words=request.args.get("q", "").strip(),
        player=request.args.get("player", ""),
        kind=request.args.get("kind", ""),
        outcome=request.args.get("outcome", ""),
    )
    found = [step for step in steps if asked.takes(step)]
    sought = _number("command", 0)
    number = _page_of(found, sought) if sought else _number("page", 1)
    leaves = leaves_of(found)
    if not 1 <= number <= max(len(leaves), 1):
        raise Refusal("bad_input", f"The register has the pages 1 to {max(len(leaves), 1)}, and no page {number}.")
    return render_room(
        "audit/register.html",
        state,
        head,
        asked=asked,
        parts=_by_part(found[(number - 1) * A_PAGE : number * A_PAGE]),
        found=len(found),
        commands=len(steps),
        leaves=leaves,
        number=number,
        sought=sought,
        players=_players(state),
        kinds=sorted({step.word for step in steps}),
        outcomes=OUTCOMES,
        outcome_of=outcome_of,
        address=lambda leaf: url_for("register.page", night=night, page=leaf, **asked.named),
    )


def outcome_of(step: Step) -> str:
    """What came of a command, by a name of :data:`OUTCOMES`."""
    if step.refused:
        return "refused"
    return "taken_back" if step.taken_back_by else "stands"


def leaves_of(steps: Sequence[Step]) -> tuple[Leaf, ...]:
    """The pages that these steps fill."""
    starts = range(0, len(steps), A_PAGE)
    return tuple(_leaf(number, steps[start : start + A_PAGE]) for number, start in enumerate(starts, start=1))


def _by_part(steps: Sequence[Step]) -> list[list[Step]]:
    """The steps of each deal or hand, and of what lies between."""
    return [list(group) for _, group in groupby(steps, key=lambda step: step.part)]


def _leaf(number: int, steps: Sequence[Step]) -> Leaf:
    first, last = steps[0], steps[-1]
    parts = first.part if first.part == last.part else f"{first.part} to {last.part}"
    return Leaf(number=number, first=first.number, last=last.number, parts=parts)


def _page_of(steps: Sequence[Step], command: int) -> int:
    """The page that has a command; the first where none has."""
    return next((place // A_PAGE + 1 for place, step in enumerate(steps) if step.number == command), 1)


def _number(name: str, usual: int) -> int:
    """A number that the address names; :class:`Refusal` (``bad_input``) where it is none."""
    given = request.args.get(name, "")
    if not given:
        return usual
    if not given.isascii() or not given.isdigit() or len(given) > 9:
        raise Refusal("bad_input", f"The address names no number as its {name}.")
    return int(given)


def _players(night: Night) -> tuple[tuple[str, str], ...]:
    return tuple((player, seat.name) for player, seat in night.seats.items())
