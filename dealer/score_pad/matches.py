"""Decides a match: its beginning, hands, bidding, scores and price (rule 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from dealer.commands.commands import Command
from dealer.commands.refusal import Amount, Player, Refusal, phrase
from dealer.game.bidding import Pass, check_higher, check_nobody_spoke, check_turn, with_call
from dealer.game.forecast import value_of
from dealer.game.hands import check_deals
from dealer.game.table import from_left_of
from dealer.score_pad.score_game import (
    ALL,
    DRAWN,
    AbandonMatch,
    BiddingRules,
    ScoreRules,
    SettleMatch,
    StartMatch,
    VoidHand,
    check_in_match,
)
from dealer.score_pad.table import MatchTable, Phase, Sides
from events.common.event import Event
from events.common.matches import (
    MatchAbandoned,
    MatchBegun,
    MatchDrawn,
    MatchHandBegun,
    MatchHandVoided,
    MatchPayment,
    MatchSettled,
    MatchWon,
)
from events.common.play import Bid, BidMade, BidPassed, ContractNamed
from ledger.accounts import checks, moved
from ledger.ledger import Ledger


def settle_match(game: ScoreRules, table: MatchTable, ledger: Ledger, command: SettleMatch) -> tuple[Event, ...]:
    """Pay a match that was won; ``not_enough_checks`` if somebody cannot pay all they lose."""
    paid = tuple(payments(table))
    check_nets(ledger, paid)
    moves = tuple(
        move for payment in paid for move in moved(checks(payment.payer), checks(payment.payee), payment.amount_cents)
    )
    return (MatchSettled(game=game.name, match=table.match, paid=paid, moves=moves),)


def payments(table: MatchTable) -> Iterator[MatchPayment]:
    """The payments of the match, player by player; sides pay place by place."""
    house, score, winner = table.house, table.score, table.winner
    assert winner is not None, "a match that is settled was won"
    for payer, payee in _pairs(table, winner):
        cents = max(0, score[payee] - score[payer]) * house.point + (house.game_stake if payee == winner else 0)
        if cents:
            for of_payer, of_payee in zip(table.sides[payer], table.sides[payee], strict=True):
                yield MatchPayment(payer=of_payer, payee=of_payee, amount_cents=cents)


def _pairs(table: MatchTable, winner: int) -> Iterator[tuple[int, int]]:
    """The pairs of sides that settle, payer first: everybody with the winner, then perhaps all others."""
    others = [side for side in range(len(table.sides)) if side != winner]
    yield from ((side, winner) for side in others)
    if table.house.pays == ALL:
        for first, other in combinations(others, 2):
            yield (first, other) if table.score[first] < table.score[other] else (other, first)


def nets_of(paid: tuple[MatchPayment, ...]) -> dict[str, int]:
    """Each player's win or loss by some payments, in cents."""
    nets: Counter[str] = Counter()
    for payment in paid:
        nets[payment.payer] -= payment.amount_cents
        nets[payment.payee] += payment.amount_cents
    return dict(nets)


def check_nets(ledger: Ledger, paid: tuple[MatchPayment, ...]) -> None:
    """Refuse (``not_enough_checks``) payments if somebody loses more than they hold; it names them."""
    for player, cents in nets_of(paid).items():
        held = ledger.balance(checks(player))
        if held < -cents:
            raise Refusal(
                "not_enough_checks",
                "%(player)s owes %(due)s and has %(held)s. Sell them checks or give a marker first.",
                player=Player(player),
                due=Amount(-cents),
                held=Amount(held),
            )


Events = tuple[Event, ...]


def not_now(table: MatchTable, word: str) -> Refusal:
    """The refusal (``wrong_phase``) of a command in the wrong phase."""
    return Refusal("wrong_phase", "Not now: %(phase)s.", phase=phrase(table.phase.words))


def start_match(game: ScoreRules, table: MatchTable, ledger: Ledger, command: StartMatch) -> Events:
    """Begin a match between sides that alternate round the table."""
    sides = command.sides
    _check_sides(table, sides)
    if (len(sides), len(sides[0]) if sides else 0) not in game.shapes:
        shapes = ", ".join(f"{number} × {size}" for number, size in sorted(game.shapes))
        raise Refusal(
            "not_allowed_here", "%(game)s can be played as sides × players: %(shapes)s.", game=game.title, shapes=shapes
        )
    return (MatchBegun(game=game.name, match=table.match + 1, sides=sides),)


def _check_sides(table: MatchTable, sides: Sides) -> None:
    players = [player for side in sides for player in side]
    if len(set(players)) < len(players):
        raise Refusal("bad_input", "Each player can play for only one side, and only once.")
    if len({len(side) for side in sides}) > 1:
        raise Refusal("bad_input", "The sides of a match must be of equal size.")
    whose = {player: at for at, side in enumerate(sides) for player in side}
    round_the_table = [whose[player] for player in table.seats if player in whose]
    if any(side != round_the_table[at % len(sides)] for at, side in enumerate(round_the_table)):
        raise Refusal("bad_input", "Partners must sit so that the sides alternate around the table.")


def start_hand(game: ScoreRules, table: MatchTable, ledger: Ledger, command: Any) -> Events:
    """Begin a hand with its dealer or opener."""
    dealer, players = getattr(command, game.begins_with), table.match_players
    check_in_match(table, (dealer,))
    if game.deals:
        check_deals(table.dealer_due(players), dealer)
    return (
        MatchHandBegun(
            game=game.name,
            match=table.match,
            hand=table.round + 1,
            dealer=dealer,
            players=from_left_of(dealer, table.seats, players),
        ),
    )


