"""Simulated nights of Faro beside the same packs dealt at the real table, and beside the exact percentages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from numpy.random import PCG64, Generator

from dealer.commands.refusal import Refusal
from dealer.game.cards import PACK, rank_of
from dealer.games.faro import players
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import HIGH, LOW, arguments_of, is_dead, parity_ranks
from dealer.games.faro.percentages import in_a_deal, in_a_turn, on_a_call
from dealer.games.faro.players import Bettor, usual_players
from dealer.games.faro.simulation import Nights, shuffled, simulate
from dealer.games.faro.state import FaroTable, Phase, faro_of
from events.common.event import Event
from events.common.play import StakeSettled
from events.games.faro import BetLost, BetPaid, BetSplit, BetSwept, Place, SleeperTaken
from tests.support.pure import PureNight
from tests.support.tables import faro_house

NIGHTS = 2
SEATS = ("red", "blue", "white", "black", "yellow", "green")


def single(rank: str) -> Place:
    return Place(kind="single", ranks=(rank,))


def places(king_is_odd: bool = False) -> Iterator[Place]:
    """Places of every kind on the layout."""
    odd, even = parity_ranks("odd", king_is_odd), parity_ranks("even", king_is_odd)
    yield single("Q")
    yield Place(kind="split", ranks=("A", "2"))
    yield Place(kind="diagonal", ranks=("3", "10"))
    yield Place(kind="corner", ranks=("J", "K"))
    yield Place(kind="figure", ranks=("A", "2", "3"))
    yield Place(kind="pot", ranks=("6", "7", "8"))
    yield Place(kind="square", ranks=("A", "2", "Q", "K"))
    yield Place(kind="row", ranks=HIGH, choice="high")
    yield Place(kind="parity_string", ranks=odd, choice="odd")
    yield Place(kind="parity_string", ranks=even, choice="even")
    yield Place(kind="string", ranks=("A", "4", "6", "9", "Q"))
    yield Place(kind="heeled", ranks=("Q", "2"), lose=("5",))
    yield Place(kind="side", ranks=HIGH, lose=LOW, choice="high")
    yield Place(kind="colors", choice="black")
    yield Place(kind="high_card")
    yield Place(kind="parity", ranks=odd, lose=even, choice="odd", card="winner")
    yield Place(kind="parity", ranks=even, lose=odd, choice="even", card="loser")


HOUSES: dict[str, dict[str, Any]] = {
    "usual": {},
    "both ways split": {"both_ways": "split"},
    "proportional": {"combination_pays": "proportional"},
    "proportional, both ways split": {"combination_pays": "proportional", "both_ways": "split"},
    "takes all": {"split_takes": "all", "high_card_equal": "standoff"},
    "last turn does not count": {"last_turn_counts": False},
    "hockelty": {"hockelty": True},
    "hockelty, returned": {"hockelty": True, "after_hock": "returned", "lift_before_hock": False},
    "from the hand": {"turns": 26},
    "stuss": {"turns": 26, "split_takes": "all", "sleepers": "returned", "after_hock": "returned"},
    "odd king": {"king_is_odd": True},
    "bank has sleepers": {"sleepers": "dealer"},
    "keeps what lies": {"lift_before_hock": False},
    "locks": {"locked_until_action": True, "lift_before_hock": False},
    "locks, lifts": {"locked_until_action": True, "hockelty": True},
    "running limit": {"running_limit": 3_000},
    "one paroli": {"running_limit": 20_000, "paroli_times": 1, "sleepers": "dealer"},
    "low limits": {"limit": 1_500, "case_limit": 400, "minimum": 500},
    "no copper": {"copper": False},
}


def house_of(name: str, **more: Any) -> FaroHouse:
    return faro_house({"check": 100, **HOUSES[name], **more})


@dataclass
class TablePlayer:
    """A player at the real table, who knows their system's rule in words and has commands to follow it."""

    bettor: Bettor
    seat: str
    key: str
    next_cents: int = 0
    rides: int = 0
    decided: bool = False
    number: int = 0
    net_cents: int = 0
    record: int = 0
    bet: str = ""
    commands: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.next_cents = self.bettor.stake_cents

    @property
    def place(self) -> Place:
        return self.bettor.places[0]

    def begin(self) -> None:
        """A deal begins."""
        self.decided, self.rides, self.bet = False, 0, ""
        if self.bettor.system == players.PAROLI:
            self.next_cents = self.bettor.stake_cents

    def before_turn(self, night: PureNight, tabs: Sequence[tuple[str, str]]) -> None:
        """Do what the system says before a turn; ``tabs`` are the losers and winners so far."""
        table = faro_of(night.now)
        lies = table.bets.get(self.bet)
        if table.last_turn_next and keeps(table.house) and self.bettor.system != players.ONCE:
            if lies and (lies.acted or not table.house.locked_until_action):
                night("take_down_bet", bet=self.bet)
            return
        stake, coppered = self.wish(table, tabs)
        if lies and lies.paroli and self.rides >= players.WINS_IN_A_ROW - 1:
            night("stand_pat", bet=self.bet)
        if is_dead(self.place, table.box.dead) or stake < table.house.minimum_cents:
            stake = 0
        if lies and stake < lies.stake_cents:
            night("take_down_bet", bet=self.bet)
            lies = None
        if lies and stake > lies.stake_cents:
            night("press_bet", bet=self.bet, add=stake - lies.stake_cents)
        if lies is None and stake:
            self.lay(night, stake, coppered)

    def lay(self, night: PureNight, stake: int, coppered: bool) -> None:
        self.number += 1
        self.bet = f"{self.key}.{self.number}"
        more = {"coppered": True} if coppered else {}
        if self.bettor.system == players.PAROLI and faro_of(night.now).house.running_limit:
            more |= {"paroli": True}
        night("place_bet", bet=self.bet, player=self.seat, stake=stake, **arguments_of(self.place), **more)

    def wish(self, table: FaroTable, tabs: Sequence[tuple[str, str]]) -> tuple[int, bool]:
        """The stake that the system wants before the next turn, within the limits, and whether with a copper."""
        first, limit = self.bettor.stake_cents, table.limit_on(self.place)
        coppered = self.bettor.coppered
        if self.bettor.system in players.OF_SINGLES:
            rank = self.place.ranks[0]
            losses = [rank_of(loser) for loser, _ in tabs].count(rank)
            wins = [rank_of(winner) for _, winner in tabs].count(rank)
        match self.bettor.system:
            case players.BREAKING_EVEN:
                wanted, coppered = first if wins != losses else 0, wins > losses
                if coppered and not table.house.copper:
                    wanted = 0
            case players.FAVOURITES:
                wanted, coppered = first if wins and not losses else 0, True
            case players.CASE_CARDS:
                wanted = first if table.box.left(rank) == 1 else 0
            case players.ONCE:
                return 0 if self.decided else first, coppered
            case players.PAROLI if self.rides and table.house.running_limit:
                return self.next_cents, coppered
            case players.MARTINGALE | players.PAROLI:
                wanted = self.next_cents
            case _:
                wanted = first
        return min(wanted, limit), coppered

    def see(self, settled: StakeSettled, house: FaroHouse) -> None:
        """Count what the bank took and paid, and think of the next stake."""
        self.net_cents += settled.bank_paid_cents - settled.bank_took_cents
        if not isinstance(settled, (BetPaid, BetLost, BetSplit)):
            return
        first, self.decided = self.bettor.stake_cents, True
        is_won = isinstance(settled, BetPaid)
        if self.bettor.system == players.MARTINGALE:
            takes_all = house.split_takes == "all" and self.place.kind != "high_card"
            is_lost = isinstance(settled, BetLost) or (isinstance(settled, BetSplit) and takes_all)
            if is_won:
                self.next_cents = first
            elif is_lost:
                self.next_cents = min(2 * self.next_cents, house.limit // house.check * house.check)
        if self.bettor.system == players.PAROLI:
            most = players.WINS_IN_A_ROW - 1
            if house.running_limit and house.paroli_times is not None:
                most = min(most, house.paroli_times)
            if is_won and self.rides < most:
                self.rides += 1
                cap = house.running_limit or house.limit
                won = settled.bank_paid_cents
                self.next_cents = settled.stake_cents + min(won, max(0, cap - settled.stake_cents))
            else:
                self.rides, self.next_cents = 0, first


def keeps(house: FaroHouse) -> bool:
    """Whether a house keeps what lies after the last turn and lets nobody take it down."""
    if house.turns == 26:
        return house.after_hock == "dealer"
    return not house.lift_before_hock and (house.after_hock == "dealer" or house.hockelty)


@dataclass
class TableNight:
    """A night at the real table."""

    house: FaroHouse
    bettors: Sequence[Bettor]
    bank_cents: int = 0
    lowest_cents: int = 0

    def __post_init__(self) -> None:
        self.night = PureNight()
        settings = {name: getattr(self.house, name) for name in FaroHouse.__dataclass_fields__}
        self.night(
            "open_night", table="T", date="2026-11-21", game="faro", house=settings, roll=1_000_000_00, dealer="D"
        )
        for seat in SEATS:
            self.night("seat_player", player=seat, name=seat.title())
            self.night("buy_checks", player=seat, amount=100_000_00)
        self.players = [
            TablePlayer(bettor, SEATS[number % len(SEATS)], f"p{number}") for number, bettor in enumerate(self.bettors)
        ]

    def deal(self, cards: Sequence[str]) -> None:
        night, house, cards = self.night, self.house, list(cards)
        night("start_deal")
        for player in self.players:
            player.begin()
            if player.bettor.before_soda:
                player.lay(night, player.bettor.stake_cents, player.bettor.coppered)
        if house.turns == 25:
            self.see(night("expose_soda", card=cards.pop(0)))
        tabs: list[tuple[str, str]] = []
        for turn in range(1, house.turns + 1):
            for player in self.players:
                if player.bettor.system != players.CALLING:
                    player.before_turn(night, tabs)
                elif turn == 25 and faro_of(night.now).orders:
                    order = list(faro_of(night.now).box.ranks_left())
                    player.number += 1
                    player.bet = f"{player.key}.{player.number}"
                    stake = player.bettor.stake_cents
                    night("call_turn", bet=player.bet, player=player.seat, order=order, stake=stake)
            loser, winner = cards.pop(0), cards.pop(0)
            tabs.append((loser, winner))
            self.see(night("turn", loser=loser, winner=winner))
        if house.turns == 25:
            if house.lift_before_hock:
                self.lift()
            self.see(night("expose_hock", card=cards.pop(0)))
        night("end_deal")

    def lift(self) -> None:
        """Take down what can be taken down before the hock."""
        table = faro_of(self.night.now)
        assert table.phase is Phase.BEFORE_HOCK
        for player in self.players:
            lies = table.bets.get(player.bet)
            if lies and player.bettor.system == players.ONCE and player.decided:
                self.night("take_down_bet", bet=player.bet)
            if lies and player.bettor.system != players.ONCE and (lies.acted or not table.house.locked_until_action):
                self.night("take_down_bet", bet=player.bet)

    def see(self, events: Sequence[Event]) -> None:
        settled = [event for event in events if isinstance(event, StakeSettled)]
        for lying in (False, True):
            for event in settled:
                if isinstance(event, (SleeperTaken, BetSwept)) == lying:
                    self.bank_cents += event.bank_took_cents - event.bank_paid_cents
            if not lying:
                self.lowest_cents = min(self.lowest_cents, self.bank_cents)
        for event in settled:
            self.players[int(event.bet[1:].partition(".")[0])].see(event, self.house)


def each_place(bettors: Sequence[Bettor]) -> list[Bettor]:
    """The bets of some players as players of their own."""
    return [
        Bettor(
            system=bettor.system,
            places=(place,),
            stake_cents=bettor.stake_cents,
            coppered=bettor.coppered,
            before_soda=bettor.before_soda,
        )
        for bettor in bettors
        for place in bettor.places
    ]


def tried(house: FaroHouse) -> list[Bettor]:
    """Players of every system, on places of every kind where the system can be played so."""
    found = each_place(usual_players(house, 500))
    coppers = (False, True) if house.copper else (False,)
    for number, place in enumerate(places(house.king_is_odd)):
        coppered = coppers[number % len(coppers)]
        found += [
            Bettor(system=players.FLAT, places=(place,), stake_cents=700, coppered=coppered),
            Bettor(system=players.MARTINGALE, places=(place,), stake_cents=500, coppered=not coppered and house.copper),
            Bettor(system=players.PAROLI, places=(place,), stake_cents=900, coppered=coppered),
        ]
        # A bet that is taken down at its decision is no sleeper of the bank's.
        if house.sleepers != "dealer":
            before = house.hockelty and number % 2 == 0
            found.append(Bettor(system=players.ONCE, places=(place,), stake_cents=1_100, before_soda=before))
    if house.turns == 25:
        found.append(Bettor(system=players.CALLING, places=(), stake_cents=600))
    return found


def packs_of(seed: int, nights: int, deals: int) -> list[list[list[str]]]:
    rows = iter(shuffled(Generator(PCG64(seed)), nights * deals))
    return [[[PACK[card] for card in next(rows)] for _ in range(deals)] for _ in range(nights)]


@pytest.mark.parametrize("name", HOUSES)
def test_the_same_packs_at_the_real_table_bring_every_bet_the_same(name: str) -> None:
    house, deals = house_of(name), 2
    bettors = tried(house)
    simulated = simulate(house, bettors, nights=NIGHTS, deals=deals, seed=7)
    for night, packs in enumerate(packs_of(7, NIGHTS, deals)):
        table = TableNight(house, bettors)
        for pack in packs:
            table.deal(pack)
        nets = [player.net_cents for player in table.players]
        assert list(simulated.players[:, night]) == nets, [
            (player.bettor, player.net_cents, int(simulated.players[number, night]))
            for number, player in enumerate(table.players)
            if player.net_cents != simulated.players[number, night]
        ]
        assert simulated.bank[night] == table.bank_cents == -sum(nets)
        assert simulated.lowest[night] == table.lowest_cents


def distance(gains: Any, exact: float) -> float:
    """How many standard errors the mean of the gains is from the exact figure; 0 where nothing can vary that much."""
    error = float(gains.std(ddof=1)) / len(gains) ** 0.5
    if not error:
        # What never came in so many nights is rarer than this, by the rule of three.
        assert abs(float(gains.mean()) - exact) < 3 / len(gains)
        return 0.0
    return float(gains.mean() - exact) / error


@pytest.mark.parametrize("name", [name for name in HOUSES if name != "low limits"])
def test_a_bet_left_until_its_decision_brings_the_exact_percentage(name: str) -> None:
    house = house_of(name, limit=1_000_000, running_limit=None)
    coppers = (False, True) if house.copper else (False,)
    bettors = [
        Bettor(system=players.ONCE, places=(place,), stake_cents=stake, coppered=coppered, before_soda=before)
        for place in places(house.king_is_odd)
        for coppered in coppers
        for before in ((False, True) if house.hockelty and not coppered else (False,))
        for stake in (100, 1_300)
    ]
    simulated = simulate(house, bettors, nights=10_000, deals=1, seed=1)
    distances = {}
    for bettor, results in zip(bettors, simulated.players, strict=True):
        place, checks = bettor.places[0], bettor.stake_cents // house.check
        exact = in_a_deal(place, bettor.coppered, house, before_soda=bettor.before_soda, checks=checks)
        distances[bettor] = distance(-results / bettor.stake_cents, float(exact.of_laid))
    assert max(map(abs, distances.values())) <= 3, {of: z for of, z in distances.items() if abs(z) > 3}


@pytest.mark.parametrize("name", [name for name in HOUSES if not keeps(house_of(name)) and name != "low limits"])
def test_a_flat_bet_in_every_turn_brings_the_exact_percentage_of_each(name: str) -> None:
    house = house_of(name, limit=1_000_000, sleepers="returned", locked_until_action=False)
    bettors = [
        Bettor(system=players.FLAT, places=(place,), stake_cents=stake)
        for place in places(house.king_is_odd)
        for stake in (100, 1_300)
    ]
    simulated = simulate(house, bettors, nights=10_000, deals=1, seed=2)
    turns = house.turns if house.last_turn_counts else house.turns - 1
    distances = {}
    for bettor, results in zip(bettors, simulated.players, strict=True):
        exact = turns * in_a_turn(bettor.places[0], False, house, checks=bettor.stake_cents // house.check)
        distances[bettor] = distance(-results / bettor.stake_cents, float(exact))
    assert max(map(abs, distances.values())) <= 3, {of: z for of, z in distances.items() if abs(z) > 3}


@pytest.mark.parametrize("quote", ["to_one", "for_one"])
def test_calls_of_the_turn_bring_the_exact_percentage(quote: str) -> None:
    """Of 22,100 sets of three cards 52 are of one rank, and 3,744 have a cat."""
    house = house_of("usual", call_quote=quote)
    bettors = [Bettor(system=players.CALLING, places=(), stake_cents=500)]
    simulated = simulate(house, bettors, nights=100_000, deals=1, seed=3)
    call, cat = (float(on_a_call(house, cat=is_cat).of_laid) for is_cat in (False, True))
    exact = (call * (22_100 - 52 - 3_744) + cat * 3_744) / 22_100
    assert abs(distance(-simulated.players[0] / 500, exact)) <= 3


def test_no_system_changes_what_the_bank_has_of_single_bets() -> None:
    """In a turn a stake that lies on a rank is split alike, so bets on other cards than case cards bring the same."""
    house = house_of("usual")
    systems = ("flat", "martingale", "paroli")
    bettors = [Bettor(system=name, places=(single("Q"),), stake_cents=1_000) for name in systems]
    simulated = simulate(house, bettors, nights=20_000, deals=5, seed=4)
    shares = [-int(net.sum()) / stakes for net, stakes in zip(simulated.players, simulated.decided, strict=True)]
    assert all(0.012 < share < 0.019 for share in shares), shares


def same(first: Nights, second: Nights) -> bool:
    return all(
        np.array_equal(getattr(first, name), getattr(second, name)) for name in ("bank", "lowest", "players", "decided")
    ) and (first.play, first.sleepers, first.after_hock, first.lying) == (
        second.play,
        second.sleepers,
        second.after_hock,
        second.lying,
    )


def test_a_seed_gives_the_same_nights_however_many_are_dealt_together() -> None:
    house = house_of("bank has sleepers")
    bettors = usual_players(house)
    nights = simulate(house, bettors, nights=50, deals=2, seed=5)
    done: list[int] = []
    assert same(nights, simulate(house, bettors, nights=50, deals=2, seed=5, at_once=7, tell=done.append))
    assert done == [7, 14, 21, 28, 35, 42, 49, 50]
    assert not same(nights, simulate(house, bettors, nights=50, deals=2, seed=6))


def test_the_parts_of_the_banks_result_add_up() -> None:
    house = house_of("locks", sleepers="dealer")
    nights = simulate(house, usual_players(house), nights=200, deals=3, seed=8)
    assert nights.sleepers > 0
    assert nights.after_hock > 0
    assert nights.bank.sum() == -nights.players.sum() == nights.play + nights.sleepers + nights.after_hock
    assert (nights.lowest <= np.minimum(nights.bank, 0)).all()


@pytest.mark.parametrize("limit", [10_000, 100_000_000])
def test_large_limits_are_counted_as_small_ones(limit: int) -> None:
    """A limit decides which numbers hold the stakes; what never comes near it brings the same."""
    usual = simulate(house_of("usual"), usual_players(house_of("usual"), 500)[:2], nights=50, deals=2, seed=9)
    house = house_of("usual", limit=limit)
    assert same(usual, simulate(house, usual_players(house, 500)[:2], nights=50, deals=2, seed=9))


def test_about_ten_bets_of_the_usual_players_lie_before_a_turn() -> None:
    house = house_of("usual")
    nights = simulate(house, usual_players(house), nights=500, deals=1, seed=10)
    assert 10 <= nights.lying <= 12


@pytest.mark.parametrize(
    ("name", "bettor", "code"),
    [
        ("usual", Bettor(system="flat", places=(single("Q"),), stake_cents=150), "not_a_multiple"),
        ("usual", Bettor(system="flat", places=(single("Q"),), stake_cents=10_100), "over_limit"),
        ("low limits", Bettor(system="flat", places=(single("Q"),), stake_cents=400), "under_minimum"),
        ("no copper", Bettor(system="favourites", places=(single("Q"),), stake_cents=500), "not_allowed_here"),
        ("stuss", Bettor(system="calling", places=(), stake_cents=500), "not_allowed_here"),
        ("usual", Bettor(system="flat", places=(), stake_cents=500), "bad_input"),
        ("usual", Bettor(system="case_cards", places=(Place(kind="high_card"),), stake_cents=500), "bad_input"),
    ],
)
def test_a_house_simulates_only_bets_that_it_takes(name: str, bettor: Bettor, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        simulate(house_of(name), [bettor], nights=1, deals=1, seed=1)
    assert refused.value.code == code


def test_the_usual_players_of_a_house_are_those_that_it_takes() -> None:
    assert [bettor.system for bettor in usual_players(house_of("usual"))] == list(players.SYSTEMS)[:6]
    assert players.FAVOURITES not in [bettor.system for bettor in usual_players(faro_house("stuss"))]
    for preset in ("american", "early_bank", "home_night", "stuss"):
        house = faro_house(preset)
        simulate(house, usual_players(house), nights=1, deals=1, seed=1)
