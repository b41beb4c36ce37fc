"""The board, the player's page and the closed night of games in which hands are played for chips."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from msgspec.structs import replace

from dealer.commands.refusal import marked
from dealer.game.bidding import PASS, Bidding
from dealer.game.hands import HandTable
from dealer.games import game_called
from dealer.night.night import Night
from dealer.projections import ROUNDS, RoundEvents, fold
from events.common.event import Event
from events.common.play import AntePut, AnteReturned, PotShared, RoundBegun, RoundEnded
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import checks
from reports.score_pad.words import bid_text
from reports.words.formatting import brief, name_of, number_of_chips, signed_number
from reports.words.language import gettext as _
from reports.words.naming import where_table_stands
from reports.words.sentences import sentence_of
from web.game_screens import Board, DisputeWords, GameScreens, Help, PlayerPage, PlayerPart, Tablet
from web.hands.tablet import (
    ROUND_TEXTS,
    AtPlace,
    HandScreens,
    Part,
    RoundTexts,
    SeatInHand,
    begins,
    disputable,
    endings,
    hands_view,
    parts_of,
    phase_text,
    preview,
    seats_in_hand,
    standing_at,
)
from web.hands.widgets import BidKey, BidLadder
from web.night_so_far import rounds_won
from web.nights.house_form import title_of
from web.tablet.seats import Mark, marks_of

OUTCOMES_SHOWN = 1
_STACK, _STACKS = 8, 5


class Outcome(Frozen):
    """The result of a hand: its name, a sentence, and the mark of the player it is about."""

    title: str
    sentence: str
    mark: Mark | None


class Speaker(Frozen):
    """A player with cards in a bidding: their last call, and whether it is their turn or they play the hand."""

    name: str
    mark: Mark
    call: str
    bids_now: bool
    plays: bool


class HandsBoard(Frozen):
    """What the board shows. The only amounts are the pot and the house rules; ``stacks`` draw the pot in chips.

    ``parts`` are those of the round, ``bids`` those of the game with their meaning and pay, ``speakers`` the players of
    a bidding. ``texts`` are those that name the rounds. ``won`` has between hands how many each player has won, by seat
    key.
    """

    night: str
    table: str
    title: str
    phase: str
    is_on: bool
    is_over: bool
    texts: RoundTexts
    standing_at: str
    picture: str
    pot_chips: str
    pot_amount: str
    stacks: tuple[int, ...]
    parts: tuple[Part, ...]
    bids: tuple[BidKey, ...]
    speakers: tuple[Speaker, ...]
    rules: tuple[tuple[str, str], ...]
    seats: tuple[SeatInHand, ...]
    outcomes: tuple[Outcome, ...]
    won: Mapping[str, int]


def hands_board(screens: HandScreens, night: Night, effective: EffectiveEvents) -> HandsBoard:
    """The board of a night; ``effective`` are its effective events."""
    table = screens.table(night)
    costs = ((word, number_of_chips(chips)) for word, chips in screens.costs(table.house).items() if chips)
    widgets = (widget for face in screens.faces(table.house).values() for widget in screens.widgets_of(face))
    deals = (_("%(name)s deals", name=name_of(night, table.dealer)),) if table.is_on else ()
    return HandsBoard(
        night=night.id,
        table=night.opened.table,
        title=title_of(screens.game),
        phase=_("The night is over") if night.closed else phase_text(screens, night),
        is_on=table.is_on,
        is_over=night.closed,
        texts=screens.texts,
        standing_at=" · ".join((standing_at(screens, night), *deals)),
        picture=_(screens.pot) if screens.pot else _("The parts") if screens.parts else _("The bidding"),
        pot_chips=number_of_chips(table.pot_chips) if table.pot_chips else "",
        pot_amount=brief(table.pot_cents) if table.pot_cents else "",
        stacks=stacks_of(table.pot_chips),
        parts=parts_of(screens, night, effective),
        bids=next((widget.bids for widget in widgets if isinstance(widget, BidLadder)), ()),
        speakers=_speakers(night, table) if table.is_on else (),
        rules=((_("a chip"), brief(table.chip_cents)), *costs),
        seats=seats_in_hand(screens, night, effective),
        outcomes=tuple(islice(outcomes_of(screens, night, effective), OUTCOMES_SHOWN)),
        won={} if table.is_on else rounds_won(effective, screens.name),
    )


def _speakers(night: Night, table: HandTable) -> tuple[Speaker, ...]:
    bidding = getattr(table, "bidding", None)
    if bidding is None:
        return ()
    marks, calls = marks_of(night), last_words(bidding)
    return tuple(
        Speaker(
            name=name_of(night, player),
            mark=marks[player],
            call=calls.get(player, ""),
            bids_now=player == bidding.turn,
            plays=not bidding.waiting and player == bidding.bidder,
        )
        for player in bidding.order
    )


def last_words(bidding: Bidding) -> dict[str, str]:
    """The last call of each player, in words."""
    return {call.player: _("pass") if call.bid == PASS else bid_text(call.bid) for call in bidding.calls}


def stacks_of(chips: int) -> tuple[int, ...]:
    """Chips in stacks as they are drawn, at most 40.

    >>> stacks_of(3), stacks_of(11), stacks_of(0)
    ((3,), (8, 3), ())
    """
    room = min(chips, _STACK * _STACKS)
    return tuple(min(_STACK, room - at) for at in range(0, room, _STACK))


def outcomes_of(screens: HandScreens, night: Night, effective: EffectiveEvents) -> Iterator[Outcome]:
    """The results of the hands that ended, newest first."""
    marks, ends = marks_of(night), endings(screens.name)
    for recorded in reversed(effective):
        event = recorded.event
        if isinstance(event, ends):
            yield Outcome(
                title=_(screens.texts.title, number=event.round_number),
                sentence=sentence_of(night, event),
                mark=marks.get(getattr(event, "player", "")),
            )


class PaidLine(Frozen):
    """A payment that a player made or received in a hand, in words and in chips."""

    what: str
    chips: int

    @property
    def signed_chips(self) -> str:
        """The chips with their sign."""
        return signed_number(self.chips)


class HandOfTheirs(Frozen):
    """A hand that a player took part in: its result, and what they paid and received."""

    title: str
    ending: str
    chip_cents: int
    lines: tuple[PaidLine, ...]
    running_cents: int = 0

    @property
    def net_cents(self) -> int:
        """The player's result, in cents."""
        return sum(line.chips for line in self.lines) * self.chip_cents

    @property
    def signed_chips(self) -> str:
        """The player's result in chips, with its sign."""
        return signed_number(sum(line.chips for line in self.lines))

    def going_on_from(self, before_cents: int) -> HandOfTheirs:
        """The hand with its running sum, given the sum before it, in cents."""
        return replace(self, running_cents=before_cents + self.net_cents)


