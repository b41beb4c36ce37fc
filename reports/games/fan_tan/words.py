"""Fan-Tan in words, and the story of a hand event by event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from dealer.commands.refusal import marked
from dealer.game.hands import PLAYING
from dealer.games.fan_tan import state
from dealer.games.fan_tan.game import HAND_ON
from dealer.games.fan_tan.state import FAN_TAN, FanTanTable, Hand
from dealer.night.night import Night
from dealer.night_differences import Both
from events.common.event import Event
from events.games import fan_tan as facts
from reports.rounds.rounds import RoundStory
from reports.words import night_words
from reports.words.formatting import NOTHING, card_in_words, cards_in_words
from reports.words.game_words import (
    CommandWords,
    Difference,
    DifferenceWords,
    EventWords,
    GameWords,
    Names,
    Position,
    RoundWords,
    Say,
    clauses,
)
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.naming import after_turn, before_turn

PASSES = marked("%(name)s passes.")
LAYS = marked("%(name)s lays %(cards)s.")
SHOWS = marked("%(name)s shows %(cards)s.")


def in_hand(table: FanTanTable) -> str:
    """Where a hand that is on stands: ``before turn 8``, or after the last turn when a player is out."""
    return before_turn(table.turn + 1) if table.phase == PLAYING else after_turn(table.turn)


def _position(table: FanTanTable) -> Position:
    if not table.is_on:
        return Position(number=table.round, is_on=False, dealer=table.dealer)
    return replace(night_words.position(table), turn=table.turn + (table.phase == PLAYING), within=in_hand(table))


def _passed(say: Say, event: facts.TurnPassed) -> str:
    return say("%(name)s passes and pays %(chips)s.") if event.chips else say(PASSES)


def _shown(say: Say, event: facts.HandShown) -> str:
    return say.ngettext("%(name)s shows %(num)s card.", "%(name)s shows %(num)s cards.", len(event.cards))


def _ended(say: Say, event: facts.HandEnded) -> str:
    if event.winner is None:
        return say("Hand %(hand)s is dead: nobody laid a card.")
    return say("Hand %(hand)s is over: %(name)s is out.", name=say.value("winner"))


def _paid(say: Say, event: facts.HandPaid) -> str:
    if not event.cards:
        return say("%(name)s pays %(chips)s for the dead hand.")
    return say.ngettext(
        "%(name)s pays %(chips)s for %(num)s card left.", "%(name)s pays %(chips)s for %(num)s cards left.", event.cards
    )


def _to_lay(say: Say, command: state.Lay) -> str:
    cards = command.cards or ((command.card,) if command.card else ())
    if not cards:
        return say("%(name)s lays nothing.")
    return say(LAYS, cards=say.cards(cards))


def _to_show(say: Say, command: state.ShowHand) -> str:
    return say(SHOWS) if command.cards else say("%(name)s shows nothing.")


def _with_wrong_passes(now: Night, events: Sequence[Event], text: str) -> str:
    """The sentence of a hand's end, with the number of wrong passes proved by it."""
    proved = sum(isinstance(event, facts.WrongPassProved) for event in events)
    if not proved:
        return text
    wrong = ngettext("%(num)s wrong pass found", "%(num)s wrong passes found", proved)
    return f"{clauses(text[:-1], wrong)}."


def _hand_on(key: str, both: Both[Hand | None], names: Names) -> Iterable[Difference]:
    yield Difference(what=_("The hand that is on"), values=both.each(lambda hand: _as_played(hand, names)))


def _as_played(hand: Hand | None, names: Names) -> str:
    """The play so far of a hand that is on."""
    if hand is None:
        return NOTHING
    cards = sum(len(turn.cards) for turn in hand.turns)
    return _(
        "hand %(number)s: on the layout %(cards)s after %(turns)s, %(name)s to play",
        number=hand.number,
        cards=ngettext("%(num)s card", "%(num)s cards", cards),
        turns=ngettext("%(num)s turn", "%(num)s turns", len(hand.turns)),
        name=names.get(hand.on_turn, hand.on_turn),
    )


