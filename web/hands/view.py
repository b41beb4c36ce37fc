"""What a tablet shows at every table of hands dealt for chips: the pot, the seats, the next hand, what was paid."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from dealer.commands.phrases import counted, dollars
from dealer.game.hands import HandTable
from dealer.games import game_called
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.effective_facts import effective
from events.frozen import Frozen
from events.records import Head, Recorded
from web.game_screens import DisputeWords, Step, Tablet
from web.hands.course import disputable
from web.hands.dealing import NextHand, begins, next_hand
from web.hands.payment import Hands, Payment, last_payment, rulings_due
from web.tablet.moments import moment_of
from web.tablet.seats import SeatView
from web.tablet.steps import Lacking, shortage, steps_to_begin
from web.tablet.take_and_pay import Payments
from web.tablet.view import TabletView, of_the_night


class SeatInHand(Frozen):
    """A player at the table: whether they deal, a ``tally`` of theirs in the hand, and what is to be ``told`` of it."""

    seat: SeatView
    deals: bool
    tally: str = ""
    told: str = ""


class HandsView(TabletView):
    """What the tablet shows at a table of hands.

    ``steps`` take the night on; ``stand`` is where the hand stands, as JSON, with which the page's script reckons what
    waits to be saved, and ``stand_before`` where it stood before the last command that stands.
    """

    game: str
    title: str
    phase_words: str
    is_on: bool
    stand: str
    stand_before: str
    short: str
    places: tuple[SeatInHand, ...]
    pot_chips: str
    pot_amount: str
    next_hand: NextHand | None
    last: Payment | None
    rulings: tuple[Payments, ...]
    steps: tuple[Step, ...]


def of_hands(
    night: Night,
    head: Head,
    facts: Sequence[Recorded],
    table: HandTable,
    hands: Hands,
    *,
    game: str,
    stand_of: Callable[[Any], dict[str, Any]],
    steps: tuple[Step, ...] = (),
    lacking: Sequence[Lacking] = (),
) -> dict[str, Any]:
    """What a :class:`HandsView` has whatever is dealt, by its fields.

    ``stand_of`` says where a hand stands, ``steps`` take on one that is on, ``lacking`` says who lacks what for that.
    """
    kept = effective(facts)
    upcoming = next_hand(night, game, hands)
    steps = steps if table.is_on else steps_to_begin(night, kept)
    return {
        "game": game,
        "title": game_called(game).title,
        "stand": _written(stand_of(table)),
        "stand_before": _written(stand_of(night_before(night.top).tables[game])) if night.top else "",
        "is_on": table.is_on,
        "moment": moment_of(kept, game, table.round, table.turn, table.is_on),
        "short": _short(upcoming, lacking),
        "pot_chips": counted(table.pot_chips, "chip") if table.pot_chips else "empty",
        "pot_amount": dollars(table.pot_cents) if table.pot_cents else "",
        "next_hand": upcoming,
        "last": None if table.is_on else last_payment(night, kept, hands),
        "rulings": rulings_due(night, kept),
        "steps": steps,
        **of_the_night(night, head, facts),
    }


def _written(stand: dict[str, Any]) -> str:
    return json.dumps(stand, separators=(",", ":"))


def dealer_of(table: HandTable, hands: Hands) -> str:
    """Who deals the hand that is on, or the next one; "" where nobody is to."""
    if table.is_on:
        return table.dealer
    players = hands.players_of(table)
    return table.dealer_due(players) if players else ""


def hand_standing(table: HandTable) -> str:
    """Where the play stands, by its hands."""
    if table.is_on:
        return f"Hand {table.round}"
    return f"After hand {table.round}" if table.round else "No hand dealt yet"


def hands_tablet(
    game: str,
    hands: Hands,
    view_of: Callable[[Night, Head, Sequence[Recorded]], HandsView],
    disputes: DisputeWords,
    *,
    keys: str = "hands/macros.html",
) -> Tablet:
    """The tablet of a game of hands; ``keys`` is the template of what the drawer offers of the hand."""
    return Tablet(
        disputable=disputable(game, hands),
        disputes=disputes,
        begins=begins(game, hands),
        view_of=view_of,
        template=f"{game}/tablet.html",
        styles=("hands/tablet.css", f"{game}/tablet.css"),
        script=f"{game}/tablet.js",
        past="hands/past.js",
        past_styles=("hands/past.css",),
        keys=keys,
    )


def _short(upcoming: NextHand | None, lacking: Sequence[Lacking]) -> str:
    """Who lacks what for each thing that may be touched next."""
    if upcoming is None:
        return shortage(lacking)
    return shortage(upcoming.lacking)