class PartNow(Frozen):
    """A player's part in the current hand: its title, labelled figures, and a short note."""

    title: str
    figures: tuple[tuple[str, str], ...]
    note: str = ""
    on_turn: bool = False


_PAID_FOR = {AntePut: marked("Ante"), AnteReturned: marked("Ante given back")}
"""What an event that every game has pays for."""


def player_page(screens: HandScreens) -> PlayerPage:
    """The player's page of a game of hands."""
    return PlayerPage(
        part_of=partial(_part_of, screens),
        round_of=partial(_round_of, screens.paid_for),
        template="hands/macros.html",
        standing_at=where_it_stands,
        each=screens.game.round_called,
        heading=screens.texts.every,
    )


def _part_of(screens: HandScreens, night: Night, game: str, effective: Sequence[Recorded], player: str) -> PlayerPart:
    events = effective if isinstance(effective, EffectiveEvents) else EffectiveEvents.of(effective)
    cents = fold(ROUNDS.of(effective), (_shared, game, player), 0, partial(_shared, game, player))
    return PlayerPart(
        now=None if night.closed else _part_now(screens, night, events, player),
        beside=((_(screens.shared), cents),) if cents else (),
    )


def _part_now(screens: HandScreens, night: Night, effective: EffectiveEvents, player: str) -> PartNow | None:
    """A player's part in the hand that is on; ``None`` if they have none."""
    table = screens.table(night)
    if not table.is_on or player not in (*table.players, table.dealer):
        return None
    place = screens.places(night, table, effective).get(player) or AtPlace()
    figures = {
        _("your cards"): "\u2002".join(place.cards),
        _("your part"): place.note,
        _("your count"): place.tally,
        _(screens.pot) if screens.pot else "": brief(table.pot_cents),
    }
    return PartNow(
        title=_(screens.texts.title, number=table.round),
        figures=tuple((label, text) for label, text in figures.items() if label and text),
        note=_("you deal") if player == table.dealer else "",
    )


