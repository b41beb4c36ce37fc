"""The old systems of betting, as players of a simulated table, and the six players of a house where nobody is named."""

from __future__ import annotations

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Refusal, marked
from dealer.game.bank import check_limit, check_minimum
from dealer.game.table import check_amount
from dealer.games.faro.commands import FaroHouse
from events.frozen import Frozen
from events.games.faro import Place

WINS_IN_A_ROW = 3
"""A paroli is taken down after so many wins in a row."""


class System(Frozen, kw_only=False):
    """A system of betting: its name for people, and its rule in a sentence."""

    title: str
    rule: str


FLAT, ONCE, CALLING = "flat", "once", "calling"
MARTINGALE, PAROLI = "martingale", "paroli"
BREAKING_EVEN, CASE_CARDS, FAVOURITES = "breaking_even", "case_cards", "favourites"

SYSTEMS = {
    FLAT: System(marked("Flat"), marked("Has the same stake on the same places in every turn.")),
    BREAKING_EVEN: System(
        marked("Breaking even"),
        marked("Bets that each card wins as often as it loses: open on one that has lost more, coppered on the other."),
    ),
    MARTINGALE: System(
        marked("Martingale"),
        marked("Doubles the stake after a loss, up to the limit, and begins again after a win."),
    ),
    PAROLI: System(
        marked("Paroli"),
        marked("Leaves stake and winnings on after a win, and takes all after the third win in a row."),
    ),
    CASE_CARDS: System(marked("Case cards only"), marked("Bets on a card only when it is the last of its rank.")),
    FAVOURITES: System(
        marked("Coppering favourites"), marked("Bets against each card that has won in this deal and has not lost.")
    ),
    ONCE: System(
        marked("One bet a deal"), marked("Lays a stake at the start of the deal, and takes it down at its decision.")
    ),
    CALLING: System(marked("Calling the turn"), marked("Calls the last three cards from the lowest to the highest.")),
}
"""The systems by their names, in the order of papers.

``breaking_even``, ``case_cards`` and ``favourites`` are played on single cards, ``calling`` on no place.
"""

OF_SINGLES = frozenset({BREAKING_EVEN, CASE_CARDS, FAVOURITES})
COPPERS = frozenset({FAVOURITES})


class Bettor(Frozen):
    """A player of a simulated table: a system, the places that it is played on, and its first stake on each, in cents.

    ``coppered`` is for systems that leave it open. ``before_soda`` lays the bets of :data:`ONCE` before the soda.
    """

    system: str
    places: tuple[Place, ...]
    stake_cents: int
    coppered: bool = False
    before_soda: bool = False


def usual_stake(house: FaroHouse) -> int:
    """The first stake of a house's usual players, in cents: a twentieth of the limit, but no less than the minimum."""
    return max(house.limit // 20 // house.check, -(-house.minimum_cents // house.check)) * house.check


def usual_players(house: FaroHouse, stake_cents: int | None = None) -> tuple[Bettor, ...]:
    """Six players with a system each, as far as the house allows it: about ten bets lie on the layout in a turn.

    Without a stake they begin with the house's :func:`usual_stake`.
    """
    stake = usual_stake(house) if stake_cents is None else stake_cents
    singles = {rank: Place(kind="single", ranks=(rank,)) for rank in RANKS}
    of_ranks = {
        FLAT: "A48QK",
        BREAKING_EVEN: "235",
        MARTINGALE: "79",
        PAROLI: "6J",
        CASE_CARDS: "39J",
        FAVOURITES: "26K",
    }
    return tuple(
        Bettor(system=system, places=tuple(singles[rank] for rank in ranks), stake_cents=stake)
        for system, ranks in of_ranks.items()
        if house.copper or system not in COPPERS
    )


def check_bettor(bettor: Bettor, house: FaroHouse) -> None:
    """Refuse bets that a house does not take.

    Raises :class:`Refusal`: ``bad_input`` for a system that does not exist or is not played so, ``not_a_multiple``,
    ``under_minimum`` and ``over_limit`` for the stake, ``not_allowed_here`` for the kind of bet.
    """
    if bettor.system not in SYSTEMS or bool(bettor.places) == (bettor.system == CALLING):
        raise Refusal("bad_input", "There is no such system of betting.")
    check_amount(bettor.stake_cents, house.check)
    check_minimum(bettor.stake_cents, house.minimum_cents)
    check_limit(bettor.stake_cents, house.limit)
    if bettor.system == CALLING and house.turns == 26:
        raise Refusal("not_allowed_here", "A game dealt from the hand has no soda, no hock and no call.")
    if (bettor.coppered or bettor.system in COPPERS) and not house.copper:
        raise Refusal("not_allowed_here", "This house takes no coppered bets.")
    for place in bettor.places:
        if bettor.system in OF_SINGLES and place.kind != "single":
            raise Refusal("bad_input", "There is no such system of betting.")
        if place.kind not in house.takes:
            raise Refusal("not_allowed_here", "This house takes no bets of kind %(kind)s.", kind=place.kind)
