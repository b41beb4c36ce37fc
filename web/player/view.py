"""What a player's page shows: a pure function of a night and its standing facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.faro.game import FARO
from dealer.night import Night
from dealer.tables import fan_tan_of, faro_of
from events import money
from events.fact import Fact
from events.records import Recorded
from reports.balance import assert_equal
from reports.disputes import DisputeLine, disputes_of
from reports.night_play import DEAL, HAND, NightPlay, night_play_of
from reports.reckoning import Line, Reckoning, reckoning_of, total
from reports.words.formatting import hour
from web.games.fan_tan.player.hands import HandOfHis, hands_of_his
from web.games.fan_tan.player.now import HandThatIsOn, hand_in_words, hand_that_is_on
from web.games.faro.player.course import course_of
from web.games.faro.player.deals import DealOfHis, StandingBet, bets_of, deal_in_words, deals_of
from web.houses import games_in_words
from web.tablet.marks import Mark, marks_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A marker he signed, in cents."""

    number: int
    amount_cents: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of his result: what it is, and what it comes to in cents."""

    what: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """Everything on a player's page. Amounts in cents.

    ``bets`` is ``None`` in a night without Faro, ``hand`` where no hand is on with him in it; a night without Fan-Tan
    has no ``chip_cents``. ``course`` has his deals and his hands, the newest first.
    """

    table: str
    date: str
    games: str
    standing_at: str
    closed: bool
    player: str
    name: str
    mark: Mark
    account: Reckoning
    bets: tuple[StandingBet, ...] | None
    hand: HandThatIsOn | None
    chip_cents: int
    markers: tuple[Marker, ...]
    pledges: tuple[Part, ...]
    parts: tuple[Part, ...]
    disputes: tuple[DisputeLine, ...]
    course: tuple[DealOfHis | HandOfHis, ...]

    @property
    def net_cents(self) -> int:
        """What he is up or down."""
        return self.account.line.net_cents

    @property
    def deals(self) -> tuple[DealOfHis, ...]:
        """His deals of Faro, the newest first."""
        return tuple(one for one in self.course if isinstance(one, DealOfHis))

    @property
    def hands(self) -> tuple[HandOfHis, ...]:
        """His hands of Fan-Tan, the newest first."""
        return tuple(one for one in self.course if isinstance(one, HandOfHis))


def player_view(night: Night, kept: Sequence[Recorded], player: str) -> PlayerView:
    """The page of one player; ``kept`` are the night's standing facts.

    Raises :class:`LookupError` where nobody of that key sat at the table.
    """
    if player not in night.seats:
        raise LookupError(f"nobody called {player[:40]} sat at the table")
    facts = [one.fact for one in kept]
    account = reckoning_of(night, kept, player)
    play = night_play_of(facts)
    course = _in_order(play, _deals(play, facts, player), _hands(night, play, player))
    return PlayerView(
        table=night.opened.table,
        date=night.opened.date,
        games=games_in_words(night),
        standing_at=_standing_at(night),
        closed=night.closed,
        player=player,
        name=night.seats[player].name,
        mark=marks_of(night)[player],
        account=account,
        bets=bets_of(night, faro_of(night), player) if FARO in night.tables else None,
        hand=hand_that_is_on(fan_tan_of(night), player) if FAN_TAN in night.tables else None,
        chip_cents=play.pot.chip_cents,
        markers=tuple(_markers(night, kept, player)),
        pledges=tuple(Part(what=one.item, cents=one.amount_cents) for one in night.pledges if one.player == player),
        parts=_parts(account, course, play.pot.divided.get(player, 0) * play.pot.chip_cents),
        disputes=tuple(one for one in disputes_of(night, kept) if one.touches(player)),
        course=course[::-1],
    )


def _standing_at(night: Night) -> str:
    if night.closed:
        return "The night is closed"
    return deal_in_words(faro_of(night)) if night.dealing == FARO else hand_in_words(fan_tan_of(night))


def _markers(night: Night, kept: Iterable[Recorded], player: str) -> Iterator[Marker]:
    for one in kept:
        fact = one.fact
        if isinstance(fact, money.MarkerIssued) and fact.player == player:
            yield Marker(number=night.slip_of(fact.marker), amount_cents=fact.amount_cents, at=hour(one.at, None))


def _deals(play: NightPlay, facts: Iterable[Fact], player: str) -> tuple[DealOfHis, ...]:
    nets_cents = {tabs.deal: play.faro.of(tabs.deal, player).net_cents for tabs in play.faro.deals_of(player)}
    return deals_of(course_of(facts, player), nets_cents)


def _hands(night: Night, play: NightPlay, player: str) -> tuple[HandOfHis, ...]:
    return hands_of_his(play.pot, fan_tan_of(night).house, player) if FAN_TAN in night.tables else ()


def _in_order(
    play: NightPlay, deals: Iterable[DealOfHis], hands: Iterable[HandOfHis]
) -> tuple[DealOfHis | HandOfHis, ...]:
    """His deals and hands in the order in which they were begun."""
    found: dict[tuple[str, int], DealOfHis | HandOfHis] = {(DEAL, one.deal): one for one in deals}
    found |= {(HAND, one.hand): one for one in hands}
    return tuple(_running(found[key] for key in play.order if key in found))


def _running(course: Iterable[DealOfHis | HandOfHis]) -> Iterator[DealOfHis | HandOfHis]:
    """The same, each with what the play had come to: a deal counts the hands before it, and a hand the deals."""
    before_cents = 0
    for one in course:
        yield one.going_on_from(before_cents)
        before_cents += one.net_cents


def _parts(account: Reckoning, course: Iterable[DealOfHis | HandOfHis], divided_cents: int) -> tuple[Part, ...]:
    """What his result is made of: the play, deal by deal and hand by hand, and what came beside it."""
    found = [Part(what=one.title, cents=one.net_cents) for one in course]
    found += [Part(what="Your part of a pot nobody won", cents=divided_cents)] if divided_cents else []
    found += _summed(account.tokes, "Tokes for the dealer")
    found += [Part(what=line.what, cents=line.cents) for line in (*account.corrections, *account.between)]
    assert_equal("the parts of a player's result", sum(part.cents for part in found), account.line.net_cents)
    return tuple(found)


def _summed(lines: Sequence[Line], what: str) -> list[Part]:
    return [Part(what=what, cents=total(lines))] if lines else []