WORDS = GameWords(
    events={
        facts.HandStarted: night_words.BEGUN,
        facts.AntePaid: night_words.ANTE,
        facts.CardsLaid: EventWords(LAYS),
        facts.TurnPassed: EventWords(_passed),
        facts.HandShown: EventWords(_shown),
        facts.WrongPassProved: EventWords(
            lambda say, event: say(
                "%(name)s held %(cards)s and passed at turn %(turn)s.",
                cards=say.cards(held.card for held in event.held),
            )
        ),
        facts.HandEnded: EventWords(_ended, sums_up=True),
        facts.PenaltyTaken: EventWords(
            marked("%(name)s pays %(chips)s for the wrong pass at turn %(turn)s."),
            receipt=marked("Wrong pass, turn %(turn)s · %(name)s · %(chips)s"),
        ),
        facts.HandVoided: night_words.VOIDED,
        facts.HandPaid: EventWords(_paid),
        facts.PotWon: EventWords(
            marked("%(name)s takes the pot of hand %(hand)s: %(chips)s."),
            receipt=marked("Pot of hand %(hand)s · %(name)s · %(chips)s"),
            sums_up=True,
        ),
        facts.PotLeft: EventWords(
            marked("Hand %(hand)s is dead; the pot keeps %(chips)s."),
            receipt=marked("Hand %(hand)s dead · the pot stays"),
            sums_up=True,
        ),
        facts.PotReturned: night_words.RETURNED,
        facts.PotDivided: EventWords(marked("%(name)s gets %(chips)s from the pot.")),
    },
    commands={
        state.StartHand: night_words.DEAL,
        state.Lay: CommandWords(marked("Lay a card"), _to_lay, waits=marked("%(name)s lays %(cards)s")),
        state.Pass: CommandWords(marked("Pass"), PASSES, waits=marked("%(name)s passes")),
        state.ShowHand: CommandWords(marked("Show a hand"), _to_show, waits=marked("%(name)s shows %(cards)s")),
        state.EndHand: CommandWords(marked("End the hand"), marked("The hand is over.")),
        state.TakePenalty: CommandWords(
            marked("Take a penalty"),
            marked("%(name)s pays for a wrong pass at turn %(turn)s."),
            waits=marked("take the penalty of %(name)s for turn %(turn)s"),
        ),
        state.SettleHand: CommandWords(marked("Pay the pot"), marked("The pot is paid out.")),
        state.VoidHand: night_words.VOID,
    },
    named={"chips": night_words.chips_at(FAN_TAN)},
    together=_with_wrong_passes,
    round=RoundWords(
        kind="hand",
        title=marked("hand %(number)s"),
        over=marked("after hand %(number)s"),
        turn=marked("turn %(turn)s of hand %(number)s"),
        own_page=night_words.OWN_PAGE,
        counted=(
            (
                marked("Wrong passes"),
                lambda number: ngettext("%(num)s wrong pass", "%(num)s wrong passes", number),
                lambda event: isinstance(event, facts.WrongPassProved),
            ),
        ),
    ),
    position=_position,
    differences={HAND_ON: DifferenceWords(lines=_hand_on)},
)


class HandStory(RoundStory):
    """The story of a hand: wrong passes with their proof, cards written out, and rules cited."""

    def sentence(self, event: Event, before: Night, now: Night) -> str:
        """The sentence of an event of the hand, with cards in words."""
        names = self.names
        match event:
            case facts.HandStarted():
                numbers = zip(event.players, event.dealt, strict=True)
                dealt = ", ".join(f"{names[player]} {number}" for player, number in numbers)
                return _(
                    "%(name)s deals hand %(hand)s: %(dealt)s.", name=names[event.dealer], hand=event.hand, dealt=dealt
                )
            case facts.CardsLaid():
                return _(LAYS, name=names[event.player], cards=cards_in_words(event.cards))
            case facts.HandShown():
                return _(SHOWS, name=names[event.player], cards=cards_in_words(event.cards) or _("no card"))
            case facts.WrongPassProved():
                return _(
                    "%(name)s passed wrongly at turn %(turn)s: they held %(cards)s.",
                    name=names[event.player],
                    turn=event.turn,
                    cards=_held(event.held),
                )
        return super().sentence(event, before, now)


def _held(cards: Sequence[facts.HeldCard]) -> str:
    """Cards that a player held when they passed, each with the moment it was revealed."""
    text, *more = (_came_out(card) for card in cards)
    for card in more:
        text = _("%(cards)s, and %(card)s", cards=text, card=card)
    return text


def _came_out(held: facts.HeldCard) -> str:
    card = card_in_words(held.card)
    if held.laid_at:
        return _("the %(card)s, laid at turn %(turn)s", card=card, turn=held.laid_at)
    return _("the %(card)s, shown at the end", card=card)
