"""A bookkeeper of the house: the contract in plain Python, with nothing of the program, for what two weeks need.

It knows the commands of the house, the money of a night, and three games: single bets of Faro, Farmer, and Forty-five
with a player a side. It says with which code each command is refused, and what everything comes to, in cents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

Document = dict[str, Any]

CHECK = 25
"""The smallest check of every night: a check of Faro, a chip of Farmer, a point of Forty-five."""

ROLES = ("owner", "floor", "dealer", "cage", "auditor")
OWNER, FLOOR, DEALER, CAGE, _ = ROLES
DUTIES: dict[tuple[str, ...], tuple[str, ...]] = {
    (OWNER, FLOOR, DEALER): ("rule_dispute", "open_night", "close_night", "relieve_dealer", "count_drawer"),
    (OWNER, FLOOR, CAGE): ("raise_roll", "fill", "credit", "drop", "void_slip"),
    (OWNER, FLOOR, DEALER, CAGE): ("register_player", "change_player"),
    (OWNER, FLOOR): ("bar_player", "readmit_player"),
    (OWNER, CAGE): ("deposit", "withdraw"),
    (OWNER,): ("write_off", "house_rules", "engage", "dismiss"),
}
"""Who may give what; any other command of a night: owner, floor and dealer."""

SETTINGS: Document = {
    "credit_limit": None,
    "second_marker": None,
    "second_ruling": None,
    "second_raise": None,
    "second_count": False,
    "second_write_off": False,
    "dealers_cut": 0,
    "count_required": False,
}


class Refused(Exception):
    """A command that the contract refuses, with its code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def refuse_if(is_so: bool, code: str) -> None:
    if is_so:
        raise Refused(code)


def need_checks(amount: int) -> None:
    """Refuse an amount that is no whole number of smallest checks."""
    refuse_if(amount <= 0 or amount % CHECK != 0, "not_a_multiple")


def spots(rank: str) -> int:
    """What a card counts at Farmer."""
    return {"A": 1, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)


@dataclass
class Card:
    """A player's card; ``carried`` are nights and amounts, oldest first."""

    name: str
    limit: int | None = None
    barred: bool = False
    deposit: int = 0
    carried: list[tuple[str, int]] = field(default_factory=list)
    nights: int = 0
    net: int = 0

    @property
    def owes(self) -> int:
        return sum(amount for _, amount in self.carried)

    def pay(self, amount: int) -> list[tuple[str, int]]:
        """Pay carried markers, oldest first; returns the parts that were paid."""
        paid, left = [], []
        for night, owed in self.carried:
            part = min(amount, owed)
            amount -= part
            paid += [(night, part)] if part else []
            left += [(night, owed - part)] if owed > part else []
        self.carried = left
        return paid


@dataclass
class Seat:
    """A seat at a night: what it has, what it brought and what it took away."""

    name: str | None
    card: str | None
    checks: int = 0
    bought: int = 0
    drawn: int = 0
    issued: int = 0
    redeemed: int = 0
    redeemed_in_cash: int = 0
    carried_paid: int = 0
    carried_in_cash: int = 0
    cashed: int = 0
    pledged_in_cash: int = 0
    pledges: dict[str, int] = field(default_factory=dict)

    @property
    def open(self) -> int:
        return self.issued - self.redeemed


@dataclass
class Play:
    """What a ``void`` brings back to what it was before a command."""

    dealing: str
    seats: dict[str, Seat] = field(default_factory=dict)
    dealers: list[str] = field(default_factory=list)
    rounds: list[str] = field(default_factory=list)
    tokes: list[tuple[str, int]] = field(default_factory=list)
    raises: list[tuple[int, int]] = field(default_factory=list)
    won: int = 0
    bets: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    rows: dict[str, set[str]] = field(default_factory=dict)
    disputes: dict[str, set[str]] = field(default_factory=dict)
    pot: int = 0
    hand: dict[str, list[str]] | None = None
    farmer: str = ""
    last_dealer: str = ""
    match: dict[str, int] | None = None
    winner: str = ""

    def staked(self, player: str) -> int:
        return sum(stake for owner, _, stake in self.bets.values() if owner == player)

    def net(self, player: str) -> int:
        """What a player takes away less what they brought; old markers are not a result of the night."""
        seat = self.seats[player]
        away = seat.checks + self.staked(player) + seat.cashed + seat.carried_paid - seat.carried_in_cash
        brought = seat.bought + seat.drawn + seat.redeemed_in_cash + seat.pledged_in_cash
        return away - brought - seat.open - sum(seat.pledges.values())


