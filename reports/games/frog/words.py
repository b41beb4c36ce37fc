"""The words of Frog."""

from __future__ import annotations

from typing import Any

from dealer.commands.phrases import marked
from dealer.games.frog import commands as asked
from dealer.games.frog.house import CHICO, FROG, GRAND
from events.facts.bidding import BidMade, BidPassed, ContractNamed
from events.games import frog as facts
from reports.score_pad.words import COMMANDS, FACTS
from reports.words import hands
from reports.words.cards import SUIT_NAMES
from reports.words.formatting import listed, signed_number
from reports.words.game_words import CommandWords, FactWords, GameWords, Names, SettingWords
from reports.words.language import gettext as _
from reports.words.phrases import clauses
from reports.words.players import name_of
from reports.words.say import Say

SETTINGS = SettingWords(
    names={
        "frog": marked("frog pays a point"),
        "chico": marked("chico pays a point"),
        "grand": marked("grand pays a point"),
    },
    chips=frozenset({"frog", "chico", "grand"}),
    presets={"frog": marked("usual")},
)

BIDS = {FROG: marked("frog"), CHICO: marked("chico"), GRAND: marked("grand")}
"""The bids, as the table calls them."""


def _settled(say: Say, it: facts.FrogHandSettled) -> str:
    won = listed([f"{name_of(say.now, one.player)} {signed_number(one.chips)}" for one in it.won])
    bidder = name_of(say.now, it.bidder)
    return say("Hand %(hand)s, %(bid)s: %(bidder)s has %(points)s points: %(won)s.", bidder=bidder, won=won)


def _score_told(say: Say, it: asked.ScoreFrog) -> str:
    points = say.ngettext("%(num)s point", "%(num)s points", it.points)
    trump = _("trumps %(suit)s", suit=_(SUIT_NAMES[it.trump])) if it.trump else ""
    return say("The bidder has %(told)s.", told=clauses(points, trump))


def _came_of(row: dict[str, Any], names: Names) -> str:
    if row["bidder"] is None:
        return "passed out"
    won = ", ".join(f"{names.get(player, player)} {signed_number(chips)}" for player, chips in row["net"].items())
    return f"{row['bid']} by {names.get(row['bidder'], row['bidder'])}, {row['points']} points: {won}"


WORDS = GameWords(
    facts={
        **{kind: FACTS[kind] for kind in (BidMade, BidPassed, ContractNamed)},
        facts.FrogHandBegun: hands.BEGUN,
        facts.FrogHandPassedOut: FactWords(
            marked("Hand %(hand)s is dead: everybody passed."), receipt="Hand %(hand)s passed out", sums_up=True
        ),
        facts.FrogHandSettled: FactWords(_settled, receipt="Hand %(hand)s settled", sums_up=True),
        facts.FrogHandVoided: hands.VOIDED,
    },
    commands={
        asked.StartHand: hands.DEAL,
        asked.BidFrog: COMMANDS["bid"],
        asked.PassFrog: COMMANDS["pass"],
        asked.ContractFrog: COMMANDS["contract"],
        asked.ScoreFrog: CommandWords(marked("Score the hand"), _score_told),
        asked.VoidHand: hands.VOID,
    },
    named={"bid": lambda say, it: _(BIDS[it.bid])},
    round=hands.called_of("frog-hand"),
    position=hands.position,
    settings=SETTINGS,
    differences=hands.one_by_one(_came_of, "not scored"),
    arguments={"points": "Points of the bidder’s tricks", "trump": "Trumps", "players": "Who plays, if not all"},
)
