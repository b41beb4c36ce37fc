"""Two weeks at three tables over the API: an independent bookkeeper and hledger agree with the house to the cent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from ledger.export import FORMATS
from ledger.journal import component
from tests.ledger.export import peers
from tests.ledger.export.nights import whole
from tests.support.bookkeeper import CHECK, Bookkeeper, Document, Night, Refused, spots
from tests.support.fixtures import soaked
from tests.support.house import PIN, Client, House

DAYS = [f"2026-11-{day:02}" for day in range(1, 15)]
GAMES = ("faro", "farmer", "forty_five")
HOUSES: dict[str, Any] = {
    "faro": {"preset": "american", "marker_limit": 30_000},
    "farmer": "farm",
    "forty_five": {"preset": "forty_five", "goal": 15, "point": CHECK},
}
STAFF = {
    "Olive Owens": ["owner"],
    "Fay Flood": ["floor"],
    "Ford Finch": ["floor", "dealer"],
    "M. Earp": ["dealer"],
    "J. Deal": ["dealer"],
    "Zoë Park": ["dealer"],
    "R. Guest": ["dealer"],
    "Cato Cage": ["cage"],
    "Cyd Chest": ["cage", "auditor"],
    "Ann Audit": ["auditor"],
}
OWNER = "Olive Owens"
RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hope", "Ida", "Jack", "Kit", "Lou", "Mae", "Ned", "Oona"]


class TwoWeeks:
    """The people of a house and their two weeks: every command goes to the API and to the bookkeeper."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.keeper = Bookkeeper()
        self.house = House(staff=False)
        self.clients: dict[str, Client] = {}
        self.refused: Counter[str] = Counter()
        self.results: dict[str, Document] = {}

    def play(self) -> None:
        """All of it, from the first engagement to the last closing."""
        self.engage(OWNER, STAFF[OWNER])
        for name, roles in STAFF.items():
            self.engage(name, roles)
        seconds = {"second_marker": 20_000, "second_raise": 50_000, "second_ruling": 500, "second_count": True}
        rules: Document = {**seconds, "second_write_off": True, "credit_limit": 40_000, "dealers_cut": 7}
        self.at_house("house_rules", **rules)
        for key in NAMES:
            limit: Document = {"credit_limit": self.amount(10_000, 60_000)} if self.chance(0.3) else {}
            self.at_house("register_player", card=key.lower(), name=f"{key} {self.random.choice(NAMES)}", **limit)
        for day in DAYS:
            self.at_the_cage()
            tables = [self.night(day, table, game) for table, game in zip("ABC", self.games(), strict=True)]
            while tables:
                table = self.random.choice(tables)
                if next(table, None) is None:
                    tables.remove(table)
                if self.chance(0.05):
                    self.at_the_cage()
            self.change_something()

    def games(self) -> list[str]:
        return self.random.sample(GAMES, 3) if self.chance(0.6) else ["faro", *self.random.choices(GAMES, k=2)]

    # What goes to the API and to the bookkeeper.

    def engage(self, name: str, roles: list[str]) -> None:
        """Engage somebody, who signs in."""
        if name not in self.clients:
            self.house.auth.engage(name, PIN, self.house.sender)
            self.clients[name] = Client(self.house.app.test_client())
            assert self.clients[name].sign_in(name, PIN).status_code == 200
        self.at_house("engage", name=name, roles=roles, who=OWNER)

    def at_house(self, do: str, *, who: str = "", **arguments: Any) -> bool:
        """A command of the house; returns whether it was accepted."""
        document = {"do": do, **arguments}
        who, second = who or self.somebody(document), self.confirming(document)
        code = _code_of(lambda: self.keeper.for_house(document, who, second))
        return self.sent("/api/house/commands", document, who, second, code)

    def at_table(self, night: Night, do: str, *, who: str = "", second: str | None = "", **arguments: Any) -> bool:
        """A command of a night; returns whether it was accepted."""
        document = {"do": do, **arguments}
        who = who or self.somebody(document, night)
        second = self.confirming(document, night) if second == "" else second
        code = _code_of(lambda: self.keeper.at_table(night, document, who, second))
        return self.sent(f"/api/nights/{night.id}/commands", document, who, second, code)

    def sent(self, path: str, document: Document, who: str, second: str | None, code: str) -> bool:
        """Send a command by somebody and compare the answer with the bookkeeper's."""
        confirmed = {"second": second, "second_pin": PIN} if second else {}
        answer = self.clients[who].post(path, document | confirmed)
        given = "" if answer.status_code < 300 else answer.get_json()["code"]
        assert given == code, (path, document, who, second, answer.get_json())
        self.refused[code] += 1
        return not code

    def somebody(self, document: Document, night: Night | None = None) -> str:
        """Somebody who gives a command: as a rule one of those who may."""
        staff = list(self.keeper.staff) or [OWNER]
        allowed = [name for name in staff if not self.keeper.staff or self.keeper.may(name, document, night)]
        return self.random.choice(staff if self.chance(0.03) else allowed)

    def confirming(self, document: Document, night: Night | None = None) -> str | None:
        """Somebody who confirms a command, if there is anything to confirm: as a rule one of those who may."""
        if document["do"] not in ("issue_marker", "raise_roll", "rule_dispute", "count_drawer", "write_off"):
            return None
        if document.get("amount", 20_000) < 20_000 and document["do"] != "write_off":
            return None
        return None if self.chance(0.1) else self.somebody(document, night)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def amount(self, least: int, most: int) -> int:
        return self.random.randint(least // CHECK, most // CHECK) * CHECK

    # What people do.

    def at_the_cage(self) -> None:
        """A visit or two at the cage."""
        for _ in range(self.random.randint(1, 2)):
            key, card = self.random.choice(list(self.keeper.cards.items()))
            match self.random.randint(0, 4):
                case 0 | 1:
                    self.at_house("deposit", card=key, amount=self.random.randint(1, 20_000))
                case 2:
                    self.at_house("withdraw", card=key, amount=self.random.randint(1, card.deposit + 2_000))
                case 3:
                    self.at_house("redeem_carried", card=key, amount=self.random.randint(1, card.owes + 200))
                case 4 if card.owes:
                    amount = self.random.randint(1, min(card.owes, 3_000))
                    self.at_house("write_off", card=key, amount=amount, reason="He moved away.")

    def change_something(self) -> None:
        """Something of the house that changes from one day to the next."""
        key, card = self.random.choice(list(self.keeper.cards.items()))
        match self.random.randint(0, 5):
            case 0:
                self.at_house("change_player", card=key, credit_limit=self.random.choice([None, 0, 15_000, 80_000]))
            case 1:
                self.at_house("change_player", card=key, name=f"{card.name} Jr.")
            case 2:
                self.at_house("readmit_player" if card.barred else "bar_player", card=key, reason="So.")
            case 3:
                self.at_house("house_rules", credit_limit=self.random.choice([None, 25_000, 40_000]))
            case 4:
                count_required = self.chance(0.5)
                self.at_house("house_rules", dealers_cut=self.random.randint(0, 30), count_required=count_required)
            case 5:
                name = self.random.choice(["R. Guest", "Ann Audit"])
                if name in self.keeper.staff:
                    self.at_house("dismiss", name=name, who=OWNER)
                    self.at_house("deposit", card=key, amount=100, who=name)
                else:
                    self.engage(name, self.random.sample(["dealer", "cage", "auditor"], 2))

    def night(self, day: str, table: str, game: str) -> Iterator[str]:
        """A night at a table, a step at a time."""
        dealer = self.random.choice(["M. Earp", "J. Deal", "Ford Finch"])
        roll = 200_000 if game == "faro" else 0
        opening = {"table": table, "date": day, "game": game, "house": HOUSES[game], "roll": roll, "dealer": dealer}
        night = self.opened(opening, self.somebody({"do": "open_night"})) or self.opened(opening, OWNER)
        assert night
        yield "open"
        if self.chance(0.7):
            self.count(night, "opening")
        self.seat(night)
        yield "seated"
        for step in {"faro": self.faro, "farmer": self.farmer, "forty_five": self.forty_five}[game](night):
            yield step
            self.money(night)
        if self.chance(0.7):
            self.count(night, "closing")
        yield "played"
        if self.chance(0.3):
            self.compare(night)
        while not self.at_table(night, "close_night"):
            self.count(night, "closing")
            # A ruling may have been taken back.
            for dispute in list(night.play.disputes):
                self.rule(night, dispute)
        self.results[night.id] = self.compare(night)
        if self.chance(0.2):
            self.at_table(night, "buy_checks", player=next(iter(night.play.seats)), amount=500)

    def opened(self, opening: Document, who: str) -> Night | None:
        """Have somebody open a night."""
        code = _code_of(lambda: self.keeper.check_opening(who))
        answer = self.clients[who].post("/api/nights", opening).get_json()
        self.refused[code] += 1
        assert answer.get("code", "") == code
        return None if code else self.keeper.open_night(answer["night"], opening)

    def seat(self, night: Night) -> None:
        """Three or four people sit down, as a rule with cards, and buy checks."""
        people = self.random.sample(list(self.keeper.cards), 7)
        for player in ("red", "blue", "white", "black")[: 3 if night.game == "forty_five" else 4]:
            while player not in night.play.seats:
                key = people.pop()
                guest = {"name": f"Guest of {key}"} | ({} if self.chance(0.4) else {"card": key})
                self.at_table(night, "seat_player", player=player, **(guest if self.chance(0.2) else {"card": key}))
            card = night.play.seats[player].card
            if card and self.chance(0.1):
                self.at_table(night, "seat_player", player="tan", card=card)
            self.at_table(night, "buy_checks", player=player, amount=self.amount(2_000, 8_000))
            self.ask_for_credit(night, player)

    def ask_for_credit(self, night: Night, player: str) -> None:
        """A marker or front money; some ask for too much."""
        seat = night.play.seats[player]
        if self.chance(0.6):
            self.at_table(night, "issue_marker", player=player, amount=self.amount(1_000, 35_000))
        deposit = self.keeper.cards[seat.card].deposit if seat.card else 0
        if self.chance(0.5) and (deposit >= CHECK or self.chance(0.2)):
            self.at_table(night, "draw_deposit", player=player, amount=self.amount(CHECK, deposit + 500))

    def money(self, night: Night) -> None:
        """What happens between two rounds."""
        player, seat = self.random.choice(list(night.play.seats.items()))
        owed = self.keeper.cards[seat.card].owes if seat.card else 0
        tender = self.random.choice(["cash", "checks"])
        match self.random.randint(0, 17):
            case 0 | 1 | 2:
                self.at_table(night, "tip", player=player, amount=self.amount(CHECK, 500))
            case 3 if seat.open:
                amount = self.amount(CHECK, seat.open + CHECK)
                self.at_table(night, "redeem_marker", player=player, amount=amount, **{"with": tender})
            case 4 | 5 if owed >= CHECK or self.chance(0.2):
                amount = self.amount(CHECK, owed + CHECK)
                self.at_table(night, "redeem_carried", player=player, amount=amount, **{"with": tender})
            case 6 if seat.checks >= CHECK:
                self.at_table(night, "cash_in", player=player, amount=self.amount(CHECK, min(seat.checks, 1_000)))
            case 7 | 8:
                self.at_table(night, "relieve_dealer", dealer=self.random.choice(list(STAFF)[2:7]))
            case 9:
                self.at_table(night, "raise_roll", amount=self.amount(30_000, 60_000))
            case 10 | 11:
                do = self.random.choice(["fill", "credit", "drop"])
                self.at_table(night, do, amount=self.amount(CHECK, max(night.expected, 0) // 2 + 10_000))
            case 12 if self.keeper.slips:
                slip = self.random.choice(night.slips or self.keeper.slips)
                self.at_table(night, "void_slip", kind=slip.kind, number=slip.number, reason="A slip of the pen.")
            case 13:
                self.count(night, "relief")
            case 14:
                self.ask_for_credit(night, player)
            case 15:
                self.at_table(night, "void")
            case 16:
                self.at_table(night, "take_pledge", player=player, amount=self.amount(CHECK, 3_000), item="A watch")
            case 17 if seat.pledges or self.chance(0.2):
                self.at_table(night, "return_pledge", player=player, item="A watch", **{"with": tender})

    def count(self, night: Night, at: str) -> None:
        """A count of the drawer, as a rule of what it must hold."""
        differs = self.random.choice([0, 0, 0, -100, 37])
        reason = {"reason": "A chip on the floor."} if self.chance(0.5) else {}
        self.at_table(night, "count_drawer", at=at, cash=max(0, night.expected + differs), **reason)

    # Games. A command that is taken back or refused has no consequences here but that the next ones are left out.

    def faro(self, night: Night) -> Iterator[str]:
        """A few turns, and a dispute about a bet."""
        pack = self.random.sample([rank + suit for rank in RANKS for suit in "shdc"], 52)
        self.always(night, "start_deal")
        self.always(night, "expose_soda", card=pack.pop())
        for turn in range(self.random.randint(2, 4)):
            for number in range(2):
                player, seat = self.random.choice(list(night.play.seats.items()))
                ranks = [self.random.choice(pack)[:-1]]
                stake = min(self.amount(CHECK, 2_500), max(seat.checks, CHECK))
                bet = f"{turn}-{number}-{night.commands}"
                form = self.random.choice(["checks", "checks", "checks", "cash", "marker"])
                placed: Document = {"player": player, "kind": "single", "ranks": ranks, "stake": stake, "form": form}
                self.at_table(night, "place_bet", bet=bet, **placed)
            self.always(night, "turn", loser=pack.pop(), winner=pack.pop())
            if self.chance(0.3) and night.play.rows:
                self.dispute(night, self.random.choice(list(night.play.rows)))
            yield "turn"

    def dispute(self, night: Night, bet: str) -> None:
        """A dispute, on which whoever dealt tries to rule first."""
        player, dispute = self.random.choice(list(night.play.seats)), f"d-{night.commands}"
        self.always(night, "raise_dispute", dispute=dispute, player=player, about=bet, claim="It was mine.")
        self.rule(night, dispute, self.random.choice(sorted(night.play.disputes[dispute])))

    def rule(self, night: Night, dispute: str, who: str = "") -> None:
        """Rule on a dispute, by others if somebody may not."""
        player, amount = self.random.choice(list(night.play.seats)), self.amount(CHECK, 1_000)
        ruling: Document = {"dispute": dispute, "ruling": "corrected", "reason": "Two saw it."}
        ruling["corrections"] = [{"from": "bank", "to": player, "amount": amount}]
        if who in self.keeper.staff:
            self.at_table(night, "rule_dispute", who=who, **ruling)
        while dispute in night.play.disputes:
            self.at_table(night, "rule_dispute", **ruling)

    def farmer(self, night: Night) -> Iterator[str]:
        """Hands with two cards each, or three."""
        for _ in range(self.random.randint(2, 3)):
            pack = [rank + suit for rank in RANKS if rank not in ("6", "8") for suit in "shdc"] + ["6h"]
            self.random.shuffle(pack)
            self.in_checks(night, CHECK)
            farmer = night.play.farmer or self.random.choice(list(night.play.seats))
            self.always(night, "start_hand", dealer=farmer)
            for player in night.play.seats:
                cards = [pack.pop(), pack.pop()]
                while sum(spots(card[:-1]) for card in cards) < 12:
                    cards.append(pack.pop())
                self.always(night, "show_hand", player=player, cards=cards)
            self.settle(night, "settle_hand")
            yield "hand"
            if night.play.hand is not None:
                # The settlement was taken back. Some nights close on such a hand.
                if self.chance(0.3):
                    return
                self.settle(night, "settle_hand")

    def forty_five(self, night: Night) -> Iterator[str]:
        """A match to 15 points."""
        players = list(night.play.seats)
        self.always(night, "start_match", sides=[[player] for player in players])
        for dealer in islice(players * 9, 9):
            self.always(night, "start_hand", dealer=dealer)
            tricks = dict(zip(players, self.random.choice([(3, 1, 1), (2, 2, 1), (0, 1, 4)]), strict=True))
            points = {player: (night.play.match or {})[player] + 5 * tricks[player] for player in players}
            there = [player for player in players if points[player] >= 15]
            first = {"first": self.random.choice(there)} if there else {}
            self.always(night, "score_hand", tricks=tricks, **first)
            if there:
                break
        self.settle(night, "settle_match")
        yield "match"
        if night.play.winner:
            self.settle(night, "settle_match")

    def settle(self, night: Night, do: str) -> None:
        """A settlement; those who have too few checks buy more."""
        while not self.at_table(night, do):
            self.in_checks(night, 40 * CHECK)

    def in_checks(self, night: Night, least: int) -> None:
        """Everybody has so many checks, or buys more."""
        for player, seat in night.play.seats.items():
            if seat.checks < least:
                self.always(night, "buy_checks", player=player, amount=least)

    def always(self, night: Night, do: str, **arguments: Any) -> None:
        """A command that must be accepted, by somebody who may give it."""
        assert self.at_table(night, do, who=OWNER, **arguments)

    # What is compared.

    def compare(self, night: Night) -> Document:
        """Compare a night and the house with the bookkeeper's; returns the night's result."""
        result: Document = self.clients[OWNER].get(f"/api/nights/{night.id}").get_json()
        expected = self.keeper.night_result(night)
        for player, row in expected["players"].items():
            shown = {name: value for name, value in result["players"][player].items() if name in row or name == "card"}
            assert shown == row, (night.id, player)
        assert result["players"].keys() == expected["players"].keys()
        for name in ("bank", "dealers", "drawer"):
            assert result[name] == expected[name], night.id
        house, ours = self.clients[OWNER].get("/api/house").get_json(), self.keeper.house_result()
        assert {name: house[name] for name in ours} == ours
        return result


def _code_of(command: Any) -> str:
    """The code with which the bookkeeper refuses a command, "" if it is accepted."""
    try:
        command()
    except Refused as refused:
        return refused.code
    return ""


@pytest.mark.parametrize("seed", soaked(range(1, 9), at_once=[1]))
def test_two_weeks_at_three_tables(seed: int) -> None:
    weeks = TwoWeeks(seed)
    weeks.play()
    keeper, owner = weeks.keeper, weeks.clients[OWNER]
    assert len(keeper.nights) == 42
    assert all(night.closed for night in keeper.nights.values())
    # What is closed stays as it was.
    for night, result in weeks.results.items():
        assert owner.get(f"/api/nights/{night}").get_json() == result
    assert weeks.refused.keys() >= {
        *("not_permitted", "player_barred", "already_done", "bad_input", "second_needed", "over_limit"),
        *("not_enough_checks", "wrong_phase"),
    }
    with weeks.house.book as book:
        journal = b"".join(FORMATS["hledger"].pieces(book, whole(book))).decode()
    assert peers.check_hledger(journal) == ""
    assert_agree(peers.hledger_balances(journal), keeper)


def assert_agree(totals: dict[str, int], keeper: Bookkeeper) -> None:
    """Debts, deposits and cash of the whole house, by hledger and by the bookkeeper."""

    def under(place: str, part: str = "") -> int:
        return sum(cents for name, cents in totals.items() if f"{name}:".startswith(f"{place}:") and part in name)

    seats = [seat for night in keeper.nights.values() for seat in night.play.seats.values()]
    assert under("Assets:Markers") == sum(map(keeper.exposure, keeper.cards)) + sum(
        seat.open for seat in seats if not seat.card
    )
    for key, card in keeper.cards.items():
        assert under(f"Liabilities:Deposits:House:{component(key)}") == -card.deposit
        assert under(f"Assets:Markers:Carried:House:{component(key)}") == card.owes
    assert under("Liabilities:Deposits") == -sum(card.deposit for card in keeper.cards.values())
    for night in keeper.nights.values():
        assert under("Assets:Cash", f":{night.id}") == night.expected
        assert under("Assets:Drop-Box", f":{night.id}") == night.total("drop")
        assert under("Expenses:Dealers-Cut", f":{night.id}") == sum(night.cuts.values())
        assert under("Income", f":{night.id}") == -night.play.won
    assert under("Assets:Cage") == keeper.cage
    assert under("Equity:Transfers") == 0
