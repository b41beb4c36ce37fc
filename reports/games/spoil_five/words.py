"""The words of Spoil Five."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dealer.commands.phrases import counted, marked
from dealer.game.hands import HANDS
from dealer.games.spoil_five import commands as asked
from dealer.games.spoil_five.state import SpoilFiveTable, spoil_five_of
from dealer.what_if.differences import Both
from events.games import spoil_five as facts
from reports.words.formatting import chips_words, listed
from reports.words.game_words import (
    CommandWords,
    Difference,
    DifferenceWords,
    FactWords,
    GameWords,
    Names,
    Position,
    RoundWords,
    SettingWords,
)
from reports.words.language import gettext as _
from reports.words.players import name_of
from reports.words.say import Say

SETTINGS = SettingWords(
    names={
        "chip": marked("a chip"),
        "ante": marked("ante"),
        "all_five": marked("all five tricks bring from each"),
    },
    chips=frozenset({"ante", "all_five"}),
    presets={"spoil_five": marked("usual")},
)

WHY = {
    "revoke": marked("a revoke"),
    "exposure": marked("exposed cards"),
    "robbing": marked("robbing without the ace"),
    "irregular": marked("a wrong number of cards"),
}
"""What killed a hand."""

DEAD = marked("The hand of %(name)s is dead: %(why)s.")


def _tricks(say: Say, tricks: Iterable[tuple[str, int]]) -> str:
    return listed([f"{name_of(say.now, player)} {number}" for player, number in tricks if number])


def _taken(say: Say, fact: facts.TricksTaken) -> str:
    tricks = _tricks(say, ((one.player, one.tricks) for one in fact.tricks))
    if fact.went_on:
        return say("Tricks of hand %(hand)s, gone on with: %(tricks)s.", tricks=tricks)
    return say("Tricks of hand %(hand)s: %(tricks)s.", tricks=tricks)


def _to_score(say: Say, it: asked.ScoreHand) -> str:
    return say("The hand is scored: %(tricks)s.", tricks=_tricks(say, it.tricks.items()) or say("no tricks"))


def _hand(number: int, both: Both[dict[str, Any] | None], names: Names) -> Iterable[Difference]:
    yield Difference(what=f"Hand {number}", said=both.each(lambda row: _came_of(row, names)))


def _came_of(row: dict[str, Any] | None, names: Names) -> str:
    if row is None:
        return "not scored"
    tricks = ", ".join(f"{names.get(player, player)} {number}" for player, number in row["tricks"].items())
    if row["winner"]:
        return f"{names.get(row['winner'], row['winner'])} takes {counted(row['pot'], 'chip')} ({tricks})"
    return f"spoilt, {counted(row['left'], 'chip')} in the pool ({tricks})"


def _position(table: SpoilFiveTable) -> Position:
    return Position(number=table.round, is_on=table.is_on, turn=table.turn, dealer=table.dealer)


WORDS = GameWords(
    facts={
        facts.SpoilHandBegun: FactWords(
            marked("%(name)s deals hand %(hand)s."), receipt="Hand %(hand)s begun · %(name)s deals"
        ),
        facts.PoolAntePaid: FactWords(marked("%(name)s antes %(chips)s.")),
        facts.HandKilled: FactWords(DEAD, receipt="Hand %(hand)s · %(name)s dead, %(why)s"),
        facts.TricksTaken: FactWords(_taken),
        facts.AllFivePaid: FactWords(marked("%(name)s pays %(chips)s to %(to)s for all five tricks.")),
        facts.PoolWon: FactWords(
            marked("%(name)s takes the pool of hand %(hand)s: %(chips)s."),
            receipt="Pool of hand %(hand)s · %(name)s · %(chips)s",
            sums_up=True,
        ),
        facts.PoolSpoilt: FactWords(
            marked("Hand %(hand)s is spoilt; the pool keeps %(chips)s."),
            receipt="Hand %(hand)s spoilt · the pool stays",
            sums_up=True,
        ),
        facts.SpoilHandVoided: FactWords(
            marked("Hand %(hand)s is void: %(reason)s."),
            receipt=lambda say, fact: f"Hand {fact.hand} void · {fact.reason}",
        ),
        facts.PoolAnteReturned: FactWords(marked("%(name)s has %(chips)s back.")),
        facts.PoolDivided: FactWords(marked("%(name)s has %(chips)s of the pool.")),
    },
    commands={
        asked.StartHand: CommandWords(
            marked("Deal a hand"), marked("%(name)s deals a hand."), waits="start the hand, %(name)s deals"
        ),
        asked.KillHand: CommandWords(marked("Declare a hand dead"), DEAD, waits="the hand of %(name)s is dead"),
        asked.ScoreHand: CommandWords(marked("Score the hand"), _to_score),
        asked.VoidHand: CommandWords(marked("Void the hand"), marked("The hand is void: %(reason)s.")),
    },
    named={
        "chips": lambda say, it: chips_words(it.chips, spoil_five_of(say.now).chip_cents),
        "to": lambda say, it: name_of(say.now, it.to),
        "why": lambda say, it: _(WHY[it.why]),
    },
    round=RoundWords(
        kind="spoil-five-hand",
        one=marked("hand %(number)s of Spoil Five"),
        both=marked("hands %(first)s and %(last)s of Spoil Five"),
        several=marked("hands %(first)s to %(last)s of Spoil Five"),
        over=marked("after hand %(number)s of Spoil Five"),
        turn=marked("turn %(turn)s of hand %(number)s of Spoil Five"),
        own_page=marked("Your night,<br>hand by hand"),
    ),
    position=_position,
    settings=SETTINGS,
    differences={HANDS: DifferenceWords(title="Hand by hand", first="Hand", lines=_hand)},
)
