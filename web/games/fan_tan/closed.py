"""The hands of a closed night of Fan-Tan: who won each, or what came of it, and its sheet."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dealer.commands.phrases import counted, dollars
from dealer.night.night import Night
from events.frozen import Frozen
from events.records import Recorded
from reports.games.fan_tan.hands import Ending, HandRecord, Penalty
from reports.games.fan_tan.play import pot_play_of
from web.tablet.marks import Mark, marks_of


class HandLine(Frozen):
    """One hand, as text: who won, or what came of it; ``paper`` names its sheet, where there is one."""

    hand: int
    winner: str
    mark: Mark | None
    chips: str
    pot: str
    wrong_passes: str
    paper: str


def hand_lines(night: Night, kept: Sequence[Recorded], papers: Collection[str]) -> tuple[HandLine, ...]:
    """The hands of a night from its effective facts; ``papers`` are the names of those that can be printed."""
    play = pot_play_of(one.fact for one in kept)
    return tuple(_hand(night, record, play.chip_cents, papers) for record in play.hands)


def _hand(night: Night, record: HandRecord, chip_cents: int, papers: Collection[str]) -> HandLine:
    won = record.ending is Ending.WON and record.winner is not None
    name = f"hand-{record.hand}"
    return HandLine(
        hand=record.hand,
        winner=night.seats[record.winner].name if won and record.winner else _CAME_OF_IT[record.ending],
        mark=marks_of(night)[record.winner] if won and record.winner else None,
        chips=counted(record.pot_chips, "chip") if won else "",
        pot=dollars(record.pot_chips * chip_cents) if won else "–",
        wrong_passes=_wrong_passes(record),
        paper=name if name in papers else "",
    )


_CAME_OF_IT = {
    Ending.DEAD: "dead: the pot was left",
    Ending.VOIDED: "broken off as foul",
    Ending.BROKEN_OFF: "broken off by the close",
}


def _wrong_passes(record: HandRecord) -> str:
    """How many wrong passes were proved, and of how many the penalty was taken."""
    wrong = record.wrong_passes()
    taken = sum(one.fate is Penalty.TAKEN for one in wrong)
    return f"{len(wrong)} proved, {taken or 'none'} taken" if wrong else "–"