def _shared(game: str, player: str, cents: int, of_hand: RoundEvents) -> int:
    """The cents that a player has had from pots nobody won, including those of a hand."""
    return cents + sum(
        move.amount_cents
        for event in of_hand.events
        if isinstance(event, PotShared) and event.player == player and game_of(event) == game
        for move in event.moves
    )


def _round_of(what: Callable[[Any], str], night: Night, of_hand: RoundEvents, player: str) -> HandOfTheirs | None:
    """A hand with the player's payments, from its moves; ``None`` if the player had no part in it."""
    table: HandTable = night.tables[of_hand.game]
    begun = of_hand.begun.event
    assert isinstance(begun, RoundBegun)
    events = [event for event in of_hand.events if not isinstance(event, PotShared) and game_of(event) == of_hand.game]
    lines = tuple(
        PaidLine(what=_what_every_game_has(event) or what(event) or sentence_of(night, event), chips=chips)
        for event in events
        if (chips := _chips(event, player, table.chip_cents))
    )
    if player not in {*getattr(begun, "players", ()), getattr(begun, "dealer", "")}:
        return None
    ended = next((event for event in reversed(events) if isinstance(event, RoundEnded)), None)
    record = game_called(of_hand.game)
    texts = ROUND_TEXTS[record.round_called]
    text = texts.title_in_game if len(night.opened.games) > 1 else texts.title
    return HandOfTheirs(
        title=_(text, game=record.title, number=begun.round_number),
        ending=sentence_of(night, ended) if ended else _("In play.") if table.is_on else _("Broken off by the close."),
        chip_cents=table.chip_cents,
        lines=lines,
    )


def _what_every_game_has(event: Event) -> str:
    return next((_(words) for kind, words in _PAID_FOR.items() if isinstance(event, kind)), "")


def _chips(event: Event, player: str, chip_cents: int) -> int:
    own = checks(player)
    return sum(move.amount_cents * ((move.credit == own) - (move.debit == own)) for move in event.moves) // chip_cents


def where_it_stands(night: Night, game: str) -> str:
    """Where the play stands at the table of a game, as a title."""
    text = where_table_stands(game, night.tables[game])
    return text[:1].upper() + text[1:]


_HELP = (
    Help(".widget", marked("What is entered for this hand."), note=True),
    Help("[data-touch=plate]", marked("Chooses this player for what is entered.")),
    Help("[data-touch=chips]", marked("Changes what this player won or lost, chip by chip.")),
    Help("[data-touch=send]", marked("Enters the result. The program pays it out."), note=True),
    Help("[data-touch=dealer]", marked("Who deals the next hand."), note=True),
    Help("[data-touch=size]", marked("Sets how many chips a touch adds or takes off.")),
    Help("#pass", marked("The player passes.")),
    Help("#rest", marked("Everybody who has yet to speak passes.")),
    Help("[data-touch=beside]", marked("Notes this of the player’s hand.")),
    Help("#goes-on", marked("The hand goes on after this.")),
)


def screens_of_hands(screens: HandScreens) -> GameScreens:
    """The screens of a game of hands."""
    return GameScreens(
        name=screens.name,
        title=screens.title,
        tablet=Tablet(
            help=_HELP,
            view_of=partial(hands_view, screens),
            template="hands/table.html",
            styles=("hands/tablet.css", "hands/table.css"),
            script="hands/table.js",
            keys="hands/macros.html",
            begins=partial(begins, screens),
            disputable=partial(disputable, screens),
            disputes=DisputeWords(claims=screens.claims, about="turn", nothing=screens.texts.no_turn),
            preview=partial(preview, screens),
            practice=screens.practice,
        ),
        board=Board(view_of=partial(hands_board, screens), template="hands/macros.html", styles=("hands/board.css",)),
        player=player_page(screens),
        unfinished=screens.unfinished,
    )
