"""The last turns as the room follows them: the cards, and what was called out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from dealer.games.faro.case_keeper import LAST_TABS
from dealer.games.faro.state import FaroTable, faro_of
from dealer.night.evolve import LookingBack
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.facts.play import StakeSettled
from events.frozen import Frozen
from events.games import faro
from events.records import Recorded
from reports.games.faro.words.calls import words_of_turn
from reports.words.cards import card_words


class TurnLine(Frozen):
    """One turn: its number, loser and winner (``""`` while it is not out), and the words of the table."""

    number: int
    loser: str
    winner: str
    words: tuple[str, ...]


def last_turns(night: Night, kept: EffectiveFacts, most: int) -> tuple[TurnLine, ...]:
    """The last turns of the last deal, the newest first; ``kept`` are the night's effective facts."""
    begun = kept.up_to_last(faro.DealStarted)
    if begun is None:
        return ()
    *earlier, now = LAST_TABS.of(kept)
    before, of_deal = next(iter(earlier), None), kept.since(begun)
    commands = _commands_of(of_deal)
    shown = now.turns[-most:][::-1]
    tables = _tables_before(night, {commands[turn.number][0] for turn in shown})
    lines = []
    for turn in shown:
        first, last = commands[turn.number]
        tabs = replace(now, turns=now.turns[: turn.number], hock=None)
        made = [one.fact for one in of_deal if last and one.command == last]
        settled = [fact for fact in made if isinstance(fact, StakeSettled)]
        said = words_of_turn(tables[first], settled, tabs, night.names, before) if first in tables else []
        lines.append(
            TurnLine(
                number=turn.number,
                loser=card_words(turn.loser),
                winner=card_words(turn.winner),
                words=tuple(said),
            )
        )
    return tuple(lines)


def _commands_of(of_deal: Sequence[Recorded]) -> dict[int, tuple[str, str]]:
    """The commands that drew the loser and the winner of each turn of a deal."""
    found: dict[int, tuple[str, str]] = {}
    for one in of_deal:
        match one.fact:
            case faro.LoserDrawn() as fact:
                found[fact.turn] = (one.command, "")
            case faro.WinnerDrawn() as fact:
                found[fact.turn] = (found[fact.turn][0], one.command)
    return found


def _tables_before(night: Night, wanted: set[str]) -> dict[str, FaroTable]:
    """The table as it was before each of some commands, from what can be taken back."""
    back = LookingBack()
    found = ((frame.command, faro_of(back.before(frame))) for frame in night.course if frame.command in wanted)
    return dict(islice(found, len(wanted)))
