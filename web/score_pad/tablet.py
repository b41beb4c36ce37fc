"""The dealer's tablet at a match: a pure function of a night and its events."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from dealer.commands.refusal import Refusal, marked
from dealer.game.actions import Award, TricksOfSides
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night.evolve import night_before
from dealer.night.night import Night
from dealer.score_pad.game import ScoreGame
from dealer.score_pad.matches import nets_of
from dealer.score_pad.score_game import SettleMatch
from dealer.score_pad.table import MatchTable, Phase
from events.common.matches import HandScored, MatchDrawn, MatchSettled, MatchWon
from events.common.play import Bid, BidDoubled, BidHeld, BidPassed, BidRedoubled, Called
from events.effective_events import EffectiveEvents, effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Head, Recorded
from reports.score_pad.words import bid_text
from reports.words.formatting import name_of, signed_number
from reports.words.game_words import refusal_text
from reports.words.language import gettext as _
from reports.words.language import pgettext
from reports.words.naming import turn_of_round
from reports.words.sentences import sentence_of
from web.game_screens import ClosedNight, Disputable, DisputeWords, Drawn, GameScreens, Help, Step, Tablet
from web.hands.tablet import SeatInHand, actions_as_json, rulings_due
from web.score_pad.board import match_board, standing_at
from web.score_pad.correcting import correcting_of
from web.score_pad.player import match_page, matches_of_night
from web.score_pad.score_state import (
    POINTS_ALONE,
    Contract,
    MatchText,
    PayLine,
    SheetLine,
    Side,
    Stage,
    contract_of,
    matches_of,
    pay_lines,
    sheet_of,
    sides_of,
    turns_of,
    unfinished_match,
    written,
)
from web.tablet.routes import moment_of
from web.tablet.seats import Mark, marks_of, seats_of
from web.tablet.steps import Shortage, dry_run, short_for, short_of, shortage, steps_to_begin
from web.tablet.take_and_pay import Payments
from web.tablet.view import TabletView, of_the_night

FIRST = "first"


class Coming(Frozen):
    """The preview of a hand's score, as a ``line`` of the sheet, or why it is ``refused``.

    ``old`` are the points of each side before if the hand is scored again, ``over`` the end of the match if the hand
    ends it. ``first`` are players of the sides at the goal; the dealer must say which side got there first.
    """

    line: SheetLine | None = None
    old: tuple[str, ...] = ()
    over: str = ""
    refused: str = ""
    first: tuple[str, ...] = ()


def preview(game: ScoreGame, night: Night, document: Mapping[str, Any], instead: bool) -> Drawn:
    """The preview of a command that scores the current hand; ``instead`` replaces the score of the last hand."""
    table: MatchTable = night.tables[game.name]
    old = table.hands[-1].points if instead and table.hands else ()
    before = night_before(night.last_voidable) if instead and night.last_voidable else night
    return Drawn(template="score_pad/macros.html", view=_coming(before, game.name, document, old))


def _coming(night: Night, game: str, document: Mapping[str, Any], old: Sequence[int]) -> Coming:
    table: MatchTable = night.tables[game]
    try:
        events = decide(night, read_command(dict(document), night))
    except Refusal as refusal:
        return Coming(refused=refusal_text(refusal, night.names), first=tuple(_first(night, table, document)))
    scored = next((event for event in events if isinstance(event, HandScored)), None)
    if scored is None:
        raise Refusal("bad_input", "This command does not score a hand.")
    return Coming(
        line=sheet_of(night, (*table.hands, scored), table.sides)[-1],
        old=tuple(map(signed_number, old)),
        over=next((sentence_of(night, event) for event in events if isinstance(event, MatchWon | MatchDrawn)), ""),
    )


def _first(night: Night, table: MatchTable, document: Mapping[str, Any]) -> Iterator[str]:
    """A player of each side that can have reached the goal first, if only that is missing from the command."""
    if document.get(FIRST):
        return
    for side in table.sides:
        try:
            decide(night, read_command({**document, FIRST: side[0]}, night))
        except Refusal:
            continue
        yield side[0]


def disputable(game: str, night: Night, effective: EffectiveEvents) -> Disputable:
    """The turns of a game that players can dispute."""
    table: MatchTable = night.tables[game]

    def called(number: int, event: Any) -> str:
        turn = turn_of_round(game, table, number, event.round_number)
        return _("%(turn)s: %(text)s", turn=turn, text=sentence_of(night, event))

    turns = turns_of(effective, game)
    return Disputable(turns={number: called(number, recorded.event) for number, recorded in turns.items()})


_BY_STRAIN = re.compile(r"\d+(s|h|d|c|nt)")


class BidKey(Frozen):
    """The key of a bid: its label, and what the bid is worth; "" if that is not shown."""

    bid: Bid
    words: str
    red: bool
    worth: str = ""


BidRow = tuple[BidKey | None, ...]


def bid_rows(bids: Sequence[Bid], worth: Callable[[Bid], str] = lambda bid: "") -> tuple[BidRow, ...]:
    """The keys of all bids, lowest first: a column for each number and a row for each strain, or else a single row.

    Among bids of number and strain, any other bid ends the row of the next lower bid.
    """
    rows: dict[str, list[Bid]] = {}
    strain = ""
    for bid in bids:
        match = _BY_STRAIN.fullmatch(str(bid))
        strain = match[1] if match else strain
        rows.setdefault(strain, []).append(bid)
    longest = max(map(len, rows.values()))
    ordered = (sorted(row, key=lambda bid: not _BY_STRAIN.fullmatch(str(bid))) for row in rows.values())
    return tuple((*(_key(bid, worth(bid)) for bid in row), *(None,) * (longest - len(row))) for row in ordered)


def _key(bid: Bid, worth: str) -> BidKey:
    match = _BY_STRAIN.fullmatch(str(bid))
    number = str(bid).removesuffix("nt")
    words = _("%(number)sNT", number=number) if match and match[1] == "nt" else bid_text(bid).capitalize()
    return BidKey(bid=bid, words=words, red=bool(match and match[1] in "hd"), worth=worth)


def call_label(call: Bid) -> str:
    """A call as a label, whether a bid or another call."""
    match call:
        case BidPassed.word:
            return pgettext("a call", "Pass")
        case BidHeld.word:
            return pgettext("a call", "Hold")
        case BidDoubled.word:
            return pgettext("a call", "Double")
        case BidRedoubled.word:
            return pgettext("a call", "Redouble")
        case _:
            return bid_text(call)


class Settling(Frozen):
    """The payments of a won match, and the step that settles it."""

    step: Step
    lines: tuple[PayLine, ...]
    short: tuple[Shortage, ...]


def settling_due(night: Night, step: Step) -> Settling | None:
    """The payments of a step that settles a match; ``None`` before the match is won."""
    events = dry_run(night, read_command(dict(step.document), night))
    paid = next((event.paid for event in events if isinstance(event, MatchSettled)), None)
    if paid is None:
        return None
    short = short_of(night, {player: -cents for player, cents in nets_of(paid).items() if cents < 0})
    return Settling(step=step, lines=pay_lines(night, paid, *short), short=short)


_MOST_EVENTS = 2
"""A command that scores a hand records at most this many events."""


class Player(Frozen):
    """A player on a key or a line."""

    player: str
    name: str
    mark: Mark


class CallLine(Frozen):
    """A player's call, with its ``turn``."""

    turn: int
    player: Player
    words: str
    is_bid: bool


