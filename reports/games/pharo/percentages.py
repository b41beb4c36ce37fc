"""The bank's percentages at Pharo as printed: by card of the livret, by bottom card, by cards left."""

from __future__ import annotations

from collections.abc import Iterator

from dealer.games.pharo.commands import PharoHouse
from dealer.games.pharo.percentages import ELSEWHERE, Terms, gain, gain_whatever_bottom, half_of
from dealer.games.pharo.state import PACK_CARDS
from events.frozen import Frozen
from reports.words.formatting import Figure, figure, listed
from reports.words.language import gettext as _
from reports.words.language import pgettext

BOXES = (52, 40, 30, 20, 12, 8, 4)
"""The numbers of cards to come for which single stakes are shown."""


class BottomRow(Frozen):
    """A stake laid at the beginning of a deal, by bottom card: of another rank, of a covered rank, or any.

    ``lies`` is open or opposed; ``again`` marks the same card as in the row above, lying the other way.
    """

    card: str
    lies: str
    elsewhere: Figure
    covered: Figure
    whatever: Figure
    again: bool


class LeftRow(Frozen):
    """Single stakes with a number of cards of their rank left, for each of :data:`BOXES`."""

    what: str
    figures: tuple[Figure | None, ...]


class Percentages(Frozen):
    """The bank's percentages at Pharo; ``of_one_check`` is for stakes that cannot be halved."""

    boxes: tuple[int, ...]
    rows: tuple[BottomRow, ...]
    of_one_check: tuple[BottomRow, ...]
    left: tuple[LeftRow, ...]
    notes: tuple[str, ...]


def percentages_of(house: PharoHouse) -> Percentages:
    """The bank's percentages under the rules of a house."""
    return Percentages(
        boxes=BOXES,
        rows=tuple(_rows(house, checks=2)),
        of_one_check=tuple(_rows(house, checks=1)),
        left=tuple(_left(house)),
        notes=tuple(_notes(house)),
    )


def _rows(house: PharoHouse, *, checks: int) -> Iterator[BottomRow]:
    cards = {pgettext("bet", "single"): 1}
    if house.figures:
        cards |= {_("figure of three"): 3, _("figure of four"): 4}
    for card, ranks in cards.items():
        figures: dict[tuple[Figure, ...], list[str]] = {}
        for opposed in (False, True) if house.oppose else (False,):
            terms = Terms(hockley=house.hockley, opposed=opposed, half=half_of(checks))
            figures.setdefault(_by_bottom((4,) * ranks, terms), []).append(_("opposed") if opposed else _("open"))
        for at, ((elsewhere, covered, whatever), lies) in enumerate(figures.items()):
            yield BottomRow(
                card=card,
                lies=listed(lies),
                elsewhere=elsewhere,
                covered=covered,
                whatever=whatever,
                again=at > 0,
            )


def _by_bottom(left: tuple[int, ...], terms: Terms) -> tuple[Figure, ...]:
    """The figures of a stake with a bottom card of another rank, of a covered rank, and with any."""
    seen = (gain(left, PACK_CARDS, terms, bottom) for bottom in (ELSEWHERE, 0))
    return tuple(map(figure, (*seen, gain_whatever_bottom(left, PACK_CARDS, terms))))


def _left(house: PharoHouse) -> Iterator[LeftRow]:
    terms = Terms(hockley=house.hockley)
    for cards in (4, 3, 2, 1):
        yield LeftRow(
            what=str(cards), figures=tuple(figure(gain_whatever_bottom((cards,), box, terms)) for box in BOXES)
        )


def _notes(house: PharoHouse) -> Iterator[str]:
    """Notes on the figures under the rules of this house."""
    yield _(
        "What the bank may expect of a stake that is laid when the deal begins, alone on its livret, lies shown until "
        "a coup decides it for the first time, and is taken down then; the mean of all orders of the cards to come. A "
        "draw decides nothing, and what is never decided counts as nothing."
    )
    if house.hockley:
        yield _(
            "The bottom card has been seen when a stake is laid. In the last coup nothing wins: a stake cannot win by "
            "the bottom card, and an opposed one loses by it."
        )
    else:
        yield _(
            "The bottom card has been seen when a stake is laid, and comes last as the punters’ card: whoever has it "
            "covered wins by it, and whoever opposes it loses."
        )
    yield _(
        "Of a doublet the bank has the bigger half in whole checks. The figures are for stakes that can be halved; one "
        "smallest check is lost whole, and has lines of its own."
    )
