"""The last turns as the room follows them: the cards, and what was called out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from dealer.games.faro.case_keeper import LAST_TABS, DealTabs
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.frozen import Frozen
from events.games import faro
from events.records import Recorded
from reports.words.cards import card_words
from web.games.faro.calling import called_at


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
    return tuple(
        TurnLine(
            number=turn.number,
            loser=card_words(turn.loser),
            winner=card_words(turn.winner),
            words=_called(night, turn.number, commands[turn.number], of_deal, now, before) if turn.winner else (),
        )
        for turn in now.turns[-most:][::-1]
    )


def _called(
    night: Night,
    number: int,
    commands: tuple[str, str],
    of_deal: Sequence[Recorded],
    deal: DealTabs,
    before: DealTabs | None,
) -> tuple[str, ...]:
    loser, winner = commands
    made = [one for one in of_deal if one.command == winner]
    return called_at(night, loser, made, replace(deal, turns=deal.turns[:number], hock=None), before)


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
