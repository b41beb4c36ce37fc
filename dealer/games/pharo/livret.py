"""A punter's livret: thirteen ranks and four figures, each bearing one stake (rulebook G1)."""

from __future__ import annotations

from dealer.commands.phrases import Phrase, marked, phrase
from dealer.commands.refusal import Refusal

SINGLE, FIGURE = "single", "figure"
FIGURES = {
    ("A", "2", "3"): marked("the little figure"),
    ("4", "5", "6"): marked("the yellow figure"),
    ("7", "8", "9", "10"): marked("the black figure"),
    ("J", "Q", "K"): marked("the red figure"),
}
"""The four figures by their ranks, and what the table calls them."""


def ranks_of(kind: str, asked: tuple[str, ...]) -> tuple[str, ...]:
    """The ranks of a card of the livret, in the livret's order; :class:`Refusal` (``bad_placement``) for none."""
    if kind == SINGLE:
        if len(asked) != 1:
            raise Refusal("bad_placement", "A single stake lies on one rank.")
        return asked
    for ranks in FIGURES:
        if sorted(ranks) == sorted(asked):
            return ranks
    raise Refusal(
        "bad_placement", "No figure covers %(ranks)s: they are A-2-3, 4-5-6, 7-8-9-10 and J-Q-K.", ranks="-".join(asked)
    )


def named(ranks: tuple[str, ...]) -> Phrase:
    """What the table calls a card of the livret."""
    return phrase("the %(ranks)s", ranks=ranks[0]) if len(ranks) == 1 else Phrase(FIGURES[ranks])
