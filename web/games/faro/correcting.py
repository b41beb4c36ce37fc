"""Corrections of Faro by touch: the cards of a turn, the player and the card of a bet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.commands.refusal import marked
from dealer.game.cards import SUITS, rank_of
from dealer.games.faro.commands import PlaceBet, Turn
from dealer.games.faro.state import faro_of
from dealer.night.house import Earlier
from dealer.night.night import Night
from events.common.play import CardsShown
from events.games.faro import BetPlaced, InDeal, LoserDrawn, TurnCalled, WinnerDrawn
from events.records import Recorded
from reports.words.formatting import card_words
from reports.words.language import gettext as _
from web.correcting import Asked, Choice, Row, Subject, around, cards_shown, found, possible, row_of, struck


def correcting(night: Night, stand: Sequence[Recorded], query: Asked, documents: Earlier) -> Subject:
    """Corrections of a bet laid in the deal, or of a turn of the deal."""
    if "bet" in query:
        return _of_bet(night, stand, query["bet"], query, documents)
    return _of_turn(night, stand, query.get("turn", ""), query, documents)


def _of_turn(night: Night, stand: Sequence[Recorded], turn: str, query: Asked, documents: Earlier) -> Subject:
    """Corrections of a turn: change a card, exchange both, or strike the turn."""
    deal = faro_of(night).deal
    shown = [
        recorded
        for recorded in reversed(stand)
        if isinstance(recorded.event, LoserDrawn | WinnerDrawn)
        and (recorded.event.deal, str(recorded.event.turn)) == (deal, turn)
    ]
    last = found(shown, _("Turn %(turn)s", turn=turn[:9]))
    cards = {"winner" if isinstance(card.event, WinnerDrawn) else "loser": card for card in reversed(shown)}
    side = next((side for side in ("loser", "winner") if side in cards and query.get(side)), "")
    swapped = "swap" in query and len(cards) == 2
    command = (cards["loser"] if swapped else cards[side] if side else last).command
    document, instead = documents(command), None
    whole = document["do"] == Turn.do
    if side:
        instead = {**document, side if whole else "card": query[side]}
    elif swapped:
        # The first of two draws becomes the whole turn, and the second is dropped.
        arguments = {name: value for name, value in document.items() if name not in ("do", "card")}
        loser, winner = _card_of(cards["winner"]), _card_of(cards["loser"])
        instead = {**arguments, "do": Turn.do, "loser": loser, "winner": winner}
    more = [struck(_("That turn did not happen") if whole else _("That card did not come"), query)]
    if len(cards) == 2:
        swap = Choice(
            label=_("Loser and winner swapped"),
            aloud=_("loser and winner swapped"),
            changes={"swap": "yes"},
            chosen=swapped,
        )
        more.insert(0, swap)
    of_deal = _shown_in(stand, deal)
    elsewhere = {side: cards_shown(other for other in of_deal if other is not cards[side]) for side in cards}
    sides = [side for side in ("loser", "winner") if side in cards]
    rows = [_cards(side, _card_of(cards[side]), query.get(side, ""), elsewhere[side]) for side in sides]
    rows += [_suits(side, query[side], elsewhere[side]) for side in sides if query.get(side)]
    names = {side: card_words(_card_of(cards[side])) for side in sides}
    return Subject(
        title=_(_TITLES[tuple(sides)], turn=turn, **names),
        command=command,
        address={"turn": turn},
        rows=tuple(rows),
        chosen=instead is not None or "strike" in query,
        instead=instead,
        includes=cards["winner"].command if swapped and not whole else "",
        more=tuple(more),
        around=around(turn, faro_of(night).turn),
    )


_TITLES = {
    ("loser", "winner"): marked("Turn %(turn)s: loser %(loser)s · winner %(winner)s"),
    ("loser",): marked("Turn %(turn)s: loser %(loser)s"),
}


def _shown_in(stand: Sequence[Recorded], deal: int) -> list[Recorded]:
    """The events that showed cards in a deal."""
    return [
        recorded
        for recorded in stand
        if isinstance(recorded.event, InDeal)
        and isinstance(recorded.event, CardsShown)
        and recorded.event.round_number == deal
    ]


def _card_of(recorded: Recorded) -> str:
    assert isinstance(recorded.event, LoserDrawn | WinnerDrawn)
    return recorded.event.card


def _cards(side: str, was: str, chosen: str, elsewhere: Sequence[str]) -> Row:
    """The possible ranks of a card of a turn, given the cards shown ``elsewhere`` in the deal."""
    title, aloud = _GIVEN[side]
    ranks = [(rank, rank) for rank in possible(RANKS, elsewhere, (rank_of(was),))]
    now = rank_of(chosen) if chosen else ""
    return _aloud(row_of(_(title, card=card_words(was)), "ranks", side, ranks, (rank_of(was),), now), aloud)


_GIVEN = {
    "loser": (marked("Loser: %(card)s was given"), marked("loser %(card)s")),
    "winner": (marked("Winner: %(card)s was given"), marked("winner %(card)s")),
}
"""By the side: the title of the row of its cards, and a card aloud."""


def _aloud(row: Row, text: str) -> Row:
    """The row with a text for each card, for screen readers."""
    return replace(row, choices=tuple(replace(card, aloud=_(text, card=card.label)) for card in row.choices))


def _suits(side: str, chosen: str, elsewhere: Sequence[str]) -> Row:
    """The possible suits of the chosen card. Choosing a suit is optional."""
    cards = possible([rank_of(chosen) + suit for suit in SUITS], elsewhere)
    return row_of(_("Its suit, if it matters"), "suits", side, [(card, card_words(card)) for card in cards], (), chosen)


_ON = marked("on the %(card)s")


def _of_bet(night: Night, stand: Sequence[Recorded], bet: str, query: Asked, documents: Earlier) -> Subject:
    """Corrections of a bet: another player, another card if it lies on a single card, or never laid."""
    placed = found(
        (
            recorded
            for recorded in reversed(stand)
            if isinstance(recorded.event, BetPlaced | TurnCalled) and recorded.event.bet == bet
        ),
        _("The bet %(key)s", key=bet[:64]),
    )
    document = documents(placed.command)
    changes: dict[str, Any] = {}
    if query.get("player"):
        changes["player"] = query["player"]
    single = document.get("do") == PlaceBet.do and document.get("kind") == "single"
    if single and query.get("rank"):
        changes["ranks"] = [query["rank"]]
    players = Row(
        title=_("Whose it is"),
        kind="players",
        choices=tuple(
            Choice(
                label=seat.name,
                changes={"player": player},
                was=player == document["player"],
                chosen=player == query.get("player"),
                player=player,
            )
            for player, seat in night.seated.items()
        ),
    )
    laid_on = document.get("ranks") or ()
    was = laid_on if len(laid_on) == 1 else ()
    before = (card for card in _shown_in(stand, faro_of(night).deal) if card.version < placed.version)
    alive = [(rank, rank) for rank in possible(RANKS, cards_shown(before), was)]
    ranks = _aloud(row_of(_("Where it is"), "ranks", "rank", alive, was, query.get("rank", "")), _ON)
    owner = night.seats[document["player"]].name
    return Subject(
        title=_("%(name)s’s bet as it was laid", name=owner),
        command=placed.command,
        address={"bet": bet},
        rows=(players, ranks) if single else (players,),
        chosen=bool(changes) or "strike" in query,
        instead={**document, **changes} if changes else None,
        more=(struck(_("It was not laid"), query),),
    )
