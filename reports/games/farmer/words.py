"""The words of Farmer."""

from __future__ import annotations

from typing import Any

from dealer.commands.phrases import counted, marked
from dealer.games.farmer import commands as asked
from dealer.games.farmer.state import FARMER
from events.games import farmer as facts
from reports.words import hands
from reports.words.game_words import CommandWords, FactWords, GameWords, Names, SettingWords
from reports.words.say import Say

SETTINGS = SettingWords(
    names={
        "farmer_plays": marked("the farmer plays"),
        "nearest_pays": marked("each other hand pays the nearest"),
        "over_pays": marked("a point over sixteen costs"),
    },
    chips=frozenset({"ante", "nearest_pays", "over_pays"}),
    presets={"farm": marked("farm"), "banker": marked("banker")},
)

SHOWS = marked("%(name)s shows %(cards)s.")


def _shown(say: Say, fact: facts.FarmHandShown) -> str:
    return say("%(name)s shows %(cards)s and counts %(points)s.")


def _over(say: Say, fact: facts.OverdrawnPaid) -> str:
    return say.ngettext(
        "%(name)s is %(num)s point over sixteen and pays the farmer %(chips)s.",
        "%(name)s is %(num)s points over sixteen and pays the farmer %(chips)s.",
        fact.over,
    )


def _won(say: Say, fact: facts.FarmWon) -> str:
    if fact.with_six:
        return say("%(name)s counts sixteen with the six and takes the farm of hand %(hand)s: %(chips)s.")
    return say("%(name)s counts sixteen and takes the farm of hand %(hand)s: %(chips)s.")


def _came_of(row: dict[str, Any], names: Names) -> str:
    counts = ", ".join(f"{names.get(player, player)} {count}" for player, count in row["totals"].items())
    if row["winner"]:
        return f"{names.get(row['winner'], row['winner'])} takes {counted(row['pot'], 'chip')} ({counts})"
    return f"{counted(row['left'], 'chip')} stay in the farm ({counts})"


WORDS = GameWords(
    facts={
        facts.FarmHandBegun: hands.BEGUN,
        facts.FarmAntePaid: hands.ANTE,
        facts.FarmHandShown: FactWords(_shown),
        facts.NearestPaid: FactWords(marked("%(name)s pays %(chips)s to %(to)s, the nearest to sixteen.")),
        facts.OverdrawnPaid: FactWords(_over),
        facts.FarmWon: FactWords(_won, receipt="Farm of hand %(hand)s · %(name)s · %(chips)s", sums_up=True),
        facts.FarmStayed: FactWords(
            marked("Nobody counts sixteen in hand %(hand)s; the farm keeps %(chips)s."),
            receipt="Hand %(hand)s · the farm stays",
            sums_up=True,
        ),
        facts.FarmHandVoided: hands.VOIDED,
        facts.FarmAnteReturned: hands.RETURNED,
        facts.FarmDivided: FactWords(marked("%(name)s has %(chips)s of the farm.")),
    },
    commands={
        asked.StartHand: hands.DEAL,
        asked.ShowHand: CommandWords(marked("Show a hand"), SHOWS, waits="%(name)s shows %(cards)s"),
        asked.SettleHand: CommandWords(marked("Settle the hand"), marked("The hand is settled.")),
        asked.VoidHand: hands.VOID,
    },
    named={"chips": hands.chips_at(FARMER)},
    round=hands.called_of("farmer-hand"),
    position=hands.position,
    settings=SETTINGS,
    differences=hands.one_by_one(_came_of, "not settled"),
)
