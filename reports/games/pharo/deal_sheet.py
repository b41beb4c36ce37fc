"""The sheet of a deal: its bottom card, the coups as they were dealt, and the chains that were ventured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import tzinfo

from dealer.game.cards import rank_of
from dealer.games.pharo.pack import COUPS
from dealer.games.pharo.state import PHARO
from dealer.night.night import Night
from events.effective_facts import effective
from events.facts.play import StakeSettled
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from reports.games.pharo.parts import ChainRow, chain_rows
from reports.games.pharo.play import Deal, Play, play_of
from reports.games.pharo.words import WORDS
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.cards import card_words
from reports.words.language import gettext as _
from reports.words.naming import result_of


class CoupRow(Frozen):
    """One coup: its cards, what the table says of it, and what the bank won or lost in it, in cents."""

    number: int
    bank: str
    punters: str
    remark: str
    bank_cents: int


class DealSheet(Frozen):
    """All that the sheet of a deal says.

    ``bottom`` is the bottom card in words, and ``before_coups_cents`` what the bank won or lost before the first coup.
    """

    masthead: Masthead
    deal: Deal
    bottom: str
    deals_dealt: int
    coups: tuple[CoupRow, ...]
    chains: tuple[ChainRow, ...]
    before_coups_cents: int
    seal: Seal

    @property
    def bank_cents(self) -> int:
        """What the bank won or lost in the deal."""
        return self.before_coups_cents + sum(coup.bank_cents for coup in self.coups)


def deal_sheet_view(
    now: Night, facts: Sequence[Recorded], number: int, zone: tzinfo | None = None, play: Play | None = None
) -> DealSheet:
    """The sheet of a deal from a night and all of its facts; :class:`LookupError` where it was not dealt."""
    stand = [one.fact for one in effective(facts)]
    play = play or play_of(stand)
    deal = next((one for one in play.deals if one.number == number), None)
    if deal is None:
        raise LookupError(f"deal {number} was not dealt")
    bank: Counter[int] = Counter()
    for one in stand:
        if isinstance(one, StakeSettled) and game_of(one) == PHARO and one.round_number == number:
            bank[one.turn_number] += one.bank_took_cents - one.bank_paid_cents
    return DealSheet(
        masthead=masthead_of(now, facts, f"{WORDS.round.kind}-{number}", zone),
        deal=deal,
        bottom=card_words(deal.bottom) if deal.bottom else "",
        deals_dealt=len(play.deals),
        coups=tuple(
            CoupRow(
                number=coup.number,
                bank=coup.bank,
                punters=coup.punters,
                remark=_remark(coup.number, coup.bank, coup.punters, hockley=bool(now.tables[PHARO].house.hockley)),
                bank_cents=bank[coup.number],
            )
            for coup in deal.coups
        ),
        chains=chain_rows((one for one in play.chains if one.deal == number), now.names),
        before_coups_cents=bank[0],
        seal=seal_of(now, facts),
    )


def print_deal_sheet(view: DealSheet, options: RenderOptions = PLAIN) -> bytes:
    """The sheet of a deal as PDF."""
    title = _("Deal sheet %(number)s", number=view.masthead.number)
    return pdf("pharo/papers.html", title, options, view=view)


def _remark(number: int, bank: str, punters: str, *, hockley: bool) -> str:
    """What the table says of a coup, by its cards alone."""
    if number == COUPS and hockley:
        return _("hockley")
    return result_of("split", PHARO) if rank_of(bank) == rank_of(punters) else ""
