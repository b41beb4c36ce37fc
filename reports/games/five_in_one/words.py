"""The words of Five in One."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dealer.commands.phrases import marked
from dealer.games.five_in_one import commands as asked
from dealer.games.five_in_one.parts import BANGO, COLD_HAND, CONSOLATION, PLUS_OR_MINUS, PUT_AND_TAKE
from events.games import five_in_one as facts
from reports.words import hands
from reports.words.formatting import listed, signed_number
from reports.words.game_words import CommandWords, FactWords, GameWords, Names, RoundWords, SettingWords
from reports.words.language import gettext as _
from reports.words.players import name_of
from reports.words.say import Say

PARTS = {
    PLUS_OR_MINUS: marked("Plus or Minus"),
    COLD_HAND: marked("Cold Hand"),
    BANGO: marked("Bango"),
    PUT_AND_TAKE: marked("Put and Take"),
    CONSOLATION: marked("Consolation"),
}
"""What the parts of a round are called."""

SETTINGS = SettingWords(
    names={
        "cold_hand_pays": marked("the cold hand brings from each"),
        "hit_pays": marked("a hit of the consolation brings from each"),
    },
    chips=frozenset({"cold_hand_pays", "hit_pays"}),
    presets={"five_in_one": marked("usual")},
)


def _won(say: Say, won: Iterable[tuple[str, int]]) -> str:
    """What everybody won or lost, who did neither left out."""
    said = [f"{name_of(say.now, player)} {signed_number(chips)}" for player, chips in won if chips]
    return ", ".join(said) or _("nobody wins a chip")


def _winners(say: Say, winners: Iterable[str]) -> str:
    return listed([name_of(say.now, player) for player in winners])


def _cold_hand(say: Say, fact: facts.ColdHandWon) -> str:
    names = _winners(say, fact.winners)
    if len(fact.winners) > 1:
        return say("The cold hand is tied by %(names)s: %(won)s.", names=names)
    return say("%(names)s wins the cold hand: %(won)s.", names=names)


def _consolation(say: Say, fact: facts.ConsolationTurned) -> str:
    return say.ngettext(
        "%(num)s hit in %(cards)s: %(won)s.",
        "%(num)s hits in %(cards)s: %(won)s.",
        fact.hits,
        cards=say.cards(fact.cards),
    )


def _part_asked(say: Say, it: asked.PartResult) -> str:
    return say("%(part)s: %(won)s.", won=_won(say, it.chips.items()))


def _cold_hand_asked(say: Say, it: asked.ColdHand) -> str:
    return say("The cold hand goes to %(names)s.", names=_winners(say, it.winners) or _("nobody"))


def _consolation_asked(say: Say, it: asked.Consolation) -> str:
    return say("The consolation is turned: %(cards)s.", cards=say.cards(it.cards) or _("no card"))


def _came_of(row: dict[str, Any], names: Names) -> str:
    won = (f"{names.get(player, player)} {signed_number(chips)}" for player, chips in row["net"].items() if chips)
    return ", ".join(won) or "nobody wins a chip"


WORDS = GameWords(
    facts={
        facts.FiveRoundBegun: FactWords(
            marked("%(name)s deals round %(hand)s."), receipt="Round %(hand)s begun · %(name)s deals"
        ),
        facts.PartSettled: FactWords(marked("%(part)s: %(won)s."), receipt="Round %(hand)s · %(part)s"),
        facts.ColdHandWon: FactWords(_cold_hand, receipt="Round %(hand)s · Cold Hand"),
        facts.ConsolationTurned: FactWords(_consolation),
        facts.FiveRoundOver: FactWords(
            marked("Round %(hand)s is over: %(won)s."), receipt="Round %(hand)s over", sums_up=True
        ),
        facts.FiveRoundVoided: FactWords(
            marked("Round %(hand)s is void: %(reason)s."),
            receipt=lambda say, fact: f"Round {fact.hand} void · {fact.reason}",
        ),
    },
    commands={
        asked.StartHand: CommandWords(
            marked("Begin a round"), marked("%(name)s deals a round."), waits="start the round, %(name)s deals"
        ),
        asked.PartResult: CommandWords(marked("Say what a part brought"), _part_asked),
        asked.ColdHand: CommandWords(marked("Say who won the cold hand"), _cold_hand_asked),
        asked.Consolation: CommandWords(marked("Turn the consolation"), _consolation_asked),
        asked.VoidHand: CommandWords(marked("Void the round"), marked("The round is void: %(reason)s.")),
    },
    named={
        "part": lambda say, it: _(PARTS[it.part]),
        "won": lambda say, it: _won(say, ((one.player, one.chips) for one in it.won)),
    },
    arguments={"part": "Part", "chips": "Chips won, below zero lost", "winners": "Winners"},
    round=RoundWords(kind="five-in-one-round", turn=marked("part %(turn)s of round %(number)s")),
    position=hands.position,
    settings=SETTINGS,
    differences=hands.one_by_one(_came_of, "not over", called="Round"),
)
