"""The words of Farmer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dealer.commands.phrases import counted, marked
from dealer.game.hands import HANDS
from dealer.games.farmer import commands as asked
from dealer.games.farmer.state import FarmerTable, farmer_of
from dealer.what_if.differences import Both
from events.games import farmer as facts
from reports.words.formatting import chips_words
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
from reports.words.players import name_of
from reports.words.say import Say

SETTINGS = SettingWords(
    names={
        "chip": marked("a chip"),
        "ante": marked("ante"),
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


def _hand(number: int, both: Both[dict[str, Any] | None], names: Names) -> Iterable[Difference]:
    yield Difference(what=f"Hand {number}", said=both.each(lambda row: _came_of(row, names)))


def _came_of(row: dict[str, Any] | None, names: Names) -> str:
    if row is None:
        return "not settled"
    counts = ", ".join(f"{names.get(player, player)} {count}" for player, count in row["totals"].items())
    if row["winner"]:
        return f"{names.get(row['winner'], row['winner'])} takes {counted(row['pot'], 'chip')} ({counts})"
    return f"{counted(row['left'], 'chip')} stay in the farm ({counts})"


def _position(table: FarmerTable) -> Position:
    return Position(number=table.round, is_on=table.is_on, turn=table.turn, dealer=table.dealer)


WORDS = GameWords(
    facts={
        facts.FarmHandBegun: FactWords(
            marked("%(name)s deals hand %(hand)s."), receipt="Hand %(hand)s begun · %(name)s deals"
        ),
        facts.FarmAntePaid: FactWords(marked("%(name)s antes %(chips)s.")),
        facts.FarmHandShown: FactWords(_shown),
        facts.NearestPaid: FactWords(marked("%(name)s pays %(chips)s to %(to)s, the nearest to sixteen.")),
        facts.OverdrawnPaid: FactWords(_over),
        facts.FarmWon: FactWords(_won, receipt="Farm of hand %(hand)s · %(name)s · %(chips)s", sums_up=True),
        facts.FarmStayed: FactWords(
            marked("Nobody counts sixteen in hand %(hand)s; the farm keeps %(chips)s."),
            receipt="Hand %(hand)s · the farm stays",
            sums_up=True,
        ),
        facts.FarmHandVoided: FactWords(
            marked("Hand %(hand)s is void: %(reason)s."),
            receipt=lambda say, fact: f"Hand {fact.hand} void · {fact.reason}",
        ),
        facts.FarmAnteReturned: FactWords(marked("%(name)s has %(chips)s back.")),
        facts.FarmDivided: FactWords(marked("%(name)s has %(chips)s of the farm.")),
    },
    commands={
        asked.StartHand: CommandWords(
            marked("Deal a hand"), marked("%(name)s deals a hand."), waits="start the hand, %(name)s deals"
        ),
        asked.ShowHand: CommandWords(marked("Show a hand"), SHOWS, waits="%(name)s shows %(cards)s"),
        asked.SettleHand: CommandWords(marked("Settle the hand"), marked("The hand is settled.")),
        asked.VoidHand: CommandWords(marked("Void the hand"), marked("The hand is void: %(reason)s.")),
    },
    named={
        "chips": lambda say, it: chips_words(it.chips, farmer_of(say.now).chip_cents),
        "to": lambda say, it: name_of(say.now, it.to),
    },
    round=RoundWords(
        kind="farmer-hand",
        one=marked("hand %(number)s of Farmer"),
        both=marked("hands %(first)s and %(last)s of Farmer"),
        several=marked("hands %(first)s to %(last)s of Farmer"),
        over=marked("after hand %(number)s of Farmer"),
        turn=marked("turn %(turn)s of hand %(number)s of Farmer"),
        own_page=marked("Your night,<br>hand by hand"),
    ),
    position=_position,
    settings=SETTINGS,
    differences={HANDS: DifferenceWords(title="Hand by hand", first="Hand", lines=_hand)},
)
