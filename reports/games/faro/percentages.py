"""The bank's percentages at Faro as printed: bets by name, in hundredths and as exact fractions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from dealer.commands.refusal import marked
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.percentages import (
    BEFORE_SODA,
    COPPERED,
    OPEN,
    Figures,
    Rate,
    Take,
    boxes,
    by_cards_left,
    by_ranks_strung,
    on_a_call,
    rates_of,
)
from events.frozen import Frozen
from events.games.faro import Place
from reports.games.faro.words import kind_text
from reports.words.formatting import Figure, figure, listed
from reports.words.language import gettext as _


class RateRow(Frozen):
    """Bets with the same figures; ``again`` marks the bets of the row above, lying another way.

    ``decided`` is ``None`` if it equals the figure of a stake laid; calls have no ``a_turn`` and ``first_turn``.
    """

    bets: str
    example: str
    lies: str
    laid: Figure
    decided: Figure | None
    a_turn: Figure | None
    first_turn: Figure | None
    again: bool = False


class LeftRow(Frozen):
    """Single bets by cards of their rank left, for each box; "" if a box cannot have that many."""

    what: str
    figures: tuple[Figure | None, ...]


class Percentages(Frozen):
    """The bank's percentages at Faro; ``strung`` has strings of 2, 3, … 13 ranks.

    ``of_one_check`` has the bets for which a stake of one smallest check has figures of its own.
    """

    rows: tuple[RateRow, ...]
    of_one_check: tuple[RateRow, ...]
    boxes: tuple[int, ...]
    left: tuple[LeftRow, ...]
    strung: tuple[Figure, ...]
    notes: tuple[str, ...]


_UNDECIDED = {
    (True, True): marked("What is never decided, a sleeper or what lies after the last card, counts as the bank’s."),
    (True, False): marked(
        "Of what is never decided a sleeper counts as the bank’s; what lies after the last card not."
    ),
    (False, True): marked("Of what is never decided only what lies after the last card counts as the bank’s."),
    (False, False): marked("What is never decided is the players’, and counts as nothing."),
}
"""Notes on a stake that no turn decides: whether sleepers and the last bets go to the bank."""


def percentages_of(house: FaroHouse) -> Percentages:
    """The bank's percentages under the rules of a house, for the kinds of bet that it takes."""
    rates = rates_of(house)
    rows = [*_rows((rate, rate) for rate in rates)]
    if house.turns == 25:
        rows += _calls(house)
    return Percentages(
        rows=tuple(rows),
        of_one_check=tuple(_rows((rate, rate.one_check) for rate in rates if _is_other(rate))),
        boxes=boxes(house),
        left=tuple(_left_rows(house)) if "single" in house.takes else (),
        strung=tuple(figure(take.of_laid) for take in by_ranks_strung(house)) if "string" in house.takes else (),
        notes=tuple(_notes(house)),
    )


def _figure(share: Fraction | None) -> Figure | None:
    return None if share is None else figure(share)


def _rows(rates: Iterable[tuple[Rate, Figures]]) -> Iterable[RateRow]:
    """Bets with their figures, row by row."""
    before: tuple[Place, ...] = ()
    for rate, figures in rates:
        yield RateRow(
            bets=listed(_names(rate.places)),
            example="; ".join(_example(place) for place in rate.places if place.kind not in ("pot", "high_card")),
            lies=listed([_lies(way) for way in rate.lies]),
            laid=figure(figures.take.of_laid),
            decided=_decided(figures.take),
            a_turn=figure(figures.a_turn),
            first_turn=_figure(figures.first_turn),
            again=before == rate.places,
        )
        before = rate.places


def _is_other(rate: Rate) -> bool:
    """Whether one smallest check on a bet has other figures than a stake that can be halved."""
    usual = rate.one_check
    return (usual.take, usual.a_turn, usual.first_turn) != (rate.take, rate.a_turn, rate.first_turn)


def _decided(take: Take) -> Figure | None:
    of_decided = take.of_decided
    return None if of_decided is None or of_decided == take.of_laid else figure(of_decided)


