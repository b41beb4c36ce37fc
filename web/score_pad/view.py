"""The whole of the dealer's tablet at a match as one view model: a pure function of a night and its facts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from dealer.games import game_called
from dealer.night.command_parsing import read_command
from dealer.night.evolve import night_before
from dealer.night.night import Night
from dealer.score_pad.commands import SettleMatch
from dealer.score_pad.partners import NAME_PARTNER
from dealer.score_pad.score_game import ScoreGame
from dealer.score_pad.table import MatchTable, Phase
from events.effective_facts import EffectiveFacts, effective
from events.facts.bidding import Called
from events.facts.matches import HandScored
from events.frozen import Frozen
from events.games import game_of
from events.records import Head, Recorded
from reports.words.players import name_of
from reports.words.sentences import said_of
from web.game_screens import DisputeWords, Step, Tablet
from web.hands.payment import rulings_due
from web.hands.view import SeatInHand
from web.score_pad.bidding import BidRow, bid_rows, said, stand_of_bidding
from web.score_pad.board import standing_at
from web.score_pad.coming import coming
from web.score_pad.course import disputable, turns_of
from web.score_pad.matches import matches_of
from web.score_pad.pad import Pad
from web.score_pad.settling import PayLine, Settling, pay_lines, settling_due
from web.score_pad.standing import Contract, SheetLine, Side, Stage, Told, contract_of, sheet_of, sides_of, written
from web.tablet.marks import Mark, marks_of
from web.tablet.moments import moment_of
from web.tablet.seats import seats_of
from web.tablet.steps import dry_run, short_for, shortage, steps_to_begin
from web.tablet.take_and_pay import Payments
from web.tablet.view import TabletView, of_the_night

_MOST_MADE = 2
"""No command that scores a hand makes more facts."""


class Player(Frozen):
    """A player, as a key or a line has them."""

    player: str
    name: str
    mark: Mark


class CallLine(Frozen):
    """What a player said, with the ``turn`` in which it was recorded."""

    turn: int
    player: Player
    words: str
    is_bid: bool


class DealKey(Frozen):
    """A key that begins the next hand with somebody."""

    player: Player
    step: Step


class Starting(Frozen):
    """Between whom a match can be begun: who sits, in their order, and the shapes that it may have.

    A shape is a number of sides and of players in each, ``chosen`` the one that is offered first, and ``players`` who
    play then.
    """

    seated: tuple[Player, ...]
    shapes: tuple[tuple[int, int], ...]
    chosen: tuple[int, int] | None
    players: tuple[str, ...]

    @property
    def written(self) -> str:
        """The shapes as JSON, the one that is offered first in front."""
        return _written([list(one) for one in sorted(self.shapes, key=lambda one: one != self.chosen)])


class Ended(Frozen):
    """How the hand that was last, or the match, came out: a sentence, and what was paid."""

    said: str
    paid: tuple[PayLine, ...]


class PadView(TabletView):
    """Everything that the tablet shows of a match.

    ``phase`` is what is due, ``stand`` where the match stands, as JSON, with which the page's script reckons what waits
    to be saved, and ``stand_before`` where it stood before the last command that stands. ``again`` says that this
    command scored a hand, which can be taken back and scored again. ``asks`` is by what a hand is scored.
    """

    game: str
    title: str
    phase: str
    phase_words: str
    is_on: bool
    stand: str
    stand_before: str
    short: str
    places: tuple[SeatInHand, ...]
    match: int
    goal: str
    sheet: str
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
    partners: tuple[Player, ...]
    most_partners: int
    cards: tuple[str, ...]
    tricks: tuple[int, ...]
    asks: tuple[str, ...]
    due: Settling | None
    ended: Ended
    again: bool
    rulings: tuple[Payments, ...]
    steps: tuple[Step, ...]


def pad_view(game: ScoreGame, told: Told, pad: Pad, night: Night, head: Head, facts: Sequence[Recorded]) -> PadView:
    """The tablet's view of a night whose match of a game is on or was last, from its state and all of its facts."""
    table, kept = table_of(game, night), effective(facts)
    due = _due(game, night, table)
    dealer = _dealer(game, table)
    partners = tuple(_partners(game, night, table))
    deals = tuple(_deals(game, night, table))
    steps = (due.step,) if due else () if table.is_on else steps_to_begin(night, kept)
    lacking = [(due.step.document, due.short)] if due else short_for(night, steps)
    return PadView(
        game=game.name,
        title=game_called(game.name).title,
        phase=_phase(table),
        phase_words=_phase_words(game, night, table),
        standing_at=standing_at(table),
        is_on=table.is_on,
        moment=moment_of(kept, game.name, table.match, table.round, table.turn, table.phase.name),
        stand=_written(stand_of(game, pad, night)),
        stand_before=_written(stand_of(game, pad, night_before(night.top))) if night.top else "",
        short=shortage(lacking),
        places=tuple(_places(night, table, dealer)),
        match=table.match,
        goal=told.goal(table),
        sheet=pad.sheet,
        sides=sides_of(night, table, told),
        lines=sheet_of(night, table.hands, table.sides),
        stages=told.stages(table) if table.match else (),
        dealers={table.in_match(hand.hand)[1]: player_of(night, hand.dealer) for hand in table.hands},
        dealer=player_of(night, dealer) if dealer else None,
        players=tuple(player_of(night, player) for player in table.match_players),
        bids=_bid_rows(game, pad, table),
        has=tuple(game_called(game.name).words),
        calls=tuple(_calls(night, kept, game.name)) if table.is_on else (),
        contract=contract_of(night, table),
        deals=deals,
        opens=not game.deals,
        starting=_starting(game, night, table) if table.phase is Phase.NO_MATCH and not night.closed else None,
        partners=partners,
        most_partners=2 if _may_name(game, night, [one.player for one in partners[:2]]) else 1,
        cards=pad.cards,
        tricks=tuple(range(pad.tricks + 1)) if pad.tricks else (),
        asks=_asks(game, pad, table),
        due=due,
        ended=_ended(night, kept, game.name),
        again=_scored_last(night, kept, game.name),
        rulings=rulings_due(night, kept),
        steps=steps,
        **of_the_night(night, head, facts),
    )


