"""Tables of rounds on paper as data: columns with headings and cells, and the results of each player by round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from dealer.games import game_called
from events.frozen import Frozen
from reports.words.formatting import density, or_dash, signed
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext


class Cell(Frozen, kw_only=False):
    """The content of a cell: players by seat key, cards, a text in which suits are drawn, and a framed note."""

    text: str = ""
    cards: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    badge: str = ""


class Row(Frozen, kw_only=False):
    """What a row is made from: the record of a round, the figures of a player or of all, and the player if there is.

    The row that adds up the others has them as its record.
    """

    record: Any
    figures: Any
    player: str = ""


class Column(Frozen, kw_only=False):
    """A column: its heading, its cell in a row, and in the row that adds up the others; ``kind`` are its classes.

    ``group`` is a heading over several columns. A column that is not used ``always`` is left out if it is empty.
    ``amount`` is the field of the figures that the column shows, if that is an amount of money.
    """

    head: str
    cell: Callable[[Row], Cell | str]
    total: Callable[[Row], str] | None = None
    kind: str = ""
    group: str = ""
    always: bool = True
    amount: str = ""


Columns = tuple[Column, ...]


def figure_column(
    head: str,
    name: str,
    written: Callable[[int], str] = or_dash,
    *,
    kind: str = "",
    group: str = "",
    always: bool = True,
) -> Column:
    """The column of a figure, by the name of its field; ``written`` formats it."""

    def text(row: Row) -> str:
        return written(getattr(row.figures, name))

    amount = name if name.endswith("_cents") else ""
    return Column(head, text, text, kind, group, always, amount)


def net_column() -> Column:
    """The column of the net; a dash if nothing was staked, so that an even result differs from no play."""

    def text(row: Row) -> str:
        return "–" if row.figures.is_empty else signed(row.figures.net_cents)

    return Column(pgettext("result", "Net"), text, text, amount="net_cents")


def cards_cell(shown: Iterable[str]) -> Cell:
    """Cards beside each other; a dash for none."""
    held = tuple(shown)
    return Cell(cards=held) if held else Cell("–")


def count(number: int) -> str:
    """A number of things; a dash for none."""
    return str(number) if number else "–"


class Head(Frozen):
    """The heading of a column."""

    text: str
    kind: str
    group: str


class Ending(Frozen):
    """A row below the sums: its label with a note ``beside`` it, and the last figure."""

    label: str
    figure: str
    beside: str = ""
    kind: str = "end"


class FiguresTable(Frozen):
    """A table with a row for each round or player. ``sums`` are the cells of the row that adds up the others.

    ``nothing`` stands in place of rows if there are none, and ``note`` below the table.
    """

    title: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sums: tuple[str, ...] = ()
    beside: str = ""
    kind: str = "figures"
    nothing: str = ""
    note: str = ""
    endings: tuple[Ending, ...] = ()

    @property
    def groups(self) -> tuple[tuple[str, int], ...]:
        """The headings over several columns, each with the number of its columns; empty if there are none."""
        groups = tuple((group, len(list(heads))) for group, heads in groupby(self.heads, lambda head: head.group))
        return groups if any(group for group, _heads in groups) else ()


def figures_table(
    title: str,
    columns: Columns,
    rows: Sequence[Row],
    total: Any = None,
    *,
    kinds: Sequence[str] = (),
    fits: tuple[int, int] | None = None,
    **more: Any,
) -> FiguresTable:
    """Make a table from its columns and rows; ``total`` are the figures of all rows if they are added up.

    ``fits`` are the letters of amounts that fit at the usual size of figures, and at the smaller size.
    """
    all_rows = Row(rows, total)
    in_use = [column for column in columns if column.always or (column.total and column.total(all_rows) != "–")]
    return FiguresTable(
        title=title,
        heads=tuple(map(_head, in_use, ["", *(column.group for column in in_use)])),
        rows=tuple(tuple(_cell(column.cell(row)) for column in in_use) for row in rows),
        sums=() if total is None else tuple(column.total(all_rows) if column.total else "" for column in in_use[1:]),
        kind=" ".join(filter(None, ("figures", *kinds, _density(in_use, total, *fits) if fits else ""))),
        **more,
    )


def _density(columns: Iterable[Column], total: Any, at_ease: int, most: int) -> str:
    amounts = [column for column in columns if column.amount]
    return density(
        [getattr(total, column.amount) for column in amounts], at_ease, most, [column.head for column in amounts]
    )


def _head(column: Column, group_before: str) -> Head:
    """The heading of a column; the first of a group has a line before it."""
    is_first = column.group and column.group != group_before
    return Head(text=column.head, kind=f"{column.kind} from".strip() if is_first else column.kind, group=column.group)


def _cell(content: Cell | str) -> Cell:
    return Cell(content) if isinstance(content, str) else content


class NetsTable(Frozen):
    """The results of the players by round, side by side: texts by player, without those of players who had no part.

    ``sums`` are the rows below with their kind and label; ``cents`` are the players' results, by which the columns are
    made wide enough.
    """

    title: str
    head: str
    rows: tuple[tuple[Cell, Mapping[str, str]], ...]
    sums: tuple[tuple[str, str, Mapping[str, str]], ...]
    cents: Mapping[str, int]
    beside: str = ""
    nothing: str = ""

    def kind_for(self, players: Iterable[str]) -> str:
        """The classes of the part of the table with these players."""
        return " ".join(
            filter(None, ("figures nets", density([self.cents[player] for player in players], at_ease=72, most=94)))
        )


class RoundTables(Frozen):
    """The tables of a game's rounds: of one player or of all, and the results of all players."""

    tables: tuple[FiguresTable, ...]
    nets: tuple[NetsTable, ...] = ()


