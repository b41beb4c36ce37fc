"""The tablet of games in which hands are played for chips: pot, seats, widgets of each phase, dealing and payments."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from dealer.commands.commands import arguments_of
from dealer.commands.refusal import Refusal, marked
from dealer.game.actions import Actions, Seat, Seats
from dealer.game.hands import HandGame, HandTable
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import AntePut, ChipsPaid, HandBegun, InHand, InTurn, RoundEnded
from events.effective_events import EffectiveEvents, effective
from events.frozen import Frozen
from events.games import GAMES, game_of, game_whose
from events.records import Head, Recorded
from ledger.accounts import gained_cents
from reports.words.formatting import brief, name_of, number_of_chips, signed_number
from reports.words.game_words import refusal_text
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.naming import turn_of_round
from reports.words.sentences import kind_called, sentence_of
from web.game_screens import Disputable, Drawn, Practice, Step, Unfinished, unfinished_round
from web.hands.widgets import Beside, Face, Widget, widget_for
from web.tablet.routes import moment_of
from web.tablet.seats import Mark, SeatView, marks_of, seats_of, sits_out_text
from web.tablet.steps import Lacking, Shortage, dry_run, rich, shortage, shortages, step, steps_to_begin
from web.tablet.take_and_pay import Payments, rulings_since
from web.tablet.view import TabletView, of_the_night


class AtPlace(Frozen):
    """What is at a player's place: on the tablet, the board, their phone and the terminal.

    ``tally`` is their count in the hand, ``note`` a remark of a few words, ``cards`` those that they showed.
    ``stands_out`` marks who is winning the hand, ``is_out`` who has no part in it.
    """

    tally: str = ""
    note: str = ""
    cards: tuple[str, ...] = ()
    stands_out: bool = False
    is_out: bool = False


class Part(Frozen):
    """A part of a round that is played in parts: its phase, its name, and what it came to.

    ``state`` is :data:`PAID`, :data:`DUE` or :data:`TO_COME`.
    """

    phase: str
    called: str
    state: str
    outcome: str = ""


PAID, DUE, TO_COME = "paid", "due", "to-come"


class RoundTexts(Frozen):
    """The texts of screens that name a round of a game of hands; each is marked, and translated where it is shown."""

    title: str = marked("Hand %(number)s")
    title_in_game: str = marked("%(game)s, hand %(number)s")
    after: str = marked("After hand %(number)s")
    start: str = marked("Start hand %(number)s, %(name)s deals")
    start_in_game: str = marked("%(game)s: start hand %(number)s, %(name)s deals")
    none: str = marked("No hand")
    current: str = marked("The hand")
    void: str = marked("Void the hand…")
    waits: str = marked("The next hand can be begun when the connection is back.")
    first: str = marked("The first hand is being played.")
    last: str = marked("The last hands")
    every: str = marked("Every hand")
    no_turn: str = marked("No hand recorded yet.")


ROUND_TEXTS = {
    "hand": RoundTexts(),
    "round": RoundTexts(
        title=marked("Round %(number)s"),
        title_in_game=marked("%(game)s, round %(number)s"),
        after=marked("After round %(number)s"),
        start=marked("Start round %(number)s, %(name)s deals"),
        start_in_game=marked("%(game)s: start round %(number)s, %(name)s deals"),
        none=marked("No round"),
        current=marked("The round"),
        void=marked("Void the round…"),
        waits=marked("The next round can be begun when the connection is back."),
        first=marked("The first round is being played."),
        last=marked("The last rounds"),
        every=marked("Every round"),
        no_turn=marked("No round recorded yet."),
    ),
}
"""The texts by what a game calls its rounds."""


Places = Callable[[Night, Any, EffectiveEvents], Mapping[str, AtPlace]]
"""What is at each player's place, from a night, the game's table and the effective events; nothing for the others."""


class HandScreens(Frozen):
    """What the screens of a game of hands need to know of it.

    ``places`` tells what is at each player's place. ``faces`` are what the tablet has in each phase, in a house.
    ``claims`` are what players dispute, ``title`` the game's whole title, if it has a longer one.

    ``pot`` is what its pot is called, "" without a pot; ``costs`` are what is paid in a house, in chips; ``paid_for``
    says in two words what an event paid for, "" to use its sentence. ``shared`` labels shares of a pot that nobody won.
    ``parts`` are the phases of a round that is played in parts, each with its name; ``outcome`` says what a part came
    to. ``claims``, ``pot``, ``shared`` and the names of parts are marked, and translated where they are shown.
    """

    game: HandGame
    places: Places
    faces: Callable[[Any], Mapping[str, Face]]
    claims: tuple[str, ...]
    title: str = ""
    pot: str = ""
    costs: Callable[[Any], Mapping[str, int]] = lambda house: {}
    paid_for: Callable[[Any], str] = lambda event: ""
    shared: str = marked("Your part of a pot nobody won")
    parts: Mapping[str, str] = msgspec.field(default_factory=dict)
    outcome: Callable[[Night, Any], str] = sentence_of
    practice: Practice | None = None

    @property
    def name(self) -> str:
        """The game's name."""
        return self.game.name

    @property
    def texts(self) -> RoundTexts:
        """The texts that name its rounds."""
        return ROUND_TEXTS[self.game.round_called]

    def table(self, night: Night) -> Any:
        """The game's table in a night."""
        return night.tables[self.name]

    def face(self, table: HandTable) -> Face:
        """What the tablet has in the table's phase."""
        return self.faces(table.house).get(table.phase) or Face(called=_(self.texts.none))

    def widgets_of(self, face: Face) -> tuple[Widget, ...]:
        """The widgets of a face: one for each argument of its command that needs one."""
        if not face.do:
            return ()
        given = {widget.argument: widget for widget in face.widgets}
        takes = self.game.actions[self.game.words[face.do]].takes
        widgets = (given.get(name) or widget_for(name, argument) for name, argument in takes.items())
        return tuple(widget for widget in widgets if widget)

    def unfinished(self, night: Night, game: str) -> Unfinished | None:
        """The hand that is on when the night is closed."""
        stands = _("what was paid in it stands") if self.parts else _("pays nothing")
        return unfinished_round(night, game, "" if self.pot else stands)