def stand_of(game: ScoreGame, pad: Pad, night: Night) -> dict[str, Any]:
    """Where the match of a game stands in a night: what is due, who plays, and how a bidding may go on."""
    table = table_of(game, night)
    stand: dict[str, Any] = {
        "phase": _phase(table),
        "hand": f"{table.match}.{table.round}" if table.is_on else "",
        "sides": table.sides,
        "players": table.match_players,
        "bidder": table.bidder,
        "bid": table.bidding.bid if table.bidding else None,
        "partners": table.partners,
        "tricks": pad.tricks,
    }
    rules, bidding = game.bidding, table.bidding
    if rules is None or bidding is None or table.phase is not Phase.BIDDING:
        return stand
    bids = tuple(rules.bids(table.house))
    return {**stand, **stand_of_bidding(game_called(game.name), table, night.ledger, bids, _phase)}


def _written(what: object) -> str:
    return json.dumps(what, separators=(",", ":"))


def table_of(game: ScoreGame, night: Night) -> MatchTable:
    """A game's table in a night."""
    table: MatchTable = night.tables[game.name]
    return table


def _asks(game: ScoreGame, pad: Pad, table: MatchTable) -> tuple[str, ...]:
    """By what a hand is scored: the arguments of the command, without those that the house does not have."""
    left_out = pad.leaves_out(table.house)
    return tuple(name for name in game.score_hand.__struct_fields__ if name not in left_out)


def player_of(night: Night, player: str) -> Player:
    """A player by their key."""
    return Player(player=player, name=name_of(night, player), mark=marks_of(night)[player])


def _phase(table: Any) -> str:
    phase: Phase = table.phase
    return phase.name.lower()


def _phase_words(game: ScoreGame, night: Night, table: MatchTable) -> str:
    """What is due, in a few words."""
    bidding = table.bidding
    match table.phase:
        case Phase.BIDDING if bidding:
            return f"{name_of(night, bidding.turn)} speaks"
        case Phase.JOKER:
            return "Who has the joker?"
        case Phase.PARTNER:
            return "The partner is to be named"
        case Phase.PLAYING:
            return "The hand is played"
        case Phase.WON:
            return "The match is won"
        case Phase.BETWEEN:
            due = _dealer(game, table)
            return f"{name_of(night, due)} deals next" if due else "No hand is on"
        case _:
            return "No match is on"


def _dealer(game: ScoreGame, table: MatchTable) -> str:
    """Who deals the hand that is on or comes next; "" where anybody may, nobody is to, or the game has no dealer."""
    if not game.deals:
        return ""
    if table.is_on:
        return table.dealer
    return table.dealer_due(table.match_players) if table.phase is Phase.BETWEEN else ""


def _places(night: Night, table: MatchTable, dealer: str) -> Iterator[SeatInHand]:
    """Everybody at the table: their side's points, who deals, and what they said last."""
    bidding = table.bidding
    calls = {call.player: said(call.said) for call in bidding.calls} if bidding and table.is_on else {}
    for seat in seats_of(night):
        plays = table.goes_on and seat.player in table.match_players
        points = table.score[table.side_of(seat.player)] if plays else 0
        yield SeatInHand(
            seat=seat,
            deals=seat.player == dealer,
            tally=written(points) if plays else "",
            told=calls.get(seat.player, ""),
        )


