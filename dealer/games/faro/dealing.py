"""Deciding what the cards do: the deal, the soda, the turns, the hock and the end (rulebook 1.1, 1.4, 1.7-1.9)."""

from __future__ import annotations

from dealer.commands.phrases import Cards
from dealer.commands.refusal import Refusal
from dealer.game.cards import rank_of, suit_of
from dealer.games.faro import commands
from dealer.games.faro.cards import Box, bit, mask
from dealer.games.faro.layout import OPEN_KINDS, is_dead, reach
from dealer.games.faro.paying import Due, TurnBook
from dealer.games.faro.settling import LOST, SPLIT, WON, Verdict, call_pays_cents, settle, share_cents
from dealer.games.faro.state import Bet, FaroTable, Phase
from events.facts.fact import Fact
from events.games import faro as facts
from ledger.ledger import Ledger


def start(table: FaroTable, ledger: Ledger, asked: commands.StartDeal) -> tuple[Fact, ...]:
    """Put a shuffled pack in the box."""
    return (facts.DealStarted(deal=table.deal + 1),)


def soda(table: FaroTable, ledger: Ledger, asked: commands.ExposeSoda) -> tuple[Fact, ...]:
    """Show the top card; with hockelty it takes the open bets on its rank (rulebook 1.7)."""
    _check_card(table, asked.card)
    book = TurnBook(table, ledger)
    if table.house.hockelty:
        _take_open_bets(book, asked.card)
    return (facts.SodaExposed(deal=table.deal, card=asked.card), *book.facts)


def turn(table: FaroTable, ledger: Ledger, asked: commands.Turn) -> tuple[Fact, ...]:
    """Deal a whole turn: loser, winner, take and pay (rulebook 1.4)."""
    drawn = draw_loser(table, ledger, commands.DrawLoser(card=asked.loser))
    box = table.box.expose(asked.loser)
    odd = box.odd(asked.winner)
    if odd:
        raise odd
    _check_suits(table, asked.winner)
    return (*drawn, *_settled_turn(table, ledger, table.turn + 1, (asked.loser, asked.winner), box))


def draw_loser(table: FaroTable, ledger: Ledger, asked: commands.DrawLoser) -> tuple[Fact, ...]:
    """Deal the loser; bets are closed."""
    _check_card(table, asked.card)
    _check_suits(table, asked.card)
    return (facts.LoserDrawn(deal=table.deal, turn=table.turn + 1, card=asked.card),)


def draw_winner(table: FaroTable, ledger: Ledger, asked: commands.DrawWinner) -> tuple[Fact, ...]:
    """Deal the winner; the turn is settled."""
    if table.loser is None:
        raise AssertionError("a winner was let in without a loser")
    _check_card(table, asked.card)
    _check_suits(table, asked.card)
    return _settled_turn(table, ledger, table.turn, (table.loser, asked.card), table.box)


def hock(table: FaroTable, ledger: Ledger, asked: commands.ExposeHock) -> tuple[Fact, ...]:
    """Show the hock: calls settle, with hockelty it takes open bets, and what still lies is swept (1.7)."""
    _check_card(table, asked.card)
    book = TurnBook(table, ledger)
    order = (rank_of(table.loser or ""), rank_of(table.winner or ""), rank_of(asked.card))
    right = [call for call in table.calls.values() if call.order == order]
    for call in table.calls.values():
        if call.order != order:
            book.lose(call, call.stake_cents, call.stake_cents)
    if table.house.hockelty:
        _take_open_bets(book, asked.card)
    cat = len(set(order)) == 2
    book.pay([Due(call, call.stake_cents, call_pays_cents(call.stake_cents, cat, table.house)) for call in right])
    _clear_layout(book)
    return (facts.HockExposed(deal=table.deal, card=asked.card), *book.facts)


def void_deal(table: FaroTable, ledger: Ledger, asked: commands.VoidDeal) -> tuple[Fact, ...]:
    """Void a foul deal: unresolved bets are returned (rulebook 1.9)."""
    return (*returned(table, ledger, "deal_voided"), facts.DealVoided(deal=table.deal, reason=asked.reason))


