"""The stakes of a night of Pharo, and the story of a stake: folds, results and rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dealer.commands.refusal import Phrase, phrase
from dealer.games.pharo.state import pharo_of
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import InTurn, StakeLaid
from events.games import game_of, pharo
from events.records import Recorded
from reports.games.pharo.words import WHY_RETURNED, place_called
from reports.rounds.rounds import RoundStory
from reports.rounds.stakes import Stakes, StakeStory, StakeSummary
from reports.words.formatting import brief
from reports.words.game_words import phrase_text, under
from reports.words.language import gettext as _
from reports.words.sentences import event_sentence

_PAID = {
    "taken": ("2.4", phrase("a win may be taken after its coup")),
    "next_coup": ("2.4", phrase("a punter who does nothing is paid when the next coup begins")),
    "taken_down": ("2.2", phrase("a stake is taken down with its winnings")),
}
_PAID_AT_THE_END = ("2.6", phrase("gains in suspense are paid before stakes go back"))
_SETTLED: dict[type[Event], tuple[str, Phrase]] = {
    pharo.CardWon: ("2.4", phrase("a gain is in suspense until it is taken or ventured")),
    pharo.CardsDrawn: ("2.3", phrase("both cards are under the punter’s stakes, so nothing moves")),
    pharo.PliWon: ("2.5", phrase("a pli wins back what doublets have taken in a row")),
    pharo.ForfeitPaid: ("2.6", phrase("the pack was miscounted, so every stake is paid as if it had won")),
}


def why(event: Event) -> str:
    """The rule by which a stake was settled; "" for other events."""
    match event:
        case pharo.GainPaid():
            rule, because = _PAID.get(event.reason, _PAID_AT_THE_END)
        case pharo.CardLost() if event.remains_cents:
            rule, because = "2.4", phrase("under a paix only the gain is ventured")
        case pharo.CardLost() if event.folds:
            rule, because = "2.4", phrase("under a paroli, stake and gain are ventured together")
        case pharo.CardLost():
            rule, because = "2.3", phrase("the card against it came")
        case pharo.DoubletDealt() if event.folds:
            rule, because = "2.4", phrase("a doublet takes half of what is ventured, out of the gain")
        case pharo.DoubletDealt():
            rule, because = "2.3", phrase("on a doublet the bank takes the bigger half in whole checks")
        case pharo.CardReturned():
            rule, because = ("2.7" if event.reason == "bank_broken" else "2.6"), WHY_RETURNED[event.reason]
        case _ if type(event) in _SETTLED:
            rule, because = _SETTLED[type(event)]
        case _:
            return ""
    return under(rule, phrase_text(because))


class PharoStakes(Stakes):
    """The stakes of a night: pressed, moved to other cards, taken down."""

    def place(self, event: Any) -> str:
        """The name of a card of the livret."""
        return place_called(event.ranks)

    def lies_cents(self, now: Night, stake: StakeSummary) -> int:
        """How much of a stake still lies."""
        bet = pharo_of(now).bets.get(stake.bet)
        return bet.stake_cents if bet else 0

    def change(self, recorded: Recorded, event: Any) -> None:
        """Apply an event about a stake that was laid."""
        stake = self.summaries[event.bet]
        match event:
            case pharo.StakePressed():
                self.now(stake.bet, staked_cents=stake.staked_cents + event.add_cents)
            case pharo.CardChanged() if not stake.place.endswith(self.place(event)):
                place = _("%(places)s, then %(place)s", places=stake.place, place=self.place(event))
                title = _("%(name)s’s bet on %(place)s", name=stake.name, place=place)
                self.now(stake.bet, place=place, title=title)
            case pharo.CardTakenDown():
                self.now(stake.bet, results=(*stake.results, "taken_down"))
            case _:
                self.settled(event)

    def title(self, event: StakeLaid, name: str) -> str:
        """The player and place of a stake, and whether it is opposed."""
        text = super().title(event, name)
        return _("%(text)s, opposed", text=text) if isinstance(event, pharo.CardStaked) and event.opposed else text


@dataclass
class PharoStakeStory(StakeStory):
    """The story of one stake, with the rule of each coup, payment or return."""

    def tell(self, at: int, recorded: Recorded) -> bool:
        """Add the lines of an event that names the stake."""
        if game_of(recorded.event) != self.game or getattr(recorded.event, "bet", None) != self.bet:
            return False
        self.asked_for = True
        text = event_sentence(self.history.states[at - 1], self.history.states[at], recorded.event)
        if isinstance(recorded.event, pharo.CardReturned) and not recorded.event.void_gain_cents:
            name, amount = self.names[recorded.event.player], brief(recorded.event.stake_cents)
            text = _("%(amount)s goes back to %(name)s.", amount=amount, name=name)
        self.add(text, recorded, reason=why(recorded.event))
        return True


class PharoDealStory(RoundStory):
    """The story of a deal, coup by coup, with rules cited."""

    def in_turn(self, event: InTurn, text: str) -> str:
        """The sentence unchanged: that of a coup has its number."""
        return text

    def why(self, event: Event, now: Night) -> str:
        """The rule by which a stake was settled."""
        return why(event)
