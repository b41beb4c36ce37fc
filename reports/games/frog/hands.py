"""What papers say of a hand of Frog: who played what against whom, the bidder's points, and what they brought."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.commands.phrases import marked
from dealer.games.frog.commands import HEARTS
from dealer.games.frog.house import CHICO, FROG
from dealer.games.frog.state import ACTIVE, HALF
from events.facts.bidding import BidMade, BidPassed, ContractNamed
from events.games import frog
from reports.games.frog.words import BIDS
from reports.rounds.hands import Cell, HandRecord, HandWords
from reports.words.cards import SUIT_NAMES
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.phrases import clauses


def _cells(record: HandRecord, player: str) -> tuple[Cell, ...]:
    end = record.facts[-1]
    if player not in record.players[:ACTIVE]:
        return Cell(_("sat out")), Cell()
    if not isinstance(end, frog.FrogHandSettled):
        return Cell(_last_call(record, player)), Cell()
    if player != end.bidder:
        return Cell(_("against")), Cell()
    return Cell(_played(end)), Cell(str(end.points))


def _last_call(record: HandRecord, player: str) -> str:
    """What a player said last in a hand that was not scored."""
    said = ""
    for one in record.facts:
        match one:
            case BidMade(player=speaker, bid=bid) | ContractNamed(player=speaker, bid=bid) if speaker == player:
                said = _(BIDS[str(bid)])
            case BidPassed(player=speaker) if speaker == player:
                said = _("passed")
            case _:
                pass
    return said


def _played(end: frog.FrogHandSettled) -> str:
    """What was played, with the trumps; at chico these are known only where they were noted."""
    trump = end.trump or (None if end.bid == CHICO else HEARTS)
    return clauses(_(BIDS[end.bid]), _("trumps %(suit)s", suit=_(SUIT_NAMES[trump])) if trump else "")


def _came_of(record: HandRecord, names: Mapping[str, str]) -> str:
    end = record.facts[-1]
    if not isinstance(end, frog.FrogHandSettled):
        return _("everybody passed")
    chips = next(one.chips for one in end.won if one.player == end.bidder)
    told = {"name": names[end.bidder], "bid": _(BIDS[end.bid]), "points": end.points}
    if end.points == HALF:
        return _("%(name)s played %(bid)s: sixty all, nothing is paid", **told)
    if end.points < HALF:
        return ngettext(
            "%(name)s played %(bid)s, had %(points)s points and lost %(num)s chip",
            "%(name)s played %(bid)s, had %(points)s points and lost %(num)s chips",
            -chips,
            **told,
        )
    return ngettext(
        "%(name)s played %(bid)s, had %(points)s points and won %(num)s chip",
        "%(name)s played %(bid)s, had %(points)s points and won %(num)s chips",
        chips,
        **told,
    )


HAND_WORDS = HandWords(
    game=FROG,
    heads=(marked("Played"), marked("Points")),
    cells=_cells,
    came_of=_came_of,
)