def end_deal(table: FaroTable, ledger: Ledger, asked: commands.EndDeal) -> tuple[Fact, ...]:
    """End a deal that is dealt out."""
    return (facts.DealEnded(deal=table.deal),)


def returned(table: FaroTable, ledger: Ledger, reason: str) -> tuple[Fact, ...]:
    """All bets and calls that lie, given back to their owners in the order in which they were placed.

    A turn whose winner is not out has settled nothing, and they are returned under the number of the one before it.
    """
    book = TurnBook(table, ledger, table.turn - 1 if table.phase is Phase.LOSER_DRAWN else table.turn)
    book.give_all_back(reason)
    return tuple(book.facts)


def _check_card(table: FaroTable, card: str) -> None:
    odd = table.box.odd(card)
    if odd:
        raise odd


def _check_suits(table: FaroTable, card: str) -> None:
    if suit_of(card) is None and any(bet.place.kind == "colors" for bet in table.bets.values()):
        raise Refusal("suit_needed", "A bet on colours lies: the suit of the %(card)s is needed.", card=Cards((card,)))


def _settled_turn(table: FaroTable, ledger: Ledger, number: int, cards: tuple[str, str], box: Box) -> tuple[Fact, ...]:
    """The winner, then every loss and split, then the payments (law 8), then broken bank or sleepers.

    ``cards`` are loser and winner; ``box`` has the loser out and not yet the winner.
    """
    loser, winner = cards
    last = number == table.house.turns
    book = TurnBook(table, ledger, number)
    if not last or table.house.last_turn_counts:
        _take_and_pay(book, _verdicts(table, loser, winner))
    if not book.broken and not last and table.house.sleepers != "first_claim":
        dead = box.expose(winner).dead
        for bet in book.lying_bets() if dead else ():
            if is_dead(bet.place, dead):
                book.put_to_sleep(bet)
    if last and table.house.turns == 26:
        _clear_layout(book)
    return (facts.WinnerDrawn(deal=table.deal, turn=number, card=winner), *book.facts)


def _verdicts(table: FaroTable, loser: str, winner: str) -> list[tuple[Bet, int, Verdict]]:
    """Every lying bet that has action in a turn, with its live stake and what becomes of it."""
    found, came = [], mask((rank_of(loser), rank_of(winner)))
    for bet in table.bets.values():
        if not reach(bet.place) & came:
            continue
        live = bet.live_cents(table.house.check)
        verdict = settle(bet.place, bet.coppered, live, loser, winner, table.house) if live else None
        if verdict is not None:
            found.append((bet, live, verdict))
    return found


def _take_and_pay(book: TurnBook, verdicts: list[tuple[Bet, int, Verdict]]) -> None:
    """Losses and splits first, then payments."""
    dues = []
    for bet, live, verdict in verdicts:
        if verdict.result == WON:
            dues.append(Due(bet, live, verdict.amount_cents))
        elif verdict.result == LOST:
            book.lose(bet, live, verdict.amount_cents)
        elif verdict.result == SPLIT:
            book.split(bet, live, verdict.amount_cents)
        else:
            book.stand_off(bet, live)
    book.pay(dues)


def _take_open_bets(book: TurnBook, card: str) -> None:
    """Hockelty: open bets that cover the soda's or the hock's rank are the bank's (rulebook 1.7)."""
    table = book.table
    for bet in table.bets.values():
        live = bet.live_cents(table.house.check)
        if bet.coppered or not live or bet.place.kind not in OPEN_KINDS:
            continue
        if mask(bet.place.ranks) & bit(rank_of(card)):
            book.lose(bet, live, share_cents(bet.place, live, table.house))


def _clear_layout(book: TurnBook) -> None:
    """What still lies goes to the dealer, or back (rulebook 1.7)."""
    for bet in book.lying_bets():
        if book.broken or book.table.broken or book.table.house.after_hock == "returned":
            book.give_back(bet, "after_hock")
        else:
            book.sweep(bet)
