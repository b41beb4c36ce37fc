"""What every bid of Five Hundred is worth, for the foot of its blank score sheet (rulebook G7)."""

from __future__ import annotations

from dealer.commands.phrases import marked
from dealer.games.five_hundred import NO_TRUMP, NULLO_VALUE, NUMBERS, FiveHundredHouse, value_of
from reports.score_pad.sheet import SmallTable
from reports.words.cards import SYMBOLS
from reports.words.language import gettext as _

TABLES = {"avondale": marked("Avondale’s table"), "original": marked("The original table")}


def bid_tables() -> tuple[SmallTable, ...]:
    """The tables that a house may choose from, with the suits in their usual order."""
    return tuple(_worth(title, FiveHundredHouse(bid_table=name)) for name, title in TABLES.items())


def _worth(title: str, house: FiveHundredHouse) -> SmallTable:
    strains = (*house.suits, NO_TRUMP)
    heads = (_("Tricks"), *(SYMBOLS[suit] for suit in house.suits), _("No trump"))
    nullo = _("nullo %(points)s, all ten tricks %(slam)s at the least", points=NULLO_VALUE, slam=house.slam)
    return SmallTable(
        title=f"{_(title)}: {nullo}",
        heads=heads,
        rows=tuple(
            (str(number), *(str(value_of(f"{number}{strain}", house)) for strain in strains)) for number in NUMBERS
        ),
    )