def phase_text(screens: HandScreens, night: Night) -> str:
    """The phase of a table in words; it names the player whose turn it is."""
    table = screens.table(night)
    return screens.face(table).called % {"name": name_of(night, acting(screens, table))}


def acting(screens: HandScreens, table: HandTable) -> str:
    """The player whom the command that is entered in the table's phase is about, else the bidder; "" for nobody."""
    word = screens.face(table).do
    legal = next((legal for legal in screens.game.legal(table) if legal.command.do == word), None)
    seat = legal.takes({}).get("player") if legal else None
    return str(seat.among[0] if isinstance(seat, Seat) else table.position.get("bidder") or "")


def turns_of(screens: HandScreens, effective: EffectiveEvents) -> tuple[InTurn, ...]:
    """The turns of the current or last hand; ``effective`` are the effective events."""
    begun = effective.up_to_last(screens.game.begun)
    events = (recorded.event for recorded in effective.since(begun)) if begun is not None else ()
    return tuple(event for event in events if isinstance(event, InTurn) and game_of(event) == screens.name)


def parts_of(screens: HandScreens, night: Night, effective: EffectiveEvents) -> tuple[Part, ...]:
    """The parts of the round that is on or was last, if it is played in parts."""
    table = screens.table(night)
    outcomes = [screens.outcome(night, event) for event in turns_of(screens, effective)]
    return tuple(
        Part(
            phase=phase,
            called=_(called),
            state=PAID if at < len(outcomes) else DUE if phase == table.phase else TO_COME,
            outcome=outcomes[at] if at < len(outcomes) else "",
        )
        for at, (phase, called) in enumerate(screens.parts.items())
    )


def disputable(screens: HandScreens, night: Night, effective: EffectiveEvents) -> Disputable:
    """The turns that players can dispute."""

    def called(event: InTurn) -> str:
        turn = turn_of_round(screens.name, screens.table(night), event.turn_number, event.round_number)
        return _("%(turn)s: %(text)s", turn=turn, text=sentence_of(night, event))

    return Disputable(turns={event.turn_number: called(event) for event in turns_of(screens, effective)})


