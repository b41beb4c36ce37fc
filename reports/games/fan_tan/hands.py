"""The hands of Fan-Tan of a night as they were played: turns, hands shown, wrong passes, and how each hand ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from dealer.commands.phrases import marked
from events.facts import night
from events.facts.fact import Fact
from events.frozen import Frozen
from events.games import fan_tan
from events.games.fan_tan import ChipsTo, HeldCard


class Ending(Enum):
    """How a hand ended."""

    ON = marked("still on")
    WON = marked("won")
    DEAD = marked("dead")
    VOIDED = marked("voided")
    BROKEN_OFF = marked("broken off by the close")


class Penalty(Enum):
    """What became of the penalty of a wrong pass."""

    OPEN = marked("not decided")
    TAKEN = marked("taken")
    WAIVED = marked("waived")


class HandTurn(Frozen):
    """One turn: what was laid; nothing is a pass, for which ``chips`` were paid."""

    number: int
    player: str
    cards: tuple[str, ...]
    chips: int = 0


class WrongPass(Frozen):
    """A pass proved wrong: the cards that could have been laid, the penalty in chips, and what became of it."""

    hand: int
    turn: int
    player: str
    held: tuple[HeldCard, ...]
    pot_chips: int
    besides: tuple[ChipsTo, ...]
    fate: Penalty

    @property
    def chips(self) -> int:
        """The whole penalty."""
        return self.pot_chips + sum(one.chips for one in self.besides)

    @property
    def besides_by_player(self) -> tuple[tuple[str, tuple[ChipsTo, ...]], ...]:
        """What goes to whom beside the pot."""
        players = dict.fromkeys(one.player for one in self.besides)
        return tuple((player, tuple(one for one in self.besides if one.player == player)) for player in players)


@dataclass(slots=True, kw_only=True)
class HandRecord:
    """One hand. ``before_chips`` lay in the pot when it began; ``pot_chips`` is what was won, or left by a dead hand.

    ``voided`` gives the reason; ``shown`` is what each player still held at the end.
    """

    hand: int
    dealer: str
    dealt: dict[str, int]
    before_chips: int
    turns: list[HandTurn] = field(default_factory=list)
    shown: dict[str, tuple[str, ...]] = field(default_factory=dict)
    proved: list[fan_tan.WrongPassProved] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    winner: str | None = None
    ending: Ending = Ending.ON
    pot_chips: int = 0
    voided: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays it, from the dealer's left."""
        return tuple(self.dealt)

    @property
    def passes(self) -> int:
        """How many turns were passes."""
        return sum(1 for turn in self.turns if not turn.cards)

    def passes_of(self, player: str) -> int:
        """How often a player passed."""
        return sum(1 for turn in self.turns if turn.player == player and not turn.cards)

    def left(self, player: str) -> int:
        """How many cards a player had not laid when it ended."""
        return self.dealt[player] - sum(len(turn.cards) for turn in self.turns if turn.player == player)

    def laid_at(self) -> dict[str, HandTurn]:
        """Every card that was laid, with its turn."""
        return {card: turn for turn in self.turns for card in turn.cards}

    def wrong_passes(self, player: str | None = None) -> tuple[WrongPass, ...]:
        """The passes that were proved wrong, of one player or of all, in the order of play."""
        return tuple(
            WrongPass(
                hand=self.hand,
                turn=one.turn,
                player=one.player,
                held=one.held,
                pot_chips=one.chips,
                besides=one.besides,
                fate=self._fate(one.turn),
            )
            for one in self.proved
            if player in (None, one.player)
        )

    def _fate(self, turn: int) -> Penalty:
        if turn in self.taken:
            return Penalty.TAKEN
        return Penalty.OPEN if self.ending is Ending.ON else Penalty.WAIVED


def hand_records_of(facts: Iterable[Fact]) -> list[HandRecord]:
    """The hands of a night from its effective facts, the last one last."""
    hands: list[HandRecord] = []
    left = 0
    for fact in facts:
        match fact:
            case fan_tan.HandStarted():
                dealt = dict(zip(fact.players, fact.dealt, strict=True))
                hands.append(HandRecord(hand=fact.hand, dealer=fact.dealer, dealt=dealt, before_chips=left))
            case fan_tan.PotLeft() | fan_tan.PotWon():
                _settle(hands[-1], fact)
                left = fact.chips if isinstance(fact, fan_tan.PotLeft) else 0
            case night.NightClosed() if hands and hands[-1].ending is Ending.ON:
                hands[-1].ending = Ending.BROKEN_OFF
            case _ if hands:
                _play(hands[-1], fact)
    return hands


def _play(hand: HandRecord, fact: Fact) -> None:
    match fact:
        case fan_tan.CardsLaid():
            hand.turns.append(HandTurn(number=fact.turn, player=fact.player, cards=fact.cards))
            # Shown because all had passed, and now play has gone on.
            hand.shown.clear()
        case fan_tan.TurnPassed():
            hand.turns.append(HandTurn(number=fact.turn, player=fact.player, cards=(), chips=fact.chips))
        case fan_tan.HandShown():
            hand.shown[fact.player] = fact.cards
        case fan_tan.WrongPassProved():
            hand.proved.append(fact)
        case fan_tan.HandEnded():
            hand.winner = fact.winner
        case fan_tan.PenaltyTaken():
            hand.taken.add(fact.turn)
        case fan_tan.HandVoided():
            hand.voided, hand.ending = fact.reason, Ending.VOIDED


def _settle(hand: HandRecord, fact: fan_tan.PotWon | fan_tan.PotLeft) -> None:
    hand.ending = Ending.WON if isinstance(fact, fan_tan.PotWon) else Ending.DEAD
    hand.pot_chips = fact.chips
