"""What a hand will come to if it is scored as told: asked of the rules, before anything is sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealer.commands.refusal import Refusal
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night.evolve import night_before
from dealer.night.night import Night
from dealer.score_pad.score_game import ScoreGame
from dealer.score_pad.table import MatchTable
from events.facts.matches import HandScored, MatchDrawn, MatchWon
from events.frozen import Frozen
from reports.words.formatting import signed_number
from reports.words.sentences import said_of
from web.game_screens import Drawn
from web.score_pad.standing import SheetLine, sheet_of

FIRST = "first"


class Coming(Frozen):
    """What a hand will come to, as a ``line`` of the sheet, or why it is ``refused``.

    ``old`` is what each side had scored where it is scored again, ``over`` what comes of the match by it. ``first`` are
    the players of whom one has to be said to have reached the goal first.
    """

    line: SheetLine | None = None
    old: tuple[str, ...] = ()
    over: str = ""
    refused: str = ""
    first: tuple[str, ...] = ()


def coming(game: ScoreGame, night: Night, document: Mapping[str, Any], instead: bool) -> Drawn:
    """What the hand of a game that is on comes to by a command; ``instead`` of that by which it was scored last."""
    table: MatchTable = night.tables[game.name]
    old = table.hands[-1].points if instead and table.hands else ()
    before = night_before(night.top) if instead and night.top else night
    return Drawn(template="score_pad/preview.html", view=_coming(before, game.name, document, old))


def _coming(night: Night, game: str, document: Mapping[str, Any], old: Sequence[int]) -> Coming:
    table: MatchTable = night.tables[game]
    try:
        facts = decide(night, read_command(dict(document), night))
    except Refusal as refusal:
        return Coming(refused=refusal.among(night.names), first=tuple(_first(night, table, document)))
    scored = next((fact for fact in facts if isinstance(fact, HandScored)), None)
    if scored is None:
        raise Refusal("bad_input", "That scores no hand.")
    return Coming(
        line=sheet_of(night, (*table.hands, scored), table.sides)[-1],
        old=tuple(map(signed_number, old)),
        over=next((said_of(night, fact) for fact in facts if isinstance(fact, MatchWon | MatchDrawn)), ""),
    )


def _first(night: Night, table: MatchTable, document: Mapping[str, Any]) -> Iterator[str]:
    """Who may be said to have reached the goal first, where nothing but that is missing: one of each such side."""
    if document.get(FIRST):
        return
    for side in table.sides:
        try:
            decide(night, read_command({**document, FIRST: side[0]}, night))
        except Refusal:
            continue
        yield side[0]