class AnteLine(Frozen):
    """What a player pays before a hand; ``short`` if they do not have enough.

    ``cards`` is the number of cards that they are dealt, in a game whose event says it.
    """

    player: str
    player_name: str
    mark: Mark
    cards: str
    ante: str
    amount: str
    short: Shortage | None


class Deal(Frozen):
    """The next hand if a given player deals it; ``lines`` begin at the dealer's left."""

    dealer: str
    dealer_name: str
    mark: Mark
    step: Step
    lines: tuple[AnteLine, ...]


class NextHand(Frozen):
    """The next hand by each possible dealer; ``refused`` says why no hand can be dealt.

    ``dealer`` is the usual one. Where the players are chosen, ``others`` are the keys of all who could deal one.
    """

    called: str
    dealer: str
    deals: tuple[Deal, ...]
    others: tuple[Deal, ...]
    refused: str

    @property
    def keys(self) -> tuple[Deal, ...]:
        """The keys of the dealers to choose from."""
        return self.others or self.deals

    @property
    def lacking(self) -> list[Lacking]:
        """Who cannot pay the ante, by the command that begins the hand."""
        return [(deal.step.document, [line.short for line in deal.lines if line.short]) for deal in self.deals]


def next_hand(night: Night, screens: HandScreens) -> NextHand | None:
    """The next hand of a game; ``None`` while a hand is on and after the night is closed."""
    game, table = screens.game, screens.table(night)
    if table.is_on or night.closed:
        return None
    chosen = _chosen(game, table)
    deals = tuple(
        deal for player in (chosen or table.sitting_in) if (deal := _deal(night, game, table, player, chosen))
    )
    dealers = [deal.dealer for deal in deals]
    due = table.dealer_due(table.sitting_in)
    return NextHand(
        called=_(screens.texts.title, number=table.next_number),
        dealer=due if due in dealers else next(iter(dealers), ""),
        deals=deals,
        others=tuple(_key(night, game, player) for player in table.seated) if chosen else (),
        refused="" if deals else _refused(night, game, table),
    )


def begins(screens: HandScreens, night: Night, effective: EffectiveEvents) -> Step | None:
    """The step that starts the next hand of a game with its usual dealer."""
    upcoming = next_hand(night, screens)
    deals = upcoming.deals if upcoming else ()
    return next((deal.step for deal in deals if upcoming and deal.dealer == upcoming.dealer), None)


def _chosen(game: HandGame, table: HandTable) -> Sequence[str]:
    """The usual players of the next hand, in a game whose players are chosen."""
    starts = game.actions[game.words[game.starts]].takes.get("players")
    return starts.at(table.position, {}).usual if isinstance(starts, Seats) else ()


def starting(night: Night, game: HandGame, dealer: str, players: Collection[str] = ()) -> Step:
    """The step that starts the next hand of a game with a dealer; its command names the ``players`` if given."""
    texts = ROUND_TEXTS[game.round_called]
    text = texts.start_in_game if game.starts in night.shared_words(game) else texts.start
    named = {"players": list(players)} if players else {}
    return Step(
        words=_(text, game=game.title, number=night.tables[game.name].next_number, name=night.seats[dealer].name),
        document=night.addressed(game, {"do": game.starts, "dealer": dealer, **named}),
    )


def _key(night: Night, game: HandGame, dealer: str) -> Deal:
    """The key that starts a hand with a dealer, whoever plays."""
    name, mark = night.seats[dealer].name, marks_of(night)[dealer]
    return Deal(dealer=dealer, dealer_name=name, mark=mark, step=starting(night, game, dealer), lines=())


def _deal(night: Night, game: HandGame, table: HandTable, dealer: str, players: Collection[str]) -> Deal | None:
    """The next hand with a dealer; ``None`` if the rules do not let them deal."""
    start = starting(night, game, dealer, () if set(players) == set(table.sitting_in) else players)
    events = dry_run(night, read_command(dict(start.document), night))
    if not events:
        return None
    lines = _lines(night, events, {shortage.player: shortage for shortage in shortages(night, events)})
    return replace(_key(night, game, dealer), step=start, lines=lines)


