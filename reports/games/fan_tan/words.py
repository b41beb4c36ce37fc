"""The words of Fan-Tan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from dealer.commands.phrases import counted, marked
from dealer.games.fan_tan import commands as asked
from dealer.games.fan_tan.game import HAND_ON
from dealer.games.fan_tan.rows import HandRow
from dealer.games.fan_tan.state import FAN_TAN, FanTanTable, Hand, Phase
from dealer.night.night import Night
from dealer.what_if.differences import Both
from events.facts.fact import Fact
from events.games import fan_tan as facts
from reports.words import hands
from reports.words.formatting import NOTHING
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
from reports.words.language import ngettext
from reports.words.naming import after_turn, before_turn
from reports.words.phrases import clauses
from reports.words.say import Say

SETTINGS = SettingWords(
    names={
        "ante_extra": marked("ante of an odd hand"),
        "pass_pays": marked("a pass costs"),
        "several_openers": marked("several openers in a turn"),
        "several_cards": marked("several cards of a suit in a turn"),
        "deal_moves": marked("the deal moves left"),
        "opener": marked("a suit is opened by"),
        "card_pays": marked("a card or pip left in hand costs"),
        "wrong_pass": marked("a wrong pass costs"),
        "wrong_pass_opener": marked("a kept opener costs besides"),
        "dead_hand": marked("a dead hand costs each"),
        "first": marked("first to lay"),
        "extra_from": marked("odd hands are the"),
        "voluntary_pass": marked("passing at will"),
        "free_passes": marked("first passes of a hand that are free"),
        "opener_chips": marked("chips for a kept opener go"),
        "counted": marked("what is left in hand counts"),
    },
    chips=frozenset({"ante", "ante_extra", "pass_pays", "card_pays", "wrong_pass", "wrong_pass_opener", "dead_hand"}),
    unset={"free_passes": marked("all")},
    choices={
        "opener": {"7": marked("the seven"), "5_or_9": marked("the five or the nine")},
        "first": {
            "dealer_left": marked("the dealer’s left"),
            "7d": marked("the holder of the seven of diamonds"),
            "7h": marked("the holder of the seven of hearts"),
        },
        "extra_from": {"long": marked("longer ones"), "short": marked("shorter ones")},
        "opener_chips": {
            "each": marked("to the holders of both cards beside it, each"),
            "shared": marked("to the holders of both cards beside it, shared"),
        },
        "counted": {"cards": marked("by the card"), "pips": marked("by the pip, court cards ten")},
    },
    presets={
        "encyclopedia": marked("encyclopedia"),
        "antes": marked("antes"),
        "five_or_nine": marked("five or nine"),
    },
)


PASSES = marked("%(name)s passes.")
LAYS = marked("%(name)s lays %(cards)s.")
SHOWS = marked("%(name)s shows %(cards)s.")


def in_hand(table: FanTanTable) -> str:
    """Where a hand that is on stands: ``before turn 8``, and after the last turn when somebody is out."""
    turns = len(table.hand.turns) if table.hand else 0
    return before_turn(turns + 1) if table.phase is Phase.PLAYING else after_turn(turns)


def _position(table: FanTanTable) -> Position:
    at = Position(number=table.hand_number, is_on=table.hand is not None, dealer=table.dealer)
    if not table.hand:
        return at
    return replace(at, turn=len(table.hand.turns) + (table.phase is Phase.PLAYING), within=in_hand(table))


def _passed(say: Say, fact: facts.TurnPassed) -> str:
    return say("%(name)s passes and pays %(chips)s.") if fact.chips else say(PASSES)


def _shown(say: Say, fact: facts.HandShown) -> str:
    return say.ngettext("%(name)s shows %(num)s card.", "%(name)s shows %(num)s cards.", len(fact.cards))


def _ended(say: Say, fact: facts.HandEnded) -> str:
    if fact.winner is None:
        return say("Hand %(hand)s is dead: nobody laid a card.")
    return say("Hand %(hand)s is over: %(name)s is out.", name=say.value("winner"))


def _paid(say: Say, fact: facts.HandPaid) -> str:
    if not fact.cards:
        return say("%(name)s pays %(chips)s for the dead hand.")
    return say.ngettext(
        "%(name)s pays %(chips)s for %(num)s card left.", "%(name)s pays %(chips)s for %(num)s cards left.", fact.cards
    )


def _to_lay(say: Say, it: asked.Lay) -> str:
    cards = it.cards or ((it.card,) if it.card else ())
    if not cards:
        return say("%(name)s lays nothing.")
    return say(LAYS, cards=say.cards(cards))


def _to_show(say: Say, it: asked.ShowHand) -> str:
    return say(SHOWS) if it.cards else say("%(name)s shows nothing.")


def _with_wrong_passes(now: Night, made: Sequence[Fact], said: str) -> str:
    """A sentence about the end of a hand, with the number of wrong passes that it proved."""
    proved = sum(isinstance(fact, facts.WrongPassProved) for fact in made)
    if not proved:
        return said
    wrong = ngettext("%(num)s wrong pass is proved", "%(num)s wrong passes are proved", proved)
    return f"{clauses(said[:-1], wrong)}."


def _came_of(row: HandRow, names: Names) -> str:
    if row.winner is None:
        return "dead"
    told = f"{names.get(row.winner, row.winner)} takes {counted(row.pot, 'chip')}"
    if row.wrong_passes:
        taken = sum(wrong.taken for wrong in row.wrong_passes)
        told += f"; {counted(len(row.wrong_passes), 'wrong pass', 'wrong passes')} proved, {taken or 'none'} taken"
    return told


def _hand_on(key: str, both: Both[Hand | None], names: Names) -> Iterable[Difference]:
    yield Difference(what="The hand that is on", said=both.each(lambda hand: _as_played(hand, names)))


def _as_played(hand: Hand | None, names: Names) -> str:
    """A hand that is on, as far as it was played."""
    if hand is None:
        return NOTHING
    cards, turns = counted(sum(len(turn.cards) for turn in hand.turns), "card"), counted(len(hand.turns), "turn")
    return f"hand {hand.number}: {cards} lie after {turns}, {names.get(hand.on_turn, hand.on_turn)} to play"


WORDS = GameWords(
    facts={
        facts.HandStarted: hands.BEGUN,
        facts.AntePaid: hands.ANTE,
        facts.CardsLaid: FactWords(LAYS),
        facts.TurnPassed: FactWords(_passed),
        facts.HandShown: FactWords(_shown),
        facts.WrongPassProved: FactWords(
            lambda say, fact: say(
                "%(name)s held %(cards)s and passed at turn %(turn)s.", cards=say.cards(one.card for one in fact.held)
            )
        ),
        facts.HandEnded: FactWords(_ended, sums_up=True),
        facts.PenaltyTaken: FactWords(
            marked("%(name)s pays %(chips)s for the wrong pass at turn %(turn)s."),
            receipt="Wrong pass, turn %(turn)s · %(name)s · %(chips)s",
        ),
        facts.HandVoided: hands.VOIDED,
        facts.HandPaid: FactWords(_paid),
        facts.PotWon: FactWords(
            marked("%(name)s takes the pot of hand %(hand)s: %(chips)s."),
            receipt="Pot of hand %(hand)s · %(name)s · %(chips)s",
            sums_up=True,
        ),
        facts.PotLeft: FactWords(
            marked("Hand %(hand)s is settled as dead; the pot keeps %(chips)s."),
            receipt="Hand %(hand)s dead · the pot stays",
            sums_up=True,
        ),
        facts.PotReturned: hands.RETURNED,
        facts.PotDivided: FactWords(marked("%(name)s has %(chips)s of the pot.")),
    },
    commands={
        asked.StartHand: hands.DEAL,
        asked.Lay: CommandWords(marked("Lay a card"), _to_lay, waits="%(name)s lays %(cards)s"),
        asked.Pass: CommandWords(marked("Pass"), PASSES, waits="%(name)s passes"),
        asked.ShowHand: CommandWords(marked("Show a hand"), _to_show, waits="%(name)s shows %(cards)s"),
        asked.EndHand: CommandWords(marked("End the hand"), marked("The hand is over.")),
        asked.TakePenalty: CommandWords(
            marked("Take a penalty"),
            marked("%(name)s pays for a wrong pass at turn %(turn)s."),
            waits="take the penalty of %(name)s for turn %(turn)s",
        ),
        asked.SettleHand: CommandWords(marked("Pay the pot"), marked("The pot is paid out.")),
        asked.VoidHand: hands.VOID,
    },
    named={"chips": hands.chips_at(FAN_TAN)},
    together=_with_wrong_passes,
    round=RoundWords(
        kind="hand",
        one=marked("hand %(number)s"),
        over=marked("after hand %(number)s"),
        turn=marked("turn %(turn)s of hand %(number)s"),
        own_page=hands.OWN_PAGE,
    ),
    position=_position,
    settings=SETTINGS,
    differences={**hands.one_by_one(_came_of, "not settled"), HAND_ON: DifferenceWords(lines=_hand_on)},
)
