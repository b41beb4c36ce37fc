"""What a game is by its defaults: a table that opens, seats players, moves money and closes, registered at any time.

The game of most tests has commands, facts and ``decide``, and nothing else: heads or tails, for what one lays.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any

import pytest

from dealer.assistant import Assistant
from dealer.commands.commands import Command, command
from dealer.commands.fields import Cents, Key, one_of
from dealer.commands.refusal import Refusal
from dealer.game.game import TABLE, Game
from dealer.game.table import GameTable
from dealer.games import GAMES
from dealer.night.history import History
from dealer.night.result import result_of
from dealer.streams import Sender
from dealer.verification.streams import verify
from dealer.what_if import Put, what_if
from events import games as facts
from events.book.book import Book
from events.facts.fact import Fact, fact
from events.facts.play import RoundBegun, RoundEnded, StakeLaid, StakePaid, StakeTaken, TurnPlayed
from ledger.accounts import PLAY, checks, layout, move
from ledger.ledger import Ledger


@fact
class CoinTaken(RoundBegun):
    """A coin was taken in hand, for a fee."""

    round: int


@fact
class SideCalled(StakeLaid):
    """A player called a side."""

    round: int
    side: str


@fact
class CoinTossed(TurnPlayed, RoundEnded):
    """The coin was tossed."""

    round: int
    turn: int


@fact
class CallWon(StakePaid):
    """A call was right."""

    round: int


@fact
class CallLost(StakeTaken):
    """A call was wrong."""

    round: int


@command("call_side")
class CallSide(Command):
    """Call a side for a stake."""

    player: Key
    side: Annotated[str, one_of("heads", "tails")]
    stake: Cents


@command("toss")
class Toss(Command):
    """Toss the coin."""

    side: Annotated[str, one_of("heads", "tails")]


def decide(table: GameTable, ledger: Ledger, asked: CallSide | Toss) -> tuple[Fact, ...]:
    if isinstance(asked, CallSide):
        number = table.round if table.is_on else table.round + 1
        laid = SideCalled(
            round=number,
            bet=f"{asked.player}-{number}",
            player=asked.player,
            side=asked.side,
            stake_cents=asked.stake,
            moves=(move(checks(asked.player), layout(asked.player), asked.stake),),
        )
        fee = CoinTaken(round=number, moves=(move(checks(asked.player), PLAY, 100),))
        return (laid,) if table.is_on else (fee, laid)
    if not table.is_on:
        raise Refusal("wrong_phase", "Nobody has called.")
    settled = (_settled(one, asked.side) for one in table.lying.values())
    return (CoinTossed(round=table.round, turn=1), *settled)


def _settled(laid: Any, side: str) -> Fact:
    row = {"round": laid.round, "bet": laid.bet, "player": laid.player, "stake_cents": laid.stake_cents}
    own, cents = checks(laid.player), laid.stake_cents
    if laid.side != side:
        return CallLost(**row, taken_cents=cents, moves=(move(layout(laid.player), PLAY, cents),))
    moves = (move(layout(laid.player), own, cents), move(PLAY, own, cents))
    return CallWon(**row, paid_cents=cents, moves=moves)


class _House:
    """A book and an assistant, and a night of the coin."""

    def __init__(self, book: Book, game: Any = "coin", **house: Any) -> None:
        self.book, self.assistant, self.night = book, Assistant(book), ""
        self("open_night", table="1", date="2026-11-21", game=game, house=house or "usual", roll=100_000, dealer="Ann")
        for player in ("red", "blue"):
            self("seat_player", player=player, name=player.title())
            self("buy_checks", player=player, amount=10_000)

    def __call__(self, do: str, **arguments: Any) -> None:
        sender = Sender(who="Ann", device="t")
        self.night = self.assistant.execute({"do": do, **arguments}, sender, night=self.night or None).night

    @property
    def table(self) -> GameTable:
        table: GameTable = self.assistant.night(self.night).tables["coin"]
        return table


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch) -> Iterator[Book]:
    coin = Game(name="coin", against_bank=True, commands=(CallSide, Toss), starts="call_side", decide=decide)
    monkeypatch.setitem(GAMES, "coin", coin)
    monkeypatch.setitem(GAMES, "old_maid", Game(name="old_maid", commands=(Toss,)))
    monkeypatch.setitem(facts.GAMES, "coin", sys.modules[__name__])
    with Book.open() as opened:
        yield opened


@pytest.fixture
def coin(book: Book) -> _House:
    """A round won and lost, and another begun."""
    house = _House(book)
    for side in ("heads", "tails"):
        house("call_side", player="red", side="heads", stake=500)
        house("call_side", player="blue", side="tails", stake=300)
        if side == "heads":
            house("toss", side="heads")
    return house


def test_a_name_alone_makes_a_game_that_opens_seats_and_closes(book: Book) -> None:
    house = _House(book, "old_maid", check=25, marker_limit=500)
    opened = house.assistant.night(house.night)
    assert opened.opened.house == {"preset": "usual", "check": 25, "marker": 50_000, "marker_limit": 500}
    assert (opened.check_cents, opened.marker_limit_cents, opened.games[0].title) == (25, 500, "Old Maid")
    with pytest.raises(Refusal, match="'toss' is not played here"):
        house("toss", side="heads")
    house("close_night")
    assert house.assistant.night(house.night).closed
    assert verify(book, house.night).sound


def test_the_table_follows_the_base_facts(coin: _House) -> None:
    now = coin.assistant.night(coin.night)
    game = now.games[0]
    assert (coin.table.round, coin.table.is_on, set(coin.table.lying)) == (2, True, {"red-2", "blue-2"})
    assert (game.is_on(coin.table), game.dealt(coin.table), game.stakes(coin.table)["red"]) == (True, "2 rounds", 500)
    coin("void")
    coin("toss", side="tails")
    assert (coin.table.is_on, dict(coin.table.staked_cents)) == (False, {"red": 0, "blue": 0})
    assert coin.table.seated == ("red", "blue")
    coin("leave_table", player="red")
    assert coin.table.seated == ("blue",)


def test_stakes_that_lie_keep_a_player_and_the_night(coin: _House) -> None:
    with pytest.raises(Refusal, match="stakes on the layout") as refused:
        coin("leave_table", player="red")
    assert refused.value.code == "wrong_phase"
    with pytest.raises(Refusal, match="Stakes lie") as refused:
        coin("close_night")
    assert refused.value.code == "wrong_phase"


def test_bets_and_turns_can_be_disputed(coin: _House) -> None:
    coin("toss", side="tails")
    coin("raise_dispute", dispute="d", player="red", about="red-1", claim="I said tails")
    coin("raise_dispute", dispute="e", player="red", about=1, claim="It fell on the floor")
    for about in ("green-1", 2):
        with pytest.raises(Refusal):
            coin("raise_dispute", dispute="f", player="red", about=about, claim="I said tails")
    correction = {"from": "bank", "to": "red", "amount": 500}
    coin("rule_dispute", dispute="d", ruling="corrected", reason="So.", corrections=[correction])
    coin("rule_dispute", dispute="e", ruling="stands", reason="It did not.")
    coin("close_night")
    assert verify(coin.book, coin.night).sound


def test_the_result_has_its_settlements(coin: _House) -> None:
    result = result_of(coin.assistant.night(coin.night), coin.book.facts(coin.night))
    assert [(row["bet"], row["deal"], row["turn"], row["result"]) for row in result["bets"]] == [
        ("red-1", 1, 0, "won"),
        ("blue-1", 1, 0, "lost"),
    ]
    assert {player: one["net"] for player, one in result["players"].items()} == {"red": 300, "blue": -300}


def test_what_if_says_what_would_have_come_of_it(coin: _House) -> None:
    commands = coin.book.commands(coin.night)
    toss = next(one.number for one in commands if one.document["do"] == "toss")
    found = what_if(History.of(coin.book.facts(coin.night)), commands, [Put(toss, {"do": "toss", "side": "tails"})])
    assert {one.player: one.cents for one in found.differences.players} == {"red": -1_000, "blue": 600}
    assert [(one.bet, one.game, one.where.book) for one in found.differences.bets] == [
        ("red-1", "coin", ""),
        ("blue-1", "coin", ""),
    ]
    assert not found.differences.of("coin", TABLE)


def test_a_command_is_put_right_in_its_place(coin: _House) -> None:
    commands = coin.book.commands(coin.night)
    called = next(one.id for one in reversed(commands) if one.document["do"] == "call_side")
    instead = {"do": "call_side", "player": "blue", "side": "heads", "stake": 700}
    coin("amend", command=called, instead=instead, drop=[])
    coin("toss", side="heads")
    assert result_of(coin.assistant.night(coin.night), coin.book.facts(coin.night))["players"]["blue"]["net"] == 400
    assert verify(coin.book, coin.night).sound


def test_two_games_of_one_night_follow_their_own_facts_alone(book: Book) -> None:
    house = _House(book, ["coin", "old_maid"])
    house("call_side", player="red", side="heads", stake=500)
    tables = house.assistant.night(house.night).tables
    assert (tables["coin"].round, tables["old_maid"].round) == (1, 0)
    assert tables["old_maid"].seated == ("red", "blue")