def _lines(night: Night, events: Sequence[Event], short: dict[str, Shortage]) -> tuple[AnteLine, ...]:
    marks = marks_of(night)
    antes = {event.player: event for event in events if isinstance(event, AntePut)}
    return tuple(
        AnteLine(
            player=player,
            player_name=night.seats[player].name,
            mark=marks[player],
            cards=ngettext("%(num)s card", "%(num)s cards", dealt[player]) if dealt else "",
            ante=number_of_chips(antes[player].chips) if player in antes else "",
            amount=brief(sum(move.amount_cents for move in antes[player].moves)) if player in antes else "",
            short=short.get(player),
        )
        for event in events
        if isinstance(event, HandBegun)
        for dealt in (dict(zip(event.players, getattr(event, "dealt", ()), strict=False)),)
        for player in event.players
    )


def _refused(night: Night, game: HandGame, table: HandTable) -> str:
    """Why no hand can be dealt."""
    if not table.seated:
        return _("Nobody is seated yet.")
    try:
        dealer = (table.sitting_in or table.seated)[0]
        decide(night, read_command(night.addressed(game, {"do": game.starts, "dealer": dealer}), night))
    except Refusal as refusal:
        return refusal_text(refusal, night.names)
    return ""


class PayLine(Frozen):
    """What a player pays: in a sentence, or as their net chips; ``short`` if they do not have enough for all of it.

    ``why`` says in a few words what chips are for.
    """

    mark: Mark
    text: str
    why: str = ""
    chips: str = ""
    amount: str = ""
    short: Shortage | None = None


class Payment(Frozen):
    """The payments of a command and its result in a sentence; ``mark`` is the mark of the player it is about.

    ``refused`` says why the rules would not take it.
    """

    lines: tuple[PayLine, ...] = ()
    sentence: str = ""
    mark: Mark | None = None
    refused: str = ""

    @property
    def short(self) -> list[Shortage]:
        """The players who cannot pay, each once."""
        return [line.short for line in self.lines if line.short]


def payment_of(night: Night, events: Sequence[Event], short: Sequence[Shortage] = ()) -> Payment | None:
    """The payments in the events of a hand, with what players are ``short`` of; ``None`` if there is no event."""
    if not events:
        return None
    lacks = {shortage.player: shortage for shortage in short}
    turns = _turns_in(events)
    return Payment(
        lines=tuple(_payment_lines(night, events, lacks)),
        sentence=sentence_of(night, turns[-1]),
        mark=marks_of(night).get(getattr(turns[-1], "player", "")),
    )


def _turns_in(events: Sequence[Event]) -> Sequence[Event]:
    """The turns in events, and the end of the round; all events if there is none of them."""
    return [event for event in events if isinstance(event, InTurn | RoundEnded)] or events


