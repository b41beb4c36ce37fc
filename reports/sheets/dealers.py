"""Who dealt what at a night, for the table sheet, the settlements and the page of a closed night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from itertools import groupby

from dealer.night.dealers import TALLY, Turn, dealers_of_round, dealers_of_turns, shifts_of
from dealer.night.night import Night
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Recorded
from reports.rounds.story import runs_of
from reports.words.formatting import hour
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.naming import round_of


class DealerRow(Frozen):
    """A dealer at a night: the times at which they dealt, what they dealt in words, and what they got, in cents."""

    name: str
    times: tuple[str, ...]
    dealt: str
    rounds: int
    tokes_cents: int
    cut_cents: int


def dealer_rows_of(now: Night, events: Sequence[Recorded], zone: tzinfo | None = None) -> tuple[DealerRow, ...]:
    """The dealers of a night in order of first appearance, from all of its events."""
    stand = effective(events)
    dealt = dealers_of_turns(recorded.event for recorded in stand)
    times: dict[str, list[str]] = {}
    for shift in shifts_of(events):
        since, until = hour(shift.since, zone), hour(shift.until or events[-1].at, zone)
        times.setdefault(shift.dealer, []).append(f"{since} – {until}")
    return tuple(
        DealerRow(
            name=line.name,
            times=tuple(times.get(line.name, ())),
            dealt=", ".join(_dealt_by(line.name, now, dealt)),
            rounds=line.rounds,
            tokes_cents=line.tokes_cents,
            cut_cents=line.cut_cents,
        )
        for line in TALLY.of(stand).lines.values()
    )


def _dealt_by(dealer: str, now: Night, dealt: Mapping[Turn, str]) -> list[str]:
    """What somebody dealt, in words: rounds that were theirs alone, and the turns of others."""
    rounds = dict.fromkeys(turn[:2] for turn, whose in dealt.items() if whose == dealer)
    parts: list[str] = []
    for (game, is_whole), several in groupby(rounds, lambda key: (key[0], dealers_of_round(dealt, *key) == (dealer,))):
        numbers = [number for _game, number in several]
        if is_whole:
            parts += _rounds(game, numbers, now)
        else:
            parts += [_turns(dealer, game, number, now, dealt) for number in numbers]
    return parts


def _rounds(game: str, numbers: Sequence[int], now: Night) -> list[str]:
    """Whole rounds of a game in words, with runs shortened."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    table = now.tables[game]
    return [
        round_of(game, table, run[0])
        if len(run) == 1
        else _("%(first)s to %(last)s", first=round_of(game, table, run[0]), last=round_of(game, table, run[-1]))
        for run in runs
    ]


def _turns(dealer: str, game: str, number: int, now: Night, dealt: Mapping[Turn, str]) -> str:
    """The turns that somebody dealt of a round that had several dealers."""
    turns = [turn for (*key, turn), whose in dealt.items() if whose == dealer and key == [game, number] and turn]
    called = round_of(game, now.tables[game], number)
    if not turns:
        return _("the end of %(round)s", round=called)
    return ngettext(
        "%(round)s, turn %(turns)s", "%(round)s, turns %(turns)s", len(turns), round=called, turns=runs_of(turns)
    )