class DealKey(Frozen):
    """The key that begins the next hand with a player."""

    player: Player
    step: Step


class Starting(Frozen):
    """The choices for a new match: the seated players in order, and the possible shapes.

    A shape is a number of sides and a number of players in each. ``chosen`` is the proposed shape, ``players`` are the
    players who play in it.
    """

    seated: tuple[Player, ...]
    shapes: tuple[tuple[int, int], ...]
    chosen: tuple[int, int] | None
    players: tuple[str, ...]

    @property
    def written(self) -> str:
        """The shapes as JSON, the proposed shape first."""
        return _written([list(shape) for shape in sorted(self.shapes, key=lambda shape: shape != self.chosen)])


class Ended(Frozen):
    """The result of the last match, or of its last hand: a sentence and the payments."""

    sentence: str
    paid: tuple[PayLine, ...]


class PadView(TabletView):
    """What the tablet shows of a match.

    ``phase`` says what is due. ``position`` is what the keys depend on, and ``position_before`` what it was before the
    last command in effect, both as JSON; ``actions`` are the game's, as JSON. ``again`` says that this command scored
    a hand, which can be scored again. ``asks`` names the arguments by which a hand is scored.
    """

    game: str
    title: str
    phase: str
    phase_words: str
    is_on: bool
    position: str
    position_before: str
    actions: str
    short: str
    places: tuple[SeatInHand, ...]
    match: int
    goal: str
    sides: tuple[Side, ...]
    lines: tuple[SheetLine, ...]
    stages: tuple[Stage, ...]
    dealers: Mapping[int, Player]
    dealer: Player | None
    players: tuple[Player, ...]
    bids: tuple[BidRow, ...]
    has: tuple[str, ...]
    calls: tuple[CallLine, ...]
    contract: Contract | None
    deals: tuple[DealKey, ...]
    opens: bool
    starting: Starting | None
    cards: tuple[str, ...]
    tricks: tuple[int, ...]
    asks: tuple[str, ...]
    due: Settling | None
    ended: Ended
    again: bool
    rulings: tuple[Payments, ...]
    steps: tuple[Step, ...]


