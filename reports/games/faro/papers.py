"""Faro's papers: its part of settlements and of the table sheet, and the bank's percentages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.commands.refusal import marked
from dealer.game.cards import rank_of
from dealer.games.faro.cards import HOCK, LOSER, SODA, WINNER, DealTabs, TurnTab
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
from dealer.games.faro.settlement import follow_places
from dealer.games.faro.state import FARO
from dealer.night.night import Night
from events.common.event import Event
from events.frozen import Frozen
from events.games.faro import Place
from reports.game_papers import BetEdge, GamePapers, RoundSheet
from reports.games.faro.dossier import Bets, BetStory, turn_story
from reports.games.faro.layout import BLANKS, SIGNS, TEMPLATE, layout_picture
from reports.games.faro.play import play_of
from reports.games.faro.rules import FARO_RULES, FORM, GUIDE, PRESETS, SETTINGS
from reports.games.faro.words import WORDS, kind_text
from reports.rounds.bank import BankPlay, BankRound, player_part, table_part
from reports.rounds.play import bank_by_turn
from reports.words.formatting import Figure, figure, listed
from reports.words.language import gettext as _
from reports.words.language import pgettext


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
    (True, True): marked(
        "Bets that are never decided (sleepers and bets left after the last card) count as the bank’s."
    ),
    (True, False): marked(
        "Of bets that are never decided, a sleeper counts as the bank’s, but not a bet left after the last card."
    ),
    (False, True): marked("Of bets that are never decided, only a bet left after the last card counts as the bank’s."),
    (False, False): marked("Bets that are never decided belong to the players and count as nothing."),
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


def edges_of(house: FaroHouse) -> Iterator[BetEdge]:
    """What the bank gains of a stake on each kind of bet that a house takes."""
    rates = rates_of(house)
    ways = Counter(rate.places for rate in rates)
    for rate in rates:
        names = [_example(place) if place.kind == "parity" else kind_text(place.kind) for place in rate.places]
        bet = ", ".join(dict.fromkeys(names))
        if ways[rate.places] > 1:
            bet = _("%(bet)s (%(lies)s)", bet=bet, lies=listed([_lies(way) for way in rate.lies]))
        yield BetEdge(bet=bet, share=rate.take.of_laid)
    if house.turns == 25:
        yield from (BetEdge(bet=bet, share=on_a_call(house, cat=cat).of_laid) for bet, _cards, cat in _kinds_of_call())


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
    for bets, example, cat in _kinds_of_call():
        laid = figure(on_a_call(house, cat=cat).of_laid)
        yield RateRow(bets=bets, example=example, lies="", laid=laid, decided=None, a_turn=None, first_turn=None)


def _kinds_of_call() -> tuple[tuple[str, str, bool], ...]:
    """The calls in words, each with an example, and whether it is of a cat."""
    return (_("call of the last turn"), "5-6-7", False), (_("call of a cat"), "5-5-7", True)


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
            "Of a stake laid: what the bank may expect from a stake that is laid after the soda, whatever "
            "the soda is, stays unchanged until it is first decided and is then taken down; the mean over "
            "all orders of the pack. A stand-off decides nothing."
        )
    else:
        yield _(
            "Of a stake laid: what the bank may expect from a stake that is laid before the first turn, "
            "stays unchanged until it is first decided and is then taken down; the mean over all orders of "
            "the pack. A stand-off decides nothing."
        )
    yield _(_UNDECIDED[house.sleepers == "dealer", house.after_hock == "dealer"])
    yield _(
        "Of a stake decided: the same, counting only stakes that are won, lost or split; a blank means the "
        "figure beside it. In a turn: of a stake on the layout, in any one turn that settles bets."
    )
    yield _first_turn(house)
    if house.sleepers == "first_claim":
        yield _(
            "A sleeper goes to the first player who claims it. The figures take that to be its owner, so "
            "it counts as nothing. Another player may get it, but never the bank."
        )
    if house.hockelty and house.turns == 25:
        yield _(
            "Before the soda: the stake is laid before the soda is shown, and is lost if it covers the soda’s rank."
        )
    yield _division(house)


def _division(house: FaroHouse) -> str:
    """The note on stakes that cannot be halved."""
    if house.split_takes == "half":
        return _(
            "Stakes, their shares and their halves are taken to be whole checks, and the bank pays in "
            "full. If a split does not divide evenly, the bank takes the bigger half, half a check more. "
            "It takes the whole of one smallest check, which has its own lines."
        )
    return _(
        "The bank pays in full, and takes the whole of a stake, or of a share, that two cards of one rank "
        "split. Stakes and shares are taken to be whole checks, and so are halves if the bank takes half. "
        "If one smallest check has other figures, it has its own lines."
    )


def _first_turn(house: FaroHouse) -> str:
    """The note on the column of the first turn."""
    if house.turns == 26:
        return _("First turn: of a stake that the first turn decides.")
    return _(
        "First turn: of a stake that the first turn decides, with none of its cards out. The soda is a "
        "card that does not matter to the bet, or any card if all matter."
    )


class Mark(Frozen):
    """One mark on the cue-card and its time: ``soda``, a turn's number, or ``hock``."""

    mark: str
    when: str