@dataclass
class Count:
    """A count of the drawer; ``after`` numbers the commands of the night that came before."""

    at: str
    cash: int
    expected: int
    out: int
    after: int

    @property
    def row(self) -> Document:
        return {"at": self.at, "cash": self.cash, "expected": self.expected, "over": self.cash - self.expected}


@dataclass
class Slip:
    kind: str
    number: int
    night: str
    amount: int
    after: int
    voided: bool = False


@dataclass
class Night:
    id: str
    game: str
    marker_limit: int | None
    settings: Document
    roll: int
    play: Play
    undo: list[tuple[Play, list[Callable[[], None]]]] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    cuts: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    commands: int = 0
    closed: bool = False

    def total(self, kind: str, after: int = 0) -> int:
        slips = [slip for slip in self.slips if slip.kind == kind and slip.after >= after and not slip.voided]
        return sum(slip.amount for slip in slips)

    @property
    def raised(self) -> int:
        return sum(amount for _, amount in self.play.raises)

    @property
    def expected(self) -> int:
        """What the drawer must hold."""
        seats = self.play.seats.values()
        taken = sum(seat.bought + seat.redeemed_in_cash + seat.carried_in_cash + seat.pledged_in_cash for seat in seats)
        paid = sum(seat.cashed for seat in seats) + sum(self.cuts.values())
        slips = self.total("fill") - self.total("credit") - self.total("drop")
        return self.roll + self.raised + taken - paid + slips

    @property
    def checks_out(self) -> int:
        play = self.play
        held = sum(seat.checks + play.staked(player) for player, seat in play.seats.items())
        return held + play.pot + sum(amount for _, amount in play.tokes)

    @property
    def win_by_count(self) -> int | None:
        first, last = (
            next((count for count in reversed(self.counts) if count.at == at), None) for at in ("opening", "closing")
        )
        if first is None or last is None:
            return None
        raised = sum(amount for after, amount in self.play.raises if after >= first.after)
        filled, credited, dropped = (self.total(kind, first.after) for kind in ("fill", "credit", "drop"))
        return (last.cash - last.out + credited + dropped) - (first.cash - first.out + filled + raised)