def pad_view(game: ScoreGame, texts: MatchText, night: Night, head: Head, events: Sequence[Recorded]) -> PadView:
    """The tablet's view of the current or last match of a game, from the state of the night and all its events."""
    table, effective_events = table_of(game, night), effective(events)
    due = _due(game, night, table)
    dealer = _dealer(game, table)
    deals = tuple(_deals(game, night, table))
    steps = (due.step,) if due else () if table.is_on else steps_to_begin(night, effective_events)
    lacking = [(due.step.document, due.short)] if due else short_for(night, steps)
    return PadView(
        game=game.name,
        title=game.title,
        phase=table.phase,
        phase_words=_phase_words(game, night, table),
        standing_at=standing_at(table),
        is_on=table.is_on,
        moment=moment_of(effective_events, game.name, table.match, table.round, table.turn, table.phase.name),
        position=_written(game.position(table)),
        position_before=_written(game.position(table_of(game, night_before(night.last_voidable))))
        if night.last_voidable
        else "",
        actions=actions_as_json(game.actions),
        short=shortage(lacking),
        places=tuple(_places(night, table, dealer)),
        match=table.match,
        goal=texts.goal(table),
        sides=sides_of(night, table, texts),
        lines=sheet_of(night, table.hands, table.sides),
        stages=texts.stages(table) if table.match else (),
        dealers={table.in_match(hand.hand)[1]: player_of(night, hand.dealer) for hand in table.hands},
        dealer=player_of(night, dealer) if dealer else None,
        players=tuple(player_of(night, player) for player in table.match_players),
        bids=_bid_rows(game, texts, table),
        has=tuple(game.words),
        calls=tuple(_calls(night, effective_events, game.name)) if table.is_on else (),
        contract=contract_of(night, table),
        deals=deals,
        opens=not game.deals,
        starting=_starting(game, night, table) if table.phase is Phase.NO_MATCH and not night.closed else None,
        cards=texts.cards,
        tricks=_tricks(game),
        asks=_asks(game, table),
        due=due,
        ended=_ended(night, effective_events, game.name),
        again=_scored_last(night, effective_events, game.name),
        rulings=rulings_due(night, effective_events),
        steps=steps,
        **of_the_night(night, head, events),
    )


def _written(what: object) -> str:
    return json.dumps(what, separators=(",", ":"))


def table_of(game: ScoreGame, night: Night) -> MatchTable:
    """The table of a game in a night."""
    table: MatchTable = night.tables[game.name]
    return table


def _asks(game: ScoreGame, table: MatchTable) -> tuple[str, ...]:
    """The arguments of the command that scores a hand, without an award that the house does not have."""
    takes = {name: taken.at(game.position(table), {}) for name, taken in game.scored_by.items()}
    return tuple(name for name, taken in takes.items() if not isinstance(taken, Award) or taken.among)


