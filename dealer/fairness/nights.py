"""Is the game square? The cards of one night, or of many, looked at as somebody would whom a court believes.

With them go odd cards, which cannot come out of a square pack and which the table refused, and cards taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dealer.commands.refusal import Refusal, refusal_of
from dealer.games import GAMES
from dealer.night.house_rules import tables_of
from dealer.statistics.looks import STANDS_OUT, Look, NoLook, Seen, Weighed, weighed
from events.book.book import NOT_NIGHTS, Book
from events.effective_facts import EffectiveFold, effective
from events.facts.night import NightOpened, PlayerSeated
from events.facts.play import CardsShown, RoundBegun
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded, RecordedCommand


class OddCard(Frozen):
    """An odd card as it was refused: in which command of which night, where in the play, when, and why."""

    night: str
    command: int
    where: str
    at: str
    who: str
    why: str


def odd_cards_of(facts: Sequence[Recorded], commands: Iterable[RecordedCommand]) -> tuple[OddCard, ...]:
    """The odd cards that were refused while a night had these facts."""
    return tuple(
        OddCard(
            night=one.stream,
            command=one.number,
            where=_where(facts[: one.version_before]),
            at=one.at,
            who=one.who,
            why=refusal_of(one.refused, one.why).why,
        )
        for one in commands
        if one.refused == "odd_card" and one.version_before <= len(facts)
    )


def cards_taken_back(facts: Iterable[Recorded]) -> int:
    """How many commands that showed or laid cards were taken back or put right; those cards are not looked at.

    What a correction undid and gave again just so is no other card.
    """
    stood = EffectiveFold()
    given = [stood.follow(one) for one in facts]
    cards = [one for one in given if isinstance(one.fact, CardsShown)]
    stand = {(one.command, one.fact) for one in cards if one.version not in stood.taken_back_by}
    gone = [one for one in cards if one.version in stood.taken_back_by and (one.command, one.fact) not in stand]
    return len({one.command for one in gone})


def _where(facts: Sequence[Recorded]) -> str:
    """The place in the play after these facts, in words."""
    stands = ""
    for one in reversed(effective(facts)):
        game = GAMES.get(game_of(one.fact))
        if game is None:
            continue
        stands = stands or game.fairness.stands_after(one.fact)
        if isinstance(one.fact, RoundBegun):
            return f"{game.round_called} {one.fact.round_number}, {stands}"
    return "before any deal"


class NightsCards(Frozen):
    """The cards of one night as they stand, by game and round, and what was refused or taken back around them."""

    night: str
    rounds: dict[str, tuple[Any, ...]]
    odd_cards: tuple[OddCard, ...]
    taken_back: int

    @classmethod
    def of(cls, facts: Sequence[Recorded], commands: Sequence[RecordedCommand]) -> NightsCards:
        """The cards of a night; ``facts`` are its first ones or all, ``commands`` all that its book has."""
        stood = [one.fact for one in effective(facts)]
        opened = facts[0].fact
        if not isinstance(opened, NightOpened):
            raise LookupError("the first fact opens no night")
        names = _names(facts)
        return cls(
            night=facts[0].stream,
            rounds={
                game: tuple(GAMES[game].fairness.cards_of(stood, table, names))
                for game, table in tables_of(opened.houses).items()
            },
            odd_cards=odd_cards_of(facts, commands),
            taken_back=cards_taken_back(facts),
        )


def read_cards(book: Book, night: str) -> NightsCards:
    """The cards of a night as its book has them; :class:`Refusal` (``no_such_night``) where it has no such night."""
    if book.head(night) is None or night in NOT_NIGHTS:
        raise Refusal("no_such_night", "The book has no night %(night)s.", night=night[:64])
    return NightsCards.of(book.facts(night), book.commands(night))


class Inspection(Frozen):
    """All that was looked at, and what came of it. The looks of all games are corrected together.

    ``seen`` is by the game's name, of those of which there was something to see.
    """

    nights: tuple[str, ...]
    seen: dict[str, Seen]
    looks: tuple[Weighed, ...]
    not_looked: tuple[NoLook, ...]
    odd_cards: tuple[OddCard, ...]
    taken_back: int

    @property
    def level(self) -> float:
        """The chance at which a look stands out though it is corrected for all of them."""
        return STANDS_OUT / max(1, len(self.looks))

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
    by_game = {
        name: game.fairness.inspect([night.rounds.get(name, ()) for night in nights]) for name, game in GAMES.items()
    }
    seen = {name: one for name, one in by_game.items() if one}
    found = [look for one in seen.values() for look in one.looks]
    return Inspection(
        nights=tuple(night.night for night in nights),
        seen=seen,
        looks=weighed([one for one in found if isinstance(one, Look)]),
        not_looked=tuple(one for one in found if isinstance(one, NoLook)),
        odd_cards=tuple(card for night in nights for card in night.odd_cards),
        taken_back=sum(night.taken_back for night in nights),
    )


def _names(facts: Sequence[Recorded]) -> dict[str, str]:
    """The players' names by their seats; with the seat where two have one name."""
    names = {one.fact.player: one.fact.name for one in facts if isinstance(one.fact, PlayerSeated)}
    twice = {name for name in names.values() if list(names.values()).count(name) > 1}
    return {seat: f"{name} ({seat})" if name in twice else name for seat, name in names.items()}