class RankRow(Frozen):
    """One rank of the cue-card: its marks in the order in which its cards were shown, and the table's remark."""

    rank: str
    marks: tuple[Mark, ...]
    remark: str


class TurnRow(Frozen):
    """One turn with the table's remark, and the bank's result in cents."""

    tab: TurnTab
    remark: str
    bank_cents: int


class TabSheet(Frozen):
    """The contents of a tab sheet; ``signs`` are the signs of its marks by style."""

    played: BankRound
    deals_dealt: int
    ranks: tuple[RankRow, ...]
    turns: tuple[TurnRow, ...]
    before_turns_cents: int
    signs: Mapping[str, Any]

    @property
    def splits(self) -> int:
        """The number of splits."""
        return sum(turn.tab.split for turn in self.turns)

    @property
    def bank_cents(self) -> int:
        """What the bank won or lost in the deal."""
        return self.before_turns_cents + sum(turn.bank_cents for turn in self.turns)


def tab_sheet(play: BankPlay, deal: int, now: Night, stand: Sequence[Event]) -> TabSheet:
    """The contents of the tab sheet of a deal; :class:`LookupError` if it was not dealt."""
    played, bank = play.round_called(deal), bank_by_turn(stand, FARO, deal)
    tabs: DealTabs = played.shown
    return TabSheet(
        played=played,
        deals_dealt=len(play.rounds),
        ranks=_cue_card(tabs),
        turns=tuple(
            TurnRow(tab=turn, remark=_remark(tabs, at), bank_cents=bank[turn.number])
            for at, turn in enumerate(tabs.turns)
        ),
        before_turns_cents=bank[0],
        signs=SIGNS,
    )


def _cue_card(tabs: DealTabs) -> tuple[RankRow, ...]:
    marks: dict[str, list[Mark]] = {rank: [] for rank in RANKS}
    turn = 0
    for card, mark in tabs.shown:
        turn += mark == LOSER
        when = {SODA: _("soda"), HOCK: _("hock")}.get(mark, str(turn))
        marks[rank_of(card)].append(Mark(mark=mark, when=when))
    remarks: dict[tuple[str, ...], str] = {(WINNER,) * 4: _("wins out"), (LOSER,) * 4: _("loses out")}
    return tuple(
        RankRow(rank=rank, marks=tuple(shown), remark=remarks.get(tuple(mark.mark for mark in shown), ""))
        for rank, shown in marks.items()
    )


def _remark(tabs: DealTabs, at: int) -> str:
    """The table's remark on a turn, from its cards alone."""
    turn = tabs.turns[at]
    if turn.winner is None:
        return _("winner not drawn")
    if turn.split:
        return pgettext("a turn", "split")
    ranks = {rank_of(turn.loser), rank_of(turn.winner)}
    remarks = [_("hangman’s turn")] if ranks == {"J", "K"} else []
    if tabs.hock and at == len(tabs.turns) - 1 and rank_of(tabs.hock) in ranks:
        remarks.append(pgettext("a turn", "cat"))
    return ", ".join(remarks)


PAPERS = GamePapers(
    name=FARO,
    words=WORDS,
    folder=Path(__file__).parent,
    play_of=play_of,
    player_part=player_part,
    table_part=table_part,
    settings=SETTINGS,
    form=FORM,
    presets=PRESETS,
    percentages=percentages_of,
    edges=edges_of,
    round_sheet=RoundSheet(
        template=TEMPLATE,
        heading=marked("Tab sheet %(number)s"),
        contents=tab_sheet,
        title=marked("Tabs of deal %(of)s"),
    ),
    guide=replace(GUIDE, picture=layout_picture),
    rulebook=FARO_RULES,
    blanks=BLANKS,
    stakes=Bets,
    stake_story=BetStory,
    tells_rounds=False,
    turn_story=turn_story,
    tells_turns=False,
    follow_places=follow_places,
)