def _bid_rows(game: ScoreGame, pad: Pad, table: MatchTable) -> tuple[BidRow, ...]:
    rules, house = game.bidding, table.house
    return bid_rows(rules.bids(house), lambda bid: pad.worth(bid, house)) if rules else ()


def _calls(night: Night, kept: EffectiveFacts, game: str) -> Iterator[CallLine]:
    for fact in turns_of(kept, game):
        if isinstance(fact, Called):
            bid = getattr(fact, "bid", None)
            yield CallLine(
                turn=fact.turn,
                player=player_of(night, fact.player),
                words=said(fact.word if bid is None else bid),
                is_bid=bid is not None,
            )


def _deals(game: ScoreGame, night: Night, table: MatchTable) -> Iterator[DealKey]:
    """Who may begin the next hand, each with the key for it."""
    if table.phase is not Phase.BETWEEN:
        return
    of_game = game_called(game.name)
    for player in table.match_players:
        document = night.addressed(of_game, {"do": of_game.starts, game.begins_with: player})
        if dry_run(night, read_command(document, night)):
            member = player_of(night, player)
            words = f"{'Opens' if not game.deals else 'Deal'}: {member.name}"
            yield DealKey(player=member, step=Step(words=words, document=document))


def _starting(game: ScoreGame, night: Night, table: MatchTable) -> Starting:
    seated, sitting_in, shapes = table.seated, table.sitting_in, tuple(sorted(game.shapes))
    last = (len(table.sides), len(table.sides[0])) if table.sides else None
    fitting = [one for one in shapes if one[0] * one[1] == len(sitting_in)]
    if last and set(table.match_players) <= set(sitting_in):
        return Starting(seated=_members(night, seated), shapes=shapes, chosen=last, players=table.match_players)
    # Partners, where there can be any: who plays alone says so.
    chosen = max(fitting, key=lambda one: (one[1], -one[0]), default=None)
    return Starting(seated=_members(night, seated), shapes=shapes, chosen=chosen, players=sitting_in if chosen else ())


def _members(night: Night, players: Sequence[str]) -> tuple[Player, ...]:
    return tuple(player_of(night, player) for player in players)


def _partners(game: ScoreGame, night: Night, table: MatchTable) -> Iterator[Player]:
    """Who may be named to play with the bidder."""
    if table.phase in (Phase.PARTNER, Phase.PLAYING):
        yield from (player_of(night, player) for player in table.match_players if _may_name(game, night, [player]))


def _may_name(game: ScoreGame, night: Night, partners: Sequence[str]) -> bool:
    """Whether somebody may be named to play with the bidder."""
    of_game = game_called(game.name)
    if NAME_PARTNER not in of_game.words:
        return False
    document = night.addressed(of_game, {"do": NAME_PARTNER, "partners": list(partners)})
    return bool(dry_run(night, read_command(document, night)))


def _due(game: ScoreGame, night: Night, table: MatchTable) -> Settling | None:
    if table.phase is not Phase.WON:
        return None
    document = night.addressed(game_called(game.name), {"do": SettleMatch.do})
    return settling_due(night, Step(words="Settle the match", document=document))


def _ended(night: Night, kept: EffectiveFacts, game: str) -> Ended:
    """How the match that was last came out, or the hand of it that was."""
    last = next(reversed(matches_of(kept, game)), None)
    if last is None:
        return Ended(said="", paid=())
    said_last = (last.ended,) if last.ended else last.hands[-1:]
    return Ended(said=" ".join(said_of(night, fact) for fact in said_last), paid=pay_lines(night, last.paid, {}))


def _scored_last(night: Night, kept: EffectiveFacts, game: str) -> bool:
    """Whether the last command that stands scored a hand of the game, which can be taken back then."""
    scored = (one.last for one in islice(kept.ends(), _MOST_MADE) if isinstance(one.last.fact, HandScored))
    last = next(scored, None)
    return bool(last and night.top and night.top.command == last.command and game_of(last.fact) == game)


_DISPUTES = DisputeWords(
    claims=(
        "I did not say that",
        "That was not the bid",
        "It was not my turn",
        "The tricks are wrong",
        "It was my deal",
    ),
    reasons=("As the dealer remembers it", "As the tricks lie", "As the table heard it", "Nobody heard it"),
    about="call",
    nothing="Nothing was said in a hand yet.",
)


def pad_tablet(game: ScoreGame, told: Told, pad: Pad) -> Tablet:
    """The tablet of a game that is played for points."""
    return Tablet(
        disputable=disputable(game.name),
        disputes=_DISPUTES,
        coming=partial(coming, game),
        view_of=partial(pad_view, game, told, pad),
        template="score_pad/tablet.html",
        styles=("hands/tablet.css", "score_pad/tablet.css"),
        script="score_pad/tablet.js",
        past="hands/past.js",
        past_styles=("hands/past.css",),
        keys="score_pad/macros.html",
    )