def _tricks(game: ScoreGame) -> tuple[int, ...]:
    """The numbers of tricks that a side can take in a hand; none if tricks are not counted."""
    tricks = game.scored_by.get("tricks")
    return tuple(range(tricks.total + 1)) if isinstance(tricks, TricksOfSides) else ()


def player_of(night: Night, player: str) -> Player:
    """A player by their key."""
    return Player(player=player, name=name_of(night, player), mark=marks_of(night)[player])


def _phase_words(game: ScoreGame, night: Night, table: MatchTable) -> str:
    """What is due, in a few words."""
    bidding = table.bidding
    match table.phase:
        case Phase.BIDDING if bidding:
            return _("%(name)s to bid", name=name_of(night, bidding.turn))
        case Phase.JOKER:
            return _("Who has the joker?")
        case Phase.PARTNER:
            return _("Name the partner")
        case Phase.PLAYING:
            return _("The hand is played")
        case Phase.WON:
            return _("The match is won")
        case Phase.BETWEEN:
            due = _dealer(game, table)
            return _("%(name)s deals next", name=name_of(night, due)) if due else _("No hand")
        case _:
            return _("No match")


def _dealer(game: ScoreGame, table: MatchTable) -> str:
    """The dealer of the current or next hand; "" if there is none, anybody may deal, or the game has no dealer."""
    if not game.deals:
        return ""
    if table.is_on:
        return table.dealer
    return table.dealer_due(table.match_players) if table.phase is Phase.BETWEEN else ""


def _places(night: Night, table: MatchTable, dealer: str) -> Iterator[SeatInHand]:
    """The players at the table: their side's points, who deals, and their last call."""
    bidding = table.bidding
    calls = {call.player: call_label(call.bid) for call in bidding.calls} if bidding and table.is_on else {}
    for seat in seats_of(night):
        plays = table.goes_on and seat.player in table.match_players
        points = table.score[table.side_of(seat.player)] if plays else 0
        yield SeatInHand(
            seat=seat,
            deals=seat.player == dealer,
            tally=written(points) if plays else "",
            note=calls.get(seat.player, ""),
        )


def _bid_rows(game: ScoreGame, texts: MatchText, table: MatchTable) -> tuple[BidRow, ...]:
    rules, house = game.bidding, table.house
    return bid_rows(rules.bids(house), lambda bid: texts.worth(bid, house)) if rules else ()


def _calls(night: Night, effective: EffectiveEvents, game: str) -> Iterator[CallLine]:
    for event in (recorded.event for recorded in turns_of(effective, game).values()):
        if isinstance(event, Called):
            bid = getattr(event, "bid", None)
            yield CallLine(
                turn=event.turn,
                player=player_of(night, event.player),
                words=call_label(event.word if bid is None else bid),
                is_bid=bid is not None,
            )


def _deals(game: ScoreGame, night: Night, table: MatchTable) -> Iterator[DealKey]:
    """The players who may begin the next hand, each with the key for it."""
    starts = next((legal for legal in game.legal(table) if legal.command.do == game.starts), None)
    if starts is None or night.closed:
        return
    begins: Any = starts.takes({})[game.begins_with]
    for member in (player_of(night, player) for player in table.match_players if player in begins.among):
        words = _("Deal: %(name)s", name=member.name) if game.deals else _("Opens: %(name)s", name=member.name)
        document = night.addressed(game, {"do": game.starts, game.begins_with: member.player})
        yield DealKey(player=member, step=Step(words=words, document=document))


def _starting(game: ScoreGame, night: Night, table: MatchTable) -> Starting:
    seated, sitting_in, shapes = table.seated, table.sitting_in, tuple(sorted(game.shapes))
    last = (len(table.sides), len(table.sides[0])) if table.sides else None
    fitting = [shape for shape in shapes if shape[0] * shape[1] == len(sitting_in)]
    if last and set(table.match_players) <= set(sitting_in):
        return Starting(seated=_members(night, seated), shapes=shapes, chosen=last, players=table.match_players)
    # Prefer the shape with the largest sides; to play alone, the dealer chooses another.
    chosen = max(fitting, key=lambda shape: (shape[1], -shape[0]), default=None)
    return Starting(seated=_members(night, seated), shapes=shapes, chosen=chosen, players=sitting_in if chosen else ())