def bid(game: ScoreRules, table: MatchTable, ledger: Ledger, command: Any) -> Events:
    """Record a bid."""
    rules, bidding = _bidding(game), table.bidding
    assert bidding, "a bidding is on"
    rules.check_bid(table, command.player, command.bid)
    check_turn(bidding, command.player)
    check_higher(bidding, command.bid, rules.bids(table.house))
    check_least(rules, table, command.player, command.bid)
    return (BidMade(**call_fields(game, table, command.player), bid=command.bid),)


def check_least(rules: BiddingRules, table: MatchTable, player: str, bid: Bid) -> None:
    """Refuse (``under_minimum``) a bid that is too low for a player."""
    least = value_of(rules.least(player), table.position, {})
    if least and int(bid) < least:
        raise Refusal("under_minimum", "Their side must bid %(least)s or more.", least=least)


def pass_bid(game: ScoreRules, table: MatchTable, ledger: Ledger, command: Pass) -> Events:
    """Record a pass; if nobody has bid at the end, the hand may be dead."""
    assert table.bidding, "a bidding is on"
    rules = _bidding(game)
    if not value_of(rules.may_pass(command.player), table.position, {}):
        raise Refusal("not_allowed_here", "Nobody has bid, so the dealer must bid.")
    check_turn(table.bidding, command.player)
    passed = BidPassed(**call_fields(game, table, command.player))
    after, position = with_call(table.bidding, passed, rules.turns, table.position), table.position
    is_dead = not after.waiting and after.bid is None and value_of(rules.after_passes, position, {}) == Phase.BETWEEN
    return (passed, passed_out(game, table, turn=passed.turn + 1)) if is_dead else (passed,)


def check_no_calls(table: MatchTable, command: Command) -> None:
    """Refuse (``wrong_phase``) the outcome of a bidding of which calls are recorded."""
    if table.bidding:
        check_nobody_spoke(table.bidding)


def contract(game: ScoreRules, table: MatchTable, ledger: Ledger, command: Any) -> Events:
    """Record the outcome of a bidding instead of its calls."""
    check_in_match(table, (command.player,))
    rules = _bidding(game)
    rules.check_bid(table, command.player, command.bid)
    check_least(rules, table, command.player, command.bid)
    doubled = 2 ** getattr(command, "doubled", 0)
    return (ContractNamed(**call_fields(game, table, command.player), bid=command.bid, doubled=doubled),)


def call_fields(game: ScoreRules, table: MatchTable, player: str) -> dict[str, Any]:
    """The fields of every call: the hand and the player."""
    return {"game": game.name, "hand": table.round, "turn": table.turn + 1, "player": player}


def _bidding(game: ScoreRules) -> BiddingRules:
    assert game.bidding, f"{game.title} is bid"
    return game.bidding


def passed_out(game: ScoreRules, table: MatchTable, turn: int) -> Event:
    """The end of a hand that nobody plays."""
    again = game.bidding is not None and game.bidding.again
    return game.passed_out(**_over(game, table, turn), points=(0,) * len(table.sides), again=again)


def score_hand(game: ScoreRules, table: MatchTable, ledger: Ledger, command: Any) -> Events:
    """Score the hand, and end the match if it is won."""
    scored = game.score(table, command)
    points = scored.points(len(table.sides))
    over = game.scored(
        **_over(game, table, table.turn + 1),
        bid=table.bidding.bid if table.bidding else None,
        bidder=table.bidder,
        made=scored.made,
        partners=table.partners,
        points=points,
        tricks=scored.tricks,
        out=scored.out,
        trump=getattr(command, "trump", None),
        lines=scored.lines,
    )
    now = tuple(had + more for had, more in zip(table.score, points, strict=True))
    winner = game.won_by(table, now, scored)
    if winner is None:
        return (over,)
    if winner == DRAWN:
        return (over, MatchDrawn(game=game.name, match=table.match))
    return (over, MatchWon(game=game.name, match=table.match, winner=winner))


def _over(game: ScoreRules, table: MatchTable, turn: int) -> dict[str, Any]:
    """The fields of the end of every hand."""
    of_hand = {"game": game.name, "match": table.match, "hand": table.round, "turn": turn, "dealer": table.dealer}
    return {**of_hand, **game.besides(table)}


def void_hand(game: ScoreRules, table: MatchTable, ledger: Ledger, command: VoidHand) -> Events:
    """Break off a foul hand."""
    return (MatchHandVoided(game=game.name, hand=table.round, reason=command.reason),)


def abandon_match(game: ScoreRules, table: MatchTable, ledger: Ledger, command: AbandonMatch) -> Events:
    """Break off a match and its current hand."""
    voided = (MatchHandVoided(game=game.name, hand=table.round, reason=command.reason),) if table.is_on else ()
    return (*voided, MatchAbandoned(game=game.name, match=table.match, reason=command.reason))


def check_leave(table: MatchTable, player: str) -> None:
    """Refuse (``wrong_phase``) the leaving of a player of a match that is not settled."""
    if table.goes_on and player in table.match_players:
        raise Refusal(
            "wrong_phase", "%(player)s is in a match and can leave when it is settled.", player=Player(player)
        )


def closing(table: MatchTable, ledger: Ledger) -> Events:
    """The close ignores a match that nobody has won; a match that was won must be settled first (``wrong_phase``)."""
    if table.phase is Phase.WON:
        raise Refusal("wrong_phase", "A match is won but not settled. Settle it first.")
    return ()
