"""The players' row of the tablet, and how a player's checks look: colour and mark, as on paper."""

from __future__ import annotations

from dealer.commands.refusal import marked
from dealer.night.night import Night
from events.frozen import Frozen
from ledger.statement import player_line
from reports.pdf.drawings import CHECKS
from reports.words.formatting import brief, money
from reports.words.language import gettext as _

_OTHER_FILL, _OTHER_SPOTS = "#8a8378", "#ffffff"
_EDGE_DARK, _EDGE_LIGHT = "#14100d", "#efe6d2"


class Mark(Frozen):
    """A colour of checks: fill, edge spots, and an outline (in a box of 100) or a number that tells it apart.

    ``name`` is what screens call it: ``red``, or ``grey 9`` where it has a number.
    """

    name: str
    fill: str
    spots: str
    outline: str
    number: int

    @property
    def edge(self) -> str:
        """The thin line around it: light around dark checks, so that they stand out from a dark cloth."""
        return _EDGE_LIGHT if self.fill == "#262523" else _EDGE_DARK


_COLOURS = {
    "red": marked("red"),
    "blue": marked("blue"),
    "white": marked("white"),
    "black": marked("black"),
    "yellow": marked("yellow"),
    "green": marked("green"),
    "brown": marked("brown"),
    "orange": marked("orange"),
}


def marks_of(night: Night) -> dict[str, Mark]:
    """Each seat's mark."""
    return {player: mark_of(player, number) for number, player in enumerate(night.seats, start=1)}


def free_colours(night: Night) -> tuple[tuple[str, Mark], ...]:
    """The colours of checks that nobody has had tonight; a numbered seat where all are taken."""
    number = len(night.seats) + 1
    free = [colour for colour in CHECKS if colour not in night.seats] or [f"seat{number}"]
    return tuple((colour, mark_of(colour, number)) for colour in free)


def mark_of(player: str, number: int) -> Mark:
    """The mark of a seat key; a key that is no known colour gets grey checks with the seat's number."""
    check = CHECKS.get(player.lower())
    if check is None:
        return Mark(
            name=_("grey %(number)s", number=number), fill=_OTHER_FILL, spots=_OTHER_SPOTS, outline="", number=number
        )
    return Mark(
        name=_(_COLOURS[player.lower()]), fill=check.fill, spots=check.spots, outline=check.outline, number=number
    )


class SeatView(Frozen):
    """A player with what they hold, owe and have on the layout, and whether they sit out the next hands."""

    player: str
    name: str
    mark: Mark
    checks: str
    lying: str
    checks_cents: int
    markers_cents: int
    sits_out: str = ""


def seats_of(night: Night) -> tuple[SeatView, ...]:
    """Everybody who sits at the table, clockwise."""
    marks = marks_of(night)
    lines = {player: player_line(night.ledger, player) for player in night.seated}
    return tuple(
        SeatView(
            player=player,
            name=night.seats[player].name,
            mark=marks[player],
            checks=money(line.checks_cents),
            lying=brief(line.staked_cents) if line.staked_cents else "",
            checks_cents=line.checks_cents,
            markers_cents=line.markers_open_cents,
            sits_out=sits_out_text(night, player),
        )
        for player, line in lines.items()
    )


def sits_out_text(night: Night, player: str) -> str:
    """That a player sits out, or does so from the next hand on; "" where they do not."""
    if not night.seats[player].sits_out:
        return ""
    on = night.game_on
    dealt_in = on and player in getattr(night.tables[on.name], "players", ())
    return _("sits out next") if dealt_in else _("sits out")