class Noun(Frozen):
    """What papers and screens call the rounds of a game."""

    head: Callable[[], str]
    several: Callable[[], str]
    every: Callable[[], str]
    with_bets: Callable[[], str]
    and_turn: Callable[[], str]
    compared: Callable[[], str]
    taken_back: Callable[[], str]
    by_round: Callable[[str], str]
    extent: Callable[[int], str]
    summary: Callable[[int, str], str]
    voided: Callable[[int], str]
    void: Callable[[int, str], str]
    nothing: Callable[[], str]
    nothing_here: Callable[[], str]


_NOUNS = {
    "hand": Noun(
        head=lambda: _("Hand"),
        several=lambda: _("Hands"),
        every=lambda: _("All hands"),
        with_bets=lambda: _("Bets and hands"),
        and_turn=lambda: _("Hand, turn"),
        compared=lambda: _("Hand by hand"),
        taken_back=lambda: _("This hand was taken back."),
        by_round=lambda game: _("%(game)s, hand by hand", game=game),
        extent=lambda num: ngettext("%(num)s hand", "%(num)s hands", num),
        summary=lambda num, game: ngettext("%(game)s, %(num)s hand", "%(game)s, %(num)s hands", num, game=game),
        voided=lambda num: ngettext("%(num)s hand voided", "%(num)s hands voided", num),
        void=lambda number, why: _("Hand %(number)s was voided: %(why)s", number=number, why=why),
        nothing=lambda: _("No hand was dealt."),
        nothing_here=lambda: _("No hand was dealt while this seat was taken."),
    ),
    "round": Noun(
        head=lambda: pgettext("of a game", "Round"),
        several=lambda: _("Rounds"),
        every=lambda: _("All rounds"),
        with_bets=lambda: _("Bets and rounds"),
        and_turn=lambda: _("Round, turn"),
        compared=lambda: _("Round by round"),
        taken_back=lambda: _("This round was taken back."),
        by_round=lambda game: _("%(game)s, round by round", game=game),
        extent=lambda num: ngettext("%(num)s round", "%(num)s rounds", num),
        summary=lambda num, game: ngettext("%(game)s, %(num)s round", "%(game)s, %(num)s rounds", num, game=game),
        voided=lambda num: ngettext("%(num)s round voided", "%(num)s rounds voided", num),
        void=lambda number, why: _("Round %(number)s was voided: %(why)s", number=number, why=why),
        nothing=lambda: _("No round was played."),
        nothing_here=lambda: _("No round was played while this seat was taken."),
    ),
    "deal": Noun(
        head=lambda: _("Deal"),
        several=lambda: _("Deals"),
        every=lambda: _("All deals"),
        with_bets=lambda: _("Bets and deals"),
        and_turn=lambda: _("Deal, turn"),
        compared=lambda: _("Deal by deal"),
        taken_back=lambda: _("This deal was taken back."),
        by_round=lambda game: _("%(game)s, deal by deal", game=game),
        extent=lambda num: ngettext("%(num)s deal", "%(num)s deals", num),
        summary=lambda num, game: ngettext("%(game)s, %(num)s deal", "%(game)s, %(num)s deals", num, game=game),
        voided=lambda num: ngettext("%(num)s deal voided", "%(num)s deals voided", num),
        void=lambda number, why: _("Deal %(number)s was voided: %(why)s", number=number, why=why),
        nothing=lambda: _("No deal was played."),
        nothing_here=lambda: _("No deal was played while this seat was taken."),
    ),
}


def noun_of(*games: str) -> Noun:
    """What the rounds of these games are called; games with a word of their own or with several words have rounds."""
    called = {game_called(game).round_called for game in games}
    return _NOUNS.get(called.pop() if len(called) == 1 else "", _NOUNS["round"])