def _payment_lines(night: Night, events: Sequence[Event], lacks: dict[str, Shortage]) -> Iterator[PayLine]:
    """A line for each payment between two players, then for each player's net chips of all else that players pay."""
    marks, totals = marks_of(night), Counter[str]()
    for event in events:
        net = _net_cents(event, night)
        if isinstance(event, ChipsPaid):
            yield PayLine(mark=marks[event.player], text=sentence_of(night, event), short=lacks.pop(event.player, None))
        elif len(net) > 1:
            totals.update(net)
    for player, cents in totals.items():
        yield PayLine(
            mark=marks[player],
            text=name_of(night, player),
            chips=signed_number(cents // night.check_cents),
            amount=brief(abs(cents)),
            short=lacks.pop(player, None),
        )


def _net_cents(event: Event, night: Night) -> dict[str, int]:
    """What each player of the night gets by an event's moves, in cents; nothing for those whom it does not touch."""
    net = {player: gained_cents(event.moves, player) for player in night.seats}
    return {player: cents for player, cents in net.items() if cents}


def preview(screens: HandScreens, night: Night, document: Mapping[str, Any], instead: bool) -> Drawn:
    """What a command would pay and come to, or why it is refused."""
    command = read_command(dict(document), night)
    try:
        events = decide(rich(night), command)
    except Refusal as refusal:
        return Drawn(template="hands/macros.html", view=Payment(refused=refusal_text(refusal, night.names)))
    payment = payment_of(night, events, shortages(night, events)) or Payment()
    sentence = " ".join(sentence_of(night, event) for event in _turns_in(events))
    return Drawn(template="hands/macros.html", view=replace(payment, sentence=sentence))


def due(screens: HandScreens, night: Night) -> tuple[Step, Payment] | None:
    """The command that ends the hand without any entry, if one is possible, and what it would pay."""
    for legal in screens.game.legal(screens.table(night)):
        if not legal.action.takes:
            events = dry_run(night, arguments_of({}, legal.command))
            payment = payment_of(night, events, shortages(night, events))
            if payment:
                return step(kind_called(legal.command), legal.command.do), payment
    return None


@cache
def endings(game: str) -> tuple[type[RoundEnded], ...]:
    """The events that end a round of a game."""
    kinds = vars(GAMES[game]).values()
    return tuple(kind for kind in kinds if isinstance(kind, type) and issubclass(kind, RoundEnded) and game_whose(kind))


def last_hand(effective: EffectiveEvents, screens: HandScreens) -> list[Event]:
    """The events of the hand that ended last, from beginning to end; empty before the first."""
    ended = effective.up_to_last(*endings(screens.name))
    begun = ended.up_to_last(screens.game.begun) if ended is not None else None
    return (
        [begun.last.event, *(recorded.event for recorded in ended.since(begun))]
        if ended is not None and begun is not None
        else []
    )


def rulings_due(night: Night, effective: EffectiveEvents) -> tuple[Payments, ...]:
    """What the dealer takes and pays for rulings, until the hand goes on; ``effective`` are the effective events."""
    taken_on = effective.up_to_last(InHand)
    return rulings_since(night, effective.since(taken_on) if taken_on is not None else list(effective))


class SeatInHand(AtPlace):
    """A player at the table: what is at their place, whether they deal, and whether they have a plate."""

    seat: SeatView
    deals: bool
    plays: bool = True


class Corner(Frozen):
    """What stands in the corner: the pot, or who deals."""

    title: str
    text: str
    more: str = ""
    mark: Mark | None = None


class CourseLine(Frozen):
    """A turn of the hand in a sentence, to be disputed."""

    turn: int
    player: str
    mark: Mark | None
    sentence: str


class HandsView(TabletView):
    """What the tablet shows at a table of hands.

    ``position`` is what the keys depend on, and ``position_before`` what it was before the last command in effect, both
    as JSON; ``actions`` are the game's, as JSON. ``widgets`` are those of all ``faces``, each with its phases.
    ``due`` is what the hand would pay now, ``course`` its turns, and ``steps`` the commands that come next. ``each`` is
    what the game calls its rounds, and ``texts`` are those that name them.
    """

    game: str
    title: str
    each: str
    texts: RoundTexts
    phase: str
    phase_words: str
    is_on: bool
    position: str
    position_before: str
    actions: str
    short: str
    places: tuple[SeatInHand, ...]
    has_pot: bool
    corner: Corner
    parts: tuple[Part, ...]
    faces: Mapping[str, Face]
    widgets: tuple[tuple[Widget, str], ...]
    beside: Beside | None
    next_hand: NextHand | None
    due: Payment | None
    course: tuple[CourseLine, ...]
    last: Payment | None
    rulings: tuple[Payments, ...]
    steps: tuple[Step, ...]
    foul: Sequence[str]
    can_be_voided: bool


def hands_view(screens: HandScreens, night: Night, head: Head, events: Sequence[Recorded]) -> HandsView:
    """The tablet's view of a night whose table is on or was last, from its state and all of its events."""
    game, table, effective_events = screens.game, screens.table(night), effective(events)
    upcoming = next_hand(night, screens)
    faces = {
        phase: replace(face, widgets=screens.widgets_of(face)) for phase, face in screens.faces(table.house).items()
    }
    settles = due(screens, night) if table.is_on else None
    pays = settles[1] if settles else None
    lacking: list[Lacking] = upcoming.lacking if upcoming else []
    if settles:
        lacking = [(settles[0].document, settles[1].short)]
    return HandsView(
        game=game.name,
        title=game.title,
        each=game.round_called,
        texts=screens.texts,
        standing_at=standing_at(screens, night),
        phase=table.phase,
        phase_words=phase_text(screens, night),
        is_on=table.is_on,
        moment=moment_of(effective_events, game.name, table.round, table.turn, table.is_on),
        position=_json(game.position(table)),
        position_before=_json(game.position(night_before(night.last_voidable).tables[game.name]))
        if night.last_voidable
        else "",
        actions=actions_as_json(game.actions),
        short=shortage(lacking),
        places=seats_in_hand(screens, night, effective_events),
        has_pot=bool(screens.pot),
        corner=_corner(screens, night),
        parts=parts_of(screens, night, effective_events),
        faces=faces,
        widgets=_widgets(faces),
        beside=next((face.beside for face in faces.values() if face.beside), None),
        next_hand=upcoming,
        due=pays,
        course=_course(screens, night, effective_events) if table.is_on else (),
        last=None if table.is_on else payment_of(night, last_hand(effective_events, screens)),
        rulings=rulings_due(night, effective_events),
        steps=((settles[0],) if settles else ()) if table.is_on else steps_to_begin(night, effective_events),
        foul=tuple(map(_, game.foul)),
        can_be_voided=any(legal.command.do == "void_hand" for legal in game.legal(table)),
        **of_the_night(night, head, events),
    )


def actions_as_json(actions: Actions) -> str:
    """The actions of a game for the tablet's script: their phases and needs, what they take, and their forecasts."""
    return _json(
        {
            command.do: {
                "phases": list(action.phases),
                "needs": action.needs,
                "takes": {name: argument.data for name, argument in action.takes.items()},
                "then": action.then,
            }
            for command, action in actions.items()
        }
    )


def _json(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))


