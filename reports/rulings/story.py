"""What had happened when a dispute was raised, in short: the story of the bet, or of the turn, that it is about."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.history import History
from events.games import fan_tan, faro
from events.records import Recorded, RecordedCommand
from events.standing import standing
from reports.dossier.bet import bet_story
from reports.dossier.hand import hand_story
from reports.dossier.line import Line, Teller
from reports.dossier.refusals import named_in
from reports.subjects import Subject
from reports.words.sentences import fact_sentence

_NEAR = 2
"""So many turns of a hand before and after the disputed one are told with it."""

_TURNS = (fan_tan.CardsLaid, fan_tan.TurnPassed)


def ruling_story(
    history: History, commands: Sequence[RecordedCommand], subject: Subject, raised: Recorded
) -> tuple[Line, ...]:
    """The lines that a dispute of this subject stands on, up to the moment at which it was raised.

    ``commands`` are the night's: of those refused it tells what named the bet, or fell between the turns told of.
    Nothing is told of a turn that had not been played.
    """
    before = raised.version - 1
    then = history.as_of(before)
    if subject.bet:
        named = [one for one in commands if subject.bet in named_in(one, "bet", "about")]
        return bet_story(then, named, subject.bet)
    if subject.hand:
        return _of_hand(then, commands, subject)
    return _of_deal(then, subject)


def _of_deal(then: History, subject: Subject) -> tuple[Line, ...]:
    """Every fact of the turn: its cards and what they settled."""
    if subject.played is None:
        return ()
    kept = standing(then.facts)
    teller, drawn_by = Teller.of(then.facts), _commands_of(kept, subject.played)
    return tuple(
        teller.line(fact_sentence(then.at(one.version - 1), then.at(one.version), one.fact), one)
        for one in kept
        if one.command in drawn_by
    )


def _commands_of(kept: Sequence[Recorded], played: Recorded) -> set[str]:
    """The commands that drew the cards of a turn, of which ``played`` is the last."""
    made = {played.command}
    if isinstance(played.fact, faro.WinnerDrawn):
        before = (one for one in reversed(kept) if one.version < played.version)
        made.add(next(one.command for one in before if isinstance(one.fact, faro.LoserDrawn)))
    return made


def _of_hand(then: History, commands: Sequence[RecordedCommand], subject: Subject) -> tuple[Line, ...]:
    """How the hand began, the turns about the disputed one with what was refused there, and what was proved of it."""
    stood_at = {one.number: one.version_before for one in commands}
    near = [
        one.version
        for one in then.facts
        if isinstance(one.fact, _TURNS) and one.fact.hand == subject.hand and abs(one.fact.turn - subject.turn) <= _NEAR
    ]

    def belongs(line: Line) -> bool:
        last = line.sources[-1]
        if last.is_command:
            return bool(near) and near[0] <= stood_at[last.number] <= near[-1]
        fact = then.facts[last.number - 1].fact
        proved = not isinstance(fact, _TURNS) and getattr(fact, "turn", None) == subject.turn
        return last.number in near or isinstance(fact, fan_tan.HandStarted) or proved

    return tuple(line for line in hand_story(then, commands, subject.hand) if belongs(line))