def _calls(house: FaroHouse) -> Iterable[RateRow]:
    calls = ((_("call of the last turn"), "5-6-7", False), (_("call of a cat"), "5-5-7", True))
    for bets, example, cat in calls:
        laid = figure(on_a_call(house, cat=cat).of_laid)
        yield RateRow(bets=bets, example=example, lies="", laid=laid, decided=None, a_turn=None, first_turn=None)


def _left_rows(house: FaroHouse) -> Iterable[LeftRow]:
    for cards_left in by_cards_left(house):
        name = _("1, the case card") if cards_left.cards == 1 else str(cards_left.cards)
        laid = tuple(_figure(take.of_laid if take else None) for take in cards_left.takes)
        decided = tuple(_figure(take.of_decided if take else None) for take in cards_left.takes)
        if laid == decided:
            yield LeftRow(what=name, figures=laid)
        else:
            yield LeftRow(what=_("%(cards)s, of a stake decided", cards=name), figures=decided)
            yield LeftRow(what=_("%(cards)s, of a stake laid", cards=name), figures=laid)


def _names(places: Iterable[Place]) -> list[str]:
    """The kinds of these bets; a single parity is named by its example."""
    return list(dict.fromkeys(kind_text(place.kind) for place in places))


def _lies(way: str) -> str:
    return {OPEN: _("open"), COPPERED: _("coppered"), BEFORE_SODA: _("before the soda")}[way]


def _example(place: Place) -> str:
    """The place of an example bet."""
    match place.kind:
        case "heeled" | "side":
            return _("%(ranks)s to win, %(others)s to lose", ranks=_ranks(place.ranks), others=_ranks(place.lose))
        case "colors":
            return _("black to win")
        case "parity":
            return {
                ("winner", "odd"): _("winner odd"),
                ("winner", "even"): _("winner even"),
                ("loser", "odd"): _("loser odd"),
                ("loser", "even"): _("loser even"),
            }[place.card or "", place.choice or ""]
        case _:
            return _ranks(place.ranks)


def _ranks(ranks: tuple[str, ...]) -> str:
    return "-".join(ranks)


def _notes(house: FaroHouse) -> Iterable[str]:
    """Notes on the figures under the rules of this house."""
    if house.turns == 25:
        yield _(
            "Of a stake laid: what the bank may expect of a stake that is laid after the soda, whatever the soda is, "
            "lies as it was laid until it is decided for the first time, and is taken down then; the mean of all "
            "orders of the pack. A standoff decides nothing."
        )
    else:
        yield _(
            "Of a stake laid: what the bank may expect of a stake that is laid before the first turn, lies as it was "
            "laid until it is decided for the first time, and is taken down then; the mean of all orders of the pack. "
            "A standoff decides nothing."
        )
    yield _(_UNDECIDED[house.sleepers == "dealer", house.after_hock == "dealer"])
    yield _(
        "Of a stake decided: the same of such stakes only as are won, lost or split; where nothing stands it is the "
        "figure beside it. In a turn: of a stake that lies, in any one turn that settles bets."
    )
    yield _first_turn(house)
    if house.sleepers == "first_claim":
        yield _(
            "A sleeper goes to whoever claims it first; that is assumed to be its owner, and it counts as nothing. "
            "Another player may have it instead, the bank never."
        )
    if house.hockelty and house.turns == 25:
        yield _("Before the soda: the stake lies when the soda is shown, which takes it if the bet covers its rank.")
    yield _division(house)


def _division(house: FaroHouse) -> str:
    """The note on stakes that cannot be halved."""
    if house.split_takes == "half":
        return _(
            "Stakes divide here into whole checks, their shares and halves too, and the bank pays in full. Of a split "
            "that does not divide the bank has the bigger half, and so half a check more; of one smallest check it "
            "has the whole, and that has lines of its own."
        )
    return _(
        "The bank pays in full, and has the whole of a stake, or of a share of it, that two cards of one rank split. "
        "Stakes divide here into whole checks, their shares too, and halves where the bank takes half; where one "
        "smallest check has other figures, it has lines of its own."
    )


def _first_turn(house: FaroHouse) -> str:
    """The note on the column of the first turn."""
    if house.turns == 26:
        return _("First turn: of a stake that the first turn decides.")
    return _(
        "First turn: of a stake that the first turn decides, with none of its cards out: the soda is nothing to the "
        "bet, or any card where every card is something to it."
    )
