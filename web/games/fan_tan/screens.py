"""The screens of Fan-Tan, its corrections by touch, and its table as data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from dealer.commands.refusal import marked
from dealer.game.cards import PACK, SUITS
from dealer.game.hands import BETWEEN, PLAYING
from dealer.games.fan_tan.state import ENDED, OUT, FanTanTable, Lay, Pass, fan_tan_of, suit_of
from dealer.night.amending import Document
from dealer.night.house import Earlier
from dealer.night.night import Night
from events.games.fan_tan import CardsLaid, HandShown, TurnPassed
from events.records import Recorded
from reports.rounds.subjects import taken_cents
from reports.words.formatting import card_words
from reports.words.language import gettext as _
from web.correcting import Asked, Choice, Subject, around, cards_shown, found, possible, rows_of_cards, struck
from web.game_screens import Board, Help
from web.games.fan_tan.odds import ODDS
from web.games.fan_tan.practice import PRACTICE
from web.games.fan_tan.tablet import KIT, fan_tan_view
from web.games.fan_tan.views import fan_tan_board, hand_of, part_of
from web.hands.views import screens_of_hands


def correcting(night: Night, stand: Sequence[Recorded], query: Asked, documents: Earlier) -> Subject:
    """Corrections of a turn in the hand that is on."""
    turn = query.get("turn", "")
    table = fan_tan_of(night)
    number, played_turns = table.round, table.turn if table.is_on else 0
    played = found(
        (
            recorded
            for recorded in reversed(stand)
            if isinstance(recorded.event, CardsLaid | TurnPassed)
            and (recorded.event.hand, str(recorded.event.turn)) == (number, turn)
        ),
        _("Turn %(turn)s", turn=turn[:9]),
    )
    assert isinstance(played.event, CardsLaid | TurnPassed)
    player = played.event.player
    was = played.event.cards if isinstance(played.event, CardsLaid) else ()
    instead: Document | None = None
    if query.get("card"):
        instead = {"do": Lay.do, "player": player, "card": query["card"]}
    elif query.get("pass"):
        instead = {"do": Pass.do, "player": player}
    name = night.seats[player].name
    cards = " ".join(map(card_words, was))
    if was:
        title = _("Turn %(turn)s: %(name)s lays %(cards)s", turn=turn, name=name, cards=cards)
    else:
        title = _("Turn %(turn)s: %(name)s passes", turn=turn, name=name)
    passed = Choice(
        label=_("%(name)s passed", name=name),
        aloud=_("a pass"),
        changes={"pass": "yes"},
        was=not was,
        chosen=bool(query.get("pass")),
    )
    elsewhere = cards_shown(
        recorded for recorded in stand if recorded.command != played.command and _is_of_hand(recorded, number)
    )
    offered = possible(table.hand.turns[played.event.turn - 1].before.playable(), elsewhere)
    return Subject(
        title=title,
        command=played.command,
        address={"turn": turn},
        rows=rows_of_cards("card", was, query.get("card", ""), offered),
        chosen=instead is not None or "strike" in query,
        instead=None if "strike" in query else instead,
        more=(passed, struck(_("That turn did not happen"), query)),
        around=around(turn, played_turns),
    )


def _is_of_hand(recorded: Recorded, hand: int) -> bool:
    return isinstance(recorded.event, CardsLaid | HandShown) and recorded.event.hand == hand


_PHASES = {BETWEEN: "no hand", PLAYING: "cards are laid", OUT: "somebody is out", ENDED: "the hand is over"}
"""The phases in words, for people who read the table as data."""


def data_of(night: Night, events: Sequence[Recorded]) -> dict[str, Any]:
    """The table as JSON-ready data; the pot and payments are in chips, a chip is in cents."""
    table = fan_tan_of(night)
    return {
        "hand": table.round,
        "phase": _PHASES[table.phase],
        "pot": table.pot_chips,
        "chip": table.house.chip,
        **(_hand(table) if table.is_on else {}),
    }


def _hand(table: FanTanTable) -> dict[str, Any]:
    hand = table.hand
    laid = [card for card in PACK if hand.layout.holds(card)]
    return {
        "dealer": table.dealer,
        "turns": table.turn,
        "to_play": hand.on_turn if table.phase == PLAYING else None,
        "winner": hand.winner,
        "players": [
            {
                "player": player,
                "dealt": hand.dealt[player],
                "left": hand.left(player),
                "passes": hand.passes(player),
                "put_in": table.put_in.get(player, 0),
                "shown": list(hand.shown.get(player, ())),
            }
            for player in hand.players
        ],
        "layout": {suit: [card for card in laid if suit_of(card) == suit] for suit in SUITS},
        "wrong_passes": [
            {"player": wrong.player, "turn": wrong.turn, "penalty": wrong.penalty, "taken": wrong.turn in hand.taken}
            for wrong in hand.proved
        ],
    }


_SCREENS, _MACROS = screens_of_hands(KIT), "fan_tan/macros.html"
_DISPUTES = replace(
    _SCREENS.tablet.disputes,
    reasons=(
        marked("The cards on the table show it"),
        marked("The dealer remembers it"),
        marked("The shown hands prove it"),
        marked("Nobody saw it"),
    ),
    nothing=marked("No turn has been played yet."),
    worth={"I did not pass": taken_cents},
)

_HELP = (
    Help("#part-layout", marked("The cards that lie. Touch the card that the player lays."), note=True),
    Help("#part-pot", marked("The pot, in chips."), note=True),
    Help("#several", marked("Lays several cards in one turn.")),
    Help("#pass", marked("The player passes, and pays a chip if the house has it so."), note=True),
    Help("[data-touch=show-dead]", marked("Shows the hands after everybody has passed.")),
    Help("[data-touch=waive]", marked("Takes no penalty for this wrong pass.")),
    Help("[data-touch=who]", marked("Whose cards are shown next.")),
    Help("#shown", marked("Says that these are all the cards the player still held.")),
    Help("[data-touch=card]", marked("Lays this card.")),
)

SCREENS = replace(
    _SCREENS,
    folder=Path(__file__).parent,
    correcting=correcting,
    tablet=replace(
        _SCREENS.tablet,
        disputes=_DISPUTES,
        help=_HELP,
        view_of=fan_tan_view,
        template="fan_tan/tablet.html",
        styles=("hands/tablet.css", "fan_tan/tablet.css"),
        script="fan_tan/tablet.js",
        drawings=_MACROS,
        preview=None,
        practice=PRACTICE,
    ),
    board=Board(
        view_of=fan_tan_board, template=_MACROS, styles=("hands/board.css", "fan_tan/board.css"), drawings=_MACROS
    ),
    odds=ODDS,
    player=replace(_SCREENS.player, part_of=part_of, round_of=hand_of, template=_MACROS),
    table_data=data_of,
)
