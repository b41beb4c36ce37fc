"""What players and the sides of a correction are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from unicodedata import bidirectional

from msgspec.structs import replace

from dealer.night.history import History
from dealer.night.look_alikes import skeleton
from dealer.night.night import Night
from events.facts.night import PlayerSeated
from events.records import Recorded
from ledger.accounts import BANK
from reports.words.language import gettext as _

_LONGEST = 120
"""So many letters of a name have room everywhere; a sheet of 500, as many as the book takes, could not be set."""
_FROM_LEFT_TO_RIGHT = "\u200e"
"""Is not seen; what comes after it is written from left to right."""


def name_of(night: Night, player: str) -> str:
    """A player's name; the key where nobody of it ever sat."""
    seat = night.seats.get(player)
    return seat.name if seat else player


def names_of(facts: Iterable[Recorded]) -> dict[str, str]:
    """The name of everybody who took a seat, by seat key, also of those whose seat was taken back."""
    return {one.fact.player: one.fact.name for one in facts if isinstance(one.fact, PlayerSeated)}


def side_of(side: str, names: Mapping[str, str]) -> str:
    """A side of a correction: the bank, or a player by name."""
    return _("the bank") if side == BANK else names.get(side, side)


def as_on_paper(now: Night, facts: Sequence[Recorded]) -> tuple[Night, Sequence[Recorded]]:
    """A night and its facts with the names of its players as paper has them; where none differs, just as they are.

    On paper a name says who owes whom, and not every table of it has the seats beside the names. So whose name is
    another's too, or looks like it, has the seat with it; and a name that is written from right to left ends in a mark
    without which the amount after it would stand before it, with the name before. A name without end is cut, and where
    another begins so too, it has the seat as well.
    """
    cut = [_cut(name) for name in now.names.values()]
    alike = Counter(map(skeleton, cut))
    called = {
        player: (name, shown)
        for seat, ((player, name), short) in enumerate(zip(now.names.items(), cut, strict=True), start=1)
        if (shown := _shown(short, seat if alike[skeleton(short)] > 1 else 0)) != name
    }
    if not called:
        return now, facts
    seats = {key: replace(one, name=called[key][1]) if key in called else one for key, one in now.seats.items()}
    return replace(now, seats=seats), [_as_called(one, called) for one in facts]


def history_on_paper(history: History) -> History:
    """A night's history with the names of its players as paper has them; where none differs, the same."""
    _now, facts = as_on_paper(history.states[-1], history.facts)
    return history if facts is history.facts else History.of(facts)


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1].rstrip() + "…"


def _shown(name: str, seat: int) -> str:
    if any(bidirectional(letter) in ("R", "AL") for letter in name):
        name += _FROM_LEFT_TO_RIGHT
    return _("%(name)s (seat %(seat)s)", name=name, seat=seat) if seat else name


def _as_called(one: Recorded, called: Mapping[str, tuple[str, str]]) -> Recorded:
    """A fact that seated somebody, by the name that paper has for theirs; others as they are."""
    fact = one.fact
    if not isinstance(fact, PlayerSeated) or fact.player not in called or fact.name != called[fact.player][0]:
        return one
    return replace(one, fact=replace(fact, name=called[fact.player][1]))
