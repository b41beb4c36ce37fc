"""A punter's own livret on their phone: they lay, fold, mask and take up for themselves between coups."""

from __future__ import annotations

from dealer.games.pharo.state import Phase, pharo_of
from dealer.night.night import Night
from events.frozen import Frozen
from reports.words.cards import card_words
from web.games.pharo.livrets import Livret, LivretCard, livret_of
from web.games.pharo.tablet.table import amounts_of, last_coup_words, late_words, phase_words, standing_at


class OwnLivret(Frozen):
    """A punter's livret, and what they may have in hand.

    ``stands`` says why no stakes are laid now; it is empty where they are. ``warnings`` have to be known before one is.
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
        """The cards that bear a stake, those first whose win waits."""
        return tuple(sorted(self.livret.staked, key=lambda card: not (card.staked and card.staked.awaits)))


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
        bottom=card_words(table.pack.bottom) if table.deal_is_on and table.pack.bottom else "",
    )