def _members(night: Night, players: Sequence[str]) -> tuple[Player, ...]:
    return tuple(player_of(night, player) for player in players)


def _due(game: ScoreGame, night: Night, table: MatchTable) -> Settling | None:
    if table.phase is not Phase.WON:
        return None
    document = night.addressed(game, {"do": SettleMatch.do})
    return settling_due(night, Step(words=_("Settle the match"), document=document))


def _ended(night: Night, effective: EffectiveEvents, game: str) -> Ended:
    """The result of the last match, or of its last hand while it is on."""
    last = next(reversed(matches_of(effective, game)), None)
    if last is None:
        return Ended(sentence="", paid=())
    events = (last.ended,) if last.ended else last.hands[-1:]
    return Ended(sentence=" ".join(sentence_of(night, event) for event in events), paid=pay_lines(night, last.paid))


def _scored_last(night: Night, effective: EffectiveEvents, game: str) -> bool:
    """Whether the last command in effect scored a hand of the game, so that the hand can be scored again."""
    scored = (end.last for end in islice(effective.ends(), _MOST_EVENTS) if isinstance(end.last.event, HandScored))
    last = next(scored, None)
    top = night.last_voidable
    return bool(last and top and top.command == last.command and game_of(last.event) == game)


_DISPUTES = DisputeWords(
    claims=(
        marked("I did not say that"),
        marked("That was not the bid"),
        marked("It was not my turn"),
        marked("The tricks are wrong"),
        marked("It was my deal"),
    ),
    reasons=(
        marked("The dealer remembers it"),
        marked("The tricks show it"),
        marked("The table heard it"),
        marked("Nobody heard it"),
    ),
    about="turn",
    nothing=marked("No calls yet."),
)


_HELP = (
    Help("[data-touch=bid]", marked("Bids this for the player whose turn it is."), note=True),
    Help("[data-touch=call]", marked("Says this for the player whose turn it is.")),
    Help("#all-pass", marked("Everybody has passed.")),
    Help("[data-touch=tricks]", marked("How many tricks this side has taken.")),
    Help("#score", marked("Scores the hand."), note=True),
    Help("[data-touch=again]", marked("Enters this hand once more. It is scored again from then on.")),
    Help("#begin-match", marked("Begins a match between these sides."), note=True),
    Help(
        "[data-touch=bidder], [data-touch=partner]",
        marked("Chooses this player as the bidder, or as the bidder’s partner."),
    ),
    Help("[data-touch^=card-]", marked("Names the card whose holder is the partner.")),
    Help("[data-touch=joker]", marked("Says who shows the joker.")),
    Help("[data-touch=doubled]", marked("The contract was doubled, or redoubled.")),
    Help("[data-touch=told]", marked("Chooses this for the hand.")),
    Help("#each", marked("Gives each side its tricks.")),
    Help("#leave-again", marked("Leaves the hand as it was scored.")),
    Help("#contract-only", marked("Enters the contract without its bids.")),
)


def pad_tablet(game: ScoreGame, texts: MatchText) -> Tablet:
    """The tablet of a game that is played for points."""
    return Tablet(
        help=_HELP,
        disputable=partial(disputable, game.name),
        disputes=_DISPUTES,
        preview=partial(preview, game),
        view_of=partial(pad_view, game, texts),
        template="score_pad/tablet.html",
        styles=("hands/tablet.css", "score_pad/tablet.css"),
        script="score_pad/tablet.js",
        keys="score_pad/macros.html",
    )


def score_screens(game: ScoreGame, *, title: str = "", texts: MatchText = POINTS_ALONE) -> GameScreens:
    """The screens of a game that is played for points; ``title`` is its full title if that is longer."""
    return GameScreens(
        name=game.name,
        title=title,
        correcting=correcting_of(game),
        tablet=pad_tablet(game, texts),
        board=match_board(game.name, texts),
        player=match_page(texts),
        closed=ClosedNight(view_of=partial(matches_of_night, game.name), template="score_pad/macros.html"),
        unfinished=unfinished_match,
    )
