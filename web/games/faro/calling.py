"""What was called out at a turn, for every screen that shows it: its words are made once."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.games.faro.case_keeper import DealTabs
from dealer.games.faro.state import FaroTable, faro_of
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.cache import Cache
from events.facts.play import StakeSettled
from events.records import Recorded
from reports.games.faro.words.calls import words_of_turn

_CALLED: Cache[tuple[str, ...], tuple[str, ...]] = Cache(1_024)
"""By the hash of the last fact of a turn, which stands for all facts before it, and what players are called."""


def called_at(
    night: Night, loser: str | None, made: Sequence[Recorded], tabs: DealTabs, last_deal: DealTabs | None
) -> tuple[str, ...]:
    """What was said after the last turn of ``tabs``; nothing where the table before it is gone, as after a close.

    ``loser`` is the command that drew the turn's loser, ``made`` are the facts of the one that drew its winner.
    """
    if night.closed:
        # Else it would hang on whether somebody looked before.
        return ()
    key = (made[-1].hash, *night.names.values())
    called = _CALLED.get(key)
    if called is None:
        before = _before(night, loser)
        settled = [one.fact for one in made if isinstance(one.fact, StakeSettled)]
        called = tuple(words_of_turn(before, settled, tabs, night.names, last_deal)) if before else ()
        # A fact that is in no book has no hash.
        if before and made[-1].hash:
            _CALLED.put(key, called)
    return called


def _before(night: Night, command: str | None) -> FaroTable | None:
    """The table before a command, from what can be taken back."""
    return next((faro_of(night_before(frame)) for frame in night.course if frame.command == command), None)