class Bookkeeper:
    """The books of a house. A command is refused with :class:`Refused` before anything is changed."""

    def __init__(self) -> None:
        self.settings = dict(SETTINGS)
        self.cards: dict[str, Card] = {}
        self.staff: dict[str, tuple[str, ...]] = {}
        self.nights: dict[str, Night] = {}
        self.slips: list[Slip] = []
        self.closings: list[str] = []
        self.cage = 0
        self._confirmed = False

    def exposure(self, key: str) -> int:
        """Carried markers, and open markers in all nights that are open."""
        nights = [night for night in self.nights.values() if not night.closed]
        seats = [seat for night in nights for seat in night.play.seats.values() if seat.card == key]
        return self.cards[key].owes + sum(seat.open for seat in seats)

    def may(self, name: str, document: Document, night: Night | None = None) -> bool:
        """Whether a member of the staff may give a command."""
        do, roles = document["do"], self.staff[name]
        allowed = next((whose for whose, words in DUTIES.items() if do in words), (OWNER, FLOOR, DEALER))
        if do in ("register_player", "change_player") and "credit_limit" in document:
            allowed = (OWNER, FLOOR)
        if do == "redeem_carried" and "player" not in document:
            allowed = (OWNER, CAGE)
        if do == "rule_dispute" and OWNER not in roles and night is not None:
            return name not in night.play.disputes[document["dispute"]] and not set(allowed).isdisjoint(roles)
        return not set(allowed).isdisjoint(roles)

    def _sign(self, who: str, second: str | None, document: Document, night: Night | None = None) -> None:
        refuse_if(bool(self.staff) and any(name not in self.staff for name in (who, second) if name), "unknown_staff")
        refuse_if(bool(self.staff) and not self.may(who, document, night), "not_permitted")
        self._confirmed = second not in (None, who) and self.may(str(second), document, night)

    def _need_second(self, needed: bool) -> None:
        refuse_if(needed and not self._confirmed, "second_needed")

    def for_house(self, document: Document, who: str, second: str | None = None) -> None:
        """Carry out a command of the house."""
        self._sign(who, second, document)
        do, key, amount = document["do"], document.get("card", ""), document.get("amount", 0)
        card = self.cards.get(key, Card(""))
        refuse_if(do != "register_player" and "card" in document and key not in self.cards, "unknown_card")
        match do:
            case "house_rules":
                changes = {name: value for name, value in document.items() if name != "do"}
                self.settings |= {name: SETTINGS[name] if value is None else value for name, value in changes.items()}
            case "register_player":
                refuse_if(key in self.cards, "already_done")
                self.cards[key] = Card(document["name"], document.get("credit_limit"))
            case "change_player":
                card.name = document.get("name", card.name)
                card.limit = document.get("credit_limit", card.limit)
            case "bar_player" | "readmit_player":
                refuse_if(card.barred == (do == "bar_player"), "already_done")
                card.barred = not card.barred
            case "deposit":
                refuse_if(amount <= 0, "not_a_multiple")
                card.deposit += amount
                self.cage += amount
            case "withdraw":
                refuse_if(amount <= 0, "not_a_multiple")
                refuse_if(amount > card.deposit, "not_enough_checks")
                card.deposit -= amount
                self.cage -= amount
            case "redeem_carried" | "write_off":
                refuse_if(amount > card.owes, "bad_input")
                refuse_if(amount <= 0, "not_a_multiple")
                self._need_second(do == "write_off" and self.settings["second_write_off"])
                card.pay(amount)
                self.cage += amount if do == "redeem_carried" else 0
            case "engage":
                self.staff[document["name"]] = tuple(role for role in ROLES if role in document["roles"])
            case "dismiss":
                del self.staff[document["name"]]

    def check_opening(self, who: str) -> None:
        """Refuse somebody who may not open a night."""
        self._sign(who, None, {"do": "open_night"})

    def open_night(self, night: str, document: Document) -> Night:
        """Enter a night that was opened under this id."""
        house = document.get("house")
        limit = house.get("marker_limit") if isinstance(house, dict) else None
        play = Play(document["dealer"], dealers=[document["dealer"]])
        self.nights[night] = Night(night, document["game"], limit, dict(self.settings), document["roll"], play)
        return self.nights[night]

    def at_table(self, night: Night, document: Document, who: str, second: str | None = None) -> None:
        """Carry out a command of a night."""
        self._sign(who, second, document, night)
        do, player = document["do"], document.get("player", "")
        if do == "seat_player":
            refuse_if(document.get("card") not in (None, *self.cards), "unknown_card")
        else:
            refuse_if(bool(player) and player not in night.play.seats, "unknown_player")
        refuse_if(night.closed, "wrong_phase")
        night.commands += 1
        if do == "void":
            refuse_if(not night.undo, "nothing_to_void")
            night.play, give_back = night.undo.pop()
            for undo in give_back:
                undo()
            return
        before, give_back = deepcopy(night.play), list[Callable[[], None]]()
        getattr(self, f"_{do}")(night, document, give_back)
        if do not in ("void_slip", "fill", "credit", "drop", "count_drawer"):
            night.undo.append((before, give_back))

    def _seat_player(self, night: Night, document: Document, _: Any) -> None:
        key, seats = document.get("card"), night.play.seats
        if key:
            refuse_if(self.cards[key].barred, "player_barred")
            refuse_if(any(seat.card == key for seat in seats.values()), "already_done")
        seats[document["player"]] = Seat(document.get("name"), key)

    def _buy_checks(self, night: Night, document: Document, _: Any) -> None:
        need_checks(document["amount"])
        seat = night.play.seats[document["player"]]
        seat.checks += document["amount"]
        seat.bought += document["amount"]

    def _issue_marker(self, night: Night, document: Document, _: Any) -> None:
        amount, seat = document["amount"], night.play.seats[document["player"]]
        need_checks(amount)
        threshold = night.settings["second_marker"]
        self._need_second(threshold is not None and amount >= threshold)
        self._lend(night, seat, amount)
        seat.checks += amount

    def _lend(self, night: Night, seat: Seat, amount: int) -> None:
        """Enter a marker, within the limits of the table and of the card."""
        refuse_if(night.marker_limit is not None and seat.open + amount > night.marker_limit, "over_limit")
        if seat.card:
            own = self.cards[seat.card].limit
            limit = night.settings["credit_limit"] if own is None else own
            refuse_if(limit is not None and self.exposure(seat.card) + amount > limit, "over_limit")
        seat.issued += amount

    def _redeem_marker(self, night: Night, document: Document, _: Any) -> None:
        amount, seat = document["amount"], night.play.seats[document["player"]]
        refuse_if(amount > seat.open, "bad_input")
        need_checks(amount)
        self._pay(seat, amount, document["with"])
        seat.redeemed += amount
        seat.redeemed_in_cash += amount if document["with"] == "cash" else 0

    def _pay(self, seat: Seat, amount: int, tender: str) -> None:
        if tender == "checks":
            refuse_if(amount > seat.checks, "not_enough_checks")
            seat.checks -= amount

    def _draw_deposit(self, night: Night, document: Document, give_back: list[Callable[[], None]]) -> None:
        amount, seat = document["amount"], night.play.seats[document["player"]]
        need_checks(amount)
        refuse_if(seat.card is None or amount > self.cards[seat.card].deposit, "not_enough_checks")
        card = self.cards[str(seat.card)]
        card.deposit -= amount
        give_back.append(lambda: setattr(card, "deposit", card.deposit + amount))
        seat.checks += amount
        seat.drawn += amount

    def _redeem_carried(self, night: Night, document: Document, give_back: list[Callable[[], None]]) -> None:
        amount, seat = document["amount"], night.play.seats[document["player"]]
        refuse_if(seat.card is None or amount > self.cards[seat.card].owes, "bad_input")
        need_checks(amount)
        self._pay(seat, amount, document["with"])
        card = self.cards[str(seat.card)]
        parts = card.pay(amount)
        give_back.append(lambda: self._owe_again(card, parts))
        seat.carried_paid += amount
        seat.carried_in_cash += amount if document["with"] == "cash" else 0

    def _owe_again(self, card: Card, parts: Iterable[tuple[str, int]]) -> None:
        owed = Counter(dict(card.carried))
        owed.update(dict(parts))
        card.carried = [(night, owed[night]) for night in self.closings if owed[night]]

    def _take_pledge(self, night: Night, document: Document, _: Any) -> None:
        seat = night.play.seats[document["player"]]
        refuse_if(document["item"] in seat.pledges, "already_done")
        need_checks(document["amount"])
        seat.pledges[document["item"]] = document["amount"]
        seat.checks += document["amount"]

    def _return_pledge(self, night: Night, document: Document, _: Any) -> None:
        seat = night.play.seats[document["player"]]
        refuse_if(document["item"] not in seat.pledges, "bad_input")
        amount = seat.pledges[document["item"]]
        self._pay(seat, amount, document["with"])
        seat.pledged_in_cash += amount if document["with"] == "cash" else 0
        del seat.pledges[document["item"]]

    def _tip(self, night: Night, document: Document, _: Any) -> None:
        self._give_up(night, document)
        night.play.tokes.append((night.play.dealing, document["amount"]))

    def _cash_in(self, night: Night, document: Document, _: Any) -> None:
        self._give_up(night, document)
        night.play.seats[document["player"]].cashed += document["amount"]

    def _give_up(self, night: Night, document: Document) -> None:
        need_checks(document["amount"])
        self._pay(night.play.seats[document["player"]], document["amount"], "checks")

    def _raise_roll(self, night: Night, document: Document, _: Any) -> None:
        need_checks(document["amount"])
        threshold = night.settings["second_raise"]
        self._need_second(threshold is not None and document["amount"] >= threshold)
        night.play.raises.append((night.commands, document["amount"]))

    def _relieve_dealer(self, night: Night, document: Document, _: Any) -> None:
        refuse_if(document["dealer"] == night.play.dealing, "already_done")
        night.play.dealing = document["dealer"]
        if document["dealer"] not in night.play.dealers:
            night.play.dealers.append(document["dealer"])

    def _count_drawer(self, night: Night, document: Document, _: Any) -> None:
        refuse_if(document["cash"] != night.expected and "reason" not in document, "bad_input")
        self._need_second(night.settings["second_count"])
        night.counts.append(Count(document["at"], document["cash"], night.expected, night.checks_out, night.commands))

    def _write_slip(self, night: Night, document: Document, _: Any) -> None:
        kind, amount = document["do"], document["amount"]
        need_checks(amount)
        refuse_if(kind != "fill" and amount > night.expected, "not_enough_checks")
        number = 1 + sum(slip.kind == kind for slip in self.slips)
        slip = Slip(kind, number, night.id, amount, night.commands)
        self.slips.append(slip)
        night.slips.append(slip)
        self.cage += {"fill": -amount, "credit": amount, "drop": 0}[kind]

    _fill = _credit = _drop = _write_slip

    def _void_slip(self, night: Night, document: Document, _: Any) -> None:
        wanted = document["kind"], document["number"]
        slip = next((slip for slip in night.slips if (slip.kind, slip.number) == wanted), None)
        refuse_if(slip is not None and slip.voided, "already_done")
        if slip is None:
            raise Refused("bad_input")
        slip.voided = True
        self.cage -= {"fill": -slip.amount, "credit": slip.amount, "drop": 0}[slip.kind]

    def _raise_dispute(self, night: Night, document: Document, _: Any) -> None:
        about = night.play.rows.get(document["about"]) or {night.play.dealing}
        night.play.disputes[document["dispute"]] = set(about)

    def _rule_dispute(self, night: Night, document: Document, _: Any) -> None:
        corrections = document["corrections"]
        threshold = night.settings["second_ruling"]
        amount = sum(correction["amount"] for correction in corrections)
        self._need_second(threshold is not None and amount >= threshold)
        for correction in corrections:
            assert correction["from"] == "bank"
            night.play.won -= correction["amount"]
            night.play.seats[correction["to"]].checks += correction["amount"]
        del night.play.disputes[document["dispute"]]

    # Faro: single bets.

    def _start_deal(self, night: Night, document: Document, _: Any) -> None:
        """A deal begins; the driver begins one a night."""

    def _expose_soda(self, night: Night, document: Document, _: Any) -> None:
        """The soda acts on nothing."""

    def _place_bet(self, night: Night, document: Document, _: Any) -> None:
        need_checks(document["stake"])
        seat, stake = night.play.seats[document["player"]], document["stake"]
        match document["form"]:
            case "cash":
                seat.bought += stake
            case "marker":
                self._lend(night, seat, stake)
            case tender:
                self._pay(seat, stake, tender)
        night.play.bets[document["bet"]] = (document["player"], document["ranks"][0], document["stake"])

    def _turn(self, night: Night, document: Document, _: Any) -> None:
        play, loser, winner = night.play, document["loser"][:-1], document["winner"][:-1]
        play.rounds.append(play.dealing)
        for bet, (player, rank, stake) in list(play.bets.items()):
            taken = paid = 0
            if rank == loser == winner:
                taken = (stake // CHECK + 1) // 2 * CHECK
            elif rank == loser:
                taken = stake
            elif rank == winner:
                paid = stake
            else:
                continue
            play.rows.setdefault(bet, set()).add(play.dealing)
            play.won += taken - paid
            play.seats[player].checks += paid
            play.bets[bet] = (player, rank, stake - taken)
            if taken == stake:
                del play.bets[bet]

    # Farmer, and what hands share.

    def from_left_of(self, play: Play, player: str) -> list[str]:
        seats = list(play.seats)
        at = seats.index(player) + 1
        return seats[at:] + seats[:at]

    def _start_hand(self, night: Night, document: Document, _: Any) -> None:
        play, dealer = night.play, document["dealer"]
        if night.game == "farmer":
            refuse_if(play.farmer not in ("", dealer), "not_your_turn")
            refuse_if(any(seat.checks < CHECK for seat in play.seats.values()), "not_enough_checks")
            for seat in play.seats.values():
                seat.checks -= CHECK
                play.pot += CHECK
            play.farmer = dealer
        else:
            due = self.from_left_of(play, play.last_dealer)[0] if play.last_dealer else dealer
            refuse_if(due != dealer, "not_your_turn")
        play.hand, play.last_dealer = {}, dealer

    def _show_hand(self, night: Night, document: Document, _: Any) -> None:
        assert night.play.hand is not None
        night.play.hand[document["player"]] = [card[:-1] for card in document["cards"]]

    def _settle_hand(self, night: Night, document: Document, _: Any) -> None:
        play, hands = night.play, night.play.hand or {}
        order = self.from_left_of(play, play.farmer)
        count = {player: sum(map(spots, hands[player])) for player in order}
        at_16 = [player for player in order if count[player] == 16]
        with_six = [player for player in at_16 if "6" in hands[player]]
        winner = next(iter(with_six or sorted(at_16, key=lambda player: len(hands[player]))), "")
        under = [player for player in order if count[player] < 16]
        nearest = "" if winner or not under else max(under, key=lambda player: count[player])
        pays = {
            player: CHECK * (bool(nearest) and player != nearest)
            + CHECK * max(0, count[player] - 16) * (player != play.farmer)
            for player in order
        }
        refuse_if(any(play.seats[player].checks < amount for player, amount in pays.items()), "not_enough_checks")
        for player, amount in pays.items():
            play.seats[player].checks -= amount
        if nearest:
            play.seats[nearest].checks += CHECK * (len(order) - 1)
        over = sum(max(0, count[player] - 16) for player in order if player != play.farmer)
        play.seats[play.farmer].checks += CHECK * over
        if winner:
            play.seats[winner].checks += play.pot
            play.pot, play.farmer = 0, winner
        play.hand = None
        play.rounds.append(play.dealing)

    # Forty-five, a player a side.

    def _start_match(self, night: Night, document: Document, _: Any) -> None:
        night.play.match = {player: 0 for (player,) in document["sides"]}
        night.play.last_dealer = ""

    def _score_hand(self, night: Night, document: Document, _: Any) -> None:
        play = night.play
        assert play.match is not None
        for player, tricks in document["tricks"].items():
            play.match[player] += 5 * tricks
        there = [player for player, points in play.match.items() if points >= 15]
        play.winner = document.get("first", there[0]) if there else ""
        play.hand = None
        play.rounds.append(play.dealing)

    def _settle_match(self, night: Night, document: Document, _: Any) -> None:
        play = night.play
        assert play.match is not None
        best = play.match[play.winner]
        pays = {player: CHECK * max(0, best - points) for player, points in play.match.items()}
        refuse_if(any(play.seats[player].checks < amount for player, amount in pays.items()), "not_enough_checks")
        for player, amount in pays.items():
            play.seats[player].checks -= amount
        play.seats[play.winner].checks += sum(pays.values())
        play.match, play.winner = None, ""

    def _close_night(self, night: Night, document: Document, _: Any) -> None:
        play = night.play
        refuse_if(bool(play.disputes) or bool(play.winner), "wrong_phase")
        counted = any(count.at == "closing" for count in night.counts)
        refuse_if(night.settings["count_required"] and not counted, "wrong_phase")
        for player, _rank, stake in play.bets.values():
            play.seats[player].checks += stake
        play.bets = {}
        if play.hand is not None and night.game == "farmer":
            # The antes of a hand that is on go back.
            for seat in play.seats.values():
                seat.checks += CHECK
                play.pot -= CHECK
        self._divide_pot(play)
        for player, seat in play.seats.items():
            redeemed = min(seat.checks, seat.open)
            seat.redeemed += redeemed
            seat.cashed += seat.checks - redeemed
            seat.checks = 0
            night.names[player] = self.name_of(seat)
        night.cuts = self._cut(night)
        night.closed = True
        self.closings.append(night.id)
        for player, seat in play.seats.items():
            if seat.card:
                card = self.cards[seat.card]
                card.nights += 1
                card.net += play.net(player)
                card.carried += [(night.id, seat.open)] if seat.open else []

    def _divide_pot(self, play: Play) -> None:
        """The pot goes to all evenly, the odd chips one each from the last dealer's left."""
        if play.pot:
            share, odd = divmod(play.pot // CHECK, len(play.seats))
            for place, player in enumerate(self.from_left_of(play, play.last_dealer)):
                play.seats[player].checks += CHECK * (share + (place < odd))
            play.pot = 0

    def _cut(self, night: Night) -> dict[str, int]:
        """The dealers' cut: shares by rounds, rounded down, the cents left over one each."""
        pool = max(0, night.play.won) * night.settings["dealers_cut"] // 100
        rounds = Counter(night.play.rounds)
        dealt = [dealer for dealer in night.play.dealers if rounds[dealer]]
        shares = {dealer: pool * rounds[dealer] // rounds.total() for dealer in dealt}
        left = pool - sum(shares.values()) if dealt else 0
        return {dealer: shares[dealer] + (place < left) for place, dealer in enumerate(dealt)}

    def name_of(self, seat: Seat) -> str:
        return seat.name or self.cards[str(seat.card)].name

    # What it all comes to, in the words of the result.

    def night_result(self, night: Night) -> Document:
        """The result of a night, without what only a game says."""
        play, cuts = night.play, night.cuts
        rounds, tokes = Counter(play.rounds), Counter[str]()
        for dealer, amount in play.tokes:
            tokes[dealer] += amount
        return {
            "players": {
                player: {
                    "name": night.names.get(player) or self.name_of(seat),
                    "checks": seat.checks,
                    "bought": seat.bought + seat.drawn,
                    "markers_issued": seat.issued,
                    "markers_open": seat.open,
                    "pledges_open": sum(seat.pledges.values()),
                    "cashed": seat.cashed,
                    "staked": play.staked(player),
                    "net": play.net(player),
                }
                | ({"card": seat.card, "drawn": seat.drawn, "carried_paid": seat.carried_paid} if seat.card else {})
                for player, seat in play.seats.items()
            },
            "bank": {
                "roll": night.roll + night.raised,
                "play": play.won,
                "sleepers": 0,
                "after_hock": 0,
                "tokes": tokes.total(),
                "in_sight": night.roll + night.raised + play.won - sum(cuts.values()),
                "dealers_cut": sum(cuts.values()),
            },
            "dealers": {
                dealer: {"rounds": rounds[dealer], "tokes": tokes[dealer], "cut": cuts.get(dealer, 0)}
                for dealer in play.dealers
            },
            "drawer": {
                "expected": night.expected,
                "counts": [count.row for count in night.counts],
                **{f"{kind}s": night.total(kind) for kind in ("fill", "credit", "drop")},
                "win_by_count": night.win_by_count,
            },
        }

    def house_result(self) -> Document:
        return {
            "cards": {
                key: {
                    "name": card.name,
                    "deposit": card.deposit,
                    "carried": [{"night": night, "amount": amount} for night, amount in card.carried],
                    "exposure": self.exposure(key),
                    "limit": self.settings["credit_limit"] if card.limit is None else card.limit,
                    "nights": card.nights,
                    "net": card.net,
                }
                for key, card in self.cards.items()
            },
            "slips": [
                {
                    "kind": slip.kind,
                    "number": slip.number,
                    "night": slip.night,
                    "amount": slip.amount,
                    "voided": slip.voided,
                }
                for slip in self.slips
            ],
            "staff": {name: list(roles) for name, roles in self.staff.items()},
            "nights": list(self.nights),
        }
