"""The stakes of a night of Pharo, and the story of a stake: folds, results and rules."""

from __future__ import annotations

from typing import Any

from dealer.games.pharo.state import pharo_of
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import InTurn, StakeLaid
from events.games import pharo
from events.records import Recorded
from reports.games.pharo.words import place_called
from reports.rounds.rounds import RoundStory
from reports.rounds.stakes import Stakes, StakeStory, StakeSummary
from reports.words.formatting import brief
from reports.words.language import gettext as _


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


class PharoStakeStory(StakeStory):
    """The story of one stake, with the rule of each coup, payment or return."""

    def sentence(self, event: Event, before: Night, now: Night) -> str:
        """The sentence of an event; that of a return leaves the reason to the rule."""
        if isinstance(event, pharo.CardReturned) and not event.void_gain_cents:
            name, amount = self.names[event.player], brief(event.stake_cents)
            return _("%(amount)s goes back to %(name)s.", amount=amount, name=name)
        return super().sentence(event, before, now)


class PharoDealStory(RoundStory):
    """The story of a deal, coup by coup, with rules cited."""

    def in_turn(self, event: InTurn, text: str) -> str:
        """The sentence unchanged: that of a coup has its number."""
        return text
