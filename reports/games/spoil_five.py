"""Spoil Five: its rules (8.1 to 8.5), house rules as sentences, words and papers."""

from __future__ import annotations

from typing import Any

from msgspec.structs import astuple

from dealer.commands.refusal import marked
from dealer.games.spoil_five import GAME, IRREGULAR, SPOIL_FIVE
from dealer.night.night import Night
from events.games import spoil_five as facts
from reports.house_rules import ANTE, CHIP, MARKERS, Preset, Setting
from reports.rounds.hands import HandWords
from reports.rounds.tables import Column, Row
from reports.rounds.tricks import FIVE_IS_HIGHEST, ROBBING
from reports.rulebook import LEFT_OVER, Guide, Rule, Rulebook, Table
from reports.sheets.round_sheet import hand_papers
from reports.words import night_words
from reports.words.formatting import listed, name_of
from reports.words.game_words import CommandWords, EventWords, Say
from reports.words.language import gettext as _
from reports.words.night_words import POT_AT_CLOSE

_SHEET = "a rule sheet of Spoil Five and the games that came of it"


def _why_killed(event: facts.HandKilled, now: Night) -> str:
    if event.why == IRREGULAR:
        return _("a wrong number of cards kills only that hand")
    return _("an offender has no cards until the pool is won")


SPOIL_FIVE_RULES = Rulebook(
    name="spoil-five",
    number="8",
    title="Spoil Five",
    about=(
        "Spoil Five, also Five Cards or Five Fingers: three tricks of five win the pool. The others try to "
        "stop that. If nobody gets three, the hand is spoilt and the pool grows."
    ),
    without_bank=marked("Spoil Five has no bank: the players play for a pool, and the house percentage is 0."),
    rules=(
        Rule(
            number="8.1",
            title="Cards and seats",
            says=(
                "52 cards, two to ten players, five cards each. The highest trumps are the five, the jack, "
                "the ace of hearts and the ace. Tricks are played on the table; only each player’s number "
                "of tricks is recorded.",
                "The deal goes to the left, also to a player who has no cards.",
            ),
            sources=(_SHEET,),
        ),
        Rule(
            number="8.2",
            title="The pool",
            says=(
                "Each player puts the ante into the pool when a hand begins, also a player whose hand is "
                "dead or who has no cards. A pool that was not won stays for the next hand, with new antes "
                "added.",
            ),
            sources=(_SHEET,),
            ours="that the chip after a hand that was not won is put in at the next deal.",
            why={facts.PoolAntePaid: marked("everybody antes, with cards or without")},
        ),
        Rule(
            number="8.3",
            title="The end of a hand",
            says=(
                "A hand ends in one of these ways, and in no other:",
                Table(
                    heads=("tricks", "went on", "what comes of it"),
                    rows=(
                        ("a player has three", "no", "they take the pool, and the hand stops"),
                        ("a player has all five", "yes", "they take the pool, and every other player pays them"),
                        ("a player has four, or three of five played", "yes", "spoilt: they ventured it and failed"),
                        ("nobody has three of five played", "no", "spoilt"),
                    ),
                ),
                "A player with three tricks may go on for all five; the hand is then played to its end.",
            ),
            sources=(_SHEET,),
            ours="that a hand gone on with is played to the fifth trick.",
            why={
                facts.AllFivePaid: marked("every other player pays for all five tricks"),
                facts.PoolWon: marked("three tricks win the pool"),
                facts.PoolSpoilt: marked("nobody has won the pool; it stays for the next hand"),
            },
            without_bank=marked(
                "The winner takes the whole pool, and for all five tricks each player pays the winner."
            ),
        ),
        Rule(
            number="8.4",
            title="Dead hands",
            says=(
                "A hand is dead for a revoke, for cards exposed after somebody has two tricks, and for "
                "robbing without the ace; its player has no cards until the pool is won, but still pays "
                "antes. A hand with a wrong number of cards is dead for this hand alone.",
                "A dead hand has two tricks at most. Two live hands must remain.",
            ),
            sources=(_SHEET,),
            ours="that two live hands must remain.",
            why={facts.HandKilled: _why_killed},
        ),
        Rule(
            number="8.5",
            title="Foul hands and a pool left over",
            says=(
                "A foul hand is broken off: the antes go back, its number is not used again, what killed hands in it "
                "is void, and the same player deals once more; where they have left, the next on their left.",
                LEFT_OVER,
            ),
            ours="all of it.",
            without_bank=POT_AT_CLOSE,
        ),
    ),
)


