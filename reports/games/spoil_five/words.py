"""The words of Spoil Five."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dealer.commands.phrases import counted, marked
from dealer.games.spoil_five import commands as asked
from dealer.games.spoil_five.state import SPOIL_FIVE
from events.games import spoil_five as facts
from reports.words import hands
from reports.words.formatting import listed
from reports.words.game_words import CommandWords, FactWords, GameWords, Names, SettingWords
from reports.words.language import gettext as _
from reports.words.players import name_of
from reports.words.say import Say

SETTINGS = SettingWords(
    names={
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


def _came_of(row: dict[str, Any], names: Names) -> str:
    tricks = ", ".join(f"{names.get(player, player)} {number}" for player, number in row["tricks"].items())
    if row["winner"]:
        return f"{names.get(row['winner'], row['winner'])} takes {counted(row['pot'], 'chip')} ({tricks})"
    return f"spoilt, {counted(row['left'], 'chip')} in the pool ({tricks})"


WORDS = GameWords(
    facts={
        facts.SpoilHandBegun: hands.BEGUN,
        facts.PoolAntePaid: hands.ANTE,
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
        facts.SpoilHandVoided: hands.VOIDED,
        facts.PoolAnteReturned: hands.RETURNED,
        facts.PoolDivided: FactWords(marked("%(name)s has %(chips)s of the pool.")),
    },
    commands={
        asked.StartHand: hands.DEAL,
        asked.KillHand: CommandWords(marked("Declare a hand dead"), DEAD, waits="the hand of %(name)s is dead"),
        asked.ScoreHand: CommandWords(marked("Score the hand"), _to_score),
        asked.VoidHand: hands.VOID,
    },
    named={
        "chips": hands.chips_at(SPOIL_FIVE),
        "why": lambda say, it: _(WHY[it.why]),
    },
    round=hands.called_of("spoil-five-hand"),
    position=hands.position,
    settings=SETTINGS,
    differences=hands.one_by_one(_came_of, "not scored"),
)
