"""Is the game square? The cards of one night, or of many, looked at as somebody would whom a court believes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.fan_tan.square import FanTanSeen, Hand, hands_of, inspect_fan_tan
from dealer.games.faro.game import FARO
from dealer.games.faro.square.deals import Dealt, deals_of
from dealer.games.faro.square.inspection import FaroSeen, inspect_faro
from dealer.games.faro.square.splits import put_up_to_be_noticed
from dealer.house_rules import tables_of
from dealer.refusal import Refusal
from dealer.square.odd_cards import OddCard, cards_taken_back, odd_cards_of
from dealer.statistics.looks import STANDS_OUT, Look, NoLook, Weighed, weighed
from events.book import Book
from events.night import NightOpened, PlayerSeated
from events.records import Recorded, RecordedCommand
from events.standing import standing
from events.streams import NOT_NIGHTS


@dataclass(frozen=True, slots=True, kw_only=True)
class NightsCards:
    """The cards of one night as they stand, and what was refused or taken back around them."""

    night: str
    deals: tuple[Dealt, ...]
    hands: tuple[Hand, ...]
    odd_cards: tuple[OddCard, ...]
    taken_back: int

    @classmethod
    def of(cls, facts: Sequence[Recorded], commands: Sequence[RecordedCommand]) -> NightsCards:
        """The cards of a night; ``facts`` are its first ones or all, ``commands`` all that its book has."""
        stood = [one.fact for one in standing(facts)]
        opened = facts[0].fact
        if not isinstance(opened, NightOpened):
            raise LookupError("the first fact opens no night")
        tables = tables_of(opened.houses)
        deals = deals_of(stood, tables[FARO]) if FARO in tables else []
        hands = hands_of(stood, tables[FAN_TAN].house.openers, _names(facts)) if FAN_TAN in tables else []
        return cls(
            night=facts[0].night,
            deals=tuple(deals),
            hands=tuple(hands),
            odd_cards=odd_cards_of(facts, commands),
            taken_back=cards_taken_back(facts),
        )


def read_cards(book: Book, night: str) -> NightsCards:
    """The cards of a night as its book has them; :class:`Refusal` (``no_such_night``) where it has no such night."""
    if book.head(night) is None or night in NOT_NIGHTS:
        raise Refusal("no_such_night", f"The book has no night {night[:64]}.")
    return NightsCards.of(book.facts(night), book.commands(night))


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """How many splits in all would have to be put up in ``deals`` whole deals to stand out 9 times in 10.

    ``put_up`` is ``None`` where one of every rank in each deal is not enough.
    """

    deals: int
    put_up: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """All that was looked at, and what came of it. The looks of both games are corrected together."""

    nights: tuple[str, ...]
    faro: FaroSeen | None
    fan_tan: FanTanSeen | None
    looks: tuple[Weighed, ...]
    not_looked: tuple[NoLook, ...]
    odd_cards: tuple[OddCard, ...]
    taken_back: int
    power: Power | None

    @property
    def standing_out(self) -> tuple[Weighed, ...]:
        """The looks that stand out, the rarest first."""
        return tuple(sorted((one for one in self.looks if one.stands_out), key=lambda one: one.look.chance))

    @property
    def rarest(self) -> float:
        """The smallest corrected chance of all; 1 where nothing was looked at."""
        return min((one.corrected for one in self.looks), default=1.0)


def inspect(nights: Sequence[NightsCards]) -> Inspection:
    """Every look at the cards of some nights together."""
    faro = inspect_faro([night.deals for night in nights])
    fan_tan = inspect_fan_tan([night.hands for night in nights])
    found = [*(faro.looks if faro else ()), *(fan_tan.looks if fan_tan else ())]
    looks = weighed([one for one in found if isinstance(one, Look)])
    return Inspection(
        nights=tuple(night.night for night in nights),
        faro=faro,
        fan_tan=fan_tan,
        looks=looks,
        not_looked=tuple(one for one in found if isinstance(one, NoLook)),
        odd_cards=tuple(card for night in nights for card in night.odd_cards),
        taken_back=sum(night.taken_back for night in nights),
        power=_power(faro, len(looks)) if faro and faro.whole_deals else None,
    )


def _power(faro: FaroSeen, looks: int) -> Power:
    """What would be noticed though the look at the splits were corrected for all the looks."""
    level = Fraction(STANDS_OUT).limit_denominator() / looks
    return Power(deals=faro.whole_deals, put_up=put_up_to_be_noticed(faro.whole_deals, faro.whole_turns, level))


def _names(facts: Sequence[Recorded]) -> dict[str, str]:
    """The players' names by their seats; with the seat where two have one name."""
    names = {one.fact.player: one.fact.name for one in facts if isinstance(one.fact, PlayerSeated)}
    twice = {name for name in names.values() if list(names.values()).count(name) > 1}
    return {seat: f"{name} ({seat})" if name in twice else name for seat, name in names.items()}