def _widgets(faces: Mapping[str, Face]) -> tuple[tuple[Widget, str], ...]:
    """The widgets of all faces, each with the phases that have it."""
    phases: dict[Widget, list[str]] = {}
    for phase, face in faces.items():
        for widget in face.widgets:
            phases.setdefault(widget, []).append(phase)
    return tuple((widget, " ".join(of_widget)) for widget, of_widget in phases.items())


def seats_in_hand(screens: HandScreens, night: Night, effective: EffectiveEvents) -> tuple[SeatInHand, ...]:
    """Everybody seated, in the order of the seats, so that no plate moves when a hand begins."""
    table, places = screens.table(night), screens.places(night, screens.table(night), effective)
    shown = table.players if table.is_on else table.seated
    dealer = dealer_of(screens, table)
    return tuple(
        SeatInHand(
            seat=seat,
            deals=seat.player == dealer,
            plays=seat.player in shown,
            **asdict(places.get(seat.player) or AtPlace(note=sits_out_text(night, seat.player))),
        )
        for seat in seats_of(night)
    )


def dealer_of(screens: HandScreens, table: HandTable) -> str:
    """The dealer of the current hand, or of the next; "" if anybody may deal that."""
    if table.is_on:
        return table.dealer
    return table.dealer_due(_chosen(screens.game, table) or table.sitting_in)


def _corner(screens: HandScreens, night: Night) -> Corner:
    table = screens.table(night)
    if screens.pot:
        pot = number_of_chips(table.pot_chips) if table.pot_chips else _("empty")
        return Corner(title=_(screens.pot), text=pot, more=brief(table.pot_cents) if table.pot_cents else "")
    dealer = dealer_of(screens, table)
    return Corner(
        title=_("The dealer"),
        text=name_of(night, dealer) if dealer else _("anybody"),
        mark=marks_of(night).get(dealer),
    )


def _course(screens: HandScreens, night: Night, effective: EffectiveEvents) -> tuple[CourseLine, ...]:
    marks = marks_of(night)
    last = {event.turn_number: event for event in turns_of(screens, effective)}
    return tuple(
        CourseLine(
            turn=turn,
            player=getattr(event, "player", ""),
            mark=marks.get(getattr(event, "player", "")),
            sentence=sentence_of(night, event),
        )
        for turn, event in last.items()
    )


def standing_at(screens: HandScreens, night: Night) -> str:
    """How far the play is, in hands."""
    table = screens.table(night)
    if not table.round:
        return _("Nothing dealt yet")
    return _(screens.texts.title if table.is_on else screens.texts.after, number=table.round)