SETTINGS = {
    marked("The pool"): (
        CHIP.under("8.2"),
        ANTE.under("8.2", says=marked("Each player’s ante is %(chips)s, also without cards.")),
    ),
    marked("Tricks"): (
        Setting(
            "all_five",
            marked("all five tricks: from each player"),
            "8.3",
            says=marked(
                "Three tricks win the pool; a player who takes all five also gets %(chips)s from every other player."
            ),
            off=marked("Three tricks win the pool; all five win nothing more."),
            chips=True,
        ),
    ),
    **MARKERS,
}

PRESETS = {"spoil_five": Preset(marked("usual"), marked("an ante a hand, a chip from each for all five"))}

WHY = {
    "revoke": marked("a revoke"),
    "exposure": marked("exposed cards"),
    "robbing": marked("robbing without the ace"),
    "irregular": marked("a wrong number of cards"),
}
"""Why a hand was dead."""

DEAD = marked("The hand of %(name)s is dead: %(why)s.")


def _tricks(say: Say, action: Any) -> str:
    """The tricks of an event or a command: of all who took any."""
    tricks = action.tricks.items() if isinstance(action.tricks, dict) else map(astuple, action.tricks)
    return listed([f"{name_of(say.now, player)} {number}" for player, number in tricks if number]) or _("no tricks")


def _taken(say: Say, event: facts.TricksTaken) -> str:
    if event.went_on:
        return say("Tricks of hand %(hand)s, played on: %(tricks)s.")
    return say("Tricks of hand %(hand)s: %(tricks)s.")


WORDS = night_words.hand_words(
    GAME,
    events={
        facts.HandKilled: EventWords(DEAD, receipt=marked("Hand %(hand)s · %(name)s dead, %(why)s")),
        facts.TricksTaken: EventWords(_taken),
        facts.AllFivePaid: EventWords(marked("%(name)s pays %(chips)s to %(to)s for all five tricks.")),
        facts.PoolWon: EventWords(
            marked("%(name)s takes the pool of hand %(hand)s: %(chips)s."),
            receipt=marked("Pool of hand %(hand)s · %(name)s · %(chips)s"),
            sums_up=True,
        ),
        facts.PoolSpoilt: EventWords(
            marked("Hand %(hand)s is spoilt; the pool keeps %(chips)s."),
            receipt=marked("Hand %(hand)s spoilt · the pool stays"),
            sums_up=True,
        ),
        facts.PoolDivided: EventWords(marked("%(name)s gets %(chips)s from the pool.")),
    },
    commands={
        "kill_hand": CommandWords(marked("Declare a hand dead"), DEAD, waits=marked("the hand of %(name)s is dead")),
        "score_hand": CommandWords(marked("Score the hand"), marked("The hand is scored: %(tricks)s.")),
    },
    named={"tricks": _tricks, "why": lambda say, command: _(WHY[command.why])},
    round=night_words.called_of("spoil-five-hand"),
)


def _tricks_of(row: Row) -> str:
    taken = row.record.last(facts.TricksTaken)
    return next((str(trick.tricks) for trick in taken.tricks if trick.player == row.player), "–") if taken else "–"


def _dead_for(row: Row) -> str:
    killed = (event for event in row.record.all(facts.HandKilled) if event.player == row.player)
    without_cards = _("has no cards") if row.player in row.record.begun.without_cards else "–"
    return next((_(WHY[event.why]) for event in killed), without_cards)


HAND_WORDS = HandWords(
    game=SPOIL_FIVE,
    own=lambda: (Column(_("Tricks"), _tricks_of, kind="who"), Column(_("Dead for"), _dead_for, kind="who")),
)


GUIDE = Guide(
    aim=marked("Take three of five tricks to win the pool, or stop the others from doing so."),
    steps=(
        marked("Everybody puts a chip into the pool and gets five cards."),
        marked("The highest trumps are the five, the jack, the ace of hearts and the ace."),
        marked("Three tricks win the pool, and the hand stops."),
        marked(
            "With three tricks you may go on for all five. If you take them, every other player pays you as well. "
            "If you fail, the hand is spoilt."
        ),
        marked("If nobody takes three tricks, the hand is spoilt. The pool stays, and new chips are added."),
    ),
    play=(*ROBBING, *FIVE_IS_HIGHEST),
    terms=(
        (marked("pool"), marked("The chips in the middle.")),
        (marked("spoilt"), marked("Nobody won the hand. The pool stays for the next one.")),
        (marked("dead hand"), marked("The cards of a player who broke a rule. They win nothing.")),
    ),
)

PAPERS = hand_papers(
    HAND_WORDS,
    words=WORDS,
    settings=SETTINGS,
    presets=PRESETS,
    guide=GUIDE,
    rulebook=SPOIL_FIVE_RULES,
)
