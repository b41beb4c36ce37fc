"""A punter's page: their livret, their deals, and what they can do from their phone."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.refusal import Phrase
from dealer.games.pharo.game import follow_places
from dealer.games.pharo.state import PHARO, Phase, pharo_of
from dealer.night.night import Night
from dealer.projections import RoundEvents
from events.common.play import StakeSettled
from events.frozen import Frozen
from events.games import pharo as pharo_events
from events.games.pharo import PackTaken
from events.records import Recorded
from reports.words.formatting import card_words
from reports.words.game_words import phrase_text
from reports.words.language import gettext as _
from reports.words.naming import result_of
from web.bank_tables import PlayedDeal, SettledBet
from web.game_screens import PlayerPart
from web.games.pharo.livrets import Livret, LivretCard, card_called, livret_of
from web.games.pharo.tablet import amounts_of, last_coup_words, late_words, phase_words, standing_at


class OwnLivret(Frozen):
    """A punter's livret, and the amounts they may stake.

    ``stands`` says why no stakes are laid now, or is "". ``warnings`` matter before a stake is laid.
    """

    standing_at: str
    stands: str
    warnings: tuple[str, ...]
    livret: Livret
    amounts: tuple[tuple[int, str], ...]
    opposes: bool
    bottom: str

    @property
    def staked(self) -> tuple[LivretCard, ...]:
        """The cards with a stake, undecided wins first."""
        return tuple(sorted(self.livret.staked, key=lambda card: not (card.staked and card.staked.bet.awaits)))


def own_livret(night: Night, player: str) -> OwnLivret | None:
    """The livret of a punter who sits at the table, in a night that goes on."""
    if night.closed or not night.is_seated(player):
        return None
    table = pharo_of(night)
    return OwnLivret(
        standing_at=standing_at(table),
        stands="" if table.phase is Phase.BETTING and not table.broken else phase_words(night, table),
        warnings=tuple(filter(None, (last_coup_words(table), late_words(table)))),
        livret=livret_of(night, player),
        amounts=amounts_of(table),
        opposes=table.house.oppose,
        bottom=card_words(table.pack.bottom) if table.is_on and table.pack.bottom else "",
    )


def part_of(night: Night, game: str, effective: Sequence[Recorded], player: str) -> PlayerPart:
    """The cards of a punter's livret with a stake; none in a closed night or after the punter has left."""
    if night.closed or not night.is_seated(player):
        return PlayerPart()
    staked: tuple[LivretCard, ...] = tuple(
        card for card in livret_of(night, player, with_keys=False).cards if card.staked
    )
    return PlayerPart(now=staked)


def deal_of(night: Night, of_deal: RoundEvents, player: str) -> PlayedDeal | None:
    """A punter's settlements in a deal; ``None`` without any."""
    begun = of_deal.begun.event
    assert isinstance(begun, PackTaken)
    places: dict[str, Phrase] = {}
    rows: list[SettledBet] = []
    for event in of_deal.events:
        follow_places(places, event)
        if isinstance(event, StakeSettled) and event.player == player:
            rows.append(_settled(night, event, places))
    if not rows:
        return None
    return PlayedDeal(title=_("Pharo, deal %(deal)s", deal=begun.deal), deal=begun.deal, settled=tuple(reversed(rows)))


def _settled(night: Night, event: StakeSettled, places: dict[str, Phrase]) -> SettledBet:
    assert isinstance(event, pharo_events.InSuspense)
    # A stake carried into the deal was laid in an earlier deal.
    place = places.get(event.bet)
    return SettledBet(
        turn=event.turn_number,
        where=phrase_text(place) if place else card_called(pharo_of(night), event.bet),
        result=result_of(event.result, PHARO),
        gained_cents=event.bank_paid_cents - event.bank_took_cents,
        suspense_cents=event.gain_cents,
    )


def standing(night: Night, game: str) -> str:
    """The state of the deal, in words."""
    return _("Pharo: %(standing)s", standing=standing_at(night.tables[game]))
